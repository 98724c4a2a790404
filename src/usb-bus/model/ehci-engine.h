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
     * @param timing costs of the bus
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
        ISOCHRONOUS,
        INTERRUPT,
        ASYNCHRONOUS,
    };

    /// States of the machine that gates the reload of NakCnt (EHCI 1.0, 4.9.1).
    enum class NakReload : uint8_t
    {
        WAIT_FOR_START_EVENT,
        WAIT_FOR_LIST_HEAD,
        DO_RELOAD,
    };

    /// Place in the asynchronous list: all that one microframe hands on to the next.
    struct AsyncPosition
    {
        uint16_t qh;         ///< ASYNCLISTADDR: the queue head to be visited next
        NakReload nakReload; ///< see NakReload
        bool operator==(const AsyncPosition&) const = default; ///< same place
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

    void Step(UsbBitTime limit) override;
    void BeginLists() override;
    void SaveLists() override;
    void KeepLists() override;
    void RestoreLists() override;

    void CloseFrame(UsbBitTime limit);
    bool WasIdle() const;
    bool IsAtReference() const;
    void TakeReference();
    int64_t GetPeriod() const;
    UsbBitTime GetNextIsochronous() const;

    void WalkIsochronous();
    void WalkInterrupt();
    void WalkAsynchronous();
    void StartEvent();
    void PassListHead();
    bool VisitQh(uint16_t index);
    bool AdvanceQueue(uint16_t index);
    bool MayTryAfterNaks(uint16_t index);
    void Execute(uint16_t index, UsbBitTime start);
    void ExecuteIsochronous(uint16_t index, UsbBitTime start);
    UsbToken MakeToken(const EhciQh& qh, UsbBitTime start) const;
    UsbBitTime GetLastStart(const EhciQh& qh) const;
    uint32_t GetBits(const UsbToken& token, const UsbAnswer& answer) const;
    void Account(const UsbToken& token, const UsbAnswer& answer, UsbBitTime bits);
    static Outcome GetOutcome(const EhciQh& qh, const UsbToken& token, const UsbAnswer& answer);
    void WriteBack(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer, Outcome outcome);
    void WriteBackNak(EhciQh& qh, const UsbToken& token);
    static void WriteBackData(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer);
    void WriteBackError(EhciQh& qh, const UsbToken& token);
    static void ReloadErrorCount(EhciToken& token);
    void HaltQueue(EhciQh& qh);
    void Retire(EhciQh& qh);
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
