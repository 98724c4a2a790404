// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_FUNCTION_H
#define USB_FUNCTION_H

#include "usb-timing.h"

#include <cstdint>

namespace ns3
{

/// @ingroup usb-bus
/// Packet identifier of the token that opens a transaction.
enum class UsbPid : uint8_t
{
    OUT,
    IN,
    SETUP,
};

/// @ingroup usb-bus
/// What the host sees at the end of a transaction.
enum class UsbHandshake : uint8_t
{
    ACK,       ///< OUT or SETUP taken, or IN answered with data
    NAK,       ///< not now
    STALL,     ///< endpoint halted
    NO_ANSWER, ///< silence, or a packet with a wrong CRC
    BABBLE,    ///< more data than the host asked for
};

/// @ingroup usb-bus
/// A token as a function on the bus receives it.
struct UsbToken
{
    UsbPid pid;           ///< direction
    uint8_t address;      ///< device address, 1..127
    uint8_t endpoint;     ///< endpoint number, 0..15
    bool toggle;          ///< data toggle of the host for this transaction
    bool ping;            ///< high speed: asks only whether an OUT would be taken
    uint32_t bytes;       ///< data bytes of an OUT; room for data of an IN
    uint32_t offset;      ///< how many bytes of the transfer went before
    uint32_t messageSize; ///< bytes of the whole transfer
    uint32_t urb;         ///< which URB of the host the transaction belongs to
    UsbBitTime start;     ///< first bit of the token: the instant at which the function decides
    UsbBitTime end;       ///< OUT: last bit of the transaction, when the data is the function's
};

/// @ingroup usb-bus
/// A function's answer to a token.
struct UsbAnswer
{
    UsbHandshake handshake; ///< see UsbHandshake
    uint32_t bytes{0};      ///< IN: data bytes sent
    bool toggle{false};     ///< IN: data toggle of the data sent
    uint64_t message{0};    ///< number of the message that this transaction ended, from 1; 0: none
};

/**
 * @ingroup usb-bus
 * What a USB function (the device side of the bus) does when a token reaches it: plain state with
 * no knowledge of the simulator.
 *
 * The host controller asks a function about the future: it saves the state, sends tokens to find
 * the next event that concerns the rest of the simulation, and restores the state. This requires
 * that an answer depends only on the saved state and the token, and that nothing outside the
 * function changes between Save() and Restore().
 */
class UsbFunction
{
  public:
    virtual ~UsbFunction() = default;

    /**
     * @param token the transaction, decided at token.start
     * @return the function's answer
     */
    virtual UsbAnswer Answer(const UsbToken& token) = 0;
    /**
     * Take several OUT packets that are alike and come at regular intervals in one call, instead of
     * one call of Answer() for each. They must not change what another endpoint answers.
     * @param first the first of them, in the middle of a message
     * @param interval bit times from one start to the next
     * @param count how many there are; none of them ends the message
     * @return how many were taken, beginning with the first. It may be less than Answer() would
     *         take; 0 leaves the decision to Answer().
     */
    virtual uint32_t Repeat(const UsbToken& first, UsbBitTime interval, uint32_t count);
    /**
     * Find when a NAK may turn into another answer merely because time passes.
     * @param now a bus time
     * @return the first such time after @p now, USB_NEVER if only a call from outside can do it
     */
    virtual UsbBitTime GetNextChange(UsbBitTime now) const = 0;
    /**
     * When the function wants UsbPeripheral::Wake() to be called.
     * @return the bus time, USB_NEVER if it need not be called
     */
    virtual UsbBitTime GetNextWake() const = 0;
    /// Remember the state. Calls are not nested.
    virtual void Save() = 0;
    /// Return to the state of the last Save().
    virtual void Restore() = 0;
};

} // namespace ns3

#endif // USB_FUNCTION_H
