// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-function.h"

namespace ns3
{

uint32_t
UsbFunction::Repeat(const UsbToken& /* first */, UsbBitTime /* interval */, uint32_t /* count */)
{
    return 0;
}

} // namespace ns3
