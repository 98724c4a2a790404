// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DSSS_SUCCESS_RATE_H
#define DSSS_SUCCESS_RATE_H

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup wavelan
 * ns3::DsssSuccessRate declaration.
 */

namespace ns3
{

/**
 * @ingroup wavelan
 * Probabilities that frames of 802.11b are decoded, by ns-3's model of DSSS.
 *
 * ns-3 integrates numerically for each frame at 5.5 and 11 Mb/s, which takes longer than all else
 * that a channel does for it. Stations that stand still ask for few ratios again and again, so that
 * the last answers are remembered. There is a fixed number of places for them: a new answer takes
 * the place of another one, and ratios that never repeat need no more memory.
 */
class DsssSuccessRate
{
  public:
    /// @param bytes of a frame @param rate bit/s: 1, 2, 5.5 or 11 Mb/s @param ratio of signal to
    /// noise and interference @return probability that all bits are right
    double Get(uint32_t bytes, uint64_t rate, double ratio);
    /// @return answers that had to be computed
    uint64_t GetNComputed() const;

  private:
    /// What was asked, and the answer.
    struct Answer
    {
        uint64_t rate{0}; ///< 0 if nothing was asked
        uint32_t bytes{0};
        double ratio{0};
        double success{0};
    };

    std::vector<Answer> m_answers; ///< by a hash of what was asked; empty until then
    uint64_t m_computed{0};        ///< see GetNComputed()
};

} // namespace ns3

#endif // DSSS_SUCCESS_RATE_H
