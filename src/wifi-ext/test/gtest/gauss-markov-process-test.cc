// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Correlated normal process: steps by hand, and moments.

#include "../../model/gauss-markov-process.h"

#include <cmath>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;

TEST(GaussMarkovProcess, StepsByHand)
{
    GaussMarkovProcess process;
    // The first value is stationary: sigma n.
    EXPECT_DOUBLE_EQ(process.Advance(4, 2, 100, 0.5), 2);
    // rho = 1/2 after 2 ln 2 s: 1/2 2 + 4 sqrt(3/4) n.
    const double later = 100 + 2 * std::log(2);
    EXPECT_NEAR(process.Advance(4, 2, later, 1), 1 + 4 * std::sqrt(0.75), 1e-12);
    // At the same time, the same value.
    EXPECT_NEAR(process.Advance(4, 2, later, -7), 1 + 4 * std::sqrt(0.75), 1e-12);
}

TEST(GaussMarkovProcess, WithoutCorrelationEachValueIsNew)
{
    GaussMarkovProcess process;
    EXPECT_DOUBLE_EQ(process.Advance(3, 0, 1, 1), 3);
    EXPECT_DOUBLE_EQ(process.Advance(3, 0, 1, -2), -6);
}

TEST(GaussMarkovProcess, Moments)
{
    const std::unique_ptr<gsl_rng, decltype(&gsl_rng_free)> random(gsl_rng_alloc(gsl_rng_mt19937),
                                                                   gsl_rng_free);
    GaussMarkovProcess process;
    std::vector<double> values;
    for (int i = 0; i < 200000; ++i)
    {
        values.push_back(process.Advance(4, 0.5, 0.1 * i, gsl_ran_ugaussian(random.get())));
    }
    // About 200000 / 10 independent values.
    EXPECT_NEAR(gsl_stats_mean(values.data(), 1, values.size()), 0, 3 * 4 / std::sqrt(20000));
    EXPECT_NEAR(gsl_stats_sd(values.data(), 1, values.size()), 4, 0.08);
    const double correlation =
        gsl_stats_correlation(values.data(), 1, values.data() + 5, 1, values.size() - 5);
    EXPECT_NEAR(correlation, std::exp(-1), 0.02);
}
