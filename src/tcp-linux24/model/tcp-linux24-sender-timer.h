// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_TIMER_H
#define TCP_LINUX24_SENDER_TIMER_H

#include "tcp-linux24-options.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The one timer of a connection's sending half, which either retransmits or probes a closed window
 * (struct sock: timer and pending; net/ipv4/tcp_timer.c, include/net/tcp.h: tcp_reset_xmit_timer),
 * and the patience with a peer that does not answer. What is done when it fires is the sender's
 * decision.
 */
class TcpLinux24SenderTimer
{
  public:
    /// @param options the kernel
    /// @param rtt where the RTO comes from; outlives the timer
    TcpLinux24SenderTimer(const TcpLinux24Options& options, const TcpLinux24RttEstimator& rtt);

    /// @return tick at whose start it fires, if it runs
    std::optional<TcpTick> Get() const
    {
        return m_deadline;
    }

    /// @return whether it probes the window, or did so when it ran last
    bool IsProbe() const
    {
        return m_isProbe;
    }

    /// It fires no more.
    void Stop();

    /// @name Retransmission
    /// @{
    /**
     * It retransmits after the RTO.
     * @param now the present
     */
    void StartRetransmission(TcpTick now);
    /// The link queue refused a retransmission: it is tried again soon.
    /// @param now the present
    void RetrySoon(TcpTick now);
    /// @return after how many timeouts in a row the connection is given up (tcp_retries2,
    /// tcp_orphan_retries)
    uint32_t GetMostRetries() const;
    /// @param now the present
    /// @param lastAck when the peer was last heard of
    /// @return whether a peer whose window is closed has been silent for too long
    bool IsSilentTooLong(TcpTick now, TcpTick lastAck) const;
    /// A timeout has passed: probes of a closed window go on from its interval.
    void CountTimeout();
    /// The round trip was measured: the interval of probes starts from the RTO again.
    void ResetBackoff();
    /// The application has closed: there is less patience from now on (tcp_orphan_retries).
    void Orphan();
    /// @return whether it has
    bool IsOrphan() const;
    /// @}

    /// @name Probes of a closed window
    /// @{
    /**
     * It probes after the RTO, if it does not run.
     * @param now the present
     */
    void StartProbing(TcpTick now);
    /// @return whether the peer has left too many probes unanswered
    bool IsProbedEnough() const;
    /// A probe left: the next one follows after twice the interval.
    /// @param now the present
    void ProbeSent(TcpTick now);
    /// The link queue refused a probe: it is tried again soon.
    /// @param now the present
    void ProbeRefused(TcpTick now);
    /// An ACK has come while nothing is outstanding.
    void CountAnswer();
    /// The peer answers that the window stays closed: the next probe is due one interval after this
    /// answer (tcp_ack_probe).
    /// @param now the present
    void ContinueProbing(TcpTick now);
    /// The window is open again: no probe is needed.
    void EndProbing();
    /// The window has room for a part of a segment, which was sent instead of a probe.
    void ForgetProbes();
    /// @}

  private:
    /**
     * tcp_orphan_retries()
     * @param interval present interval of probes or timeouts, ticks
     * @return how many of them are worth it
     */
    uint32_t GetMostRetries(uint64_t interval) const;
    /**
     * tcp_send_probe0()
     * @param now the present
     * @param most longest interval, ticks
     */
    void SetProbe(TcpTick now, uint32_t most);

    const TcpLinux24RttEstimator& m_rtt; ///< the RTO
    uint32_t m_ticksPerSecond;           ///< HZ
    uint32_t m_retries;                  ///< tcp_retries2
    uint32_t m_orphanRetries;            ///< tcp_orphan_retries
    bool m_orphan{false};                ///< see Orphan
    std::optional<TcpTick> m_deadline;   ///< see Get
    bool m_isProbe{false};               ///< see IsProbe
    uint32_t m_probes{0};                ///< probes_out: probes without an answer
    uint32_t m_backoff{0};               ///< doublings of the probe interval
};

} // namespace ns3

#endif // TCP_LINUX24_SENDER_TIMER_H
