// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-path-mtu.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t HZ = 100;
constexpr TcpTick TEN_MINUTES = 600 * HZ;

} // namespace

TEST(TcpLinux24PathMtu, MssIsWhatTheHeadersLeave)
{
    TcpLinux24PathMtu ipv4{false, HZ};
    ipv4.SetDeviceMtu(1500);
    EXPECT_EQ(ipv4.GetMss(65535, false), 1460u);
    EXPECT_EQ(ipv4.GetMss(65535, true), 1448u);
    EXPECT_EQ(ipv4.GetMss(536, true), 524u);
    TcpLinux24PathMtu ipv6{true, HZ};
    ipv6.SetDeviceMtu(1500);
    EXPECT_EQ(ipv6.GetMss(65535, false), 1440u);
    EXPECT_EQ(ipv6.GetMss(65535, true), 1428u);
}

TEST(TcpLinux24PathMtu, MssHasALeastValue)
{
    TcpLinux24PathMtu path{false, HZ};
    path.SetDeviceMtu(68);
    EXPECT_EQ(path.GetMss(1460, false), 48u);
    EXPECT_EQ(path.GetMss(1460, true), 36u);
    path.SetDeviceMtu(0);
    EXPECT_EQ(path.GetMss(1460, false), 48u);
}

TEST(TcpLinux24PathMtu, AdvertisedMss)
{
    TcpLinux24PathMtu ipv4{false, HZ};
    ipv4.SetDeviceMtu(1500);
    EXPECT_EQ(ipv4.GetAdvertisedMss(), 1460u);
    ipv4.SetDeviceMtu(200);
    EXPECT_EQ(ipv4.GetAdvertisedMss(), 256u);
    TcpLinux24PathMtu ipv6{true, HZ};
    ipv6.SetDeviceMtu(1500);
    EXPECT_EQ(ipv6.GetAdvertisedMss(), 1440u);
    ipv6.SetDeviceMtu(600);
    EXPECT_EQ(ipv6.GetAdvertisedMss(), 1220u);
}

TEST(TcpLinux24PathMtu, ReportsOfRouters)
{
    TcpLinux24PathMtu path{false, HZ};
    path.SetDeviceMtu(1500);
    EXPECT_FALSE(path.Reduce(1500, 1)) << "not smaller";
    EXPECT_FALSE(path.Reduce(67, 1)) << "no IPv4 link has that";
    EXPECT_FALSE(path.Reduce(0, 1)) << "a router that knows no path MTU discovery";
    EXPECT_TRUE(path.Reduce(1000, 1));
    EXPECT_EQ(path.Get(), 1000u);
    EXPECT_FALSE(path.Reduce(1200, 2)) << "larger than what is known";
    EXPECT_TRUE(path.Reduce(68, 3));
    EXPECT_EQ(path.Get(), 552u);
    EXPECT_FALSE(path.Reduce(68, 4)) << "at the least one already";
}

TEST(TcpLinux24PathMtu, ReportsOfIpv6Routers)
{
    TcpLinux24PathMtu path{true, HZ};
    path.SetDeviceMtu(1500);
    EXPECT_FALSE(path.Reduce(1279, 1)) << "no IPv6 link has that";
    EXPECT_TRUE(path.Reduce(1280, 1));
    EXPECT_EQ(path.GetMss(1440, true), 1208u);
}

TEST(TcpLinux24PathMtu, ReportsExpire)
{
    TcpLinux24PathMtu path{false, HZ};
    path.SetDeviceMtu(1500);
    const TcpTick start = UINT32_MAX - 5; // the ticks wrap around
    ASSERT_TRUE(path.Reduce(1000, start));
    EXPECT_EQ(path.Update(start + TEN_MINUTES - 1), 1000u);
    EXPECT_EQ(path.Update(start + TEN_MINUTES), 1500u);
}

TEST(TcpLinux24PathMtu, TheOwnDeviceCountsAtOnce)
{
    TcpLinux24PathMtu path{false, HZ};
    path.SetDeviceMtu(1500);
    ASSERT_TRUE(path.Reduce(1000, 1));
    path.SetDeviceMtu(700);
    EXPECT_EQ(path.Get(), 700u);
    path.SetDeviceMtu(9000);
    EXPECT_EQ(path.Get(), 1000u);
}
