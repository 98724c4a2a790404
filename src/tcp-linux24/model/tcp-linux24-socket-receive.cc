// SPDX-License-Identifier: GPL-2.0-only

// TcpLinux24Socket: segments of a connection that come in, and what the application reads.

#include "tcp-linux24-socket.h"

#include "ns3/log.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinux24SocketReceive");

namespace
{

/// Bytes that a timestamp option takes, padding included (TCPOLEN_TSTAMP_ALIGNED).
constexpr uint32_t TIMESTAMP_OPTION_BYTES = 12;
/// The smallest MSS that Linux believes (TCP_MIN_MSS).
constexpr uint32_t MIN_MSS = 88;

} // namespace

uint32_t
TcpLinux24Socket::GetAdvertisedMss() const
{
    return m_advertisedMss;
}

uint32_t
TcpLinux24Socket::GetWantedMss() const
{
    // an MSS counts timestamps as data; 2.0.32 has none
    const bool timestamps = m_timestampEnabled && m_generation == TcpLinuxGeneration::LINUX24;
    const uint32_t options = timestamps ? TIMESTAMP_OPTION_BYTES : 0;
    return m_segmentSizeFromPath ? m_pathMss : std::min(GetSegSize() + options, m_pathMss);
}

uint32_t
TcpLinux24Socket::GetSynWindow(uint32_t mss) const
{
    constexpr uint32_t LINUX20_SYN_WINDOW = 512; // tcp_connect()
    return m_generation == TcpLinuxGeneration::LINUX20
               ? LINUX20_SYN_WINDOW
               : TcpLinux24Receiver::GetFirstWindow(mss,
                                                    GetRcvBufSize(),
                                                    uint32_t{m_maxWinSize} << GetOwnWindowScale());
}

uint8_t
TcpLinux24Socket::GetOwnWindowScale() const
{
    // tcp_select_initial_window(): a quarter of the buffer is kept for the application
    constexpr uint8_t MAX_SCALE = 14;
    uint8_t scale = 0;
    for (uint32_t space = GetRcvBufSize() / 4 * 3; space > UINT16_MAX && scale < MAX_SCALE;)
    {
        space /= 2;
        ++scale;
    }
    return m_winScalingEnabled ? std::max(scale, m_leastWindowScale) : 0;
}

void
TcpLinux24Socket::StartReceiving(const TcpHeader& header)
{
    m_peerSequenceNumber = header.GetSequenceNumber();
    m_tcb->m_rxBuffer->SetNextRxSequence(m_peerSequenceNumber + 1);
    m_sackEnabled = m_sackEnabled && header.HasOption(TcpOption::SACKPERMITTED);
    m_timestampEnabled = m_timestampEnabled && header.HasOption(TcpOption::TS);
    m_winScalingEnabled = m_winScalingEnabled && header.HasOption(TcpOption::WINSCALE);
    m_sndWindShift = 0;
    m_rcvWindShift = 0;
    if (m_winScalingEnabled)
    {
        const auto option = header.GetOption(TcpOption::WINSCALE);
        m_sndWindShift = DynamicCast<const TcpOptionWinScale>(option)->GetScale();
        m_rcvWindShift = GetOwnWindowScale();
    }
    if (m_passive)
    {
        m_advertisedMss = GetWantedMss(); // by then the peer has said whether it uses timestamps
    }
    m_mssClamp = GetWantedMss();
    if (header.HasOption(TcpOption::MSS))
    {
        const auto option = header.GetOption(TcpOption::MSS);
        const uint32_t offered = DynamicCast<const TcpOptionMSS>(option)->GetMSS();
        m_mssClamp = std::min(m_mssClamp, offered == 0 ? m_mssClamp : offered);
    }
    m_mssClamp = std::min(m_mssClamp, m_userMss == 0 ? m_mssClamp : m_userMss);
    m_sendMss = m_pathMtu.GetMss(m_mssClamp, m_timestampEnabled);
    if (m_segmentSizeFromPath)
    {
        m_tcb->m_segmentSize = m_sendMss;
    }
    TcpLinux24ReceiverOptions options = GetReceiverOptions();
    // Stock sockets offer no MSS, and end the program when they get a D-SACK (TcpTxBuffer::Update).
    // Whatever else sends SACK offers one.
    options.dsack = options.dsack && header.HasOption(TcpOption::MSS);
    m_receiver = std::make_unique<TcpLinux24Receiver>(options, m_sender->GetRtt());
    m_tcb->m_rxBuffer->SetMaxBufferSize(std::max(options.rcvbuf, options.maxRcvbuf));
    if (m_timestampEnabled)
    {
        const auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
        m_receiver->SetTsRecent(option->GetTimestamp(), m_clock.GetNow());
    }
}

TcpLinux24ReceiverOptions
TcpLinux24Socket::GetReceiverOptions() const
{
    TcpLinux24ReceiverOptions options = m_receiverOptions;
    options.ticksPerSecond = GetOptions().ticksPerSecond;
    options.sack = m_sackEnabled;
    options.timestamps = m_timestampEnabled;
    options.mss = GetAdvertisedMss() - (m_timestampEnabled ? TIMESTAMP_OPTION_BYTES : 0);
    options.sendMss = std::max(m_sendMss, MIN_MSS);
    options.rcvbuf = GetRcvBufSize();
    options.firstWindow = GetSynWindow(m_passive ? options.mss : GetAdvertisedMss());
    options.generation = m_generation;
    options.finalCutPush = m_options.finalCutPush;
    options.dsack = m_options.dsack;
    options.windowClamp = uint32_t{m_maxWinSize} << m_rcvWindShift;
    options.ackSegments = m_delAckMaxCount;
    return options;
}

TcpLinux24Arrival
TcpLinux24Socket::MakeArrival(Ptr<const Packet> packet, const TcpHeader& header) const
{
    TcpLinux24Arrival arrival{};
    arrival.start = ToReceivedOffset(header.GetSequenceNumber());
    arrival.syn = header.GetFlags() & TcpHeader::SYN;
    arrival.length = packet->GetSize();
    arrival.fin = header.GetFlags() & TcpHeader::FIN;
    arrival.push = header.GetFlags() & (TcpHeader::PSH | TcpHeader::URG);
    arrival.reset = header.GetFlags() & TcpHeader::RST;
    if (m_timestampEnabled && header.HasOption(TcpOption::TS))
    {
        const auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
        arrival.timestamp = option->GetTimestamp();
        arrival.echo = option->GetEcho();
    }
    if (header.HasOption(TcpOption::SACK))
    {
        const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
        arrival.sackOptionBytes = TcpLinux24SackBlocks::GetOptionBytes(option->GetNumSackBlocks());
    }
    const uint32_t window = static_cast<uint32_t>(header.GetWindowSize()) << m_sndWindShift;
    arrival.duplicateAck = arrival.GetEnd() == arrival.start &&
                           header.GetAckNumber() == ToSequence(m_sender->GetSndUna()) &&
                           window == m_sender->GetSndWnd();
    return arrival;
}

void
TcpLinux24Socket::OnSegmentInConnection(Ptr<Packet> packet,
                                        const TcpHeader& header,
                                        const Address& from,
                                        const Address& to)
{
    const uint8_t flags = header.GetFlags();
    const TcpLinux24Arrival arrival = MakeArrival(packet, header);
    const TcpLinux24Fate fate = m_receiver->Check(arrival, m_clock.GetNow());
    if (fate != TcpLinux24Fate::ACCEPTED && fate != TcpLinux24Fate::NOTHING)
    {
        m_segmentDroppedTrace(fate, packet);
        if (!arrival.reset)
        {
            SendAck();
        }
        return;
    }
    if (arrival.reset)
    {
        NoteRefused(packet);
        AbortConnection();
        return;
    }
    const TcpOffset rcvNxt = m_receiver->GetRcvNxt();
    const bool synInWindow = arrival.syn && arrival.start >= rcvNxt;
    const bool newData = arrival.length > 0 && arrival.GetDataEnd() > rcvNxt;
    const bool nobodyReads =
        newData && m_shutdownRecv && (m_state == FIN_WAIT_1 || m_state == FIN_WAIT_2);
    // Data on both sides of the peer's FIN; what lies behind it alone is dropped in silence.
    const bool afterFin = newData && m_receiver->IsFinReceived() && arrival.start < rcvNxt;
    const bool hasAck = flags & TcpHeader::ACK;
    if (synInWindow || (hasAck && (nobodyReads || afterFin)))
    {
        NoteRefused(packet);
        RefuseSegment(header, packet->GetSize(), from, to);
        AbortConnection();
        return;
    }
    if (!hasAck && m_state != ESTABLISHED)
    {
        NoteRefused(packet);
        return;
    }
    if (m_state == SYN_RCVD)
    {
        // 2.4 takes the ACK of what came before the SYN, too (tcp_ack).
        const TcpOffset ack = ToSentOffset(header.GetAckNumber());
        if (ack < m_sender->GetSndUna() || ack > m_sender->GetSndNxt())
        {
            NoteRefused(packet);
            RefuseSegment(header, packet->GetSize(), from, to);
            return;
        }
        CompleteOpen(header);
        FinishActiveOpen();
        if (!HasEndPoint())
        {
            return;
        }
    }
    ProcessAcceptable(packet, header, arrival);
}

void
TcpLinux24Socket::ProcessAcceptable(Ptr<Packet> packet,
                                    const TcpHeader& header,
                                    const TcpLinux24Arrival& arrival)
{
    const bool hasData = arrival.GetEnd() != arrival.start;
    const bool isPredicted = IsPredicted(header, arrival);
    const TcpOffset una = m_sender->GetSndUna();
    // The data first, so that what the ACK releases acknowledges it.
    const uint32_t readable = m_receiver->GetReadable();
    if (hasData)
    {
        TakeIn(packet, header, arrival);
    }
    if ((header.GetFlags() & TcpHeader::ACK) && !isPredicted)
    {
        ProcessAck(MakeAck(header, hasData));
    }
    AfterSender();
    if (hasData)
    {
        AcknowledgeIfDue();
    }
    if (m_finEnd && m_sender->GetSndUna() >= *m_finEnd)
    {
        OnFinAcknowledged();
    }
    if (m_receiver->GetReadable() > readable && !m_shutdownRecv)
    {
        NotifyDataRecv();
    }
    if (m_receiver->IsFinReceived() && !m_finReceived)
    {
        OnFinReceived();
    }
    if (m_sender->GetSndUna() > una && HasEndPoint())
    {
        WakeWriter();
    }
}

bool
TcpLinux24Socket::IsPredicted(const TcpHeader& header, const TcpLinux24Arrival& arrival) const
{
    const bool isPlain = (header.GetFlags() & ~TcpHeader::PSH) == TcpHeader::ACK;
    const uint32_t window = static_cast<uint32_t>(header.GetWindowSize()) << m_sndWindShift;
    return m_generation == TcpLinuxGeneration::LINUX24 && m_state == ESTABLISHED && isPlain &&
           arrival.length > 0 && arrival.start == m_receiver->GetRcvNxt() &&
           !m_receiver->HasHoles() && m_receiver->GetRcvWnd() > 0 && arrival.sackOptionBytes == 0 &&
           window == m_sender->GetSndWnd() &&
           header.GetAckNumber() == ToSequence(m_sender->GetSndUna());
}

void
TcpLinux24Socket::ProcessAck(const TcpLinux24Ack& ack)
{
    const TcpTick now = m_clock.GetNow();
    const TcpOffset una = m_sender->GetSndUna();
    if (ack.ack >= una && ack.ack <= m_sender->GetSndNxt())
    {
        m_softError = ERROR_NOTERROR; // something got through (tcp_ack)
    }
    UpdateMss();
    m_sender->OnAck(ack, now);
    if (ack.echo && m_sender->GetSndUna() > una)
    {
        m_tcb->m_lastRtt = m_clock.GetSpan(std::max(GetTicksBetween(now, *ack.echo), 0));
    }
}

void
TcpLinux24Socket::TakeIn(Ptr<Packet> packet,
                         const TcpHeader& header,
                         const TcpLinux24Arrival& arrival)
{
    const TcpLinux24Fate fate = m_receiver->Receive(arrival, m_clock.GetNow());
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
        m_finDeadline = Simulator::Now() + m_finTimeout;
    }
    else if (fate != TcpLinux24Fate::ACCEPTED)
    {
        m_segmentDroppedTrace(fate, packet);
    }
}

void
TcpLinux24Socket::AcknowledgeIfDue()
{
    if (m_receiver->DecideAck(m_clock.GetNow()) == TcpLinux24AckDue::NOW)
    {
        SendAck();
    }
    else
    {
        ArmDelayedAckTimer();
    }
}

void
TcpLinux24Socket::ArmDelayedAckTimer()
{
    const std::optional<TcpTick> timer = m_receiver->GetTimer();
    if (!timer || !HasEndPoint())
    {
        m_delAckEvent.Cancel();
        return;
    }
    const Time delay = m_clock.GetDelayUntil(*timer);
    if (m_delAckEvent.IsPending() && Simulator::GetDelayLeft(m_delAckEvent) <= delay)
    {
        return; // looked at again when it fires
    }
    m_delAckEvent.Cancel();
    m_delAckEvent = Simulator::Schedule(delay, &TcpLinux24Socket::DelAckTimeout, this);
}

void
TcpLinux24Socket::DelAckTimeout()
{
    const Ptr<TcpLinux24Socket> self(this);
    const TcpTick now = m_clock.GetNow();
    const std::optional<TcpTick> timer = m_receiver->GetTimer();
    if (timer && GetTicksBetween(now, *timer) >= 0 && m_receiver->OnTimer(now))
    {
        SendAck();
    }
    ArmDelayedAckTimer();
}

Ptr<Packet>
TcpLinux24Socket::Recv(uint32_t maxSize, uint32_t flags)
{
    const Ptr<Packet> packet = TcpSocketBase::Recv(maxSize, flags);
    if (!packet || packet->GetSize() == 0 || !m_receiver)
    {
        return packet;
    }
    m_receiver->AdjustSpace(packet->GetSize(), m_clock.GetNow());
    if (m_receiver->Read(packet->GetSize()) && HasEndPoint())
    {
        SendAck();
    }
    return packet;
}

} // namespace ns3
