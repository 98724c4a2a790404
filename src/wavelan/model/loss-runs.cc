// SPDX-License-Identifier: GPL-2.0-only

#include "loss-runs.h"

namespace ns3
{

void
LossRuns::Add(bool received)
{
    received ? ++m_received : ++m_lost;
    if (m_run > 0 && m_isLosing == received)
    {
        ++(m_isLosing ? m_lostRuns : m_receivedRuns)[m_run];
        m_run = 0;
    }
    m_isLosing = !received;
    ++m_run;
}

uint64_t
LossRuns::GetReceived() const
{
    return m_received;
}

uint64_t
LossRuns::GetLost() const
{
    return m_lost;
}

const LossRuns::Histogram&
LossRuns::GetReceivedRuns() const
{
    return m_receivedRuns;
}

const LossRuns::Histogram&
LossRuns::GetLostRuns() const
{
    return m_lostRuns;
}

} // namespace ns3
