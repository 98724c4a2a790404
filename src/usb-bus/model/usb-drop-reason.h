// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_DROP_REASON_H
#define USB_DROP_REASON_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// @ingroup usb-bus
/// Why a driver or an adapter dropped a packet.
enum class UsbDropReason : uint8_t
{
    LINK_DOWN,           ///< driver: no adapter, or the adapter is not associated
    TOO_LONG,            ///< driver: longer than the MTU
    QUEUE_STOPPED,       ///< driver: all URBs are in use and the caller ignored it
    SOURCE_ADDRESS,      ///< driver: the radio has no SendFrom(), or the source is no MAC-48
    DESTINATION_ADDRESS, ///< driver: the destination is no MAC-48 address
    TX_URB_FAILED,       ///< driver: the OUT transfer failed
    TX_DISCARDED,        ///< driver: the OUT transfer succeeded, but the adapter discarded it
    RX_URB_FAILED,       ///< driver: the IN transfer failed
    RX_TRUNCATED,        ///< driver: the IN transfer holds a part of the frame
    NO_RECEIVER,         ///< driver: nobody has set a receive callback
    UNPLUGGED,           ///< the adapter left the bus
    TX_OVERRUN,          ///< adapter: accepted with no buffer free (overrun policy)
    RX_OVERRUN,          ///< adapter: all receive buffers in use
    MAC_NOT_ASSOCIATED,  ///< MAC: no peer to send to
    MAC_QUEUE_FULL,      ///< MAC: queue full, also where the MAC itself reports nothing
    MAC_EXPIRED,         ///< MAC: lifetime over (WifiMacQueue::MaxDelay)
    MAC_RETRY_LIMIT,     ///< MAC: retry limit reached
    MAC_OUTSIDE_WINDOW,  ///< MAC: fell out of the block ack window
    MAC_FLUSHED,         ///< MAC: queue flushed, or the frame made room for a newer one
    MAC_DUPLICATE,       ///< MAC: a second attempt that ns-3's MAC did not recognize
    DISPOSED,            ///< held by a device or adapter when it was disposed of: counted, not
                         ///< traced, as those who listened may be gone
};

/// Number of values of UsbDropReason.
inline constexpr std::size_t USB_DROP_REASONS =
    static_cast<std::size_t>(UsbDropReason::DISPOSED) + 1;

/**
 * @param reason a reason
 * @return its name, for traces and tables
 */
const char* GetUsbDropReasonName(UsbDropReason reason);

/**
 * @ingroup usb-bus
 * Counters of the packets that passed an object in one direction.
 */
struct UsbPacketCounters
{
    uint64_t offered{0};                              ///< handed to the object
    uint64_t delivered{0};                            ///< handed on
    uint64_t held{0};                                 ///< inside at this moment
    std::array<uint64_t, USB_DROP_REASONS> dropped{}; ///< given up, by UsbDropReason

    /// @param reason of drops
    /// @param packets that were dropped for it
    void CountDrop(UsbDropReason reason, uint64_t packets = 1);
    /// @param reason a reason
    /// @return number of packets dropped for this reason
    uint64_t GetDropped(UsbDropReason reason) const;
    /// @return number of packets dropped for any reason
    uint64_t GetDropped() const;
    /// @return whether every packet offered was delivered, is held, or was dropped
    bool IsConserved() const;
};

} // namespace ns3

#endif // USB_DROP_REASON_H
