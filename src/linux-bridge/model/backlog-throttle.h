// SPDX-FileCopyrightText: 2026 The lasthop authors
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
/// Why a host dropped a received packet before any protocol saw it.
enum class ReceiveBacklogDropReason : uint8_t
{
    BACKLOG_FULL, ///< more packets wait than the limit allows
    THROTTLED,    ///< the backlog was full and has not been empty since
};

/// @param reason a reason
/// @return its name, for traces and tables
const char* GetReceiveBacklogDropReasonName(ReceiveBacklogDropReason reason);

/**
 * @ingroup linux-bridge
 * Decides which packets netif_rx() of Linux 2.4 accepts (net/core/dev.c): all, as long as no more
 * than netdev_max_backlog packets wait. With throttling it refuses all packets after the first
 * refusal until the backlog has been empty.
 */
class BacklogThrottle
{
  public:
    /**
     * @param limit a packet is refused when more than so many wait
     * @param throttles whether a full backlog refuses packets until it is empty
     */
    explicit BacklogThrottle(uint32_t limit, bool throttles = true);

    /// As for net.core.netdev_max_backlog, a change takes effect at the next packet.
    /// @param limit a packet is refused when more than so many wait
    void SetLimit(uint32_t limit);
    /// @return see SetLimit
    uint32_t GetLimit() const;
    /// @param throttles whether a full backlog refuses packets until it is empty
    void SetThrottles(bool throttles);
    /// @return see SetThrottles
    bool GetThrottles() const;

    /**
     * Decide whether a packet that arrives is accepted.
     * @param waiting number of packets that wait, without the one that the host works on
     * @return why it is refused; nothing if it is accepted
     */
    std::optional<ReceiveBacklogDropReason> Offer(uint32_t waiting);

  private:
    uint32_t m_limit;          ///< see SetLimit
    bool m_throttles;          ///< see SetThrottles
    bool m_isThrottled{false}; ///< the backlog has not been empty since a packet was refused
};

} // namespace ns3

#endif // BACKLOG_THROTTLE_H
