// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX_SENDER_H
#define TCP_LINUX_SENDER_H

#include "tcp-linux-rtt-estimator.h"
#include "tcp-linux-sender-host.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <deque>
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
    /// Segments get this size from now on (tcp_sync_mss). @param mss data bytes of a full segment
    virtual void SetMss(uint32_t mss) = 0;
    /// Packets above the path MTU were dropped. 2.4: what is longer than a full segment now is
    /// lost, and sent again without touching cwnd (tcp_simple_retransmit); 2.0.32 waits for its
    /// timer.
    /// @param now the present
    virtual void SimpleRetransmit(TcpTick now) = 0;
    /// Queue a FIN behind the data. @param now the present
    virtual void Close(TcpTick now) = 0;
    /// The application has no socket any more: 2.4 repeats less from now on (tcp_orphan_retries).
    virtual void Orphan() = 0;
    /// @}

    /// @name Data
    /// @{
    /// The application writes. @param bytes more data @param now the present
    virtual void Write(uint32_t bytes, TcpTick now) = 0;
    /// The application sleeps for space and some became free: in 2.4 the buffer may grow, to two
    /// windows of full segments (tcp_new_space). @param most bytes of memory @param now the present
    virtual void GrowSendBuffer(uint32_t most, TcpTick now) = 0;
    /// @param noDelay TCP_NODELAY
    virtual void SetNoDelay(bool noDelay) = 0;
    /// An acceptable segment with ACK came. @param ack what it says @param now the present
    virtual void OnAck(const TcpLinux24Ack& ack, TcpTick now) = 0;

    /// The link queue refused a pure ACK. 2.4 enters CWR, as after any refused packet
    /// (tcp_transmit_skb); 2.0.32 does not notice. @param now the present
    virtual void OnLocalDrop(TcpTick /* now */)
    {
    }

    /// The timer fired. @param now the present
    virtual void OnTimer(TcpTick now) = 0;
    /// @return tick at whose start the timer fires, if it runs; in the past: at once
    virtual std::optional<TcpTick> GetTimer() const = 0;
    /// @}

    /// @name State
    /// @{
    virtual uint32_t GetPacketsOut() const = 0;  ///< @return packets_out, segments
    virtual uint32_t GetInFlight() const = 0;    ///< @return segments thought to be on their way
    virtual uint32_t GetFacketsOut() const = 0;  ///< @return fackets_out, segments; 0 in 2.0.32
    virtual TcpTick GetRetransStamp() const = 0; ///< @return retrans_stamp; 0: none
    virtual uint32_t GetSndWnd() const = 0;      ///< @return window of the peer, bytes
    virtual uint32_t GetQueueMemory() const = 0; ///< @return memory of the write queue, bytes
    /// @return sndbuf, bytes of memory; no limit in 2.0.32, where it does not grow
    virtual uint32_t GetSendBuffer() const = 0;
    /// @return bytes that the last unsent segment can still take
    virtual uint32_t GetTailRoom() const = 0;
    /// @return srtt, rto
    virtual const TcpLinuxRttEstimator& GetRtt() const = 0;

    /// @return congestion window, segments
    uint32_t GetCwnd() const
    {
        return m_cwnd;
    }

    /// @return slow start threshold, segments; in 2.0.32 0 is possible
    uint32_t GetSsthresh() const
    {
        return m_ssthresh;
    }

    /// @return oldest position that is not acknowledged
    TcpOffset GetSndUna() const
    {
        return m_sndUna;
    }

    /// @return next position to be sent
    TcpOffset GetSndNxt() const
    {
        return m_sndNxt;
    }

    /// @return write_seq: end of what was written
    TcpOffset GetWriteEnd() const
    {
        return m_writeEnd;
    }

    /// @return write queue: all that is not acknowledged, what is unsent included
    const std::deque<TcpLinux24Segment>& GetQueue() const
    {
        return m_queue;
    }

    /// @}

  protected:
    /// @param host below, outlives the sender @param cwnd, ssthresh at first, segments
    TcpLinuxSender(TcpLinuxSenderHost& host, uint32_t cwnd, uint32_t ssthresh)
        : m_host(host),
          m_cwnd(cwnd),
          m_ssthresh(ssthresh)
    {
    }

    TcpLinuxSenderHost& m_host;            ///< below
    std::deque<TcpLinux24Segment> m_queue; ///< see GetQueue
    TcpOffset m_sndUna{-1};                ///< see GetSndUna
    TcpOffset m_sndNxt{-1};                ///< see GetSndNxt
    TcpOffset m_writeEnd{0};               ///< see GetWriteEnd
    uint32_t m_cwnd;                       ///< see GetCwnd
    uint32_t m_ssthresh;                   ///< see GetSsthresh
    bool m_closed{false};                  ///< FIN queued
    bool m_dead{false};                    ///< gave up
};

} // namespace ns3

#endif // TCP_LINUX_SENDER_H
