// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_OPTION_VALUE_H
#define STUDY_OPTION_VALUE_H

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

/**
 * @file
 * @ingroup study
 * Checked conversion of option values.
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
 * @param option name of the option, for the error line
 * @param value the text
 * @return a duration in seconds, from 1e-9 to 1e6
 * @throws StudyUsageError if the text is not a number in the range
 */
double ParseSeconds(const std::string& option, const std::string& value);

/**
 * @ingroup study
 * @param option name of the option, for the error line
 * @param value the text
 * @return whether it is true
 * @throws StudyUsageError if the text is not true, false, 1 or 0
 */
bool ParseSwitch(const std::string& option, const std::string& value);

/**
 * @ingroup study
 * @param option name of the option, for the error line
 * @param value the text
 * @param wanted what the text names, for the error line, such as "the name of a file"
 * @return the text
 * @throws StudyUsageError if the text is empty
 */
std::string ParseName(const std::string& option,
                      const std::string& value,
                      const std::string& wanted);

} // namespace ns3

#endif /* STUDY_OPTION_VALUE_H */
