// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed-series.h"

#include "ns3/time-sequence.h"

#include <cstddef>

namespace ns3
{

void
AddLevelSeries(std::vector<Series>& series,
               const std::string& name,
               const std::string& label,
               const std::string& unit,
               const LevelSequence& levels)
{
    series.push_back({name, label, unit, LevelSequence::COLUMNS, levels.GetRows(), "level"});
}

void
AddTcpSeries(std::vector<Series>& series,
             const std::string& name,
             const std::string& label,
             const TcpTraceProbe& probe)
{
    const auto views = probe.GetViews();
    for (std::size_t i = 0; i < views.size(); ++i)
    {
        const bool isOnly = views.size() == 1;
        series.push_back({isOnly ? name : name + "-" + std::to_string(i + 1),
                          isOnly ? label : label + ", " + views[i].connection,
                          "bytes",
                          TimeSequence::COLUMNS,
                          views[i].rows,
                          "time-sequence"});
    }
}

} // namespace ns3
