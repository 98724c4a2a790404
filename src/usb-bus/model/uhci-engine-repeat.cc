// SPDX-License-Identifier: GPL-2.0-only

// Many transactions in one step of the UHCI engine, where each would be like the one before.

#include "uhci-engine.h"

#include <algorithm>

namespace ns3
{

void
UhciEngine::RepeatPasses(UsbBitTime limit)
{
    const UsbBitTime lastStart = m_state.frameStart + m_lastStart;
    const UsbBitTime pass = m_state.bit - m_state.passStart;
    if (pass == 0)
    {
        // Nothing to execute in the loop: the controller spins until somebody changes the lists.
        if (limit > lastStart)
        {
            FinishFrame();
        }
        else
        {
            m_state.bit = std::max(m_state.bit, limit);
            m_state.jumpEnd = m_state.bit;
        }
        return;
    }
    // Not up to the limit itself: what is put into the lists then must be seen by the queue heads
    // that are fetched at that very bit.
    const UsbBitTime until = std::min({limit - 1, lastStart, GetNextChange(m_state.passStart)});
    int64_t passes = std::max<int64_t>((until - m_state.bit) / pass, 0);
    if (m_state.progress)
    {
        passes = RepeatPacket(m_state.mover, pass, passes);
    }
    UsbFrameRecord& record = m_state.record;
    const UsbFrameRecord& before = m_state.passRecord;
    m_state.bit += passes * pass;
    m_state.jumpEnd = m_state.bit;
    record.transactions += passes * (record.transactions - before.transactions);
    record.naks += passes * (record.naks - before.naks);
    record.bytesOut += passes * (record.bytesOut - before.bytesOut);
    record.dataBits += passes * (record.dataBits - before.dataBits);
    record.usedBits += passes * (record.usedBits - before.usedBits);
}

void
UhciEngine::RepeatInQueue(const Mover& mover, UsbBitTime limit)
{
    const UhciTd& td = m_memory.tds[mover.td];
    const UsbBitTime interval = m_state.bit - mover.start + m_timing.fetchBits;
    const UsbBitTime until = std::min(limit, m_state.frameStart + m_lastStart);
    const int64_t most = std::max<int64_t>((until - m_state.bit) / interval, 0);
    const uint32_t packets = RepeatPacket(mover, interval, most);
    const uint64_t bits = packets * static_cast<uint64_t>(interval - m_timing.fetchBits);
    m_state.bit += packets * interval;
    m_state.jumpEnd = m_state.bit;
    m_state.record.transactions += packets;
    m_state.record.bytesOut += packets * td.maxLength;
    m_state.record.dataBits += bits;
    m_state.record.usedBits += bits;
    m_state.next = m_memory.qhs[mover.queue].element;
}

bool
UhciEngine::MayRepeat() const
{
    return m_state.error.transactions == UINT64_MAX && !m_watched;
}

uint32_t
UhciEngine::CountLike(const Mover& mover, int64_t most) const
{
    const UhciTd& model = m_memory.tds[mover.td];
    UhciLink link = m_memory.qhs[mover.queue].element;
    int64_t count = 0;
    while (count < most && !link.terminate && !link.queueHead)
    {
        const UhciTd& td = m_memory.tds[link.index];
        const bool like = td.active && td.pid == model.pid && td.maxLength == model.maxLength &&
                          td.urb == model.urb && !td.interruptOnComplete &&
                          td.offset + td.maxLength < td.messageSize;
        if (!like)
        {
            break;
        }
        ++count;
        link = td.link;
    }
    return static_cast<uint32_t>(count);
}

uint32_t
UhciEngine::RepeatPacket(const Mover& mover, UsbBitTime interval, int64_t most)
{
    const uint32_t count = MayRepeat() && most > 0 ? CountLike(mover, most) : 0;
    if (count == 0)
    {
        return 0;
    }
    const UhciTd& model = m_memory.tds[mover.td];
    UsbFunction* function = m_functions[model.address];
    const uint32_t taken = function->Repeat(MakeToken(model, mover.start), interval, count);
    UhciLink& element = m_memory.qhs[mover.queue].element;
    if (m_lookingAhead && taken > 0)
    {
        m_oldElements.emplace_back(mover.queue, element);
    }
    for (uint32_t i = 0; i < taken; ++i)
    {
        UhciTd& td = m_memory.tds[element.index];
        if (m_lookingAhead)
        {
            m_oldTds.emplace_back(element.index, td);
        }
        td.active = false;
        td.actualLength = td.maxLength;
        element = td.link;
    }
    return taken;
}

} // namespace ns3
