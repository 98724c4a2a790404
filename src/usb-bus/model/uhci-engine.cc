// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-engine.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// A low-speed bit lasts eight full-speed ones (USB 1.1, 7.1.11).
constexpr uint32_t LOW_SPEED_FACTOR = 8;
/// The full-speed preamble before a low-speed packet of the host: sync, PID and hub set-up (USB
/// 1.1, 8.6.5).
constexpr uint32_t LOW_SPEED_PREAMBLE_BITS = 20;

/// @return full-speed bit times of a low-speed transaction @param bits its length in its own bits
/// @param preambles packets of the host: the token, and data or ACK if data goes over the bus
uint32_t
GetLowSpeedBits(uint32_t bits, uint32_t preambles)
{
    return LOW_SPEED_FACTOR * bits + preambles * LOW_SPEED_PREAMBLE_BITS;
}

/// @param td asked @param answer to it @return whether it was refused, and stays as it is
bool
IsRefusal(const UhciTd& td, const UsbAnswer& answer)
{
    return answer.handshake == UsbHandshake::NAK && td.pid != UsbPid::SETUP && !td.isochronous;
}

} // namespace

UhciEngine::UhciEngine(const UsbTiming& timing, UhciMemory& memory, const Options& options)
    : UsbLookAheadEngine(timing),
      m_memory(memory),
      m_options(options)
{
    BeginFrame();
}

void
UhciEngine::SetLoopQh(uint16_t qh)
{
    m_loopQh = qh;
}

// Frames

void
UhciEngine::Step(UsbBitTime limit)
{
    if (m_bus.frameDone)
    {
        CloseFrame(limit);
        return;
    }
    if (!m_bus.walking)
    {
        m_bus.walking = true;
        m_place.next = GetFrameEntry();
    }
    // Links and inactive descriptors take no time: on to the next transaction.
    const UsbBitTime start = m_bus.bit;
    while (m_bus.bit == start && !m_bus.frameDone && !m_bus.nothingAhead)
    {
        if (m_place.next.terminate)
        {
            FinishFrame();
        }
        else if (!m_place.next.queueHead)
        {
            VisitTd(m_place.next.index, limit);
        }
        else if (!EnterLoop(limit))
        {
            VisitQueue();
        }
    }
}

UhciLink
UhciEngine::GetFrameEntry() const
{
    if (m_loopQh != UINT16_MAX && !m_memory.HasTransfersOutsideLoop() &&
        !m_memory.qhs[m_loopQh].head.terminate)
    {
        return m_memory.qhs[m_loopQh].head; // what comes before the loop is empty
    }
    return m_memory.frameList[m_bus.frame % UhciMemory::FRAME_LIST_SIZE];
}

void
UhciEngine::BeginLists()
{
    m_place.inQueue = false;
    if (!AreAnswersKnown())
    {
        m_place.answers = {}; // the turns are not taken up where they stopped
    }
}

void
UhciEngine::Touch()
{
    UsbLookAheadEngine::Touch();
    m_place.answers = {};
}

void
UhciEngine::CloseFrame(UsbBitTime limit)
{
    const UsbFrameRecord& record = m_bus.record;
    if (record.interrupt && m_bus.interrupt == USB_NEVER)
    {
        m_bus.interrupt = m_bus.bit;
        m_bus.actionChanged = true;
    }
    const bool idle = !m_bus.touched && !m_bus.progress && !record.interrupt &&
                      GetNextChange(m_bus.frameStart) >= m_bus.bit;
    Report(record);
    ++m_bus.frame;
    if (!idle)
    {
        m_bus.idleFrames = 0;
    }
    else
    {
        CountIdleFrame(record);
        if (m_bus.idleFrames == m_memory.GetPeriod())
        {
            SkipIdleFrames(limit, GetNextChange(m_bus.bit - 1)); // a change right now counts
        }
    }
    BeginFrame();
}

// Lists

void
UhciEngine::VisitQueue()
{
    const UhciQh& qh = m_memory.qhs[m_place.next.index];
    m_place.inQueue = true;
    m_place.queue = m_place.next.index;
    m_place.latchedHead = qh.head;
    if (qh.element.terminate)
    {
        FollowHead();
    }
    else
    {
        m_place.next = qh.element;
    }
}

void
UhciEngine::FollowHead()
{
    m_place.inQueue = false;
    m_place.next = m_place.latchedHead;
}

void
UhciEngine::GoOn(const UhciLink& link)
{
    if (m_place.inQueue)
    {
        FollowHead();
    }
    else
    {
        m_place.next = link;
    }
}

void
UhciEngine::VisitTd(uint16_t index, UsbBitTime limit)
{
    const UhciTd& td = m_memory.tds[index];
    if (!td.active)
    {
        // An inactive TD with IOC asks for the interrupt at each visit: Linux builds timers of it.
        m_bus.record.interrupt |= td.interruptOnComplete;
        GoOn(td.link);
        return;
    }
    const UsbBitTime start = m_bus.bit + m_timing.fetchBits;
    if (start > GetLastStart(td))
    {
        FinishFrame();
        return;
    }
    m_turnsKnown = false;
    const UsbToken token = MakeToken(td, start);
    Complete(index, token, AskFunction(token, td.isochronous), limit);
}

void
UhciEngine::Advance(uint16_t index, bool mayRepeat, const UsbToken& token, UsbBitTime limit)
{
    const UhciLink link = m_memory.tds[index].link;
    if (!m_place.inQueue)
    {
        m_place.next = link;
        return;
    }
    UhciQh& qh = m_memory.qhs[m_place.queue];
    if (m_lookingAhead)
    {
        m_oldElements.emplace_back(m_place.queue, qh.element);
    }
    qh.element = link;
    if (link.depthFirst && !link.terminate)
    {
        m_place.next = link; // the next TD of this queue, or the QH of the next URB at once
        if (!link.queueHead && mayRepeat)
        {
            RepeatInQueue(token, limit);
        }
    }
    else if (link.depthFirst && m_options.vfOnTerminateEndsFrame)
    {
        FinishFrame();
    }
    else
    {
        FollowHead();
    }
}

// The reclamation loop

/// @return false if the walk does not stand at the beginning of a pass or behind one of its turns
bool
UhciEngine::EnterLoop(UsbBitTime limit)
{
    if (m_loopQh == UINT16_MAX || m_place.inQueue || m_memory.qhs[m_loopQh].head.terminate)
    {
        return false;
    }
    const bool atBeginning = m_place.next.index == m_memory.qhs[m_loopQh].head.index;
    if (!atBeginning && m_place.next.index != m_memory.qhs[m_place.queue].head.index)
    {
        return false;
    }
    if (!m_turnsKnown || m_changesSeen != m_memory.changes)
    {
        FindTurns();
    }
    size_t turn = 0;
    if (!atBeginning)
    {
        const auto last = std::ranges::find(m_turns, m_place.queue, &Turn::queue);
        if (last == m_turns.end())
        {
            return false;
        }
        turn = GetNextTurn(static_cast<size_t>(last - m_turns.begin()));
    }
    WalkLoop(turn, limit);
    return true;
}

void
UhciEngine::WalkLoop(size_t next, UsbBitTime limit)
{
    while (!AreAnswersKnown() || PassKnownTurns(next, limit))
    {
        if (!VisitTurn(next, limit))
        {
            return;
        }
        next = GetNextTurn(next);
    }
}

size_t
UhciEngine::GetNextTurn(size_t turn) const
{
    return turn + 1 < m_turns.size() ? turn + 1 : 0;
}

void
UhciEngine::FindTurns()
{
    m_turns.clear();
    m_round = {};
    m_turnsKnown = true;
    m_turnsFoundAhead = m_lookingAhead;
    m_changesSeen = m_memory.changes;
    m_place.answers = {};
    UhciLink link = m_memory.qhs[m_loopQh].head;
    while (true)
    {
        const UhciQh& qh = m_memory.qhs[link.index];
        if (!qh.element.terminate && qh.element.queueHead)
        {
            link = qh.element;
            continue;
        }
        if (!qh.element.terminate)
        {
            AddTurn(link.index, qh.element.index);
        }
        if (link.index == m_loopQh)
        {
            return;
        }
        link = qh.head;
    }
}

void
UhciEngine::AddTurn(uint16_t queue, uint16_t td)
{
    const bool active = m_memory.tds[td].active;
    if (!active && !m_memory.tds[td].interruptOnComplete)
    {
        return;
    }
    Turn& turn = m_turns.emplace_back();
    turn.queue = queue;
    turn.td = td;
    turn.active = active;
    turn.bits = 0;
    if (active)
    {
        ++m_round.transactions;
        m_round.bits += m_timing.fetchBits;
        LoadTurn(turn);
    }
}

/// @return whether the queue has an active descriptor
bool
UhciEngine::LoadTurn(Turn& turn)
{
    UhciLink element = m_memory.qhs[turn.queue].element;
    while (element.queueHead && !element.terminate)
    {
        turn.queue = element.index; // the URB behind the one that is over
        element = m_memory.qhs[turn.queue].element;
        m_turnsFoundAhead |= m_lookingAhead;
    }
    if (element.terminate || !m_memory.tds[element.index].active)
    {
        return false;
    }
    turn.td = element.index;
    const UhciTd& td = m_memory.tds[turn.td];
    turn.token = MakeToken(td, 0);
    m_round.bits -= turn.bits;
    turn.bits = td.pid == UsbPid::IN ? m_timing.nakBits : static_cast<uint32_t>(turn.token.end);
    m_round.bits += turn.bits;
    return true;
}

bool
UhciEngine::AreAnswersKnown() const
{
    const Answers& answers = m_place.answers;
    return answers.refusals + (answers.mover == NOBODY ? 0 : 1) >= m_turns.size();
}

/// @return whether there is a turn to visit before the limit
bool
UhciEngine::PassKnownTurns(size_t& next, UsbBitTime limit)
{
    const Answers& answers = m_place.answers;
    const bool refused = answers.mover == NOBODY;
    const bool timer = m_round.transactions < m_turns.size();
    if (refused && m_lookingAhead && answers.until == USB_NEVER && !m_bus.record.interrupt &&
        !timer && !m_memory.HasTransfersOutsideLoop())
    {
        m_bus.nothingAhead = true; // all is refused, and no refusal ends by itself
        return false;
    }
    if (m_round.bits == 0)
    {
        m_bus.record.interrupt |= timer;
        Spin(limit);
        return false;
    }
    // Turns that begin before this instant come as they are known.
    const UsbBitTime end = std::min(m_bus.frameStart + m_lastStart + 1, answers.until);
    const UsbBitTime until = std::min<UsbBitTime>(limit, end - m_timing.fetchBits);
    if (refused && m_bus.bit < until)
    {
        // Not up to the instant itself, so that what follows stops behind the right turn.
        PassRounds((until - 1 - m_bus.bit) / m_round.bits, m_round.transactions);
    }
    while (m_bus.bit < until)
    {
        Turn& turn = m_turns[next];
        if (next != answers.mover)
        {
            Refuse(turn);
        }
        else if (!MoveTogether(turn, until))
        {
            break;
        }
        LeaveTurn(turn);
        next = GetNextTurn(next);
    }
    return m_bus.bit < limit;
}

void
UhciEngine::PassRounds(int64_t rounds, uint32_t refusals)
{
    if (rounds <= 0)
    {
        return;
    }
    UsbFrameRecord& record = m_bus.record;
    record.transactions += rounds * m_round.transactions;
    record.naks += rounds * refusals;
    record.usedBits += rounds * (m_round.bits - m_round.transactions * m_timing.fetchBits);
    record.interrupt |= m_round.transactions < m_turns.size();
    m_bus.bit += rounds * m_round.bits;
}

/// @return whether the loop may be walked on
bool
UhciEngine::VisitTurn(size_t index, UsbBitTime limit)
{
    Turn& turn = m_turns[index];
    m_lastFetch = m_bus.bit;
    const UsbBitTime start = m_bus.bit + m_timing.fetchBits;
    // Low-speed queues, which may need more time, come before the loop.
    if (turn.active && start > m_bus.frameStart + m_lastStart)
    {
        FinishFrame();
        return false;
    }
    if (start >= m_place.answers.until)
    {
        m_place.answers = {};
    }
    if (turn.active)
    {
        turn.token.end += start - turn.token.start;
        turn.token.start = start;
        const UsbAnswer answer = AskFunction(turn.token, false);
        if (answer.handshake != UsbHandshake::NAK || turn.token.pid == UsbPid::SETUP)
        {
            return TakeTurn(index, answer, limit);
        }
    }
    LearnRefusal(index, start);
    Refuse(turn);
    LeaveTurn(turn);
    if (turn.active)
    {
        Report(turn.token, {UsbHandshake::NAK}); // may change the lists
    }
    return m_bus.bit < limit && m_changesSeen == m_memory.changes;
}

void
UhciEngine::LearnRefusal(size_t turn, UsbBitTime start)
{
    Answers& answers = m_place.answers;
    if (answers.refusals++ == 0)
    {
        answers.until = GetNextChange(start);
    }
    if (answers.mover == turn)
    {
        answers.mover = NOBODY;
    }
}

void
UhciEngine::Refuse(const Turn& turn)
{
    m_lastFetch = m_bus.bit;
    if (!turn.active)
    {
        m_bus.record.interrupt = true;
        return;
    }
    m_bus.bit += m_timing.fetchBits + turn.bits;
    ++m_bus.record.transactions;
    ++m_bus.record.naks;
    m_bus.record.usedBits += turn.bits;
}

void
UhciEngine::LeaveTurn(const Turn& turn)
{
    m_place.inQueue = false;
    m_place.queue = turn.queue;
    m_place.next = m_memory.qhs[turn.queue].head;
}

/// @return whether the loop may be walked on
bool
UhciEngine::TakeTurn(size_t index, const UsbAnswer& answer, UsbBitTime limit)
{
    Turn& turn = m_turns[index];
    m_place.inQueue = true;
    m_place.queue = turn.queue;
    m_place.latchedHead = m_memory.qhs[turn.queue].head;
    Complete(turn.td, turn.token, answer, limit);
    if (answer.handshake != UsbHandshake::ACK || m_place.inQueue || m_bus.frameDone ||
        m_changesSeen != m_memory.changes || !LoadTurn(turn))
    {
        m_turnsKnown = false;
        return false;
    }
    m_place.queue = turn.queue;
    if (answer.message > 0)
    {
        m_place.answers = {};
        return false; // somebody may have to act
    }
    m_place.answers = {.mover = turn.token.pid == UsbPid::OUT ? index : NOBODY};
    return m_bus.bit < limit;
}

/// @return whether packets went
bool
UhciEngine::MoveTogether(Turn& turn, UsbBitTime until)
{
    UsbToken& token = turn.token;
    const auto length = static_cast<uint32_t>(token.end - token.start);
    token.start = m_bus.bit + m_timing.fetchBits;
    token.end = token.start + length;
    const int64_t most = (until - m_bus.bit + m_round.bits - 1) / m_round.bits;
    const uint32_t packets = TakeTogether(turn.queue, token, m_round.bits, most);
    if (packets == 0)
    {
        return false;
    }
    PassRounds(packets - 1, m_round.transactions - 1);
    m_lastFetch = m_bus.bit;
    m_bus.bit += m_timing.fetchBits + length;
    m_bus.progress = true;
    ++m_bus.record.transactions;
    m_bus.record.usedBits += length;
    m_bus.record.bytesOut += packets * token.bytes;
    m_bus.record.dataBits += static_cast<uint64_t>(packets) * length;
    LoadTurn(turn);
    return true;
}

void
UhciEngine::Spin(UsbBitTime limit)
{
    // Nothing to execute in the loop: the controller spins until somebody changes the lists.
    m_place.inQueue = false;
    m_place.next = m_memory.qhs[m_loopQh].head;
    if (limit > m_bus.frameStart + m_lastStart)
    {
        FinishFrame();
    }
    else
    {
        m_bus.bit = std::max(m_bus.bit, limit);
    }
    m_bus.jumpEnd = m_bus.bit;
}

void
UhciEngine::RepeatInQueue(const UsbToken& last, UsbBitTime limit)
{
    const UsbBitTime interval = m_bus.bit - last.start + m_timing.fetchBits;
    const UsbBitTime until = std::min(limit, m_bus.frameStart + m_lastStart);
    const int64_t most = (until - m_bus.bit) / interval;
    const uint16_t next = m_memory.qhs[m_place.queue].element.index;
    const UsbToken first = MakeToken(m_memory.tds[next], m_bus.bit + m_timing.fetchBits);
    const uint32_t packets = TakeTogether(m_place.queue, first, interval, most);
    const uint64_t bits = packets * static_cast<uint64_t>(interval - m_timing.fetchBits);
    m_bus.bit += packets * interval;
    m_bus.jumpEnd = m_bus.bit;
    m_bus.record.transactions += packets;
    m_bus.record.bytesOut += packets * first.bytes;
    m_bus.record.dataBits += bits;
    m_bus.record.usedBits += bits;
    m_place.next = m_memory.qhs[m_place.queue].element;
}

/// @return how many packets went, of which none is the last of its message
uint32_t
UhciEngine::TakeTogether(uint16_t queue, const UsbToken& first, UsbBitTime interval, int64_t most)
{
    if (!MayTakeTogether() || first.bytes == 0)
    {
        return 0;
    }
    // The packets of a message are alike up to its last.
    const int64_t left = (first.messageSize - first.offset - 1) / first.bytes;
    const auto count = static_cast<uint32_t>(std::clamp<int64_t>(most, 0, left));
    const uint32_t taken =
        count > 0 ? GetFunction(first.address)->Repeat(first, interval, count) : 0;
    if (taken == 0)
    {
        return 0;
    }
    UhciLink& element = m_memory.qhs[queue].element;
    if (m_lookingAhead)
    {
        m_oldElements.emplace_back(queue, element);
        m_futureStretches.push_back({element.index, taken});
    }
    for (uint32_t i = 0; i < taken; ++i)
    {
        UhciTd& td = m_memory.tds[element.index];
        td.active = false;
        td.actualLength = td.maxLength;
        element = td.link;
    }
    return taken;
}

// Transactions

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

UsbBitTime
UhciEngine::GetLastStart(const UhciTd& td) const
{
    // The reclamation rule knows full-speed packets only; a low-speed one can be longer.
    if (!td.periodic && !td.lowSpeed)
    {
        return m_bus.frameStart + m_lastStart;
    }
    const UsbBitTime end = m_bus.frameStart + m_timing.frameBits - m_timing.guardBits;
    const UsbBitTime own = end - GetBits(td, td.maxLength);
    return td.periodic ? own : std::min(own, m_bus.frameStart + m_lastStart);
}

uint32_t
UhciEngine::GetBits(const UhciTd& td, uint32_t bytes) const
{
    if (td.isochronous)
    {
        return m_timing.GetIsoBits(bytes);
    }
    const uint32_t bits = m_timing.GetDataBits(bytes);
    return td.lowSpeed ? GetLowSpeedBits(bits, 2) : bits;
}

uint32_t
UhciEngine::GetBits(const UhciTd& td, const UsbToken& token, const UsbAnswer& answer) const
{
    if (td.pid != UsbPid::IN)
    {
        // The data of a refused OUT has been sent before the NAK comes.
        return static_cast<uint32_t>(token.end - token.start);
    }
    if (!td.isochronous && answer.handshake != UsbHandshake::ACK && answer.bytes == 0)
    {
        return td.lowSpeed ? GetLowSpeedBits(m_timing.nakBits, 1) : m_timing.nakBits;
    }
    return GetBits(td, std::min<uint32_t>(answer.bytes, td.maxLength));
}

/// What follows an answer: account, write-back, next item.
void
UhciEngine::Complete(uint16_t index,
                     const UsbToken& token,
                     const UsbAnswer& answer,
                     UsbBitTime limit)
{
    UhciTd& td = m_memory.tds[index];
    const uint32_t bits = GetBits(td, token, answer);
    Account(td, answer, bits);
    m_bus.bit = token.start + bits;
    if (IsRefusal(td, answer))
    {
        const UhciLink link = td.link;
        Report(token, answer);
        GoOn(link);
        return;
    }
    m_bus.actionChanged |= answer.message > 0;
    if (m_lookingAhead)
    {
        m_oldTds.emplace_back(index, td);
    }
    const bool advances = ApplyAnswer(td, answer);
    const bool mayRepeat = advances && td.pid == UsbPid::OUT && answer.message == 0 && !td.lowSpeed;
    const UhciLink link = td.link;
    Report(token, answer); // may put transfers into the lists: td is no more
    if (advances)
    {
        Advance(index, mayRepeat, token, limit);
    }
    else
    {
        GoOn(link);
    }
}

void
UhciEngine::Account(const UhciTd& td, const UsbAnswer& answer, uint32_t bits)
{
    UsbFrameRecord& record = m_bus.record;
    ++record.transactions;
    record.usedBits += bits;
    if (answer.handshake == UsbHandshake::NAK && !td.isochronous)
    {
        ++record.naks;
        return;
    }
    m_bus.progress = true;
    if (answer.handshake != UsbHandshake::ACK)
    {
        ++record.errors;
        return;
    }
    record.dataBits += bits;
    const bool in = td.pid == UsbPid::IN;
    (in ? record.bytesIn : record.bytesOut) += in ? answer.bytes : td.maxLength;
}

/// @return whether the queue goes on to the next descriptor
bool
UhciEngine::ApplyAnswer(UhciTd& td, const UsbAnswer& answer)
{
    if (td.isochronous)
    {
        td.active = false;
        td.actualLength = td.pid == UsbPid::IN ? answer.bytes : td.maxLength;
        m_bus.record.interrupt |= td.interruptOnComplete;
        return true;
    }
    switch (answer.handshake)
    {
    case UsbHandshake::ACK:
        return ApplyData(td, answer);
    case UsbHandshake::NAK: // of SETUP, which a device may not refuse
    case UsbHandshake::NO_ANSWER:
        ApplyFailure(td);
        return false;
    case UsbHandshake::STALL:
        GiveUp(td);
        return false;
    case UsbHandshake::BABBLE:
        td.babble = true;
        GiveUp(td);
        return false;
    }
    return false;
}

bool
UhciEngine::ApplyData(UhciTd& td, const UsbAnswer& answer)
{
    td.active = false;
    td.actualLength = td.pid == UsbPid::IN ? answer.bytes : td.maxLength;
    if (td.actualLength < td.maxLength && td.shortPacketDetect)
    {
        td.shortPacket = true;
        m_bus.record.interrupt = true;
        return false;
    }
    m_bus.record.interrupt |= td.interruptOnComplete;
    return true;
}

void
UhciEngine::ApplyFailure(UhciTd& td)
{
    td.timedOut = true;
    m_bus.progress = true;
    // A count of 0 at the start means: try for ever.
    if (td.errorCount > 0 && --td.errorCount == 0)
    {
        GiveUp(td);
    }
}

void
UhciEngine::GiveUp(UhciTd& td)
{
    td.active = false;
    td.stalled = true;
    m_bus.record.interrupt = true;
}

// The future

void
UhciEngine::SaveLists()
{
    m_presentPlace = m_place;
    m_presentTurnsKnown = m_turnsKnown;
    m_turnsFoundAhead = false;
}

void
UhciEngine::KeepLists()
{
    m_oldTds.clear();
    m_oldElements.clear();
    m_futureStretches.clear();
}

void
UhciEngine::RestoreLists()
{
    for (auto it = m_oldTds.rbegin(); it != m_oldTds.rend(); ++it)
    {
        m_memory.tds[it->first].SetStatus(it->second);
    }
    for (const auto& [first, length] : m_futureStretches)
    {
        uint16_t index = first;
        for (uint32_t i = 0; i < length; ++i)
        {
            UhciTd& td = m_memory.tds[index];
            td.SetStatus({.active = true}); // as the driver left it: it was tried once only
            index = td.link.index;
        }
    }
    for (auto it = m_oldElements.rbegin(); it != m_oldElements.rend(); ++it)
    {
        m_memory.qhs[it->first].element = it->second;
    }
    KeepLists();
    m_place = m_presentPlace;
    m_turnsKnown = m_presentTurnsKnown && !m_turnsFoundAhead;
    if (m_turnsKnown)
    {
        for (Turn& turn : m_turns)
        {
            LoadTurn(turn);
        }
    }
}

} // namespace ns3
