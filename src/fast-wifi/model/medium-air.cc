// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-air.h"

#include <algorithm>

namespace ns3
{

void
MediumAir::Open(MediumTime begin)
{
    m_frames.clear();
    m_begin = begin;
}

MediumAirNumber
MediumAir::Add(const MediumTransmission& frame)
{
    m_frames.push_back(frame);
    return m_frames.GetLast();
}

/// Not before all frames are known: what the environment asks meanwhile sees the medium as it was.
void
MediumAir::Close()
{
    for (const MediumTransmission& frame : m_frames)
    {
        m_end = std::max(m_end, frame.end);
    }
}

std::span<const MediumTransmission>
MediumAir::FindOverlapping(MediumAirNumber number)
{
    const MediumTransmission& wanted = m_frames[number];
    // The frame itself comes first, whatever overlaps it may have begun before.
    m_found.assign(1, wanted);
    for (MediumAirNumber i = 0; i < m_frames.size(); ++i)
    {
        if (i != number && m_frames[i].begin < wanted.end && m_frames[i].end > wanted.begin)
        {
            m_found.push_back(m_frames[i]);
        }
    }
    return m_found;
}

MediumAir::Sensed
MediumAir::Sense(MediumAirNumber number)
{
    m_found.clear();
    m_sensed.clear();
    std::size_t first = 0;
    for (MediumAirNumber i = 0; i < m_frames.size(); ++i)
    {
        if (m_frames[i].end > m_frames[number].begin)
        {
            first += i < number ? 1 : 0;
            m_found.push_back(m_frames[i]);
            m_sensed.push_back(i);
        }
    }
    return {m_found, first};
}

MediumAirNumber
MediumAir::GetSensed(std::size_t place) const
{
    return m_sensed[place];
}

bool
MediumAir::IsBusy(MediumStation station, MediumTime now, MediumTime senseTime) const
{
    const bool takesPart =
        std::any_of(m_frames.begin(), m_frames.end(), [station](const MediumTransmission& frame) {
            return frame.sender == station;
        });
    if (!takesPart)
    {
        // The NAV covers the gaps between the frames.
        return now >= m_begin + senseTime;
    }
    // Those who take part have no NAV, so that ChannelAccessManager::IsBusy() is false in the gaps.
    return std::any_of(m_frames.begin(), m_frames.end(), [&](const MediumTransmission& frame) {
        const MediumTime sense = frame.sender == station ? 0 : senseTime;
        return now >= frame.begin + sense && now < frame.end;
    });
}

} // namespace ns3
