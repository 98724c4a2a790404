// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Rules of chapter 3 of the module's documentation that none of its vectors reaches, computed by
// hand.

#include "tcp-linux24-sender-table.h"
#include "tcp-linux24-sender-vectors.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto FEW_OUTSTANDING = R"(
20060 | A12 sack [13,14) ecr=20040 | - | 4 | 8 | Disorder | 4 | 0 | 1 | 2 | 0 | 1 | 0 | - | 16 | 210
20060 | A12 sack [13,15) ecr=20040 | - | 4 | 8 | Disorder | 4 | 0 | 2 | 3 | 0 | 1 | 0 | - | 16 | 210
20060 | A12 sack [13,16) ecr=20040 | *recover(test 4)* R12 | 1 | 2 | Recovery | 4 | 1 | 3 | 4 | 1 | 1 | 20060 | 12/1 | 16 | 210
)";

constexpr auto EXIT_ABOVE_THRESHOLD = R"(
20010 | A0 sack [1,2) ecr=20000 | D4 | 4 | inf | Disorder | 5 | 0 | 1 | 2 | 0 | 0 | 0 | - | 4 | 210
20010 | A0 sack [1,3) ecr=20000 | D5 | 4 | inf | Disorder | 6 | 0 | 2 | 3 | 0 | 0 | 0 | - | 4 | 210
20010 | A0 sack [1,4) ecr=20000 | *recover(test 2)* R0 | 3 | 2 | Recovery | 6 | 1 | 3 | 4 | 1 | 1 | 20010 | 0/1 | 6 | 210
20020 | A6 ecr=20010 | D6 D7 | 2 | 2 | Disorder | 2 | 0 | 0 | 0 | 0 | 1 | 0 | 0/1 | 6 | 210
)";

constexpr auto FORWARD = R"(
20010 | A0 sack [1,8) [9,10) ecr=20000 | *recover(test 2)* R0 | 2 | 5 | Recovery | 10 | 1 | 8 | 10 | 1 | 1 | 20010 | 0/1 | 10 | 210
20020 | A8 sack [9,10) ecr=20010 | R8 | 2 | 5 | Recovery | 2 | 0 | 1 | 2 | 1 | 0 | 20010 | 0/2 | 10 | 210
)";

constexpr auto DSACK_ABOVE_UNA = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 10000 | 0/1 | 10 | 420
20500 | A1 ecr=20000 | R1 R2 | 2 | 5 | Loss | 9 | 9 | 0 | 0 | 2 | 0 | 10000 | 0/3 | 10 | 590
20510 | A1 sack [2,3) [2,5) ecr=20500 | R5 | 2 | 5 | Loss | 9 | 6 | 3 | 4 | 2 | 0 | 10000 | 0/3 | 10 | 590
)";

constexpr auto TIMEOUT_AFTER_PROGRESS = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 10000 | 0/1 | 10 | 420
20500 | A2 ecr=20000 | R2 R3 | 2 | 5 | Loss | 8 | 8 | 0 | 0 | 2 | 0 | 10000 | 0/3 | 10 | 590
21090 | RTO timer | R2 | 1 | 2 | Loss | 8 | 8 | 0 | 0 | 1 | 0 | 10000 | - | 10 | 1180
)";

constexpr auto TIMEOUT_IN_CWR = R"(
20000 | state | - | 8 | 5 | CWR | 7 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 7 | 210
20010 | A7 ecr=20000 | D7 | 1 | 5 | CWR | 1 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
20220 | RTO timer | R7 | 1 | 2 | Loss | 1 | 1 | 0 | 0 | 1 | 0 | 20220 | 7/1 | 8 | 420
)";

} // namespace

TEST(TcpLinux24SenderRule, FewOutstandingStartRecovery)
{
    auto setup = MakeTcpLinux24Setup(10, 8);
    setup.data = 16;
    RunTcpLinux24Table(setup, "TV25, recovery test 4", TV25 + FEW_OUTSTANDING);
}

TEST(TcpLinux24SenderRule, TimeoutForgetsReorderingButNotThatFackIsOff)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10, 8)};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV25", TV25);
    bench.Expire(20260);
    EXPECT_EQ(bench.sender.GetScoreboard().GetReordering(), 3u);
    EXPECT_FALSE(bench.sender.GetScoreboard().IsFack());
}

TEST(TcpLinux24SenderRule, SackBelowTheHighestMeasuresReordering)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.StartFlight();
    bench.Acknowledge(20010, {.sacks = {{5, 6}}, .echo = 20000});
    EXPECT_EQ(bench.GetSent(), "*recover(test 2)* R0");
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), 3u);
    // Segment 1 comes after segment 5: from position 2 to 6.
    bench.Acknowledge(20010, {.sacks = {{1, 2}, {5, 6}}, .echo = 20000});
    EXPECT_EQ(bench.sender.GetScoreboard().GetReordering(), 5u);
    EXPECT_FALSE(bench.sender.GetScoreboard().IsFack());
}

TEST(TcpLinux24SenderRule, RecoveryEndsAtTheThreshold)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(4), "exit", EXIT_ABOVE_THRESHOLD);
}

TEST(TcpLinux24SenderRule, ForwardRetransmissionWithNothingNewToSend)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.data = 10;
    RunTcpLinux24Table(setup, "forward retransmission", FORWARD);
}

// tcp_complete_cwr(): "snd_cwnd = min(snd_cwnd, snd_ssthresh)", so that a smaller window stays.
TEST(TcpLinux24SenderRule, RecoveryEndsBelowTheThreshold)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.data = 10;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "forward retransmission", FORWARD);
    bench.Acknowledge(20030, {.ack = 10, .echo = 20020});
    EXPECT_EQ(bench.sender.GetCongestion().GetSsthresh(), 5u);
    EXPECT_EQ(bench.sender.GetCongestion().GetCwnd(), 2u);
}

TEST(TcpLinux24SenderRule, DsackAboveUnaCountsAsNeedless)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "D-SACK above una", DSACK_ABOVE_UNA);
}

TEST(TcpLinux24SenderRule, TimeoutAfterProgressReducesAgain)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "second timeout", TIMEOUT_AFTER_PROGRESS);
}

TEST(TcpLinux24SenderRule, TimeoutInCwrAtHighSeqReducesAgain)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.refusals = {7};
    bench.StartFlight();
    bench.Forget();
    RunTcpLinux24Table(bench, "timeout in CWR", TIMEOUT_IN_CWR);
}

TEST(TcpLinux24SenderRule, OldAckOnlyTags)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 2, .echo = 20000});
    bench.Acknowledge(20010, {.ack = 1, .sacks = {{4, 5}}, .echo = 20000});
    EXPECT_EQ(bench.sender.GetScoreboard().GetSackedOut(), 1u);
    EXPECT_EQ(bench.sender.GetFacketsOut(), 3u);
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::OPEN);
    EXPECT_EQ(bench.sender.GetSndUna(), 2 * TcpLinux24SenderBench::MSS);
}

TEST(TcpLinux24SenderRule, AckOfUnsentDataIsIgnored)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 11, .echo = 20000});
    EXPECT_EQ(bench.GetSent(), "-");
    EXPECT_EQ(bench.sender.GetSndUna(), 0);
}

TEST(TcpLinux24SenderRule, WindowUpdateIsNoDuplicate)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.window = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.echo = 20000, .window = 21});
    EXPECT_EQ(bench.sender.GetRetransStamp(), 1000u);
}

TEST(TcpLinux24SenderRule, AckThatOnlyShrinksTheWindowIsADuplicate)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.window = 20;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Acknowledge(20010, {.echo = 20000, .window = 19});
    EXPECT_EQ(bench.sender.GetRetransStamp(), 0u);
    EXPECT_EQ(bench.sender.GetSndWnd(), 20 * TcpLinux24SenderBench::MSS);
}

TEST(TcpLinux24SenderRule, BlockThatCoversAPartOfASegmentTagsNothing)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.StartFlight();
    TcpLinux24Ack ack;
    ack.ack = 0;
    ack.window = bench.sender.GetSndWnd();
    ack.sacks = {{1448, 2000}};
    bench.sender.OnAck(ack, 2001);
    EXPECT_EQ(bench.sender.GetScoreboard().GetSackedOut(), 0u);
}
