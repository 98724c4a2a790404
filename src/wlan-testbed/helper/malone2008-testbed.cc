// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "malone2008-testbed.h"

#include "host-tcp.h"
#include "queue-disc-choice.h"

#include "ns3/ack-priority-helper.h"
#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/linux-kernel.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet-queue-limits.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/qos-utils.h"
#include "ns3/queue-limits.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <cmath>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Malone2008Testbed");

namespace
{

/// Bytes of a data frame around the segment: headers of TCP with timestamps, IP, LLC and the MAC,
/// and the FCS.
constexpr uint32_t FRAME_OVERHEAD = 32 + 20 + 8 + 24 + 4;

QueueSize
MakePackets(uint32_t packets)
{
    return QueueSize(QueueSizeUnit::PACKETS, packets);
}

} // namespace

Malone2008Testbed::Malone2008Testbed() = default;

Malone2008Testbed::~Malone2008Testbed() = default;

void
Malone2008Testbed::Build()
{
    CheckTogether();
    CreateNodes(m_uploads + m_laterUploads + m_downloads, m_room);
    m_dummynet.Create(1);
    BuildRadios();
    BuildWire();
    BuildInternet();
    ScheduleChange();
    RequireJoined(m_start);
}

void
Malone2008Testbed::CheckTogether() const
{
    if (m_uploads + m_downloads == 0)
    {
        throw std::invalid_argument("Uploads=0: expected at least one, or a download");
    }
    if (m_prioritiseAcks && !m_disc.empty())
    {
        throw std::invalid_argument("AccessPointDisc=" + m_disc +
                                    ": expected none with PrioritiseAcks");
    }
    if (!m_prioritiseAcks)
    {
        RequireDefaults(*this, {"ExtraSlots", "AckCwMin"}, "PrioritiseAcks=false");
    }
    if (!m_interfaceWaits)
    {
        RequireDefaults(*this, {"InterfaceQueue"}, "InterfaceWaits=false");
    }
    if (!m_interfaceWaits && m_driverQueue == 1)
    {
        throw std::invalid_argument(
            "DriverQueue=1: expected at least two packets where none wait at the interface");
    }
    if (m_tcp != LINUX26_8 && (!m_bic || m_bicMaximumFault))
    {
        throw std::invalid_argument("Tcp=" + m_tcp + ": expected " + LINUX26_8 +
                                    ", which has Bic and BicMaximumFault");
    }
    RequireDatagramFits(m_segmentSize, m_tcp, m_hostTcp);
    RequireSegmentFits("SendBuffer", m_sendBuffer, m_segmentSize);
    RequireSegmentFits("ReceiveBuffer", m_receiveBuffer, m_segmentSize);
    if (HasKernels())
    {
        RequireDefaults(*this,
                        {"SegmentSize", "SendBuffer", "LocalDropsReachTcp", "Frto"},
                        std::string("Tcp=") + REAL_KERNEL);
    }
    if (IsLinuxKernel(m_hostTcp))
    {
        RequireDefaults(*this, {"DelayedAckTimeout"}, "HostTcp=" + m_hostTcp);
    }
}

/// @return whether the stations have real kernels
bool
Malone2008Testbed::HasKernels() const
{
    return m_tcp == REAL_KERNEL;
}

void
Malone2008Testbed::BuildRadios()
{
    BuildNoise();
    CellRadios radios;
    radios.kind = ChooseCellRadio();
    radios.ssid = "malone2008";
    radios.dataMode = GetModeName(m_dataMode);
    radios.basicModes = GetBasicModes();
    radios.stationAttempts = m_attempts;
    radios.accessPointAttempts = m_attempts;
    radios.qos = m_prioritiseAcks;
    radios.captureRatio = m_captureRatio;
    radios.noise = m_noise;
    InstallRadios(radios);
}

std::vector<std::string>
Malone2008Testbed::GetBasicModes() const
{
    if (!m_fastMacAcks)
    {
        return {};
    }
    return {"DsssRate1Mbps", "DsssRate2Mbps", "DsssRate11Mbps"};
}

void
Malone2008Testbed::BuildNoise()
{
    const double loss = m_frameErrorRate;
    if (loss == 0)
    {
        return;
    }
    // Each receiver of a frame draws for itself: interference in an office is not the same at all
    // antennas, and what others hear of a frame that is lost matters little to them.
    const double bits = 8.0 * (m_segmentSize + FRAME_OVERHEAD);
    const double bitErrorRate = -std::expm1(std::log1p(-loss) / bits);
    m_noise = CreateObject<RateErrorModel>();
    SetAttributes("ns3::RateErrorModel",
                  {{"ErrorUnit", EnumValue(RateErrorModel::ERROR_UNIT_BIT)},
                   {"ErrorRate", DoubleValue(bitErrorRate)}},
                  std::bind_front(&ObjectBase::SetAttribute, m_noise));
    NS_LOG_INFO("noise spoils " << 100 * loss << " % of full-size data frames, a bit error rate of "
                                << bitErrorRate);
}

void
Malone2008Testbed::BuildWire()
{
    InstallWire(m_dummynet.Get(0), m_ethernetRate, MicroSeconds(1));
    // A pipe of dummynet delays packets and has a queue, but no rate of its own.
    PointToPointHelper pipe;
    pipe.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    pipe.SetChannelAttribute("Delay", TimeValue(m_dummynetDelay));
    pipe.SetQueue("ns3::DropTailQueue<Packet>",
                  "MaxSize",
                  QueueSizeValue(MakePackets(m_dummynetQueue)));
    m_pipe = pipe.Install(m_dummynet.Get(0), GetHost());
}

void
Malone2008Testbed::BuildInternet()
{
    if (HasKernels())
    {
        NodeContainer stations;
        for (uint32_t i = 0; i < GetNStations(); ++i)
        {
            stations.Add(GetStation(i));
        }
        InstallKernels(stations);
        InstallInternet(NodeContainer(GetHost(), m_dummynet.Get(0)));
        InstallHostTcp();
    }
    else
    {
        InstallInternet(NodeContainer(GetHosts(), m_dummynet));
        InstallTcp();
    }
    // "A desktop PC acting as an access point" (III) with the bridge of its kernel.
    InstallBridge();
    InstallQueues();
    ConnectNetworks();
    if (m_staticArp)
    {
        FixAddressResolution();
    }
}

void
Malone2008Testbed::InstallTcp()
{
    // The values given to the factories would silently win over a user's.
    RefuseUserValues({"ns3::TcpLinux24Socket::AckSkip",
                      "ns3::TcpLinux24Socket::AdaptiveAckSkip",
                      "ns3::TcpLinux24Socket::Bic",
                      "ns3::TcpLinux24Socket::BicMaximumFault",
                      "ns3::TcpLinux24Socket::Frto",
                      "ns3::TcpLinux24Socket::LocalDropFeedback",
                      "ns3::TcpLinux24Socket::PartialWrites"});
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        const auto sockets = ns3::InstallHostTcp(GetStation(i), m_tcp);
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(m_segmentSize)},
                          {"SndBufSize", UintegerValue(m_sendBuffer)}});
        if (DynamicCast<TcpLinux24SocketFactory>(sockets))
        {
            // Iperf's write() blocks until the socket has taken the whole buffer, part by part.
            sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
            sockets->SetSocketAttribute("Frto", BooleanValue(m_frto));
            sockets->SetSocketAttribute("LocalDropFeedback", BooleanValue(m_localDropsReachTcp));
            if (m_tcp == LINUX26_8)
            {
                sockets->SetSocketAttribute("Bic", BooleanValue(m_bic));
                sockets->SetSocketAttribute("BicMaximumFault", BooleanValue(m_bicMaximumFault));
            }
        }
        else if (m_frto || m_localDropsReachTcp)
        {
            throw std::invalid_argument(
                "Tcp=" + m_tcp +
                ": expected a kernel of Linux, which has Frto and LocalDropsReachTcp");
        }
    }
    InstallHostTcp();
}

void
Malone2008Testbed::InstallHostTcp()
{
    const uint32_t whole = (m_receiveBuffer + m_segmentSize - 1) / m_segmentSize * m_segmentSize;
    const uint32_t receiveBuffer = m_hostTcp == FREEBSD_6_2 ? whole : m_receiveBuffer;
    const auto sockets = ns3::InstallHostTcp(GetHost(), m_hostTcp);
    SetTcpAttributes(sockets,
                     {{"SegmentSize", UintegerValue(m_segmentSize)},
                      {"RcvBufSize", UintegerValue(receiveBuffer)},
                      {"SndBufSize", UintegerValue(m_sendBuffer)}});
    if (!DynamicCast<TcpLinux24SocketFactory>(sockets))
    {
        if (m_adaptiveAckSkip > 0)
        {
            throw std::invalid_argument("HostTcp=" + m_hostTcp +
                                        ": expected a kernel of Linux, which skips ACKs");
        }
        SetTcpAttributes(sockets, {{"DelAckTimeout", TimeValue(m_delayedAckTimeout)}});
        return;
    }
    sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
    sockets->SetSocketAttribute("AckSkip", UintegerValue(m_adaptiveAckSkip));
    sockets->SetSocketAttribute("AdaptiveAckSkip", BooleanValue(m_adaptiveAckSkip > 0));
}

void
Malone2008Testbed::InstallQueues()
{
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize"});
    // A packet passes through the interface's queue even where it cannot wait in it, so that there
    // is room for one, which takes the place of one of the driver's buffers.
    const QueueSize interfaceQueue = MakePackets(m_interfaceWaits ? m_interfaceQueue : 1);
    const uint32_t driverQueue = m_interfaceWaits ? m_driverQueue : m_driverQueue - 1;
    if (!m_prioritiseAcks)
    {
        TrafficControlHelper queues;
        queues.SetQueueLimits("ns3::PacketQueueLimits", "MaxPackets", UintegerValue(driverQueue));
        queues.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", QueueSizeValue(interfaceQueue));
        for (uint32_t i = 0; i < GetNStations(); ++i)
        {
            CellRadio::Of(GetStationRadio(i))->SetCwMax(m_stationCwMax);
            if (HasKernels())
            {
                SetKernelQueue(i, interfaceQueue.GetValue(), driverQueue);
                continue;
            }
            AddDisc(queues.Install(GetStationRadio(i)).Get(0));
        }
        const auto radio = GetAccessPointRadio();
        AddDisc(m_disc.empty() ? queues.Install(radio).Get(0) : InstallAccessPointDisc());
        return;
    }
    AckPriorityHelper priority;
    priority.SetQueueDisc("ns3::FifoQueueDisc", "MaxSize", QueueSizeValue(interfaceQueue));
    for (auto radio = GetRadios().Begin(); radio != GetRadios().End(); ++radio)
    {
        CellRadio::Of(*radio)->SetDriverQueue(priority, driverQueue);
    }
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        // A kernel has its own queue discs.
        AckPriorityHelper data = HasKernels() ? AckPriorityHelper() : priority;
        CellRadio::Of(GetStationRadio(i))->SetDriverQueue(data, driverQueue);
        data.SetOtherCategory(
            AC_BE,
            {.aifsn = DCF_AIFSN + m_extraSlots, .cwMin = CW_MIN, .cwMax = m_stationCwMax});
        const auto discs = data.Install(GetStationRadio(i));
        if (HasKernels())
        {
            SetKernelQueue(i, interfaceQueue.GetValue(), driverQueue);
            continue;
        }
        AddDisc(discs.Get(0));
    }
    priority.SetAckCategory(AC_VI, {.aifsn = DCF_AIFSN, .cwMin = m_ackCwMin, .cwMax = CW_MAX});
    AddDisc(priority.Install(GetAccessPointRadio()).Get(0));
}

Ptr<QueueDisc>
Malone2008Testbed::InstallAccessPointDisc()
{
    const uint32_t packets = GetBuffers();
    const auto radio = GetAccessPointRadio();
    const auto choice = *QueueDiscChoice::Parse(m_disc);
    const auto disc =
        InstallBuffer("InterfaceQueue and DriverQueue", radio, packets, choice.GetType());
    choice.SetAttributes(disc);
    const auto queue = radio->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    queue->GetQueueLimits()->SetAttribute("MaxPackets", UintegerValue(1));
    NS_LOG_INFO("access point has " << m_disc << " for " << packets
                                    << " packets, one of them in the driver");
    return disc;
}

void
Malone2008Testbed::ConnectNetworks()
{
    const Ipv4Address gateway = AssignAddresses();
    const auto pipe = Ipv4AddressHelper("10.0.1.0", "255.255.255.0").Assign(m_pipe);
    SetHostAddress(pipe.GetAddress(1));
    Ipv4StaticRoutingHelper routing;
    const auto route = [&routing](Ptr<Node> node, Ipv4Address next) {
        // Interface 0 is the loopback's.
        routing.GetStaticRouting(node->GetObject<Ipv4>())->SetDefaultRoute(next, 1);
    };
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        if (const auto kernel = GetStation(i)->GetObject<LinuxKernel>())
        {
            std::ostringstream command;
            command << "ip route add default via " << gateway;
            kernel->SetUp(command.str());
            continue;
        }
        route(GetStation(i), gateway);
    }
    route(GetHost(), pipe.GetAddress(0));
}

void
Malone2008Testbed::FixAddressResolution()
{
    // Addresses of the stations and of the gateway, behind them.
    std::vector<std::pair<Ipv4Address, Address>> hosts;
    NodeContainer nodes(m_dummynet);
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        hosts.emplace_back(GetStationAddress(i), GetStationRadio(i)->GetAddress());
        nodes.Add(GetStation(i));
    }
    const auto gateway = m_dummynet.Get(0)->GetObject<Ipv4L3Protocol>()->GetInterface(1);
    hosts.emplace_back(gateway->GetAddress(0).GetLocal(), gateway->GetDevice()->GetAddress());
    for (uint32_t i = 0; i < GetNStations() && HasKernels(); ++i)
    {
        std::ostringstream command;
        command << "ip neighbour replace " << hosts.back().first << " lladdr "
                << Mac48Address::ConvertFrom(hosts.back().second) << " dev eth0 nud permanent";
        GetStation(i)->GetObject<LinuxKernel>()->SetUp(command.str());
    }
    // An association is a new link to ns-3, which then forgets the addresses that it has learnt.
    const auto fix = [hosts, nodes] {
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            const auto ip = (*node)->GetObject<Ipv4L3Protocol>();
            for (const auto& [address, mac] : hosts)
            {
                if (!ip)
                {
                    break; // a kernel
                }
                const auto cache = ip->GetInterface(1)->GetArpCache();
                auto entry = cache->Lookup(address);
                if (!entry)
                {
                    entry = cache->Add(address);
                }
                entry->SetMacAddress(mac);
                entry->MarkPermanent();
            }
        }
    };
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        CellRadio::Of(GetStationRadio(i))->NotifyWhenJoined(fix);
    }
}

void
Malone2008Testbed::ScheduleChange()
{
    if (m_laterMode == DsssRate::NONE)
    {
        return;
    }
    Simulator::Schedule(GetChange(), [this] {
        const std::string& mode = GetModeName(m_laterMode);
        NS_LOG_INFO("all stations change to " << mode);
        for (uint32_t i = 0; i < GetNStations(); ++i)
        {
            CellRadio::Of(GetStationRadio(i))->SetMode(mode, GetBasicModes());
        }
    });
}

int64_t
Malone2008Testbed::AssignStreams(int64_t stream)
{
    const int64_t streams = AccessPointCell::AssignStreams(stream);
    return streams + (m_noise ? m_noise->AssignStreams(stream + streams) : 0);
}

uint32_t
Malone2008Testbed::GetUploads() const
{
    return m_uploads;
}

uint32_t
Malone2008Testbed::GetLaterUploads() const
{
    return m_laterUploads;
}

uint32_t
Malone2008Testbed::GetDownloads() const
{
    return m_downloads;
}

bool
Malone2008Testbed::IsChanging() const
{
    return m_laterUploads > 0 || m_laterMode != DsssRate::NONE;
}

Time
Malone2008Testbed::GetStart() const
{
    return m_start;
}

Time
Malone2008Testbed::GetStartSpread() const
{
    return m_startSpread;
}

Time
Malone2008Testbed::GetChange() const
{
    return m_start + m_change;
}

uint32_t
Malone2008Testbed::GetSegmentSize() const
{
    return m_segmentSize;
}

uint32_t
Malone2008Testbed::GetBuffers() const
{
    return m_driverQueue + (m_interfaceWaits ? m_interfaceQueue : 0);
}

uint32_t
Malone2008Testbed::GetAccessPointQueue() const
{
    return GetAccessPointDisc()->GetNPackets() +
           CellRadio::Of(GetAccessPointRadio())->CountPackets();
}

} // namespace ns3
