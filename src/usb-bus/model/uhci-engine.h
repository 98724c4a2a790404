// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_ENGINE_H
#define UHCI_ENGINE_H

#include "uhci-descriptor.h"
#include "usb-engine.h"
#include "usb-timing.h"

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
 * Intel's ICH datasheets; doc/usb-bus.rst gives them. Work is lazy: AdvanceTo() executes whatever
 * starts before an instant, and stretches of nothing but NAKs or nothing at all are counted, not
 * walked, so the cost of idle time does not depend on its length.
 */
class UhciEngine : public UsbEngine
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

    /// @return the timing in force
    const UsbTiming& GetTiming() const;

  private:
    /// The OUT packet that was the only one to go in a pass.
    struct Mover
    {
        uint16_t td;      ///< its descriptor
        uint16_t queue;   ///< its queue
        UsbBitTime start; ///< its start
    };

    /// All that the engine changes by itself, apart from descriptors.
    struct State
    {
        UsbBitTime bit;                  ///< next fetch, or the next frame if frameDone
        int64_t frame{0};                ///< frame in progress
        bool halted{false};              ///< Run/Stop cleared
        UsbBitTime frameStart{0};        ///< when it began
        bool entryRead{false};           ///< the frame list entry has been read
        bool frameDone{false};           ///< nothing more in this frame
        bool touched{true};              ///< changed from outside since the frame began
        bool inQueue{false};             ///< next is reached through a QH's element link
        uint16_t queue{0};               ///< that QH
        UhciLink next;                   ///< what to fetch
        UhciLink latchedHead;            ///< head link of the queue, as it was when fetched
        bool wrapped{false};             ///< a pass of the loop has begun that is like the next
        bool progress{false};            ///< something but NAKs happened in this pass
        bool frameProgress{false};       ///< something but NAKs happened in this frame
        UsbBitTime passStart{0};         ///< when it began
        UsbFrameRecord passRecord;       ///< record at that time
        uint32_t passMoves{0};           ///< transactions that did anything but refuse since then
        bool passRepeats{false};         ///< the last of them was an OUT in the middle of a message
        Mover mover;                     ///< that OUT
        UsbFrameRecord record;           ///< this frame
        int64_t idleFrames{0};           ///< like frames of nothing but NAKs in a row
        UsbFrameRecord idle;             ///< their sum
        UsbBitTime jumpEnd{0};           ///< where the last jump over things all alike ended
        UsbBitTime interrupt{USB_NEVER}; ///< pending interrupt
        UsbErrorDraw error;              ///< next injected error
        bool actionChanged{false};       ///< an interrupt rose or a message ended
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
    void Report(const UsbFrameRecord& record);
    void Report(const UsbToken& token, const UsbAnswer& answer);
    void BeginFrame();
    void CloseFrame(UsbBitTime limit);
    void SkipIdleFrames(UsbBitTime limit);
    void FinishFrame();
    void VisitQueue(UsbBitTime limit);
    void FollowHead(UsbBitTime limit);
    void CloseLoop(UsbBitTime limit);
    bool IsStuck() const;
    void StartPass();
    void RepeatPasses(UsbBitTime limit);
    void RepeatInQueue(const Mover& mover, UsbBitTime limit);
    uint32_t RepeatPacket(const Mover& mover, UsbBitTime interval, int64_t most);
    uint32_t CountLike(const Mover& mover, int64_t most) const;
    bool MayRepeat() const;
    void VisitTd(uint16_t index, UsbBitTime limit);
    void ExecuteTd(uint16_t index, UsbBitTime start, UsbBitTime limit);
    void Advance(const Mover& mover, UsbBitTime limit);
    UsbToken MakeToken(const UhciTd& td, UsbBitTime start) const;
    UsbAnswer AskFunction(const UsbToken& token, bool isochronous);
    void DrawNextError();
    void NoteMove(const Mover& mover, const UsbAnswer& answer);
    bool ApplyAnswer(UhciTd& td, const UsbAnswer& answer);
    bool ApplyData(UhciTd& td, const UsbAnswer& answer);
    void ApplyFailure(UhciTd& td);
    void Account(const UhciTd& td, const UsbAnswer& answer, uint32_t bits);
    uint32_t GetBits(const UhciTd& td, const UsbToken& token, const UsbAnswer& answer) const;
    uint32_t GetBits(const UhciTd& td, uint32_t bytes) const;
    UsbBitTime GetLastStart(const UhciTd& td) const;
    UsbBitTime GetNextChange(UsbBitTime now) const;
    UsbBitTime GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const;
    bool IsRefusal(const UhciTd& td, const UsbAnswer& answer) const;
    void GoOn(const UhciLink& link, UsbBitTime limit);
    void Save();
    bool MayCommit(UsbBitTime limit) const;
    void Commit();
    void Restore();

    UsbTiming m_timing;     ///< costs
    UsbBitTime m_lastStart; ///< last start of a transaction of the largest size in a frame
    UhciMemory& m_memory;   ///< lists
    Options m_options;      ///< see Options
    UsbBusObserver* m_observer{nullptr};
    std::array<UsbFunction*, 128> m_functions{}; ///< by address
    std::vector<UsbFunction*> m_attached;        ///< those that are not null
    uint16_t m_loopQh{UINT16_MAX};               ///< see SetLoopQh
    State m_state;
    bool m_watched{false};                      ///< the observer wants every transaction
    bool m_lookingAhead{false};                 ///< lists, functions and m_state are in the future
    State m_saved;                              ///< the present, while looking ahead
    UsbBitTime m_lastStep{0};                   ///< where the last step of looking ahead began
    std::vector<UsbFrameRecord> m_futureFrames; ///< to be reported
    std::vector<Ending> m_futureEndings;        ///< to be reported
    std::vector<std::pair<uint16_t, UhciTdStatus>> m_oldTds;  ///< descriptors before looking ahead
    std::vector<std::pair<uint16_t, UhciLink>> m_oldElements; ///< element links, likewise
};

} // namespace ns3

#endif // UHCI_ENGINE_H
