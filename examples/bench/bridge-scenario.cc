// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bridge-scenario.h"

#include "ns3/bridge-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-header.h"

namespace ns3
{

namespace
{

/// Time from one frame to the next.
const Time INTERVAL = MicroSeconds(100);
/// Size of an IPv4 packet, bytes.
constexpr uint32_t PACKET_BYTES = 1000;

Ptr<Packet>
MakePacket()
{
    UdpHeader udp;
    udp.SetSourcePort(49152);
    udp.SetDestinationPort(9);
    Ipv4Header ip;
    ip.SetSource("10.0.0.1");
    ip.SetDestination("10.0.0.2");
    ip.SetProtocol(17);
    ip.SetTtl(64);
    ip.SetPayloadSize(PACKET_BYTES - ip.GetSerializedSize());
    const auto packet =
        Create<Packet>(PACKET_BYTES - ip.GetSerializedSize() - udp.GetSerializedSize());
    packet->AddHeader(udp);
    packet->AddHeader(ip);
    return packet;
}

void
SendForEver(Ptr<NetDevice> device, Address destination, Ptr<Packet> packet)
{
    device->Send(packet->Copy(), destination, 0x0800);
    Simulator::Schedule(INTERVAL, &SendForEver, device, destination, packet);
}

void
InstallBridge(BridgeScenario::Kind kind, Ptr<Node> node, const NetDeviceContainer& ports)
{
    if (kind == BridgeScenario::Kind::STOCK)
    {
        BridgeHelper().Install(node, ports);
        return;
    }
    LinuxBridgeHelper().Install(node, ports);
    if (kind != BridgeScenario::Kind::LINUX)
    {
        TrafficControlHelper helper;
        helper.SetRootQueueDisc(kind == BridgeScenario::Kind::LINUX_FIFO ? "ns3::FifoQueueDisc"
                                                                         : "ns3::FqCoDelQueueDisc");
        helper.Install(ports);
    }
}

} // namespace

BridgeScenario::BridgeScenario(Kind kind)
    : m_kind(kind)
{
}

SimulationCost
BridgeScenario::Run(Time duration) const
{
    NodeContainer nodes(3);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("1Gbps"));
    const auto left = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
    const auto right = csma.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
    InstallBridge(m_kind, nodes.Get(1), NetDeviceContainer(left.Get(1), right.Get(0)));
    uint64_t bytes = 0;
    right.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(
        [&bytes](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
            bytes += packet->GetSize();
            return true;
        }));
    // The receiver sends a frame first. The bridge learns its port from it and does not flood.
    Simulator::ScheduleWithContext(2, Time(0), [&right] {
        right.Get(1)->Send(Create<Packet>(100), right.Get(1)->GetBroadcast(), 0x88b5);
    });
    const Time warmUp = MilliSeconds(100);
    Simulator::ScheduleWithContext(0,
                                   warmUp,
                                   &SendForEver,
                                   left.Get(0),
                                   right.Get(1)->GetAddress(),
                                   MakePacket());
    SimulationCost cost = MeasureSimulation(warmUp, duration);
    cost.bytes = bytes;
    Simulator::Destroy();
    return cost;
}

} // namespace ns3
