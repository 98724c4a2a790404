// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RTS_THRESHOLD_H
#define RTS_THRESHOLD_H

#include <cstdint>

namespace ns3
{

/// @ingroup wlan-testbed
/// @param isAlways RTS and CTS come before each frame, or before none
/// @return the threshold, bytes
constexpr uint32_t
GetRtsThreshold(bool isAlways)
{
    // No frame is longer than the largest value that WifiRemoteStationManager takes.
    return isAlways ? 0 : 4692480;
}

} // namespace ns3

#endif // RTS_THRESHOLD_H
