// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV22 to TV27 of the module's documentation: Recovery.

#include "tcp-linux24-sender-table.h"
#include "tcp-linux24-sender-vectors.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto TV22_END = R"(
20020 | A0 sack [1,12) ecr=20000 | D15 | 5 | 5 | Recovery | 16 | 1 | 11 | 12 | 1 | 1 | 20010 | 0/1 | 12 | 210
20020 | A12 ecr=20010 | D16 | 5 | 5 | Disorder | 5 | 0 | 0 | 0 | 0 | 1 | 0 | 0/1 | 16 | 210
20030 | A14 ecr=20010 | D17 D18 D19 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 1 | 0 | 0/1 | 16 | 210
20030 | A16 ecr=20020 | D20 D21 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 2 | 0 | 0/1 | 16 | 210
20040 | A18 ecr=20020 | D22 D23 | 6 | 5 | Open | 6 | 0 | 0 | 0 | 0 | 3 | 0 | - | 16 | 210
)";

constexpr auto TV23 = R"(
20010 | A0 sack [3,4) ecr=20000 | *recover(test 2)* R0 | 9 | 5 | Recovery | 10 | 1 | 1 | 4 | 1 | 1 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [3,5) ecr=20000 | R1 | 8 | 5 | Recovery | 10 | 2 | 2 | 5 | 2 | 0 | 20010 | 0/2 | 10 | 210
20010 | A0 sack [3,6) ecr=20000 | R2 | 7 | 5 | Recovery | 10 | 3 | 3 | 6 | 3 | 1 | 20010 | 0/3 | 10 | 210
20010 | A0 sack [3,7) ecr=20000 | - | 6 | 5 | Recovery | 10 | 3 | 4 | 7 | 3 | 0 | 20010 | 0/3 | 10 | 210
20010 | A0 sack [3,8) ecr=20000 | D10 | 6 | 5 | Recovery | 11 | 3 | 5 | 8 | 3 | 1 | 20010 | 0/3 | 10 | 210
20010 | A0 sack [3,9) ecr=20000 | - | 5 | 5 | Recovery | 11 | 3 | 6 | 9 | 3 | 0 | 20010 | 0/3 | 10 | 210
20010 | A0 sack [3,10) ecr=20000 | D11 | 5 | 5 | Recovery | 12 | 3 | 7 | 10 | 3 | 1 | 20010 | 0/3 | 10 | 210
20020 | A1 sack [3,10) ecr=20010 | - | 4 | 5 | Recovery | 11 | 2 | 7 | 9 | 2 | 0 | 20010 | 0/3 | 10 | 210
20020 | A2 sack [3,10) ecr=20010 | D12 | 4 | 5 | Recovery | 11 | 1 | 7 | 8 | 1 | 1 | 20010 | 0/3 | 10 | 210
20020 | A10 ecr=20010 | D13 | 4 | 5 | Disorder | 4 | 0 | 0 | 0 | 0 | 1 | 0 | 0/3 | 13 | 210
20030 | A12 ecr=20010 | D14 D15 D16 | 5 | 5 | Disorder | 5 | 0 | 0 | 0 | 0 | 1 | 0 | 0/3 | 13 | 210
20030 | A14 ecr=20020 | D17 D18 D19 | 6 | 5 | Open | 6 | 0 | 0 | 0 | 0 | 1 | 0 | - | 13 | 210
)";

constexpr auto TV24 = R"(
20010 | A0 sack [1,2) ecr=20000 | - | 10 | inf | Disorder | 10 | 0 | 1 | 2 | 0 | 0 | 0 | - | 10 | 210
20010 | A0 sack [1,3) ecr=20000 | - | 10 | inf | Disorder | 10 | 0 | 2 | 3 | 0 | 0 | 0 | - | 10 | 210
20010 | A0 sack [1,4) ecr=20000 | *recover(test 2)* R0 | 7 | 5 | Recovery | 10 | 1 | 3 | 4 | 1 | 1 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [1,5) ecr=20000 | - | 6 | 5 | Recovery | 10 | 1 | 4 | 5 | 1 | 0 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [1,6) ecr=20000 | - | 6 | 5 | Recovery | 10 | 1 | 5 | 6 | 1 | 1 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [1,7) ecr=20000 | - | 5 | 5 | Recovery | 10 | 1 | 6 | 7 | 1 | 0 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [1,8) ecr=20000 | - | 4 | 5 | Recovery | 10 | 1 | 7 | 8 | 1 | 1 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [1,9) ecr=20000 | - | 3 | 5 | Recovery | 10 | 1 | 8 | 9 | 1 | 0 | 20010 | 0/1 | 10 | 210
20010 | A0 sack [1,10) ecr=20000 | - | 2 | 5 | Recovery | 10 | 1 | 9 | 10 | 1 | 1 | 20010 | 0/1 | 10 | 210
20020 | A10 ecr=20010 | - | 2 | 5 | Disorder | 0 | 0 | 0 | 0 | 0 | 1 | 0 | 0/1 | 10 | 210
)";

constexpr auto TV26 = R"(
20000 | A0 sack [1,2) ecr=19990 | D10 | 10 | 8 | Disorder | 11 | 0 | 1 | 2 | 0 | 0 | 0 | - | 10 | 210
20000 | A0 sack [1,3) ecr=19990 | D11 | 10 | 8 | Disorder | 12 | 0 | 2 | 3 | 0 | 0 | 0 | - | 10 | 210
20000 | A0 sack [1,4) ecr=19990 | *recover(test 2)* R0 | 9 | 5 | Recovery | 12 | 1 | 3 | 4 | 1 | 1 | 20000 | 0/1 | 12 | 210
20000 | A0 sack [1,5) ecr=19990 | - | 8 | 5 | Recovery | 12 | 1 | 4 | 5 | 1 | 0 | 20000 | 0/1 | 12 | 210
20000 | A10 ecr=20000 | D12 | 3 | 5 | Recovery | 3 | 0 | 0 | 0 | 0 | 1 | 20000 | 0/1 | 12 | 210
)";

constexpr auto TV27 = R"(
20010 | A0 ecr=20000 | D10 | 10 | 8 | Disorder | 11 | 0 | 1 | 0 | 0 | 0 | 0 | - | 10 | 210
20010 | A0 ecr=20000 | D11 | 10 | 8 | Disorder | 12 | 0 | 2 | 0 | 0 | 0 | 0 | - | 10 | 210
20010 | A0 ecr=20000 | *recover(test 2)* R0 | 9 | 5 | Recovery | 12 | 1 | 3 | 0 | 1 | 1 | 20010 | 0/1 | 12 | 210
20010 | A0 ecr=20000 | - | 8 | 5 | Recovery | 12 | 1 | 4 | 0 | 1 | 0 | 20010 | 0/1 | 12 | 210
20010 | A0 ecr=20000 | D12 | 8 | 5 | Recovery | 13 | 1 | 5 | 0 | 1 | 1 | 20010 | 0/1 | 12 | 210
20010 | A0 ecr=20000 | - | 7 | 5 | Recovery | 13 | 1 | 6 | 0 | 1 | 0 | 20010 | 0/1 | 12 | 210
20010 | A0 ecr=20000 | D13 | 7 | 5 | Recovery | 14 | 1 | 7 | 0 | 1 | 1 | 20010 | 0/1 | 12 | 210
20010 | A0 ecr=20000 | - | 6 | 5 | Recovery | 14 | 1 | 8 | 0 | 1 | 0 | 20010 | 0/1 | 12 | 210
20020 | A0 ecr=20000 (dup, from D10) | D14 | 6 | 5 | Recovery | 15 | 1 | 9 | 0 | 1 | 1 | 20010 | 0/1 | 12 | 210
20020 | A0 ecr=20000 (dup, from D11) | - | 5 | 5 | Recovery | 15 | 1 | 10 | 0 | 1 | 0 | 20010 | 0/1 | 12 | 210
20020 | A4 ecr=20010 | R4 | 4 | 5 | Recovery | 11 | 1 | 7 | 0 | 1 | 1 | 20010 | 0/2 | 12 | 210
20030 | A15 ecr=20020 | D15 D16 D17 | 3 | 5 | Disorder | 3 | 0 | 0 | 0 | 0 | 1 | 0 | 0/2 | 15 | 210
)";

} // namespace

TEST(TcpLinux24SenderRecovery, Tv22OneLoss)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10, 8), "TV22", TV22_TEN_DUPLICATES + TV22_END);
}

TEST(TcpLinux24SenderRecovery, Tv23ThreeLostHeadsNeedOneDuplicate)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "TV23", TV23);
}

TEST(TcpLinux24SenderRecovery, Tv24NothingNewToSend)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.data = 10;
    RunTcpLinux24Table(setup, "TV24", TV24);
}

TEST(TcpLinux24SenderRecovery, Tv25ReorderingTakenForALoss)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10, 8)};
    bench.StartFlight();
    EXPECT_TRUE(bench.sender.GetScoreboard().IsFack());
    RunTcpLinux24Table(bench, "TV25", TV25);
    EXPECT_EQ(bench.sender.GetScoreboard().GetReordering(), 10u);
    EXPECT_FALSE(bench.sender.GetScoreboard().IsFack());
}

TEST(TcpLinux24SenderRecovery, Tv26ReorderingWithinATickIsNotSeen)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10, 8), "TV26", TV26);
}

TEST(TcpLinux24SenderRecovery, Tv27WithoutSack)
{
    auto setup = MakeTcpLinux24Setup(10, 8);
    setup.options.sack = false;
    RunTcpLinux24Table(setup, "TV27", TV27);
}
