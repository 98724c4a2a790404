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
 */
class MediumExchange
{
  public:
    /// @param environment that says who receives what; outlives this object
    /// @param timing of all stations
    MediumExchange(MediumEnvironment& environment, const MediumTiming& timing);

    /// @return number of a new station
    MediumStation AddStation();
    /// @param station that sends and receives no more
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
     * @return whether nothing that is sent can be lost, if nobody else begins
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

    /// A busy period begins.
    /// @param begin of its first frame
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
        MediumTime at;
        Step step;
        uint32_t frame;

        auto operator<=>(const Event&) const = default;
    };

    bool IsReachable(MediumStation receiver, MediumStation sender) const;
    void PlayAlone();
    void EndHolds();
    void Follow();
    void ForgetReceptions();
    void Observe();
    MediumTransmission MakeFrame(ContenderNumber contender,
                                 MediumTransmission::Kind kind,
                                 MediumTime begin);
    void Transmit(ContenderNumber contender, MediumTransmission::Kind kind, MediumTime begin);
    void Schedule(MediumTime at, Step step, uint32_t frame);
    void BeginFrame(PlannedNumber planned);
    void DetectFrame(MediumAirNumber index);
    void Lock(MediumStation listener, MediumAirNumber index);
    void EndFrame(MediumAirNumber index);
    void AwaitAnswer(MediumAirNumber index);
    void HearFrame(MediumStation listener, MediumAirNumber index);
    void EndWait(Station& station, MediumTime end, bool isAnswered);
    void FollowAnswer(MediumStation listener, MediumAirNumber index);
    void SetNav(Station& station, MediumAirNumber index);

    MediumEnvironment& m_environment;
    MediumTiming m_timing;
    MediumTable<MediumStation, Station> m_stations;
    MediumAir m_air;                                        ///< frames of the last busy period
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
