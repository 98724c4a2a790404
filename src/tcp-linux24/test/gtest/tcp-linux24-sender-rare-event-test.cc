// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV32 to TV35 of the module's documentation: head timeout, lost retransmission, reneging, local
// drop.

#include "tcp-linux24-sender-table.h"
#include "tcp-linux24-sender-vectors.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto TV32 = R"(
20010 | A0 ecr=19750 | *recover(test 3)* R0 | 1 | 3 | Recovery | 6 | 6 | 0 | 0 | 1 | 1 | 20010 | 0/1 | 6 | 210
20010 | A0 ecr=19750 | - | 1 | 3 | Recovery | 6 | 6 | 0 | 0 | 1 | 0 | 20010 | 0/1 | 6 | 210
20020 | A6 ecr=19750 | *undo-full* D6 D7 D8 | 3 | 20 | Open | 3 | 0 | 0 | 0 | 0 | 0 | 0 | - | 6 | 330
)";

constexpr auto TV33 = R"(
20020 | A0 sack [1,12) ecr=20000 | D15 | 5 | 5 | Recovery | 16 | 1 | 11 | 12 | 1 | 1 | 20010 | 0/1 | 12 | 210
20020 | A0 sack [1,13) ecr=20000 | R0 | 4 | 5 | Recovery | 16 | 1 | 12 | 13 | 1 | 0 | 20010 | 0/2 | 12 | 210
)";

constexpr auto TV34 = R"(
20010 | A0 sack [2,4) ecr=20000 | *recover(test 2)* R0 | 4 | 3 | Recovery | 6 | 1 | 2 | 4 | 1 | 1 | 20010 | 0/1 | 6 | 210
20020 | A2 ecr=20010 | R2 | 1 | 3 | Loss | 4 | 4 | 0 | 0 | 1 | 0 | 20010 | - | 6 | 210
)";

constexpr auto TV35 = R"(
20000 | state | - | 8 | 5 | CWR | 7 | 0 | 0 | 0 | 0 | 0 | 10000 | - | 7 | 210
20010 | A1 ecr=20000 | D7 | 7 | 5 | CWR | 7 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
20010 | A2 ecr=20000 | - | 6 | 5 | CWR | 6 | 0 | 0 | 0 | 0 | 0 | 0 | - | 7 | 210
20010 | A3 ecr=20000 | D8 | 6 | 5 | CWR | 6 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
20010 | A4 ecr=20000 | - | 5 | 5 | CWR | 5 | 0 | 0 | 0 | 0 | 0 | 0 | - | 7 | 210
20010 | A5 ecr=20000 | D9 | 5 | 5 | CWR | 5 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
20010 | A6 ecr=20000 | - | 4 | 5 | CWR | 4 | 0 | 0 | 0 | 0 | 0 | 0 | - | 7 | 210
20010 | A7 ecr=20000 | D10 | 4 | 5 | CWR | 4 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
20010 | A8 ecr=20000 | D11 | 4 | 5 | Open | 4 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
20010 | A9 ecr=20000 | D12 D13 | 5 | 5 | Open | 5 | 0 | 0 | 0 | 0 | 1 | 0 | - | 7 | 210
)";

} // namespace

TEST(TcpLinux24SenderRareEvent, Tv32HeadTimedOut)
{
    auto setup = MakeTcpLinux24Setup(6, 20);
    setup.writeTime = 19750;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    TcpLinux24SenderPeer::SetTimer(bench.sender, bench.GetTick(20210));
    RunTcpLinux24Table(bench, "TV32", TV32);
}

TEST(TcpLinux24SenderRareEvent, Tv33LostRetransmission)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10, 8), "TV22, TV33", TV22_TEN_DUPLICATES + TV33);
}

TEST(TcpLinux24SenderRareEvent, Tv34Reneging)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(6, 4), "TV34", TV34);
}

TEST(TcpLinux24SenderRareEvent, Tv35LocalDrop)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.refusals = {7};
    bench.StartFlight();
    EXPECT_EQ(bench.GetSent(), "D0 D1 D2 D3 D4 D5 D6");
    bench.Forget();
    RunTcpLinux24Table(bench, "TV35", TV35);
}
