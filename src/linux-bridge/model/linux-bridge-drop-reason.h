// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_DROP_REASON_H
#define LINUX_BRIDGE_DROP_REASON_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// @ingroup linux-bridge
/// Why a bridge or one of its ports gave a frame up.
enum class LinuxBridgeDropReason : uint8_t
{
    INVALID_SOURCE,       ///< the source is a group address or zero (br_handle_frame)
    PAUSE_FRAME,          ///< to 01-80-C2-00-00-01, which no bridge forwards (IEEE 802.1D, 7.12.6)
    SAME_PORT,            ///< the destination is on the port the frame came from
    LOCAL_DESTINATION,    ///< the host sent to one of its own addresses
    NO_EGRESS,            ///< to be flooded, but there is no other port
    NO_HANDLER,           ///< for the host, which has no protocol for it
    NOT_STARTED,          ///< the queue disc of the port is not initialized yet
    PORT_DOWN,            ///< the link of the port is down
    TOO_LONG,             ///< longer than the MTU of the port (is_skb_forwardable)
    QUEUE_DISC,           ///< the queue disc dropped it; its own traces say why
    QUEUE_DISC_REMOVED,   ///< waited in a queue disc that was taken off the port
    DEVICE_QUEUE_STOPPED, ///< no queue disc, and the device's queue is stopped
    DEVICE_QUEUE_FULL,    ///< the MAC's queue was full, which the MAC itself does not report
    NOT_ASSOCIATED,       ///< no such station is associated with the access point
    DEVICE_REFUSED,       ///< SendFrom() of the port said no
    RELAY_QUEUE_FULL,     ///< station to station inside the BSS, and the MAC's queue was full
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
/// Frames given up, by reason.
class LinuxBridgeDrops
{
  public:
    /// @param reason counted once more
    void Count(LinuxBridgeDropReason reason);
    /// @param reason a reason @return frames given up for it
    uint64_t Get(LinuxBridgeDropReason reason) const;
    /// @return frames given up for any reason
    uint64_t GetTotal() const;

  private:
    std::array<uint64_t, LINUX_BRIDGE_DROP_REASONS> m_dropped{};
};

/// @ingroup linux-bridge
/// Book-keeping of the frames that entered a bridge.
struct LinuxBridgeCounters
{
    uint64_t received{0};   ///< from the ports
    uint64_t sent{0};       ///< from the host's own stack
    uint64_t copied{0};     ///< copies beyond the first: floods, and frames the host gets too
    uint64_t forwarded{0};  ///< handed to ports, each copy
    uint64_t delivered{0};  ///< handed to the host's own stack
    LinuxBridgeDrops drops; ///< given up before any port had them

    /// @return whether every frame and copy was forwarded, delivered or dropped
    bool IsConserved() const;
};

/// @ingroup linux-bridge
/// Book-keeping of the frames that a bridge handed to one of its ports.
struct LinuxBridgePortCounters
{
    uint64_t offered{0};       ///< handed over by the bridge
    uint64_t transmitted{0};   ///< accepted by the device
    uint64_t held{0};          ///< in the queue disc at this moment
    uint64_t relaysDropped{0}; ///< station to station, below the bridge; in no other number here
    LinuxBridgeDrops drops;    ///< given up

    /// @return whether every frame offered was transmitted, is held, or was dropped
    bool IsConserved() const;
};

} // namespace ns3

#endif // LINUX_BRIDGE_DROP_REASON_H
