// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_SIGNAL_H
#define WAVELAN_SIGNAL_H

#include <cstdint>

/**
 * @file
 * @ingroup wavelan
 * ns3::WavelanSignal declaration.
 */

namespace ns3
{

/// @ingroup wavelan
/// What the interface reports of a received packet, in the units of the card's registers.
struct WavelanSignal
{
    uint32_t level{0};   ///< signal level at the start of the packet, 0 to 63
    uint32_t noise{0};   ///< noise level in the gap after it, 0 to 63
    uint32_t quality{0}; ///< signal quality, 0 to 15

    /**
     * @param level, noise, quality as real numbers
     * @return what the registers hold: the next whole numbers within their ranges
     */
    static WavelanSignal Read(double level, double noise, double quality);
};

} // namespace ns3

#endif // WAVELAN_SIGNAL_H
