// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/time-sequence.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

using Rows = std::vector<std::vector<double>>;

constexpr double SEGMENT{0};
constexpr double RETRANSMISSION{1};
constexpr double ACK{2};
constexpr double WINDOW{3};
constexpr double SACK{4};

TEST(TimeSequence, OffsetsBeginBehindTheSyn)
{
    TimeSequence sequence;
    sequence.Open(999);
    sequence.Send(1.0, 1000, 1448);
    sequence.Send(1.1, 2448, 100);
    EXPECT_EQ(sequence.GetRows(), (Rows{{1.0, 0, 1448, SEGMENT}, {1.1, 1448, 100, SEGMENT}}));
}

TEST(TimeSequence, WithoutSynOffsetsBeginAtTheFirstSegment)
{
    TimeSequence sequence;
    sequence.Send(1.0, 5000, 10);
    sequence.Open(4000);
    sequence.Send(1.1, 5010, 10);
    EXPECT_EQ(sequence.GetRows(), (Rows{{1.0, 0, 10, SEGMENT}, {1.1, 10, 10, SEGMENT}}));
}

TEST(TimeSequence, BytesSentBeforeAreARetransmission)
{
    TimeSequence sequence;
    sequence.Open(0);
    sequence.Send(1, 1, 100);
    sequence.Send(2, 101, 100);
    sequence.Send(3, 101, 100);
    sequence.Send(4, 151, 100); // half of it is new
    sequence.Send(5, 251, 100);
    const Rows& rows = sequence.GetRows();
    EXPECT_EQ(rows[1][3], SEGMENT);
    EXPECT_EQ(rows[2][3], RETRANSMISSION);
    EXPECT_EQ(rows[3][3], RETRANSMISSION);
    EXPECT_EQ(rows[4], (std::vector<double>{5, 250, 100, SEGMENT}));
}

TEST(TimeSequence, EveryAckButOnlyMovesOfTheWindow)
{
    TimeSequence sequence;
    sequence.Open(0);
    sequence.Send(1, 1, 100);
    sequence.Acknowledge(2, 1, 1000);
    sequence.Acknowledge(3, 1, 1000);   // duplicate
    sequence.Acknowledge(4, 101, 900);  // the edge stays
    sequence.Acknowledge(5, 101, 1000); // window update
    EXPECT_EQ(sequence.GetRows(),
              (Rows{{1, 0, 100, SEGMENT},
                    {2, 0, 0, ACK},
                    {2, 1000, 0, WINDOW},
                    {3, 0, 0, ACK},
                    {4, 100, 0, ACK},
                    {5, 100, 0, ACK},
                    {5, 1100, 0, WINDOW}}));
}

TEST(TimeSequence, BlocksOfSack)
{
    TimeSequence sequence;
    sequence.Sack(0, 1, 2); // of no connection
    sequence.Open(0xfffffff0);
    sequence.Send(1, 0xfffffff1, 10);
    sequence.Send(1, 0xfffffffb, 10);
    sequence.Sack(2, 0xfffffffb, 5); // the numbers wrap
    EXPECT_EQ(sequence.GetRows().back(), (std::vector<double>{2, 10, 10, SACK}));
    EXPECT_EQ(sequence.GetRows().size(), 3U);
}

TEST(TimeSequence, AckBeforeAnythingWasSentIsLeftOut)
{
    TimeSequence sequence;
    sequence.Acknowledge(1, 77, 1000);
    EXPECT_TRUE(sequence.GetRows().empty());
    EXPECT_FALSE(sequence.HasData());
    sequence.Open(0);
    sequence.Acknowledge(2, 1, 1000);
    EXPECT_EQ(sequence.GetRows().size(), 2U);
    EXPECT_FALSE(sequence.HasData());
    sequence.Send(3, 1, 1);
    EXPECT_TRUE(sequence.HasData());
}

TEST(TimeSequence, OffsetsGoOnWhereSequenceNumbersWrap)
{
    TimeSequence sequence;
    sequence.Open(0xffffff00);
    constexpr uint32_t length{1U << 20};
    uint32_t number{0xffffff01};
    for (int i = 0; i < 5000; ++i) // 5 GiB, past the wrap twice
    {
        sequence.Send(i, number, length);
        number += length;
    }
    sequence.Acknowledge(5000, number, 0);
    sequence.Send(5001, number - length, length);
    const Rows& rows = sequence.GetRows();
    EXPECT_EQ(rows[4999][1], 4999.0 * length);
    EXPECT_EQ(rows[4999][3], SEGMENT);
    EXPECT_EQ(rows[5000][1], 5000.0 * length);
    EXPECT_EQ(rows[5002], (std::vector<double>{5001, 4999.0 * length, length, RETRANSMISSION}));
}

} // namespace

} // namespace ns3
