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
 * The sending half of a TCP connection as in Linux 2.4, in plain C++: which segment leaves
 * when (net/ipv4/tcp_output.c, tcp_timer.c, the first half of tcp_ack in tcp_input.c). Its parts
 * know the rest: the TcpLinux24Writer how writes become segments, the TcpLinux24Scoreboard what
 * became of those that were sent, the TcpLinux24PeerWindow what the peer has room for, the
 * TcpLinux24Congestion how many may be under way, and the TcpLinux24SenderTimer when to lose
 * patience.
 */
class TcpLinux24Sender : public TcpLinuxSender
{
  public:
    /// @param options the kernel
    /// @param host below, outlives the sender
    TcpLinux24Sender(const TcpLinux24Options& options, TcpLinuxSenderHost& host);

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
    void WriteMore(uint32_t bytes, TcpTick now) override;
    bool SetCork(bool cork, TcpTick now) override;
    void PushPending(TcpTick now) override;
    void GrowSendBuffer(uint32_t most, TcpTick now) override;
    void SetNoDelay(bool noDelay) override;
    void OnAck(const TcpLinux24Ack& ack, TcpTick now) override;
    void OnLocalDrop(TcpTick now) override;
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
    void Push(TcpTick now);
    bool SendFirst(TcpTick now);
    bool MaySend(const TcpLinux24Segment& segment, bool ignoreNagle) const;
    bool MaySendNow() const;
    uint32_t GetCurrentMss() const;
    TcpOffset GetWindowEnd() const;
    /// @}

    /// @name ACKs
    /// @{
    void RemoveAcknowledged(TcpLinux24AckEvent& event, TcpTick now);
    void TakeSample(int32_t ticks, TcpTick now);
    void OnProbeAnswered(TcpTick now);
    /// @}

    /// @name Old data, and the timer
    /// @{
    void OnRetransmissionTimeout(TcpTick now);
    void RetransmitQueue(TcpTick now);
    void RetransmitForward(TcpTick now);
    Outcome Retransmit(size_t index, TcpLinux24Retransmission reason, TcpTick now);
    void Probe(TcpTick now);
    bool SendWhatFits(TcpOffset room, TcpTick now);
    bool SendEmptyProbe(TcpTick now);
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
