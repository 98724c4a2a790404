// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETT_RATE_CONTROL_H
#define ETT_RATE_CONTROL_H

#include "ett-delivery.h"
#include "ett-parameters.h"
#include "probe-schedule.h"
#include "retry-chain.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AttemptTime, ns3::AttemptContention and ns3::EttRateControl declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// Time of an attempt at a rate, without backoff.
struct AttemptTime
{
    double fixed{0};   ///< part that is the same for all frames, us
    double perByte{0}; ///< part for each byte of the frame, us
};

/// @ingroup wifi-ext
/// Contention of an attempt for the medium.
struct AttemptContention
{
    std::size_t category{0}; ///< access category, below EttRateControl::CATEGORIES
    double collisions{0};    ///< probability that the attempt collides, whatever its rate, below 1
};

/**
 * @ingroup wifi-ext
 * Chooses the rates towards one station that minimize the expected transmission time, based on the
 * outcomes of earlier attempts. It handles attempts and frames, but neither packets nor time.
 *
 * Whether a rate works depends on the channel, so the frames of all access categories add to one
 * history of each rate. Contention window, frame size, rate in use and the number of failed
 * attempts belong to the category: a retry may wait while a frame of another category is sent
 * (IEEE 802.11-2020, 10.23.2).
 */
class EttRateControl
{
  public:
    /// Access categories; without QoS the first one is used.
    static constexpr std::size_t CATEGORIES = 4;

    /**
     * Replace the rates and forget everything learned about the old ones.
     * @param times of an attempt at each rate, in ascending order of the rates, 1 to
     * MAX_NON_HT_RATES of them
     */
    void SetRates(std::span<const AttemptTime> times);
    /// @param us time of an RTS, its CTS and the SIFS after each; infinite at first: no RTS is sent
    void SetRtsTime(double us);
    /// @param attempts before a frame is given up, 1 or more
    void SetRetryLimit(std::size_t attempts);
    /// @param backoff before the attempts of a frame
    /// @param category of the frame
    void SetBackoff(const MeanBackoff& backoff, std::size_t category = 0);
    /**
     * Take the size of a frame into the moving average of its category.
     * @param bytes size of the frame
     * @param parameters in force
     * @param category of the frame
     */
    void NoteSize(double bytes, const EttParameters& parameters, std::size_t category = 0);

    /**
     * Begin an attempt.
     * @param parameters in force
     * @param contention of the attempt
     * @return its rate
     */
    RateChoice Select(const EttParameters& parameters, const AttemptContention& contention = {});
    /// @return whether an RTS should precede the attempt that the last Select() was for, because
    /// this shortens its expected time
    bool UsesRts() const;
    /// An RTS preceded the attempt under way, which ends if it was not answered.
    /// @param isAnswered whether it was
    /// @param parameters in force
    void NoteRts(bool isAnswered, const EttParameters& parameters);
    /// An RTS or a TXOP has reserved the medium, so the attempt under way cannot collide.
    void NoteReserved();
    /// The attempt was acknowledged.
    /// @param parameters in force
    void NoteDelivered(const EttParameters& parameters);
    /// The attempt was not acknowledged.
    /// @param parameters in force
    void NoteFailed(const EttParameters& parameters);
    /// The frame of the last attempt was given up.
    void NoteGivenUp();
    /// A frame of another category than that of the last attempt was given up. The caller does not
    /// know of which category.
    void NoteOtherGivenUp();

    /// @param rate a rate
    /// @param parameters in force
    /// @return share of first attempts that are delivered unless they collide
    double GetDelivery(std::size_t rate, const EttParameters& parameters) const;
    /// @param rate a rate
    /// @param parameters in force
    /// @return share of attempts after a failure that are delivered unless they collide
    double GetRetryDelivery(std::size_t rate, const EttParameters& parameters) const;
    /// @param rate a rate
    /// @param parameters in force
    /// @return share of attempts after an answered RTS that are delivered
    double GetRtsDelivery(std::size_t rate, const EttParameters& parameters) const;
    /// @return share of RTS that are answered unless they collide
    double GetAnswered() const;
    /// @return the rates that the last Select() planned for the attempts of the frame
    const RetryChain& GetRetryChain() const;
    /// @return number of failed attempts of the frame that the last Select() was for
    std::size_t GetFailedAttempts() const;
    /// @param category of frames
    /// @return their mean size, bytes; 0 before the first one
    double GetMeanSize(std::size_t category) const;

  private:
    /// Longer than any time.
    static constexpr double NEVER = std::numeric_limits<double>::infinity();

    /// Knowledge about the frames of an access category.
    struct Category
    {
        MeanBackoff backoff;    ///< before their attempts
        double size{0};         ///< mean, bytes; 0: no frame yet
        bool hasSent{false};    ///< an attempt has ended
        std::size_t attempt{0}; ///< next one of the frame, from 0
        std::size_t best{0};    ///< first rate of the last frame's chain
    };

    /**
     * @param parameters in force
     * @return first rate of the chain, or a probe
     */
    RateChoice BeginFrame(const EttParameters& parameters);
    /**
     * @param parameters in force; the chain is planned anew for each attempt, because the failures
     * of the frame are the latest news
     */
    void Plan(const EttParameters& parameters);
    /**
     * A rate is worth a probe if an attempt that were always delivered would take less time than a
     * delivery at the best rate takes now (J. Bicket, "Bit-rate selection in wireless networks",
     * 2005).
     * @param parameters in force
     * @return such a rate that is due, the next one above if there are several; the best rate if
     * there is none
     */
    std::size_t FindProbe(const EttParameters& parameters) const;
    /**
     * @param rate a rate
     * @return time of an attempt of a frame of mean size, us
     */
    double GetTime(std::size_t rate) const;
    /// @return the category of the last Select(); the first one before it
    const Category& GetCategory() const;
    /// @return the category of the last Select(), to be changed; the first one before it
    Category& GetCategory();
    /// @param parameters in force
    /// @return what the shares of the attempt under way depend on
    EttContext GetContext(const EttParameters& parameters) const;
    /**
     * Stations that do not hear each other share the medium as in unslotted ALOHA (N. Abramson,
     * 1970): the fewer RTS are answered, the less the cell gains from another attempt.
     * @param parameters in force
     * @return cost of a frame that is given up, in deliveries, 1 to EttParameters::lossCost
     */
    double GetLossCost(const EttParameters& parameters) const;
    /**
     * @param isDelivered whether it was acknowledged; a delivery has the weight 1 / (1 - c) with
     * the collision probability c
     * @param parameters in force
     */
    void NoteAttempt(bool isDelivered, const EttParameters& parameters);
    /// The next attempt of the category is the first one of a frame.
    void EndFrame();

    std::array<AttemptTime, MAX_NON_HT_RATES> m_times{}; ///< of an attempt, by rate
    std::size_t m_count{0};                              ///< of m_times in use
    ProbeSchedule m_probes;                              ///< of the rates
    EttDelivery m_delivery;                              ///< outcomes of attempts
    double m_rtsTime{NEVER};                             ///< see SetRtsTime, us
    uint32_t m_lastRts{0};                               ///< last frame that had an RTS
    uint32_t m_rtsInterval{0};                           ///< frames from there to a trial
    RetryChain m_chain;                                  ///< for the attempts left
    std::array<Category, CATEGORIES> m_categories{};     ///< by access category
    std::size_t m_limit{1};                              ///< see SetRetryLimit
    uint32_t m_frame{0};                                 ///< frames that have ended
    AttemptContention m_contention;                      ///< of the last attempt
    RateChoice m_choice;                                 ///< of the last attempt
    bool m_isReserved{false};                            ///< see NoteReserved
    bool m_usesRts{false};                               ///< see UsesRts
    bool m_isAnswered{false};                            ///< that RTS was
};

} // namespace ns3

#endif // ETT_RATE_CONTROL_H
