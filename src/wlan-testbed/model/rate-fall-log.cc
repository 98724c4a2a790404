// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-fall-log.h"

namespace ns3
{

RateFallLog::RateFallLog(double lowest)
    : m_lowest(lowest)
{
}

void
RateFallLog::Attempt(double rate, bool retry)
{
    // A frame without the Retry bit is a new one. The MAC sends its attempts one after the other,
    // so that one frame at a time has to be remembered.
    if (!retry)
    {
        m_isHigher = false;
        m_isFallen = false;
    }
    if (rate > m_lowest)
    {
        m_isHigher = true;
    }
    // The paper speaks of frames that fall to 1 Mb/s after failed attempts at higher rates. One
    // whose first attempt is at 1 Mb/s, because the frame before ended there, is another matter.
    else if (m_isHigher && !m_isFallen)
    {
        m_isFallen = true;
        ++m_fallen;
    }
}

void
RateFallLog::GiveUp()
{
    ++m_givenUp;
    m_fallenGivenUp += m_isFallen; // of the last attempt's frame
}

uint64_t
RateFallLog::GetGivenUp() const
{
    return m_givenUp;
}

uint64_t
RateFallLog::GetFallen() const
{
    return m_fallen;
}

double
RateFallLog::GetShareOfFallenGivenUp() const
{
    // The claim that this share decides: "more often than not it reaches the maximum retransmission
    // limit" (4.3.2 A), that is, more than half.
    return m_fallen == 0 ? 0 : static_cast<double>(m_fallenGivenUp) / static_cast<double>(m_fallen);
}

} // namespace ns3
