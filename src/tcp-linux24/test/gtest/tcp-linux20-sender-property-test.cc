// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What must hold for the Linux 2.0.32 sender on any path: everything arrives, the counters agree
// with the queue, no new data leaves during a retransmission, a timer runs.

#include "tcp-linux20-test-host.h"
#include "tcp-linux24-simple-receiver.h"

#include "ns3/tcp-linux20-sender.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1460;
constexpr uint32_t SEGMENTS = 60;
constexpr uint64_t SEEDS = 60;
constexpr int64_t START = 10000;         ///< ms
constexpr int64_t DELAY = 6;             ///< one way, ms
constexpr int64_t DELAYED_ACK = 40;      ///< ms
constexpr int64_t TICK = 10;             ///< ms
constexpr int64_t MOST_TIME = 360000000; ///< for a transfer, ms

/// What the path does.
struct PathSetup
{
    uint64_t seed{1};               ///< of everything drawn at random
    uint32_t loss{0};               ///< percent of segments and of ACKs
    uint32_t linkQueue{0};          ///< percent of the retransmissions that find the segment there
    uint64_t lost{0};               ///< one segment lost, counted from 1, without SYN; 0: none
    uint64_t lossPeriod{0};         ///< each so many segments one is lost; 0: none
    uint32_t window{22 * MSS};      ///< of the peer, bytes
    uint32_t bytes{SEGMENTS * MSS}; ///< transferred
    uint32_t writeSize{0};          ///< bytes of a write; 0: all at once
    bool noDelay{false};            ///< TCP_NODELAY
};

/// A whole transfer with SYN and FIN over a path that loses segments and ACKs.
class Path : public TcpLinux20TestHost
{
  public:
    explicit Path(const PathSetup& setup)
        : m_setup(setup),
          m_random(setup.seed),
          m_receiver({.sack = false, .timestamps = false, .window = setup.window}),
          m_sender(MakeOptions(setup), *this)
    {
    }

    void Run()
    {
        m_sender.Connect(GetTick());
        while (m_sender.GetSndUna() < GetEnd() && !::testing::Test::HasFailure())
        {
            const auto timer = m_sender.GetTimer();
            const int64_t expiry = timer ? std::max(*timer * TICK, m_now) : INT64_MAX;
            if (m_events.empty() || expiry <= m_events.begin()->first)
            {
                ASSERT_TRUE(timer.has_value()) << "nothing will ever happen again";
                m_now = expiry;
                m_sender.OnTimer(GetTick());
            }
            else
            {
                const auto event = m_events.extract(m_events.begin());
                m_now = event.key();
                event.mapped()();
            }
            Check();
            ASSERT_LT(m_now, START + MOST_TIME) << "the transfer takes too long";
        }
        EXPECT_EQ(m_receiver.GetNext(), GetEnd());
        EXPECT_EQ(m_sender.GetPacketsOut(), 0u);
        EXPECT_TRUE(m_sender.GetQueue().empty());
        EXPECT_FALSE(m_sender.GetTimer().has_value());
    }

    uint64_t GetRetransmissions() const
    {
        return m_retransmissions;
    }

    // TcpLinuxSenderHost
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override
    {
        EXPECT_LE(segment.GetDataLength(), MSS);
        EXPECT_GT(segment.GetLength(), 0u) << "the window never closes";
        if (!retransmission && !segment.syn)
        {
            EXPECT_EQ(segment.start, m_newest) << "new data out of order";
            EXPECT_LE(segment.end - segment.fin, m_sender.GetWindowEnd());
            EXPECT_TRUE(m_sender.GetRetransmits() == 0 || segment.fin);
            m_newest = segment.end;
        }
        m_retransmissions += retransmission.has_value();
        m_sent += !segment.syn;
        const bool chosen =
            m_sent == m_setup.lost || (m_setup.lossPeriod > 0 && m_sent % m_setup.lossPeriod == 0);
        if (!Draw(m_setup.loss) && (segment.syn || !chosen))
        {
            m_events.emplace(m_now + DELAY, [this, segment] { Receive(segment); });
        }
        return TcpLinux24Transmit::SENT;
    }

    bool IsInLinkQueue(const TcpLinux24Segment&) const override
    {
        return Draw(m_setup.linkQueue);
    }

    void GaveUp() override
    {
        ADD_FAILURE() << "the sender gave up";
    }

  private:
    static TcpLinux20Options MakeOptions(const PathSetup& setup)
    {
        // So many timeouts in one episode are rare, but not in thousands of transfers.
        return {.noDelay = setup.noDelay, .synRetries = 1000, .retries = 1000};
    }

    bool Draw(uint32_t percent) const
    {
        return percent > 0 && m_random() % 100 < percent;
    }

    void Receive(const TcpLinux24Segment& segment)
    {
        if (const auto ack = m_receiver.Receive(segment, GetTick()))
        {
            SendAck(*ack);
            return;
        }
        m_events.emplace(m_now + DELAYED_ACK, [this] {
            if (m_receiver.IsAckDelayed())
            {
                SendAck(m_receiver.MakeAck());
            }
        });
    }

    void SendAck(const TcpLinux24Ack& ack)
    {
        if (!Draw(m_setup.loss))
        {
            m_events.emplace(m_now + DELAY, [this, ack] { ReceiveAck(ack); });
        }
    }

    void ReceiveAck(const TcpLinux24Ack& ack)
    {
        const bool established = m_sender.GetSndUna() >= 0;
        m_sender.OnAck(ack, GetTick());
        if (!established)
        {
            WriteNext();
        }
    }

    void WriteNext()
    {
        const uint32_t rest = m_setup.bytes - m_written;
        const uint32_t bytes = m_setup.writeSize == 0 ? rest : std::min(rest, m_setup.writeSize);
        m_sender.Write(bytes, GetTick());
        m_written += bytes;
        if (m_written == m_setup.bytes)
        {
            m_sender.Close(GetTick());
            return;
        }
        m_events.emplace(m_now + static_cast<int64_t>(m_random() % 20), [this] { WriteNext(); });
    }

    void Check() const
    {
        SCOPED_TRACE("at " + std::to_string(m_now) + " ms, una " +
                     std::to_string(m_sender.GetSndUna()));
        const auto& queue = m_sender.GetQueue();
        TcpOffset position = queue.empty() ? 0 : queue.front().start;
        EXPECT_LE(position, m_sender.GetSndUna());
        uint32_t sent = 0;
        for (const auto& segment : queue)
        {
            EXPECT_EQ(segment.start, position) << "a gap in the queue";
            EXPECT_GT(segment.end, m_sender.GetSndUna()) << "kept though acknowledged";
            position = segment.end;
            sent += segment.end <= m_sender.GetSndNxt();
        }
        EXPECT_LE(m_sender.GetPacketsOut(), sent);
        EXPECT_GE(m_sender.GetCwnd(), 1u);
        EXPECT_EQ(m_sender.GetTimer().has_value(), !queue.empty());
        if (m_sender.GetRetransmits() == 0)
        {
            EXPECT_EQ(m_sender.GetPacketsOut(), sent);
        }
    }

    TcpTick GetTick() const
    {
        return static_cast<TcpTick>(m_now / TICK);
    }

    TcpOffset GetEnd() const
    {
        return TcpOffset{m_setup.bytes} + 1;
    }

    PathSetup m_setup;
    mutable std::mt19937_64 m_random;
    TcpLinux24SimpleReceiver m_receiver;
    TcpLinux20Sender m_sender;
    std::multimap<int64_t, std::function<void()>> m_events; ///< by time, ms
    int64_t m_now{START};                                   ///< ms
    TcpOffset m_newest{0};                                  ///< end of what was sent at least once
    uint32_t m_written{0};                                  ///< bytes
    uint64_t m_sent{0};                                     ///< without SYNs
    uint64_t m_retransmissions{0};
};

void
RunSeeds(PathSetup setup)
{
    for (setup.seed = 1; setup.seed <= SEEDS && !::testing::Test::HasFailure(); ++setup.seed)
    {
        SCOPED_TRACE("seed " + std::to_string(setup.seed));
        Path(setup).Run();
    }
}

} // namespace

TEST(TcpLinux20SenderProperty, PerfectPathNeedsNoRetransmission)
{
    Path path{{}};
    path.Run();
    EXPECT_EQ(path.GetRetransmissions(), 0u);
}

TEST(TcpLinux20SenderProperty, EachSegmentLostOnce)
{
    for (uint64_t lost = 1; lost <= SEGMENTS + 1 && !HasFailure(); ++lost)
    {
        SCOPED_TRACE("loss of segment " + std::to_string(lost));
        Path path{{.lost = lost}};
        path.Run();
        EXPECT_GE(path.GetRetransmissions(), 1u);
    }
}

TEST(TcpLinux20SenderProperty, PeriodicLoss)
{
    for (uint64_t period = 2; period <= SEGMENTS && !HasFailure(); ++period)
    {
        SCOPED_TRACE("each segment number " + std::to_string(period) + " lost");
        Path(PathSetup{.lossPeriod = period}).Run();
        Path(PathSetup{.lossPeriod = period, .window = 11 * MSS}).Run();
    }
}

TEST(TcpLinux20SenderProperty, RandomLossBothWays)
{
    for (uint32_t percent = 1; percent <= 20; ++percent)
    {
        SCOPED_TRACE(std::to_string(percent) + " percent");
        RunSeeds({.loss = percent});
    }
}

TEST(TcpLinux20SenderProperty, LossLinkQueueAndSmallWrites)
{
    for (const uint32_t size : {100U, 700U, 2000U, 9000U})
    {
        for (const bool noDelay : {false, true})
        {
            SCOPED_TRACE(std::to_string(size) + " bytes, TCP_NODELAY " + std::to_string(noDelay));
            RunSeeds({.loss = 5,
                      .linkQueue = 20,
                      .window = 4 * MSS + 77,
                      .bytes = 40 * size + 13,
                      .writeSize = size,
                      .noDelay = noDelay});
        }
    }
}
