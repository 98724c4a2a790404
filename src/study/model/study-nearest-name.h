// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_NEAREST_NAME_H
#define STUDY_NEAREST_NAME_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * Names that are like a misspelt one: within a third of its length, rounded up, in insertions,
 * deletions and replacements of letters, upper and lower case being the same, or containing it.
 * @param name what the user wrote
 * @param known the names there are
 * @return at most three of @p known, the nearest first; those equally near in the order given
 */
std::vector<std::string> FindNearestNames(const std::string& name,
                                          const std::vector<std::string>& known);

/**
 * @ingroup study
 * The end of an error line about a misspelt name.
 * @param names what the user may have meant
 * @param prefix put before each name, for example "--"
 * @return "; did you mean A or B?", or nothing if there is no name
 */
std::string FormatSuggestion(const std::vector<std::string>& names, const std::string& prefix = "");

} // namespace ns3

#endif /* STUDY_NEAREST_NAME_H */
