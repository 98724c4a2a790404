// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/packet-queue-limits.h"

#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

// NetDeviceQueue stops the queue at a negative number, which the packet in the last place reaches.
TEST(PacketQueueLimits, StopAtTheirPackets)
{
    const auto limits = CreateObject<PacketQueueLimits>();
    limits->SetAttribute("MaxPackets", UintegerValue(2));
    EXPECT_EQ(limits->Available(), 1);
    limits->Queued(1500);
    EXPECT_EQ(limits->Available(), 0);
    limits->Queued(40);
    EXPECT_EQ(limits->Available(), -1);
    limits->Completed(1500);
    EXPECT_EQ(limits->Available(), 0);
}

TEST(PacketQueueLimits, CountFromNothingAfterAReset)
{
    const auto limits = CreateObject<PacketQueueLimits>();
    limits->Queued(1500);
    EXPECT_EQ(limits->Available(), -1);
    limits->Reset();
    EXPECT_EQ(limits->Available(), 0);
}

// Packets that were in the device before it had limits leave it as well.
TEST(PacketQueueLimits, DoNotCountPacketsFromBefore)
{
    const auto limits = CreateObject<PacketQueueLimits>();
    limits->Completed(1500);
    EXPECT_EQ(limits->Available(), 0);
}
