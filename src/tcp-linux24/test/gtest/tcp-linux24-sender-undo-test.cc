// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV18 to TV21 of the module's documentation: what D-SACK, and the lack of options, do to undo.

#include "tcp-linux24-sender-table.h"
#include "tcp-linux24-sender-vectors.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto TV18 = R"(
20500 | state | D13 D14 D15 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/9 | 13 | 1350
20510 | A10 sack [0,1) ecr=20000 | - | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/8 | 13 | 1350
20510 | A10 sack [2,3) ecr=20000 | - | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/7 | 13 | 1350
20510 | A10 sack [3,4) ecr=20000; A10 sack [4,5) ecr=20000; A10 sack [5,6) ecr=20000; A10 sack [6,7) ecr=20000; A10 sack [7,8) ecr=20000; A10 sack [8,9) ecr=20000 | - | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/1 | 13 | 1350
20510 | A10 sack [9,10) ecr=20000 | *undo-dsack* D16 D17 D18 | 9 | 65535 | Open | 9 | 0 | 0 | 0 | 0 | 0 | 0 | - | 16 | 1350
20520 | A12 ecr=20500 | D19 D20 D21 | 10 | 65535 | Open | 10 | 0 | 0 | 0 | 0 | 0 | 0 | - | 16 | 1310
)";

constexpr auto TV19 = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 10000 | 0/1 | 10 | 420
20500 | A2 ecr=20000 | R2 R3 | 2 | 5 | Loss | 8 | 8 | 0 | 0 | 2 | 0 | 10000 | 0/3 | 10 | 590
20500 | A4 ecr=20000 | R4 R5 R6 | 3 | 5 | Loss | 6 | 6 | 0 | 0 | 3 | 0 | 10000 | 0/6 | 10 | 940
20500 | A6 ecr=20000 | R7 R8 R9 | 4 | 5 | Loss | 4 | 4 | 0 | 0 | 4 | 0 | 10000 | 0/9 | 10 | 1170
20500 | A8 ecr=20000 | D10 D11 D12 | 5 | 5 | Loss | 5 | 2 | 0 | 0 | 2 | 0 | 10000 | 0/9 | 10 | 1290
20500 | A10 ecr=20000 | D13 D14 D15 | 6 | 5 | Loss | 6 | 0 | 0 | 0 | 0 | 0 | 10000 | 0/9 | 10 | 1350
20510 | A10 ecr=20000 x4 (dup) | - | 6 | 5 | Loss | 6 | 0 | 0 | 0 | 0 | 0 | 10000 | 0/9 | 10 | 1350
20520 | A12 ecr=20500 | D16 D17 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 1 | 0 | 0/9 | 16 | 1310
)";

constexpr auto TV20_UNDO = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 10 | 420
20500 | A2 ecr=20000 | *undo-loss* D10 D11 | 10 | 65535 | Loss | 10 | 0 | 0 | 0 | 0 | 0 | 20210 | - | 10 | 590
20500 | A4 ecr=20000 | D12 D13 D14 | 11 | 65535 | Loss | 11 | 0 | 0 | 0 | 0 | 0 | 20210 | - | 10 | 940
)";

constexpr auto TV20_REST = R"(
20510 | A10 ecr=20000 (dup) | - | 14 | 65535 | Loss | 14 | 0 | 0 | 0 | 0 | 0 | 20210 | - | 10 | 1350
20520 | A12 ecr=20500 | D24 D25 D26 | 15 | 65535 | Open | 15 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 1310
)";

constexpr auto TV21 = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 10 | 420
20500 | A2 | R2 R3 | 2 | 5 | Loss | 8 | 8 | 0 | 0 | 2 | 0 | 20210 | 0/3 | 10 | 420
20500 | A4 | R4 R5 R6 | 3 | 5 | Loss | 6 | 6 | 0 | 0 | 3 | 0 | 20210 | 0/6 | 10 | 420
20500 | A6 | R7 R8 R9 | 4 | 5 | Loss | 4 | 4 | 0 | 0 | 4 | 0 | 20210 | 0/9 | 10 | 420
20500 | A8 | D10 D11 D12 | 5 | 5 | Loss | 5 | 2 | 0 | 0 | 2 | 0 | 20210 | 0/9 | 10 | 420
20500 | A10 | D13 D14 D15 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/9 | 13 | 420
)";

} // namespace

TEST(TcpLinux24SenderUndo, Tv18DsacksTakeTheReductionBack)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "TV12, TV18", TV12_LOSS + TV18);
}

TEST(TcpLinux24SenderUndo, Tv19WithoutSackLossIsHeldAtHighSeq)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.sack = false;
    RunTcpLinux24Table(setup, "TV19", TV19);
}

TEST(TcpLinux24SenderUndo, Tv20WithoutSackUndoLeavesTheState)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.sack = false;
    setup.options.retransStampFromSyn = false;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV20", TV20_UNDO);
    for (uint32_t ack = 6; ack <= 10; ack += 2)
    {
        bench.Acknowledge(20500, {.ack = ack, .echo = 20000});
    }
    RunTcpLinux24Table(bench, "TV20, second part", TV20_REST);
}

TEST(TcpLinux24SenderUndo, Tv21WithoutTimestampsThereIsNone)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.retransStampFromSyn = false;
    RunTcpLinux24Table(setup, "TV21", TV21);
}
