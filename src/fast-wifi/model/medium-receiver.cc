// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-receiver.h"

#include <algorithm>

namespace ns3
{

void
MediumReceiver::SetLevels(double noise, double sensitivity, double preambleThreshold)
{
    m_noise = FromDb(noise);
    m_sensitivity = FromDb(sensitivity);
    m_preambleThreshold = FromDb(preambleThreshold);
}

double
MediumReceiver::GetLeastMilliwatts() const
{
    return std::max(m_sensitivity, m_noise * m_preambleThreshold);
}

/// The parts of a frame behind its header in which the same others are on the air.
void
MediumReceiver::FindCuts(std::span<const MediumTransmission> frames)
{
    const MediumTransmission& frame = frames.front();
    const MediumTime begin = frame.begin + frame.plcp;
    m_cuts.assign({begin, frame.end});
    for (const MediumTransmission& other : frames.subspan(1))
    {
        m_cuts.push_back(std::clamp(other.begin, begin, frame.end));
        m_cuts.push_back(std::clamp(other.end, begin, frame.end));
    }
    std::sort(m_cuts.begin(), m_cuts.end());
}

double
MediumReceiver::FromDb(double db)
{
    return std::pow(10, db / 10);
}

double
MediumReceiver::ToDb(double value)
{
    return 10 * std::log10(value);
}

} // namespace ns3
