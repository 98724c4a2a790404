// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux26-bic.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t HZ = 1000;

/// Two losses in a row, at 47 and then at 46 segments.
/// @param maximumFault whether BIC has the fault of 2.6.8
/// @return BIC after them
TcpLinux26Bic
LoseTwice(bool maximumFault)
{
    TcpLinux26Bic bic(HZ, maximumFault);
    EXPECT_EQ(bic.GetReducedSsthresh(47), 42u); // 47 - 47 / 8
    EXPECT_EQ(bic.GetReducedSsthresh(46), 41u); // 46 - 46 / 8
    return bic;
}

} // namespace

TEST(TcpLinux26Bic, TheShippedMaximumIsFarAboveTheLoss)
{
    // 46 * 15 / 4 = 172: at 42 segments BIC is (172 - 42) / 4 = 32 below it, and needs 42 / 32.
    EXPECT_EQ(LoseTwice(true).GetAcksPerStep(42, TcpTick(5000)), 1u);
}

TEST(TcpLinux26Bic, ThePatchedMaximumIsJustBelowTheLoss)
{
    // 46 - 46 / 16 = 44: at 42 segments BIC is (44 - 42) / 4 = 0 below it, and needs 42 * 11 / 4.
    EXPECT_EQ(LoseTwice(false).GetAcksPerStep(42, TcpTick(5000)), 115u);
}

TEST(TcpLinux26Bic, AFirstLossSetsTheMaximumWithoutConvergence)
{
    for (const bool maximumFault : {false, true})
    {
        TcpLinux26Bic bic(HZ, maximumFault);
        bic.GetReducedSsthresh(47);
        // (47 - 35) / 4 = 3: 35 / 3.
        EXPECT_EQ(bic.GetAcksPerStep(35, TcpTick(5000)), 11u);
    }
}

// A second loss at the window of the first one has gained nothing, but lost nothing either.
TEST(TcpLinux26Bic, ALossAtTheMaximumDoesNotConverge)
{
    for (const bool maximumFault : {false, true})
    {
        TcpLinux26Bic bic(HZ, maximumFault);
        bic.GetReducedSsthresh(47);
        bic.GetReducedSsthresh(47);
        EXPECT_EQ(bic.GetAcksPerStep(35, TcpTick(5000)), 11u); // as after the first
    }
}

// bictcp_cwnd: a step of one segment or less takes 11 round trips, divided by 4.
TEST(TcpLinux26Bic, TheLastStepsAreSmooth)
{
    const auto getAcks = [](uint32_t maximum, uint32_t cwnd) {
        TcpLinux26Bic bic(HZ, false);
        bic.GetReducedSsthresh(maximum);
        return bic.GetAcksPerStep(cwnd, TcpTick(5000));
    };
    EXPECT_EQ(getAcks(103, 100), 275u); // (103 - 100) / 4 = 0: 100 * 11 / 4
    EXPECT_EQ(getAcks(104, 100), 275u); // 1
    EXPECT_EQ(getAcks(107, 100), 275u); // 1
    EXPECT_EQ(getAcks(108, 100), 50u);  // 2: 100 / 2
    EXPECT_EQ(getAcks(228, 100), 3u);   // 32: 100 / 32
    EXPECT_EQ(getAcks(232, 100), 3u);   // 33: 100 / 32, the largest step
    // Above the maximum: slowly at first, then a segment for each 3 * cwnd / distance ACKs.
    EXPECT_EQ(getAcks(100, 100), 275u);
    EXPECT_EQ(getAcks(100, 103), 283u); // 103 * 11 / 4
    EXPECT_EQ(getAcks(100, 104), 78u);  // 104 * 3 / 4
    EXPECT_EQ(getAcks(100, 195), 6u);   // 195 * 3 / 95
    EXPECT_EQ(getAcks(100, 196), 6u);   // 196 / 32
}
