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
    // A frame that ends exactly at the limit is closed: its interrupt belongs to that instant.
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

void
UsbLookAheadEngine::Halt()
{
    if (m_observer && !m_bus.halted && m_bus.walking)
    {
        m_observer->FramesDone(m_bus.record);
    }
    m_bus.halted = true;
}

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

UsbAnswer
UsbLookAheadEngine::AskWithErrors(UsbFunction& function, const UsbToken& token, bool isochronous)
{
    const bool exempt = token.ping || isochronous;
    if (!exempt && m_bus.error.transactions == 1 && token.pid != UsbPid::IN &&
        !m_bus.error.handshakeLost)
    {
        DrawNextError(); // token or data arrives damaged: the function hears nothing
        return {UsbHandshake::NO_ANSWER};
    }
    const UsbAnswer answer = Hear(function, token);
    if (exempt || answer.handshake != UsbHandshake::ACK || --m_bus.error.transactions > 0)
    {
        return answer;
    }
    DrawNextError();
    // An OUT reached the function and only its handshake is lost; what an IN brought is lost.
    return {.handshake = UsbHandshake::NO_ANSWER,
            .bytes = answer.bytes, // damaged data takes as long as good data
            .message = token.pid == UsbPid::IN ? 0 : answer.message};
}

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
    // Every step must be one that would be taken on the way to the limit, too: begun before it,
    // with no jump that the limit would have cut short, no error and nobody who watches closely.
    return m_lastFetch < limit && m_bus.jumpEnd < limit && MayTakeTogether() &&
           !m_bus.futureUnknown;
}

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
