// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_TRANSFER_H
#define USB_TRANSFER_H

#include <cstdint>
#include <ostream>

namespace ns3
{

/// @ingroup usb-bus
/// The four kinds of transfer of USB (USB 2.0, chapter 5).
enum class UsbTransferType : uint8_t
{
    ISOCHRONOUS,
    INTERRUPT,
    CONTROL,
    BULK,
};

/// @ingroup usb-bus
/// One end of a pipe: device address, endpoint number and direction.
struct UsbEndpoint
{
    uint8_t address{0}; ///< device address, 1..127 (0: the default address)
    uint8_t number{0};  ///< endpoint number, 0..15
    bool in{false};     ///< towards the host
    /// @return whether address, number and direction are the same
    bool operator==(const UsbEndpoint&) const = default;
};

/// @ingroup usb-bus
/// State or result of a URB; in brackets the error number that Linux gives a driver.
enum class UsbTransferStatus : uint8_t
{
    IDLE,           ///< not submitted
    IN_PROGRESS,    ///< in the schedule (-EINPROGRESS)
    COMPLETE,       ///< all bytes moved, or a short packet ended an IN (0)
    STALLED,        ///< the endpoint is halted (-EPIPE)
    TIMED_OUT,      ///< OUT: three times no answer or bad CRC (-ETIMEDOUT)
    CRC_ERROR,      ///< IN: three times no answer or bad CRC (-EILSEQ)
    OVERFLOW_ERROR, ///< babble: the device sent more than asked (-EOVERFLOW)
    UNLINKED,       ///< taken back by the driver (-ECONNRESET, -ENOENT)
    BUSY,           ///< refused: the endpoint has a URB and not both are queue-bulk (-ENXIO)
    NO_BANDWIDTH,   ///< refused: periodic traffic would pass 90 % of the frame (-ENOSPC)
    NO_MEMORY,      ///< refused: all 65536 transfer descriptors are in use (-ENOMEM)
    NO_DEVICE,      ///< refused or ended: no device at that address (-ENODEV)
    INVALID,        ///< refused: impossible length, endpoint or interval (-EINVAL)
};

/**
 * @param status a status
 * @return its name, for traces and messages
 */
const char* GetUsbTransferStatusName(UsbTransferStatus status);

/// @ingroup usb-bus
/// What a driver asks of the bus with one URB: the plain part of ns3::Urb.
struct UsbTransferRequest
{
    UsbTransferType type{UsbTransferType::BULK}; ///< kind of transfer
    UsbEndpoint endpoint;                        ///< where to
    uint32_t length{0};     ///< bytes to move (IN: room); isochronous: bytes of each packet
    uint16_t packets{1};    ///< isochronous: number of frames; other types: 1
    uint16_t interval{1};   ///< interrupt: frames between polls, rounded down to 2^n <= 128
    bool queueBulk{false};  ///< may follow another URB on the same endpoint (USB_QUEUE_BULK)
    bool zeroPacket{false}; ///< end an OUT of a multiple of the packet size with an empty packet
    bool noFsbr{false};     ///< makes no claim to bandwidth reclamation (USB_NO_FSBR)
    bool shortNotOk{false}; ///< IN: do not stop the queue at a short packet (clears SPD)
    bool lowSpeed{false};   ///< the device signals at 1.5 Mb/s
    /// @return whether both are the same in every respect
    bool operator==(const UsbTransferRequest&) const = default;
};

/**
 * @param os a stream
 * @param request written as "bulk OUT to 1.2, 1600 bytes"
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const UsbTransferRequest& request);

} // namespace ns3

#endif // USB_TRANSFER_H
