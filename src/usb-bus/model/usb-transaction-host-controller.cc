// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-transaction-host-controller.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbTransactionHostController");
NS_OBJECT_ENSURE_REGISTERED(UsbTransactionHostController);

TypeId
UsbTransactionHostController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UsbTransactionHostController")
            .SetParent<UsbHostController>()
            .SetGroupName("UsbBus")
            .AddTraceSource(
                "Frame",
                "What happened in a frame, or in a series of frames with only NAKs. Fires after "
                "the frame; the first argument is the start of the (first) frame",
                MakeTraceSourceAccessor(&UsbTransactionHostController::m_frameTrace),
                "ns3::UsbTransactionHostController::FrameTracedCallback")
            .AddTraceSource(
                "Transaction",
                "A transaction on the bus. May fire later; the first argument is its end",
                MakeTraceSourceAccessor(&UsbTransactionHostController::m_transactionTrace),
                "ns3::UsbTransactionHostController::TransactionTracedCallback")
            .AddTraceSource(
                "Nak",
                "A device refused a transaction. May fire later; the first argument is the "
                "transaction's end. Rounds in which every transaction is refused may be counted "
                "in Frame and not reported one by one",
                MakeTraceSourceAccessor(&UsbTransactionHostController::m_nakTrace),
                "ns3::UsbTransactionHostController::NakTracedCallback")
            .AddTraceSource(
                "Interrupt",
                "The driver's handler runs; the argument is when the interrupt was raised",
                MakeTraceSourceAccessor(&UsbTransactionHostController::m_interruptTrace),
                "ns3::UsbTransactionHostController::InterruptTracedCallback")
            .AddTraceSource(
                "Plan",
                "The controller has looked ahead; the argument is the instant at which it acts "
                "next unless something changes first; Time::Max() if there is none",
                MakeTraceSourceAccessor(&UsbTransactionHostController::m_planTrace),
                "ns3::UsbTransactionHostController::PlanTracedCallback");
    return tid;
}

TypeId
UsbTransactionHostController::AddCommonAttributes(TypeId tid)
{
    return tid
        .AddAttribute("BitStuffing",
                      "Stuffed bits counted in a transaction's length",
                      FIXED,
                      EnumValue(UsbBitStuffing::NONE),
                      MakeEnumAccessor<UsbBitStuffing>(&UsbTransactionHostController::m_stuffing),
                      MakeEnumChecker(UsbBitStuffing::NONE,
                                      "None",
                                      UsbBitStuffing::RANDOM,
                                      "Random",
                                      UsbBitStuffing::WORST,
                                      "Worst"))
        .AddAttribute("TdOverhead",
                      "Time to fetch a descriptor over the host's bus before each transaction. "
                      "Up to 0.98 us, 19 bulk transactions still fit into a frame",
                      FIXED,
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&UsbTransactionHostController::m_tdOverhead),
                      MakeTimeChecker(Time(0), MicroSeconds(50)))
        .AddAttribute("FramePhase",
                      "Simulation time at which frame 0 starts",
                      FIXED,
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&UsbTransactionHostController::m_framePhase),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("TransactionErrorRate",
                      "Probability that a transaction with data is damaged on the wire",
                      FIXED,
                      DoubleValue(0.0),
                      MakeDoubleAccessor(&UsbTransactionHostController::m_errorRate),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("IsrLatency",
                      "Time from the interrupt, which is raised at the start of a frame, to the "
                      "driver's handler. Estimated; any value from 5 to 50 us gives the same "
                      "results in kuang2003's table 2",
                      TimeValue(MicroSeconds(15)),
                      MakeTimeAccessor(&UsbTransactionHostController::SetIsrLatency,
                                       &UsbTransactionHostController::GetIsrLatency),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("ResumeTime",
                      "Length of resume signalling (USB 1.1, 7.1.7.5: 20 ms)",
                      TimeValue(MilliSeconds(20)),
                      MakeTimeAccessor(&UsbTransactionHostController::m_resumeTime),
                      MakeTimeChecker(Time(0), Seconds(10)));
}

UsbTransactionHostController::UsbTransactionHostController()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

UsbTransactionHostController::~UsbTransactionHostController() = default;

uint32_t
UsbTransactionHostController::GetPeriodicLimitUs(const UsbTiming& timing) const
{
    const double frameUs = 1e-3 * static_cast<double>(timing.ToNanoSeconds(timing.frameBits));
    return static_cast<uint32_t>(std::lround(m_periodicLimit * frameUs));
}

// The attributes have their values when this function is called. The structure of the bus depends
// on them, so that driver and hardware are made here and not in the constructor.
void
UsbTransactionHostController::NotifyConstructionCompleted()
{
    UsbHostController::NotifyConstructionCompleted();
    m_timing = GetBusTiming();
    m_timing.stuffing = m_stuffing;
    m_timing.fetchBits = static_cast<uint32_t>(m_tdOverhead.GetNanoSeconds() *
                                               m_timing.nsDenominator / m_timing.nsNumerator);
    m_isrBits = ToBits(m_isrLatency);
    m_bus = MakeBus(m_timing);
    m_bus.engine->SetObserver(this);
}

void
UsbTransactionHostController::SetIsrLatency(Time latency)
{
    m_isrLatency = latency;
    if (m_bus.engine)
    {
        m_isrBits = ToBits(latency);
    }
}

Time
UsbTransactionHostController::GetIsrLatency() const
{
    return m_isrLatency;
}

void
UsbTransactionHostController::DoDispose()
{
    m_event.Cancel();
    m_resumeEvent.Cancel();
    m_endOfSimulation.Cancel();
    m_over = true;
    m_urbs.clear();
    UsbHostController::DoDispose();
}

uint32_t
UsbTransactionHostController::GetMaxBulkPacket() const
{
    return m_timing.maxBulkPacket;
}

// In an update no time passes, and the clock was read when it began.
UsbBitTime
UsbTransactionHostController::GetBitTime() const
{
    return IsUpdating() ? m_now : ReadClock();
}

UsbBitTime
UsbTransactionHostController::ReadClock() const
{
    return ToBitTime(Simulator::Now());
}

UsbBitTime
UsbTransactionHostController::ToBitTime(Time instant) const
{
    return m_timing.FromNanoSeconds((instant - m_framePhase).GetNanoSeconds());
}

UsbBitTime
UsbTransactionHostController::ToBits(Time duration) const
{
    return m_timing.FromNanoSeconds(duration.GetNanoSeconds());
}

Time
UsbTransactionHostController::ToTime(UsbBitTime bits) const
{
    return NanoSeconds(m_timing.ToNanoSeconds(bits)) + m_framePhase;
}

int64_t
UsbTransactionHostController::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

void
UsbTransactionHostController::PromiseUpdate(Time when)
{
    m_promises.push_back(ToBitTime(when));
}

void
UsbTransactionHostController::WithdrawPromises()
{
    if (!m_promises.empty())
    {
        NS_LOG_DEBUG("promises of updates are withdrawn");
        Update([this] { m_promises.clear(); });
    }
}

UsbBusStatistics
UsbTransactionHostController::GetStatistics()
{
    Update([] {});
    return m_statistics;
}

bool
UsbTransactionHostController::SubmitUrb(Ptr<Urb> urb)
{
    // A URB that waits behind another one in its queue leaves the plan of the bus as it is, so that
    // the bus need not be brought up to the present for it.
    if (m_bus.hcd->WouldWait(urb->request))
    {
        return AcceptUrb(urb);
    }
    bool accepted = false;
    Update([&] { accepted = AcceptUrb(urb); });
    return accepted;
}

// The driver's checks decide (UsbHcd::Submit()); a URB to an address without a device is refused
// here, because the driver knows no devices.
bool
UsbTransactionHostController::AcceptUrb(const Ptr<Urb>& urb)
{
    if (urb->status == UsbTransferStatus::IN_PROGRESS)
    {
        NS_LOG_LOGIC("refused, the URB is in progress already: " << urb->request);
        return false;
    }
    urb->actualLength = 0;
    uint16_t slot;
    const UsbTransferStatus status =
        GetPeripheral(urb->request.endpoint.address)
            ? m_bus.hcd->Submit(urb->request, GetBitTime(), m_bus.engine->GetFrame(), slot)
            : UsbTransferStatus::NO_DEVICE;
    if (status != UsbTransferStatus::IN_PROGRESS)
    {
        UrbRefused(*urb, status);
        return false;
    }
    urb->status = status;
    if (m_errorRate > 0 && m_statistics.urbsSubmitted == 0)
    {
        // The first error is drawn now and not at construction, because the random stream is
        // assigned in between.
        m_bus.engine->SetErrorDraw(DrawError());
    }
    m_urbs.resize(std::max<size_t>(m_urbs.size(), slot + 1));
    m_urbs[slot] = urb;
    urb->submitted = Simulator::Now();
    ++m_statistics.urbsSubmitted;
    ++m_statistics.urbsInProgress;
    UrbAccepted(urb);
    return true;
}

void
UsbTransactionHostController::UnlinkUrb(Ptr<Urb> urb)
{
    NS_LOG_FUNCTION(this << urb);
    Update([&] {
        const auto it = std::ranges::find(m_urbs, urb);
        if (it != m_urbs.end())
        {
            NS_LOG_LOGIC("taken back: " << urb->request);
            m_bus.hcd->Unlink(static_cast<uint16_t>(it - m_urbs.begin()), m_bus.engine->GetFrame());
        }
    });
}

void
UsbTransactionHostController::ClearHalt(const UsbEndpoint& endpoint)
{
    NS_LOG_FUNCTION(this);
    NS_LOG_LOGIC("the halt of endpoint " << +endpoint.address << "." << +endpoint.number
                                         << (endpoint.in ? " IN" : " OUT") << " is cleared");
    Update([&] { m_bus.hcd->ClearHalt(endpoint); });
}

void
UsbTransactionHostController::Suspend()
{
    NS_LOG_FUNCTION(this);
    m_resumeEvent.Cancel();
    Update([this] { m_bus.engine->Halt(); });
    NS_LOG_LOGIC("suspended: the schedule stands still");
}

void
UsbTransactionHostController::Resume()
{
    NS_LOG_FUNCTION(this);
    m_resumeEvent.Cancel();
    NS_LOG_LOGIC("resume is signalled for " << m_resumeTime.As(Time::MS));
    m_resumeEvent =
        Simulator::Schedule(m_resumeTime, &UsbTransactionHostController::StartAgain, this);
}

void
UsbTransactionHostController::StartAgain()
{
    Update([this] {
        const int64_t frame = m_bus.engine->GetFrame();
        m_bus.engine->Run(GetBitTime());
        m_bus.hcd->Postpone(frame, m_bus.engine->GetFrame() - frame);
    });
    NS_LOG_LOGIC("the schedule runs again");
}

void
UsbTransactionHostController::BlockInterrupts(Time duration)
{
    NS_LOG_FUNCTION(this << duration);
    Update([this, duration] {
        m_blockedUntil = std::max(m_blockedUntil, GetBitTime() + ToBits(duration));
    });
    NS_LOG_LOGIC("fault: the host's interrupts are blocked for " << duration.As(Time::MS));
}

void
UsbTransactionHostController::PlugFunction(uint8_t address, UsbFunction* function)
{
    m_bus.engine->SetFunction(address, function);
}

void
UsbTransactionHostController::AbortUrbs(uint8_t address)
{
    UsbHcd::Completion completion;
    while (m_bus.hcd->Abort(address, m_bus.engine->GetFrame(), completion))
    {
        GiveBack(completion);
    }
}

// The hardware executes everything up to the present. Completions are not looked for here: they
// wait for the interrupt handler, as they do on a real host. Promises for instants that have come
// are kept by this very update.
void
UsbTransactionHostController::Synchronize()
{
    if (m_over)
    {
        return;
    }
    m_now = ReadClock();
    m_bus.engine->AdvanceTo(m_now);
    m_bus.engine->Touch();
    std::erase_if(m_promises, [this](UsbBitTime promise) { return promise <= m_now; });
}

// The handler runs IsrLatency after the interrupt rose, and not while interrupts are blocked or a
// callback of the last run keeps it busy.
UsbBitTime
UsbTransactionHostController::GetHandlerTime() const
{
    const UsbBitTime raised = m_bus.engine->GetInterruptTime();
    return raised == USB_NEVER ? USB_NEVER : std::max(raised + m_isrBits, m_blockedUntil);
}

// The one event of the bus is at the next instant at which the handler runs or a device acts. It is
// left alone if the new plan has the same instant, which is the rule when something was queued
// behind what is on its way.
void
UsbTransactionHostController::Replan()
{
    if (m_over)
    {
        return;
    }
    const auto promise = std::ranges::min_element(m_promises);
    const UsbBitTime next =
        m_bus.engine->FindNextAction(m_isrBits,
                                     m_blockedUntil,
                                     promise == m_promises.end() ? USB_NEVER : *promise);
    if (!m_planTrace.IsEmpty())
    {
        m_planTrace(next == USB_NEVER ? Time::Max() : ToTime(next));
    }
    if (next == m_eventBit)
    {
        return;
    }
    if (m_eventBit != USB_NEVER)
    {
        m_event.Remove();
    }
    m_eventBit = next;
    if (next == USB_NEVER)
    {
        NS_LOG_DEBUG("nothing is ahead: the bus is idle until somebody acts");
        return;
    }
    NS_LOG_DEBUG("next action in " << (ToTime(next) - Simulator::Now()).As(Time::US));
    ScheduleAct();
}

void
UsbTransactionHostController::ScheduleAct()
{
    if (!IsInContext())
    {
        // The caller acts outside of this node's context, as IPv6 does when it sends its first
        // packets. The event of the bus delivers frames, and must have the context of the node.
        m_eventBit = USB_NEVER;
        Simulator::ScheduleWithContext(GetContext(),
                                       Time(0),
                                       &UsbTransactionHostController::PlanAgain,
                                       Ptr<UsbTransactionHostController>(this));
        return;
    }
    if (!m_endOfSimulation.PeekEventImpl())
    {
        m_endOfSimulation = Simulator::ScheduleDestroy(&UsbTransactionHostController::Forget, this);
    }
    // An instant that Time rounds down to the present would come for ever.
    NS_ABORT_MSG_IF(ToTime(1) == Time(0),
                    GetInstanceTypeId().GetName()
                        << ": Time has a resolution of "
                        << Time::FromInteger(1, Time::GetResolution()).As(Time::NS)
                        << ": expected 1 ns or finer, as a bit of the bus would round to 0");
    const Time delay = std::max(ToTime(m_eventBit) - Simulator::Now(), Time(0));
    m_event.Schedule(delay);
}

void
UsbTransactionHostController::PlanAgain()
{
    Update([] {});
}

void
UsbTransactionHostController::Forget()
{
    // The simulator is being destroyed, but a user may still hold this object. Its events are gone,
    // and no new one may be scheduled.
    m_over = true;
    m_event.Forget();
    m_resumeEvent = EventId();
}

// The event that Replan() scheduled has come. Devices act before the handler runs, because what
// they do belongs to the bus and the handler reads its result.
void
UsbTransactionHostController::Act()
{
    m_eventBit = USB_NEVER;
    Update([this] {
        WakePeripherals();
        if (GetHandlerTime() <= GetBitTime())
        {
            HandleInterrupt();
        }
    });
}

void
UsbTransactionHostController::WakePeripherals()
{
    const UsbBitTime now = GetBitTime();
    for (size_t address = 1; address < GetPeripherals().size(); ++address)
    {
        const Ptr<UsbPeripheral> peripheral = GetPeripherals()[address];
        if (peripheral && peripheral->GetFunction().GetNextWake() <= now)
        {
            NS_LOG_DEBUG("the device at address " << address << " is woken");
            peripheral->Wake();
        }
    }
}

void
UsbTransactionHostController::HandleInterrupt()
{
    if (!m_handling)
    {
        const Time raised = ToTime(m_bus.engine->GetInterruptTime());
        NS_LOG_LOGIC("the interrupt handler runs; the interrupt was raised "
                     << (Simulator::Now() - raised).As(Time::US) << " ago");
        m_interruptTrace(raised);
        ++m_statistics.interrupts;
    }
    // The handler gives back one URB at a time, oldest first (uhci_interrupt() of usb-uhci), and
    // the time of its callback passes before the next is given back. The next URB thus keeps its
    // claim to reclamation until the first has been submitted again, so that the loop stays closed
    // in the meantime. The interrupt is acknowledged when the handler returns.
    m_handling = true;
    UsbHcd::Completion completion;
    while (m_bus.hcd->ReapOldest(GetBitTime(), m_bus.engine->GetFrame(), completion))
    {
        const Time busy = GiveBack(completion);
        if (busy.IsStrictlyPositive() && m_bus.hcd->HasFinished(m_bus.engine->GetFrame()))
        {
            NS_LOG_LOGIC("a completion callback keeps the handler busy for " << busy.As(Time::US));
            m_blockedUntil = std::max(m_blockedUntil, GetBitTime() + ToBits(busy));
            return;
        }
    }
    m_handling = false;
    m_bus.engine->AcknowledgeInterrupt();
}

Time
UsbTransactionHostController::GiveBack(const UsbHcd::Completion& completion)
{
    const Ptr<Urb> urb = m_urbs[completion.slot];
    m_urbs[completion.slot] = nullptr;
    urb->status = completion.status;
    urb->actualLength = completion.actualLength;
    --m_statistics.urbsInProgress;
    ++(completion.status == UsbTransferStatus::COMPLETE ? m_statistics.urbsCompleted
                                                        : m_statistics.urbsFailed);
    GiveBackUrb(urb);
    return urb->completionTime;
}

// The hardware reports a transaction that has become the past, which may be a while after it ended
// (the engine is lazy). Those that end a message are passed on to the device; the URB is still in
// progress on the host's side.
void
UsbTransactionHostController::TransactionDone(const UsbToken& token,
                                              const UsbAnswer& answer,
                                              UsbBitTime end)
{
    const Time at = ToTime(end);
    if (answer.handshake == UsbHandshake::NAK)
    {
        m_nakTrace(at, token);
    }
    m_transactionTrace(at, token, answer);
    const Ptr<UsbPeripheral> peripheral =
        answer.message > 0 ? GetPeripheral(token.address) : nullptr;
    if (!peripheral)
    {
        return;
    }
    NS_LOG_LOGIC("message " << answer.message << (token.pid == UsbPid::IN ? " from " : " to ")
                            << +token.address << "." << +token.endpoint << " ended "
                            << (Simulator::Now() - at).As(Time::US) << " ago");
    if (token.pid == UsbPid::IN)
    {
        peripheral->TransferSent(m_urbs[token.urb], answer.message, at);
    }
    else
    {
        peripheral->TransferReceived(m_urbs[token.urb], answer.message, at);
    }
}

void
UsbTransactionHostController::FramesDone(const UsbFrameRecord& record)
{
    m_statistics.frames += record.frames;
    m_statistics.busyFrames += record.transactions > record.naks;
    m_statistics.transactions += record.transactions;
    m_statistics.naks += record.naks;
    m_statistics.errors += record.errors;
    m_statistics.bytesOut += record.bytesOut;
    m_statistics.bytesIn += record.bytesIn;
    m_statistics.dataBits += record.dataBits;
    m_statistics.usedBits += record.usedBits;
    if (!m_frameTrace.IsEmpty())
    {
        m_frameTrace(ToTime(record.frame * m_timing.frameBits), record);
    }
}

bool
UsbTransactionHostController::WatchesTransactions() const
{
    return !m_transactionTrace.IsEmpty() || !m_nakTrace.IsEmpty();
}

// Errors are independent of each other, so that the number of good transactions between two of them
// is geometric. One draw by inversion replaces a draw for each transaction, and a second one
// decides whether the handshake or the data is hit.
UsbErrorDraw
UsbTransactionHostController::DrawError()
{
    if (m_errorRate >= 1)
    {
        return {1, m_random->GetValue() < m_handshakeShare};
    }
    const double distance = std::log1p(-m_random->GetValue()) / std::log1p(-m_errorRate);
    constexpr double FAR = 1e18; // more transactions than any run has, and fits into the integer
    return {1 + static_cast<uint64_t>(std::min(distance, FAR)),
            m_random->GetValue() < m_handshakeShare};
}

} // namespace ns3
