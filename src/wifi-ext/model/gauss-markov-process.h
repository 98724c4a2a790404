// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GAUSS_MARKOV_PROCESS_H
#define GAUSS_MARKOV_PROCESS_H

#include <limits>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::GaussMarkovProcess declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A stationary normal process with mean 0 and an exponential autocorrelation. It is evaluated only
 * when a value is needed: a time t after the value x it is rho x + sigma sqrt(1 - rho^2) n, with
 * rho = exp(-t / tau) and a standard normal number n.
 */
class GaussMarkovProcess
{
  public:
    /**
     * The first value is normal with mean 0 and this standard deviation.
     * @param sigma standard deviation, 0 or more
     * @param tau time after which the correlation is 1/e, s; 0: each value is independent
     * @param time s, not before that of an earlier call
     * @param normal a standard normal number, independent of earlier ones
     * @return the value at that time
     */
    double Advance(double sigma, double tau, double time, double normal);

  private:
    double m_time{-std::numeric_limits<double>::infinity()}; ///< time of the last value, s
    double m_value{0};                                       ///< last value
};

} // namespace ns3

#endif // GAUSS_MARKOV_PROCESS_H
