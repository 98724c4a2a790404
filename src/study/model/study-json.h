// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_JSON_H
#define STUDY_JSON_H

#include "study-claim.h"
#include "study-definition.h"
#include "study-results.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup study
 * What a study found, as text for other programs.
 */

namespace ns3
{

/**
 * @ingroup study
 * All that is needed to compute a study's numbers again.
 */
struct StudyOrigin
{
    std::string study;   ///< name of the program
    std::string title;   ///< what it shows
    std::string version; ///< version of lasthop
    std::string ns3;     ///< version of ns-3
    std::string command; ///< command that gives the same numbers
    uint32_t seed;       ///< RngSeed
    uint32_t firstRun;   ///< number of the first run
    uint32_t runs;       ///< runs of each point
    double duration;     ///< simulated duration of a run, s
};

/**
 * @ingroup study
 * The study's findings for other programs. Equal findings give equal text; it has no date. A
 * number that does not exist (an interval of one run, a value the paper does not print, the open
 * edge of a band) is null.
 * @param origin where the numbers are from
 * @param outcomes the claims with their answers
 * @param metrics metrics of the study as a whole
 * @param results the runs
 * @return JSON text
 */
std::string FormatJson(const StudyOrigin& origin,
                       const std::vector<ClaimOutcome>& outcomes,
                       const std::vector<Metric>& metrics,
                       const StudyResults& results);

/**
 * @ingroup study
 * What a study consists of, for programs that run it in parts.
 * @param definition the study
 * @return JSON text
 */
std::string FormatDefinition(const StudyDefinition& definition);

/**
 * @ingroup study
 * The description of a bar plot for the plot script: the claims that have a group.
 * @param origin where the numbers are from
 * @param outcomes the claims with their answers
 * @return JSON text; empty if no claim has a group
 */
std::string FormatBarPlot(const StudyOrigin& origin, const std::vector<ClaimOutcome>& outcomes);

/**
 * @ingroup study
 * The description of a plot of curves for the plot script. Points without results are left out.
 * @param origin where the numbers come from
 * @param panels the plot
 * @param results the runs
 * @return JSON text; empty if no curve has two points
 */
std::string FormatCurvePlot(const StudyOrigin& origin,
                            const std::vector<StudyPanel>& panels,
                            const StudyResults& results);

/**
 * @ingroup study
 * A series as CSV, below comment lines that name it and the command that gives it.
 * @param origin where the numbers are from
 * @param series the series
 * @return the text
 */
std::string FormatSeries(const StudyOrigin& origin, const Series& series);

/**
 * @ingroup study
 * The description of a plot of one run for the plot script: its series that can be drawn.
 * @param origin where the numbers are from
 * @param point its point
 * @param result its metrics and series
 * @param files names of the CSV files, one per series, as seen from the description's folder
 * @return JSON text; empty if no series can be drawn
 */
std::string FormatRunPlot(const StudyOrigin& origin,
                          const StudyPoint& point,
                          const RunResult& result,
                          const std::vector<std::string>& files);

} // namespace ns3

#endif /* STUDY_JSON_H */
