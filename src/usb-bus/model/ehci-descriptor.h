// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_DESCRIPTOR_H
#define EHCI_DESCRIPTOR_H

#include "usb-function.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/// @ingroup usb-bus
/// Pointer to a qTD with its terminate bit (EHCI 1.0, 3.5.1 and 3.5.2).
struct EhciQtdLink
{
    uint16_t index{0};    ///< which qTD
    bool terminate{true}; ///< T: points nowhere

    /// @param qtd its index
    /// @return a link to a qTD
    static EhciQtdLink To(uint16_t qtd)
    {
        return {qtd, false};
    }
};

/// @ingroup usb-bus
/// Token of a qTD, which the controller copies to the overlay of the queue head, works on there,
/// and writes back when the qTD is retired (EHCI 1.0, 3.5.3).
struct EhciToken
{
    bool active : 1 {false};           ///< to be executed
    bool halted : 1 {false};           ///< given up: STALL, babble or error counter at 0
    bool babble : 1 {false};           ///< device sent too much
    bool transactionError : 1 {false}; ///< no answer or damaged answer seen
    bool ping : 1 {false};             ///< ask before sending: the last try found no room
    bool toggle : 1 {false};           ///< next data toggle
    uint8_t errorCount{3};             ///< CErr: failures in a row left until the queue halts
    uint16_t bytesToTransfer{0};       ///< what is left
    /// @return whether both are the same in every field
    bool operator==(const EhciToken&) const = default;
};

/// @ingroup usb-bus
/// Queue element transfer descriptor: up to 20 KiB for one endpoint (EHCI 1.0, 3.5).
struct EhciQtd
{
    EhciQtdLink next;                ///< qTD that follows
    EhciQtdLink alternate;           ///< qTD that follows after a short packet
    EhciToken token;                 ///< see EhciToken
    UsbPid pid{UsbPid::OUT};         ///< direction
    bool interruptOnComplete{false}; ///< IOC
    uint16_t length{0};              ///< bytes when the driver set it up
    uint32_t offset{0};              ///< bytes of the transfer before this qTD
    uint32_t messageSize{0};         ///< bytes of the whole transfer
    uint16_t urb{0};                 ///< which transfer
};

/// @ingroup usb-bus
/// The part of a queue head that the controller writes (EHCI 1.0, 3.6.3).
struct EhciOverlay
{
    uint16_t current{0};     ///< qTD under work
    uint8_t nakCount{0};     ///< NakCnt: refusals left until the queue head is passed over
    EhciQtdLink next{};      ///< of that qTD
    EhciQtdLink alternate{}; ///< of that qTD
    EhciToken token{};       ///< of that qTD
};

/// @ingroup usb-bus
/// Queue head: one endpoint (EHCI 1.0, 3.6).
struct EhciQh
{
    uint16_t horizontal{0};    ///< next queue head of the asynchronous list
    bool head{false};          ///< H: the head of the reclamation list
    bool toggleFromQtd{false}; ///< DTC: each qTD brings its toggle (control endpoints)
    uint8_t address{0};        ///< device address
    uint8_t endpoint{0};       ///< endpoint number
    uint16_t maxPacket{512};   ///< largest packet, bytes
    uint8_t nakReload{0};      ///< RL: NakCnt starts with it; 0: refusals are not counted
    uint16_t interval{0};      ///< periodic: microframes between visits; 0: asynchronous
    EhciOverlay overlay{};     ///< see EhciOverlay
};

/// @ingroup usb-bus
/// One transaction slot of an isochronous transfer descriptor (EHCI 1.0, 3.3).
struct EhciItd
{
    UsbPid pid{UsbPid::OUT};         ///< direction
    uint8_t address{0};              ///< device address
    uint8_t endpoint{0};             ///< endpoint number
    uint16_t length{0};              ///< bytes to send, or room to receive
    uint32_t offset{0};              ///< bytes of the transfer before
    uint16_t urb{0};                 ///< which transfer
    bool interruptOnComplete{false}; ///< IOC
    bool active{false};              ///< to be executed
    uint16_t actualLength{0};        ///< bytes moved
};

/// @ingroup usb-bus
/// Main memory as controller and driver share it. The frame list is given by what it says for a
/// microframe: the isochronous transactions of that number, then the queue heads whose interval
/// divides it.
struct EhciMemory
{
    std::vector<EhciQtd> qtds;                  ///< all qTDs
    std::vector<EhciQh> qhs;                    ///< all queue heads
    uint16_t asyncHead{0};                      ///< queue head with the H bit
    std::vector<uint16_t> interruptQhs;         ///< periodic ones, longest interval first
    std::vector<EhciItd> itds;                  ///< all isochronous transactions
    std::multimap<int64_t, uint16_t> itdFrames; ///< those scheduled, by microframe
    bool asyncAdvanceDoorbell{false}; ///< an interrupt is wanted at the end of the microframe, when
                                      ///< the controller has let go of what was taken out (IAAD)
};

} // namespace ns3

#endif // EHCI_DESCRIPTOR_H
