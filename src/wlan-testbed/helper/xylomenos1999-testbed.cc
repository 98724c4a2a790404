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
#include "ns3/object-factory.h"
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
#include <utility>

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

Xylomenos1999Testbed::Xylomenos1999Testbed() = default;

Xylomenos1999Testbed::~Xylomenos1999Testbed() = default;

void
Xylomenos1999Testbed::Build()
{
    CheckTogether();
    const Xylomenos1999Scenario& scenario = XYLOMENOS1999_SCENARIOS.at(m_scenario - 1);
    m_seats = {scenario.a, scenario.b};
    if (!m_isForward)
    {
        std::swap(m_seats[SENDER], m_seats[RECEIVER]);
    }
    NS_LOG_INFO("scenario " << m_scenario << ", " << GetName(m_seats[SENDER].host) << " to "
                            << GetName(m_seats[RECEIVER].host) << ", " << (m_isTcp ? "TCP" : "UDP")
                            << ", " << m_packets << " packets of " << m_size << " bytes");
    m_nodes.Create(2);
    m_isWired ? InstallWire() : InstallCards();
    InstallInternet();
    if (!m_isWired)
    {
        InstallHosts();
    }
    AssignStreams(100);
    InstallEttcp();
}

void
Xylomenos1999Testbed::CheckTogether() const
{
    if (GetCellRadioOption() != CellRadioKind::WIFI)
    {
        throw std::invalid_argument("radio=dcf: this testbed has WaveLAN cards and no other radio; "
                                    "expected wifi, which is the default");
    }
    if (m_isTcp && m_size <= TCP_HEADERS)
    {
        throw std::invalid_argument("PacketSize=" + std::to_string(m_size) +
                                    ": expected at least 41 bytes with TCP");
    }
    if (m_isWired && m_isTcp)
    {
        throw std::invalid_argument(
            "Ethernet=true: expected Tcp=false, as only X4 is measured over Ethernet");
    }
    if (m_isWired)
    {
        RequireDefaults(*this, {"PioCycle"}, "Ethernet=true");
    }
    if (m_pioCycle.IsZero())
    {
        RequireDefaults(*this, {"PioSectors", "PioGap"}, "PioCycle=0");
    }
    if (m_minCw > m_maxCw)
    {
        throw std::invalid_argument("MinCw=" + std::to_string(m_minCw) +
                                    ": expected at most MaxCw, " + std::to_string(m_maxCw) +
                                    " slots");
    }
    if (m_minOverrunAfter > m_maxOverrunAfter)
    {
        throw std::invalid_argument("MinOverrunAfter=" + std::to_string(m_minOverrunAfter) +
                                    ": expected at most MaxOverrunAfter, " +
                                    std::to_string(m_maxOverrunAfter));
    }
}

const Xylomenos1999Times&
Xylomenos1999Testbed::GetTimes(uint32_t host) const
{
    switch (m_seats[host].host)
    {
    case Xylomenos1999Host::IOS:
        return m_ios;
    case Xylomenos1999Host::MYKONOS:
        return m_mykonos;
    case Xylomenos1999Host::SYROS:
        return m_syros;
    }
    NS_FATAL_ERROR("host " << host << " is not in table I");
}

int64_t
Xylomenos1999Testbed::AssignStreams(int64_t stream)
{
    // A block for each kind of object: its streams stay when another kind gets more of them.
    constexpr int64_t BLOCK = 100;
    if (m_isWired)
    {
        CsmaHelper().AssignStreams(m_devices, stream);
    }
    else
    {
        WavelanHelper::AssignStreams(m_devices, stream);
        ReceiveBacklogHelper::AssignStreams(m_nodes, stream + 3 * BLOCK);
    }
    InternetStackHelper().AssignStreams(m_nodes, stream + BLOCK);
    TcpSocketFactoryHelper::AssignStreams(m_nodes, stream + 2 * BLOCK);
    return 4 * BLOCK;
}

void
Xylomenos1999Testbed::InstallCards()
{
    WavelanHelper wavelan;
    const auto loss = CreateObject<MatrixPropagationLossModel>();
    std::vector<Ptr<MobilityModel>> mobility;
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        mobility.push_back(CreateObject<ConstantPositionMobilityModel>());
        m_nodes.Get(i)->AggregateObject(mobility.back());
    }
    loss->SetLoss(mobility[SENDER],
                  mobility[RECEIVER],
                  m_plan.GetLoss(m_seats[SENDER].location, m_seats[RECEIVER].location));
    SetAttributes("ns3::MediumChannel",
                  {{"Slot", TimeValue(m_slot)},
                   {"CarrierSenseTime", TimeValue(m_carrierSense)},
                   {"PropagationLossModel", PointerValue(loss)}},
                  std::bind_front(&WavelanHelper::SetChannelAttribute, &wavelan));
    // A null variable, as an ISA card has, is no value of an attribute.
    RefuseUserValues({"ns3::WavelanNetDevice::TxBuffers", "ns3::WavelanNetDevice::OverrunAfter"});
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        const WavelanCard card = ns3::GetCard(m_seats[i].host);
        const bool isIsa = card == WavelanCard::ISA;
        const Xylomenos1999Times& times = GetTimes(i);
        const std::string noise = "ns3::NormalRandomVariable[Variance=1|Mean=" +
                                  std::to_string(isIsa ? m_isaNoise : m_pcmciaNoise) + "]";
        SetAttributes("ns3::WavelanNetDevice",
                      {{"InterframeGap", TimeValue(isIsa ? m_isaGap : m_pcmciaGap)},
                       {"Preamble", TimeValue(m_preamble)},
                       {"MinCw", UintegerValue(m_minCw)},
                       {"MaxCw", UintegerValue(m_maxCw)},
                       {"FrameRetryLimit", UintegerValue(m_maxAttempts)},
                       {"BackoffWhileBusy", BooleanValue(m_backoffWhileBusy)},
                       {"CopyTime", TimeValue(times.driver)},
                       {"CopyByteTime", TimeValue(times.driverByte)},
                       {"SignalReference", DoubleValue(isIsa ? m_isaReference : m_pcmciaReference)},
                       {"SignalStep", DoubleValue(m_signalStep)},
                       {"Noise", StringValue(noise)},
                       {"ResetTime", TimeValue(m_resetTime)}},
                      std::bind_front(&WavelanHelper::SetDeviceAttribute, &wavelan));
        m_devices.Add(wavelan.Install(m_nodes.Get(i), card));
        if (!isIsa)
        {
            m_devices.Get(i)->SetAttribute(
                "OverrunAfter",
                StringValue("ns3::UniformRandomVariable[Min=" + std::to_string(m_minOverrunAfter) +
                            "|Max=" + std::to_string(m_maxOverrunAfter) + "]"));
        }
    }
    RequireMtu();
}

/// Data and datagrams are counted by their frames, each of which must hold one.
void
Xylomenos1999Testbed::RequireMtu() const
{
    // Linux 2.0.32 joins small writes to full segments.
    const uint32_t most = m_isTcp ? SEGMENT + TCP_HEADERS : m_size;
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
                  {{"DataRate", DataRateValue(m_ethernetRate)}},
                  std::bind_front(&CsmaHelper::SetChannelAttribute, &csma));
    csma.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    m_devices = csma.Install(m_nodes);
}

void
Xylomenos1999Testbed::InstallInternet()
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    TcpSocketFactoryHelper tcp;
    tcp.SetKernel(TcpLinux24Kernel::LINUX20_32);
    RefuseUserValues({"ns3::TcpLinux24SocketFactory::Kernel"});
    const auto set = std::bind_front(&TcpSocketFactoryHelper::SetSocketAttribute, &tcp);
    SetAttributes(
        "ns3::TcpSocket",
        {{"SegmentSize", UintegerValue(SEGMENT)}, {"TcpNoDelay", BooleanValue(m_tcpNoDelay)}},
        set);
    // ettcp blocks: do_tcp_sendmsg fills the last segment before it sleeps for memory. The drivers
    // call dev_alloc_skb, which takes 54 bytes of headers, 22 for alignment, and 148 of struct
    // sk_buff beside the data.
    SetAttributes(
        "ns3::TcpLinux24Socket",
        {{"PartialWrites", BooleanValue(true)}, {"RxSegmentOverhead", UintegerValue(224)}},
        set);
    tcp.InstallLinux(m_nodes);
    TrafficControlHelper queues;
    SetAttributes("ns3::FifoQueueDisc",
                  {{"MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_linkQueue))}},
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
        SetAttributes("ns3::ReceiveBacklog",
                      {{"PacketTime", StringValue(DrawSeconds(GetTimes(i).driver))},
                       {"ByteTime", TimeValue(GetTimes(i).driverByte)},
                       {"MaxWaiting", UintegerValue(m_ring)},
                       {"Throttle", BooleanValue(false)}},
                      std::bind_front(&ReceiveBacklogHelper::SetAttribute, &backlog));
        if (m_pioCycle.IsStrictlyPositive())
        {
            m_disks.push_back(InstallDisk(GetCard(i)));
            SetAttributes("ns3::ReceiveBacklog",
                          {{"Disk", PointerValue(m_disks.back())}},
                          std::bind_front(&ReceiveBacklogHelper::SetAttribute, &backlog));
        }
        backlog.Install(m_devices.Get(i));
        m_backlogs.push_back(m_nodes.Get(i)->GetObject<ReceiveBacklog>());
    }
}

// tcpdump runs on both hosts and records what they send and receive.
Ptr<IdeWriteback>
Xylomenos1999Testbed::InstallDisk(Ptr<WavelanNetDevice> card)
{
    ObjectFactory factory("ns3::IdeWriteback");
    SetAttributes("ns3::IdeWriteback",
                  {{"PioCycle", TimeValue(m_pioCycle)},
                   {"Sectors", UintegerValue(m_pioSectors)},
                   {"Gap", TimeValue(m_pioGap)}},
                  [&factory](const std::string& name, const AttributeValue& value) {
                      factory.Set(name, value);
                  });
    const auto disk = factory.Create<IdeWriteback>();
    for (const char* source : {"MacTx", "MacRx"})
    {
        card->TraceConnectWithoutContext(source, MakeCallback(&IdeWriteback::Record, disk));
    }
    card->SetProcessor([disk](Time start, Time work) { return disk->GetEnd(start, work); });
    return disk;
}

void
Xylomenos1999Testbed::InstallEttcp()
{
    const AddressValue remote(InetSocketAddress(Ipv4Address("10.0.0.2"), PORT));
    const AddressValue local(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    if (m_isTcp)
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
    const uint64_t write = m_size - TCP_HEADERS;
    m_sender =
        CreateObjectWithAttributes<BulkSendApplication>("Protocol", protocol, "Remote", remote);
    SetAttributes(
        "ns3::BulkSendApplication",
        {{"SendSize", UintegerValue(write)}, {"MaxBytes", UintegerValue(write * m_packets)}},
        std::bind_front(&ObjectBase::SetAttribute, m_sender));
}

void
Xylomenos1999Testbed::InstallUdpPrograms(const AddressValue& local, const AddressValue& remote)
{
    const Xylomenos1999Times& reader = GetTimes(RECEIVER);
    m_receiver = CreateObject<EttcpReceiver>();
    SetAttributes("ns3::EttcpReceiver",
                  {{"Local", local},
                   {"ReadTime", TimeValue(reader.read)},
                   {"ReadByteTime", TimeValue(reader.readByte)},
                   {"MaxWaiting", UintegerValue(m_receiveWaiting)}},
                  std::bind_front(&ObjectBase::SetAttribute, m_receiver));
    if (!m_disks.empty())
    {
        const Ptr<IdeWriteback> disk = m_disks[RECEIVER];
        m_receiver->SetProcessor(
            [disk](Time start, Time work) { return disk->GetEnd(start, work); });
    }
    m_receiver->TraceConnectWithoutContext("Rx",
                                           MakeCallback(&Xylomenos1999Testbed::NoteDatagram, this));
    m_nodes.Get(RECEIVER)->AddApplication(m_receiver);
    m_sender = CreateObject<EttcpSender>();
    SetAttributes("ns3::EttcpSender",
                  {{"Remote", remote},
                   {"Device", PointerValue(m_devices.Get(SENDER))},
                   {"PacketSize", UintegerValue(m_size)},
                   {"Packets", UintegerValue(m_packets)},
                   {"WriteTime", TimeValue(GetTimes(SENDER).write)},
                   {"SendBuffer", UintegerValue(m_sendBuffer)}},
                  std::bind_front(&ObjectBase::SetAttribute, m_sender));
    RequireSendBuffer();
    m_arrived.resize(m_packets);
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
    const uint64_t least = m_size + overhead.Get();
    if (buffer.Get() < least)
    {
        throw std::invalid_argument("SendBuffer=" + std::to_string(buffer.Get()) +
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
    if (m_isTcp)
    {
        return m_bytes >= uint64_t{m_size - TCP_HEADERS} * m_packets;
    }
    const EttcpCounters& counters = GetEttcp()->GetCounters();
    const auto card = DynamicCast<WavelanNetDevice>(m_devices.Get(SENDER));
    return counters.written == m_packets && counters.taken + counters.dropped == counters.written &&
           (!card || card->GetNQueued() == 0);
}

void
Xylomenos1999Testbed::NoteOffered(Ptr<const Packet> packet)
{
    const auto copy = packet->Copy();
    // An Ethernet card has put its header before.
    copy->RemoveAtStart(UDP_HEADERS + (m_isWired ? 14 : 0));
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

MaskedTransfersCounters
Xylomenos1999Testbed::GetDiskCounters(uint32_t host) const
{
    return m_disks.empty() ? MaskedTransfersCounters{} : m_disks.at(host)->GetCounters();
}

bool
Xylomenos1999Testbed::IsTcp() const
{
    return m_isTcp;
}

bool
Xylomenos1999Testbed::HasCards() const
{
    return !m_isWired;
}

uint32_t
Xylomenos1999Testbed::GetPackets() const
{
    return m_packets;
}

} // namespace ns3
