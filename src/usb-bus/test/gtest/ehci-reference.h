// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_REFERENCE_H
#define EHCI_REFERENCE_H

#include "ehci-bench.h"

/// @file
/// The high-speed bus in numbers, in which instants of the tests are computed by hand.

namespace ns3
{

inline constexpr UsbBitTime MICROFRAME = 60000;
inline constexpr UsbBitTime SOF = 184;     ///< start of a microframe
inline constexpr UsbBitTime PACKET = 4536; ///< a transaction of 512 bytes
inline constexpr UsbBitTime NAK = 288;     ///< a refused IN, or a PING
inline constexpr UsbBitTime SLEEP = 4800;  ///< after an empty list

} // namespace ns3

#endif // EHCI_REFERENCE_H
