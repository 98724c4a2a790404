// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Attempts of frames, by their addresses and Sequence Control field.

#include "ns3/usb-duplicate-cache.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(UsbDuplicateCache, RepeatsTheLastFrameOnItsWay)
{
    const Mac48Address station("00:00:00:00:00:01");
    const Mac48Address accessPoint("00:00:00:00:00:02");
    const Mac48Address other("00:00:00:00:00:03");
    UsbDuplicateCache cache;
    // The first attempt was not received.
    EXPECT_FALSE(cache.IsDuplicate(station, accessPoint, 0x0070, true));
    EXPECT_TRUE(cache.IsDuplicate(station, accessPoint, 0x0070, true));
    // Frames of another sender, and to another receiver, make no difference.
    EXPECT_FALSE(cache.IsDuplicate(station, other, 0x0070, true));
    EXPECT_FALSE(cache.IsDuplicate(other, accessPoint, 0x0080, false));
    EXPECT_TRUE(cache.IsDuplicate(station, accessPoint, 0x0070, true));
    // The next fragment
    EXPECT_FALSE(cache.IsDuplicate(station, accessPoint, 0x0071, false));
    EXPECT_TRUE(cache.IsDuplicate(station, accessPoint, 0x0071, true));
    // Without the Retry bit, the number has come round: 4096 frames later.
    EXPECT_FALSE(cache.IsDuplicate(station, accessPoint, 0x0071, false));
}
