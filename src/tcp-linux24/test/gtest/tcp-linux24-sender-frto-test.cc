// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV46 of the module's documentation: F-RTO of Linux 2.6.8.1.

#include "tcp-linux24-sender-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto COLUMNS = "sent | cwnd | ssth | state | phase | in flight | cnt";

constexpr auto TV46 = R"(
20210 | RTO timer | R0 | 10 | 5 | Open | 1 | 11 | 0
20500 | A2 ecr=20000 | D10 D11 | 10 | 5 | Open | 2 | 10 | 1
20500 | A4 ecr=20000 | - | 6 | 5 | Open | off | 8 | 1
20500 | A6 ecr=20000 | - | 6 | 5 | Open | off | 6 | 2
20500 | A8 ecr=20000 | D12 D13 | 6 | 5 | Open | off | 6 | 3
20500 | A10 ecr=20000 | D14 D15 | 6 | 5 | Open | off | 6 | 4
20500 | A10 ecr=20000 (dup, from R0, no D-SACK) | - | 6 | 5 | Disorder | off | 6 | 4
)";

constexpr auto TV46_DUPLICATE = R"(
20210 | RTO timer | R0 | 10 | 5 | Open | 1 | 11 | 0
20220 | A0 ecr=20000 (dup) | R1 R2 | 3 | 5 | Loss | off | 3 | 0
)";

// tcp_enter_frto_loss: R2 to R9 are lost, D10 and D11 remain; cwnd is the phase, 2, and these and 1
// more, and begins to count anew.
constexpr auto TV46_SECOND_DUPLICATE = R"(
20210 | RTO timer | R0 | 10 | 5 | Open | 1 | 11 | 0
20500 | A2 ecr=20000 | D10 D11 | 10 | 5 | Open | 2 | 10 | 1
20510 | A2 ecr=20000 (dup) | R2 R3 R4 | 5 | 5 | Loss | off | 5 | 0
)";

// tcp_process_frto: "!before(snd_una, frto_highmark)", so that an ACK of all that was outstanding
// tells nothing. The ACK then ends Loss and lets cwnd, 1 + 0 + 1, grow.
constexpr auto TV46_ALL_AT_ONCE = R"(
20210 | RTO timer | R0 | 10 | 5 | Open | 1 | 11 | 0
20500 | A10 ecr=20000 | D10 D11 D12 | 3 | 5 | Open | off | 3 | 0
)";

constexpr auto TV46_OFF = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | off | 1 | 0
20500 | A2 ecr=20000 | *undo-loss* D10 D11 | 10 | 65535 | Open | off | 10 | 0
)";

/// Linux 2.6.8.1: ticks of 1 ms, the faults of 2.4.18 repaired. The handshake takes as long as a
/// tick of the other vectors, so that the timeout is 210 ms as there.
TcpLinux24BenchSetup
MakeSetup(bool frto)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.handshakeTime = 10;
    setup.options.ticksPerSecond = 1000;
    setup.options.retransStampFromSyn = false;
    setup.options.rttSeqFromUna = false;
    setup.options.firstDeviation = 2;
    setup.options.finalCutPush = false;
    setup.options.bic = true;
    setup.options.frto = frto;
    return setup;
}

} // namespace

TEST(TcpLinux24SenderFrto, Tv46SpuriousTimeout)
{
    TcpLinux24SenderBench bench{MakeSetup(true)};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV46", TV46, COLUMNS);
}

TEST(TcpLinux24SenderFrto, Tv46DuplicateMakesTheTimeoutGenuine)
{
    TcpLinux24SenderBench bench{MakeSetup(true)};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV46, duplicate", TV46_DUPLICATE, COLUMNS);
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), 10u);
}

TEST(TcpLinux24SenderFrto, Tv46DuplicateAfterTheNewSegmentsMakesItGenuineToo)
{
    TcpLinux24SenderBench bench{MakeSetup(true)};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV46, second duplicate", TV46_SECOND_DUPLICATE, COLUMNS);
    EXPECT_EQ(bench.sender.GetScoreboard().GetLostOut(), 8u);
}

TEST(TcpLinux24SenderFrto, Tv46AckOfEverythingMakesTheTimeoutGenuine)
{
    TcpLinux24SenderBench bench{MakeSetup(true)};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV46, all at once", TV46_ALL_AT_ONCE, COLUMNS);
}

// tcp_enter_frto_loss calls init_bictcp: without a last maximum BIC needs more than 36 * 3 / 36
// ACKs at 36 segments; below the maximum of 40 it would need 36 * 11 / 4.
TEST(TcpLinux24SenderFrto, AGenuineTimeoutMakesBicForgetItsMaximum)
{
    auto setup = MakeSetup(true);
    setup.options.initialCwnd = 40;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    bench.Expire(20210);
    ASSERT_EQ(bench.sender.GetSsthresh(), 35u); // 40 - 40 / 8
    bench.Acknowledge(20220, {.ack = 0, .echo = 20000});
    uint32_t ack = 0;
    while (bench.sender.GetCwnd() < 36)
    {
        bench.Acknowledge(20220, {.ack = ++ack, .echo = 20220});
    }
    const uint32_t before = ack;
    while (bench.sender.GetCwnd() == 36 && ack < before + 100)
    {
        bench.Acknowledge(20220, {.ack = ++ack, .echo = 20220});
    }
    EXPECT_EQ(ack - before, 4u);
}

TEST(TcpLinux24SenderFrto, Tv46TimestampsAloneRestoreTheWindow)
{
    TcpLinux24SenderBench bench{MakeSetup(false)};
    bench.StartFlight();
    RunTcpLinux24Table(bench, "TV46, F-RTO off", TV46_OFF, COLUMNS);
}
