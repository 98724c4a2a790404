// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_LOSSY_PATH_H
#define TCP_LINUX24_LOSSY_PATH_H

#include "tcp-linux24-simple-receiver.h"
#include "tcp-linux24-test-host.h"

#include "ns3/tcp-linux24-sender.h"

#include <functional>
#include <map>
#include <random>
#include <set>

namespace ns3
{

/// @ingroup tcp-linux24
/// What a path does to segments and ACKs.
struct TcpLinux24PathSetup
{
    uint64_t seed{1};            ///< of everything drawn at random
    uint32_t dataLoss{0};        ///< percent of the segments
    uint32_t ackLoss{0};         ///< percent of the ACKs
    uint32_t duplication{0};     ///< percent of either, delivered twice
    uint32_t reordering{0};      ///< percent of either, delayed by up to 60 ms more
    std::set<uint64_t> losses{}; ///< segments lost, counted from 1 in the order of sending, no SYN
    uint32_t lossPeriod{0};      ///< each so many segments one is lost; 0: none
    uint32_t mtuPeriod{0};       ///< each so many segments the path MTU changes; 0: never
    uint32_t linkQueue{0};       ///< packets that the link queue holds; 0: no link queue
    uint32_t bytes{60 * 1448};   ///< transferred
    uint32_t writeSize{0};       ///< bytes of a write; 0: all at once
    bool close{false};           ///< a FIN follows
    TcpLinux24Options options{}; ///< the sender's kernel
    TcpLinux24ReceiverSetup peer{}; ///< the receiver
};

/**
 * @ingroup tcp-linux24
 * A whole transfer over a path that loses, doubles and reorders what is sent. After each call of
 * the sender the test fails if one of its invariants does not hold.
 */
class TcpLinux24LossyPath : public TcpLinux24TestHost
{
  public:
    /// @param setup the path
    explicit TcpLinux24LossyPath(const TcpLinux24PathSetup& setup);

    /// Transfer everything. Ends with the last ACK, or when a check fails.
    void Run();

    /// @return segments sent again
    uint64_t GetRetransmissions() const;
    /// @return expiries of the retransmission timer
    uint64_t GetTimeouts() const;
    /// @return segments that the path MTU was too small for
    uint64_t GetTooLong() const;
    /// @return segments that the link queue refused
    uint64_t GetRefusals() const;

    // TcpLinuxSenderHost
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override;
    uint32_t GetMemoryBelow() const override;
    bool IsWriterSleeping() const override;
    void StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason) override;

  private:
    bool Draw(uint32_t percent);
    bool IsLost(const TcpLinux24Segment& segment);
    bool IsTooLong(const TcpLinux24Segment& segment);
    void ChangeMss(uint32_t mss);
    uint32_t GetQueued() const;
    void Deliver(int64_t delay, const std::function<void()>& arrival);
    void Receive(const TcpLinux24Segment& segment, TcpTick tsval);
    void SendAck(const TcpLinux24Ack& ack);
    void ReceiveAck(const TcpLinux24Ack& ack);
    void WriteNext();
    void Expire();
    void Check();
    void CheckQueue();
    void CheckTimer();
    TcpTick GetTick() const;
    TcpOffset GetEnd() const;

    TcpLinux24PathSetup m_setup;
    std::mt19937_64 m_random;
    TcpLinux24SimpleReceiver m_receiver;
    TcpLinux24Sender m_sender;
    std::multimap<int64_t, std::function<void()>> m_events; ///< by time, ms
    int64_t m_now;                                          ///< ms
    int64_t m_linkFree{0}; ///< when the link has sent what it holds, ms
    bool m_established{false};
    uint32_t m_written{0};    ///< bytes
    uint64_t m_sent{0};       ///< without SYNs
    uint32_t m_pathMss{1448}; ///< what fits the path, bytes
    uint64_t m_retransmissions{0};
    uint64_t m_tooLong{0};
    uint64_t m_timeouts{0};
    uint64_t m_refusals{0};
};

} // namespace ns3

#endif // TCP_LINUX24_LOSSY_PATH_H
