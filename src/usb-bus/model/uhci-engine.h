// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_ENGINE_H
#define UHCI_ENGINE_H

#include "uhci-descriptor.h"
#include "usb-look-ahead-engine.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The UHCI hardware: it walks the frame list, executes transfer descriptors, and writes back their
 * outcomes. Plain C++ that works with bus time only.
 *
 * Traversal and outcomes follow the decision tables of the UHCI Design Guide 1.1 (chapter 3) and
 * Intel's ICH datasheets; doc/usb-bus.rst gives them. The walk begins at the frame list in each
 * frame. A frame ends at a link with T outside of a queue, or when no transaction of the largest
 * size fits before the guard.
 *
 * Once each queue of the reclamation loop has been refused, or one queue is sending a message to
 * the device and all others have been refused, the engine counts the following rounds instead of
 * walking them. Otherwise it would poll an idle IN endpoint up to 177 times in a frame. It rebuilds
 * the table of turns for this after each change of the lists (UhciMemory::changes).
 *
 * The guide does not say what Vf = 1 means on a link with T = 1. The queue's turn ends there unless
 * Options::vfOnTerminateEndsFrame is set, which is what QEMU's emulation does. A transaction
 * without an answer takes as long as one with an answer.
 */
class UhciEngine : public UsbLookAheadEngine
{
  public:
    /// Differences of a controller from plain UHCI.
    struct Options
    {
        bool vfOnTerminateEndsFrame{false}; ///< Vf=1 with T=1 ends the frame, not just the queue
    };

    /**
     * Begin frame 0 at bus time 0.
     * @param timing costs of the bus, copied
     * @param memory lists shared with the driver; they must outlive the engine
     * @param options see Options
     */
    UhciEngine(const UsbTiming& timing, UhciMemory& memory, const Options& options);

    /**
     * Tell the engine where the driver's reclamation loop is, so that it can count the rounds.
     * Without this call it walks each visit, with the same result.
     * @param qh queue head whose head link closes the reclamation loop
     */
    void SetLoopQh(uint16_t qh);
    /**
     * Also forgets the known answers, because a change from outside may turn any refusal into an
     * acceptance.
     */
    void Touch() override;

  private:
    /**
     * The outcome of a transaction for its transfer descriptor, in the terms of the descriptor's
     * status field (UHCI Design Guide 1.1, 3.2.2). WriteBack() applies it to the Active bit, the
     * error counter and the interrupt, and Complete() to the queue.
     */
    enum class Outcome : uint8_t
    {
        COMPLETED,       ///< the descriptor is retired and its queue advances
        SHORT_PACKET,    ///< less data than room, and SPD is set: retired, but the queue stops
        NAK_RECEIVED,    ///< the device refused: the same transaction is tried at the next visit
        TIMED_OUT,       ///< "CRC/Time Out Error": tried again while the error counter lasts
        STALLED,         ///< the endpoint is halted: the descriptor is given up
        BABBLE_DETECTED, ///< more data than room: the descriptor is given up
    };

    /// No turn of the loop.
    static constexpr size_t NOBODY = SIZE_MAX;

    /// The known answers in the loop. A refusal is valid until something changes from outside,
    /// until a function changes its answer by itself, or until a packet moves that is not in the
    /// middle of a message.
    struct Answers
    {
        uint32_t refusals{0}; ///< refusals in a row, the last of which was the last visit
        size_t mover{NOBODY}; ///< turn before them, whose message is on its way to the device
        UsbBitTime until{USB_NEVER}; ///< when a refusal may end by itself
    };

    /// The current place in the walk of the lists.
    struct Place
    {
        bool inQueue{false};  ///< next is reached through a QH's element link
        uint16_t queue{0};    ///< that QH, or the last one visited
        UhciLink next;        ///< what to fetch
        UhciLink latchedHead; ///< head link of the queue, as it was when fetched
        Answers answers;      ///< see Answers
    };

    /// The turn of one queue in a round of the reclamation loop.
    struct Turn
    {
        uint16_t queue; ///< QH that leads to the descriptor
        uint16_t td;    ///< descriptor
        bool active;    ///< it is to be executed, and does not just ask for an interrupt
        uint32_t bits;  ///< length of the transaction if it is refused; of an OUT, in any case
        UsbToken token; ///< transaction, with the time of the last try
    };

    /// A whole round of the loop, if every IN is refused.
    struct Round
    {
        UsbBitTime bits{0};       ///< length, with the fetches of the descriptors
        uint32_t transactions{0}; ///< active turns
    };

    /// Packets from the middle of a message that were taken in one call.
    struct Stretch
    {
        uint16_t first;  ///< descriptor of the first of them
        uint32_t length; ///< how many
    };

    /**
     * Go to the next transaction of the frame. A frame begins at its entry in the frame list and
     * ends at a link with T outside a queue (UHCI Design Guide 1.1, chapter 3). Links and inactive
     * descriptors cost no bus time.
     * @param limit of a skip over idle frames, and of rounds that are counted
     */
    void Step(UsbBitTime limit) override;
    /**
     * The walk begins at the frame list. The answers of the devices in the loop stay valid only if
     * those of the whole loop are known.
     */
    void BeginLists() override;
    /**
     * Copies the place in the lists. The status of a descriptor or an element link is saved when it
     * is about to change.
     */
    void SaveLists() override;
    /// Forgets what was saved.
    void KeepLists() override;
    /**
     * Undoes the changes from the last to the first. The table of turns stays valid unless it was
     * made in the future.
     */
    void RestoreLists() override;

    /**
     * @return the entry of the frame list, or the first queue head of the closed loop if nothing
     * else has transfers
     */
    UhciLink GetFrameEntry() const;
    /**
     * Report the frame, raise the interrupt that its transactions requested, skip idle time, and
     * begin the next frame.
     * @param limit instant that a skip must not pass
     */
    void CloseFrame(UsbBitTime limit);
    /// Latch the head link of a queue head and follow its element link.
    void VisitQueue();
    /**
     * @param index descriptor to be executed if it is active and fits into the frame
     * @param limit instant that only this transaction may pass
     */
    void VisitTd(uint16_t index, UsbBitTime limit);
    /**
     * Complete a transaction: count it, write back its status, and find the next place in the walk.
     * @param index descriptor
     * @param token what was asked
     * @param answer what came back
     * @param limit instant that only this transaction may pass
     */
    void Complete(uint16_t index, const UsbToken& token, const UsbAnswer& answer, UsbBitTime limit);
    /**
     * Write the link of a completed descriptor into the element link (UHCI Design Guide 1.1,
     * 3.2.1), and continue as its Vf bit says.
     * @param index descriptor
     * @param mayRepeat packets that follow may be taken in one call
     * @param token of the transaction
     * @param limit instant that must not be passed by what is taken together
     */
    void Advance(uint16_t index, bool mayRepeat, const UsbToken& token, UsbBitTime limit);
    /// @param link to follow: that of a descriptor outside a queue, or the end of a queue's turn
    void GoOn(const UhciLink& link);
    /// Leave the queue by the head link that was latched when it was entered.
    void FollowHead();

    /**
     * @param limit see Step()
     * @return false if the walk stands neither at the beginning of a pass of the loop nor behind
     * one of its turns
     */
    bool EnterLoop(UsbBitTime limit);
    /**
     * @param next turn to begin with
     * @param limit see Step()
     */
    void WalkLoop(size_t next, UsbBitTime limit);
    /**
     * @param turn a turn
     * @return the one after it; the first one follows the last
     */
    size_t GetNextTurn(size_t turn) const;
    /**
     * Walk the loop once without executing anything, and list the queues that have a descriptor to
     * visit.
     */
    void FindTurns();
    /**
     * @param queue queue head
     * @param td its descriptor; an inactive one is a turn only if it asks for interrupts
     */
    void AddTurn(uint16_t queue, uint16_t td);
    /**
     * Update a turn to the element link of its queue, and correct the length of the round.
     * @param turn whose queue has moved
     * @return false if the queue has no active descriptor
     */
    bool LoadTurn(Turn& turn);
    /// @return true if the last visits cover the loop: refusals, and before them at most one mover
    bool AreAnswersKnown() const;
    /**
     * @param next turn to begin with; moved on
     * @param limit see Step()
     * @return true if there is a turn to visit before the limit
     */
    bool PassKnownTurns(size_t& next, UsbBitTime limit);
    /**
     * Skip rounds by multiplication.
     * @param rounds how many; nothing happens for 0 or less
     * @param refusals NAKs in each of them
     */
    void PassRounds(int64_t rounds, uint32_t refusals);
    /**
     * @param index turn
     * @param limit see Step()
     * @return true if the walk of the loop goes on with the next turn
     */
    bool VisitTurn(size_t index, UsbBitTime limit);
    /**
     * @param turn that was refused
     * @param start first bit of its transaction
     */
    void LearnRefusal(size_t turn, UsbBitTime start);
    /// @param turn whose refusal, or interrupt if it is inactive, is accounted for
    void Refuse(const Turn& turn);
    /// @param turn after which the walk stands
    void LeaveTurn(const Turn& turn);
    /**
     * @param index turn whose transaction was not refused
     * @param answer what came back
     * @param limit see Step()
     * @return true if the walk of the loop goes on with the next turn
     */
    bool TakeTurn(size_t index, const UsbAnswer& answer, UsbBitTime limit);
    /**
     * Let the mover send a packet in each of several rounds in which all others are refused.
     * @param turn the mover
     * @param until instant before which the packets must begin
     * @return false if no packet was taken
     */
    bool MoveTogether(Turn& turn, UsbBitTime until);
    /**
     * The loop is closed and has nothing to execute: advance the clock without transactions.
     * @param limit see Step()
     */
    void Spin(UsbBitTime limit);
    /**
     * Depth first: take as many packets of a message as fit into the frame in one call.
     * @param last transaction before them
     * @param limit instant that they must not pass
     */
    void RepeatInQueue(const UsbToken& last, UsbBitTime limit);
    /**
     * @param queue queue head of the message
     * @param first packet
     * @param interval bit times from one packet to the next
     * @param most how many may be taken
     * @return how many were taken; 0 while errors are to come or every transaction is watched. The
     * last packet of a message is never among them
     */
    uint32_t TakeTogether(uint16_t queue, const UsbToken& first, UsbBitTime interval, int64_t most);

    /**
     * @param td descriptor
     * @param start first bit
     * @return its transaction
     */
    UsbToken MakeToken(const UhciTd& td, UsbBitTime start) const;
    /**
     * @param td before the transaction
     * @param answer what came back
     * @return see Outcome
     */
    static Outcome GetOutcome(const UhciTd& td, const UsbAnswer& answer);
    /**
     * Change the status of the descriptor and the request for an interrupt as the outcome says.
     * @param td descriptor
     * @param answer what came back
     * @param outcome see Outcome
     */
    void WriteBack(UhciTd& td, const UsbAnswer& answer, Outcome outcome);
    /**
     * @param td whose Active bit is cleared and whose length is written
     * @param answer what came back
     */
    static void Retire(UhciTd& td, const UsbAnswer& answer);
    /// @param td that is stalled; asks for an interrupt
    void GiveUp(UhciTd& td);
    /**
     * Add a transaction to the record of the frame.
     * @param td descriptor
     * @param answer what came back
     * @param bits its length
     */
    void Account(const UhciTd& td, const UsbAnswer& answer, uint32_t bits);
    /**
     * @param td descriptor
     * @param token what was asked
     * @param answer what came back
     * @return length of the transaction, bits
     */
    uint32_t GetBits(const UhciTd& td, const UsbToken& token, const UsbAnswer& answer) const;
    /**
     * A low-speed bit lasts as long as eight full-speed bits (USB 1.1, 7.1.11), and a preamble
     * precedes each packet of the host (8.6.5).
     * @param td descriptor
     * @param bytes data that goes over the wire
     * @return full-speed bit times of a transaction that moves data
     */
    uint32_t GetBits(const UhciTd& td, uint32_t bytes) const;
    /**
     * @param td descriptor
     * @return latest bus time in this frame at which its transaction may start. Bulk and control
     * leave room for the largest packet (UHCI Design Guide 1.1, MAXP); a periodic one was admitted
     * and needs room for itself
     */
    UsbBitTime GetLastStart(const UhciTd& td) const;

    UhciMemory& m_memory;          ///< lists
    const Options m_options;       ///< see Options
    uint16_t m_loopQh{UINT16_MAX}; ///< see SetLoopQh
    Place m_place;                 ///< now, or in the future
    std::vector<Turn> m_turns;     ///< of the loop, in order
    Round m_round;                 ///< of all of them
    bool m_turnsKnown{false};  ///< m_turns agrees with the lists, unless the driver changed them
    uint64_t m_changesSeen{0}; ///< UhciMemory::changes when the turns were found

    Place m_presentPlace;                                     ///< while looking ahead
    bool m_presentTurnsKnown{false};                          ///< while looking ahead
    bool m_turnsFoundAhead{false};                            ///< m_turns was found in the future
    std::vector<std::pair<uint16_t, UhciTdStatus>> m_oldTds;  ///< descriptors before looking ahead
    std::vector<std::pair<uint16_t, UhciLink>> m_oldElements; ///< element links, likewise
    std::vector<Stretch> m_futureStretches;                   ///< seen when looking ahead
};

} // namespace ns3

#endif // UHCI_ENGINE_H
