// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-sender-timer.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/// A timer of 2.4.18 on a LAN: a round trip of one tick makes the RTO 21 ticks.
class TcpLinux24SenderTimerTest : public ::testing::Test
{
  protected:
    TcpLinux24SenderTimerTest()
    {
        m_rtt.AddSample(1, 0, 0);
    }

    TcpLinux24Options m_options;
    TcpLinux24RttEstimator m_rtt{m_options};
    TcpLinux24SenderTimer m_timer{m_options, m_rtt};
};

TEST_F(TcpLinux24SenderTimerTest, RetransmitsAfterTheRto)
{
    EXPECT_FALSE(m_timer.Get().has_value());
    m_timer.StartRetransmission(1000);
    EXPECT_EQ(m_timer.Get(), 1021u);
    EXPECT_FALSE(m_timer.IsProbe());
    m_timer.Stop();
    EXPECT_FALSE(m_timer.Get().has_value());
}

// TCP_RESOURCE_PROBE_INTERVAL: half a second at most.
TEST_F(TcpLinux24SenderTimerTest, RefusedRetransmissionIsTriedAgainSoon)
{
    m_timer.RetrySoon(1000);
    EXPECT_EQ(m_timer.Get(), 1021u);
    for (int i = 0; i < 3; ++i)
    {
        m_rtt.Backoff(); // 168 ticks
    }
    m_timer.RetrySoon(1000);
    EXPECT_EQ(m_timer.Get(), 1050u);
}

TEST_F(TcpLinux24SenderTimerTest, RunningTimerIsNotMadeAProbe)
{
    m_timer.StartRetransmission(1000);
    m_timer.StartProbing(1010);
    EXPECT_EQ(m_timer.Get(), 1021u);
    EXPECT_FALSE(m_timer.IsProbe());
}

// tcp_send_probe0(): the interval doubles up to 120 s, 12000 ticks.
TEST_F(TcpLinux24SenderTimerTest, ProbesDoubleTheirInterval)
{
    m_timer.StartProbing(0);
    EXPECT_EQ(m_timer.Get(), 21u);
    EXPECT_TRUE(m_timer.IsProbe());
    m_timer.ProbeSent(100);
    EXPECT_EQ(m_timer.Get(), 142u);
    m_timer.ProbeSent(1000);
    EXPECT_EQ(m_timer.Get(), 1084u);
    for (int i = 0; i < 20; ++i)
    {
        m_timer.ProbeSent(5000);
    }
    EXPECT_EQ(m_timer.Get(), 17000u);
}

// tcp_ack_probe(): one interval after the answer.
TEST_F(TcpLinux24SenderTimerTest, AnswerMovesTheNextProbe)
{
    m_timer.StartProbing(0);
    m_timer.ProbeSent(21);
    m_timer.CountAnswer();
    m_timer.ContinueProbing(30);
    EXPECT_EQ(m_timer.Get(), 72u);
    m_timer.EndProbing();
    EXPECT_FALSE(m_timer.Get().has_value());
    m_timer.StartProbing(100);
    EXPECT_EQ(m_timer.Get(), 121u) << "from the RTO again";
}

// tcp_probe_timer(): more than tcp_retries2 probes without an answer.
TEST_F(TcpLinux24SenderTimerTest, UnansweredProbesEndTheConnection)
{
    for (int i = 0; i < 15; ++i)
    {
        m_timer.ProbeSent(0);
    }
    EXPECT_FALSE(m_timer.IsProbedEnough());
    m_timer.ProbeSent(0);
    EXPECT_TRUE(m_timer.IsProbedEnough());
    m_timer.CountAnswer();
    EXPECT_FALSE(m_timer.IsProbedEnough());
}

TEST_F(TcpLinux24SenderTimerTest, RefusedProbesCountOnce)
{
    for (int i = 0; i < 100; ++i)
    {
        m_timer.ProbeRefused(1000);
    }
    EXPECT_EQ(m_timer.Get(), 1021u) << "nothing has doubled";
    EXPECT_FALSE(m_timer.IsProbedEnough());
}

// tcp_orphan_retries(): 8, and none once the timeout has reached 120 s.
TEST_F(TcpLinux24SenderTimerTest, OrphanHasLessPatience)
{
    EXPECT_EQ(m_timer.GetMostRetries(), 15u);
    m_timer.Orphan();
    EXPECT_EQ(m_timer.GetMostRetries(), 8u);
    for (int i = 0; i < 10; ++i)
    {
        m_rtt.Backoff(); // 21 ticks times 1024 are above the limit of 12000
    }
    EXPECT_EQ(m_timer.GetMostRetries(), 0u);
}

// tcp_retransmit_timer(): a peer with a closed window may be silent for TCP_RTO_MAX.
TEST_F(TcpLinux24SenderTimerTest, ClosedWindowIsBorneFor120Seconds)
{
    EXPECT_FALSE(m_timer.IsSilentTooLong(13000, 1000));
    EXPECT_TRUE(m_timer.IsSilentTooLong(13001, 1000));
}

} // namespace

} // namespace ns3
