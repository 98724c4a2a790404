// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_ENGINE_H
#define EHCI_ENGINE_H

#include "ehci-descriptor.h"
#include "usb-look-ahead-engine.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The EHCI hardware: walks the periodic list of each microframe, then the asynchronous list, in
 * which it goes on where it stopped. Plain C++ that knows bus time only.
 *
 * The rules are those of the EHCI specification 1.0: asynchronous schedule 4.8 with the head of
 * the reclamation list (H bit), the Reclamation bit and the sleep after an empty list, NakCnt and
 * its reload 4.9, queue heads 4.10, ping 4.11, interrupts at the interrupt threshold 4.15. A queue
 * head has one transaction at each visit (park mode is off, as in Linux).
 * The engine and EhciHcd share an EhciMemory. The engine writes overlays, qTD tokens and
 * isochronous results; the driver writes all else. Not modelled: split transactions, park mode,
 * NYET, and the time-out of the host, so that a transaction without an answer takes as long as one
 * with an answer.
 */
class EhciEngine : public UsbLookAheadEngine
{
  public:
    /// What the specification leaves to the controller.
    struct Options
    {
        uint32_t interruptThreshold{1}; ///< microframes between instants of interrupt
        UsbBitTime asyncSleep{4800};    ///< pause after an empty asynchronous list (10 us)
    };

    /**
     * Begin microframe 0 at bus time 0.
     * @param timing costs of the bus, copied
     * @param memory lists shared with the driver, which outlive the engine
     * @param options see Options
     */
    EhciEngine(const UsbTiming& timing, EhciMemory& memory, const Options& options);

  private:
    /**
     * How a transaction ended for its qTD and queue head, in the terms of the EHCI specification
     * 1.0 (status bits 3.5.3, executing a transaction 4.10.3, ping 4.11). WriteBack() says what
     * each outcome does to the overlay of the queue head, to the qTD and to the interrupt.
     */
    enum class Outcome : uint8_t
    {
        DATA_MOVED,        ///< data went, and the qTD has more to move
        QTD_COMPLETED,     ///< data went, and nothing is left: the qTD is retired
        SHORT_PACKET,      ///< an IN brought less than the endpoint's largest packet: retired
        PING_ACKNOWLEDGED, ///< the device has room: the data goes at the next visit
        NAK_RECEIVED,      ///< the device refused: tried again while NakCnt lasts
        TRANSACTION_ERROR, ///< no answer or a damaged one (XactErr): tried again while CErr lasts
        STALLED,           ///< the endpoint is halted: so is the queue
        BABBLE_DETECTED,   ///< more data than room: the queue is halted
    };

    /// Which list of the microframe is walked.
    enum class Schedule : uint8_t
    {
        ISOCHRONOUS,  ///< transactions of the microframe, each executed once
        INTERRUPT,    ///< queue heads whose interval divides the number of the microframe
        ASYNCHRONOUS, ///< control and bulk, from where the last walk stopped
    };

    /// States of the machine that gates the reload of NakCnt (EHCI 1.0, 4.9.1).
    enum class NakReload : uint8_t
    {
        WAIT_FOR_START_EVENT, ///< idle until the schedule starts or wakes from its sleep
        WAIT_FOR_LIST_HEAD,   ///< a start event came: the next pass of the head begins the reload
        DO_RELOAD,            ///< queue heads get RL until the head is passed again
    };

    /// Place in the asynchronous list: all that one microframe hands on to the next.
    struct AsyncPosition
    {
        uint16_t qh;         ///< ASYNCLISTADDR: the queue head to be visited next
        NakReload nakReload; ///< see NakReload
        /// @return whether both are the same place
        bool operator==(const AsyncPosition&) const = default;
    };

    /// Where the walk of the lists stands, beside what every engine has.
    struct State
    {
        Schedule schedule{Schedule::ISOCHRONOUS}; ///< list being walked
        size_t periodicDone{0};                   ///< entries of a periodic list that are past
        AsyncPosition async{};                    ///< place in the asynchronous list
        bool reclamation{false};          ///< Reclamation: executed something since the list head
        AsyncPosition asyncAtReference{}; ///< async when the idle microframes began
        std::vector<uint8_t> naksAtReference; ///< NakCnt of all queue heads, likewise
        int64_t idleWindow{1};                ///< idle microframes before another reference
    };

    /**
     * On to the next transaction of the microframe, in the order isochronous, interrupt,
     * asynchronous (EHCI 1.0, 4.4). Pointers and idle queue heads cost no bus time.
     * @param limit of a skip over idle microframes
     */
    void Step(UsbBitTime limit) override;
    /**
     * The periodic list begins anew; the asynchronous list goes on where it stopped (EHCI 1.0,
     * 4.8). The first microframe after one that was not idle becomes the reference, see
     * TakeReference().
     */
    void BeginLists() override;
    /**
     * Copies the place in the lists. Overlays, tokens and isochronous transactions are saved one by
     * one when they are about to change, see Remember().
     */
    void SaveLists() override;
    /// Forgets what was saved.
    void KeepLists() override;
    /// Undoes the changes from the last to the first, and takes the saved place.
    void RestoreLists() override;

    /**
     * Report the microframe, raise the interrupt at a threshold, skip idle time and begin the next
     * microframe.
     * @param limit instant that a skip must not pass
     */
    void CloseFrame(UsbBitTime limit);
    /// @return true if the microframe had nothing but refusals and no change, so that it may repeat
    bool WasIdle() const;
    /// @return true if the next microframe begins as the one at the reference did
    bool IsAtReference() const;
    /**
     * Remember place and NakCnt of all queue heads, the whole state that one microframe hands on to
     * the next.
     */
    void TakeReference();
    /// @return microframes after which the interrupt schedule repeats, 1 without one
    int64_t GetPeriod() const;
    /**
     * @return start of the next microframe with an isochronous transaction, USB_NEVER if there is
     * none
     */
    UsbBitTime GetNextIsochronous() const;

    /**
     * One isochronous transaction of this microframe (EHCI 1.0, 4.7), or on to the interrupt
     * endpoints.
     */
    void WalkIsochronous();
    /// One interrupt queue head (EHCI 1.0, 4.6), or on to the asynchronous list.
    void WalkInterrupt();
    /**
     * One visit of the ring (EHCI 1.0, 4.10.3 and 4.10.5), or the sleep after an empty list
     * (4.8.4).
     */
    void WalkAsynchronous();
    /**
     * The schedule starts or wakes up: sets Reclamation and arms the reload of NakCnt (EHCI 1.0,
     * 4.9.1).
     */
    void StartEvent();
    /// Clears Reclamation and moves the reload machine on (EHCI 1.0, 4.8.3 and 4.9.1).
    void PassListHead();
    /**
     * @param index queue head
     * @return false if no time is left in this microframe for its transaction
     */
    bool VisitQh(uint16_t index);
    /**
     * Take the next qTD into the overlay (EHCI 1.0, 4.10.2).
     * @param index queue head without an active qTD
     * @return false if the queue is empty or waits for the driver
     */
    bool AdvanceQueue(uint16_t index);
    /**
     * @param index queue head, whose NakCnt is reloaded if the turn says so (EHCI 1.0, 4.9)
     * @return false if it has been refused too often and is passed over
     */
    bool MayTryAfterNaks(uint16_t index);
    /**
     * One transaction from the overlay (EHCI 1.0, 4.10.3).
     * @param index queue head
     * @param start first bit of the token
     */
    void Execute(uint16_t index, UsbBitTime start);
    /**
     * @param index isochronous transaction, done whatever came back (EHCI 1.0, 4.7.1)
     * @param start first bit of the token
     */
    void ExecuteIsochronous(uint16_t index, UsbBitTime start);
    /**
     * @param qh whose overlay has an active qTD
     * @param start first bit
     * @return the next packet of the qTD, or a PING if the Ping State says so
     */
    UsbToken MakeToken(const EhciQh& qh, UsbBitTime start) const;
    /**
     * @param qh a queue head
     * @return latest bus time in this microframe at which its transaction may start
     */
    UsbBitTime GetLastStart(const EhciQh& qh) const;
    /**
     * @param token what was asked
     * @param answer what came back
     * @return length of the transaction, bits. A refused OUT costs as much as an accepted one
     */
    uint32_t GetBits(const UsbToken& token, const UsbAnswer& answer) const;
    /**
     * Add a transaction to the record of the microframe.
     * @param token what was asked
     * @param answer what came back
     * @param bits its length
     */
    void Account(const UsbToken& token, const UsbAnswer& answer, UsbBitTime bits);
    /**
     * @param qh before the transaction
     * @param token what was asked
     * @param answer what came back; a NAK to SETUP counts as an error (USB 2.0, 8.5.3)
     * @return see Outcome
     */
    static Outcome GetOutcome(const EhciQh& qh, const UsbToken& token, const UsbAnswer& answer);
    /**
     * Change overlay, qTD and the request for an interrupt as the outcome says (EHCI 1.0, 4.10.3
     * and 4.10.4).
     * @param qh in the overlay of which the transaction was
     * @param token what was asked
     * @param answer what came back
     * @param outcome see Outcome
     */
    void WriteBack(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer, Outcome outcome);
    /**
     * An IN or PING counts down NakCnt (EHCI 1.0, table 4-8); a refused OUT turns to PING (4.11).
     * @param qh that was refused
     * @param token what was asked
     */
    void WriteBackNak(EhciQh& qh, const UsbToken& token);
    /**
     * @param qh whose byte count, toggle and NakCnt change
     * @param token what was asked
     * @param answer what came back
     */
    static void WriteBackData(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer);
    /**
     * Count an error (XactErr); the third in a row halts the queue. An OUT is tried again by PING.
     * @param qh that met the error
     * @param token what was asked
     */
    void WriteBackError(EhciQh& qh, const UsbToken& token);
    /**
     * @param token whose CErr is 3 again, unless it is 0, which means unlimited (EHCI 1.0, table
     * 3-16)
     */
    static void ReloadErrorCount(EhciToken& token);
    /// @param qh halted until the driver handles it; its qTD is retired with the Halted bit
    void HaltQueue(EhciQh& qh);
    /// @param qh whose overlay is copied back to the qTD
    void Retire(EhciQh& qh);
    /// @param qh queue head that is about to change; saved for RestoreLists() while looking ahead
    void Remember(uint16_t qh);

    EhciMemory& m_memory; ///< lists
    Options m_options;    ///< see Options
    State m_state;        ///< now, or in the future

    State m_present;                                             ///< while looking ahead
    std::vector<std::pair<uint16_t, EhciOverlay>> m_oldOverlays; ///< before looking ahead
    std::vector<std::pair<uint16_t, EhciToken>> m_oldTokens;     ///< of qTDs, likewise
    std::vector<std::pair<uint16_t, EhciItd>> m_oldItds;         ///< likewise
};

} // namespace ns3

#endif // EHCI_ENGINE_H
