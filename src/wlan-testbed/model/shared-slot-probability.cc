// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "shared-slot-probability.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/// @return the probability that stations draw slots of which none is the same as another or as one
/// of those that are taken
double
GetDistinctProbability(uint32_t stations, uint32_t slots, uint32_t taken)
{
    if (slots == 0)
    {
        throw std::invalid_argument("slots=0: expected a contention window of at least 1 slot");
    }
    // The factorials of the formulas exceed a double for windows above 170; their quotient does
    // not.
    double probability = 1;
    for (uint32_t i = 0; i < stations && probability > 0; ++i)
    {
        const uint32_t used = taken + i;
        probability *= used < slots ? static_cast<double>(slots - used) / slots : 0;
    }
    return probability;
}

} // namespace

double
GetSharedSlotProbability(uint32_t stations, uint32_t slots)
{
    return 1 - GetDistinctProbability(stations, slots, 0);
}

double
GetPrintedSharedSlotProbability(uint32_t others, uint32_t slots)
{
    // (CW - 1)! / (CW - N - 1)! has the factors CW - 1 to CW - N: one slot is taken from the start.
    return 1 - GetDistinctProbability(others, slots, 1);
}

} // namespace ns3
