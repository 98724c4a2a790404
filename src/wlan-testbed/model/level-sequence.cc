// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "level-sequence.h"

namespace ns3
{

const std::vector<std::string> LevelSequence::COLUMNS{"time", "value"};

void
LevelSequence::Set(double time, double value)
{
    // A queue may be filled and emptied at one instant. Of such changes a graph shows the last
    // only.
    if (!m_rows.empty() && m_rows.back()[0] == time)
    {
        m_rows.pop_back();
    }
    // After the removal above, the level may be what it was before: no change is left then.
    if (m_rows.empty() || m_rows.back()[1] != value)
    {
        m_rows.push_back({time, value});
    }
}

const std::vector<std::vector<double>>&
LevelSequence::GetRows() const
{
    return m_rows;
}

} // namespace ns3
