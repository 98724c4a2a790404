// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TESTBED_SERIES_H
#define TESTBED_SERIES_H

#include "ns3/level-sequence.h"
#include "ns3/study-results.h"
#include "ns3/tcp-trace-probe.h"

#include <string>
#include <vector>

/**
 * @file
 * What probes of a testbed have recorded, as series of a study. Studies do not know the probes, nor
 * the testbeds the studies.
 */

namespace ns3
{

/**
 * Add a level over time.
 * @param series takes it
 * @param name its name
 * @param label the name a reader sees
 * @param unit of the level
 * @param levels what was recorded
 */
void AddLevelSeries(std::vector<Series>& series,
                    const std::string& name,
                    const std::string& label,
                    const std::string& unit,
                    const LevelSequence& levels);

/**
 * Add the time sequence of each connection that a probe has seen.
 * @param series takes them
 * @param name their name; with a number behind it if there are several
 * @param label the name a reader sees; with the connection if there are several
 * @param probe what was recorded
 */
void AddTcpSeries(std::vector<Series>& series,
                  const std::string& name,
                  const std::string& label,
                  const TcpTraceProbe& probe);

} // namespace ns3

#endif // TESTBED_SERIES_H
