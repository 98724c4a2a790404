// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX20_SENDER_H
#define TCP_LINUX20_SENDER_H

#include "tcp-linux20-rtt-estimator.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <deque>
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
};

/// @ingroup tcp-linux24
/// Why Linux 2.0.32 sends a segment again.
enum class TcpLinux20Retransmission
{
    TIMEOUT,   ///< head, at the RTO
    DUPLICATE, ///< head, at the third duplicate ACK
    GO_BACK_N, ///< after a timeout, in order, whether it arrived or not
};

/// @ingroup tcp-linux24
/// The layer below the sender. Unlike TcpLinux24SenderHost it has no feedback of a full link queue
/// and no congestion states to report: 2.0.32 knows neither.
class TcpLinux20SenderHost
{
  public:
    virtual ~TcpLinux20SenderHost() = default;
    /**
     * Send a segment, now. A full link queue drops it and the sender does not learn of it. A
     * segment without any position asks for a window probe: an empty one with an old sequence
     * number (tcp_send_probe0).
     * @param segment what
     * @param retransmission why, if it is one
     */
    virtual void Transmit(const TcpLinux24Segment& segment,
                          std::optional<TcpLinux20Retransmission> retransmission) = 0;
    /// @param segment sent before @return true while its last copy waits in the queue of the device
    virtual bool IsInDeviceQueue(const TcpLinux24Segment& segment) const = 0;
    /// Too many timeouts: the connection is dead. The sender does nothing more.
    virtual void GaveUp() = 0;
};

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection as Linux 2.0.32 has it, in plain C++: fast retransmit by
 * identical ACKs, go-back-N after a timeout, a retransmission timer that counts from the head's
 * last transmission, partial segments that later writes fill (net/ipv4/tcp.c, tcp_input.c,
 * tcp_output.c, tcp_timer.c). It knows ticks of 10 ms and positions in the byte stream.
 *
 * Every call may send segments through the host. After a call the host arms its timer for
 * GetTimer() and calls OnTimer() at the start of that tick.
 */
class TcpLinux20Sender
{
  public:
    /// @param options the host's settings @param host below, outlives the sender
    TcpLinux20Sender(const TcpLinux20Options& options, TcpLinux20SenderHost& host);

    /// @name Connection
    /// @{
    /// Active open: the SYN leaves. Its ACK is an ACK like others and lets cwnd grow.
    /// @param now the present
    void Connect(TcpTick now);
    /// Passive open: the final ACK of the handshake came. @param ack that ACK @param now the
    /// present
    void Accepted(const TcpLinux24Ack& ack, TcpTick now);
    /// @param mss data bytes of a full segment, as the handshake agreed
    void SetMss(uint32_t mss);
    /// Queue a FIN, a segment of its own, behind the data. @param now the present
    void Close(TcpTick now);
    /// @}

    /// @name Data
    /// @{
    /// The application writes. @param bytes more data @param now the present
    void Write(uint32_t bytes, TcpTick now);
    /// @param noDelay TCP_NODELAY
    void SetNoDelay(bool noDelay);
    /// An acceptable segment with ACK came; its SACK blocks and echo are not looked at.
    /// @param ack what it says @param now the present
    void OnAck(const TcpLinux24Ack& ack, TcpTick now);
    /// The timer fired. @param now the present
    void OnTimer(TcpTick now);
    /// @return tick at whose start the timer fires, if it runs; in the past: at once
    std::optional<TcpTick> GetTimer() const;
    /// @}

    /// @name State, by the kernel's names
    /// @{
    uint32_t GetCwnd() const;          ///< @return cong_window, segments
    uint32_t GetCwndCount() const;     ///< @return cong_count
    uint32_t GetSsthresh() const;      ///< @return ssthresh, segments; 0 is possible
    uint32_t GetPacketsOut() const;    ///< @return packets_out, segments
    uint32_t GetIdenticalAcks() const; ///< @return rcv_ack_cnt, the first one included
    uint32_t GetRetransmits() const;   ///< @return retransmits: above 0 until all is acknowledged
    TcpOffset GetSndUna() const;       ///< @return rcv_ack_seq
    TcpOffset GetSndNxt() const;       ///< @return sent_seq
    TcpOffset GetHighSeq() const;      ///< @return high_seq
    TcpOffset GetWriteEnd() const;     ///< @return write_seq
    TcpOffset GetWindowEnd() const;    ///< @return window_seq: right edge of the peer's window
    uint32_t GetPartialLength() const; ///< @return bytes of the partial segment; 0: none
    const TcpLinux20RttEstimator& GetRtt() const; ///< @return rtt, mdev, rto
    const std::deque<TcpLinux24Segment>& GetQueue()
        const; ///< @return all that is not acknowledged,
               ///< the partial segment last
               /// @}

  private:
    friend class TcpLinux20SenderPeer; // tests set states that no short history leads to

    void Queue(TcpTick now);
    void Push(TcpTick now);
    void SendFirst(TcpTick now);
    void SendPartial(TcpTick now);
    void HoldPartial(TcpTick now);
    void RestartAfterIdle(TcpTick now);
    size_t GetClosed() const;
    uint32_t GetCurrentMss() const;

    void Grow();
    void CountDuplicate(TcpTick now);
    bool RemoveAcknowledged(TcpTick now);
    uint32_t GetHalfWindow() const;

    void OnRetransmissionTimeout(TcpTick now);
    bool RetransmitNext(TcpLinux20Retransmission reason, TcpTick now);
    void Probe(TcpTick now);
    void GiveUp();

    TcpLinux20Options m_options;  ///< the host's settings
    TcpLinux20SenderHost& m_host; ///< below
    TcpLinux20RttEstimator m_rtt; ///< round trips
    bool m_dead{false};           ///< gave up
    bool m_closed{false};         ///< FIN queued

    std::deque<TcpLinux24Segment> m_queue; ///< see GetQueue
    size_t m_sent{0};                      ///< the first of them, which were sent (send_head list)
    size_t m_next{0};                      ///< of these, the next to be sent again (send_next)
    bool m_partial{false};                 ///< the last of m_queue takes more data
    std::optional<TcpTick> m_partialTimer; ///< when it leaves at the latest
    uint32_t m_packetsOut{0};              ///< see GetPacketsOut
    TcpOffset m_sndUna{-1};                ///< see GetSndUna
    TcpOffset m_sndNxt{-1};                ///< see GetSndNxt
    TcpOffset m_writeEnd{0};               ///< see GetWriteEnd
    TcpOffset m_windowEnd{-1};             ///< see GetWindowEnd
    uint32_t m_maxWindow{0};               ///< max_window

    uint32_t m_cwnd;                     ///< see GetCwnd
    uint32_t m_cwndCount{0};             ///< see GetCwndCount
    uint32_t m_ssthresh;                 ///< see GetSsthresh
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
