// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_TIMING_H
#define MEDIUM_TIMING_H

#include <cstdint>
#include <limits>

/**
 * @file
 * @ingroup fast-wifi
 * Times of a medium.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Time on the medium since the start of the simulation, or a length of it; nanoseconds.
using MediumTime = int64_t;

/// @ingroup fast-wifi
/// Later than anything.
constexpr MediumTime MEDIUM_NEVER = std::numeric_limits<MediumTime>::max();

/// @ingroup fast-wifi
/// Times that all stations of a medium share. The defaults are those of 802.11b (IEEE 802.11-2007,
/// 18.3.3).
struct MediumTiming
{
    MediumTime slot{20'000}; ///< aSlotTime, ns
    MediumTime sifs{10'000}; ///< aSIFSTime, ns
    /// EIFS without DIFS, ns: what a station waits longer after a frame that it received wrongly.
    /// SIFS and an ACK at 1 Mb/s (IEEE 802.11-2007, 9.2.10)
    MediumTime eifsWithoutDifs{314'000};
    /// Time from the start of a frame until others sense it, ns. A station whose backoff ends until
    /// then transmits, too. The default is that of ns-3's WifiPhy
    MediumTime senseTime{4'000};
    /// Whether a frame that nothing overlaps can be lost. MediumEnvironment::Detect() and Decode()
    /// are then asked about each frame.
    bool lossy{false};
};

} // namespace ns3

#endif // MEDIUM_TIMING_H
