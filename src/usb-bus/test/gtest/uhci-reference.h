// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_REFERENCE_H
#define UHCI_REFERENCE_H

#include "uhci-bench.h"

#include <cstdint>
#include <vector>

/// @file
/// The words in which the test vectors of the UHCI bus are written down.

namespace ns3
{

using Bytes = std::vector<uint32_t>;      ///< moved, a number for each frame
using Traversal = UhciHcd::Traversal;     ///< of the bulk queue heads
using Reclamation = UhciHcd::Reclamation; ///< of the bandwidth that is left
inline constexpr uint32_t P = 1600;       ///< an OUT transfer of 25 packets of 64 bytes
inline constexpr UsbBitTime MS = 12000;   ///< a frame
inline constexpr auto BREADTH = Traversal::BREADTH_FIRST; ///< one transaction for each in turn
inline constexpr auto DEPTH = Traversal::DEPTH_FIRST;     ///< one transfer after the other
inline constexpr auto OFF = Reclamation::OFF;             ///< each queue head once in a frame
inline constexpr auto FSBR = Reclamation::ON;             ///< while a transfer claims it

/// @param traversal, reclamation of the driver
/// @return a bench with them, else as it is
inline UhciBench::Setup
MakeSetup(Traversal traversal, Reclamation reclamation)
{
    return {.hcd = MakeHcdOptions(traversal, reclamation)};
}

/// @param reclamation of the driver
/// @return a bench whose driver has depth-first traversal
inline UhciBench::Setup
MakeDepthFirst(Reclamation reclamation = OFF)
{
    return MakeSetup(DEPTH, reclamation);
}

} // namespace ns3

#endif // UHCI_REFERENCE_H
