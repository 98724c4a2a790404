// SPDX-License-Identifier: GPL-2.0-only

// TcpLinux24Socket: the application writes and closes; what follows a call of the sender.

#include "tcp-linux24-socket.h"

#include "ns3/log.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24SocketSend");

void
TcpLinux24Socket::StartSending()
{
    m_linkQueue = TcpLinux24LinkQueue::GetOf(m_node);
    m_linkQueue->Watch();
    m_sender = MakeSender();
    m_receiver.reset();
    m_payload = {};
    m_bytesWrittenEarly = 0;
    m_bytesSentNew = 0;
    m_finEnd.reset();
    m_finReceived = false;
    m_orphaned = false;
    m_softError = ERROR_NOTERROR;
    m_writerSleeping = false;
    m_gaveUp = false;
    m_corked = false;
}

TcpLinux24Options
TcpLinux24Socket::GetOptions() const
{
    TcpLinux24Options options = m_options;
    options.ticksPerSecond =
        static_cast<uint32_t>(Seconds(1).GetTimeStep() / m_clock.GetInterval().GetTimeStep());
    options.minRto = static_cast<uint32_t>(m_minRto.GetMilliSeconds());
    options.initialRto = static_cast<uint32_t>(GetConnTimeout().GetMilliSeconds());
    options.sack = m_sackEnabled;
    options.timestamps = m_timestampEnabled;
    options.initialCwnd = GetInitialCwnd();
    options.initialSsthresh =
        std::min(GetInitialSSThresh() / GetSegSize(), TcpLinux24Options::INFINITE_SSTHRESH);
    if (GetInitialSSThresh() == UINT32_MAX)
    {
        options.initialSsthresh = TcpLinux24Options::INFINITE_SSTHRESH;
    }
    options.mss = GetSegSize();
    options.noDelay = GetTcpNoDelay();
    options.synRetries = GetSynRetries() > 0 ? GetSynRetries() - 1 : 0;
    options.retries = GetDataRetries();
    options.sendBuffer = GetFirstSendBuffer();
    return options;
}

std::unique_ptr<TcpLinuxSender>
TcpLinux24Socket::MakeSender()
{
    const TcpLinux24Options options = GetOptions();
    if (m_generation == TcpLinuxGeneration::LINUX24)
    {
        return std::make_unique<TcpLinux24Sender>(options, *this);
    }
    const uint32_t tick = static_cast<uint32_t>(m_clock.GetInterval().GetMilliSeconds());
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

int
TcpLinux24Socket::Send(Ptr<Packet> packet, uint32_t flags)
{
    NS_LOG_FUNCTION(this << packet->GetSize());
    NS_ABORT_MSG_IF(flags & ~SEND_MORE, "TcpLinux24Socket::Send() knows no flag but SEND_MORE");
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
        m_writerSleeping = true;
        if (!m_partialWrites || size == 0)
        {
            m_errno = ERROR_MSGSIZE;
            return -1;
        }
    }
    m_payload.Append(size < packet->GetSize() ? packet->CreateFragment(0, size) : packet->Copy());
    if (m_state == SYN_SENT)
    {
        m_bytesWrittenEarly += size;
    }
    else if (size > 0)
    {
        const TcpOffset sent = m_sender->GetSndNxt();
        const uint32_t cwnd = m_sender->GetCwnd();
        UpdateMss();
        if (flags & SEND_MORE)
        {
            m_sender->WriteMore(size, m_clock.GetNow());
        }
        else
        {
            m_sender->Write(size, m_clock.GetNow());
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

uint32_t
TcpLinux24Socket::GetTxAvailable() const
{
    const uint32_t buffer = GetSendBuffer();
    if (!m_sender)
    {
        return buffer;
    }
    const uint32_t memory = m_sender->GetQueueMemory() + m_bytesWrittenEarly;
    const uint32_t room = m_sender->GetTailRoom(); // takes no further memory
    if (memory >= buffer)
    {
        return room;
    }
    const uint64_t segment = GetFullSegment() + m_options.segmentOverhead;
    const uint64_t segments = (buffer - memory + segment - 1) / segment;
    return static_cast<uint32_t>(
        std::min<uint64_t>(room + segments * GetFullSegment(), buffer - m_bytesWrittenEarly));
}

uint32_t
TcpLinux24Socket::GetFirstSendBuffer() const
{
    return m_initialSndBufSize == 0 ? GetSndBufSize()
                                    : std::min(m_initialSndBufSize, GetSndBufSize());
}

uint32_t
TcpLinux24Socket::GetSendBuffer() const
{
    const bool grows = m_initialSndBufSize > 0 && m_sender;
    return grows ? std::min(m_sender->GetSendBuffer(), GetSndBufSize()) : GetFirstSendBuffer();
}

int
TcpLinux24Socket::Close()
{
    NS_LOG_FUNCTION(this);
    // What waits behind a hole was not there to be read (tcp_close).
    if (m_tcb->m_rxBuffer->Available() != 0 && HasEndPoint() && m_sender)
    {
        SendEmptyPacket(TcpHeader::RST);
        AbortConnection();
        return 0;
    }
    switch (m_state.Get())
    {
    case SYN_SENT:
        Orphan();
        m_closeOnEmpty = m_bytesWrittenEarly > 0;
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
        CloseAndNotify();
        break;
    default: // closed
        break;
    }
    return 0;
}

int
TcpLinux24Socket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    m_shutdownSend = true;
    m_closeOnEmpty = true;
    if (m_state == ESTABLISHED || m_state == CLOSE_WAIT)
    {
        QueueFin();
    }
    return 0;
}

void
TcpLinux24Socket::QueueFin()
{
    if (m_finEnd)
    {
        return;
    }
    m_finEnd = m_payload.GetEnd() + 1;
    m_state = m_state == CLOSE_WAIT ? LAST_ACK : FIN_WAIT_1;
    if (m_receiver)
    {
        m_receiver->FinQueued();
    }
    m_sender->Close(m_clock.GetNow());
    AfterSender();
}

TcpLinux24Ack
TcpLinux24Socket::MakeAck(const TcpHeader& header, bool hasData) const
{
    TcpLinux24Ack ack;
    ack.ack = ToSentOffset(header.GetAckNumber());
    ack.sequence = ToReceivedOffset(header.GetSequenceNumber());
    const bool syn = header.GetFlags() & TcpHeader::SYN;
    ack.window = static_cast<uint32_t>(header.GetWindowSize()) << (syn ? 0 : m_sndWindShift);
    ack.hasData = hasData;
    if (m_timestampEnabled && header.HasOption(TcpOption::TS))
    {
        ack.echo = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetEcho();
    }
    if (m_sackEnabled && header.HasOption(TcpOption::SACK))
    {
        const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
        for (const auto& [start, end] : option->GetSackList())
        {
            ack.sacks.push_back({ToSentOffset(start), ToSentOffset(end)});
        }
    }
    return ack;
}

void
TcpLinux24Socket::AfterSender()
{
    if (m_gaveUp)
    {
        m_errno = m_softError == ERROR_NOTERROR ? m_errno : m_softError;
        AbortConnection();
        return;
    }
    const auto& queue = m_sender->GetQueue();
    m_payload.DiscardUpTo(queue.empty() ? m_sender->GetSndUna() : queue.front().start);
    ArmRetransmissionTimer();
    UpdateTraces();
    if (m_bytesSentNew > 0)
    {
        const uint32_t bytes = m_bytesSentNew;
        m_bytesSentNew = 0;
        NotifyDataSent(bytes);
    }
}

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
    const Time delay = m_clock.GetDelayUntil(*timer);
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

void
TcpLinux24Socket::ReTxTimeout()
{
    const Ptr<TcpLinux24Socket> self(this);
    if (m_state == SYN_RCVD && m_passive)
    {
        RepeatSynAck();
        return;
    }
    const TcpTick now = m_clock.GetNow();
    const std::optional<TcpTick> timer = m_sender->GetTimer();
    if (timer && GetTicksBetween(now, *timer) >= 0)
    {
        FindRoute(GetPeer());
        UpdateMss();
        m_sender->OnTimer(now);
    }
    AfterSender();
}

void
TcpLinux24Socket::UpdateTraces()
{
    constexpr uint64_t MAX_BYTES = UINT32_MAX;
    const uint64_t mss = GetFullSegment();
    const bool infinite = m_sender->GetSsthresh() >= TcpLinux24Options::INFINITE_SSTHRESH;
    const uint64_t ssthresh = infinite ? MAX_BYTES : m_sender->GetSsthresh() * mss;
    m_tcb->m_cWnd = static_cast<uint32_t>(std::min(m_sender->GetCwnd() * mss, MAX_BYTES));
    m_tcb->m_cWndInfl = m_tcb->m_cWnd.Get();
    m_tcb->m_ssThresh = static_cast<uint32_t>(std::min(ssthresh, MAX_BYTES));
    m_tcb->m_bytesInFlight = static_cast<uint32_t>(m_sender->GetInFlight() * mss);
    m_tcb->m_nextTxSequence = ToSequence(m_sender->GetSndNxt());
    m_tcb->m_highTxMark = ToSequence(m_sender->GetSndNxt());
    m_highRxAckMark = ToSequence(m_sender->GetSndUna());
    m_rWnd = m_sender->GetSndWnd();
    m_rto = m_clock.GetSpan(m_sender->GetRtt().GetRto());
    m_tcb->m_srtt = m_clock.GetSpan(m_sender->GetRtt().GetSrtt()) / 8;
    m_retransStamp = m_sender->GetRetransStamp();
    m_facketsOut = m_sender->GetFacketsOut();
    m_inFlightSegments = m_sender->GetInFlight();
}

void
TcpLinux24Socket::WakeWriter()
{
    if (m_state != ESTABLISHED && m_state != CLOSE_WAIT)
    {
        return;
    }
    if (m_writerSleeping && m_initialSndBufSize > 0)
    {
        m_sender->GrowSendBuffer(GetSndBufSize(), m_clock.GetNow());
    }
    const uint32_t memory = m_sender->GetQueueMemory();
    const uint32_t buffer = GetSendBuffer();
    // sock_wspace(): free space of at least half of what is in use
    if (memory < buffer && buffer - memory >= memory / 2)
    {
        m_writerSleeping = false;
        NotifySend(GetTxAvailable());
    }
}

uint32_t
TcpLinux24Socket::GetMemoryBelow() const
{
    return m_memoryBelow;
}

bool
TcpLinux24Socket::IsInLinkQueue(const TcpLinux24Segment& segment) const
{
    return m_linkQueue->IsWaiting(m_memoryBelow, ToSequence(segment.start));
}

uint32_t
TcpLinux24Socket::GetSackBytes() const
{
    return m_receiver && m_sackEnabled ? m_receiver->GetSackBytes() : 0;
}

bool
TcpLinux24Socket::IsWriterSleeping() const
{
    return m_writerSleeping;
}

void
TcpLinux24Socket::StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason)
{
    static_assert(static_cast<int>(TcpLinux24State::LOSS) == TcpSocketState::CA_LOSS);
    m_tcb->m_congState = static_cast<TcpSocketState::TcpCongState_t>(to);
    m_caStateTrace(from, to, reason);
}

void
TcpLinux24Socket::Undone(TcpLinux24Undo undo)
{
    m_undoTrace(undo, m_sender->GetCwnd(), m_sender->GetSsthresh());
}

void
TcpLinux24Socket::GaveUp()
{
    m_gaveUp = true; // the sender is still on the stack: AfterSender() ends the connection
}

} // namespace ns3
