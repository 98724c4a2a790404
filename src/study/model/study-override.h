// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_OVERRIDE_H
#define STUDY_OVERRIDE_H

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

/**
 * @file
 * @ingroup study
 * Check of the values of options, and of what a user sets in ns-3, attributes and global values: on
 * the command line, and by the environment variables NS_ATTRIBUTE_DEFAULT and NS_GLOBAL_VALUE.
 */

namespace ns3
{

/// @ingroup study
/// Most runs of a point.
constexpr uint32_t MAX_RUNS{1000000};

/// @ingroup study
/// Greatest number of a run.
constexpr uint32_t MAX_RUN{std::numeric_limits<uint32_t>::max()};

/// @ingroup study
/// Largest seed: the smaller modulus of ns-3's generator is 4294944443 (RngStream).
constexpr uint32_t MAX_SEED{4294944442};

/// @ingroup study
/// Greatest number of the first run: that of the last must fit into 32 bits, too.
constexpr uint32_t MAX_FIRST_RUN{MAX_RUN - MAX_RUNS};

/**
 * @ingroup study
 * @tparam T a number type
 * @param text the text
 * @return the number; none if the whole text is not a number of the type
 */
template <typename T>
std::optional<T>
ReadNumber(const std::string& text)
{
    T number{0};
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

/**
 * @ingroup study
 * @param option name of the option
 * @param value the text that is no such value
 * @param wanted what it should have been
 * @throws StudyUsageError always
 */
[[noreturn]] void RefuseOption(const std::string& option,
                               const std::string& value,
                               const std::string& wanted);

/**
 * @ingroup study
 * @param option name of the option, for the error line
 * @param value the text
 * @param low least value allowed
 * @param high greatest value allowed
 * @return the number
 * @throws StudyUsageError if the text is not a whole number in the range
 */
uint32_t ParseWholeNumber(const std::string& option,
                          const std::string& value,
                          uint32_t low,
                          uint32_t high);

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
