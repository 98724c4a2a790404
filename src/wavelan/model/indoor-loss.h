// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef INDOOR_LOSS_H
#define INDOOR_LOSS_H

#include <cstdint>

/**
 * @file
 * @ingroup wavelan
 * ns3::IndoorLoss declaration.
 */

namespace ns3
{

/**
 * @ingroup wavelan
 * Loss of a signal inside a building: log-distance loss, and a constant for each wall on the direct
 * path (COST 231 final report, 1999, 4.7: multi-wall model, without floors).
 *
 * With the exponent 2, free space, only walls add to the loss. COST 231 has 3.4 dB for a light
 * wall, of plasterboard or thin concrete, and 6.9 dB for a heavy one.
 */
struct IndoorLoss
{
    double lossAtMetre{40.05}; ///< at 1 m, dB; free space at 2.4 GHz: 20 log10(4 pi / 0.125)
    double exponent{2};        ///< of the distance
    double wallLoss{3.4};      ///< of a wall, dB

    /**
     * @param metres between the antennas, above 0
     * @param walls number of walls on the direct path
     * @return loss, dB
     * @throws std::invalid_argument if metres is 0, negative or not a number
     */
    double Get(double metres, uint32_t walls) const;
};

} // namespace ns3

#endif // INDOOR_LOSS_H
