// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-nearest-name.h"

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cstddef>
#include <map>
#include <numeric>

namespace ns3
{

namespace
{

/// More suggestions than this would not fit in one line.
constexpr std::size_t MAX_SUGGESTIONS{3};

/// Shortest name that is looked for inside others; shorter ones are in too many.
constexpr std::size_t MIN_CONTAINED{3};

/// @return Levenshtein's distance of the two
std::size_t
GetDistance(const std::string& a, const std::string& b)
{
    // Row i of the table of Wagner and Fischer (1974) needs row i - 1 alone, and of that one value
    // to the left of what is already replaced: the diagonal.
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row[b.size()];
}

} // namespace

std::vector<std::string>
FindNearestNames(const std::string& name, const std::vector<std::string>& known)
{
    // A third of the letters allows one mistake in a word of three letters, and three in one of
    // nine.
    const std::string wanted = boost::algorithm::to_lower_copy(name);
    const std::size_t limit = (wanted.size() + 2) / 3;
    std::multimap<std::size_t, std::string> byDistance;
    for (const auto& candidate : known)
    {
        const std::string lower = boost::algorithm::to_lower_copy(candidate);
        const std::size_t distance = GetDistance(wanted, lower);
        const bool isContained =
            wanted.size() >= MIN_CONTAINED && lower.find(wanted) != std::string::npos;
        if (distance <= limit || isContained)
        {
            byDistance.emplace(distance, candidate);
        }
    }
    std::vector<std::string> nearest;
    for (const auto& [distance, candidate] : byDistance)
    {
        if (nearest.size() < MAX_SUGGESTIONS)
        {
            nearest.push_back(candidate);
        }
    }
    return nearest;
}

std::string
FormatSuggestion(const std::vector<std::string>& names, const std::string& prefix)
{
    std::string suggestion;
    for (const auto& name : names)
    {
        suggestion += (suggestion.empty() ? "; did you mean " : " or ") + prefix + name;
    }
    return suggestion.empty() ? suggestion : suggestion + "?";
}

} // namespace ns3
