// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The driver as a NetDevice: what it answers, refuses, delivers, and when its queue runs.

#include "usb-test-bed.h"

#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/ethernet-header.h"
#include "ns3/mac64-address.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"

using namespace ns3;

namespace
{

/// Attributes for the test bed.
std::pair<std::string, Ptr<AttributeValue>>
Set(const std::string& name, const AttributeValue& value)
{
    return {name, value.Copy()};
}

/// @param urbs number of OUT URBs, more than one in mode Queued
UsbTestBed::Options
WithUrbs(uint32_t urbs)
{
    UsbTestBed::Options options;
    if (urbs > 1)
    {
        options.device = {Set("QueueMode", EnumValue(UsbNetDevice::QueueMode::QUEUED)),
                          Set("MaxTxUrbs", UintegerValue(urbs))};
    }
    return options;
}

class UsbNetDeviceIdentityTest : public TestCase
{
  public:
    UsbNetDeviceIdentityTest()
        : TestCase(
              "Address, MTU, multicast and link as an Ethernet device with the radio's address")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        auto& device = *bed.driver;
        NS_TEST_EXPECT_MSG_EQ(device.GetAddress(), bed.radio->GetAddress(), "one address");
        device.SetAddress(Mac48Address("00:11:22:33:44:55"));
        NS_TEST_EXPECT_MSG_EQ(bed.radio->GetAddress(),
                              Address(Mac48Address("00:11:22:33:44:55")),
                              "set in the radio");
        NS_TEST_EXPECT_MSG_EQ(device.GetChannel(), bed.radio->GetChannel(), "the radio's channel");
        NS_TEST_EXPECT_MSG_EQ(device.GetMtu(), 1500, "Ethernet's MTU");
        NS_TEST_EXPECT_MSG_EQ(device.SetMtu(67), false, "RFC 791: 68 at least");
        NS_TEST_EXPECT_MSG_EQ(device.SetMtu(2297), false, "802.11: 2304 with LLC/SNAP at most");
        NS_TEST_EXPECT_MSG_EQ(device.GetMtu(), 1500, "unchanged by what was refused");
        NS_TEST_EXPECT_MSG_EQ(device.SetMtu(2296), true, "accepted");
        NS_TEST_EXPECT_MSG_EQ(device.GetBroadcast(), Mac48Address::GetBroadcast(), "broadcast");
        NS_TEST_EXPECT_MSG_EQ(device.GetMulticast(Ipv4Address("224.1.2.3")),
                              Address(Mac48Address("01:00:5e:01:02:03")),
                              "RFC 1112");
        NS_TEST_EXPECT_MSG_EQ(device.GetMulticast(Ipv6Address("ff02::1:3")),
                              Address(Mac48Address("33:33:00:01:00:03")),
                              "RFC 2464");
        NS_TEST_EXPECT_MSG_EQ(device.IsBroadcast() && device.IsMulticast() && device.NeedsArp() &&
                                  device.IsLinkUp(),
                              true,
                              "a broadcast device that is up");
        NS_TEST_EXPECT_MSG_EQ(device.IsBridge() || device.IsPointToPoint() ||
                                  device.SupportsSendFrom(),
                              false,
                              "no bridge, no link of two, no foreign source address");
    }
};

class UsbNetDeviceRefusalTest : public TestCase
{
  public:
    UsbNetDeviceRefusalTest()
        : TestCase("What cannot be sent is dropped with its reason")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        NS_TEST_EXPECT_MSG_EQ(bed.Send(UsbTestBed::MakePacket()), false, "not started yet");
        UsbTestBed::RunUntil(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(bed.Send(UsbTestBed::MakePacket(1501)), false, "above the MTU");
        NS_TEST_EXPECT_MSG_EQ(bed.driver->SendFrom(UsbTestBed::MakePacket(),
                                                   bed.peerRadio->GetAddress(),
                                                   bed.peerRadio->GetAddress(),
                                                   0x0800),
                              false,
                              "a station has one address");
        NS_TEST_EXPECT_MSG_EQ(
            bed.driver->Send(UsbTestBed::MakePacket(), Mac64Address::Allocate(), 0x0800),
            false,
            "a radio of IEEE 802 has addresses of 48 bits");
        NS_TEST_EXPECT_MSG_EQ(bed.Send(UsbTestBed::MakePacket(1500)), true, "as long as the MTU");
        NS_TEST_EXPECT_MSG_EQ(bed.queue->IsStopped(), true, "the one URB is in use");
        NS_TEST_EXPECT_MSG_EQ(bed.Send(UsbTestBed::MakePacket()), false, "caller ignores it");
        UsbTestBed::RunUntil(MilliSeconds(100));
        const std::vector<UsbDropReason> expected{UsbDropReason::LINK_DOWN,
                                                  UsbDropReason::TOO_LONG,
                                                  UsbDropReason::SOURCE_ADDRESS,
                                                  UsbDropReason::DESTINATION_ADDRESS,
                                                  UsbDropReason::QUEUE_STOPPED};
        NS_TEST_EXPECT_MSG_EQ((bed.drops == expected), true, "reasons in this order");
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, 1, "the one that was accepted");
        NS_TEST_EXPECT_MSG_EQ(bed.driver->GetTxCounters().offered, 6, "all are counted");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

class UsbNetDeviceQueueTest : public TestCase
{
  public:
    explicit UsbNetDeviceQueueTest(uint32_t urbs)
        : TestCase("Queue stops when all URBs are in use and is woken 45 us after one is back, " +
                   std::to_string(urbs) + " URB(s)"),
          m_urbs(urbs)
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed(WithUrbs(m_urbs));
        UsbTestBed::RunUntil(MilliSeconds(1));
        std::vector<Time> completions;
        std::vector<Time> wakes;
        bed.bus->TraceConnectWithoutContext(
            "UrbCompleted",
            Callback<void, Ptr<const Urb>>([&completions](Ptr<const Urb> urb) {
                if (!urb->request.endpoint.in)
                {
                    completions.push_back(Simulator::Now());
                }
            }));
        bed.queue->SetWakeCallback(Callback<void>([&wakes] { wakes.push_back(Simulator::Now()); }));
        for (uint32_t i = 1; i <= m_urbs; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(bed.queue->IsStopped(), false, "a URB is free");
            NS_TEST_EXPECT_MSG_EQ(bed.Send(UsbTestBed::MakePacket()), true, "accepted");
        }
        NS_TEST_EXPECT_MSG_EQ(bed.queue->IsStopped(), true, "none is free");
        UsbTestBed::RunUntil(MilliSeconds(100));
        NS_TEST_ASSERT_MSG_EQ(completions.size(), m_urbs, "all are back");
        NS_TEST_ASSERT_MSG_EQ(wakes.size(), 1, "the queue was stopped once");
        NS_TEST_EXPECT_MSG_EQ(wakes[0], completions[0] + MicroSeconds(45), "TxResubmitDelay");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }

    uint32_t m_urbs; ///< of the driver
};

class UsbNetDeviceDeliveryTest : public TestCase
{
  public:
    UsbNetDeviceDeliveryTest()
        : TestCase("Frames for us, for all and for a group arrive once; for others if asked for")
    {
    }

  private:
    static void SendOneOfEach(UsbTestBed& bed)
    {
        const Time gap = MilliSeconds(5);
        bed.SendFromPeer(1, gap, bed.radio->GetAddress(), 101);
        bed.SendFromPeer(1, gap, Mac48Address::GetBroadcast(), 102);
        bed.SendFromPeer(1, gap, Mac48Address("01:00:5e:01:02:03"), 103);
        bed.SendFromPeer(1, gap, Mac48Address("00:00:00:00:77:77"), 104);
        UsbTestBed::RunUntil(MilliSeconds(500));
    }

    void DoRun() override
    {
        {
            UsbTestBed bed;
            SendOneOfEach(bed);
            NS_TEST_EXPECT_MSG_EQ(bed.received, 3, "not the one for somebody else");
            NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().offered, 3, "nor on the bus");
            NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
        }
        UsbTestBed bed;
        std::vector<NetDevice::PacketType> types;
        bed.driver->SetPromiscReceiveCallback(
            NetDevice::PromiscReceiveCallback([&types](Ptr<NetDevice>,
                                                       Ptr<const Packet>,
                                                       uint16_t,
                                                       const Address&,
                                                       const Address&,
                                                       NetDevice::PacketType type) {
                types.push_back(type);
                return true;
            }));
        SendOneOfEach(bed);
        const std::vector<NetDevice::PacketType> expected{NetDevice::PACKET_HOST,
                                                          NetDevice::PACKET_BROADCAST,
                                                          NetDevice::PACKET_MULTICAST,
                                                          NetDevice::PACKET_OTHERHOST};
        NS_TEST_EXPECT_MSG_EQ(bed.received, 3, "the stack proper gets the same");
        NS_TEST_EXPECT_MSG_EQ((types == expected), true, "each with its type");
        NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().delivered, 4, "each crossed once");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

class UsbNetDeviceSnifferTest : public TestCase
{
  public:
    UsbNetDeviceSnifferTest()
        : TestCase("Sniffer sees Ethernet frames, outgoing ones when the queue hands them over")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        std::vector<std::pair<Time, Ptr<Packet>>> seen;
        bed.driver->TraceConnectWithoutContext(
            "Sniffer",
            Callback<void, Ptr<const Packet>>([&seen](Ptr<const Packet> packet) {
                seen.emplace_back(Simulator::Now(), packet->Copy());
            }));
        UsbTestBed::RunUntil(MilliSeconds(7));
        bed.Send(UsbTestBed::MakePacket(700));
        bed.SendFromPeer(1, Time(0), bed.radio->GetAddress(), 300);
        UsbTestBed::RunUntil(MilliSeconds(100));
        NS_TEST_ASSERT_MSG_EQ(seen.size(), 2, "one each way");
        NS_TEST_EXPECT_MSG_EQ(seen[0].first, MilliSeconds(7), "at Send()");
        NS_TEST_EXPECT_MSG_EQ(seen[0].second->GetSize(), 714, "14 bytes of header");
        NS_TEST_EXPECT_MSG_EQ(seen[1].second->GetSize(), 314, "14 bytes of header");
        EthernetHeader header(false);
        seen[0].second->RemoveHeader(header);
        NS_TEST_EXPECT_MSG_EQ(header.GetSource(), bed.radio->GetAddress(), "from us");
        NS_TEST_EXPECT_MSG_EQ(header.GetDestination(), bed.peerRadio->GetAddress(), "to the peer");
        NS_TEST_EXPECT_MSG_EQ(header.GetLengthType(), 0x0800, "Ethertype");
        seen[1].second->RemoveHeader(header);
        NS_TEST_EXPECT_MSG_EQ(header.GetSource(), bed.peerRadio->GetAddress(), "from the peer");
    }
};

class UsbNetDeviceMisuseTest : public TestCase
{
  public:
    UsbNetDeviceMisuseTest()
        : TestCase(
              "Second driver, second bus, missing radio, no or foreign bus end with one clear line")
    {
    }

  private:
    void Check(const std::string& expected, const std::function<void(UsbTestBed&)>& action)
    {
        const std::string error = GetFatalError([&action] {
            UsbTestBed::Options options;
            options.attach = false;
            UsbTestBed bed(options);
            action(bed);
        });
        NS_TEST_EXPECT_MSG_NE(error.find(expected), std::string::npos, "got: " << error);
    }

    void DoRun() override
    {
        Check("has no radio", [](UsbTestBed& bed) {
            bed.bus->Attach(bed.adapter);
            bed.driver->Attach(bed.adapter);
        });
        Check("is not attached to a UsbHostController", [](UsbTestBed& bed) {
            bed.adapter->SetWifiNetDevice(bed.radio);
            bed.driver->Attach(bed.adapter);
        });
        Check("has a driver already", [](UsbTestBed& bed) {
            bed.adapter->SetWifiNetDevice(bed.radio);
            bed.bus->Attach(bed.adapter);
            bed.driver->Attach(bed.adapter);
            CreateObject<UsbNetDevice>()->Attach(bed.adapter);
        });
        Check("has a WifiNetDevice already", [](UsbTestBed& bed) {
            bed.adapter->SetWifiNetDevice(bed.radio);
            bed.adapter->SetWifiNetDevice(bed.peerRadio);
        });
        Check("has a ns3::UsbNetDevice already", [](UsbTestBed& bed) {
            UsbHelper().Install(NetDeviceContainer(bed.radio));
            UsbHelper().Install(NetDeviceContainer(bed.radio));
        });
        Check("takes a ns3::WifiNetDevice or ns3::DcfNetDevice on its node, not ns3::UsbNetDevice",
              [](UsbTestBed& bed) { UsbHelper().Install(NetDeviceContainer(bed.driver)); });
        Check("the bus is null",
              [](UsbTestBed& bed) { UsbHelper().Install(NetDeviceContainer(bed.radio), nullptr); });
        // A bus belongs to one host. Its events have one context, which cannot fit two nodes.
        Check("the bus belongs to node 0, the ns3::WifiNetDevice to node 1", [](UsbTestBed& bed) {
            NetDeviceContainer radios(bed.radio);
            radios.Add(bed.peerRadio);
            UsbHelper().Install(radios, bed.bus);
        });
        Check("not a ns3::UsbNetDevice with an adapter: ns3::WifiNetDevice",
              [](UsbTestBed& bed) { UsbHelper::GetAdapter(bed.radio); });
        Check("'ns3::UsbNetDevice' is not a ns3::UsbHostController",
              [](UsbTestBed&) { UsbHelper().SetControllerType("ns3::UsbNetDevice"); });
        Check("Mtu", [](UsbTestBed& bed) { bed.driver->SetAttribute("Mtu", UintegerValue(40)); });
    }
};

class UsbNetDeviceTestSuite : public TestSuite
{
  public:
    UsbNetDeviceTestSuite()
        : TestSuite("usb-net-device", Type::UNIT)
    {
        AddTestCase(new UsbNetDeviceIdentityTest, Duration::QUICK);
        AddTestCase(new UsbNetDeviceRefusalTest, Duration::QUICK);
        AddTestCase(new UsbNetDeviceQueueTest(1), Duration::QUICK);
        AddTestCase(new UsbNetDeviceQueueTest(2), Duration::QUICK);
        AddTestCase(new UsbNetDeviceQueueTest(5), Duration::QUICK);
        AddTestCase(new UsbNetDeviceDeliveryTest, Duration::QUICK);
        AddTestCase(new UsbNetDeviceSnifferTest, Duration::QUICK);
        AddTestCase(new UsbNetDeviceMisuseTest, Duration::QUICK);
    }
};

UsbNetDeviceTestSuite g_usbNetDeviceTestSuite; ///< registers itself

} // namespace
