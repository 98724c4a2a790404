// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "vacirca2005-testbed.h"

#include "dsss-mode.h"
#include "host-tcp.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/random-variable-stream.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-mode.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <functional>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Vacirca2005Testbed");

Vacirca2005Testbed::Vacirca2005Testbed(const Vacirca2005Parameters& parameters)
    : AccessPointCell(parameters.uplinks + parameters.downlinkStations,
                      parameters.room,
                      parameters.seats),
      m_parameters(parameters)
{
    // One of the Q packets is the frame for which the card contends; the discipline needs at least
    // one more to choose.
    if (parameters.accessPointQueue < 2)
    {
        throw std::invalid_argument(
            "accessPointQueue=" + std::to_string(parameters.accessPointQueue) +
            ": expected at least 2 packets, one of them in the card");
    }
    if (parameters.downlinkStations == 0 && parameters.downlinks > 0)
    {
        throw std::invalid_argument("downlinkStations=0: expected a station for the downlinks");
    }
    CheckDsssMode("dataMode", parameters.dataMode);
    CheckCaptureRatio(parameters.captureRatio);
    CheckQueueDisc("accessPointDisc", parameters.accessPointDisc);
    BuildRadios();
    // "A dedicated 100BaseTX Ethernet link between the 802.11b AP and a PC (HOST A)" (II).
    InstallWire(GetHost(), parameters.ethernetRate, parameters.ethernetDelay);
    BuildInternet();
    InstallBacklogs();
}

void
Vacirca2005Testbed::BuildRadios()
{
    BuildNoise();
    // 11 Mb/s without fallback of the rate, no RTS and no fragmentation (II); the latter two are
    // ns-3's defaults.
    const auto mode = PreferUserValue("ns3::ConstantRateWifiManager::DataMode",
                                      StringValue(m_parameters.dataMode));
    CellRadios radios;
    radios.kind = m_parameters.radio;
    radios.ssid = "vacirca2005";
    radios.dataMode = mode->SerializeToString(MakeWifiModeChecker());
    radios.stationAttempts = m_parameters.attempts;
    radios.accessPointAttempts = m_parameters.attempts;
    radios.captureRatio = m_parameters.captureRatio;
    radios.noise = m_noise;
    InstallRadios(radios);
    if (m_parameters.accessPointGain == 0)
    {
        return;
    }
    RequireWifi(m_parameters.radio, "antennas that differ (accessPointGain)");
    // All cards are of one type (II), but not necessarily their antennas.
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
    RequireWifi(m_parameters.radio, "noise that comes and goes");
    // One model for all radios: a disturbance in the room strikes all of them at once.
    constexpr double NOTHING_SURVIVES = 1;
    const Vacirca2005Noise& noise = *m_parameters.noise;
    m_noise = CreateObject<GilbertElliottErrorModel>();
    SetAttributes("ns3::GilbertElliottErrorModel",
                  {{"GoodDuration", TimeValue(noise.goodDuration), UserValue::REFUSED},
                   {"BadDuration", TimeValue(noise.badDuration), UserValue::REFUSED},
                   {"GoodBitErrorRate", DoubleValue(noise.bitErrorRate), UserValue::REFUSED},
                   {"BadBitErrorRate", DoubleValue(NOTHING_SURVIVES), UserValue::REFUSED}},
                  std::bind_front(&ObjectBase::SetAttribute, m_noise));
    NS_LOG_INFO("noise: bit error rate "
                << m_parameters.noise->bitErrorRate << ", disturbed for "
                << m_parameters.noise->badDuration.As(Time::MS) << " after "
                << m_parameters.noise->goodDuration.As(Time::S) << " in the mean");
}

void
Vacirca2005Testbed::BuildInternet()
{
    InstallInternet(GetHosts());
    InstallTcp();
    // The access point is a PC "exploiting the standard linux bridging functionalities" (II).
    InstallBridge();
    InstallDiscs();
    SetHostAddress(AssignAddresses());
}

void
Vacirca2005Testbed::InstallTcp()
{
    const Vacirca2005Parameters& p = m_parameters;
    NS_LOG_INFO("hosts have the TCP " << p.tcp << ", buffers of " << p.sendBuffer << " and "
                                      << p.receiveBuffer << " bytes, unless the user sets others");
    // SACK, window scaling, timestamps and delayed ACKs are on (II), as by default.
    const NodeContainer hosts = GetHosts();
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto sockets = InstallHostTcp(hosts.Get(i), p.tcp);
        // Goodput is counted in segments, so that their size is fixed.
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(p.segmentSize), UserValue::REFUSED},
                          {"SndBufSize", UintegerValue(p.sendBuffer), UserValue::WINS},
                          {"RcvBufSize", UintegerValue(p.receiveBuffer), UserValue::WINS}});
        if (DynamicCast<TcpLinux24SocketFactory>(sockets))
        {
            // ttcp blocks in write() until the socket has taken the whole buffer, part by part.
            sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
            sockets->SetSocketAttribute("LocalDropFeedback", BooleanValue(p.localDropsReachTcp));
        }
    }
}

void
Vacirca2005Testbed::InstallDiscs()
{
    // Q and the discipline are what the experiments vary, with Linux's traffic control (II).
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize",
                      "ns3::AckDataWrrQueueDisc::MaxSize",
                      "ns3::AckDataWrrQueueDisc::DataMaxSize",
                      "ns3::AckDataWrrQueueDisc::AckMaxSize",
                      "ns3::AckDataWrrQueueDisc::LimitMode",
                      "ns3::AckDataWrrQueueDisc::AdaptiveWeights",
                      "ns3::AckDataWrrQueueDisc::DisplaceAcks"});
    const Vacirca2005Parameters& p = m_parameters;
    // The stations keep the queue that Linux gives every device; the paper changes the access
    // point's only (II).
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        AddDisc(LinuxBridgeHelper::InstallBuffer(GetStationRadio(i), p.linkQueue).Get(0));
    }
    const auto disc = LinuxBridgeHelper::InstallBuffer(GetAccessPointRadio(),
                                                       p.accessPointQueue,
                                                       p.accessPointDisc)
                          .Get(0);
    if (DynamicCast<AckDataWrrQueueDisc>(disc))
    {
        // Figure 5 has a queue Q1 for data and Q2 for ACKs. The paper does not say how Q is shared
        // between them, so that the parameters have both ways.
        QueueSizeValue limit;
        disc->GetAttribute("MaxSize", limit);
        disc->SetAttribute("DataMaxSize", limit);
        disc->SetAttribute(
            "AckMaxSize",
            p.ackQueue ? QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, *p.ackQueue)) : limit);
        disc->SetAttribute("LimitMode", StringValue(p.limitPerClass ? "PerClass" : "Shared"));
        disc->SetAttribute("AdaptiveWeights", BooleanValue(p.adaptiveWeights));
        // A queue of Linux refuses what does not fit, and so do the paper's two (figure 5). With
        // the adaptive weights, which are beyond the paper, an ACK takes the place of another.
        disc->SetAttribute("DisplaceAcks", BooleanValue(p.adaptiveWeights));
    }
    AddDisc(disc);
    NS_LOG_INFO("access point has " << disc->GetInstanceTypeId().GetName() << " for Q="
                                    << p.accessPointQueue << " packets, one of them in the card");
    // What waits in a card is out of the discipline's reach. ns-3 would put as many frames there as
    // the MAC's queue takes.
    for (auto radio = GetRadios().Begin(); radio != GetRadios().End(); ++radio)
    {
        const auto queue = (*radio)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        queue->GetQueueLimits()->SetAttribute("MaxPackets", UintegerValue(p.cardFrames));
    }
}

void
Vacirca2005Testbed::InstallBacklogs()
{
    RefuseUserValues({"ns3::ReceiveBacklog::PacketTime", "ns3::ReceiveBacklog::ByteTime"});
    // The setting fast-hosts: packets then go up without the backlog in between.
    if (m_parameters.hostPacketTime.IsZero() && m_parameters.hostByteTime.IsZero())
    {
        return;
    }
    // Without this time ns-3's hosts answer at the instant at which a frame ends, and their ACKs
    // begin in slot 0 of the contention far more often than the backoff of 802.11 allows.
    const auto time = CreateObjectWithAttributes<ConstantRandomVariable>(
        "Constant",
        DoubleValue(m_parameters.hostPacketTime.GetSeconds()));
    ReceiveBacklogHelper backlogs;
    backlogs.SetAttribute("PacketTime", PointerValue(time));
    backlogs.SetAttribute("ByteTime", TimeValue(m_parameters.hostByteTime));
    backlogs.Install(GetRadios());
    backlogs.Install(GetWire());
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
    stream += AccessPointCell::AssignStreams(stream);
    if (m_noise)
    {
        stream += m_noise->AssignStreams(stream);
    }
    stream +=
        ReceiveBacklogHelper::AssignStreams(NodeContainer(GetHosts(), GetAccessPoint()), stream);
    return stream - first;
}

} // namespace ns3
