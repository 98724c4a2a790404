// SPDX-License-Identifier: GPL-2.0-only

#include "mimd-rate-control.h"

#include <algorithm>

namespace ns3
{

void
MimdRateControl::SetRates(const RateTable& rates)
{
    *this = {};
    m_rates = rates;
}

RateChoice
MimdRateControl::Select() const
{
    return m_choice;
}

void
MimdRateControl::NoteDelivered(const MimdParameters& parameters)
{
    m_failures = 0;
    ++m_successes;
    if (m_successes >= parameters.successThreshold)
    {
        Increase(parameters.increaseFactor);
    }
}

void
MimdRateControl::NoteFailed(const MimdParameters& parameters)
{
    ++m_failures;
    const uint32_t tries = m_decreases == 0 ? parameters.topTries : parameters.middleTries;
    if (m_choice.rate > 0 && m_failures >= tries)
    {
        Decrease(parameters);
    }
}

void
MimdRateControl::NoteGivenUp()
{
    m_failures = 0;
    m_successes = 0;
}

void
MimdRateControl::Increase(double factor)
{
    m_successes = 0;
    m_decreases = 0;
    const std::size_t reached = m_rates.GetHighestUpTo(m_rates.GetBitRate(m_choice.rate) * factor);
    const std::size_t next = std::min(m_choice.rate + 1, m_rates.GetCount() - 1);
    m_choice = {std::max(reached, next), RateChangeReason::SUCCESSES};
}

void
MimdRateControl::Decrease(const MimdParameters& parameters)
{
    m_failures = 0;
    std::size_t rate = 0;
    if (m_decreases < parameters.decreases)
    {
        const double most = m_rates.GetBitRate(m_choice.rate) / parameters.decreaseFactor;
        rate = std::min(m_rates.GetHighestUpTo(most), m_choice.rate - 1);
    }
    ++m_decreases;
    m_choice = {rate, RateChangeReason::FAILED_TRIES};
}

} // namespace ns3
