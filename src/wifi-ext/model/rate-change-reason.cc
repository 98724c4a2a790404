// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-change-reason.h"

#include <array>
#include <cstddef>

namespace ns3
{

const char*
GetRateChangeReasonName(RateChangeReason reason)
{
    // In the order of the enumeration.
    static constexpr std::array<const char*, 7> names{
        "FIRST_FRAME",
        "SUCCESSES",
        "FAILED_TRIES",
        "BETTER_RATE",
        "PROBE",
        "RETRY_CHAIN",
        "CHAIN_END",
    };
    return names.at(static_cast<std::size_t>(reason));
}

std::ostream&
operator<<(std::ostream& os, RateChangeReason reason)
{
    return os << GetRateChangeReasonName(reason);
}

} // namespace ns3
