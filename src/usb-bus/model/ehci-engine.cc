// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ehci-engine.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// The value of CErr that Linux writes (EHCI_TUNE_CERR), and that a transaction without an error
/// restores: CErr counts errors in a row (EHCI 1.0, table 3-16).
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
//
// Each microframe begins with the periodic schedule, isochronous transactions first, and spends
// what is left of it on the asynchronous schedule (EHCI 1.0, 4.4). The asynchronous list is a ring,
// and the walk goes on in the next microframe where it stopped in this one (4.8): this is the main
// difference from UHCI, which begins at its frame list each time.
void
EhciEngine::Step(UsbBitTime limit)
{
    if (m_bus.frameDone)
    {
        CloseFrame(limit);
        return;
    }
    m_bus.walking = true;
    // Pointers and idle queue heads cost no bus time, so that the walk goes on until a transaction,
    // or the sleep after an empty list, has moved the clock.
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

// A microframe depends on two things that the one before it hands on: the place in the asynchronous
// list with the state of the reload machine, and the counter NakCnt of each queue head. The
// reference is a copy of both. When an idle microframe finds itself at the reference again,
// everything since then repeats.
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

// The end of a microframe. Interrupts rise at the interrupt threshold, a multiple of microframes
// that the driver sets (EHCI 1.0, 4.15; Linux: every one). A request that finds no threshold waits
// for the next. The doorbell of the driver is answered in the same way (Interrupt on Async Advance,
// 4.8.2).
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
            // One bit is subtracted, because a change at this very instant ends the idle time, too.
            SkipIdleFrames(limit, std::min(GetNextChange(m_bus.bit - 1), GetNextIsochronous()));
        }
        else if (m_bus.idleFrames >= m_state.idleWindow)
        {
            // The microframes need not repeat from the first one on, for instance while the NakCnt
            // of an endpoint still counts down. The reference follows at growing distances until
            // it lies on the cycle (Brent's algorithm for finding cycles).
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
    // The next microframe begins as the one of the reference did, so that the same follows.
    return m_bus.idleFrames % GetPeriod() == 0 && m_state.async == m_state.asyncAtReference &&
           std::ranges::equal(m_memory.qhs, m_state.naksAtReference, {}, [](const EhciQh& qh) {
               return qh.overlay.nakCount;
           });
}

int64_t
EhciEngine::GetPeriod() const
{
    // The intervals are powers of two and sorted with the longest first, so that the whole periodic
    // schedule repeats after the first of them.
    return m_memory.interruptQhs.empty() ? 1 : m_memory.qhs[m_memory.interruptQhs.front()].interval;
}

UsbBitTime
EhciEngine::GetNextIsochronous() const
{
    const auto next = m_memory.itdFrames.lower_bound(m_bus.frame);
    return next == m_memory.itdFrames.end() ? USB_NEVER : next->first * m_timing.frameBits;
}

// Lists

// The isochronous transactions of this microframe (EHCI 1.0, 4.7). The microframe ends before one
// that would not fit; the admission of periodic transfers keeps that from happening.
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

// The interrupt queue heads. In memory they form a tree below the frame list, in which a queue head
// is reached once in each of its intervals (EHCI 1.0, 4.6 and Linux's periodic schedule); the model
// keeps the list and divides. They are visited as asynchronous queue heads are, without a count of
// NAKs.
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
    // A turn that reloads the counters ends at the list head and nowhere else (EHCI 1.0, 4.9.1). It
    // goes on in the next microframe; otherwise queue heads that stand behind many busy ones would
    // never be reached.
    if (m_state.async.nakReload == NakReload::WAIT_FOR_START_EVENT)
    {
        m_state.async.nakReload = NakReload::WAIT_FOR_LIST_HEAD;
    }
}

// One step along the ring: at most one transaction of one queue head, then its horizontal pointer
// (EHCI 1.0, 4.10.3 and 4.10.5). Park mode, which allows up to three transactions, is off, as in
// Linux.
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
            // Empty list: nothing was executed since the last time at the head. There is no work,
            // or all endpoints have refused until their counters ran out. The controller sleeps
            // before it looks again (EHCI 1.0, 4.8.4), at most until the microframe ends; waking up
            // is a start event.
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
        // There is no time left, and the next microframe begins with this queue head.
        FinishFrame();
    }
}

// The list head clears the Reclamation bit, which the next executed transaction sets again (EHCI
// 1.0, 4.8.3), and moves the machine that reloads NakCnt (4.9.1): a start event arms it, the first
// pass of the head begins the reload, the second ends it.
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

// A visit has up to four stages (EHCI 1.0, 4.10): a halted queue is passed over; a queue without an
// active qTD tries to advance; an endpoint that has refused too often is passed over; a transaction
// is executed if it still fits into the microframe.
// Returns false if there is no time left in this microframe.
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

// The controller looks for the next qTD (EHCI 1.0, 4.10.2). After a short packet it follows the
// alternate pointer, if the driver has set one, so that the rest of the transfer is skipped. An
// inactive qTD stops the queue: the driver keeps one at its end, into which it writes the next
// transfer.
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
    // The overlay takes the qTD over, but for two bits that belong to the endpoint: the Ping State,
    // and the data toggle unless DTC says that each qTD brings its own (EHCI 1.0, 3.6.2 and
    // 4.10.2).
    overlay = {.current = link.index,
               .nakCount = qh.nakReload,
               .next = qtd.next,
               .alternate = qtd.alternate,
               .token = qtd.token};
    overlay.token.ping = before.ping;
    overlay.token.toggle = qh.toggleFromQtd ? qtd.token.toggle : before.toggle;
    return true;
}

// The limit of NAKs (EHCI 1.0, 4.9). It saves the host's memory from a controller that asks idle
// endpoints without pause: NakCnt counts refusals down to 0, and the queue head is then passed over
// until a turn of the list reloads it. Periodic queue heads, and those with RL = 0, are not
// limited.
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

// The latest bit of the microframe at which a transaction may start. An asynchronous one must leave
// room for the largest packet, because the controller decides before it knows what the device will
// send; a periodic one was admitted by the driver and needs room for itself.
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

// The next packet of the qTD in the overlay: as much as is left, up to the endpoint's largest
// packet. A bulk or control OUT whose Ping State is "Do Ping" sends a PING, which asks for room and
// carries no data.
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

// One transaction from the overlay (EHCI 1.0, 4.10.3). An asynchronous one sets the Reclamation
// bit, by which the list head knows that the list was not empty.
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
    WriteBack(qh, token, answer, GetOutcome(qh, token, answer));
    Report(token, answer);
}

// An isochronous transaction is executed once, without handshake, and is done whatever came back
// (EHCI 1.0, 4.7.1).
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
    // A PING, and an IN without data, take a token and a handshake only.
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

EhciEngine::Outcome
EhciEngine::GetOutcome(const EhciQh& qh, const UsbToken& token, const UsbAnswer& answer)
{
    const bool in = token.pid == UsbPid::IN;
    switch (answer.handshake)
    {
    case UsbHandshake::ACK:
        if (token.ping)
        {
            return Outcome::PING_ACKNOWLEDGED;
        }
        if (in && answer.bytes < qh.maxPacket)
        {
            // The measure is the endpoint's largest packet, even where the qTD asked for no more
            // than came (EHCI 1.0, 4.15.1.2).
            return Outcome::SHORT_PACKET;
        }
        return qh.overlay.token.bytesToTransfer == (in ? answer.bytes : token.bytes)
                   ? Outcome::QTD_COMPLETED
                   : Outcome::DATA_MOVED;
    case UsbHandshake::NAK:
        // A device must accept SETUP (USB 2.0, 8.5.3), so that its NAK counts as an error.
        return token.pid == UsbPid::SETUP ? Outcome::TRANSACTION_ERROR : Outcome::NAK_RECEIVED;
    case UsbHandshake::STALL:
        return Outcome::STALLED;
    case UsbHandshake::BABBLE:
        return Outcome::BABBLE_DETECTED;
    case UsbHandshake::NO_ANSWER:
        break;
    }
    return Outcome::TRANSACTION_ERROR;
}

// The controller works on the overlay of the queue head and copies the result to the qTD when it
// retires it (EHCI 1.0, 4.10.3 and 4.10.4). The interrupt that an outcome asks for rises at the
// end of the microframe, or at the next interrupt threshold (CloseFrame()).
void
EhciEngine::WriteBack(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer, Outcome outcome)
{
    switch (outcome)
    {
    case Outcome::DATA_MOVED:
        WriteBackData(qh, token, answer);
        break;
    case Outcome::QTD_COMPLETED:
        WriteBackData(qh, token, answer);
        m_bus.record.interrupt |= m_memory.qtds[qh.overlay.current].interruptOnComplete;
        Retire(qh);
        break;
    case Outcome::SHORT_PACKET:
        // The driver learns of a short packet whether or not it set IOC (4.15.1.2).
        WriteBackData(qh, token, answer);
        m_bus.record.interrupt = true;
        Retire(qh);
        break;
    case Outcome::PING_ACKNOWLEDGED:
        ReloadErrorCount(qh.overlay.token);
        qh.overlay.token.ping = false;
        break;
    case Outcome::NAK_RECEIVED:
        WriteBackNak(qh, token);
        break;
    case Outcome::TRANSACTION_ERROR:
        WriteBackError(qh, token);
        break;
    case Outcome::STALLED:
        HaltQueue(qh);
        break;
    case Outcome::BABBLE_DETECTED:
        qh.overlay.token.babble = true;
        HaltQueue(qh);
        break;
    }
}

void
EhciEngine::WriteBackNak(EhciQh& qh, const UsbToken& token)
{
    EhciOverlay& overlay = qh.overlay;
    ReloadErrorCount(overlay.token);
    // An IN or a PING that is refused counts down NakCnt; an OUT that is refused does not
    // (EHCI 1.0, table 4-8), because the PING that follows it will.
    if (token.pid == UsbPid::IN || token.ping)
    {
        overlay.nakCount -= overlay.nakCount > 0;
    }
    // After a refused OUT the Ping State of a bulk or control endpoint becomes "Do Ping" (4.11).
    // The next try is then cheaper than this one, so that this microframe is no model of those
    // that follow and must not be counted as an idle one.
    const bool beginsToPing = token.pid == UsbPid::OUT && qh.interval == 0 && !token.ping;
    overlay.token.ping = overlay.token.ping || beginsToPing;
    m_bus.touched |= beginsToPing;
}

void
EhciEngine::WriteBackData(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer)
{
    EhciToken& result = qh.overlay.token;
    ReloadErrorCount(result);
    const uint32_t moved = token.pid == UsbPid::IN ? answer.bytes : token.bytes;
    result.bytesToTransfer -= static_cast<uint16_t>(moved);
    result.toggle = !result.toggle;
    qh.overlay.nakCount = qh.nakReload; // an endpoint that moves data starts to count anew (4.9)
}

void
EhciEngine::ReloadErrorCount(EhciToken& token)
{
    // CErr counts errors in a row, and any answer of the device ends the row, a NAK included. A
    // count of 0 means that errors are not counted (EHCI 1.0, table 3-16).
    token.errorCount = token.errorCount > 0 ? ERROR_COUNT : 0;
}

void
EhciEngine::WriteBackError(EhciQh& qh, const UsbToken& token)
{
    EhciToken& result = qh.overlay.token;
    m_bus.progress = true;
    result.transactionError = true;
    // The device may have taken the data although its ACK was lost, and may have no room for the
    // repeat: the controller asks by PING first (EHCI 1.0, 4.11, table of the ping control).
    result.ping = result.ping || (token.pid == UsbPid::OUT && qh.interval == 0);
    if (result.errorCount > 0 && --result.errorCount == 0)
    {
        HaltQueue(qh);
    }
}

// A halted queue stays where it is until the driver has cleared the Halted bit (4.10.3).
void
EhciEngine::HaltQueue(EhciQh& qh)
{
    qh.overlay.token.halted = true;
    m_bus.record.interrupt = true;
    Retire(qh);
}

// The overlay is written back to its qTD, from which the driver reads the result (EHCI 1.0,
// 4.10.4).
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

// While the engine looks ahead it keeps what it overwrites in a journal, which RestoreLists()
// undoes from its end.
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
