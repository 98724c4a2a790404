// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-option-value.h"

#include "study-error.h"

namespace ns3
{

void
RefuseOption(const std::string& option, const std::string& value, const std::string& wanted)
{
    throw StudyUsageError("--" + option + "=" + value + ": expected " + wanted);
}

uint32_t
ParseWholeNumber(const std::string& option, const std::string& value, uint32_t low, uint32_t high)
{
    const auto number = ReadNumber<uint32_t>(value);
    if (!number || *number < low || *number > high)
    {
        RefuseOption(option,
                     value,
                     "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return *number;
}

double
ParseSeconds(const std::string& option, const std::string& value)
{
    const auto seconds = ReadNumber<double>(value);
    // The comparison is written so that it is false for NaN.
    if (!seconds || !(*seconds >= 1e-9 && *seconds <= 1e6))
    {
        RefuseOption(option, value, "a number of seconds, at least 1e-9 and at most 1000000");
    }
    return *seconds;
}

bool
ParseSwitch(const std::string& option, const std::string& value)
{
    if (value != "true" && value != "1" && value != "false" && value != "0")
    {
        RefuseOption(option, value, "true or false");
    }
    return value == "true" || value == "1";
}

std::string
ParseName(const std::string& option, const std::string& value, const std::string& wanted)
{
    if (value.empty())
    {
        RefuseOption(option, value, wanted);
    }
    return value;
}

} // namespace ns3
