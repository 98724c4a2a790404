// SPDX-License-Identifier: GPL-2.0-only

#include "ehci-engine.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// CErr as Linux sets it up, and as a success restores it: it counts failures in a row
/// (EHCI 1.0, table 3-16).
constexpr uint8_t ERROR_COUNT = 3;

} // namespace

EhciEngine::EhciEngine(const UsbTiming& timing, EhciMemory& memory, const Options& options)
    : m_timing(timing),
      m_lastStart(timing.GetLastStartBit()),
      m_memory(memory),
      m_options(options)
{
    m_state.async = {memory.asyncHead, NakReload::WAIT_FOR_START_EVENT};
    BeginFrame();
}

void
EhciEngine::SetObserver(UsbBusObserver* observer)
{
    m_observer = observer;
}

void
EhciEngine::SetFunction(uint8_t address, UsbFunction* function)
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
EhciEngine::SetErrorDraw(const UsbErrorDraw& draw)
{
    m_state.error = draw;
}

void
EhciEngine::AdvanceTo(UsbBitTime limit)
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
EhciEngine::Touch()
{
    m_state.touched = true;
}

void
EhciEngine::Halt()
{
    if (m_observer && !m_state.halted && m_state.walking)
    {
        m_observer->FramesDone(m_state.record);
    }
    m_state.halted = true;
}

void
EhciEngine::Run(UsbBitTime now)
{
    if (!m_state.halted)
    {
        return;
    }
    m_state.halted = false;
    m_state.idleFrames = 0;
    m_state.frame = std::max<int64_t>((now + m_timing.frameBits - 1) / m_timing.frameBits, 0);
    m_state.bit = m_state.frame * m_timing.frameBits;
    const bool interruptWaits = m_state.record.interrupt;
    BeginFrame();
    m_state.record.interrupt = interruptWaits;
}

UsbBitTime
EhciEngine::GetInterruptTime() const
{
    return m_state.interrupt;
}

void
EhciEngine::AcknowledgeInterrupt()
{
    m_state.interrupt = USB_NEVER;
}

int64_t
EhciEngine::GetFrame() const
{
    return m_lookingAhead ? m_saved.frame : m_state.frame;
}

// Microframes

void
EhciEngine::Step(UsbBitTime limit)
{
    if (m_state.frameDone)
    {
        CloseFrame(limit);
        return;
    }
    m_state.walking = true;
    // Pointers and idle queue heads take no time: on to the next transaction.
    const UsbBitTime start = m_state.bit;
    while (m_state.bit == start && !m_state.frameDone)
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
EhciEngine::BeginFrame()
{
    m_state.frameStart = m_state.bit;
    m_state.bit += m_timing.sofBits;
    m_state.walking = false;
    m_state.frameDone = false;
    m_state.schedule = Schedule::ISOCHRONOUS;
    m_state.periodicDone = 0;
    m_state.touched = false;
    m_state.progress = false;
    m_state.record = UsbFrameRecord{.frame = m_state.frame, .usedBits = m_timing.sofBits};
    if (m_state.idleFrames == 0)
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
EhciEngine::FinishFrame()
{
    m_state.frameDone = true;
    m_state.bit = m_state.frameStart + m_timing.frameBits;
}

void
EhciEngine::CloseFrame(UsbBitTime limit)
{
    UsbFrameRecord& record = m_state.record;
    record.interrupt |= m_memory.asyncAdvanceDoorbell;
    const bool threshold = (m_state.frame + 1) % m_options.interruptThreshold == 0;
    const bool raise = record.interrupt && threshold;
    if (raise && m_state.interrupt == USB_NEVER)
    {
        m_state.interrupt = m_state.bit;
        m_state.actionChanged = true;
    }
    const bool interruptWaits = record.interrupt && !raise;
    const bool idle = WasIdle();
    Report(record);
    ++m_state.frame;
    if (!idle)
    {
        m_state.idleFrames = 0;
        m_state.idleWindow = 1;
    }
    else
    {
        CountIdleFrame();
        if (IsAtReference())
        {
            SkipIdleFrames(limit);
        }
        else if (m_state.idleFrames >= m_state.idleWindow)
        {
            // The microframes may repeat only after some, and not from the first on: the reference
            // follows at growing distances until it lies on the cycle (Brent's algorithm).
            m_state.idleFrames = 0;
            m_state.idleWindow *= 2;
        }
    }
    BeginFrame();
    m_state.record.interrupt = interruptWaits;
}

bool
EhciEngine::WasIdle() const
{
    return !m_state.touched && !m_state.progress && !m_state.record.interrupt &&
           GetNextChange(m_state.frameStart) >= m_state.bit;
}

bool
EhciEngine::IsAtReference() const
{
    // The next microframe begins as that one did, so what follows is the same.
    return m_state.idleFrames % GetPeriod() == 0 && m_state.async == m_state.asyncAtReference &&
           std::ranges::equal(m_memory.qhs, m_state.naksAtReference, {}, [](const EhciQh& qh) {
               return qh.overlay.nakCount;
           });
}

void
EhciEngine::CountIdleFrame()
{
    if (m_state.idleFrames == 0)
    {
        m_state.idle = {};
    }
    m_state.idle.transactions += m_state.record.transactions;
    m_state.idle.naks += m_state.record.naks;
    m_state.idle.usedBits += m_state.record.usedBits;
    ++m_state.idleFrames;
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
    const auto next = m_memory.itdFrames.lower_bound(m_state.frame);
    return next == m_memory.itdFrames.end() ? USB_NEVER : next->first * m_timing.frameBits;
}

void
EhciEngine::SkipIdleFrames(UsbBitTime limit)
{
    // The microframes since the reference did nothing but NAK, and neither the lists nor the
    // functions can change before `until`: the following periods are the same. A change right now
    // counts.
    const UsbBitTime until =
        std::min({limit, GetNextChange(m_state.bit - 1), GetNextIsochronous()});
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

// Lists

void
EhciEngine::WalkIsochronous()
{
    const auto [first, last] = m_memory.itdFrames.equal_range(m_state.frame);
    if (std::cmp_less_equal(std::distance(first, last), m_state.periodicDone))
    {
        m_state.schedule = Schedule::INTERRUPT;
        m_state.periodicDone = 0;
        return;
    }
    const uint16_t index = std::next(first, m_state.periodicDone)->second;
    const EhciItd& itd = m_memory.itds[index];
    const UsbBitTime start = m_state.bit + m_timing.fetchBits;
    const UsbBitTime end = m_state.frameStart + m_timing.frameBits - m_timing.guardBits;
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
    if (m_state.frame % m_memory.qhs[index].interval == 0 && !VisitQh(index))
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
    m_state.async.nakReload = NakReload::WAIT_FOR_LIST_HEAD;
}

void
EhciEngine::WalkAsynchronous()
{
    const uint16_t index = m_state.async.qh;
    if (m_memory.qhs[index].head)
    {
        if (!m_state.reclamation)
        {
            // Nothing was executed since the last time here: the list is empty, or its endpoints
            // have refused until their counters ran out. The controller sleeps before it looks
            // again (4.8.4), no longer than to the end of the microframe.
            m_state.bit += m_options.asyncSleep;
            StartEvent();
            if (m_state.bit >= m_state.frameStart + m_timing.frameBits)
            {
                FinishFrame();
            }
            return;
        }
        PassListHead();
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
    const UsbBitTime start = m_state.bit + m_timing.fetchBits;
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
        return m_state.frameStart + m_lastStart;
    }
    const UsbBitTime end = m_state.frameStart + m_timing.frameBits - m_timing.guardBits;
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
    m_state.bit = start + bits;
    m_state.actionChanged |= answer.message > 0;
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
    m_state.progress = true;
    m_state.bit = start + bits;
    m_state.actionChanged |= answer.message > 0;
    itd.active = false;
    itd.actualLength = static_cast<uint16_t>(moved);
    m_state.record.interrupt |= itd.interruptOnComplete;
    Report(token, answer);
}

/// A device that repeats a packet may send more than this transfer has room for.
UsbAnswer
EhciEngine::Hear(const UsbToken& token, const UsbAnswer& answer)
{
    const bool tooMuch = token.pid == UsbPid::IN && answer.handshake == UsbHandshake::ACK &&
                         answer.bytes > token.bytes;
    return tooMuch ? UsbAnswer{.handshake = UsbHandshake::BABBLE, .bytes = answer.bytes} : answer;
}

UsbAnswer
EhciEngine::AskFunction(const UsbToken& token, bool isochronous)
{
    UsbFunction* function = m_functions[token.address];
    if (!function)
    {
        return {UsbHandshake::NO_ANSWER};
    }
    if (m_state.error.transactions == UINT64_MAX)
    {
        return Hear(token, function->Answer(token));
    }
    const bool exempt = token.ping || isochronous;
    if (!exempt && m_state.error.transactions == 1 && token.pid != UsbPid::IN &&
        !m_state.error.handshakeLost)
    {
        DrawNextError(); // token or data arrives damaged: the function hears nothing
        return {UsbHandshake::NO_ANSWER};
    }
    const UsbAnswer answer = Hear(token, function->Answer(token));
    if (exempt || answer.handshake != UsbHandshake::ACK || --m_state.error.transactions > 0)
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
EhciEngine::DrawNextError()
{
    if (m_lookingAhead || !m_observer)
    {
        m_state.futureUnknown = m_lookingAhead;
        m_state.error = {};
        return;
    }
    m_state.error = m_observer->DrawError();
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
    UsbFrameRecord& record = m_state.record;
    ++record.transactions;
    record.usedBits += bits;
    if (answer.handshake == UsbHandshake::NAK)
    {
        ++record.naks;
        return;
    }
    m_state.progress = true;
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
    overlay.nakCount -= overlay.nakCount > 0;
    const bool asksFrom = token.pid == UsbPid::OUT && qh.interval == 0 && !token.ping;
    overlay.token.ping = overlay.token.ping || asksFrom;
    m_state.touched |= asksFrom; // the next try is cheaper: this microframe is no model for others
}

void
EhciEngine::ApplyData(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer)
{
    EhciToken& result = qh.overlay.token;
    if (token.ping)
    {
        result.ping = false; // the device has room: the data goes at the next visit
        return;
    }
    const bool in = token.pid == UsbPid::IN;
    result.bytesToTransfer -= static_cast<uint16_t>(in ? answer.bytes : token.bytes);
    result.toggle = !result.toggle;
    result.errorCount = ERROR_COUNT;
    const bool shortPacket = in && answer.bytes < token.bytes;
    if (result.bytesToTransfer == 0 || shortPacket)
    {
        m_state.record.interrupt |=
            shortPacket || m_memory.qtds[qh.overlay.current].interruptOnComplete;
        Retire(qh);
    }
}

void
EhciEngine::ApplyError(EhciQh& qh, const UsbToken& token)
{
    EhciToken& result = qh.overlay.token;
    m_state.progress = true;
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
    m_state.record.interrupt = true;
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

UsbBitTime
EhciEngine::FindNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore)
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
    return m_state.futureUnknown ? std::min(action, m_state.bit) : action;
}

UsbBitTime
EhciEngine::GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const
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

UsbBitTime
EhciEngine::GetNextChange(UsbBitTime now) const
{
    UsbBitTime change = USB_NEVER;
    for (const auto* function : m_attached)
    {
        change = std::min(change, function->GetNextChange(now));
    }
    return change;
}

void
EhciEngine::Report(const UsbFrameRecord& record)
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
EhciEngine::Report(const UsbToken& token, const UsbAnswer& answer)
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

void
EhciEngine::Save()
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
EhciEngine::MayCommit(UsbBitTime limit) const
{
    // Every step must be one that would be taken on the way to the limit, too: begun before it,
    // with no jump that the limit would have cut short, no error and nobody who watches closely.
    return m_lastStep < limit && m_state.jumpEnd < limit && !m_watched &&
           m_state.error.transactions == UINT64_MAX && !m_state.futureUnknown;
}

void
EhciEngine::Commit()
{
    m_lookingAhead = false;
    m_state.nothingAhead = false;
    m_oldOverlays.clear();
    m_oldTokens.clear();
    m_oldItds.clear();
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
EhciEngine::Restore()
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
    m_oldOverlays.clear();
    m_oldTokens.clear();
    m_oldItds.clear();
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
