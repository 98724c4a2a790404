// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Over a radio with QoS, a packet has the same priority with and without a bus.

#include "stub-radio.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-factory.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/qos-utils.h"
#include "ns3/simple-channel.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

#include <map>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;
constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
constexpr uint32_t IPV4_BYTES = 400;  ///< the least size of packets that are looked at
constexpr uint32_t IPV6_BYTES = 700;
constexpr uint32_t RAW_BYTES = 1000;
constexpr uint32_t HEADERS = 8 + 8; ///< of UDP, and of LLC and SNAP

/// A laptop sends packets of different priorities, which differ in size, to a peer.
class PriorityCell
{
  public:
    /// @param bus whether the laptop's radio is on USB
    /// @param disc whether queue discs are above it
    PriorityCell(bool bus, bool disc)
    {
        const NodeContainer nodes(2);
        const auto radios = InstallRadios(nodes);
        auto device = radios.Get(0);
        m_peerAddress = radios.Get(1)->GetAddress();
        if (bus)
        {
            UsbHelper usb;
            usb.SetControllerType("ns3::EhciHostController");
            device = usb.Install(radios.Get(0)).Get(0);
        }
        DynamicCast<WifiNetDevice>(radios.Get(0))
            ->GetMac()
            ->TraceConnectWithoutContext(
                "AckedMpdu",
                Callback<void, Ptr<const WifiMpdu>>([this](Ptr<const WifiMpdu> mpdu) {
                    if (mpdu->GetHeader().IsQosData())
                    {
                        tids[mpdu->GetPacketSize()] = mpdu->GetHeader().GetQosTid();
                    }
                }));
        PacketSocketHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        const NetDeviceContainer devices(device, radios.Get(1));
        Ipv4AddressHelper ipv4("10.0.0.0", "255.255.255.0");
        m_peer4 = ipv4.Assign(devices).GetAddress(1);
        Ipv6AddressHelper ipv6("2001::", Ipv6Prefix(64));
        m_peer6 = ipv6.Assign(devices).GetAddress(1, 1);
        if (!disc)
        {
            TrafficControlHelper().Uninstall(device);
        }
        Send(device);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        Simulator::Destroy();
    }

    std::map<uint32_t, uint8_t> tids; ///< of acknowledged frames, by their size

  private:
    static NetDeviceContainer InstallRadios(const NodeContainer& nodes)
    {
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        phy.Set("ChannelSettings", StringValue("{36, 20, BAND_5GHZ, 0}"));
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211ax);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue("HeMcs7"));
        WifiMacHelper mac;
        mac.SetType("ns3::AdhocWifiMac");
        MobilityHelper().Install(nodes);
        const auto radios = wifi.Install(phy, mac, nodes);
        WifiHelper::AssignStreams(radios, 10);
        return radios;
    }

    /// One packet of each kind for each value of the DS field, and of the sockets' priority.
    void Send(Ptr<NetDevice> device)
    {
        const auto node = device->GetNode();
        Time when = Seconds(2); // IPv6 has found out that its address is its own.
        const auto schedule = [this, &when](Ptr<Socket> socket, uint32_t bytes) {
            when += MilliSeconds(10);
            m_sockets.push_back(socket);
            Simulator::Schedule(when, [socket, bytes] { socket->Send(Create<Packet>(bytes)); });
        };
        for (const uint8_t field : {0x00, 0x10, 0x20, 0x28, 0x68, 0xa0, 0xb8, 0xc0, 0xe0})
        {
            const auto ipv4 = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
            ipv4->SetIpTos(field);
            ipv4->Connect(InetSocketAddress(m_peer4, PORT));
            schedule(ipv4, IPV4_BYTES + field);
            const auto ipv6 = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
            ipv6->SetIpv6Tclass(field);
            ipv6->Bind6();
            ipv6->Connect(Inet6SocketAddress(m_peer6, PORT));
            schedule(ipv6, IPV6_BYTES + field);
        }
        for (const uint8_t priority : {0, 1, 3, 5, 6})
        {
            PacketSocketAddress address;
            address.SetSingleDevice(device->GetIfIndex());
            address.SetPhysicalAddress(m_peerAddress);
            address.SetProtocol(PROTOCOL);
            const auto raw = Socket::CreateSocket(node, PacketSocketFactory::GetTypeId());
            raw->SetPriority(priority);
            raw->Bind();
            raw->Connect(address);
            schedule(raw, RAW_BYTES + priority);
        }
    }

    Address m_peerAddress;
    Ipv4Address m_peer4;
    Ipv6Address m_peer6;
    std::vector<Ptr<Socket>> m_sockets; ///< Node calls a PacketSocket that it does not keep alive
};

class UsbPriorityTest : public TestCase
{
  public:
    /// @param disc whether queue discs are above the device
    explicit UsbPriorityTest(bool disc)
        : TestCase(std::string("A packet has the TID that it has above the bare radio, ") +
                   (disc ? "with" : "without") + " queue discs"),
          m_disc(disc)
    {
    }

  private:
    void DoRun() override
    {
        const PriorityCell bare(false, m_disc);
        const PriorityCell usb(true, m_disc);
        for (const auto& [bytes, tid] : bare.tids)
        {
            const auto same = usb.tids.find(bytes);
            NS_TEST_ASSERT_MSG_EQ((same != usb.tids.end()), true, "no frame of " << bytes);
            NS_TEST_EXPECT_MSG_EQ(+same->second, +tid, "of a frame of " << bytes << " bytes");
        }
        // The sizes: those of UDP have its header, that of IP, and that of LLC and SNAP.
        NS_TEST_EXPECT_MSG_EQ(+usb.tids.at(IPV4_BYTES + 0xb8 + HEADERS + 20), 5, "IPv4, EF");
        NS_TEST_EXPECT_MSG_EQ(+usb.tids.at(IPV6_BYTES + 0x20 + HEADERS + 40), 1, "IPv6, CS1");
        NS_TEST_EXPECT_MSG_EQ(+usb.tids.at(RAW_BYTES + 6 + 8), 6, "packet socket");
    }

    bool m_disc; ///< see the constructor
};

/// A radio that is no WifiNetDevice is asked, too, unless it has one queue.
class UsbPriorityOtherRadioTest : public TestCase
{
  public:
    /// @param queues of the radio
    explicit UsbPriorityOtherRadioTest(uint32_t queues)
        : TestCase("Another radio with " + std::to_string(queues) +
                   (queues > 1 ? " queues chooses the priority" : " queue chooses no priority")),
          m_queues(queues)
    {
    }

  private:
    void DoRun() override
    {
        const auto channel = CreateObject<SimpleChannel>();
        const auto radio = CreateObject<StubRadio>();
        radio->SetAddress(Mac48Address::Allocate());
        radio->SetChannel(channel);
        CreateObject<Node>()->AddDevice(radio);
        const auto queues =
            CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues",
                                                                UintegerValue(m_queues));
        queues->SetSelectQueueCallback(&SelectQueueByDSField);
        radio->AggregateObject(queues);
        const auto driver = UsbHelper().Install(NetDeviceContainer(radio)).Get(0);
        const uint8_t start[]{0x45, 0xb8}; // an IPv4 header with the DS field of EF
        const auto packet = Create<Packet>(start, sizeof(start));
        Simulator::Schedule(MilliSeconds(1), [&driver, &packet] {
            driver->Send(packet, driver->GetBroadcast(), 0x0800);
        });
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        Simulator::Destroy();
        SocketPriorityTag tag;
        const bool isTagged = packet->PeekPacketTag(tag);
        NS_TEST_ASSERT_MSG_EQ(isTagged, (m_queues > 1), "tagged");
        NS_TEST_EXPECT_MSG_EQ((!isTagged || tag.GetPriority() == 5), true, "priority of EF");
    }

    uint32_t m_queues; ///< see the constructor
};

class UsbPriorityTestSuite : public TestSuite
{
  public:
    UsbPriorityTestSuite()
        : TestSuite("usb-priority", Type::SYSTEM)
    {
        AddTestCase(new UsbPriorityTest(true), Duration::QUICK);
        AddTestCase(new UsbPriorityTest(false), Duration::QUICK);
        AddTestCase(new UsbPriorityOtherRadioTest(4), Duration::QUICK);
        AddTestCase(new UsbPriorityOtherRadioTest(1), Duration::QUICK);
    }
};

UsbPriorityTestSuite g_usbPriorityTestSuite; ///< registers itself

} // namespace
