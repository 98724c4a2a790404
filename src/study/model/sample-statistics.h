// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SAMPLE_STATISTICS_H
#define SAMPLE_STATISTICS_H

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * A closed interval of real numbers. An edge may be infinite; both edges are NaN when the interval
 * is not known.
 */
struct Interval
{
    double low{std::numeric_limits<double>::quiet_NaN()};  ///< lower edge, part of the interval
    double high{std::numeric_limits<double>::quiet_NaN()}; ///< upper edge, part of the interval

    /**
     * The band of values within a fraction of a reference.
     * @param reference the middle, finite
     * @param fraction relative half width, 0 or more; 0.03 means within 3 %
     * @return the band
     * @throws std::invalid_argument if one of them is not of this kind
     */
    static Interval Within(double reference, double fraction);

    /**
     * @param low lower edge
     * @return all values of at least @p low
     */
    static Interval AtLeast(double low);

    /**
     * @param high upper edge
     * @return all values of at most @p high
     */
    static Interval AtMost(double high);

    /// @return true if both edges are known
    bool IsKnown() const;

    /**
     * @param value a number; NaN lies in no interval
     * @return true if the value lies in the interval, edges included
     */
    bool Contains(double value) const;

    /**
     * @param other a known interval
     * @return true if all of @p other lies in this interval
     */
    bool Contains(const Interval& other) const;

    /**
     * @param other a known interval
     * @return true if the two have no value in common
     */
    bool IsDisjoint(const Interval& other) const;
};

/**
 * @ingroup study
 * An estimated quantity with its confidence interval.
 */
struct Estimate
{
    double value;           ///< point estimate; NaN if there is none
    Interval ci95;          ///< 95 % confidence interval; not known for a single sample
    std::size_t samples{0}; ///< number of independent samples behind the estimate
    std::string reason{};   ///< why there is no point estimate
    std::size_t leftOut{0}; ///< runs that do not count, and are not among the samples

    /**
     * @param reason why there is no point estimate
     * @param samples number of independent samples
     * @param leftOut runs that do not count
     * @return no estimate, for this reason
     */
    static Estimate None(const std::string& reason, std::size_t samples, std::size_t leftOut = 0);
};

/**
 * @ingroup study
 * Statistics of independent samples of one quantity, computed by GSL.
 *
 * The intervals assume independent samples of a normal distribution, which holds well enough for
 * the mean of a simulation run over many packets.
 */
class SampleStatistics
{
  public:
    /**
     * @param samples the samples, one per run
     * @throws std::invalid_argument if there is no sample
     */
    explicit SampleStatistics(std::vector<double> samples);

    /// @return the samples
    const std::vector<double>& GetSamples() const;

    /// @return arithmetic mean
    double GetMean() const;

    /// @return standard deviation with n - 1 in the denominator; NaN for a single sample
    double GetStandardDeviation() const;

    /// @return the mean with its 95 % interval by Student's t distribution
    Estimate EstimateMean() const;

    /**
     * The mean of a positive quantity. Its 95 % interval is symmetric on a logarithmic scale, by
     * the delta method, and so does not reach below 0. A mean that is not positive has the interval
     * of EstimateMean().
     * @return the mean with this interval
     */
    Estimate EstimatePositiveMean() const;

    /// @return the standard deviation with its 95 % interval by the chi-square distribution
    Estimate EstimateStandardDeviation() const;

    /**
     * The share of samples that are 1, such as runs in which something happens, with its exact 95 %
     * interval by the binomial distribution (Clopper and Pearson 1934), which has a width even if
     * all samples are equal. As with other estimates, that of one sample is not known.
     * @return the share, from 0 to 1
     * @throws std::invalid_argument if a sample is neither 0 nor 1
     */
    Estimate EstimateShare() const;

  private:
    std::vector<double> m_samples; ///< one value per run
};

/**
 * @ingroup study
 * The ratio of two means over the same runs. A mean of the ratios of single runs would be biased
 * upwards, the more the denominators vary.
 * @param numerators of each run
 * @param denominators of each run, whose mean is not 0
 * @return samples, one per run, whose mean is the ratio and whose spread is that of the ratio to
 * first order: r + (y - r x) / mean(x) (Cochran, Sampling Techniques, 1977, chapter 6)
 * @throws std::invalid_argument if the numbers of runs differ, or the denominators' mean is 0
 */
SampleStatistics LinearizeRatio(const std::vector<double>& numerators,
                                const std::vector<double>& denominators);

} // namespace ns3

#endif /* SAMPLE_STATISTICS_H */
