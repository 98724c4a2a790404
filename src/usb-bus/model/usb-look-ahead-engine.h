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
 * The common part of the engines of all host controllers: frames, the functions on the bus,
 * injected errors, and the look-ahead. A derived class knows the lists in memory and walks them.
 *
 * To find the next instant at which an object outside must act, the engine saves the present state
 * and continues the bus from there. It keeps this future if no change comes before that instant;
 * otherwise it discards the future. Work is lazy: AdvanceTo() executes everything that starts
 * before an instant. Frames in which every transaction is refused are counted and not walked, so
 * the cost of idle time does not depend on its length. The engine has two states. In the present,
 * the simulation may read m_bus and the lists. Between FindNextAction() and the next AdvanceTo(),
 * the engine is in the future: lists and functions are ahead of the simulation, and m_futureFrames
 * and m_futureEndings hold what happened. Random numbers are drawn only in the present, so a
 * discarded future uses none.
 *
 * The functions on the bus must keep the contract of UsbFunction: an answer depends on the saved
 * state and the token alone. The engine does not own them; SetFunction() with null must come before
 * a function is deleted.
 */
class UsbLookAheadEngine : public UsbEngine
{
  public:
    /**
     * @param observer receives what happens; null for none. It must outlive the engine or be
     * replaced before its end
     */
    void SetObserver(UsbBusObserver* observer) override;
    /**
     * Discards the future, because it was computed with the old functions.
     * @param address 0..127; std::out_of_range is thrown above
     * @param function the device, null to unplug it
     */
    void SetFunction(uint8_t address, UsbFunction* function) override;
    /**
     * @param draw where the first injected error strikes; later ones come from
     * UsbBusObserver::DrawError()
     */
    void SetErrorDraw(const UsbErrorDraw& draw) override;
    /**
     * Keep the future if it leads exactly to the limit; otherwise discard it and walk from the
     * present. A frame that ends at the limit is closed, because its interrupt is raised at that
     * instant. While halted, only the clock moves.
     * @param limit the instant, not before an earlier one
     */
    void AdvanceTo(UsbBitTime limit) override;
    /**
     * An earlier future is discarded first. The cost is that of the transactions up to the result;
     * an idle bus costs a division.
     * @param handlerDelay bits from interrupt to handler
     * @param handlerNotBefore bus time before which the handler cannot run
     * @param horizon instant by which there will be another call
     * @return the instant; USB_NEVER if there is none up to the horizon. If an injected error
     * strikes before, it is the instant of the error, beyond which nothing is known
     */
    UsbBitTime FindNextAction(UsbBitTime handlerDelay,
                              UsbBitTime handlerNotBefore = 0,
                              UsbBitTime horizon = USB_NEVER) override;
    /**
     * Call it after each change of lists or functions: the following frames may then differ from
     * the frame in progress.
     */
    void Touch() override;
    /**
     * Run/Stop is cleared (UHCI Design Guide 1.1, 2.1.1; EHCI 1.0, 2.3.1). The frame in progress is
     * reported as far as it went.
     */
    void Halt() override;
    /**
     * Nothing happens unless the engine is halted. Frame numbers go on as if it had not stopped.
     * @param now the instant; the first frame begins at or after it
     */
    void Run(UsbBitTime now) override;
    /// @return bus time at which the pending interrupt rose, USB_NEVER if none is pending
    UsbBitTime GetInterruptTime() const override;
    /// The handler has run: GetInterruptTime() is USB_NEVER until the next interrupt rises.
    void AcknowledgeInterrupt() override;
    /**
     * @return number of the frame in progress in the present, also while the engine is in the
     * future
     */
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

    /// @param timing costs of the bus, copied
    explicit UsbLookAheadEngine(const UsbTiming& timing);

    /**
     * Walk on to the next transaction, or close the frame if m_bus.frameDone is set. Each call must
     * move m_bus.bit or set frameDone or nothingAhead.
     * @param limit instant that may be passed by one transaction at most
     */
    virtual void Step(UsbBitTime limit) = 0;
    /// A frame has begun; the walk goes back to where a frame begins. Called by BeginFrame().
    virtual void BeginLists() = 0;
    /// Remember the lists as they are, and the place in them. A journal of later changes will do.
    virtual void SaveLists() = 0;
    /// The lists stay as they have become since SaveLists().
    virtual void KeepLists() = 0;
    /// Return to what was remembered by SaveLists().
    virtual void RestoreLists() = 0;

    /**
     * Begin a frame at the present bit. Its start-of-frame packet is accounted for. A derived class
     * calls it at the end of its constructor, because it calls BeginLists().
     */
    void BeginFrame();
    /**
     * Nothing more happens in this frame; the clock moves to its end, and the next Step() closes
     * it.
     */
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
    /**
     * Ask the function at an address, and let an injected error strike. Data of more bytes than the
     * token has room for is turned into BABBLE.
     * @param token to a function
     * @param isochronous without handshake; exempt from injected errors, as is a PING
     * @return what the host hears; NO_ANSWER if there is no device
     */
    UsbAnswer AskFunction(const UsbToken& token, bool isochronous);
    /**
     * @param address of a device, 0..127; not checked
     * @return its function, null if there is none
     */
    UsbFunction* GetFunction(uint8_t address) const;
    /**
     * @param now bus time
     * @return when a NAK of any function may turn into something else by itself, USB_NEVER if only
     * by a call from outside
     */
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

    /**
     * @param handlerDelay bits from interrupt to handler
     * @param handlerNotBefore bus time before which the handler cannot run
     * @return the earlier of the handler's run and the first wake of a function, as the state is
     * now
     */
    UsbBitTime GetNextAction(UsbBitTime handlerDelay, UsbBitTime handlerNotBefore) const;
    /**
     * @param function asked
     * @param token to it
     * @return its answer, or BABBLE if it sent more than there is room for
     */
    static UsbAnswer Hear(UsbFunction& function, const UsbToken& token);
    /**
     * AskFunction() while an error is to come. A damaged OUT does not reach the function; where
     * only the handshake of an OUT or the data of an IN is lost, the function has acted.
     * @param function asked
     * @param token to it
     * @param isochronous exempt from errors
     * @return what the host hears, NO_ANSWER if the error strikes
     */
    UsbAnswer AskWithErrors(UsbFunction& function, const UsbToken& token, bool isochronous);
    /// Ask the observer for the next error. In the future, mark what follows as unknown instead.
    void DrawNextError();
    /// Enter the future: remember m_bus, the lists and the functions.
    void Save();
    /**
     * @param limit instant of AdvanceTo()
     * @return true if each step of the future would also have been taken on the way to the limit
     */
    bool MayCommit(UsbBitTime limit) const;
    /**
     * Make the future the present, and tell the observer of its frames and then of its
     * transactions.
     */
    void Commit();
    /// Return to the present; what happened in the future is forgotten.
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
