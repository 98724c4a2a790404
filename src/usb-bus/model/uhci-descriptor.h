// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_DESCRIPTOR_H
#define UHCI_DESCRIPTOR_H

#include "usb-function.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Pointer of a UHCI list (UHCI Design Guide 1.1, chapter 3) with its three flag bits.
 */
struct UhciLink
{
    uint16_t index{0};           ///< which TD, or which QH
    bool terminate : 1 {true};   ///< T: points nowhere
    bool queueHead : 1 {false};  ///< Q: points to a QH, else to a TD
    bool depthFirst : 1 {false}; ///< Vf: after the TD with this link, continue in the same queue

    /// @param td its index
    /// @param depthFirst Vf
    /// @return a link to a TD
    static UhciLink ToTd(uint16_t td, bool depthFirst = false)
    {
        return {td, false, false, depthFirst};
    }

    /// @param qh its index
    /// @param depthFirst Vf
    /// @return a link to a QH
    static UhciLink ToQh(uint16_t qh, bool depthFirst = false)
    {
        return {qh, false, true, depthFirst};
    }

    /// @param depthFirst Vf
    /// @return a link that ends the list
    static UhciLink End(bool depthFirst = false)
    {
        return {0, true, false, depthFirst};
    }
};

/// @ingroup usb-bus
/// What the controller writes back into a transfer descriptor (UHCI Design Guide 1.1, 3.2.2).
struct UhciTdStatus
{
    bool active : 1 {false};      ///< to be executed
    bool stalled : 1 {false};     ///< given up: STALL, babble or error counter at 0
    bool babble : 1 {false};      ///< the device sent too much
    bool timedOut : 1 {false};    ///< CRC or time-out error seen
    bool shortPacket : 1 {false}; ///< ended by a short packet with SPD set
    uint8_t errorCount{3};        ///< failures left until the TD is given up; 0: unlimited
    uint16_t actualLength{0};     ///< bytes moved
};

/**
 * @ingroup usb-bus
 * Transfer descriptor: one transaction (UHCI Design Guide 1.1, 3.2), of 32 bytes there and here.
 * Its own fields are written by the driver alone.
 */
struct alignas(32) UhciTd : UhciTdStatus
{
    UhciLink link;                        ///< what comes next
    UsbPid pid{UsbPid::OUT};              ///< token
    uint8_t address{0};                   ///< device address
    uint8_t endpoint{0};                  ///< endpoint number
    bool toggle : 1 {false};              ///< data toggle
    bool interruptOnComplete : 1 {false}; ///< IOC
    bool shortPacketDetect : 1 {false};   ///< SPD: a short IN packet stops the queue
    bool isochronous : 1 {false};         ///< no handshake, executed once
    bool periodic : 1 {false}; ///< reached from the frame list before any control or bulk
    bool lowSpeed : 1 {false}; ///< device signals at 1.5 Mb/s
    uint16_t maxLength{0};     ///< bytes to send, or room to receive
    uint32_t offset{0};        ///< bytes of the transfer before this TD
    uint32_t messageSize{0};   ///< bytes of the whole transfer
    uint16_t urb{0};           ///< which transfer

    /// @param status status for the controller, or as the controller left it
    void SetStatus(const UhciTdStatus& status)
    {
        static_cast<UhciTdStatus&>(*this) = status;
    }
};

/// @ingroup usb-bus
/// Queue head (UHCI Design Guide 1.1, 3.3).
struct UhciQh
{
    UhciLink head;    ///< horizontal link
    UhciLink element; ///< vertical link; the only field the controller writes
};

/// @ingroup usb-bus
/// Main memory as controller and driver share it.
struct UhciMemory
{
    /// Entries of the frame list.
    static constexpr uint32_t FRAME_LIST_SIZE = 1024;

    std::array<UhciLink, FRAME_LIST_SIZE> frameList; ///< first link of each frame
    std::vector<UhciTd> tds;                         ///< all transfer descriptors
    std::vector<UhciQh> qhs;                         ///< all queue heads
    uint32_t interruptTds{0};    ///< periodic interrupt TDs linked into the frame list
    uint32_t isochronousTds{0};  ///< isochronous TDs linked into the frame list
    bool lowSpeedControl{false}; ///< there are QHs of control transfers to low-speed devices
    uint64_t changes{0};         ///< how often the driver has changed the lists

    /// @return whether there are transfers that the reclamation loop does not reach
    bool HasTransfersOutsideLoop() const
    {
        return interruptTds + isochronousTds > 0 || lowSpeedControl;
    }

    /// @return number of frames after which the linked periodic TDs of the frame list repeat
    uint32_t GetPeriod() const
    {
        if (isochronousTds > 0)
        {
            return FRAME_LIST_SIZE;
        }
        return interruptTds > 0 ? 128 : 1;
    }
};

} // namespace ns3

#endif // UHCI_DESCRIPTOR_H
