// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DELAYED_ACK_IDLE_H
#define DELAYED_ACK_IDLE_H

#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::DelayedAckIdle and ns3::FindDelayedAckIdles declarations.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A period in which a connection is idle because of a delayed ACK.
 */
struct DelayedAckIdle
{
    double start; ///< when the segment arrived that is not acknowledged, s
    double end;   ///< when it was acknowledged, s
};

/**
 * @ingroup wlan-testbed
 * Find the periods in which a connection is idle because of a delayed ACK ("temporary deadlock",
 * kuang2003, 4.3.2 B): the sender has one segment outstanding and may not send another; the
 * receiver has received it and waits for a second one before it acknowledges. This means that
 * - the segment arrived in order and is all that the receiver has not acknowledged,
 * - it is the last segment that the sender sent before the ACK, so nothing is in flight,
 * - the ACK comes later than an ACK that is sent at once.
 *
 * @param sender rows of a TimeSequence seen at the sender's TCP
 * @param receiver rows of a TimeSequence of the same connection seen at the receiver
 * @param atOnce an ACK that follows its segment within this time was not delayed, s
 * @return the times, in their order
 */
std::vector<DelayedAckIdle> FindDelayedAckIdles(const std::vector<std::vector<double>>& sender,
                                                const std::vector<std::vector<double>>& receiver,
                                                double atOnce);

} // namespace ns3

#endif /* DELAYED_ACK_IDLE_H */
