// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "access-point-cell.h"

#include "host-tcp.h"
#include "host-wire.h"

#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/csma-helper.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/mobility-model.h"
#include "ns3/packet-queue-limits.h"
#include "ns3/random-variable-stream.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AccessPointCell");

namespace
{

/// Bytes of an IP packet.
constexpr uint16_t ETHERNET_MTU = 1500;

/// Addresses in use do not expire in the hosts of the papers. ns-3 asks again after two minutes.
const Time NEVER = Days(1);

} // namespace

NS_OBJECT_ENSURE_REGISTERED(AccessPointCell);

TypeId
AccessPointCell::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AccessPointCell").SetParent<Testbed>().SetGroupName("WlanTestbed");
    return tid;
}

AccessPointCell::AccessPointCell() = default;

AccessPointCell::~AccessPointCell() = default;

void
AccessPointCell::CreateNodes(uint32_t stations,
                             const Vector& room,
                             const std::vector<Vector>& seats)
{
    m_seats = seats;
    m_places = CreateObject<RandomRectanglePositionAllocator>();
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
    for (const Vector& seat : seats)
    {
        if (!std::isfinite(seat.x) || !std::isfinite(seat.y) || !std::isfinite(seat.z))
        {
            std::ostringstream mistake;
            mistake << "Seats: " << seat << ": expected finite coordinates";
            throw std::invalid_argument(mistake.str());
        }
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
AccessPointCell::RequireSegmentFits(const std::string& name, uint32_t bytes, uint32_t segmentSize)
{
    if (bytes < segmentSize)
    {
        throw std::invalid_argument(name + "=" + std::to_string(bytes) +
                                    ": expected at least SegmentSize, " +
                                    std::to_string(segmentSize) + " bytes");
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
    stream += LinuxKernelHelper::AssignStreams(m_kernelHosts, stream);
    return stream - first;
}

void
AccessPointCell::InstallRadios(const CellRadios& radios)
{
    m_radios = radios.Install(m_stations, GetAccessPoint());
}

void
AccessPointCell::InstallWire(Ptr<Node> peer, DataRate rate, Time delay)
{
    m_wire = InstallHostWire(GetAccessPoint(), peer, rate, delay);
}

void
AccessPointCell::AddDisc(Ptr<QueueDisc> disc)
{
    m_discs.push_back(disc);
}

Ptr<QueueDisc>
AccessPointCell::InstallBuffer(const std::string& name,
                               Ptr<NetDevice> radio,
                               uint32_t packets,
                               const std::string& disc)
{
    const auto discs = LinuxBridgeHelper::InstallBuffer(radio, packets, disc);
    if (discs.GetN() == 0)
    {
        throw std::invalid_argument(name + "=" + std::to_string(packets) +
                                    ": expected more packets than the radio itself holds");
    }
    return discs.Get(0);
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
AccessPointCell::InstallKernels(const NodeContainer& hosts)
{
    // Otherwise, they drop the packets of hosts with ns-3's stack.
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    LinuxKernelHelper().Install(hosts);
    m_kernelHosts.Add(hosts);
}

void
AccessPointCell::SetKernelQueue(uint32_t i, uint32_t packets, uint32_t cardFrames)
{
    GetStation(i)->GetObject<LinuxKernel>()->SetUp("tc qdisc replace dev eth0 root pfifo limit " +
                                                   std::to_string(packets));
    const auto limits = CreateObject<PacketQueueLimits>();
    limits->SetAttribute("MaxPackets", UintegerValue(cardFrames));
    const auto queues = GetStationRadio(i)->GetObject<NetDeviceQueueInterface>();
    queues->GetTxQueue(0)->SetQueueLimits(limits);
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
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto assign = [&addresses](Ptr<NetDevice> device) {
        if (const auto kernel = device->GetNode()->GetObject<LinuxKernel>())
        {
            // As Linux gives its Wi-Fi interfaces; ns-3's have 2296 bytes.
            device->SetMtu(ETHERNET_MTU);
            const Ipv4Address address = addresses.NewAddress();
            kernel->AddInterface(device, address);
            return address;
        }
        return addresses.Assign(device).GetAddress(0);
    };
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        devices.Add(GetStationRadio(i));
        m_addresses.push_back(assign(GetStationRadio(i)));
        NS_LOG_INFO("station " << i << " has address " << m_addresses.back());
    }
    devices.Add(m_wire.Get(1));
    const Ipv4Address address = assign(m_wire.Get(1));
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        // In Linux the progress of a TCP connection confirms the address of its peer. In ns-3 an
        // entry expires while it is in use, and all but three packets that then wait for the answer
        // are lost.
        if (const auto ip = (*device)->GetNode()->GetObject<Ipv4L3Protocol>())
        {
            const auto interface = ip->GetInterface(ip->GetInterfaceForDevice(*device));
            interface->GetArpCache()->SetAliveTimeout(NEVER);
        }
    }
    return address;
}

void
AccessPointCell::RequireJoined(Time start) const
{
    NetDeviceContainer stations;
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        stations.Add(GetStationRadio(i));
    }
    ns3::RequireJoined(GetInstanceTypeId().GetName(), start, stations);
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
    if (i >= GetNStations())
    {
        throw std::invalid_argument("station " + std::to_string(i) + ": expected one of " +
                                    std::to_string(GetNStations()) + " stations, from 0 on");
    }
    if (m_discs.size() <= i + 1)
    {
        throw std::invalid_argument(
            std::string("Tcp=") + REAL_KERNEL +
            ": expected a TCP of the simulation, whose queue can be watched");
    }
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
