// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-drop-reason.h"

#include <numeric>

namespace ns3
{

const char*
GetLinuxBridgeDropReasonName(LinuxBridgeDropReason reason)
{
    // In the order of the enumeration.
    static constexpr std::array<const char*, LINUX_BRIDGE_DROP_REASONS> names{
        "INVALID_SOURCE",
        "PAUSE_FRAME",
        "SAME_PORT",
        "LOCAL_DESTINATION",
        "NO_EGRESS",
        "NO_HANDLER",
        "NOT_STARTED",
        "PORT_DOWN",
        "TOO_LONG",
        "QUEUE_DISC",
        "QUEUE_DISC_REMOVED",
        "DEVICE_QUEUE_STOPPED",
        "DEVICE_QUEUE_FULL",
        "NOT_ASSOCIATED",
        "DEVICE_REFUSED",
        "RELAY_QUEUE_FULL",
    };
    return names.at(static_cast<std::size_t>(reason));
}

void
LinuxBridgeDrops::CountDrop(LinuxBridgeDropReason reason)
{
    ++m_dropped[static_cast<std::size_t>(reason)];
}

uint64_t
LinuxBridgeDrops::GetDropped(LinuxBridgeDropReason reason) const
{
    return m_dropped[static_cast<std::size_t>(reason)];
}

uint64_t
LinuxBridgeDrops::GetDropped() const
{
    return std::accumulate(m_dropped.begin(), m_dropped.end(), uint64_t{0});
}

// Each frame and each copy has exactly one fate.
bool
LinuxBridgeCounters::IsConserved() const
{
    return received + sent + copied == forwarded + delivered + GetDropped();
}

bool
LinuxBridgePortCounters::IsConserved() const
{
    return offered == transmitted + held + GetDropped();
}

} // namespace ns3
