// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_STATIONS_H
#define MEDIUM_STATIONS_H

#include "medium-client.h"

#include <cstddef>
#include <string>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumStations declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The devices of a channel by the number of their station. The number of a station that has left is
 * not given to another one.
 * The table holds plain pointers. A device joins and leaves by MediumChannel::Attach() and
 * MediumChannel::Detach(); its place then stays empty.
 */
class MediumStations
{
  public:
    /// @param client device that joins, with the next number; it outlives its membership
    void Add(MediumClient* client);
    /// @param station that leaves
    void Remove(MediumStation station);

    /// @return stations that have joined so far, those that have left included
    std::size_t GetSize() const
    {
        return m_clients.size();
    }

    /// @param station any
    /// @return whether it is one of this channel's, and has not left
    bool IsAttached(MediumStation station) const
    {
        return station < m_clients.size() && m_clients[station];
    }

    /**
     * @param station of this channel; not checked, see Require()
     * @return its device; null if it has left
     */
    MediumClient* operator[](MediumStation station) const
    {
        return m_clients[station];
    }

    /// @return devices that have not left, as ns3::Channel::GetNDevices() counts them
    std::size_t GetNDevices() const;
    /**
     * Linear in the number of stations.
     * @param i number of a device that has not left, from 0; differs from that of its station if
     * others have left
     * @return the device; fatal if there are fewer
     */
    Ptr<NetDevice> GetDevice(std::size_t i) const;
    /// @param station any
    /// @return its device; null if it has left
    Ptr<NetDevice> GetStationDevice(MediumStation station) const;
    /// @param station any
    /// @return number of its node, which is the context of its events; Simulator::NO_CONTEXT if it
    /// has left
    uint32_t GetContext(MediumStation station) const;
    /**
     * @param station that has not left
     * @return what a user knows it by, for error lines: node and address
     */
    std::string Describe(MediumStation station) const;
    /// @param station any; fatal if it is none of this channel's
    void Require(MediumStation station) const;
    /// @return whether a device may lose frames although the signal would do
    bool HasLossy() const;

  private:
    MediumTable<MediumStation, MediumClient*> m_clients; ///< null for those that have left
};

} // namespace ns3

#endif // MEDIUM_STATIONS_H
