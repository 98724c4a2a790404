// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The receiver against one that keeps a mark per byte, on random segments.

#include "receiver-bench.h"

#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr TcpOffset STREAM = 5000; ///< bytes, a FIN follows
constexpr uint32_t LONGEST = 700;  ///< longest segment, bytes

/// Which bytes have come, one mark each. A string searches in code of the C library, which is fast
/// although tests are compiled without optimization.
class NaiveReceiver
{
  public:
    /// @param range came
    /// @return positions that are new
    uint32_t Mark(const TcpRange& range)
    {
        const auto first = m_marks.begin() + range.start;
        const auto fresh = std::count(first, m_marks.begin() + range.end, MISSING);
        const auto length = static_cast<std::size_t>(range.end - range.start);
        m_marks.replace(static_cast<std::size_t>(range.start), length, length, CAME);
        return static_cast<uint32_t>(fresh);
    }

    TcpOffset GetNext() const
    {
        return static_cast<TcpOffset>(Find(MISSING, 0));
    }

    /// @return stretches to the right of the first hole
    std::vector<TcpRange> GetIslands() const
    {
        std::vector<TcpRange> islands;
        auto at = Find(MISSING, 0);
        while ((at = Find(CAME, at)) != m_marks.size())
        {
            const auto end = Find(MISSING, at);
            islands.push_back({static_cast<TcpOffset>(at), static_cast<TcpOffset>(end)});
            at = end;
        }
        return islands;
    }

  private:
    static constexpr char MISSING = '.';
    static constexpr char CAME = '#';

    /// @param mark sought
    /// @param from there on
    /// @return its position, the end if there is none
    std::size_t Find(char mark, std::size_t from) const
    {
        return std::min(m_marks.find(mark, from), m_marks.size());
    }

    std::string m_marks = std::string(STREAM + 1, MISSING);
};

/// Random segments near the left edge, to both receivers.
class Comparison
{
  public:
    explicit Comparison(int64_t stream)
        : m_receiver({.timestamps = false}, m_rtt)
    {
        m_random->SetStream(stream);
    }

    void Run()
    {
        for (TcpTick now = 1000; !m_receiver.IsFinReceived(); ++now)
        {
            ASSERT_LT(now, 100000u);
            Step(now);
            if (::testing::Test::HasFailure())
            {
                return;
            }
        }
        EXPECT_EQ(m_receiver.GetRcvNxt(), STREAM + 1);
        EXPECT_EQ(m_receiver.GetReadable() + m_read, STREAM);
        m_receiver.Read(m_receiver.GetReadable());
        EXPECT_EQ(m_receiver.GetMemory(), 0u);
        EXPECT_EQ(m_fates[TcpLinux24Fate::NO_MEMORY], 0);
        EXPECT_GT(m_fates[TcpLinux24Fate::DUPLICATE], 0);
        EXPECT_GT(m_compared, 0);
    }

  private:
    TcpLinux24Arrival Draw()
    {
        const TcpOffset next = m_receiver.GetRcvNxt();
        const auto start =
            static_cast<TcpOffset>(m_random->GetInteger(std::max<TcpOffset>(next - 2000, 0),
                                                        std::min<TcpOffset>(next + 4000, STREAM)));
        const auto end = std::min<TcpOffset>(start + m_random->GetInteger(0, LONGEST), STREAM);
        return {.start = start,
                .length = static_cast<uint32_t>(end - start),
                .fin = end == STREAM && m_random->GetInteger(0, 1) == 1};
    }

    void Step(TcpTick now)
    {
        const TcpLinux24Arrival arrival = Draw();
        auto fate = m_receiver.Check(arrival, now);
        if (fate == TcpLinux24Fate::ACCEPTED)
        {
            fate = m_receiver.Receive(arrival, now);
        }
        ++m_fates[fate];
        const TcpRange range{arrival.start, arrival.GetEnd()};
        if (fate == TcpLinux24Fate::ACCEPTED)
        {
            m_naive.Mark(range);
        }
        else if (fate == TcpLinux24Fate::DUPLICATE ||
                 (fate == TcpLinux24Fate::OUT_OF_WINDOW && range.end <= m_receiver.GetRcvNxt()))
        {
            EXPECT_EQ(m_naive.Mark(range), 0u) << "a duplicate brings nothing";
        }
        EXPECT_EQ(m_receiver.GetRcvNxt(), m_naive.GetNext());
        CheckDecision(fate, now);
        const auto islands = m_naive.GetIslands();
        m_hadManyIslands = !islands.empty() && (m_hadManyIslands || islands.size() > 4);
        if (m_random->GetInteger(0, 1) == 0)
        {
            m_receiver.AckSent(); // uses up the D-SACK
            CheckBlocks(fate, range, islands);
        }
        if (m_random->GetInteger(0, 3) == 0)
        {
            const auto bytes = m_random->GetInteger(0, m_receiver.GetReadable());
            m_read += bytes;
            m_receiver.Read(bytes);
        }
        const TcpOffset promised = m_receiver.GetRcvWup() + m_receiver.GetRcvWnd();
        EXPECT_GE(promised, m_promised) << "the window does not shrink";
        EXPECT_GE(m_receiver.GetRcvNxt() + m_receiver.GetWindow(), promised);
        m_promised = promised;
    }

    void CheckDecision(TcpLinux24Fate fate, TcpTick now)
    {
        const auto due = m_receiver.DecideAck(now);
        const bool isHalfFull = m_receiver.GetMemory() > 40000; // then there are no quick ACKs
        if ((fate == TcpLinux24Fate::DUPLICATE && !isHalfFull) ||
            (fate == TcpLinux24Fate::ACCEPTED && !m_naive.GetIslands().empty()))
        {
            EXPECT_EQ(due, TcpLinux24AckDue::NOW);
        }
        if (due == TcpLinux24AckDue::DELAYED)
        {
            EXPECT_TRUE(m_receiver.GetTimer());
        }
    }

    void CheckBlocks(TcpLinux24Fate fate,
                     const TcpRange& range,
                     const std::vector<TcpRange>& islands)
    {
        const auto blocks = m_receiver.GetSacks();
        for (const TcpRange& block : blocks)
        {
            EXPECT_TRUE(std::any_of(islands.begin(), islands.end(), [&](const TcpRange& island) {
                return island.start <= block.start && block.end <= island.end;
            })) << block;
        }
        if (fate == TcpLinux24Fate::ACCEPTED && range.start > m_receiver.GetRcvNxt())
        {
            ASSERT_FALSE(blocks.empty());
            EXPECT_LE(blocks.front().start, range.start) << "newest first";
            EXPECT_GE(blocks.front().end, range.end);
        }
        if (!m_hadManyIslands && islands.size() < 4)
        {
            std::vector<TcpRange> sorted(blocks.begin(), blocks.end());
            std::sort(sorted.begin(), sorted.end(), [](const TcpRange& a, const TcpRange& b) {
                return a.start < b.start;
            });
            EXPECT_EQ(sorted, islands);
            ++m_compared;
        }
    }

    TcpLinux24RttEstimator m_rtt{TcpLinux24Options{}};
    TcpLinux24Receiver m_receiver;
    NaiveReceiver m_naive;
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
    std::map<TcpLinux24Fate, int> m_fates;
    bool m_hadManyIslands{false};
    int m_compared{0};
    uint64_t m_read{0};
    TcpOffset m_promised{0};
};

} // namespace

TEST(TcpLinux24ReceiverProperty, EveryByteOnceAndEveryIslandReported)
{
    for (int64_t stream = 0; stream < 40; ++stream)
    {
        SCOPED_TRACE(stream);
        Comparison(stream).Run();
        if (HasFailure())
        {
            return;
        }
    }
}
