// SPDX-FileCopyrightText: 2026 The lasthop authors
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
        NoteRetry(number, station); // while the collision of the frame before is still known
    }
    station.collision.reset(); // the new frame has not collided yet
    station.sending = true;
    for (auto& [other, peer] : m_stations)
    {
        if (other != number && peer.sending)
        {
            // All stations hear each other, so that two frames on the air at once have begun in the
            // same slot. A third one joins the collision of the first two.
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
        return; // noise has spoiled the frame, or its acknowledgment
    }
    Collision& collision = m_collisions[*station.collision];
    if (!collision.firstToRetry)
    {
        collision.firstToRetry = number;
        return;
    }
    // "A retransmission of a data packet is always paired with a retransmission of an ACK packet"
    // (4.3.1). The pair is complete with the second station that retries; from then on the first
    // one's retry counts, too.
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
    // "The retransmission rate for UDP is about 0.47% to 0.98%" (4.3.1): of all data frames,
    // retries included, of all stations.
    return sum.frames == 0 ? 0 : static_cast<double>(sum.retries) / static_cast<double>(sum.frames);
}

} // namespace ns3
