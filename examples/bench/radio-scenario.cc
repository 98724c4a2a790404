// SPDX-License-Identifier: GPL-2.0-only

#include "radio-scenario.h"

#include "ns3/bulk-send-helper.h"
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
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

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
/// Somewhat more than a cell carries.
constexpr double OFFERED_MBPS = 8;

/// @param cell number of a cell @return its place on a line, out of the others' range
std::string
GetPlace(uint32_t cell)
{
    return "ns3::ConstantRandomVariable[Constant=" + std::to_string(1000 * cell) + "]";
}

} // namespace

RadioScenario::RadioScenario(bool wifi, uint32_t cells, uint32_t nodes, Load load, bool apart)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT_BYTES));
    // Packets wait for the medium, not for their end.
    Config::SetDefault("ns3::WifiMacQueue::MaxDelay", TimeValue(Hours(1)));
    Ptr<YansWifiChannel> channel;
    for (uint32_t cell = 0; cell < cells; ++cell)
    {
        NodeContainer group(nodes);
        MobilityHelper mobility;
        mobility.SetPositionAllocator("ns3::RandomRectanglePositionAllocator",
                                      "X",
                                      StringValue(GetPlace(cell)),
                                      "Y",
                                      StringValue(GetPlace(0)));
        mobility.Install(group);
        NetDeviceContainer devices;
        if (wifi)
        {
            YansWifiPhyHelper phy;
            if (!channel || apart)
            {
                channel = YansWifiChannelHelper::Default().Create();
            }
            phy.SetChannel(channel);
            WifiHelper helper;
            helper.SetStandard(WIFI_STANDARD_80211b);
            helper.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                           "DataMode",
                                           StringValue("DsssRate11Mbps"),
                                           "ControlMode",
                                           StringValue("DsssRate1Mbps"));
            WifiMacHelper mac;
            mac.SetType("ns3::AdhocWifiMac", "QosSupported", BooleanValue(false));
            devices = helper.Install(phy, mac, group);
            m_stream += WifiHelper::AssignStreams(devices, m_stream);
        }
        else
        {
            DcfHelper helper;
            devices = helper.Install(group);
            m_stream += DcfHelper::AssignStreams(devices, m_stream);
        }
        if (load == Load::DEVICE)
        {
            AddFillers(devices);
        }
        else
        {
            AddApplications(group, devices, load);
        }
    }
}

RadioScenario::~RadioScenario()
{
    Simulator::Destroy();
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
RadioScenario::AddApplications(const NodeContainer& nodes,
                               const NetDeviceContainer& devices,
                               Load load)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    TrafficControlHelper queue;
    queue.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
    queue.Install(devices);
    m_stream += internet.AssignStreams(nodes, m_stream);
    const std::string base = "10.0." + std::to_string(m_network++) + ".0";
    const Ipv4InterfaceContainer addresses =
        Ipv4AddressHelper(base.c_str(), "255.255.255.0").Assign(devices);
    const InetSocketAddress receiver(addresses.GetAddress(0), PORT);
    const bool tcp = load == Load::TCP;
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

SimulationCost
RadioScenario::Run(Time duration)
{
    uint64_t before = 0;
    Simulator::Schedule(WARM_UP, [this, &before] { before = m_received; });
    SimulationCost cost = MeasureSimulation(WARM_UP, duration);
    cost.bytes = m_received - before;
    return cost;
}

} // namespace ns3
