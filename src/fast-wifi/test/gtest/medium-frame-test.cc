// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Times of an exchange of 1500 bytes at 11 Mb/s with RTS, by hand (medium-script.h).

#include "medium-script.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Kind = MediumTransmission::Kind;

const MediumTiming TIMING; ///< slot 20 us, SIFS 10 us

TEST(MediumFrameTest, EachFrameHasItsTime)
{
    const MediumFrame frame = GetProtected1500(1);
    EXPECT_EQ(frame.GetLength(Kind::RTS), 352 * US);
    EXPECT_EQ(frame.GetLength(Kind::CTS), 304 * US);
    EXPECT_EQ(frame.GetLength(Kind::DATA), 1310 * US);
    EXPECT_EQ(frame.GetLength(Kind::ACK), 304 * US);
}

// 9.2.8: a timeout is SIFS, a slot, and the time until PHY-RXSTART.
TEST(MediumFrameTest, TheHeaderOfAnAnswerIsInItsTimeout)
{
    MediumFrame frame = GetProtected1500(1);
    EXPECT_EQ(frame.GetPlcp(Kind::DATA, TIMING), 192 * US);
    EXPECT_EQ(frame.GetPlcp(Kind::ACK, TIMING), (222 - 30) * US);
    frame.ctsTimeout = 126 * US;
    EXPECT_EQ(frame.GetPlcp(Kind::CTS, TIMING), 96 * US) << "a short preamble";
    frame.ackTimeout = 0;
    EXPECT_EQ(frame.GetPlcp(Kind::ACK, TIMING), 0) << "nobody waits";
    frame.plcp = 2000 * US;
    EXPECT_EQ(frame.GetPlcp(Kind::DATA, TIMING), 1310 * US) << "no more than the frame";
}

// 9.2.5.4: Duration reserves the medium until the end of the ACK.
TEST(MediumFrameTest, EachFrameReservesTheRestOfTheExchange)
{
    const MediumFrame frame = GetProtected1500(1);
    EXPECT_EQ(frame.GetNavEnd(Kind::RTS, 0, TIMING), (10 + 304 + 10 + 1310 + 10 + 304) * US);
    EXPECT_EQ(frame.GetNavEnd(Kind::CTS, 0, TIMING), (10 + 1310 + 10 + 304) * US);
    EXPECT_EQ(frame.GetNavEnd(Kind::DATA, 0, TIMING), (10 + 304) * US);
    EXPECT_EQ(frame.GetNavEnd(Kind::ACK, 0, TIMING), 0);
    EXPECT_EQ(GetFrame1500(MEDIUM_EVERYBODY).GetNavEnd(Kind::DATA, 0, TIMING), 0) << "a group";
}

// The same clause: two SIFS, CTS, PHY-RXSTART delay and two slots behind the RTS.
TEST(MediumFrameTest, TheNavOfAnRtsIsResetAfterTheTimeOfItsCts)
{
    EXPECT_EQ(GetProtected1500(1).GetNavReset(0, TIMING), (2 * 10 + 304 + 192 + 2 * 20) * US);
}

} // namespace
