// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SEGMENT_H
#define TCP_LINUX24_SEGMENT_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// @ingroup tcp-linux24
/// Kernel time in ticks (jiffies), modulo 2^32, as timestamps carry it.
using TcpTick = uint32_t;

/// @ingroup tcp-linux24
/// Position in the byte stream, without wrap-around: the first data byte is 0, the SYN is -1, a FIN
/// takes one position after the last byte.
using TcpOffset = int64_t;

/// @ingroup tcp-linux24
/// @param later, earlier ticks
/// @return ticks from one to the other, negative if they are the other way round
/// (include/linux/timer.h, time_after)
constexpr int32_t
GetTicksBetween(TcpTick later, TcpTick earlier)
{
    return static_cast<int32_t>(later - earlier);
}

/// @ingroup tcp-linux24
/// A stretch of the byte stream, as a SACK block names it.
struct TcpRange
{
    TcpOffset start; ///< first position
    TcpOffset end;   ///< one past the last
    /// @param other to compare with
    /// @return true if both ends are equal
    bool operator==(const TcpRange& other) const = default;
};

/// @ingroup tcp-linux24
/// A segment of the write queue with what Linux notes about it (struct tcp_skb_cb).
struct TcpLinux24Segment
{
    TcpOffset start;               ///< first position
    TcpOffset end;                 ///< one past the last, SYN and FIN included
    TcpTick when{0};               ///< last transmission
    TcpOffset ackSeq{0};           ///< snd_nxt at the last retransmission
    bool syn{false};               ///< takes one position
    bool fin{false};               ///< takes the last position
    bool push{false};              ///< PSH
    bool sacked{false};            ///< TCPCB_SACKED_ACKED
    bool retransmitted{false};     ///< TCPCB_SACKED_RETRANS: and thought in flight
    bool lost{false};              ///< TCPCB_LOST
    bool everRetransmitted{false}; ///< TCPCB_EVER_RETRANS
    uint32_t memory{0};            ///< truesize, bytes; only 2.0.32 notes it

    /// @return positions taken
    uint32_t GetLength() const
    {
        return static_cast<uint32_t>(end - start);
    }

    /// @return data bytes
    uint32_t GetDataLength() const
    {
        return GetLength() - (syn ? 1 : 0) - (fin ? 1 : 0);
    }
};

/// @ingroup tcp-linux24
/// What a segment with ACK tells the sender.
struct TcpLinux24Ack
{
    TcpOffset ack{0};            ///< acknowledgment number
    TcpOffset sequence{0};       ///< of the segment itself, in the peer's stream
    uint32_t window{0};          ///< offered, bytes after scaling
    uint32_t scaledWindow{0};    ///< the same, of a SYN scaled, too
    bool hasData{false};         ///< the segment carries data or FIN
    std::optional<TcpTick> echo; ///< TSecr; none without the option
    std::vector<TcpRange> sacks; ///< SACK blocks in the order of the option
    bool congestionEcho{false};  ///< ECE
};

} // namespace ns3

#endif // TCP_LINUX24_SEGMENT_H
