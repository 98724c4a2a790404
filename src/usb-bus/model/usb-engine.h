// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_ENGINE_H
#define USB_ENGINE_H

#include "usb-function.h"
#include "usb-timing.h"

#include <cstdint>

namespace ns3
{

/// @ingroup usb-bus
/// What happened on the bus in one frame (or microframe), or in a series of identical frames.
struct UsbFrameRecord
{
    int64_t frame{0};         ///< number of the (first) frame
    int64_t frames{1};        ///< how many; more than one only where nothing but NAKs happened
    uint64_t transactions{0}; ///< all transactions
    uint64_t naks{0};         ///< NAKed ones
    uint32_t errors{0};       ///< no answer, bad CRC, babble, STALL
    uint32_t bytesOut{0};     ///< data bytes that devices took
    uint32_t bytesIn{0};      ///< data bytes that the host took
    uint64_t dataBits{0};     ///< bit times of transactions that moved data
    uint64_t usedBits{0};     ///< bit times of all transactions and starts of frame
    bool interrupt{false};    ///< asks for an interrupt at its end
};

/// @ingroup usb-bus
/// Where the next injected transmission error strikes.
struct UsbErrorDraw
{
    uint64_t transactions{UINT64_MAX}; ///< transactions with data to go, this one included
    bool handshakeLost{false};         ///< OUT: the device has the data and its ACK is lost;
                                       ///< otherwise (and for IN always) the data is damaged
};

/// @ingroup usb-bus
/// Receives the actions of the controller, as soon as they belong to the past.
class UsbBusObserver
{
  public:
    virtual ~UsbBusObserver() = default;
    /**
     * A transaction is over.
     * @param token what the host asked
     * @param answer what the host saw
     * @param end last bit
     */
    virtual void TransactionDone(const UsbToken& token,
                                 const UsbAnswer& answer,
                                 UsbBitTime end) = 0;
    /// Frames are over.
    /// @param record what happened in them
    virtual void FramesDone(const UsbFrameRecord& record) = 0;
    /// @return true if TransactionDone() is to be called for each transaction; if not, it is called
    ///         for those that end a message
    virtual bool WatchesTransactions() const = 0;
    /// @return where the error after the one that just struck will be
    virtual UsbErrorDraw DrawError() = 0;
};

/**
 * @ingroup usb-bus
 * The hardware of a host controller: it executes the schedule in memory, transaction by
 * transaction. Plain C++ that works with bus time only. Here, a frame is the time between two
 * starts of frame, which is a microframe at high speed. UsbTransactionHostController uses it in
 * this order: SetObserver() once, then for each change AdvanceTo(now), the change, Touch() and
 * FindNextAction(). Nothing is executed by itself: time passes only in AdvanceTo().
 */
class UsbEngine
{
  public:
    virtual ~UsbEngine() = default;
    /// @param observer receives what happens; null for none
    virtual void SetObserver(UsbBusObserver* observer) = 0;
    /// @param address device address
    /// @param function the device, null to unplug it
    virtual void SetFunction(uint8_t address, UsbFunction* function) = 0;
    /// @param draw where the first injected error strikes
    virtual void SetErrorDraw(const UsbErrorDraw& draw) = 0;
    /**
     * Execute every transaction whose descriptor is fetched before an instant, and close every
     * frame that ends by then.
     * @param limit the instant
     */
    virtual void AdvanceTo(UsbBitTime limit) = 0;
    /**
     * Look ahead for the first instant at which something outside must act: an interrupt handler,
     * or a function that wants to be woken. The lists and functions stay in that future until
     * AdvanceTo() makes it the present or discards it, and must not be read before.
     * @param handlerDelay bits from interrupt to handler
     * @param handlerNotBefore bus time before which the handler cannot run
     * @param horizon instant by which there will be another call, so that later actions need not
     *        be found
     * @return the instant, USB_NEVER if nothing happens up to the horizon without a call from
     *         outside
     */
    virtual UsbBitTime FindNextAction(UsbBitTime handlerDelay,
                                      UsbBitTime handlerNotBefore = 0,
                                      UsbBitTime horizon = USB_NEVER) = 0;
    /// Lists or functions were changed from outside, so that an idle bus may no longer be idle.
    virtual void Touch() = 0;
    /// Stop; the frame in progress is given up. The interrupt it asked for comes after Run().
    virtual void Halt() = 0;
    /// Run again from the first frame that starts at or after an instant.
    /// @param now the instant
    virtual void Run(UsbBitTime now) = 0;
    /// @return bus time at which the pending interrupt was raised, USB_NEVER if none is
    virtual UsbBitTime GetInterruptTime() const = 0;
    /// The handler has run.
    virtual void AcknowledgeInterrupt() = 0;
    /// @return number of the frame in progress at the instant the engine was advanced to
    virtual int64_t GetFrame() const = 0;
};

} // namespace ns3

#endif // USB_ENGINE_H
