// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_GRID_H
#define RATE_GRID_H

#include "rate-link.h"

#include "ns3/study.h"

#include <string>
#include <vector>

namespace ns3
{

/// A channel and a transport with which all rate adaptations are tried, at each distance.
struct RateScenario
{
    std::string name;                  ///< key
    std::string label;                 ///< what is printed
    RateChannel channel;               ///< between station and access point
    BulkTransfer::Transport transport; ///< of the upload
    bool onlyFull{false};              ///< run with --full only
};

/// The managers that are compared, and the scenarios and distances in which they are.
class RateGrid
{
  public:
    /// @return fixed rates, then the others
    static const std::vector<RateManager>& GetManagers();
    /// @return the one of them that the claims are about, EttWifiManager
    static const RateManager& GetEtt();
    /// @return static, fading, walking, and one with UDP
    static const std::vector<RateScenario>& GetScenarios();
    /// @return distances of a run without options, m, ascending
    static const std::vector<double>& GetDistances();
    /// @return distances with --full, m, ascending
    static const std::vector<double>& GetFullDistances();

    /// @param scenario, manager of a point
    /// @param distance of it, m
    /// @return its name
    static std::string GetPoint(const RateScenario& scenario,
                                const RateManager& manager,
                                double distance);
    /// Add all points; their runs are those of MeasureRateLink().
    /// @param study takes them
    static void AddPoints(Study& study);
};

} // namespace ns3

#endif // RATE_GRID_H
