// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETTCP_RUNS_H
#define ETTCP_RUNS_H

#include "ns3/loss-runs.h"
#include "ns3/study.h"
#include "ns3/trial-statistics.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * Runs of received and of lost packets as metrics, which can be added up over repetitions.
 */

namespace ns3
{

/// Last places of the intervals in which places in runs of received packets are counted.
inline const std::vector<uint64_t> RECEIVED_PLACES{4, 64, 128, 256, 512, 1024, 2048};
/// The same for runs of lost packets.
inline const std::vector<uint64_t> LOST_PLACES{1, 2, 3, 4, 5};

/// @param metrics take the places of both kinds of runs
/// @param runs of a repetition
void AddRunMetrics(std::vector<Metric>& metrics, const LossRuns& runs);

/**
 * @param results of a study whose runs have the metrics
 * @param point name of a point
 * @param received of runs of received packets, otherwise of lost ones
 * @return for each interval of places, over all repetitions: packets at such a place, and as hits
 * those of them that are the last ones of their runs
 */
std::vector<TrialCount> GetPlaces(const StudyResults& results,
                                  const std::string& point,
                                  bool received);

} // namespace ns3

#endif // ETTCP_RUNS_H
