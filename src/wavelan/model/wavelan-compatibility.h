// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_COMPATIBILITY_H
#define WAVELAN_COMPATIBILITY_H

#include "ns3/trace-helper.h"

/**
 * @file
 * @ingroup wavelan
 * Where ns-3 3.44 to 3.49 differ for this module.
 */

namespace ns3
{

/// @ingroup wavelan
/// Ethernet frames, by the number of the tcpdump registry: ns-3.49 has other names for link types.
inline constexpr auto WAVELAN_LINK_TYPE = static_cast<PcapHelper::DataLinkType>(1);

} // namespace ns3

#endif // WAVELAN_COMPATIBILITY_H
