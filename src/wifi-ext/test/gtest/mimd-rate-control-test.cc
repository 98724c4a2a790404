// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The sequences of rates that kuang2003, 4.3.2, tells, and those of other parameters by hand.

#include "../../model/mimd-rate-control.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

constexpr std::array<double, 4> RATES_B{1e6, 2e6, 5.5e6, 11e6};
constexpr std::array<double, 8> RATES_A{6e6, 9e6, 12e6, 18e6, 24e6, 36e6, 48e6, 54e6};
constexpr std::array<double, 12>
    RATES_G{1e6, 2e6, 5.5e6, 6e6, 9e6, 11e6, 12e6, 18e6, 24e6, 36e6, 48e6, 54e6};

/// A rate control and its rates.
struct Control
{
    explicit Control(std::span<const double> rates)
        : table(rates)
    {
        mimd.SetRates(table);
    }

    /// @return rate of the next attempt, Mb/s
    double GetRate() const
    {
        return table.GetBitRate(mimd.Select().rate) / 1e6;
    }

    /// Frames that are delivered at once.
    /// @param count how many
    void Deliver(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            mimd.NoteDelivered(parameters);
        }
    }

    /// A frame whose attempts all fail.
    /// @param attempts retry limit
    /// @return rates of the attempts
    std::vector<double> GiveUp(uint32_t attempts)
    {
        std::vector<double> rates;
        for (uint32_t i = 0; i < attempts; ++i)
        {
            rates.push_back(GetRate());
            mimd.NoteFailed(parameters);
        }
        mimd.NoteGivenUp();
        return rates;
    }

    RateTable table;
    MimdParameters parameters;
    MimdRateControl mimd;
};

} // namespace

TEST(MimdRateControl, SuccessesJumpToTheTop)
{
    Control control(RATES_B);
    EXPECT_EQ(control.GetRate(), 1);
    control.Deliver(2);
    EXPECT_EQ(control.GetRate(), 1);
    control.Deliver(1);
    EXPECT_EQ(control.GetRate(), 11);
    EXPECT_EQ(control.mimd.Select().reason, RateChangeReason::SUCCESSES);
    control.Deliver(100);
    EXPECT_EQ(control.GetRate(), 11);
}

TEST(MimdRateControl, ChainOfThePaper)
{
    Control control(RATES_B);
    control.Deliver(3);
    EXPECT_EQ(control.GiveUp(8), (std::vector<double>{11, 11, 11, 5.5, 5.5, 5.5, 1, 1}));
    EXPECT_EQ(control.mimd.Select().reason, RateChangeReason::FAILED_TRIES);
    EXPECT_EQ(control.GiveUp(8), std::vector<double>(8, 1.0)) << "the next frame begins there";
}

TEST(MimdRateControl, TriesAndDecreasesAreParameters)
{
    Control control(RATES_B);
    control.parameters.topTries = 1;
    control.parameters.middleTries = 2;
    control.parameters.decreases = 2;
    control.Deliver(3);
    EXPECT_EQ(control.GiveUp(7), (std::vector<double>{11, 5.5, 5.5, 2, 2, 1, 1}));
    control.parameters.decreases = 0;
    control.Deliver(3);
    EXPECT_EQ(control.GiveUp(2), (std::vector<double>{11, 1}));
}

TEST(MimdRateControl, FactorsAreParameters)
{
    Control control(RATES_B);
    control.parameters.successThreshold = 1;
    control.parameters.increaseFactor = 2.75;
    for (const double expected : {2.0, 5.5, 11.0})
    {
        control.Deliver(1);
        EXPECT_EQ(control.GetRate(), expected); // 2.75, 5.5 and 15.1 at most
    }
    control.parameters.decreaseFactor = 4;
    EXPECT_EQ(control.GiveUp(7), (std::vector<double>{11, 11, 11, 2, 2, 2, 1}));
    control.parameters.increaseFactor = 1.1;
    control.Deliver(1);
    EXPECT_EQ(control.GetRate(), 2) << "one step at least";
    control.parameters.decreaseFactor = 1.1;
    EXPECT_EQ(control.GiveUp(4), (std::vector<double>{2, 2, 2, 1})) << "one step at least";
}

TEST(MimdRateControl, FailuresOfOneFrameOnly)
{
    Control control(RATES_B);
    control.Deliver(3);
    for (int frame = 0; frame < 10; ++frame)
    {
        EXPECT_EQ(control.GiveUp(2), (std::vector<double>{11, 11}));
        control.mimd.NoteFailed(control.parameters);
        control.mimd.NoteFailed(control.parameters);
        control.Deliver(1);
    }
    EXPECT_EQ(control.GetRate(), 11);
}

TEST(MimdRateControl, RetriedFramesCountAsSuccessesGivenUpOnesBeginAnew)
{
    Control control(RATES_B);
    for (int frame = 0; frame < 3; ++frame)
    {
        EXPECT_EQ(control.GetRate(), 1);
        control.mimd.NoteFailed(control.parameters);
        control.Deliver(1);
    }
    EXPECT_EQ(control.GetRate(), 11);
    control.GiveUp(8);
    control.Deliver(2);
    control.GiveUp(8);
    control.Deliver(2);
    EXPECT_EQ(control.GetRate(), 1);
    control.Deliver(1);
    EXPECT_EQ(control.GetRate(), 11);
}

TEST(MimdRateControl, MiddleRateIsKeptByAFrameDeliveredThere)
{
    Control control(RATES_B);
    control.Deliver(3);
    EXPECT_EQ(control.GiveUp(3), (std::vector<double>{11, 11, 11}));
    control.Deliver(1);
    EXPECT_EQ(control.GiveUp(4), (std::vector<double>{5.5, 5.5, 5.5, 1}));
}

TEST(MimdRateControl, RatesOfOtherStandards)
{
    Control a(RATES_A);
    a.Deliver(3);
    EXPECT_EQ(a.GiveUp(7), (std::vector<double>{54, 54, 54, 24, 24, 24, 6}));
    Control g(RATES_G);
    g.Deliver(3);
    EXPECT_EQ(g.GiveUp(7), (std::vector<double>{54, 54, 54, 24, 24, 24, 1}));
    Control one(std::span<const double>(RATES_B).first(1));
    one.Deliver(5);
    EXPECT_EQ(one.GiveUp(9), std::vector<double>(9, 1.0));
}

TEST(RateTable, RefusesWhatIsNoTable)
{
    EXPECT_THROW(RateTable(std::span<const double>()), std::invalid_argument);
    EXPECT_THROW(RateTable(std::vector<double>(13, 1e6)), std::invalid_argument);
    EXPECT_THROW(RateTable(std::vector<double>{2e6, 1e6}), std::invalid_argument);
    EXPECT_EQ(RateTable(RATES_B).GetHighestUpTo(0), 0U);
    EXPECT_EQ(RateTable(RATES_B).GetHighestUpTo(2e6), 1U);
    EXPECT_EQ(RateTable(RATES_B).GetHighestUpTo(1e9), 3U);
}

TEST(RateChangeReason, HasNames)
{
    EXPECT_STREQ(GetRateChangeReasonName(RateChangeReason::FIRST_FRAME), "FIRST_FRAME");
    EXPECT_STREQ(GetRateChangeReasonName(RateChangeReason::CHAIN_END), "CHAIN_END");
}
