// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_ACK_POLICY_H
#define TCP_LINUX24_ACK_POLICY_H

#include "tcp-linux-ack-policy.h"
#include "tcp-linux-rtt-estimator.h"
#include "tcp-linux24-receiver-options.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * When Linux 2.4 acknowledges: quick ACKs at the start and after trouble, one ACK for two segments
 * later, a timer that follows the gaps between segments (net/ipv4/tcp_input.c: tcp_measure_rcv_mss,
 * tcp_event_data_recv, __tcp_ack_snd_check; net/ipv4/tcp_output.c: tcp_send_delayed_ack;
 * net/ipv4/tcp_timer.c: tcp_delack_timer; net/ipv4/tcp.c: cleanup_rbuf).
 *
 * The delay follows ack.ato, which lies between 40 ms and the RTO. It is 500 ms at most, after a
 * push or towards an interactive peer 200 ms, and no more than a round trip, but at least 40 ms
 * whatever the round trip. Up to 16 ACKs are quick (TCP_MAX_QUICKACKS). 2.4.18 lets PSH on a full
 * segment ask for an ACK when the application has read it, 2.4.19 does not (option finalCutPush).
 * ACK skipping (TcpLinux24AckSkip) is an addition to the kernel, off by default.
 */
class TcpLinux24AckPolicy : public TcpLinuxAckPolicy
{
  public:
    /// @param options host and connection
    /// @param rtt the sender's estimator; outlives the policy
    TcpLinux24AckPolicy(const TcpLinux24ReceiverOptions& options, const TcpLinuxRttEstimator& rtt);

    /**
     * tcp_event_data_recv(), tcp_measure_rcv_mss().
     * @param length payload, bytes
     * @param sackOptionBytes option bytes beside timestamps, by which a full segment is shorter
     * @param isRemnant PSH, URG or FIN is set
     * @param rcvWnd window last offered, bytes, half of which is acknowledged by quick ACKs
     * @param now the present
     */
    void DataReceived(uint32_t length,
                      uint32_t sackOptionBytes,
                      bool isRemnant,
                      uint32_t rcvWnd,
                      TcpTick now) override;
    /**
     * Only ACK skipping needs it.
     * @param end one past the last position of the data
     * @param echo its TSecr, if there is one
     * @param now the present
     */
    void EchoReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now) override;
    /**
     * tcp_fin(): acknowledged at once only after the own FIN.
     * @param isLocalClosed the own FIN has been sent
     */
    void FinReceived(bool isLocalClosed) override;
    /// tcp_schedule_ack(): an ACK is owed, and is not skipped.
    void Schedule() override;
    /**
     * tcp_enter_quickack_mode(): the sender is repairing something and needs ACKs.
     * @param rcvWnd window last offered, bytes
     */
    void EnterQuickMode(uint32_t rcvWnd) override;
    /// tcp_grow_window(): at least one quick ACK tells the sender of the larger window.
    void WindowGrew() override;
    /// tcp_clamp_window(), __tcp_select_window(): no more quick ACKs.
    void MemoryScarce() override;
    /// For ACK skipping alone: the sender's window may change, so that it is measured anew.
    void ForbidSkip() override;
    /**
     * tcp_data_queue(): the connection does not count as interactive (pingpong), so that the ACK
     * for what has filled the last hole need not wait for data.
     */
    void HolesClosed() override;
    /// tcp_event_ack_sent(): settles what was due, and uses up a quick ACK.
    void AckSent() override;
    /**
     * tcp_event_data_sent(): an answer within the delay means that ACKs can ride on answers.
     * @param now the present
     */
    void DataSent(TcpTick now) override;
    /**
     * tcp_ack_snd_check(): a hole comes before all counting.
     * @param situation of the receiver
     * @param now the present
     * @return NONE if no ACK is owed; DELAYED starts the timer
     */
    TcpLinux24AckDue Decide(const Situation& situation, TcpTick now) override;
    /**
     * cleanup_rbuf(): two segments wait, or a message ended that was read completely.
     * @param situation of the receiver
     * @param isEmptied a read emptied the buffer
     * @return whether the read sends an ACK
     */
    bool DecideAtRead(const Situation& situation, bool isEmptied) const override;
    /**
     * tcp_delack_timer(): without an answer to ride on, the delay doubles for a peer that was not
     * interactive.
     * @param now the present
     * @return whether to send an ACK
     */
    bool OnTimer(TcpTick now) override;
    /// @return tick at whose start a delayed ACK is due; none if no timer runs
    std::optional<TcpTick> GetTimer() const override;
    /**
     * @return ack.rcv_mss, bytes: at first the least of both sides' MSS, half of the first window
     * and 536, but at least 88 (TCP_MIN_RCVMSS, TCP_MIN_MSS)
     */
    uint32_t GetRcvMss() const override;
    uint32_t GetQuick() const override;   ///< @return ack.quick, ACKs, 0 to 17
    uint32_t GetAto() const override;     ///< @return ack.ato, ticks; 0 before the first data
    bool IsPingpong() const override;     ///< @return whether ACKs wait for data to ride on
    bool IsScheduled() const override;    ///< @return whether an ACK is owed
    uint32_t GetSkipped() const override; ///< @return ACKs skipped so far
    /// @return the last decision of ACK skipping since the call before, if there was one
    std::optional<TcpLinux24AckSkipDecision> TakeSkipDecision() override;

  private:
    /**
     * tcp_measure_rcv_mss(): a smaller size counts as that of full segments when it comes twice in
     * a row.
     * @param length payload, bytes
     * @param sackOptionBytes option bytes beside timestamps
     * @param isRemnant PSH, URG or FIN is set
     */
    void MeasureSegment(uint32_t length, uint32_t sackOptionBytes, bool isRemnant);
    /**
     * tcp_event_data_recv(): the delay follows the gaps between segments.
     * @param rcvWnd window last offered, bytes
     * @param now the present
     */
    void MeasureGap(uint32_t rcvWnd, TcpTick now);
    /**
     * tcp_incr_quickack()
     * @param rcvWnd window last offered, bytes
     */
    void RaiseQuick(uint32_t rcvWnd);
    /**
     * __tcp_ack_snd_check()
     * @param situation of the receiver
     * @return whether an ACK may leave without a delay
     */
    bool IsDue(const Situation& situation) const;
    /**
     * @return bytes beyond which an ACK is due: one full segment less than the option ackSegments
     * says
     */
    TcpOffset GetMostUnacknowledged() const;
    /**
     * @param situation of the receiver
     * @return bytes since the last ACK that was due, sent or skipped
     */
    TcpOffset GetWaiting(const Situation& situation) const;
    /**
     * tcp_send_delayed_ack()
     * @return of a delayed ACK, ticks, 1 or more
     */
    uint32_t GetDelay() const;
    /**
     * @param delay of another ACK, ticks
     * @param now the present
     * @return whether the timer that runs would fire within a quarter of it
     */
    bool IsTimerNear(uint32_t delay, TcpTick now) const;
    /**
     * @param delay ticks; an earlier deadline stays
     * @param now the present
     */
    void StartTimer(uint32_t delay, TcpTick now);

    TcpLinux24ReceiverOptions m_options; ///< host and connection
    const TcpLinuxRttEstimator* m_rtt;   ///< srtt and rto
    uint32_t m_atoMin;                   ///< TCP_ATO_MIN = TCP_DELACK_MIN, ticks
    uint32_t m_rcvMss;                   ///< see GetRcvMss
    uint32_t m_lastSmall{0};             ///< last_seg_size: of the last small segment, bytes
    uint32_t m_quick{0};                 ///< see GetQuick
    uint32_t m_ato{0};                   ///< see GetAto; 0: nothing received yet
    bool m_pingpong{false};              ///< see IsPingpong
    TcpTick m_lastReceived{0};           ///< lrcvtime
    bool m_scheduled{false};             ///< TCP_ACK_SCHED
    bool m_pushed{false};                ///< TCP_ACK_PUSHED: the peer has no more for now
    bool m_immediate{false};             ///< an ACK must leave whatever the rules say
    std::optional<TcpTick> m_timer;      ///< TCP_ACK_TIMER and its timeout
    TcpLinux24AckSkip m_skip;            ///< which of the ACKs that are due are skipped
};

} // namespace ns3

#endif // TCP_LINUX24_ACK_POLICY_H
