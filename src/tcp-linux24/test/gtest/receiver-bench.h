// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RECEIVER_BENCH_H
#define RECEIVER_BENCH_H

#include "ns3/tcp-linux24-receiver.h"
#include "ns3/tcp-linux24-rtt-estimator.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

namespace ns3
{

/// @param stream to print on
/// @param range what
/// @return the stream
inline std::ostream&
operator<<(std::ostream& stream, const TcpRange& range)
{
    return stream << "[" << range.start << "," << range.end << ")";
}

/// What an ACK says, in segments of 1448 bytes.
struct SentAck
{
    TcpOffset number;            ///< acknowledgment number
    std::vector<TcpRange> sacks; ///< SACK blocks
    std::optional<TcpTick> echo; ///< TSecr
    uint32_t window;             ///< offered, bytes
};

/**
 * A receiver on a LAN (srtt 1 tick, rto 21) and the host around it: segments are numbered, tick 10
 * ms, the reader takes everything after the ACK decision.
 */
class ReceiverBench
{
  public:
    static constexpr uint32_t MSS = 1448;
    /// Segments that a fresh receiver acknowledges one by one (TV37).
    static constexpr TcpOffset START_UP = 23;

    explicit ReceiverBench(const TcpLinux24ReceiverOptions& options = {})
        : m_rtt(TcpLinux24Options{.ticksPerSecond = options.ticksPerSecond}),
          m_receiver(options, m_rtt)
    {
        m_rtt.AddSample(1, 0, 0);
    }

    /// Past the start-up of TV37: quick 0, ato 4, window 63712; segments count from here.
    void WarmUp(int64_t milliseconds = 20000)
    {
        for (TcpOffset k = 0; k < START_UP; ++k)
        {
            Data(k, milliseconds);
        }
        m_base = START_UP;
    }

    /// Segment k arrives.
    /// @return the ACK sent at once, by the decision or by the reader
    std::optional<SentAck> Data(TcpOffset k,
                                int64_t milliseconds,
                                std::optional<TcpTick> timestamp = std::nullopt,
                                bool push = false)
    {
        TcpLinux24Arrival arrival{.start = (m_base + k) * MSS, .length = MSS};
        arrival.timestamp = timestamp;
        arrival.push = push;
        return Arrive(arrival, milliseconds);
    }

    /// A segment arrives.
    /// @return the ACK sent at once, by the decision or by the reader
    std::optional<SentAck> Arrive(const TcpLinux24Arrival& arrival, int64_t milliseconds)
    {
        const TcpTick now = GetTick(milliseconds);
        m_fate = m_receiver.Check(arrival, now);
        if (m_fate != TcpLinux24Fate::ACCEPTED)
        {
            return m_fate == TcpLinux24Fate::NOTHING ? std::nullopt : std::optional(Acknowledge());
        }
        m_fate = m_receiver.Receive(arrival, now);
        std::optional<SentAck> ack;
        if (m_receiver.DecideAck(now) == TcpLinux24AckDue::NOW)
        {
            ack = Acknowledge();
        }
        if (m_isReading && m_receiver.Read(m_receiver.GetReadable()))
        {
            ack = Acknowledge();
        }
        return ack;
    }

    /// The timer fires.
    /// @return the ACK it sends
    std::optional<SentAck> Timer(int64_t milliseconds)
    {
        return m_receiver.OnTimer(GetTick(milliseconds)) ? std::optional(Acknowledge())
                                                         : std::nullopt;
    }

    /// @return time for which the timer is set, ms; -1 if it does not run
    int64_t GetTimer() const
    {
        return m_receiver.GetTimer() ? int64_t{*m_receiver.GetTimer()} * 10 : -1;
    }

    SentAck Acknowledge()
    {
        SentAck ack{ToSegments(m_receiver.GetRcvNxt()),
                    {},
                    m_receiver.GetEcho(),
                    m_receiver.GetWindow()};
        for (const TcpRange& block : m_receiver.GetSacks())
        {
            ack.sacks.push_back({ToSegments(block.start), ToSegments(block.end)});
        }
        m_receiver.AckSent();
        return ack;
    }

    void SetReading(bool isReading)
    {
        m_isReading = isReading;
    }

    TcpLinux24Fate GetFate() const
    {
        return m_fate;
    }

    TcpLinux24Receiver& Get()
    {
        return m_receiver;
    }

    static TcpTick GetTick(int64_t milliseconds)
    {
        return static_cast<TcpTick>(milliseconds / 10);
    }

  private:
    TcpOffset ToSegments(TcpOffset position) const
    {
        return position / MSS - m_base;
    }

    TcpLinux24RttEstimator m_rtt;
    TcpLinux24Receiver m_receiver;
    TcpLinux24Fate m_fate{TcpLinux24Fate::NOTHING};
    TcpOffset m_base{0};
    bool m_isReading{true};
};

} // namespace ns3

#endif // RECEIVER_BENCH_H
