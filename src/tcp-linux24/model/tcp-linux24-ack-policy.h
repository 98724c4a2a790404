// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_ACK_POLICY_H
#define TCP_LINUX24_ACK_POLICY_H

#include "tcp-linux24-receiver-options.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// Whether an ACK is to be sent.
enum class TcpLinux24AckDue
{
    NONE,    ///< nothing to acknowledge
    NOW,     ///< send one
    DELAYED, ///< the timer runs, see TcpLinux24Receiver::GetTimer()
};

/**
 * @ingroup tcp-linux24
 * When a receiver acknowledges: quick ACKs at the start and after trouble, one ACK for two segments
 * later, a timer that follows the gaps between segments (net/ipv4/tcp_input.c: tcp_measure_rcv_mss,
 * tcp_event_data_recv, __tcp_ack_snd_check; net/ipv4/tcp_output.c: tcp_send_delayed_ack;
 * net/ipv4/tcp_timer.c: tcp_delack_timer; net/ipv4/tcp.c: cleanup_rbuf).
 */
class TcpLinux24AckPolicy
{
  public:
    /// What the decision about an ACK depends on beside the policy's own state.
    struct Situation
    {
        TcpOffset rcvNxt;  ///< next position expected
        TcpOffset rcvWup;  ///< acknowledgement number last sent
        bool isWindowKept; ///< the window that can be offered is not below the last one
        bool hasHoles;     ///< something is out of order
    };

    /// @param options host and connection @param rtt the sender's estimator; outlives the policy
    TcpLinux24AckPolicy(const TcpLinux24ReceiverOptions& options,
                        const TcpLinux24RttEstimator& rtt);

    /// @name Events
    /// @{
    /**
     * Payload came in order.
     * @param length payload, bytes
     * @param sackOptionBytes option bytes beside timestamps
     * @param isRemnant PSH, URG or FIN is set
     * @param rcvWnd window last offered, bytes
     * @param now the present
     */
    void DataReceived(uint32_t length,
                      uint32_t sackOptionBytes,
                      bool isRemnant,
                      uint32_t rcvWnd,
                      TcpTick now);
    /// A FIN came in order. @param isLocalClosed the own FIN has been sent
    void FinReceived(bool isLocalClosed);
    /// Acknowledge what comes at once for a while. @param rcvWnd window last offered, bytes
    void EnterQuickMode(uint32_t rcvWnd);
    /// The limit of the window was raised: the peer should hear of it.
    void WindowGrew();
    /// Less than half of the buffer is free: ACKs would only make it worse.
    void MemoryScarce();
    /// Something out of the ordinary came: it waits for an ACK, and that is not skipped.
    void Schedule();
    /// The next ACK is not skipped: a hole is being filled.
    void ForbidSkip();
    /// The last hole is closed.
    void HolesClosed();
    /// An ACK left.
    void AckSent();
    /// Data left. @param now the present
    void DataSent(TcpTick now);
    /// @}

    /// @name Decisions
    /// @{
    /// @param situation of the receiver @param now the present @return whether to send an ACK
    TcpLinux24AckDue Decide(const Situation& situation, TcpTick now);
    /// @param situation of the receiver @param isEmptied a read emptied the buffer @return whether
    /// the read sends an ACK
    bool DecideAtRead(const Situation& situation, bool isEmptied) const;
    /// The timer fired. @param now the present @return whether to send an ACK
    bool OnTimer(TcpTick now);
    /// The timer fired while a process held the socket. @param now the present
    void OnTimerBlocked(TcpTick now);
    /// @}

    std::optional<TcpTick> GetTimer() const; ///< @return tick at which the timer fires
    uint32_t GetRcvMss() const;              ///< @return ack.rcv_mss, bytes
    uint32_t GetQuick() const;               ///< @return ack.quick, ACKs
    uint32_t GetAto() const;                 ///< @return ack.ato, ticks
    bool IsPingpong() const;                 ///< @return ack.pingpong
    bool IsScheduled() const;                ///< @return something waits for an ACK
    uint32_t GetSkipped() const;             ///< @return ACKs skipped so far

  private:
    void MeasureSegment(uint32_t length, uint32_t sackOptionBytes, bool isRemnant);
    void MeasureGap(uint32_t rcvWnd, TcpTick now);
    void RaiseQuick(uint32_t rcvWnd);
    bool IsDue(const Situation& situation) const;
    bool Skip(const Situation& situation);
    uint32_t GetDelay() const;
    TcpLinux24AckDue Delay(TcpTick now);

    TcpLinux24ReceiverOptions m_options; ///< host and connection
    const TcpLinux24RttEstimator* m_rtt; ///< srtt and rto
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
    bool m_blocked{false};               ///< the timer found the socket busy
    std::optional<TcpTick> m_timer;      ///< TCP_ACK_TIMER and its timeout
    bool m_mustNotSkip{false};           ///< the next ACK is not skipped
    uint32_t m_skippedInRow{0};          ///< ACKs skipped since the last one sent
    uint32_t m_skipped{0};               ///< see GetSkipped
    TcpOffset m_lastSkip{0};             ///< next position expected when an ACK was skipped
};

} // namespace ns3

#endif // TCP_LINUX24_ACK_POLICY_H
