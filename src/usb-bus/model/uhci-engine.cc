// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-engine.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// A low-speed bit lasts as long as eight full-speed bits (USB 1.1, 7.1.11).
constexpr uint32_t LOW_SPEED_FACTOR = 8;
/// The full-speed preamble before a low-speed packet of the host: sync, PID and hub set-up (USB
/// 1.1, 8.6.5).
constexpr uint32_t LOW_SPEED_PREAMBLE_BITS = 20;

/// @param bits its length in its own bits
/// @param preambles packets of the host: the token, and data or ACK if data goes over the bus
/// @return full-speed bit times of a low-speed transaction
uint32_t
GetLowSpeedBits(uint32_t bits, uint32_t preambles)
{
    return LOW_SPEED_FACTOR * bits + preambles * LOW_SPEED_PREAMBLE_BITS;
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

// The controller fetches one item after another: the entry of the frame list, then whatever the
// links lead to (UHCI Design Guide 1.1, chapter 3). One step goes on to the next transaction, or
// closes the frame when nothing more fits into it.
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
    // Links and inactive descriptors cost no bus time, so that the walk goes on until a transaction
    // has moved the clock. TdOverhead stands for the fetches (see VisitTd()).
    const UsbBitTime start = m_bus.bit;
    while (m_bus.bit == start && !m_bus.frameDone && !m_bus.nothingAhead)
    {
        // A T bit outside of a queue ends the frame: the controller is idle until the next start of
        // frame.
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

// The walk begins at the frame list in each frame (UHCI Design Guide 1.1, chapter 3); only the
// element links remember how far a queue has come. Where no periodic and no low-speed transfer is
// in the lists, all that lies between the frame list and the reclamation loop is placeholders of
// the driver's skeleton, and the walk enters the loop at once. This saves some ten visits per frame
// and changes no answer.
UhciLink
UhciEngine::GetFrameEntry() const
{
    if (m_loopQh != UINT16_MAX && !m_memory.HasTransfersOutsideLoop() &&
        !m_memory.qhs[m_loopQh].head.terminate)
    {
        return m_memory.qhs[m_loopQh].head;
    }
    return m_memory.frameList[m_bus.frame % UhciMemory::FRAME_LIST_SIZE];
}

void
UhciEngine::BeginLists()
{
    m_place.inQueue = false;
    if (!AreAnswersKnown())
    {
        // What the devices answered holds across the start of frame only if the answers of the
        // whole loop are known. If they are not, the walk begins at the first queue again and must
        // not trust a part of the row of refusals.
        m_place.answers = {};
    }
}

void
UhciEngine::Touch()
{
    UsbLookAheadEngine::Touch();
    // A change from outside may turn any refusal into an acceptance.
    m_place.answers = {};
}

// The end of a frame. All interrupts that the transactions of a frame asked for are signalled
// together, after the last write-back, which is at the start of the next frame (UHCI Design Guide
// 1.1, transaction-based interrupts), although the device has had the data since the middle of this
// one. An idle frame, in which the devices refused everything and nothing was changed from outside,
// is a model of those that follow it: when a whole period of the frame list was idle, further
// periods are counted instead of walked.
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
            // One bit is subtracted, because a change at this very instant ends the idle time, too.
            SkipIdleFrames(limit, GetNextChange(m_bus.bit - 1));
        }
    }
    BeginFrame();
}

// Lists

// The controller latches the head link when it fetches a queue head. A queue head that the driver
// inserts behind this one while the queue is being served is therefore not seen in this pass;
// QEMU's emulation behaves in the same way. A terminated element link says that the queue is empty.
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

// Where the walk goes after a descriptor that did not complete, or was inactive: a queue gives its
// turn away, whereas a descriptor in the frame list's own chain is followed by its link.
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
        // An inactive descriptor is skipped. With IOC set it nevertheless asks for an interrupt at
        // each visit; usb-uhci makes its 1 ms and 32 ms timers of such descriptors.
        m_bus.record.interrupt |= td.interruptOnComplete;
        GoOn(td.link);
        return;
    }
    const UsbBitTime start = m_bus.bit + m_timing.fetchBits;
    // The controller must not begin what may not end before the end of the frame; it gives the rest
    // of the frame up instead of looking for something shorter.
    if (start > GetLastStart(td))
    {
        FinishFrame();
        return;
    }
    // A descriptor that is executed item by item may belong to a queue of the loop, whose entry in
    // the table of turns is then out of date.
    m_turnsKnown = false;
    const UsbToken token = MakeToken(td, start);
    Complete(index, token, AskFunction(token, td.isochronous), limit);
}

// The queue advances: the controller writes the link of the descriptor that completed into the
// element link, and the Vf bit of that same link, not of the queue head, says what is next (UHCI
// Design Guide 1.1, 3.2.1).
void
UhciEngine::Advance(uint16_t index, bool mayRepeat, const UsbToken& token, UsbBitTime limit)
{
    const UhciLink link = m_memory.tds[index].link;
    if (!m_place.inQueue)
    {
        // A descriptor in the chain of the frame list is not part of a queue: periodic transfers
        // are linked one behind another.
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
        // Vf = 1, depth first: the next descriptor of this queue follows at once. Where the link
        // leads to a queue head, it is the next URB of a queued pipe, which is entered as a queue
        // of its own.
        m_place.next = link;
        if (!link.queueHead && mayRepeat)
        {
            RepeatInQueue(token, limit);
        }
    }
    // The manual does not say what Vf = 1 means on a terminating link, which usb-uhci writes at the
    // end of each transfer in depth-first order. QEMU's emulation ends the frame; this model ends
    // the queue's turn unless the caller says otherwise.
    else if (link.depthFirst && m_options.vfOnTerminateEndsFrame)
    {
        FinishFrame();
    }
    else
    {
        // Vf = 0, breadth first: one transaction for each queue and pass.
        FollowHead();
    }
}

// The reclamation loop
//
// With FSBR on, the head link of the driver's last queue head leads back to the first one, and the
// controller walks round and round until no transaction of the largest size fits into the frame.
// Most of these visits end in a NAK: an idle IN endpoint is polled up to 177 times in a frame. The
// functions below keep a table of the turns of the loop and of what is known of their answers, so
// that rounds with known answers are counted and need not be walked.
//
// Returns false if the walk stands neither at the beginning of a pass nor behind one of its turns;
// then the lists are walked item by item.
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
    // The table is made anew only after a change: by the driver, which counts its changes, or by a
    // transaction that moved an element link in a way that TakeTurn() could not follow.
    if (!m_turnsKnown || m_changesSeen != m_memory.changes)
    {
        FindTurns();
    }
    size_t turn = 0;
    if (!atBeginning)
    {
        // The walk has come from outside of the table's knowledge, for instance after a descriptor
        // that was executed item by item. It goes on behind the queue that it has just left.
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

// Turns whose answers are not known are asked one by one; as soon as a whole round is known,
// PassKnownTurns() takes over, and gives back when the next answer may differ.
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

// One pass over the loop, from the first queue head to the end queue head, without executing
// anything. It collects the queues that have something to visit; empty queues, which the skeleton
// is full of, cost nothing afterwards.
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
        // The element link leads to the queue head of the next URB: the URB of this queue head is
        // over, and the driver has not yet taken it out of the list.
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

// An inactive descriptor is a turn only if it asks for interrupts. It takes no bus time and is
// never asked.
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

// Brings a turn up to the element link of its queue after the link has moved. The length of the
// round is corrected by the difference, so that it need not be summed up anew. A refused IN costs a
// token and a handshake; a refused OUT costs as much as an accepted one, because its data is on the
// wire before the NAK comes (there is no PING at full speed).
// Returns whether the queue has an active descriptor.
bool
UhciEngine::LoadTurn(Turn& turn)
{
    UhciLink element = m_memory.qhs[turn.queue].element;
    while (element.queueHead && !element.terminate)
    {
        // The queue goes on with the next URB, whose queue head takes the turn over. A turn found
        // in the future is not valid any more if that future is taken back.
        turn.queue = element.index;
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

// The last visits, counted backwards, were refusals, and before them there may be one queue whose
// message is on its way to the device. If together they cover the loop, every answer of the coming
// round is known.
bool
UhciEngine::AreAnswersKnown() const
{
    const Answers& answers = m_place.answers;
    return answers.refusals + (answers.mover == NOBODY ? 0 : 1) >= m_turns.size();
}

// Rounds in which every answer is known. Either all queues refuse, and whole rounds are skipped by
// division; or one queue, the mover, sends packets from the middle of a message while the others
// refuse, and the device takes as many packets in one call as it will accept (MoveTogether()).
// Returns whether there is a turn to visit before the limit.
bool
UhciEngine::PassKnownTurns(size_t& next, UsbBitTime limit)
{
    const Answers& answers = m_place.answers;
    const bool refused = answers.mover == NOBODY;
    const bool timer = m_round.transactions < m_turns.size();
    if (refused && m_lookingAhead && answers.until == USB_NEVER && !m_bus.record.interrupt &&
        !timer && !m_memory.HasTransfersOutsideLoop())
    {
        // All queues refuse, and no refusal ends by the mere passing of time: nothing will happen
        // in this future until somebody outside acts.
        m_bus.nothingAhead = true;
        return false;
    }
    // There is no active descriptor in the loop, at most the driver's frame timer.
    if (m_round.bits == 0)
    {
        m_bus.record.interrupt |= timer;
        Spin(limit);
        return false;
    }
    // The answers are valid for turns that begin before the frame's last permitted start and before
    // the instant at which a refusal may end by itself.
    const UsbBitTime end = std::min(m_bus.frameStart + m_lastStart + 1, answers.until);
    const UsbBitTime until = std::min<UsbBitTime>(limit, end - m_timing.fetchBits);
    if (refused && m_bus.bit < until)
    {
        // The rounds skipped end at least one bit before the limit. The turns of the round that
        // crosses the limit are walked below, so that the walk stops behind the right one.
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

// Returns whether the walk of the loop goes on with the next turn.
bool
UhciEngine::VisitTurn(size_t index, UsbBitTime limit)
{
    Turn& turn = m_turns[index];
    m_lastFetch = m_bus.bit;
    const UsbBitTime start = m_bus.bit + m_timing.fetchBits;
    // The largest full-speed packet is the measure for every turn (UHCI Design Guide 1.1, MAXP bit
    // of the command register). Low-speed transactions, which may take longer, are never in the
    // loop: usb-uhci puts their queues before it.
    if (turn.active && start > m_bus.frameStart + m_lastStart)
    {
        FinishFrame();
        return false;
    }
    // The instant has come at which some refusal may have ended, so that all must be asked again.
    if (start >= m_place.answers.until)
    {
        m_place.answers = {};
    }
    if (turn.active)
    {
        // The token of the last try is used again; only its time is new.
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
        // The observer may submit or unlink transfers, which the comparison below notices.
        Report(turn.token, {UsbHandshake::NAK});
    }
    return m_bus.bit < limit && m_changesSeen == m_memory.changes;
}

// A refusal is valid until the first instant at which any function may change its mind by itself.
// That instant is looked up once for each row of refusals, because it does not depend on the turn.
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

// The account of one turn that is refused, or of the visit of an inactive descriptor, which takes
// no time and asks for an interrupt.
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

// A turn whose transaction was not refused. It is completed as any other; the table survives if the
// queue still has an active descriptor afterwards and nothing else has changed.
// Returns whether the walk of the loop goes on with the next turn.
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
        // The end of a message may call for an action outside, and changes what a device with
        // limited buffers answers: nothing is known of the coming round.
        return false;
    }
    // An accepted packet may free or fill buffers of the device, so that what other queues answered
    // before it is forgotten. The queue itself becomes the mover if it sends to the device.
    m_place.answers = {.mover = turn.token.pid == UsbPid::OUT ? index : NOBODY};
    return m_bus.bit < limit;
}

// The mover sends one packet in each round, and everybody else is refused once between two of its
// packets. The function takes the packets of several rounds in one call; the refusals are added to
// the account by PassRounds().
// Returns whether any packet was taken.
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
    // The loop is closed, but nothing in it can be executed: the controller reads queue heads over
    // and over until the frame ends or the driver changes the lists. No transaction is on the wire.
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

// In depth-first order the packets of a message follow each other immediately. The function takes
// as many as fit into the frame in one call.
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

// Packets from the middle of a message, which are alike but for their offset and toggle, sent at
// regular intervals. Injected errors and a listener of the trace Transaction forbid it, because
// both need every transaction by itself. The last packet of a message is never among them: it ends
// the message, and is asked by itself.
// Returns how many packets were taken.
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
    // The write-back of the descriptors that were taken, as WriteBack() and Advance() would do it
    // one by one. While the engine looks ahead, their number is enough to undo it.
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

// The latest bit of the frame at which a transaction may start. The hardware stops bulk and control
// transfers in time for the largest packet, whatever the size of the packet at hand (UHCI Design
// Guide 1.1, MAXP), which is why small packets do not fill the end of a frame. Periodic
// transactions are admitted by the driver beforehand and need only end before the guard.
UsbBitTime
UhciEngine::GetLastStart(const UhciTd& td) const
{
    // The rule of the largest packet is made for full speed. A low-speed packet lasts eight times
    // as long, and must end before the guard, too.
    if (!td.periodic && !td.lowSpeed)
    {
        return m_bus.frameStart + m_lastStart;
    }
    const UsbBitTime end = m_bus.frameStart + m_timing.frameBits - m_timing.guardBits;
    const UsbBitTime own = end - GetBits(td, td.maxLength);
    return td.periodic ? own : std::min(own, m_bus.frameStart + m_lastStart);
}

// Bit times of a transaction that moves data. At low speed the host sends a preamble before each of
// its two packets: the token, and the data or the handshake.
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
    // An IN that is refused or not answered carries no data packet: a token and a handshake, with
    // one preamble at low speed. A damaged answer has data and takes its full length.
    if (!td.isochronous && answer.handshake != UsbHandshake::ACK && answer.bytes == 0)
    {
        return td.lowSpeed ? GetLowSpeedBits(m_timing.nakBits, 1) : m_timing.nakBits;
    }
    return GetBits(td, std::min<uint32_t>(answer.bytes, td.maxLength));
}

// What follows the answer to a transaction: the frame's account, the write-back of the descriptor,
// and the choice of what is fetched next. The choice follows the queue advance criteria (UHCI
// Design Guide 1.1, chapter 3): only a descriptor that completed lets its queue advance; every
// other outcome leaves the element link where it is and goes on with the next queue head. This is
// why a single NAK ends the turn of a queue even in depth-first order.
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
    const Outcome outcome = GetOutcome(td, answer);
    if (outcome != Outcome::NAK_RECEIVED)
    {
        m_bus.actionChanged |= answer.message > 0;
        if (m_lookingAhead)
        {
            m_oldTds.emplace_back(index, td);
        }
        WriteBack(td, answer, outcome);
    }
    const bool mayRepeat = td.pid == UsbPid::OUT && answer.message == 0 && !td.lowSpeed;
    const UhciLink link = td.link;
    // The observer may submit transfers, for which the array of descriptors grows: td is not valid
    // any more.
    Report(token, answer);
    if (outcome == Outcome::COMPLETED)
    {
        Advance(index, mayRepeat, token, limit);
    }
    else
    {
        GoOn(link);
    }
}

// The frame's book-keeping. A frame in which anything but a NAK happened is not idle: the frames
// after it may differ.
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

UhciEngine::Outcome
UhciEngine::GetOutcome(const UhciTd& td, const UsbAnswer& answer)
{
    if (td.isochronous)
    {
        // An isochronous transaction has no handshake and is never repeated (USB 1.1, 8.5.4):
        // whatever the device did, the descriptor is done.
        return Outcome::COMPLETED;
    }
    switch (answer.handshake)
    {
    case UsbHandshake::ACK:
        // Only an IN can be short: the host itself fills the packet of an OUT. The driver clears
        // SPD where a short packet must count as a full one.
        return td.pid == UsbPid::IN && answer.bytes < td.maxLength && td.shortPacketDetect
                   ? Outcome::SHORT_PACKET
                   : Outcome::COMPLETED;
    case UsbHandshake::NAK:
        // A device must accept SETUP (USB 1.1, 8.5.2), so that its NAK counts as no answer.
        return td.pid == UsbPid::SETUP ? Outcome::TIMED_OUT : Outcome::NAK_RECEIVED;
    case UsbHandshake::STALL:
        return Outcome::STALLED;
    case UsbHandshake::BABBLE:
        return Outcome::BABBLE_DETECTED;
    case UsbHandshake::NO_ANSWER:
        break;
    }
    return Outcome::TIMED_OUT;
}

// The controller writes the status back as UHCI Design Guide 1.1, 3.2.2, describes the bits. The
// interrupt that a descriptor asks for rises at the end of the frame (CloseFrame()).
void
UhciEngine::WriteBack(UhciTd& td, const UsbAnswer& answer, Outcome outcome)
{
    switch (outcome)
    {
    case Outcome::COMPLETED:
        Retire(td, answer);
        m_bus.record.interrupt |= td.interruptOnComplete;
        break;
    case Outcome::SHORT_PACKET:
        // The rest of the transfer will not come, and the driver must take it out: the interrupt
        // is independent of IOC.
        Retire(td, answer);
        td.shortPacket = true;
        m_bus.record.interrupt = true;
        break;
    case Outcome::NAK_RECEIVED:
        // The descriptor stays active, and neither counter nor interrupt is touched. The "NAK
        // Received" bit is left out, because the driver does not read it.
        break;
    case Outcome::TIMED_OUT:
        // The errors of a descriptor need not come in a row: a NAK between them does not reload the
        // counter. A descriptor that starts with 0 is tried without limit.
        td.timedOut = true;
        m_bus.progress = true;
        if (td.errorCount > 0 && --td.errorCount == 0)
        {
            GiveUp(td);
        }
        break;
    case Outcome::STALLED:
        GiveUp(td);
        break;
    case Outcome::BABBLE_DETECTED:
        td.babble = true;
        GiveUp(td);
        break;
    }
}

void
UhciEngine::Retire(UhciTd& td, const UsbAnswer& answer)
{
    td.active = false;
    td.actualLength = td.pid == UsbPid::IN ? answer.bytes : td.maxLength;
}

// After STALL, babble, or the last permitted error the controller clears Active and sets Stalled.
void
UhciEngine::GiveUp(UhciTd& td)
{
    td.active = false;
    td.stalled = true;
    m_bus.record.interrupt = true;
}

// The future
//
// While the engine looks ahead it works on the real lists and keeps a journal of what it
// overwrites: the status of descriptors and the element links. If the present gets there
// undisturbed, the journal is thrown away; if not, it is undone from its end.
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
            // These were alike and were taken in one call. Each was tried only once in the future,
            // so that its status was still the one that the driver had written.
            td.SetStatus({.active = true});
            index = td.link.index;
        }
    }
    for (auto it = m_oldElements.rbegin(); it != m_oldElements.rend(); ++it)
    {
        m_memory.qhs[it->first].element = it->second;
    }
    KeepLists();
    m_place = m_presentPlace;
    // The table of turns outlives the undoing unless it was made in the future. Its turns are
    // loaded again, because their element links have moved back.
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
