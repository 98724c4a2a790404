// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_DROP_REASON_H
#define DCF_DROP_REASON_H

#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfDropReason declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Why a DcfNetDevice dropped a packet.
enum class DcfDropReason : uint8_t
{
    QUEUE_FULL,       ///< its queue held MaxPackets
    RETRY_LIMIT,      ///< FrameRetryLimit attempts failed
    NO_ACCESS_POINT,  ///< a station's channel has no access point
    TOO_LONG,         ///< it has more than Mtu bytes
    UNKNOWN_RECEIVER, ///< an access point has no station of that address
    DISPOSED,         ///< the device was removed while the packet waited
};

/// @ingroup fast-wifi
/// @param reason a reason
/// @return its name, for traces and tables
const char* GetDcfDropReasonName(DcfDropReason reason);

} // namespace ns3

#endif // DCF_DROP_REASON_H
