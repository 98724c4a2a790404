// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_TRANSACTION_HOST_CONTROLLER_H
#define USB_TRANSACTION_HOST_CONTROLLER_H

#include "usb-engine.h"
#include "usb-hcd.h"
#include "usb-host-controller.h"
#include "usb-recurring-event.h"

#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * A host controller whose bus is modelled transaction by transaction: the part that UHCI and EHCI
 * have in common in the simulator. They differ in the schedule in memory, which consists of a
 * UsbEngine (hardware) and a UsbHcd (driver); both work with bus time only.
 *
 * This object keeps one simulator event, for the next instant at which the interrupt handler runs
 * or a device acts. Between such instants, the bus is brought up to the present only when something
 * changes or reads it.
 *
 * The structure of the bus (order of the lists, costs) is fixed at construction: set those
 * attributes through the helper, an ObjectFactory or Config::SetDefault.
 */
class UsbTransactionHostController : public UsbHostController, private UsbBusObserver
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    UsbTransactionHostController();
    ~UsbTransactionHostController() override;

    /**
     * A URB that waits behind another one leaves the plan as it is and costs no update, see
     * UsbHcd::WouldWait().
     * @param urb the request. One that is in progress is refused and keeps its status
     * @return true if it was accepted. Otherwise its status is NO_DEVICE for an address without a
     * device, or that of UsbHcd::Submit()
     */
    bool SubmitUrb(Ptr<Urb> urb) override;
    /**
     * @param urb in progress; it leaves the schedule now, and comes back as UsbHcd::Unlink() says.
     * Any other one is ignored
     */
    void UnlinkUrb(Ptr<Urb> urb) override;
    /// @param endpoint that works again, see UsbHcd::ClearHalt()
    void ClearHalt(const UsbEndpoint& endpoint) override;
    /// Halts the engine; the frame in progress is given up, and a resume under way is cancelled.
    void Suspend() override;
    /// The schedule runs again after ResumeTime (USB 1.1, 7.1.7.5), from the first whole frame on.
    void Resume() override;
    uint32_t GetMaxBulkPacket() const override; ///< @return bytes: that of GetBusTiming()
    /// @return bits since FramePhase; constant during an update
    UsbBitTime GetBitTime() const override;
    /**
     * @param duration a length of time
     * @return bit times, rounded up, see UsbTiming::FromNanoSeconds()
     */
    UsbBitTime ToBits(Time duration) const override;
    /**
     * The plan ends at the first promise that is still to come.
     * @param when the instant, not in the past
     */
    void PromiseUpdate(Time when) override;
    /// Brings the bus up to the present and plans anew, if there was a promise.
    void WithdrawPromises() override;
    /// @return sums up to now; the bus is brought up to the present for it
    UsbBusStatistics GetStatistics() override;
    /// @param duration from now on; a block that ends later is not cut short
    void BlockInterrupts(Time duration) override;
    /**
     * @param stream of the injected errors
     * @return 1
     */
    int64_t AssignStreams(int64_t stream) override;

    /**
     * Signature of Frame. The trace fires when the bus is brought up to the present, which may be
     * any time after the frames.
     * @param start of the first frame
     * @param record what happened in the frames
     */
    typedef void (*FrameTracedCallback)(Time start, const UsbFrameRecord& record);
    /**
     * Signature of Transaction. The trace fires when the bus is brought up to the present, any time
     * after the transaction or while it is on the wire. Repeated NAKs are counted in Frame and not
     * reported one by one.
     * @param end of the transaction
     * @param token what the host asked
     * @param answer what it saw
     */
    typedef void (*TransactionTracedCallback)(Time end,
                                              const UsbToken& token,
                                              const UsbAnswer& answer);
    /**
     * Signature of Nak, which fires when Transaction does.
     * @param end of the transaction
     * @param token what the host asked
     */
    typedef void (*NakTracedCallback)(Time end, const UsbToken& token);
    /**
     * Signature of Interrupt, which fires when the handler runs.
     * @param raised when the interrupt was raised, at least IsrLatency earlier
     */
    typedef void (*InterruptTracedCallback)(Time raised);
    /**
     * Signature of Plan, which fires when the controller has looked ahead.
     * @param next instant at which it acts next; Time::Max() if there is none
     */
    typedef void (*PlanTracedCallback)(Time next);

  protected:
    /// Attributes of the bus's structure can be set at construction only.
    static constexpr uint32_t FIXED = TypeId::ATTR_CONSTRUCT | TypeId::ATTR_GET;

    /// A driver and the hardware that it drives.
    struct Bus
    {
        std::unique_ptr<UsbHcd> hcd;       ///< driver; owns the lists
        std::unique_ptr<UsbEngine> engine; ///< hardware; reads the lists
    };

    /**
     * Declare the attributes that every controller has under its own name, as
     * ns3::UhciHostController::IsrLatency and ns3::EhciHostController::IsrLatency: a user who sets
     * one kind of controller leaves the other alone.
     * @param tid type of a controller
     * @return the same
     */
    static TypeId AddCommonAttributes(TypeId tid);
    /// @return costs of the bus before attributes are applied
    virtual UsbTiming GetBusTiming() const = 0;
    /// @param timing costs in force
    /// @return driver and hardware, fit for each other
    virtual Bus MakeBus(const UsbTiming& timing) const = 0;
    /// @return the driver
    const UsbHcd& GetHcd() const;
    /// @param timing costs in force
    /// @return microseconds of a frame that periodic transfers may be admitted to
    uint32_t GetPeriodicLimitUs(const UsbTiming& timing) const;

    /// Make driver and hardware, whose structure depends on attributes.
    void NotifyConstructionCompleted() override;
    /// Cancels all events and forgets the URBs in progress without a callback.
    void DoDispose() override;
    /**
     * Execute everything up to the present. Completions wait for the interrupt handler, as on a
     * real host.
     */
    void Synchronize() override;
    /**
     * Look ahead, no further than to the first promise, and move the one event of the bus. Fires
     * Plan.
     */
    void Replan() override;
    /**
     * @param address of the device
     * @param function of the device, null when it is gone
     */
    void PlugFunction(uint8_t address, UsbFunction* function) override;
    /// @param address whose URBs are given back with NO_DEVICE, oldest first
    void AbortUrbs(uint8_t address) override;

    double m_periodicLimit;  ///< attribute PeriodicLimit
    double m_handshakeShare; ///< attribute HandshakeErrorShare

  private:
    /**
     * Fires Transaction and Nak, and tells the device of the end of a message.
     * @param token what the host asked
     * @param answer what it saw
     * @param end last bit
     */
    void TransactionDone(const UsbToken& token, const UsbAnswer& answer, UsbBitTime end) override;
    /// @param record added to the statistics, and shown to Frame
    void FramesDone(const UsbFrameRecord& record) override;
    /// @return true if Transaction or Nak has a listener
    bool WatchesTransactions() const override;
    /**
     * One draw by inversion for the number of good transactions, which is geometric, and one for
     * the kind of error.
     * @return where the next error strikes
     */
    UsbErrorDraw DrawError() override;

    /**
     * @param urb given to the driver
     * @return true if it is in the schedule now
     */
    bool AcceptUrb(const Ptr<Urb>& urb);
    /// @param latency from the interrupt to the handler
    void SetIsrLatency(Time latency);
    /// @return from the interrupt to the handler
    Time GetIsrLatency() const;
    /// The event of the bus: devices act first, then the handler runs if it is time.
    void Act();
    /// Schedule Act() in the context of the host's node; from another context, a new plan instead.
    void ScheduleAct();
    /// An update without a change.
    void PlanAgain();
    /// The simulator is being destroyed: no event may be scheduled any more.
    void Forget();
    /// Call UsbPeripheral::Wake() of each device that wants to be woken by now.
    void WakePeripherals();
    /**
     * uhci_interrupt() of usb-uhci: give back one URB after another, oldest first. A callback that
     * takes time (Urb::completionTime) puts the rest off.
     */
    void HandleInterrupt();
    /**
     * @param completion of a URB
     * @return how long its callback keeps the handler
     */
    Time GiveBack(const UsbHcd::Completion& completion);
    /// End of the resume signal: run the engine and postpone isochronous transactions.
    void StartAgain();
    /// @return when the handler may run, USB_NEVER without an interrupt
    UsbBitTime GetHandlerTime() const;
    /// @return the present as bus time
    UsbBitTime ReadClock() const;
    /**
     * @param instant simulation time
     * @return first bus time that is not before it
     */
    UsbBitTime ToBitTime(Time instant) const;
    /**
     * @param bits bus time
     * @return simulation time, rounded down to a nanosecond
     */
    Time ToTime(UsbBitTime bits) const;

    UsbBitStuffing m_stuffing; ///< attribute BitStuffing
    Time m_tdOverhead;         ///< attribute TdOverhead
    Time m_framePhase;         ///< attribute FramePhase
    Time m_isrLatency;         ///< attribute IsrLatency
    Time m_resumeTime;         ///< attribute ResumeTime
    double m_errorRate;        ///< attribute TransactionErrorRate

    UsbTiming m_timing;           ///< costs in force
    UsbBitTime m_isrBits{0};      ///< m_isrLatency on this bus
    Bus m_bus;                    ///< driver and hardware
    std::vector<Ptr<Urb>> m_urbs; ///< in progress, by slot
    UsbBitTime m_now{0};          ///< the present, while an update is in progress
    bool m_handling{false};       ///< the interrupt handler is at work
    /// When the bus must act next.
    UsbRecurringEvent<UsbTransactionHostController> m_event{this,
                                                            &UsbTransactionHostController::Act};
    UsbBitTime m_eventBit{USB_NEVER};    ///< when
    EventId m_resumeEvent;               ///< StartAgain
    EventId m_endOfSimulation;           ///< Forget
    bool m_over{false};                  ///< the simulator was destroyed
    UsbBitTime m_blockedUntil{0};        ///< handler does not run before
    std::vector<UsbBitTime> m_promises;  ///< see PromiseUpdate
    UsbBusStatistics m_statistics;       ///< sums so far
    Ptr<UniformRandomVariable> m_random; ///< injected errors

    TracedCallback<Time, const UsbFrameRecord&> m_frameTrace;                   ///< Frame
    TracedCallback<Time, const UsbToken&, const UsbAnswer&> m_transactionTrace; ///< Transaction
    TracedCallback<Time, const UsbToken&> m_nakTrace;                           ///< Nak
    TracedCallback<Time> m_interruptTrace;                                      ///< Interrupt
    TracedCallback<Time> m_planTrace;                                           ///< Plan
};

inline const UsbHcd&
UsbTransactionHostController::GetHcd() const
{
    return *m_bus.hcd;
}

} // namespace ns3

#endif // USB_TRANSACTION_HOST_CONTROLLER_H
