// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX20_SENDER_H
#define TCP_LINUX20_SENDER_H

#include "tcp-linux-sender.h"
#include "tcp-linux20-rtt-estimator.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// What a host of Linux 2.0.32 can set. HZ is 100, there is no TCP option but the MSS.
struct TcpLinux20Options
{
    /// ssthresh before the first loss.
    static constexpr uint32_t INFINITE_SSTHRESH = 0x7fffffff;

    uint32_t initialCwnd{1};                     ///< segments, 1..2048
    uint32_t initialSsthresh{INFINITE_SSTHRESH}; ///< segments
    uint32_t mss{1460};                          ///< data bytes of a full segment
    bool noDelay{false};                         ///< TCP_NODELAY
    uint32_t synRetries{10};                     ///< TCP_SYN_RETRIES: repeats of a SYN
    uint32_t retries{15};                        ///< TCP_RETR2: RTOs before giving up
    uint32_t segmentOverhead{304};               ///< memory of a segment beside its data, bytes
    uint32_t minRto{20};                         ///< least timeout, ticks
    uint32_t initialRto{300};                    ///< TCP_TIMEOUT_INIT, ticks
};

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection as in Linux 2.0.32, in plain C++: fast retransmit by
 * identical ACKs, go-back-N after a timeout, a retransmission timer that counts from the head's
 * last transmission, partial segments that later writes fill (net/ipv4/tcp.c, tcp_input.c,
 * tcp_output.c, tcp_timer.c). Its ticks have 10 ms. It does not look at SACK blocks and echoes, and
 * does not learn that the link queue refused a segment. The SYN's ACK is an ACK like others and
 * lets cwnd grow; a FIN is a segment of its own.
 */
class TcpLinux20Sender : public TcpLinuxSender
{
  public:
    /// @param options the host's settings
    /// @param host below, outlives the sender
    TcpLinux20Sender(const TcpLinux20Options& options, TcpLinuxSenderHost& host);

    /// @name TcpLinuxSender
    /// @{
    /**
     * tcp_connect(): the SYN is the first segment of the queue.
     * @param now the present
     */
    void Connect(TcpTick now) override;
    /**
     * The connection of a passive opener begins with the window of its last ACK. No sample of the
     * round trip is taken.
     * @param ack final ACK of the handshake
     * @param now the present
     */
    void Accepted(const TcpLinux24Ack& ack, TcpTick now) override;
    /**
     * @param sack not used
     * @param timestamps not used
     * @param mss data bytes of a full segment
     */
    void Negotiated(bool sack, bool timestamps, uint32_t mss) override;
    /**
     * Holds for what is written from now on; what was cut before keeps its size.
     * @param mss data bytes of a full segment
     */
    void SetMss(uint32_t mss) override;
    /**
     * Nothing happens: 2.0.32 does not react to a smaller MTU before its timer fires.
     * @param now not used
     */
    void SimpleRetransmit(TcpTick now) override;
    /**
     * tcp_send_fin(): a partial segment leaves first, and a FIN that finds no data waiting leaves
     * whatever the windows say.
     * @param now the present
     */
    void Close(TcpTick now) override;
    /// Nothing happens.
    void Orphan() override;
    /**
     * do_tcp_sendmsg(): data joins the partial segment, which Nagle's rule holds back while
     * something is outstanding.
     * @param bytes more data
     * @param now the present
     */
    void Write(uint32_t bytes, TcpTick now) override;
    /**
     * Nothing happens: the buffer has one size.
     * @param most not used
     * @param now not used
     */
    void GrowSendBuffer(uint32_t most, TcpTick now) override;
    /**
     * Holds from the next write on; what waits is not sent at once. Even with it a partial segment
     * leaves only if what was written ends before the end of the peer's window.
     * @param noDelay TCP_NODELAY
     */
    void SetNoDelay(bool noDelay) override;
    /**
     * tcp_ack()
     * @param ack what it says
     * @param now the present
     */
    void OnAck(const TcpLinux24Ack& ack, TcpTick now) override;
    /**
     * One timer of three purposes: retransmission of the head, probe of a closed window, partial
     * segment.
     * @param now the present
     */
    void OnTimer(TcpTick now) override;
    /**
     * @return the earliest tick at which one of the three purposes of OnTimer() is due. The
     * retransmission counts from when the head was last sent; while something is outstanding, no
     * window is probed
     */
    std::optional<TcpTick> GetTimer() const override;
    uint32_t GetCwnd() const override;       ///< @return cong_window, segments
    uint32_t GetSsthresh() const override;   ///< @return ssthresh, segments; 0 is possible after a
                                             ///< timeout
    uint32_t GetPacketsOut() const override; ///< @return packets_out, segments; from 0 again after
                                             ///< a timeout
    /// @return packets_out: this kernel does not tell what has left the network
    uint32_t GetInFlight() const override;
    uint32_t GetBytesInFlight() const override;
    uint32_t GetFacketsOut() const override;  ///< @return 0: there is no SACK
    TcpTick GetRetransStamp() const override; ///< @return 0: the kernel has none
    uint32_t GetSndWnd() const override; ///< @return bytes; 0 if it has shrunk below what was sent
    /**
     * @return memory of what is not acknowledged, bytes: data, SYN and FIN as a byte each, and
     * segmentOverhead for each segment
     */
    uint32_t GetQueueMemory() const override;
    /**
     * def_callback3(): the writer is woken when half of the buffer is free.
     * @param buffer of the socket, bytes of memory
     * @return whether as much is free
     */
    bool IsSpaceWorthWaking(uint32_t buffer) const override;
    /// @return 4294967295: the sender sets no limit of its own
    uint32_t GetSendBuffer() const override;
    /// @return data bytes that the partial segment can still take; 0 without one
    uint32_t GetTailRoom() const override;
    /// @return srtt, rto; those of the SYN are forgotten when it is acknowledged
    const TcpLinux20RttEstimator& GetRtt() const override;
    /// @}

    /// @name State, by the kernel's names
    /// @{
    uint32_t GetCwndCount() const;     ///< @return cong_count
    uint32_t GetIdenticalAcks() const; ///< @return rcv_ack_cnt, the first one included
    uint32_t GetRetransmits() const;   ///< @return retransmits: above 0 until all is acknowledged
    TcpOffset GetHighSeq() const;      ///< @return high_seq
    TcpOffset GetWindowEnd() const;    ///< @return window_seq: right edge of the peer's window
    uint32_t GetPartialLength() const; ///< @return bytes of the partial segment; 0: none
                                       /// @}

  private:
    friend class TcpLinux20SenderPeer; // tests set states that no short history leads to

    /**
     * tcp_send_skb(): the last segment is complete and takes its place.
     * @param now the present
     */
    void Queue(TcpTick now);
    /**
     * tcp_write_xmit(), tcp_send_probe0(). As long as a timeout is being repaired, nothing new
     * leaves.
     * @param now the present
     */
    void Push(TcpTick now);
    /// @param now the present; the first segment that was not sent leaves, whatever the window says
    void SendFirst(TcpTick now);
    /**
     * tcp_send_partial(): the partial segment may leave as it is.
     * @param now the present
     */
    void SendPartial(TcpTick now);
    /**
     * tcp_enqueue_partial(): the last segment waits for more data, 30 s at most.
     * @param now the present
     */
    void HoldPartial(TcpTick now);
    /// @param segment just begun
    /// @param bytes of data that it has memory for
    void NoteMemory(TcpLinux24Segment& segment, uint32_t bytes);
    /**
     * tcp_send_skb(): cwnd is 1 again when nothing is under way and the peer was silent for an RTO.
     * @param now the present
     */
    void RestartAfterIdle(TcpTick now);
    /// @return segments that take no more data, and so may leave
    size_t GetClosed() const;
    /// @return data bytes of a full segment, half of the peer's largest window at most (max_window)
    uint32_t GetCurrentMss() const;

    /// Slow start up to ssthresh, then a segment for every window of ACKs, up to 2048 segments.
    void Grow();
    /**
     * The third duplicate sends the head again; later ones inflate the window. With cwnd below 3
     * none counts before that.
     * @param now the present
     */
    void CountDuplicate(TcpTick now);
    /**
     * @param now the present; samples are taken unless a timeout is being repaired (Karn)
     * @return whether a segment was removed
     */
    bool RemoveAcknowledged(TcpTick now);
    /// @return half of the window that was really used, of cwnd or of the peer, segments; may be 0
    uint32_t GetHalfWindow() const;

    /**
     * tcp_retransmit(): everything is outstanding again, and is sent again in order as ACKs come.
     * @param now the present
     */
    void OnRetransmissionTimeout(TcpTick now);
    /**
     * tcp_do_retransmit() for one segment. A copy that still waits in the link queue is not
     * overtaken.
     * @param reason why
     * @param now the present
     * @return whether one left
     */
    bool RetransmitNext(TcpLinux24Retransmission reason, TcpTick now);
    /**
     * tcp_send_probe0(): the interval doubles up to 120 s.
     * @param now the present
     */
    void Probe(TcpTick now);
    /// tcp_write_timeout()
    void GiveUp();

    TcpLinux20Options m_options;  ///< the host's settings
    TcpLinux20RttEstimator m_rtt; ///< round trips

    size_t m_next{0};                      ///< of what was sent, next to be sent again (send_next)
    bool m_partial{false};                 ///< the last of m_queue takes more data
    uint32_t m_memory{0};                  ///< wmem_alloc, bytes
    std::optional<TcpTick> m_partialTimer; ///< when it leaves at the latest
    uint32_t m_packetsOut{0};              ///< see GetPacketsOut
    TcpOffset m_windowEnd{-1};             ///< see GetWindowEnd
    uint32_t m_maxWindow{0};               ///< max_window

    uint32_t m_cwnd;                     ///< see GetCwnd
    uint32_t m_ssthresh;                 ///< see GetSsthresh
    uint32_t m_cwndCount{0};             ///< see GetCwndCount
    uint32_t m_identicalAcks{0};         ///< see GetIdenticalAcks
    TcpOffset m_highSeq{-1};             ///< see GetHighSeq
    uint32_t m_retransmits{0};           ///< see GetRetransmits
    uint32_t m_probes{0};                ///< probes without an answer
    uint32_t m_probeBackoff{0};          ///< doublings of the probe interval
    std::optional<TcpTick> m_probeTimer; ///< zero window
    TcpTick m_lastArrival{0};            ///< idletime: last segment from the peer
};

} // namespace ns3

#endif // TCP_LINUX20_SENDER_H
