// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "access-point-cell.h"

#include "host-wire.h"

#include "ns3/arp-cache.h"
#include "ns3/csma-helper.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/random-variable-stream.h"
#include "ns3/tcp-socket-factory-helper.h"

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AccessPointCell");

namespace
{

/// Addresses in use do not expire in the hosts of the papers. ns-3 asks again after two minutes.
const Time NEVER = Days(1);
/// The network has 254 addresses, of which the host has one.
constexpr uint32_t MOST_STATIONS = 253;

} // namespace

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
    if (stations > MOST_STATIONS)
    {
        throw std::invalid_argument(std::to_string(stations) + " stations: expected at most " +
                                    std::to_string(MOST_STATIONS));
    }
    if (!seats.empty() && stations > seats.size())
    {
        throw std::invalid_argument(std::to_string(stations) + " stations: there are " +
                                    std::to_string(seats.size()) + " seats");
    }
    CheckPlaces(room);
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

// ns-3 draws places from any room, and finds out much later that no distance is known.
void
AccessPointCell::CheckPlaces(const Vector& room) const
{
    const auto isLength = [](double length) { return length >= 0 && std::isfinite(length); };
    std::ostringstream mistake;
    if (!isLength(room.x) || !isLength(room.y) || !isLength(room.z))
    {
        mistake << "room=" << room << ": expected finite lengths of 0 m or more";
        throw std::invalid_argument(mistake.str());
    }
    for (const Vector& seat : m_seats)
    {
        if (!std::isfinite(seat.x) || !std::isfinite(seat.y) || !std::isfinite(seat.z))
        {
            mistake << "seats: " << seat << ": expected finite coordinates";
            throw std::invalid_argument(mistake.str());
        }
    }
}

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

void
AccessPointCell::CheckSegmentSize(uint32_t segmentSize)
{
    // Linux never guesses less than TCP_MIN_MSS of its peer's segments (tcp_initialize_rcv_mss()),
    // and offers no window where its first one, of a few segments, is less than the guess.
    constexpr uint32_t least = 88;
    // An MTU of 1500 bytes without the headers of IP and TCP.
    constexpr uint32_t most = 1460;
    if (segmentSize < least || segmentSize > most)
    {
        throw std::invalid_argument("segmentSize=" + std::to_string(segmentSize) + ": expected " +
                                    std::to_string(least) + " to " + std::to_string(most) +
                                    " bytes");
    }
}

void
AccessPointCell::CheckCaptureRatio(double captureRatio)
{
    if (!(captureRatio >= 0 && std::isfinite(captureRatio)))
    {
        std::ostringstream mistake;
        mistake << "captureRatio=" << captureRatio << ": expected a finite ratio of 0 dB or more";
        throw std::invalid_argument(mistake.str());
    }
}

// ns-3 ends the program at a type that it does not know, and crashes at one that is no queue disc.
void
AccessPointCell::CheckQueueDisc(const std::string& name, const std::string& type)
{
    TypeId disc;
    TypeId::AttributeInformation limit;
    if (!TypeId::LookupByNameFailSafe(type, &disc) || !disc.IsChildOf(QueueDisc::GetTypeId()) ||
        !disc.HasConstructor() || !disc.LookupAttributeByName("MaxSize", &limit))
    {
        throw std::invalid_argument(name + "=" + type +
                                    ": expected a queue disc with an attribute MaxSize, such as "
                                    "ns3::FifoQueueDisc");
    }
}

void
AccessPointCell::CheckAttempts(const std::string& name, uint32_t attempts)
{
    constexpr uint32_t most = 255;
    if (attempts == 0 || attempts > most)
    {
        throw std::invalid_argument(name + "=" + std::to_string(attempts) + ": expected 1 to " +
                                    std::to_string(most));
    }
}

void
AccessPointCell::CheckTime(const std::string& name, Time time)
{
    if (time.IsStrictlyNegative())
    {
        std::ostringstream mistake;
        mistake << name << "=" << time.As(Time::S) << ": expected 0 s or more";
        throw std::invalid_argument(mistake.str());
    }
}

void
AccessPointCell::CheckWindow(const std::string& name, uint32_t bytes, uint32_t segmentSize)
{
    // A Linux receiver may guess that segments have TCP_MIN_RCVMSS, and offers no window below.
    constexpr uint32_t guess = 536;
    constexpr uint32_t most = 65535U << 14;
    if (bytes < std::max(segmentSize, guess) || bytes > most)
    {
        const std::string least = segmentSize < guess
                                      ? std::to_string(guess)
                                      : "segmentSize=" + std::to_string(segmentSize);
        throw std::invalid_argument(name + "=" + std::to_string(bytes) + ": expected " + least +
                                    " to " + std::to_string(most) + " bytes");
    }
}

NodeContainer
AccessPointCell::GetHosts() const
{
    return {m_stations, m_host};
}

int64_t
AccessPointCell::AssignStreams(int64_t stream)
{
    // A part that is added takes its streams at the end, so that the earlier parts keep theirs and
    // results stay what they were.
    const int64_t first = stream;
    stream += AssignPlaces(stream);
    stream += AssignCellRadioStreams(m_radios, stream);
    stream += CsmaHelper().AssignStreams(m_wire, stream);
    stream += InternetStackHelper().AssignStreams(m_internetHosts, stream);
    stream += TcpSocketFactoryHelper::AssignStreams(m_internetHosts, stream);
    return stream - first;
}

void
AccessPointCell::InstallRadios(const CellRadios& radios)
{
    m_radios = radios.Install(m_stations, GetAccessPoint());
}

void
AccessPointCell::InstallWire(Ptr<Node> peer, const std::string& rate, Time delay)
{
    m_wire = InstallHostWire(GetAccessPoint(), peer, rate, delay);
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
    m_internetHosts.Add(hosts);
}

void
AccessPointCell::InstallBridge()
{
    m_bridge = DynamicCast<LinuxBridgeNetDevice>(
        LinuxBridgeHelper()
            .Install(GetAccessPoint(), NetDeviceContainer(GetAccessPointRadio(), m_wire.Get(0)))
            .Get(0));
}

Ipv4Address
AccessPointCell::AssignAddresses()
{
    const auto wired = m_wire.Get(1);
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

const NetDeviceContainer&
AccessPointCell::GetWire() const
{
    return m_wire;
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
