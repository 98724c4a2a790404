// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-stations.h"

#include "ns3/fatal-error.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

void
MediumStations::Add(MediumClient* client)
{
    m_clients.push_back(client);
}

void
MediumStations::Remove(MediumStation station)
{
    m_clients[station] = nullptr;
}

// Callers of Channel::GetDevice() expect no null device, so stations that have left are skipped.
std::size_t
MediumStations::GetNDevices() const
{
    return m_clients.size() - std::count(m_clients.begin(), m_clients.end(), nullptr);
}

Ptr<NetDevice>
MediumStations::GetDevice(std::size_t i) const
{
    for (MediumClient* client : m_clients)
    {
        if (client && i-- == 0)
        {
            return client->GetNetDevice();
        }
    }
    NS_FATAL_ERROR("MediumChannel: the channel has " << GetNDevices() << " devices");
    return nullptr;
}

Ptr<NetDevice>
MediumStations::GetStationDevice(MediumStation station) const
{
    return IsAttached(station) ? m_clients[station]->GetNetDevice() : nullptr;
}

/// Events belong to nodes, as those of ns-3's devices do.
uint32_t
MediumStations::GetContext(MediumStation station) const
{
    return IsAttached(station) ? m_clients[station]->GetNetDevice()->GetNode()->GetId()
                               : Simulator::NO_CONTEXT;
}

std::string
MediumStations::Describe(MediumStation station) const
{
    std::ostringstream text;
    const Ptr<NetDevice> device = m_clients[station]->GetNetDevice();
    text << "node " << device->GetNode()->GetId() << " ("
         << Mac48Address::ConvertFrom(device->GetAddress()) << ")";
    return text.str();
}

void
MediumStations::Require(MediumStation station) const
{
    if (station >= m_clients.size())
    {
        NS_FATAL_ERROR("MediumChannel: the channel has had "
                       << m_clients.size() << " stations, from 0 on; there is no " << station);
    }
}

bool
MediumStations::HasLossy() const
{
    return std::any_of(m_clients.begin(), m_clients.end(), [](const MediumClient* client) {
        return client && client->IsLossy();
    });
}

} // namespace ns3
