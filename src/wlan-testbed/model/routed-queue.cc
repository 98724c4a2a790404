// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "routed-queue.h"

namespace ns3
{

namespace
{

/**
 * Of a request and its reply on an idle channel, without what the agents' headers differ in. Both
 * wait for a DIFS of 50 us and, on average, 15.5 slots of 20 us. The request is a broadcast of 20 +
 * 28 bytes at basicRate_, 1 Mb/s. The reply of 20 + 24 bytes, at 11 Mb/s, has an RTS, a CTS and a
 * SIFS of 10 us before each frame but the first. Each frame has 28 bytes of the MAC and 192 us of
 * preamble and header.
 */
constexpr double EXCHANGE = 1e-6 * (50 + 310 + 192 + 8 * (48 + 28)) +
                            1e-6 * (50 + 310 + 352 + 10 + 304 + 10 + 192 + 8 * (44 + 28) / 11.0);

} // namespace

RoutingAgentRules
RoutingAgentRules::Aodv()
{
    return {.isRecycling = false,
            .mostWaiting = 64,
            .jitter = 0,
            .exchange = EXCHANGE,
            .spacing = 0.01};
}

RoutingAgentRules
RoutingAgentRules::Dsr()
{
    return {.isRecycling = true,
            .mostWaiting = 64,
            .jitter = 0.01,
            .exchange = EXCHANGE,
            .spacing = 0.03};
}

} // namespace ns3
