// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_EXCHANGE_H
#define MEDIUM_EXCHANGE_H

#include "medium-air.h"
#include "medium-deferral.h"
#include "medium-environment.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumExchange declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * What happens in a busy period, from the frames that begin it to the last answer: who locks on
 * which frame, decodes it, and answers; who waits for what. It also keeps what lasts beyond the
 * busy period, the MediumDeferral of each station.
 *
 * An exchange that nothing can disturb is a sum of times. Otherwise the frames are followed in the
 * order of time, as PhyEntity and FrameExchangeManager of ns-3.44 do with an event for each step.
 * Order of use: Open(), Add() for each attempt of the busy period, Play(), then GetAttempts(). An
 * exchange that is alone and certain costs a sum of times for each frame; any other costs a step
 * for each start, detection and end of a frame, times the number of stations.
 */
class MediumExchange
{
  public:
    /**
     * @param environment that says who receives what; outlives this object
     * @param timing of all stations, copied
     */
    MediumExchange(MediumEnvironment& environment, const MediumTiming& timing);

    /// @return number of a new station
    MediumStation AddStation();
    /// @param station that sends and receives no more; its number stays its own
    void RemoveStation(MediumStation station);
    /// @param station any
    /// @param waits whether it waits for EIFS, rather than for DIFS, behind frames that it cannot
    /// decode from now on (IEEE 802.11-2007, 9.2.3.4)
    void SetEifs(MediumStation station, bool waits);
    /// @param lossy from now on, see MediumTiming::lossy
    void SetLossy(bool lossy);

    /// @param station any
    /// @return whether it was added and not removed
    bool IsPresent(MediumStation station) const
    {
        return station < m_stations.size() && m_stations[station].isPresent;
    }

    /**
     * @param frame whose exchange begins
     * @param sender its station
     * @param begin of the exchange
     * @return whether nothing that is sent can be lost, if nobody else begins: no losses, a
     * receiver in the cell, and no NAV that would keep it from a CTS (IEEE 802.11-2007, 9.2.5.7)
     */
    bool IsCertain(const MediumFrame& frame, MediumStation sender, MediumTime begin) const;
    /// @param station one that might send
    /// @param now the time
    /// @return whether it finds the medium busy
    bool IsBusy(MediumStation station, MediumTime now) const;

    /// @param station any
    /// @return the instant from which its interframe gaps count
    MediumTime GetIdleFrom(MediumStation station) const
    {
        return std::max(m_air.GetEnd(), m_stations[station].deferral.GetEnd());
    }

    /**
     * A busy period begins: attempts and frames of the last one are forgotten. What keeps stations
     * silent beyond it stays.
     * @param begin of its first frame
     */
    void Open(MediumTime begin);
    /// @param attempt that takes part in it: function, frame and begin are set, and the result if
    /// it is INTERNAL, of an attempt that is not on the air. In the order of their begins
    /// @param station of its function
    void Add(const MediumAttempt& attempt, MediumStation station);
    /// Follow the frames to the last one, and let the environment observe each attempt.
    void Play();

    /// @return the attempts with their results, as Add() got them
    std::span<MediumAttempt> GetAttempts()
    {
        return m_attempts;
    }

  private:
    /// Number of a frame that is planned.
    using PlannedNumber = MediumNumber<struct PlannedKind>;
    /// Number of an attempt, and of the Contender that makes it.
    using ContenderNumber = MediumNumber<struct ContenderKind>;

    /// A station's view of the medium.
    struct Station
    {
        MediumDeferral deferral;                ///< what keeps it silent beyond the frames
        bool isPresent{true};                   ///< it has not been removed
        bool waitsForEifs{true};                ///< see SetEifs()
        MediumTime sendsUntil{0};               ///< end of its own frame
        std::optional<MediumAirNumber> detects; ///< frame whose preamble it looks for
        std::optional<MediumAirNumber> locked;  ///< frame that it receives
        std::optional<ContenderNumber> awaits;  ///< contender for which it waits for an answer
        MediumTime awaitsUntil{0};              ///< and until when
        bool hears{false};                      ///< a frame has begun while it waited
    };

    /// Who makes an attempt.
    struct Contender
    {
        MediumStation station;               ///< of the function
        std::optional<MediumAirNumber> data; ///< its data frame in m_air, if it was sent
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
        MediumTime at;  ///< instant, ns; the first criterion of the order
        Step step;      ///< at one instant frames end before others begin
        uint32_t frame; ///< its index in the array

        /// @return order of execution: by time, then by step, then by frame
        auto operator<=>(const Event&) const = default;
    };

    /**
     * @param receiver of a frame
     * @param sender of it
     * @return whether the receiver is another station that can answer
     */
    bool IsReachable(MediumStation receiver, MediumStation sender) const;
    /**
     * An exchange that nothing disturbs: each frame follows the one before by SIFS (IEEE
     * 802.11-2007, 9.2.5.7 and 9.2.8).
     */
    void PlayAlone();
    /**
     * Everybody has received a frame rightly, which ends EIFS (IEEE 802.11-2007, 9.2.3.4) and the
     * NAV of an RTS (9.2.5.4).
     */
    void EndHolds();
    /**
     * Take the steps of all frames in the order of time, until nobody sends or waits (ns-3:
     * FrameExchangeManager).
     */
    void Follow();
    /// A new busy period: nobody sends, receives or waits.
    void ForgetReceptions();
    /**
     * Show each attempt to the environment. All receptions are decided while each frame is still
     * the first of its function.
     */
    void Observe();
    /**
     * @param contender whose exchange it belongs to
     * @param kind of frame; an answer is sent by the receiver
     * @param begin of it
     * @return the frame, with a serial number of its own
     */
    MediumTransmission MakeFrame(ContenderNumber contender,
                                 MediumTransmission::Kind kind,
                                 MediumTime begin);
    /**
     * Plan a frame.
     * @param contender whose exchange it belongs to
     * @param kind of frame
     * @param begin of it
     */
    void Transmit(ContenderNumber contender, MediumTransmission::Kind kind, MediumTime begin);
    /**
     * @param at instant
     * @param step that is taken then
     * @param frame of the step, see Event
     */
    void Schedule(MediumTime at, Step step, uint32_t frame);
    /**
     * A frame begins: its sender loses what it received, because a radio is half-duplex, and who
     * neither sends nor receives looks for the preamble.
     * @param planned number of the frame
     */
    void BeginFrame(PlannedNumber planned);
    /**
     * ns-3: PhyEntity::EndPreambleDetectionPeriod().
     * @param index frame that made stations look for a preamble
     */
    void DetectFrame(MediumAirNumber index);
    /**
     * ns-3: FrameExchangeManager::RxStartIndication(). A frame that begins puts off the timeout of
     * who waits for an answer (IEEE 802.11-2007, 9.2.8).
     * @param listener station
     * @param index frame on which it locks
     */
    void Lock(MediumStation listener, MediumAirNumber index);
    /// @param index frame that ends: its sender waits for an answer, then its listeners hear it
    void EndFrame(MediumAirNumber index);
    /// @param index frame whose sender waits; one without ACK is done
    void AwaitAnswer(MediumAirNumber index);
    /**
     * Decode a frame; set EIFS, NAV, or answer it.
     * @param listener station that had locked on it
     * @param index frame that ends
     */
    void HearFrame(MediumStation listener, MediumAirNumber index);
    /**
     * @param station that knows now whether it was answered
     * @param end instant
     * @param isAnswered whether it was
     */
    void EndWait(Station& station, MediumTime end, bool isAnswered);
    /**
     * @param listener station for which a frame has come
     * @param index this frame; CTS, data or ACK follows SIFS later
     */
    void FollowAnswer(MediumStation listener, MediumAirNumber index);
    /**
     * ns-3: FrameExchangeManager::UpdateNav().
     * @param station that has decoded a frame for another one
     * @param index this frame; the NAV of an RTS is reset if nothing follows (IEEE 802.11-2007,
     * 9.2.5.4)
     */
    void SetNav(Station& station, MediumAirNumber index);

    MediumEnvironment& m_environment;               ///< see the constructor
    MediumTiming m_timing;                          ///< of all stations
    MediumTable<MediumStation, Station> m_stations; ///< by number, those that have left included
    MediumAir m_air;                                ///< frames of the last busy period
    MediumTable<ContenderNumber, MediumAttempt> m_attempts; ///< see GetAttempts()
    MediumTable<ContenderNumber, Contender> m_contenders;   ///< of each of m_attempts
    MediumTable<PlannedNumber, MediumTransmission>
        m_planned; ///< frames in the order in which they are known
    MediumTable<MediumAirNumber, ContenderNumber> m_owners;      ///< contender of each of m_air
    MediumTable<PlannedNumber, ContenderNumber> m_plannedOwners; ///< contender of each of m_planned
    std::vector<Event> m_events;                                 ///< a heap, the next one first
    std::vector<uint8_t> m_decoded; ///< by contender and station: it has the data
    uint64_t m_serial{0};           ///< of the last frame
    bool m_holds{false};            ///< a station may have EIFS or a NAV left
};

} // namespace ns3

#endif // MEDIUM_EXCHANGE_H
