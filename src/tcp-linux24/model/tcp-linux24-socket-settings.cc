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
            "Whether retrans_stamp keeps the time of the SYN, so that the first "
            "retransmission timeout is not recognised as spurious (up to 2.4.18).",
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
            "Whether the largest window that the peer has offered, half of which limits segments "
            "and data without PSH, takes the window of a SYN-ACK for scaled (2.4).",
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
                      "Whether F-RTO answers a retransmission timeout (2.6.8, off by default).",
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
                      "Whether losses are inferred by forward acknowledgement, until reordering "
                      "is seen.",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::fack),
                      MakeBooleanChecker())
        .AddAttribute(
            "RetransCollapse",
            "Whether small neighbours are joined when they are sent again.",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransCollapse),
            MakeBooleanChecker())
        .AddAttribute(
            "RetransTrim",
            "Whether the part of a segment that was acknowledged is not sent again (2.6.8).",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransTrim),
            MakeBooleanChecker())
        .AddAttribute(
            "FullSegmentPush",
            "Whether PSH marks the end of a write that fills its last segment, even if this "
            "segment "
            "leaves at once (2.6.8).",
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
                      "Reordering tolerated at first, segments.",
                      UintegerValue(3),
                      MakePartAccessor<UintegerValue>(settings, &S::senderOptions, &O::reordering),
                      MakeUintegerChecker<uint32_t>(3, 127))
        .AddAttribute(
            "RetransmitMemoryTest",
            "Whether a retransmission is refused while too much of the connection waits "
            "in the queue discipline.",
            BooleanValue(true),
            MakePartAccessor<BooleanValue>(settings, &S::senderOptions, &O::retransmitMemoryTest),
            MakeBooleanChecker())
        .AddAttribute(
            "SegmentOverhead",
            "Memory of a segment to be sent, beside its data, bytes.",
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
            "Memory of a received segment beside its payload, bytes.",
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
                      "The receive buffer may grow from RcvBufSize to so much, bytes of memory, "
                      "with what the application reads in a round trip (2.6: tcp_rmem, 174760); "
                      "0: it does not grow, as after SO_RCVBUF.",
                      UintegerValue(0),
                      MakePartAccessor<UintegerValue>(settings, &S::receiverOptions, &O::maxRcvbuf),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("LeastWindowScale",
                      "Shift of the windows offered, if the buffer asks for no larger one (2.6.8: "
                      "tcp_default_win_scale, 7).",
                      UintegerValue(0),
                      MakePartAccessor<UintegerValue>(settings, &S::leastWindowScale),
                      MakeUintegerChecker<uint8_t>(0, 14))
        .AddAttribute("WindowInScaleUnits",
                      "Whether the windows offered, if they are scaled, are rounded up to what the "
                      "field can say (2.6.8), and not down to whole segments (2.4).",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::windowInScaleUnits),
                      MakeBooleanChecker())
        .AddAttribute("MaxUnscaledWindow",
                      "Maximum of the window field while windows are not scaled; the host itself "
                      "goes by the larger window (2.6.8: 32767, tcp_select_window).",
                      UintegerValue(UINT16_MAX),
                      MakePartAccessor<UintegerValue>(settings, &S::maxUnscaledWindow),
                      MakeUintegerChecker<uint16_t>(1))
        .AddAttribute(
            "AckSkip",
            "ACKs skipped for each one sent (Gopal and Raychaudhuri 2005), of those that are due "
            "for data in order; 0 to 1000. Their receivers had DelayedAcks off.",
            UintegerValue(0),
            MakePartAccessor<UintegerValue>(settings, &S::receiverOptions, &O::ackSkip),
            MakeUintegerChecker<uint32_t>(0, 1000))
        .AddAttribute(
            "AdaptiveAckSkip",
            "Whether AckSkip skips no ACK in slow start, after trouble, at the end of a message "
            "and when the flight is small. Without timestamps, or with AckSkip at 0, none is "
            "skipped.",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::receiverOptions, &O::adaptiveAckSkip),
            MakeBooleanChecker())
        .AddAttribute(
            "AckSkipLeastAcks",
            "ACKs that AdaptiveAckSkip leaves for each flight of data at least; 2 to 1000.",
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
                      "Whose rules decide when to send, when to acknowledge and what window to "
                      "offer: Linux20 (2.0.32) or Linux24 (2.4 and 2.6). Linux20 has use for "
                      "SegmentOverhead, RxSegmentOverhead, DelayedAcks and the attributes of the "
                      "host, not for the others; a tick has 10 ms.",
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
                      "Time the host has been up when the simulation starts. It sets the phase of "
                      "the ticks and the value of the timestamps; tick 0 would mean \"no "
                      "timestamp\" to the peer.",
                      TimeValue(Seconds(1)),
                      MakePartAccessor<TimeValue>(settings, &S::clock, &TcpLinux24Clock::offset),
                      MakeTimeChecker(Time()))
        .AddAttribute("LocalDropFeedback",
                      "Whether TCP notices that the queue discipline refused a packet.",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::localDropFeedback),
                      MakeBooleanChecker())
        .AddAttribute("PartialWrites",
                      "Whether Send() takes the part of a packet that there is space for, as a "
                      "blocking write() goes on whenever space is free, or all or nothing. The "
                      "application must send the rest later; BulkSendApplication does.",
                      BooleanValue(false),
                      MakePartAccessor<BooleanValue>(settings, &S::partialWrites),
                      MakeBooleanChecker())
        .AddAttribute("ProbeWithGarbageByte",
                      "Whether a probe of a closed window carries one old byte (RFC 1122, "
                      "4.2.3.6). Linux sends it empty; TcpSocketBase as a receiver answers no "
                      "empty probe, nor does it tell that its window opened.",
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
                      "Whether ICMP errors of packets that do not fit make segments smaller, for "
                      "ten minutes, and what was lost is sent again at once "
                      "(ip_no_pmtu_disc is 0). The MTU of the own device counts in any case.",
                      BooleanValue(true),
                      MakePartAccessor<BooleanValue>(settings, &S::pathMtuDiscovery),
                      MakeBooleanChecker())
        .AddAttribute(
            "OrphanRetries",
            "Times a segment is sent again, or a closed window probed once more, after "
            "Close(); 0: 8 times as long as the timeout is below 120 s, then not again "
            "(tcp_orphan_retries).",
            UintegerValue(0),
            MakePartAccessor<UintegerValue>(settings, &S::senderOptions, &O::orphanRetries),
            MakeUintegerChecker<uint32_t>(0, 255))
        .AddAttribute(
            "MaxSynBacklog",
            "Handshakes of a listening socket that wait for their last ACK; with so many, "
            "a SYN is dropped. The next power of two from 64 on counts "
            "(tcp_max_syn_backlog, which is 1024 with 256 MB of memory; tcp_v4_conn_request, "
            "tcp_synq_is_full; 2.0.32: SOMAXCONN).",
            UintegerValue(1024),
            MakePartAccessor<UintegerValue>(settings, &S::maxSynBacklog),
            MakeUintegerChecker<uint32_t>(1, 1U << 20))
        .AddAttribute(
            "RequestChecksAckFirst",
            "Whether a handshake that waits for its last ACK looks at the ACK number of a "
            "segment before window, RST and SYN (2.6.8), or after them (2.4.18).",
            BooleanValue(false),
            MakePartAccessor<BooleanValue>(settings, &S::requestChecksAckFirst),
            MakeBooleanChecker())
        .AddAttribute("LastAckReads",
                      "Whether LAST_ACK answers a repeated FIN, and resets data over the FIN "
                      "(2.6.8). Off: it takes nothing but ACKs (2.4.18).",
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
            "Size of the send buffer at first, bytes of memory; it grows up to SndBufSize "
            "while the application waits for space. 0: SndBufSize from the start, as "
            "after SO_SNDBUF. Linux has 16384 (tcp_wmem).",
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
