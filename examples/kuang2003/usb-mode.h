// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_MODE_H
#define USB_MODE_H

#include "ns3/user-attribute.h"

#include <string>
#include <vector>

namespace ns3
{

/// One cell of kuang2003, table 2.
struct UsbMode
{
    bool fsbr;         ///< bandwidth reclamation on
    bool depthFirst;   ///< else breadth first
    bool queuedBulk;   ///< else queueless
    double throughput; ///< printed mean, Mb/s
    double deviation;  ///< printed standard deviation, Mb/s
    /// Whether the adapter's pauses and buffers and the basic rates, which no document has, are
    /// fitted to this cell. kuang2003-usb-fit shows that these two cells determine the others.
    bool fitted{false};

    /// @return name of the cell's study point
    std::string GetName() const;
    /// @return "FSBR off, breadth, queueless" and so on
    std::string GetLabel() const;
    /// @return "breadth queueless" and so on
    std::string GetShortLabel() const;
    /// @param values of the testbed, to which this cell's mode is added
    void Apply(TestbedValues& values) const;
};

/// @return the eight cells in the order of the table
const std::vector<UsbMode>& GetUsbModes();

} // namespace ns3

#endif // USB_MODE_H
