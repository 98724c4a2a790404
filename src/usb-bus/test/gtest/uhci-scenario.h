// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_SCENARIO_H
#define UHCI_SCENARIO_H

#include "uhci-bench.h"
#include "usb-scenario.h"

namespace ns3
{

/// Kinds of random schedules on a full-speed bus.
struct UhciScenarioKit
{
    using BenchKit = UhciBenchKit;

    static constexpr UsbBitTime FRAME = 12000;
    static constexpr int64_t FRAMES = 120;
    static constexpr int64_t REST = 8; ///< frames in which all is given back
    static constexpr uint32_t PACKET = 64;
    static constexpr uint32_t LONGEST = 2000; ///< transfer
    static constexpr bool LOW_SPEED = true;   ///< devices among them

    static UhciBenchSetup MakeSetup(std::mt19937& random)
    {
        using Reclamation = UhciHcd::Reclamation;
        constexpr Reclamation MODES[] = {Reclamation::OFF, Reclamation::ON, Reclamation::ON};
        UhciBenchSetup setup;
        setup.hcd.traversal = random() % 100 < 50 ? UhciHcd::Traversal::DEPTH_FIRST
                                                  : UhciHcd::Traversal::BREADTH_FIRST;
        setup.hcd.reclamation = MODES[random() % 3];
        setup.hcd.reclamationCheckGap = 4 * FRAME; // so that claims lapse within the scenario
        setup.hcd.reclamationTimeout = 10 * FRAME;
        setup.timing.fetchBits = random() % 100 < 30 ? 12 : 0;
        setup.engine.vfOnTerminateEndsFrame = random() % 100 < 25;
        setup.reaction = random() % 2001;
        return setup;
    }
};

/// A random schedule on a full-speed bus.
template <typename Engine>
using UhciScenario = UsbScenario<Engine, UhciScenarioKit>;

} // namespace ns3

#endif // UHCI_SCENARIO_H
