// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-peer-window.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Data bytes of a full segment on an Ethernet, with timestamps.
constexpr uint32_t MSS = 1448;

/// @param number acknowledged
/// @param sequence number of the segment itself
/// @param window offered, bytes
/// @param scaledWindow the same, of a SYN scaled, too
/// @return a segment with ACK
TcpLinux24Ack
MakeAck(TcpOffset number, TcpOffset sequence, uint32_t window, uint32_t scaledWindow = 0)
{
    TcpLinux24Ack ack;
    ack.ack = number;
    ack.sequence = sequence;
    ack.window = window;
    ack.scaledWindow = scaledWindow;
    return ack;
}

TEST(TcpLinux24PeerWindow, NewNumbersUpdateTheWindow)
{
    TcpLinux24PeerWindow window{false};
    window.Start(MakeAck(0, 100, 5000));
    EXPECT_TRUE(window.Update(MakeAck(1, 50, 4000), 0)) << "ACK of data";
    EXPECT_EQ(window.Get(), 4000U);
    EXPECT_TRUE(window.Update(MakeAck(1, 51, 3000), 1)) << "data";
    EXPECT_EQ(window.Get(), 3000U);
    EXPECT_TRUE(window.Update(MakeAck(1, 51, 3001), 1)) << "more room";
    EXPECT_EQ(window.GetEnd(1), 3002);
}

TEST(TcpLinux24PeerWindow, OldSegmentsDoNotShrinkIt)
{
    TcpLinux24PeerWindow window{false};
    window.Start(MakeAck(0, 100, 5000));
    EXPECT_FALSE(window.Update(MakeAck(0, 100, 4999), 0)) << "smaller";
    EXPECT_FALSE(window.Update(MakeAck(0, 100, 5000), 0)) << "the same";
    EXPECT_FALSE(window.Update(MakeAck(0, 99, 9000), 0)) << "overtaken";
    EXPECT_EQ(window.Get(), 5000U);
    EXPECT_EQ(window.GetLargest(), 5000U);
}

TEST(TcpLinux24PeerWindow, LargestWindowStays)
{
    TcpLinux24PeerWindow window{false};
    window.Update(MakeAck(1, 0, 8000), 0);
    window.Update(MakeAck(2, 0, 10), 1);
    EXPECT_EQ(window.Get(), 10U);
    EXPECT_EQ(window.GetLargest(), 8000U);
}

TEST(TcpLinux24PeerWindow, WindowOfASynAckCountsAsScaledUpTo24)
{
    const TcpLinux24Ack synAck = MakeAck(1, 0, 5792, 5792 << 7);
    TcpLinux24PeerWindow linux24{true};
    linux24.Update(synAck, 0);
    EXPECT_EQ(linux24.Get(), 5792U);
    EXPECT_EQ(linux24.GetLargest(), 5792U << 7);
    TcpLinux24PeerWindow linux26{false};
    linux26.Update(synAck, 0);
    EXPECT_EQ(linux26.GetLargest(), 5792U);
}

TEST(TcpLinux24PeerWindow, SegmentsTakeHalfASmallWindowAtMost)
{
    TcpLinux24PeerWindow window{false};
    EXPECT_EQ(window.LimitMss(MSS, true), MSS) << "no window yet";
    window.Start(MakeAck(0, 0, 2000));
    EXPECT_EQ(window.LimitMss(MSS, true), 1000U);
    window.Start(MakeAck(0, 0, 2 * MSS));
    EXPECT_EQ(window.LimitMss(MSS, true), MSS);
    window.Start(MakeAck(0, 0, 10));
    EXPECT_EQ(window.LimitMss(MSS, true), 36U) << "68 bytes with headers";
    EXPECT_EQ(window.LimitMss(MSS, false), 48U);
}

TEST(TcpLinux24PeerWindow, PushIsDueAfterHalfTheLargestWindow)
{
    TcpLinux24PeerWindow window{false};
    window.Start(MakeAck(0, 0, 2001));
    EXPECT_FALSE(window.IsPushDue(1000));
    EXPECT_TRUE(window.IsPushDue(1001));
}

} // namespace
