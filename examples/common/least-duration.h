// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LEAST_DURATION_H
#define LEAST_DURATION_H

#include "ns3/study.h"

#include <string>

/**
 * @file
 * The shortest run of a study.
 */

namespace ns3
{

/**
 * Refuse a run that is too short for what a study measures.
 * @param options of the run
 * @param least shortest duration
 * @param reason what needs that time; follows a comma in the error
 * @throws std::invalid_argument with the duration and the least one, if it is too short
 */
void RequireDuration(const StudyOptions& options, Time least, const std::string& reason);

} // namespace ns3

#endif // LEAST_DURATION_H
