// SPDX-License-Identifier: GPL-2.0-only

// One transaction of the UHCI engine: start rule, answer, write-back, next item.

#include "uhci-engine.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// A low-speed bit lasts eight full-speed ones (USB 1.1, 7.1.11).
constexpr uint32_t LOW_SPEED_FACTOR = 8;
/// The full-speed preamble before a low-speed packet: sync, PID and hub set-up (USB 1.1, 8.6.5).
constexpr uint32_t LOW_SPEED_PREAMBLE_BITS = 20;

/// @return full-speed bit times of a low-speed transaction @param bits its length in its own bits
uint32_t
GetLowSpeedBits(uint32_t bits)
{
    return LOW_SPEED_FACTOR * bits + LOW_SPEED_PREAMBLE_BITS;
}

} // namespace

void
UhciEngine::VisitTd(uint16_t index, UsbBitTime limit)
{
    const UhciTd& td = m_memory.tds[index];
    if (!td.active)
    {
        // An inactive TD with IOC asks for the interrupt at each visit: Linux builds timers of it.
        m_state.record.interrupt |= td.interruptOnComplete;
        GoOn(td.link, limit);
        return;
    }
    const UsbBitTime start = m_state.bit + m_timing.fetchBits;
    if (start > GetLastStart(td))
    {
        FinishFrame();
        return;
    }
    ExecuteTd(index, start, limit);
}

UsbBitTime
UhciEngine::GetLastStart(const UhciTd& td) const
{
    // The reclamation rule knows full-speed packets only; a low-speed one can be longer.
    if (!td.periodic && !td.lowSpeed)
    {
        return m_state.frameStart + m_lastStart;
    }
    const UsbBitTime end = m_state.frameStart + m_timing.frameBits - m_timing.guardBits;
    const UsbBitTime own = end - GetBits(td, td.maxLength);
    return td.periodic ? own : std::min(own, m_state.frameStart + m_lastStart);
}

UsbToken
UhciEngine::MakeToken(const UhciTd& td, UsbBitTime start) const
{
    return {.pid = td.pid,
            .address = td.address,
            .endpoint = td.endpoint,
            .toggle = td.toggle,
            .ping = false,
            .bytes = td.maxLength,
            .offset = td.offset,
            .messageSize = td.messageSize,
            .urb = td.urb,
            .start = start,
            .end = start + GetBits(td, td.maxLength)};
}

UsbAnswer
UhciEngine::AskFunction(const UsbToken& token, bool isochronous)
{
    UsbFunction* function = m_functions[token.address];
    if (!function)
    {
        return {UsbHandshake::NO_ANSWER};
    }
    if (m_state.error.transactions == UINT64_MAX)
    {
        return function->Answer(token);
    }
    if (!isochronous && m_state.error.transactions == 1 && token.pid != UsbPid::IN &&
        !m_state.error.handshakeLost)
    {
        DrawNextError(); // token or data arrives damaged: the function hears nothing
        return {UsbHandshake::NO_ANSWER};
    }
    const UsbAnswer answer = function->Answer(token);
    if (isochronous || answer.handshake != UsbHandshake::ACK || --m_state.error.transactions > 0)
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
UhciEngine::DrawNextError()
{
    if (m_lookingAhead || !m_observer)
    {
        m_state.futureUnknown = m_lookingAhead;
        m_state.error = {};
        return;
    }
    m_state.error = m_observer->DrawError();
}

void
UhciEngine::ExecuteTd(uint16_t index, UsbBitTime start, UsbBitTime limit)
{
    UhciTd& td = m_memory.tds[index];
    const UsbToken token = MakeToken(td, start);
    const UsbAnswer answer = AskFunction(token, td.isochronous);
    const uint32_t bits = GetBits(td, token, answer);
    Account(td, answer, bits);
    m_state.bit = start + bits;
    if (IsRefusal(td, answer))
    {
        const UhciLink link = td.link;
        Report(token, answer);
        GoOn(link, limit);
        return;
    }
    m_state.actionChanged |= answer.message > 0;
    if (m_lookingAhead)
    {
        m_oldTds.emplace_back(index, td);
    }
    const bool advances = ApplyAnswer(td, answer);
    const Mover mover{index, m_state.queue, start};
    NoteMove(mover, answer);
    const UhciLink link = td.link;
    Report(token, answer); // may put transfers into the lists: td is no more
    if (advances)
    {
        Advance(mover, limit);
    }
    else
    {
        GoOn(link, limit);
    }
}

void
UhciEngine::GoOn(const UhciLink& link, UsbBitTime limit)
{
    if (m_state.inQueue)
    {
        FollowHead(limit);
    }
    else
    {
        m_state.next = link;
    }
}

bool
UhciEngine::IsRefusal(const UhciTd& td, const UsbAnswer& answer) const
{
    return answer.handshake == UsbHandshake::NAK && td.pid != UsbPid::SETUP;
}

uint32_t
UhciEngine::GetBits(const UhciTd& td, uint32_t bytes) const
{
    const uint32_t bits = td.isochronous ? m_timing.GetIsoBits(bytes) : m_timing.GetDataBits(bytes);
    return td.lowSpeed ? GetLowSpeedBits(bits) : bits;
}

uint32_t
UhciEngine::GetBits(const UhciTd& td, const UsbToken& token, const UsbAnswer& answer) const
{
    const bool in = td.pid == UsbPid::IN;
    const bool data = answer.handshake == UsbHandshake::ACK || answer.bytes > 0;
    if (!td.isochronous && in && !data)
    {
        return td.lowSpeed ? GetLowSpeedBits(m_timing.nakBits) : m_timing.nakBits;
    }
    // At full speed the data of a refused OUT has been sent before the NAK comes.
    return in ? GetBits(td, std::min<uint32_t>(answer.bytes, td.maxLength))
              : static_cast<uint32_t>(token.end - token.start);
}

void
UhciEngine::Account(const UhciTd& td, const UsbAnswer& answer, uint32_t bits)
{
    UsbFrameRecord& record = m_state.record;
    ++record.transactions;
    record.usedBits += bits;
    if (answer.handshake == UsbHandshake::NAK && !td.isochronous)
    {
        ++record.naks;
        return;
    }
    ++m_state.passMoves;
    m_state.progress = true;
    m_state.frameProgress = true;
    if (answer.handshake != UsbHandshake::ACK)
    {
        ++record.errors;
        return;
    }
    record.dataBits += bits;
    (td.pid == UsbPid::IN ? record.bytesIn : record.bytesOut) +=
        td.pid == UsbPid::IN ? answer.bytes : td.maxLength;
}

void
UhciEngine::NoteMove(const Mover& mover, const UsbAnswer& answer)
{
    if (answer.handshake != UsbHandshake::NAK)
    {
        const UhciTd& td = m_memory.tds[mover.td];
        m_state.mover = mover;
        m_state.passRepeats = answer.handshake == UsbHandshake::ACK && td.pid == UsbPid::OUT &&
                              m_state.inQueue && !td.active && answer.message == 0 && !td.lowSpeed;
    }
}

bool
UhciEngine::ApplyAnswer(UhciTd& td, const UsbAnswer& answer)
{
    if (td.isochronous)
    {
        td.active = false;
        td.actualLength = td.pid == UsbPid::IN ? answer.bytes : td.maxLength;
        m_state.record.interrupt |= td.interruptOnComplete;
        return true;
    }
    switch (answer.handshake)
    {
    case UsbHandshake::ACK:
        return ApplyData(td, answer);
    case UsbHandshake::NAK:
        ApplyFailure(td); // of SETUP, which a device may not refuse
        return false;
    case UsbHandshake::STALL:
        td.active = false;
        td.stalled = true;
        m_state.record.interrupt = true;
        return false;
    case UsbHandshake::NO_ANSWER:
        ApplyFailure(td);
        return false;
    case UsbHandshake::BABBLE:
        td.active = false;
        td.stalled = true;
        td.babble = true;
        m_state.record.interrupt = true;
        return false;
    }
    return false;
}

bool
UhciEngine::ApplyData(UhciTd& td, const UsbAnswer& answer)
{
    td.active = false;
    if (td.pid != UsbPid::IN)
    {
        td.actualLength = td.maxLength;
    }
    else
    {
        td.actualLength = answer.bytes;
        if (answer.bytes < td.maxLength && td.shortPacketDetect)
        {
            td.shortPacket = true;
            m_state.record.interrupt = true;
            return false;
        }
    }
    m_state.record.interrupt |= td.interruptOnComplete;
    return true;
}

void
UhciEngine::ApplyFailure(UhciTd& td)
{
    td.timedOut = true;
    m_state.progress = true;
    m_state.frameProgress = true;
    if (td.errorCount == 0 || --td.errorCount > 0)
    {
        return; // a count of 0 at the start means: try for ever
    }
    td.active = false;
    td.stalled = true;
    m_state.record.interrupt = true;
}

void
UhciEngine::Advance(const Mover& mover, UsbBitTime limit)
{
    const UhciLink link = m_memory.tds[mover.td].link;
    if (!m_state.inQueue)
    {
        m_state.next = link;
        return;
    }
    UhciQh& qh = m_memory.qhs[m_state.queue];
    if (m_lookingAhead)
    {
        m_oldElements.emplace_back(m_state.queue, qh.element);
    }
    qh.element = link;
    if (link.depthFirst && !link.terminate)
    {
        m_state.next = link; // the next TD of this queue, or the QH of the next URB at once
        if (!link.queueHead && m_state.passRepeats)
        {
            RepeatInQueue(mover, limit);
        }
    }
    else if (link.depthFirst && m_options.vfOnTerminateEndsFrame)
    {
        FinishFrame();
    }
    else
    {
        FollowHead(limit);
    }
}

} // namespace ns3
