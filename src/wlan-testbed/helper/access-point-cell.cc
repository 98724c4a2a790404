// SPDX-License-Identifier: GPL-2.0-only

#include "access-point-cell.h"

#include "ns3/arp-cache.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/random-variable-stream.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AccessPointCell");

const Time AccessPointCell::NEVER = Days(1);

AccessPointCell::AccessPointCell(uint32_t stations,
                                 const Vector& room,
                                 const std::vector<Vector>& seats)
    : m_seats(seats),
      m_places(CreateObject<RandomRectanglePositionAllocator>())
{
    if (stations == 0)
    {
        throw std::invalid_argument("0 stations: expected at least one");
    }
    if (!seats.empty() && stations > seats.size())
    {
        throw std::invalid_argument(std::to_string(stations) + " stations: there are " +
                                    std::to_string(seats.size()) + " seats");
    }
    m_stations.Create(stations);
    m_accessPoint.Create(1);
    m_host.Create(1);
    NS_LOG_INFO("stations are nodes " << GetStation(0)->GetId() << " to "
                                      << GetStation(stations - 1)->GetId() << ", access point node "
                                      << GetAccessPoint()->GetId() << ", host node "
                                      << GetHost()->GetId());
    const auto along = [](double length) {
        return CreateObjectWithAttributes<UniformRandomVariable>("Max", DoubleValue(length));
    };
    m_places->SetX(along(room.x));
    m_places->SetY(along(room.y));
    MobilityHelper().Install(NodeContainer(m_stations, m_accessPoint));
    // These places serve until AssignPlaces() draws those of the run.
    TakePlaces();
}

AccessPointCell::~AccessPointCell() = default;

void
AccessPointCell::TakePlaces()
{
    const NodeContainer nodes(m_stations, m_accessPoint);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        Vector place;
        if (m_seats.empty())
        {
            place = m_places->GetNext();
        }
        else if (i < GetNStations())
        {
            place = m_seats[i]; // from the access point, which is at the origin
        }
        NS_LOG_DEBUG("node " << nodes.Get(i)->GetId() << " is at " << place.x << " m, " << place.y
                             << " m");
        nodes.Get(i)->GetObject<MobilityModel>()->SetPosition(place);
    }
}

int64_t
AccessPointCell::AssignPlaces(int64_t stream)
{
    const int64_t streams = m_places->AssignStreams(stream);
    NS_LOG_DEBUG("the places of this run:");
    TakePlaces();
    return streams;
}

NodeContainer
AccessPointCell::GetHosts() const
{
    return {m_stations, m_host};
}

void
AccessPointCell::AddRadio(Ptr<NetDevice> radio)
{
    m_radios.Add(radio);
}

void
AccessPointCell::AddDisc(Ptr<QueueDisc> disc)
{
    m_discs.push_back(disc);
}

void
AccessPointCell::InstallInternet(const NodeContainer& hosts)
{
    InternetStackHelper internet;
    // Nothing in the papers uses IPv6, whose solicitations would be frames on the air.
    internet.SetIpv6StackInstall(false);
    internet.Install(hosts);
}

void
AccessPointCell::InstallBridge(Ptr<NetDevice> wired)
{
    m_bridge = DynamicCast<LinuxBridgeNetDevice>(
        LinuxBridgeHelper()
            .Install(GetAccessPoint(), NetDeviceContainer(GetAccessPointRadio(), wired))
            .Get(0));
}

Ipv4Address
AccessPointCell::AssignAddresses(Ptr<NetDevice> wired)
{
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        devices.Add(GetStationRadio(i));
        m_addresses.push_back(addresses.Assign(GetStationRadio(i)).GetAddress(0));
        NS_LOG_INFO("station " << i << " has address " << m_addresses.back());
    }
    devices.Add(wired);
    const Ipv4Address address = addresses.Assign(wired).GetAddress(0);
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        // In Linux the progress of a TCP connection confirms the address of its peer. In ns-3 an
        // entry expires while it is in use, and all but three packets that then wait for the answer
        // are lost.
        const auto ip = (*device)->GetNode()->GetObject<Ipv4L3Protocol>();
        ip->GetInterface(ip->GetInterfaceForDevice(*device))->GetArpCache()->SetAliveTimeout(NEVER);
    }
    return address;
}

void
AccessPointCell::SetHostAddress(Ipv4Address address)
{
    NS_LOG_INFO("host has address " << address);
    m_hostAddress = address;
}

uint32_t
AccessPointCell::GetNStations() const
{
    return m_stations.GetN();
}

Ptr<Node>
AccessPointCell::GetStation(uint32_t i) const
{
    return m_stations.Get(i);
}

Ipv4Address
AccessPointCell::GetStationAddress(uint32_t i) const
{
    return m_addresses.at(i);
}

Ptr<NetDevice>
AccessPointCell::GetStationRadio(uint32_t i) const
{
    return m_radios.Get(i);
}

Ptr<QueueDisc>
AccessPointCell::GetStationDisc(uint32_t i) const
{
    return m_discs.at(i);
}

Ptr<Node>
AccessPointCell::GetAccessPoint() const
{
    return m_accessPoint.Get(0);
}

Ptr<NetDevice>
AccessPointCell::GetAccessPointRadio() const
{
    return m_radios.Get(GetNStations());
}

const NetDeviceContainer&
AccessPointCell::GetRadios() const
{
    return m_radios;
}

Ptr<QueueDisc>
AccessPointCell::GetAccessPointDisc() const
{
    return m_discs.back();
}

Ptr<LinuxBridgeNetDevice>
AccessPointCell::GetBridge() const
{
    return m_bridge;
}

Ptr<Node>
AccessPointCell::GetHost() const
{
    return m_host.Get(0);
}

Ipv4Address
AccessPointCell::GetHostAddress() const
{
    return m_hostAddress;
}

} // namespace ns3
