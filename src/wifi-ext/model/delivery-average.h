// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DELIVERY_AVERAGE_H
#define DELIVERY_AVERAGE_H

#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::DeliveryAverage declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Share of attempts that were delivered, as an exponentially weighted moving average over frames.
 * Each frame sent since a sample reduces the weight of the sample, whether or not that frame gave a
 * sample itself.
 * After n frames without a sample, the earlier samples count for (1 - weight)^n of their number.
 * The average itself stays until a new sample comes. A sample above 1 corrects for collisions, see
 * EttRateControl, so that the average may exceed 1.
 */
class DeliveryAverage
{
  public:
    /// Begin without a sample.
    DeliveryAverage() = default;
    /// Begin as after one sample.
    /// @param share delivered, from 0 to 1
    explicit DeliveryAverage(double share);

    /**
     * Take an attempt into account.
     * @param sample 0 if it was not delivered, otherwise the weight of its delivery, 1 or more
     * @param frame number of its frame; not below that of an attempt before
     * @param weight of the last one of many samples, above 0 and below 1
     * @param least lower bound of the number of samples that all earlier ones count for
     */
    void Add(double sample, uint32_t frame, double weight, double least);
    /// @return whether there is one
    bool HasSamples() const;
    /// @return the average; 0 without a sample
    double Get() const;
    /// @param frame, weight as in Add
    /// @return number of samples that all earlier ones count for
    double GetSamples(uint32_t frame, double weight) const;

  private:
    float m_share{0};        ///< the average
    float m_samples{0};      ///< weighted number of samples when the last one came
    uint32_t m_lastFrame{0}; ///< last frame that gave a sample
};

} // namespace ns3

#endif // DELIVERY_AVERAGE_H
