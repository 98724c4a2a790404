// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-skeleton.h"

#include <algorithm>
#include <bit>

namespace ns3
{

// The skeleton of usb-uhci (init_skel()) in the order of visits: interrupt chains, low-speed
// control, full-speed control, bulk, end. The end queue head holds an inactive descriptor, which
// serves as the driver's frame timer, and its head link is the switch of the reclamation loop.
UhciSkeleton::UhciSkeleton()
    : m_lowSpeedControl(AllocateQh()),
      m_control(AllocateQh()),
      m_bulk(AllocateQh()),
      m_end(AllocateQh()),
      m_timerTd(AllocateTd())
{
    InsertAfter(m_control, m_lowSpeedControl);
    InsertAfter(m_bulk, m_control);
    InsertAfter(m_end, m_bulk);
    m_memory.qhs[m_end].element = UhciLink::ToTd(m_timerTd);
    SetReclamation(false);
    BuildInterruptChains();
}

void
UhciSkeleton::BuildInterruptChains()
{
    for (auto& chain : m_chains)
    {
        chain = AllocateTd();
        m_memory.tds[chain].link = UhciLink::ToTd(m_chains[0]);
    }
    m_memory.tds[m_chains[0]].link = UhciLink::ToQh(m_lowSpeedControl);
    for (uint32_t frame = 0; frame < UhciMemory::FRAME_LIST_SIZE; ++frame)
    {
        // Frame n visits the chain of period 2^(k+1), where k is the number of trailing ones of n:
        // each frame visits one slow chain, and the chain of period p is visited every p frames.
        // The slow chains end in the chain of period 1. A frame whose number ends in seven ones
        // visits only that one.
        const uint32_t chain = std::min(std::countr_one(frame % 128) + 1, 8);
        m_memory.frameList[frame] = UhciLink::ToTd(m_chains[chain % 8]);
    }
}

UhciMemory&
UhciSkeleton::GetMemory()
{
    return m_memory;
}

uint16_t
UhciSkeleton::GetEndQh() const
{
    return m_end;
}

// Queue heads freed in an earlier frame can be used again: the controller has begun at the frame
// list since then and holds no pointer to them.
void
UhciSkeleton::Reclaim(int64_t frame)
{
    auto old = m_oldQhs.begin();
    for (; old != m_oldQhs.end() && old->frame < frame; ++old)
    {
        m_freeQhs.push_back(old->qh);
    }
    m_oldQhs.erase(m_oldQhs.begin(), old);
}

uint32_t
UhciSkeleton::GetRoomForTds() const
{
    return static_cast<uint32_t>(UINT16_MAX + 1 - m_memory.tds.size() + m_freeTds.size());
}

uint16_t
UhciSkeleton::AllocateTd()
{
    if (m_freeTds.empty())
    {
        m_memory.tds.emplace_back();
        return static_cast<uint16_t>(m_memory.tds.size() - 1);
    }
    const uint16_t td = m_freeTds.back();
    m_freeTds.pop_back();
    m_memory.tds[td] = UhciTd{};
    return td;
}

void
UhciSkeleton::FreeTd(uint16_t td)
{
    m_freeTds.push_back(td);
}

uint16_t
UhciSkeleton::AllocateQh()
{
    if (m_freeQhs.empty())
    {
        m_memory.qhs.emplace_back();
        m_previous.push_back(0);
        m_next.push_back(0);
        return static_cast<uint16_t>(m_memory.qhs.size() - 1);
    }
    const uint16_t qh = m_freeQhs.back();
    m_freeQhs.pop_back();
    m_memory.qhs[qh] = UhciQh{};
    return qh;
}

void
UhciSkeleton::FreeQh(uint16_t qh, int64_t frame)
{
    m_oldQhs.push_back({qh, frame});
}

// A new queue head becomes the last of its section, which is right before the head of the next one.
void
UhciSkeleton::Insert(uint16_t qh, Section section)
{
    switch (section)
    {
    case Section::LOW_SPEED_CONTROL:
        InsertAfter(qh, m_previous[m_control]);
        m_memory.lowSpeedControl = true;
        break;
    case Section::CONTROL:
        InsertAfter(qh, m_previous[m_bulk]);
        break;
    case Section::BULK:
        InsertAfter(qh, m_previous[m_end]);
        break;
    }
}

// The new queue head is complete before it is linked in, because the controller may read the list
// at any time.
void
UhciSkeleton::InsertAfter(uint16_t qh, uint16_t before)
{
    m_previous[qh] = before;
    m_next[qh] = m_next[before];
    m_previous[m_next[before]] = qh;
    m_next[before] = qh;
    m_memory.qhs[qh].head = m_memory.qhs[before].head;
    m_memory.qhs[before].head = UhciLink::ToQh(qh);
}

// The links of the queue head that is taken out stay as they are: a controller that has latched it
// finds its way on.
void
UhciSkeleton::Remove(uint16_t qh)
{
    m_memory.qhs[m_previous[qh]].head = m_memory.qhs[qh].head;
    m_next[m_previous[qh]] = m_next[qh];
    m_previous[m_next[qh]] = m_previous[qh];
    m_memory.lowSpeedControl = m_next[m_lowSpeedControl] != m_control;
}

// The successor in a queue of bulk transfers takes over the place of the one that is done.
void
UhciSkeleton::Replace(uint16_t old, uint16_t qh)
{
    m_previous[qh] = m_previous[old];
    m_next[qh] = m_next[old];
    m_memory.qhs[qh].head = m_memory.qhs[old].head;
    m_next[m_previous[qh]] = qh;
    m_previous[m_next[qh]] = qh;
    m_memory.qhs[m_previous[qh]].head = UhciLink::ToQh(qh);
}

// Intervals are rounded down to a power of two, at most 128 frames (usb-uhci).
uint16_t
UhciSkeleton::GetChain(uint32_t interval) const
{
    const uint32_t period = std::bit_floor(std::clamp(interval, 1U, 128U));
    return m_chains[std::countr_zero(period)];
}

void
UhciSkeleton::InsertInterrupt(uint16_t td, uint32_t interval)
{
    UhciLink& chain = m_memory.tds[GetChain(interval)].link;
    m_memory.tds[td].link = chain;
    chain = UhciLink::ToTd(td);
    ++m_memory.interruptTds;
}

void
UhciSkeleton::RemoveInterrupt(uint16_t td, uint32_t interval)
{
    Unlink(m_memory.tds[GetChain(interval)].link, td);
    --m_memory.interruptTds;
}

// An isochronous descriptor stands before the interrupt chains, so that the order in a frame is
// isochronous, interrupt, control, bulk, as in the schedule of the UHCI Design Guide 1.1.
void
UhciSkeleton::InsertIsochronous(uint16_t td, int64_t frame)
{
    UhciLink& entry = m_memory.frameList[frame % UhciMemory::FRAME_LIST_SIZE];
    m_memory.tds[td].link = entry;
    entry = UhciLink::ToTd(td);
    ++m_memory.isochronousTds;
}

void
UhciSkeleton::RemoveIsochronous(uint16_t td, int64_t frame)
{
    Unlink(m_memory.frameList[frame % UhciMemory::FRAME_LIST_SIZE], td);
    --m_memory.isochronousTds;
}

void
UhciSkeleton::Unlink(UhciLink& from, uint16_t td)
{
    UhciLink* link = &from;
    while (link->index != td)
    {
        link = &m_memory.tds[link->index].link;
    }
    *link = m_memory.tds[td].link;
}

// The loop leads back to full-speed control. Low-speed control stays outside, because one low-speed
// transaction would take the time of eight.
void
UhciSkeleton::SetReclamation(bool on)
{
    UhciLink loop = UhciLink::ToQh(m_control);
    loop.terminate = !on;
    m_memory.qhs[m_end].head = loop;
}

// An inactive descriptor with IOC asks for an interrupt in each frame that reaches it.
void
UhciSkeleton::SetFrameTimer(bool on)
{
    m_memory.tds[m_timerTd].interruptOnComplete = on;
}

} // namespace ns3
