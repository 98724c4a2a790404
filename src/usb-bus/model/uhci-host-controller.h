// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_HOST_CONTROLLER_H
#define UHCI_HOST_CONTROLLER_H

#include "uhci-engine.h"
#include "uhci-hcd.h"
#include "usb-host-controller.h"

#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Full-speed host controller with the Linux 2.4 usb-uhci driver.
 *
 * The schedule itself is UhciEngine (hardware) and UhciHcd (driver), which know bus time only.
 * This object keeps one simulator event: the next instant at which the interrupt handler runs or
 * a device acts. Between such instants the bus is accounted for when somebody asks.
 *
 * The structure of the bus (traversal, reclamation, costs) is fixed at construction: set those
 * attributes through the helper, an ObjectFactory or Config::SetDefault.
 */
class UhciHostController : public UsbHostController, private UhciObserver
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    UhciHostController();
    ~UhciHostController() override;

    bool SubmitUrb(Ptr<Urb> urb) override;
    void UnlinkUrb(Ptr<Urb> urb) override;
    void ClearHalt(const UsbEndpoint& endpoint) override;
    void Suspend() override;
    void Resume() override;
    uint32_t GetMaxBulkPacket() const override;
    UsbBitTime GetBitTime() const override;
    UsbBitTime ToBits(Time duration) const override;
    UsbBusStatistics GetStatistics() override;
    void BlockInterrupts(Time duration) override;
    int64_t AssignStreams(int64_t stream) override;

    /// Signature of Frame. Fired when the frames are accounted for, which is after their end.
    typedef void (*FrameTracedCallback)(const UhciFrameRecord& record);
    /// Signature of Transaction. Runs of NAKs that are alike are not reported one by one.
    typedef void (*TransactionTracedCallback)(const UsbToken& token,
                                              const UsbAnswer& answer,
                                              Time end);
    /// Signature of Nak.
    typedef void (*NakTracedCallback)(const UsbToken& token);
    /// Signature of Interrupt: when the line rose, IsrLatency or more before the trace fires.
    typedef void (*InterruptTracedCallback)(Time raised);

  protected:
    /// Costs of the bus before attributes are applied. @return full speed
    virtual UsbTiming GetBusTiming() const;
    /// Driver rules that differ between controllers. @param options to be adapted
    virtual void AdaptOptions(UhciHcd::Options& options) const;
    /// @return frames between instants at which interrupts may rise
    virtual uint32_t GetInterruptThreshold() const;

    void NotifyConstructionCompleted() override;
    void DoDispose() override;
    void Synchronize() override;
    void Replan() override;
    void PlugFunction(uint8_t address, UsbFunction* function) override;
    void AbortUrbs(uint8_t address) override;

  private:
    void TransactionDone(const UsbToken& token, const UsbAnswer& answer, UsbBitTime end) override;
    void FramesDone(const UhciFrameRecord& record) override;
    bool WatchesTransactions() const override;
    UsbErrorDraw DrawError() override;

    void Act();
    void ScheduleAct();
    void PlanAgain();
    void Forget();
    void WakePeripherals();
    void HandleInterrupt();
    Time GiveBack(const UhciHcd::Completion& completion);
    void StartAgain();
    UsbBitTime GetHandlerTime() const;
    UsbBitTime ReadClock() const;
    Time ToTime(UsbBitTime bits) const;

    UhciHcd::Traversal m_traversal; ///< attribute Traversal
    UsbBitStuffing m_stuffing;      ///< attribute BitStuffing
    bool m_fsbr;                    ///< attribute Fsbr
    bool m_vfOnTerminateEndsFrame;  ///< attribute VfOnTerminateEndsFrame
    Time m_fsbrTimeout;             ///< attribute FsbrTimeout
    Time m_tdOverhead;              ///< attribute TdOverhead
    Time m_framePhase;              ///< attribute FramePhase
    Time m_isrLatency;              ///< attribute IsrLatency
    Time m_resumeTime;              ///< attribute ResumeTime
    double m_periodicLimit;         ///< attribute PeriodicLimit
    double m_errorRate;             ///< attribute TransactionErrorRate
    double m_handshakeShare;        ///< attribute HandshakeErrorShare

    UsbTiming m_timing;                   ///< costs in force
    std::unique_ptr<UhciHcd> m_hcd;       ///< driver and lists
    std::unique_ptr<UhciEngine> m_engine; ///< hardware
    std::vector<Ptr<Urb>> m_urbs;         ///< in progress, by slot
    UsbBitTime m_now{0};                  ///< the present, during an Update
    bool m_handling{false};               ///< the interrupt handler is at work
    EventId m_event;                      ///< Act
    UsbBitTime m_eventBit{USB_NEVER};     ///< when
    EventId m_resumeEvent;                ///< StartAgain
    EventId m_endOfSimulation;            ///< Forget
    bool m_over{false};                   ///< the simulator was destroyed
    UsbBitTime m_blockedUntil{0};         ///< handler does not run before
    UsbBusStatistics m_statistics;        ///< sums so far
    Ptr<UniformRandomVariable> m_random;  ///< injected errors

    TracedCallback<const UhciFrameRecord&> m_frameTrace;                        ///< Frame
    TracedCallback<const UsbToken&, const UsbAnswer&, Time> m_transactionTrace; ///< Transaction
    TracedCallback<const UsbToken&> m_nakTrace;                                 ///< Nak
    TracedCallback<Time> m_interruptTrace;                                      ///< Interrupt
};

} // namespace ns3

#endif // UHCI_HOST_CONTROLLER_H
