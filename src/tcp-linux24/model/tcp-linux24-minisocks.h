// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_MINISOCKS_H
#define TCP_LINUX24_MINISOCKS_H

#include "tcp-linux24-segment.h"

#include <cstdint>

namespace ns3
{

/// @ingroup tcp-linux24
/// A segment of the peer, as a connection sees it that is not yet or no longer established.
struct TcpLinux24MiniSegment
{
    TcpOffset start;            ///< sequence number; -1 is that of the peer's SYN
    uint32_t length{0};         ///< payload, bytes
    bool syn{false};            ///< SYN
    bool fin{false};            ///< FIN
    bool rst{false};            ///< RST
    bool ack{false};            ///< ACK
    bool oldTimestamp{false};   ///< PAWS rejects it (tcp_paws_check)
    bool newerTimestamp{false}; ///< its TSval is above ts_recent

    /// @return one past the last position, SYN and FIN included
    TcpOffset GetEnd() const
    {
        return start + length + (syn ? 1 : 0) + (fin ? 1 : 0);
    }
};

/// @ingroup tcp-linux24
/// What a request for a connection does with a segment.
enum class TcpLinux24RequestVerdict
{
    REPEAT_SYN_ACK, ///< the SYN came again
    IGNORE,         ///< drop it in silence
    ACKNOWLEDGE,    ///< drop it and send an ACK
    REFUSE,         ///< drop it and send RST; the request stays
    END,            ///< RST: drop the request
    REFUSE_AND_END, ///< SYN in the window: send RST and drop the request
    ACCEPT,         ///< the handshake is over; the segment is the connection's first
};

/// @ingroup tcp-linux24
/// What a connection in TIME_WAIT does with a segment.
enum class TcpLinux24TimeWaitVerdict
{
    IGNORE,                  ///< drop it in silence
    RESTART,                 ///< ACK in order: wait again for all of the time
    ACKNOWLEDGE,             ///< send an ACK
    ACKNOWLEDGE_AND_RESTART, ///< the same, and wait again for all of the time
    END,                     ///< RST ends the waiting (sysctl_tcp_rfc1337 is 0)
    REOPEN, ///< SYN of a new connection: acceptable to who listens, else ACKNOWLEDGE
};

/**
 * @ingroup tcp-linux24
 * A segment came for a connection whose SYN-ACK waits for its ACK (net/ipv4/tcp_minisocks.c:
 * tcp_check_req).
 * @param segment what came; position 0 is the next one expected
 * @param isAckRight it acknowledges the SYN-ACK and no more
 * @param window offered with the SYN-ACK, bytes
 * @param isAckFirst 2.6: the ACK number is looked at before the window and RST; in 2.4.18 after SYN
 * @return what to do
 */
TcpLinux24RequestVerdict CheckRequest(const TcpLinux24MiniSegment& segment,
                                      bool isAckRight,
                                      uint32_t window,
                                      bool isAckFirst);

/**
 * @ingroup tcp-linux24
 * A segment came for a connection in TIME_WAIT (net/ipv4/tcp_minisocks.c:
 * tcp_timewait_state_process).
 * @param segment what came
 * @param rcvNxt next position expected: one past the peer's FIN
 * @return what to do
 */
TcpLinux24TimeWaitVerdict CheckTimeWait(const TcpLinux24MiniSegment& segment, TcpOffset rcvNxt);

} // namespace ns3

#endif // TCP_LINUX24_MINISOCKS_H
