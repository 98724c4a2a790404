// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_BENCH_H
#define EHCI_BENCH_H

#include "../../model/ehci-engine.h"
#include "../../model/ehci-hcd.h"
#include "usb-bench.h"

namespace ns3
{

/// Parameters of the bench.
struct EhciBenchSetup
{
    UsbTiming timing{UsbTiming::HighSpeed()}; ///< costs
    EhciHcd::Options hcd{};                   ///< driver
    EhciEngine::Options engine{};             ///< controller
    UsbBitTime reaction{7200};                ///< interrupt to handler: 15 us
};

/// What goes with a high-speed controller.
struct EhciBenchKit
{
    using Hcd = EhciHcd;
    using Setup = EhciBenchSetup;

    static EhciMemory& GetMemory(EhciHcd& hcd)
    {
        return hcd.GetMemory();
    }

    template <typename Engine>
    static void Complete(Engine& /* engine */, EhciHcd& /* hcd */)
    {
    }
};

/// The bench of the real controller.
using EhciBench = UsbBench<EhciEngine, EhciBenchKit>;

} // namespace ns3

#endif // EHCI_BENCH_H
