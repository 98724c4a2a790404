// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_DROP_REASON_H
#define WAVELAN_DROP_REASON_H

#include <cstdint>

/**
 * @file
 * @ingroup wavelan
 * ns3::WavelanDropReason declaration.
 */

namespace ns3
{

/// @ingroup wavelan
/// Why a WavelanNetDevice dropped a packet.
enum class WavelanDropReason : uint8_t
{
    BUFFERS_FULL, ///< sender: no transmit buffer was free, or the controller was being reset
    OVERRUN,      ///< sender: an overrun of the controller lost it
    RETRY_LIMIT,  ///< sender: other stations seized the medium too often
    COLLISION,    ///< receiver: other frames overlapped the frame
    SIGNAL,       ///< receiver: the signal was too weak
    TOO_LONG,     ///< sender: the packet has more than Mtu bytes
    NO_RECEIVER,  ///< sender: it was sent, but no other station has its address
    DISPOSED,     ///< the device was removed while the packet waited, or was on its way to it
};

/// @ingroup wavelan
/// @param reason a reason
/// @return its name, for traces and tables
const char* GetWavelanDropReasonName(WavelanDropReason reason);

} // namespace ns3

#endif // WAVELAN_DROP_REASON_H
