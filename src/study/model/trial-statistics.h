// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TRIAL_STATISTICS_H
#define TRIAL_STATISTICS_H

#include "sample-statistics.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// @ingroup study
/// The number of independent trials, and the number of trials with the outcome of interest.
struct TrialCount
{
    uint64_t trials{0}; ///< all
    uint64_t hits{0};   ///< with the outcome
};

/// @ingroup study
/// @param groups of trials
/// @return all of them together
TrialCount AddUp(const std::vector<TrialCount>& groups);

/**
 * @ingroup study
 * The maximum-likelihood estimate of a probability with its exact 95 % interval (Clopper and
 * Pearson 1934), computed by Boost. Unlike SampleStatistics::EstimateShare(), it is for trials
 * within a run.
 * @param count of trials
 * @return hits over trials; no estimate without trials
 * @throws std::invalid_argument if there are more hits than trials
 */
Estimate EstimateProbability(const TrialCount& count);

/**
 * @ingroup study
 * The share of hits among trials of which a run has several, such as its flows. Trials of the same
 * run depend on each other, so the runs are the samples. The 95 % interval is that of
 * EstimateProbability() for the effective number of trials: the number of independent trials whose
 * share would vary as much as that of the runs does (Korn and Graubard 1998). This number is at
 * most that of the trials. If no trial or every trial is a hit, it is that of the runs.
 * @param runs trials of each run; runs without trials are left out
 * @return hits over trials; no estimate without trials, and no interval for a single run
 * @throws std::invalid_argument if a run has more hits than trials
 */
Estimate EstimateShareInRuns(const std::vector<TrialCount>& runs);

/// @ingroup study
/// A likelihood-ratio test that groups of trials have one probability.
struct LikelihoodRatioTest
{
    double statistic{0}; ///< twice the logarithm of the ratio
    uint32_t freedom{0}; ///< degrees of freedom; 0: nothing to test
    double GetP() const; ///< @return probability of such a statistic or more, by chi-square; NaN
                         ///< if there is nothing to test
};

/**
 * @ingroup study
 * @param groups of trials; those without trials do not count
 * @return test that all have the same probability (Wilks 1938). Nothing to test if fewer than two
 * groups have trials, or if all or no trials are hits
 */
LikelihoodRatioTest TestEquality(const std::vector<TrialCount>& groups);

/**
 * @ingroup study
 * @param tests of different trials
 * @return test that what each of them tests is true
 */
LikelihoodRatioTest Combine(const std::vector<LikelihoodRatioTest>& tests);

/**
 * @ingroup study
 * Join neighboring groups until the chi-square approximation is good enough.
 * @param groups in an order in which neighboring groups are similar
 * @return groups of which each expects at least 5 hits and 5 others if all have one probability
 * (Cochran 1954); a single group if there are too few
 */
std::vector<TrialCount> JoinSparse(const std::vector<TrialCount>& groups);

} // namespace ns3

#endif // TRIAL_STATISTICS_H
