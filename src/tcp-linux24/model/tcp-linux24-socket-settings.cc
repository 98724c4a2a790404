// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-socket-settings.h"

#include "tcp-linux24-socket.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <set>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{

/// The longest tick, that of HZ = 100.
constexpr int64_t MAX_TICK_MILLISECONDS = 10;
/// TCP_RTO_MAX.
constexpr int64_t MAX_RTO_SECONDS = 120;
/// What ns-3 presets, and this socket does not use: DelAckTimeout and PersistTimeout.
constexpr int64_t NS3_DEL_ACK_MILLISECONDS = 200;
constexpr int64_t NS3_PERSIST_SECONDS = 6;
/// Largest "truesize" beside the data: what a driver may allocate per frame.
/// The default of 452 makes 1900 bytes of a full segment with timestamps, as an Ethernet driver
/// does that allocates little more than the frame.
constexpr uint32_t MAX_SEGMENT_OVERHEAD = 65535;

/// @param time duration
/// @return as text, in seconds
std::string
GetText(Time time)
{
    std::ostringstream text;
    text << time.GetSeconds() << " s";
    return text.str();
}

/// Stop the program with one line unless a setting is good.
/// @param isGood whether it is
/// @param name, value of the attribute
/// @param advice what it can be, or why it cannot be set
void
Expect(bool isGood, const char* name, const std::string& value, const std::string& advice)
{
    if (!isGood)
    {
        NS_FATAL_ERROR("TcpLinux24Socket::" << name << " cannot be " << value << ": " << advice);
    }
}

/// Stop the program with one line if the user set what the kernel does not do. If it is ns-3's
/// default that was changed, which stock sockets may have use for, the line is a warning.
/// @param socket whose attribute it is
/// @param isSet whether the value is not ns-3's
/// @param name, value of the attribute
/// @param reason why it cannot be, and what to set instead
void
Ignore(const ObjectBase& socket,
       bool isSet,
       const std::string& name,
       const std::string& value,
       const std::string& reason)
{
    if (!isSet)
    {
        return;
    }
    // Set on this socket or for all of them? Only the former can have been meant for it.
    const std::string error = "TcpLinux24Socket::" + name + " cannot be " + value + ": " + reason;
    TypeId::AttributeInformation info;
    TcpLinux24Socket::GetTypeId().LookupAttributeByName(name, &info);
    const Ptr<AttributeValue> own = info.checker->Create();
    // UseEcn cannot be read, but its value is its text.
    const bool isRead = info.accessor->HasGetter() && info.accessor->Get(&socket, *own);
    const std::string text = isRead ? own->SerializeToString(info.checker) : value;
    if (text != info.initialValue->SerializeToString(info.checker))
    {
        NS_FATAL_ERROR(error);
    }
    // A default, which other sockets may have use for.
    static std::set<std::string> told;
    if (told.insert(name).second)
    {
        std::cerr << "warning: " << error << std::endl;
    }
}

} // namespace

// Attributes need a function each to set and to get a member of a structure; these make them.
template <auto field>
void
TcpLinux24SocketSettings::SetSenderOption(OptionOf<field> value)
{
    m_options.*field = value;
}

template <auto field>
TcpLinux24SocketSettings::OptionOf<field>
TcpLinux24SocketSettings::GetSenderOption() const
{
    return m_options.*field;
}

template <auto field>
void
TcpLinux24SocketSettings::SetReceiverOption(OptionOf<field> value)
{
    m_receiverOptions.*field = value;
}

template <auto field>
TcpLinux24SocketSettings::OptionOf<field>
TcpLinux24SocketSettings::GetReceiverOption() const
{
    return m_receiverOptions.*field;
}

void
TcpLinux24SocketSettings::SetTickInterval(Time interval)
{
    m_clock.SetInterval(interval);
}

Time
TcpLinux24SocketSettings::GetTickInterval() const
{
    return m_clock.GetInterval();
}

void
TcpLinux24SocketSettings::SetTickOffset(Time offset)
{
    m_clock.SetOffset(offset);
}

Time
TcpLinux24SocketSettings::GetTickOffset() const
{
    return m_clock.GetOffset();
}

// One line for each value that cannot be, in the order of the attributes of the base.
void
TcpLinux24SocketSettings::CheckStock(const ObjectBase& socket,
                                     const TcpLinux24StockSettings& stock) const
{
    const Time tick = m_clock.GetInterval();
    const Time longest = Seconds(MAX_RTO_SECONDS);
    const std::string range = "expected " + GetText(tick) + ", a tick, to " + GetText(longest);
    const auto isTimeout = [tick, longest](Time time) { return time >= tick && time <= longest; };
    // What the kernel has use for must be in the range that it can compute with.
    Expect(isTimeout(stock.minRto), "MinRto", GetText(stock.minRto), range);
    Expect(isTimeout(stock.connTimeout), "ConnTimeout", GetText(stock.connTimeout), range);
    Expect(stock.delAckCount > 0, "DelAckCount", "0", "expected 1 segment or more");
    Expect(stock.maxWindow > 0, "MaxWindowSize", "0", "expected 1 to 65535 bytes");
    Ignore(socket,
           // What the kernel decides by itself cannot be set: silence would look as if it could.
           stock.delAckTimeout != MilliSeconds(NS3_DEL_ACK_MILLISECONDS),
           "DelAckTimeout",
           GetText(stock.delAckTimeout),
           "Linux fits the delay to the peer, between 40 and 500 ms; set DelayedAcks, DelAckCount "
           "or AckSkip");
    Ignore(socket,
           stock.persistTimeout != Seconds(NS3_PERSIST_SECONDS),
           "PersistTimeout",
           GetText(stock.persistTimeout),
           "Linux probes a closed window after the retransmission timeout; set MinRto");
    Ignore(
        socket,
        !stock.limitedTransmit,
        "LimitedTransmit",
        "false",
        "Linux counts a segment less in flight with each duplicate ACK, so that a new one leaves; "
        "leave it true");
    Ignore(socket,
           stock.ecn != TcpSocketState::Off,
           "UseEcn",
           stock.ecn == TcpSocketState::On ? "On" : "AcceptOnly",
           "these kernels have ECN off, and it is not modelled; set it for stock sockets alone, by "
           "TcpStockSocketFactory::SetSocketAttribute");
}

// In five lists by what they concern; each text has the kernel's name or the source, if there is
// one.
TypeId
TcpLinux24SocketSettings::AddAttributes(TypeId tid)
{
    return AddConnectionAttributes(
        AddHostAttributes(AddReceiverAttributes(AddMechanismAttributes(AddFaultAttributes(tid)))));
}

// What was wrong in some kernels and repaired in later ones.
TypeId
TcpLinux24SocketSettings::AddFaultAttributes(TypeId tid)
{
    using O = TcpLinux24Options;
    return tid
        .AddAttribute("RetransStampFromSyn",
                      "Whether retrans_stamp keeps the time of the SYN, so that the first "
                      "retransmission timeout is not recognised as spurious (up to 2.4.18).",
                      BooleanValue(true),
                      MakeBooleanAccessor(
                          &TcpLinux24SocketSettings::SetSenderOption<&O::retransStampFromSyn>,
                          &TcpLinux24SocketSettings::GetSenderOption<&O::retransStampFromSyn>),
                      MakeBooleanChecker())
        .AddAttribute(
            "RttSeqFromUna",
            "Whether the variance of the round trip may fall with every ACK instead of "
            "once in a round trip (up to 2.4.18).",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::rttSeqFromUna>,
                                &TcpLinux24SocketSettings::GetSenderOption<&O::rttSeqFromUna>),
            MakeBooleanChecker())
        .AddAttribute(
            "SynWindowScaled",
            "Whether the largest window that the peer has offered, half of which limits segments "
            "and data without PSH, takes the window of a SYN-ACK for scaled (2.4).",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::synWindowScaled>,
                                &TcpLinux24SocketSettings::GetSenderOption<&O::synWindowScaled>),
            MakeBooleanChecker())
        .AddAttribute(
            "FirstDeviation",
            "mdev after the first sample of the round trip, in multiples of the sample: "
            "4 up to 2.4.18, then 2.",
            UintegerValue(4),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::firstDeviation>,
                                 &TcpLinux24SocketSettings::GetSenderOption<&O::firstDeviation>),
            MakeUintegerChecker<uint32_t>(1, 8))
        .AddAttribute(
            "FinalCutPush",
            "Whether PSH on a full segment asks the receiver for an ACK (up to 2.4.18).",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::finalCutPush>,
                                &TcpLinux24SocketSettings::GetSenderOption<&O::finalCutPush>),
            MakeBooleanChecker());
}

// What can be switched by sysctl, or came with a later kernel.
TypeId
TcpLinux24SocketSettings::AddMechanismAttributes(TypeId tid)
{
    using O = TcpLinux24Options;
    return tid
        .AddAttribute("Frto",
                      "Whether F-RTO answers a retransmission timeout (2.6.8, off by default).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::frto>,
                                          &TcpLinux24SocketSettings::GetSenderOption<&O::frto>),
                      MakeBooleanChecker())
        .AddAttribute("Bic",
                      "Whether the window grows and shrinks by BIC (2.6.8).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::bic>,
                                          &TcpLinux24SocketSettings::GetSenderOption<&O::bic>),
                      MakeBooleanChecker())
        .AddAttribute(
            "Dsack",
            "Whether duplicates are reported by D-SACK, if SACK is permitted and the peer "
            "has offered an MSS. Stock sockets offer none, and fail on D-SACK.",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::dsack>,
                                &TcpLinux24SocketSettings::GetSenderOption<&O::dsack>),
            MakeBooleanChecker())
        .AddAttribute("ForwardAck",
                      "Whether losses are inferred by forward acknowledgement, until reordering "
                      "is seen.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::fack>,
                                          &TcpLinux24SocketSettings::GetSenderOption<&O::fack>),
                      MakeBooleanChecker())
        .AddAttribute(
            "RetransCollapse",
            "Whether small neighbours are joined when they are sent again.",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::retransCollapse>,
                                &TcpLinux24SocketSettings::GetSenderOption<&O::retransCollapse>),
            MakeBooleanChecker())
        .AddAttribute(
            "RetransTrim",
            "Whether the part of a segment that was acknowledged is not sent again (2.6.8).",
            BooleanValue(false),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::retransTrim>,
                                &TcpLinux24SocketSettings::GetSenderOption<&O::retransTrim>),
            MakeBooleanChecker())
        .AddAttribute(
            "Reordering",
            "Reordering tolerated at first, segments.",
            UintegerValue(3),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::reordering>,
                                 &TcpLinux24SocketSettings::GetSenderOption<&O::reordering>),
            MakeUintegerChecker<uint32_t>(3, 127))
        .AddAttribute("RetransmitMemoryTest",
                      "Whether a retransmission is refused while too much of the connection waits "
                      "in the queue discipline.",
                      BooleanValue(true),
                      MakeBooleanAccessor(
                          &TcpLinux24SocketSettings::SetSenderOption<&O::retransmitMemoryTest>,
                          &TcpLinux24SocketSettings::GetSenderOption<&O::retransmitMemoryTest>),
                      MakeBooleanChecker())
        .AddAttribute(
            "SegmentOverhead",
            "Memory of a segment to be sent, beside its data, bytes.",
            UintegerValue(452),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetSenderOption<&O::segmentOverhead>,
                                 &TcpLinux24SocketSettings::GetSenderOption<&O::segmentOverhead>),
            MakeUintegerChecker<uint32_t>(0, MAX_SEGMENT_OVERHEAD));
}

// What the receiver takes from the host.
TypeId
TcpLinux24SocketSettings::AddReceiverAttributes(TypeId tid)
{
    using O = TcpLinux24ReceiverOptions;
    return tid
        .AddAttribute(
            "RxSegmentOverhead",
            "Memory of a received segment beside its payload, bytes.",
            UintegerValue(452),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetReceiverOption<&O::segmentOverhead>,
                                 &TcpLinux24SocketSettings::GetReceiverOption<&O::segmentOverhead>),
            MakeUintegerChecker<uint32_t>(0, MAX_SEGMENT_OVERHEAD))
        .AddAttribute(
            "DelayedAcks",
            "Whether ACKs may be delayed. Off: an ACK is due for every segment.",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetReceiverOption<&O::delayedAcks>,
                                &TcpLinux24SocketSettings::GetReceiverOption<&O::delayedAcks>),
            MakeBooleanChecker())
        .AddAttribute(
            "MaxRcvBufSize",
            "The receive buffer may grow from RcvBufSize to so much, bytes of memory, "
            "with what the application reads in a round trip (2.6: tcp_rmem, 174760); "
            "0: it does not grow, as after SO_RCVBUF.",
            UintegerValue(0),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetReceiverOption<&O::maxRcvbuf>,
                                 &TcpLinux24SocketSettings::GetReceiverOption<&O::maxRcvbuf>),
            MakeUintegerChecker<uint32_t>())
        .AddAttribute("LeastWindowScale",
                      "Shift of the windows offered, if the buffer asks for no larger one (2.6.8: "
                      "tcp_default_win_scale, 7).",
                      UintegerValue(0),
                      MakeUintegerAccessor(&TcpLinux24SocketSettings::m_leastWindowScale),
                      MakeUintegerChecker<uint8_t>(0, 14))
        .AddAttribute("WindowInScaleUnits",
                      "Whether the windows offered, if they are scaled, are rounded up to what the "
                      "field can say (2.6.8), and not down to whole segments (2.4).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::m_windowInScaleUnits),
                      MakeBooleanChecker())
        .AddAttribute(
            "AckSkip",
            "ACKs skipped for each one sent (Gopal and Raychaudhuri 2005), of those that are due "
            "for data in order; 0 to 1000. Their receivers had DelayedAcks off.",
            UintegerValue(0),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetReceiverOption<&O::ackSkip>,
                                 &TcpLinux24SocketSettings::GetReceiverOption<&O::ackSkip>),
            MakeUintegerChecker<uint32_t>(0, 1000))
        .AddAttribute(
            "AdaptiveAckSkip",
            "Whether AckSkip skips no ACK in slow start, after trouble, at the end of a message "
            "and when the flight is small. Without timestamps, or with AckSkip at 0, none is "
            "skipped.",
            BooleanValue(false),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::SetReceiverOption<&O::adaptiveAckSkip>,
                                &TcpLinux24SocketSettings::GetReceiverOption<&O::adaptiveAckSkip>),
            MakeBooleanChecker())
        .AddAttribute(
            "AckSkipLeastAcks",
            "ACKs that AdaptiveAckSkip leaves for each flight of data at least; 2 to 1000.",
            UintegerValue(4),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::SetReceiverOption<&O::leastAcks>,
                                 &TcpLinux24SocketSettings::GetReceiverOption<&O::leastAcks>),
            MakeUintegerChecker<uint32_t>(2, 1000));
}

// What concerns all connections of a host: kernel, clock, and how ns-3 sees it.
TypeId
TcpLinux24SocketSettings::AddHostAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Generation",
                      "Whose rules decide when to send, when to acknowledge and what window to "
                      "offer: Linux20 (2.0.32) or Linux24 (2.4 and 2.6). Linux20 has use for "
                      "SegmentOverhead, RxSegmentOverhead, DelayedAcks and the attributes of the "
                      "host, not for the others; a tick has 10 ms.",
                      EnumValue(TcpLinuxGeneration::LINUX24),
                      MakeEnumAccessor<TcpLinuxGeneration>(&TcpLinux24SocketSettings::m_generation),
                      MakeEnumChecker(TcpLinuxGeneration::LINUX20,
                                      "Linux20",
                                      TcpLinuxGeneration::LINUX24,
                                      "Linux24"))
        .AddAttribute("TickInterval",
                      "Length of a tick of the host's clock: 10 ms in 2.4, 1 ms in 2.6.",
                      TimeValue(MilliSeconds(10)),
                      MakeTimeAccessor(&TcpLinux24SocketSettings::SetTickInterval,
                                       &TcpLinux24SocketSettings::GetTickInterval),
                      MakeTimeChecker(MilliSeconds(1), MilliSeconds(MAX_TICK_MILLISECONDS)))
        .AddAttribute("TickOffset",
                      "Time the host has been up when the simulation starts. It sets the phase of "
                      "the ticks and the value of the timestamps; tick 0 would mean \"no "
                      "timestamp\" to the peer.",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&TcpLinux24SocketSettings::SetTickOffset,
                                       &TcpLinux24SocketSettings::GetTickOffset),
                      MakeTimeChecker(Time()))
        .AddAttribute("LocalDropFeedback",
                      "Whether TCP notices that the queue discipline refused a packet.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::m_localDropFeedback),
                      MakeBooleanChecker())
        .AddAttribute("PartialWrites",
                      "Whether Send() takes the part of a packet that there is space for, as a "
                      "blocking write() goes on whenever space is free, or all or nothing. The "
                      "application must send the rest later; BulkSendApplication does.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::m_partialWrites),
                      MakeBooleanChecker())
        .AddAttribute("ProbeWithGarbageByte",
                      "Whether a probe of a closed window carries one old byte (RFC 1122, "
                      "4.2.3.6). Linux sends it empty; TcpSocketBase as a receiver answers no "
                      "empty probe, nor does it tell that its window opened.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::m_probeWithGarbageByte),
                      MakeBooleanChecker())
        .AddAttribute("InitialSequenceNumber",
                      "Sequence number of the SYN.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&TcpLinux24SocketSettings::m_initialSequenceNumber),
                      MakeUintegerChecker<uint32_t>());
}

// What concerns the life of a connection.
TypeId
TcpLinux24SocketSettings::AddConnectionAttributes(TypeId tid)
{
    return tid
        .AddAttribute("PathMtuDiscovery",
                      "Whether ICMP errors of packets that do not fit make segments smaller, for "
                      "ten minutes, and what was lost is sent again at once "
                      "(ip_no_pmtu_disc is 0). The MTU of the own device counts in any case.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::m_pathMtuDiscovery),
                      MakeBooleanChecker())
        .AddAttribute(
            "OrphanRetries",
            "Times a segment is sent again, or a closed window probed once more, after "
            "Close(); 0: 8 times as long as the timeout is below 120 s, then not again "
            "(tcp_orphan_retries).",
            UintegerValue(0),
            MakeUintegerAccessor(
                &TcpLinux24SocketSettings::SetSenderOption<&TcpLinux24Options::orphanRetries>,
                &TcpLinux24SocketSettings::GetSenderOption<&TcpLinux24Options::orphanRetries>),
            MakeUintegerChecker<uint32_t>(0, 255))
        .AddAttribute(
            "MaxSynBacklog",
            "Handshakes of a listening socket that wait for their last ACK; with so many, "
            "a SYN is dropped. The next power of two from 64 on counts "
            "(tcp_max_syn_backlog, which is 1024 with 256 MB of memory; tcp_v4_conn_request, "
            "tcp_synq_is_full; 2.0.32: SOMAXCONN).",
            UintegerValue(1024),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::m_maxSynBacklog),
            MakeUintegerChecker<uint32_t>(1, 1U << 20))
        .AddAttribute(
            "RequestChecksAckFirst",
            "Whether a handshake that waits for its last ACK looks at the ACK number of a "
            "segment before window, RST and SYN (2.6.8), or after them (2.4.18).",
            BooleanValue(false),
            MakeBooleanAccessor(&TcpLinux24SocketSettings::m_requestChecksAckFirst),
            MakeBooleanChecker())
        .AddAttribute("LastAckReads",
                      "Whether LAST_ACK answers a repeated FIN, and resets data over the FIN "
                      "(2.6.8). Off: it takes nothing but ACKs (2.4.18).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24SocketSettings::m_lastAckReads),
                      MakeBooleanChecker())
        .AddAttribute("FinTimeout",
                      "Time without data after which FIN_WAIT_2 ends if the application has called "
                      "Close(); 0: never (tcp_fin_timeout). ShutdownSend() alone sets no limit.",
                      TimeValue(Seconds(60)),
                      MakeTimeAccessor(&TcpLinux24SocketSettings::m_finTimeout),
                      MakeTimeChecker(Time()))
        .AddAttribute(
            "InitialSndBufSize",
            "Size of the send buffer at first, bytes of memory; it grows up to SndBufSize "
            "while the application waits for space. 0: SndBufSize from the start, as "
            "after SO_SNDBUF. Linux has 16384 (tcp_wmem).",
            UintegerValue(0),
            MakeUintegerAccessor(&TcpLinux24SocketSettings::m_initialSndBufSize),
            MakeUintegerChecker<uint32_t>());
}

} // namespace ns3
