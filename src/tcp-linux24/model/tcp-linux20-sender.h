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
    void Connect(TcpTick now) override;
    void Accepted(const TcpLinux24Ack& ack, TcpTick now) override;
    void Negotiated(bool sack, bool timestamps, uint32_t mss) override;
    void SetMss(uint32_t mss) override;
    void SimpleRetransmit(TcpTick now) override;
    void Close(TcpTick now) override;
    void Orphan() override;
    void Write(uint32_t bytes, TcpTick now) override;
    void GrowSendBuffer(uint32_t most, TcpTick now) override;
    void SetNoDelay(bool noDelay) override;
    void OnAck(const TcpLinux24Ack& ack, TcpTick now) override;
    void OnTimer(TcpTick now) override;
    std::optional<TcpTick> GetTimer() const override;
    uint32_t GetCwnd() const override;
    uint32_t GetSsthresh() const override;
    uint32_t GetPacketsOut() const override;
    uint32_t GetInFlight() const override;
    uint32_t GetFacketsOut() const override;
    TcpTick GetRetransStamp() const override;
    uint32_t GetSndWnd() const override;
    uint32_t GetQueueMemory() const override;
    bool IsSpaceWorthWaking(uint32_t buffer) const override;
    uint32_t GetSendBuffer() const override;
    uint32_t GetTailRoom() const override;
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

    void Queue(TcpTick now);
    void Push(TcpTick now);
    void SendFirst(TcpTick now);
    void SendPartial(TcpTick now);
    void HoldPartial(TcpTick now);
    /// @param segment just begun
    /// @param bytes of data that it has memory for
    void NoteMemory(TcpLinux24Segment& segment, uint32_t bytes);
    void RestartAfterIdle(TcpTick now);
    size_t GetClosed() const;
    uint32_t GetCurrentMss() const;

    void Grow();
    void CountDuplicate(TcpTick now);
    bool RemoveAcknowledged(TcpTick now);
    uint32_t GetHalfWindow() const;

    void OnRetransmissionTimeout(TcpTick now);
    bool RetransmitNext(TcpLinux24Retransmission reason, TcpTick now);
    void Probe(TcpTick now);
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
