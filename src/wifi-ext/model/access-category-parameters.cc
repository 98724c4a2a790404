// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "access-category-parameters.h"

#include <bit>
#include <sstream>

namespace ns3
{

namespace
{

/// The fields ECWmin and ECWmax have four bits and hold exponents (IEEE 802.11-2020, 9.4.2.28).
constexpr uint32_t MOST_CW = (1 << 15) - 1;
/// The field AIFSN has four bits.
constexpr uint32_t MOST_AIFSN = 15;
/// An access point may begin a slot before its stations (dot11QAPEDCATableAIFSN), so that it can
/// take the medium from them.
constexpr uint32_t LEAST_AIFSN_OF_ACCESS_POINT = 1;
constexpr uint32_t LEAST_AIFSN_OF_STATION = 2;
/// Unit of the field TXOP Limit, us, and its largest number.
constexpr int64_t TXOP_UNIT = 32;
constexpr int64_t MOST_TXOP_UNITS = 65535;

/// @param name of a parameter
/// @param value of it
/// @param expected what it may be
template <typename Value>
std::string
Complain(const char* name, const Value& value, const std::string& expected)
{
    std::ostringstream text;
    text << name << " " << value << ": expected " << expected;
    return text.str();
}

std::string
MakeRange(uint32_t least, uint32_t most)
{
    return std::to_string(least) + " to " + std::to_string(most);
}

// ns-3 asserts the multiple in builds with assertions, and rounds down in others.
bool
IsTxopLimit(Time limit)
{
    return limit.GetNanoSeconds() % (1000 * TXOP_UNIT) == 0 && limit >= Seconds(0) &&
           limit <= MicroSeconds(TXOP_UNIT * MOST_TXOP_UNITS);
}

} // namespace

std::string
FindMistake(const AccessCategoryParameters& parameters, AccessCategoryUse use)
{
    const uint32_t leastAifsn = use == AccessCategoryUse::ACCESS_POINT ? LEAST_AIFSN_OF_ACCESS_POINT
                                                                       : LEAST_AIFSN_OF_STATION;
    if (parameters.aifsn < leastAifsn || parameters.aifsn > MOST_AIFSN)
    {
        return Complain("AIFSN", parameters.aifsn, MakeRange(leastAifsn, MOST_AIFSN));
    }
    if (parameters.cwMax > MOST_CW)
    {
        return Complain("CWmax", parameters.cwMax, MakeRange(0, MOST_CW));
    }
    if (parameters.cwMin > parameters.cwMax)
    {
        return Complain("CWmin",
                        parameters.cwMin,
                        MakeRange(0, parameters.cwMax) + ", as CWmax is " +
                            std::to_string(parameters.cwMax));
    }
    // An exponent stands for 2^n - 1. ns-3 would advertise another number in silence.
    for (const auto& [name, window] :
         {std::pair{"CWmin", parameters.cwMin}, std::pair{"CWmax", parameters.cwMax}})
    {
        if (use == AccessCategoryUse::ADVERTISED && !std::has_single_bit(window + 1))
        {
            return Complain(name, window, "2^n - 1, as it is advertised to stations");
        }
    }
    if (!IsTxopLimit(parameters.txopLimit))
    {
        return Complain("TXOP limit",
                        parameters.txopLimit.As(Time::US),
                        "a multiple of 32 us, 0 to " + std::to_string(TXOP_UNIT * MOST_TXOP_UNITS) +
                            " us");
    }
    return {};
}

} // namespace ns3
