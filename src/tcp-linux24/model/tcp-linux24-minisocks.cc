// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-minisocks.h"

namespace ns3
{

namespace
{

/// @param segment what came @param start, end of the window @return whether it lies in it
/// (tcp_in_window)
bool
IsInWindow(const TcpLinux24MiniSegment& segment, TcpOffset start, TcpOffset end)
{
    const TcpOffset segmentEnd = segment.GetEnd();
    return segment.start == start || (segmentEnd > start && segment.start < end) ||
           (segment.start == end && segmentEnd == end);
}

} // namespace

TcpLinux24RequestVerdict
CheckRequest(const TcpLinux24MiniSegment& segment, bool isAckRight, uint32_t window)
{
    const bool isFirstSyn = segment.syn && segment.start == -1;
    if (isFirstSyn && !segment.rst && !segment.ack && !segment.oldTimestamp)
    {
        return TcpLinux24RequestVerdict::REPEAT_SYN_ACK;
    }
    if (!segment.ack)
    {
        return TcpLinux24RequestVerdict::IGNORE;
    }
    if (!isAckRight)
    {
        return segment.rst ? TcpLinux24RequestVerdict::IGNORE : TcpLinux24RequestVerdict::REFUSE;
    }
    if (segment.oldTimestamp || !IsInWindow(segment, 0, window))
    {
        return segment.rst ? TcpLinux24RequestVerdict::IGNORE
                           : TcpLinux24RequestVerdict::ACKNOWLEDGE;
    }
    if (segment.rst)
    {
        return TcpLinux24RequestVerdict::END;
    }
    // The SYN of a crossing SYN-ACK lies left of the window and is cut off.
    return segment.syn && !isFirstSyn ? TcpLinux24RequestVerdict::REFUSE_AND_END
                                      : TcpLinux24RequestVerdict::ACCEPT;
}

TcpLinux24TimeWaitVerdict
CheckTimeWait(const TcpLinux24MiniSegment& segment, TcpOffset rcvNxt)
{
    const bool isEmpty = segment.GetEnd() == segment.start;
    if (!segment.oldTimestamp && segment.start == rcvNxt && (isEmpty || segment.rst))
    {
        return segment.rst ? TcpLinux24TimeWaitVerdict::END : TcpLinux24TimeWaitVerdict::RESTART;
    }
    const bool isPlainSyn = segment.syn && !segment.rst && !segment.ack;
    if (isPlainSyn && !segment.oldTimestamp && (segment.start > rcvNxt || segment.newerTimestamp))
    {
        return TcpLinux24TimeWaitVerdict::REOPEN;
    }
    if (segment.rst)
    {
        return TcpLinux24TimeWaitVerdict::IGNORE;
    }
    // A SYN with a lower number may be a new one, too: it does not prolong the waiting.
    return segment.oldTimestamp || segment.ack ? TcpLinux24TimeWaitVerdict::ACKNOWLEDGE_AND_RESTART
                                               : TcpLinux24TimeWaitVerdict::ACKNOWLEDGE;
}

} // namespace ns3
