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
 * A host controller whose bus is modelled transaction by transaction: what UHCI and EHCI have in
 * common in the simulator. What tells them apart, the schedule in memory, is a UsbEngine
 * (hardware) and a UsbHcd (driver), which know bus time only.
 *
 * This object keeps one simulator event, for the next instant at which the interrupt handler runs
 * or a device acts. Between such instants the bus is brought up to the present only when it is
 * changed or asked.
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

    bool SubmitUrb(Ptr<Urb> urb) override;
    void UnlinkUrb(Ptr<Urb> urb) override;
    void ClearHalt(const UsbEndpoint& endpoint) override;
    void Suspend() override;
    void Resume() override;
    uint32_t GetMaxBulkPacket() const override;
    UsbBitTime GetBitTime() const override;
    UsbBitTime ToBits(Time duration) const override;
    void PromiseUpdate(Time when) override;
    void WithdrawPromises() override;
    UsbBusStatistics GetStatistics() override;
    void BlockInterrupts(Time duration) override;
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
     * after the transaction or while it is on the wire. NAKs that repeat are counted in Frame and
     * not reported one by one.
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
     * @param raised when the line rose, IsrLatency or more before
     */
    typedef void (*InterruptTracedCallback)(Time raised);
    /**
     * Signature of Plan, which fires when the controller has looked ahead.
     * @param next instant at which it acts next; Time::Max(): none
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

    void NotifyConstructionCompleted() override;
    void DoDispose() override;
    void Synchronize() override;
    void Replan() override;
    void PlugFunction(uint8_t address, UsbFunction* function) override;
    void AbortUrbs(uint8_t address) override;

    double m_periodicLimit;  ///< attribute PeriodicLimit
    double m_handshakeShare; ///< attribute HandshakeErrorShare

  private:
    void TransactionDone(const UsbToken& token, const UsbAnswer& answer, UsbBitTime end) override;
    void FramesDone(const UsbFrameRecord& record) override;
    bool WatchesTransactions() const override;
    UsbErrorDraw DrawError() override;

    bool AcceptUrb(const Ptr<Urb>& urb);
    void SetIsrLatency(Time latency);
    Time GetIsrLatency() const;
    void Act();
    void ScheduleAct();
    void PlanAgain();
    void Forget();
    void WakePeripherals();
    void HandleInterrupt();
    Time GiveBack(const UsbHcd::Completion& completion);
    void StartAgain();
    UsbBitTime GetHandlerTime() const;
    UsbBitTime ReadClock() const;
    UsbBitTime ToBitTime(Time instant) const;
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
