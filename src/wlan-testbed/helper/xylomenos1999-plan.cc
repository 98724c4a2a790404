// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-plan.h"

namespace ns3
{

double
Xylomenos1999Plan::GetLoss(uint32_t a, uint32_t b) const
{
    constexpr double METRES_PER_FOOT = 0.3048;
    if (a == b)
    {
        return signal.Get(adjacentFeet * METRES_PER_FOOT, 0);
    }
    if (a + b == 4)
    {
        return signal.Get(farFeet * METRES_PER_FOOT, walls13);
    }
    return signal.Get(nearFeet * METRES_PER_FOOT, a + b == 3 ? walls12 : walls23);
}

} // namespace ns3
