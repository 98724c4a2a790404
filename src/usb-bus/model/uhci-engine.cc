// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-engine.h"

#include <algorithm>

namespace ns3
{

UhciEngine::UhciEngine(const UsbTiming& timing, UhciMemory& memory, const Options& options)
    : m_timing(timing),
      m_lastStart(timing.GetLastStartBit()),
      m_memory(memory),
      m_options(options)
{
    m_state.bit = 0;
    BeginFrame();
}

void
UhciEngine::SetObserver(UsbBusObserver* observer)
{
    m_observer = observer;
}

void
UhciEngine::SetFunction(uint8_t address, UsbFunction* function)
{
    if (m_lookingAhead)
    {
        Restore();
    }
    m_functions.at(address) = function;
    m_attached.clear();
    std::copy_if(m_functions.begin(),
                 m_functions.end(),
                 std::back_inserter(m_attached),
                 [](const UsbFunction* f) { return f != nullptr; });
}

void
UhciEngine::SetLoopQh(uint16_t qh)
{
    m_loopQh = qh;
}

void
UhciEngine::SetErrorDraw(const UsbErrorDraw& draw)
{
    m_state.error = draw;
}

void
UhciEngine::AdvanceTo(UsbBitTime limit)
{
    if (m_state.halted)
    {
        m_state.bit = std::max(m_state.bit, limit);
        return;
    }
    m_watched = m_observer && m_observer->WatchesTransactions();
    if (m_lookingAhead)
    {
        MayCommit(limit) ? Commit() : Restore();
    }
    // A frame that ends exactly at the limit is closed: its interrupt belongs to that instant.
    while (m_state.bit < limit || (m_state.frameDone && m_state.bit == limit))
    {
        Step(limit);
    }
}

void
UhciEngine::Touch()
{
    m_state.touched = true;
    m_state.wrapped = false;
    m_state.idleFrames = 0;
}

void
UhciEngine::Halt()
{
    if (m_observer && !m_state.halted && m_state.entryRead)
    {
        m_observer->FramesDone(m_state.record);
    }
    m_state.halted = true;
}

void
UhciEngine::Run(UsbBitTime now)
{
    if (!m_state.halted)
    {
        return;
    }
    m_state.halted = false;
    m_state.frame = std::max<int64_t>((now + m_timing.frameBits - 1) / m_timing.frameBits, 0);
    m_state.bit = m_state.frame * m_timing.frameBits;
    const bool interruptWaits = m_state.record.interrupt;
    BeginFrame();
    m_state.record.interrupt = interruptWaits;
}

UsbBitTime
UhciEngine::GetInterruptTime() const
{
    return m_state.interrupt;
}

void
UhciEngine::AcknowledgeInterrupt()
{
    m_state.interrupt = USB_NEVER;
}

int64_t
UhciEngine::GetFrame() const
{
    return m_lookingAhead ? m_saved.frame : m_state.frame;
}

const UsbTiming&
UhciEngine::GetTiming() const
{
    return m_timing;
}

void
UhciEngine::Step(UsbBitTime limit)
{
    if (m_state.frameDone)
    {
        CloseFrame(limit);
        return;
    }
    if (!m_state.entryRead)
    {
        m_state.entryRead = true;
        m_state.inQueue = false;
        m_state.next = m_memory.frameList[m_state.frame % UhciMemory::FRAME_LIST_SIZE];
    }
    // Links and inactive descriptors take no time: on to the next transaction.
    const UsbBitTime start = m_state.bit;
    while (m_state.bit == start && !m_state.frameDone && !m_state.nothingAhead)
    {
        if (m_state.next.terminate)
        {
            FinishFrame();
        }
        else if (m_state.next.queueHead)
        {
            VisitQueue(limit);
        }
        else
        {
            VisitTd(m_state.next.index, limit);
        }
    }
}

void
UhciEngine::BeginFrame()
{
    m_state.frameStart = m_state.bit;
    m_state.bit += m_timing.sofBits;
    m_state.entryRead = false;
    m_state.frameDone = false;
    m_state.touched = false;
    m_state.wrapped = false;
    m_state.progress = false;
    m_state.frameProgress = false;
    m_state.record = UsbFrameRecord{.frame = m_state.frame, .usedBits = m_timing.sofBits};
    if (!m_memory.HasTransfersOutsideLoop())
    {
        StartPass(); // what comes before the loop takes no time: the first pass is as the others
    }
}

void
UhciEngine::FinishFrame()
{
    m_state.frameDone = true;
    m_state.bit = m_state.frameStart + m_timing.frameBits;
}

void
UhciEngine::CloseFrame(UsbBitTime limit)
{
    const UsbBitTime start = m_state.frameStart;
    const UsbFrameRecord& record = m_state.record;
    if (record.interrupt && m_state.interrupt == USB_NEVER)
    {
        m_state.interrupt = m_state.bit;
        m_state.actionChanged = true;
    }
    const bool idle = !m_state.touched && !m_state.frameProgress && !record.interrupt &&
                      GetNextChange(start) >= m_state.bit;
    Report(record);
    if (idle)
    {
        m_state.idle.transactions =
            (m_state.idleFrames ? m_state.idle.transactions : 0) + record.transactions;
        m_state.idle.naks = (m_state.idleFrames ? m_state.idle.naks : 0) + record.naks;
        m_state.idle.usedBits = (m_state.idleFrames ? m_state.idle.usedBits : 0) + record.usedBits;
        ++m_state.idleFrames;
    }
    else
    {
        m_state.idleFrames = 0;
    }
    ++m_state.frame;
    if (idle && m_state.idleFrames == m_memory.GetPeriod())
    {
        SkipIdleFrames(limit);
    }
    BeginFrame();
}

void
UhciEngine::SkipIdleFrames(UsbBitTime limit)
{
    // The last period of frames did nothing but NAK, and neither the lists nor the functions can
    // change before `until`: the following periods are the same. A change right now counts.
    const UsbBitTime until = std::min(limit, GetNextChange(m_state.bit - 1));
    m_state.nothingAhead = m_lookingAhead && until == USB_NEVER;
    const int64_t period = m_state.idleFrames;
    m_state.idleFrames = 0;
    const int64_t periods = (until - m_state.bit) / (period * m_timing.frameBits);
    if (periods <= 0 || m_state.nothingAhead)
    {
        return;
    }
    const auto times = static_cast<uint64_t>(periods);
    Report({.frame = m_state.frame,
            .frames = periods * period,
            .transactions = times * m_state.idle.transactions,
            .naks = times * m_state.idle.naks,
            .usedBits = times * m_state.idle.usedBits});
    m_state.frame += periods * period;
    m_state.bit = m_state.frame * m_timing.frameBits;
    m_state.jumpEnd = m_state.bit;
}

void
UhciEngine::VisitQueue(UsbBitTime limit)
{
    const UhciQh* qh = &m_memory.qhs[m_state.next.index];
    while (qh->element.terminate && qh->head.queueHead && !qh->head.terminate &&
           m_state.next.index != m_loopQh)
    {
        m_state.next = qh->head; // empty: on to the next queue
        qh = &m_memory.qhs[m_state.next.index];
    }
    m_state.inQueue = true;
    m_state.queue = m_state.next.index;
    m_state.latchedHead = qh->head;
    if (qh->element.terminate)
    {
        FollowHead(limit);
    }
    else
    {
        m_state.next = qh->element;
    }
}

void
UhciEngine::FollowHead(UsbBitTime limit)
{
    m_state.inQueue = false;
    m_state.next = m_state.latchedHead;
    if (m_state.queue == m_loopQh && !m_state.next.terminate)
    {
        CloseLoop(limit);
    }
}

void
UhciEngine::CloseLoop(UsbBitTime limit)
{
    const bool stuck = m_lookingAhead && IsStuck();
    m_state.nothingAhead = stuck;
    if (stuck)
    {
        return;
    }
    if (m_state.wrapped && (!m_state.progress || (m_state.passMoves == 1 && m_state.passRepeats)))
    {
        RepeatPasses(limit);
    }
    StartPass();
}

bool
UhciEngine::IsStuck() const
{
    // A whole pass was refused, the loop holds all there is, and no refusal ends by itself.
    return m_state.wrapped && !m_state.progress && !m_state.record.interrupt &&
           !m_memory.HasTransfersOutsideLoop() && GetNextChange(m_state.passStart) == USB_NEVER;
}

void
UhciEngine::StartPass()
{
    m_state.wrapped = true;
    m_state.progress = false;
    m_state.passStart = m_state.bit;
    m_state.passRecord = m_state.record;
    m_state.passMoves = 0;
}

UsbBitTime
UhciEngine::GetNextChange(UsbBitTime now) const
{
    UsbBitTime change = USB_NEVER;
    for (const auto* function : m_attached)
    {
        change = std::min(change, function->GetNextChange(now));
    }
    return change;
}

void
UhciEngine::Report(const UsbFrameRecord& record)
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

void
UhciEngine::Report(const UsbToken& token, const UsbAnswer& answer)
{
    if (answer.message == 0 && !m_watched)
    {
        return;
    }
    if (m_lookingAhead)
    {
        m_futureEndings.push_back({token, answer, m_state.bit});
    }
    else if (m_observer)
    {
        m_observer->TransactionDone(token, answer, m_state.bit);
    }
}

} // namespace ns3
