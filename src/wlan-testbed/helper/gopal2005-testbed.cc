// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gopal2005-testbed.h"

#include "host-tcp.h"
#include "routed-queue-disc.h"
#include "rule-checker.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <cstddef>
#include <limits>
#include <set>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Gopal2005Testbed");

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

const std::map<std::string, std::string>&
Gopal2005Testbed::GetSimulation()
{
    static const std::map<std::string, std::string> values{
        {"BasicMode", "DsssRate1Mbps"}, // basicRate_
        {"ShortPreamble", "false"},     // PreambleLength_ 144 at PLCPDataRate_ 1e6
        {"RtsCts", "true"},             // RTSThreshold_ 0
        // ShortRetryLimit_, which is that of RTS frames. Data of more than RTSThreshold_ have
        // LongRetryLimit_, 4, but here none is lost once its RTS has been answered.
        {"StationAttempts", "7"},
        {"AccessPointAttempts", "7"},
        {"CaptureRatio", "10"}, // CPThresh_
        {"Queue", "50"},        // ifqlen of ns-2's examples
        {"Tcp", "Agent/TCP/Reno"},
        {"SegmentSize", "1000"}, // packetSize_
        {"Window", "20000"},     // window_ of 20 packets
    };
    return values;
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

Gopal2005Testbed::Gopal2005Testbed() = default;

Gopal2005Testbed::~Gopal2005Testbed() = default;

void
Gopal2005Testbed::Build()
{
    CheckTogether();
    CreateNodes(m_uploads, m_room);
    BuildRadios();
    InstallWire(GetHost(), DataRate("100Mbps"), MicroSeconds(1));
    if (m_tcp == REAL_KERNEL)
    {
        InstallKernels(GetHosts());
    }
    else
    {
        InstallInternet(GetHosts());
        InstallTcp();
    }
    InstallBridge();
    InstallQueues();
    SetHostAddress(AssignAddresses());
    RequireJoined(m_start);
}

void
Gopal2005Testbed::CheckTogether() const
{
    RequireSegmentFits("Window", m_window, m_segmentSize);
    if (!IsOneWayTcp())
    {
        RequireDatagramFits(m_segmentSize, m_tcp, m_tcp);
    }
    if (m_tcp == REAL_KERNEL)
    {
        RequireDefaults(*this,
                        {"SkippedAcks", "AdaptiveSkipping", "SegmentSize", "Window"},
                        std::string("Tcp=") + REAL_KERNEL);
    }
    // The agents of ns-2 number packets in 32 bits here (SeqTsHeader).
    const uint64_t most = uint64_t{m_segmentSize} * std::numeric_limits<uint32_t>::max();
    if (IsOneWayTcp() && m_bytes > most)
    {
        throw std::invalid_argument("Bytes=" + std::to_string(m_bytes) + ": expected at most " +
                                    std::to_string(most) + " with " + m_tcp);
    }
    if (!IsOneWayTcp())
    {
        // Only nodes of ns-2 have a routing agent and an agent for either direction. Linux has its
        // own timers.
        RequireDefaults(*this,
                        {"RoutingAgent", "Download", "LeastTimeout", "AckDelay"},
                        "Tcp=" + m_tcp);
    }
    if (m_adaptiveSkipping && IsOneWayTcp())
    {
        throw std::invalid_argument("AdaptiveSkipping: expected a kernel of Linux instead of " +
                                    m_tcp);
    }
    if (m_adaptiveSkipping && m_skippedAcks == 0)
    {
        throw std::invalid_argument(
            "SkippedAcks=0 with AdaptiveSkipping: expected at least 1, the most that it may skip");
    }
}

void
Gopal2005Testbed::BuildRadios()
{
    RefuseUserValues({"ns3::WifiRemoteStationManager::RtsCtsThreshold"});
    CellRadios radios;
    radios.kind = ChooseCellRadio();
    radios.ssid = "gopal2005";
    radios.dataMode = GetModeName(m_dataMode);
    radios.basicModes = {DSSS_MODES.begin(),
                         DSSS_MODES.begin() + static_cast<std::ptrdiff_t>(m_basicMode) + 1};
    radios.controlMode = GetModeName(m_basicMode);
    radios.rts = m_rtsCts;
    radios.shortPreamble = m_shortPreamble;
    radios.stationAttempts = m_stationAttempts;
    radios.accessPointAttempts = m_accessPointAttempts;
    radios.captureRatio = m_captureRatio;
    InstallRadios(radios);
}

void
Gopal2005Testbed::InstallTcp()
{
    // The values given to the factories would silently win over a user's.
    RefuseUserValues({"ns3::TcpLinux24Socket::AckSkip",
                      "ns3::TcpLinux24Socket::AdaptiveAckSkip",
                      "ns3::TcpLinux24Socket::DelayedAcks",
                      "ns3::TcpLinux24Socket::PartialWrites"});
    if (IsOneWayTcp())
    {
        return; // an OneWayTransfer needs no socket of TCP
    }
    const NodeContainer hosts = GetHosts();
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto sockets = InstallHostTcp(hosts.Get(i), m_tcp);
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(m_segmentSize)},
                          {"SndBufSize", UintegerValue(m_window)},
                          {"RcvBufSize", UintegerValue(m_window)}});
        // "Delayed ACK adaptation not enabled; There is typically one ACK for every data packet".
        sockets->SetSocketAttribute("DelayedAcks", BooleanValue(false));
        sockets->SetSocketAttribute("AckSkip", UintegerValue(m_skippedAcks));
        sockets->SetSocketAttribute("AdaptiveAckSkip", BooleanValue(m_adaptiveSkipping));
        sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
    }
}

void
Gopal2005Testbed::InstallQueues()
{
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize",
                      "ns3::RoutedQueueDisc::Agent",
                      "ns3::RoutedQueueDisc::MaxSize"});
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        if (m_tcp == REAL_KERNEL)
        {
            SetKernelQueue(i, m_queue - 1, 1);
            continue;
        }
        InstallQueue(GetStationRadio(i), true);
    }
    InstallQueue(GetAccessPointRadio(), false);
}

void
Gopal2005Testbed::InstallQueue(Ptr<NetDevice> radio, bool isStation)
{
    if (m_agent == RoutingAgent::NONE)
    {
        AddDisc(InstallBuffer("Queue", radio, m_queue));
        return;
    }
    const auto disc = DynamicCast<RoutedQueueDisc>(
        InstallBuffer("Queue", radio, m_queue, "ns3::RoutedQueueDisc"));
    disc->SetAttribute("Agent", EnumValue(m_agent));
    disc->ListenTo(radio, isStation);
    AddDisc(disc);
}

int64_t
Gopal2005Testbed::AssignStreams(int64_t stream)
{
    int64_t streams = AccessPointCell::AssignStreams(stream);
    for (uint32_t i = 0; m_agent != RoutingAgent::NONE && i <= GetNStations(); ++i)
    {
        const auto disc = i < GetNStations() ? GetStationDisc(i) : GetAccessPointDisc();
        streams += DynamicCast<RoutedQueueDisc>(disc)->AssignStreams(stream + streams);
    }
    return streams;
}

const std::string&
Gopal2005Testbed::GetTcp() const
{
    return m_tcp;
}

bool
Gopal2005Testbed::IsOneWayTcp() const
{
    return m_tcp.starts_with("Agent/TCP");
}

uint64_t
Gopal2005Testbed::GetBytes() const
{
    return m_bytes;
}

bool
Gopal2005Testbed::IsDownload() const
{
    return m_isDownload;
}

uint32_t
Gopal2005Testbed::GetSegmentSize() const
{
    return m_segmentSize;
}

uint32_t
Gopal2005Testbed::GetWindow() const
{
    return m_window;
}

Time
Gopal2005Testbed::GetLeastTimeout() const
{
    return m_leastTimeout;
}

uint32_t
Gopal2005Testbed::GetSkippedAcks() const
{
    return m_skippedAcks;
}

Time
Gopal2005Testbed::GetAckDelay() const
{
    return m_ackDelay;
}

Time
Gopal2005Testbed::GetStart() const
{
    return m_start;
}

Time
Gopal2005Testbed::GetStartSpread() const
{
    return m_startSpread;
}

} // namespace ns3
