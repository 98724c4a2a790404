// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// How Linux computes periodic bus time: the formulas of USB 1.1, 5.9.3, worked out by hand.

#include "../../model/usb-bandwidth.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

UsbTransferRequest
MakeRequest(UsbTransferType type, bool in, uint32_t length, bool lowSpeed = false)
{
    return {.type = type, .endpoint = {.in = in}, .length = length, .lowSpeed = lowSpeed};
}

} // namespace

TEST(UsbBandwidth, FullSpeedBusTime)
{
    // 64 bytes: B = 597 stuffed bits, 9107 + 1000 + 8354 * 6001 / 1000 = 60239 ns.
    const auto interrupt = UsbTransferType::INTERRUPT;
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(interrupt, true, 64)), 60239);
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(interrupt, false, 64)), 60239);
    // 8 bytes: B = 74, 10107 + 8354 * 771 / 1000.
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(interrupt, true, 8)), 10107 + 6440);
}

TEST(UsbBandwidth, IsochronousBusTime)
{
    // 1023 bytes: B = 9548, 8354 * 95511 / 1000 = 797898.
    const auto isochronous = UsbTransferType::ISOCHRONOUS;
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(isochronous, true, 1023)), 7268 + 1000 + 797898);
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(isochronous, false, 1023)), 6265 + 1000 + 797898);
}

TEST(UsbBandwidth, LowSpeedBusTime)
{
    // 8 bytes: B = 74, 771 hundredths.
    const auto interrupt = UsbTransferType::INTERRUPT;
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(interrupt, true, 8, true)),
              64060 + 666 + 1000 + 67667 * 771 / 1000);
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(interrupt, false, 8, true)),
              64107 + 666 + 1000 + 66700 * 771 / 1000);
}

TEST(UsbBandwidth, HighSpeedBusTime)
{
    // 1024 bytes: B = 9557 stuffed bits, 38 bytes of overhead: 2083 * (304 + 3 + 9557) / 1000 + 5.
    const auto isochronous = MakeRequest(UsbTransferType::ISOCHRONOUS, true, 1024);
    EXPECT_EQ(GetUsbBusTimeNs(isochronous, true), 20551);
    // 8 bytes: B = 74, 55 bytes of overhead: 2083 * (440 + 3 + 74) / 1000 + 5.
    EXPECT_EQ(GetUsbBusTimeNs(MakeRequest(UsbTransferType::INTERRUPT, false, 8), true), 1081);
    // 80 % of a microframe: four of 21 us, not five.
    UsbBandwidth bandwidth(100, true);
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_TRUE(bandwidth.Admit(isochronous));
    }
    EXPECT_FALSE(bandwidth.Admit(isochronous));
}

TEST(UsbBandwidth, AdmitsNinetyPercent)
{
    // 60.24 us count as 60: 15 of them fill 900 us, the sixteenth is refused.
    UsbBandwidth bandwidth(900);
    const auto request = MakeRequest(UsbTransferType::INTERRUPT, true, 64);
    for (uint32_t i = 1; i <= 15; ++i)
    {
        EXPECT_TRUE(bandwidth.Admit(request));
        EXPECT_EQ(bandwidth.GetAllocatedUs(), 60 * i);
    }
    EXPECT_FALSE(bandwidth.Admit(request));
    EXPECT_FALSE(bandwidth.Admit(MakeRequest(UsbTransferType::INTERRUPT, true, 0)));
    EXPECT_EQ(bandwidth.GetAllocatedUs(), 900);
    bandwidth.Release(request);
    EXPECT_EQ(bandwidth.GetAllocatedUs(), 840);
    EXPECT_TRUE(bandwidth.Admit(request));
}

TEST(UsbBandwidth, ARefusedTransferTakesNothing)
{
    // 806 us and 17 us fit; another 806 us do not, whatever is asked for first.
    UsbBandwidth bandwidth(900);
    const auto large = MakeRequest(UsbTransferType::ISOCHRONOUS, true, 1023);
    EXPECT_TRUE(bandwidth.Admit(large));
    EXPECT_FALSE(bandwidth.Admit(large));
    EXPECT_TRUE(bandwidth.Admit(MakeRequest(UsbTransferType::INTERRUPT, true, 8)));
    EXPECT_EQ(bandwidth.GetAllocatedUs(), 806 + 17);
}
