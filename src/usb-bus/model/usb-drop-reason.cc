// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-drop-reason.h"

#include <numeric>

namespace ns3
{

const char*
GetUsbDropReasonName(UsbDropReason reason)
{
    static constexpr std::array<const char*, USB_DROP_REASONS> names{"LINK_DOWN",
                                                                     "TOO_LONG",
                                                                     "QUEUE_STOPPED",
                                                                     "SOURCE_ADDRESS",
                                                                     "DESTINATION_ADDRESS",
                                                                     "TX_URB_FAILED",
                                                                     "TX_DISCARDED",
                                                                     "RX_URB_FAILED",
                                                                     "RX_TRUNCATED",
                                                                     "NO_RECEIVER",
                                                                     "UNPLUGGED",
                                                                     "TX_OVERRUN",
                                                                     "RX_OVERRUN",
                                                                     "MAC_NOT_ASSOCIATED",
                                                                     "MAC_QUEUE_FULL",
                                                                     "MAC_EXPIRED",
                                                                     "MAC_RETRY_LIMIT",
                                                                     "MAC_OUTSIDE_WINDOW",
                                                                     "MAC_FLUSHED",
                                                                     "MAC_DUPLICATE",
                                                                     "DISPOSED"};
    return names.at(static_cast<std::size_t>(reason));
}

void
UsbPacketCounters::CountDrop(UsbDropReason reason, uint64_t packets)
{
    dropped[static_cast<std::size_t>(reason)] += packets;
}

uint64_t
UsbPacketCounters::GetDropped(UsbDropReason reason) const
{
    return dropped[static_cast<std::size_t>(reason)];
}

uint64_t
UsbPacketCounters::GetDropped() const
{
    return std::accumulate(dropped.begin(), dropped.end(), uint64_t{0});
}

bool
UsbPacketCounters::IsConserved() const
{
    return offered == delivered + held + GetDropped();
}

} // namespace ns3
