// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-receive-window.h"
#include "ns3/tcp-linux26-receive-space.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(TcpLinux26ReceiveSpace, RoundTripOfEchoes)
{
    TcpLinux26ReceiveSpace space(5792);
    space.MeasureEcho(1000, 1100);
    EXPECT_EQ(space.GetRoundTrip(), 800u) << "the first sample counts in full";
    space.MeasureEcho(2000, 2180);
    EXPECT_EQ(space.GetRoundTrip(), 880u) << "800 - 100 + 180";
    space.MeasureEcho(3000, 3000);
    EXPECT_EQ(space.GetRoundTrip(), 771u) << "at least a tick: 880 - 110 + 1";
}

TEST(TcpLinux26ReceiveSpace, RoundTripOfWindows)
{
    TcpLinux26ReceiveSpace space(5792);
    space.MeasureWindow(1448, 5792, 1000);
    space.MeasureWindow(2896, 5792, 1050);
    EXPECT_EQ(space.GetRoundTrip(), 0u) << "the window is not full yet";
    space.MeasureWindow(7240, 5792, 1100);
    EXPECT_EQ(space.GetRoundTrip(), 800u);
    space.MeasureWindow(13032, 5792, 1980);
    EXPECT_EQ(space.GetRoundTrip(), 800u) << "a slower window says nothing";
    space.MeasureWindow(18824, 5792, 2040);
    EXPECT_EQ(space.GetRoundTrip(), 480u);
}

TEST(TcpLinux26ReceiveSpace, TwiceWhatIsReadInARoundTrip)
{
    TcpLinux26ReceiveSpace space(5792);
    EXPECT_FALSE(space.Read(1448, 1000)) << "counting begins";
    EXPECT_FALSE(space.Read(20000, 1200)) << "no round trip is known";
    space.MeasureEcho(1200, 1300);
    EXPECT_FALSE(space.Read(20000, 1099)) << "99 of 100 ticks";
    EXPECT_EQ(space.Read(20000, 1300), 2u * (20000 - 1448));
    EXPECT_FALSE(space.Read(30000, 1400)) << "20000 are less than before";
    EXPECT_EQ(space.Read(60000, 1500), 60000u);
}

TEST(TcpLinux26ReceiveSpace, BufferFollows)
{
    TcpLinux24ReceiverOptions options;
    options.windowClamp = 65535U << 7;
    options.maxRcvbuf = 174760;
    TcpLinux24ReceiveWindow window(options);
    window.GrowBuffer(40000);
    EXPECT_EQ(window.GetRcvbuf(), 87380u) << "27 segments of 2028 are 54756";
    EXPECT_EQ(window.GetClamp(), 64087u);
    window.GrowBuffer(80000);
    EXPECT_EQ(window.GetRcvbuf(), 55u * 2028);
    EXPECT_EQ(window.GetClamp(), 80000u);
    window.GrowBuffer(1000000);
    EXPECT_EQ(window.GetRcvbuf(), 174760u);
    EXPECT_EQ(window.GetClamp(), 1000000u);
}
