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

/**
 * @ingroup wifi-ext
 * Chooses rates towards one station so that the expected transmission time is least, from what
 * became of earlier attempts. Knows of attempts and frames only.
 */
class EttRateControl
{
  public:
    /**
     * Have other rates from now on, and forget all.
     * @param times of the rates, ascending, 1 to MAX_NON_HT_RATES
     */
    void SetRates(std::span<const AttemptTime> times);
    /// @param backoff before the attempts @param attempts before a frame is given up, 1 or more
    void SetRetries(const MeanBackoff& backoff, std::size_t attempts);
    /// A frame of this size is sent. @param bytes its size @param parameters what to go by
    void NoteSize(double bytes, const EttParameters& parameters);

    /**
     * @param parameters what to go by
     * @param collisions probability that the attempt collides, whatever its rate, below 1
     * @return the rate of the next attempt
     */
    RateChoice Select(const EttParameters& parameters, double collisions = 0);
    /// The attempt under way cannot collide, as the medium has been reserved by an RTS.
    void NoteReserved();
    /// The attempt was acknowledged. @param parameters what to go by
    void NoteDelivered(const EttParameters& parameters);
    /// The attempt was not acknowledged. @param parameters what to go by
    void NoteFailed(const EttParameters& parameters);
    /// The frame was given up.
    void NoteGivenUp();

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

    RateChoice BeginFrame(const EttParameters& parameters);
    void Plan(const EttParameters& parameters);
    std::size_t FindProbe(const EttParameters& parameters) const;
    double GetTime(std::size_t rate) const;
    double AddDoubt(std::size_t rate,
                    double average,
                    double samples,
                    const EttParameters& parameters) const;
    void NoteAttempt(bool isDelivered, const EttParameters& parameters);
    void EndFrame();

    std::array<History, MAX_NON_HT_RATES> m_histories{}; ///< by rate
    std::size_t m_count{0};                              ///< of m_histories in use
    ProbeSchedule m_probes;                              ///< of the rates
    RetryChain m_chain;                                  ///< for the attempts left
    MeanBackoff m_backoff;                               ///< see SetRetries
    std::size_t m_limit{1};                              ///< see SetRetries
    double m_size{0};                                    ///< mean, bytes; 0: no frame yet
    uint32_t m_frame{0};                                 ///< number of the frame
    std::size_t m_attempt{0};                            ///< of the frame
    std::size_t m_best{0};                               ///< first rate of the last frame's chain
    RateChoice m_choice;                                 ///< of the attempt under way
    double m_collisions{0};                              ///< see Select
    bool m_isReserved{false};                            ///< see NoteReserved
};

} // namespace ns3

#endif // ETT_RATE_CONTROL_H
