// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Preambles of 802.11b by IEEE 802.11-2007, 18.2.2.2: the short one at 2, 5.5 and 11 Mb/s; in ns-3
// not at 2 Mb/s.

#include "../../model/dsss-airtime.h"

#include <gtest/gtest.h>

using namespace ns3;

// 14 bytes at 2 Mb/s are 56 us, and the answer is waited for during SIFS, a slot and its PLCP.
TEST(DsssAirtime, AcksAt2MbpsHaveTheShortPreambleIfAskedFor)
{
    DsssMode mode{.basicRate = 2'000'000, .shortPreamble = true};
    EXPECT_EQ(GetDsssExchange(mode, 1, 1500, false).acknowledgment, 248'000);
    EXPECT_EQ(GetDsssExchange(mode, 1, 1500, false).ackTimeout, 222'000);
    mode.shortAt2Mbps = true;
    EXPECT_EQ(GetDsssExchange(mode, 1, 1500, false).acknowledgment, 152'000);
    EXPECT_EQ(GetDsssExchange(mode, 1, 1500, false).ackTimeout, 126'000);
}

TEST(DsssAirtime, EachRateHasItsPreamble)
{
    for (const uint64_t rate : {1'000'000, 2'000'000, 5'500'000, 11'000'000})
    {
        EXPECT_EQ(GetPlcpTime(rate, {}), 192'000) << rate;
        EXPECT_EQ(GetPlcpTime(rate, {.shortAt2Mbps = true}), 192'000) << "only with shortPreamble";
        EXPECT_EQ(GetPlcpTime(rate, {.shortPreamble = true}), rate > 2'000'000 ? 96'000 : 192'000);
        EXPECT_EQ(GetPlcpTime(rate, {.shortPreamble = true, .shortAt2Mbps = true}),
                  rate > 1'000'000 ? 96'000 : 192'000);
    }
}

// What listeners lock on is the preamble and header of the first frame of an exchange.
TEST(DsssAirtime, TheFirstHeaderIsThatOfTheRtsIfThereIsOne)
{
    const DsssMode mode{.dataRate = 11'000'000, .rtsRate = 1'000'000, .shortPreamble = true};
    EXPECT_EQ(GetDsssExchange(mode, 1, 1500, false).plcp, 96'000);
    EXPECT_EQ(GetDsssExchange(mode, 1, 1500, true).plcp, 192'000);
}

// 9.6: an answer has the highest basic rate that does not exceed the rate of what it answers.
TEST(DsssAirtime, EachFrameOfAnExchangeHasItsSizeAndRate)
{
    using Kind = MediumTransmission::Kind;
    const DsssMode mode{.dataRate = 5'500'000,
                        .groupRate = 2'000'000,
                        .rtsRate = 1'000'000,
                        .basicRate = 11'000'000};
    const auto expect = [&mode](Kind kind, bool isGroup, uint32_t bytes, uint64_t rate) {
        const DsssFrame frame = GetDsssFrame(mode, kind, 1500, isGroup);
        EXPECT_EQ(frame.bytes, bytes);
        EXPECT_EQ(frame.rate, rate);
    };
    expect(Kind::RTS, false, 20, 1'000'000);
    expect(Kind::CTS, false, 14, 1'000'000);
    expect(Kind::DATA, false, 1500, 5'500'000);
    expect(Kind::ACK, false, 14, 5'500'000);
    expect(Kind::DATA, true, 1500, 2'000'000);
}
