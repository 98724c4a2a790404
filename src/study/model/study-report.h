// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_REPORT_H
#define STUDY_REPORT_H

#include "study-claim.h"
#include "study-results.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * Print the paper's numbers beside ours, one line per claim, then how many claims are reproduced.
 * Each claim that is not is repeated below the table with the reason.
 * @param os where
 * @param outcomes the claims with their answers
 * @param runs that were made of each point
 */
void PrintClaims(std::ostream& os, const std::vector<ClaimOutcome>& outcomes, uint32_t runs);

/**
 * @ingroup study
 * @param seconds a time of whole nanoseconds, 0 to 9e9
 * @return it without an exponent and without zeros at the end
 */
std::string FormatSeconds(double seconds);

/**
 * @ingroup study
 * Print metrics, one per line.
 * @param os where
 * @param metrics the metrics
 */
void PrintMetrics(std::ostream& os, const std::vector<Metric>& metrics);

/**
 * @ingroup study
 * Print the mean of each metric of each point with its 95 % interval.
 * @param os where
 * @param results the runs
 */
void PrintPoints(std::ostream& os, const StudyResults& results);

} // namespace ns3

#endif /* STUDY_REPORT_H */
