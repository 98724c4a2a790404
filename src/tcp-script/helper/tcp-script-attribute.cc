// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-attribute.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace ns3
{

namespace
{

/// @param text without what std::from_chars does not take, a plus
/// @return the text
std::string_view
WithoutPlus(std::string_view text)
{
    return text.starts_with('+') ? text.substr(1) : text;
}

/// @tparam Number type
/// @param text begins with a number
/// @param[out] rest what is behind it
/// @return the number; none if there is no number of the type
template <typename Number>
std::optional<Number>
ReadNumber(std::string_view text, std::string_view& rest)
{
    Number number{};
    const auto digits = WithoutPlus(text);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    rest = digits.substr(end - digits.data());
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// @tparam Number type
/// @param text of a value
/// @return whether it is a number of the type and nothing else
template <typename Number>
bool
IsNumber(std::string_view text)
{
    std::string_view rest;
    return ReadNumber<Number>(text, rest) && rest.empty();
}

/// @param text of a value
/// @return whether it is a time; without a unit, ns-3 takes it for seconds
bool
IsTime(std::string_view text)
{
    constexpr std::array<std::string_view, 11>
        units{"", "y", "d", "h", "min", "s", "ms", "us", "ns", "ps", "fs"};
    std::string_view unit;
    const auto number = ReadNumber<double>(text, unit);
    // No time in any unit is longer than the count of the resolution.
    constexpr auto most = static_cast<double>(std::numeric_limits<int64_t>::max());
    return number && std::abs(*number) < most && std::ranges::find(units, unit) != units.end();
}

} // namespace

bool
IsTcpScriptAttributeText(const AttributeChecker& checker, const std::string& text)
{
    const std::string type = checker.GetValueTypeName();
    if (type.starts_with("ns3::EnumValue"))
    {
        const std::string names = "|" + checker.GetUnderlyingTypeInformation() + "|";
        return names.find("|" + text + "|") != std::string::npos;
    }
    if (type == "ns3::UintegerValue")
    {
        return IsNumber<uint64_t>(text);
    }
    if (type == "ns3::IntegerValue")
    {
        return IsNumber<int64_t>(text);
    }
    if (type == "ns3::DoubleValue")
    {
        return IsNumber<double>(text);
    }
    return type != "ns3::TimeValue" || IsTime(text);
}

} // namespace ns3
