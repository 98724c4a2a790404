// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_ENVIRONMENT_H
#define STUDY_ENVIRONMENT_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup study
 * What ns-3's environment variables set, NS_ATTRIBUTE_DEFAULT and NS_GLOBAL_VALUE.
 */

namespace ns3
{

/// @ingroup study
/// @return the names of ns-3's global values
std::vector<std::string> GetGlobalValueNames();

/**
 * @ingroup study
 * Refuse what ns-3 ignores without a word: in its environment variables, a name that it does not
 * know and a value that its checker does not accept.
 * @param program name of the program
 * @throws StudyUsageError if there is one
 */
void CheckStudyEnvironment(const std::string& program);

/**
 * @ingroup study
 * @return the variables that are set, each as "NAME=value"
 */
std::vector<std::string> GetEnvironmentOverrides();

} // namespace ns3

#endif /* STUDY_ENVIRONMENT_H */
