// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_DEFINITION_H
#define STUDY_DEFINITION_H

#include "study-claim.h"
#include "study-results.h"
#include "study-runner.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * How much of a study is run.
 */
struct StudyExtent
{
    uint32_t runs; ///< runs of each point, 1 or more
    Time duration; ///< simulated duration of each run
};

/**
 * @ingroup study
 * Makes a run of one point, under the rules of StudyRunFunction.
 */
using StudyPointFunction = std::function<RunResult(const StudyOptions& options)>;

/**
 * @ingroup study
 * Makes the runs of a study: each point by its own function, or by the one that the study has for
 * all other points.
 */
struct StudyRuns
{
    StudyRunFunction common;                       ///< makes the runs of points without their own
    std::map<std::string, StudyPointFunction> own; ///< functions of points, by the points' names

    /**
     * As StudyRunFunction.
     * @param point the point
     * @param run run number
     * @param options duration and what to write
     * @return what the run measured
     */
    RunResult operator()(const StudyPoint& point, uint32_t run, const StudyOptions& options) const
    {
        const auto found = own.find(point.name);
        return found == own.end() ? common(point, run, options) : found->second(options);
    }
};

/**
 * @ingroup study
 * A metric's means over a parameter.
 */
struct StudyCurve
{
    std::string label;  ///< its name in the legend
    std::string metric; ///< name of the metric
    std::vector<std::pair<double, std::string>>
        points;                       ///< values of the parameter, each with the name of its point
    std::map<double, double> paper{}; ///< what the paper printed, at some of these values
};

/**
 * @ingroup study
 * A pair of axes with their curves.
 */
struct StudyPanel
{
    std::string title;              ///< above it
    std::string xLabel;             ///< the parameter
    std::string yLabel;             ///< the metric
    std::vector<StudyCurve> curves; ///< in it
    bool isLogarithmic{false};      ///< ratios, with a line at 1
};

/**
 * @ingroup study
 * All that a study consists of.
 */
struct StudyDefinition
{
    std::string name;                  ///< name of the program
    std::string title;                 ///< what it shows, one line
    StudyRuns run;                     ///< makes one run
    std::vector<StudyPoint> points;    ///< the points
    std::vector<StudyClaim> claims;    ///< the claims
    std::vector<StudyPanel> panels;    ///< the plot of curves
    StudyExtent shown{3, Seconds(10)}; ///< what is run without options
    StudyExtent full{10, Seconds(60)}; ///< what --full runs
    bool isTimed{false};               ///< runs measure wall time, so each is made alone

    /// Prints a table of the study's own above the claims, instead of its metrics; may be empty.
    std::function<void(std::ostream& os, const StudyResults& results)> printTable;

    /// Computes metrics of the study as a whole from its runs; may be empty.
    std::function<std::vector<Metric>(const StudyResults& results)> computeMetrics;
};

} // namespace ns3

#endif /* STUDY_DEFINITION_H */
