// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "sample-statistics.h"

#include "study-error.h"
#include "trial-statistics.h"

#include <algorithm>
#include <cmath>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// Probability on each side of a two-sided 95 % interval.
constexpr double TAIL{0.025};

} // namespace

Interval
Interval::Within(double reference, double fraction)
{
    Require<std::invalid_argument>(std::isfinite(reference) && fraction >= 0,
                                   "a band of " + std::to_string(reference) + " and within " +
                                       std::to_string(fraction) +
                                       ": expected a finite number and a fraction of 0 or more");
    // A negative reference must not exchange the edges.
    const double halfWidth = std::abs(reference) * fraction;
    return {reference - halfWidth, reference + halfWidth};
}

Interval
Interval::AtLeast(double low)
{
    return {low, std::numeric_limits<double>::infinity()};
}

Interval
Interval::AtMost(double high)
{
    return {-std::numeric_limits<double>::infinity(), high};
}

bool
Interval::IsKnown() const
{
    return !std::isnan(low) && !std::isnan(high);
}

bool
Interval::Contains(double value) const
{
    return low <= value && value <= high;
}

bool
Interval::Contains(const Interval& other) const
{
    return low <= other.low && other.high <= high;
}

bool
Interval::IsDisjoint(const Interval& other) const
{
    return other.high < low || high < other.low;
}

Estimate
Estimate::None(const std::string& reason, std::size_t samples, std::size_t leftOut)
{
    return {std::numeric_limits<double>::quiet_NaN(), {}, samples, reason, leftOut};
}

SampleStatistics::SampleStatistics(std::vector<double> samples)
    : m_samples(std::move(samples))
{
    Require<std::invalid_argument>(!m_samples.empty(), "statistics need at least one sample");
}

const std::vector<double>&
SampleStatistics::GetSamples() const
{
    return m_samples;
}

double
SampleStatistics::GetMean() const
{
    return gsl_stats_mean(m_samples.data(), 1, m_samples.size());
}

double
SampleStatistics::GetStandardDeviation() const
{
    if (m_samples.size() < 2)
    {
        // The denominator n - 1 is 0: a single sample says nothing about the spread.
        return std::numeric_limits<double>::quiet_NaN();
    }
    return gsl_stats_sd(m_samples.data(), 1, m_samples.size());
}

Estimate
SampleStatistics::EstimateMean() const
{
    Estimate mean{GetMean(), {}, m_samples.size()};
    if (m_samples.size() >= 2)
    {
        // mean +- t(1 - alpha / 2; n - 1) s / sqrt(n), with the quantile t of Student's
        // distribution: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.2.
        const auto count = static_cast<double>(m_samples.size());
        const double halfWidth =
            gsl_cdf_tdist_Pinv(1 - TAIL, count - 1) * GetStandardDeviation() / std::sqrt(count);
        mean.ci95 = {mean.value - halfWidth, mean.value + halfWidth};
    }
    return mean;
}

Estimate
SampleStatistics::EstimatePositiveMean() const
{
    Estimate mean = EstimateMean();
    if (mean.value > 0 && mean.ci95.IsKnown())
    {
        // d(log m) = dm / m.
        const double factor = std::exp((mean.ci95.high - mean.value) / mean.value);
        mean.ci95 = {mean.value / factor, mean.value * factor};
    }
    return mean;
}

Estimate
SampleStatistics::EstimateStandardDeviation() const
{
    Estimate deviation{GetStandardDeviation(), {}, m_samples.size()};
    if (m_samples.size() >= 2)
    {
        // s sqrt((n - 1) / chi2(1 - alpha / 2; n - 1)) to s sqrt((n - 1) / chi2(alpha / 2; n - 1)):
        // the same handbook, section 7.2.3.1. The interval is not symmetric about s.
        const double freedom = static_cast<double>(m_samples.size()) - 1;
        deviation.ci95 = {deviation.value *
                              std::sqrt(freedom / gsl_cdf_chisq_Pinv(1 - TAIL, freedom)),
                          deviation.value * std::sqrt(freedom / gsl_cdf_chisq_Pinv(TAIL, freedom))};
    }
    return deviation;
}

Estimate
SampleStatistics::EstimateShare() const
{
    const auto isYes = [](double sample) { return sample == 1; };
    const auto isNo = [](double sample) { return sample == 0; };
    const auto yes = std::ranges::count_if(m_samples, isYes);
    Require<std::invalid_argument>(yes + std::ranges::count_if(m_samples, isNo) ==
                                       std::ssize(m_samples),
                                   "a share needs samples that are 0 or 1");
    Estimate share = EstimateProbability({m_samples.size(), static_cast<uint64_t>(yes)});
    if (m_samples.size() < 2)
    {
        share.ci95 = {};
    }
    return share;
}

SampleStatistics
LinearizeRatio(const std::vector<double>& numerators, const std::vector<double>& denominators)
{
    const double above = SampleStatistics(numerators).GetMean();
    const double below = SampleStatistics(denominators).GetMean();
    Require<std::invalid_argument>(numerators.size() == denominators.size() && below != 0,
                                   "a ratio needs as many denominators as numerators, and a mean "
                                   "of the denominators that is not 0");
    const double ratio = above / below;
    std::vector<double> samples;
    for (std::size_t i = 0; i < numerators.size(); ++i)
    {
        samples.push_back(ratio + (numerators[i] - ratio * denominators[i]) / below);
    }
    return SampleStatistics(std::move(samples));
}

} // namespace ns3
