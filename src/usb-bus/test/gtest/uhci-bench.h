// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_BENCH_H
#define UHCI_BENCH_H

#include "../../model/uhci-engine.h"
#include "../../model/uhci-hcd.h"
#include "usb-bench.h"

namespace ns3
{

/// Parameters of the bench; the defaults are the reference conditions of the test vectors.
struct UhciBenchSetup
{
    UsbTiming timing{UsbTiming::FullSpeed()}; ///< costs
    UhciHcd::Options hcd{};                   ///< driver
    UhciEngine::Options engine{};             ///< controller
    UsbBitTime reaction{720};                 ///< interrupt to handler: 60 us
};

/// What goes with a full-speed controller.
struct UhciBenchKit
{
    using Hcd = UhciHcd;
    using Setup = UhciBenchSetup;

    static UhciMemory& GetMemory(UhciHcd& hcd)
    {
        return hcd.GetSkeleton().GetMemory();
    }

    template <typename Engine>
    static void Complete(Engine& engine, UhciHcd& hcd)
    {
        engine.SetLoopQh(hcd.GetSkeleton().GetEndQh());
    }
};

/// The bench of the real controller.
using UhciBench = UsbBench<UhciEngine, UhciBenchKit>;

/// @return the driver of one traversal order and one reclamation mode
inline UhciHcd::Options
MakeHcdOptions(UhciHcd::Traversal traversal, UhciHcd::Reclamation reclamation)
{
    UhciHcd::Options options;
    options.traversal = traversal;
    options.reclamation = reclamation;
    return options;
}

} // namespace ns3

#endif // UHCI_BENCH_H
