// SPDX-License-Identifier: GPL-2.0-only

#include "ehci-engine.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// CErr as Linux sets it up, and as a transaction without an error restores it: it counts errors
/// in a row (EHCI 1.0, table 3-16).
constexpr uint8_t ERROR_COUNT = 3;

} // namespace

EhciEngine::EhciEngine(const UsbTiming& timing, EhciMemory& memory, const Options& options)
    : UsbLookAheadEngine(timing),
      m_memory(memory),
      m_options(options)
{
    m_state.async = {memory.asyncHead, NakReload::WAIT_FOR_START_EVENT};
    BeginFrame();
}

// Microframes

void
EhciEngine::Step(UsbBitTime limit)
{
    if (m_bus.frameDone)
    {
        CloseFrame(limit);
        return;
    }
    m_bus.walking = true;
    // Pointers and idle queue heads take no time: on to the next transaction.
    const UsbBitTime start = m_bus.bit;
    while (m_bus.bit == start && !m_bus.frameDone)
    {
        switch (m_state.schedule)
        {
        case Schedule::ISOCHRONOUS:
            WalkIsochronous();
            break;
        case Schedule::INTERRUPT:
            WalkInterrupt();
            break;
        case Schedule::ASYNCHRONOUS:
            WalkAsynchronous();
            break;
        }
    }
}

void
EhciEngine::BeginLists()
{
    m_state.schedule = Schedule::ISOCHRONOUS;
    m_state.periodicDone = 0;
    if (m_bus.idleFrames == 0)
    {
        TakeReference();
    }
}

void
EhciEngine::TakeReference()
{
    m_state.asyncAtReference = m_state.async;
    m_state.naksAtReference.clear();
    for (const auto& qh : m_memory.qhs)
    {
        m_state.naksAtReference.push_back(qh.overlay.nakCount);
    }
}

void
EhciEngine::CloseFrame(UsbBitTime limit)
{
    UsbFrameRecord& record = m_bus.record;
    record.interrupt |= m_memory.asyncAdvanceDoorbell;
    const bool threshold = (m_bus.frame + 1) % m_options.interruptThreshold == 0;
    const bool raise = record.interrupt && threshold;
    if (raise && m_bus.interrupt == USB_NEVER)
    {
        m_bus.interrupt = m_bus.bit;
        m_bus.actionChanged = true;
    }
    const bool interruptWaits = record.interrupt && !raise;
    const bool idle = WasIdle();
    Report(record);
    ++m_bus.frame;
    if (!idle)
    {
        m_bus.idleFrames = 0;
        m_state.idleWindow = 1;
    }
    else
    {
        CountIdleFrame(record);
        if (IsAtReference())
        {
            // A change right now counts.
            SkipIdleFrames(limit, std::min(GetNextChange(m_bus.bit - 1), GetNextIsochronous()));
        }
        else if (m_bus.idleFrames >= m_state.idleWindow)
        {
            // The microframes may repeat only after some, and not from the first on: the reference
            // follows at growing distances until it lies on the cycle (Brent's algorithm).
            m_bus.idleFrames = 0;
            m_state.idleWindow *= 2;
        }
    }
    BeginFrame();
    m_bus.record.interrupt = interruptWaits;
}

bool
EhciEngine::WasIdle() const
{
    return !m_bus.touched && !m_bus.progress && !m_bus.record.interrupt &&
           GetNextChange(m_bus.frameStart) >= m_bus.bit;
}

bool
EhciEngine::IsAtReference() const
{
    // The next microframe begins as that one did, so what follows is the same.
    return m_bus.idleFrames % GetPeriod() == 0 && m_state.async == m_state.asyncAtReference &&
           std::ranges::equal(m_memory.qhs, m_state.naksAtReference, {}, [](const EhciQh& qh) {
               return qh.overlay.nakCount;
           });
}

int64_t
EhciEngine::GetPeriod() const
{
    // Intervals are powers of two, the longest first: all repeat after it.
    return m_memory.interruptQhs.empty() ? 1 : m_memory.qhs[m_memory.interruptQhs.front()].interval;
}

UsbBitTime
EhciEngine::GetNextIsochronous() const
{
    const auto next = m_memory.itdFrames.lower_bound(m_bus.frame);
    return next == m_memory.itdFrames.end() ? USB_NEVER : next->first * m_timing.frameBits;
}

// Lists

void
EhciEngine::WalkIsochronous()
{
    const auto [first, last] = m_memory.itdFrames.equal_range(m_bus.frame);
    if (std::cmp_less_equal(std::distance(first, last), m_state.periodicDone))
    {
        m_state.schedule = Schedule::INTERRUPT;
        m_state.periodicDone = 0;
        return;
    }
    const uint16_t index = std::next(first, m_state.periodicDone)->second;
    const EhciItd& itd = m_memory.itds[index];
    const UsbBitTime start = m_bus.bit + m_timing.fetchBits;
    const UsbBitTime end = m_bus.frameStart + m_timing.frameBits - m_timing.guardBits;
    if (itd.active && start + m_timing.GetIsoBits(itd.length) > end)
    {
        FinishFrame();
        return;
    }
    ++m_state.periodicDone;
    if (itd.active)
    {
        ExecuteIsochronous(index, start);
    }
}

void
EhciEngine::WalkInterrupt()
{
    if (m_state.periodicDone >= m_memory.interruptQhs.size())
    {
        m_state.schedule = Schedule::ASYNCHRONOUS;
        StartEvent();
        return;
    }
    const uint16_t index = m_memory.interruptQhs[m_state.periodicDone];
    if (m_bus.frame % m_memory.qhs[index].interval == 0 && !VisitQh(index))
    {
        FinishFrame();
        return;
    }
    ++m_state.periodicDone;
}

void
EhciEngine::StartEvent()
{
    m_state.reclamation = true;
    // A turn that reloads the counters goes on in the next microframe: it ends at the list head
    // and nowhere else (4.9.1), or queue heads behind many that send would be left out for ever.
    if (m_state.async.nakReload == NakReload::WAIT_FOR_START_EVENT)
    {
        m_state.async.nakReload = NakReload::WAIT_FOR_LIST_HEAD;
    }
}

void
EhciEngine::WalkAsynchronous()
{
    const uint16_t index = m_state.async.qh;
    if (m_memory.qhs[index].head)
    {
        const bool empty = !m_state.reclamation;
        PassListHead();
        if (empty)
        {
            // Nothing was executed since the last time here: the list is empty, or its endpoints
            // have refused until their counters ran out. The controller sleeps before it looks
            // again (4.8.4), no longer than to the end of the microframe.
            m_bus.bit += m_options.asyncSleep;
            StartEvent();
            if (m_bus.bit >= m_bus.frameStart + m_timing.frameBits)
            {
                FinishFrame();
            }
            return;
        }
    }
    if (VisitQh(index))
    {
        m_state.async.qh = m_memory.qhs[index].horizontal;
    }
    else
    {
        FinishFrame(); // and the next microframe begins with this queue head
    }
}

void
EhciEngine::PassListHead()
{
    m_state.reclamation = false;
    switch (m_state.async.nakReload)
    {
    case NakReload::WAIT_FOR_LIST_HEAD:
        m_state.async.nakReload = NakReload::DO_RELOAD;
        break;
    case NakReload::DO_RELOAD:
        m_state.async.nakReload = NakReload::WAIT_FOR_START_EVENT;
        break;
    case NakReload::WAIT_FOR_START_EVENT:
        break;
    }
}

/// @return false if there is no time left in this microframe
bool
EhciEngine::VisitQh(uint16_t index)
{
    const EhciQh& qh = m_memory.qhs[index];
    const EhciToken& token = qh.overlay.token;
    if (token.halted || (!token.active && !AdvanceQueue(index)) || !MayTryAfterNaks(index))
    {
        return true;
    }
    const UsbBitTime start = m_bus.bit + m_timing.fetchBits;
    if (start > GetLastStart(qh))
    {
        return false;
    }
    Execute(index, start);
    return true;
}

bool
EhciEngine::AdvanceQueue(uint16_t index)
{
    EhciQh& qh = m_memory.qhs[index];
    EhciOverlay& overlay = qh.overlay;
    const bool wasShort = overlay.token.bytesToTransfer > 0;
    const EhciQtdLink link =
        wasShort && !overlay.alternate.terminate ? overlay.alternate : overlay.next;
    if (link.terminate || !m_memory.qtds[link.index].token.active)
    {
        return false;
    }
    Remember(index);
    const EhciQtd& qtd = m_memory.qtds[link.index];
    const EhciToken before = overlay.token;
    overlay = {.current = link.index,
               .nakCount = qh.nakReload,
               .next = qtd.next,
               .alternate = qtd.alternate,
               .token = qtd.token};
    overlay.token.ping = before.ping;
    overlay.token.toggle = qh.toggleFromQtd ? qtd.token.toggle : before.toggle;
    return true;
}

bool
EhciEngine::MayTryAfterNaks(uint16_t index)
{
    EhciQh& qh = m_memory.qhs[index];
    if (qh.interval > 0 || qh.nakReload == 0)
    {
        return true;
    }
    if (m_state.async.nakReload == NakReload::DO_RELOAD && qh.overlay.nakCount != qh.nakReload)
    {
        Remember(index);
        qh.overlay.nakCount = qh.nakReload;
    }
    return qh.overlay.nakCount > 0;
}

UsbBitTime
EhciEngine::GetLastStart(const EhciQh& qh) const
{
    if (qh.interval == 0)
    {
        return m_bus.frameStart + m_lastStart;
    }
    const UsbBitTime end = m_bus.frameStart + m_timing.frameBits - m_timing.guardBits;
    return end -
           m_timing.GetDataBits(std::min<uint32_t>(qh.maxPacket, qh.overlay.token.bytesToTransfer));
}

// Transactions

UsbToken
EhciEngine::MakeToken(const EhciQh& qh, UsbBitTime start) const
{
    const EhciQtd& qtd = m_memory.qtds[qh.overlay.current];
    const EhciToken& token = qh.overlay.token;
    const uint32_t bytes = std::min<uint32_t>(qh.maxPacket, token.bytesToTransfer);
    return {.pid = qtd.pid,
            .address = qh.address,
            .endpoint = qh.endpoint,
            .toggle = token.toggle,
            .ping = token.ping && qtd.pid == UsbPid::OUT && qh.interval == 0,
            .bytes = bytes,
            .offset = qtd.offset + qtd.length - token.bytesToTransfer,
            .messageSize = qtd.messageSize,
            .urb = qtd.urb,
            .start = start,
            .end = start + m_timing.GetDataBits(bytes)};
}

void
EhciEngine::Execute(uint16_t index, UsbBitTime start)
{
    EhciQh& qh = m_memory.qhs[index];
    Remember(index);
    const UsbToken token = MakeToken(qh, start);
    const UsbAnswer answer = AskFunction(token, false);
    const uint32_t bits = GetBits(token, answer);
    Account(token, answer, bits);
    m_state.reclamation = m_state.reclamation || qh.interval == 0;
    m_bus.bit = start + bits;
    m_bus.actionChanged |= answer.message > 0;
    ApplyAnswer(qh, token, answer);
    Report(token, answer);
}

void
EhciEngine::ExecuteIsochronous(uint16_t index, UsbBitTime start)
{
    EhciItd& itd = m_memory.itds[index];
    if (m_lookingAhead)
    {
        m_oldItds.emplace_back(index, itd);
    }
    const bool in = itd.pid == UsbPid::IN;
    const UsbToken token{.pid = itd.pid,
                         .address = itd.address,
                         .endpoint = itd.endpoint,
                         .toggle = false,
                         .ping = false,
                         .bytes = itd.length,
                         .offset = itd.offset,
                         .messageSize = itd.length,
                         .urb = itd.urb,
                         .start = start,
                         .end = start + m_timing.GetIsoBits(itd.length)};
    const UsbAnswer answer = AskFunction(token, true);
    const uint32_t moved = in ? std::min<uint32_t>(answer.bytes, itd.length) : itd.length;
    const uint32_t bits = m_timing.GetIsoBits(moved);
    Account(token, answer, bits);
    m_bus.progress = true;
    m_bus.bit = start + bits;
    m_bus.actionChanged |= answer.message > 0;
    itd.active = false;
    itd.actualLength = static_cast<uint16_t>(moved);
    m_bus.record.interrupt |= itd.interruptOnComplete;
    Report(token, answer);
}

uint32_t
EhciEngine::GetBits(const UsbToken& token, const UsbAnswer& answer) const
{
    const bool in = token.pid == UsbPid::IN;
    const bool data = answer.handshake == UsbHandshake::ACK || answer.bytes > 0;
    if (token.ping || (in && !data))
    {
        return m_timing.nakBits;
    }
    // The data of a refused OUT has been sent before the NAK comes.
    return in ? m_timing.GetDataBits(std::min(answer.bytes, token.bytes))
              : static_cast<uint32_t>(token.end - token.start);
}

void
EhciEngine::Account(const UsbToken& token, const UsbAnswer& answer, UsbBitTime bits)
{
    UsbFrameRecord& record = m_bus.record;
    ++record.transactions;
    record.usedBits += bits;
    if (answer.handshake == UsbHandshake::NAK)
    {
        ++record.naks;
        return;
    }
    m_bus.progress = true;
    if (answer.handshake != UsbHandshake::ACK)
    {
        ++record.errors;
    }
    else if (!token.ping)
    {
        record.dataBits += bits;
        const bool in = token.pid == UsbPid::IN;
        (in ? record.bytesIn : record.bytesOut) += in ? answer.bytes : token.bytes;
    }
}

void
EhciEngine::ApplyAnswer(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer)
{
    switch (answer.handshake)
    {
    case UsbHandshake::ACK:
        ApplyData(qh, token, answer);
        break;
    case UsbHandshake::NAK:
        ApplyRefusal(qh, token);
        break;
    case UsbHandshake::STALL:
        HaltQueue(qh);
        break;
    case UsbHandshake::NO_ANSWER:
        ApplyError(qh, token);
        break;
    case UsbHandshake::BABBLE:
        qh.overlay.token.babble = true;
        HaltQueue(qh);
        break;
    }
}

void
EhciEngine::ApplyRefusal(EhciQh& qh, const UsbToken& token)
{
    if (token.pid == UsbPid::SETUP)
    {
        ApplyError(qh, token); // a device may not refuse SETUP
        return;
    }
    EhciOverlay& overlay = qh.overlay;
    ReloadErrorCount(overlay.token);
    if (token.pid == UsbPid::IN || token.ping)
    {
        overlay.nakCount -= overlay.nakCount > 0; // not for an OUT: table 4-8
    }
    const bool asksFrom = token.pid == UsbPid::OUT && qh.interval == 0 && !token.ping;
    overlay.token.ping = overlay.token.ping || asksFrom;
    m_bus.touched |= asksFrom; // the next try is cheaper: this microframe is no model for others
}

void
EhciEngine::ApplyData(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer)
{
    EhciToken& result = qh.overlay.token;
    ReloadErrorCount(result);
    if (token.ping)
    {
        result.ping = false; // the device has room: the data goes at the next visit
        return;
    }
    const bool in = token.pid == UsbPid::IN;
    result.bytesToTransfer -= static_cast<uint16_t>(in ? answer.bytes : token.bytes);
    result.toggle = !result.toggle;
    qh.overlay.nakCount = qh.nakReload; // the reward for moving data (4.9)
    // Shorter than the endpoint's largest, even if it is all that was asked for (4.15.1.2).
    const bool shortPacket = in && answer.bytes < qh.maxPacket;
    if (result.bytesToTransfer == 0 || shortPacket)
    {
        m_bus.record.interrupt |=
            shortPacket || m_memory.qtds[qh.overlay.current].interruptOnComplete;
        Retire(qh);
    }
}

void
EhciEngine::ReloadErrorCount(EhciToken& token)
{
    // The device has answered, be it by a refusal: the next error is the first in a row. A count
    // of 0 means that errors are not counted (table 3-16).
    token.errorCount = token.errorCount > 0 ? ERROR_COUNT : 0;
}

void
EhciEngine::ApplyError(EhciQh& qh, const UsbToken& token)
{
    EhciToken& result = qh.overlay.token;
    m_bus.progress = true;
    result.transactionError = true;
    // The function may have no room for the repeat (4.11, table of the ping control).
    result.ping = result.ping || (token.pid == UsbPid::OUT && qh.interval == 0);
    if (result.errorCount > 0 && --result.errorCount == 0)
    {
        HaltQueue(qh);
    }
}

void
EhciEngine::HaltQueue(EhciQh& qh)
{
    qh.overlay.token.halted = true;
    m_bus.record.interrupt = true;
    Retire(qh);
}

void
EhciEngine::Retire(EhciQh& qh)
{
    qh.overlay.token.active = false;
    EhciToken& token = m_memory.qtds[qh.overlay.current].token;
    if (m_lookingAhead)
    {
        m_oldTokens.emplace_back(qh.overlay.current, token);
    }
    token = qh.overlay.token;
}

void
EhciEngine::Remember(uint16_t qh)
{
    if (m_lookingAhead)
    {
        m_oldOverlays.emplace_back(qh, m_memory.qhs[qh].overlay);
    }
}

// The future

void
EhciEngine::SaveLists()
{
    m_present = m_state;
}

void
EhciEngine::KeepLists()
{
    m_oldOverlays.clear();
    m_oldTokens.clear();
    m_oldItds.clear();
}

void
EhciEngine::RestoreLists()
{
    for (auto it = m_oldOverlays.rbegin(); it != m_oldOverlays.rend(); ++it)
    {
        m_memory.qhs[it->first].overlay = it->second;
    }
    for (auto it = m_oldTokens.rbegin(); it != m_oldTokens.rend(); ++it)
    {
        m_memory.qtds[it->first].token = it->second;
    }
    for (auto it = m_oldItds.rbegin(); it != m_oldItds.rend(); ++it)
    {
        m_memory.itds[it->first] = it->second;
    }
    KeepLists();
    m_state = m_present;
}

} // namespace ns3
