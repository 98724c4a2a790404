// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "trial-statistics.h"

#include "study-error.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <gsl/gsl_cdf.h>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace ns3
{

namespace
{

/// Probability on each side of a two-sided 95 % interval.
constexpr double TAIL{0.025};
/// Least number that a group should expect for chi-square to hold (Cochran 1954).
constexpr double LEAST_EXPECTED{5};

TrialCount
Join(const TrialCount& a, const TrialCount& b)
{
    return {a.trials + b.trials, a.hits + b.hits};
}

/// @return the part of half the statistic that an outcome has
double
GetTerm(double count, double expected)
{
    return count > 0 ? count * std::log(count / expected) : 0;
}

/// @throws std::invalid_argument if there are more hits than trials
void
RequirePossible(const TrialCount& count)
{
    Require<std::invalid_argument>(count.hits <= count.trials,
                                   "hits=" + std::to_string(count.hits) + ": expected at most " +
                                       std::to_string(count.trials) + " trials");
}

/// @return the exact 95 % interval of a probability; the numbers need not be whole
Interval
GetExactInterval(double trials, double hits)
{
    using Binomial = boost::math::binomial_distribution<>;
    // Boost's default is the exact interval of Clopper and Pearson.
    return {Binomial::find_lower_bound_on_p(trials, hits, TAIL),
            Binomial::find_upper_bound_on_p(trials, hits, TAIL)};
}

/// @return effective number of trials of runs with these linearized shares (Korn and Graubard
/// 1998); that of the runs if the share is 0 or 1
double
GetEffectiveTrials(const SampleStatistics& ratio, double trials)
{
    const auto runs = static_cast<double>(ratio.GetSamples().size());
    const double share = ratio.GetMean();
    if (share <= 0 || share >= 1)
    {
        return runs;
    }
    const double variance = std::pow(ratio.GetStandardDeviation(), 2) / runs;
    const double freedom =
        gsl_cdf_tdist_Pinv(1 - TAIL, trials - 1) / gsl_cdf_tdist_Pinv(1 - TAIL, runs - 1);
    return std::min(trials, share * (1 - share) / variance * std::pow(freedom, 2));
}

} // namespace

TrialCount
AddUp(const std::vector<TrialCount>& groups)
{
    return std::accumulate(groups.begin(), groups.end(), TrialCount{}, Join);
}

Estimate
EstimateProbability(const TrialCount& count)
{
    RequirePossible(count);
    if (count.trials == 0)
    {
        return Estimate::None("there are no trials", 0);
    }
    const auto trials = static_cast<double>(count.trials);
    const auto hits = static_cast<double>(count.hits);
    return {hits / trials, GetExactInterval(trials, hits), count.trials};
}

Estimate
EstimateShareInRuns(const std::vector<TrialCount>& runs)
{
    std::vector<double> hits;
    std::vector<double> trials;
    for (const auto& run : runs)
    {
        RequirePossible(run);
        if (run.trials > 0)
        {
            hits.push_back(static_cast<double>(run.hits));
            trials.push_back(static_cast<double>(run.trials));
        }
    }
    const std::size_t leftOut = runs.size() - trials.size();
    if (trials.empty())
    {
        return Estimate::None("there are no trials", 0, leftOut);
    }
    const auto ratio = LinearizeRatio(hits, trials);
    const double share = ratio.GetMean();
    Estimate estimate{share, {}, trials.size(), "", leftOut};
    if (trials.size() >= 2)
    {
        const double all = std::accumulate(trials.begin(), trials.end(), 0.0);
        const double effective = GetEffectiveTrials(ratio, all);
        estimate.ci95 = GetExactInterval(effective, share * effective);
    }
    return estimate;
}

double
LikelihoodRatioTest::GetP() const
{
    return freedom == 0 ? std::numeric_limits<double>::quiet_NaN()
                        : gsl_cdf_chisq_Q(statistic, freedom);
}

LikelihoodRatioTest
TestEquality(const std::vector<TrialCount>& groups)
{
    const TrialCount all = AddUp(groups);
    if (all.hits == 0 || all.hits == all.trials)
    {
        return {};
    }
    const double probability = static_cast<double>(all.hits) / static_cast<double>(all.trials);
    LikelihoodRatioTest test;
    uint32_t compared = 0;
    for (const TrialCount& group : groups)
    {
        if (group.trials == 0)
        {
            continue;
        }
        ++compared;
        const auto trials = static_cast<double>(group.trials);
        const auto hits = static_cast<double>(group.hits);
        test.statistic += 2 * GetTerm(hits, trials * probability);
        test.statistic += 2 * GetTerm(trials - hits, trials * (1 - probability));
    }
    test.freedom = compared - 1;
    return test;
}

LikelihoodRatioTest
Combine(const std::vector<LikelihoodRatioTest>& tests)
{
    LikelihoodRatioTest sum;
    for (const LikelihoodRatioTest& test : tests)
    {
        sum.statistic += test.statistic;
        sum.freedom += test.freedom;
    }
    return sum;
}

std::vector<TrialCount>
JoinSparse(const std::vector<TrialCount>& groups)
{
    const TrialCount all = AddUp(groups);
    const double probability =
        all.trials == 0 ? 0 : static_cast<double>(all.hits) / static_cast<double>(all.trials);
    const auto isEnough = [probability](const TrialCount& group) {
        const auto trials = static_cast<double>(group.trials);
        return trials * probability >= LEAST_EXPECTED &&
               trials * (1 - probability) >= LEAST_EXPECTED;
    };
    std::vector<TrialCount> joined;
    TrialCount open;
    for (const TrialCount& group : groups)
    {
        open = Join(open, group);
        if (isEnough(open))
        {
            joined.push_back(open);
            open = {};
        }
    }
    // The rest is too small for a separate group.
    if (joined.empty())
    {
        return {open};
    }
    joined.back() = Join(joined.back(), open);
    return joined;
}

} // namespace ns3
