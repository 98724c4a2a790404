// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef FAST_WIFI_COMPATIBILITY_H
#define FAST_WIFI_COMPATIBILITY_H

#include "ns3/trace-helper.h"
#include "ns3/txop.h"
#include "ns3/wifi-tx-vector.h"
#include "ns3/wifi-utils.h"

#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * Where ns-3 3.44 to 3.49 differ for this module.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// 802.11 frames, by the number of the tcpdump registry: ns-3.49 has other names for link types.
inline constexpr auto LINK_TYPE_IEEE802_11 = static_cast<PcapHelper::DataLinkType>(105);

/**
 * @ingroup fast-wifi
 * As of ns-3.46, a function of EDCA whose request comes at the boundary of a slot may begin there
 * (IEEE 802.11-2007, 9.9.1.3); before, it waits for the next one
 * (ns3::ChannelAccessManager::RequestAccess()). Of the same release is Txop::NotifyOff(uint8_t).
 * @tparam Function ns3::Txop
 * @return whether it may begin there
 */
template <typename Function>
consteval bool
BeginsAtBoundary()
{
    return requires(Function& function) { function.NotifyOff(uint8_t{}); };
}

/**
 * @ingroup fast-wifi
 * ns-3.45 and later wait after a lost frame for an ACK at the rate of this frame (IEEE
 * 802.11-2016), DcfNetDevice and ns-3.44 for one at the lowest rate (IEEE 802.11-2007, 9.2.3.4).
 * @tparam Vector WifiTxVector
 * @return whether EIFS depends on the frame
 */
template <typename Vector>
consteval bool
HasEifsOfFrame()
{
    return requires(const Vector& frame) { GetEstimatedAckTxTime(frame); };
}

} // namespace ns3

#endif // FAST_WIFI_COMPATIBILITY_H
