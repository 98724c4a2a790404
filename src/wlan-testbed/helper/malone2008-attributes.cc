// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-tcp.h"
#include "malone2008-testbed.h"
#include "queue-disc-choice.h"
#include "rule-checker.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/qos-utils.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <bit>

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Malone2008Testbed.
 */

namespace ns3
{

namespace
{

/// Largest contention window that 802.11e can name (IEEE 802.11-2020, 9.4.2.28).
constexpr uint32_t MOST_CW = 32767;

/// Largest AIFSN that 802.11e can name (IEEE 802.11-2020, 9.4.2.28).
constexpr uint32_t MOST_AIFSN = 15;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Malone2008Testbed);

TypeId
Malone2008Testbed::GetTypeId()
{
    static TypeId tid =
        AddWire(AddHosts(AddQueues(AddRadio(AddLoad(TypeId("ns3::Malone2008Testbed")
                                                        .SetParent<AccessPointCell>()
                                                        .SetGroupName("WlanTestbed")
                                                        .AddConstructor<Malone2008Testbed>())))));
    return tid;
}

TypeId
Malone2008Testbed::AddLoad(TypeId tid)
{
    return tid
        .AddAttribute("Uploads",
                      "Number of uploads to the host, each from a station of its own; four in "
                      "the paper (IV).",
                      WHEN_BUILT,
                      UintegerValue(4),
                      MakeUintegerAccessor(&Malone2008Testbed::m_uploads),
                      MakeUintegerChecker<uint32_t>(0, MOST_STATIONS))
        .AddAttribute("LaterUploads",
                      "Further uploads, which begin at the change (VI, figure 9).",
                      WHEN_BUILT,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Malone2008Testbed::m_laterUploads),
                      MakeUintegerChecker<uint32_t>(0, MOST_STATIONS))
        .AddAttribute("Downloads",
                      "Number of downloads from the host, each to a station of its own, in "
                      "addition to the uploading stations (VII).",
                      WHEN_BUILT,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Malone2008Testbed::m_downloads),
                      MakeUintegerChecker<uint32_t>(0, MOST_STATIONS))
        .AddAttribute("LaterMode",
                      "Mode of all stations' data from the change on (figure 11); None: DataMode.",
                      WHEN_BUILT,
                      EnumValue(DsssRate::NONE),
                      MakeEnumAccessor<DsssRate>(&Malone2008Testbed::m_laterMode),
                      MakeDsssModeChecker(true))
        .AddAttribute("Change",
                      "Time from Start to the change, if LaterUploads or LaterMode is set (VI).",
                      WHEN_BUILT,
                      TimeValue(Seconds(120)),
                      MakeTimeAccessor(&Malone2008Testbed::m_change),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute(
            "PrioritiseAcks",
            "Whether stations' data have a larger AIFS, and the access point's TCP ACKs a "
            "smaller CWmin (V); see ExtraSlots and AckCwMin.",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&Malone2008Testbed::m_prioritiseAcks),
            MakeBooleanChecker())
        .AddAttribute("Frto",
                      "Whether the stations use F-RTO (figures 4 and 9); they then need a kernel "
                      "of Linux.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Malone2008Testbed::m_frto),
                      MakeBooleanChecker());
}

TypeId
Malone2008Testbed::AddRadio(TypeId tid)
{
    const auto isWindow = [](const UintegerValue& cwMax) {
        return cwMax.Get() >= CW_MIN && cwMax.Get() <= MOST_CW &&
               std::has_single_bit(cwMax.Get() + 1);
    };
    return tid
        .AddAttribute("DataMode",
                      "Mode of data (table II); its preamble is the long one, the only one that "
                      "ns-3 has in a cell of 802.11b.",
                      WHEN_BUILT,
                      EnumValue(DsssRate::RATE_11),
                      MakeEnumAccessor<DsssRate>(&Malone2008Testbed::m_dataMode),
                      MakeDsssModeChecker())
        .AddAttribute(
            "FastMacAcks",
            "Whether MAC acknowledgments are sent at 11 Mb/s (table II); otherwise at 2 Mb/s.",
            WHEN_BUILT,
            BooleanValue(true),
            MakeBooleanAccessor(&Malone2008Testbed::m_fastMacAcks),
            MakeBooleanChecker())
        // Table II calls them "MAC Retries", but the driver's 11 counts the first transmission, too
        // (MADWiFi, ath/if_athvar.h: ATH_TXMAXTRY).
        .AddAttribute("Attempts",
                      "Transmissions of a frame, the first one included (table II).",
                      WHEN_BUILT,
                      UintegerValue(11),
                      MakeUintegerAccessor(&Malone2008Testbed::m_attempts),
                      MakeAttemptsChecker())
        // 1023 is what IEEE 802.11b says and what MADWiFi has stations use for best effort in a
        // cell of 802.11b (net80211, bssPhyParamForAC_BE). The paper does not name it; smaller ones
        // are in malone2008-sensitivity. (MADWiFi's access points take 127 for their own best
        // effort, phyParamForAC_BE.)
        .AddAttribute("StationCwMax",
                      "Largest contention window of the stations, slots, with and without "
                      "priority of ACKs (IEEE 802.11b; the paper leaves it open).",
                      WHEN_BUILT,
                      UintegerValue(CW_MAX),
                      MakeUintegerAccessor(&Malone2008Testbed::m_stationCwMax),
                      MakeRuleChecker<UintegerValue>(MakeUintegerChecker<uint32_t>(),
                                                     "2^n - 1 slots, 31 to 32767",
                                                     isWindow))
        // The paper says no more than "an office environment" (III), and that "the MAC distributes
        // transmission opportunities evenly when the network is saturated" (IV). So close together
        // none is received much better than the others, so that no frame survives a collision. In a
        // larger room the nearest stations win most collisions; malone2008-sensitivity has one.
        .AddAttribute("Room",
                      "Metres. Each run draws the positions of stations and access point in this "
                      "room (left open by the paper).",
                      WHEN_BUILT,
                      VectorValue(Vector(1, 1, 0)),
                      MakeVectorAccessor(&Malone2008Testbed::m_room),
                      MakeRoomChecker())
        .AddAttribute("CaptureRatio",
                      "dB by which a frame must be stronger than the frames that collide with it "
                      "to be received (ns-3's value; the paper does not mention capture).",
                      WHEN_BUILT,
                      DoubleValue(4),
                      MakeDoubleAccessor(&Malone2008Testbed::m_captureRatio),
                      MakeDoubleChecker<double>(0))
        // "The testbed [...] is subject to the usual impairment seen in an office environment"
        // (III), of which the paper has no number; malone2008-sensitivity has several.
        .AddAttribute(
            "FrameErrorRate",
            "Probability with which noise destroys a full-size data frame at its receiver. Each "
            "bit has the same probability, so shorter frames are lost less often.",
            WHEN_BUILT,
            DoubleValue(0),
            MakeDoubleAccessor(&Malone2008Testbed::m_frameErrorRate),
            MakeRuleChecker<DoubleValue>(
                MakeDoubleChecker<double>(),
                "at least 0 and less than 1",
                [](const DoubleValue& rate) { return rate.Get() >= 0 && rate.Get() < 1; }));
}

TypeId
Malone2008Testbed::AddQueues(TypeId tid)
{
    return tid
        .AddAttribute(
            "InterfaceQueue",
            "Packets in the interface's tx queue of stations and access point (table II), if "
            "InterfaceWaits is true.",
            WHEN_BUILT,
            UintegerValue(19),
            MakeUintegerAccessor(&Malone2008Testbed::m_interfaceQueue),
            MakePacketsChecker(1))
        .AddAttribute("DriverQueue",
                      "Frames in the driver's tx queue of stations and access point, including "
                      "the one that is being sent (table II).",
                      WHEN_BUILT,
                      UintegerValue(20),
                      MakeUintegerAccessor(&Malone2008Testbed::m_driverQueue),
                      MakePacketsChecker(1))
        // They do not wait there: ath_hardstart() stops the interface when it takes the last buffer
        // and schedules the transmit tasklet, which wakes the interface again, whether a buffer has
        // become free or not. ath_hardstart() then discards the next packet ("discard, no xmit
        // buf"; MADWiFi of June 2006, ath/if_ath.c: ATH_HARDSTART_GET_TX_BUF_WITH_LOCK,
        // ath_tx_tasklet_q0123()). The paper, too, counts "the sum of twenty random service times"
        // in a queue that is full (V).
        .AddAttribute("InterfaceWaits",
                      "Whether packets also wait in the interface's queue while the driver has no "
                      "free buffer, as with most drivers.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Malone2008Testbed::m_interfaceWaits),
                      MakeBooleanChecker())
        .AddAttribute("AccessPointDisc",
                      "Queue disc of the access point instead of a FIFO, with values of its "
                      "attributes; only without PrioritiseAcks. All packets but one wait in it, "
                      "because it has no influence on packets in the driver. Empty: a FIFO.",
                      WHEN_BUILT,
                      StringValue(""),
                      MakeStringAccessor(&Malone2008Testbed::m_disc),
                      MakeQueueDiscChecker(true))
        .AddAttribute("ExtraSlots",
                      "Slots by which the AIFS of stations' data grows with PrioritiseAcks (V).",
                      WHEN_BUILT,
                      UintegerValue(4),
                      MakeUintegerAccessor(&Malone2008Testbed::m_extraSlots),
                      MakeUintegerChecker<uint32_t>(0, MOST_AIFSN - DCF_AIFSN))
        // The paper has the "CWmin of the TCP ACKs transmitted by the AP" as 4 (V), which no cell
        // can advertise. Four slots are 0 to 3. If the authors gave MADWiFi an exponent of 4, it is
        // 15; see malone2008-sensitivity.
        .AddAttribute("AckCwMin",
                      "Smallest contention window of the access point's ACKs with "
                      "PrioritiseAcks, slots (V).",
                      WHEN_BUILT,
                      UintegerValue(3),
                      MakeUintegerAccessor(&Malone2008Testbed::m_ackCwMin),
                      MakeUintegerChecker<uint32_t>(0, CW_MAX));
}

TypeId
Malone2008Testbed::AddHosts(TypeId tid)
{
    return tid
        .AddAttribute("Tcp",
                      "TCP of the stations, kernel 2.6.8.1 (III).",
                      WHEN_BUILT,
                      StringValue(LINUX26_8),
                      MakeStringAccessor(&Malone2008Testbed::m_tcp),
                      MakeHostTcpChecker(true))
        .AddAttribute("Bic",
                      "Whether stations with kernel 2.6.8 have BIC, its default, instead of Reno.",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&Malone2008Testbed::m_bic),
                      MakeBooleanChecker())
        // The authors' institute found the fault and sent a patch three years before the paper
        // ("BicTCP Implementation Bug", Linux kernel list, 21 February 2005).
        .AddAttribute("BicMaximumFault",
                      "Whether this BIC has the fault of 2.6.8 as shipped, see "
                      "TcpLinux24Socket::BicMaximumFault.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Malone2008Testbed::m_bicMaximumFault),
                      MakeBooleanChecker())
        .AddAttribute("HostTcp",
                      "TCP of the host, FreeBSD 6.2 (III).",
                      WHEN_BUILT,
                      StringValue(FREEBSD_6_2),
                      MakeStringAccessor(&Malone2008Testbed::m_hostTcp),
                      MakeHostTcpChecker())
        .AddAttribute("SegmentSize",
                      "Bytes of data in a full segment: MTU of 1500 bytes, timestamps.",
                      WHEN_BUILT,
                      UintegerValue(1448),
                      MakeUintegerAccessor(&Malone2008Testbed::m_segmentSize),
                      MakeSegmentSizeChecker())
        .AddAttribute("SendBuffer",
                      "Bytes that a sender's socket holds: upper limit of Linux 2.6.8 (tcp_wmem).",
                      WHEN_BUILT,
                      UintegerValue(131072),
                      MakeUintegerAccessor(&Malone2008Testbed::m_sendBuffer),
                      MakeWindowChecker())
        // The paper does not say whether Iperf asked for another window, but a window of 32 kB
        // could not fill the interface's queue, which it reports (VI).
        .AddAttribute("ReceiveBuffer",
                      "Bytes that the host's sockets hold: net.inet.tcp.recvspace of FreeBSD 6.2, "
                      "which rounds them up to whole segments (tcp_mss()).",
                      WHEN_BUILT,
                      UintegerValue(65536),
                      MakeUintegerAccessor(&Malone2008Testbed::m_receiveBuffer),
                      MakeWindowChecker())
        // With an ordinary device it hears of it, and shrinks its window without a loss
        // (tcp_enter_cwr()). Not with MADWiFi: the device that TCP sees has no queue and hands each
        // packet on to a second one, whose refusal it ignores (net80211/ieee80211_output.c:
        // ieee80211_hardstart(), dev_queue_xmit()). The paper says so, too: "a packet which is
        // lost because the interface queue is full" (VI).
        .AddAttribute("LocalDropsReachTcp",
                      "Whether the stations' TCP, a kernel of Linux, learns that its host's own "
                      "queue has refused a packet.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Malone2008Testbed::m_localDropsReachTcp),
                      MakeBooleanChecker())
        .AddAttribute("AdaptiveAckSkip",
                      "Maximum number of ACKs that the host skips for each one that it sends, by "
                      "TcpLinux24Socket's AdaptiveAckSkip. The host then needs a kernel of Linux.",
                      WHEN_BUILT,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Malone2008Testbed::m_adaptiveAckSkip),
                      MakeUintegerChecker<uint32_t>(0, MOST_SKIPPED_ACKS))
        .AddAttribute("DelayedAckTimeout",
                      "How long the host delays an ACK: net.inet.tcp.delacktime of FreeBSD 6.2.",
                      WHEN_BUILT,
                      TimeValue(MilliSeconds(100)),
                      MakeTimeAccessor(&Malone2008Testbed::m_delayedAckTimeout),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("StaticArp",
                      "Whether nodes know each other's addresses from the start (III).",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&Malone2008Testbed::m_staticArp),
                      MakeBooleanChecker());
}

TypeId
Malone2008Testbed::AddWire(TypeId tid)
{
    return tid
        .AddAttribute("EthernetRate",
                      "Rate of the Ethernet between access point and dummynet (III).",
                      WHEN_BUILT,
                      DataRateValue(DataRate("100Mbps")),
                      MakeDataRateAccessor(&Malone2008Testbed::m_ethernetRate),
                      MakeWireRateChecker())
        .AddAttribute("DummynetDelay",
                      "Delay of dummynet each way (III).",
                      WHEN_BUILT,
                      TimeValue(MilliSeconds(10)),
                      MakeTimeAccessor(&Malone2008Testbed::m_dummynetDelay),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("DummynetQueue",
                      "Packets in dummynet each way (table II).",
                      WHEN_BUILT,
                      UintegerValue(100),
                      MakeUintegerAccessor(&Malone2008Testbed::m_dummynetQueue),
                      MakePacketsChecker(1))
        .AddAttribute("Start",
                      "When the uploads begin; the stations are associated by then.",
                      WHEN_BUILT,
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Malone2008Testbed::m_start),
                      MakeTimeChecker(Seconds(0)))
        // Whoever comes later finds a full queue.
        .AddAttribute(
            "StartSpread",
            "Uploads begin at random instants in this span: \"at the same time\" (IV), over "
            "ssh from a control PC (III).",
            WHEN_BUILT,
            TimeValue(Seconds(1)),
            MakeTimeAccessor(&Malone2008Testbed::m_startSpread),
            MakeTimeChecker(Seconds(0)));
}

} // namespace ns3
