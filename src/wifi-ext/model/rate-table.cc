// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-table.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

RateTable::RateTable(std::span<const double> bitRates)
    : m_count(bitRates.size())
{
    // GetHighestUpTo() searches the rates by bisection, which needs their order.
    if (bitRates.empty() || bitRates.size() > MAX_NON_HT_RATES ||
        !std::is_sorted(bitRates.begin(), bitRates.end()))
    {
        throw std::invalid_argument("rates: expected 1 to 12 in ascending order");
    }
    std::copy(bitRates.begin(), bitRates.end(), m_bitRates.begin());
}

std::size_t
RateTable::GetCount() const
{
    return m_count;
}

double
RateTable::GetBitRate(std::size_t index) const
{
    // The controls keep indices; at() tells a wrong one from a rate.
    return m_bitRates.at(index);
}

std::size_t
RateTable::GetHighestUpTo(double bitRate) const
{
    // If all rates are above the bit rate, the lowest one is the closest.
    const auto end = m_bitRates.begin() + m_count;
    const auto above = std::upper_bound(m_bitRates.begin(), end, bitRate);
    return above == m_bitRates.begin() ? 0 : above - m_bitRates.begin() - 1;
}

} // namespace ns3
