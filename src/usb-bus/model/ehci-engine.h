// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_ENGINE_H
#define EHCI_ENGINE_H

#include "ehci-descriptor.h"
#include "usb-engine.h"
#include "usb-timing.h"

#include <array>
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
 *
 * Work is lazy: AdvanceTo() executes whatever starts before an instant, and microframes of nothing
 * but NAKs are counted, not walked, so the cost of idle time does not depend on its length.
 */
class EhciEngine : public UsbEngine
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

    void SetObserver(UsbBusObserver* observer) override;
    void SetFunction(uint8_t address, UsbFunction* function) override;
    void SetErrorDraw(const UsbErrorDraw& draw) override;
    void AdvanceTo(UsbBitTime limit) override;
    UsbBitTime FindNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore = 0) override;
    void Touch() override;
    void Halt() override;
    void Run(UsbBitTime now) override;
    UsbBitTime GetInterruptTime() const override;
    void AcknowledgeInterrupt() override;
    int64_t GetFrame() const override;

  private:
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

    /// Where the walk of the asynchronous list stands: all of it that a microframe hands on.
    struct AsyncPosition
    {
        uint16_t qh;         ///< ASYNCLISTADDR: the queue head to be visited next
        NakReload nakReload; ///< see NakReload
        bool operator==(const AsyncPosition&) const = default; ///< same place
    };

    /// All that the engine changes by itself, apart from descriptors.
    struct State
    {
        UsbBitTime bit{0};                        ///< next fetch, or the next frame if frameDone
        int64_t frame{0};                         ///< microframe in progress
        UsbBitTime frameStart{0};                 ///< when it began
        bool halted{false};                       ///< Run/Stop cleared
        bool walking{false};                      ///< its lists have been looked at
        bool frameDone{false};                    ///< nothing more in this microframe
        Schedule schedule{Schedule::ISOCHRONOUS}; ///< list being walked
        size_t periodicDone{0};                   ///< entries of a periodic list that are past
        AsyncPosition async{};                    ///< place in the asynchronous list
        bool reclamation{false};          ///< Reclamation: executed something since the list head
        bool touched{true};               ///< changed from outside since the microframe began
        bool progress{false};             ///< something but NAKs happened in this microframe
        UsbFrameRecord record;            ///< this microframe
        AsyncPosition asyncAtReference{}; ///< async when the idle microframes began
        std::vector<uint8_t> naksAtReference; ///< NakCnt of all queue heads, likewise
        int64_t idleFrames{0};                ///< microframes of nothing but NAKs since then
        int64_t idleWindow{1};                ///< of them before the reference is taken afresh
        UsbFrameRecord idle;                  ///< their sum
        UsbBitTime jumpEnd{0};                ///< where the last jump over things all alike ended
        UsbBitTime interrupt{USB_NEVER};      ///< pending interrupt
        UsbErrorDraw error;                   ///< next injected error
        bool actionChanged{false};            ///< an interrupt rose or a message ended
        bool futureUnknown{false}; ///< looking ahead: an error struck, its successor is not drawn
        bool nothingAhead{false};  ///< looking ahead: nothing will ever happen
    };

    /// A transaction that the observer is to be told of.
    struct Ending
    {
        UsbToken token;   ///< what the host asked
        UsbAnswer answer; ///< what it saw
        UsbBitTime end;   ///< last bit
    };

    void Step(UsbBitTime limit);
    void BeginFrame();
    void FinishFrame();
    void CloseFrame(UsbBitTime limit);
    bool WasIdle() const;
    bool IsAtReference() const;
    void TakeReference();
    void CountIdleFrame();
    void SkipIdleFrames(UsbBitTime limit);
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
    static UsbAnswer Hear(const UsbToken& token, const UsbAnswer& answer);
    UsbAnswer AskFunction(const UsbToken& token, bool isochronous);
    void DrawNextError();
    uint32_t GetBits(const UsbToken& token, const UsbAnswer& answer) const;
    void Account(const UsbToken& token, const UsbAnswer& answer, UsbBitTime bits);
    void ApplyAnswer(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer);
    void ApplyRefusal(EhciQh& qh, const UsbToken& token);
    void ApplyData(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer);
    void ApplyError(EhciQh& qh, const UsbToken& token);
    void HaltQueue(EhciQh& qh);
    void Retire(EhciQh& qh);
    void Remember(uint16_t qh);

    UsbBitTime GetNextChange(UsbBitTime now) const;
    UsbBitTime GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const;
    void Report(const UsbFrameRecord& record);
    void Report(const UsbToken& token, const UsbAnswer& answer);
    void Save();
    bool MayCommit(UsbBitTime limit) const;
    void Commit();
    void Restore();

    UsbTiming m_timing;     ///< costs
    UsbBitTime m_lastStart; ///< last start of a transaction of the largest size in a microframe
    EhciMemory& m_memory;   ///< lists
    Options m_options;      ///< see Options
    UsbBusObserver* m_observer{nullptr};
    std::array<UsbFunction*, 128> m_functions{}; ///< by address
    std::vector<UsbFunction*> m_attached;        ///< those that are not null
    State m_state;
    bool m_watched{false};                      ///< the observer wants every transaction
    bool m_lookingAhead{false};                 ///< lists, functions and m_state are in the future
    State m_saved;                              ///< the present, while looking ahead
    UsbBitTime m_lastStep{0};                   ///< where the last step of looking ahead began
    std::vector<UsbFrameRecord> m_futureFrames; ///< to be reported
    std::vector<Ending> m_futureEndings;        ///< to be reported
    std::vector<std::pair<uint16_t, EhciOverlay>> m_oldOverlays; ///< before looking ahead
    std::vector<std::pair<uint16_t, EhciToken>> m_oldTokens;     ///< of qTDs, likewise
    std::vector<std::pair<uint16_t, EhciItd>> m_oldItds;         ///< likewise
};

} // namespace ns3

#endif // EHCI_ENGINE_H
