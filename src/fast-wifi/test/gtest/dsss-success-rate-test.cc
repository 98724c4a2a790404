// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/dsss-error-rate-model.h"
#include "ns3/dsss-success-rate.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(DsssSuccessRate, IsThatOfTheModel)
{
    DsssSuccessRate table;
    // DBPSK has 22 chips a bit: a bit is wrong with probability exp(-22 ratio) / 2.
    EXPECT_NEAR(table.Get(125, 1'000'000, 0.25), std::pow(1 - 0.5 * std::exp(-5.5), 1000), 1e-12);
    for (const double ratio : {0.1, 0.5, 1.0, 2.0, 4.0})
    {
        EXPECT_EQ(table.Get(500, 2'000'000, ratio),
                  DsssErrorRateModel::GetDsssDqpskSuccessRate(ratio, 4000));
        EXPECT_EQ(table.Get(500, 5'500'000, ratio),
                  DsssErrorRateModel::GetDsssDqpskCck5_5SuccessRate(ratio, 4000));
        EXPECT_EQ(table.Get(500, 11'000'000, ratio),
                  DsssErrorRateModel::GetDsssDqpskCck11SuccessRate(ratio, 4000));
    }
}

/// Two sizes, two rates and 50 ratios are 200 answers.
TEST(DsssSuccessRate, IntegratesOnce)
{
    DsssSuccessRate table;
    for (int round = 0; round < 100; ++round)
    {
        for (int i = 1; i <= 50; ++i)
        {
            for (const uint64_t rate : {1'000'000, 2'000'000, 5'500'000, 11'000'000})
            {
                table.Get(1536, rate, 0.1 * i);
                table.Get(14, rate, 0.1 * i);
            }
        }
    }
    EXPECT_EQ(table.GetNIntegrals(), 200U);
}

/// With room for 100 answers, none of 250 is there when its turn comes again.
TEST(DsssSuccessRate, ForgetsWhatIsTooMuch)
{
    DsssSuccessRate table(100);
    for (int round = 0; round < 2; ++round)
    {
        for (int i = 1; i <= 250; ++i)
        {
            ASSERT_EQ(table.Get(100, 11'000'000, 0.02 * i),
                      DsssErrorRateModel::GetDsssDqpskCck11SuccessRate(0.02 * i, 800));
        }
    }
    EXPECT_EQ(table.GetNIntegrals(), 500U);
}

} // namespace
