// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef PCAP_LINK_TYPE_H
#define PCAP_LINK_TYPE_H

#include "ns3/trace-helper.h"

/**
 * @file
 * @ingroup wavelan
 * Link types of packet captures, by the numbers of the tcpdump registry: ns-3.49 deprecates the
 * names that earlier releases have for them, and has others.
 */

namespace ns3
{

/// @ingroup wavelan
/// Ethernet frames.
inline constexpr auto LINK_TYPE_ETHERNET = static_cast<PcapHelper::DataLinkType>(1);

/// @ingroup wavelan
/// 802.11 frames.
inline constexpr auto LINK_TYPE_IEEE802_11 = static_cast<PcapHelper::DataLinkType>(105);

} // namespace ns3

#endif // PCAP_LINK_TYPE_H
