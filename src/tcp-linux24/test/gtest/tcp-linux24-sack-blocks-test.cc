// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// SACK and D-SACK blocks, beyond the vectors.

#include "receiver-bench.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Blocks = std::vector<TcpRange>;

/// @param blocks of a receiver
/// @return the same as a vector
Blocks
Get(const TcpLinux24SackBlocks& blocks)
{
    const auto list = blocks.Get();
    return {list.begin(), list.end()};
}

/// A bench whose segments are given in bytes.
class ByteBench : public ReceiverBench
{
  public:
    using ReceiverBench::ReceiverBench;

    /// Bytes [start, end) arrive.
    /// @return SACK blocks of the ACK
    Blocks Bytes(TcpOffset start, TcpOffset end)
    {
        Queue(start, end);
        const auto list = Get().GetSacks();
        Get().AckSent();
        return {list.begin(), list.end()};
    }

    /// Bytes [start, end) arrive and nothing is sent.
    void Queue(TcpOffset start, TcpOffset end)
    {
        Get().Receive({.start = start, .length = static_cast<uint32_t>(end - start)}, 2000);
    }
};

} // namespace

TEST(TcpLinux24SackBlocks, NewestFirstAndNoMoreThanFit)
{
    for (const bool timestamps : {true, false})
    {
        SCOPED_TRACE(timestamps);
        TcpLinux24SackBlocks blocks({.timestamps = timestamps});
        for (TcpOffset start = 10; start <= 50; start += 10)
        {
            blocks.Add({start, start + 1});
        }
        Blocks expected{{50, 51}, {40, 41}, {30, 31}, {20, 21}};
        expected.resize(timestamps ? 3 : 4);
        EXPECT_EQ(Get(blocks), expected) << "the fifth is forgotten";
        blocks.Add({20, 22});
        EXPECT_EQ(Get(blocks).front(), (TcpRange{20, 22})) << "the last comes to the front";
        EXPECT_EQ(Get(blocks)[1], (TcpRange{50, 51}));
        blocks.Add({41, 50});
        EXPECT_EQ(Get(blocks).front(), (TcpRange{40, 51})) << "two touch";
        EXPECT_EQ(Get(blocks), (Blocks{{40, 51}, {20, 22}, {30, 31}}));
        blocks.Remove(30);
        EXPECT_EQ(Get(blocks), (Blocks{{40, 51}})) << "[30,31) begins where the stream ends";
    }
}

TEST(TcpLinux24SackBlocks, NoneWithoutSack)
{
    TcpLinux24SackBlocks blocks({.sack = false});
    blocks.Add({10, 11});
    blocks.SetDuplicate({1, 2});
    EXPECT_TRUE(Get(blocks).empty());

    TcpLinux24SackBlocks plain({.dsack = false});
    plain.Add({10, 11});
    plain.SetDuplicate({1, 2});
    EXPECT_EQ(Get(plain), (Blocks{{10, 11}}));
}

TEST(TcpLinux24SackBlocks, DuplicateIsReportedOnce)
{
    ByteBench bench;
    bench.Bytes(0, 1000);
    EXPECT_EQ(bench.Bytes(0, 1000), (Blocks{{0, 1000}}));
    EXPECT_TRUE(bench.Get().GetSacks().empty());
    bench.Queue(500, 1000);
    EXPECT_EQ(bench.Get().GetSacks().size(), 1u);
    EXPECT_TRUE(bench.Bytes(1000, 2000).empty()) << "cancelled by the next segment";
}

TEST(TcpLinux24SackBlocks, PartlyOldSegments)
{
    ByteBench bench;
    bench.Bytes(0, 1000);
    EXPECT_EQ(bench.Bytes(500, 1500), (Blocks{{500, 1000}}));
    EXPECT_EQ(bench.Get().GetRcvNxt(), 1500);
    EXPECT_EQ(bench.Bytes(3000, 4000), (Blocks{{3000, 4000}}));
    EXPECT_EQ(bench.Bytes(3500, 4500), (Blocks{{3500, 4000}, {3000, 4500}}));
    EXPECT_EQ(bench.Bytes(2500, 3200), (Blocks{{3000, 3200}, {2500, 4500}}));
    EXPECT_EQ(bench.Bytes(2500, 5000), (Blocks{{2500, 4500}, {2500, 5000}}))
        << "all that was there, once";
    EXPECT_EQ(bench.Bytes(1500, 2600), (Blocks{{2500, 2600}})) << "in order, into the queue";
    EXPECT_EQ(bench.Get().GetRcvNxt(), 5000);
}

TEST(TcpLinux24SackBlocks, DuplicatePushesABlockOutForLonger)
{
    TcpLinux24SackBlocks blocks({});
    for (const TcpOffset start : {10, 20, 30})
    {
        blocks.Add({start, start + 1});
    }
    blocks.SetDuplicate({1, 2});
    EXPECT_EQ(Get(blocks), (Blocks{{1, 2}, {30, 31}, {20, 21}}));
    blocks.Sent();
    EXPECT_EQ(Get(blocks), (Blocks{{30, 31}, {20, 21}})) << "[10,11) stays away";
    blocks.Add({40, 41});
    EXPECT_EQ(Get(blocks), (Blocks{{40, 41}, {30, 31}, {20, 21}}));
}
