// SPDX-License-Identifier: GPL-2.0-only

#include "retry-chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

double
MeanBackoff::Get(std::size_t attempt) const
{
    const double window = std::ldexp(minWindow + 1.0, static_cast<int>(attempt)) - 1;
    return slot * std::min<double>(window, maxWindow) / 2;
}

void
RetryChain::Plan(std::span<const AttemptOutlook> rates,
                 const MeanBackoff& backoff,
                 std::size_t attempts,
                 double lossCost)
{
    m_attempts = std::clamp<std::size_t>(attempts, 1, MAX_ATTEMPTS);
    double best = std::numeric_limits<double>::infinity();
    for (const AttemptOutlook& rate : rates)
    {
        best = std::min(best, (backoff.Get(0) + rate.time) / rate.firstDelivery);
    }
    double rest = lossCost * best;
    for (std::size_t attempt = m_attempts; attempt-- > 0;)
    {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < rates.size(); ++i)
        {
            const AttemptOutlook& rate = rates[i];
            const double delivery = attempt == 0 ? rate.firstDelivery : rate.retryDelivery;
            const double time = rate.time + (1 - delivery) * rest;
            if (time < least)
            {
                least = time;
                m_rates[attempt] = static_cast<uint8_t>(i);
            }
        }
        rest = backoff.Get(attempt) + least;
    }
    m_expectedTime = rest;
}

std::size_t
RetryChain::GetRate(std::size_t attempt) const
{
    return m_rates[std::min(attempt, m_attempts - 1)];
}

double
RetryChain::GetExpectedTime() const
{
    return m_expectedTime;
}

} // namespace ns3
