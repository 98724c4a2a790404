// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-counters.h"

namespace ns3
{

void
DcfCounters::Count(const MediumAttempt& attempt)
{
    // A collision within the station is no exchange: its frame is not on the air.
    const bool isOnAir = attempt.IsOnAir();
    attempts += isOnAir;
    failures += isOnAir && !attempt.IsAnswered();
    collisions += isOnAir && attempt.collided;
    using Result = MediumAttempt::Result;
    acknowledged += attempt.result == Result::ACKNOWLEDGED;
    group += attempt.result == Result::SENT;
}

} // namespace ns3
