// SPDX-License-Identifier: GPL-2.0-only

// How the full-speed host controller lives in simulation time: URBs, the one event, interrupts.

#include "uhci-host-controller.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UhciHostControllerSchedule");

bool
UhciHostController::SubmitUrb(Ptr<Urb> urb)
{
    // What waits behind another URB leaves the plan of the bus as it is.
    Update update(m_hcd->WouldWait(urb->request) ? nullptr : this);
    if (urb->status == UsbTransferStatus::IN_PROGRESS)
    {
        return false;
    }
    urb->actualLength = 0;
    if (!GetPeripheral(urb->request.endpoint.address))
    {
        urb->status = UsbTransferStatus::NO_DEVICE;
        return false;
    }
    uint16_t slot;
    urb->status = m_hcd->Submit(urb->request, GetBitTime(), m_engine->GetFrame(), slot);
    if (urb->status != UsbTransferStatus::IN_PROGRESS)
    {
        return false;
    }
    if (m_errorRate > 0 && m_statistics.urbsSubmitted == 0)
    {
        m_engine->SetErrorDraw(DrawError()); // not before the streams are assigned
    }
    m_urbs.resize(std::max<size_t>(m_urbs.size(), slot + 1));
    m_urbs[slot] = urb;
    urb->submitted = Simulator::Now();
    ++m_statistics.urbsSubmitted;
    ++m_statistics.urbsInProgress;
    m_urbSubmittedTrace(urb);
    return true;
}

void
UhciHostController::UnlinkUrb(Ptr<Urb> urb)
{
    NS_LOG_FUNCTION(this << urb);
    Update update(this);
    const auto it = std::ranges::find(m_urbs, urb);
    if (it != m_urbs.end())
    {
        m_hcd->Unlink(static_cast<uint16_t>(it - m_urbs.begin()), m_engine->GetFrame());
    }
}

void
UhciHostController::ClearHalt(const UsbEndpoint& endpoint)
{
    NS_LOG_FUNCTION(this);
    Update update(this);
    m_hcd->ClearHalt(endpoint);
}

void
UhciHostController::Suspend()
{
    NS_LOG_FUNCTION(this);
    Update update(this);
    m_resumeEvent.Cancel();
    m_engine->Halt();
}

void
UhciHostController::Resume()
{
    NS_LOG_FUNCTION(this);
    m_resumeEvent.Cancel();
    m_resumeEvent = Simulator::Schedule(m_resumeTime, &UhciHostController::StartAgain, this);
}

void
UhciHostController::StartAgain()
{
    Update update(this);
    m_engine->Run(GetBitTime());
}

void
UhciHostController::BlockInterrupts(Time duration)
{
    NS_LOG_FUNCTION(this << duration);
    Update update(this);
    m_blockedUntil = std::max(m_blockedUntil, GetBitTime() + ToBits(duration));
}

void
UhciHostController::PlugFunction(uint8_t address, UsbFunction* function)
{
    m_engine->SetFunction(address, function);
}

void
UhciHostController::AbortUrbs(uint8_t address)
{
    UhciHcd::Completion completion;
    while (m_hcd->Abort(address, m_engine->GetFrame(), completion))
    {
        GiveBack(completion);
    }
}

void
UhciHostController::Synchronize()
{
    if (m_over)
    {
        return;
    }
    m_now = ReadClock();
    m_engine->AdvanceTo(m_now);
    m_engine->Touch();
}

UsbBitTime
UhciHostController::GetHandlerTime() const
{
    const UsbBitTime raised = m_engine->GetInterruptTime();
    return raised == USB_NEVER ? USB_NEVER
                               : std::max(raised + ToBits(m_isrLatency), m_blockedUntil);
}

void
UhciHostController::Replan()
{
    if (m_over)
    {
        return;
    }
    const UsbBitTime next = m_engine->FindNextAction(ToBits(m_isrLatency), m_blockedUntil);
    if (next == m_eventBit)
    {
        return;
    }
    if (m_eventBit != USB_NEVER)
    {
        m_event.Remove();
    }
    m_eventBit = next;
    if (next != USB_NEVER)
    {
        ScheduleAct();
    }
}

void
UhciHostController::ScheduleAct()
{
    if (!IsInContext())
    {
        // Who sends from outside a node, as IPv6 does at first, must not have frames delivered
        // there.
        m_eventBit = USB_NEVER;
        Simulator::ScheduleWithContext(GetContext(),
                                       Time(0),
                                       &UhciHostController::PlanAgain,
                                       Ptr<UhciHostController>(this));
        return;
    }
    if (!m_endOfSimulation.PeekEventImpl())
    {
        m_endOfSimulation = Simulator::ScheduleDestroy(&UhciHostController::Forget, this);
    }
    const Time delay = std::max(ToTime(m_eventBit) - Simulator::Now(), Time(0));
    m_event = Simulator::Schedule(delay, &UhciHostController::Act, this);
}

void
UhciHostController::PlanAgain()
{
    const Update update(this);
}

void
UhciHostController::Forget()
{
    // Somebody may keep this object beyond the simulator that has its events.
    m_over = true;
    m_event = EventId();
    m_resumeEvent = EventId();
}

void
UhciHostController::Act()
{
    m_eventBit = USB_NEVER;
    Update update(this);
    WakePeripherals();
    if (GetHandlerTime() <= GetBitTime())
    {
        HandleInterrupt();
    }
}

void
UhciHostController::WakePeripherals()
{
    const UsbBitTime now = GetBitTime();
    for (size_t address = 1; address < GetPeripherals().size(); ++address)
    {
        const Ptr<UsbPeripheral> peripheral = GetPeripherals()[address];
        if (peripheral && peripheral->GetFunction().GetNextWake() <= now)
        {
            peripheral->Wake();
        }
    }
}

void
UhciHostController::HandleInterrupt()
{
    if (!m_handling)
    {
        m_interruptTrace(ToTime(m_engine->GetInterruptTime()));
        ++m_statistics.interrupts;
    }
    // The handler takes one URB at a time, and a callback's time passes before it takes the next:
    // a claim to reclamation held by the next one bridges the gap until the callback's URB is
    // back in the lists. While it is at work the interrupt counts as not acknowledged.
    m_handling = true;
    UhciHcd::Completion completion;
    while (m_hcd->ReapOldest(GetBitTime(), m_engine->GetFrame(), completion))
    {
        const Time busy = GiveBack(completion);
        if (busy.IsStrictlyPositive() && m_hcd->HasFinished(m_engine->GetFrame()))
        {
            m_blockedUntil = std::max(m_blockedUntil, GetBitTime() + ToBits(busy));
            return;
        }
    }
    m_handling = false;
    m_engine->AcknowledgeInterrupt();
}

Time
UhciHostController::GiveBack(const UhciHcd::Completion& completion)
{
    const Ptr<Urb> urb = m_urbs[completion.slot];
    m_urbs[completion.slot] = nullptr;
    urb->status = completion.status;
    urb->actualLength = completion.actualLength;
    --m_statistics.urbsInProgress;
    ++(completion.status == UsbTransferStatus::COMPLETE ? m_statistics.urbsCompleted
                                                        : m_statistics.urbsFailed);
    m_urbCompletedTrace(urb);
    if (!urb->completion.IsNull())
    {
        urb->completion(urb);
    }
    return urb->completionTime;
}

void
UhciHostController::TransactionDone(const UsbToken& token, const UsbAnswer& answer, UsbBitTime end)
{
    if (answer.handshake == UsbHandshake::NAK)
    {
        m_nakTrace(token);
    }
    if (!m_transactionTrace.IsEmpty())
    {
        m_transactionTrace(token, answer, ToTime(end));
    }
    const Ptr<UsbPeripheral> peripheral =
        answer.message > 0 ? GetPeripheral(token.address) : nullptr;
    if (!peripheral)
    {
        return;
    }
    if (token.pid == UsbPid::IN)
    {
        peripheral->TransferSent(m_urbs[token.urb], answer.message);
    }
    else
    {
        peripheral->TransferReceived(m_urbs[token.urb], answer.message);
    }
}

void
UhciHostController::FramesDone(const UhciFrameRecord& record)
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
    m_frameTrace(record);
}

bool
UhciHostController::WatchesTransactions() const
{
    return !m_transactionTrace.IsEmpty() || !m_nakTrace.IsEmpty();
}

UsbErrorDraw
UhciHostController::DrawError()
{
    if (m_errorRate >= 1)
    {
        return {1, m_random->GetValue() < m_handshakeShare};
    }
    const double distance = std::log1p(-m_random->GetValue()) / std::log1p(-m_errorRate);
    constexpr double FAR = 1e18; // more transactions than there will be; fits the integer
    return {1 + static_cast<uint64_t>(std::min(distance, FAR)),
            m_random->GetValue() < m_handshakeShare};
}

} // namespace ns3
