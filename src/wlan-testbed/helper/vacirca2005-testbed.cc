// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "vacirca2005-testbed.h"

#include "host-tcp.h"
#include "queue-disc-choice.h"
#include "rule-checker.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/attribute-container.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
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

#include <cmath>
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

NS_OBJECT_ENSURE_REGISTERED(Vacirca2005Testbed);

TypeId
Vacirca2005Testbed::GetTypeId()
{
    static TypeId tid =
        AddWire(AddHosts(AddRadio(AddLoad(TypeId("ns3::Vacirca2005Testbed")
                                              .SetParent<AccessPointCell>()
                                              .SetGroupName("WlanTestbed")
                                              .AddConstructor<Vacirca2005Testbed>()))));
    return tid;
}

TypeId
Vacirca2005Testbed::AddLoad(TypeId tid)
{
    return tid
        .AddAttribute(
            "Uplinks",
            "Connections from a station each to the host: 1 in dl1-ul1, 2 in dl2-ul2, 4 in "
            "dl4-ul4 (III).",
            WHEN_BUILT,
            UintegerValue(2),
            MakeUintegerAccessor(&Vacirca2005Testbed::m_uplinks),
            MakeUintegerChecker<uint32_t>(0, MOST_STATIONS))
        .AddAttribute("Downlinks",
                      "Connections from the host to stations: as many as Uplinks in the paper's "
                      "scenarios (III).",
                      WHEN_BUILT,
                      UintegerValue(2),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_downlinks),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute(
            "DownlinkStations",
            "Stations to which the downlinks go: one for each, but STA5 to STA7 in dl4-ul4 "
            "(III).",
            WHEN_BUILT,
            UintegerValue(2),
            MakeUintegerAccessor(&Vacirca2005Testbed::m_downlinkStations),
            MakeUintegerChecker<uint32_t>(0, MOST_STATIONS))
        .AddAttribute("Attempts",
                      "M_t, \"the maximum number of transmission attempts at the 802.11b link "
                      "layer\", 1 to 8 in the paper (II), of all radios.",
                      WHEN_BUILT,
                      UintegerValue(8),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_attempts),
                      MakeAttemptsChecker())
        // One of the Q packets is the frame for which the card contends; the discipline needs at
        // least one more to choose.
        .AddAttribute(
            "AccessPointQueue",
            "Q, \"the AP buffer size\": packets at the access point towards the stations, "
            "one of them in the card (II).",
            WHEN_BUILT,
            UintegerValue(100),
            MakeUintegerAccessor(&Vacirca2005Testbed::m_accessPointQueue),
            MakeUintegerChecker<uint32_t>(2))
        .AddAttribute("AccessPointDisc",
                      "Queue disc with that buffer, with values of its attributes: \"FIFO and a "
                      "custom scheduling discipline\" (II).",
                      WHEN_BUILT,
                      StringValue("ns3::FifoQueueDisc"),
                      MakeStringAccessor(&Vacirca2005Testbed::m_disc),
                      MakeQueueDiscChecker(false))
        .AddAttribute(
            "LimitPerClass",
            "Whether each class of AckDataWrrQueueDisc has a limit of Q, rather than both "
            "together. The paper does not say (IV).",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&Vacirca2005Testbed::m_limitPerClass),
            MakeBooleanChecker())
        // The paper gives the access point a buffer Q and does not say how much of it ACKs may take
        // (IV). Calibrated by V6 at Q = 50: where Q ACKs are the limit, uploads whose ACKs are
        // refused do not wait for the round robin. 1000 are room for all of them.
        .AddAttribute("AckQueue",
                      "ACKs that AckDataWrrQueueDisc holds besides the Q packets of data, with "
                      "LimitPerClass; 0: Q of them. Calibrated by V6 at Q = 50.",
                      WHEN_BUILT,
                      UintegerValue(1000),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_ackQueue),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("AdaptiveWeights",
                      "Whether AckDataWrrQueueDisc follows the number of connections, with "
                      "DisplaceAcks. This is the paper's future work (IV).",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Vacirca2005Testbed::m_adaptiveWeights),
                      MakeBooleanChecker())
        .AddAttribute("MeanOn",
                      "Mean time for which a new connection is written to, exponentially "
                      "distributed, if MeanOff is not 0.",
                      WHEN_BUILT,
                      TimeValue(Seconds(60)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_meanOn),
                      MakeTimeChecker(NanoSeconds(1)))
        // The paper leaves "dynamic traffic conditions" to future work (V).
        .AddAttribute(
            "MeanOff",
            "Mean time for which the place of a connection is free until the next one "
            "begins, exponentially distributed. 0: connections last for the whole run, as "
            "the paper's.",
            WHEN_BUILT,
            TimeValue(Seconds(0)),
            MakeTimeAccessor(&Vacirca2005Testbed::m_meanOff),
            MakeTimeChecker(Seconds(0)));
}

TypeId
Vacirca2005Testbed::AddRadio(TypeId tid)
{
    const auto isFinite = [](const VectorValue& value) {
        const Vector seat = value.Get();
        return std::isfinite(seat.x) && std::isfinite(seat.y) && std::isfinite(seat.z);
    };
    return tid
        .AddAttribute("DataMode",
                      "\"The rate in the WLAN at 11Mbps\" (II). The preamble is the long one, the "
                      "only one that ns-3 has there; the paper does not name it.",
                      WHEN_BUILT,
                      EnumValue(DsssRate::RATE_11),
                      MakeEnumAccessor<DsssRate>(&Vacirca2005Testbed::m_dataMode),
                      MakeDsssModeChecker())
        // The paper mentions no noise; some settings of the sensitivity study add it.
        .AddAttribute("BitErrorRate",
                      "Probability that a bit is wrong; a segment has 12 256.",
                      WHEN_BUILT,
                      DoubleValue(0),
                      MakeDoubleAccessor(&Vacirca2005Testbed::m_bitErrorRate),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute(
            "GoodDuration",
            "Mean time between disturbances, in which no radio receives anything; 0: there "
            "are none.",
            WHEN_BUILT,
            TimeValue(Seconds(0)),
            MakeTimeAccessor(&Vacirca2005Testbed::m_goodDuration),
            MakeRuleChecker<TimeValue>(MakeTimeChecker(),
                                       "0 s, or 1 us or more",
                                       [](const TimeValue& good) {
                                           return good.Get().IsZero() ||
                                                  good.Get() >= MicroSeconds(1);
                                       }))
        .AddAttribute("BadDuration",
                      "Mean time of a disturbance.",
                      WHEN_BUILT,
                      TimeValue(MilliSeconds(1)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_badDuration),
                      MakeTimeChecker(MicroSeconds(1)))
        // When stations collide, the nearer one may be received, for which only the ratio of
        // distances counts, not the room's size.
        .AddAttribute(
            "Room",
            "Metres. Stations and access point have places in this room that are drawn in "
            "each run: \"All STAs are located in the same room\" (II) is all that is known.",
            WHEN_BUILT,
            VectorValue(Vector(8, 6, 0)),
            MakeVectorAccessor(&Vacirca2005Testbed::m_room),
            MakeRoomChecker())
        .AddAttribute("Seats",
                      "Places of STA1 to STA8, metres from the access point, with commas between: "
                      "1:0:0,2:0:0. Empty: drawn, see Room.",
                      WHEN_BUILT,
                      AttributeContainerValue<VectorValue>(),
                      MakeAttributeContainerAccessor<VectorValue>(&Vacirca2005Testbed::m_seats),
                      MakeAttributeContainerChecker<VectorValue>(
                          MakeRuleChecker<VectorValue>(MakeVectorChecker(),
                                                       "finite coordinates such as 1:0:0",
                                                       isFinite)))
        // The paper says nothing of capture. The value is that of ns-3; cards of Prism 2 do receive
        // the stronger of two frames (A. Kochut et al., "Sniffing out the correct physical layer
        // capture model in 802.11b", ICNP 2004).
        .AddAttribute("CaptureRatio",
                      "dB by which a frame must be stronger than what collides with it to be "
                      "received (ns-3's; the paper says nothing of capture).",
                      WHEN_BUILT,
                      DoubleValue(4),
                      MakeDoubleAccessor(&Vacirca2005Testbed::m_captureRatio),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "AccessPointGain",
            "dB by which the access point sends with more power than the cards. All cards "
            "are of one type (II), which leaves no difference but that of antennas.",
            WHEN_BUILT,
            DoubleValue(0),
            MakeDoubleAccessor(&Vacirca2005Testbed::m_accessPointGain),
            MakeDoubleChecker<double>())
        .AddAttribute("CardFrames",
                      "Frames in a card, beside the queue of its host. With 1 it is the frame that "
                      "the card is sending, which counts as one of Q. The paper does not say.",
                      WHEN_BUILT,
                      UintegerValue(1),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_cardFrames),
                      MakeUintegerChecker<uint32_t>(1));
}

TypeId
Vacirca2005Testbed::AddHosts(TypeId tid)
{
    return tid
        .AddAttribute("Tcp",
                      "TCP of stations and host: \"SACK-TCP with window scaling and timestamp "
                      "enabled\" of Linux (II), whose version is not given.",
                      WHEN_BUILT,
                      StringValue("Linux24_18"),
                      MakeStringAccessor(&Vacirca2005Testbed::m_tcp),
                      MakeHostTcpChecker(true))
        .AddAttribute(
            "SegmentSize",
            "Bytes of data in a datagram: \"the MTU at 1500 bytes\", with timestamps (II).",
            WHEN_BUILT,
            UintegerValue(1448),
            MakeUintegerAccessor(&Vacirca2005Testbed::m_segmentSize),
            MakeSegmentSizeChecker())
        // "The TCP buffer sizes have been increased in order to avoid that the bottleneck [...] is
        // the receiver advertised window" (II), without saying how far. The access point's buffer
        // of 200 packets alone holds 290 kB, so that less cannot be meant.
        .AddAttribute("SendBuffer",
                      "Bytes that a sender's socket holds: \"increased\" (II), without saying how "
                      "far.",
                      WHEN_BUILT,
                      UintegerValue(1 << 20),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_sendBuffer),
                      MakeWindowChecker())
        .AddAttribute("ReceiveBuffer",
                      "Bytes that a receiver's socket holds, see SendBuffer.",
                      WHEN_BUILT,
                      UintegerValue(1 << 20),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_receiveBuffer),
                      MakeWindowChecker())
        .AddAttribute("LinkQueue",
                      "Packets in a station's queue towards its radio. The paper does not say; "
                      "default of Linux 2.4.",
                      WHEN_BUILT,
                      UintegerValue(100),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_linkQueue),
                      MakeUintegerChecker<uint32_t>(2))
        // HostAP's wlan0 hands packets on to another device and answers for itself, so that TCP may
        // not be told. Which driver the stations had is not said.
        .AddAttribute(
            "LocalDropsReachTcp",
            "Whether TCP shrinks its window when its host's own queue refuses a packet, as "
            "Linux 2.4 does with an ordinary device (tcp_enter_cwr()).",
            WHEN_BUILT,
            BooleanValue(true),
            MakeBooleanAccessor(&Vacirca2005Testbed::m_localDropsReachTcp),
            MakeBooleanChecker())
        // The paper gives no processor. A PC with Linux forwarded 80 000 packets of 64 bytes in a
        // second, 12 us each (R. Morris et al., "The Click Modular Router", 1999), and a card of
        // Intersil's Prism 2.5 is read by the processor, 16 bits at a time; see the chapter on
        // ReceiveBacklog. Anything from 11 to 250 us has the same effect.
        .AddAttribute("HostPacketTime",
                      "A host's work for each packet that it receives, until its protocols or its "
                      "bridge have it (ReceiveBacklog). The paper gives no processor.",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(50)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_hostPacketTime),
                      MakeTimeChecker(Seconds(0), Seconds(1)))
        .AddAttribute("HostByteTime",
                      "A host's work for each byte, beside HostPacketTime.",
                      WHEN_BUILT,
                      TimeValue(Seconds(0)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_hostByteTime),
                      MakeTimeChecker(Seconds(0), Seconds(1)));
}

TypeId
Vacirca2005Testbed::AddWire(TypeId tid)
{
    return tid
        .AddAttribute("EthernetRate",
                      "Rate of \"a dedicated 100BaseTX Ethernet link\" (II).",
                      WHEN_BUILT,
                      DataRateValue(DataRate("100Mbps")),
                      MakeDataRateAccessor(&Vacirca2005Testbed::m_ethernetRate),
                      MakeWireRateChecker())
        .AddAttribute("EthernetDelay",
                      "Delay of the wire: one cable, whose length is not given.",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(1)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_ethernetDelay),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("WarmUp",
                      "Time from Start on that does not count: metrics are those of \"the last 450 "
                      "seconds\" of 500 (II).",
                      WHEN_BUILT,
                      TimeValue(Seconds(50)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_warmUp),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("Start",
                      "When connections begin; the stations are associated by then.",
                      WHEN_BUILT,
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_start),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("StartSpread",
                      "Connections begin at random instants in this span.",
                      WHEN_BUILT,
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_startSpread),
                      MakeTimeChecker(Seconds(0)));
}

Vacirca2005Testbed::Vacirca2005Testbed() = default;

Vacirca2005Testbed::~Vacirca2005Testbed() = default;

void
Vacirca2005Testbed::Build()
{
    if (m_downlinkStations == 0 && m_downlinks > 0)
    {
        throw std::invalid_argument("DownlinkStations=0: expected a station for the downlinks");
    }
    RequireSegmentFits("SendBuffer", m_sendBuffer, m_segmentSize);
    RequireSegmentFits("ReceiveBuffer", m_receiveBuffer, m_segmentSize);
    if (m_tcp == REAL_KERNEL)
    {
        RequireDefaults(*this,
                        {"SegmentSize", "SendBuffer", "ReceiveBuffer", "LocalDropsReachTcp"},
                        std::string("Tcp=") + REAL_KERNEL);
    }
    CreateNodes(m_uplinks + m_downlinkStations, m_room, m_seats);
    BuildRadios();
    // "A dedicated 100BaseTX Ethernet link between the 802.11b AP and a PC (HOST A)" (II).
    InstallWire(GetHost(), m_ethernetRate, m_ethernetDelay);
    BuildInternet();
    InstallBacklogs();
}

void
Vacirca2005Testbed::BuildRadios()
{
    BuildNoise();
    // 11 Mb/s without fallback of the rate, no RTS and no fragmentation (II); the latter two are
    // ns-3's defaults.
    CellRadios radios;
    radios.kind = GetCellRadioOption();
    radios.ssid = "vacirca2005";
    radios.dataMode = GetModeName(m_dataMode);
    radios.stationAttempts = m_attempts;
    radios.accessPointAttempts = m_attempts;
    radios.captureRatio = m_captureRatio;
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
