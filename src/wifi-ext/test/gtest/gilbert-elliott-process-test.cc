// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Two-state channel: a schedule by hand, and sojourns against the theory of the Markov process.

#include "../../model/gilbert-elliott-process.h"

#include <cmath>
#include <deque>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>
#include <gsl/gsl_statistics_int.h>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

using State = GilbertElliottProcess::State;

constexpr double GOOD = 0.3; // mean sojourns, s
constexpr double BAD = 0.05;
constexpr double STEP = 0.01; // between looks, s
constexpr int LOOKS = 400000;

/// Probability that a bad channel is bad one step later: that of the Markov process.
double
GetStayingBad()
{
    const double bad = BAD / (GOOD + BAD);
    return bad + (1 - bad) * std::exp(-STEP * (1 / GOOD + 1 / BAD));
}

/// A channel with exponential sojourns, looked at in equal steps.
struct Looks
{
    Looks()
    {
        const std::unique_ptr<gsl_rng, decltype(&gsl_rng_free)> random(
            gsl_rng_alloc(gsl_rng_mt19937),
            gsl_rng_free);
        GilbertElliottProcess process(0, State::GOOD, [&random](State state) {
            return gsl_ran_exponential(random.get(), state == State::GOOD ? GOOD : BAD);
        });
        int run = 0;
        for (int i = 0; i < LOOKS; ++i)
        {
            const bool isBad = process.Advance(i * STEP) == State::BAD;
            bad.push_back(isBad);
            if (!isBad && run > 0)
            {
                bursts.push_back(run);
            }
            run = isBad ? run + 1 : 0;
        }
    }

    std::vector<int> bad;    ///< 1 if bad
    std::vector<int> bursts; ///< looks in a row that were bad
};

} // namespace

TEST(GilbertElliottProcess, FollowsItsSojourns)
{
    std::deque<double> sojourns{1, 0.5, 2, 0.25};
    std::vector<State> asked;
    GilbertElliottProcess process(10, State::GOOD, [&](State state) {
        asked.push_back(state);
        const double sojourn = sojourns.front();
        sojourns.pop_front();
        return sojourn;
    });
    EXPECT_EQ(process.Advance(10), State::GOOD);
    EXPECT_EQ(process.Advance(10.99), State::GOOD);
    EXPECT_EQ(process.Advance(11), State::BAD);
    EXPECT_EQ(asked.size(), 2);
    // Over the end of the bad state and that of the next good one, 11.5 and 13.5.
    EXPECT_EQ(process.Advance(13.6), State::BAD);
    EXPECT_EQ(asked, (std::vector{State::GOOD, State::BAD, State::GOOD, State::BAD}));
}

TEST(GilbertElliottProcess, StationaryDistribution)
{
    EXPECT_DOUBLE_EQ(GilbertElliottProcess::GetBadFraction(3, 1), 0.25);
    const Looks looks;
    const double expected = BAD / (GOOD + BAD);
    // Variance of the time average of a two-state process over a time T: 2 p q tau / T.
    const double tau = 1 / (1 / GOOD + 1 / BAD);
    const double error = std::sqrt(2 * expected * (1 - expected) * tau / (LOOKS * STEP));
    EXPECT_NEAR(gsl_stats_int_mean(looks.bad.data(), 1, looks.bad.size()), expected, 3 * error);
}

TEST(GilbertElliottProcess, CorrelationFallsExponentially)
{
    const Looks looks;
    const std::vector<double> values(looks.bad.begin(), looks.bad.end());
    const double tau = 1 / (1 / GOOD + 1 / BAD);
    for (const size_t lag : {1, 3, 6})
    {
        const double measured =
            gsl_stats_correlation(values.data(), 1, values.data() + lag, 1, values.size() - lag);
        EXPECT_NEAR(measured, std::exp(-static_cast<double>(lag) * STEP / tau), 0.02) << lag;
    }
}

TEST(GilbertElliottProcess, BurstsAreGeometric)
{
    const Looks looks;
    const double stay = GetStayingBad();
    const auto count = static_cast<double>(looks.bursts.size());
    const double mean = gsl_stats_int_mean(looks.bursts.data(), 1, looks.bursts.size());
    EXPECT_NEAR(mean, 1 / (1 - stay), 3 * std::sqrt(stay) / (1 - stay) / std::sqrt(count));
    // Chi-square of lengths 1 to 19, and longer.
    constexpr int CELLS = 20;
    std::vector<double> observed(CELLS, 0);
    for (const int length : looks.bursts)
    {
        ++observed[std::min(length, CELLS) - 1];
    }
    double chiSquare = 0;
    for (int i = 0; i < CELLS; ++i)
    {
        const double share =
            i + 1 < CELLS ? gsl_ran_geometric_pdf(i + 1, 1 - stay) : std::pow(stay, CELLS - 1);
        const double expected = count * share;
        ASSERT_GT(expected, 5);
        chiSquare += std::pow(observed[i] - expected, 2) / expected;
    }
    EXPECT_GT(gsl_cdf_chisq_Q(chiSquare, CELLS - 1), 0.001);
}

TEST(GilbertElliottProcess, FrameErrorRate)
{
    EXPECT_EQ(GilbertElliottProcess::GetFrameErrorRate(0.5, 0), 0);
    EXPECT_EQ(GilbertElliottProcess::GetFrameErrorRate(0, 12288), 0);
    EXPECT_EQ(GilbertElliottProcess::GetFrameErrorRate(1, 1), 1);
    EXPECT_DOUBLE_EQ(GilbertElliottProcess::GetFrameErrorRate(0.5, 2), 0.75);
    // 1 - 0.999^112
    EXPECT_NEAR(GilbertElliottProcess::GetFrameErrorRate(1e-3, 112), 0.10600, 1e-5);
    // At a small rate, the number of bits times the rate.
    EXPECT_NEAR(GilbertElliottProcess::GetFrameErrorRate(1e-18, 1000) / 1e-15, 1, 1e-9);
}
