// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_TABLE_H
#define RATE_TABLE_H

#include "rate-change-reason.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::RateTable and ns3::RateChoice declarations.
 */

namespace ns3
{

/// @ingroup wifi-ext
/// Most rates that a station without HT has: 4 of 802.11b and 8 of 802.11g.
inline constexpr std::size_t MAX_NON_HT_RATES = 12;

/**
 * @ingroup wifi-ext
 * The rates of a station, in ascending order. A rate is named by its index, which stays valid as
 * long as the table.
 */
class RateTable
{
  public:
    /// A table without rates: only GetCount() may be called.
    RateTable() = default;
    /**
     * @param bitRates bit/s, ascending, 1 to MAX_NON_HT_RATES of them
     * @throws std::invalid_argument if there are none, too many, or not in ascending order
     */
    explicit RateTable(std::span<const double> bitRates);

    /// @return number of rates
    std::size_t GetCount() const;
    /**
     * @param index a rate, below GetCount(); std::out_of_range is thrown for one that is not below
     * MAX_NON_HT_RATES
     * @return bit/s
     */
    double GetBitRate(std::size_t index) const;
    /**
     * Found by bisection.
     * @param bitRate bit/s
     * @return the highest rate not above, or else the lowest
     */
    std::size_t GetHighestUpTo(double bitRate) const;

  private:
    std::array<double, MAX_NON_HT_RATES> m_bitRates{}; ///< bit/s
    std::size_t m_count{0};                            ///< of them in use
};

/// @ingroup wifi-ext
/// The rate of an attempt.
struct RateChoice
{
    std::size_t rate{0};                                    ///< index in a RateTable
    RateChangeReason reason{RateChangeReason::FIRST_FRAME}; ///< why it differs from the last one
};

} // namespace ns3

#endif // RATE_TABLE_H
