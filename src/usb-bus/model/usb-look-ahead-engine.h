// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_LOOK_AHEAD_ENGINE_H
#define USB_LOOK_AHEAD_ENGINE_H

#include "usb-engine.h"
#include "usb-timing.h"

#include <array>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * What the engines of all host controllers have in common: frames, the functions on the bus,
 * injected errors, and the look ahead. A derived class knows the lists in memory and walks them.
 *
 * To find when something outside must act, the engine saves the present and plays the bus on from
 * there. That future is kept if time gets there undisturbed; it is taken back if a change comes
 * before. Work is lazy: AdvanceTo() executes whatever starts before an instant. Frames in which
 * every transaction is refused are counted and not walked, so that the cost of idle time does not
 * depend on its length.
 */
class UsbLookAheadEngine : public UsbEngine
{
  public:
    void SetObserver(UsbBusObserver* observer) override;
    void SetFunction(uint8_t address, UsbFunction* function) override;
    void SetErrorDraw(const UsbErrorDraw& draw) override;
    void AdvanceTo(UsbBitTime limit) override;
    UsbBitTime FindNextAction(UsbBitTime handlerDelay,
                              UsbBitTime handlerNotBefore = 0,
                              UsbBitTime horizon = USB_NEVER) override;
    void Touch() override;
    void Halt() override;
    void Run(UsbBitTime now) override;
    UsbBitTime GetInterruptTime() const override;
    void AcknowledgeInterrupt() override;
    int64_t GetFrame() const override;

  protected:
    /// Where the bus stands: what every engine changes by itself, apart from its lists.
    struct Bus
    {
        UsbBitTime bit{0};         ///< next fetch, or the next frame if frameDone
        int64_t frame{0};          ///< frame in progress
        UsbBitTime frameStart{0};  ///< when it began
        bool halted{false};        ///< Run/Stop cleared
        bool walking{false};       ///< its lists have been looked at
        bool frameDone{false};     ///< nothing more in this frame
        bool touched{true};        ///< changed from outside since the frame began
        bool progress{false};      ///< something but NAKs happened in this frame
        bool actionChanged{false}; ///< an interrupt rose or a message ended
        bool futureUnknown{false}; ///< looking ahead: an error struck, and the next is not drawn
        bool nothingAhead{false};  ///< looking ahead: nothing will ever happen
        int64_t idleFrames{0};     ///< frames of nothing but NAKs in a row
        UsbBitTime jumpEnd{0};     ///< where the last jump over things all alike ended
        UsbBitTime interrupt{USB_NEVER}; ///< pending interrupt
        UsbErrorDraw error;              ///< next injected error
        UsbFrameRecord record;           ///< this frame
        UsbFrameRecord idle;             ///< sum of the idle frames
    };

    /// @param timing costs of the bus
    explicit UsbLookAheadEngine(const UsbTiming& timing);

    /// Walk on to the next transaction, or close the frame.
    /// @param limit instant that may be passed
    ///        by one transaction at most
    virtual void Step(UsbBitTime limit) = 0;
    /// A frame has begun.
    virtual void BeginLists() = 0;
    /// Remember the lists as they are, and the place in them.
    virtual void SaveLists() = 0;
    /// The lists stay as they have become since SaveLists().
    virtual void KeepLists() = 0;
    /// Return to what was remembered.
    virtual void RestoreLists() = 0;

    /// Begin a frame at the present bit.
    void BeginFrame();
    /// Nothing more happens in this frame.
    void FinishFrame();
    /// @param frame adds to the sum of the idle frames in a row
    void CountIdleFrame(const UsbFrameRecord& frame);
    /**
     * The idle frames that were counted repeat until something changes: skip as many whole periods
     * of them as end before the change and before the limit.
     * @param limit instant not to pass
     * @param change first instant at which lists or functions change
     */
    void SkipIdleFrames(UsbBitTime limit, UsbBitTime change);
    /// @param token to a function
    /// @param isochronous without handshake
    /// @return what the host hears
    UsbAnswer AskFunction(const UsbToken& token, bool isochronous);
    /// @param address of a device
    /// @return its function, null if there is none
    UsbFunction* GetFunction(uint8_t address) const;
    /// @param now bus time
    /// @return when a NAK may turn into something else by itself
    UsbBitTime GetNextChange(UsbBitTime now) const;
    /// @return whether several transactions may be taken in one call: no error is to come, and the
    ///         observer does not want every transaction
    bool MayTakeTogether() const;
    /// Report a frame, or several, to the observer when it is the past.
    /// @param record of them
    void Report(const UsbFrameRecord& record);
    /// Report a transaction likewise, if it ended a message or the observer wants all of them.
    /// @param token, answer of the transaction that is over
    void Report(const UsbToken& token, const UsbAnswer& answer);

    const UsbTiming m_timing;     ///< costs
    const UsbBitTime m_lastStart; ///< last start of a transaction of the largest size in a frame
    Bus m_bus;                    ///< now, or in the future
    bool m_lookingAhead{false};   ///< lists, functions and m_bus are in the future
    UsbBitTime m_lastFetch{0};    ///< looking ahead: of the last descriptor looked at

  private:
    /// A transaction that the observer is to be told of.
    struct Ending
    {
        UsbToken token;   ///< what the host asked
        UsbAnswer answer; ///< what it saw
        UsbBitTime end;   ///< last bit
    };

    UsbBitTime GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const;
    static UsbAnswer Hear(UsbFunction& function, const UsbToken& token);
    UsbAnswer AskWithErrors(UsbFunction& function, const UsbToken& token, bool isochronous);
    void DrawNextError();
    void Save();
    bool MayCommit(UsbBitTime limit) const;
    void Commit();
    void Restore();

    UsbBusObserver* m_observer{nullptr};         ///< receives what happens; null for none
    std::array<UsbFunction*, 128> m_functions{}; ///< by address
    std::vector<UsbFunction*> m_attached;        ///< those that are not null
    bool m_watched{false};                       ///< the observer wants every transaction
    Bus m_present;                               ///< while looking ahead
    std::vector<UsbFrameRecord> m_futureFrames;  ///< to be reported
    std::vector<Ending> m_futureEndings;         ///< to be reported
};

inline UsbFunction*
UsbLookAheadEngine::GetFunction(uint8_t address) const
{
    return m_functions[address];
}

inline UsbAnswer
UsbLookAheadEngine::Hear(UsbFunction& function, const UsbToken& token)
{
    UsbAnswer answer = function.Answer(token);
    if (answer.bytes > token.bytes && answer.handshake == UsbHandshake::ACK)
    {
        // A device that repeats a packet may send more than this transfer has room for.
        answer = {.handshake = UsbHandshake::BABBLE, .bytes = answer.bytes};
    }
    return answer;
}

inline UsbAnswer
UsbLookAheadEngine::AskFunction(const UsbToken& token, bool isochronous)
{
    UsbFunction* function = m_functions[token.address];
    if (!function)
    {
        return {UsbHandshake::NO_ANSWER};
    }
    if (m_bus.error.transactions != UINT64_MAX)
    {
        return AskWithErrors(*function, token, isochronous);
    }
    return Hear(*function, token);
}

inline void
UsbLookAheadEngine::Report(const UsbToken& token, const UsbAnswer& answer)
{
    if (answer.message == 0 && !m_watched)
    {
        return;
    }
    if (m_lookingAhead)
    {
        m_futureEndings.push_back({token, answer, m_bus.bit});
    }
    else if (m_observer)
    {
        m_observer->TransactionDone(token, answer, m_bus.bit);
    }
}

inline bool
UsbLookAheadEngine::MayTakeTogether() const
{
    return m_bus.error.transactions == UINT64_MAX && !m_watched;
}

} // namespace ns3

#endif // USB_LOOK_AHEAD_ENGINE_H
