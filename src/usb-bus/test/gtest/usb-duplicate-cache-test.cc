// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Attempts of frames, by sender and Sequence Control field.

#include "ns3/usb-duplicate-cache.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(UsbDuplicateCache, RepeatsTheLastFrameOfItsSender)
{
    const Mac48Address accessPoint("00:00:00:00:00:01");
    const Mac48Address other("00:00:00:00:00:02");
    UsbDuplicateCache cache;
    // The first attempt was not received.
    EXPECT_FALSE(cache.IsDuplicate(accessPoint, 0x0070, true));
    EXPECT_TRUE(cache.IsDuplicate(accessPoint, 0x0070, true));
    // Another sender has numbers of its own.
    EXPECT_FALSE(cache.IsDuplicate(other, 0x0070, true));
    EXPECT_TRUE(cache.IsDuplicate(accessPoint, 0x0070, true));
    // The next fragment
    EXPECT_FALSE(cache.IsDuplicate(accessPoint, 0x0071, false));
    EXPECT_TRUE(cache.IsDuplicate(accessPoint, 0x0071, true));
    // Without the Retry bit, the number has come round: 4096 frames later.
    EXPECT_FALSE(cache.IsDuplicate(accessPoint, 0x0071, false));
}
