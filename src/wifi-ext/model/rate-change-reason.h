// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_CHANGE_REASON_H
#define RATE_CHANGE_REASON_H

#include <cstdint>
#include <ostream>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::RateChangeReason declaration.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// Why an attempt is made at another rate than the attempt before.
enum class RateChangeReason : uint8_t
{
    FIRST_FRAME,  ///< no data frame was sent to the station before
    SUCCESSES,    ///< enough frames in a row were acknowledged
    FAILED_TRIES, ///< enough attempts at the rate before failed
    BETTER_RATE,  ///< the history says that the new rate takes less time
    PROBE,        ///< the attempt shows whether the rate works
    RETRY_CHAIN,  ///< the retry uses the next rate of the chain
    CHAIN_END,    ///< a new frame begins with the first rate of the chain again
};

/// @ingroup wifi-ext
/// @param reason a reason
/// @return its name, for traces and tables
const char* GetRateChangeReasonName(RateChangeReason reason);

/// @ingroup wifi-ext
/// Print its name.
/// @param os where
/// @param reason a reason
/// @return os
std::ostream& operator<<(std::ostream& os, RateChangeReason reason);

} // namespace ns3

#endif // RATE_CHANGE_REASON_H
