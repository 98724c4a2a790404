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
 * Share of attempts that were delivered, as an exponentially weighted moving average over frames:
 * each frame sent since a sample makes it count less, whether or not it gave a sample itself.
 */
class DeliveryAverage
{
  public:
    /// Without a sample.
    DeliveryAverage() = default;
    /// As after one sample. @param share delivered, from 0 to 1
    explicit DeliveryAverage(double share);

    /**
     * Take an attempt into account.
     * @param sample 0 if it was not delivered, otherwise what its delivery counts, 1 or more
     * @param frame number of its frame; not below that of an attempt before
     * @param weight of the last one of many samples, above 0 and below 1
     * @param least samples that those before still count for, at least
     */
    void Add(double sample, uint32_t frame, double weight, double least);
    /// @return the average; 0 without a sample
    double Get() const;
    /// @param frame, weight as in Add @return how many samples those before still count for
    double GetSamples(uint32_t frame, double weight) const;

  private:
    float m_share{0};        ///< the average
    float m_samples{0};      ///< by what they counted when the last one came
    uint32_t m_lastFrame{0}; ///< that gave a sample
};

} // namespace ns3

#endif // DELIVERY_AVERAGE_H
