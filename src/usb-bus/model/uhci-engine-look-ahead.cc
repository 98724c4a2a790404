// SPDX-License-Identifier: GPL-2.0-only

// The UHCI engine plays the bus ahead of the present, to find the next instant that concerns
// anybody; what it played is kept if the present gets there undisturbed.

#include "uhci-engine.h"

#include <algorithm>

namespace ns3
{

UsbBitTime
UhciEngine::FindNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore)
{
    if (m_lookingAhead)
    {
        Restore();
    }
    UsbBitTime action = GetNextAction(handlerDelay, handlerNotBefore);
    if (m_state.halted)
    {
        return action;
    }
    Save();
    m_state.actionChanged = false;
    while (m_state.bit < action && !m_state.nothingAhead && !m_state.futureUnknown)
    {
        m_lastStep = m_state.bit;
        Step(action);
        if (m_state.actionChanged)
        {
            m_state.actionChanged = false;
            action = GetNextAction(handlerDelay, handlerNotBefore);
        }
    }
    if (m_state.futureUnknown)
    {
        action = std::min(action, m_state.bit);
    }
    return action;
}

UsbBitTime
UhciEngine::GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const
{
    UsbBitTime action = m_state.interrupt == USB_NEVER
                            ? USB_NEVER
                            : std::max(m_state.interrupt + handlerDelay, handlerNotBefore);
    for (const auto* function : m_attached)
    {
        action = std::min(action, function->GetNextWake());
    }
    return action;
}

void
UhciEngine::Save()
{
    m_lookingAhead = true;
    m_watched = false;
    m_lastStep = m_state.bit - 1;
    m_saved = m_state;
    for (auto* function : m_attached)
    {
        function->Save();
    }
}

bool
UhciEngine::MayCommit(UsbBitTime limit) const
{
    // Every step must be one that would be taken on the way to the limit, too: begun before it,
    // with no jump that the limit would have cut short, no error and nobody who watches closely.
    return m_lastStep < limit && m_state.jumpEnd < limit && !m_watched &&
           m_state.error.transactions == UINT64_MAX && !m_state.futureUnknown;
}

void
UhciEngine::Commit()
{
    m_lookingAhead = false;
    m_state.nothingAhead = false;
    m_oldTds.clear();
    m_oldElements.clear();
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
UhciEngine::Restore()
{
    for (auto it = m_oldTds.rbegin(); it != m_oldTds.rend(); ++it)
    {
        m_memory.tds[it->first].SetStatus(it->second);
    }
    for (auto it = m_oldElements.rbegin(); it != m_oldElements.rend(); ++it)
    {
        m_memory.qhs[it->first].element = it->second;
    }
    m_oldTds.clear();
    m_oldElements.clear();
    for (auto* function : m_attached)
    {
        function->Restore();
    }
    m_state = m_saved;
    m_lookingAhead = false;
    m_futureFrames.clear();
    m_futureEndings.clear();
}

} // namespace ns3
