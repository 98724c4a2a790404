// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "indoor-loss.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

double
IndoorLoss::Get(double metres, uint32_t walls) const
{
    if (!(metres > 0))
    {
        throw std::invalid_argument("metres=" + std::to_string(metres) + ": expected more than 0");
    }
    return lossAtMetre + 10 * exponent * std::log10(metres) + walls * wallLoss;
}

} // namespace ns3
