// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX_WRITE_QUEUE_H
#define TCP_LINUX_WRITE_QUEUE_H

#include "tcp-linux24-segment.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The write queue of a connection (sk->write_queue): what the application wrote and the peer has
 * not acknowledged, cut into segments whose boundaries stay. The segments that have been sent come
 * first; the kernel's send_head is the one behind them. The queue knows no rule about when a
 * segment may leave: that is the senders' business.
 */
class TcpLinuxWriteQueue
{
  public:
    /// All segments in order of the stream.
    using Segments = std::deque<TcpLinux24Segment>;

    /**
     * @param segmentOverhead memory of a segment beside its data ("truesize"), bytes; the kernel
     * counts it against the send buffer
     */
    explicit TcpLinuxWriteQueue(uint32_t segmentOverhead);

    /// @name What is in it
    /// @{
    /**
     * @return all segments, the sent ones first
     */
    const Segments& GetSegments() const
    {
        return m_segments;
    }

    /// @param index from the head
    /// @return that segment
    TcpLinux24Segment& operator[](size_t index)
    {
        return m_segments[index];
    }

    /// @param index from the head
    /// @return that segment
    const TcpLinux24Segment& operator[](size_t index) const
    {
        return m_segments[index];
    }

    /// @return the oldest segment; there must be one
    TcpLinux24Segment& GetHead()
    {
        return m_segments.front();
    }

    /// @return the oldest segment; there must be one
    const TcpLinux24Segment& GetHead() const
    {
        return m_segments.front();
    }

    /// @return the segment written last; there must be one
    TcpLinux24Segment& GetTail()
    {
        return m_segments.back();
    }

    /// @return the segment written last; there must be one
    const TcpLinux24Segment& GetTail() const
    {
        return m_segments.back();
    }

    /// @return number of segments
    size_t GetSize() const
    {
        return m_segments.size();
    }

    /// @return true if everything was acknowledged
    bool IsEmpty() const
    {
        return m_segments.empty();
    }

    /// @return how many segments, from the head on, were sent
    size_t GetSent() const
    {
        return m_sent;
    }

    /// @return true if a segment waits to be sent for the first time
    bool HasUnsent() const
    {
        return m_sent < m_segments.size();
    }

    /// @param segments from the head on
    /// @return their data, bytes
    uint32_t GetData(size_t segments) const
    {
        if (segments == 0)
        {
            return 0;
        }
        const TcpLinux24Segment& last = m_segments[segments - 1];
        return static_cast<uint32_t>(last.end - GetHead().start) - (GetHead().syn ? 1 : 0) -
               (last.fin ? 1 : 0);
    }

    /// @return memory of all segments, bytes
    uint32_t GetMemory() const
    {
        return m_memory;
    }

    /// @}

    /// @name Positions in the stream
    /// @{
    /**
     * @return snd_una: oldest position that is not acknowledged
     */
    TcpOffset GetUna() const
    {
        return m_una;
    }

    /// @return snd_nxt: next position to be sent
    TcpOffset GetNext() const
    {
        return m_next;
    }

    /// @return write_seq: end of what was written, FIN not counted
    TcpOffset GetWriteEnd() const
    {
        return m_writeEnd;
    }

    /// The handshake of a passive opener is over, which sent its SYN beside this queue.
    void SkipSyn();
    /**
     * The peer acknowledges. Segments stay until RemoveHead().
     * @param una the new snd_una, not below the old one
     */
    void Acknowledge(TcpOffset una);
    /// @}

    /// @name Segments come and go
    /// @{
    /**
     * Put a SYN in front of all data. It takes position -1, so that data begins at 0.
     * @param now counts as its time of transmission
     */
    void PushSyn(TcpTick now);
    /// Begin a new segment without data behind what was written.
    void BeginSegment();
    /**
     * The last segment takes more data. There must be one.
     * @param bytes how much
     */
    void ExtendTail(uint32_t bytes);
    /// The last segment, not sent yet, takes the FIN, too.
    void AddFin();
    /**
     * The first segment that was not sent is on its way (update_send_head): snd_nxt moves behind
     * it.
     */
    void MarkSent();
    /// Remove the oldest segment, which was sent.
    /// @return it
    TcpLinux24Segment RemoveHead();
    /**
     * Cut a segment in two; the second part keeps FIN and PSH (tcp_fragment). What was SACKed or is
     * under way is the first part. Indices behind it grow by one.
     * @param index of the segment
     * @param bytes of data in the first part
     */
    void Split(size_t index, uint32_t bytes);
    /**
     * Join a segment with the one behind it, which was sent, too (tcp_retrans_try_collapse).
     * Indices behind it shrink by one.
     * @param index of the first of them
     */
    void Merge(size_t index);
    /**
     * Cut off what snd_una has passed (tcp_trim_head of 2.6.8).
     * @param index of the segment, which begins before snd_una
     */
    void TrimAcknowledged(size_t index);
    /// @}

  private:
    uint32_t m_overhead;     ///< see the constructor
    Segments m_segments;     ///< see GetSegments
    size_t m_sent{0};        ///< see GetSent
    uint32_t m_memory{0};    ///< see GetMemory
    TcpOffset m_una{-1};     ///< see GetUna
    TcpOffset m_next{-1};    ///< see GetNext
    TcpOffset m_writeEnd{0}; ///< see GetWriteEnd
};

} // namespace ns3

#endif // TCP_LINUX_WRITE_QUEUE_H
