// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gauss-markov-process.h"

#include <cmath>

namespace ns3
{

double
GaussMarkovProcess::Advance(double sigma, double tau, double time, double normal)
{
    // The initial time is minus infinity, so that the first value is independent of m_value.
    const double rho = tau > 0 ? std::exp((m_time - time) / tau) : 0;
    // The variances of the two terms add up to sigma squared for each rho, so that the process is
    // stationary however irregular the times are.
    m_value = rho * m_value + sigma * std::sqrt(1 - rho * rho) * normal;
    m_time = time;
    return m_value;
}

} // namespace ns3
