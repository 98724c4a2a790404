// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-socket.h"

#include "tcp-linux24-names.h"
#include "tcp-linux24-state-process.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <bit>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#undef NS_LOG_APPEND_CONTEXT
#define NS_LOG_APPEND_CONTEXT AppendLogContext()

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24Socket");

NS_OBJECT_ENSURE_REGISTERED(TcpLinux24Socket);

namespace
{

/// Bytes that a timestamp option takes, padding included (TCPOLEN_TSTAMP_ALIGNED).
constexpr uint32_t TIMESTAMP_OPTION_BYTES = 12;
/// The smallest MSS that Linux believes (TCP_MIN_MSS).
constexpr uint32_t MIN_MSS = 88;
/// Window of a SYN of 2.0.32, bytes (tcp_connect).
constexpr uint32_t LINUX20_SYN_WINDOW = 512;
/// TCP_RTO_MAX, seconds.
constexpr int64_t MAX_RTO_SECONDS = 120;

/// Attributes that are looked at whenever they matter, so that they can change in a connection.
constexpr std::string_view RUN_TIME_ATTRIBUTES[] = {
    "LocalDropFeedback",
    "PartialWrites",
    "PathMtuDiscovery",
    "ProbeWithGarbageByte",
    "FinTimeout",
    "MaxSynBacklog",
    "LastAckReads",
    "RequestChecksAckFirst",
};

/// @param name of an attribute that a connection has taken already
void
RefuseChange(const std::string& name)
{
    NS_FATAL_ERROR("TcpLinux24Socket::" << name << " cannot change in a connection: set it before "
                                        << "Connect(), or on the socket that listens");
}

/// What does not fit an empty buffer never will, and an application that tries for ever sends
/// nothing: that is worth a line, once.
/// @param size of the write, bytes
/// @param room of the buffer
void
WarnOfLargeWrite(uint32_t size, uint32_t room)
{
    static bool told = false;
    if (!std::exchange(told, true))
    {
        std::cerr << "warning: TcpLinux24Socket takes no write of " << size
                  << " bytes: the empty send buffer has room for " << room
                  << "; write at most as much, or set a larger SndBufSize or PartialWrites"
                  << std::endl;
    }
}

} // namespace

TypeId
TcpLinux24Socket::GetTypeId()
{
    static TypeId tid =
        TcpLinux24SocketSettings::AddAttributes(TypeId("ns3::TcpLinux24Socket")
                                                    .SetParent<TcpSocketBase>()
                                                    .SetGroupName("TcpLinux24")
                                                    .AddConstructor<TcpLinux24Socket>(),
                                                &TcpLinux24Socket::m_settings)
            .AddTraceSource("CaState",
                            "The state of congestion control changed: from, to, reason.",
                            MakeTraceSourceAccessor(&TcpLinux24Socket::m_caStateTrace),
                            "ns3::TcpLinux24Socket::CaStateTracedCallback")
            .AddTraceSource("Undo",
                            "A reduction of the window was undone: rule, new cwnd, new ssthresh.",
                            MakeTraceSourceAccessor(&TcpLinux24Socket::m_undoTrace),
                            "ns3::TcpLinux24Socket::UndoTracedCallback")
            .AddTraceSource(
                "SegmentRetransmission",
                "A segment was retransmitted: range, reason, packet.",
                MakeTraceSourceAccessor(&TcpLinux24Socket::m_segmentRetransmissionTrace),
                "ns3::TcpLinux24Socket::SegmentRetransmissionTracedCallback")
            .AddTraceSource("RttSample",
                            "The sender has measured a round trip: round trip, RTO after it.",
                            MakeTraceSourceAccessor(&TcpLinux24Socket::m_rttSampleTrace),
                            "ns3::TcpLinux24Socket::RttSampleTracedCallback")
            .AddTraceSource(
                "AckSkipDecision",
                "An ACK was due, and AckSkip (not 0) decided whether to skip it: the reason, "
                "unacknowledged bytes, flight.",
                MakeTraceSourceAccessor(&TcpLinux24Socket::m_ackSkipTrace),
                "ns3::TcpLinux24Socket::AckSkipTracedCallback")
            .AddTraceSource("SegmentDropped",
                            "A received segment was dropped: reason, packet.",
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
    return tid;
}

TcpLinux24Socket::TcpLinux24Socket()
    : m_memoryBelow(Create<TcpLinux24QueueAccount>())
{
}

TcpLinux24Socket::TcpLinux24Socket(const TcpLinux24Socket& socket)
    : TcpLinux24EndPointSocket(socket),
      TcpLinuxSenderHost(),
      m_settings(socket.m_settings),
      m_memoryBelow(Create<TcpLinux24QueueAccount>()),
      m_segmentSizeFromPath(socket.m_segmentSizeFromPath),
      m_closesAtEnd(socket.m_closesAtEnd),
      m_caStateTrace(socket.m_caStateTrace),
      m_undoTrace(socket.m_undoTrace),
      m_segmentRetransmissionTrace(socket.m_segmentRetransmissionTrace),
      m_rttSampleTrace(socket.m_rttSampleTrace),
      m_ackSkipTrace(socket.m_ackSkipTrace),
      m_segmentDroppedTrace(socket.m_segmentDroppedTrace)
{
    m_path.CopyUserMss(socket.m_path);
}

TcpLinux24Socket::~TcpLinux24Socket() = default;

void
TcpLinux24Socket::DoDispose()
{
    CancelAllTimers();
    m_path.Dispose();
    TcpLinux24EndPointSocket::DoDispose();
}

const TcpLinuxSender*
TcpLinux24Socket::GetSender() const
{
    return m_sender.get();
}

const TcpLinux24Receiver*
TcpLinux24Socket::GetReceiver() const
{
    return m_receiver.get();
}

void
TcpLinux24Socket::CheckSettings() const
{
    GetStockSettings().Check(*this, *m_tcb, m_settings.clock.interval, m_settings.generation);
    // Half of the buffer is the window of 2.0.32.
    const uint32_t least = m_settings.generation == TcpLinuxGeneration::LINUX20 ? 2 : 1;
    NS_ABORT_MSG_IF(GetRcvBufSize() < least,
                    "TcpLinux24Socket::RcvBufSize cannot be " << GetRcvBufSize() << ": expected "
                                                              << least << " or more bytes");
}

void
TcpLinux24Socket::AttributeChanged(const AttributeAccessor& accessor) const
{
    if (!m_sender || m_state == CLOSED || m_state == LISTEN)
    {
        return;
    }
    // An accessor does not know its name.
    const TypeId type = GetTypeId();
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation attribute = type.GetAttribute(i);
        if (PeekPointer(attribute.accessor) == &accessor &&
            std::ranges::find(RUN_TIME_ATTRIBUTES, attribute.name) == std::end(RUN_TIME_ATTRIBUTES))
        {
            RefuseChange(attribute.name);
        }
    }
}

void
TcpLinux24Socket::CheckUnchanged() const
{
    if (!m_sender || m_state == CLOSED || m_state == LISTEN)
    {
        return;
    }
    if (const char* name = GetStockSettings().FindChange(m_taken))
    {
        RefuseChange(name);
    }
}

Ptr<TcpSocketBase>
TcpLinux24Socket::Fork()
{
    return CopyObject<TcpLinux24Socket>(this);
}

// tcp_v4_conn_request: the request exists as a socket of its own from the beginning, since ns-3 has
// no smaller one.
void
TcpLinux24Socket::CompleteFork(Ptr<Packet> packet,
                               const TcpHeader& header,
                               const Address& from,
                               const Address& to)
{
    m_passive = true;
    StartPath(from);
    if (!m_path.HasRoute())
    {
        NoteDropped(packet, TcpLinux24Fate::NO_ROUTE); // tcp_v4_send_synack fails
        return;
    }
    StartSending();
    // tcp_v4_conn_request, which is also called for a mapped address, takes a timestamp of 0 in a
    // SYN for none. tcp_v6_conn_request does not, nor does an active opener in a SYN-ACK.
    const bool isIpv6 = Inet6SocketAddress::IsMatchingType(from) &&
                        !Inet6SocketAddress::ConvertFrom(from).GetIpv6().IsIpv4MappedAddress();
    StartReceiving(header, !isIpv6);
    TcpSocketBase::CompleteFork(packet, header, from, to); // which sends the SYN-ACK
    ListenToEndPoint();
}

// The base asks for this when it writes a header of its own, and for its trace AdvWND.
uint16_t
TcpLinux24Socket::AdvertisedWindowSize(bool scale) const
{
    if (!m_receiver)
    {
        return 0;
    }
    const uint32_t window = m_receiver->GetWindow() >> (scale ? m_rcvWindShift : 0);
    const uint32_t most = m_rcvWindShift == 0 ? m_settings.maxUnscaledWindow : UINT16_MAX;
    return static_cast<uint16_t>(std::min(window, most));
}

uint32_t
TcpLinux24Socket::AvailableWindow() const
{
    return 0; // the base sends nothing by itself
}

void
TcpLinux24Socket::SetTcpNoDelay(bool noDelay)
{
    TcpSocketBase::SetTcpNoDelay(noDelay);
    if (m_sender)
    {
        m_sender->SetNoDelay(noDelay);
    }
    // What Nagle's algorithm held is sent (tcp_setsockopt).
    if (noDelay && m_sender && m_connected)
    {
        m_sender->PushPending(m_settings.clock.GetNow());
        AfterSender();
    }
}

bool
TcpLinux24Socket::SetCork(bool cork)
{
    if (!m_sender || !m_sender->SetCork(cork, m_settings.clock.GetNow()))
    {
        return false;
    }
    m_corked = cork;
    AfterSender();
    return true;
}

bool
TcpLinux24Socket::IsCorked() const
{
    return m_corked;
}

// What a connection that is under way has negotiated stays.
bool
TcpLinux24Socket::SetUserMss(uint32_t mss)
{
    return m_path.SetUserMss(mss);
}

void
TcpLinux24Socket::FixSndBufSize(uint32_t size)
{
    m_settings.initialSndBufSize = 0;
    SetSndBufSize(size);
}

uint32_t
TcpLinux24Socket::GetSendMss() const
{
    return m_path.GetSendMss();
}

// SO_RCVBUF. The window of the SYN follows from it, and what was offered stays.
void
TcpLinux24Socket::SetRcvBufSize(uint32_t size)
{
    NS_ABORT_MSG_IF(m_receiver && size != GetRcvBufSize(),
                    "RcvBufSize " << size << " of a TcpLinux24Socket: Linux takes the size of the "
                                  << "receive buffer before the connection starts");
    m_tcb->m_rxBuffer->SetMaxBufferSize(size);
}

uint32_t
TcpLinux24Socket::GetRcvBufSize() const
{
    return m_receiver ? m_receiver->GetRcvbuf() : m_tcb->m_rxBuffer->MaxBufferSize();
}

// 0 asks for what the path allows, which is known only when a connection starts.
void
TcpLinux24Socket::SetSegSize(uint32_t size)
{
    constexpr uint32_t ETHERNET = 1448; // until the path is known
    m_segmentSizeFromPath = size == 0;
    TcpSocketBase::SetSegSize(m_segmentSizeFromPath ? ETHERNET : size);
}

// The settings are checked here as well as when a factory makes the socket, as the user may have
// changed them since.
void
TcpLinux24Socket::StartPath(const Address& peer)
{
    CheckSettings();
    if (m_settings.generation == TcpLinuxGeneration::LINUX20)
    {
        m_sackEnabled = false;
        m_timestampEnabled = false;
        m_winScalingEnabled = false;
    }
    m_path.Start(m_node, peer, m_boundnetdevice, m_settings.clock.GetTicksPerSecond());
    m_advertisedMss = GetWantedMss();
    if (m_segmentSizeFromPath)
    {
        m_tcb->m_segmentSize = m_path.GetFirstSendMss(m_timestampEnabled);
    }
}

// Everything of an earlier connection of this socket goes.
void
TcpLinux24Socket::StartSending()
{
    m_linkQueue = TcpLinux24LinkQueue::GetOf(m_node);
    m_sender = MakeSender();
    m_receiver.reset();
    m_translator.Start(m_settings.initialSequenceNumber, GetWireOptions(), m_sender.get());
    m_sendBuffer.Start(m_sender.get());
    m_payload = {};
    m_bytesSentNew = 0;
    m_finEnd.reset();
    m_finReceived = false;
    m_orphaned = false;
    m_softError = ERROR_NOTERROR;
    m_gaveUp = false;
    m_corked = false;
    m_taken = GetStockSettings();
}

TcpLinux24WireOptions
TcpLinux24Socket::GetWireOptions() const
{
    return {.sack = m_sackEnabled,
            .timestamps = m_timestampEnabled,
            .windowScale = m_winScalingEnabled,
            .sendShift = m_sndWindShift,
            .receiveShift = m_rcvWindShift};
}

TcpLinux24StockSettings
TcpLinux24Socket::GetStockSettings() const
{
    return {.minRto = m_minRto,
            .connTimeout = GetConnTimeout(),
            .delAckCount = m_delAckMaxCount,
            .maxWindow = m_maxWinSize,
            .sack = m_sackEnabled,
            .timestamps = m_timestampEnabled,
            .windowScaling = m_winScalingEnabled,
            .initialCwnd = GetInitialCwnd(),
            .initialSsthresh = GetInitialSSThresh(),
            .segmentSize = GetSegSize(),
            .noDelay = GetTcpNoDelay(),
            .connCount = GetSynRetries(),
            .dataRetries = GetDataRetries(),
            .persistTimeout = GetPersistTimeout(),
            .delAckTimeout = m_delAckTimeout,
            .limitedTransmit = m_limitedTx,
            .ecn = m_tcb->m_useEcn,
            .clockGranularity = m_clockGranularity,
            .reTxThreshold = GetRetxThresh(),
            .congestionOps =
                m_congestionControl ? m_congestionControl->GetInstanceTypeId() : TypeId(),
            .recoveryOps = m_recoveryOps ? m_recoveryOps->GetInstanceTypeId() : TypeId(),
            .pacing = m_tcb->m_pacing,
            .maxPacingRate = m_tcb->m_maxPacingRate.GetBitRate()};
}

TcpLinux24Options
TcpLinux24Socket::GetSenderOptions() const
{
    TcpLinux24Options options = GetStockSettings().ApplyTo(m_settings.senderOptions);
    options.ticksPerSecond = m_settings.clock.GetTicksPerSecond();
    options.sendBuffer = TcpLinux24SendBuffer::GetFirstSize(GetSendBufferLimits());
    return options;
}

std::unique_ptr<TcpLinuxSender>
TcpLinux24Socket::MakeSender()
{
    const TcpLinux24Options options = GetSenderOptions();
    if (m_settings.generation == TcpLinuxGeneration::LINUX24)
    {
        return std::make_unique<TcpLinux24Sender>(options, *this);
    }
    // 2.0.32 knows only ticks; what is shorter than one counts as one.
    const uint32_t tick = static_cast<uint32_t>(m_settings.clock.interval.GetMilliSeconds());
    const TcpLinux20Options linux20{.initialCwnd = options.initialCwnd,
                                    .initialSsthresh = options.initialSsthresh,
                                    .mss = options.mss,
                                    .noDelay = options.noDelay,
                                    .synRetries = options.synRetries,
                                    .retries = options.retries,
                                    .segmentOverhead = options.segmentOverhead,
                                    .minRto = std::max(options.minRto / tick, 1U),
                                    .initialRto = std::max(options.initialRto / tick, 1U)};
    return std::make_unique<TcpLinux20Sender>(linux20, *this);
}

uint32_t
TcpLinux24Socket::GetWantedMss() const
{
    // An MSS counts timestamps as data; 2.0.32 has none.
    const bool timestamps =
        m_timestampEnabled && m_settings.generation == TcpLinuxGeneration::LINUX24;
    return m_path.GetWantedMss(m_segmentSizeFromPath ? 0 : GetSegSize(), timestamps);
}

// A SYN-ACK knows whether timestamps will be used, a SYN does not (tcp_make_synack, tcp_connect).
uint32_t
TcpLinux24Socket::GetSynMss() const
{
    return m_advertisedMss - (m_passive && m_timestampEnabled ? TIMESTAMP_OPTION_BYTES : 0);
}

// The first window is small, whatever the buffer (tcp_select_initial_window).
uint32_t
TcpLinux24Socket::GetSynWindow() const
{
    return m_settings.generation == TcpLinuxGeneration::LINUX20
               ? LINUX20_SYN_WINDOW
               : TcpLinux24Receiver::GetFirstWindow(GetSynMss(),
                                                    GetRcvBufSize(),
                                                    GetOwnWindowScale(),
                                                    uint32_t{m_maxWinSize} << GetOwnWindowScale());
}

uint8_t
TcpLinux24Socket::GetOwnWindowScale() const
{
    return m_winScalingEnabled
               ? std::max(TcpLinux24ReceiveWindow::GetScale(GetRcvBufSize(), GetSynMss()),
                          m_settings.leastWindowScale)
               : 0;
}

// tcp_parse_options, tcp_init_buffer_space: an option is used if both SYNs carry it.
void
TcpLinux24Socket::StartReceiving(const TcpHeader& header, bool isZeroNone)
{
    CheckUnchanged();
    const TcpLinux24SynOptions offered = TcpLinux24Translator::ReadSynOptions(header);
    const bool isTimed =
        isZeroNone ? offered.timestamp.value_or(0) != 0 : offered.timestamp.has_value();
    m_tcb->m_rxBuffer->SetNextRxSequence(header.GetSequenceNumber() + 1);
    m_highRxMark = header.GetSequenceNumber();
    m_sackEnabled = m_sackEnabled && offered.sack;
    m_timestampEnabled = m_timestampEnabled && isTimed;
    m_winScalingEnabled = m_winScalingEnabled && offered.shift;
    m_taken = GetStockSettings(); // with the options agreed on
    // Without the option on both sides windows are those of the header (RFC 1323, 2.2).
    m_sndWindShift = m_winScalingEnabled ? *offered.shift : 0;
    if (m_passive)
    {
        m_advertisedMss = GetWantedMss(); // by now the peer has said whether it uses timestamps
    }
    m_rcvWindShift = GetOwnWindowScale();
    m_translator.Agree(header.GetSequenceNumber(), GetWireOptions());
    m_path.Negotiate(GetWantedMss(), offered.mss.value_or(0), m_timestampEnabled);
    if (m_segmentSizeFromPath)
    {
        m_tcb->m_segmentSize = m_path.GetSendMss();
    }
    TcpLinux24ReceiverOptions options = GetReceiverOptions();
    // Stock sockets offer no MSS, and end the program when they get a D-SACK (TcpTxBuffer::Update).
    // Whatever else sends SACK offers one.
    options.dsack = options.dsack && offered.mss;
    m_receiver = std::make_unique<TcpLinux24Receiver>(options, m_sender->GetRtt());
    m_translator.SetReceiver(m_receiver.get());
    m_tcb->m_rxBuffer->SetMaxBufferSize(std::max(options.rcvbuf, options.maxRcvbuf));
    if (m_timestampEnabled)
    {
        m_receiver->SetTsRecent(*offered.timestamp, m_settings.clock.GetNow());
    }
    NS_LOG_INFO("The peer's SYN: SACK " << m_sackEnabled << ", timestamps " << m_timestampEnabled
                                        << ", window scaling " << m_winScalingEnabled
                                        << ", segments of " << m_path.GetSendMss() << " bytes");
}

TcpLinux24ReceiverOptions
TcpLinux24Socket::GetReceiverOptions() const
{
    TcpLinux24ReceiverOptions options = m_settings.receiverOptions;
    options.ticksPerSecond = m_settings.clock.GetTicksPerSecond();
    options.sack = m_sackEnabled;
    options.timestamps = m_timestampEnabled;
    options.mss = m_advertisedMss - (m_timestampEnabled ? TIMESTAMP_OPTION_BYTES : 0);
    options.sendMss = std::max(m_path.GetSendMss(), MIN_MSS);
    options.rcvbuf = GetRcvBufSize();
    options.firstWindow = GetSynWindow();
    options.generation = m_settings.generation;
    options.finalCutPush = m_settings.senderOptions.finalCutPush;
    options.dsack = m_settings.senderOptions.dsack;
    options.windowClamp = uint32_t{m_maxWinSize} << m_rcvWindShift;
    options.windowUnit = m_settings.windowInScaleUnits ? m_rcvWindShift : 0;
    options.ackSegments = m_delAckMaxCount;
    return options;
}

// tcp_v4_do_rcv. Data that comes with or before the handshake is not kept; the peer sends it again.
void
TcpLinux24Socket::OnSegment(Ptr<Packet> packet,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to)
{
    CheckUnchanged();
    // There is no receiver yet that could keep data.
    if (m_state == CLOSED || m_state == LISTEN || m_state == SYN_SENT)
    {
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
    }
    switch (m_state.Get())
    {
    case CLOSED:
        RefuseSegment(header, packet->GetSize(), from, to);
        break;
    case LISTEN:
        OnSegmentInListen(packet, header, from, to);
        break;
    case SYN_SENT:
        OnSegmentInSynSent(header, from, to);
        break;
    case SYN_RCVD:
        // A passive opener has only a request yet, an active one has crossed with its peer.
        m_passive ? OnSegmentInRequest(packet, header, from, to)
                  : OnSegmentInConnection(packet, header, from, to);
        break;
    case TIME_WAIT:
        OnSegmentInTimeWait(packet, header, from, to);
        break;
    default:
        OnSegmentInConnection(packet, header, from, to);
        break;
    }
}

// Segments without data that come before or after a connection say nothing about the peer's stream,
// and are not traced.
void
TcpLinux24Socket::NoteDropped(Ptr<const Packet> packet, TcpLinux24Fate fate)
{
    if (packet->GetSize() > 0 || fate != TcpLinux24Fate::REFUSED)
    {
        NS_LOG_INFO("A segment with " << packet->GetSize() << " bytes is dropped: " << fate);
        m_segmentDroppedTrace(fate, packet);
    }
}

// tcp_v4_conn_request. The application may refuse.
void
TcpLinux24Socket::OnSegmentInListen(Ptr<Packet> packet,
                                    const TcpHeader& header,
                                    const Address& from,
                                    const Address& to,
                                    std::optional<uint32_t> sequenceNumber)
{
    const uint8_t flags = header.GetFlags();
    switch (CheckListen(flags & TcpHeader::SYN, flags & TcpHeader::ACK, flags & TcpHeader::RST))
    {
    case TcpLinux24ListenVerdict::REFUSE:
        RefuseSegment(header, packet->GetSize(), from, to);
        break;
    case TcpLinux24ListenVerdict::ACCEPT:
        if (IsBacklogFull())
        {
            NoteDropped(packet, TcpLinux24Fate::BACKLOG_FULL);
        }
        else if (NotifyConnectionRequest(from))
        {
            NS_LOG_INFO("A request for a connection comes in.");
            const auto child = StaticCast<TcpLinux24Socket>(Fork());
            m_backlog = m_backlog ? m_backlog : std::make_shared<SynBacklog>();
            child->m_backlog = nullptr;
            child->m_request = m_backlog;
            child->m_settings.initialSequenceNumber =
                sequenceNumber.value_or(m_settings.initialSequenceNumber);
            child->CompleteFork(packet, header, from, to);
        }
        break;
    case TcpLinux24ListenVerdict::IGNORE:
        NS_LOG_LOGIC("A segment that asks for no connection comes to the listening socket.");
        break;
    }
}

// tcp_synq_is_full; tcp_listen_start rounds to a power of two. 2.4 keeps the last quarter for hosts
// that it knows (tcp_v4_conn_request), which are not modelled.
bool
TcpLinux24Socket::IsBacklogFull() const
{
    if (!m_backlog)
    {
        return false;
    }
    constexpr uint32_t LEAST = 64;
    const uint32_t limit = m_settings.maxSynBacklog;
    const int64_t handshakes = m_backlog.use_count() - 1;
    const bool isQuarterReached =
        m_settings.generation == TcpLinuxGeneration::LINUX24 && limit - handshakes < limit / 4;
    return handshakes >= std::bit_ceil(std::max(limit, LEAST)) || isQuarterReached;
}

// Data in a SYN-ACK is not taken; the peer sends it again.
void
TcpLinux24Socket::OnSegmentInSynSent(const TcpHeader& header,
                                     const Address& from,
                                     const Address& to)
{
    // tcp_rcv_synsent_state_process: the echo must lie between the first SYN and now.
    const TcpTick echo = m_translator.ReadEcho(header).value_or(0);
    const TcpTick firstSyn = m_sender->GetRetransStamp();
    const bool isEchoPossible =
        echo == 0 || echo - firstSyn <= m_settings.clock.GetNow() - firstSyn;
    const bool isAckRight = header.GetAckNumber() == m_translator.ToSequence(0) && isEchoPossible;
    const uint8_t flags = header.GetFlags();
    switch (CheckSynSent(flags & TcpHeader::SYN,
                         flags & TcpHeader::ACK,
                         flags & TcpHeader::RST,
                         isAckRight))
    {
    case TcpLinux24SynSentVerdict::REFUSE:
        RefuseSegment(header, 0, from, to);
        break;
    case TcpLinux24SynSentVerdict::END:
        m_errno = ERROR_NOTCONN; // ns-3 has no ECONNREFUSED (tcp_reset)
        AbortConnection("the peer refuses the connection");
        break;
    case TcpLinux24SynSentVerdict::ESTABLISH:
        // The last step of the handshake: our ACK is what turns the peer's request into a
        // connection.
        StartReceiving(header);
        CompleteOpen(header);
        SendAck();
        FinishActiveOpen();
        break;
    case TcpLinux24SynSentVerdict::CROSS:
        StartReceiving(header);
        EnterState(SYN_RCVD, "both sides open at the same time");
        SendSynAck();
        break;
    case TcpLinux24SynSentVerdict::IGNORE:
        NS_LOG_LOGIC("A segment that does not answer our SYN is ignored: " << header);
        break;
    }
}

// tcp_check_req decides. With the right ACK the segment is the connection's first.
void
TcpLinux24Socket::OnSegmentInRequest(Ptr<Packet> packet,
                                     const TcpHeader& header,
                                     const Address& from,
                                     const Address& to)
{
    if (m_request && m_request->isClosed)
    {
        AbortConnection("the listening socket is closed");
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
        if (const auto listener = FindListener(to))
        {
            listener->OnSegmentInListen(packet, header, from, to);
        }
        else
        {
            RefuseSegment(header, packet->GetSize(), from, to);
        }
        return;
    }
    const TcpLinux24MiniSegment segment =
        m_translator.ReadMiniSegment(packet->GetSize(), header, m_settings.clock.GetNow());
    const bool isAckRight = header.GetAckNumber() == m_translator.ToSequence(0);
    const auto verdict = CheckRequest(segment,
                                      isAckRight,
                                      m_receiver->GetRcvWnd(),
                                      m_settings.requestChecksAckFirst);
    if (verdict == TcpLinux24RequestVerdict::ACCEPT)
    {
        CompleteOpen(header);
        NotifyNewConnectionCreated(this, from);
        WakeWriter();
        if (HasEndPoint() && m_receiver)
        {
            OnSegmentInConnection(packet, header, from, to); // which takes ts_recent from it, too
        }
        return;
    }
    NoteDropped(packet, TcpLinux24Fate::REFUSED);
    switch (verdict)
    {
    case TcpLinux24RequestVerdict::REPEAT_SYN_ACK:
        NS_LOG_INFO("The SYN comes again: the SYN-ACK is repeated.");
        SendSynAck();
        break;
    case TcpLinux24RequestVerdict::ACKNOWLEDGE:
        SendAck();
        break;
    case TcpLinux24RequestVerdict::REFUSE:
        RefuseSegment(header, packet->GetSize(), from, to);
        break;
    case TcpLinux24RequestVerdict::REFUSE_AND_END:
        RefuseSegment(header, packet->GetSize(), from, to);
        AbortConnection("another SYN lies in the window of the request");
        break;
    case TcpLinux24RequestVerdict::END:
        AbortConnection("RST ends the request");
        break;
    default:
        break;
    }
}

// The order of tcp_rcv_established: PAWS and window, RST, SYN, ACK.
void
TcpLinux24Socket::OnSegmentInConnection(Ptr<Packet> packet,
                                        const TcpHeader& header,
                                        const Address& from,
                                        const Address& to)
{
    const TcpLinux24Arrival arrival = m_translator.ReadArrival(packet->GetSize(), header);
    const TcpLinux24Fate fate = m_receiver->Check(arrival, m_settings.clock.GetNow());
    if (fate != TcpLinux24Fate::ACCEPTED && fate != TcpLinux24Fate::NOTHING)
    {
        NoteDropped(packet, fate);
        if (!arrival.reset)
        {
            SendAck(); // tells the peer what would be acceptable (tcp_send_dupack)
        }
        return;
    }
    const bool hasAck = header.GetFlags() & TcpHeader::ACK;
    const TcpOffset ack =
        m_state == SYN_RCVD ? m_translator.ToSentOffset(header.GetAckNumber()) : 0;
    const auto verdict = CheckConnection(
        {.start = arrival.start,
         .length = arrival.length,
         .syn = arrival.syn,
         .fin = arrival.fin,
         .rst = arrival.reset,
         .ack = hasAck},
        {.state = m_state,
         .rcvNxt = m_receiver->GetRcvNxt(),
         .finReceived = m_receiver->IsFinReceived(),
         .isReadingShut = m_shutdownRecv,
         .isAckAcceptable = ack >= m_sender->GetSndUna() && ack <= m_sender->GetSndNxt(),
         .readsInLastAck = m_settings.lastAckReads});
    switch (verdict)
    {
    case TcpLinux24ConnectionVerdict::IGNORE:
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
        return;
    case TcpLinux24ConnectionVerdict::REFUSE:
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
        RefuseSegment(header, packet->GetSize(), from, to);
        return;
    case TcpLinux24ConnectionVerdict::REFUSE_AND_END:
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
        RefuseSegment(header, packet->GetSize(), from, to);
        AbortConnection("a SYN in the window, or data that nobody will read");
        return;
    case TcpLinux24ConnectionVerdict::END:
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
        AbortConnection("the peer sent RST");
        return;
    case TcpLinux24ConnectionVerdict::ESTABLISH:
        CompleteOpen(header);
        FinishActiveOpen();
        if (!HasEndPoint())
        {
            return; // the application has closed
        }
        break;
    case TcpLinux24ConnectionVerdict::PROCESS:
        break;
    case TcpLinux24ConnectionVerdict::PROCESS_ACK:
        NoteDropped(packet, TcpLinux24Fate::REFUSED);
        Process(packet, header, arrival, false);
        return;
    }
    Process(packet, header, arrival, arrival.GetEnd() != arrival.start);
}

// tcp_timewait_state_process decides.
void
TcpLinux24Socket::OnSegmentInTimeWait(Ptr<Packet> packet,
                                      const TcpHeader& header,
                                      const Address& from,
                                      const Address& to)
{
    const TcpTick now = m_settings.clock.GetNow();
    const auto verdict = CheckTimeWait(m_translator.ReadMiniSegment(packet->GetSize(), header, now),
                                       m_receiver->GetRcvNxt());
    if (verdict == TcpLinux24TimeWaitVerdict::REOPEN)
    {
        if (const auto listener = FindListener(to))
        {
            // The number lies above all that this connection could have sent.
            const uint32_t last = m_translator.ToSequence(m_sender->GetSndNxt()).GetValue();
            const uint32_t number = last + UINT16_MAX + 2;
            NS_LOG_INFO("A SYN of a new connection ends TIME_WAIT.");
            CloseAndNotify();
            listener->NoteDropped(packet, TcpLinux24Fate::REFUSED);
            listener->OnSegmentInListen(packet, header, from, to, number == 0 ? 1 : number);
            return;
        }
    }
    NoteDropped(packet, TcpLinux24Fate::REFUSED);
    switch (verdict)
    {
    case TcpLinux24TimeWaitVerdict::END:
        AbortConnection("RST ends TIME_WAIT");
        break;
    case TcpLinux24TimeWaitVerdict::RESTART:
        if (const auto timestamp = m_translator.ReadTimestamp(header))
        {
            m_receiver->SetTsRecent(*timestamp, now);
        }
        NS_LOG_LOGIC("TIME_WAIT starts again.");
        TimeWait();
        break;
    case TcpLinux24TimeWaitVerdict::ACKNOWLEDGE_AND_RESTART:
        NS_LOG_LOGIC("TIME_WAIT starts again: the peer has not seen the last ACK.");
        TimeWait();
        SendAck();
        break;
    case TcpLinux24TimeWaitVerdict::ACKNOWLEDGE:
    case TcpLinux24TimeWaitVerdict::REOPEN:
        SendAck();
        break;
    default:
        break;
    }
}

// The rest of tcp_rcv_established and tcp_rcv_state_process.
void
TcpLinux24Socket::Process(Ptr<Packet> packet,
                          const TcpHeader& header,
                          const TcpLinux24Arrival& arrival,
                          bool hasText)
{
    m_highRxMark = std::max(m_highRxMark.Get(), header.GetSequenceNumber());
    const bool isPredicted = IsPredicted(header, arrival);
    const bool saysNothingNew = isPredicted && arrival.length > 0 && RepeatsAck(header);
    const TcpOffset una = m_sender->GetSndUna();
    // The data first, so that what the ACK releases acknowledges it.
    const uint32_t readable = m_receiver->GetReadable();
    if (hasText)
    {
        TakeIn(packet, header, arrival);
    }
    if ((header.GetFlags() & TcpHeader::ACK) && !saysNothingNew)
    {
        ApplyAck(m_translator.ReadAck(header, arrival.GetEnd() != arrival.start));
    }
    FollowSender();
    // Decided before the application reads, as in the kernel (tcp_ack_snd_check), which decides
    // anew with each segment that is not predicted. With AckSkip, each ACK is decided on only once,
    // when its data arrives.
    const bool decidesAnew = m_settings.generation == TcpLinuxGeneration::LINUX24 && !isPredicted &&
                             m_settings.receiverOptions.ackSkip == 0 &&
                             m_receiver->IsAckScheduled();
    if (hasText || decidesAnew)
    {
        const TcpLinux24AckDue due = m_receiver->DecideAck(m_settings.clock.GetNow());
        TellAckSkip();
        if (due == TcpLinux24AckDue::NOW)
        {
            NS_LOG_LOGIC("An ACK is due at once: "
                         << m_receiver->GetQuick() << " quick ones left"
                         << (m_receiver->HasHoles() ? ", behind a hole" : ""));
            SendAck();
        }
        else
        {
            NS_LOG_LOGIC("The ACK may wait, up to " << m_receiver->GetAto() << " ticks.");
            ArmDelayedAckTimer();
        }
    }
    // The closing states look at the ACK before they look at the peer's FIN, so that crossing FINs
    // lead to TIME_WAIT by way of the right state.
    if (m_finEnd && m_sender->GetSndUna() >= *m_finEnd)
    {
        OnFinAcknowledged();
    }
    if (m_receiver->GetReadable() > readable && !m_shutdownRecv)
    {
        NotifyDataRecv();
    }
    if (m_receiver->IsFinReceived() && !m_finReceived && HasEndPoint())
    {
        OnFinReceived();
    }
    if (m_sender->GetSndUna() > una && HasEndPoint())
    {
        WakeWriter();
    }
    // This comes last: an application may close when its last data is sent, and must have read what
    // has arrived by then.
    TellDataSent();
}

// What ACK skipping did with the ACK that was due, if it was asked to skip any.
void
TcpLinux24Socket::TellAckSkip()
{
    const auto decision = m_receiver->TakeAckSkipDecision();
    if (!decision || m_settings.receiverOptions.ackSkip == 0)
    {
        return;
    }
    NS_LOG_LOGIC("The ACK was " << decision->reason << ": " << decision->unacknowledged
                                << " bytes unacknowledged, flight " << decision->flight.value_or(0)
                                << " bytes, " << decision->skippedInRow << " skipped in a row");
    m_ackSkipTrace(*decision);
}

// The header prediction of tcp_rcv_established: nothing but data or an ACK, and the next in order.
// If data says nothing new, its ACK number is not looked at.
bool
TcpLinux24Socket::IsPredicted(const TcpHeader& header, const TcpLinux24Arrival& arrival) const
{
    const bool isPlain = (header.GetFlags() & ~TcpHeader::PSH) == TcpHeader::ACK;
    return m_settings.generation == TcpLinuxGeneration::LINUX24 && m_state == ESTABLISHED &&
           isPlain && arrival.start == m_receiver->GetRcvNxt() && !m_receiver->HasHoles() &&
           m_receiver->GetRcvWnd() > 0 && arrival.sackOptionBytes == 0 &&
           m_translator.ReadWindow(header) == m_sender->GetSndWnd();
}

bool
TcpLinux24Socket::RepeatsAck(const TcpHeader& header) const
{
    return header.GetAckNumber() == m_translator.ToSequence(m_sender->GetSndUna());
}

// The sender processes the ACK; the socket notes that the path works, and the round trip (tcp_ack).
void
TcpLinux24Socket::ApplyAck(const TcpLinux24Ack& ack)
{
    const TcpTick now = m_settings.clock.GetNow();
    // The round trip of the base is for its users alone; the sender takes its own samples.
    const TcpOffset una = m_sender->GetSndUna();
    if (ack.ack >= una && ack.ack <= m_sender->GetSndNxt())
    {
        m_softError = ERROR_NOTERROR; // something got through (tcp_ack)
    }
    UpdateMss();
    m_sender->OnAck(ack, now);
    if (ack.echo && m_sender->GetSndUna() > una)
    {
        m_tcb->m_lastRtt = m_settings.clock.GetSpan(std::max(GetTicksBetween(now, *ack.echo), 0));
    }
}

// The receiver decides about the segment, and the base keeps the bytes for the application.
void
TcpLinux24Socket::TakeIn(Ptr<Packet> packet,
                         const TcpHeader& header,
                         const TcpLinux24Arrival& arrival)
{
    const TcpLinux24Fate fate = m_receiver->Receive(arrival, m_settings.clock.GetNow());
    if (fate == TcpLinux24Fate::ACCEPTED && arrival.length > 0)
    {
        if (arrival.syn) // the buffer takes the sequence number for that of the first byte
        {
            TcpHeader data = header;
            data.SetSequenceNumber(header.GetSequenceNumber() + 1);
            m_tcb->m_rxBuffer->Add(packet, data);
        }
        else
        {
            m_tcb->m_rxBuffer->Add(packet, header);
        }
        NS_LOG_LOGIC("Bytes " << arrival.start << " to " << arrival.GetEnd() << " are taken; "
                              << m_receiver->GetReadable() << " can be read");
        m_finDeadline = Simulator::Now() + GetFinTimeout();
    }
    else if (fate != TcpLinux24Fate::ACCEPTED)
    {
        NoteDropped(packet, fate);
    }
}

// From now on the sender may send. An active opener's SYN is acknowledged like data; a request has
// sent its SYN beside the sender.
void
TcpLinux24Socket::CompleteOpen(const TcpHeader& header)
{
    const TcpTick now = m_settings.clock.GetNow();
    m_sender->Negotiated(m_sackEnabled, m_timestampEnabled, m_path.GetSendMss());
    m_connected = true;
    EnterState(ESTABLISHED, "the handshake is complete");
    if (m_passive)
    {
        m_retxEvent.Cancel();
        m_sender->Accepted(m_translator.ReadAck(header, false), now);
    }
    else
    {
        m_sender->OnAck(m_translator.ReadAck(header, false), now);
    }
    AfterSender();
}

// tcp_rcv_synsent_state_process wakes who waits in connect(); ns-3's callback comes in an event of
// its own, as with stock sockets.
void
TcpLinux24Socket::FinishActiveOpen()
{
    // What was written in SYN_SENT has waited in the payload queue (wait_for_tcp_connect).
    if (m_sendBuffer.GetEarly() > 0)
    {
        m_sender->Write(m_sendBuffer.TakeEarly(), m_settings.clock.GetNow());
        AfterSender();
    }
    if (m_closeOnEmpty)
    {
        QueueFin();
    }
    Simulator::ScheduleNow(&TcpLinux24Socket::ConnectionSucceeded, Ptr<TcpLinux24Socket>(this));
}

// tcp_synack_timer: the interval doubles with each one, up to 120 s.
void
TcpLinux24Socket::RepeatSynAck()
{
    if (m_synCount == 0 || (m_request && m_request->isClosed))
    {
        AbortConnection(m_synCount == 0 ? "the SYN-ACK was repeated often enough"
                                        : "the listening socket is closed");
        return;
    }
    constexpr uint32_t MOST_DOUBLINGS = 20; // 120 s (TCP_RTO_MAX) are reached before
    const uint32_t doublings = std::min(m_synRetries - m_synCount, MOST_DOUBLINGS);
    const Time timeout =
        std::min(GetConnTimeout() * (int64_t{1} << doublings), Seconds(MAX_RTO_SECONDS));
    --m_synCount;
    NS_LOG_LOGIC("A SYN-ACK leaves; it is repeated after " << timeout.As(Time::S));
    SendSynAck();
    m_retxEvent.Cancel();
    m_retxEvent =
        Simulator::Schedule(m_settings.clock.GetDelayUntil(m_settings.clock.GetTickAfter(timeout)),
                            &TcpLinux24Socket::ReTxTimeout,
                            this);
}

// A router reports the MTU of the next hop (do_pmtu_discovery).
void
TcpLinux24Socket::OnPacketTooBig(uint32_t mtu)
{
    // A socket without a connection has no path, and one in TIME_WAIT sends nothing that is long.
    const bool connection = m_sender && m_state != TIME_WAIT && HasEndPoint();
    if (!m_settings.pathMtuDiscovery || !connection ||
        !m_path.Reduce(mtu, m_settings.clock.GetNow()))
    {
        NS_LOG_LOGIC("A report of MTU " << mtu << " changes nothing.");
        return;
    }
    NS_LOG_INFO("A router reports MTU " << mtu << "; the path has " << m_path.GetMtu());
    UpdateMss();
    if (m_connected) // a SYN is never too long, and the timer may be that of a SYN-ACK
    {
        m_sender->SimpleRetransmit(m_settings.clock.GetNow());
        AfterSender();
    }
}

// tcp_v4_err: a connection that is being set up fails; one that is set up goes on.
void
TcpLinux24Socket::OnUnreachable(SocketErrno error)
{
    switch (m_state.Get())
    {
    case CLOSED:
    case LISTEN:
    case TIME_WAIT:
        break;
    case SYN_SENT:
    case SYN_RCVD:
        m_errno = error;
        AbortConnection("ICMP says that the peer cannot be reached");
        break;
    default:
        // The network may recover (RFC 1122, 4.2.3.9): told only if the connection dies of it.
        NS_LOG_INFO("ICMP says that the peer cannot be reached; the connection goes on.");
        m_softError = error;
        break;
    }
}

// The application writes as much as the send buffer has room for (tcp_sendmsg).
int
TcpLinux24Socket::Send(Ptr<Packet> packet, uint32_t flags)
{
    NS_LOG_FUNCTION(this << packet->GetSize() << flags);
    CheckUnchanged();
    NS_ABORT_MSG_IF(flags & ~SEND_MORE,
                    "TcpLinux24Socket::Send(): flags " << flags << ": expected SEND_MORE or none");
    if (m_state != ESTABLISHED && m_state != SYN_SENT && m_state != CLOSE_WAIT)
    {
        m_errno = m_shutdownSend ? ERROR_SHUTDOWN : ERROR_NOTCONN;
        return -1;
    }
    if (m_shutdownSend || m_closeOnEmpty)
    {
        m_errno = ERROR_SHUTDOWN;
        return -1;
    }
    const uint32_t size = std::min(packet->GetSize(), GetTxAvailable());
    if (size < packet->GetSize())
    {
        NS_LOG_LOGIC("The send buffer has room for " << size << " of " << packet->GetSize()
                                                     << " bytes: the writer waits.");
        m_sendBuffer.SetWriterSleeping(true);
        if (!m_settings.partialWrites || size == 0)
        {
            const bool isBufferEmpty =
                m_sender->GetQueueMemory() == 0 && m_sendBuffer.GetEarly() == 0;
            if (!m_settings.partialWrites && isBufferEmpty)
            {
                WarnOfLargeWrite(packet->GetSize(), size);
            }
            m_errno = ERROR_MSGSIZE;
            return -1;
        }
    }
    m_payload.Append(size < packet->GetSize() ? packet->CreateFragment(0, size) : packet->Copy());
    if (m_state == SYN_SENT)
    {
        m_sendBuffer.WriteEarly(size);
    }
    else if (size > 0)
    {
        const TcpOffset sent = m_sender->GetSndNxt();
        const uint32_t cwnd = m_sender->GetCwnd();
        UpdateMss();
        if (flags & SEND_MORE)
        {
            m_sender->WriteMore(size, m_settings.clock.GetNow());
        }
        else
        {
            m_sender->Write(size, m_settings.clock.GetNow());
        }
        const std::optional<TcpTick> timer = m_sender->GetTimer();
        // Most small writes only fill the last segment.
        if (m_sender->GetSndNxt() != sent || m_sender->GetCwnd() != cwnd ||
            timer.has_value() != m_retxEvent.IsPending() || (timer && *timer != m_armedTick))
        {
            AfterSender();
        }
    }
    return static_cast<int>(size);
}

// Data bytes, as ns-3 counts them; the kernel counts memory.
uint32_t
TcpLinux24Socket::GetTxAvailable() const
{
    return m_sendBuffer.GetRoom(GetSendBufferLimits(), GetFullSegment());
}

TcpLinux24SendBufferLimits
TcpLinux24Socket::GetSendBufferLimits() const
{
    return {.initial = m_settings.initialSndBufSize,
            .most = GetSndBufSize(),
            .segmentOverhead = m_settings.senderOptions.segmentOverhead};
}

// A user's SegmentSize is the limit even where the path would allow more.
uint32_t
TcpLinux24Socket::GetFullSegment() const
{
    return m_path.IsNegotiated() ? std::min(m_path.GetSendMss(), GetSegSize()) : GetSegSize();
}

// Reading frees memory, and so may open the window (tcp_recvmsg).
Ptr<Packet>
TcpLinux24Socket::Recv(uint32_t maxSize, uint32_t flags)
{
    // The base keeps bytes behind a hole that the receiver has thrown away: they come again.
    const uint32_t most = m_receiver ? std::min(maxSize, m_receiver->GetReadable()) : maxSize;
    const Ptr<Packet> packet = TcpSocketBase::Recv(most, flags);
    if (!packet || packet->GetSize() == 0 || !m_receiver)
    {
        return packet;
    }
    m_receiver->AdjustSpace(packet->GetSize(), m_settings.clock.GetNow());
    if (m_receiver->Read(packet->GetSize()) && HasEndPoint())
    {
        NS_LOG_LOGIC("The application has read " << packet->GetSize() << " bytes; the window is "
                                                 << m_receiver->GetWindow());
        SendAck(); // the window has opened, or what was read asked for an ACK (cleanup_rbuf)
    }
    CloseAtEnd();
    return packet;
}

// See Recv().
uint32_t
TcpLinux24Socket::GetRxAvailable() const
{
    const uint32_t available = TcpSocketBase::GetRxAvailable();
    return m_receiver ? std::min(available, m_receiver->GetReadable()) : available;
}

// inet_stream_connect: only a closed socket connects, and nothing is restarted.
int
TcpLinux24Socket::Connect(const Address& address)
{
    NS_LOG_FUNCTION(this << address);
    if (m_state == CLOSED && !m_receiver)
    {
        const bool wasBound = HasEndPoint();
        if (!TakeVersionOf(address))
        {
            return -1;
        }
        if (wasBound && HasTwin(address))
        {
            // ns-3's applications ignore the result.
            std::cerr << "warning: node " << m_node->GetId()
                      << ": Connect() fails, because another connection of this node has the same "
                         "ports and addresses"
                      << std::endl;
            m_errno = ERROR_ADDRNOTAVAIL;
            return -1;
        }
        const int result = TcpLinux24EndPointSocket::Connect(address);
        if (result != 0 && !wasBound)
        {
            DeallocateEndPoint(); // tcp_v4_connect takes no port without a route
        }
        return result;
    }
    m_errno = m_state == SYN_SENT || m_state == SYN_RCVD ? ERROR_AGAIN : ERROR_ISCONN;
    NS_LOG_INFO("A socket in state " << TcpStateName[m_state] << " cannot connect.");
    return -1;
}

// inet_listen. Without a port nobody could connect, so one is taken (tcp_listen_start). What an
// earlier connection has left would get into those that are accepted.
int
TcpLinux24Socket::Listen()
{
    NS_LOG_FUNCTION(this);
    if (m_receiver)
    {
        m_errno = ERROR_INVAL;
        NS_LOG_INFO("A socket that has or had a connection cannot listen.");
        return -1;
    }
    if (m_state == CLOSED && !HasEndPoint() && Bind() != 0)
    {
        return -1;
    }
    return TcpLinux24EndPointSocket::Listen();
}

// tcp_close. What was not read is answered by RST, so that the peer knows it (RFC 2525, 2.17).
int
TcpLinux24Socket::Close()
{
    NS_LOG_FUNCTION(this);
    CheckUnchanged();
    // What waits behind a hole was not there to be read (tcp_close).
    if (GetRxAvailable() != 0 && HasEndPoint() && m_sender)
    {
        SendEmptyPacket(TcpHeader::RST);
        AbortConnection("the application closes and has not read everything");
        return 0;
    }
    switch (m_state.Get())
    {
    case SYN_SENT:
        Orphan();
        m_closeOnEmpty = m_sendBuffer.GetEarly() > 0;
        if (!m_closeOnEmpty)
        {
            CloseAndNotify();
        }
        break;
    case SYN_RCVD:
    case ESTABLISHED:
    case CLOSE_WAIT:
        Orphan();
        QueueFin();
        break;
    case FIN_WAIT_1:
    case FIN_WAIT_2:
    case CLOSING:
    case LAST_ACK:
        Orphan();
        break;
    case LISTEN:
        if (m_backlog)
        {
            m_backlog->isClosed = true;
            m_backlog = nullptr;
        }
        CloseAndNotify();
        break;
    case CLOSED:
        DeallocateEndPoint(); // a socket that was only bound
        break;
    default:
        break;
    }
    return 0;
}

// The application writes no more, but reads on (tcp_shutdown).
int
TcpLinux24Socket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    // inet_shutdown.
    if (m_state == CLOSED)
    {
        m_errno = ERROR_NOTCONN;
        return -1;
    }
    if (m_state == LISTEN)
    {
        // The kernel does nothing. PacketSink says in this way that nobody writes to, or closes,
        // what is accepted.
        m_closesAtEnd = true;
        return 0;
    }
    m_shutdownSend = true;
    m_closeOnEmpty = true;
    if (m_state == ESTABLISHED || m_state == CLOSE_WAIT)
    {
        QueueFin();
    }
    return 0;
}

void
TcpLinux24Socket::EnterState(TcpStates_t state, const char* reason)
{
    if (state == m_state)
    {
        return;
    }
    NS_LOG_INFO(TcpStateName[m_state] << " -> " << TcpStateName[state] << ": " << reason);
    m_request = nullptr;
    switch (state)
    {
    case TIME_WAIT:
        TimeWait();
        break;
    case CLOSED:
        CloseAndNotify();
        break;
    default:
        m_state = state;
        break;
    }
}

// tcp_close_state, tcp_send_fin. The state changes at once, even if data and FIN have to wait for
// the window.
void
TcpLinux24Socket::QueueFin()
{
    if (m_finEnd)
    {
        return;
    }
    m_finEnd = m_payload.GetEnd() + 1;
    EnterState(GetStateAfterOwnFin(m_state), "the application writes no more");
    if (m_receiver)
    {
        m_receiver->FinQueued();
    }
    m_sender->Close(m_settings.clock.GetNow());
    AfterSender();
}

// tcp_fin. A reader has all the data before it learns of the end.
void
TcpLinux24Socket::OnFinReceived()
{
    m_finReceived = true;
    EnterState(GetStateAfterPeerFin(m_state), "the peer's FIN and all before it are here");
    if (!m_closeNotified)
    {
        m_closeNotified = true;
        NotifyNormalClose();
    }
    CloseAtEnd();
}

void
TcpLinux24Socket::CloseAtEnd()
{
    if (m_closesAtEnd && m_finReceived && !m_orphaned && GetRxAvailable() == 0)
    {
        NS_LOG_LOGIC("All is read, and the listener was shut down for writing: the socket closes.");
        Close();
    }
}

// The second switch of tcp_rcv_state_process, on snd_una == write_seq.
void
TcpLinux24Socket::OnFinAcknowledged()
{
    const TcpStates_t next = GetStateAfterFinAck(m_state);
    if (next != m_state)
    {
        EnterState(next, "the FIN is acknowledged");
        StartFinTimer();
    }
}

// The application has no socket any more (tcp_orphan_count): less patience, and FIN_WAIT_2 has a
// limit.
void
TcpLinux24Socket::Orphan()
{
    if (!m_orphaned)
    {
        NS_LOG_LOGIC("The application has closed: the connection is an orphan.");
        m_orphaned = true;
        m_sender->Orphan();
        StartFinTimer();
    }
}

// tcp_time_wait, tcp_keepalive_timer: without a reader nobody would notice that the peer is gone.
void
TcpLinux24Socket::StartFinTimer()
{
    if (m_state == FIN_WAIT_2 && m_orphaned)
    {
        const Time timeout = GetFinTimeout();
        m_finDeadline = Simulator::Now() + timeout;
        m_timewaitEvent = Simulator::Schedule(timeout, &TcpLinux24Socket::OnFinTimeout, this);
    }
}

// tcp_fin_time. 2.0.32 has a constant.
Time
TcpLinux24Socket::GetFinTimeout() const
{
    if (m_settings.generation == TcpLinuxGeneration::LINUX20)
    {
        return m_settings.finTimeout;
    }
    const uint32_t rto = m_sender->GetRtt().GetRto();
    return std::max(m_settings.finTimeout, m_settings.clock.GetSpan((rto << 2) - (rto >> 1)));
}

// Nobody has an interest in the connection, and the peer is silent (tcp_keepalive_timer).
void
TcpLinux24Socket::OnFinTimeout()
{
    const Ptr<TcpLinux24Socket> self(this);
    // Each segment of data has moved the deadline; the event was left where it was.
    const Time rest = m_finDeadline - Simulator::Now();
    if (rest.IsStrictlyPositive()) // data came
    {
        m_timewaitEvent = Simulator::Schedule(rest, &TcpLinux24Socket::OnFinTimeout, this);
        return;
    }
    // An application of ns-3 may use Close() as a half-close. The error says that data may be
    // missing.
    m_errno = ERROR_NOTERROR; // ns-3 has no ETIMEDOUT
    AbortConnection("FIN_WAIT_2 has lasted long enough (tcp_fin_timeout)");
}

// tcp_reset, tcp_write_err. Only applications that saw the connection are notified of its end.
void
TcpLinux24Socket::AbortConnection(const char* reason)
{
    NS_LOG_INFO(TcpStateName[m_state] << " -> " << TcpStateName[CLOSED] << ": " << reason);
    const bool neverConnected = m_state == SYN_SENT;
    const bool accepted = m_state != SYN_RCVD || !m_passive;
    // The application was told of the end before; only the waiting is cut short (sysctl_tcp_rfc1337
    // is 0).
    const bool waiting = m_state == TIME_WAIT;
    m_state = CLOSED;
    DeallocateEndPoint();
    if (neverConnected)
    {
        NotifyConnectionFailed();
    }
    else if (accepted && !waiting)
    {
        NotifyErrorClose();
    }
}

// A call of the sender may have sent, armed its timer, freed the queue or given up. All that
// follows from it in ns-3 happens here, once for each call.
void
TcpLinux24Socket::AfterSender()
{
    FollowSender();
    TellDataSent();
}

void
TcpLinux24Socket::FollowSender()
{
    if (m_gaveUp)
    {
        m_errno = m_softError == ERROR_NOTERROR ? m_errno : m_softError;
        AbortConnection("the peer does not answer");
        return;
    }
    const auto& queue = m_sender->GetQueue();
    // The kernel frees a segment when all of it is acknowledged; its packet may be needed until
    // then.
    m_payload.DiscardUpTo(queue.empty() ? m_sender->GetSndUna() : queue.front().start);
    ArmRetransmissionTimer();
    UpdateTraces();
}

void
TcpLinux24Socket::TellDataSent()
{
    if (m_bytesSentNew > 0)
    {
        const uint32_t bytes = m_bytesSentNew;
        m_bytesSentNew = 0;
        NotifyDataSent(bytes);
    }
}

// The sender's timer becomes an event of the simulator.
void
TcpLinux24Socket::ArmRetransmissionTimer()
{
    const std::optional<TcpTick> timer = m_sender->GetTimer();
    if (!timer || !HasEndPoint())
    {
        m_retxEvent.Cancel();
        return;
    }
    if (m_retxEvent.IsPending() && *timer == m_armedTick)
    {
        return;
    }
    const Time delay = m_settings.clock.GetDelayUntil(*timer);
    // A timer that moved to later is left alone and looked at again when it fires: cheaper than
    // cancelling an event on every ACK.
    m_armedTick = *timer;
    if (m_retxEvent.IsPending() && Simulator::GetDelayLeft(m_retxEvent) <= delay)
    {
        return;
    }
    m_retxEvent.Cancel();
    m_retxEvent = Simulator::Schedule(delay, &TcpLinux24Socket::ReTxTimeout, this);
}

// tcp_write_timer, or the timer of a request. The event may be early, see ArmRetransmissionTimer().
void
TcpLinux24Socket::ReTxTimeout()
{
    const Ptr<TcpLinux24Socket> self(this);
    CheckUnchanged();
    // The sender of a request does not run yet: its SYN-ACK is sent beside it.
    if (m_state == SYN_RCVD && m_passive)
    {
        RepeatSynAck();
        return;
    }
    const TcpTick now = m_settings.clock.GetNow();
    const std::optional<TcpTick> timer = m_sender->GetTimer();
    if (timer && GetTicksBetween(now, *timer) >= 0)
    {
        NS_LOG_INFO("The sender's timer fires: "
                    << m_sender->GetPacketsOut() << " segments out, RTO "
                    << m_sender->GetRtt().GetRto() << " ticks, cwnd " << m_sender->GetCwnd());
        m_path.FindRoute(m_boundnetdevice); // the old route may be why nothing comes back
        UpdateMss();
        m_sender->OnTimer(now);
    }
    AfterSender();
}

// The receiver's timer becomes an event, in the same way.
void
TcpLinux24Socket::ArmDelayedAckTimer()
{
    const std::optional<TcpTick> timer = m_receiver->GetTimer();
    if (!timer || !HasEndPoint())
    {
        m_delAckEvent.Cancel();
        return;
    }
    const Time delay = m_settings.clock.GetDelayUntil(*timer);
    if (m_delAckEvent.IsPending() && Simulator::GetDelayLeft(m_delAckEvent) <= delay)
    {
        return; // looked at again when it fires
    }
    m_delAckEvent.Cancel();
    m_delAckEvent = Simulator::Schedule(delay, &TcpLinux24Socket::DelAckTimeout, this);
}

// tcp_delack_timer. The event may be early, too.
void
TcpLinux24Socket::DelAckTimeout()
{
    const Ptr<TcpLinux24Socket> self(this);
    const TcpTick now = m_settings.clock.GetNow();
    const std::optional<TcpTick> timer = m_receiver->GetTimer();
    if (timer && GetTicksBetween(now, *timer) >= 0 && m_receiver->OnTimer(now))
    {
        NS_LOG_LOGIC("The timer of a delayed ACK fires.");
        SendAck();
    }
    ArmDelayedAckTimer();
}

// tcp_current_mss calls tcp_sync_mss whenever something is sent.
void
TcpLinux24Socket::UpdateMss()
{
    if (m_path.Update(m_boundnetdevice, m_settings.clock.GetNow()))
    {
        m_sender->SetMss(m_path.GetSendMss());
    }
}

// The base counts in bytes and keeps its variables in other places; they follow the sender for
// those who trace them.
void
TcpLinux24Socket::UpdateWindowTraces()
{
    constexpr uint64_t MAX_BYTES = UINT32_MAX;
    const uint64_t mss = GetFullSegment();
    const bool infinite = m_sender->GetSsthresh() >= TcpLinux24Options::INFINITE_SSTHRESH;
    const uint64_t ssthresh = infinite ? MAX_BYTES : m_sender->GetSsthresh() * mss;
    m_tcb->m_cWnd = static_cast<uint32_t>(std::min(m_sender->GetCwnd() * mss, MAX_BYTES));
    // Nothing is inflated: in flight goes down instead.
    m_tcb->m_cWndInfl = m_tcb->m_cWnd.Get();
    m_tcb->m_ssThresh = static_cast<uint32_t>(std::min(ssthresh, MAX_BYTES));
}

void
TcpLinux24Socket::UpdateTraces()
{
    UpdateWindowTraces();
    m_tcb->m_bytesInFlight = m_sender->GetBytesInFlight();
    m_tcb->m_nextTxSequence = m_translator.ToSequence(m_sender->GetSndNxt());
    m_tcb->m_highTxMark = m_translator.ToSequence(m_sender->GetSndNxt());
    m_highRxAckMark = m_translator.ToSequence(m_sender->GetSndUna());
    m_rWnd = m_sender->GetSndWnd();
    m_rto = m_settings.clock.GetSpan(m_sender->GetRtt().GetRto());
    m_tcb->m_srtt = m_settings.clock.GetSpan(m_sender->GetRtt().GetSrtt()) / 8;
    m_retransStamp = m_sender->GetRetransStamp();
    m_facketsOut = m_sender->GetFacketsOut();
    m_inFlightSegments = m_sender->GetInFlight();
}

// An ACK has freed space: the buffer may grow, and the writer be woken (tcp_new_space).
void
TcpLinux24Socket::WakeWriter()
{
    if (m_state != ESTABLISHED && m_state != CLOSE_WAIT)
    {
        return;
    }
    if (m_sendBuffer.IsWriterSleeping() && m_settings.initialSndBufSize > 0)
    {
        // Only a writer that waits makes the buffer grow.
        m_sender->GrowSendBuffer(GetSndBufSize(), m_settings.clock.GetNow());
    }
    if (m_sendBuffer.IsWorthWaking(GetSendBufferLimits()))
    {
        NS_LOG_LOGIC("The application learns of room for " << GetTxAvailable() << " bytes.");
        m_sendBuffer.SetWriterSleeping(false);
        NotifySend(GetTxAvailable());
    }
}

// tcp_transmit_skb: the header says what is true at this moment, whenever the segment was made.
TcpLinux24Transmit
TcpLinux24Socket::Transmit(const TcpLinux24Segment& segment,
                           std::optional<TcpLinux24Retransmission> retransmission)
{
    if (!HasEndPoint())
    {
        return TcpLinux24Transmit::SENT;
    }
    if (segment.GetLength() == 0)
    {
        NS_LOG_INFO("The window is closed: a probe leaves.");
    }
    UpdateWindowTraces();
    const uint32_t length = segment.GetDataLength();
    const Ptr<Packet> packet = MakePayload(segment);
    uint8_t flags = segment.syn ? TcpHeader::SYN : TcpHeader::NONE;
    flags |= m_receiver ? TcpHeader::ACK : TcpHeader::NONE;
    flags |= segment.push && length > 0 ? TcpHeader::PSH : TcpHeader::NONE;
    flags |= segment.fin ? TcpHeader::FIN : TcpHeader::NONE;
    const TcpHeader header = MakeHeader(flags, m_translator.ToSequence(segment.start));
    if (SendToPeer(packet, header) == TcpLinux24Transmit::LOCAL_DROP)
    {
        return TcpLinux24Transmit::LOCAL_DROP;
    }
    // Data means an interactive connection, whose ACKs may wait for data (pingpong).
    if (length > 0 && m_receiver)
    {
        m_receiver->DataSent(m_settings.clock.GetNow());
    }
    if (retransmission)
    {
        NS_LOG_INFO("Sent again: " << segment.start << " to " << segment.end << " ("
                                   << *retransmission << ")");
        m_segmentRetransmissionTrace({segment.start, segment.end}, *retransmission, packet);
        TraceRetransmission(packet, header);
    }
    else
    {
        NS_LOG_LOGIC("Sent: " << segment.start << " to " << segment.end << ", cwnd "
                              << m_sender->GetCwnd());
        m_bytesSentNew += length;
    }
    return TcpLinux24Transmit::SENT;
}

// An empty probe gets no answer from stock sockets, which is what the garbage byte is for (RFC
// 1122, 4.2.3.6).
Ptr<Packet>
TcpLinux24Socket::MakePayload(const TcpLinux24Segment& segment) const
{
    if (segment.GetLength() == 0 && m_settings.probeWithGarbageByte)
    {
        return Create<Packet>(1);
    }
    return m_payload.Copy(segment.start, segment.start + segment.GetDataLength());
}

uint32_t
TcpLinux24Socket::GetMemoryBelow() const
{
    m_linkQueue->Watch(); // asked before a transmission, which too much memory would prevent
    return m_memoryBelow->memory;
}

bool
TcpLinux24Socket::IsInLinkQueue(const TcpLinux24Segment& segment) const
{
    m_linkQueue->Watch();
    return m_linkQueue->IsWaiting(*m_memoryBelow, m_translator.ToSequence(segment.start));
}

uint32_t
TcpLinux24Socket::GetSackBytes() const
{
    return m_receiver && m_sackEnabled ? m_receiver->GetSackBytes() : 0;
}

void
TcpLinux24Socket::RttSampled(int32_t ticks)
{
    const Time rtt = m_settings.clock.GetSpan(std::max(ticks, 0));
    const Time rto = m_settings.clock.GetSpan(m_sender->GetRtt().GetRto());
    NS_LOG_LOGIC("The round trip is " << rtt.As(Time::MS) << ", the RTO now " << rto.As(Time::MS));
    m_rttSampleTrace(rtt, rto);
}

bool
TcpLinux24Socket::IsWriterSleeping() const
{
    return m_sendBuffer.IsWriterSleeping();
}

// The base knows the same states by the same numbers.
void
TcpLinux24Socket::StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason)
{
    static_assert(static_cast<int>(TcpLinux24State::LOSS) == TcpSocketState::CA_LOSS);
    NS_LOG_INFO(from << " -> " << to << " (" << reason << "): cwnd " << m_sender->GetCwnd()
                     << ", ssthresh " << m_sender->GetSsthresh() << ", in flight "
                     << m_sender->GetInFlight());
    UpdateWindowTraces();
    m_tcb->m_congState = static_cast<TcpSocketState::TcpCongState_t>(to);
    m_caStateTrace(from, to, reason);
}

void
TcpLinux24Socket::Undone(TcpLinux24Undo undo)
{
    NS_LOG_INFO("The reduction was a mistake and is undone " << undo << ": cwnd "
                                                             << m_sender->GetCwnd() << ", ssthresh "
                                                             << m_sender->GetSsthresh());
    m_undoTrace(undo, m_sender->GetCwnd(), m_sender->GetSsthresh());
}

void
TcpLinux24Socket::WindowDecayed(TcpLinux24Decay decay)
{
    NS_LOG_INFO("The window shrinks, since " << decay << ": cwnd " << m_sender->GetCwnd()
                                             << ", ssthresh " << m_sender->GetSsthresh());
}

// The error is kept for the application (tcp_write_err).
void
TcpLinux24Socket::GaveUp()
{
    NS_LOG_INFO("The sender gives up: no answer to " << m_sender->GetPacketsOut() << " segments.");
    m_gaveUp = true; // the sender is still on the stack: AfterSender() ends the connection
}

// tcp_transmit_skb: which options a segment carries depends on SYN and on what was agreed on.
TcpHeader
TcpLinux24Socket::MakeHeader(uint8_t flags, SequenceNumber32 sequence)
{
    TcpHeader header = MakeHeaderWithPorts(flags, sequence);
    const bool syn = flags & TcpHeader::SYN;
    if (syn)
    {
        if (m_winScalingEnabled)
        {
            m_rcvWindShift = GetOwnWindowScale();
            m_translator.SetReceiveShift(m_rcvWindShift);
        }
        m_translator.WriteSynOptions(header, m_advertisedMss);
    }
    if (m_timestampEnabled)
    {
        m_translator.WriteTimestamp(header, m_settings.clock.GetNow());
    }
    if (!m_receiver)
    {
        header.SetWindowSize(GetSynWindow());
        return header;
    }
    header.SetAckNumber(m_translator.ToPeerSequence(m_receiver->GetRcvNxt()));
    // A SYN-ACK has the first window as it was selected, and not scaled (tcp_make_synack).
    const bool isFirst = syn && m_settings.generation == TcpLinuxGeneration::LINUX24;
    header.SetWindowSize(isFirst ? static_cast<uint16_t>(m_receiver->GetRcvWnd())
                                 : AdvertisedWindowSize(!syn));
    if (m_sackEnabled && !syn)
    {
        m_translator.WriteSackBlocks(header);
    }
    return header;
}

// ip_queue_xmit, whose result says whether the queue discipline took the packet. In ns-3 it has to
// be asked afterwards.
TcpLinux24Transmit
TcpLinux24Socket::SendToPeer(Ptr<Packet> packet, const TcpHeader& header)
{
    AddSocketTags(packet, false);
    m_txTrace(packet, header, this);
    m_linkQueue->Expect(packet);
    SendToIp(packet, header);
    m_linkQueue->Charge(m_memoryBelow,
                        packet->GetSize() + m_settings.senderOptions.segmentOverhead,
                        header.GetSequenceNumber());
    if (m_receiver && (header.GetFlags() & TcpHeader::ACK))
    {
        // With a SYN-ACK no window is selected: a request has no socket yet (tcp_make_synack).
        if (m_settings.generation == TcpLinuxGeneration::LINUX20 ||
            !(header.GetFlags() & TcpHeader::SYN))
        {
            m_receiver->AckSent();
        }
        m_highTxAck = header.GetAckNumber();
        m_advWnd = m_receiver->GetRcvWnd();
    }
    return m_linkQueue->IsRefused() && m_settings.localDropFeedback ? TcpLinux24Transmit::LOCAL_DROP
                                                                    : TcpLinux24Transmit::SENT;
}

// A pure ACK takes no position, but its number must lie in the peer's window (tcp_acceptable_seq).
TcpOffset
TcpLinux24Socket::GetAcceptableOffset() const
{
    if (!m_sender || m_state == SYN_RCVD)
    {
        return 0; // a request has sent its SYN beside the sender, which knows no window yet
    }
    const TcpOffset next = std::max<TcpOffset>(m_sender->GetSndNxt(), 0);
    if (m_settings.generation == TcpLinuxGeneration::LINUX20)
    {
        return next;
    }
    // What lies beyond a window that has shrunk, the peer would drop with the ACK that it carries.
    return std::min(next, m_sender->GetSndUna() + TcpOffset{m_sender->GetSndWnd()});
}

// An ACK that the queue discipline refuses is a sign of congestion, too (tcp_send_ack,
// tcp_transmit_skb).
void
TcpLinux24Socket::SendAck()
{
    if (!HasEndPoint())
    {
        return;
    }
    const TcpHeader header =
        MakeHeader(TcpHeader::ACK, m_translator.ToSequence(GetAcceptableOffset()));
    const bool refused = SendToPeer(Create<Packet>(), header) == TcpLinux24Transmit::LOCAL_DROP;
    if (refused && m_connected)
    {
        NS_LOG_LOGIC("The queue below refuses an ACK.");
        m_sender->OnLocalDrop(m_settings.clock.GetNow());
        UpdateTraces();
    }
    ArmDelayedAckTimer();
}

// The SYN-ACK leaves beside the sender, which begins with the first data (tcp_v4_send_synack).
void
TcpLinux24Socket::SendSynAck()
{
    SendToPeer(Create<Packet>(),
               MakeHeader(TcpHeader::SYN | TcpHeader::ACK, m_translator.ToSequence(-1)));
}

// The base calls this for what it believes to send itself: connect(), the SYN-ACK of a fork, the
// end of a connection.
void
TcpLinux24Socket::SendEmptyPacket(uint8_t flags)
{
    NS_LOG_FUNCTION(this << static_cast<uint32_t>(flags));
    if (!HasEndPoint())
    {
        return;
    }
    // What the base asks for by flags: RST, a SYN or SYN-ACK, the FIN, or an ACK.
    if (flags & TcpHeader::RST)
    {
        const uint8_t ack = m_receiver ? TcpHeader::ACK : TcpHeader::NONE;
        SendToPeer(
            Create<Packet>(),
            MakeHeader(TcpHeader::RST | ack, m_translator.ToSequence(GetAcceptableOffset())));
    }
    else if (flags & TcpHeader::SYN)
    {
        if (m_passive)
        {
            RepeatSynAck();
        }
        else
        {
            KeepBoundAddress();
            StartPath(GetPeer());
            StartSending();
            NS_LOG_INFO("A connection is opened.");
            m_sender->Connect(m_settings.clock.GetNow());
            AfterSender();
        }
    }
    else if (flags & TcpHeader::FIN)
    {
        QueueFin();
    }
    else
    {
        SendAck();
    }
}

} // namespace ns3
