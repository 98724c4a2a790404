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
 * The UHCI hardware: walks the frame list, executes transfer descriptors, writes back their
 * outcome. Plain C++ that knows bus time only.
 *
 * Traversal and outcomes follow the decision tables of the UHCI Design Guide 1.1 (chapter 3) and
 * Intel's ICH datasheets; doc/usb-bus.rst gives them. Once each queue of the reclamation loop
 * has been refused, or one of them has a message to the device under way and all others have been
 * refused, the rounds that follow are counted, not walked.
 */
class UhciEngine : public UsbLookAheadEngine
{
  public:
    /// How a controller differs from the plain UHCI.
    struct Options
    {
        bool vfOnTerminateEndsFrame{false}; ///< Vf=1 with T=1 ends the frame, not just the queue
    };

    /**
     * @param timing costs of the bus
     * @param memory lists shared with the driver, which outlive the engine
     * @param options see Options
     */
    UhciEngine(const UsbTiming& timing, UhciMemory& memory, const Options& options);

    /// @param qh queue head whose head link closes the reclamation loop
    void SetLoopQh(uint16_t qh);
    void Touch() override;

  private:
    /**
     * How a transaction ended for its transfer descriptor, in the terms of the descriptor's status
     * field (UHCI Design Guide 1.1, 3.2.2). WriteBack() says what each outcome does to the Active
     * bit, the error counter and the interrupt; Complete() what it does to the queue.
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

    /// What is known of the answers in the loop. A refusal is valid until something is changed from
    /// outside, until a function changes its mind by itself, or until a packet is moved that is not
    /// in the middle of a message.
    struct Answers
    {
        uint32_t refusals{0}; ///< refusals in a row, the last of which was the last visit
        size_t mover{NOBODY}; ///< turn before them, whose message is on its way to the device
        UsbBitTime until{USB_NEVER}; ///< when a refusal may end by itself
    };

    /// Where the walk of the lists stands.
    struct Place
    {
        bool inQueue{false};  ///< next is reached through a QH's element link
        uint16_t queue{0};    ///< that QH, or the last one visited
        UhciLink next;        ///< what to fetch
        UhciLink latchedHead; ///< head link of the queue, as it was when fetched
        Answers answers;      ///< see Answers
    };

    /// What a round of the reclamation loop has to do at one queue.
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

    void Step(UsbBitTime limit) override;
    void BeginLists() override;
    void SaveLists() override;
    void KeepLists() override;
    void RestoreLists() override;

    UhciLink GetFrameEntry() const;
    void CloseFrame(UsbBitTime limit);
    void VisitQueue();
    void VisitTd(uint16_t index, UsbBitTime limit);
    void Complete(uint16_t index, const UsbToken& token, const UsbAnswer& answer, UsbBitTime limit);
    void Advance(uint16_t index, bool mayRepeat, const UsbToken& token, UsbBitTime limit);
    void GoOn(const UhciLink& link);
    void FollowHead();

    bool EnterLoop(UsbBitTime limit);
    void WalkLoop(size_t next, UsbBitTime limit);
    size_t GetNextTurn(size_t turn) const;
    void FindTurns();
    void AddTurn(uint16_t queue, uint16_t td);
    bool LoadTurn(Turn& turn);
    bool AreAnswersKnown() const;
    bool PassKnownTurns(size_t& next, UsbBitTime limit);
    void PassRounds(int64_t rounds, uint32_t refusals);
    bool VisitTurn(size_t index, UsbBitTime limit);
    void LearnRefusal(size_t turn, UsbBitTime start);
    void Refuse(const Turn& turn);
    void LeaveTurn(const Turn& turn);
    bool TakeTurn(size_t index, const UsbAnswer& answer, UsbBitTime limit);
    bool MoveTogether(Turn& turn, UsbBitTime until);
    void Spin(UsbBitTime limit);
    void RepeatInQueue(const UsbToken& last, UsbBitTime limit);
    uint32_t TakeTogether(uint16_t queue, const UsbToken& first, UsbBitTime interval, int64_t most);

    UsbToken MakeToken(const UhciTd& td, UsbBitTime start) const;
    static Outcome GetOutcome(const UhciTd& td, const UsbAnswer& answer);
    void WriteBack(UhciTd& td, const UsbAnswer& answer, Outcome outcome);
    static void Retire(UhciTd& td, const UsbAnswer& answer);
    void GiveUp(UhciTd& td);
    void Account(const UhciTd& td, const UsbAnswer& answer, uint32_t bits);
    uint32_t GetBits(const UhciTd& td, const UsbToken& token, const UsbAnswer& answer) const;
    uint32_t GetBits(const UhciTd& td, uint32_t bytes) const;
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
