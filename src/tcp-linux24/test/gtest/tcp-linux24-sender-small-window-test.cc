// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV28 to TV31 of the module's documentation: small windows, and timeouts after duplicate ACKs.

#include "tcp-linux24-sender-table.h"
#include "tcp-linux24-sender-vectors.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr auto TV28 = R"(
20010 | A0 sack [1,2) ecr=20000 | D3 | 3 | 2 | Disorder | 4 | 0 | 1 | 2 | 0 | 0 | 0 | - | 3 | 210
20010 | A0 sack [1,3) ecr=20000 | D4 | 3 | 2 | Disorder | 5 | 0 | 2 | 3 | 0 | 0 | 0 | - | 3 | 210
20020 | A0 sack [1,4) ecr=20000 | *recover(test 1)* R0 | 2 | 2 | Recovery | 5 | 1 | 3 | 4 | 1 | 1 | 20020 | 0/1 | 5 | 210
20020 | A0 sack [1,5) ecr=20000 | - | 1 | 2 | Recovery | 5 | 1 | 4 | 5 | 1 | 0 | 20020 | 0/1 | 5 | 210
20030 | A5 ecr=20020 | D5 | 1 | 2 | Disorder | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0/1 | 5 | 210
20130 | A6 ecr=20030 (delayed-ACK timer, +100 ms) | D6 D7 | 2 | 2 | Open | 2 | 0 | 0 | 0 | 0 | 0 | 0 | - | 5 | 220
)";

constexpr auto TV28B = R"(
20210 | RTO timer | R0 | 1 | 2 | Loss | 2 | 2 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 2 | 420
20310 | A1 ecr=20210 (delayed-ACK timer, +100 ms) | R1 D2 | 2 | 2 | Loss | 2 | 1 | 0 | 0 | 1 | 0 | 20210 | 0/2 | 2 | 220
20320 | A3 ecr=20310 | D3 D4 D5 | 3 | 2 | Disorder | 3 | 0 | 0 | 0 | 0 | 0 | 0 | 0/2 | 3 | 220
)";

constexpr auto TV29 = R"(
20010 | A0 sack [1,2) ecr=20000 | - | 3 | 2 | Disorder | 3 | 0 | 1 | 2 | 0 | 0 | 0 | - | 3 | 210
20010 | A0 sack [1,3) ecr=20000 | - | 3 | 2 | Disorder | 3 | 0 | 2 | 3 | 0 | 0 | 0 | - | 3 | 210
20210 | RTO timer | R0 | 1 | 2 | Loss | 3 | 1 | 2 | 3 | 1 | 0 | 20210 | 0/1 | 3 | 420
20300 | A3 ecr=20210 | - | 2 | 2 | Disorder | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0/1 | 3 | 220
)";

constexpr auto TV30 = R"(
20010 | state | - | 8 | 5 | Recovery | 12 | 1 | 4 | 5 | 1 | 0 | 20010 | 0/1 | 12 | 210
20220 | RTO timer | R0 | 1 | 5 | Loss | 12 | 8 | 4 | 5 | 1 | 0 | 20010 | - | 12 | 420
20230 | A5 ecr=20220 | R5 R6 | 2 | 5 | Loss | 7 | 7 | 0 | 0 | 2 | 0 | 20010 | - | 12 | 210
)";

constexpr auto TV31 = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | 0/1 | 10 | 420
20630 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 20210 | - | 10 | 840
20700 | A2 ecr=20000 | R2 R3 | 2 | 5 | Loss | 8 | 8 | 0 | 0 | 2 | 0 | 20210 | - | 10 | 810
)";

} // namespace

TEST(TcpLinux24SenderSmallWindow, Tv28RecoveryEndsWithAWindowOfOne)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(3, 2), "TV28", TV28);
}

TEST(TcpLinux24SenderSmallWindow, Tv28bOneRetransmissionWaitsForADelayedAck)
{
    auto setup = MakeTcpLinux24Setup(2, 2);
    setup.options.retransStampFromSyn = false;
    RunTcpLinux24Table(setup, "TV28b", TV28B);
}

TEST(TcpLinux24SenderSmallWindow, Tv29TooFewDuplicates)
{
    auto setup = MakeTcpLinux24Setup(3, 2);
    setup.data = 3;
    RunTcpLinux24Table(setup, "TV29", TV29);
}

TEST(TcpLinux24SenderSmallWindow, Tv30TimeoutInRecovery)
{
    RunTcpLinux24Table(MakeTcpLinux24Setup(10, 8), "TV22, TV30", TV22_FOUR_DUPLICATES + TV30);
}

TEST(TcpLinux24SenderSmallWindow, Tv31TwoTimeoutsOfOneHead)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.retransStampFromSyn = false;
    RunTcpLinux24Table(setup, "TV31", TV31);
}
