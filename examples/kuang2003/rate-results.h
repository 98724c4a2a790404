// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_RESULTS_H
#define RATE_RESULTS_H

#include "rate-grid.h"

#include "ns3/study-results.h"

#include <string>
#include <vector>

namespace ns3
{

/// What the runs say of the managers in one scenario.
class RateResults
{
  public:
    /// @param results of the study
    /// @param scenario which of its runs
    RateResults(const StudyResults& results, const RateScenario& scenario);

    /// @return managers that were run
    std::vector<RateManager> GetManagers() const;
    /// @return distances that were run, m
    std::vector<double> GetDistances() const;
    /// @param manager, distance of a point
    /// @return its throughput in each run, Mb/s
    std::vector<double> GetThroughputs(const RateManager& manager, double distance) const;
    /// @param manager a manager
    /// @return its mean over the distances in each run, Mb/s
    std::vector<double> GetGridMeans(const RateManager& manager) const;
    /// @param manager a manager
    /// @param metric its name
    /// @return sum over distances of its means
    double GetTotal(const RateManager& manager, const std::string& metric) const;
    /// @param distance m
    /// @return the fixed rate with the highest mean throughput there
    RateManager GetBestFixed(double distance) const;
    /**
     * @param distance m
     * @param manager the one to beat
     * @return how many other adaptations have more throughput there, the 95 % interval of the
     * difference of runs with the same number being above 0
     */
    std::size_t CountBetter(double distance, const RateManager& manager) const;

  private:
    /// @param manager, distance of a point; the distance in m
    /// @return whether the study has this point
    bool IsRun(const RateManager& manager, double distance) const;

    const StudyResults& m_results; ///< of the study
    RateScenario m_scenario;       ///< which of its runs
};

} // namespace ns3

#endif // RATE_RESULTS_H
