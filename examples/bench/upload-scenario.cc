// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-scenario.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

/// The station is associated by then.
const Time START = Seconds(1);
/// Payload of a 1500-byte datagram with TCP timestamps.
constexpr uint32_t SEGMENT = 1448;
/// Receive buffers: 17 segments, as kuang2003, and what fills an 802.11ax link. With the bus and
/// without it the same packets are then under way, wherever they wait.
constexpr uint32_t WINDOW = 17 * SEGMENT;
constexpr uint32_t HIGH_SPEED_WINDOW = 90 * SEGMENT;
/// Port of the transfer.
constexpr uint16_t PORT = 9;

} // namespace

UploadScenario::UploadScenario(Speed speed, bool usb)
    : m_speed(speed)
{
    const bool high = speed == Speed::HIGH;
    SetWeakDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    SetWeakDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(high ? HIGH_SPEED_WINDOW : WINDOW));
    SetWeakDefault("ns3::UsbNetDevice::QueueMode", StringValue("Queued"));
    SetWeakDefault("ns3::ConstantRateWifiManager::DataMode",
                   StringValue(high ? "HeMcs7" : "DsssRate11Mbps"));
    SetWeakDefault("ns3::FifoQueueDisc::MaxSize", StringValue("100p"));
    m_nodes.Create(2);
    Build(usb);
}

UploadScenario::~UploadScenario()
{
    Simulator::Destroy();
}

NetDeviceContainer
UploadScenario::InstallRadios()
{
    MobilityHelper mobility;
    mobility.Install(m_nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager");
    wifi.SetStandard(WIFI_STANDARD_80211b);
    if (m_speed == Speed::HIGH)
    {
        phy.Set("ChannelSettings", StringValue("{36, 20, BAND_5GHZ, 0}"));
        wifi.SetStandard(WIFI_STANDARD_80211ax);
    }
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    NetDeviceContainer radios = wifi.Install(phy, mac, m_nodes.Get(0));
    mac.SetType("ns3::ApWifiMac");
    radios.Add(wifi.Install(phy, mac, m_nodes.Get(1)));
    return radios;
}

Ptr<NetDevice>
UploadScenario::InstallBus(Ptr<NetDevice> radio)
{
    UsbHelper usb;
    if (m_speed == Speed::HIGH)
    {
        usb.SetControllerType("ns3::EhciHostController");
        usb.SetDeviceAttribute("MaxTxUrbs", UintegerValue(32));
        usb.SetDeviceAttribute("InUrbs", UintegerValue(8));
    }
    else
    {
        // The adapter of kuang2003.
        for (const std::string name : {"TxBuffers", "RxBuffers", "HeaderGap", "CommitGap"})
        {
            usb.SetAdapterAttribute(name, *GetDefaultValue("ns3::Kuang2003Testbed::" + name));
        }
    }
    return usb.Install(radio).Get(0);
}

void
UploadScenario::Build(bool usb)
{
    const NetDeviceContainer radios = InstallRadios();
    m_station = radios.Get(0);
    m_accessPoint = radios.Get(1);
    m_station->SetMtu(1500);
    m_accessPoint->SetMtu(1500);
    int64_t stream = WifiHelper::AssignStreams(radios, 0);
    if (usb)
    {
        m_station = InstallBus(m_station);
        stream += UsbHelper::AssignStreams(NetDeviceContainer(m_station), stream);
    }
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    TrafficControlHelper queue;
    queue.SetRootQueueDisc("ns3::FifoQueueDisc");
    queue.Install(m_station);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0")
        .Assign(NetDeviceContainer(m_station, m_accessPoint));
}

SimulationCost
UploadScenario::RunUpload(Time duration)
{
    const Ipv4Address address =
        m_nodes.Get(1)->GetObject<Ipv4L3Protocol>()->GetAddress(1, 0).GetLocal();
    BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(address, PORT));
    source.Install(m_nodes.Get(0)).Start(START);
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto received = DynamicCast<PacketSink>(sink.Install(m_nodes.Get(1)).Get(0));
    SimulationCost cost = MeasureSimulation(START, duration);
    cost.bytes = received->GetTotalRx();
    return cost;
}

SimulationCost
UploadScenario::RunIdle(Time duration)
{
    return MeasureSimulation(START, duration);
}

} // namespace ns3
