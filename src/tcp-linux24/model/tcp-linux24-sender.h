// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_H
#define TCP_LINUX24_SENDER_H

#include "tcp-linux-sender.h"
#include "tcp-linux24-congestion.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-peer-window.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux24-scoreboard.h"
#include "tcp-linux24-sender-timer.h"
#include "tcp-linux24-writer.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection as in Linux 2.4, in plain C++: which segment leaves when
 * (net/ipv4/tcp_output.c, tcp_timer.c, the first half of tcp_ack in tcp_input.c). Its parts know
 * the rest: the TcpLinux24Writer how writes become segments, the TcpLinux24Scoreboard what became
 * of those that were sent, the TcpLinux24PeerWindow what the peer has room for, the
 * TcpLinux24Congestion how many may be under way, and the TcpLinux24SenderTimer when to lose
 * patience.
 *
 * The queue has one timer, which either retransmits or probes. Four things hold back new data: the
 * peer's window, cwnd, Nagle's rule and TCP_CORK; a FIN ignores cwnd. A retransmission is refused
 * by the kernel's test of memory (wmem_alloc, option retransmitMemoryTest) and beyond a window that
 * has shrunk. A packet that the link queue refuses brings CWR and stays the first to be sent.
 */
class TcpLinux24Sender : public TcpLinuxSender
{
  public:
    /**
     * @param options the kernel and what the host has set, copied
     * @param host below, outlives the sender
     */
    TcpLinux24Sender(const TcpLinux24Options& options, TcpLinuxSenderHost& host);

    /// @name TcpLinuxSender
    /// @{
    /**
     * tcp_connect(): the SYN is the first segment of the queue, and timed like others.
     * @param now the present
     */
    void Connect(TcpTick now) override;
    /**
     * tcp_create_openreq_child(): with timestamps its echo is the first sample of the round trip.
     * @param ack final ACK of the handshake
     * @param now the present
     */
    void Accepted(const TcpLinux24Ack& ack, TcpTick now) override;
    /**
     * An option counts only if TcpLinux24Options has it, too.
     * @param sack, timestamps both sides have it
     * @param mss data bytes of a full segment
     */
    void Negotiated(bool sack, bool timestamps, uint32_t mss) override;
    /**
     * What was cut before keeps its size until it is sent (tcp_sync_mss()).
     * @param mss data bytes of a full segment
     */
    void SetMss(uint32_t mss) override;
    /**
     * tcp_simple_retransmit(): enters Loss without touching cwnd.
     * @param now the present
     */
    void SimpleRetransmit(TcpTick now) override;
    /**
     * tcp_send_fin(): the FIN rides on the last segment if that still waits. Further calls do
     * nothing.
     * @param now the present
     */
    void Close(TcpTick now) override;
    /**
     * From now on fewer retries are made (tcp_orphan_retries()); see
     * TcpLinux24SenderTimer::Orphan().
     */
    void Orphan() override;
    /**
     * tcp_sendmsg(): data fills the last segment that was not sent, then begins new ones; what may
     * leave leaves.
     * @param bytes more data
     * @param now the present
     */
    void Write(uint32_t bytes, TcpTick now) override;
    /**
     * As Write(), but a segment that is not full waits, and gets no PSH (MSG_MORE).
     * @param bytes more data
     * @param now the present
     */
    void WriteMore(uint32_t bytes, TcpTick now) override;
    /**
     * TCP_CORK. When it is taken off, what waits is sent at once.
     * @param cork whether it is on
     * @param now the present
     * @return true
     */
    bool SetCork(bool cork, TcpTick now) override;
    /**
     * Sends what may leave now, as after a change of TCP_NODELAY.
     * @param now the present
     */
    void PushPending(TcpTick now) override;
    /**
     * tcp_new_space(): two windows of full segments, if the buffer is what limits.
     * @param most bytes of memory
     * @param now the present
     */
    void GrowSendBuffer(uint32_t most, TcpTick now) override;
    /**
     * Holds for segments from now on; PushPending() sends what Nagle's rule held.
     * @param noDelay TCP_NODELAY
     */
    void SetNoDelay(bool noDelay) override;
    /**
     * The first half of tcp_ack(), and what the second half asks for. One for what was never sent
     * is ignored; one that was overtaken only tags segments by its SACK blocks.
     * @param ack what it says
     * @param now the present
     */
    void OnAck(const TcpLinux24Ack& ack, TcpTick now) override;
    /**
     * tcp_transmit_skb(): the window is reduced as after a congestion echo (CWR).
     * @param now the present
     */
    void OnLocalDrop(TcpTick now) override;
    /**
     * tcp_write_timer(): a retransmission or a probe; the last one gives the connection up by
     * TcpLinuxSenderHost::GaveUp().
     * @param now the present
     */
    void OnTimer(TcpTick now) override;
    /// @return tick at whose start a retransmission or a probe is due; none if neither is
    std::optional<TcpTick> GetTimer() const override;
    uint32_t GetCwnd() const override;          ///< @return snd_cwnd, segments
    uint32_t GetSsthresh() const override;      ///< @return snd_ssthresh, segments
    uint32_t GetPacketsOut() const override;    ///< @return packets_out, segments
    uint32_t GetBytesInFlight() const override; ///< @return data of these segments, bytes
    uint32_t GetInFlight() const override;      ///< @return tcp_packets_in_flight(), segments
    uint32_t GetFacketsOut() const override;    ///< @return fackets_out, segments
    TcpTick GetRetransStamp() const override;   ///< @return retrans_stamp; 0: none
    uint32_t GetSndWnd() const override;        ///< @return snd_wnd, bytes
    uint32_t GetQueueMemory() const override;   ///< @return wmem_queued, bytes
    /**
     * @param buffer of the socket, bytes of memory
     * @return whether so much is free that the kernel wakes a writer
     */
    bool IsSpaceWorthWaking(uint32_t buffer) const override;
    uint32_t GetSendBuffer() const override; ///< @return sndbuf, bytes of memory
    /// @return data bytes that the last segment can still take before it is sent; 0 if all was sent
    uint32_t GetTailRoom() const override;
    /// @return srtt, rto
    const TcpLinux24RttEstimator& GetRtt() const override;
    /// @}

    /// @return what is thought of each segment that was sent
    const TcpLinux24Scoreboard& GetScoreboard() const;
    /// @return state and window
    const TcpLinux24Congestion& GetCongestion() const;

  private:
    friend class TcpLinux24SenderPeer; // tests set states that no short history leads to

    /// How a retransmission went.
    enum class Outcome
    {
        SENT,       ///< on its way
        LOCAL_DROP, ///< refused by the link queue
        REFUSED,    ///< not tried
    };

    /// @name New data
    /// @{
    /**
     * tcp_write_xmit() and __tcp_push_pending_frames(): send what may leave; with nothing
     * outstanding and nothing sent, probe.
     * @param now the present
     */
    void Push(TcpTick now);
    /**
     * tcp_transmit_skb() and update_send_head() for the segment at send_head.
     * @param now the present
     * @return false if the link queue refused it
     */
    bool SendFirst(TcpTick now);
    /**
     * tcp_snd_test()
     * @param segment that was not sent
     * @param ignoreNagle whether Nagle's rule does not apply
     * @return whether it may leave now
     */
    bool MaySend(const TcpLinux24Segment& segment, bool ignoreNagle) const;
    /**
     * tcp_may_send_now()
     * @return whether anything new could leave, so that nothing old needs to
     */
    bool MaySendNow() const;
    /**
     * tcp_current_mss()
     * @return data bytes of a full segment beside the SACK blocks of the next one
     */
    uint32_t GetCurrentMss() const;
    /// @return right edge of the peer's window
    TcpOffset GetWindowEnd() const;
    /// @}

    /// @name ACKs
    /// @{
    /**
     * tcp_clean_rtx_queue(): samples of the round trip follow Karn's rule, or the echo.
     * @param event gets what was acknowledged
     * @param now the present
     */
    void RemoveAcknowledged(TcpLinux24AckEvent& event, TcpTick now);
    /**
     * tcp_rtt_estimator(), tcp_set_rto()
     * @param ticks measured
     * @param now the present
     */
    void TakeSample(int32_t ticks, TcpTick now);
    /**
     * tcp_ack_probe(): an ACK while nothing was outstanding.
     * @param now the present
     */
    void OnProbeAnswered(TcpTick now);
    /// @}

    /// @name Old data, and the timer
    /// @{
    /**
     * tcp_retransmit_timer()
     * @param now the present
     */
    void OnRetransmissionTimeout(TcpTick now);
    /**
     * tcp_xmit_retransmit_queue(): what is marked lost, in order, as far as cwnd allows.
     * @param now the present
     */
    void RetransmitQueue(TcpTick now);
    /**
     * The second half of tcp_xmit_retransmit_queue(): what lies below the highest SACK, rather than
     * nothing.
     * @param now the present
     */
    void RetransmitForward(TcpTick now);
    /**
     * tcp_retransmit_skb()
     * @param index of the segment
     * @param reason why
     * @param now the present
     * @return see Outcome
     */
    Outcome Retransmit(size_t index, TcpLinux24Retransmission reason, TcpTick now);
    /**
     * tcp_probe_timer()
     * @param now the present
     */
    void Probe(TcpTick now);
    /**
     * tcp_write_wakeup(): the probe is a part of the head.
     * @param room in the peer's window, bytes, above 0
     * @param now the present
     * @return false if the link queue refused it
     */
    bool SendWhatFits(TcpOffset room, TcpTick now);
    /**
     * tcp_xmit_probe_skb(): a sequence number that the peer has acknowledged and has to answer.
     * @param now the present
     * @return false if the link queue refused it
     */
    bool SendEmptyProbe(TcpTick now);
    /// tcp_write_err()
    void GiveUp();
    /// @}

    TcpLinux24Options m_options;       ///< the kernel
    TcpLinux24RttEstimator m_rtt;      ///< round trips
    TcpLinux24SenderTimer m_timer;     ///< retransmission or probe
    TcpLinux24Scoreboard m_scoreboard; ///< see GetScoreboard
    TcpLinux24Congestion m_congestion; ///< see GetCongestion
    TcpLinux24PeerWindow m_window;     ///< what the peer has room for
    TcpLinux24Writer m_writer;         ///< segments of what is written
    bool m_timestamps{false};          ///< negotiated
    uint32_t m_mss;                    ///< data bytes of a full segment

    std::optional<TcpTick> m_lastDataSent; ///< lsndtime
    TcpTick m_lastAck{0};                  ///< rcv_tstamp
};

} // namespace ns3

#endif // TCP_LINUX24_SENDER_H
