// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETT_PARAMETERS_H
#define ETT_PARAMETERS_H

#include "probe-schedule.h"

/**
 * @file
 * @ingroup wifi-ext
 * ns3::EttParameters declaration.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// Parameters of EttRateControl; each has the meaning of EttWifiManager's attribute.
struct EttParameters
{
    double ewmaWeight{0.05};                 ///< of the last attempt, above 0 and below 1
    double collisionDoubt{2};                ///< standard deviations, 0 or more
    double lossCost{10};                     ///< of a frame that is given up, deliveries, 1 or more
    ProbeSchedule::Interval probeInterval{}; ///< between two probes of a rate, frames
    bool usesRts{true};                      ///< false: no RTS precedes an attempt
};

} // namespace ns3

#endif // ETT_PARAMETERS_H
