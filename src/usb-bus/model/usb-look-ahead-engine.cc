// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-look-ahead-engine.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

UsbLookAheadEngine::UsbLookAheadEngine(const UsbTiming& timing)
    : m_timing(timing),
      m_lastStart(timing.GetLastStartBit())
{
}

void
UsbLookAheadEngine::SetObserver(UsbBusObserver* observer)
{
    m_observer = observer;
}

void
UsbLookAheadEngine::SetFunction(uint8_t address, UsbFunction* function)
{
    // The future that was played ahead was that of the functions as they were. It is taken back,
    // and will be planned anew.
    if (m_lookingAhead)
    {
        Restore();
    }
    m_functions.at(address) = function;
    m_attached.clear();
    std::ranges::copy_if(m_functions, std::back_inserter(m_attached), [](const UsbFunction* f) {
        return f != nullptr;
    });
}

void
UsbLookAheadEngine::SetErrorDraw(const UsbErrorDraw& draw)
{
    m_bus.error = draw;
}

// Brings the bus up to an instant. If the future that was played ahead leads exactly there, it
// becomes the past; if something would have gone otherwise, it is taken back and the bus is walked
// again from the saved present.
void
UsbLookAheadEngine::AdvanceTo(UsbBitTime limit)
{
    if (m_bus.halted)
    {
        m_bus.bit = std::max(m_bus.bit, limit);
        return;
    }
    m_watched = m_observer && m_observer->WatchesTransactions();
    if (m_lookingAhead)
    {
        MayCommit(limit) ? Commit() : Restore();
    }
    // A frame that ends exactly at the limit is closed, because its interrupt rises at that
    // instant.
    while (m_bus.bit < limit || (m_bus.frameDone && m_bus.bit == limit))
    {
        Step(limit);
    }
}

void
UsbLookAheadEngine::Touch()
{
    m_bus.touched = true;
}

// Run/Stop is cleared: the controller finishes the transaction on the wire and stops (UHCI Design
// Guide 1.1, 2.1.1; EHCI 1.0, 2.3.1). The frame in progress is reported as far as it went.
void
UsbLookAheadEngine::Halt()
{
    if (m_observer && !m_bus.halted && m_bus.walking)
    {
        m_observer->FramesDone(m_bus.record);
    }
    m_bus.halted = true;
}

// The controller begins with the first whole frame. Frame numbers go on as if it had not stopped,
// because bus time is bits since frame 0; UsbHcd::Postpone() moves what waits for a frame. An
// interrupt that the last frame before the halt asked for is still due.
void
UsbLookAheadEngine::Run(UsbBitTime now)
{
    if (!m_bus.halted)
    {
        return;
    }
    m_bus.halted = false;
    m_bus.idleFrames = 0;
    m_bus.frame = std::max<int64_t>((now + m_timing.frameBits - 1) / m_timing.frameBits, 0);
    m_bus.bit = m_bus.frame * m_timing.frameBits;
    const bool interruptWaits = m_bus.record.interrupt;
    BeginFrame();
    m_bus.record.interrupt = interruptWaits;
}

UsbBitTime
UsbLookAheadEngine::GetInterruptTime() const
{
    return m_bus.interrupt;
}

void
UsbLookAheadEngine::AcknowledgeInterrupt()
{
    m_bus.interrupt = USB_NEVER;
}

int64_t
UsbLookAheadEngine::GetFrame() const
{
    return m_lookingAhead ? m_present.frame : m_bus.frame;
}

void
UsbLookAheadEngine::BeginFrame()
{
    m_bus.frameStart = m_bus.bit;
    m_bus.bit += m_timing.sofBits;
    m_bus.walking = false;
    m_bus.frameDone = false;
    m_bus.touched = false;
    m_bus.progress = false;
    m_bus.record = UsbFrameRecord{.frame = m_bus.frame, .usedBits = m_timing.sofBits};
    BeginLists();
}

void
UsbLookAheadEngine::FinishFrame()
{
    m_bus.frameDone = true;
    m_bus.bit = m_bus.frameStart + m_timing.frameBits;
}

// Sums of the idle frames since the last that was not idle. They make up one period, which
// SkipIdleFrames() multiplies.
void
UsbLookAheadEngine::CountIdleFrame(const UsbFrameRecord& frame)
{
    if (m_bus.idleFrames == 0)
    {
        m_bus.idle = {};
    }
    m_bus.idle.transactions += frame.transactions;
    m_bus.idle.naks += frame.naks;
    m_bus.idle.usedBits += frame.usedBits;
    ++m_bus.idleFrames;
}

// An idle bus must cost no time to simulate, however long it is idle. Whole periods up to the next
// change are reported as one record and passed by a division. In a future without any change the
// engine stops: there is no next action.
void
UsbLookAheadEngine::SkipIdleFrames(UsbBitTime limit, UsbBitTime change)
{
    const UsbBitTime until = std::min(limit, change);
    m_bus.nothingAhead = m_lookingAhead && until == USB_NEVER;
    const int64_t period = m_bus.idleFrames;
    m_bus.idleFrames = 0;
    const int64_t periods = (until - m_bus.bit) / (period * m_timing.frameBits);
    if (periods <= 0 || m_bus.nothingAhead)
    {
        return;
    }
    const auto times = static_cast<uint64_t>(periods);
    Report({.frame = m_bus.frame,
            .frames = periods * period,
            .transactions = times * m_bus.idle.transactions,
            .naks = times * m_bus.idle.naks,
            .usedBits = times * m_bus.idle.usedBits});
    m_bus.frame += periods * period;
    m_bus.bit = m_bus.frame * m_timing.frameBits;
    m_bus.jumpEnd = m_bus.bit;
}

// Injected errors strike transactions that move data. How many go well before the next error was
// drawn beforehand (UsbErrorDraw), so that no random number is needed for each transaction.
// Isochronous transactions and PINGs are exempt.
UsbAnswer
UsbLookAheadEngine::AskWithErrors(UsbFunction& function, const UsbToken& token, bool isochronous)
{
    const bool exempt = token.ping || isochronous;
    if (!exempt && m_bus.error.transactions == 1 && token.pid != UsbPid::IN &&
        !m_bus.error.handshakeLost)
    {
        // The token or the data of an OUT arrives damaged. A function does not answer a packet with
        // a wrong CRC (USB 1.1, 8.4.5), and its state does not change.
        DrawNextError();
        return {UsbHandshake::NO_ANSWER};
    }
    const UsbAnswer answer = Hear(function, token);
    if (exempt || answer.handshake != UsbHandshake::ACK || --m_bus.error.transactions > 0)
    {
        return answer;
    }
    DrawNextError();
    // The function has acted on the token. Of an OUT only the handshake is lost, so that the host
    // repeats what the function already has. Of an IN the data is lost: the host does not
    // acknowledge it, and the function sends it again.
    return {.handshake = UsbHandshake::NO_ANSWER,
            .bytes = answer.bytes, // damaged data takes as long as good data
            .message = token.pid == UsbPid::IN ? 0 : answer.message};
}

// Random numbers are drawn in the present only, so that a future that is taken back does not use
// any up. A future in which an error strikes is not known beyond it.
void
UsbLookAheadEngine::DrawNextError()
{
    if (m_lookingAhead || !m_observer)
    {
        m_bus.futureUnknown = m_lookingAhead;
        m_bus.error = {};
        return;
    }
    m_bus.error = m_observer->DrawError();
}

UsbBitTime
UsbLookAheadEngine::GetNextChange(UsbBitTime now) const
{
    UsbBitTime change = USB_NEVER;
    for (const auto* function : m_attached)
    {
        change = std::min(change, function->GetNextChange(now));
    }
    return change;
}

void
UsbLookAheadEngine::Report(const UsbFrameRecord& record)
{
    if (m_lookingAhead)
    {
        m_futureFrames.push_back(record);
    }
    else if (m_observer)
    {
        m_observer->FramesDone(record);
    }
}

// Plays the bus on from the present, and stops at the first instant at which something outside must
// act: the interrupt handler runs, or a function wants to be woken. Lists and functions are left in
// that future; AdvanceTo() decides what becomes of it.
UsbBitTime
UsbLookAheadEngine::FindNextAction(UsbBitTime handlerDelay,
                                   UsbBitTime handlerNotBefore,
                                   UsbBitTime horizon)
{
    if (m_lookingAhead)
    {
        Restore();
    }
    UsbBitTime action = GetNextAction(handlerDelay, handlerNotBefore);
    if (m_bus.halted)
    {
        return action;
    }
    Save();
    m_bus.actionChanged = false;
    while (m_bus.bit < std::min(action, horizon) && !m_bus.nothingAhead && !m_bus.futureUnknown)
    {
        m_lastFetch = m_bus.bit;
        Step(std::min(action, horizon));
        if (m_bus.actionChanged)
        {
            m_bus.actionChanged = false;
            action = GetNextAction(handlerDelay, handlerNotBefore);
        }
    }
    // Beyond an error that is not drawn yet nothing is known, so that the bus must be looked at
    // again there.
    action = m_bus.futureUnknown ? std::min(action, m_bus.bit) : action;
    return action <= horizon ? action : USB_NEVER;
}

UsbBitTime
UsbLookAheadEngine::GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const
{
    UsbBitTime action = m_bus.interrupt == USB_NEVER
                            ? USB_NEVER
                            : std::max(m_bus.interrupt + handlerDelay, handlerNotBefore);
    for (const auto* function : m_attached)
    {
        action = std::min(action, function->GetNextWake());
    }
    return action;
}

// From here to Commit() or Restore() the engine works in the future. The functions save themselves;
// a derived class keeps a journal of its lists. Nobody watches single transactions meanwhile: those
// that end a message are kept for the observer, and a future that was played without a watcher
// cannot be kept if there is one (MayCommit()).
void
UsbLookAheadEngine::Save()
{
    m_lookingAhead = true;
    m_watched = false;
    m_lastFetch = m_bus.bit - 1;
    m_present = m_bus;
    SaveLists();
    for (auto* function : m_attached)
    {
        function->Save();
    }
}

bool
UsbLookAheadEngine::MayCommit(UsbBitTime limit) const
{
    // The future may be kept if each of its steps would also be taken on the way to the limit: the
    // last one began before the limit, no jump over idle frames or rounds would have been cut short
    // by it, no error is to come, and no listener wants to see every transaction.
    return m_lastFetch < limit && m_bus.jumpEnd < limit && MayTakeTogether() &&
           !m_bus.futureUnknown;
}

// The future becomes the past: the observer hears now what happened in it, frames first.
void
UsbLookAheadEngine::Commit()
{
    m_lookingAhead = false;
    m_bus.nothingAhead = false;
    KeepLists();
    if (m_observer)
    {
        for (const auto& record : m_futureFrames)
        {
            m_observer->FramesDone(record);
        }
        for (const auto& [token, answer, end] : m_futureEndings)
        {
            m_observer->TransactionDone(token, answer, end);
        }
    }
    m_futureFrames.clear();
    m_futureEndings.clear();
}

void
UsbLookAheadEngine::Restore()
{
    RestoreLists();
    for (auto* function : m_attached)
    {
        function->Restore();
    }
    m_bus = m_present;
    m_lookingAhead = false;
    m_futureFrames.clear();
    m_futureEndings.clear();
}

} // namespace ns3
