// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_HOST_CONTROLLER_H
#define USB_HOST_CONTROLLER_H

#include "urb.h"
#include "usb-peripheral.h"

#include "ns3/object.h"
#include "ns3/simulator.h"
#include "ns3/traced-callback.h"

#include <vector>

namespace ns3
{

/// @ingroup usb-bus
/// Sums over the life of a bus, or differences of two readings of them.
struct UsbBusStatistics
{
    uint64_t frames{0};         ///< frames (or microframes) begun
    uint64_t busyFrames{0};     ///< those in which a transaction moved data or failed
    uint64_t transactions{0};   ///< all transactions, the NAKed ones included
    uint64_t naks{0};           ///< NAKed transactions
    uint64_t errors{0};         ///< transactions with no answer, bad CRC, babble or STALL
    uint64_t bytesOut{0};       ///< data bytes taken by devices
    uint64_t bytesIn{0};        ///< data bytes taken by the host
    uint64_t dataBits{0};       ///< bit times of transactions that moved data
    uint64_t usedBits{0};       ///< bit times of all transactions and starts of frame
    uint64_t interrupts{0};     ///< interrupts raised
    uint64_t urbsSubmitted{0};  ///< URBs accepted
    uint64_t urbsCompleted{0};  ///< URBs given back without error
    uint64_t urbsFailed{0};     ///< URBs given back with an error, or taken back
    uint64_t urbsInProgress{0}; ///< submitted - completed - failed
};

/**
 * @ingroup usb-bus
 * The host's end of a USB bus: the controller hardware with its driver (HCD). Device drivers submit
 * URBs to it, and each attached device has an address.
 */
class UsbHostController : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Change something that the bus depends on: the lists of the driver, or the state of a function
     * on the bus. Before the change the bus is brought up to the present, and after it the bus
     * makes a new plan. Updates may be nested; only the outermost one does this. No simulation time
     * passes during an update. If the change throws an exception, the bus still makes its plan, and
     * the exception is passed on to the caller.
     * @tparam Change a callable without arguments
     * @param change the change
     */
    template <typename Change>
    void Update(Change&& change);
    /**
     * Set the node on which the software of this host runs. All events of the bus have this
     * context, whatever the context of the call that caused them. A driver calls this function when
     * it gets its device.
     * @param context number of the node
     */
    void SetContext(uint32_t context);
    /// @return see SetContext; Simulator::NO_CONTEXT before it was called
    uint32_t GetContext() const;
    /**
     * Plug in a device. It gets the lowest free address.
     * @param peripheral the device, not attached anywhere
     * @return its address, 1..127
     */
    uint8_t Attach(Ptr<UsbPeripheral> peripheral);
    /**
     * Unplug a device. Its URBs come back at once with NO_DEVICE.
     * @param peripheral the device, attached here
     */
    void Detach(Ptr<UsbPeripheral> peripheral);
    /**
     * @param address an address
     * @return the device there, null if none
     */
    Ptr<UsbPeripheral> GetPeripheral(uint8_t address) const;

    /**
     * Hand a URB to the bus.
     * @param urb the request; its status becomes IN_PROGRESS, or the reason of the refusal
     * @return true if it was accepted; only then its completion is called
     */
    virtual bool SubmitUrb(Ptr<Urb> urb) = 0;
    /**
     * Take a URB back. It leaves the schedule at once and comes back, UNLINKED, no earlier than
     * the start of the next frame.
     * @param urb a URB in progress; otherwise nothing happens
     */
    virtual void UnlinkUrb(Ptr<Urb> urb) = 0;
    /**
     * Clear the halt of an endpoint and reset its data toggle.
     * @param endpoint the endpoint
     */
    virtual void ClearHalt(const UsbEndpoint& endpoint) = 0;
    /// Stop the schedule after the transaction on the wire. URBs stay in the schedule.
    virtual void Suspend() = 0;
    /// Signal resume, then let the schedule run again.
    virtual void Resume() = 0;
    /// @return the largest bulk packet of this bus, bytes
    virtual uint32_t GetMaxBulkPacket() const = 0;
    /// @return the present instant as bus time
    virtual UsbBitTime GetBitTime() const = 0;
    /**
     * @param duration a length of time
     * @return the bit times it lasts, rounded up
     */
    virtual UsbBitTime ToBits(Time duration) const = 0;
    /**
     * Promise that the host's software will call Update() at a given instant. The bus then need not
     * plan beyond it. A caller that cannot keep its promise must withdraw all promises.
     * @param when the instant, not in the past
     */
    virtual void PromiseUpdate(Time when);
    /// Withdraw all promises; the bus then plans without them.
    virtual void WithdrawPromises();
    /// @return sums up to now
    virtual UsbBusStatistics GetStatistics() = 0;
    /**
     * Keep the host's interrupt handler of this bus from running for a while (interrupts disabled).
     * This is the second interpretation of the fault in kuang2003, 4.2.1. Completed URBs stay with
     * the controller.
     * @param duration from now on
     */
    virtual void BlockInterrupts(Time duration) = 0;
    /**
     * Fix the random streams.
     * @param stream first stream number
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream) = 0;

    /// Signature of UrbSubmitted and UrbCompleted.
    typedef void (*UrbTracedCallback)(Ptr<const Urb> urb);

  protected:
    /// All devices leave the bus. They are not notified: no Detached() is called.
    void DoDispose() override;
    /// @return whether an update is in progress
    bool IsUpdating() const;
    /// @return whether an event scheduled now has the context of this host
    bool IsInContext() const;
    /// Bring the bus up to the present: account for everything it did until now.
    virtual void Synchronize() = 0;
    /// Find the next instant at which the bus must act, and schedule an event for it.
    virtual void Replan() = 0;
    /**
     * Connect a function to the bus, or disconnect it.
     * @param address its address
     * @param function the function, null when it is gone
     */
    virtual void PlugFunction(uint8_t address, UsbFunction* function) = 0;
    /// Give back all URBs to an address with NO_DEVICE.
    /// @param address the address
    virtual void AbortUrbs(uint8_t address) = 0;
    /// @return devices by address; entry 0 is never used
    const std::vector<Ptr<UsbPeripheral>>& GetPeripherals() const;

    /// Log a URB that is in the schedule now, and fire UrbSubmitted.
    /// @param urb the request
    void UrbAccepted(const Ptr<Urb>& urb);
    /**
     * Log a URB that was not accepted.
     * @param urb the request
     * @param reason becomes its status
     */
    void UrbRefused(Urb& urb, UsbTransferStatus reason);
    /// Log a URB that comes back, fire UrbCompleted, then call its completion.
    /// @param urb the request with its result
    void GiveBackUrb(const Ptr<Urb>& urb);

  private:
    friend class UsbPeripheral;
    /// Forget a device without telling its driver.
    /// @param peripheral attached here
    void Remove(UsbPeripheral& peripheral);
    /// Enter an update; the outermost one synchronizes the bus.
    void BeginUpdate();
    /// Leave an update; the outermost one replans the bus.
    void EndUpdate();

    std::vector<Ptr<UsbPeripheral>> m_peripherals;      ///< by address
    uint32_t m_updates{0};                              ///< updates in progress, one in another
    uint32_t m_context{Simulator::NO_CONTEXT};          ///< see SetContext
    TracedCallback<Ptr<const Urb>> m_urbSubmittedTrace; ///< URB accepted
    TracedCallback<Ptr<const Urb>> m_urbCompletedTrace; ///< URB given back, before its callback
};

inline void
UsbHostController::BeginUpdate()
{
    if (m_updates++ == 0)
    {
        Synchronize();
    }
}

inline void
UsbHostController::EndUpdate()
{
    if (--m_updates == 0)
    {
        Replan();
    }
}

template <typename Change>
void
UsbHostController::Update(Change&& change)
{
    BeginUpdate();
    try
    {
        change();
    }
    catch (...)
    {
        EndUpdate();
        throw;
    }
    EndUpdate();
}

} // namespace ns3

#endif // USB_HOST_CONTROLLER_H
