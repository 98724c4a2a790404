// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_FORWARDING_H
#define LINUX_BRIDGE_FORWARDING_H

#include "bridge-forwarding-database.h"
#include "linux-bridge-drop-reason.h"

#include <optional>

namespace ns3
{

/// @ingroup linux-bridge
/// Destination of a frame. At least one of the first four members is set.
struct LinuxBridgeVerdict
{
    bool deliver{false};                                    ///< to the host's own stack
    bool flood{false};                                      ///< to every port except the ingress
    std::optional<BridgeForwardingDatabase::Port> egress{}; ///< to this port
    std::optional<LinuxBridgeDropReason> drop{};            ///< dropped
    /// Result for the frame's source address; none if the bridge did not try to learn it.
    std::optional<BridgeForwardingDatabase::LearnResult> learned{};
};

/**
 * @ingroup linux-bridge
 * The decisions of the Linux bridge with spanning tree, VLANs and multicast snooping off
 * (br_handle_frame, br_handle_frame_finish and br_dev_xmit of net/bridge).
 * Plain C++ that knows addresses and numbers of ports. Frames to 01:80:c2:00:00:01 (PAUSE) are
 * dropped, and those to the other link-local addresses up to ...:0f go to the host alone; BPDUs, to
 * ...:00, are forwarded, as Linux does without a spanning tree of its own.
 */
class LinuxBridgeForwarding
{
  public:
    using Address = BridgeForwardingDatabase::Address;   ///< 48 bits
    using Port = BridgeForwardingDatabase::Port;         ///< number of a port
    using Duration = BridgeForwardingDatabase::Duration; ///< instant since the start

    /// @param address any
    /// @return whether it is a group address, broadcast included
    static bool IsGroup(Address address);

    /// @param learning whether addresses are learned; otherwise all unicast frames are flooded,
    /// those to addresses that were learned before included
    void SetLearning(bool learning);
    /// @return the learned addresses
    BridgeForwardingDatabase& GetDatabase();

    /**
     * Learn the source of a frame from a port and decide where the frame goes.
     * @param ingress its port
     * @param source its source address, which is learned
     * @param destination its destination address
     * @param now present instant
     * @return the decision
     */
    LinuxBridgeVerdict Receive(Port ingress, Address source, Address destination, Duration now);
    /**
     * Decide where a frame from the host's own stack goes.
     * @param destination address
     * @param now present instant
     * @return the decision
     */
    LinuxBridgeVerdict Send(Address destination, Duration now) const;

  private:
    /**
     * @param destination an address
     * @param now present instant
     * @return its port if it is known and learning is on
     */
    std::optional<Port> FindPort(Address destination, Duration now) const;
    /**
     * @param ingress port of the frame, to which it never returns (should_deliver())
     * @param destination address
     * @param now present instant
     * @return where the frame goes
     */
    LinuxBridgeVerdict FindDestination(Port ingress, Address destination, Duration now) const;

    BridgeForwardingDatabase m_database; ///< see GetDatabase
    bool m_learning{true};               ///< see SetLearning
};

} // namespace ns3

#endif // LINUX_BRIDGE_FORWARDING_H
