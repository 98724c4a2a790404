// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_COUNTERS_H
#define DCF_COUNTERS_H

#include "medium-attempt.h"

#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfCounters declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Outcomes of the packets offered to a DcfNetDevice, and of its attempts to send them. Each
/// packet offered is acknowledged, sent to a group, dropped, or still queued.
struct DcfCounters
{
    uint64_t offered{0};      ///< packets by Send(), SendFrom(), and to be relayed
    uint64_t acknowledged{0}; ///< packets whose receiver acknowledged them
    uint64_t group{0};        ///< packets sent to a group
    uint64_t dropped{0};      ///< packets traced by MacTxDrop
    uint64_t attempts{0};     ///< exchanges begun, RTS without CTS among them
    uint64_t failures{0};     ///< of these, exchanges whose ACK or CTS did not come
    uint64_t collisions{0};   ///< exchanges that began with one of another station
    uint64_t received{0};     ///< packets that reached this device

    /// Count an attempt, and its packet if it was acknowledged or sent to a group.
    /// @param attempt that the engine has computed
    void Count(const MediumAttempt& attempt);
};

} // namespace ns3

#endif // DCF_COUNTERS_H
