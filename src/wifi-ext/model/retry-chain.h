// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RETRY_CHAIN_H
#define RETRY_CHAIN_H

#include "rate-table.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AttemptOutlook, ns3::MeanBackoff and ns3::RetryChain declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// Cost and prospect of an attempt at a rate.
struct AttemptOutlook
{
    double time{0};          ///< without backoff, us
    double firstDelivery{1}; ///< probability that a first attempt is delivered, above 0
    double retryDelivery{1}; ///< probability that an attempt after a failure is, above 0
    /// Mean time of an attempt that an RTS precedes, us; infinite: no RTS is sent
    double rtsTime{std::numeric_limits<double>::infinity()};
    double rtsDelivery{0};      ///< probability that such an attempt is delivered
    bool firstMayUseRts{false}; ///< whether a first attempt may be such an attempt
};

/// @ingroup wifi-ext
/// Mean backoff before an attempt (IEEE 802.11-2020, 10.3.3): half its contention window.
struct MeanBackoff
{
    double slot{0};         ///< us
    uint32_t minWindow{15}; ///< CWmin, slots
    uint32_t maxWindow{15}; ///< CWmax, slots

    /**
     * The window doubles with each failure up to CWmax, and the backoff is uniform between 0 and
     * the window.
     * @param attempt of the frame, from 0
     * @return the backoff, us
     */
    double Get(std::size_t attempt) const;
};

/**
 * @ingroup wifi-ext
 * The rates for the successive attempts of a frame that minimize the expected time of its delivery,
 * where giving the frame up costs as much as some deliveries. They are found by dynamic
 * programming, from the last attempt backwards.
 * With K attempts, V_K is the cost of the loss and V_k = b_k + min over rates of (t + (1 - p)
 * V_(k+1)), where b_k is the mean backoff, t the time of an attempt and p the probability of its
 * delivery; the chapter on rate managers derives it. The cost of Plan() is the number of rates
 * times the number of attempts.
 */
class RetryChain
{
  public:
    /// Largest number of planned attempts; later ones use the rate of the last.
    static constexpr std::size_t MAX_ATTEMPTS = 16;

    /**
     * Find the rates. Of two that take the same time the lower one is kept.
     * @param rates by rate, 1 to MAX_NON_HT_RATES
     * @param backoff before the attempts
     * @param attempts before the frame is given up; 1 to MAX_ATTEMPTS of them are planned
     * @param lossCost cost of giving the frame up, in deliveries at the best rate of first
     * attempts, 0 or more
     */
    void Plan(std::span<const AttemptOutlook> rates,
              const MeanBackoff& backoff,
              std::size_t attempts,
              double lossCost);

    /// @return number of attempts that were planned
    std::size_t GetAttempts() const;
    /// @param attempt of the frame, from 0
    /// @return its rate
    std::size_t GetRate(std::size_t attempt) const;
    /// @param attempt of the frame, from 0
    /// @return whether an RTS precedes it
    bool UsesRts(std::size_t attempt) const;
    /// @return expected time until the frame is delivered, or given up and paid for, us
    double GetExpectedTime() const;

  private:
    std::array<uint8_t, MAX_ATTEMPTS> m_rates{}; ///< by attempt
    std::bitset<MAX_ATTEMPTS> m_usesRts;         ///< by attempt
    std::size_t m_attempts{1};                   ///< of m_rates in use
    double m_expectedTime{0};                    ///< see GetExpectedTime
};

} // namespace ns3

#endif // RETRY_CHAIN_H
