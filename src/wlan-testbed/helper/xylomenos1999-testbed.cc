// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-testbed.h"

#include "cell-radio.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/log.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/queue-size.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Xylomenos1999Testbed");

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t TCP_HEADERS = 40; ///< of IP and TCP without options
constexpr uint32_t UDP_HEADERS = 28; ///< of IP and UDP
constexpr uint32_t SEGMENT = 1460;   ///< payload of a full segment, bytes
constexpr uint32_t SENDER = 0;
constexpr uint32_t RECEIVER = 1;

/// The paper does not tell how times vary: an interrupt waits for what the host does.
/// @param mean of a time
/// @return values from 0 to twice the mean
std::string
DrawSeconds(Time mean)
{
    return "ns3::UniformRandomVariable[Min=0|Max=" + std::to_string(2 * mean.GetSeconds()) + "]";
}

} // namespace

Xylomenos1999Testbed::Xylomenos1999Testbed(const Xylomenos1999Parameters& parameters,
                                           const Xylomenos1999Test& test)
    : m_parameters(parameters),
      m_test(test)
{
    parameters.Check();
    test.Check();
    if (GetCellRadioOption() != CellRadioKind::WIFI)
    {
        throw std::invalid_argument("radio=dcf: this testbed has WaveLAN cards and no other radio; "
                                    "expected wifi, which is the default");
    }
    const Xylomenos1999Scenario& scenario = parameters.scenarios[test.scenario - 1];
    const auto& from = test.isForward ? scenario.a : scenario.b;
    const auto& to = test.isForward ? scenario.b : scenario.a;
    m_hosts = {parameters.FindHost(from.host), parameters.FindHost(to.host)};
    m_locations = {from.location, to.location};
    m_nodes.Create(2);
    test.isWired ? InstallWire() : InstallCards();
    InstallInternet();
    if (!test.isWired)
    {
        InstallHosts();
    }
    InstallEttcp();
}

void
Xylomenos1999Testbed::InstallCards()
{
    const Xylomenos1999Parameters& p = m_parameters;
    WavelanHelper wavelan;
    const auto loss = CreateObject<MatrixPropagationLossModel>();
    std::vector<Ptr<MobilityModel>> mobility;
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        mobility.push_back(CreateObject<ConstantPositionMobilityModel>());
        m_nodes.Get(i)->AggregateObject(mobility.back());
    }
    loss->SetLoss(mobility[0], mobility[1], p.plan.GetLoss(m_locations[0], m_locations[1]));
    SetAttributes("ns3::MediumChannel",
                  {{"Slot", TimeValue(p.slot), UserValue::WINS},
                   {"CarrierSenseTime", TimeValue(p.carrierSense), UserValue::WINS},
                   {"PropagationLossModel", PointerValue(loss), UserValue::REFUSED}},
                  std::bind_front(&WavelanHelper::SetChannelAttribute, &wavelan));
    // The two cards differ in them. A null variable, as an ISA card has, is no value of an
    // attribute.
    RefuseUserValues({"ns3::WavelanNetDevice::TxBuffers", "ns3::WavelanNetDevice::OverrunAfter"});
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        const bool isIsa = m_hosts[i].card == WavelanCard::ISA;
        const Xylomenos1999Readings& readings = isIsa ? p.isaReadings : p.pcmciaReadings;
        const std::string noise =
            "ns3::NormalRandomVariable[Variance=1|Mean=" + std::to_string(readings.noise) + "]";
        using enum UserValue;
        // What differs between cards or hosts is what the study is about.
        SetAttributes("ns3::WavelanNetDevice",
                      {{"InterframeGap", TimeValue(isIsa ? p.isaGap : p.pcmciaGap), REFUSED},
                       {"Preamble", TimeValue(p.preamble), WINS},
                       {"MinCw", UintegerValue(p.minCw), WINS},
                       {"MaxCw", UintegerValue(p.maxCw), WINS},
                       {"CopyTime", TimeValue(m_hosts[i].driverTime), REFUSED},
                       {"CopyByteTime", TimeValue(m_hosts[i].driverByteTime), REFUSED},
                       {"SignalReference", DoubleValue(readings.reference), REFUSED},
                       {"SignalStep", DoubleValue(p.signalStep), WINS},
                       {"Noise", StringValue(noise), REFUSED},
                       {"ResetTime", TimeValue(p.resetTime), WINS}},
                      std::bind_front(&WavelanHelper::SetDeviceAttribute, &wavelan));
        m_devices.Add(wavelan.Install(m_nodes.Get(i), m_hosts[i].card));
        if (!isIsa)
        {
            m_devices.Get(i)->SetAttribute(
                "OverrunAfter",
                StringValue("ns3::UniformRandomVariable[Min=" + std::to_string(p.overrunAfter[0]) +
                            "|Max=" + std::to_string(p.overrunAfter[1]) + "]"));
        }
    }
    WavelanHelper::AssignStreams(m_devices, 100);
    RequireMtu();
}

/// Data and datagrams are counted by their frames, each of which must hold one.
void
Xylomenos1999Testbed::RequireMtu() const
{
    // Linux 2.0.32 joins small writes to full segments.
    const uint32_t most = m_test.isTcp ? SEGMENT + TCP_HEADERS : m_test.size;
    const uint16_t mtu = m_devices.Get(SENDER)->GetMtu();
    if (mtu < most)
    {
        throw std::invalid_argument("ns3::WavelanNetDevice::Mtu=" + std::to_string(mtu) +
                                    ": expected at least the " + std::to_string(most) +
                                    " bytes of a packet");
    }
}

void
Xylomenos1999Testbed::InstallWire()
{
    CsmaHelper csma;
    SetAttributes("ns3::CsmaChannel",
                  {{"DataRate", DataRateValue(DataRate("10Mbps")), UserValue::WINS}},
                  std::bind_front(&CsmaHelper::SetChannelAttribute, &csma));
    csma.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    m_devices = csma.Install(m_nodes);
    csma.AssignStreams(m_devices, 100);
}

void
Xylomenos1999Testbed::InstallInternet()
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    internet.AssignStreams(m_nodes, 200);
    TcpSocketFactoryHelper tcp;
    tcp.SetKernel(TcpLinux24Kernel::LINUX20_32);
    RefuseUserValues({"ns3::TcpLinux24SocketFactory::Kernel"});
    const auto set = std::bind_front(&TcpSocketFactoryHelper::SetSocketAttribute, &tcp);
    SetAttributes("ns3::TcpSocket",
                  {{"SegmentSize", UintegerValue(SEGMENT), UserValue::REFUSED},
                   {"TcpNoDelay", BooleanValue(true), UserValue::WINS}},
                  set);
    // tcp_sendmsg of 2.0.32 gives each write that is smaller than a segment the memory of a full
    // one, so that later writes can join it: 1460 + 452 bytes.
    const uint32_t write = m_test.size - (m_test.isTcp ? TCP_HEADERS : UDP_HEADERS);
    SetAttributes("ns3::TcpLinux24Socket",
                  {{"SegmentOverhead", UintegerValue(SEGMENT + 452 - write), UserValue::REFUSED}},
                  set);
    tcp.InstallLinux(m_nodes);
    TcpSocketFactoryHelper::AssignStreams(m_nodes, 300);
    TrafficControlHelper queues;
    SetAttributes("ns3::FifoQueueDisc",
                  {{"MaxSize",
                    QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_parameters.linkQueue)),
                    UserValue::WINS}},
                  [&queues](const std::string& name, const AttributeValue& value) {
                      queues.SetRootQueueDisc("ns3::FifoQueueDisc", name, value);
                  });
    queues.Install(m_devices);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(m_devices);
    NeighborCacheHelper neighbors;
    neighbors.PopulateNeighborCache(m_devices);
}

void
Xylomenos1999Testbed::InstallHosts()
{
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        ReceiveBacklogHelper backlog;
        SetAttributes(
            "ns3::ReceiveBacklog",
            {{"PacketTime", StringValue(DrawSeconds(m_hosts[i].driverTime)), UserValue::REFUSED},
             {"ByteTime", TimeValue(m_hosts[i].driverByteTime), UserValue::REFUSED},
             {"MaxWaiting", UintegerValue(m_parameters.ring), UserValue::WINS},
             {"Throttle", BooleanValue(false), UserValue::WINS}},
            std::bind_front(&ReceiveBacklogHelper::SetAttribute, &backlog));
        backlog.Install(m_devices.Get(i));
        m_backlogs.push_back(m_nodes.Get(i)->GetObject<ReceiveBacklog>());
    }
    ReceiveBacklogHelper::AssignStreams(m_nodes, 400);
}

void
Xylomenos1999Testbed::InstallEttcp()
{
    const AddressValue remote(InetSocketAddress(Ipv4Address("10.0.0.2"), PORT));
    const AddressValue local(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    if (m_test.isTcp)
    {
        InstallTcpPrograms(local, remote);
    }
    else
    {
        InstallUdpPrograms(local, remote);
    }
    m_nodes.Get(SENDER)->AddApplication(m_sender);
    m_sender->SetStartTime(START);
    m_start = START;
}

void
Xylomenos1999Testbed::InstallTcpPrograms(const AddressValue& local, const AddressValue& remote)
{
    const TypeIdValue protocol(TcpLinux24SocketFactory::GetTypeId());
    const auto sink = CreateObjectWithAttributes<PacketSink>("Protocol", protocol, "Local", local);
    sink->TraceConnectWithoutContext("Rx", MakeCallback(&Xylomenos1999Testbed::NoteRead, this));
    m_nodes.Get(RECEIVER)->AddApplication(sink);
    const uint64_t write = m_test.size - TCP_HEADERS;
    m_sender =
        CreateObjectWithAttributes<BulkSendApplication>("Protocol", protocol, "Remote", remote);
    SetAttributes("ns3::BulkSendApplication",
                  {{"SendSize", UintegerValue(write), UserValue::REFUSED},
                   {"MaxBytes", UintegerValue(write * m_test.packets), UserValue::REFUSED}},
                  std::bind_front(&ObjectBase::SetAttribute, m_sender));
}

void
Xylomenos1999Testbed::InstallUdpPrograms(const AddressValue& local, const AddressValue& remote)
{
    using enum UserValue;
    const Xylomenos1999Host& reader = m_hosts[RECEIVER];
    m_receiver = CreateObject<EttcpReceiver>();
    SetAttributes("ns3::EttcpReceiver",
                  {{"Local", local, REFUSED},
                   {"ReadTime", TimeValue(reader.readTime), REFUSED},
                   {"ReadByteTime", TimeValue(reader.readByteTime), REFUSED},
                   {"MaxWaiting", UintegerValue(m_parameters.receiveWaiting), WINS}},
                  std::bind_front(&ObjectBase::SetAttribute, m_receiver));
    m_receiver->TraceConnectWithoutContext("Rx",
                                           MakeCallback(&Xylomenos1999Testbed::NoteDatagram, this));
    m_nodes.Get(RECEIVER)->AddApplication(m_receiver);
    m_sender = CreateObject<EttcpSender>();
    SetAttributes("ns3::EttcpSender",
                  {{"Remote", remote, REFUSED},
                   {"Device", PointerValue(m_devices.Get(SENDER)), REFUSED},
                   {"PacketSize", UintegerValue(m_test.size), REFUSED},
                   {"Packets", UintegerValue(m_test.packets), REFUSED},
                   {"WriteTime", TimeValue(m_hosts[SENDER].writeTime), REFUSED},
                   {"SendBuffer", UintegerValue(m_parameters.sendBuffer), WINS}},
                  std::bind_front(&ObjectBase::SetAttribute, m_sender));
    RequireSendBuffer();
    m_arrived.resize(m_test.packets);
    m_devices.Get(SENDER)->TraceConnectWithoutContext(
        "MacTx",
        MakeCallback(&Xylomenos1999Testbed::NoteOffered, this));
}

/// The program would sleep for ever before its first datagram.
void
Xylomenos1999Testbed::RequireSendBuffer() const
{
    UintegerValue buffer;
    UintegerValue overhead;
    m_sender->GetAttribute("SendBuffer", buffer);
    m_sender->GetAttribute("PacketOverhead", overhead);
    const uint64_t least = m_test.size + overhead.Get();
    if (buffer.Get() < least)
    {
        throw std::invalid_argument("sendBuffer=" + std::to_string(buffer.Get()) +
                                    ": expected at least the " + std::to_string(least) +
                                    " bytes that a datagram takes");
    }
}

void
Xylomenos1999Testbed::Run(Time limit)
{
    Simulator::Schedule(START, &Xylomenos1999Testbed::CheckEnd, this);
    Simulator::Stop(START + limit);
    Simulator::Run();
}

/// Stop when the transfer is over, and nothing is on its way any longer.
void
Xylomenos1999Testbed::CheckEnd()
{
    constexpr int64_t POLL = 200; // ms; longer than a packet takes from card to program
    if (HasEnded())
    {
        Simulator::Stop(MilliSeconds(POLL));
        return;
    }
    Simulator::Schedule(MilliSeconds(POLL), &Xylomenos1999Testbed::CheckEnd, this);
}

bool
Xylomenos1999Testbed::HasEnded() const
{
    if (m_test.isTcp)
    {
        return m_bytes >= uint64_t{m_test.size - TCP_HEADERS} * m_test.packets;
    }
    const EttcpCounters& counters = GetEttcp()->GetCounters();
    const auto card = DynamicCast<WavelanNetDevice>(m_devices.Get(SENDER));
    return counters.written == m_test.packets &&
           counters.taken + counters.dropped == counters.written &&
           (!card || card->GetNQueued() == 0);
}

void
Xylomenos1999Testbed::NoteOffered(Ptr<const Packet> packet)
{
    const auto copy = packet->Copy();
    // An Ethernet card has put its header before.
    copy->RemoveAtStart(UDP_HEADERS + (m_test.isWired ? 14 : 0));
    SeqTsHeader number;
    copy->PeekHeader(number);
    m_offered.push_back(number.GetSeq());
}

void
Xylomenos1999Testbed::NoteRead(Ptr<const Packet> packet, const Address&)
{
    m_bytes += packet->GetSize();
    m_lastArrival = Simulator::Now();
}

void
Xylomenos1999Testbed::NoteDatagram(Ptr<const Packet> packet)
{
    SeqTsHeader number;
    packet->PeekHeader(number);
    m_arrived.at(number.GetSeq()) = true;
    NoteRead(packet, Address());
}

double
Xylomenos1999Testbed::GetThroughput() const
{
    const double time = (m_lastArrival - m_start).GetSeconds();
    return time > 0 ? 8e-6 * static_cast<double>(m_bytes) / time : 0;
}

Ptr<WavelanNetDevice>
Xylomenos1999Testbed::GetCard(uint32_t host) const
{
    const auto card = DynamicCast<WavelanNetDevice>(m_devices.Get(host));
    if (!card)
    {
        throw std::logic_error("a test over Ethernet has no cards that count");
    }
    return card;
}

Xylomenos1999Flow
Xylomenos1999Testbed::GetFlow(uint32_t from, uint32_t to) const
{
    const auto sender = GetCard(from)->GetCounters();
    const auto receiver = GetCard(to)->GetCounters();
    return {sender.sent, receiver.received, receiver.rxDropped};
}

Xylomenos1999Flow
Xylomenos1999Testbed::GetData() const
{
    return GetFlow(SENDER, RECEIVER);
}

Xylomenos1999Flow
Xylomenos1999Testbed::GetAcks() const
{
    return GetFlow(RECEIVER, SENDER);
}

Ptr<EttcpSender>
Xylomenos1999Testbed::GetEttcp() const
{
    return DynamicCast<EttcpSender>(m_sender);
}

Ptr<EttcpReceiver>
Xylomenos1999Testbed::GetReceiver() const
{
    return m_receiver;
}

LossRuns
Xylomenos1999Testbed::GetLossRuns() const
{
    LossRuns runs;
    // Of what follows the last that arrived, nobody can tell whether it is lost or on its way.
    const auto last = std::find_if(m_offered.rbegin(), m_offered.rend(), [this](uint32_t number) {
        return m_arrived[number];
    });
    for (auto number = m_offered.begin(); number != last.base(); ++number)
    {
        runs.Add(m_arrived[*number]);
    }
    return runs;
}

uint64_t
Xylomenos1999Testbed::GetResets() const
{
    return GetCard(SENDER)->GetCounters().resets;
}

bool
Xylomenos1999Testbed::IsConserved() const
{
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        const auto card = GetCard(i);
        const auto peer = GetCard(1 - i);
        const WavelanCounters own = card->GetCounters();
        const WavelanCounters other = peer->GetCounters();
        const uint64_t arrived = other.received + other.rxDropped;
        // A frame arrives at the instant at which it has been sent, in one of two events.
        const bool isOnAirKept =
            own.sent == arrived || own.sent + 1 == arrived || own.sent == arrived + 1;
        if (own.offered != own.sent + own.txDropped + card->GetNQueued() || !isOnAirKept ||
            !m_backlogs[i]->IsConserved())
        {
            return false;
        }
    }
    return true;
}

const NetDeviceContainer&
Xylomenos1999Testbed::GetDevices() const
{
    return m_devices;
}

const NodeContainer&
Xylomenos1999Testbed::GetNodes() const
{
    return m_nodes;
}

Ptr<Application>
Xylomenos1999Testbed::GetSender() const
{
    return m_sender;
}

} // namespace ns3
