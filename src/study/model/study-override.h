// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_OVERRIDE_H
#define STUDY_OVERRIDE_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup study
 * Check of what a user sets in ns-3, attributes and global values: on the command line, and by the
 * environment variables NS_ATTRIBUTE_DEFAULT and NS_GLOBAL_VALUE.
 */

namespace ns3
{

/**
 * @ingroup study
 * Check that ns-3 has an attribute or a global value of this name and accepts the value. Where
 * ns-3 takes a malformed value as a fatal error, the program ends with one line and status 2.
 * @param program name of the program, for that line
 * @param name "ns3::Class::Attribute" or the name of a global value
 * @param value the text
 * @throws StudyUsageError if not; an unknown name is answered with the nearest known ones
 */
void CheckOverride(const std::string& program, const std::string& name, const std::string& value);

/// @ingroup study
/// @return the names of ns-3's global values
std::vector<std::string> GetGlobalValueNames();

/**
 * @ingroup study
 * Refuse names and values in the environment variables that ns-3 would ignore silently.
 * @param program name of the program
 * @throws StudyUsageError if there is one
 */
void CheckStudyEnvironment(const std::string& program);

/**
 * @ingroup study
 * @return those of these environment variables that are set, each as "NAME=value"
 */
std::vector<std::string> GetEnvironmentOverrides();

/**
 * @ingroup study
 * @param args options of the command line, which each run sets again
 * @return the name of an attribute or a global value that the program has changed
 * (Config::SetDefault(), GlobalValue::Bind()) and that no option sets: each run would reset it;
 * empty if there is none
 */
std::string FindLostSetting(const std::vector<std::string>& args);

} // namespace ns3

#endif /* STUDY_OVERRIDE_H */
