// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-tcp.h"
#include "queue-disc-choice.h"
#include "rule-checker.h"
#include "vacirca2005-testbed.h"

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/attribute-container.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/receive-backlog-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <cmath>

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Vacirca2005Testbed.
 */

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Vacirca2005Testbed);

namespace
{

/// Largest contention window of 802.11b, slots, which the smallest one cannot exceed.
constexpr uint32_t MOST_SLOTS = 1023;

} // namespace

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
            "Number of uploads to the host, each from a station of its own: 1 in dl1-ul1, 2 in "
            "dl2-ul2, 4 in dl4-ul4 (III).",
            WHEN_BUILT,
            UintegerValue(2),
            MakeUintegerAccessor(&Vacirca2005Testbed::m_uplinks),
            MakeUintegerChecker<uint32_t>(0, MOST_STATIONS))
        .AddAttribute("Downlinks",
                      "Number of downloads from the host to stations: as many as Uplinks in the "
                      "paper's scenarios (III).",
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
            MakePacketsChecker(2))
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
                      "LimitPerClass; 0: Q ACKs. Calibrated with V6 at Q = 50.",
                      WHEN_BUILT,
                      UintegerValue(1000),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_ackQueue),
                      MakePacketsChecker(0))
        .AddAttribute("AdaptiveWeights",
                      "Whether AckDataWrrQueueDisc follows the number of connections, with "
                      "DisplaceAcks. This is the paper's future work (IV).",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Vacirca2005Testbed::m_adaptiveWeights),
                      MakeBooleanChecker())
        .AddAttribute("MeanOn",
                      "Mean time for which the sender writes to a new connection, exponentially "
                      "distributed, if MeanOff is not 0.",
                      WHEN_BUILT,
                      TimeValue(Seconds(60)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_meanOn),
                      MakeTimeChecker(NanoSeconds(1)))
        // The paper leaves "dynamic traffic conditions" to future work (V).
        .AddAttribute(
            "MeanOff",
            "Mean time from the end of a connection to the start of the next one, exponentially "
            "distributed. 0: connections last for the whole run, as in the paper.",
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
                      "Probability that a bit is wrong; a segment has 12 256 bits.",
                      WHEN_BUILT,
                      DoubleValue(0),
                      MakeDoubleAccessor(&Vacirca2005Testbed::m_bitErrorRate),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute(
            "GoodDuration",
            "Mean time between disturbances, during which no radio receives anything; 0: there "
            "are no disturbances.",
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
            "Metres. Each run draws the positions of stations and access point in this room: "
            "\"All STAs are located in the same room\" (II) is all that is known.",
            WHEN_BUILT,
            VectorValue(Vector(8, 6, 0)),
            MakeVectorAccessor(&Vacirca2005Testbed::m_room),
            MakeRoomChecker())
        .AddAttribute("Seats",
                      "Positions of STA1 to STA8, metres from the access point, separated by "
                      "commas: 1:0:0,2:0:0. Empty: drawn, see Room.",
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
                      "dB by which a frame must be stronger than the frames that collide with it "
                      "to be received (ns-3's value; the paper does not mention capture).",
                      WHEN_BUILT,
                      DoubleValue(4),
                      MakeDoubleAccessor(&Vacirca2005Testbed::m_captureRatio),
                      MakeDoubleChecker<double>(0))
        // "The key MAC parameters (e.g., DIFS, SIFS, MAC header, etc.) are set according to the
        // IEEE 802.11b standard" (II). Cards of that time did not all keep to it (G. Bianchi et
        // al., "Experimental Assessment of the Backoff Behavior of Commercial IEEE 802.11b Network
        // Cards", INFOCOM 2007).
        .AddAttribute("StationCwMin",
                      "Smallest contention window of the stations, slots. 31 in 802.11b, which "
                      "the paper follows (II).",
                      WHEN_BUILT,
                      UintegerValue(31),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_stationCwMin),
                      MakeUintegerChecker<uint32_t>(0, MOST_SLOTS))
        .AddAttribute("AccessPointCwMin",
                      "Smallest contention window of the access point, slots. Its card is of the "
                      "same type as those of the stations (II).",
                      WHEN_BUILT,
                      UintegerValue(31),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_accessPointCwMin),
                      MakeUintegerChecker<uint32_t>(0, MOST_SLOTS))
        .AddAttribute("Eifs",
                      "Whether cards wait for EIFS after a frame that they cannot decode, as in "
                      "802.11b. Cards without it need --radio=dcf.",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&Vacirca2005Testbed::m_eifs),
                      MakeBooleanChecker())
        .AddAttribute("PostBackoff",
                      "Whether a backoff follows each frame of a card, even if no other frame "
                      "waits, as in 802.11b. Cards without it need --radio=dcf.",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&Vacirca2005Testbed::m_postBackoff),
                      MakeBooleanChecker())
        .AddAttribute("ShortRetryLimit",
                      "Failures in a row of a card, of one frame or several, at which its "
                      "contention window returns to CWmin (dot11ShortRetryLimit). 0: Attempts. "
                      "HostAP sets the attempts of a Prism card as an alternate retry count, in "
                      "addition to the card's own limit (prism2_ioctl_siwretry()).",
                      WHEN_BUILT,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_shortRetryLimit),
                      MakeUintegerChecker<uint32_t>(0, 20)) // of RetryLimitWifiManager
        .AddAttribute(
            "AccessPointGain",
            "Power of the access point above that of the cards, dB. All cards are of one type "
            "(II), so only the antennas can differ.",
            WHEN_BUILT,
            DoubleValue(0),
            MakeDoubleAccessor(&Vacirca2005Testbed::m_accessPointGain),
            MakeDoubleChecker<double>())
        .AddAttribute("CardFrames",
                      "Frames in a card, in addition to the queue of its host. With 1, this is "
                      "the frame that the card is sending, which counts as one of Q. The paper "
                      "does not say.",
                      WHEN_BUILT,
                      UintegerValue(1),
                      MakeUintegerAccessor(&Vacirca2005Testbed::m_cardFrames),
                      MakePacketsChecker(1));
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
                      MakePacketsChecker(2))
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
                      "Time that a host takes for each received packet until its protocols or "
                      "its bridge get it (ReceiveBacklog). The paper gives no processor.",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(50)),
                      MakeTimeAccessor(&Vacirca2005Testbed::m_hostPacketTime),
                      MakeTimeChecker(Seconds(0), Seconds(1)))
        .AddAttribute("HostByteTime",
                      "Additional time that a host takes for each byte.",
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
                      "Time after Start that does not count: metrics are those of \"the last 450 "
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

} // namespace ns3
