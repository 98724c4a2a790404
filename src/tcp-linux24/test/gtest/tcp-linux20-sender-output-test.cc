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
