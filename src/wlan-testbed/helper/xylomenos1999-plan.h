// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef XYLOMENOS1999_PLAN_H
#define XYLOMENOS1999_PLAN_H

#include "ns3/indoor-loss.h"

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Xylomenos1999Plan declaration.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// Distances and walls between the locations of figure 1, which is not in scale.
struct Xylomenos1999Plan
{
    double adjacentFeet{6}; ///< between hosts at one location
    double nearFeet{45};    ///< between locations 1 and 2, and 2 and 3
    double farFeet{60};     ///< between locations 1 and 3
    uint32_t walls12{2};    ///< between locations 1 and 2
    uint32_t walls23{3};    ///< between locations 2 and 3
    uint32_t walls13{3};    ///< between locations 1 and 3
    IndoorLoss signal;      ///< over distance and walls

    /// @param a, b locations, 1 to 3
    /// @return loss between hosts there, dB
    double GetLoss(uint32_t a, uint32_t b) const;
};

} // namespace ns3

#endif // XYLOMENOS1999_PLAN_H
