// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV47 and TV48 of the module's documentation, and loss cases of the same kernel computed by hand.

#include "tcp-linux20-sender-bench.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST_F(TcpLinux20SenderTest, Tv47FastRetransmit)
{
    EstablishAndWrite(8, 4);
    CheckCount("D0 D1 D2 D3 D4 D5 D6 D7", 1, 8, 4, 8);
    CheckCounts({
        {20010, 0, "-", 2, 8, 4, 8},
        {20010, 0, "-", 3, 8, 4, 8},
        {20010, 0, "R0", 4, 8, 4, 8},
    });
    for (uint32_t i = 0; i < 4; ++i)
    {
        Acknowledge(20010, 0);
        CheckCount("D" + std::to_string(8 + i), 5 + i, 9 + i, 4, 9 + i);
    }
    CheckCounts({
        {20020, 8, "-", 1, 4, 4, 4},
        {20020, 10, "D12 D13 D14", 1, 5, 4, 5},
    });
}

TEST_F(TcpLinux20SenderTest, Tv47NoCountingWithAWindowOfTwo)
{
    EstablishAndWrite(2, 4);
    for (uint32_t i = 0; i < 6; ++i)
    {
        Acknowledge(20010, 0);
        CheckCount("-", 1, 2, 4, 2);
    }
    Expire(20200);
    CheckTimeout("R0", 1, 1, 1, 1, 400);
}

TEST_F(TcpLinux20SenderTest, Tv48TimeoutAndGoBackN)
{
    EstablishAndWrite(6, 10);
    CheckTimeout("D0 D1 D2 D3 D4 D5", 6, 10, 6, 0, 200);
    Acknowledge(20010, 0);
    Acknowledge(20010, 0);
    CheckTimeout("-", 6, 10, 6, 0, 200);
    Expire(20200);
    CheckTimeout("R0", 1, 3, 1, 1, 400);
    CheckTimeouts({
        {20210, 1, "R1 R2", 2, 3, 2, 1, 400},
        {20220, 2, "R3 R4", 3, 3, 3, 1, 400},
        {20220, 3, "R5", 4, 3, 3, 1, 400},
        {20230, 6, "D6 D7 D8 D9", 4, 3, 4, 0, 400},
        {20230, 6, "-", 4, 3, 4, 0, 400},
        {20230, 6, "-", 4, 3, 4, 0, 400},
    });
    EXPECT_EQ(m_sender.GetIdenticalAcks(), 1u);
    EXPECT_EQ(m_sender.GetHighSeq(), TcpOffset{6} * MSS);
    Acknowledge(20240, 7); // D6 was sent after the episode: its sample ends the doubling
    EXPECT_EQ(m_sender.GetRtt().GetRto(), 20u);
}

TEST_F(TcpLinux20SenderTest, SecondHoleNeedsThreeNewDuplicates)
{
    EstablishAndWrite(10, 5); // D0 and D4 are lost
    for (uint32_t i = 0; i < 8; ++i)
    {
        Acknowledge(20010, 0);
    }
    CheckCount("D13", 9, 14, 5, 14);
    CheckCounts({
        {20020, 4, "-", 1, 5, 5, 10},
        {20020, 4, "-", 2, 5, 5, 10},
        {20020, 4, "-", 3, 5, 5, 10},
        {20020, 4, "R4", 4, 6, 2, 10},
    });
}

TEST_F(TcpLinux20SenderTest, OnlyIdenticalAcksAreDuplicates)
{
    EstablishAndWrite(8, 4);
    Acknowledge(20010, 0);
    Acknowledge(20010, 0);
    CheckCount("-", 3, 8, 4, 8);
    Acknowledge(20010, 0, WINDOW + 1);
    CheckCount("-", 1, 8, 4, 8);
    Acknowledge(20010, 0, WINDOW + 1);
    TcpLinux24Ack data;
    data.window = (WINDOW + 1) * MSS;
    data.hasData = true;
    m_sender.OnAck(data, 2001);
    CheckCount("-", 1, 8, 4, 8);
}

TEST_F(TcpLinux20SenderTest, ThresholdFollowsTheSmallerOfBothWindows)
{
    Establish(30, 100);
    Acknowledge(19990, 0, 11);
    Write(20000, BULK * MSS);
    EXPECT_EQ(m_sender.GetPacketsOut(), 11u);
    Expire(20200);
    CheckTimeout("R0", 1, 5, 1, 1, 400);
}

TEST_F(TcpLinux20SenderTest, ThresholdOfZero)
{
    EstablishAndWrite(1, 10);
    Expire(20200);
    CheckTimeout("R0", 1, 0, 1, 1, 400);
    Acknowledge(20210, 1);
    CheckTimeout("D1", 1, 0, 1, 0, 400);
    Acknowledge(20220, 2);
    CheckWindow(2, 0, 2);
}

TEST_F(TcpLinux20SenderTest, TimerCountsFromTheHeadsLastTransmission)
{
    EstablishAndWrite(2, 100);
    Acknowledge(20100, 1); // error 9: rtt 17, mdev 11, base 13, 13 + 3 + 13/4 below the minimum
    CheckTimeout("D2 D3", 3, 100, 3, 0, 200);
    Expire(20200);
    CheckTimeout("R1", 1, 1, 1, 1, 400);
    Expire(20600);
    CheckTimeout("R1", 1, 0, 1, 2, 800);
}

TEST_F(TcpLinux20SenderTest, FastRetransmissionIsTimedFromItsOwnDeparture)
{
    EstablishAndWrite(8, 4);
    for (uint32_t i = 0; i < 3; ++i)
    {
        Acknowledge(20100, 0);
    }
    Acknowledge(20110, 1);
    EXPECT_EQ(m_sender.GetRtt().GetSrtt(), 8u) << "1 tick, not 11";
    EXPECT_EQ(m_sender.GetRtt().GetDeviation(), 2u);
}

TEST_F(TcpLinux20SenderTest, EverySegmentRemovedGivesASample)
{
    Establish(8, 100);
    Write(20000, 2 * MSS);
    Acknowledge(20100, 2); // 10 ticks twice: rtt 8, 17, 25; mdev 2, 11, 17
    EXPECT_EQ(m_sender.GetRtt().GetSrtt(), 25u);
    EXPECT_EQ(m_sender.GetRtt().GetDeviation(), 17u);
}

TEST_F(TcpLinux20SenderTest, RetransmissionStopsAtTheLinkQueue)
{
    EstablishAndWrite(4, 10);
    Expire(20200);
    m_inLinkQueue = {2};
    Acknowledge(20210, 1);
    CheckTimeout("R1", 2, 2, 1, 1, 400);
    m_inLinkQueue = {};
    Acknowledge(20220, 2);
    CheckTimeout("R2 R3", 3, 2, 2, 1, 400);
}

TEST_F(TcpLinux20SenderTest, DeadAfterFifteenTimeouts)
{
    EstablishAndWrite(4, 10);
    for (uint32_t i = 0; i < 15; ++i)
    {
        m_sender.OnTimer(*m_sender.GetTimer());
        EXPECT_FALSE(m_gaveUp);
    }
    m_sender.OnTimer(*m_sender.GetTimer());
    EXPECT_TRUE(m_gaveUp);
    EXPECT_FALSE(m_sender.GetTimer().has_value());
}
