// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV44 and TV45 of the module's documentation: small segments.

#include "tcp-linux24-sender-table.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Sizes = std::vector<uint32_t>;

constexpr uint32_t MSS = TcpLinux24SenderBench::MSS;

} // namespace

TEST(TcpLinux24SenderNagle, Tv44OneSmallSegmentAtATime)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.Establish();
    bench.Write(20000, 100);
    EXPECT_EQ(bench.GetSizes(), Sizes{100});
    bench.Write(20000, 100);
    EXPECT_EQ(bench.GetSizes(), Sizes{});
    bench.Write(20000, 100);
    EXPECT_EQ(bench.GetSizes(), Sizes{});
    EXPECT_EQ(bench.sender.GetQueue().size(), 2u);
    bench.AcknowledgeBytes(20000, 100);
    EXPECT_EQ(bench.GetSizes(), Sizes{200});
}

TEST(TcpLinux24SenderNagle, Tv44FullSegmentsHoldNothingBack)
{
    TcpLinux24SenderBench bench{MakeTcpLinux24Setup(10)};
    bench.Establish();
    bench.Write(20000, MSS);
    EXPECT_EQ(bench.GetSizes(), Sizes{MSS});
    bench.Write(20000, 1548);
    EXPECT_EQ(bench.GetSizes(), (Sizes{MSS, 100}));
}

TEST(TcpLinux24SenderNagle, NoDelaySendsEachWrite)
{
    auto setup = MakeTcpLinux24Setup(10);
    setup.options.noDelay = true;
    TcpLinux24SenderBench bench{setup};
    bench.Establish();
    bench.Write(20000, 100);
    EXPECT_EQ(bench.GetSizes(), Sizes{100});
    bench.Write(20000, 100);
    EXPECT_EQ(bench.GetSizes(), Sizes{100});
}

TEST(TcpLinux24SenderNagle, Tv45HeldWritesGrowTogether)
{
    auto setup = MakeTcpLinux24Setup(2);
    setup.options.noDelay = true;
    TcpLinux24SenderBench bench{setup};
    bench.Establish();
    for (int i = 0; i < 2; ++i)
    {
        bench.Write(20000, 500);
        EXPECT_EQ(bench.GetSizes(), Sizes{500});
    }
    for (int i = 0; i < 6; ++i)
    {
        bench.Write(20000, 500);
        EXPECT_EQ(bench.GetSizes(), Sizes{});
    }
    bench.AcknowledgeBytes(20000, 1000);
    EXPECT_EQ(bench.GetSizes(), (Sizes{1448, 1448, 104}));
    EXPECT_EQ(bench.sender.GetCwnd(), 3u);
}
