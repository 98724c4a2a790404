// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "radio-scenario.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/cell-radio.h"
#include "ns3/config.h"
#include "ns3/dcf-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/txop.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/// When the loads begin, and until when the cost does not count.
const Time START = MilliSeconds(100);
const Time WARM_UP = MilliSeconds(500);
/// How often queues are filled. They hold 500 packets, which last longer.
const Time FILL_INTERVAL = MilliSeconds(250);
/// Bytes of a datagram, and of its payload without TCP's or UDP's header.
constexpr uint32_t PACKET_BYTES = 1500;
constexpr uint32_t SEGMENT_BYTES = 1448;
/// Ethertype for local experiments.
constexpr uint16_t PROTOCOL = 0x88b5;
/// Port of the transfers.
constexpr uint16_t PORT = 9;
/// Larger than any frame.
constexpr uint32_t NO_RTS = 4692480;
/// First stream of the IP stacks.
constexpr int64_t IP_STREAM = 200'000;
constexpr int64_t IP_STREAMS_OF_CELL = 1000;
/// Somewhat more than a cell carries.
constexpr double OFFERED_MBPS = 8;

/// @param cell number of a cell
/// @return its place on a line, out of the others' range
std::string
GetPlace(uint32_t cell)
{
    return "ns3::ConstantRandomVariable[Constant=" + std::to_string(1000 * cell) + "]";
}

} // namespace

RadioScenario::RadioScenario(const RadioOptions& options)
    : m_options(options)
{
    if (GetCellRadioOption() != CellRadioKind::WIFI)
    {
        throw std::invalid_argument(
            "radio=dcf: expected wifi, the default, as this program makes both radios itself");
    }
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT_BYTES));
    // Packets wait for the medium, not for their end.
    Config::SetDefault("ns3::WifiMacQueue::MaxDelay", TimeValue(Hours(1)));
    for (uint32_t cell = 0; cell < options.cells; ++cell)
    {
        const NodeContainer nodes(options.nodes);
        MobilityHelper mobility;
        mobility.SetPositionAllocator("ns3::RandomRectanglePositionAllocator",
                                      "X",
                                      StringValue(GetPlace(cell)),
                                      "Y",
                                      StringValue(GetPlace(0)));
        mobility.Install(nodes);
        const NetDeviceContainer devices = options.wifi ? InstallWifi(nodes) : InstallDcf(nodes);
        if (options.load == RadioLoad::DEVICE)
        {
            AddFillers(devices);
        }
        else
        {
            AddApplications(nodes, devices);
        }
        if (cell == 0)
        {
            m_devices = devices;
        }
    }
}

RadioScenario::~RadioScenario()
{
    Simulator::Destroy();
}

NetDeviceContainer
RadioScenario::InstallWifi(const NodeContainer& nodes)
{
    if (!m_channel || m_options.apart)
    {
        m_channel = YansWifiChannelHelper::Default().Create();
    }
    YansWifiPhyHelper phy;
    phy.SetChannel(m_channel);
    RefuseUserValues({"ns3::ConstantRateWifiManager::DataMode",
                      "ns3::ConstantRateWifiManager::ControlMode",
                      "ns3::WifiRemoteStationManager::RtsCtsThreshold"});
    WifiHelper helper;
    helper.SetStandard(WIFI_STANDARD_80211b);
    const std::string rate = m_options.rate == "5.5" ? "5_5" : m_options.rate;
    helper.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                   "DataMode",
                                   StringValue("DsssRate" + rate + "Mbps"),
                                   "ControlMode",
                                   StringValue("DsssRate1Mbps"),
                                   "RtsCtsThreshold",
                                   UintegerValue(m_options.rts ? 0 : NO_RTS));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac", "QosSupported", BooleanValue(false));
    const NetDeviceContainer devices = helper.Install(phy, mac, nodes);
    m_phyStream += WifiHelper::AssignStreams(devices, m_phyStream);
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        const Ptr<WifiMac> wifi = DynamicCast<WifiNetDevice>(*device)->GetMac();
        m_stream += wifi->GetTxop()->AssignStreams(m_stream);
    }
    return devices;
}

NetDeviceContainer
RadioScenario::InstallDcf(const NodeContainer& nodes)
{
    // What one radio has by its own attributes, and is compared with, the other would not have.
    RefuseUserValues({"ns3::DcfNetDevice::DataRate", "ns3::DcfNetDevice::RtsCtsThreshold"});
    DcfHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue(m_options.rate + "Mbps"));
    helper.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(m_options.rts ? 0 : NO_RTS));
    const NetDeviceContainer devices = helper.Install(nodes);
    m_stream += DcfHelper::AssignStreams(devices, m_stream);
    return devices;
}

/// Let all devices but the first have packets for the first at all times.
void
RadioScenario::AddFillers(const NetDeviceContainer& devices)
{
    devices.Get(0)->GetNode()->RegisterProtocolHandler(
        [this](Ptr<NetDevice>,
               Ptr<const Packet> packet,
               uint16_t,
               const Address&,
               const Address&,
               NetDevice::PacketType) { m_received += packet->GetSize(); },
        PROTOCOL,
        devices.Get(0));
    for (uint32_t i = 1; i < devices.GetN(); ++i)
    {
        const Ptr<NetDevice> device = devices.Get(i);
        Simulator::ScheduleWithContext(device->GetNode()->GetId(),
                                       START,
                                       &RadioScenario::Fill,
                                       device,
                                       devices.Get(0)->GetAddress());
    }
}

void
RadioScenario::Fill(Ptr<NetDevice> device, Address receiver)
{
    const auto queue = device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    while (!queue->IsStopped())
    {
        device->Send(Create<Packet>(PACKET_BYTES), receiver, PROTOCOL);
    }
    Simulator::Schedule(FILL_INTERVAL, &RadioScenario::Fill, device, receiver);
}

void
RadioScenario::AddApplications(const NodeContainer& nodes, const NetDeviceContainer& devices)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    TrafficControlHelper queue;
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize"});
    queue.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
    queue.Install(devices);
    internet.AssignStreams(nodes, IP_STREAM + m_network * IP_STREAMS_OF_CELL);
    const std::string base = "10.0." + std::to_string(m_network++) + ".0";
    const Ipv4InterfaceContainer addresses =
        Ipv4AddressHelper(base.c_str(), "255.255.255.0").Assign(devices);
    const InetSocketAddress receiver(addresses.GetAddress(0), PORT);
    const bool tcp = m_options.load == RadioLoad::TCP;
    const std::string factory = tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory";
    PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    sink.Install(nodes.Get(0))
        .Get(0)
        ->TraceConnectWithoutContext("Rx",
                                     Callback<void, Ptr<const Packet>, const Address&>(
                                         [this](Ptr<const Packet> packet, const Address&) {
                                             m_received += packet->GetSize();
                                         }));
    BulkSendHelper bulk(factory, receiver);
    OnOffHelper constant(factory, receiver);
    const auto rate = static_cast<uint64_t>(OFFERED_MBPS * 1e6 / (nodes.GetN() - 1));
    constant.SetConstantRate(DataRate(rate), SEGMENT_BYTES);
    for (uint32_t i = 1; i < nodes.GetN(); ++i)
    {
        const ApplicationContainer application =
            tcp ? bulk.Install(nodes.Get(i)) : constant.Install(nodes.Get(i));
        application.Start(START + MicroSeconds(100 * i));
    }
}

void
RadioScenario::CountAttempts()
{
    m_counts = true;
    m_senders.resize(m_devices.GetN() - 1);
    if (m_options.wifi)
    {
        Simulator::Schedule(WARM_UP, &RadioScenario::ConnectWifi, this);
    }
    else
    {
        Simulator::Schedule(WARM_UP, &RadioScenario::CountDcf, this, true);
    }
}

/// @param begins the counters count from here; otherwise they end
void
RadioScenario::CountDcf(bool begins)
{
    for (std::size_t i = 0; i < m_senders.size(); ++i)
    {
        const auto device = DynamicCast<DcfNetDevice>(m_devices.Get(static_cast<uint32_t>(i) + 1));
        const DcfCounters counters = device->GetCounters();
        RadioSender& sender = m_senders[i];
        // What goes to a group is not acknowledged, and can only be counted as an attempt here.
        const uint64_t attempts = counters.acknowledged + counters.failures;
        sender.attempts = begins ? attempts : attempts - sender.attempts;
        sender.failures = begins ? counters.failures : counters.failures - sender.failures;
    }
}

/// An attempt of ns-3's ends with an ACK, or fails as RTS or as data.
void
RadioScenario::ConnectWifi()
{
    for (std::size_t i = 0; i < m_senders.size(); ++i)
    {
        const auto device = DynamicCast<WifiNetDevice>(m_devices.Get(static_cast<uint32_t>(i) + 1));
        RadioSender& sender = m_senders[i];
        device->GetMac()->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>(
                [&sender](Ptr<const WifiMpdu>) { ++sender.attempts; }));
        for (const std::string failure : {"MacTxDataFailed", "MacTxRtsFailed"})
        {
            device->GetRemoteStationManager()->TraceConnectWithoutContext(
                failure,
                Callback<void, Mac48Address>([&sender](Mac48Address) {
                    ++sender.attempts;
                    ++sender.failures;
                }));
        }
    }
}

const std::vector<RadioSender>&
RadioScenario::GetSenders() const
{
    return m_senders;
}

SimulationCost
RadioScenario::Run(Time duration)
{
    uint64_t before = 0;
    Simulator::Schedule(WARM_UP, [this, &before] { before = m_received; });
    SimulationCost cost = MeasureSimulation(WARM_UP, duration);
    cost.bytes = m_received - before;
    if (m_counts && !m_options.wifi)
    {
        CountDcf(false);
    }
    return cost;
}

} // namespace ns3
