// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETT_RATE_CONTROL_H
#define ETT_RATE_CONTROL_H

#include "delivery-average.h"
#include "probe-schedule.h"
#include "retry-chain.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::EttParameters and ns3::EttRateControl declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// What EttRateControl goes by; the meaning of each is that of EttWifiManager's attribute.
struct EttParameters
{
    double ewmaWeight{0.05};                 ///< above 0 and below 1
    double collisionDoubt{2};                ///< standard deviations
    double lossCost{10};                     ///< deliveries
    ProbeSchedule::Interval probeInterval{}; ///< frames
};

/// @ingroup wifi-ext
/// Time of an attempt at a rate, without backoff.
struct AttemptTime
{
    double fixed{0};   ///< whatever the frame, us
    double perByte{0}; ///< of the frame, us
};

/// @ingroup wifi-ext
/// How an attempt gets the medium.
struct AttemptContention
{
    std::size_t category{0}; ///< access category, below EttRateControl::CATEGORIES
    double collisions{0};    ///< probability that the attempt collides, whatever its rate, below 1
};

/**
 * @ingroup wifi-ext
 * Chooses rates towards one station so that the expected transmission time is least, from what
 * became of earlier attempts. Knows of attempts and frames only.
 *
 * Whether a rate works is a matter of the channel, so that frames of all access categories add to
 * one history of it. Contention window, size of frames, rate in use, and how many attempts the
 * frame has had are matters of the category: a retry may wait while a frame of another category is
 * sent (IEEE 802.11-2020, 10.23.2).
 */
class EttRateControl
{
  public:
    /// Access categories; without QoS the first one is used.
    static constexpr std::size_t CATEGORIES = 4;

    /**
     * Have other rates from now on, and forget all.
     * @param times of the rates, ascending, 1 to MAX_NON_HT_RATES
     */
    void SetRates(std::span<const AttemptTime> times);
    /// @param attempts before a frame is given up, 1 or more
    void SetRetryLimit(std::size_t attempts);
    /// @param backoff before the attempts of a frame @param category of the frame
    void SetBackoff(const MeanBackoff& backoff, std::size_t category = 0);
    /**
     * A frame is sent.
     * @param bytes its size
     * @param parameters what to go by
     * @param category of the frame
     */
    void NoteSize(double bytes, const EttParameters& parameters, std::size_t category = 0);

    /**
     * An attempt begins.
     * @param parameters what to go by
     * @param contention of the attempt
     * @return its rate
     */
    RateChoice Select(const EttParameters& parameters, const AttemptContention& contention = {});
    /// The attempt under way cannot collide, as the medium has been reserved by an RTS.
    void NoteReserved();
    /// The attempt was acknowledged. @param parameters what to go by
    void NoteDelivered(const EttParameters& parameters);
    /// The attempt was not acknowledged. @param parameters what to go by
    void NoteFailed(const EttParameters& parameters);
    /// The frame of the last attempt was given up.
    void NoteGivenUp();
    /// A frame of another category than that of the last attempt was given up; which is not known.
    void NoteOtherGivenUp();

    /// @param rate a rate @param parameters what to go by
    /// @return share of first attempts that are delivered unless they collide
    double GetDelivery(std::size_t rate, const EttParameters& parameters) const;
    /// @param rate a rate @param parameters what to go by
    /// @return share of attempts after a failure that are delivered unless they collide
    double GetRetryDelivery(std::size_t rate, const EttParameters& parameters) const;

  private:
    /// What is known of a rate.
    struct History
    {
        AttemptTime time;      ///< of an attempt
        DeliveryAverage first; ///< of first attempts
        DeliveryAverage retry; ///< of attempts that follow a failure of the frame
    };

    /// What is known of the frames of an access category.
    struct Category
    {
        MeanBackoff backoff;    ///< before their attempts
        double size{0};         ///< mean, bytes; 0: no frame yet
        std::size_t attempt{0}; ///< next one of the frame, from 0
        std::size_t best{0};    ///< first rate of the last frame's chain
    };

    RateChoice BeginFrame(const EttParameters& parameters);
    void Plan(const EttParameters& parameters);
    std::size_t FindProbe(const EttParameters& parameters) const;
    double GetTime(std::size_t rate) const;
    const Category& GetCategory() const;
    Category& GetCategory();
    double GetFirstDelivery(std::size_t rate, const EttParameters& parameters) const;
    bool MayHaveCollided(std::size_t rate) const;
    double AddDoubt(double average, double samples, const EttParameters& parameters) const;
    void NoteAttempt(bool isDelivered, const EttParameters& parameters);
    void EndFrame();

    std::array<History, MAX_NON_HT_RATES> m_histories{}; ///< by rate
    std::size_t m_count{0};                              ///< of m_histories in use
    ProbeSchedule m_probes;                              ///< of the rates
    RetryChain m_chain;                                  ///< for the attempts left
    std::array<Category, CATEGORIES> m_categories{};     ///< by access category
    std::size_t m_limit{1};                              ///< see SetRetryLimit
    uint32_t m_frame{0};                                 ///< frames that have ended
    AttemptContention m_contention;                      ///< of the last attempt
    RateChoice m_choice;                                 ///< of the last attempt
    bool m_isReserved{false};                            ///< see NoteReserved
};

} // namespace ns3

#endif // ETT_RATE_CONTROL_H
