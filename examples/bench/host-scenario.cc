// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-scenario.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

/// The hosts are set up, and the station is associated, by then.
const Time START = Seconds(1);
/// What is left out of the measurement: slow start.
const Time WARM_UP = Seconds(2);
/// Payload of a 1500-byte datagram with TCP timestamps.
constexpr uint32_t SEGMENT = 1448;
/// Bytes under way, at most, in both kinds: what fills the fastest path.
constexpr uint32_t WINDOW = 1 << 20;
constexpr uint32_t MESSAGE = 65536; ///< bytes written at once
constexpr uint16_t PORT = 9;
constexpr const char* FACTORY = "ns3::TcpSocketFactory";

} // namespace

HostScenario::HostScenario(Path path, bool kernels)
    : m_kernels(kernels),
      m_nodes(2)
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    if (path == Path::WIRE)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        m_devices = link.Install(m_nodes);
    }
    else
    {
        InstallWifi(path);
    }
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        m_devices.Get(i)->SetMtu(1500);
    }
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    if (!kernels)
    {
        SetWeakDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        SetWeakDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(WINDOW));
        SetWeakDefault("ns3::TcpSocket::SndBufSize", UintegerValue(WINDOW));
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_nodes);
        addresses.Assign(m_devices);
        return;
    }
    LinuxKernelHelper().Install(m_nodes);
    LinuxKernelHelper::AssignStreams(m_nodes, 100);
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        const auto kernel = m_nodes.Get(i)->GetObject<LinuxKernel>();
        kernel->AddInterface(m_devices.Get(i), addresses.NewAddress());
    }
}

HostScenario::~HostScenario()
{
    Simulator::Destroy();
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
}

void
HostScenario::InstallWifi(Path path)
{
    MobilityHelper mobility;
    mobility.Install(m_nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    const bool isFast = path == Path::WIFI_AX_300;
    wifi.SetStandard(isFast ? WIFI_STANDARD_80211ax : WIFI_STANDARD_80211b);
    if (isFast)
    {
        phy.Set("ChannelSettings", StringValue("{42, 80, BAND_5GHZ, 0}"));
    }
    SetWeakDefault("ns3::ConstantRateWifiManager::DataMode",
                   StringValue(isFast ? "HeMcs7" : "DsssRate11Mbps"));
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager");
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    m_devices = wifi.Install(phy, mac, m_nodes.Get(0));
    mac.SetType("ns3::ApWifiMac");
    m_devices.Add(wifi.Install(phy, mac, m_nodes.Get(1)));
    WifiHelper::AssignStreams(m_devices, 0);
}

uint64_t
HostScenario::CountTurns() const
{
    uint64_t turns = 0;
    for (uint32_t i = 0; m_kernels && i < m_nodes.GetN(); ++i)
    {
        turns += m_nodes.Get(i)->GetObject<LinuxKernel>()->GetTurns();
    }
    return turns;
}

SimulationCost
HostScenario::Run(Time duration)
{
    BulkSendHelper source(FACTORY, InetSocketAddress("10.0.0.2", PORT));
    source.SetAttribute(
        "SendSize",
        *PreferUserValue("ns3::BulkSendApplication::SendSize", UintegerValue(MESSAGE)));
    source.Install(m_nodes.Get(0)).Start(START);
    PacketSinkHelper helper(FACTORY, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sink = DynamicCast<PacketSink>(helper.Install(m_nodes.Get(1)).Get(0));
    uint64_t before = 0;
    Simulator::Schedule(WARM_UP, [this, &before, sink] {
        before = sink->GetTotalRx();
        m_turns = CountTurns();
    });
    SimulationCost cost = MeasureSimulation(WARM_UP, duration);
    cost.bytes = sink->GetTotalRx() - before;
    m_turns = CountTurns() - m_turns;
    return cost;
}

uint64_t
HostScenario::GetTurns() const
{
    return m_turns;
}

} // namespace ns3
