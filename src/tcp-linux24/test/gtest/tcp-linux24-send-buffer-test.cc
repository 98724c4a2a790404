// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sender-bench.h"

#include "ns3/tcp-linux24-send-buffer.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/// A segment of 1448 bytes takes 1900.
constexpr uint32_t OVERHEAD = 452;
constexpr uint32_t MSS = TcpLinux24SenderBench::MSS;

} // namespace

TEST(TcpLinux24SendBuffer, GrowsOnlyFromAnInitialSize)
{
    EXPECT_EQ(TcpLinux24SendBuffer::GetFirstSize({0, 131072, OVERHEAD}), 131072u);
    EXPECT_EQ(TcpLinux24SendBuffer::GetFirstSize({16384, 131072, OVERHEAD}), 16384u);
    EXPECT_EQ(TcpLinux24SendBuffer::GetFirstSize({16384, 8192, OVERHEAD}), 8192u);
}

// tcp_sendmsg(): a segment begins as long as the limit has not been reached. 10000 bytes are begun
// by six segments of 1900, and 6200 by four.
TEST(TcpLinux24SendBuffer, RoomCountsWholeSegments)
{
    const TcpLinux24SendBufferLimits limits{0, 10000, OVERHEAD};
    TcpLinux24SenderBench bench({.data = 2});
    bench.Establish();
    TcpLinux24SendBuffer buffer;
    EXPECT_EQ(buffer.GetRoom(limits, MSS), 10000u) << "not connected yet";
    buffer.Start(&bench.sender);
    EXPECT_EQ(buffer.GetRoom(limits, MSS), 6 * MSS);
    bench.Write(20000, 2 * MSS);
    EXPECT_EQ(buffer.GetRoom(limits, MSS), 4 * MSS);
    EXPECT_EQ(buffer.GetRoom({0, 3800, OVERHEAD}, MSS), 0u);
}

TEST(TcpLinux24SendBuffer, WhatIsWrittenEarlyTakesRoom)
{
    const TcpLinux24SendBufferLimits limits{0, 10000, OVERHEAD};
    TcpLinux24SenderBench bench({});
    TcpLinux24SendBuffer buffer;
    buffer.Start(&bench.sender);
    buffer.WriteEarly(3000);
    EXPECT_EQ(buffer.GetRoom(limits, MSS), 4 * MSS) << "7000 bytes are left";
    EXPECT_EQ(buffer.TakeEarly(), 3000u);
    EXPECT_EQ(buffer.GetEarly(), 0u);
}

// tcp_min_write_space(): at least half of what is in use, here 3800 bytes, must be free.
TEST(TcpLinux24SendBuffer, WriterIsWokenForAThirdOfTheBuffer)
{
    TcpLinux24SenderBench bench({.data = 2});
    bench.StartFlight();
    TcpLinux24SendBuffer buffer;
    buffer.Start(&bench.sender);
    EXPECT_FALSE(buffer.IsWorthWaking({0, 5699, OVERHEAD}));
    EXPECT_TRUE(buffer.IsWorthWaking({0, 5700, OVERHEAD}));
}

} // namespace ns3
