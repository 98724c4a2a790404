// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux-write-queue.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr uint32_t OVERHEAD = 452;

/// Three segments of 1000, 1000 and 400 bytes, two of them sent.
TcpLinuxWriteQueue
MakeQueue()
{
    TcpLinuxWriteQueue queue(OVERHEAD);
    queue.SkipSyn();
    for (const uint32_t bytes : {1000U, 1000U, 400U})
    {
        queue.BeginSegment();
        queue.ExtendTail(bytes);
    }
    queue.MarkSent();
    queue.MarkSent();
    return queue;
}

TEST(TcpLinuxWriteQueue, SynTakesThePositionBeforeTheData)
{
    TcpLinuxWriteQueue queue(OVERHEAD);
    queue.PushSyn(7);
    EXPECT_EQ(queue.GetHead().start, -1);
    EXPECT_EQ(queue.GetHead().end, 0);
    EXPECT_EQ(queue.GetHead().GetDataLength(), 0u);
    EXPECT_EQ(queue.GetUna(), -1);
    queue.MarkSent();
    EXPECT_EQ(queue.GetNext(), 0);
    EXPECT_EQ(queue.GetMemory(), OVERHEAD);
}

TEST(TcpLinuxWriteQueue, KnowsWhatWasSentAndWhatWaits)
{
    TcpLinuxWriteQueue queue = MakeQueue();
    EXPECT_EQ(queue.GetSent(), 2u);
    EXPECT_TRUE(queue.HasUnsent());
    EXPECT_EQ(queue.GetNext(), 2000);
    EXPECT_EQ(queue.GetWriteEnd(), 2400);
    EXPECT_EQ(queue.GetMemory(), 2400 + 3 * OVERHEAD);
}

TEST(TcpLinuxWriteQueue, RemovedHeadFreesItsMemory)
{
    TcpLinuxWriteQueue queue = MakeQueue();
    queue.Acknowledge(1000);
    EXPECT_EQ(queue.RemoveHead().end, 1000);
    EXPECT_EQ(queue.GetUna(), 1000);
    EXPECT_EQ(queue.GetSent(), 1u);
    EXPECT_EQ(queue.GetMemory(), 1400 + 2 * OVERHEAD);
}

// tcp_fragment(): the second part keeps FIN and PSH, loses S and R, and keeps L and E.
TEST(TcpLinuxWriteQueue, SplitSharesTheTags)
{
    TcpLinuxWriteQueue queue = MakeQueue();
    TcpLinux24Segment& segment = queue[1];
    segment.push = segment.sacked = segment.retransmitted = true;
    segment.lost = segment.everRetransmitted = true;
    queue.Split(1, 600);
    EXPECT_EQ(queue.GetSize(), 4u);
    EXPECT_EQ(queue.GetSent(), 3u) << "both parts were sent";
    EXPECT_EQ(queue.GetMemory(), 2400 + 4 * OVERHEAD);
    EXPECT_EQ(queue[1].end, 1600);
    EXPECT_EQ(queue[2].start, 1600);
    EXPECT_EQ(queue[2].end, 2000);
    EXPECT_FALSE(queue[1].push);
    EXPECT_TRUE(queue[2].push);
    EXPECT_TRUE(queue[1].sacked);
    EXPECT_FALSE(queue[2].sacked);
    EXPECT_FALSE(queue[2].retransmitted);
    EXPECT_TRUE(queue[2].lost);
    EXPECT_TRUE(queue[2].everRetransmitted);
}

TEST(TcpLinuxWriteQueue, SplitOfWhatWaitsLeavesItWaiting)
{
    TcpLinuxWriteQueue queue = MakeQueue();
    queue.GetTail().push = true;
    queue.AddFin();
    queue.Split(2, 100);
    EXPECT_EQ(queue.GetSent(), 2u);
    EXPECT_EQ(queue[2].GetDataLength(), 100u);
    EXPECT_FALSE(queue[2].fin);
    EXPECT_TRUE(queue[3].fin);
    EXPECT_EQ(queue[3].GetDataLength(), 300u);
}

// tcp_retrans_try_collapse()
TEST(TcpLinuxWriteQueue, MergeMakesOneSegmentOfTwo)
{
    TcpLinuxWriteQueue queue = MakeQueue();
    queue[1].push = queue[1].everRetransmitted = true;
    queue.Merge(0);
    EXPECT_EQ(queue.GetSize(), 2u);
    EXPECT_EQ(queue.GetSent(), 1u);
    EXPECT_EQ(queue.GetHead().end, 2000);
    EXPECT_TRUE(queue.GetHead().push);
    EXPECT_TRUE(queue.GetHead().everRetransmitted);
    EXPECT_EQ(queue.GetMemory(), 2400 + 2 * OVERHEAD);
}

// tcp_trim_head() of 2.6.8
TEST(TcpLinuxWriteQueue, TrimCutsOffWhatIsAcknowledged)
{
    TcpLinuxWriteQueue queue = MakeQueue();
    queue.Acknowledge(300);
    queue.TrimAcknowledged(0);
    EXPECT_EQ(queue.GetHead().start, 300);
    EXPECT_EQ(queue.GetMemory(), 2100 + 3 * OVERHEAD);
}

} // namespace

} // namespace ns3
