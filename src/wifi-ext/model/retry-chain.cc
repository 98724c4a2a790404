// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "retry-chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

// The contention window doubles with each failure of the frame up to CWmax, and the backoff is
// uniform between 0 and the window.
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
    // The time of a delivery is that of first attempts alone: 1 / p attempts until one succeeds.
    double best = std::numeric_limits<double>::infinity();
    for (const AttemptOutlook& rate : rates)
    {
        best = std::min(best, (backoff.Get(0) + rate.time) / rate.firstDelivery);
        if (rate.firstMayUseRts)
        {
            best = std::min(best, (backoff.Get(0) + rate.rtsTime) / rate.rtsDelivery);
        }
    }
    // The recursion of the chapter on rate adaptation: V_K is the cost of the loss, and V_k follows
    // from V_(k+1). The backoff of an attempt does not depend on its rate, so it is added last.
    double rest = lossCost * best;
    for (std::size_t attempt = m_attempts; attempt-- > 0;)
    {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < rates.size(); ++i)
        {
            const AttemptOutlook& rate = rates[i];
            const double delivery = attempt == 0 ? rate.firstDelivery : rate.retryDelivery;
            const double time = rate.time + (1 - delivery) * rest;
            // Of two rates that take the same time the lower one is kept.
            if (time < least)
            {
                least = time;
                m_rates[attempt] = static_cast<uint8_t>(i);
                m_usesRts[attempt] = false;
            }
            const double rtsTime = rate.rtsTime + (1 - rate.rtsDelivery) * rest;
            if (rtsTime < least && (attempt > 0 || rate.firstMayUseRts))
            {
                least = rtsTime;
                m_rates[attempt] = static_cast<uint8_t>(i);
                m_usesRts[attempt] = true;
            }
        }
        rest = backoff.Get(attempt) + least;
    }
    m_expectedTime = rest;
}

std::size_t
RetryChain::GetAttempts() const
{
    return m_attempts;
}

std::size_t
RetryChain::GetRate(std::size_t attempt) const
{
    return m_rates[std::min(attempt, m_attempts - 1)];
}

bool
RetryChain::UsesRts(std::size_t attempt) const
{
    return m_usesRts[std::min(attempt, m_attempts - 1)];
}

double
RetryChain::GetExpectedTime() const
{
    return m_expectedTime;
}

} // namespace ns3
