// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DSSS_SUCCESS_RATE_H
#define DSSS_SUCCESS_RATE_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DsssSuccessRate declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * Probabilities that frames of 802.11b are decoded, by ns-3's model of DSSS.
 *
 * ns-3 integrates numerically for each frame at 5.5 and 11 Mb/s, which takes longer than all else
 * that a channel does for it. Stations that stand still ask for few ratios again and again, so that
 * answers are remembered. When there are too many, as of stations that move, all are forgotten.
 * The answers at 1 and 2 Mb/s have a closed form and are not remembered. The table is exact, not
 * interpolated: a question is the same only if the ratio is the same number.
 */
class DsssSuccessRate
{
  public:
    /// @param most answers that are remembered; 4 MB by default, enough for 180 stations of which
    /// each sends to each
    explicit DsssSuccessRate(std::size_t most = 65536);
    /**
     * @param bytes of a frame
     * @param rate bit/s: 1, 2, 5.5 or 11 Mb/s; any other value counts as 11 Mb/s
     * @param ratio of signal to noise and interference, as a number and not in dB
     * @return probability that all bits are right, 0 to 1
     */
    double Get(uint32_t bytes, uint64_t rate, double ratio);
    /// @return integrals that were computed
    uint64_t GetNIntegrals() const;

  private:
    /// What is asked.
    struct Question
    {
        uint32_t bytes; ///< of the frame
        uint64_t rate;  ///< bit/s
        double ratio;   ///< of signal to noise and interference

        /// @return whether both are the same, with the very same ratio
        bool operator==(const Question&) const = default;
    };

    /// Spreads questions.
    struct Hash
    {
        /**
         * @param question any
         * @return its hash
         */
        std::size_t operator()(const Question& question) const;
    };

    std::size_t m_most;                                   ///< answers that are remembered
    std::unordered_map<Question, double, Hash> m_answers; ///< at 5.5 and 11 Mb/s
    uint64_t m_integrals{0};                              ///< see GetNIntegrals()
};

} // namespace ns3

#endif // DSSS_SUCCESS_RATE_H
