// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "vacirca2005-testbed.h"

#include "host-tcp.h"
#include "queue-disc-choice.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <functional>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Vacirca2005Testbed");

namespace
{

/// Mean time between disturbances where there are none.
const Time NEVER = Days(1);

} // namespace

Vacirca2005Testbed::Vacirca2005Testbed() = default;

Vacirca2005Testbed::~Vacirca2005Testbed() = default;

void
Vacirca2005Testbed::Build()
{
    if (m_downlinkStations == 0 && m_downlinks > 0)
    {
        throw std::invalid_argument("DownlinkStations=0: expected a station for the downlinks");
    }
    RequireDatagramFits(m_segmentSize, m_tcp, m_tcp);
    RequireSegmentFits("SendBuffer", m_sendBuffer, m_segmentSize);
    RequireSegmentFits("ReceiveBuffer", m_receiveBuffer, m_segmentSize);
    if (m_tcp == REAL_KERNEL)
    {
        RequireDefaults(*this,
                        {"SegmentSize", "SendBuffer", "ReceiveBuffer", "LocalDropsReachTcp"},
                        std::string("Tcp=") + REAL_KERNEL);
    }
    if (m_goodDuration.IsZero())
    {
        RequireDefaults(*this, {"BadDuration"}, "GoodDuration=0s");
    }
    if (QueueDiscChoice::Parse(m_disc)->GetType() != AckDataWrrQueueDisc::GetTypeId().GetName())
    {
        RequireDefaults(*this,
                        {"LimitPerClass", "AckQueue", "AdaptiveWeights"},
                        "AccessPointDisc=" + m_disc);
    }
    CreateNodes(m_uplinks + m_downlinkStations, m_room, m_seats);
    BuildRadios();
    // "A dedicated 100BaseTX Ethernet link between the 802.11b AP and a PC (HOST A)" (II).
    InstallWire(GetHost(), m_ethernetRate, m_ethernetDelay);
    BuildInternet();
    InstallBacklogs();
    RequireJoined(m_start);
}

void
Vacirca2005Testbed::BuildRadios()
{
    BuildNoise();
    // 11 Mb/s without fallback of the rate, no RTS and no fragmentation (II); the latter two are
    // ns-3's defaults.
    CellRadios radios;
    radios.kind = ChooseCellRadio();
    radios.ssid = "vacirca2005";
    radios.dataMode = GetModeName(m_dataMode);
    radios.stationAttempts = m_attempts;
    radios.accessPointAttempts = m_attempts;
    radios.captureRatio = m_captureRatio;
    radios.contention = CellContention{.stationCwMin = m_stationCwMin,
                                       .accessPointCwMin = m_accessPointCwMin,
                                       .eifs = m_eifs,
                                       .postBackoff = m_postBackoff,
                                       .shortRetryLimit = m_shortRetryLimit};
    radios.noise = m_noise;
    InstallRadios(radios);
    if (m_accessPointGain == 0)
    {
        return;
    }
    RequireWifi(radios.kind, "antennas that differ (AccessPointGain)");
    // All cards are of one type (II), but not necessarily their antennas.
    const auto accessPoint = DynamicCast<WifiNetDevice>(GetAccessPointRadio())->GetPhy();
    accessPoint->SetTxGain(accessPoint->GetTxGain() + m_accessPointGain);
}

void
Vacirca2005Testbed::BuildNoise()
{
    if (m_bitErrorRate == 0 && m_goodDuration.IsZero())
    {
        return;
    }
    RequireWifi(GetCellRadioOption(), "noise that comes and goes");
    // One model for all radios: a disturbance in the room strikes all of them at once.
    constexpr double NOTHING_SURVIVES = 1;
    const Time good = m_goodDuration.IsZero() ? NEVER : m_goodDuration;
    m_noise = CreateObject<GilbertElliottErrorModel>();
    SetAttributes("ns3::GilbertElliottErrorModel",
                  {{"GoodDuration", TimeValue(good)},
                   {"BadDuration", TimeValue(m_badDuration)},
                   {"GoodBitErrorRate", DoubleValue(m_bitErrorRate)},
                   {"BadBitErrorRate", DoubleValue(NOTHING_SURVIVES)}},
                  std::bind_front(&ObjectBase::SetAttribute, m_noise));
    NS_LOG_INFO("noise: bit error rate " << m_bitErrorRate << ", disturbed for "
                                         << m_badDuration.As(Time::MS) << " after "
                                         << good.As(Time::S) << " in the mean");
}

void
Vacirca2005Testbed::BuildInternet()
{
    if (m_tcp == REAL_KERNEL)
    {
        InstallKernels(GetHosts());
    }
    else
    {
        InstallInternet(GetHosts());
        InstallTcp();
    }
    // The access point is a PC "exploiting the standard linux bridging functionalities" (II).
    InstallBridge();
    InstallDiscs();
    SetHostAddress(AssignAddresses());
}

void
Vacirca2005Testbed::InstallTcp()
{
    // The values given to the factories would silently win over a user's.
    RefuseUserValues(
        {"ns3::TcpLinux24Socket::LocalDropFeedback", "ns3::TcpLinux24Socket::PartialWrites"});
    NS_LOG_INFO("hosts have the TCP " << m_tcp << ", buffers of " << m_sendBuffer << " and "
                                      << m_receiveBuffer << " bytes");
    // SACK, window scaling, timestamps and delayed ACKs are on (II), as by default.
    const NodeContainer hosts = GetHosts();
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto sockets = InstallHostTcp(hosts.Get(i), m_tcp);
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(m_segmentSize)},
                          {"SndBufSize", UintegerValue(m_sendBuffer)},
                          {"RcvBufSize", UintegerValue(m_receiveBuffer)}});
        if (DynamicCast<TcpLinux24SocketFactory>(sockets))
        {
            // ttcp blocks in write() until the socket has taken the whole buffer, part by part.
            sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
            sockets->SetSocketAttribute("LocalDropFeedback", BooleanValue(m_localDropsReachTcp));
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
    // The stations keep the queue that Linux gives every device; the paper changes the access
    // point's only (II).
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        if (m_tcp == REAL_KERNEL)
        {
            SetKernelQueue(i, m_linkQueue, m_cardFrames);
            continue;
        }
        AddDisc(InstallBuffer("LinkQueue", GetStationRadio(i), m_linkQueue));
    }
    AddDisc(InstallAccessPointDisc());
    // What waits in a card is out of the discipline's reach. ns-3 would put as many frames there as
    // the MAC's queue takes.
    for (auto radio = GetRadios().Begin(); radio != GetRadios().End(); ++radio)
    {
        const auto queue = (*radio)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        queue->GetQueueLimits()->SetAttribute("MaxPackets", UintegerValue(m_cardFrames));
    }
}

Ptr<QueueDisc>
Vacirca2005Testbed::InstallAccessPointDisc()
{
    const auto choice = *QueueDiscChoice::Parse(m_disc);
    const auto disc = InstallBuffer("AccessPointQueue",
                                    GetAccessPointRadio(),
                                    m_accessPointQueue,
                                    choice.GetType());
    if (DynamicCast<AckDataWrrQueueDisc>(disc))
    {
        // Figure 5 has a queue Q1 for data and Q2 for ACKs. The paper does not say how Q is shared
        // between them, so that the attributes have both ways.
        QueueSizeValue limit;
        disc->GetAttribute("MaxSize", limit);
        disc->SetAttribute("DataMaxSize", limit);
        disc->SetAttribute(
            "AckMaxSize",
            m_ackQueue > 0 ? QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_ackQueue)) : limit);
        disc->SetAttribute("LimitMode", StringValue(m_limitPerClass ? "PerClass" : "Shared"));
        disc->SetAttribute("AdaptiveWeights", BooleanValue(m_adaptiveWeights));
        // A queue of Linux refuses what does not fit, and so do the paper's two (figure 5). With
        // the adaptive weights, which are beyond the paper, an ACK takes the place of another.
        disc->SetAttribute("DisplaceAcks", BooleanValue(m_adaptiveWeights));
    }
    choice.SetAttributes(disc);
    NS_LOG_INFO("access point has " << m_disc << " for Q=" << m_accessPointQueue
                                    << " packets, one of them in the card");
    return disc;
}

void
Vacirca2005Testbed::InstallBacklogs()
{
    RefuseUserValues({"ns3::ReceiveBacklog::PacketTime", "ns3::ReceiveBacklog::ByteTime"});
    // The setting fast-hosts: packets then go up without the backlog in between.
    if (m_hostPacketTime.IsZero() && m_hostByteTime.IsZero())
    {
        return;
    }
    // Without this time ns-3's hosts answer at the instant at which a frame ends, and their ACKs
    // begin in slot 0 of the contention far more often than the backoff of 802.11 allows.
    const auto time = CreateObjectWithAttributes<ConstantRandomVariable>(
        "Constant",
        DoubleValue(m_hostPacketTime.GetSeconds()));
    ReceiveBacklogHelper backlogs;
    backlogs.SetAttribute("PacketTime", PointerValue(time));
    backlogs.SetAttribute("ByteTime", TimeValue(m_hostByteTime));
    backlogs.Install(GetRadios());
    backlogs.Install(GetWire());
}

uint32_t
Vacirca2005Testbed::GetUplinks() const
{
    return m_uplinks;
}

uint32_t
Vacirca2005Testbed::GetDownlinks() const
{
    return m_downlinks;
}

uint32_t
Vacirca2005Testbed::GetDownlinkStations() const
{
    return m_downlinkStations;
}

Time
Vacirca2005Testbed::GetMeanOn() const
{
    return m_meanOn;
}

Time
Vacirca2005Testbed::GetMeanOff() const
{
    return m_meanOff;
}

Time
Vacirca2005Testbed::GetStart() const
{
    return m_start;
}

Time
Vacirca2005Testbed::GetStartSpread() const
{
    return m_startSpread;
}

Time
Vacirca2005Testbed::GetWarmUp() const
{
    return m_warmUp;
}

uint32_t
Vacirca2005Testbed::GetSegmentSize() const
{
    return m_segmentSize;
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
