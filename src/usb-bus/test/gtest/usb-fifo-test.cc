// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/usb-fifo.h"

#include <gtest/gtest.h>

using namespace ns3;

// Three packets at once, ten bits for each: they leave at 110, 120 and 130.
TEST(UsbFifo, DrainsAtAConstantRate)
{
    UsbFifo fifo;
    EXPECT_EQ(fifo.GetPackets(100, 10), 0U);
    fifo.Fill(100, 10);
    fifo.Fill(100, 10);
    fifo.Fill(100, 10);
    EXPECT_EQ(fifo.GetPackets(109, 10), 3U);
    EXPECT_EQ(fifo.GetPackets(110, 10), 2U);
    EXPECT_EQ(fifo.GetPackets(129, 10), 1U);
    EXPECT_EQ(fifo.GetPackets(130, 10), 0U);
    EXPECT_EQ(fifo.GetNextDrain(100, 10), 110);
    EXPECT_EQ(fifo.GetNextDrain(110, 10), 120);
    EXPECT_EQ(fifo.GetNextDrain(119, 10), 120);
}

// A packet that enters while others wait does not change the pace; an empty FIFO begins anew.
TEST(UsbFifo, KeepsItsPace)
{
    UsbFifo fifo;
    fifo.Fill(0, 10);
    fifo.Fill(5, 10); // leaves at 20
    EXPECT_EQ(fifo.GetPackets(10, 10), 1U);
    fifo.Fill(15, 10); // leaves at 30
    EXPECT_EQ(fifo.GetPackets(20, 10), 1U);
    EXPECT_EQ(fifo.GetPackets(30, 10), 0U);
    fifo.Fill(33, 10);
    EXPECT_EQ(fifo.GetPackets(42, 10), 1U);
    EXPECT_EQ(fifo.GetPackets(43, 10), 0U);
}

// A drain of less than a bit counts as one.
TEST(UsbFifo, TakesAtLeastABitForAPacket)
{
    UsbFifo fifo;
    fifo.Fill(7, 0);
    EXPECT_EQ(fifo.GetPackets(7, 0), 1U);
    EXPECT_EQ(fifo.GetPackets(8, 0), 0U);
}
