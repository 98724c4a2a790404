// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-socket-settings.h"

#include "part-accessor.h"
#include "tcp-linux24-socket.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/// The longest tick, that of HZ = 100.
constexpr int64_t MAX_TICK_MILLISECONDS = 10;
/// Largest "truesize" beside the data: what a driver may allocate per frame.
/// The default of 452 makes 1900 bytes of a full segment with timestamps, as an Ethernet driver
/// does that allocates little more than the frame.
constexpr uint32_t MAX_SEGMENT_OVERHEAD = 65535;

/// The part of the socket that has the settings.
using Settings = TcpLinux24SocketSettings TcpLinux24Socket::*;

/// What was wrong in some kernels and repaired in later ones.
/// @param tid of the socket
/// @param settings the part of it
/// @return tid
TypeId
AddFaultAttributes(TypeId tid, Settings settings)
{
    using S = TcpLinux24SocketSettings;
    using O = TcpLinux24Options;
    return tid
        .AddAttribute(
            "RetransStampFromSyn",
            "Whether retrans_stamp keeps the time of the SYN, so that the first retransmission "
            "timeout is not recognized as spurious (up to 2.4.18).",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransStampFromSyn),
            MakeBooleanChecker())
        .AddAttribute(
            "RttSeqFromUna",
            "Whether the variance of the round trip may fall with every ACK instead of "
            "once in a round trip (up to 2.4.18).",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::rttSeqFromUna),
            MakeBooleanChecker())
        .AddAttribute(
            "SynWindowScaled",
            "Whether the sender treats the window of a SYN-ACK as scaled when it records the "
            "largest window that the peer has offered. Half of this largest window limits "
            "segments and data without PSH (2.4).",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::synWindowScaled),
            MakeBooleanChecker())
        .AddAttribute(
            "FirstDeviation",
            "mdev after the first sample of the round trip, in multiples of the sample: "
            "4 up to 2.4.18, then 2.",
            UintegerValue(4),
            MakePartAccessor<UintegerValue>(settings, &S::senderOptions, &O::firstDeviation),
            MakeUintegerChecker<uint32_t>(1, 8))
        .AddAttribute("FinalCutPush",
                      "Whether PSH on a full segment asks the receiver for an ACK (up to 2.4.18).",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::finalCutPush),
                      MakeBooleanChecker());
}

/// What can be switched by sysctl, or came with a later kernel.
/// @param tid of the socket
/// @param settings the part of it
/// @return tid
TypeId
AddMechanismAttributes(TypeId tid, Settings settings)
{
    using S = TcpLinux24SocketSettings;
    using O = TcpLinux24Options;
    return tid
        .AddAttribute("Frto",
                      "Whether the sender uses F-RTO after a retransmission timeout (2.6.8, off "
                      "by default).",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::frto),
                      MakeBooleanChecker())
        .AddAttribute("Bic",
                      "Whether the window grows and shrinks by BIC (2.6.8).",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::bic),
                      MakeBooleanChecker())
        .AddAttribute(
            "BicMaximumFault",
            "Whether BIC's fast convergence sets the last maximum to 15/4 of the window instead of "
            "15/16 (2.6.8, until a patch of February 2005). It has no effect without Bic.",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::bicMaximumFault),
            MakeBooleanChecker())
        .AddAttribute(
            "Dsack",
            "Whether duplicates are reported by D-SACK, if SACK is permitted and the peer "
            "has offered an MSS. Stock sockets offer none, and fail on D-SACK.",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::dsack),
            MakeBooleanChecker())
        .AddAttribute("ForwardAck",
                      "Whether the sender infers losses by forward acknowledgment (FACK), until "
                      "it sees reordering.",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::fack),
                      MakeBooleanChecker())
        .AddAttribute(
            "RetransCollapse",
            "Whether adjacent small segments are joined when they are retransmitted.",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransCollapse),
            MakeBooleanChecker())
        .AddAttribute("RetransTrim",
                      "Whether a retransmission omits the acknowledged part of a segment (2.6.8).",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransTrim),
                      MakeBooleanChecker())
        .AddAttribute(
            "FullSegmentPush",
            "Whether PSH marks the end of a write that fills its last segment, even if this "
            "segment leaves at once (2.6.8).",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::fullSegmentPush),
            MakeBooleanChecker())
        .AddAttribute(
            "CautiousRestart",
            "Whether a pause leaves a window of 2 segments on a path that is slow or unknown, and "
            "never more than ssthresh (2.4). Off: 2 to 4 segments by their size (2.6.8).",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::cautiousRestart),
            MakeBooleanChecker())
        .AddAttribute("Reordering",
                      "Reordering that the sender tolerates initially, segments.",
                      UintegerValue(3),
                      MakePartAccessor<UintegerValue>(settings, &S::senderOptions, &O::reordering),
                      MakeUintegerChecker<uint32_t>(3, 127))
        .AddAttribute(
            "RetransmitMemoryTest",
            "Whether a retransmission is refused while packets of the connection occupy too much "
            "memory in the queue disc.",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransmitMemoryTest),
            MakeBooleanChecker())
        .AddAttribute(
            "SegmentOverhead",
            "Memory that a segment to be sent occupies in addition to its data, bytes.",
            UintegerValue(452),
            MakePartAccessor<UintegerValue>(settings, &S::senderOptions, &O::segmentOverhead),
            MakeUintegerChecker<uint32_t>(0, MAX_SEGMENT_OVERHEAD));
}

/// What the receiver takes from the host.
/// @param tid of the socket
/// @param settings the part of it
/// @return tid
TypeId
AddReceiverAttributes(TypeId tid, Settings settings)
{
    using S = TcpLinux24SocketSettings;
    using O = TcpLinux24ReceiverOptions;
    return tid
        .AddAttribute(
            "RxSegmentOverhead",
            "Memory that a received segment occupies in addition to its payload, bytes.",
            UintegerValue(452),
            MakePartAccessor<UintegerValue>(settings, &S::receiverOptions, &O::segmentOverhead),
            MakeUintegerChecker<uint32_t>(0, MAX_SEGMENT_OVERHEAD))
        .AddAttribute(
            "DelayedAcks",
            "Whether ACKs may be delayed. Off: an ACK is due for every segment.",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::receiverOptions, &O::delayedAcks),
            MakeBooleanChecker())
        .AddAttribute("MaxRcvBufSize",
                      "Size to which the receive buffer may grow from RcvBufSize, with the "
                      "amount that the application reads in a round trip; bytes of memory (2.6: "
                      "tcp_rmem, 174760). 0: it does not grow, as after SO_RCVBUF.",
                      UintegerValue(0),
                      MakePartAccessor<UintegerValue>(settings, &S::receiverOptions, &O::maxRcvbuf),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("LeastWindowScale",
                      "Minimum shift of the offered windows; a large buffer may need a larger "
                      "one (2.6.8: tcp_default_win_scale, 7).",
                      UintegerValue(0),
                      MakePartAccessor<UintegerValue>(settings, &S::leastWindowScale),
                      MakeUintegerChecker<uint8_t>(0, 14))
        .AddAttribute("WindowInScaleUnits",
                      "Whether the offered windows, if they are scaled, are rounded up to a "
                      "multiple of 1 << shift bytes (2.6.8), and not down to whole segments "
                      "(2.4).",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::windowInScaleUnits),
                      MakeBooleanChecker())
        .AddAttribute(
            "MaxUnscaledWindow",
            "Maximum of the window field while windows are not scaled; the receiver still "
            "accepts data up to the larger window (2.6.8: 32767, tcp_select_window).",
            UintegerValue(UINT16_MAX),
            MakePartAccessor<UintegerValue>(settings, &S::maxUnscaledWindow),
            MakeUintegerChecker<uint16_t>(1))
        .AddAttribute(
            "AckSkip",
            "Number of ACKs skipped for each one sent (Gopal and Raychaudhuri 2005), among the "
            "ACKs that are due for in-order data. The receivers in that paper had DelayedAcks "
            "off.",
            UintegerValue(0),
            MakePartAccessor<UintegerValue>(settings, &S::receiverOptions, &O::ackSkip),
            MakeUintegerChecker<uint32_t>(0, 1000))
        .AddAttribute(
            "AdaptiveAckSkip",
            "Whether AckSkip skips only ACKs that the sender does not need: none in slow start, "
            "after a loss, at the end of a message, or if the flight is small. Without "
            "timestamps, or with AckSkip at 0, no ACK is skipped.",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::receiverOptions, &O::adaptiveAckSkip),
            MakeBooleanChecker())
        .AddAttribute("AckSkipLeastAcks",
                      "Minimum number of ACKs that AdaptiveAckSkip leaves for each flight of data.",
                      UintegerValue(4),
                      MakePartAccessor<UintegerValue>(settings, &S::receiverOptions, &O::leastAcks),
                      MakeUintegerChecker<uint32_t>(2, 1000));
}

/// What concerns all connections of a host: kernel, clock, and how ns-3 sees it.
/// @param tid of the socket
/// @param settings the part of it
/// @return tid
TypeId
AddHostAttributes(TypeId tid, Settings settings)
{
    using S = TcpLinux24SocketSettings;
    return tid
        .AddAttribute("Generation",
                      "Generation of the kernel whose rules decide when to send, when to "
                      "acknowledge and which window to offer: Linux20 (2.0.32) or Linux24 (2.4 "
                      "and 2.6). Linux20 uses SegmentOverhead, RxSegmentOverhead, DelayedAcks "
                      "and the attributes of the host, such as TickOffset, but none of the "
                      "others; its tick is 10 ms.",
                      EnumValue(TcpLinuxGeneration::LINUX24),
                      MakePartAccessor<EnumValue<TcpLinuxGeneration>>(settings, &S::generation),
                      MakeEnumChecker(TcpLinuxGeneration::LINUX20,
                                      "Linux20",
                                      TcpLinuxGeneration::LINUX24,
                                      "Linux24"))
        .AddAttribute("TickInterval",
                      "Length of a tick of the host's clock: 10 ms in 2.4, 1 ms in 2.6.",
                      TimeValue(MilliSeconds(10)),
                      MakePartAccessor<TimeValue>(settings, &S::clock, &TcpLinux24Clock::interval),
                      MakeTimeChecker(MilliSeconds(1), MilliSeconds(MAX_TICK_MILLISECONDS)))
        .AddAttribute("TickOffset",
                      "Time for which the host has been up when the simulation starts. It sets "
                      "the phase of the ticks and the value of the timestamps; tick 0 would mean "
                      "\"no timestamp\" to the peer.",
                      TimeValue(Seconds(1)),
                      MakePartAccessor<TimeValue>(settings, &S::clock, &TcpLinux24Clock::offset),
                      MakeTimeChecker(Time()))
        .AddAttribute("LocalDropFeedback",
                      "Whether TCP learns that the queue disc has refused a packet.",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::localDropFeedback),
                      MakeBooleanChecker())
        .AddAttribute("PartialWrites",
                      "Whether Send() accepts the part of a packet for which there is space, "
                      "like a blocking write(); otherwise it accepts all or nothing. The "
                      "application must send the rest later, as BulkSendApplication does.",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::partialWrites),
                      MakeBooleanChecker())
        .AddAttribute("ProbeWithGarbageByte",
                      "Whether a probe of a closed window carries one old byte (RFC 1122, "
                      "4.2.3.6). Linux sends an empty probe. As a receiver, TcpSocketBase "
                      "neither answers an empty probe nor announces that its window has opened.",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::probeWithGarbageByte),
                      MakeBooleanChecker())
        .AddAttribute("InitialSequenceNumber",
                      "Sequence number of the SYN.",
                      UintegerValue(0),
                      MakePartAccessor<UintegerValue>(settings, &S::initialSequenceNumber),
                      MakeUintegerChecker<uint32_t>());
}

/// What concerns the life of a connection.
/// @param tid of the socket
/// @param settings the part of it
/// @return tid
TypeId
AddConnectionAttributes(TypeId tid, Settings settings)
{
    using S = TcpLinux24SocketSettings;
    using O = TcpLinux24Options;
    return tid
        .AddAttribute("PathMtuDiscovery",
                      "Whether an ICMP error about a packet that is too long makes segments "
                      "smaller for ten minutes, and lost segments are retransmitted at once "
                      "(ip_no_pmtu_disc is 0). The MTU of the host's own device counts in any "
                      "case.",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::pathMtuDiscovery),
                      MakeBooleanChecker())
        .AddAttribute(
            "OrphanRetries",
            "Maximum number of retransmissions of a segment, and of consecutive unanswered "
            "window probes, after Close() (tcp_orphan_retries). 0: 8, but none once the timeout "
            "has reached 120 s.",
            UintegerValue(0),
            MakePartAccessor<UintegerValue>(settings, &S::senderOptions, &O::orphanRetries),
            MakeUintegerChecker<uint32_t>(0, 255))
        .AddAttribute(
            "MaxSynBacklog",
            "Limit for the handshakes of a listening socket that wait for their last ACK; "
            "further SYNs are dropped. It is rounded up to a power of two, at least 64. In 2.4 "
            "and 2.6, the last quarter is reserved for known hosts, so 769 of 1024 fit "
            "(tcp_max_syn_backlog, which is 1024 with 256 MB of memory; tcp_v4_conn_request, "
            "tcp_synq_is_full; 2.0.32: SOMAXCONN).",
            UintegerValue(1024),
            MakePartAccessor<UintegerValue>(settings, &S::maxSynBacklog),
            MakeUintegerChecker<uint32_t>(1, 1U << 20))
        .AddAttribute(
            "RequestChecksAckFirst",
            "Whether a handshake that waits for its last ACK checks the ACK number of a segment "
            "before window, RST and SYN (2.6.8), or after them (2.4.18).",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::requestChecksAckFirst),
            MakeBooleanChecker())
        .AddAttribute("LastAckReads",
                      "Whether a connection in LAST_ACK acknowledges a repeated FIN, and answers "
                      "data beyond the FIN with a RST (2.6.8). Off: it accepts only ACKs "
                      "(2.4.18).",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::lastAckReads),
                      MakeBooleanChecker())
        .AddAttribute("FinTimeout",
                      "Time without data after which FIN_WAIT_2 ends if the application has called "
                      "Close() (tcp_fin_timeout); in 2.4 and 2.6 at least 3.5 retransmission "
                      "timeouts. ShutdownSend() alone sets no limit.",
                      TimeValue(Seconds(60)),
                      MakePartAccessor<TimeValue>(settings, &S::finTimeout),
                      MakeTimeChecker(Time()))
        .AddAttribute(
            "InitialSndBufSize",
            "Initial size of the send buffer, bytes of memory; it grows up to SndBufSize while "
            "the application waits for space. 0: SndBufSize from the start, as after SO_SNDBUF. "
            "Linux has 16384 (tcp_wmem).",
            UintegerValue(0),
            MakePartAccessor<UintegerValue>(settings, &S::initialSndBufSize),
            MakeUintegerChecker<uint32_t>());
}

} // namespace

// In five lists by what they concern; each text has the kernel's name or the source, if there is
// one.
TypeId
TcpLinux24SocketSettings::AddAttributes(TypeId tid, Settings settings)
{
    tid = AddFaultAttributes(tid, settings);
    tid = AddMechanismAttributes(tid, settings);
    tid = AddReceiverAttributes(tid, settings);
    tid = AddHostAttributes(tid, settings);
    return AddConnectionAttributes(tid, settings);
}

} // namespace ns3
