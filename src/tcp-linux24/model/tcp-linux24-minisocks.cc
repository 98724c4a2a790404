// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-minisocks.h"

namespace ns3
{

namespace
{

/// @param segment what came
/// @param start, end of the window
/// @return whether it lies in it (tcp_in_window)
bool
IsInWindow(const TcpLinux24MiniSegment& segment, TcpOffset start, TcpOffset end)
{
    const TcpOffset segmentEnd = segment.GetEnd();
    return segment.start == start || (segmentEnd > start && segment.start < end) ||
           (segment.start == end && segmentEnd == end);
}

} // namespace

// tcp_check_req: our SYN-ACK has left, and a segment comes for it.
TcpLinux24RequestVerdict
CheckRequest(const TcpLinux24MiniSegment& segment,
             bool isAckRight,
             uint32_t window,
             bool isAckFirst)
{
    // The same SYN once more: the SYN-ACK was lost.
    const bool isFirstSyn = segment.syn && segment.start == -1;
    if (isFirstSyn && !segment.rst && !segment.ack && !segment.oldTimestamp)
    {
        return TcpLinux24RequestVerdict::REPEAT_SYN_ACK;
    }
    // The segment acknowledges what we have not sent: it belongs to another connection of the same
    // ports (RFC 793, p. 72). Nothing answers a RST.
    const bool isOfAnother = segment.ack && !isAckRight;
    if (isOfAnother && isAckFirst)
    {
        return segment.rst ? TcpLinux24RequestVerdict::IGNORE : TcpLinux24RequestVerdict::REFUSE;
    }
    // Out of window or of time: an ACK tells where we are, but a RST is never answered.
    if (segment.oldTimestamp || !IsInWindow(segment, 0, window))
    {
        return segment.rst ? TcpLinux24RequestVerdict::IGNORE
                           : TcpLinux24RequestVerdict::ACKNOWLEDGE;
    }
    // A peer that has no such connection answers the SYN-ACK with a RST without ACK.
    if (segment.rst)
    {
        return TcpLinux24RequestVerdict::END;
    }
    // The SYN of a crossing SYN-ACK lies left of the window and is cut off.
    if (segment.syn && !isFirstSyn)
    {
        return TcpLinux24RequestVerdict::REFUSE_AND_END;
    }
    // Without an ACK a segment cannot complete the handshake.
    if (!segment.ack)
    {
        return TcpLinux24RequestVerdict::IGNORE;
    }
    return isOfAnother ? TcpLinux24RequestVerdict::REFUSE : TcpLinux24RequestVerdict::ACCEPT;
}

// tcp_timewait_state_process, behind FIN_WAIT_2, which ns-3 keeps as a full socket.
TcpLinux24TimeWaitVerdict
CheckTimeWait(const TcpLinux24MiniSegment& segment, TcpOffset rcvNxt)
{
    // The peer's last ACK once more, or its RST (sysctl_tcp_rfc1337 is 0: it ends the waiting).
    const bool isEmpty = segment.GetEnd() == segment.start;
    if (!segment.oldTimestamp && segment.start == rcvNxt && (isEmpty || segment.rst))
    {
        return segment.rst ? TcpLinux24TimeWaitVerdict::END : TcpLinux24TimeWaitVerdict::RESTART;
    }
    // A new connection may take the ports over if its numbers or its timestamps lie above those of
    // the old one, whose segments can then not be mistaken for its own (RFC 1122, 4.2.2.13).
    const bool isPlainSyn = segment.syn && !segment.rst && !segment.ack;
    if (isPlainSyn && !segment.oldTimestamp && (segment.start > rcvNxt || segment.newerTimestamp))
    {
        return TcpLinux24TimeWaitVerdict::REOPEN;
    }
    // An old RST proves nothing.
    if (segment.rst)
    {
        return TcpLinux24TimeWaitVerdict::IGNORE;
    }
    // All else is old, such as the peer's FIN: our last ACK was lost, and the waiting starts again.
    // A SYN with a lower number may be a new one, too: it does not prolong the waiting.
    return segment.oldTimestamp || segment.ack ? TcpLinux24TimeWaitVerdict::ACKNOWLEDGE_AND_RESTART
                                               : TcpLinux24TimeWaitVerdict::ACKNOWLEDGE;
}

} // namespace ns3
