// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-translator.h"

#include "tcp-script-header.h"

#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-script-packet.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{

namespace
{

using Option = TcpScriptOption;

/// @return the option as its class; null if it is of another kind
template <typename T>
Ptr<const T>
As(Ptr<const TcpOption> option)
{
    return DynamicCast<const T>(option);
}

/// @return the first option of the kind in a list of options; null if there is none
template <typename Options>
auto
Find(Options& options, Option::Kind kind)
{
    const auto found = std::ranges::find(options, kind, &Option::kind);
    return found == options.end() ? nullptr : &*found;
}

/// @return the timestamp that the script writes; null if it leaves the timestamp open
const uint32_t*
FindWrittenTimestamp(const TcpScriptPacket& packet)
{
    const Option* option =
        packet.options ? Find(*packet.options, Option::Kind::TIMESTAMPS) : nullptr;
    return option && option->value ? &*option->value : nullptr;
}

} // namespace

TcpScriptTranslator::TcpScriptTranslator(const Options& options)
    : m_options(options)
{
}

void
TcpScriptTranslator::SetSocketIsn(SequenceNumber32 isn)
{
    // A SYN that is sent again keeps its number in the script.
    if (isn.GetValue() != m_socketIsn)
    {
        m_socketSyn.reset();
    }
    m_socketIsn = isn.GetValue();
}

void
TcpScriptTranslator::SetPeerSyn(uint32_t number)
{
    m_peerSyn = number;
}

/// @return the number on the wire of the script's 0, for numbers of the socket
uint32_t
TcpScriptTranslator::GetSocketOrigin(bool isSyn) const
{
    // As packetdrill's local_seq_script_to_live_offset().
    return isSyn ? m_socketIsn - m_socketSyn.value_or(0) : m_socketIsn;
}

/// @return the number on the wire of the script's 0, for numbers of the peer
uint32_t
TcpScriptTranslator::GetPeerOrigin(bool isSyn) const
{
    return isSyn ? m_options.peerIsn : m_options.peerIsn + m_peerSyn;
}

SequenceNumber32
TcpScriptTranslator::ToSocketSequence(uint32_t number) const
{
    return SequenceNumber32(number + m_socketIsn);
}

uint32_t
TcpScriptTranslator::GetDataOffset(const TcpHeader& header) const
{
    // The SYN takes the first number (RFC 793, 3.3), so that data begins at 1; data of the SYN's
    // own segment (RFC 7413) follow the SYN.
    const bool isSyn = header.GetFlags() & TcpHeader::SYN;
    return header.GetSequenceNumber().GetValue() - m_socketIsn - (isSyn ? 0 : 1);
}

TcpHeader
TcpScriptTranslator::ToHeader(const TcpScriptPacket& packet) const
{
    TcpHeader header;
    const bool isSyn = packet.flags & TcpScriptPacket::SYN;
    header.SetSequenceNumber(SequenceNumber32(packet.begin + GetPeerOrigin(isSyn)));
    // Without the flag the field means nothing (RFC 793, 3.1); kernels send 0 in it, and a script
    // may write another number.
    const bool isAck = packet.ack || (packet.flags & TcpScriptPacket::ACK);
    const uint32_t ack = packet.ack.value_or(0) + GetSocketOrigin(isSyn);
    header.SetAckNumber(SequenceNumber32(isAck ? ack : 0));
    header.SetFlags(packet.flags);
    // The window is the field as written: scaling is the socket's business.
    header.SetWindowSize(packet.window.value_or(0));
    header.SetUrgentPointer(packet.urgent);
    for (const auto& option : packet.options.value_or(std::vector<Option>{}))
    {
        if (option.kind == Option::Kind::END_OF_LIST)
        {
            break; // ns-3 pads the header with it by itself, and nobody reads what follows
        }
        AppendOption(header, option);
    }
    return header;
}

TcpScriptPacket
TcpScriptTranslator::ToScript(const TcpHeader& header,
                              uint32_t length,
                              const TcpScriptPacket* expected)
{
    // The origin must be fixed before the options are translated, which count from it.
    const uint32_t* written = expected ? FindWrittenTimestamp(*expected) : nullptr;
    const auto sent = As<TcpOptionTS>(header.GetOption(TcpOption::TS));
    if (written && sent)
    {
        FixTimestampOrigin(sent->GetTimestamp(), *written);
    }
    TcpScriptPacket packet;
    packet.flags = header.GetFlags();
    const bool isSyn = packet.flags & TcpScriptPacket::SYN;
    if (isSyn && expected && (expected->flags & TcpScriptPacket::SYN) && !m_socketSyn)
    {
        m_socketSyn = expected->begin;
    }
    packet.begin = header.GetSequenceNumber().GetValue() - GetSocketOrigin(isSyn);
    packet.length = length;
    if (packet.flags & TcpScriptPacket::ACK)
    {
        packet.ack = header.GetAckNumber().GetValue() - GetPeerOrigin(isSyn);
    }
    packet.window = header.GetWindowSize();
    packet.urgent = header.GetUrgentPointer();
    packet.options = TranslateOptions(header);
    if (written && sent)
    {
        AdoptTimestamp(sent->GetTimestamp(),
                       *written,
                       *Find(*packet.options, Option::Kind::TIMESTAMPS));
    }
    return packet;
}

void
TcpScriptTranslator::AppendOption(TcpHeader& header, const TcpScriptOption& option) const
{
    switch (option.kind)
    {
    case Option::Kind::END_OF_LIST:
        return;
    case Option::Kind::NO_OPERATION:
        header.AppendOption(CreateObject<TcpOptionNOP>());
        return;
    case Option::Kind::SACK_PERMITTED:
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
        return;
    case Option::Kind::MAXIMUM_SEGMENT_SIZE: {
        const auto size = CreateObject<TcpOptionMSS>();
        size->SetMSS(option.value.value_or(0));
        header.AppendOption(size);
        return;
    }
    case Option::Kind::WINDOW_SCALE: {
        const auto scale = CreateObject<TcpOptionWinScale>();
        scale->SetScale(option.value.value_or(0));
        header.AppendOption(scale);
        return;
    }
    case Option::Kind::SACK: {
        // The peer reports what it has of the socket's stream, hence in the socket's numbers.
        const auto sack = CreateObject<TcpOptionSack>();
        for (const auto& [first, end] : option.blocks)
        {
            sack->AddSackBlock({ToSocketSequence(first), ToSocketSequence(end)});
        }
        header.AppendOption(sack);
        return;
    }
    case Option::Kind::TIMESTAMPS: {
        // The value is of the peer's clock, which is the script's; the echo is of the socket's.
        const auto timestamps = CreateObject<TcpOptionTS>();
        timestamps->SetTimestamp(option.value.value_or(0));
        timestamps->SetEcho(ToSocketTimestamp(option.echo.value_or(0)));
        header.AppendOption(timestamps);
        return;
    }
    case Option::Kind::MD5_SIGNATURE:
    case Option::Kind::FAST_OPEN:
    case Option::Kind::FAST_OPEN_EXPERIMENTAL:
        for (std::size_t i = 0; i < GetTcpScriptOptionBytes(option); ++i)
        {
            header.AppendOption(CreateObject<TcpOptionNOP>());
        }
        return;
    }
}

std::vector<TcpScriptOption>
TcpScriptTranslator::TranslateOptions(const TcpHeader& header) const
{
    // The socket echoes the peer's clock and reports the peer's stream: both in the script's
    // numbers already, but for the peer's ISN. What ns-3 cannot name is the end of the list.
    std::vector<Option> options;
    for (const auto& option : header.GetOptionList())
    {
        Option translated;
        if (const auto size = As<TcpOptionMSS>(option))
        {
            translated.kind = Option::Kind::MAXIMUM_SEGMENT_SIZE;
            translated.value = size->GetMSS();
        }
        else if (const auto scale = As<TcpOptionWinScale>(option))
        {
            translated.kind = Option::Kind::WINDOW_SCALE;
            translated.value = scale->GetScale();
        }
        else if (const auto timestamps = As<TcpOptionTS>(option))
        {
            translated.kind = Option::Kind::TIMESTAMPS;
            translated.value = timestamps->GetTimestamp() - m_timestampOrigin.value_or(0);
            translated.echo = timestamps->GetEcho();
        }
        else if (const auto sack = As<TcpOptionSack>(option))
        {
            translated.kind = Option::Kind::SACK;
            for (const auto& [first, end] : sack->GetSackList())
            {
                translated.blocks.emplace_back(first.GetValue() - GetPeerOrigin(false),
                                               end.GetValue() - GetPeerOrigin(false));
            }
        }
        else if (As<TcpOptionSackPermitted>(option))
        {
            translated.kind = Option::Kind::SACK_PERMITTED;
        }
        else if (As<TcpOptionNOP>(option))
        {
            translated.kind = Option::Kind::NO_OPERATION;
        }
        else if (const auto named = TcpScriptHeader::ReadOption(*option))
        {
            translated = *named;
        }
        options.push_back(translated);
    }
    return options;
}

uint32_t
TcpScriptTranslator::ToSocketTimestamp(uint32_t written) const
{
    // A script that does not compare timestamps may write any: an echo is then what the socket
    // really sent in place of that number, as packetdrill keeps it (run_packet.c, ts_val_map).
    const auto known = m_timestamps.find(written);
    return known == m_timestamps.end() ? written + m_timestampOrigin.value_or(0) : known->second;
}

void
TcpScriptTranslator::FixTimestampOrigin(uint32_t sent, uint32_t written)
{
    // packetdrill has no origin: there each timestamp is mapped by itself, and the distance of two
    // is not checked. Here a clock that ticks at another rate is seen.
    if (!m_timestampOrigin && m_options.areTimestampsCompared)
    {
        m_timestampOrigin = sent - written;
    }
}

void
TcpScriptTranslator::AdoptTimestamp(uint32_t sent, uint32_t written, TcpScriptOption& actual)
{
    if (!m_options.areTimestampsCompared)
    {
        m_timestamps[written] = sent;
        actual.value = written;
        return;
    }
    // Timestamps wrap, so that only their difference has a size (RFC 7323, 5.2).
    const auto difference = static_cast<int32_t>(*actual.value - written);
    if (std::abs(static_cast<int64_t>(difference)) <= m_options.timestampTolerance)
    {
        actual.value = written;
    }
}

} // namespace ns3
