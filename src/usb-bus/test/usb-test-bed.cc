// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-test-bed.h"

#include "ns3/mobility-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/yans-wifi-helper.h"

#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Ethertype of IPv4.
constexpr uint16_t PROTOCOL = 0x0800;

} // namespace

UsbTestBed::UsbTestBed()
    : UsbTestBed(Options{})
{
}

UsbTestBed::UsbTestBed(const Options& options)
{
    laptop = CreateObject<Node>();
    peer = CreateObject<Node>();
    MobilityHelper mobility;
    mobility.Install(laptop);
    mobility.Install(peer);
    auto channel = YansWifiChannelHelper::Default();
    YansWifiPhyHelper phy;
    phy.SetChannel(channel.Create());
    WifiHelper wifi;
    wifi.SetStandard(options.standard);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(options.mode));
    WifiMacHelper mac;
    mac.SetType(options.mac);
    radio = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, laptop).Get(0));
    mac.SetType("ns3::AdhocWifiMac");
    peerRadio = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, peer).Get(0));
    NetDeviceContainer radios(radio);
    radios.Add(peerRadio);
    wifi.AssignStreams(radios, 1);
    peerRadio->SetReceiveCallback(MakeCallback(&UsbTestBed::CountPeerReceived, this));

    destination = peerRadio->GetAddress();

    bus = CreateObject<StubHostController>();
    adapter = CreateObject<UsbWifiAdapter>();
    driver = CreateObject<UsbNetDevice>();
    // The tests were computed by hand for an adapter with little room and with pauses.
    adapter->SetAttribute("TxBuffers", UintegerValue(2));
    adapter->SetAttribute("RxBuffers", UintegerValue(8));
    adapter->SetAttribute("HeaderGap", TimeValue(MicroSeconds(100)));
    adapter->SetAttribute("CommitGap", TimeValue(MicroSeconds(100)));
    for (const auto& [name, value] : options.adapter)
    {
        adapter->SetAttribute(name, *value);
    }
    for (const auto& [name, value] : options.device)
    {
        driver->SetAttribute(name, *value);
    }
    const auto interface = CreateObject<NetDeviceQueueInterface>();
    driver->AggregateObject(interface);
    queue = interface->GetTxQueue(0);
    queue->SetWakeCallback(MakeCallback(&UsbTestBed::Feed, this));
    const auto countDrop = MakeCallback(&UsbTestBed::CountDrop, this);
    driver->TraceConnectWithoutContext("Drop", countDrop);
    adapter->TraceConnectWithoutContext("Drop", countDrop);
    if (options.attach)
    {
        adapter->SetWifiNetDevice(radio);
        bus->Attach(adapter);
        driver->Attach(adapter);
        laptop->AddDevice(driver);
    }
    driver->SetReceiveCallback(MakeCallback(&UsbTestBed::CountReceived, this));
}

UsbTestBed::~UsbTestBed()
{
    Simulator::Destroy();
    driver->Dispose(); // where the test has not put it on the node
    adapter->Dispose();
}

Ptr<Packet>
UsbTestBed::MakePacket(uint32_t bytes)
{
    return Create<Packet>(bytes);
}

bool
UsbTestBed::Send(Ptr<Packet> packet)
{
    return SendTo(packet, peerRadio->GetAddress());
}

bool
UsbTestBed::SendTo(Ptr<Packet> packet, const Address& destination)
{
    return driver->Send(packet, destination, PROTOCOL);
}

void
UsbTestBed::Offer(uint32_t number, uint32_t bytes)
{
    m_toOffer += number;
    m_bytes = bytes;
    Feed();
}

void
UsbTestBed::Feed()
{
    while (m_toOffer > 0 && !queue->IsStopped())
    {
        --m_toOffer;
        SendTo(MakePacket(m_bytes), destination);
    }
}

void
UsbTestBed::SendFromPeer(uint32_t number, Time gap, const Address& destination, uint32_t bytes)
{
    for (uint32_t i = 0; i < number; ++i)
    {
        Simulator::Schedule(i * gap, [this, destination, size = bytes + i] {
            peerRadio->Send(MakePacket(size), destination, PROTOCOL);
        });
    }
}

void
UsbTestBed::RunUntil(Time time)
{
    Simulator::Stop(time - Simulator::Now());
    Simulator::Run();
}

uint32_t
UsbTestBed::GetDrops() const
{
    return static_cast<uint32_t>(drops.size());
}

bool
UsbTestBed::IsConserved() const
{
    return driver->GetTxCounters().IsConserved() && driver->GetRxCounters().IsConserved() &&
           adapter->GetTxCounters().IsConserved() && adapter->GetRxCounters().IsConserved();
}

bool
UsbTestBed::CountReceived(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
{
    ++received;
    sizes.push_back(packet->GetSize());
    return true;
}

bool
UsbTestBed::CountPeerReceived(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
{
    ++peerReceived;
    return true;
}

void
UsbTestBed::CountDrop(Ptr<const Packet>, UsbDropReason reason)
{
    drops.push_back(reason);
}

std::string
GetFatalError(const std::function<void()>& action)
{
    int ends[2];
    if (pipe(ends) != 0)
    {
        return {};
    }
    const pid_t child = fork();
    if (child == 0)
    {
        dup2(ends[1], STDERR_FILENO);
        action();
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[512];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
    {
        text.append(buffer, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 ? std::string() : text;
}

} // namespace ns3
