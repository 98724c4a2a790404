// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ONE_WAY_TCP_SENDER_H
#define ONE_WAY_TCP_SENDER_H

#include <cstdint>
#include <functional>
#include <optional>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::OneWayTcpSender declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The sender of ns-2's one-way TCP (Agent/TCP, Agent/TCP/Reno, Agent/TCP/Newreno), as releases of
 * 2004 have it. It differs from the sockets of ns-3 and of Linux in what decides a transfer that
 * loses a packet in thirty: windows, sequence numbers and ACKs count packets; there is neither SACK
 * nor a timestamp; one packet at a time is timed, in ticks of 10 ms; the timeout is 1 s at least
 * and stays doubled until a new packet has been timed.
 *
 * Packet 0 is the SYN, data are packets 1, 2, and so on. Times are seconds.
 */
class OneWayTcpSender
{
  public:
    /// What three duplicate ACKs lead to.
    enum class Variant
    {
        TAHOE,   ///< Agent/TCP: slow start from the packet that is missing
        RENO,    ///< fast recovery, which the first new ACK ends
        NEWRENO, ///< fast recovery, which an ACK of all that was sent before ends
    };

    /// Values of ns-2, under its names.
    struct Options
    {
        Variant variant{Variant::RENO}; ///< class of the agent
        int64_t window{20};             ///< window_, packets
        double leastTimeout{1};         ///< minrto_, s; 0.2 since 14 October 2004
        double tick{0.01};              ///< tcpTick_, s
    };

    /**
     * @param options see Options
     * @param send called with the number of each packet that is sent
     * @throws std::invalid_argument if the window is below 1 packet, tick not above 0, or a time
     * negative or longer than 1000000 s
     */
    OneWayTcpSender(const Options& options, std::function<void(int64_t)> send);

    /// Send the SYN.
    /// @param packets of data to be sent after it
    /// @param now the present
    void Start(int64_t packets, double now);
    /// An ACK came.
    /// @param number of the last packet received in order
    /// @param now the present
    void AckReceived(int64_t number, double now);
    /// The timer of GetTimer() has expired.
    /// @param now the present
    void TimerExpired(double now);

    /// @return when the retransmission timer expires; none if it does not run
    std::optional<double> GetTimer() const;
    /// @return whether all packets are acknowledged
    bool IsDone() const;
    /// @return congestion window, packets
    double GetWindow() const;
    /// @return slow-start threshold, packets
    int64_t GetThreshold() const;
    /// @return timeouts so far
    uint32_t GetTimeouts() const;
    /// @return fast retransmissions so far
    uint32_t GetFastRetransmissions() const;

  private:
    /// What last reduced the window (last_cwnd_action_).
    enum class Action
    {
        NONE,    ///< nothing yet, or NewReno's fast recovery is over
        DUPACK,  ///< three duplicate ACKs
        TIMEOUT, ///< the timer
    };

    /// @return packets that may be unacknowledged: cwnd_ and dupwnd_, at most window_
    double GetUsableWindow() const;
    /// Send packets from m_next on, as far as the usable window allows.
    /// @param now the present
    /// @param most packets of this call
    void SendMuch(double now, int64_t most);
    /// Send a new packet after a duplicate ACK, if the window plus the duplicates allows it
    /// (singledup_, RFC 3042).
    /// @param now the present
    void SendOne(double now);
    /// Send a packet and start the timer unless it runs. A new packet is timed if no other one is
    /// (output()).
    /// @param number of it
    /// @param now the present
    void Send(int64_t number, double now);
    /// An ACK of new packets came. Fast recovery ends, if there is one.
    /// @param number of the last packet received in order
    /// @param now the present
    void NewAck(int64_t number, double now);
    /// An ACK of some, but not all packets up to m_recover came to a NewReno sender in fast
    /// recovery (partialnewack()).
    /// @param number of the last packet received in order
    /// @param now the present
    void PartialAck(int64_t number, double now);
    /// An ACK repeats the number of the last one. The third such ACK tells of a loss.
    /// @param now the present
    void DuplicateAck(double now);
    /// Reduce the window and send the missing packet again; Tahoe sends all behind it again, too
    /// (dupack_action()).
    /// @param now the present
    void RecoverFromDuplicates(double now);
    /// @return whether the third duplicate ACK reduces the window; not again for packets sent
    /// before it was last reduced (bugFix_)
    bool MayRetransmitFast() const;
    /// Set the threshold to half of the usable window, at least 2 packets (slowdown()).
    /// @param window congestion window from now on, packets
    void Reduce(double window);
    /// Let the window grow by one ACK: slow start below the threshold, else congestion avoidance.
    void OpenWindow();
    /// Start the timer anew, or stop it if all that was sent is acknowledged (newtimer()).
    /// @param now the present
    void RestartTimer(double now);
    /// If the ACK covers the packet that is timed, measure the round trip and end the backoff
    /// (rtt_update()).
    /// @param number of the last packet received in order
    /// @param now the present
    void TakeSample(int64_t number, double now);
    /// @return timeout for the timer, s: at least minrto_, then backed off (rtt_timeout())
    double GetTimeout() const;

    Options m_options;                   ///< see the constructor
    std::function<void(int64_t)> m_send; ///< see the constructor
    int64_t m_end{0};                    ///< one past the last packet (curseq_)
    int64_t m_next{0};                   ///< packet to send next (t_seqno_)
    int64_t m_acked{-1};                 ///< last one acknowledged (highest_ack_)
    int64_t m_highest{-1};               ///< last one sent (maxseq_)
    int64_t m_recover{0};                ///< last one sent before the window was reduced (recover_)
    int64_t m_duplicates{0};             ///< ACKs in a row (dupacks_)
    int64_t m_inflation{0};              ///< of the window in fast recovery (dupwnd_)
    bool m_hasPartialAck{false};         ///< in this fast recovery (firstpartial_)
    Action m_action{Action::NONE};       ///< see Action
    double m_window{1};                  ///< cwnd_
    int64_t m_threshold;                 ///< ssthresh_
    std::optional<double> m_timer;       ///< see GetTimer
    std::optional<double> m_sampleStart; ///< when the packet that is timed was sent
    int64_t m_sampleNumber{-1};          ///< of the packet that is timed (rtt_seq_)
    int64_t m_srtt{0};                   ///< smoothed round-trip time, eighths of a tick; 0: none
    int64_t m_rttvar{0};                 ///< its variability, quarters of a tick
    double m_timeout{6};                 ///< without backoff, s (t_rtxcur_, rtxcur_init_)
    int64_t m_backoff{1};                ///< factor of the timeout (t_backoff_)
    uint32_t m_timeouts{0};              ///< see GetTimeouts
    uint32_t m_fastRetransmissions{0};   ///< see GetFastRetransmissions
};

} // namespace ns3

#endif // ONE_WAY_TCP_SENDER_H
