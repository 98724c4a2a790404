// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gopal2005-testbed.h"
#include "host-tcp.h"
#include "rule-checker.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <set>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Gopal2005Testbed.
 */

namespace ns3
{

namespace
{

/// No other TCP than Linux's and ns-2's can skip ACKs here. A real kernel is there for comparison.
/// @return checker of a StringValue
Ptr<const AttributeChecker>
MakeSkippingTcpChecker()
{
    return MakeRuleChecker<StringValue>(
        MakeStringChecker(),
        std::string(REAL_KERNEL) +
            ", a kernel of Linux, such as Linux26_8, or Agent/TCP, Agent/TCP/Reno or "
            "Agent/TCP/Newreno of ns-2",
        [](const StringValue& value) {
            static const std::set<std::string> agents{"Agent/TCP",
                                                      "Agent/TCP/Reno",
                                                      "Agent/TCP/Newreno"};
            return agents.contains(value.Get()) || IsLinuxKernel(value.Get()) ||
                   value.Get() == REAL_KERNEL;
        });
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Gopal2005Testbed);

TypeId
Gopal2005Testbed::GetTypeId()
{
    static TypeId tid = AddHosts(AddRadio(AddLoad(TypeId("ns3::Gopal2005Testbed")
                                                      .SetParent<AccessPointCell>()
                                                      .SetGroupName("WlanTestbed")
                                                      .AddConstructor<Gopal2005Testbed>())));
    return tid;
}

TypeId
Gopal2005Testbed::AddLoad(TypeId tid)
{
    return tid
        .AddAttribute("Uploads",
                      "Number of uploads, each from a station of its own; 1 to 3 in the slides.",
                      WHEN_BUILT,
                      UintegerValue(1),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_uploads),
                      MakeUintegerChecker<uint32_t>(1, MOST_STATIONS))
        .AddAttribute("SkippedAcks",
                      "Number of ACKs that the receiver skips for each one that it sends; with "
                      "AdaptiveSkipping, the maximum.",
                      WHEN_BUILT,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_skippedAcks),
                      MakeUintegerChecker<uint32_t>(0, MOST_SKIPPED_ACKS))
        .AddAttribute("AdaptiveSkipping",
                      "Whether the receiver skips only ACKs that the sender does not need "
                      "(TcpLinux24Socket's AdaptiveAckSkip); not in ns-2, and not without "
                      "SkippedAcks.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Gopal2005Testbed::m_adaptiveSkipping),
                      MakeBooleanChecker())
        .AddAttribute("StationAttempts",
                      "Maximum number of transmissions of a station's frame; 1: MAC retries "
                      "disabled. \"Maximum 16 MAC retries (default setting in Atheros cards)\" "
                      "are those after the first transmission.",
                      WHEN_BUILT,
                      UintegerValue(17),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_stationAttempts),
                      MakeAttemptsChecker())
        .AddAttribute("Bytes",
                      "Bytes of each upload. \"Short-lived flows 100kB; long-lived flows 6MB file "
                      "transfer\".",
                      WHEN_BUILT,
                      UintegerValue(6'000'000),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_bytes),
                      MakeUintegerChecker<uint64_t>(1))
        .AddAttribute("Download",
                      "Whether the host sends to the stations instead. The slides say that the "
                      "access point sends the ACKs on the testbed, but do not say this about "
                      "ns-2. Only with an agent of ns-2.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Gopal2005Testbed::m_isDownload),
                      MakeBooleanChecker());
}

TypeId
Gopal2005Testbed::AddRadio(TypeId tid)
{
    return tid
        .AddAttribute("DataMode",
                      "\"Phy rate fixed at 11Mbps\".",
                      WHEN_BUILT,
                      EnumValue(DsssRate::RATE_11),
                      MakeEnumAccessor<DsssRate>(&Gopal2005Testbed::m_dataMode),
                      MakeDsssModeChecker())
        .AddAttribute(
            "BasicMode",
            "Highest rate of MAC acknowledgments, RTS and CTS. 1 Mb/s is basicRate_ of ns-2; MAC "
            "acknowledgments still have 2 Mb/s then, because ns-3's access points always have it "
            "as a basic rate.",
            WHEN_BUILT,
            EnumValue(DsssRate::RATE_2),
            MakeEnumAccessor<DsssRate>(&Gopal2005Testbed::m_basicMode),
            MakeDsssModeChecker())
        .AddAttribute("ShortPreamble",
                      "Whether data has the short preamble; Cisco's cards use it if all stations "
                      "support it.",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&Gopal2005Testbed::m_shortPreamble),
                      MakeBooleanChecker())
        .AddAttribute("RtsCts",
                      "Whether RTS and CTS precede each frame: \"RTS/CTS disabled\" on the "
                      "testbed; ns-2's RTSThreshold_ is 0.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Gopal2005Testbed::m_rtsCts),
                      MakeBooleanChecker())
        .AddAttribute(
            "AccessPointAttempts",
            "Maximum number of transmissions of the access point's frames: \"Full retries for "
            "TCP ACKs\" on the testbed.",
            WHEN_BUILT,
            UintegerValue(17),
            MakeUintegerAccessor(&Gopal2005Testbed::m_accessPointAttempts),
            MakeAttemptsChecker())
        // Three windows of 64 kB do not fill 199.
        .AddAttribute("Queue",
                      "Packets that wait at each radio: tx_queue_len of the Atheros driver "
                      "(MADWiFi's ath_attach() of 2004 and 2005: ATH_TXBUF - 1).",
                      WHEN_BUILT,
                      UintegerValue(199),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_queue),
                      MakePacketsChecker(2))
        // ns-2.28: lost_link() of DSDV and NOAH returns without use_mac_, which is 0 in
        // tcl/mobility/dsdv.tcl; DumbAgent sets no xmit_failure_.
        .AddAttribute("RoutingAgent",
                      "What a routing agent of ns-2 does at each radio when the MAC gives up a "
                      "frame: nothing (None; so do DSDV without use_mac_, NOAH and DumbAgent), "
                      "or it treats the link as broken (AODV, DSR; see RoutedQueue).",
                      WHEN_BUILT,
                      EnumValue(RoutingAgent::NONE),
                      MakeEnumAccessor<RoutingAgent>(&Gopal2005Testbed::m_agent),
                      MakeEnumChecker(RoutingAgent::NONE,
                                      "None",
                                      RoutingAgent::AODV,
                                      "AODV",
                                      RoutingAgent::DSR,
                                      "DSR"))
        .AddAttribute(
            "Room",
            "Metres. \"All nodes in hearing range of each other\": each run draws the positions "
            "of the nodes in this room.",
            WHEN_BUILT,
            VectorValue(Vector(8, 6, 0)),
            MakeVectorAccessor(&Gopal2005Testbed::m_room),
            MakeRoomChecker())
        .AddAttribute("CaptureRatio",
                      "dB by which a frame must be stronger than the frames that collide with it "
                      "to be received (ns-3's value; 10 in ns-2).",
                      WHEN_BUILT,
                      DoubleValue(4),
                      MakeDoubleAccessor(&Gopal2005Testbed::m_captureRatio),
                      MakeDoubleChecker<double>(0));
}

TypeId
Gopal2005Testbed::AddHosts(TypeId tid)
{
    return tid
        .AddAttribute("Tcp",
                      "TCP of stations and receiver: a kernel of Linux, which is 2.6.10 on the "
                      "testbed, an agent of ns-2, or LinuxKernel, a real kernel of today.",
                      WHEN_BUILT,
                      StringValue("Linux26_8"),
                      MakeStringAccessor(&Gopal2005Testbed::m_tcp),
                      MakeSkippingTcpChecker())
        .AddAttribute("SegmentSize",
                      "Bytes of data in a full segment; packetSize_ of ns-2 is 1000.",
                      WHEN_BUILT,
                      UintegerValue(1448),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_segmentSize),
                      MakeSegmentSizeChecker())
        .AddAttribute("Window",
                      "Window of sender and receiver, bytes; window_ of ns-2 is 20 segments.",
                      WHEN_BUILT,
                      UintegerValue(65536),
                      MakeUintegerAccessor(&Gopal2005Testbed::m_window),
                      MakeWindowChecker())
        .AddAttribute(
            "LeastTimeout",
            "Minimum retransmission timeout of ns-2's senders: minrto_, 0.2 s since October 2004.",
            WHEN_BUILT,
            TimeValue(Seconds(1)),
            MakeTimeAccessor(&Gopal2005Testbed::m_leastTimeout),
            MakeTimeChecker(Seconds(0)))
        .AddAttribute(
            "AckDelay",
            "Time after which a skipped ACK leaves: interval_ of ns-2's sinks that delay ACKs. "
            "0: it never leaves.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(100)),
            MakeTimeAccessor(&Gopal2005Testbed::m_ackDelay),
            MakeTimeChecker(Seconds(0)))
        .AddAttribute("Start",
                      "When the uploads begin; the stations are associated by then.",
                      WHEN_BUILT,
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Gopal2005Testbed::m_start),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("StartSpread",
                      "Uploads, which are \"simultaneous\", begin at random instants in this span.",
                      WHEN_BUILT,
                      TimeValue(MilliSeconds(10)),
                      MakeTimeAccessor(&Gopal2005Testbed::m_startSpread),
                      MakeTimeChecker(Seconds(0)));
}

} // namespace ns3
