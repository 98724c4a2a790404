// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/usb-drop-reason.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace ns3
{
namespace
{

TEST(UsbDropReason, EveryReasonHasItsOwnName)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < USB_DROP_REASONS; ++i)
    {
        names.insert(GetUsbDropReasonName(static_cast<UsbDropReason>(i)));
    }
    EXPECT_EQ(names.size(), USB_DROP_REASONS);
    EXPECT_STREQ(GetUsbDropReasonName(UsbDropReason::LINK_DOWN), "LINK_DOWN");
    EXPECT_STREQ(GetUsbDropReasonName(UsbDropReason::UNPLUGGED), "UNPLUGGED");
    EXPECT_STREQ(GetUsbDropReasonName(UsbDropReason::RX_OVERRUN), "RX_OVERRUN");
    EXPECT_STREQ(GetUsbDropReasonName(UsbDropReason::MAC_FLUSHED), "MAC_FLUSHED");
    EXPECT_STREQ(GetUsbDropReasonName(UsbDropReason::DISPOSED), "DISPOSED");
}

TEST(UsbPacketCounters, SumTellsALostPacket)
{
    UsbPacketCounters counters;
    EXPECT_TRUE(counters.IsConserved());
    counters.offered = 4;
    counters.delivered = 1;
    counters.held = 1;
    counters.CountDrop(UsbDropReason::RX_OVERRUN);
    EXPECT_FALSE(counters.IsConserved());
    counters.CountDrop(UsbDropReason::UNPLUGGED);
    EXPECT_TRUE(counters.IsConserved());
    EXPECT_EQ(counters.GetDropped(), 2);
    EXPECT_EQ(counters.GetDropped(UsbDropReason::UNPLUGGED), 1);
}

} // namespace
} // namespace ns3
