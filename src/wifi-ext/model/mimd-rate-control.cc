// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "mimd-rate-control.h"

#include <algorithm>

namespace ns3
{

// A station that associates again may have other rates, among which no count has a meaning.
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

uint32_t
MimdRateControl::GetDecreases() const
{
    return m_decreases;
}

// "After several successfully transmitted frames" the firmware goes up; a frame that needed retries
// counts as transmitted (kuang2003, 4.3.2).
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

// "The sender then retransmits the frame twice more at 11 Mbps": three tries at the top. "After
// several more failed attempts, it finally uses 1 Mbps": the tries below (kuang2003, 4.3.2).
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

// The next frame begins at the rate at which this one ended, with its own tries.
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
    // A factor that is smaller than the step to the next rate must not keep the rate where it is.
    const std::size_t next = std::min(m_choice.rate + 1, m_rates.GetCount() - 1);
    m_choice = {std::max(reached, next), RateChangeReason::SUCCESSES};
}

void
MimdRateControl::Decrease(const MimdParameters& parameters)
{
    m_failures = 0;
    std::size_t rate = 0;
    // After the allowed number of divisions the rate falls to the lowest one at once.
    if (m_decreases < parameters.decreases)
    {
        const double most = m_rates.GetBitRate(m_choice.rate) / parameters.decreaseFactor;
        rate = std::min(m_rates.GetHighestUpTo(most), m_choice.rate - 1);
    }
    ++m_decreases;
    m_choice = {rate, RateChangeReason::FAILED_TRIES};
}

} // namespace ns3
