// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETT_DELIVERY_H
#define ETT_DELIVERY_H

#include "delivery-average.h"
#include "ett-parameters.h"
#include "rate-table.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::EttContext and ns3::EttDelivery declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// The attempt for which EttDelivery estimates shares.
struct EttContext
{
    std::size_t best;                ///< rate in use by the frames of its access category
    double collisions;               ///< probability that it collides, whatever its rate, below 1
    uint32_t frame;                  ///< number of frames that have ended
    const EttParameters& parameters; ///< in force
};

/**
 * @ingroup wifi-ext
 * What EttRateControl knows about the delivery of attempts at each rate: the outcomes of first
 * attempts, of retries, of attempts after an answered RTS, and of RTS, and the shares that follow
 * from them.
 *
 * Attempts that collide say nothing about a rate. With the collision probability c, a delivery has
 * the weight 1 / (1 - c), so that it also counts for those that collided.
 */
class EttDelivery
{
  public:
    /// What distinguishes attempts at the same rate.
    enum class Attempt
    {
        FIRST,     ///< the first one of a frame
        RETRY,     ///< one that follows a failure of the frame
        AFTER_RTS, ///< one that follows an answered RTS
    };

    /**
     * Forget everything. The top rate works as likely as not; otherwise each rate is the highest
     * one that works with the same probability. The lowest one carried the association, so it
     * works.
     * @param rates number of rates, 1 to MAX_NON_HT_RATES
     */
    void Start(std::size_t rates);
    /**
     * Take the outcome of an attempt into account.
     * @param rate of the attempt
     * @param attempt its kind
     * @param sample 0 if it was not delivered, otherwise the weight of its delivery
     * @param context of the attempt
     */
    void NoteAttempt(std::size_t rate, Attempt attempt, double sample, const EttContext& context);
    /// Take the outcome of an RTS into account.
    /// @param sample 0 if it was not answered, otherwise the weight of the answer
    /// @param context of the attempt that it precedes
    void NoteRts(double sample, const EttContext& context);

    /// @return share of RTS that are answered unless they collide
    double GetAnswered() const;
    /**
     * @param rate a rate
     * @param context of the attempt
     * @return share of first attempts that are delivered unless they collide: a rate that delivers
     * a retry would also have delivered a first attempt, and no rate but the best one is believed
     * to deliver more than GetMost()
     */
    double Get(std::size_t rate, const EttContext& context) const;
    /**
     * @param rate a rate
     * @param context of the attempt
     * @return share of first attempts that are delivered unless they collide, with the benefit of
     * the doubt for the best rate
     */
    double GetFirst(std::size_t rate, const EttContext& context) const;
    /// @param rate a rate
    /// @param context of the attempt
    /// @return share of attempts after a failure that are delivered unless they collide
    double GetRetry(std::size_t rate, const EttContext& context) const;
    /// @param rate a rate
    /// @param context of the attempt
    /// @return share of attempts after an answered RTS that are delivered
    double GetAfterRts(std::size_t rate, const EttContext& context) const;
    /**
     * The time for an RTS is certain, so that its gain must exceed the uncertainty from the number
     * of samples.
     * @param rate a rate
     * @param retry result of GetRetry()
     * @param context of the attempt
     * @return lower bound of the share of attempts after an answered RTS that are delivered
     */
    double GetSureAfterRts(std::size_t rate, double retry, const EttContext& context) const;
    /**
     * @param context of the attempt
     * @return largest share of first attempts that any rate can deliver, because some losses would
     * occur at all of them
     */
    double GetMost(const EttContext& context) const;

    /// A rate that delivers a smaller share is useless. The bound keeps expected times finite.
    static constexpr double LEAST = 1e-3;

  private:
    /// Outcomes of attempts at a rate.
    struct History
    {
        DeliveryAverage first; ///< of first attempts
        DeliveryAverage retry; ///< of attempts that follow a failure of the frame
        DeliveryAverage rts;   ///< of attempts after an answered RTS
    };

    /**
     * @param rate a rate
     * @param retry result of GetRetry()
     * @param best rate in use
     * @return share of attempts after an answered RTS that are delivered, estimated from retries
     * without a sample
     */
    double GetAfterRts(std::size_t rate, double retry, std::size_t best) const;
    /**
     * @param rate a rate
     * @param context of the attempt
     * @return true for the best rate where collisions occur; any other rate has to show first that
     * it works
     */
    static bool MayHaveCollided(std::size_t rate, const EttContext& context);
    /**
     * @param average share of deliveries
     * @param samples that it counts for
     * @param context of the attempt
     * @return highest share that exceeds the average by no more than collisionDoubt standard
     * deviations, at most 1
     */
    static double AddDoubt(double average, double samples, const EttContext& context);

    std::array<History, MAX_NON_HT_RATES> m_histories{}; ///< by rate
    DeliveryAverage m_answered{1};                       ///< see GetAnswered
    DeliveryAverage m_first{1};                          ///< of first attempts at any rate
};

} // namespace ns3

#endif // ETT_DELIVERY_H
