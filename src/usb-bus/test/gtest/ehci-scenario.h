// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_SCENARIO_H
#define EHCI_SCENARIO_H

#include "ehci-bench.h"
#include "usb-scenario.h"

namespace ns3
{

/// Kinds of random schedules on a high-speed bus.
struct EhciScenarioKit
{
    using BenchKit = EhciBenchKit;

    static constexpr UsbBitTime FRAME = 60000;
    static constexpr int64_t FRAMES = 40;
    static constexpr int64_t REST = 24; ///< frames in which all is given back
    static constexpr uint32_t PACKET = 512;
    static constexpr uint32_t LONGEST = 45000; ///< transfer: up to three qTDs
    static constexpr bool LOW_SPEED = false;   ///< there are no split transactions

    static EhciBenchSetup MakeSetup(std::mt19937& random)
    {
        constexpr uint32_t THRESHOLDS[] = {1, 1, 2, 8};
        constexpr uint8_t NAK_RELOADS[] = {4, 4, 1, 0};
        constexpr UsbBitTime SLEEPS[] = {4800, 4800, 700, 60000};
        EhciBenchSetup setup;
        setup.hcd.nakReload = NAK_RELOADS[random() % 4];
        setup.timing.fetchBits = random() % 100 < 30 ? 60 : 0;
        setup.engine.interruptThreshold = THRESHOLDS[random() % 4];
        setup.engine.asyncSleep = SLEEPS[random() % 4];
        setup.reaction = random() % 10001;
        return setup;
    }
};

/// A random schedule on a high-speed bus.
template <typename Engine>
using EhciScenario = UsbScenario<Engine, EhciScenarioKit>;

} // namespace ns3

#endif // EHCI_SCENARIO_H
