// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_ACK_H
#define TCP_ACK_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::TcpAck, ns3::AckNews and the rules by which one ACK may stand for another.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// A range of sequence numbers that has arrived behind a hole (RFC 2018).
struct SackBlock
{
    uint32_t begin; ///< first sequence number
    uint32_t end;   ///< sequence number behind the last one

    /// @return whether both have the same begin and the same end
    bool operator==(const SackBlock&) const = default;
};

/// @ingroup wifi-ext
/// The contents of a pure TCP ACK.
struct TcpAck
{
    /// Most blocks that fit into the options of a TCP header.
    static constexpr std::size_t MOST_BLOCKS = 4;

    uint32_t acknowledgment{0};                 ///< acknowledgment number
    uint16_t window{0};                         ///< as in the header, unscaled
    bool isPlain{true};                         ///< no flag but ACK, no reserved bit
    bool hasUnknownOptions{false};              ///< other than NOP, MD5, timestamps and SACK
    bool hasTimestamps{false};                  ///< RFC 7323
    uint32_t timestamp{0};                      ///< TSval
    uint32_t echo{0};                           ///< TSecr
    std::array<SackBlock, MOST_BLOCKS> sacks{}; ///< the first of them are in use
    std::size_t sackCount{0};                   ///< number of sacks in use

    /// @return the SACK blocks
    std::span<const SackBlock> GetSacks() const;
};

/// @ingroup wifi-ext
/// @param header of a TCP segment, well formed, with its options
/// @return the ACK
TcpAck ReadTcpAck(std::span<const uint8_t> header);

/// @ingroup wifi-ext
/// Information in an ACK that later ACKs do not repeat, so the ACK must be neither dropped nor
/// delayed.
enum class AckNews : uint8_t
{
    NONE,           ///< it acknowledges more than the one before, and that is all
    FIRST,          ///< no ACK of its connection is known
    DUPLICATE,      ///< same number: the sender counts them (RFC 5681, 3.2)
    WINDOW_UPDATE,  ///< same number, another window
    ZERO_WINDOW,    ///< it closes the window, or opens a closed one
    OLD_NUMBER,     ///< number below that of the one before: it has overtaken, or was overtaken
    FLAGS,          ///< ECE, CWR (RFC 3168, 6.1.3), PSH, URG, or a reserved bit
    SACK,           ///< a block that the one before did not have, or a duplicate (RFC 2883)
    UNKNOWN_OPTION, ///< an option of unknown meaning
};

/// Number of values of AckNews.
inline constexpr std::size_t ACK_NEWS_KINDS = 9;

/// @ingroup wifi-ext
/// @param news kind of it
/// @return its name in capital letters
const char* GetAckNewsName(AckNews news);

/// @ingroup wifi-ext
/// @param number of acknowledgment
/// @param before an earlier one
/// @return whether it is not below that one; numbers wrap
bool IsOnward(uint32_t number, uint32_t before);

/// @ingroup wifi-ext
/// @param ack that arrives
/// @param before latest ACK of its connection
/// @return its information beyond a higher acknowledgment number
AckNews FindNews(const TcpAck& ack, const TcpAck& before);

/// @ingroup wifi-ext
/// @param older ACK without news
/// @param newer ACK of the same connection, without news
/// @return whether a sender that hears the newer one misses nothing of the older one
bool MakesSuperfluous(const TcpAck& newer, const TcpAck& older);

} // namespace ns3

#endif // TCP_ACK_H
