// SPDX-License-Identifier: GPL-2.0-only

// Registration of TcpLinux24Socket.

#include "tcp-linux24-socket.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <set>
#include <sstream>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLinux24Socket);

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
constexpr uint32_t MAX_SEGMENT_OVERHEAD = 65535;

/// @param time duration @return as text, in seconds
std::string
GetText(Time time)
{
    std::ostringstream text;
    text << time.GetSeconds() << " s";
    return text.str();
}

/// Stop the program with one line unless a setting is good. @param isGood whether it is
/// @param name, value of the attribute @param advice what it can be, or why it cannot be set
void
Expect(bool isGood, const char* name, const std::string& value, const std::string& advice)
{
    if (!isGood)
    {
        NS_FATAL_ERROR("TcpLinux24Socket::" << name << " cannot be " << value << ": " << advice);
    }
}

} // namespace

template <auto field>
void
TcpLinux24Socket::SetSenderOption(OptionOf<field> value)
{
    m_options.*field = value;
}

template <auto field>
TcpLinux24Socket::OptionOf<field>
TcpLinux24Socket::GetSenderOption() const
{
    return m_options.*field;
}

template <auto field>
void
TcpLinux24Socket::SetReceiverOption(OptionOf<field> value)
{
    m_receiverOptions.*field = value;
}

template <auto field>
TcpLinux24Socket::OptionOf<field>
TcpLinux24Socket::GetReceiverOption() const
{
    return m_receiverOptions.*field;
}

void
TcpLinux24Socket::SetTickInterval(Time interval)
{
    m_clock.SetInterval(interval);
}

Time
TcpLinux24Socket::GetTickInterval() const
{
    return m_clock.GetInterval();
}

void
TcpLinux24Socket::SetTickOffset(Time offset)
{
    m_clock.SetOffset(offset);
}

Time
TcpLinux24Socket::GetTickOffset() const
{
    return m_clock.GetOffset();
}

void
TcpLinux24Socket::CheckSettings() const
{
    const Time tick = m_clock.GetInterval();
    const Time longest = Seconds(MAX_RTO_SECONDS);
    const std::string range = "expected " + GetText(tick) + ", a tick, to " + GetText(longest);
    const Time connTimeout = GetConnTimeout();
    const Time persistTimeout = GetPersistTimeout();
    Expect(m_minRto >= tick && m_minRto <= longest, "MinRto", GetText(m_minRto), range);
    Expect(connTimeout >= tick && connTimeout <= longest,
           "ConnTimeout",
           GetText(connTimeout),
           range);
    Expect(m_delAckMaxCount > 0, "DelAckCount", "0", "expected 1 segment or more");
    Expect(m_maxWinSize > 0, "MaxWindowSize", "0", "expected 1 to 65535 bytes");
    Ignore(m_delAckTimeout != MilliSeconds(NS3_DEL_ACK_MILLISECONDS),
           "DelAckTimeout",
           GetText(m_delAckTimeout),
           "Linux fits the delay to the peer, between 40 and 500 ms; set DelayedAcks, DelAckCount "
           "or AckSkip");
    Ignore(persistTimeout != Seconds(NS3_PERSIST_SECONDS),
           "PersistTimeout",
           GetText(persistTimeout),
           "Linux probes a closed window after the retransmission timeout; set MinRto");
    Ignore(!m_limitedTx,
           "LimitedTransmit",
           "false",
           "Linux has new segments follow duplicates, which lower what it counts as in flight; "
           "leave it true");
    Ignore(m_tcb->m_useEcn != TcpSocketState::Off,
           "UseEcn",
           m_tcb->m_useEcn == TcpSocketState::On ? "On" : "AcceptOnly",
           "these kernels have ECN off and it is not modelled; set it for stock sockets alone, by "
           "TcpStockSocketFactory::SetSocketAttribute");
}

void
TcpLinux24Socket::Ignore(bool isSet,
                         const std::string& name,
                         const std::string& value,
                         const std::string& reason) const
{
    if (!isSet)
    {
        return;
    }
    const std::string error = "TcpLinux24Socket::" + name + " cannot be " + value + ": " + reason;
    TypeId::AttributeInformation info;
    GetTypeId().LookupAttributeByName(name, &info);
    const Ptr<AttributeValue> own = info.checker->Create();
    // UseEcn cannot be read, but its value is its text.
    const bool isRead = info.accessor->HasGetter() && info.accessor->Get(this, *own);
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

TypeId
TcpLinux24Socket::GetTypeId()
{
    static TypeId tid = AddTraces(AddConnectionAttributes(AddHostAttributes(AddReceiverAttributes(
        AddMechanismAttributes(AddFaultAttributes(TypeId("ns3::TcpLinux24Socket")
                                                      .SetParent<TcpSocketBase>()
                                                      .SetGroupName("TcpLinux24")
                                                      .AddConstructor<TcpLinux24Socket>()))))));
    return tid;
}

TypeId
TcpLinux24Socket::AddFaultAttributes(TypeId tid)
{
    using O = TcpLinux24Options;
    return tid
        .AddAttribute(
            "RetransStampFromSyn",
            "Whether retrans_stamp keeps the time of the SYN, so that the first "
            "retransmission timeout is not recognised as spurious (up to 2.4.18).",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::retransStampFromSyn>,
                                &TcpLinux24Socket::GetSenderOption<&O::retransStampFromSyn>),
            MakeBooleanChecker())
        .AddAttribute("RttSeqFromUna",
                      "Whether the variance of the round trip may fall with every ACK instead of "
                      "once in a round trip (up to 2.4.18).",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::rttSeqFromUna>,
                                          &TcpLinux24Socket::GetSenderOption<&O::rttSeqFromUna>),
                      MakeBooleanChecker())
        .AddAttribute("FirstDeviation",
                      "mdev after the first sample of the round trip, in multiples of the sample: "
                      "4 up to 2.4.18, then 2.",
                      UintegerValue(4),
                      MakeUintegerAccessor(&TcpLinux24Socket::SetSenderOption<&O::firstDeviation>,
                                           &TcpLinux24Socket::GetSenderOption<&O::firstDeviation>),
                      MakeUintegerChecker<uint32_t>(1, 8))
        .AddAttribute("FinalCutPush",
                      "Whether PSH on a full segment asks the receiver for an ACK (up to 2.4.18).",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::finalCutPush>,
                                          &TcpLinux24Socket::GetSenderOption<&O::finalCutPush>),
                      MakeBooleanChecker());
}

TypeId
TcpLinux24Socket::AddMechanismAttributes(TypeId tid)
{
    using O = TcpLinux24Options;
    return tid
        .AddAttribute("Frto",
                      "Whether F-RTO answers a retransmission timeout (2.6.8, off by default).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::frto>,
                                          &TcpLinux24Socket::GetSenderOption<&O::frto>),
                      MakeBooleanChecker())
        .AddAttribute("Bic",
                      "Whether the window grows and shrinks by BIC (2.6.8).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::bic>,
                                          &TcpLinux24Socket::GetSenderOption<&O::bic>),
                      MakeBooleanChecker())
        .AddAttribute(
            "Dsack",
            "Whether duplicates are reported by D-SACK, if SACK is permitted and the peer "
            "has offered an MSS. Stock sockets offer none, and fail on D-SACK.",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::dsack>,
                                &TcpLinux24Socket::GetSenderOption<&O::dsack>),
            MakeBooleanChecker())
        .AddAttribute("ForwardAck",
                      "Whether losses are inferred by forward acknowledgement, until reordering "
                      "is seen.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::fack>,
                                          &TcpLinux24Socket::GetSenderOption<&O::fack>),
                      MakeBooleanChecker())
        .AddAttribute("RetransCollapse",
                      "Whether small neighbours are joined when they are sent again.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::retransCollapse>,
                                          &TcpLinux24Socket::GetSenderOption<&O::retransCollapse>),
                      MakeBooleanChecker())
        .AddAttribute("Reordering",
                      "Reordering tolerated at first, segments.",
                      UintegerValue(3),
                      MakeUintegerAccessor(&TcpLinux24Socket::SetSenderOption<&O::reordering>,
                                           &TcpLinux24Socket::GetSenderOption<&O::reordering>),
                      MakeUintegerChecker<uint32_t>(3, 127))
        .AddAttribute(
            "RetransmitMemoryTest",
            "Whether a retransmission is refused while too much of the connection waits "
            "in the queue discipline.",
            BooleanValue(true),
            MakeBooleanAccessor(&TcpLinux24Socket::SetSenderOption<&O::retransmitMemoryTest>,
                                &TcpLinux24Socket::GetSenderOption<&O::retransmitMemoryTest>),
            MakeBooleanChecker())
        .AddAttribute("SegmentOverhead",
                      "Memory of a segment to be sent, beside its data, bytes.",
                      UintegerValue(452),
                      MakeUintegerAccessor(&TcpLinux24Socket::SetSenderOption<&O::segmentOverhead>,
                                           &TcpLinux24Socket::GetSenderOption<&O::segmentOverhead>),
                      MakeUintegerChecker<uint32_t>(0, MAX_SEGMENT_OVERHEAD));
}

TypeId
TcpLinux24Socket::AddReceiverAttributes(TypeId tid)
{
    using O = TcpLinux24ReceiverOptions;
    return tid
        .AddAttribute(
            "RxSegmentOverhead",
            "Memory of a received segment beside its payload, bytes.",
            UintegerValue(452),
            MakeUintegerAccessor(&TcpLinux24Socket::SetReceiverOption<&O::segmentOverhead>,
                                 &TcpLinux24Socket::GetReceiverOption<&O::segmentOverhead>),
            MakeUintegerChecker<uint32_t>(0, MAX_SEGMENT_OVERHEAD))
        .AddAttribute("DelayedAcks",
                      "Whether ACKs may be delayed. Off: an ACK is due for every segment.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::SetReceiverOption<&O::delayedAcks>,
                                          &TcpLinux24Socket::GetReceiverOption<&O::delayedAcks>),
                      MakeBooleanChecker())
        .AddAttribute("MaxRcvBufSize",
                      "The receive buffer may grow from RcvBufSize to so much, bytes of memory, "
                      "with what the application reads in a round trip (2.6: tcp_rmem, 174760); "
                      "0: it does not grow, as after SO_RCVBUF.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&TcpLinux24Socket::SetReceiverOption<&O::maxRcvbuf>,
                                           &TcpLinux24Socket::GetReceiverOption<&O::maxRcvbuf>),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("LeastWindowScale",
                      "Shift of the windows offered, if the buffer asks for no larger one (2.6.8: "
                      "tcp_default_win_scale, 7).",
                      UintegerValue(0),
                      MakeUintegerAccessor(&TcpLinux24Socket::m_leastWindowScale),
                      MakeUintegerChecker<uint8_t>(0, 14))
        .AddAttribute("AckSkip",
                      "ACKs left out for each one sent (Gopal and Raychaudhuri 2005).",
                      UintegerValue(0),
                      MakeUintegerAccessor(&TcpLinux24Socket::SetReceiverOption<&O::ackSkip>,
                                           &TcpLinux24Socket::GetReceiverOption<&O::ackSkip>),
                      MakeUintegerChecker<uint32_t>(0, 1000));
}

TypeId
TcpLinux24Socket::AddHostAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Generation",
                      "Whose rules decide when to send, when to acknowledge and what window to "
                      "offer: Linux20 (2.0.32) or Linux24 (2.4 and 2.6). Linux20 has use for "
                      "SegmentOverhead, RxSegmentOverhead, DelayedAcks and the attributes of the "
                      "host, not for the others; a tick has 10 ms.",
                      EnumValue(TcpLinuxGeneration::LINUX24),
                      MakeEnumAccessor<TcpLinuxGeneration>(&TcpLinux24Socket::m_generation),
                      MakeEnumChecker(TcpLinuxGeneration::LINUX20,
                                      "Linux20",
                                      TcpLinuxGeneration::LINUX24,
                                      "Linux24"))
        .AddAttribute("TickInterval",
                      "Length of a tick of the host's clock: 10 ms in 2.4, 1 ms in 2.6.",
                      TimeValue(MilliSeconds(10)),
                      MakeTimeAccessor(&TcpLinux24Socket::SetTickInterval,
                                       &TcpLinux24Socket::GetTickInterval),
                      MakeTimeChecker(MilliSeconds(1), MilliSeconds(MAX_TICK_MILLISECONDS)))
        .AddAttribute(
            "TickOffset",
            "Time the host has been up when the simulation starts. It sets the phase of "
            "the ticks and the value of the timestamps; tick 0 would mean \"no "
            "timestamp\" to the peer.",
            TimeValue(Seconds(1)),
            MakeTimeAccessor(&TcpLinux24Socket::SetTickOffset, &TcpLinux24Socket::GetTickOffset),
            MakeTimeChecker(Time()))
        .AddAttribute("LocalDropFeedback",
                      "Whether TCP notices that the queue discipline refused a packet.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::m_localDropFeedback),
                      MakeBooleanChecker())
        .AddAttribute("PartialWrites",
                      "Whether Send() takes the part of a packet that there is space for, as a "
                      "blocking write() goes on whenever space is free, or all or nothing. The "
                      "application must send the rest later; BulkSendApplication does.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24Socket::m_partialWrites),
                      MakeBooleanChecker())
        .AddAttribute("ProbeWithGarbageOctet",
                      "Whether a probe of a closed window carries one old octet (RFC 1122, "
                      "4.2.3.6). Linux sends it empty; TcpSocketBase as a receiver answers no "
                      "empty probe, nor does it tell that its window opened.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&TcpLinux24Socket::m_probeWithGarbageOctet),
                      MakeBooleanChecker())
        .AddAttribute("InitialSequenceNumber",
                      "Sequence number of the SYN.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&TcpLinux24Socket::m_initialSequenceNumber),
                      MakeUintegerChecker<uint32_t>());
}

TypeId
TcpLinux24Socket::AddConnectionAttributes(TypeId tid)
{
    return tid
        .AddAttribute("PathMtuDiscovery",
                      "Whether ICMP errors of packets that do not fit make segments smaller, for "
                      "ten minutes, and what was lost is sent again at once "
                      "(ip_no_pmtu_disc is 0). The MTU of the own device counts in any case.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&TcpLinux24Socket::m_pathMtuDiscovery),
                      MakeBooleanChecker())
        .AddAttribute("OrphanRetries",
                      "Times a segment is sent again, or a closed window probed once more, after "
                      "Close(), as long as the timeout is below 120 s; then none "
                      "(tcp_orphan_retries).",
                      UintegerValue(8),
                      MakeUintegerAccessor(
                          &TcpLinux24Socket::SetSenderOption<&TcpLinux24Options::orphanRetries>,
                          &TcpLinux24Socket::GetSenderOption<&TcpLinux24Options::orphanRetries>),
                      MakeUintegerChecker<uint32_t>(0, 255))
        .AddAttribute("FinTimeout",
                      "Time without data after which FIN_WAIT_2 ends if the application has called "
                      "Close(); 0: never (tcp_fin_timeout). ShutdownSend() alone sets no limit.",
                      TimeValue(Seconds(60)),
                      MakeTimeAccessor(&TcpLinux24Socket::m_finTimeout),
                      MakeTimeChecker(Time()))
        .AddAttribute(
            "InitialSndBufSize",
            "Size of the send buffer at first, bytes of memory; it grows up to SndBufSize "
            "while the application waits for space. 0: SndBufSize from the start, as "
            "after SO_SNDBUF. Linux has 16384 (tcp_wmem).",
            UintegerValue(0),
            MakeUintegerAccessor(&TcpLinux24Socket::m_initialSndBufSize),
            MakeUintegerChecker<uint32_t>());
}

TypeId
TcpLinux24Socket::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource("CaState",
                        "The state of congestion control changed: from, to, reason.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_caStateTrace),
                        "ns3::TcpLinux24Socket::CaStateTracedCallback")
        .AddTraceSource("Undo",
                        "A reduction was taken back: rule, new cwnd, new ssthresh.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_undoTrace),
                        "ns3::TcpLinux24Socket::UndoTracedCallback")
        .AddTraceSource("SegmentRetransmission",
                        "A segment was sent again: range, reason, packet.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_segmentRetransmissionTrace),
                        "ns3::TcpLinux24Socket::SegmentRetransmissionTracedCallback")
        .AddTraceSource("SegmentDropped",
                        "A segment that came was not taken: reason, packet.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_segmentDroppedTrace),
                        "ns3::TcpLinux24Socket::SegmentDroppedTracedCallback")
        .AddTraceSource("RetransStamp",
                        "retrans_stamp, ticks; 0: none.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_retransStamp),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("FacketsOut",
                        "fackets_out, segments.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_facketsOut),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("InFlightSegments",
                        "Segments in flight as Linux counts them.",
                        MakeTraceSourceAccessor(&TcpLinux24Socket::m_inFlightSegments),
                        "ns3::TracedValueCallback::Uint32");
}

} // namespace ns3
