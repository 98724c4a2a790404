// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_CONGESTION_WINDOW_H
#define TCP_LINUX24_CONGESTION_WINDOW_H

#include "tcp-linux24-options.h"
#include "tcp-linux24-segment.h"
#include "tcp-linux26-bic.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The congestion window of Linux 2.4 and its slow start threshold: by how much they grow, shrink,
 * decay and are restored (net/ipv4/tcp_input.c: tcp_cong_avoid, tcp_cwnd_down, tcp_moderate_cwnd,
 * tcp_undo_cwr; net/ipv4/tcp_output.c: tcp_cwnd_restart, tcp_cwnd_validate; include/net/tcp.h:
 * tcp_recalc_ssthresh, tcp_current_ssthresh). When they do is the decision of TcpLinux24Congestion.
 * All windows are in segments.
 */
class TcpLinux24CongestionWindow
{
  public:
    /// @param options the kernel: BIC or not, first window and threshold, clamp, burst
    explicit TcpLinux24CongestionWindow(const TcpLinux24Options& options);

    /// @return snd_cwnd
    uint32_t Get() const
    {
        return m_cwnd;
    }

    /// @return snd_ssthresh
    uint32_t GetSsthresh() const
    {
        return m_ssthresh;
    }

    uint32_t GetCount() const;         ///< @return snd_cwnd_cnt: ACKs since the last step
    uint32_t GetPriorSsthresh() const; ///< @return prior_ssthresh; 0: there is nothing to restore
    /**
     * Three quarters of the window count as known to be good (tcp_current_ssthresh).
     * @param isReducing whether the window is being reduced, so that it says nothing
     * @return the threshold that the path deserves at present
     */
    uint32_t GetCurrentSsthresh(bool isReducing) const;

    /// The window counts as used up to now.
    /// @param now the present
    void Touch(TcpTick now);

    /// @name Growth
    /// @{
    /**
     * By the ACK: by one in slow start, else by one for every window of ACKs or as BIC says.
     * @param now the present
     */
    void Grow(TcpTick now);
    /// @param cwnd window from now on; the count of ACKs stays
    void Set(uint32_t cwnd);
    /// Begin anew.
    /// @param cwnd window from now on; the count of ACKs is 0
    void Restart(uint32_t cwnd);
    void ForgetMaximum(); ///< BIC begins anew, too
    /// @}

    /// @name Reduction
    /// @{
    /**
     * The threshold becomes half of the window, two segments at least, or what BIC says. The
     * window itself stays.
     * @param prior threshold to restore if the reduction is undone; 0: none
     */
    void LowerSsthresh(uint32_t prior);
    /// @param ssthresh threshold from now on
    void SetSsthresh(uint32_t ssthresh);
    void ForgetPriorSsthresh(); ///< The reduction will not be undone
    void ResetCount();          ///< The next step takes as many ACKs as any
    /// One segment less for every second ACK, down to half of the threshold (tcp_cwnd_down).
    /// @param inFlight segments in flight; the window is one more at most
    /// @param now the present
    void ReduceByRateHalving(uint32_t inFlight, TcpTick now);
    /// No burst leaves at once.
    /// @param inFlight segments in flight; the window is maxBurst more at most
    /// @param now the present
    void Moderate(uint32_t inFlight, TcpTick now);
    /// @param most the window is no larger
    void Limit(uint32_t most);
    /// The reduction was a mistake (tcp_undo_cwr).
    /// @param full whether the threshold is restored, too
    void Undo(bool full);
    /// @}

    /// @name Decay (RFC 2861)
    /// @{
    /**
     * Data follows after a pause: half of the window for every RTO without data.
     * @param idle since data was sent last, ticks
     * @param rto retransmission timeout, ticks
     * @param srtt smoothed round trip times 8, ticks; 0: unknown
     * @param mss data bytes of a full segment
     * @param isReducing see GetCurrentSsthresh
     * @param now the present
     * @return whether the window has become smaller
     */
    bool RestartAfterIdle(int32_t idle,
                          uint32_t rto,
                          uint32_t srtt,
                          uint32_t mss,
                          bool isReducing,
                          TcpTick now);
    /**
     * Data was sent or written: a window that was not used for an RTO shrinks half way to what was
     * used of it.
     * @param packetsOut segments sent and not acknowledged
     * @param rto retransmission timeout, ticks
     * @param mayDecay whether it is the application that does not use the window
     * @param now the present
     * @return whether the window has become smaller
     */
    bool Validate(uint32_t packetsOut, uint32_t rto, bool mayDecay, TcpTick now);
    /// @}

  private:
    uint32_t GetReducedSsthresh(); ///< @return threshold after a loss (tcp_recalc_ssthresh)
    /// @param mss data bytes of a full segment
    /// @param srtt see RestartAfterIdle
    /// @return least window after a pause (tcp_init_cwnd)
    uint32_t GetRestartCwnd(uint32_t mss, uint32_t srtt) const;

    bool m_isBic;              ///< see TcpLinux24Options::bic
    bool m_isRestartCautious;  ///< see TcpLinux24Options::cautiousRestart
    uint32_t m_ticksPerSecond; ///< HZ
    uint32_t m_clamp;          ///< snd_cwnd_clamp
    uint32_t m_maxBurst;       ///< tcp_max_burst
    TcpLinux26Bic m_bic;       ///< if the kernel has it

    uint32_t m_cwnd;             ///< see Get
    uint32_t m_ssthresh;         ///< see GetSsthresh
    uint16_t m_count{0};         ///< see GetCount
    uint16_t m_priorSsthresh{0}; ///< see GetPriorSsthresh
    uint32_t m_used{0};          ///< snd_cwnd_used
    TcpTick m_stamp{0};          ///< snd_cwnd_stamp
};

} // namespace ns3

#endif // TCP_LINUX24_CONGESTION_WINDOW_H
