// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The adapter's bulk IN endpoint: order, packet sizes, holds, repeats, babble.

#include "adapter-bench.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace
{

TEST(UsbAdapterFunctionIn, RefusesUntilAFrameIsReady)
{
    AdapterBench bench;
    EXPECT_EQ(bench.In(0).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(0), USB_NEVER);
    bench.adapter.AddRxFrame(120, 240);
    EXPECT_EQ(bench.adapter.GetNextChange(0), 240);
    EXPECT_EQ(bench.In(239).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.In(240).handshake, UsbHandshake::ACK);
}

// A TCP acknowledgment of 52 bytes: 120 bytes on the bus, 64 + 56.
TEST(UsbAdapterFunctionIn, FrameEndsWithAShortPacket)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(120, 0);
    const UsbAnswer first = bench.In(0);
    EXPECT_EQ(first.bytes, 64);
    EXPECT_EQ(first.message, 0);
    const UsbAnswer second = bench.In(616);
    EXPECT_EQ(second.bytes, 56);
    EXPECT_GT(second.message, 0);
    EXPECT_NE(first.toggle, second.toggle);
    EXPECT_EQ(bench.adapter.GetLastRxFrame(), 1);
    EXPECT_EQ(bench.In(1200).handshake, UsbHandshake::NAK);
}

TEST(UsbAdapterFunctionIn, FrameOfWholePacketsEndsWithAnEmptyOne)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(128, 0);
    EXPECT_EQ(bench.In(0).bytes, 64);
    EXPECT_EQ(bench.In(616).message, 0);
    const UsbAnswer empty = bench.In(1232);
    EXPECT_EQ(empty.handshake, UsbHandshake::ACK);
    EXPECT_EQ(empty.bytes, 0);
    EXPECT_GT(empty.message, 0);
}

TEST(UsbAdapterFunctionIn, FramesLeaveInTheOrderTheyCame)
{
    AdapterBench bench;
    for (const uint32_t bytes : {10, 20, 30})
    {
        bench.adapter.AddRxFrame(bytes, 0);
    }
    for (const uint32_t bytes : {10, 20, 30})
    {
        EXPECT_EQ(bench.In(0).bytes, bytes);
    }
}

TEST(UsbAdapterFunctionIn, FrameThatComesLaterFollowsThoseThatWait)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(10, 0);
    bench.adapter.AddRxFrame(100, 0);
    EXPECT_EQ(bench.In(0).bytes, 10);
    EXPECT_EQ(bench.In(0).bytes, 64);
    bench.adapter.AddRxFrame(30, 0);
    EXPECT_EQ(bench.adapter.GetRxBuffersInUse(), 2);
    EXPECT_EQ(bench.In(0).bytes, 36);
    EXPECT_EQ(bench.In(0).bytes, 30);
    EXPECT_EQ(bench.adapter.GetRxBuffersInUse(), 0);
    EXPECT_EQ(bench.In(0).handshake, UsbHandshake::NAK);
}

TEST(UsbAdapterFunctionIn, BuffersAreLimited)
{
    AdapterBench bench;
    for (int i = 0; i < 8; ++i)
    {
        EXPECT_TRUE(bench.adapter.HasRxBuffer());
        bench.adapter.AddRxFrame(10, 0);
    }
    EXPECT_FALSE(bench.adapter.HasRxBuffer());
    bench.In(0);
    EXPECT_TRUE(bench.adapter.HasRxBuffer());
}

TEST(UsbAdapterFunctionIn, HoldRefusesEverythingAndKeepsTheOrder)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(10, 0);
    bench.adapter.AddRxFrame(20, 0);
    bench.adapter.HoldRx(1000, 1000 + 3600000); // 300 ms
    EXPECT_EQ(bench.In(999).bytes, 10);
    EXPECT_EQ(bench.In(1000).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(1000), 3601000);
    EXPECT_EQ(bench.In(3600999).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(2000, 0).handshake, UsbHandshake::ACK) << "OUT knows nothing of it";
    EXPECT_EQ(bench.In(3601000).bytes, 20);
}

TEST(UsbAdapterFunctionIn, HostThatMissedAPacketGetsItAgain)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(120, 0);
    bench.adapter.AddRxFrame(20, 0);
    bench.In(0);
    const UsbToken token = bench.InToken(616);
    const UsbAnswer sent = bench.adapter.Answer(token);
    const UsbAnswer again = bench.adapter.Answer(token);
    EXPECT_EQ(again.bytes, 56);
    EXPECT_EQ(again.toggle, sent.toggle);
    EXPECT_GT(again.message, 0);
    EXPECT_EQ(bench.adapter.GetLastRxFrame(), 1);
    bench.inToggle = !bench.inToggle;
    EXPECT_EQ(bench.In(1232).bytes, 20);
}

TEST(UsbAdapterFunctionIn, PacketLongerThanTheRoomIsBabble)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(1000, 0);
    EXPECT_EQ(bench.In(0, 40).handshake, UsbHandshake::BABBLE);
    EXPECT_EQ(bench.In(616, 64).bytes, 64) << "the packet was not taken, so it is sent again";
}

TEST(UsbAdapterFunctionIn, LookingAheadLeavesNoTrace)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(20, 0);
    bench.adapter.Save();
    EXPECT_GT(bench.adapter.Answer(bench.InToken(0)).message, 0);
    bench.adapter.Restore();
    EXPECT_EQ(bench.adapter.GetLastRxFrame(), 0);
    EXPECT_EQ(bench.adapter.GetRxBuffersInUse(), 1);
    EXPECT_GT(bench.In(0).message, 0);
}

TEST(UsbAdapterFunctionIn, PowerUpForgetsEverything)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(20, 0);
    bench.Message(0);
    bench.adapter.Reset();
    EXPECT_EQ(bench.adapter.GetRxBuffersInUse(), 0);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 0);
    EXPECT_EQ(bench.adapter.GetNextWake(), USB_NEVER);
}

TEST(UsbAdapterFunctionIn, ShorterHoldDoesNotEndALongerOne)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(10, 0);
    bench.adapter.HoldRx(1000, 9000);
    bench.adapter.HoldRx(2000, 3000);
    EXPECT_EQ(bench.In(1500).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.In(8999).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.In(9000).bytes, 10);
}

TEST(UsbAdapterFunctionIn, PacketToRepeatWaitsForTheEndOfAHold)
{
    AdapterBench bench;
    bench.adapter.AddRxFrame(10, 0);
    const UsbToken token = bench.InToken(0);
    bench.adapter.Answer(token); // the host misses it, and no other frame is there
    bench.adapter.HoldRx(1000, 9000);
    EXPECT_EQ(bench.In(5000).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(5000), 9000);
    EXPECT_EQ(bench.In(9000).bytes, 10);
}

} // namespace
} // namespace ns3
