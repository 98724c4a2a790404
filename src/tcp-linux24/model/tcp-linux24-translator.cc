// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-translator.h"

#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"

namespace ns3
{

namespace
{

/// @tparam Option class of an option
/// @param header to look into
/// @param kind of the option
/// @return it, or null
template <typename Option>
Ptr<const Option>
FindOption(const TcpHeader& header, TcpOption::Kind kind)
{
    return header.HasOption(kind) ? DynamicCast<const Option>(header.GetOption(kind)) : nullptr;
}

} // namespace

// Until the peer's SYN has come only our own stream can be translated.
void
TcpLinux24Translator::Start(uint32_t initialSequenceNumber,
                            const TcpLinux24WireOptions& options,
                            const TcpLinuxSender* sender)
{
    m_initialSequenceNumber = initialSequenceNumber;
    m_options = options;
    m_sender = sender;
    m_receiver = nullptr;
}

// From here on an option that was not agreed on is not read, even if a segment carries it.
void
TcpLinux24Translator::Agree(SequenceNumber32 initialSequenceNumber,
                            const TcpLinux24WireOptions& options)
{
    m_peerSequenceNumber = initialSequenceNumber;
    m_options = options;
}

void
TcpLinux24Translator::SetReceiver(const TcpLinux24Receiver* receiver)
{
    m_receiver = receiver;
}

void
TcpLinux24Translator::SetReceiveShift(uint8_t shift)
{
    m_options.receiveShift = shift;
}

SequenceNumber32
TcpLinux24Translator::ToSequence(TcpOffset offset) const
{
    return SequenceNumber32(static_cast<uint32_t>(m_initialSequenceNumber + 1 + offset));
}

// The signed difference of 32 bits to a position known exactly: right for all numbers within 2 GB
// of snd_una.
TcpOffset
TcpLinux24Translator::ToSentOffset(SequenceNumber32 sequence) const
{
    const TcpOffset una = m_sender->GetSndUna();
    return una + (sequence - ToSequence(una));
}

// The peer's SYN has position -1, as ours.
SequenceNumber32
TcpLinux24Translator::ToPeerSequence(TcpOffset offset) const
{
    return SequenceNumber32(static_cast<uint32_t>(m_peerSequenceNumber.GetValue() + 1 + offset));
}

// As ToSentOffset(), from rcv_nxt.
TcpOffset
TcpLinux24Translator::ToReceivedOffset(SequenceNumber32 sequence) const
{
    const TcpOffset next = m_receiver->GetRcvNxt();
    return next + (sequence - ToPeerSequence(next));
}

// tcp_parse_options for a SYN. What of it counts depends on what we have offered ourselves.
TcpLinux24SynOptions
TcpLinux24Translator::ReadSynOptions(const TcpHeader& header)
{
    TcpLinux24SynOptions options{.sack = header.HasOption(TcpOption::SACKPERMITTED)};
    if (const auto mss = FindOption<TcpOptionMSS>(header, TcpOption::MSS))
    {
        options.mss = mss->GetMSS();
    }
    if (const auto timestamp = FindOption<TcpOptionTS>(header, TcpOption::TS))
    {
        options.timestamp = timestamp->GetTimestamp();
    }
    if (const auto scale = FindOption<TcpOptionWinScale>(header, TcpOption::WINSCALE))
    {
        options.shift = scale->GetScale();
    }
    return options;
}

std::optional<TcpTick>
TcpLinux24Translator::ReadTimestamp(const TcpHeader& header) const
{
    if (!m_options.timestamps || !header.HasOption(TcpOption::TS))
    {
        return {};
    }
    return DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetTimestamp();
}

// An echo of 0 is kept here; who uses it takes it for none, as the kernel does.
std::optional<TcpTick>
TcpLinux24Translator::ReadEcho(const TcpHeader& header) const
{
    if (!m_options.timestamps || !header.HasOption(TcpOption::TS))
    {
        return {};
    }
    return DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetEcho();
}

// tcp_ack_update_window: scaled, except in a SYN.
uint32_t
TcpLinux24Translator::ReadWindow(const TcpHeader& header) const
{
    return static_cast<uint32_t>(header.GetWindowSize()) << m_options.sendShift;
}

// What tcp_rcv_established and tcp_data_queue look at.
TcpLinux24Arrival
TcpLinux24Translator::ReadArrival(uint32_t size, const TcpHeader& header) const
{
    TcpLinux24Arrival arrival{};
    arrival.start = ToReceivedOffset(header.GetSequenceNumber());
    arrival.syn = header.GetFlags() & TcpHeader::SYN;
    arrival.length = size;
    arrival.fin = header.GetFlags() & TcpHeader::FIN;
    arrival.push = header.GetFlags() & (TcpHeader::PSH | TcpHeader::URG);
    arrival.reset = header.GetFlags() & TcpHeader::RST;
    if (m_options.timestamps && header.HasOption(TcpOption::TS))
    {
        const auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
        arrival.timestamp = option->GetTimestamp();
        arrival.echo = option->GetEcho();
    }
    if (const auto sack = FindOption<TcpOptionSack>(header, TcpOption::SACK))
    {
        arrival.sackOptionBytes = TcpLinux24SackBlocks::GetOptionBytes(sack->GetNumSackBlocks());
    }
    // tcp_disordered_ack: an ACK that says nothing new may be older than the last timestamp.
    arrival.duplicateAck = arrival.GetEnd() == arrival.start &&
                           header.GetAckNumber() == ToSequence(m_sender->GetSndUna()) &&
                           ReadWindow(header) == m_sender->GetSndWnd();
    return arrival;
}

// What tcp_ack looks at.
TcpLinux24Ack
TcpLinux24Translator::ReadAck(const TcpHeader& header, bool hasData) const
{
    TcpLinux24Ack ack;
    ack.ack = ToSentOffset(header.GetAckNumber());
    ack.sequence = ToReceivedOffset(header.GetSequenceNumber());
    // The window of a SYN is never scaled (RFC 1323, 2.2).
    const bool syn = header.GetFlags() & TcpHeader::SYN;
    ack.scaledWindow = ReadWindow(header);
    ack.window = syn ? header.GetWindowSize() : ack.scaledWindow;
    ack.hasData = hasData;
    ack.echo = ReadEcho(header);
    if (m_options.sack)
    {
        if (const auto option = FindOption<TcpOptionSack>(header, TcpOption::SACK))
        {
            for (const auto& [start, end] : option->GetSackList())
            {
                ack.sacks.push_back({ToSentOffset(start), ToSentOffset(end)});
            }
        }
    }
    return ack;
}

// What tcp_check_req and tcp_timewait_state_process look at.
TcpLinux24MiniSegment
TcpLinux24Translator::ReadMiniSegment(uint32_t size, const TcpHeader& header, TcpTick now) const
{
    const uint8_t flags = header.GetFlags();
    TcpLinux24MiniSegment segment{.start = ToReceivedOffset(header.GetSequenceNumber()),
                                  .length = size,
                                  .syn = (flags & TcpHeader::SYN) != 0,
                                  .fin = (flags & TcpHeader::FIN) != 0,
                                  .rst = (flags & TcpHeader::RST) != 0,
                                  .ack = (flags & TcpHeader::ACK) != 0};
    if (const auto timestamp = ReadTimestamp(header))
    {
        segment.oldTimestamp = m_receiver->IsOldDuplicate(*timestamp, segment.rst, now);
        segment.newerTimestamp = GetTicksBetween(*timestamp, *m_receiver->GetEcho()) > 0;
    }
    return segment;
}

// A SYN offers what we have, or agrees to what the peer offers (tcp_syn_build_options).
void
TcpLinux24Translator::WriteSynOptions(TcpHeader& header, uint32_t mss) const
{
    const auto option = CreateObject<TcpOptionMSS>();
    option->SetMSS(static_cast<uint16_t>(mss));
    header.AppendOption(option);
    if (m_options.sack)
    {
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
    }
    if (m_options.windowScale)
    {
        const auto scale = CreateObject<TcpOptionWinScale>();
        scale->SetScale(m_options.receiveShift);
        header.AppendOption(scale);
    }
}

// TSval is the present tick. Before the peer's SYN nothing can be echoed, which is written as 0.
void
TcpLinux24Translator::WriteTimestamp(TcpHeader& header, TcpTick now) const
{
    const auto timestamp = CreateObject<TcpOptionTS>();
    timestamp->SetTimestamp(now);
    timestamp->SetEcho(m_receiver ? m_receiver->GetEcho().value_or(0) : 0);
    header.AppendOption(timestamp);
}

// SACK blocks go with every segment as long as there are any (tcp_build_and_update_options).
void
TcpLinux24Translator::WriteSackBlocks(TcpHeader& header) const
{
    const TcpLinux24SackList blocks = m_receiver->GetSacks();
    if (blocks.empty())
    {
        return;
    }
    const auto option = CreateObject<TcpOptionSack>();
    for (const TcpRange& block : blocks)
    {
        option->AddSackBlock({ToPeerSequence(block.start), ToPeerSequence(block.end)});
    }
    header.AppendOption(option);
}

} // namespace ns3
