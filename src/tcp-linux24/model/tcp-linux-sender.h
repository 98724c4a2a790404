// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX_SENDER_H
#define TCP_LINUX_SENDER_H

#include "tcp-linux-rtt-estimator.h"
#include "tcp-linux-sender-host.h"
#include "tcp-linux-write-queue.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection of Linux, whatever the kernel: what a socket calls, and the
 * variables that all kernels have. It knows ticks and positions in the byte stream, nothing of
 * packets, sockets or the simulator.
 *
 * Every call may send segments through the host. After a call the host arms its retransmission
 * timer for GetTimer() and calls OnTimer() at the start of that tick.
 */
class TcpLinuxSender
{
  public:
    virtual ~TcpLinuxSender() = default;
    TcpLinuxSender(const TcpLinuxSender&) = delete;
    TcpLinuxSender& operator=(const TcpLinuxSender&) = delete;

    /// @name Connection
    /// @{
    /**
     * Active open: the SYN leaves (through Transmit()).
     * @param now the present
     */
    virtual void Connect(TcpTick now) = 0;
    /**
     * Passive open: the final ACK of the handshake came. The SYN-ACK is not the sender's.
     * @param ack the final ACK
     * @param now the present
     */
    virtual void Accepted(const TcpLinux24Ack& ack, TcpTick now) = 0;
    /**
     * What the handshake agreed on; to be called before the ACK of the SYN is handed in.
     * @param sack, timestamps both sides have it; 2.0.32 knows neither
     * @param mss data bytes of a full segment
     */
    virtual void Negotiated(bool sack, bool timestamps, uint32_t mss) = 0;
    /// Segments get this size from now on (tcp_sync_mss).
    /// @param mss data bytes of a full segment
    virtual void SetMss(uint32_t mss) = 0;
    /// Packets above the path MTU were dropped. 2.4: what is longer than a full segment now is
    /// lost, and sent again without touching cwnd (tcp_simple_retransmit); 2.0.32 waits for its
    /// timer.
    /// @param now the present
    virtual void SimpleRetransmit(TcpTick now) = 0;
    /// Queue a FIN behind the data.
    /// @param now the present
    virtual void Close(TcpTick now) = 0;
    /// The application has no socket any more: 2.4 repeats less from now on (tcp_orphan_retries).
    virtual void Orphan() = 0;
    /// @}

    /// @name Data
    /// @{
    /**
     * The application writes.
     * @param bytes more data
     * @param now the present
     */
    virtual void Write(uint32_t bytes, TcpTick now) = 0;

    /// As Write(), but what is not full waits for more: MSG_MORE, which 2.0.32 does not know.
    /// @param bytes more data
    /// @param now the present
    virtual void WriteMore(uint32_t bytes, TcpTick now)
    {
        Write(bytes, now);
    }

    /**
     * TCP_CORK: a segment that is not full waits, until a timer probes for it. Off: what waits is
     * sent.
     * @param cork whether it is on
     * @param now the present
     * @return false if the kernel has no such option, as 2.0.32
     */
    virtual bool SetCork(bool /* cork */, TcpTick /* now */)
    {
        return false;
    }

    /// What may be sent now is sent, as after TCP_NODELAY; 2.0.32 waits for the next event.
    /// @param now the present
    virtual void PushPending(TcpTick /* now */)
    {
    }

    /// The application sleeps for space and some became free: in 2.4 the buffer may grow, to two
    /// windows of full segments (tcp_new_space).
    /// @param most bytes of memory
    /// @param now the present
    virtual void GrowSendBuffer(uint32_t most, TcpTick now) = 0;
    /// @param noDelay TCP_NODELAY
    virtual void SetNoDelay(bool noDelay) = 0;
    /// An acceptable segment with ACK came.
    /// @param ack what it says
    /// @param now the present
    virtual void OnAck(const TcpLinux24Ack& ack, TcpTick now) = 0;

    /// The link queue refused a pure ACK. 2.4 enters CWR, as after any refused packet
    /// (tcp_transmit_skb); 2.0.32 does not notice.
    /// @param now the present
    virtual void OnLocalDrop(TcpTick /* now */)
    {
    }

    /// The timer fired.
    /// @param now the present
    virtual void OnTimer(TcpTick now) = 0;
    /// @return tick at whose start the timer fires, if it runs; in the past: at once
    virtual std::optional<TcpTick> GetTimer() const = 0;
    /// @}

    /// @name State
    /// @{
    virtual uint32_t GetPacketsOut() const = 0;    ///< @return packets_out, segments
    virtual uint32_t GetInFlight() const = 0;      ///< @return segments thought to be on their way
    virtual uint32_t GetBytesInFlight() const = 0; ///< @return data of these segments, bytes
    virtual uint32_t GetFacketsOut() const = 0;    ///< @return fackets_out, segments; 0 in 2.0.32
    virtual TcpTick GetRetransStamp() const = 0;   ///< @return retrans_stamp; 0: none
    virtual uint32_t GetSndWnd() const = 0;        ///< @return window of the peer, bytes
    virtual uint32_t GetQueueMemory() const = 0;   ///< @return memory of the write queue, bytes
    /// @param buffer sndbuf, bytes of memory
    /// @return whether a writer that sleeps for space is woken: at least half of what is in use is
    /// free (2.4), or half of the buffer (2.0.32)
    virtual bool IsSpaceWorthWaking(uint32_t buffer) const = 0;
    /// @return sndbuf, bytes of memory; no limit in 2.0.32, where it does not grow
    virtual uint32_t GetSendBuffer() const = 0;
    /// @return bytes that the last unsent segment can still take
    virtual uint32_t GetTailRoom() const = 0;
    /// @return srtt, rto
    virtual const TcpLinuxRttEstimator& GetRtt() const = 0;

    virtual uint32_t GetCwnd() const = 0; ///< @return congestion window, segments
    /// @return slow start threshold, segments; in 2.0.32 0 is possible
    virtual uint32_t GetSsthresh() const = 0;

    /// @return oldest position that is not acknowledged
    TcpOffset GetSndUna() const
    {
        return m_queue.GetUna();
    }

    /// @return next position to be sent
    TcpOffset GetSndNxt() const
    {
        return m_queue.GetNext();
    }

    /// @return write queue: all that is not acknowledged, what is unsent included
    const TcpLinuxWriteQueue::Segments& GetQueue() const
    {
        return m_queue.GetSegments();
    }

    /// @}

  protected:
    /// @param host below, outlives the sender
    /// @param segmentOverhead memory of a segment beside its data, bytes
    TcpLinuxSender(TcpLinuxSenderHost& host, uint32_t segmentOverhead)
        : m_host(host),
          m_queue(segmentOverhead)
    {
    }

    TcpLinuxSenderHost& m_host; ///< below
    TcpLinuxWriteQueue m_queue; ///< what is not acknowledged
    bool m_closed{false};       ///< FIN queued
    bool m_dead{false};         ///< gave up
};

} // namespace ns3

#endif // TCP_LINUX_SENDER_H
