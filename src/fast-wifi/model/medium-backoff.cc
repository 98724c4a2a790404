// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-backoff.h"

namespace ns3
{

using IdleAccess = MediumRules::IdleAccess;
using Result = MediumAttempt::Result;

void
MediumBackoff::SetRules(const MediumRules& rules)
{
    m_rules = rules;
    m_failures = 0;
    m_window = rules.cwMin;
}

/// The DCF of ns-3 waits for a gap from the arrival of the frame, although the medium may have been
/// idle for longer. EDCA (9.9.1.3) and WaveLAN begin at once.
void
MediumBackoff::Access(MediumTime idleFrom, MediumTime now)
{
    const bool waitsGap = m_rules.idleAccess == IdleAccess::WAIT_GAP;
    m_countFrom = std::max(idleFrom + m_rules.gap, waitsGap ? now + m_rules.gap : now);
}

void
MediumBackoff::Align(MediumTime idleFrom, MediumTime slot)
{
    const MediumTime counted = m_countFrom - (idleFrom + m_rules.gap);
    if (counted <= 0)
    {
        return;
    }
    const MediumTime beyond = counted % slot;
    if (m_rules.idleAccess == IdleAccess::NEXT_SLOT ||
        (m_rules.idleAccess == IdleAccess::SLOT_BOUNDARY && beyond > 0))
    {
        m_countFrom += slot - beyond;
    }
}

Result
MediumBackoff::Conclude(Result result)
{
    const bool hasFailed = result == Result::MISSED || result == Result::INTERNAL;
    // A sender that asks for no ACK takes each frame for a success where deference is all that the
    // window tells of. In 802.11 only an ACK resets it.
    bool isReset = result == Result::ACKNOWLEDGED ||
                   (result == Result::SENT && m_rules.deference != MediumRules::Deference::FREEZE);
    const bool isGivenUp = hasFailed && ++m_attempts >= m_rules.maxAttempts;
    if (isGivenUp)
    {
        result = result == Result::MISSED ? Result::RETRY_LIMIT : Result::INTERNAL_LIMIT;
    }
    if (hasFailed)
    {
        // Failures count across frames that are given up: Txop::UpdateFailedCw(), IEEE
        // 802.11-2020, 10.23.2.2; SSRC of 802.11-2007, 9.2.4.
        ++m_row;
        isReset = m_rules.shortRetryLimit > 0 ? m_row >= m_rules.shortRetryLimit
                                              : m_failures >= m_rules.maxAttempts;
        Grow();
    }
    if (isReset)
    {
        m_failures = 0;
        m_window = m_rules.cwMin;
    }
    if (!hasFailed || isGivenUp)
    {
        m_attempts = 0;
    }
    if (!hasFailed || isReset)
    {
        m_row = 0; // a frame to a group ends the row, too, but leaves the window
    }
    return result;
}

void
MediumBackoff::Grow()
{
    ++m_failures;
    const uint64_t window = (uint64_t{m_rules.cwMin} + 1) << std::min(m_failures, 31U);
    m_window = static_cast<uint32_t>(std::min<uint64_t>(m_rules.cwMax, window - 1));
}

bool
MediumBackoff::LoseMedium()
{
    if (IsLastAttempt())
    {
        m_attempts = 0;
        m_window = m_rules.cwMin;
        return true;
    }
    ++m_attempts;
    m_window = std::min(m_rules.cwMax, 2 * m_window + 1);
    return false;
}

} // namespace ns3
