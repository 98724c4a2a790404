// SPDX-License-Identifier: GPL-2.0-only

#ifndef BACKLOG_THROTTLE_H
#define BACKLOG_THROTTLE_H

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::BacklogThrottle and ns3::ReceiveBacklogDropReason declarations.
 */

namespace ns3
{

/// @ingroup linux-bridge
/// Why a host gave a received packet up before any protocol saw it.
enum class ReceiveBacklogDropReason : uint8_t
{
    BACKLOG_FULL, ///< more packets wait than the limit
    THROTTLED,    ///< the backlog was full and has not been empty since
};

/// @param reason a reason @return its name, for traces and tables
const char* GetReceiveBacklogDropReasonName(ReceiveBacklogDropReason reason);

/**
 * @ingroup linux-bridge
 * Which packets netif_rx() of Linux 2.4 takes (net/core/dev.c): as long as no more packets wait
 * than netdev_max_backlog. With throttling, nothing more once a packet was refused, until the
 * backlog has been empty.
 */
class BacklogThrottle
{
  public:
    /**
     * @param limit a packet is refused when more than so many wait
     * @param throttles whether a full backlog refuses packets until it is empty
     */
    explicit BacklogThrottle(uint32_t limit, bool throttles = true);

    /**
     * A packet is there.
     * @param waiting packets that wait, without the one that the host works on
     * @return why it is refused; nothing if it is taken
     */
    std::optional<ReceiveBacklogDropReason> Offer(uint32_t waiting);

  private:
    uint32_t m_limit;          ///< see the constructor
    bool m_throttles;          ///< see the constructor
    bool m_isThrottled{false}; ///< a packet was refused, and the backlog not empty since
};

} // namespace ns3

#endif // BACKLOG_THROTTLE_H
