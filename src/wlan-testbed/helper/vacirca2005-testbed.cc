// SPDX-License-Identifier: GPL-2.0-only

#include "vacirca2005-testbed.h"

#include "host-tcp.h"
#include "host-wire.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/csma-helper.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/random-variable-stream.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/// Frames of the card's queue do not expire; ns-3 gives them half a second.
const Time NEVER = Days(1);

} // namespace

Vacirca2005Testbed::Vacirca2005Testbed(const Vacirca2005Parameters& parameters)
    : m_parameters(parameters)
{
    if (parameters.accessPointQueue < 2)
    {
        throw std::invalid_argument(
            "accessPointQueue=" + std::to_string(parameters.accessPointQueue) +
            ": expected at least 2 packets, one of them in the card");
    }
    const uint32_t stations = parameters.uplinks + parameters.downlinkStations;
    if (!parameters.seats.empty() && stations > parameters.seats.size())
    {
        throw std::invalid_argument(std::to_string(stations) + " stations: there are " +
                                    std::to_string(parameters.seats.size()) + " seats");
    }
    if (parameters.downlinkStations == 0 && parameters.downlinks > 0)
    {
        throw std::invalid_argument("downlinkStations=0: expected a station for the downlinks");
    }
    m_stations.Create(stations);
    m_accessPoint.Create(1);
    m_host.Create(1);
    Place();
    BuildRadios();
    BuildWire();
    BuildInternet();
    InstallBacklogs();
}

void
Vacirca2005Testbed::Place()
{
    m_places = CreateObject<RandomRectanglePositionAllocator>();
    const auto along = [](double length) {
        return CreateObjectWithAttributes<UniformRandomVariable>("Max", DoubleValue(length));
    };
    m_places->SetX(along(m_parameters.room.x));
    m_places->SetY(along(m_parameters.room.y));
    MobilityHelper mobility;
    mobility.Install(NodeContainer(m_stations, m_accessPoint));
    TakePlaces();
}

void
Vacirca2005Testbed::TakePlaces()
{
    const NodeContainer nodes(m_stations, m_accessPoint);
    const auto& seats = m_parameters.seats;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        Vector place;
        if (seats.empty())
        {
            place = m_places->GetNext();
        }
        else if (i < GetNStations())
        {
            place = seats[i];
        }
        nodes.Get(i)->GetObject<MobilityModel>()->SetPosition(place);
    }
}

void
Vacirca2005Testbed::BuildRadios()
{
    RefuseUserValue("ns3::RetryLimitWifiManager::DataAttempts");
    RefuseUserValue("ns3::WifiMac::FrameRetryLimit");
    RefuseUserValues("ns3::WifiMacQueue", {"MaxSize", "MaxDelay"});
    BuildNoise();
    YansWifiPhyHelper phy;
    phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel",
                                  "Threshold",
                                  DoubleValue(m_parameters.captureRatio));
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        InstallRadio(phy, "ns3::StaWifiMac", GetStation(i));
    }
    InstallRadio(phy, "ns3::ApWifiMac", GetAccessPoint());
    const auto accessPoint = DynamicCast<WifiNetDevice>(GetAccessPointRadio())->GetPhy();
    accessPoint->SetTxGain(accessPoint->GetTxGain() + m_parameters.accessPointGain);
}

void
Vacirca2005Testbed::BuildNoise()
{
    if (!m_parameters.noise)
    {
        return;
    }
    RefuseUserValues("ns3::GilbertElliottErrorModel",
                     {"GoodDuration", "BadDuration", "GoodBitErrorRate", "BadBitErrorRate"});
    constexpr double NOTHING_SURVIVES = 1;
    m_noise = CreateObjectWithAttributes<GilbertElliottErrorModel>(
        "GoodDuration",
        TimeValue(m_parameters.noise->goodDuration),
        "BadDuration",
        TimeValue(m_parameters.noise->badDuration),
        "GoodBitErrorRate",
        DoubleValue(m_parameters.noise->bitErrorRate),
        "BadBitErrorRate",
        DoubleValue(NOTHING_SURVIVES));
}

void
Vacirca2005Testbed::InstallRadio(const YansWifiPhyHelper& phy,
                                 const std::string& macType,
                                 Ptr<Node> node)
{
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::RetryLimitWifiManager",
                                 "DataMode",
                                 *PreferUserValue("ns3::ConstantRateWifiManager::DataMode",
                                                  StringValue(m_parameters.dataMode)),
                                 "DataAttempts",
                                 UintegerValue(m_parameters.attempts));
    WifiMacHelper mac;
    mac.SetType(macType, "Ssid", SsidValue(Ssid("vacirca2005")));
    const auto radio = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, node).Get(0));
    const auto queue = radio->GetMac()->GetTxopQueue(AC_BE_NQOS);
    queue->SetMaxDelay(NEVER);
    m_radios.Add(radio);
    if (m_noise)
    {
        radio->GetPhy()->SetPostReceptionErrorModel(m_noise);
    }
}

void
Vacirca2005Testbed::BuildWire()
{
    m_wire = InstallHostWire(GetAccessPoint(),
                             GetHost(),
                             m_parameters.ethernetRate,
                             m_parameters.ethernetDelay);
}

void
Vacirca2005Testbed::BuildInternet()
{
    const NodeContainer hosts(m_stations, m_host);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(hosts);
    InstallTcp();
    m_bridge = DynamicCast<LinuxBridgeNetDevice>(
        LinuxBridgeHelper()
            .Install(GetAccessPoint(), NetDeviceContainer(GetAccessPointRadio(), m_wire.Get(0)))
            .Get(0));
    InstallDiscs();
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        m_addresses.push_back(addresses.Assign(m_radios.Get(i)).GetAddress(0));
    }
    m_addresses.push_back(addresses.Assign(m_wire.Get(1)).GetAddress(0));
    KeepAddressResolution();
}

void
Vacirca2005Testbed::InstallTcp()
{
    const Vacirca2005Parameters& p = m_parameters;
    RefuseUserValue("ns3::TcpSocket::SegmentSize");
    const NodeContainer hosts(m_stations, m_host);
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto sockets = InstallHostTcp(hosts.Get(i), p.tcp);
        sockets->SetSocketAttribute("SegmentSize", UintegerValue(p.segmentSize));
        const auto set = [&sockets](const std::string& name, uint32_t bytes) {
            sockets->SetSocketAttribute(
                name,
                *PreferUserValue("ns3::TcpSocket::" + name, UintegerValue(bytes)));
        };
        set("SndBufSize", p.sendBuffer);
        set("RcvBufSize", p.receiveBuffer);
        if (DynamicCast<TcpLinux24SocketFactory>(sockets))
        {
            sockets->SetSocketAttribute("PartialWrites", BooleanValue(true)); // ttcp blocks
            sockets->SetSocketAttribute("LocalDropFeedback", BooleanValue(p.localDropsReachTcp));
        }
    }
}

void
Vacirca2005Testbed::InstallDiscs()
{
    RefuseUserValue("ns3::FifoQueueDisc::MaxSize");
    RefuseUserValues(
        "ns3::AckDataWrrQueueDisc",
        {"MaxSize", "DataMaxSize", "AckMaxSize", "LimitMode", "AdaptiveWeights", "DisplaceAcks"});
    const Vacirca2005Parameters& p = m_parameters;
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        m_discs.push_back(LinuxBridgeHelper::InstallBuffer(m_radios.Get(i), p.linkQueue).Get(0));
    }
    const auto disc = LinuxBridgeHelper::InstallBuffer(GetAccessPointRadio(),
                                                       p.accessPointQueue,
                                                       p.accessPointDisc)
                          .Get(0);
    if (DynamicCast<AckDataWrrQueueDisc>(disc))
    {
        QueueSizeValue limit;
        disc->GetAttribute("MaxSize", limit);
        disc->SetAttribute("DataMaxSize", limit);
        disc->SetAttribute(
            "AckMaxSize",
            p.ackQueue ? QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, *p.ackQueue)) : limit);
        disc->SetAttribute("LimitMode", StringValue(p.limitPerClass ? "PerClass" : "Shared"));
        disc->SetAttribute("AdaptiveWeights", BooleanValue(p.adaptiveWeights));
        // The paper's queues are those of Linux, which refuse what does not fit.
        disc->SetAttribute("DisplaceAcks", BooleanValue(p.adaptiveWeights));
    }
    m_discs.push_back(disc);
    for (auto radio = m_radios.Begin(); radio != m_radios.End(); ++radio)
    {
        const auto queue = (*radio)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        queue->GetQueueLimits()->SetAttribute("MaxPackets", UintegerValue(p.cardFrames));
    }
}

void
Vacirca2005Testbed::KeepAddressResolution()
{
    const NodeContainer hosts(m_stations, m_host);
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto ip = hosts.Get(i)->GetObject<Ipv4L3Protocol>();
        // Interface 0 is the loopback's.
        const auto cache = ip->GetInterface(1)->GetArpCache();
        cache->SetAliveTimeout(NEVER);
    }
}

void
Vacirca2005Testbed::InstallBacklogs()
{
    RefuseUserValues("ns3::ReceiveBacklog", {"PacketTime", "OctetTime"});
    if (m_parameters.hostPacketTime.IsZero() && m_parameters.hostOctetTime.IsZero())
    {
        return;
    }
    const auto time = CreateObjectWithAttributes<ConstantRandomVariable>(
        "Constant",
        DoubleValue(m_parameters.hostPacketTime.GetSeconds()));
    ReceiveBacklogHelper backlogs;
    backlogs.SetAttribute("PacketTime", PointerValue(time));
    backlogs.SetAttribute("OctetTime", TimeValue(m_parameters.hostOctetTime));
    backlogs.Install(m_radios);
    backlogs.Install(m_wire);
}

uint32_t
Vacirca2005Testbed::GetNStations() const
{
    return m_stations.GetN();
}

Ptr<Node>
Vacirca2005Testbed::GetStation(uint32_t i) const
{
    return m_stations.Get(i);
}

Ipv4Address
Vacirca2005Testbed::GetStationAddress(uint32_t i) const
{
    return m_addresses.at(i);
}

Ptr<NetDevice>
Vacirca2005Testbed::GetStationRadio(uint32_t i) const
{
    return m_radios.Get(i);
}

Ptr<QueueDisc>
Vacirca2005Testbed::GetStationDisc(uint32_t i) const
{
    return m_discs.at(i);
}

Ptr<Node>
Vacirca2005Testbed::GetAccessPoint() const
{
    return m_accessPoint.Get(0);
}

Ptr<NetDevice>
Vacirca2005Testbed::GetAccessPointRadio() const
{
    return m_radios.Get(GetNStations());
}

const NetDeviceContainer&
Vacirca2005Testbed::GetRadios() const
{
    return m_radios;
}

Ptr<QueueDisc>
Vacirca2005Testbed::GetAccessPointDisc() const
{
    return m_discs.back();
}

Ptr<LinuxBridgeNetDevice>
Vacirca2005Testbed::GetBridge() const
{
    return m_bridge;
}

Ptr<Node>
Vacirca2005Testbed::GetHost() const
{
    return m_host.Get(0);
}

Ipv4Address
Vacirca2005Testbed::GetHostAddress() const
{
    return m_addresses.back();
}

const Vacirca2005Parameters&
Vacirca2005Testbed::GetParameters() const
{
    return m_parameters;
}

int64_t
Vacirca2005Testbed::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    const NodeContainer hosts(m_stations, m_host);
    stream += m_places->AssignStreams(stream);
    TakePlaces();
    stream += WifiHelper::AssignStreams(m_radios, stream);
    stream += CsmaHelper().AssignStreams(m_wire, stream);
    stream += InternetStackHelper().AssignStreams(hosts, stream);
    stream += TcpSocketFactoryHelper::AssignStreams(hosts, stream);
    if (m_noise)
    {
        stream += m_noise->AssignStreams(stream);
    }
    stream += ReceiveBacklogHelper::AssignStreams(NodeContainer(hosts, m_accessPoint), stream);
    return stream - first;
}

} // namespace ns3
