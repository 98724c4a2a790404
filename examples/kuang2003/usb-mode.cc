// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-mode.h"

namespace ns3
{

std::string
UsbMode::GetName() const
{
    return std::string("fsbr-") + (fsbr ? "on" : "off") + (depthFirst ? "-depth" : "-breadth") +
           (queuedBulk ? "-queued" : "-queueless");
}

std::string
UsbMode::GetShortLabel() const
{
    return std::string(depthFirst ? "depth" : "breadth") + (queuedBulk ? " queued" : " queueless");
}

std::string
UsbMode::GetLabel() const
{
    return std::string("FSBR ") + (fsbr ? "on, " : "off, ") +
           (depthFirst ? "depth, " : "breadth, ") + (queuedBulk ? "queued" : "queueless");
}

void
UsbMode::Apply(TestbedValues& values) const
{
    values["Fsbr"] = fsbr ? "true" : "false";
    values["DepthFirst"] = depthFirst ? "true" : "false";
    values["QueuedBulk"] = queuedBulk ? "true" : "false";
}

const std::vector<UsbMode>&
GetUsbModes()
{
    static const std::vector<UsbMode> modes{
        {false, false, false, 0.44, 0.00},
        {false, false, true, 0.46, 0.00},
        {false, true, false, 2.89, 0.00},
        {false, true, true, 3.84, 0.02, true},  // the bus limits it
        {true, false, false, 5.16, 0.04, true}, // the radio limits it
        {true, false, true, 5.16, 0.03},
        {true, true, false, 5.14, 0.05},
        {true, true, true, 5.15, 0.06},
    };
    return modes;
}

} // namespace ns3
