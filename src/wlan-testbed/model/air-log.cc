// SPDX-License-Identifier: GPL-2.0-only

#include "air-log.h"

namespace ns3
{

void
AirLog::Begin(uint32_t number, bool retry)
{
    Station& station = m_stations[number];
    ++station.counts.frames;
    if (retry)
    {
        NoteRetry(number, station);
    }
    station.collision.reset();
    station.sending = true;
    for (auto& [other, peer] : m_stations)
    {
        if (other != number && peer.sending)
        {
            if (!peer.collision)
            {
                m_collisions.emplace_back();
                peer.collision = m_collisions.size() - 1;
            }
            station.collision = peer.collision;
        }
    }
}

void
AirLog::NoteRetry(uint32_t number, Station& station)
{
    ++station.counts.retries;
    if (!station.collision)
    {
        return;
    }
    Collision& collision = m_collisions[*station.collision];
    if (!collision.firstToRetry)
    {
        collision.firstToRetry = number;
        return;
    }
    ++station.counts.paired;
    if (!collision.paired)
    {
        collision.paired = true;
        ++m_stations.at(*collision.firstToRetry).counts.paired;
    }
}

void
AirLog::End(uint32_t number)
{
    m_stations[number].sending = false;
}

AirLog::Counts
AirLog::GetCounts(uint32_t number) const
{
    const auto station = m_stations.find(number);
    return station == m_stations.end() ? Counts{} : station->second.counts;
}

double
AirLog::GetRetryRate() const
{
    Counts sum;
    for (const auto& [number, station] : m_stations)
    {
        sum.frames += station.counts.frames;
        sum.retries += station.counts.retries;
    }
    return sum.frames == 0 ? 0 : static_cast<double>(sum.retries) / static_cast<double>(sum.frames);
}

} // namespace ns3
