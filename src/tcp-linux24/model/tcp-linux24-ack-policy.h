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
 */
class TcpLinux24AckPolicy : public TcpLinuxAckPolicy
{
  public:
    /// @param options host and connection
    /// @param rtt the sender's estimator; outlives the policy
    TcpLinux24AckPolicy(const TcpLinux24ReceiverOptions& options, const TcpLinuxRttEstimator& rtt);

    void DataReceived(uint32_t length,
                      uint32_t sackOptionBytes,
                      bool isRemnant,
                      uint32_t rcvWnd,
                      TcpTick now) override;
    void EchoReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now) override;
    void FinReceived(bool isLocalClosed) override;
    void Schedule() override;
    void EnterQuickMode(uint32_t rcvWnd) override;
    void WindowGrew() override;
    void MemoryScarce() override;
    void ForbidSkip() override;
    void HolesClosed() override;
    void AckSent() override;
    void DataSent(TcpTick now) override;
    TcpLinux24AckDue Decide(const Situation& situation, TcpTick now) override;
    bool DecideAtRead(const Situation& situation, bool isEmptied) const override;
    bool OnTimer(TcpTick now) override;
    std::optional<TcpTick> GetTimer() const override;
    uint32_t GetRcvMss() const override;
    uint32_t GetQuick() const override;
    uint32_t GetAto() const override;
    bool IsPingpong() const override;
    bool IsScheduled() const override;
    uint32_t GetSkipped() const override;
    std::optional<TcpLinux24AckSkipDecision> TakeSkipDecision() override;

  private:
    void MeasureSegment(uint32_t length, uint32_t sackOptionBytes, bool isRemnant);
    void MeasureGap(uint32_t rcvWnd, TcpTick now);
    void RaiseQuick(uint32_t rcvWnd);
    bool IsDue(const Situation& situation) const;
    TcpOffset GetMostUnacknowledged() const;
    TcpOffset GetWaiting(const Situation& situation) const;
    uint32_t GetDelay() const;
    bool IsTimerNear(uint32_t delay, TcpTick now) const;
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
