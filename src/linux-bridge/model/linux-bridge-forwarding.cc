// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-forwarding.h"

namespace ns3
{

namespace
{

/// Lowest bit of the first octet of an address.
constexpr uint64_t GROUP_BIT = uint64_t{1} << 40;
/// IEEE 802.1D, 7.12.6: the first of the 16 addresses that bridges do not forward.
constexpr uint64_t BRIDGE_GROUP_ADDRESS = 0x0180c2000000;
/// IEEE 802.3, 31B: MAC control.
constexpr uint64_t PAUSE_ADDRESS = BRIDGE_GROUP_ADDRESS + 1;

/**
 * Without a spanning tree of its own, Linux forwards BPDUs, so that others can find their loops.
 * @param address any
 * @return whether a frame to it stays on its link
 */
bool
IsLinkLocal(uint64_t address)
{
    return address > BRIDGE_GROUP_ADDRESS && address <= BRIDGE_GROUP_ADDRESS + 15;
}

} // namespace

bool
LinuxBridgeForwarding::IsGroup(Address address)
{
    return (address & GROUP_BIT) != 0;
}

void
LinuxBridgeForwarding::SetLearning(bool learning)
{
    m_learning = learning;
}

BridgeForwardingDatabase&
LinuxBridgeForwarding::GetDatabase()
{
    return m_database;
}

LinuxBridgeVerdict
LinuxBridgeForwarding::Receive(Port ingress, Address source, Address destination, Duration now)
{
    if (IsGroup(source) || source == 0)
    {
        return {.drop = LinuxBridgeDropReason::INVALID_SOURCE};
    }
    if (destination == PAUSE_ADDRESS)
    {
        return {.drop = LinuxBridgeDropReason::PAUSE_FRAME};
    }
    if (m_learning)
    {
        m_database.Learn(source, ingress, now);
    }
    if (IsLinkLocal(destination))
    {
        return {.deliver = true};
    }
    if (IsGroup(destination))
    {
        return {.deliver = true, .flood = true};
    }
    if (m_database.IsLocal(destination))
    {
        return {.deliver = true};
    }
    const auto egress = m_database.Find(destination, now);
    if (egress == ingress)
    {
        return {.drop = LinuxBridgeDropReason::SAME_PORT};
    }
    return {.flood = !egress, .egress = egress};
}

LinuxBridgeVerdict
LinuxBridgeForwarding::Send(Address destination, Duration now) const
{
    if (IsGroup(destination))
    {
        return {.flood = true};
    }
    if (m_database.IsLocal(destination))
    {
        return {.drop = LinuxBridgeDropReason::LOCAL_DESTINATION};
    }
    const auto egress = m_database.Find(destination, now);
    return {.flood = !egress, .egress = egress};
}

} // namespace ns3
