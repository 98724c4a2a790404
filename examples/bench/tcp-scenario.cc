// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-scenario.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

namespace ns3
{

namespace
{

/// Start of the transfers.
const Time START = Seconds(1);
/// What is left out of the measurement: slow start.
const Time WARM_UP = Seconds(2);
/// Payload of a 1500-byte datagram with TCP timestamps.
constexpr uint32_t SEGMENT = 1448;
/// Window of both kinds: 17 segments, as kuang2003.
constexpr uint32_t WINDOW = 17 * SEGMENT;
/// Bytes written at once. Linux 2.4.18 puts PSH on the last segment of a write, and acknowledges it
/// at once: after small writes the two kinds send different numbers of ACKs.
constexpr uint32_t MESSAGE = 16384;
/// Port of the transfers.
constexpr uint16_t PORT = 9;

} // namespace

TcpScenario::TcpScenario(bool linux24)
    : m_factory(linux24 ? "ns3::TcpLinux24SocketFactory" : "ns3::TcpSocketFactory")
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(WINDOW));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpLinuxReno"));
    m_nodes.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    const NetDeviceContainer devices = link.Install(m_nodes);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    TcpSocketFactoryHelper().InstallLinux(m_nodes);
    m_receiver = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(1);
}

TcpScenario::~TcpScenario()
{
    Simulator::Destroy();
}

SimulationCost
TcpScenario::RunTransfer(Time duration)
{
    BulkSendHelper source(m_factory, InetSocketAddress(m_receiver, PORT));
    source.SetAttribute(
        "SendSize",
        *PreferUserValue("ns3::BulkSendApplication::SendSize", UintegerValue(MESSAGE)));
    source.Install(m_nodes.Get(0)).Start(START);
    PacketSinkHelper helper(m_factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sink = DynamicCast<PacketSink>(helper.Install(m_nodes.Get(1)).Get(0));
    uint64_t before = 0;
    Simulator::Schedule(WARM_UP, [&before, sink] { before = sink->GetTotalRx(); });
    SimulationCost cost = MeasureSimulation(WARM_UP, duration);
    cost.bytes = sink->GetTotalRx() - before;
    return cost;
}

double
TcpScenario::MeasureConnectionMemory(uint32_t connections)
{
    PacketSinkHelper helper(m_factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    helper.Install(m_nodes.Get(1)).Start(Time());
    std::vector<Ptr<Socket>> sockets;
    Simulator::Stop(START);
    Simulator::Run();
    const double before = GetHeapMib();
    for (uint32_t i = 0; i < connections; ++i)
    {
        sockets.push_back(Socket::CreateSocket(m_nodes.Get(0), TypeId::LookupByName(m_factory)));
        sockets.back()->Connect(InetSocketAddress(m_receiver, PORT));
        sockets.back()->Send(Create<Packet>(SEGMENT));
    }
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    return (GetHeapMib() - before) * 1024 * 1024 / connections;
}

} // namespace ns3
