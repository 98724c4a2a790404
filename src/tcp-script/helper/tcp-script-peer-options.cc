// SPDX-License-Identifier: GPL-2.0-only

// Between the TCP header of ns-3 and the notation of a packet script.

#include "tcp-script-peer.h"

#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{

using Option = TcpScriptOption;

namespace
{

/// @return the option of the given kind as its class
template <typename T>
Ptr<const T>
As(Ptr<const TcpOption> option)
{
    return DynamicCast<const T>(option);
}

} // namespace

void
TcpScriptPeer::AppendOption(TcpHeader& header, const TcpScriptOption& option) const
{
    switch (option.kind)
    {
    case Option::Kind::END_OF_LIST:
        return; // ns-3 pads the header with it by itself
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
        const auto sack = CreateObject<TcpOptionSack>();
        for (const auto& [first, end] : option.blocks)
        {
            sack->AddSackBlock(
                {SequenceNumber32(first + m_socketIsn), SequenceNumber32(end + m_socketIsn)});
        }
        header.AppendOption(sack);
        return;
    }
    case Option::Kind::TIMESTAMPS: {
        const auto timestamps = CreateObject<TcpOptionTS>();
        timestamps->SetTimestamp(option.value.value_or(0));
        timestamps->SetEcho(FindTimestamp(option.echo));
        header.AppendOption(timestamps);
        return;
    }
    }
}

uint32_t
TcpScriptPeer::FindTimestamp(const std::optional<uint32_t>& written) const
{
    const auto known = m_timestamps.find(written.value_or(0));
    return known == m_timestamps.end() ? written.value_or(0) + m_timestampOrigin.value_or(0)
                                       : known->second;
}

void
TcpScriptPeer::AdoptTimestamp(const Capture& capture,
                              const TcpScriptPacket& expected,
                              TcpScriptPacket& packet)
{
    const auto sent = As<TcpOptionTS>(capture.header.GetOption(TcpOption::TS));
    if (!sent || !expected.options)
    {
        return;
    }
    const auto written =
        std::ranges::find(*expected.options, Option::Kind::TIMESTAMPS, &Option::kind);
    const auto actual = std::ranges::find(*packet.options, Option::Kind::TIMESTAMPS, &Option::kind);
    if (written == expected.options->end() || !written->value)
    {
        return;
    }
    const auto difference = static_cast<int32_t>(*actual->value - *written->value);
    if (!m_options.areTimestampsCompared)
    {
        m_timestamps[*written->value] = sent->GetTimestamp();
        actual->value = written->value;
    }
    else if (std::abs(static_cast<int64_t>(difference)) <= m_options.timestampTolerance)
    {
        actual->value = written->value;
    }
}

std::vector<TcpScriptOption>
TcpScriptPeer::TranslateOptions(const TcpHeader& header) const
{
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
                translated.blocks.emplace_back(first.GetValue() - m_options.initialSequence,
                                               end.GetValue() - m_options.initialSequence);
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
        options.push_back(translated);
    }
    return options;
}

void
TcpScriptPeer::FixTimestampOrigin(const TcpHeader& header, const TcpScriptPacket& expected)
{
    const auto timestamps = As<TcpOptionTS>(header.GetOption(TcpOption::TS));
    if (m_timestampOrigin || !timestamps || !expected.options || !m_options.areTimestampsCompared)
    {
        return;
    }
    const auto found =
        std::ranges::find(*expected.options, Option::Kind::TIMESTAMPS, &Option::kind);
    if (found != expected.options->end() && found->value)
    {
        m_timestampOrigin = timestamps->GetTimestamp() - *found->value;
    }
}

TcpScriptPacket
TcpScriptPeer::Translate(const Capture& capture, const TcpScriptPacket* expected)
{
    const TcpHeader& header = capture.header;
    if (expected)
    {
        FixTimestampOrigin(header, *expected);
    }
    TcpScriptPacket packet;
    packet.flags = header.GetFlags();
    packet.begin = header.GetSequenceNumber().GetValue() - m_socketIsn;
    packet.length = capture.payload->GetSize();
    if (packet.flags & TcpScriptPacket::ACK)
    {
        packet.ack = header.GetAckNumber().GetValue() - m_options.initialSequence;
    }
    if (expected && expected->ecn)
    {
        packet.ecn = capture.ecn;
    }
    packet.window = header.GetWindowSize();
    packet.options = TranslateOptions(header);
    if (expected)
    {
        AdoptTimestamp(capture, *expected, packet);
    }
    return packet;
}

} // namespace ns3
