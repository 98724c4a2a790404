// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-writer.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1000;

/// A connection whose peer has offered 8000 bytes.
class TcpLinux24WriterTest : public testing::Test
{
  protected:
    TcpLinux24WriterTest()
    {
        TcpLinux24Ack ack;
        ack.window = 8000;
        window.Start(ack);
        queue.SkipSyn();
    }

    /// @return whether the first segment that was not sent waits for more
    bool IsHeld() const
    {
        return writer.IsHeld(queue[queue.GetSent()], MSS);
    }

    /// The first segment that was not sent leaves.
    void Send()
    {
        const bool isSmall = queue[queue.GetSent()].GetDataLength() < MSS;
        queue.MarkSent();
        if (isSmall)
        {
            writer.NoteSmallSent(queue.GetNext());
        }
    }

    TcpLinuxWriteQueue queue{452};                        ///< of the connection
    TcpLinux24PeerWindow window{false};                   ///< of the connection
    TcpLinux24Writer writer{queue, window, false, false}; ///< under test
};

TEST_F(TcpLinux24WriterTest, WriteIsCutIntoFullSegments)
{
    writer.Append(2400, MSS);
    ASSERT_EQ(queue.GetSize(), 3U);
    EXPECT_EQ(queue[0].GetDataLength(), 1000U);
    EXPECT_EQ(queue[2].GetDataLength(), 400U);
    EXPECT_FALSE(queue[1].push);
    EXPECT_TRUE(queue[2].push) << "the end of the write";
    EXPECT_EQ(writer.GetTailRoom(MSS), 600U);
}

// tcp_sendmsg of 2.4 calls tcp_push_one for a full segment, and tcp_push for what has not left by
// then; 2.6.8 leaves the loop at the end of the write, so that tcp_push sends the last segment.
TEST_F(TcpLinux24WriterTest, FullLastSegmentHasPushOnlyIfItWaits)
{
    writer.Append(2000, MSS);
    EXPECT_FALSE(queue[1].push);
    Send();
    Send();
    writer.EndWrite();
    EXPECT_FALSE(queue[1].push) << "it has left";

    writer.Append(1000, MSS);
    writer.EndWrite();
    EXPECT_TRUE(queue[2].push) << "it waits";

    TcpLinuxWriteQueue other{452};
    TcpLinux24Writer(other, window, false, true).Append(1000, MSS);
    EXPECT_TRUE(other[0].push) << "2.6.8";
}

TEST_F(TcpLinux24WriterTest, LastSegmentIsFilledUpAsLongAsItWaits)
{
    writer.Append(400, MSS);
    writer.Append(700, MSS);
    ASSERT_EQ(queue.GetSize(), 2U);
    EXPECT_EQ(queue[0].GetDataLength(), 1000U);
    EXPECT_FALSE(queue[0].push) << "the first write goes on";
    Send();
    Send();
    EXPECT_EQ(writer.GetTailRoom(MSS), 0U);
    writer.Append(100, MSS);
    EXPECT_EQ(queue.GetSize(), 3U) << "what was sent takes no more";
}

TEST_F(TcpLinux24WriterTest, LongWritePushesAfterHalfTheWindow)
{
    writer.Append(9000, MSS);
    EXPECT_FALSE(queue[3].push) << "4000 bytes";
    EXPECT_TRUE(queue[4].push);
    EXPECT_FALSE(queue[5].push);
}

TEST_F(TcpLinux24WriterTest, PushOfAProbeCounts)
{
    writer.NotePushed(3000);
    writer.Append(9000, MSS);
    EXPECT_FALSE(queue[4].push);
    EXPECT_TRUE(queue[7].push) << "more than 4000 bytes after the probe";
}

TEST_F(TcpLinux24WriterTest, SmallSegmentWaitsBehindASmallOneOnly)
{
    writer.Append(1400, MSS);
    Send();
    EXPECT_FALSE(IsHeld()) << "only a full one is under way";
    Send();
    writer.Append(100, MSS);
    EXPECT_TRUE(IsHeld());
    queue.Acknowledge(1400);
    EXPECT_FALSE(IsHeld()) << "the small one is acknowledged";
}

TEST_F(TcpLinux24WriterTest, FullSegmentAndFinDoNotWait)
{
    writer.Append(400, MSS);
    Send();
    writer.Append(1000, MSS);
    EXPECT_FALSE(IsHeld());
    Send();
    writer.Append(100, MSS);
    EXPECT_TRUE(IsHeld());
    queue.AddFin();
    EXPECT_FALSE(IsHeld());
}

TEST_F(TcpLinux24WriterTest, NoDelaySendsSmallSegments)
{
    writer.Append(400, MSS);
    Send();
    writer.Append(100, MSS);
    writer.SetNoDelay(true);
    EXPECT_FALSE(IsHeld());
    EXPECT_TRUE(writer.IsNoDelay());
}

TEST_F(TcpLinux24WriterTest, CorkAndMoreHoldSmallSegmentsInAnyCase)
{
    writer.SetNoDelay(true);
    writer.Append(400, MSS);
    writer.SetCork(true);
    EXPECT_TRUE(IsHeld());
    writer.SetCork(false);
    writer.SetMore(true);
    EXPECT_TRUE(IsHeld());
    writer.SetMore(false);
    EXPECT_FALSE(IsHeld());
}

TEST_F(TcpLinux24WriterTest, WriteWithMoreToComeHasNoPush)
{
    writer.SetMore(true);
    writer.Append(400, MSS);
    EXPECT_FALSE(queue[0].push);
    writer.SetMore(false);
    writer.Append(400, MSS);
    EXPECT_TRUE(queue[0].push);
}

} // namespace
