// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-test-bed.h"

#include "ns3/data-rate.h"
#include "ns3/ipv4-header.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"

#include <algorithm>

namespace ns3
{

void
BridgeTestHost::Listen(Ptr<NetDevice> newDevice)
{
    device = newDevice;
    device->SetReceiveCallback(NetDevice::ReceiveCallback(
        [](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) { return true; }));
    device->SetPromiscReceiveCallback(
        NetDevice::PromiscReceiveCallback([this](Ptr<NetDevice>,
                                                 Ptr<const Packet> packet,
                                                 uint16_t protocol,
                                                 const Address& source,
                                                 const Address& destination,
                                                 NetDevice::PacketType) {
            received.push_back({packet->Copy(),
                                protocol,
                                Mac48Address::ConvertFrom(source),
                                Mac48Address::ConvertFrom(destination)});
            return true;
        }));
}

Mac48Address
BridgeTestHost::GetAddress() const
{
    return Mac48Address::ConvertFrom(device->GetAddress());
}

std::size_t
BridgeTestHost::Count(uint64_t uid) const
{
    return std::count_if(received.begin(), received.end(), [uid](const Frame& frame) {
        return frame.packet->GetUid() == uid;
    });
}

uint64_t
BridgeTestHost::Send(Ptr<Packet> packet, Mac48Address destination, uint16_t protocol) const
{
    const uint64_t uid = packet->GetUid();
    device->Send(packet, destination, protocol);
    return uid;
}

LinuxBridgeTestBed::LinuxBridgeTestBed(uint32_t nPorts, const std::string& maxLearned)
    : node(CreateObject<Node>()),
      hosts(nPorts)
{
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    for (auto& host : hosts)
    {
        const auto devices = link.Install(NodeContainer(node, CreateObject<Node>()));
        ports.Add(devices.Get(0));
        host.Listen(devices.Get(1));
    }
    LinuxBridgeHelper helper;
    helper.SetDeviceAttribute("MaxLearned", StringValue(maxLearned));
    bridge = DynamicCast<LinuxBridgeNetDevice>(helper.Install(node, ports).Get(0));
    bridge->TraceConnectWithoutContext(
        "Drop",
        Callback<void, Ptr<const Packet>, LinuxBridgeDropReason, Ptr<const NetDevice>>(
            [this](Ptr<const Packet>, LinuxBridgeDropReason reason, Ptr<const NetDevice>) {
                ++m_traced[reason];
            }));
}

LinuxBridgeTestBed::~LinuxBridgeTestBed()
{
    Simulator::Destroy();
}

Ptr<QueueDisc>
LinuxBridgeTestBed::InstallQueueDisc(uint32_t port, TrafficControlHelper helper)
{
    return helper.Install(ports.Get(port)).Get(0);
}

void
LinuxBridgeTestBed::At(Time time, uint32_t host, std::function<void()> action)
{
    Simulator::ScheduleWithContext(hosts[host].device->GetNode()->GetId(), time, [action] {
        action();
    });
}

void
LinuxBridgeTestBed::SendAt(Time time, uint32_t from, Mac48Address destination, uint32_t bytes)
{
    At(time, from, [this, from, destination, bytes] {
        hosts[from].Send(Create<Packet>(bytes), destination, 0x88b5);
    });
}

void
LinuxBridgeTestBed::RunUntil(Time time)
{
    Simulator::Stop(time - Simulator::Now());
    Simulator::Run();
}

uint64_t
LinuxBridgeTestBed::GetTraced(LinuxBridgeDropReason reason) const
{
    const auto traced = m_traced.find(reason);
    return traced == m_traced.end() ? 0 : traced->second;
}

Ptr<Packet>
MakeUdpPacket(const std::string& source,
              const std::string& destination,
              uint16_t sourcePort,
              uint32_t bytes,
              uint8_t ecn)
{
    const auto packet = Create<Packet>(bytes);
    UdpHeader udp;
    udp.SetSourcePort(sourcePort);
    udp.SetDestinationPort(9);
    packet->AddHeader(udp);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(source.c_str()));
    ip.SetDestination(Ipv4Address(destination.c_str()));
    ip.SetProtocol(17);
    ip.SetTtl(64);
    ip.SetTos(ecn);
    ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    packet->AddHeader(ip);
    return packet;
}

std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    return bytes;
}

} // namespace ns3
