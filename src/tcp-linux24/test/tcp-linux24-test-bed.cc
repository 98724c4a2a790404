// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/ipv6.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object-map.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/// Bytes of one write.
constexpr uint32_t WRITE_SIZE = 1000;
/// When clients connect; a host's clock is above 0 by then, IPv6 addresses are checked.
constexpr int64_t CONNECT_SECONDS = 10;

/// @param position in a byte stream
/// @return the byte at this position
uint8_t
GetByte(uint64_t position)
{
    return static_cast<uint8_t>(position * 31 + position / 251);
}

/// @param host of a test
/// @return its name
std::string
GetName(TcpTestHost host)
{
    switch (host)
    {
    case TcpTestHost::LINUX24:
        return "2.4.18";
    case TcpTestHost::LINUX20:
        return "2.0.32";
    case TcpTestHost::SUN_OS58:
        return "SunOS";
    case TcpTestHost::FREEBSD62:
        return "FreeBSD";
    default:
        return "stock";
    }
}

} // namespace

std::string
GetTcpTestName(TcpTestHost client, TcpTestHost server)
{
    return GetName(client) + " to " + GetName(server);
}

TcpTestLoss::TcpTestLoss(Choice choice, bool ipv6)
    : m_choice(choice),
      m_ipv6(ipv6)
{
}

bool
TcpTestLoss::DoCorrupt(Ptr<Packet> packet)
{
    constexpr uint8_t TCP = 6;
    const auto copy = packet->Copy();
    uint8_t protocol = 0;
    if (m_ipv6)
    {
        Ipv6Header ip;
        copy->RemoveHeader(ip);
        protocol = ip.GetNextHeader();
    }
    else
    {
        Ipv4Header ip;
        copy->RemoveHeader(ip);
        protocol = ip.GetProtocol();
    }
    TcpHeader header;
    if (protocol != TCP || copy->RemoveHeader(header) == 0)
    {
        return false;
    }
    return m_choice(header, copy->GetSize());
}

void
TcpTestLoss::DoReset()
{
}

void
TcpTestEnd::Attach(Ptr<Socket> newSocket)
{
    socket = newSocket;
    using State = TcpSocket::TcpStates_t;
    socket->TraceConnectWithoutContext(
        "State",
        Callback<void, State, State>([this](State, State now) { state = now; }));
    socket->TraceConnectWithoutContext(
        "Rx",
        Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
            [this](Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>) {
                bytesArrived += packet->GetSize();
            }));
    socket->TraceConnectWithoutContext("SegmentDropped",
                                       Callback<void, TcpLinux24Fate, Ptr<const Packet>>(
                                           [this](TcpLinux24Fate, Ptr<const Packet> packet) {
                                               bytesDropped += packet->GetSize();
                                           }));
    socket->TraceConnectWithoutContext(
        "SegmentRetransmission",
        Callback<void, TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>(
            [this](TcpRange, TcpLinux24Retransmission reason, Ptr<const Packet>) {
                ++retransmissions;
                timeouts += reason == TcpLinux24Retransmission::TIMEOUT;
            }));
    socket->TraceConnectWithoutContext(
        "CaState",
        Callback<void, TcpLinux24State, TcpLinux24State, TcpLinux24Reason>(
            [this](TcpLinux24State, TcpLinux24State, TcpLinux24Reason reason) {
                ++stateChanges[reason];
            }));
    socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { connected = true; }),
        Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { failed = true; }));
    socket->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Fill(); }));
    socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Read(); }));
    socket->SetCloseCallbacks(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) {
                                  closed = true;
                                  Read();
                                  if (closeOnEof)
                                  {
                                      Close();
                                  }
                              }),
                              Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { reset = true; }));
}

void
TcpTestEnd::Send(uint64_t bytes, bool close)
{
    m_unsent += bytes;
    m_closeAfter = close;
    Fill();
}

void
TcpTestEnd::SetReading(bool reading)
{
    m_reading = reading;
    Read();
}

void
TcpTestEnd::Close()
{
    socket->Close();
}

void
TcpTestEnd::Fill()
{
    while (m_unsent > 0)
    {
        std::vector<uint8_t> data(std::min<uint64_t>(m_unsent, WRITE_SIZE));
        for (uint8_t& byte : data)
        {
            byte = GetByte(m_written + static_cast<uint32_t>(&byte - data.data()));
        }
        if (socket->Send(Create<Packet>(data.data(), data.size())) < 0)
        {
            return;
        }
        m_unsent -= data.size();
        m_written += data.size();
    }
    if (m_closeAfter)
    {
        m_closeAfter = false;
        halfClose ? socket->ShutdownSend() : socket->Close();
    }
}

void
TcpTestEnd::Read()
{
    while (m_reading)
    {
        const auto packet = socket->Recv();
        if (!packet || packet->GetSize() == 0)
        {
            return;
        }
        std::vector<uint8_t> data(packet->GetSize());
        packet->CopyData(data.data(), data.size());
        for (const uint8_t byte : data)
        {
            damaged = damaged || byte != GetByte(bytesReceived);
            ++bytesReceived;
        }
    }
}

TcpTestBed::TcpTestBed(TcpTestHost clientHost, TcpTestHost serverHost, bool ipv6, bool routed)
    : m_hosts{clientHost, serverHost},
      m_ipv6(ipv6)
{
    nodes.Create(routed ? 3 : 2);
    for (uint32_t i = 0; i < 2; ++i)
    {
        m_devices[i] = AddDevice(nodes.Get(i));
        if (routed)
        {
            AddDevice(nodes.Get(2));
        }
    }
    InternetStackHelper().Install(nodes);
    if (routed)
    {
        ConnectToRouter(0);
        ConnectToRouter(1);
    }
    else
    {
        SetChannel(CreateObject<SimpleChannel>());
        AssignAddresses({NetDeviceContainer(m_devices[0]), NetDeviceContainer(m_devices[1])});
    }
    TcpSocketFactoryHelper::InstallSunOs58(nodes.Get(0));
    TcpSocketFactoryHelper::InstallSunOs58(nodes.Get(1));
    TcpSocketFactoryHelper::InstallFreeBsd62(nodes.Get(0));
    TcpSocketFactoryHelper::InstallFreeBsd62(nodes.Get(1));
    for (uint32_t i = 0; i < 2; ++i)
    {
        m_helpers[i].SetKernel(m_hosts[i] == TcpTestHost::LINUX20 ? TcpLinux24Kernel::LINUX20_32
                                                                  : TcpLinux24Kernel::LINUX24_18);
    }
    InstallLinux();
    TcpSocketFactoryHelper::AssignStreams(nodes, 1);
}

void
TcpTestBed::InstallLinux()
{
    for (uint32_t i = 0; i < 2; ++i)
    {
        m_helpers[i].InstallLinux(nodes.Get(i));
    }
}

Ptr<SimpleNetDevice>
TcpTestBed::AddDevice(Ptr<Node> node)
{
    const auto device = CreateObject<SimpleNetDevice>();
    device->SetAttribute("PointToPointMode", BooleanValue(true));
    device->SetAttribute("DataRate", DataRateValue(DataRate("10Mb/s")));
    device->SetMtu(1500);
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    return device;
}

void
TcpTestBed::AssignAddresses(const NetDeviceContainer& devices)
{
    const std::string subnet = std::to_string(m_subnets++);
    if (m_ipv6)
    {
        Ipv6AddressHelper(Ipv6Address(("fd00:" + subnet + "::").c_str()), Ipv6Prefix(64))
            .Assign(devices);
    }
    else
    {
        Ipv4AddressHelper(Ipv4Address(("10.0." + subnet + ".0").c_str()), "255.255.255.0")
            .Assign(devices);
    }
}

void
TcpTestBed::ConnectToRouter(uint32_t host)
{
    const auto router = nodes.Get(2);
    const auto device = DynamicCast<SimpleNetDevice>(router->GetDevice(host));
    const auto channel = CreateObject<SimpleChannel>();
    channel->SetAttribute("Delay", TimeValue(MilliSeconds(1)));
    device->SetChannel(channel);
    m_devices[host]->SetChannel(channel);
    AssignAddresses({NetDeviceContainer(m_devices[host]), NetDeviceContainer(device)});
    if (m_ipv6)
    {
        const auto ip = router->GetObject<Ipv6>();
        const auto interface = static_cast<uint32_t>(ip->GetInterfaceForDevice(device));
        ip->SetForwarding(interface, true);
        Ipv6StaticRoutingHelper()
            .GetStaticRouting(nodes.Get(host)->GetObject<Ipv6>())
            ->SetDefaultRoute(ip->GetAddress(interface, 1).GetAddress(), 1);
    }
    else
    {
        const auto ip = router->GetObject<Ipv4>();
        const auto interface = static_cast<uint32_t>(ip->GetInterfaceForDevice(device));
        Ipv4StaticRoutingHelper()
            .GetStaticRouting(nodes.Get(host)->GetObject<Ipv4>())
            ->SetDefaultRoute(ip->GetAddress(interface, 0).GetLocal(), 1);
    }
}

TcpTestBed::~TcpTestBed()
{
    Simulator::Destroy();
}

void
TcpTestBed::SetLinuxAttribute(const std::string& attribute, const AttributeValue& value)
{
    for (TcpSocketFactoryHelper& helper : m_helpers)
    {
        helper.SetSocketAttribute(attribute, value);
    }
    InstallLinux();
}

void
TcpTestBed::LoseToServer(TcpTestLoss::Choice choice)
{
    m_devices[1]->SetReceiveErrorModel(CreateObject<TcpTestLoss>(choice, m_ipv6));
}

void
TcpTestBed::LoseToClient(TcpTestLoss::Choice choice)
{
    m_devices[0]->SetReceiveErrorModel(CreateObject<TcpTestLoss>(choice, m_ipv6));
}

void
TcpTestBed::SetChannel(Ptr<SimpleChannel> channel)
{
    channel->SetAttribute("Delay", TimeValue(MilliSeconds(2)));
    for (const auto& device : m_devices)
    {
        device->SetChannel(channel);
    }
}

void
TcpTestBed::LimitClientQueue(uint32_t packets)
{
    const auto device = m_devices[0];
    const auto queue = device->GetQueue();
    queue->SetMaxSize(QueueSize("1p"));
    const auto interface = CreateObject<NetDeviceQueueInterface>();
    interface->GetTxQueue(0)->ConnectQueueTraces(queue);
    device->AggregateObject(interface);
    TrafficControlHelper trafficControl;
    trafficControl.SetRootQueueDisc("ns3::FifoQueueDisc",
                                    "MaxSize",
                                    StringValue(std::to_string(packets) + "p"));
    trafficControl.Install(device);
}

Address
TcpTestBed::GetAddress(uint32_t node, uint16_t port) const
{
    if (m_ipv6)
    {
        const auto ip = nodes.Get(node)->GetObject<Ipv6>();
        return Inet6SocketAddress(ip->GetAddress(1, 1).GetAddress(), port);
    }
    const auto ip = nodes.Get(node)->GetObject<Ipv4>();
    return InetSocketAddress(ip->GetAddress(1, 0).GetLocal(), port);
}

Ptr<Socket>
TcpTestBed::MakeSocket(TcpTestHost host, uint32_t node)
{
    if (host == TcpTestHost::LINUX24 || host == TcpTestHost::LINUX20)
    {
        return Socket::CreateSocket(nodes.Get(node), TcpLinux24SocketFactory::GetTypeId());
    }
    if (host == TcpTestHost::SUN_OS58)
    {
        return Socket::CreateSocket(nodes.Get(node),
                                    TypeId::LookupByName("ns3::TcpSunOs58SocketFactory"));
    }
    if (host == TcpTestHost::FREEBSD62)
    {
        return Socket::CreateSocket(nodes.Get(node),
                                    TypeId::LookupByName("ns3::TcpFreeBsd62SocketFactory"));
    }
    const auto socket = Socket::CreateSocket(nodes.Get(node), TcpSocketFactory::GetTypeId());
    socket->SetAttribute("SegmentSize", UintegerValue(1448));
    return socket;
}

void
TcpTestBed::Connect(bool listen)
{
    if (listen)
    {
        listener = MakeSocket(m_hosts[1], 1);
        listener->Bind(GetAddress(1, PORT));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address& from) { Accept(socket, from); }));
    }
    client.Attach(MakeSocket(m_hosts[0], 0));
    const Address address = GetAddress(1, PORT);
    Simulator::Schedule(Seconds(CONNECT_SECONDS),
                        [this, address] { client.socket->Connect(address); });
}

void
TcpTestBed::Accept(Ptr<Socket> socket, const Address& /* from */)
{
    ++accepted;
    server.Attach(socket);
    server.connected = true;
    if (onAccept)
    {
        onAccept();
    }
}

size_t
TcpTestBed::GetSocketCount(uint32_t node) const
{
    ObjectMapValue sockets;
    nodes.Get(node)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
    return sockets.GetN();
}

void
TcpTestBed::Run(Time end)
{
    Simulator::Stop(end);
    Simulator::Run();
}

} // namespace ns3
