// SPDX-License-Identifier: GPL-2.0-only

#include "segments-per-ack.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Share of a packet in the average.
constexpr double GAIN = 1.0 / 256;
/// Data bytes of a full segment (Ethernet, no options), with which the averages begin.
constexpr double FULL_SEGMENT = 1460;
/// More than a window of these days; an acknowledgment number that jumps further is not believed.
constexpr uint32_t MOST_PENDING = 1U << 20;

} // namespace

void
SegmentsPerAck::Start(double initial)
{
    m_data = {FULL_SEGMENT, 0};
    m_ack = {initial * FULL_SEGMENT, 0};
}

void
SegmentsPerAck::Average::Observe(uint32_t progress, bool isSent)
{
    pending = std::min(pending + std::min(progress, MOST_PENDING), MOST_PENDING);
    if (isSent)
    {
        bytes += GAIN * (pending - bytes);
        pending = 0;
    }
}

void
SegmentsPerAck::ObserveAck(uint32_t progress, bool isSent)
{
    m_ack.Observe(progress, isSent);
}

void
SegmentsPerAck::ObserveData(uint32_t progress, bool isSent)
{
    // The bytes of a dropped packet are made good by its retransmission, which is no progress.
    m_data.Observe(progress, isSent);
}

double
SegmentsPerAck::Get() const
{
    return std::clamp(m_ack.bytes / std::max(m_data.bytes, 1.0), LEAST, MOST);
}

} // namespace ns3
