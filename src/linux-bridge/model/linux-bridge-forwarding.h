// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_FORWARDING_H
#define LINUX_BRIDGE_FORWARDING_H

#include "bridge-forwarding-database.h"
#include "linux-bridge-drop-reason.h"

#include <optional>

namespace ns3
{

/// @ingroup linux-bridge
/// Where a frame goes; at least one of the members says so.
struct LinuxBridgeVerdict
{
    bool deliver{false};                                    ///< to the host's own stack
    bool flood{false};                                      ///< to every port but the ingress
    std::optional<BridgeForwardingDatabase::Port> egress{}; ///< to this port
    std::optional<LinuxBridgeDropReason> drop{};            ///< nowhere
};

/**
 * @ingroup linux-bridge
 * The decisions of the Linux bridge with spanning tree, VLANs and multicast snooping off
 * (br_handle_frame, br_handle_frame_finish and br_dev_xmit of net/bridge).
 */
class LinuxBridgeForwarding
{
  public:
    using Address = BridgeForwardingDatabase::Address;   ///< 48 bits
    using Port = BridgeForwardingDatabase::Port;         ///< number of a port
    using Duration = BridgeForwardingDatabase::Duration; ///< instant since the start

    /// @param address any @return whether it is a group address, broadcast included
    static bool IsGroup(Address address);

    /// @param learning whether addresses are learned; otherwise all unicast is flooded
    void SetLearning(bool learning);
    /// @return what has been learned
    BridgeForwardingDatabase& GetDatabase();

    /**
     * A frame came in.
     * @param ingress its port
     * @param source its source address, which is learned
     * @param destination its destination address
     * @param now present instant
     * @return where it goes
     */
    LinuxBridgeVerdict Receive(Port ingress, Address source, Address destination, Duration now);
    /**
     * The host's own stack sends.
     * @param destination address
     * @param now present instant
     * @return where it goes
     */
    LinuxBridgeVerdict Send(Address destination, Duration now) const;

  private:
    BridgeForwardingDatabase m_database;
    bool m_learning{true};
};

} // namespace ns3

#endif // LINUX_BRIDGE_FORWARDING_H
