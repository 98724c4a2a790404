// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DSSS_MODE_H
#define DSSS_MODE_H

#include "ns3/attribute.h"

#include <array>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * The modes of testbeds with 802.11b, by their names.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// Names of the WifiModes of 802.11b, ascending (IEEE 802.11b-1999, 18.2.3.3).
inline const std::array<std::string, 4> DSSS_MODES{"DsssRate1Mbps",
                                                   "DsssRate2Mbps",
                                                   "DsssRate5_5Mbps",
                                                   "DsssRate11Mbps"};

/// @ingroup wlan-testbed
/// A value of an attribute that is one of DSSS_MODES.
enum class DsssRate : uint8_t
{
    RATE_1,   ///< DsssRate1Mbps
    RATE_2,   ///< DsssRate2Mbps
    RATE_5_5, ///< DsssRate5_5Mbps
    RATE_11,  ///< DsssRate11Mbps
    NONE,     ///< no mode, where none is needed
};

/// @ingroup wlan-testbed
/// @param mode any but NONE
/// @return its name
const std::string& GetModeName(DsssRate mode);

/// @ingroup wlan-testbed
/// @param isOptional whether None is accepted
/// @return checker of an EnumValue<DsssRate>, whose values have the names of DSSS_MODES
Ptr<const AttributeChecker> MakeDsssModeChecker(bool isOptional = false);

} // namespace ns3

#endif // DSSS_MODE_H
