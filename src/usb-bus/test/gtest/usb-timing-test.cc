// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Lengths of transactions: USB 2.0, tables 5-3 to 5-10, and arithmetic by hand.

#include "../../model/usb-timing.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

TEST(UsbTiming, FullSpeedCosts)
{
    const UsbTiming timing = UsbTiming::FullSpeed();
    EXPECT_EQ(timing.frameBits, 12000);
    EXPECT_EQ(timing.sofBits, 40);
    EXPECT_EQ(timing.nakBits, 64);
    EXPECT_EQ(timing.GetDataBits(0), 104);
    EXPECT_EQ(timing.GetDataBits(8), 168);
    EXPECT_EQ(timing.GetDataBits(32), 360);
    EXPECT_EQ(timing.GetDataBits(64), 616);
    EXPECT_EQ(timing.GetIsoBits(0), 72);
    EXPECT_EQ(timing.GetIsoBits(1023), 8256);
    EXPECT_EQ(timing.ToNanoSeconds(timing.GetDataBits(64)), 51333);
    EXPECT_EQ(timing.ToNanoSeconds(timing.GetDataBits(0)), 8666);
}

TEST(UsbTiming, HighSpeedCosts)
{
    const UsbTiming timing = UsbTiming::HighSpeed();
    EXPECT_EQ(timing.frameBits, 60000);
    EXPECT_EQ(timing.GetDataBits(512), 4536);
    EXPECT_EQ(timing.GetDataBits(64), 952);
    EXPECT_EQ(timing.ToNanoSeconds(timing.GetDataBits(512)), 9450);
}

TEST(UsbTiming, TransfersPerFrameAreThoseOfTheStandard)
{
    struct Limit
    {
        uint32_t payload;   ///< bytes of a transaction
        uint32_t transfers; ///< most of them in a frame or microframe
        uint32_t left;      ///< bytes that remain
    };

    const auto check = [](const UsbTiming& timing, uint32_t bits, const Limit& limit) {
        EXPECT_EQ(timing.frameBits / bits, limit.transfers) << limit.payload;
        EXPECT_EQ(timing.frameBits % bits / 8, limit.left) << limit.payload;
    };
    const UsbTiming full = UsbTiming::FullSpeed();
    const UsbTiming high = UsbTiming::HighSpeed();
    // USB 2.0, table 5-9: bulk at full speed.
    for (const Limit& limit : std::vector<Limit>{{1, 107, 2},
                                                 {2, 100, 0},
                                                 {4, 88, 4},
                                                 {8, 71, 9},
                                                 {16, 51, 21},
                                                 {32, 33, 15},
                                                 {64, 19, 37}})
    {
        check(full, full.GetDataBits(limit.payload), limit);
    }
    // Table 5-10: bulk at high speed; table 5-8: interrupt with 1024 bytes.
    for (const Limit& limit : std::vector<Limit>{{1, 133, 52},
                                                 {2, 131, 33},
                                                 {4, 127, 7},
                                                 {8, 119, 3},
                                                 {16, 105, 45},
                                                 {32, 86, 18},
                                                 {64, 63, 3},
                                                 {128, 40, 180},
                                                 {256, 24, 36},
                                                 {512, 13, 129},
                                                 {1024, 6, 1026}})
    {
        check(high, high.GetDataBits(limit.payload), limit);
    }
    // Tables 5-4 and 5-5: isochronous.
    check(full, full.GetIsoBits(1023), {1023, 1, 468});
    check(high, high.GetIsoBits(512), {512, 13, 350});
    check(high, high.GetIsoBits(1024), {1024, 7, 66});
}

TEST(UsbTiming, LastStartLeavesRoomForTheLargestPacketAndTheGuard)
{
    EXPECT_EQ(UsbTiming::FullSpeed().GetLastStartBit(), 12000 - 32 - 616);
    EXPECT_EQ(UsbTiming::HighSpeed().GetLastStartBit(), 60000 - 480 - 4536);
    UsbTiming stuffed = UsbTiming::FullSpeed();
    stuffed.stuffing = UsbBitStuffing::WORST;
    EXPECT_EQ(stuffed.GetLastStartBit(), 12000 - 32 - 704);
}

TEST(UsbTiming, BitStuffing)
{
    UsbTiming timing = UsbTiming::FullSpeed();
    // Worst case: one bit in six of 512 data and 16 CRC bits, 88 bits.
    timing.stuffing = UsbBitStuffing::WORST;
    EXPECT_EQ(timing.GetDataBits(64), 704);
    EXPECT_EQ(timing.ToNanoSeconds(704), 58666);
    EXPECT_EQ(timing.GetDataBits(0), 104 + 2);
    EXPECT_EQ(timing.GetIsoBits(64), 72 + 512 + 88);
    // Random data: one bit in 126.
    timing.stuffing = UsbBitStuffing::RANDOM;
    EXPECT_EQ(timing.GetDataBits(64), 620);
    EXPECT_EQ(timing.GetDataBits(0), 104);
}

class UsbTimingConversion : public testing::TestWithParam<UsbTiming>
{
};

TEST_P(UsbTimingConversion, RoundTrip)
{
    const UsbTiming& timing = GetParam();
    // A year of bus time, and the bits next to a frame boundary.
    const UsbBitTime year = 31536000LL * 1000000000 / timing.nsNumerator * timing.nsDenominator;
    for (const UsbBitTime base : {UsbBitTime{0}, UsbBitTime{timing.frameBits}, year})
    {
        for (UsbBitTime bit = base; bit < base + 1000; ++bit)
        {
            ASSERT_EQ(timing.FromNanoSeconds(timing.ToNanoSeconds(bit)), bit);
        }
    }
}

TEST_P(UsbTimingConversion, FramesAreWholeNanoseconds)
{
    const UsbTiming& timing = GetParam();
    const int64_t frame = timing.ToNanoSeconds(timing.frameBits);
    EXPECT_EQ(frame, timing.frameBits == 12000 ? 1000000 : 125000);
    EXPECT_EQ(timing.ToNanoSeconds(timing.frameBits * 86400000LL), frame * 86400000LL);
}

TEST_P(UsbTimingConversion, FirstBitThatIsNotBefore)
{
    const UsbTiming& timing = GetParam();
    for (int64_t ns = 0; ns < 2000; ++ns)
    {
        const UsbBitTime bit = timing.FromNanoSeconds(ns);
        ASSERT_GE(bit * timing.nsNumerator, ns * timing.nsDenominator);
        ASSERT_LT((bit - 1) * timing.nsNumerator, ns * timing.nsDenominator);
    }
}

INSTANTIATE_TEST_SUITE_P(Speeds,
                         UsbTimingConversion,
                         testing::Values(UsbTiming::FullSpeed(), UsbTiming::HighSpeed()),
                         [](const auto& info) {
                             return info.param.frameBits == 12000 ? "Full" : "High";
                         });
