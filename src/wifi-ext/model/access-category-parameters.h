// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACCESS_CATEGORY_PARAMETERS_H
#define ACCESS_CATEGORY_PARAMETERS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AccessCategoryParameters and ns3::FindMistake declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// How an access category of 802.11e contends for the medium (IEEE 802.11-2020, 10.23.2). The
/// default is that of the DCF with DSSS: a device without QoS contends like this. FindMistake()
/// checks the ranges, which are narrower for some uses.
struct AccessCategoryParameters
{
    uint32_t aifsn{2};          ///< slots of the AIFS after the SIFS, 1 to 15; stations from 2 on
    uint32_t cwMin{31};         ///< least window, slots, 0 to cwMax; the backoff is 0 to this
    uint32_t cwMax{1023};       ///< largest window, slots, cwMin to 32767
    Time txopLimit{Seconds(0)}; ///< of a TXOP, multiple of 32 us up to 65535 of them; 0: one frame
};

/// @ingroup wifi-ext
/// Where parameters of an access category are used; their ranges depend on it.
enum class AccessCategoryUse : uint8_t
{
    STATION,      ///< by a station
    ACCESS_POINT, ///< by an access point, or a member of an IBSS
    ADVERTISED,   ///< in the beacons of an access point, whose fields hold fewer values
};

/**
 * @ingroup wifi-ext
 * Check parameters against IEEE 802.11-2020, 9.4.2.28 (EDCA Parameter Set element) and annex C
 * (dot11EDCATable, dot11QAPEDCATable).
 * @param parameters of an access category
 * @param use that is to be made of them
 * @return an error that names the value and the accepted range; empty if all values are in range
 */
std::string FindMistake(const AccessCategoryParameters& parameters, AccessCategoryUse use);

} // namespace ns3

#endif // ACCESS_CATEGORY_PARAMETERS_H
