// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "malone2008-testbed.h"

#include "dsss-mode.h"
#include "host-tcp.h"

#include "ns3/ack-priority-helper.h"
#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/log.h"
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

#include <bit>
#include <cmath>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Malone2008Testbed");

namespace
{

/// AIFSN of the DCF (IEEE 802.11-1999, 9.2.10: DIFS is SIFS and two slots).
constexpr uint32_t DCF_AIFSN = 2;
/// Smallest contention window of 802.11b.
constexpr uint32_t CW_MIN = 31;
/// Largest contention window of 802.11b.
constexpr uint32_t CW_MAX = 1023;
/// Largest contention window that 802.11e can name (IEEE 802.11-2020, 9.4.2.28).
constexpr uint32_t MOST_CW = 32767;
/// Largest AIFSN that 802.11e can name (IEEE 802.11-2020, 9.4.2.28).
constexpr uint32_t MOST_AIFSN = 15;
/// Bytes of a data frame around the segment: headers of TCP with timestamps, IP, LLC and the MAC,
/// and the FCS.
constexpr uint32_t FRAME_OVERHEAD = 32 + 20 + 8 + 24 + 4;

QueueSize
MakePackets(uint32_t packets)
{
    return QueueSize(QueueSizeUnit::PACKETS, packets);
}

} // namespace

Malone2008Testbed::Malone2008Testbed(const Malone2008Parameters& parameters)
    : AccessPointCell(parameters.uploads + parameters.laterUploads + parameters.downloads,
                      parameters.room,
                      {}),
      m_parameters(parameters),
      m_dummynet(1)
{
    CheckParameters();
    BuildRadios();
    BuildWire();
    BuildInternet();
    ScheduleChange();
}

void
Malone2008Testbed::CheckParameters() const
{
    const Malone2008Parameters& p = m_parameters;
    if (p.uploads + p.downloads == 0)
    {
        throw std::invalid_argument("uploads=0: expected at least one, or a download");
    }
    if (p.prioritiseAcks && !p.accessPointDisc.empty())
    {
        throw std::invalid_argument("accessPointDisc=" + p.accessPointDisc +
                                    ": expected none with priority of ACKs");
    }
    if (!p.accessPointDisc.empty())
    {
        CheckQueueDisc("accessPointDisc", p.accessPointDisc);
    }
    for (const auto& [name, packets] : {std::pair{"interfaceQueue", p.interfaceQueue},
                                        std::pair{"driverQueue", p.driverQueue},
                                        std::pair{"dummynetQueue", p.dummynetQueue}})
    {
        if (packets == 0)
        {
            throw std::invalid_argument(std::string(name) + "=0: expected at least one packet");
        }
    }
    if (!p.interfaceWaits && p.driverQueue == 1)
    {
        throw std::invalid_argument(
            "driverQueue=1: expected at least two packets where none wait at the interface");
    }
    CheckSegmentSize(p.segmentSize);
    CheckWindow("sendBuffer", p.sendBuffer, p.segmentSize);
    CheckWindow("receiveBuffer", p.receiveBuffer, p.segmentSize);
    for (const auto& [name, time] : {std::pair{"change", p.change},
                                     std::pair{"start", p.start},
                                     std::pair{"startSpread", p.startSpread},
                                     std::pair{"delayedAckTimeout", p.delayedAckTimeout},
                                     std::pair{"dummynetDelay", p.dummynetDelay}})
    {
        CheckTime(name, time);
    }
    CheckRadioParameters();
}

// What ns-3 would otherwise take in silence, or refuse without naming the parameter.
void
Malone2008Testbed::CheckRadioParameters() const
{
    const Malone2008Parameters& p = m_parameters;
    const auto refuse = [](const auto&... parts) {
        std::ostringstream text;
        (text << ... << parts);
        throw std::invalid_argument(text.str());
    };
    CheckCaptureRatio(p.captureRatio);
    if (!(p.frameErrorRate >= 0 && p.frameErrorRate < 1))
    {
        refuse("frameErrorRate=", p.frameErrorRate, ": expected at least 0 and less than 1");
    }
    CheckAttempts("attempts", p.attempts);
    CheckDsssMode("dataMode", p.dataMode);
    if (!p.laterMode.empty())
    {
        CheckDsssMode("laterMode", p.laterMode);
    }
    if (p.stationCwMax < CW_MIN || !std::has_single_bit(p.stationCwMax + 1) ||
        p.stationCwMax > MOST_CW)
    {
        refuse("stationCwMax=",
               p.stationCwMax,
               ": expected 2^n - 1 slots, ",
               CW_MIN,
               " to ",
               MOST_CW);
    }
    if (p.ackCwMin > CW_MAX)
    {
        refuse("ackCwMin=", p.ackCwMin, ": expected at most ", CW_MAX, " slots");
    }
    if (p.extraSlots > MOST_AIFSN - DCF_AIFSN)
    {
        refuse("extraSlots=", p.extraSlots, ": expected at most ", MOST_AIFSN - DCF_AIFSN);
    }
}

void
Malone2008Testbed::BuildRadios()
{
    BuildNoise();
    CellRadios radios;
    radios.kind = m_parameters.radio;
    radios.ssid = "malone2008";
    radios.dataMode = m_parameters.dataMode;
    radios.basicModes = GetBasicModes();
    radios.stationAttempts = m_parameters.attempts;
    radios.accessPointAttempts = m_parameters.attempts;
    radios.qos = m_parameters.prioritiseAcks;
    radios.captureRatio = m_parameters.captureRatio;
    radios.noise = m_noise;
    InstallRadios(radios);
}

std::vector<std::string>
Malone2008Testbed::GetBasicModes() const
{
    if (!m_parameters.fastMacAcks)
    {
        return {};
    }
    return {"DsssRate1Mbps", "DsssRate2Mbps", "DsssRate11Mbps"};
}

void
Malone2008Testbed::BuildNoise()
{
    const double loss = m_parameters.frameErrorRate;
    if (loss == 0)
    {
        return;
    }
    // Each receiver of a frame draws for itself: interference in an office is not the same at all
    // antennas, and what others hear of a frame that is lost matters little to them.
    const double bits = 8.0 * (m_parameters.segmentSize + FRAME_OVERHEAD);
    const double bitErrorRate = -std::expm1(std::log1p(-loss) / bits);
    m_noise = CreateObject<RateErrorModel>();
    SetAttributes("ns3::RateErrorModel",
                  {{"ErrorUnit", EnumValue(RateErrorModel::ERROR_UNIT_BIT), UserValue::REFUSED},
                   {"ErrorRate", DoubleValue(bitErrorRate), UserValue::REFUSED}},
                  std::bind_front(&ObjectBase::SetAttribute, m_noise));
    NS_LOG_INFO("noise spoils " << 100 * loss << " % of full-size data frames, a bit error rate of "
                                << bitErrorRate);
}

void
Malone2008Testbed::BuildWire()
{
    InstallWire(m_dummynet.Get(0), m_parameters.ethernetRate, MicroSeconds(1));
    // A pipe of dummynet delays packets and has a queue, but no rate of its own.
    PointToPointHelper pipe;
    pipe.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    pipe.SetChannelAttribute("Delay", TimeValue(m_parameters.dummynetDelay));
    pipe.SetQueue("ns3::DropTailQueue<Packet>",
                  "MaxSize",
                  QueueSizeValue(MakePackets(m_parameters.dummynetQueue)));
    m_pipe = pipe.Install(m_dummynet.Get(0), GetHost());
}

void
Malone2008Testbed::BuildInternet()
{
    InstallInternet(NodeContainer(GetHosts(), m_dummynet));
    InstallTcp();
    // "A desktop PC acting as an access point" (III) with the bridge of its kernel.
    InstallBridge();
    InstallQueues();
    ConnectNetworks();
    if (m_parameters.staticArp)
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
                      "ns3::TcpLinux24Socket::Frto",
                      "ns3::TcpLinux24Socket::LocalDropFeedback",
                      "ns3::TcpLinux24Socket::PartialWrites"});
    const Malone2008Parameters& p = m_parameters;
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        const auto sockets = ns3::InstallHostTcp(GetStation(i), p.tcp);
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(p.segmentSize), UserValue::REFUSED},
                          {"SndBufSize", UintegerValue(p.sendBuffer), UserValue::WINS}});
        if (DynamicCast<TcpLinux24SocketFactory>(sockets))
        {
            // Iperf's write() blocks until the socket has taken the whole buffer, part by part.
            sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
            sockets->SetSocketAttribute("Frto", BooleanValue(p.frto));
            sockets->SetSocketAttribute("LocalDropFeedback", BooleanValue(p.localDropsReachTcp));
        }
        else if (p.frto || p.localDropsReachTcp)
        {
            throw std::invalid_argument(
                "tcp=" + p.tcp +
                ": expected a kernel of Linux, which has frto and localDropsReachTcp");
        }
    }
    InstallHostTcp();
}

void
Malone2008Testbed::InstallHostTcp()
{
    const Malone2008Parameters& p = m_parameters;
    const uint32_t whole = (p.receiveBuffer + p.segmentSize - 1) / p.segmentSize * p.segmentSize;
    const uint32_t receiveBuffer = p.hostTcp == FREEBSD_6_2 ? whole : p.receiveBuffer;
    const auto sockets = ns3::InstallHostTcp(GetHost(), p.hostTcp);
    SetTcpAttributes(sockets,
                     {{"SegmentSize", UintegerValue(p.segmentSize), UserValue::REFUSED},
                      {"RcvBufSize", UintegerValue(receiveBuffer), UserValue::WINS},
                      {"SndBufSize", UintegerValue(p.sendBuffer), UserValue::WINS}});
    if (!DynamicCast<TcpLinux24SocketFactory>(sockets))
    {
        if (p.adaptiveAckSkip > 0)
        {
            throw std::invalid_argument("hostTcp=" + p.hostTcp +
                                        ": expected a kernel of Linux, which skips ACKs");
        }
        SetTcpAttributes(sockets,
                         {{"DelAckTimeout", TimeValue(p.delayedAckTimeout), UserValue::WINS}});
        return;
    }
    sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
    sockets->SetSocketAttribute("AckSkip", UintegerValue(p.adaptiveAckSkip));
    sockets->SetSocketAttribute("AdaptiveAckSkip", BooleanValue(p.adaptiveAckSkip > 0));
}

void
Malone2008Testbed::InstallQueues()
{
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize"});
    const Malone2008Parameters& p = m_parameters;
    // A packet passes through the interface's queue even where it cannot wait in it, so that there
    // is room for one, which takes the place of one of the driver's buffers.
    const QueueSize interfaceQueue = MakePackets(p.interfaceWaits ? p.interfaceQueue : 1);
    const uint32_t driverQueue = p.interfaceWaits ? p.driverQueue : p.driverQueue - 1;
    if (!p.prioritiseAcks)
    {
        TrafficControlHelper queues;
        queues.SetQueueLimits("ns3::PacketQueueLimits", "MaxPackets", UintegerValue(driverQueue));
        queues.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", QueueSizeValue(interfaceQueue));
        for (auto radio = GetRadios().Begin(); radio != GetRadios().End(); ++radio)
        {
            const bool isFifo = *radio != GetAccessPointRadio() || p.accessPointDisc.empty();
            AddDisc(isFifo ? queues.Install(*radio).Get(0) : InstallAccessPointDisc());
        }
        for (uint32_t i = 0; i < GetNStations(); ++i)
        {
            CellRadio::Of(GetStationRadio(i))->SetCwMax(p.stationCwMax);
        }
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
        AckPriorityHelper data = priority;
        data.SetOtherCategory(
            AC_BE,
            {.aifsn = DCF_AIFSN + p.extraSlots, .cwMin = CW_MIN, .cwMax = p.stationCwMax});
        AddDisc(data.Install(GetStationRadio(i)).Get(0));
    }
    priority.SetAckCategory(AC_VI, {.aifsn = DCF_AIFSN, .cwMin = p.ackCwMin, .cwMax = CW_MAX});
    AddDisc(priority.Install(GetAccessPointRadio()).Get(0));
}

Ptr<QueueDisc>
Malone2008Testbed::InstallAccessPointDisc()
{
    const Malone2008Parameters& p = m_parameters;
    const uint32_t packets = p.GetBuffers();
    const auto radio = GetAccessPointRadio();
    const auto disc = LinuxBridgeHelper::InstallBuffer(radio, packets, p.accessPointDisc).Get(0);
    for (const auto& [name, value] : p.accessPointDiscValues)
    {
        SetFromText("accessPointDiscValues", *disc, name, value);
    }
    const auto queue = radio->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    queue->GetQueueLimits()->SetAttribute("MaxPackets", UintegerValue(1));
    NS_LOG_INFO("access point has " << p.accessPointDisc << " for " << packets
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
        route(GetStation(i), gateway);
    }
    route(GetHost(), pipe.GetAddress(0));
}

void
Malone2008Testbed::FixAddressResolution()
{
    // An association is a new link to ns-3, which then forgets the addresses that it has learnt.
    const auto fix = [this] {
        NodeContainer nodes(m_dummynet);
        for (uint32_t i = 0; i < GetNStations(); ++i)
        {
            nodes.Add(GetStation(i));
        }
        const auto getInterface = [](Ptr<Node> node) {
            return node->GetObject<Ipv4L3Protocol>()->GetInterface(1);
        };
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            const auto cache = getInterface(*node)->GetArpCache();
            for (auto other = nodes.Begin(); other != nodes.End(); ++other)
            {
                const auto interface = getInterface(*other);
                const Ipv4Address address = interface->GetAddress(0).GetLocal();
                auto entry = cache->Lookup(address);
                if (!entry)
                {
                    entry = cache->Add(address);
                }
                entry->SetMacAddress(interface->GetDevice()->GetAddress());
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
    if (m_parameters.laterMode.empty())
    {
        return;
    }
    Simulator::Schedule(m_parameters.start + m_parameters.change, [this] {
        NS_LOG_INFO("all stations change to " << m_parameters.laterMode);
        for (uint32_t i = 0; i < GetNStations(); ++i)
        {
            CellRadio::Of(GetStationRadio(i))->SetMode(m_parameters.laterMode, GetBasicModes());
        }
    });
}

int64_t
Malone2008Testbed::AssignStreams(int64_t stream)
{
    const int64_t streams = AccessPointCell::AssignStreams(stream);
    return streams + (m_noise ? m_noise->AssignStreams(stream + streams) : 0);
}

const Malone2008Parameters&
Malone2008Testbed::GetParameters() const
{
    return m_parameters;
}

uint32_t
Malone2008Testbed::GetAccessPointQueue() const
{
    return GetAccessPointDisc()->GetNPackets() +
           CellRadio::Of(GetAccessPointRadio())->CountPackets();
}

} // namespace ns3
