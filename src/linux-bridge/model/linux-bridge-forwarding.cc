// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-forwarding.h"

namespace ns3
{

namespace
{

/// Lowest bit of the first byte of an address.
constexpr uint64_t GROUP_BIT = uint64_t{1} << 40;
/// IEEE 802.1D, 7.12.6: the first of the 16 addresses that bridges do not forward.
constexpr uint64_t BRIDGE_GROUP_ADDRESS = 0x0180c2000000;
/// IEEE 802.3, 31B: MAC control.
constexpr uint64_t PAUSE_ADDRESS = BRIDGE_GROUP_ADDRESS + 1;

/**
 * BPDUs, which go to BRIDGE_GROUP_ADDRESS itself, are excepted: without a spanning tree of its own
 * Linux forwards them, so that other bridges can detect their loops.
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

// br_handle_frame() and br_handle_frame_finish() of net/bridge/br_input.c.
LinuxBridgeVerdict
LinuxBridgeForwarding::Receive(Port ingress, Address source, Address destination, Duration now)
{
    // br_handle_frame(): a frame whose source is no station's address is dropped unlearned.
    if (IsGroup(source) || source == 0)
    {
        return {.drop = LinuxBridgeDropReason::INVALID_SOURCE};
    }
    // br_handle_frame(): PAUSE frames are for the next device only and are dropped unlearned.
    if (destination == PAUSE_ADDRESS)
    {
        return {.drop = LinuxBridgeDropReason::PAUSE_FRAME};
    }
    // br_handle_frame_finish() learns before it looks for the destination, so that a frame to its
    // own source is on the ingress port.
    std::optional<BridgeForwardingDatabase::LearnResult> learned;
    if (m_learning)
    {
        learned = m_database.Learn(source, ingress, now);
    }
    LinuxBridgeVerdict verdict = FindDestination(ingress, destination, now);
    verdict.learned = learned;
    return verdict;
}

LinuxBridgeVerdict
LinuxBridgeForwarding::FindDestination(Port ingress, Address destination, Duration now) const
{
    if (IsLinkLocal(destination))
    {
        return {.deliver = true};
    }
    if (IsGroup(destination))
    {
        return {.deliver = true, .flood = true};
    }
    // The address of the bridge or of one of its ports, whichever port the frame came from.
    if (m_database.IsLocal(destination))
    {
        return {.deliver = true};
    }
    const auto egress = FindPort(destination, now);
    // should_deliver() of net/bridge/br_forward.c: a frame never returns to its ingress port.
    if (egress == ingress)
    {
        return {.drop = LinuxBridgeDropReason::SAME_PORT};
    }
    return {.flood = !egress, .egress = egress};
}

std::optional<LinuxBridgeForwarding::Port>
LinuxBridgeForwarding::FindPort(Address destination, Duration now) const
{
    return m_learning ? m_database.Find(destination, now) : std::nullopt;
}

// br_dev_xmit() of net/bridge/br_device.c. The host's own frames have no ingress port, and nothing
// is learned from them: the bridge's address is local.
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
    const auto egress = FindPort(destination, now);
    return {.flood = !egress, .egress = egress};
}

} // namespace ns3
