// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "delivery-average.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

DeliveryAverage::DeliveryAverage(double share)
    : m_share(static_cast<float>(share)),
      m_samples(1)
{
}

void
DeliveryAverage::Add(double sample, uint32_t frame, double weight, double least)
{
    // Weights of a plain mean while there are few samples; of many samples, which count for
    // 1 / weight in the limit, the last one has the weight of an exponential average.
    const double samples = std::max(GetSamples(frame, weight), least) + 1;
    m_share += static_cast<float>((sample - m_share) / samples);
    m_samples = static_cast<float>(samples);
    m_lastFrame = frame;
}

bool
DeliveryAverage::HasSamples() const
{
    return m_samples > 0;
}

double
DeliveryAverage::Get() const
{
    return m_share;
}

double
DeliveryAverage::GetSamples(uint32_t frame, double weight) const
{
    // A sample loses weight with each frame, not with each sample: a rate that has not been tried
    // for long must soon follow new evidence. The branch spares std::pow() for a rate without
    // samples.
    return m_samples == 0 ? 0 : m_samples * std::pow(1 - weight, frame - m_lastFrame);
}

} // namespace ns3
