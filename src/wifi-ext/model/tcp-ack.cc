// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-ack.h"

#include "tcp-packet-classifier.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>

using boost::endian::load_big_u16;
using boost::endian::load_big_u32;

namespace ns3
{

namespace
{

/// Options of TCP and the length of those that have a fixed one, bytes (IANA, "TCP Option Kind
/// Numbers").
constexpr uint8_t OPTION_END = 0;
constexpr uint8_t OPTION_NOP = 1;
constexpr uint8_t OPTION_SACK = 5;
constexpr uint8_t OPTION_TIMESTAMPS = 8;
constexpr uint8_t OPTION_MD5 = 19;
constexpr std::size_t TIMESTAMPS_SIZE = 10;
constexpr std::size_t FIXED_HEADER = 20;
constexpr std::size_t BLOCK_SIZE = 8;

/// Sequence numbers and timestamps wrap, so their difference has a sign.
bool
IsBefore(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) < 0;
}

/// @param option kind, length and content
void
ReadOption(std::span<const uint8_t> option, TcpAck& ack)
{
    const uint8_t* content = option.data() + 2;
    const std::size_t blocks = (option.size() - 2) / BLOCK_SIZE;
    if (option[0] == OPTION_TIMESTAMPS && option.size() == TIMESTAMPS_SIZE)
    {
        ack.hasTimestamps = true;
        ack.timestamp = load_big_u32(content);
        ack.echo = load_big_u32(content + 4);
    }
    else if (option[0] == OPTION_SACK && option.size() == 2 + blocks * BLOCK_SIZE &&
             ack.sackCount + blocks <= TcpAck::MOST_BLOCKS)
    {
        for (std::size_t i = 0; i < blocks; ++i, content += BLOCK_SIZE)
        {
            ack.sacks[ack.sackCount++] = {load_big_u32(content), load_big_u32(content + 4)};
        }
    }
    // A signature says nothing about the data. What any other option says is unknown, as is that of
    // a known one with a wrong length.
    else if (option[0] != OPTION_MD5)
    {
        ack.hasUnknownOptions = true;
    }
}

/// @return whether a block lies within another one
bool
IsWithin(const SackBlock& block, const SackBlock& other)
{
    return !IsBefore(block.begin, other.begin) && !IsBefore(other.end, block.end);
}

/// @return whether a block of the SACK option, or the acknowledgment number, covers another block
bool
Covers(const TcpAck& ack, const SackBlock& block)
{
    return !IsBefore(ack.acknowledgment, block.end) ||
           std::ranges::any_of(ack.GetSacks(),
                               [&block](const SackBlock& own) { return IsWithin(block, own); });
}

/// The first block reports a segment that arrived twice, and only once, if it begins below the
/// acknowledgment number or lies within the second block (RFC 2883, 4).
bool
IsDuplicateReport(const TcpAck& ack)
{
    const auto sacks = ack.GetSacks();
    return !sacks.empty() && (IsBefore(sacks[0].begin, ack.acknowledgment) ||
                              (sacks.size() > 1 && IsWithin(sacks[0], sacks[1])));
}

} // namespace

std::span<const SackBlock>
TcpAck::GetSacks() const
{
    return {sacks.data(), sackCount};
}

TcpAck
ReadTcpAck(std::span<const uint8_t> header)
{
    TcpAck ack;
    ack.acknowledgment = load_big_u32(&header[8]);
    ack.window = load_big_u16(&header[14]);
    // The low half of byte 12 is reserved, but for the bit that accurate ECN uses (RFC 9768).
    ack.isPlain = header[13] == TCP_FLAG_ACK && (header[12] & 0x0f) == 0;
    std::span<const uint8_t> options = header.subspan(FIXED_HEADER);
    while (!options.empty() && options[0] != OPTION_END)
    {
        // The classifier has checked that each option lies within the header.
        const std::size_t size = options[0] == OPTION_NOP ? 1 : options[1];
        if (size > 1)
        {
            ReadOption(options.first(size), ack);
        }
        options = options.subspan(size);
    }
    return ack;
}

const char*
GetAckNewsName(AckNews news)
{
    // In the order of the enumeration.
    static constexpr std::array<const char*, ACK_NEWS_KINDS> names{
        "NONE",
        "FIRST",
        "DUPLICATE",
        "WINDOW_UPDATE",
        "ZERO_WINDOW",
        "OLD_NUMBER",
        "FLAGS",
        "SACK",
        "UNKNOWN_OPTION",
    };
    return names.at(static_cast<std::size_t>(news));
}

bool
IsOnward(uint32_t number, uint32_t before)
{
    return !IsBefore(number, before);
}

// CAKE's ACK filter looks at the same fields (cake_tcph_may_drop() and cake_tcph_sack_compare() of
// Linux). It lets duplicates go when the number moves on, and flags when the next ACK repeats them;
// here both are always kept.
AckNews
FindNews(const TcpAck& ack, const TcpAck& before)
{
    if (!ack.isPlain)
    {
        return AckNews::FLAGS;
    }
    if (ack.hasUnknownOptions)
    {
        return AckNews::UNKNOWN_OPTION;
    }
    if (ack.acknowledgment == before.acknowledgment)
    {
        return ack.window == before.window ? AckNews::DUPLICATE : AckNews::WINDOW_UPDATE;
    }
    if (IsBefore(ack.acknowledgment, before.acknowledgment))
    {
        return AckNews::OLD_NUMBER;
    }
    if (ack.window == 0 || before.window == 0)
    {
        return AckNews::ZERO_WINDOW;
    }
    const bool hasNewBlock = std::ranges::any_of(ack.GetSacks(), [&before](const SackBlock& block) {
        return !Covers(before, block);
    });
    return hasNewBlock || IsDuplicateReport(ack) ? AckNews::SACK : AckNews::NONE;
}

bool
MakesSuperfluous(const TcpAck& newer, const TcpAck& older)
{
    // A sender takes round-trip times from the echoes; one that goes back would spoil them. So does
    // CAKE's filter.
    const bool goesOn =
        !newer.hasTimestamps || !older.hasTimestamps ||
        (!IsBefore(newer.timestamp, older.timestamp) && !IsBefore(newer.echo, older.echo));
    return IsBefore(older.acknowledgment, newer.acknowledgment) && goesOn &&
           newer.hasTimestamps == older.hasTimestamps &&
           std::ranges::all_of(older.GetSacks(),
                               [&newer](const SackBlock& block) { return Covers(newer, block); });
}

} // namespace ns3
