// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV12 to TV17b of the module's documentation: timeouts, and the stamp that hides a needless one.

#include "tcp-linux24-sender-table.h"
#include "tcp-linux24-sender-vectors.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto TV12_DUPLICATES = R"(
20500 | A10 ecr=20000 (dup, caused by R0) | - | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/9 | 13 | 1350
20510 | A10 ecr=20000 x8 (dup, caused by R2..R9) | - | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/9 | 13 | 1350
20520 | A12 ecr=20500 | D16 D17 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 1 | 0 | 0/9 | 13 | 1310
20520 | A14 ecr=20500 | D18 D19 | 6 | 5 | Open | 6 | 0 | 0 | 0 | 0 | 2 | 0 | - | 13 | 1260
20520 | A16 ecr=20500 | D20 D21 | 6 | 5 | Open | 6 | 0 | 0 | 0 | 0 | 3 | 0 | - | 13 | 1210
)";

constexpr auto TV12W = R"(
20210 | RTO timer | R0 | 1 | 8 | Loss | 16 | 16 | 0 | 0 | 1 | 0 | 10000 | 0/1 | 16 | 420
20500 | A2 ecr=20000 | R2 R3 | 2 | 8 | Loss | 14 | 14 | 0 | 0 | 2 | 0 | 10000 | 0/3 | 16 | 590
20500 | A4 ecr=20000 | R4 R5 R6 | 3 | 8 | Loss | 12 | 12 | 0 | 0 | 3 | 0 | 10000 | 0/6 | 16 | 940
20500 | A6 ecr=20000 | R7 R8 R9 | 4 | 8 | Loss | 10 | 10 | 0 | 0 | 4 | 0 | 10000 | 0/9 | 16 | 1170
20500 | A8 ecr=20000 | R10 R11 R12 | 5 | 8 | Loss | 8 | 8 | 0 | 0 | 5 | 0 | 10000 | 0/12 | 16 | 1290
20500 | A10 ecr=20000 | R13 R14 R15 | 6 | 8 | Loss | 6 | 6 | 0 | 0 | 6 | 0 | 10000 | 0/15 | 16 | 1350
20500 | A12 ecr=20000 | D16 D17 D18 | 7 | 8 | Loss | 7 | 4 | 0 | 0 | 4 | 0 | 10000 | 0/15 | 16 | 1380
20500 | A14 ecr=20000 | D19 D20 D21 | 8 | 8 | Loss | 8 | 2 | 0 | 0 | 2 | 0 | 10000 | 0/15 | 16 | 1390
20500 | A16 ecr=20000 | D22 D23 D24 | 9 | 8 | Disorder | 9 | 0 | 0 | 0 | 0 | 0 | 0 | 0/15 | 22 | 1400
)";

constexpr auto TV13 = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 10 | 420
20500 | A2 ecr=20000 | *undo-loss* D10 D11 | 10 | 65535 | Open | 10 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 590
20500 | A4 ecr=20000 | D12 D13 D14 | 11 | 65535 | Open | 11 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 940
20500 | A6 ecr=20000 | D15 D16 D17 | 12 | 65535 | Open | 12 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 1170
20500 | A8 ecr=20000 | D18 D19 D20 | 13 | 65535 | Open | 13 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 1290
20500 | A10 ecr=20000 | D21 D22 D23 | 14 | 65535 | Open | 14 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 1350
20510 | A10 ecr=20000 (dup from R0) | - | 14 | 65535 | Open | 14 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 1350
)";

constexpr auto TV14 = R"(
21730 | RTO timer | R16 | 1 | 3 | Loss | 6 | 6 | 0 | 0 | 1 | 0 | 21730 | 16/1 | 22 | 2420
21780 | A18 ecr=20520 | *undo-loss* D22 D23 | 6 | 5 | Open | 6 | 0 | 0 | 0 | 0 | 0 | 0 | - | 22 | 2090
21780 | A20 ecr=20520 | D24 D25 | 6 | 5 | Open | 6 | 0 | 0 | 0 | 0 | 1 | 0 | - | 22 | 2720
)";

constexpr auto TV15 = R"(
20010 | A0 ecr=20000 (dup) | - | 10 | inf | Open | 10 | 0 | 0 | 0 | 0 | 0 | 0 | - | 0 | 210
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 10 | 420
20500 | A2 ecr=20000 | *undo-loss* D10 D11 | 10 | 65535 | Open | 10 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 590
)";

constexpr auto TV17 = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 10000 | 0/1 | 10 | 420
20500 | A10 ecr=20000 | D10 D11 | 2 | 5 | Disorder | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 0/1 | 10 | 590
20510 | A10 ecr=20000 (dup) | - | 2 | 5 | Disorder | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 0/1 | 10 | 590
20510 | A12 ecr=20500 | D12 D13 D14 | 3 | 5 | Open | 3 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 570
)";

constexpr auto TV17B = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 10 | 420
20500 | A10 ecr=20000 | *undo-full* D10 D11 D12 | 3 | 65535 | Open | 3 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 590
20510 | A12 ecr=20500 | D13 D14 D15 | 4 | 65535 | Open | 4 | 0 | 0 | 0 | 0 | 0 | 0 | - | 10 | 570
)";

/// The repaired kernel, or a passive opener: the SYN leaves no retrans_stamp.
TcpLinux24BenchSetup
MakeRepairedSetup(uint32_t cwnd, uint32_t ssthresh = TcpLinux24Options::INFINITE_SSTHRESH)
{
    auto setup = MakeTcpLinux24Setup(cwnd, ssthresh);
    setup.options.retransStampFromSyn = false;
    return setup;
}

} // namespace

TEST(TcpLinux24SenderTimeout, Tv12FirstSpuriousTimeoutIsNotRecognised)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "TV12", TV12_LOSS + TV12_DUPLICATES);
}

TEST(TcpLinux24SenderTimeout, Tv12wTheSameWithAWindowOfSixteen)
{
    auto setup = MakeTcpLinux24Setup(16);
    setup.window = 16;
    RunTcpLinux24Table(setup, "TV12w", TV12W);
}

// tcp_enter_loss: "ca_state <= TCP_CA_Disorder", so that a timeout in Disorder halves the window.
TEST(TcpLinux24SenderTimeout, TimeoutInDisorderLowersTheThreshold)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.StartFlight();
    bench.Acknowledge(20010, {.ack = 0, .sacks = {{1, 2}}, .echo = 20000});
    ASSERT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::DISORDER);
    ASSERT_EQ(bench.sender.GetCongestion().GetHighSeq(), 10 * TcpLinux24SenderBench::MSS);
    bench.Expire(bench.GetMilliseconds(*bench.sender.GetTimer()));
    EXPECT_EQ(bench.sender.GetCongestion().GetState(), TcpLinux24State::LOSS);
    EXPECT_EQ(bench.sender.GetCongestion().GetSsthresh(), 5u);
    EXPECT_EQ(bench.sender.GetCongestion().GetCwnd(), 1u);
}

TEST(TcpLinux24SenderTimeout, Tv13WithoutTheStampOfTheSyn)
{
    RunTcpLinux24Table(MakeRepairedSetup(10), "TV13", TV13);
}

TEST(TcpLinux24SenderTimeout, Tv14SecondSpuriousTimeoutIsRecognised)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "TV12, TV14", TV12_LOSS + TV12_DUPLICATES + TV14);
}

TEST(TcpLinux24SenderTimeout, Tv15DuplicateAckInOpenClearsTheStamp)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "TV15", TV15);
}

TEST(TcpLinux24SenderTimeout, Tv16aPassiveOpener)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.Accept(10004, 10000);
    bench.Write(20000, 100 * TcpLinux24SenderBench::MSS);
    RunTcpLinux24Table(bench, "TV13", TV13);
}

TEST(TcpLinux24SenderTimeout, Tv17OneAckForTheWholeWindow)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10), "TV17", TV17);
}

TEST(TcpLinux24SenderTimeout, Tv17bTheSameWithoutTheStampOfTheSyn)
{
    RunTcpLinux24Table(MakeRepairedSetup(10), "TV17b", TV17B);
}
