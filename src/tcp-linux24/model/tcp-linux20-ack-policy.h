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
 *
 * The delay begins at 330 ms and follows the gaps between segments, 500 ms at most, or 20 ms if the
 * last segment had PSH. Events that it does not override have no effect in this kernel: there is no
 * quick mode, no pingpong, and no memory rule. A segment out of order is acknowledged at once and a
 * second time when the retransmission timeout has passed.
 */
class TcpLinux20AckPolicy : public TcpLinuxAckPolicy
{
  public:
    /// @param options host and connection
    /// @param rtt the sender's estimator; outlives the policy
    TcpLinux20AckPolicy(const TcpLinux24ReceiverOptions& options, const TcpLinuxRttEstimator& rtt);

    /**
     * tcp_delack_estimator(): half of the old delay and the new gap; a gap longer than the RTO is a
     * pause and says nothing.
     * @param length payload, bytes
     * @param now the present
     */
    void SegmentArrived(uint32_t length, TcpTick now) override;
    /**
     * @param length not used
     * @param sackOptionBytes not used
     * @param isRemnant PSH, URG or FIN is set, which shortens the delay
     * @param rcvWnd not used
     * @param now not used
     */
    void DataReceived(uint32_t length,
                      uint32_t sackOptionBytes,
                      bool isRemnant,
                      uint32_t rcvWnd,
                      TcpTick now) override;
    /**
     * tcp_fin(): acknowledged at once.
     * @param isLocalClosed not used
     */
    void FinReceived(bool isLocalClosed) override;
    /// An ACK leaves at the next Decide(), without a delay.
    void Schedule() override;
    /// tcp_queue(): acknowledged at once, and once more when the timeout has passed.
    void OutOfOrder() override;
    /**
     * Settles what was due, but for the repetition of an ACK out of order (OutOfOrder()), whose
     * timer begins.
     */
    void AckSent() override;
    /**
     * @param situation not used
     * @param now the present
     * @return NONE, NOW or DELAYED; an earlier deadline stays
     */
    TcpLinux24AckDue Decide(const Situation& situation, TcpTick now) override;
    /**
     * Reading causes an ACK only by the window that it opens.
     * @param situation not used
     * @param isEmptied not used
     * @return false
     */
    bool DecideAtRead(const Situation& situation, bool isEmptied) const override;
    /**
     * @param now the present
     * @return whether to send an ACK: the delay has passed, or the ACK of a segment out of order is
     * repeated
     */
    bool OnTimer(TcpTick now) override;
    /// @return tick at whose start a delayed or repeated ACK is due; none if no timer runs
    std::optional<TcpTick> GetTimer() const override;
    /// @return data bytes of the own full segment: this kernel does not measure those of the peer
    uint32_t GetRcvMss() const override;
    uint32_t GetAto() const override;  ///< @return ato, ticks; 0 before the first payload
    bool IsScheduled() const override; ///< @return whether an ACK is owed

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
