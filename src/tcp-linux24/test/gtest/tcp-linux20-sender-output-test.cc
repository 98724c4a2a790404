// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Writing, growth and idle restart of Linux 2.0.32, computed by hand.

#include "tcp-linux20-sender-bench.h"

#include <gtest/gtest.h>

using namespace ns3;

using Sizes = std::vector<uint32_t>;

TEST_F(TcpLinux20SenderTest, GrowthNeedsNoFullWindow)
{
    Establish(8, 9);
    for (uint32_t i = 0; i < 13; ++i)
    {
        Write(20000, MSS);
        Acknowledge(20010, i + 1);
    }
    // 9, 10, then eleven ACKs for the next step
    CheckWindow(11, 9, 0);
    EXPECT_EQ(m_sender.GetCwndCount(), 0u);
}

TEST_F(TcpLinux20SenderTest, GrowthEndsAt2048)
{
    Establish(2047, 100000);
    Write(20000, 2 * MSS);
    Acknowledge(20010, 1);
    Acknowledge(20010, 2);
    CheckWindow(2048, 100000, 0);
}

TEST_F(TcpLinux20SenderTest, IdleForMoreThanTheTimeout)
{
    Establish(8, 4);
    Write(20190, MSS); // 200 ms after the last ACK
    CheckWindow(8, 4, 1);
    Acknowledge(20200, 1);
    Write(20410, MSS);
    CheckWindow(1, 4, 1);
}

TEST_F(TcpLinux20SenderTest, NagleHoldsThePartialSegment)
{
    Establish(8, 100);
    Write(20000, 1000);
    EXPECT_EQ(GetSizes(), (Sizes{1000}));
    Write(20000, 1000);
    EXPECT_EQ(GetSizes(), (Sizes{}));
    EXPECT_EQ(m_sender.GetPartialLength(), 1000u);
    Write(20000, 1000);
    EXPECT_EQ(GetSizes(), (Sizes{1460}));
    EXPECT_EQ(m_sender.GetPartialLength(), 540u);
    AcknowledgeBytes(20010, 1000, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{}));
    AcknowledgeBytes(20010, 2460, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{540}));
}

TEST_F(TcpLinux20SenderTest, NoDelayAggregatesBehindThePeersWindow)
{
    constexpr uint32_t window = 4 * MSS; // 5840
    Establish(100, 1000);
    m_sender.SetNoDelay(true);
    AcknowledgeBytes(19990, 0, window);
    for (uint32_t i = 0; i < 5; ++i)
    {
        Write(20000, 1000);
        EXPECT_EQ(GetSizes(), (Sizes{1000}));
    }
    Write(20000, 1000); // ends at 6000, behind the window
    EXPECT_EQ(GetSizes(), (Sizes{}));
    EXPECT_EQ(m_sender.GetPartialLength(), 1000u);
    Write(20000, 1000);
    EXPECT_EQ(GetSizes(), (Sizes{}));
    EXPECT_EQ(m_sender.GetPartialLength(), 540u);
    AcknowledgeBytes(20010, 1000, window); // right edge 6840
    EXPECT_EQ(GetSizes(), (Sizes{1460}));
    AcknowledgeBytes(20020, 5000, window);
    EXPECT_EQ(GetSizes(), (Sizes{})) << "one segment is outstanding";
    Write(20020, 100);
    EXPECT_EQ(GetSizes(), (Sizes{640}));
}

// do_tcp_sendmsg: before(sk->write_seq, sk->window_seq), which the edge itself is not.
TEST_F(TcpLinux20SenderTest, NoDelayHoldsWhatEndsAtTheEdgeOfThePeersWindow)
{
    constexpr uint32_t window = 4 * MSS; // 5840
    Establish(100, 1000);
    m_sender.SetNoDelay(true);
    AcknowledgeBytes(19990, 0, window);
    for (const uint32_t bytes : {1000U, 1000U, 1000U, 1000U, 1000U, 839U})
    {
        Write(20000, bytes);
        EXPECT_EQ(GetSizes(), (Sizes{bytes}));
    }
    Write(20000, 1); // ends at 5840
    EXPECT_EQ(GetSizes(), (Sizes{}));
    EXPECT_EQ(m_sender.GetPartialLength(), 1u);
    AcknowledgeBytes(20010, 1000, window); // right edge 6840
    Write(20010, 1);
    EXPECT_EQ(GetSizes(), (Sizes{2}));
}

TEST_F(TcpLinux20SenderTest, NoDelayKeepsTheWrittenSizeBehindTheCongestionWindow)
{
    Establish(2, 100);
    m_sender.SetNoDelay(true);
    for (uint32_t i = 0; i < 6; ++i)
    {
        Write(20000, 1000);
        EXPECT_EQ(GetSizes().size(), i < 2 ? 1u : 0u);
    }
    AcknowledgeBytes(20010, 2000, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{1000, 1000, 1000}));
}

TEST_F(TcpLinux20SenderTest, PartialSegmentLeavesAfterThirtySeconds)
{
    Establish(8, 100);
    Write(20000, 1000);
    Write(20000, 500); // 30 s from here
    for (uint32_t i = 1; i <= 7; ++i)
    {
        Expire(20000 + 200 * ((1 << i) - 1)); // at last 45400, the next one would be at 71000
    }
    Expire(50000);
    EXPECT_EQ(m_sender.GetPartialLength(), 0u);
    EXPECT_EQ(GetSizes(), (Sizes{})) << "no new data while retransmitting";
    AcknowledgeBytes(50010, 1000, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{500}));
}

TEST_F(TcpLinux20SenderTest, ClosedWindowIsProbed)
{
    Establish(8, 100);
    Acknowledge(20000, 0, 0);
    Write(20000, 1000);
    EXPECT_EQ(GetSizes(), (Sizes{}));
    Expire(20200);
    EXPECT_EQ(GetSizes(), (Sizes{0}));
    Expire(20600);
    EXPECT_EQ(GetSizes(), (Sizes{0}));
    Acknowledge(20610, 0);
    EXPECT_EQ(GetSizes(), (Sizes{1000}));
}

TEST_F(TcpLinux20SenderTest, FinIsASegmentOfItsOwn)
{
    Establish(1, 100);
    Write(20000, 1000);
    Write(20000, 500);
    m_sender.Close(2000);
    EXPECT_EQ(GetSizes(), (Sizes{})) << "500 bytes and the FIN wait for the congestion window";
    AcknowledgeBytes(20010, 1000, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{500, 0}));
    EXPECT_TRUE(m_sent.back().first.fin);
    AcknowledgeBytes(20020, 1501, WINDOW * MSS);
    EXPECT_TRUE(m_sender.GetQueue().empty());
    EXPECT_FALSE(m_sender.GetTimer().has_value());
}

TEST_F(TcpLinux20SenderTest, HandshakeIsNotTimed)
{
    m_sender.Connect(1000);
    EXPECT_EQ(m_sender.GetCwnd(), 1u);
    Expire(13000);
    Acknowledge(13010, 0);
    EXPECT_EQ(m_sender.GetRtt().GetRto(), 300u);
    EXPECT_EQ(m_sender.GetRetransmits(), 0u);
}

TEST_F(TcpLinux20SenderTest, AckOfTheSynLetsTheWindowGrow)
{
    m_sender.Connect(1000);
    Acknowledge(10010, 0);
    Write(10010, BULK * MSS);
    CheckCount("D0 D1", 1, 2, TcpLinux20Options::INFINITE_SSTHRESH, 2);
}

TEST_F(TcpLinux20SenderTest, PassiveOpenerStartsWithOneSegment)
{
    TcpLinux24Ack last;
    last.window = WINDOW * MSS;
    m_sender.Accepted(last, 1000);
    EXPECT_FALSE(m_sender.GetTimer().has_value());
    Write(10010, BULK * MSS);
    CheckCount("D0", 1, 1, TcpLinux20Options::INFINITE_SSTHRESH, 1);
    Expire(13010); // no sample yet: 3 s
    CheckTimeout("R0", 1, 0, 1, 1, 6000);
}

// tcp_build_header: PSH says whether the write ended in the segment that it began. What joins the
// segment does not change its header.
TEST_F(TcpLinux20SenderTest, PushIsThatOfTheWriteThatBeganTheSegment)
{
    const auto getPushes = [this] {
        std::vector<bool> pushes;
        for (const auto& [segment, again] : m_sent)
        {
            pushes.push_back(segment.push);
        }
        return pushes;
    };
    Establish(8, 100);
    Write(20000, 3000); // full, full, 80
    EXPECT_EQ(GetSizes(), (Sizes{1460, 1460}));
    EXPECT_EQ(getPushes(), (std::vector{false, false}));
    EXPECT_EQ(m_sender.GetPartialLength(), 80u);
    Write(20000, 2000); // 1380 join the 80, 620 begin the next one
    EXPECT_EQ(GetSizes(), (Sizes{1460}));
    EXPECT_EQ(getPushes(), (std::vector{true}));
    AcknowledgeBytes(20010, 3 * MSS, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{620}));
    EXPECT_EQ(getPushes(), (std::vector{true}));
}

// do_tcp_sendmsg, sock_wmalloc, alloc_skb: 1460 + 128 + 15 bytes for a write of a full segment,
// rounded up to 1616, and 148 of struct sk_buff; for a smaller write 128 more.
TEST_F(TcpLinux20SenderTest, SegmentTakesItsMemoryWhenItBegins)
{
    constexpr uint32_t FULL = 1764;
    constexpr uint32_t PARTIAL = 1892;
    Establish(1, 100);
    EXPECT_EQ(m_sender.GetQueueMemory(), 0u);
    Write(20000, MSS);
    EXPECT_EQ(m_sender.GetQueueMemory(), FULL);
    Write(20000, 960);
    EXPECT_EQ(m_sender.GetQueueMemory(), FULL + PARTIAL);
    Write(20000, 500); // joins the 960
    EXPECT_EQ(m_sender.GetQueueMemory(), FULL + PARTIAL);
    Write(20000, 100);
    EXPECT_EQ(m_sender.GetQueueMemory(), FULL + 2 * PARTIAL);
    Acknowledge(20010, 1);
    EXPECT_EQ(m_sender.GetQueueMemory(), 2 * PARTIAL);
}

// def_callback3: wmem_alloc * 2 <= sndbuf. 35 segments of 1892 bytes exceed the 65535 bytes of the
// buffer, which is half empty when 17 are left.
TEST_F(TcpLinux20SenderTest, WriterIsWokenWhenHalfOfTheBufferIsFree)
{
    constexpr uint32_t BUFFER = 65535;
    Establish(1000, 1000);
    m_sender.SetNoDelay(true);
    uint32_t writes = 0;
    while (m_sender.GetQueueMemory() < BUFFER)
    {
        Write(20000, 460);
        ++writes;
    }
    EXPECT_EQ(writes, 35u);
    AcknowledgeBytes(20010, 17 * 460, WINDOW * MSS);
    EXPECT_FALSE(m_sender.IsSpaceWorthWaking(BUFFER)) << "18 segments of 1892 bytes";
    AcknowledgeBytes(20010, 18 * 460, WINDOW * MSS);
    EXPECT_TRUE(m_sender.IsSpaceWorthWaking(BUFFER));
}

// 34 writes of 960 bytes end behind the peer's 22 segments, 32120 bytes. The buffer takes a 35th
// segment, so that the last of the 34 becomes full, and 1460 bytes behind it wait, too.
TEST_F(TcpLinux20SenderTest, WritesOf960BytesJoinBehindThePeersWindow)
{
    constexpr uint32_t BUFFER = 65535;
    Establish(1000, 1000);
    m_sender.SetNoDelay(true);
    for (uint32_t i = 0; i < 33; ++i)
    {
        Write(20000, 960);
        EXPECT_EQ(GetSizes(), (Sizes{960}));
    }
    Write(20000, 960); // ends at 32640
    EXPECT_EQ(m_sender.GetPartialLength(), 960u);
    EXPECT_LT(m_sender.GetQueueMemory(), BUFFER);
    Write(20000, 960);
    EXPECT_EQ(m_sender.GetPartialLength(), 460u);
    EXPECT_GE(m_sender.GetQueueMemory(), BUFFER);
    EXPECT_EQ(m_sender.GetTailRoom(), 1000u) << "which a sleeping write has filled before";
    Write(20000, 960);
    Write(20000, 40);
    EXPECT_EQ(m_sender.GetTailRoom(), 0u);
    AcknowledgeBytes(20010, 18 * 960, WINDOW * MSS);
    EXPECT_EQ(GetSizes(), (Sizes{1460, 1460}));
    EXPECT_TRUE(m_sender.IsSpaceWorthWaking(BUFFER));
}
