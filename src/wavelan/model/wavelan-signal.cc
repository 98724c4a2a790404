// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "wavelan-signal.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Largest signal and noise levels: registers of 6 bits (Linux: MMR_SIGNAL_LVL).
constexpr uint32_t MAX_LEVEL = 63;
/// Largest signal quality: a register of 4 bits (Linux: MMR_SGNL_QUAL).
constexpr uint32_t MAX_QUALITY = 15;

/// @return a register that holds a value of 0 to most
uint32_t
ReadRegister(double value, uint32_t most)
{
    return static_cast<uint32_t>(std::lround(std::clamp<double>(value, 0, most)));
}

} // namespace

WavelanSignal
WavelanSignal::Read(double level, double noise, double quality)
{
    return {ReadRegister(level, MAX_LEVEL),
            ReadRegister(noise, MAX_LEVEL),
            ReadRegister(quality, MAX_QUALITY)};
}

} // namespace ns3
