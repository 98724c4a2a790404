// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-stock-settings.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

TEST(TcpLinux24StockSettings, TimesAreMilliseconds)
{
    const TcpLinux24StockSettings settings{.minRto = MilliSeconds(50), .connTimeout = Seconds(3)};
    const TcpLinux24Options options = settings.ApplyTo({});
    EXPECT_EQ(options.minRto, 50U);
    EXPECT_EQ(options.initialRto, 3000U);
}

TEST(TcpLinux24StockSettings, SlowStartThresholdIsInWholeSegments)
{
    TcpLinux24StockSettings settings{.initialSsthresh = 14479, .segmentSize = 1448};
    EXPECT_EQ(settings.ApplyTo({}).initialSsthresh, 9U);
    EXPECT_EQ(settings.ApplyTo({}).mss, 1448U);
    settings.initialSsthresh = 14480;
    EXPECT_EQ(settings.ApplyTo({}).initialSsthresh, 10U);
}

TEST(TcpLinux24StockSettings, NoSlowStartThresholdStaysNone)
{
    TcpLinux24StockSettings settings{.initialSsthresh = UINT32_MAX, .segmentSize = 1448};
    EXPECT_EQ(settings.ApplyTo({}).initialSsthresh, TcpLinux24Options::INFINITE_SSTHRESH);
    settings = {.initialSsthresh = UINT32_MAX - 1, .segmentSize = 1};
    EXPECT_EQ(settings.ApplyTo({}).initialSsthresh, TcpLinux24Options::INFINITE_SSTHRESH);
}

TEST(TcpLinux24StockSettings, TheFirstSynIsNoRetry)
{
    TcpLinux24StockSettings settings{.connCount = 6, .dataRetries = 15};
    EXPECT_EQ(settings.ApplyTo({}).synRetries, 5U);
    EXPECT_EQ(settings.ApplyTo({}).retries, 15U);
    settings.connCount = 0;
    EXPECT_EQ(settings.ApplyTo({}).synRetries, 0U);
}

TEST(TcpLinux24StockSettings, WhatTheKernelAndTheHostHaveStays)
{
    TcpLinux24Options kernel;
    kernel.frto = true;
    kernel.reordering = 7;
    kernel.sack = true;
    const TcpLinux24StockSettings settings{.sack = false, .timestamps = false, .noDelay = true};
    const TcpLinux24Options options = settings.ApplyTo(kernel);
    EXPECT_TRUE(options.frto);
    EXPECT_EQ(options.reordering, 7U);
    EXPECT_FALSE(options.sack);
    EXPECT_FALSE(options.timestamps);
    EXPECT_TRUE(options.noDelay);
}

} // namespace

} // namespace ns3
