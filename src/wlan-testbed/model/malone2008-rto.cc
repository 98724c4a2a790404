// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "malone2008-rto.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Least allowance for the variability (IV), for delayed ACKs, s.
constexpr double LEAST_ALLOWANCE = 0.2;

} // namespace

void
Malone2008Rto::Add(double rtt)
{
    if (!m_isKnown)
    {
        m_isKnown = true;
        m_srtt = rtt;
        m_rttvar = rtt / 2;
        return;
    }
    // The deviation is from the estimate before this sample, as in Jacobson's algorithm.
    const double deviation = rtt - m_srtt;
    m_srtt += deviation / 8;
    m_rttvar += (std::fabs(deviation) - m_rttvar) / 4;
}

bool
Malone2008Rto::IsKnown() const
{
    return m_isKnown;
}

double
Malone2008Rto::Get() const
{
    return m_isKnown ? m_srtt + std::max(LEAST_ALLOWANCE, 4 * m_rttvar) : 0;
}

} // namespace ns3
