// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gilbert-elliott-process.h"

#include <cmath>
#include <utility>

namespace ns3
{

GilbertElliottProcess::GilbertElliottProcess(double time, State initial, SojournFunction draw)
    : m_state(initial),
      m_draw(std::move(draw)),
      m_end(time + m_draw(initial))
{
}

// Several states may have come and gone since the last call.
GilbertElliottProcess::State
GilbertElliottProcess::Advance(double time)
{
    while (time >= m_end)
    {
        m_state = m_state == State::GOOD ? State::BAD : State::GOOD;
        m_end += m_draw(m_state);
    }
    return m_state;
}

// Renewal theory: the share of time in a state of an alternating process is that of its mean
// sojourn in the mean cycle.
double
GilbertElliottProcess::GetBadFraction(double meanGood, double meanBad)
{
    return meanBad / (meanGood + meanBad);
}

// Within a state the errors of bits are independent, as in the channel of Gilbert (1960): a frame
// is right if all of its bits are, (1 - b)^n.
double
GilbertElliottProcess::GetFrameErrorRate(double bitErrorRate, uint64_t bits)
{
    if (bits == 0)
    {
        return 0;
    }
    // The direct form 1 - (1 - b)^n cancels at a small bit-error rate b.
    return -std::expm1(static_cast<double>(bits) * std::log1p(-bitErrorRate));
}

} // namespace ns3
