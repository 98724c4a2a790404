// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_DROP_REASON_H
#define LINUX_BRIDGE_DROP_REASON_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// @ingroup linux-bridge
/// Why a bridge or one of its ports dropped a frame.
enum class LinuxBridgeDropReason : uint8_t
{
    INVALID_SOURCE,       ///< the source is a group address or zero (br_handle_frame)
    PAUSE_FRAME,          ///< to 01-80-C2-00-00-01, which no bridge forwards (IEEE 802.1D, 7.12.6)
    SAME_PORT,            ///< the destination is on the ingress port
    LOCAL_DESTINATION,    ///< the host sent to one of its own addresses
    NO_EGRESS,            ///< the frame is to be flooded, but there is no other port
    NO_HANDLER,           ///< the host has no handler for the protocol
    NOT_STARTED,          ///< the queue disc of the port is not initialized yet
    PORT_DOWN,            ///< the link of the port is down
    TOO_LONG,             ///< the frame is longer than the MTU of the port (is_skb_forwardable)
    QUEUE_DISC,           ///< the queue disc dropped the frame; its own traces say why
    QUEUE_DISC_REMOVED,   ///< the frame waited in a queue disc that was removed from the port
    DEVICE_QUEUE_STOPPED, ///< there is no queue disc, and the device's queue is stopped
    DEVICE_QUEUE_FULL,    ///< the MAC's queue was full, which the MAC itself does not report
    NOT_ASSOCIATED,       ///< the station is not associated with the access point
    DEVICE_REFUSED,       ///< SendFrom() of the port returned false
    RELAY_QUEUE_FULL,     ///< the MAC's queue had no room for a frame between two stations
};

/// Number of values of LinuxBridgeDropReason.
inline constexpr std::size_t LINUX_BRIDGE_DROP_REASONS =
    static_cast<std::size_t>(LinuxBridgeDropReason::RELAY_QUEUE_FULL) + 1;

/**
 * @param reason a reason
 * @return its name, for traces and tables
 */
const char* GetLinuxBridgeDropReasonName(LinuxBridgeDropReason reason);

/// @ingroup linux-bridge
/// Numbers of dropped frames by reason.
class LinuxBridgeDrops
{
  public:
    /// Count a dropped frame.
    /// @param reason of the drop
    void CountDrop(LinuxBridgeDropReason reason);
    /// @param reason a reason
    /// @return number of frames dropped for it
    uint64_t GetDropped(LinuxBridgeDropReason reason) const;
    /// @return number of frames dropped for any reason
    uint64_t GetDropped() const;

  private:
    std::array<uint64_t, LINUX_BRIDGE_DROP_REASONS> m_dropped{}; ///< by reason
};

/// @ingroup linux-bridge
/// Accounting of the frames that entered a bridge. Drops are those before any port received a
/// frame.
struct LinuxBridgeCounters : public LinuxBridgeDrops
{
    uint64_t received{0};  ///< from the ports
    uint64_t sent{0};      ///< from the host's own stack
    uint64_t copied{0};    ///< copies beyond the first: floods, and frames that also go to the host
    uint64_t forwarded{0}; ///< handed to ports; each copy counts
    uint64_t delivered{0}; ///< handed to the host's own stack

    /// @return whether every frame and copy was forwarded, delivered or dropped
    bool IsConserved() const;
};

/// @ingroup linux-bridge
/// Accounting of the frames that a bridge handed to one of its ports.
struct LinuxBridgePortCounters : public LinuxBridgeDrops
{
    uint64_t offered{0};     ///< handed over by the bridge
    uint64_t transmitted{0}; ///< accepted by the device
    uint64_t held{0};        ///< in the queue disc at present
    uint64_t relaysDropped{
        0}; ///< frames between stations, below the bridge; in no other number here

    /// @return whether every frame offered was transmitted, is held, or was dropped
    bool IsConserved() const;
};

} // namespace ns3

#endif // LINUX_BRIDGE_DROP_REASON_H
