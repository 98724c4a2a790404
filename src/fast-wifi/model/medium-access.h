// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ACCESS_H
#define MEDIUM_ACCESS_H

#include "medium-environment.h"

#include <compare>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumAccess declaration.
 */

namespace ns3
{

/**
 * @defgroup fast-wifi Fast Wi-Fi
 * Channel access by CSMA/CA, computed one busy period at a time, and an 802.11b device on it.
 */

/// @ingroup fast-wifi
/// Times that all stations of a medium share; nanoseconds.
struct MediumTiming
{
    MediumTime slot{20'000}; ///< aSlotTime
    MediumTime sifs{10'000}; ///< aSIFSTime
    /// EIFS without DIFS: what a station waits longer after a frame that it received wrongly
    MediumTime eifsWithoutDifs{314'000};
    /// Time from the begin of a frame until others sense it. A station whose backoff ends until
    /// then transmits, too.
    MediumTime senseTime{4'000};
    /// Whether a frame that nothing overlaps can be lost. MediumEnvironment::Detect() and Decode()
    /// are then asked about each frame.
    bool lossy{false};
};

/// @ingroup fast-wifi
/// How a function contends for the medium.
struct MediumRules
{
    /// What a function does with a frame that it gets while the medium is idle and no backoff runs.
    enum class IdleAccess : uint8_t
    {
        WAIT_GAP,      ///< sends after an interframe gap that counts from now (DCF of ns-3)
        SLOT_BOUNDARY, ///< sends at a boundary of slots (EDCA: IEEE 802.11-2007, 9.9.1.3)
        NEXT_SLOT,     ///< the same, but waits for the next one if it comes at one
        DRAW,          ///< draws a slot, as for any frame (WaveLAN)
    };
    /// What a function does when another station seizes the medium first.
    enum class Deference : uint8_t
    {
        FREEZE, ///< keeps the slots that remain (IEEE 802.11-2007, 9.2.5.2)
        REDRAW, ///< doubles its window and draws again (WaveLAN)
    };

    MediumTime gap{50'000};     ///< idle time before slots count: DIFS, AIFS, or the card's gap; ns
    uint32_t cwMin{31};         ///< smallest contention window, slots
    uint32_t cwMax{1023};       ///< largest contention window, slots
    uint32_t maxAttempts{7};    ///< a frame is given up after so many that failed
    bool earlyDecrement{false}; ///< a slot counts at its begin (EDCA), not at its end (DCF)
    bool resetAtDrop{false};    ///< the window is the smallest after a frame was given up
    bool postBackoff{true};     ///< a backoff follows each frame, even if no other one waits
    IdleAccess idleAccess{IdleAccess::WAIT_GAP};
    Deference deference{Deference::FREEZE};
};

/**
 * @ingroup fast-wifi
 * Computes who sends when on a medium on which all stations hear each other.
 *
 * Between two busy periods nothing depends on the slots that pass: each function knows at which
 * instant its backoff ends, and the first of them begins the next exchange. The engine therefore
 * visits each function once for each busy period, never for each slot, and needs no call at all
 * while the medium is idle. It is lazy: Advance() executes what began until an instant, and
 * GetNextInstant() says when that matters to somebody.
 *
 * Rules and times are those of the DCF and of EDCA with a TXOP limit of 0 (IEEE 802.11-2007, 9.2
 * and 9.9.1), as ChannelAccessManager, Txop and FrameExchangeManager of ns-3.44 implement them, and
 * as options those of WaveLAN. Signals take no time to propagate.
 */
class MediumAccess
{
  public:
    /// @param environment outlives this object
    /// @param timing of all stations
    MediumAccess(MediumEnvironment& environment, const MediumTiming& timing);

    /// @return number of a new station
    MediumStation AddStation();
    /**
     * Add a function; of two in a station that end their backoffs at the same time, the one that
     * was added first sends.
     * @param station its station
     * @param rules of it
     * @return its number
     */
    MediumFunction AddFunction(MediumStation station, const MediumRules& rules);
    /// Let a function begin with a backoff, as ns-3's do.
    /// @param function new one
    /// @param now the time
    void Start(MediumFunction function, MediumTime now);
    /// @param function changes
    /// @param rules of it from its next backoff on
    void SetRules(MediumFunction function, const MediumRules& rules);

    /**
     * A station leaves. What has begun until now goes on; then its functions contend no longer, and
     * it receives nothing. Its number stays its own.
     * @param station that leaves
     * @param now the time
     */
    void RemoveStation(MediumStation station, MediumTime now);
    /// @param lossy from now on, see MediumTiming::lossy
    void SetLossy(bool lossy);

    /// A frame waits that did not, or one more.
    /// @param function that has it
    /// @param now the time
    void Request(MediumFunction function, MediumTime now);

    /// Execute the exchanges that begin until an instant. Does nothing while one is executed: what
    /// the environment asks meanwhile sees the medium as it was before.
    /// @param now that instant
    void Advance(MediumTime now);
    /// @return whether an exchange is being executed. Only Request(), Advance() and what changes
    /// nothing may be called then
    bool IsExecuting() const;
    /**
     * As Advance(), and do not wait for those who may still join the last exchange: for changes
     * that must not touch what has begun. Where a function has IdleAccess::DRAW, Advance() executes
     * an exchange when the time of carrier sense has passed.
     * @param now that instant
     */
    void Flush(MediumTime now);

    /// A function that begins a frame.
    struct Begin
    {
        MediumFunction function; ///< that begins
        MediumTime at; ///< when, which may be after now, by less than the time of carrier sense
    };

    /// @param now the time
    /// @return functions of an exchange that has begun and is not executed yet, each once
    std::vector<Begin> TakeBegins(MediumTime now);
    /// @return when the next exchange begins; MEDIUM_NEVER if nothing waits
    MediumTime GetNextBegin() const;
    /// @return function that begins the next exchange; another one may begin with it
    MediumFunction GetNextFunction() const;
    /**
     * @return an instant at which Advance() must be called: not after the next frame of data ends
     *         that somebody receives, and not before the next exchange begins; MEDIUM_NEVER if
     * nothing waits
     */
    MediumTime GetNextInstant() const;

    /// @param station one that might send
    /// @param now the time
    /// @return whether it finds the medium busy
    bool IsBusy(MediumStation station, MediumTime now) const;
    /// @param function any
    /// @return its contention window, slots
    uint32_t GetWindow(MediumFunction function) const;
    /// @param function any
    /// @return station that it belongs to
    MediumStation GetStation(MediumFunction function) const;

  private:
    /// Number of a frame of m_air.
    using AirNumber = MediumNumber<struct AirKind>;
    /// Number of a frame of m_planned.
    using PlannedNumber = MediumNumber<struct PlannedKind>;
    /// Number of one of m_contenders.
    using ContenderNumber = MediumNumber<struct ContenderKind>;

    /// A station's view of the medium.
    struct Station
    {
        MediumTime navEnd{0};                  ///< its NAV lasts until then
        MediumTime navReset{MEDIUM_NEVER};     ///< or until then, if no frame begins before
        MediumTime eifsEnd{0};                 ///< EIFS, without DIFS, lasts until then
        MediumTime timeoutEnd{0};              ///< it waits for an answer until then
        bool isPresent{true};                  ///< it has not left
        MediumTime sendsUntil{0};              ///< end of its own frame
        std::optional<AirNumber> detects;      ///< frame whose preamble it looks for
        std::optional<AirNumber> locked;       ///< frame that it receives
        std::optional<ContenderNumber> awaits; ///< contender for which it waits for an answer
        MediumTime awaitsUntil{0};             ///< and until when
        bool hears{false};                     ///< a frame has begun while it waited
    };

    /// One contender.
    struct Function
    {
        MediumRules rules;
        MediumStation station{0};
        MediumTime countFrom{0};    ///< instant from which the slots count
        MediumTime grantedUntil{0}; ///< its own exchange lasts until then
        uint32_t slots{0};          ///< of backoff that remain after countFrom
        uint32_t window{0};         ///< contention window, slots
        uint32_t failures{0};       ///< that the window has grown by
        uint32_t attempts{0};       ///< of the present frame
        bool pending{false};        ///< has a frame waiting
        bool active{false};         ///< in m_active
        MediumTime announced{-1};   ///< begin that TakeBegins() has told of
    };

    /// A function that begins an exchange.
    struct Contender
    {
        MediumAttempt attempt;
        std::optional<AirNumber> data; ///< its data frame in m_air, if it was sent
    };

    /// What happens in a busy period. At one instant in this order.
    enum class Step : uint8_t
    {
        END,    ///< a frame has ended
        DETECT, ///< the time of carrier sense has passed since a frame began
        BEGIN,  ///< a frame begins
        SENSE,  ///< as DETECT, if that time is nothing
    };

    /// A step, of a frame of m_air, or of m_planned for BEGIN.
    struct Event
    {
        MediumTime at;
        Step step;
        uint32_t frame;

        auto operator<=>(const Event&) const = default;
    };

    MediumTime GetExpiry(const Function& function) const;
    MediumTime GetResume(MediumStation station) const;
    bool IsReachable(MediumStation receiver, MediumStation sender) const;
    bool BeginsWith(const Function& function, MediumTime begin) const;
    void FindNext();
    void ConsiderNext(MediumFunction id);
    void CountSlots(Function& function, MediumTime now) const;
    void StartBackoff(MediumFunction id);
    void AccessIdleMedium(MediumFunction id, MediumTime now);
    void AlignToSlot(Function& function) const;
    MediumTime GetNav(MediumStation station) const;
    bool HasBegun(MediumStation station, MediumTime now) const;
    bool GivesUpWithin() const;
    bool IsCertain(const MediumFrame& frame, MediumStation sender, MediumTime begin) const;
    void Execute(MediumTime begin);
    void CollectContenders(MediumTime begin);
    void AddContender(MediumFunction id);
    void ExchangeAlone(Contender& contender);
    void Transmit(ContenderNumber contender, MediumTransmission::Kind kind, MediumTime begin);
    MediumTransmission MakeFrame(const Contender& contender,
                                 MediumTransmission::Kind kind,
                                 MediumTime begin);
    void Follow();
    void Schedule(MediumTime at, Step step, uint32_t frame);
    void BeginFrame(PlannedNumber planned);
    void DetectFrame(AirNumber index);
    void Lock(MediumStation listener, AirNumber index);
    void EndFrame(AirNumber index);
    void AwaitAnswer(AirNumber index);
    void HearFrame(MediumStation listener, AirNumber index);
    void EndWait(Station& station, MediumTime end, bool isAnswered);
    void FollowAnswer(MediumStation listener, AirNumber index);
    void NoteRxStart(Station& station, MediumTime at) const;
    void SetNav(Station& station, AirNumber index);
    MediumTime GetNavEnd(const MediumFrame& frame, const MediumTransmission& sent) const;
    void EndHolds();
    std::span<const MediumTransmission> FindOverlapping(AirNumber transmission);
    void Conclude(Contender& contender);
    void Defer(MediumTime begin);

    MediumEnvironment& m_environment;
    MediumTiming m_timing;
    MediumTable<MediumStation, Station> m_stations;
    MediumTable<MediumFunction, Function> m_functions;
    std::vector<MediumFunction> m_active; ///< functions that wait or count a backoff
    MediumTime m_airBegin{0};             ///< begin of the last exchange
    MediumTime m_airEnd{0};               ///< end of its last frame
    MediumFunction m_next{0};             ///< function that begins the next exchange
    MediumTime m_nextBegin{MEDIUM_NEVER}; ///< when
    MediumTable<ContenderNumber, Contender>
        m_contenders; ///< functions that began the last exchange
    MediumTable<AirNumber, MediumTransmission>
        m_air; ///< frames of the last exchange, by their begin
    MediumTable<PlannedNumber, MediumTransmission>
        m_planned; ///< the same in the order in which they are known
    MediumTable<AirNumber, ContenderNumber> m_owners;            ///< contender of each of m_air
    MediumTable<PlannedNumber, ContenderNumber> m_plannedOwners; ///< contender of each of m_planned
    std::vector<Event> m_events;                                 ///< a heap, the next one first
    std::vector<uint8_t> m_decoded;            ///< by contender and station: it has the data
    std::vector<MediumTransmission> m_overlap; ///< frames that overlap one of m_air, which is first
    std::vector<AirNumber> m_sensed;           ///< where frames of m_overlap are in m_air
    uint64_t m_serial{0};                      ///< of the last frame
    bool m_holds{false};                       ///< a station may have EIFS or a NAV left
    bool m_mayJoin{false};                     ///< a function has IdleAccess::DRAW
    std::vector<MediumFunction> m_requests;    ///< that came while an exchange was executed
    bool m_executes{false};                    ///< see IsExecuting()
};

} // namespace ns3

#endif // MEDIUM_ACCESS_H
