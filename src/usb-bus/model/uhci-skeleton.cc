// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-skeleton.h"

#include <algorithm>
#include <bit>

namespace ns3
{

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
        // Frame n visits the chain of period 2^(k+1) where k counts the trailing ones of n, so
        // that each frame has one slow chain and chain p is visited every p frames.
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

void
UhciSkeleton::Remove(uint16_t qh)
{
    m_memory.qhs[m_previous[qh]].head = m_memory.qhs[qh].head;
    m_next[m_previous[qh]] = m_next[qh];
    m_previous[m_next[qh]] = m_previous[qh];
    m_memory.lowSpeedControl = m_next[m_lowSpeedControl] != m_control;
}

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

void
UhciSkeleton::SetReclamation(bool on)
{
    UhciLink loop = UhciLink::ToQh(m_control);
    loop.terminate = !on;
    m_memory.qhs[m_end].head = loop;
}

void
UhciSkeleton::SetFrameTimer(bool on)
{
    m_memory.tds[m_timerTd].interruptOnComplete = on;
}

} // namespace ns3
