// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX20_ACK_POLICY_H
#define TCP_LINUX20_ACK_POLICY_H

#include "tcp-linux-ack-policy.h"
#include "tcp-linux-rtt-estimator.h"
#include "tcp-linux24-receiver-options.h"

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * When Linux 2.0.32 acknowledges: data in order never at once but at a tick of the clock, the next
 * one after two full segments; all else at once (net/ipv4/tcp_input.c: tcp_delack_estimator,
 * tcp_queue; net/ipv4/tcp_output.c: tcp_send_delayed_ack).
 */
class TcpLinux20AckPolicy : public TcpLinuxAckPolicy
{
  public:
    /// @param options host and connection
    /// @param rtt the sender's estimator; outlives the policy
    TcpLinux20AckPolicy(const TcpLinux24ReceiverOptions& options, const TcpLinuxRttEstimator& rtt);

    void SegmentArrived(uint32_t length, TcpTick now) override;
    void DataReceived(uint32_t length,
                      uint32_t sackOptionBytes,
                      bool isRemnant,
                      uint32_t rcvWnd,
                      TcpTick now) override;
    void FinReceived(bool isLocalClosed) override;
    void Schedule() override;
    void OutOfOrder() override;
    void AckSent() override;
    TcpLinux24AckDue Decide(const Situation& situation, TcpTick now) override;
    bool DecideAtRead(const Situation& situation, bool isEmptied) const override;
    bool OnTimer(TcpTick now) override;
    std::optional<TcpTick> GetTimer() const override;
    uint32_t GetRcvMss() const override;
    uint32_t GetAto() const override;
    bool IsScheduled() const override;

  private:
    uint32_t GetDelay() const; ///< @return of an ACK for data in order, ticks; 1 is the least

    TcpLinux24ReceiverOptions m_options; ///< host and connection
    const TcpLinuxRttEstimator* m_rtt;   ///< rto
    uint32_t m_ato{0};                   ///< see GetAto; 0: nothing received yet
    TcpTick m_lastReceived{0};           ///< lrcvtime
    uint32_t m_bytesReceived{0};         ///< bytes_rcv: payload since the last ACK
    bool m_pushed{false};                ///< the last segment in order had PSH
    bool m_scheduled{false};             ///< ack_backlog
    bool m_immediate{false};             ///< an ACK must leave now
    bool m_outOfOrder{false};            ///< and be repeated
    std::optional<TcpTick> m_repeat;     ///< when, once the first one has left
    std::optional<TcpTick> m_timer;      ///< delack_timer
};

} // namespace ns3

#endif // TCP_LINUX20_ACK_POLICY_H
