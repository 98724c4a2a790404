// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-delivery.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumDelivery");

MediumDelivery::MediumDelivery(const MediumStations& stations,
                               const MediumAddresses& addresses,
                               MediumLinks& links)
    : m_stations(stations),
      m_addresses(addresses),
      m_links(links)
{
}

void
MediumDelivery::SetAddressDropCallback(Callback<void, Ptr<const Packet>> callback)
{
    m_addressDrop = callback;
}

void
MediumDelivery::Announce(MediumStation station,
                         MediumFunction function,
                         MediumTime begin,
                         MediumStation receiver,
                         MediumTime end)
{
    // WantsBegin() has made the start an instant of its own, so that it is not in the past, unless
    // somebody began to want it after the next instant had been computed.
    const MediumTime delay = begin - Simulator::Now().GetNanoSeconds();
    MediumClient* client = m_stations[station];
    if (delay < 0 || !client->WantsBegin(function))
    {
        return;
    }
    Simulator::ScheduleWithContext(m_stations.GetContext(station),
                                   NanoSeconds(delay),
                                   &MediumDelivery::NotifyBegin,
                                   this,
                                   station,
                                   client->GetPayload(function),
                                   receiver,
                                   end);
}

void
MediumDelivery::NotifyBegin(MediumStation station,
                            const MediumPayload& payload,
                            MediumStation receiver,
                            MediumTime end)
{
    if (m_stations.IsAttached(station))
    {
        m_stations[station]->NotifyBegin(payload, receiver, end);
    }
}

const MediumArrival*
MediumDelivery::GetNext() const
{
    return m_arrivals.GetNext();
}

void
MediumDelivery::Add(const MediumAttempt& attempt, const MediumPayload& payload)
{
    const MediumTransmission& frame = attempt.overlapping.front();
    // The first frame is the one of data; what follows it in the list overlapped it.
    MediumArrival arrival{payload, frame.sender, attempt.frame.receiver, frame.end, true};
    arrival.collided = attempt.overlapping.size() > 1;
    if (attempt.frame.receiver == MEDIUM_EVERYBODY)
    {
        AddForGroup(attempt, arrival);
        return;
    }
    // A sender that waits for an ACK sees the loss, and tells it when it gives the frame up. Of a
    // frame without ACK only the receiver can tell.
    const bool isLost = !attempt.delivered && attempt.frame.acknowledgment == 0;
    if (attempt.frame.receiver != MEDIUM_NOBODY && (attempt.delivered || isLost))
    {
        arrival.intact = attempt.delivered;
        AddOne(frame, arrival);
    }
    for (MediumStation station = 0; station < m_stations.GetSize(); ++station)
    {
        const bool isListener = station != frame.sender && station != attempt.frame.receiver;
        if (isListener && m_stations[station] && m_stations[station]->IsPromiscuous() &&
            HasDecoded(attempt, station))
        {
            arrival.station = station;
            arrival.intact = true;
            arrival.overheard = true;
            AddOne(frame, arrival);
        }
    }
}

/// @return whether a station decoded the frame of data of an attempt
bool
MediumDelivery::HasDecoded(const MediumAttempt& attempt, MediumStation station)
{
    return attempt.decoded.empty() || attempt.decoded[station.value] != 0;
}

/// A frame to a group ends at each station alike, but each decides for itself whether it decodes
/// it.
void
MediumDelivery::AddForGroup(const MediumAttempt& attempt, MediumArrival arrival)
{
    for (MediumStation station = 0; station < m_stations.GetSize(); ++station)
    {
        if (station != arrival.sender && m_stations[station])
        {
            arrival.station = station;
            arrival.intact = HasDecoded(attempt, station);
            AddOne(attempt.overlapping.front(), arrival);
        }
    }
}

void
MediumDelivery::AddOne(const MediumTransmission& frame, const MediumArrival& arrival)
{
    // A station that has left since the frame began is not asked where it is.
    const bool isThere = m_stations.IsAttached(arrival.station) && arrival.station != frame.sender;
    MediumArrival received = arrival;
    received.power = isThere ? m_links.GetMilliwatts(frame, arrival.station) : 0;
    m_arrivals.Add(received);
}

void
MediumDelivery::DeliverEnded(MediumTime now)
{
    // A receiver may send, and so add arrivals, or leave.
    const auto [first, last] = m_arrivals.End(now);
    for (uint64_t number = first; number <= last; ++number)
    {
        const auto station = m_arrivals.FindStation(number);
        if (!station)
        {
            continue; // Lose() has told of it
        }
        const uint32_t context = m_stations.GetContext(*station);
        if (context == Simulator::GetContext())
        {
            DeliverDue(number);
        }
        else
        {
            Simulator::ScheduleWithContext(context,
                                           Time(0),
                                           &MediumDelivery::DeliverDue,
                                           this,
                                           number);
        }
    }
}

// Nothing is due if the station has left since then: Lose() has delivered its frames as lost.
void
MediumDelivery::DeliverDue(uint64_t number)
{
    if (const auto arrival = m_arrivals.Take(number))
    {
        Deliver(*arrival);
    }
}

/// The station may have left since its frame began.
void
MediumDelivery::Deliver(MediumArrival arrival)
{
    if (!m_stations.IsAttached(arrival.station))
    {
        return;
    }
    NS_LOG_DEBUG("station " << arrival.station << (arrival.intact ? " receives" : " loses")
                            << " packet " << arrival.payload.packet->GetUid() << " of station "
                            << arrival.sender << (arrival.collided ? ", collided" : ""));
    if (m_addresses.IsFormer(arrival.payload.destination, arrival.station))
    {
        NS_LOG_INFO("station " << arrival.station << " has no longer the address "
                               << arrival.payload.destination << ", to which packet "
                               << arrival.payload.packet->GetUid() << " was sent");
        m_addressDrop(arrival.payload.packet);
    }
    // CsmaChannel::TransmitEnd(): what one does with tags of its packet is not seen by others.
    arrival.payload.packet = arrival.payload.packet->Copy();
    m_stations[arrival.station]->ReceiveFrame(arrival);
}

/// A sender may count these as acknowledged already; the receiver tells that it never had them.
void
MediumDelivery::Lose(MediumStation station)
{
    for (MediumArrival& arrival : m_arrivals.Remove(station))
    {
        arrival.intact = false;
        Deliver(arrival);
    }
}

void
MediumDelivery::Clear()
{
    m_arrivals.Clear();
}

} // namespace ns3
