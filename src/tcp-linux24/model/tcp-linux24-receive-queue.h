// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_RECEIVE_QUEUE_H
#define TCP_LINUX24_RECEIVE_QUEUE_H

#include "tcp-linux24-sack-blocks.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/// @ingroup tcp-linux24
/// A received segment that occupies memory.
struct TcpLinux24StoredSegment
{
    TcpOffset start; ///< first position
    TcpOffset end;   ///< one past the last, FIN included
    uint32_t memory; ///< payload and bookkeeping ("truesize"), bytes
    bool fin{false}; ///< takes the last position
};

/**
 * @ingroup tcp-linux24
 * The two queues of a receiver, in order and out of order, and the memory they take
 * (net/ipv4/tcp_input.c: tcp_data_queue, tcp_ofo_queue, tcp_collapse).
 */
class TcpLinux24ReceiveQueue
{
  public:
    /// @param segmentOverhead memory of a segment beside its payload, bytes
    explicit TcpLinux24ReceiveQueue(uint32_t segmentOverhead);

    /// @param segment the next in order; it may begin with old bytes
    /// @param rcvNxt its first new one
    void Append(const TcpLinux24StoredSegment& segment, TcpOffset rcvNxt);
    /**
     * Put a segment into the out-of-order queue.
     * @param segment to the right of a hole
     * @param sacks learns what came twice, not what is new
     * @return false if all of it was there
     */
    bool Insert(const TcpLinux24StoredSegment& segment, TcpLinux24SackBlocks& sacks);
    /**
     * Move what is in order now from the out-of-order queue.
     * @param rcvNxt next position expected
     * @param sacks learns what came twice
     * @return next position expected after that
     */
    TcpOffset Drain(TcpOffset rcvNxt, TcpLinux24SackBlocks& sacks);
    /// Forget the out-of-order queue: the stream has ended.
    void Purge();
    /// The application has read.
    /// @param end position before which all is read
    void Release(TcpOffset end);
    /// Copy wasteful segments together into whole pages (tcp_collapse).
    void Collapse();

    bool HasHoles() const;               ///< @return true if something is out of order
    bool IsFinReached() const;           ///< @return true if Drain() came upon a FIN
    uint32_t GetMemory() const;          ///< @return memory of both queues, bytes
    uint32_t GetInOrderMemory() const;   ///< @return memory of what is in order, bytes
    uint32_t GetOutOfOrderBytes() const; ///< @return payload out of order, bytes

  private:
    using Queue = std::deque<TcpLinux24StoredSegment>; ///< sorted by start
    /**
     * tcp_collapse() for segments that follow each other without a hole: their payload is copied to
     * segments of a page, 4096 bytes with overhead. The number of segments does not grow, so that
     * the last one may become longer than a page.
     * @param queue in order or out of order
     * @param first index of the first segment
     * @param last one past the index of the last segment
     */
    void CollapseRun(Queue& queue, size_t first, size_t last) const;
    /**
     * tcp_collapse_ofo_queue(): a run begins at a segment of whose memory more than a quarter is no
     * data, and ends before a hole or a FIN.
     * @param queue in order or out of order
     */
    void CollapseQueue(Queue& queue) const;

    uint32_t m_overhead;            ///< memory of a segment beside its payload, bytes
    Queue m_inOrder;                ///< receive_queue
    Queue m_outOfOrder;             ///< out_of_order_queue, sorted by start
    uint32_t m_inOrderMemory{0};    ///< see GetInOrderMemory
    uint32_t m_outOfOrderMemory{0}; ///< memory of what is out of order, bytes
    bool m_finReached{false};       ///< see IsFinReached
};

} // namespace ns3

#endif // TCP_LINUX24_RECEIVE_QUEUE_H
