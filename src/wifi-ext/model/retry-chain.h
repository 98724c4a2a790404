// SPDX-License-Identifier: GPL-2.0-only

#ifndef RETRY_CHAIN_H
#define RETRY_CHAIN_H

#include "rate-table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AttemptOutlook, ns3::MeanBackoff and ns3::RetryChain declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// What an attempt at a rate takes and brings.
struct AttemptOutlook
{
    double time{0};          ///< without backoff, us
    double firstDelivery{1}; ///< probability that a first attempt is delivered, above 0
    double retryDelivery{1}; ///< probability that an attempt after a failure is, above 0
};

/// @ingroup wifi-ext
/// Mean backoff before an attempt (IEEE 802.11-2020, 10.3.3): half its contention window.
struct MeanBackoff
{
    double slot{0};         ///< us
    uint32_t minWindow{15}; ///< CWmin, slots
    uint32_t maxWindow{15}; ///< CWmax, slots

    /// @param attempt of the frame, from 0 @return the backoff, us
    double Get(std::size_t attempt) const;
};

/**
 * @ingroup wifi-ext
 * Rates for the attempts of a frame that make the expected time of its delivery least, if giving
 * it up costs as much as some deliveries. Found from the last attempt backwards.
 */
class RetryChain
{
  public:
    /// Attempts that can be planned; later ones are as the last.
    static constexpr std::size_t MAX_ATTEMPTS = 16;

    /**
     * Find the rates.
     * @param rates by rate, 1 to MAX_NON_HT_RATES
     * @param backoff before the attempts
     * @param attempts before the frame is given up, 1 or more
     * @param lossCost what giving it up costs, in deliveries at the first attempts' best rate
     */
    void Plan(std::span<const AttemptOutlook> rates,
              const MeanBackoff& backoff,
              std::size_t attempts,
              double lossCost);

    /// @param attempt of the frame, from 0 @return its rate
    std::size_t GetRate(std::size_t attempt) const;
    /// @return expected time until the frame is delivered, or given up and paid for, us
    double GetExpectedTime() const;

  private:
    std::array<uint8_t, MAX_ATTEMPTS> m_rates{}; ///< by attempt
    std::size_t m_attempts{1};                   ///< of m_rates in use
    double m_expectedTime{0};                    ///< see GetExpectedTime
};

} // namespace ns3

#endif // RETRY_CHAIN_H
