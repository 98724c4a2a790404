// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// NAV, EIFS and timeout of one station.

#include "../../model/medium-deferral.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(MediumDeferralTest, EndsWithTheLastOfNavEifsAndTimeout)
{
    MediumDeferral deferral;
    EXPECT_EQ(deferral.GetEnd(), 0);
    deferral.SetNav(300, MEDIUM_NEVER);
    deferral.SetEifs(500);
    deferral.SetTimeout(400);
    EXPECT_EQ(deferral.GetEnd(), 500);
    deferral.EndEifs();
    EXPECT_EQ(deferral.GetEnd(), 400);
    deferral.EndTimeout();
    EXPECT_EQ(deferral.GetEnd(), 300);
}

// IEEE 802.11-2007, 9.2.5.4: a NAV is updated by a longer one only.
TEST(MediumDeferralTest, ANavIsNotShortened)
{
    MediumDeferral deferral;
    deferral.SetNav(300, MEDIUM_NEVER);
    deferral.SetNav(200, 150);
    EXPECT_EQ(deferral.GetNav(), 300);
}

// The same clause: that of an RTS is reset if no frame begins soon after it.
TEST(MediumDeferralTest, TheNavOfAnRtsEndsUnlessAFrameBegins)
{
    MediumDeferral silent;
    silent.SetNav(3000, 400);
    EXPECT_EQ(silent.GetNav(), 400);
    EXPECT_EQ(silent.GetLongestNav(), 3000);
    silent.NoteRxStart(401);
    EXPECT_EQ(silent.GetNav(), 400) << "it was over before this frame";
    MediumDeferral answered;
    answered.SetNav(3000, 400);
    answered.NoteRxStart(399);
    EXPECT_EQ(answered.GetNav(), 3000);
}

} // namespace
