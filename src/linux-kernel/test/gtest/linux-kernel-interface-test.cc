// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// An interface between a device and a card whose driver this test plays: what becomes of the
// segments of a packet, and when the driver gets its buffer back.

#include "card-driver.h"

#include "ns3/adhoc-wifi-mac.h"
#include "ns3/boolean.h"
#include "ns3/linux-kernel-interface.h"
#include "ns3/mac48-address.h"
#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

constexpr uint16_t MSS = 1000;

/// A frame for a device from 10.1.1.1 to 10.1.1.2, a TCP packet of zeros.
Bytes
MakeFrame(const Mac48Address& from, const Mac48Address& to, std::size_t data)
{
    Bytes frame(14 + 40 + data);
    to.CopyTo(frame.data());
    from.CopyTo(frame.data() + 6);
    frame[12] = 8;
    const std::size_t total = 40 + data;
    const Bytes ip{0x45,
                   0,
                   static_cast<uint8_t>(total >> 8),
                   static_cast<uint8_t>(total),
                   0,
                   1,
                   0x40,
                   0,
                   64,
                   6,
                   0,
                   0,
                   10,
                   1,
                   1,
                   1,
                   10,
                   1,
                   1,
                   2};
    std::copy(ip.begin(), ip.end(), frame.begin() + 14);
    frame[34 + 12] = 0x50;
    return frame;
}

/// What the driver asks for it: segmentation.
Bytes
MakeHeader(uint16_t gsoSize = MSS)
{
    return {1,
            1,
            54,
            0,
            static_cast<uint8_t>(gsoSize),
            static_cast<uint8_t>(gsoSize >> 8),
            34,
            0,
            16,
            0,
            0,
            0};
}

class LinuxKernelInterfaceTest : public testing::Test, protected CardDriver
{
  protected:
    ~LinuxKernelInterfaceTest() override
    {
        if (interface)
        {
            interface->Dispose();
        }
        Simulator::Destroy();
    }

    /// @param mac of the radios
    /// @return two radios of 802.11a at one place; the first has the MTU of Ethernet
    static NetDeviceContainer MakeWifi(const WifiMacHelper& mac)
    {
        const NodeContainer nodes(2);
        MobilityHelper().Install(nodes);
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211a);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager");
        const auto devices = wifi.Install(phy, mac, nodes);
        WifiHelper::AssignStreams(devices, 0);
        devices.Get(0)->SetMtu(1500);
        return devices;
    }

    /// Make the interface of the first device. The driver accepts all offloads.
    void Connect(const NetDeviceContainer& devices, bool completesWhenSent = false)
    {
        from = Mac48Address::ConvertFrom(devices.Get(0)->GetAddress());
        to = Mac48Address::ConvertFrom(devices.Get(1)->GetAddress());
        interface = CreateObject<LinuxKernelInterface>();
        interface->SetDevice(devices.Get(0), "10.1.1.1", "255.255.255.0");
        interface->SetAttribute("CompleteWhenSent", BooleanValue(completesWhenSent));
        interface->SetAttribute("ChecksumOffload", BooleanValue(true));
        interface->SetAttribute("SegmentationOffload", BooleanValue(true));
        interface->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, LinuxKernelDropReason>(
                [this](Ptr<const Packet> packet, LinuxKernelDropReason reason) {
                    drops.emplace_back(reason, packet->GetSize());
                }));
        interface->TraceConnectWithoutContext(
            "FromKernel",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                Bytes bytes(packet->GetSize());
                packet->CopyData(bytes.data(), packet->GetSize());
                sequences.push_back(bytes[24] << 24 | bytes[25] << 16 | bytes[26] << 8 | bytes[27]);
                Check();
            }));
        interface->Connect(
            GetCardFd(),
            [](VhostUserCard& card, uint32_t queue) {
                card.NoteCall(static_cast<VhostUserCard::Queue>(queue));
            },
            [this](const std::string& reason) { failures.push_back(reason); });
        Start(*interface->GetCard());
        Command(2, Numbers({1 | 1U << 11 | 1U << 13, 1})); // SET_FEATURES
    }

    /// No packet is lost without a word.
    void Check() const
    {
        const auto& counters = interface->GetCounters();
        EXPECT_EQ(counters.taken, counters.sent + counters.txDropped + interface->GetNWaiting());
        EXPECT_EQ(drops.size(), counters.txDropped + counters.rxDropped);
        EXPECT_EQ(failures.empty(), !isRefused);
    }

    static NetDeviceContainer InstallSimple(const NodeContainer& nodes, bool hasFlowControl)
    {
        SimpleNetDeviceHelper helper;
        helper.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("3p"));
        helper.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        if (!hasFlowControl)
        {
            helper.DisableFlowControl();
        }
        const auto devices = helper.Install(nodes);
        devices.Get(0)->SetMtu(1500);
        return devices;
    }

    Ptr<LinuxKernelInterface> interface;
    Mac48Address from;          ///< of the first device
    Mac48Address to;            ///< of the other device
    std::vector<int> sequences; ///< of the packets that the device has accepted
    std::vector<std::pair<LinuxKernelDropReason, uint32_t>> drops; ///< and sizes
    std::vector<std::string> failures; ///< that would end the simulation
    bool isRefused{false};             ///< there are some
};

} // namespace

TEST_F(LinuxKernelInterfaceTest, SegmentsWaitForTheDevice)
{
    const NodeContainer nodes(2);
    Connect(InstallSimple(nodes, true));
    OfferFrame(MakeHeader(), MakeFrame(from, to, 9 * MSS + 1));
    OfferFrame(MakeHeader(), MakeFrame(from, to, 2 * MSS), 1, DATA + 0x4000);
    interface->Transmit();
    EXPECT_EQ(interface->GetCounters().taken, 10U) << "the second packet stays in the ring";
    EXPECT_EQ(interface->GetCounters().sent, 4U) << "one on the link, three in the queue";
    EXPECT_EQ(interface->GetNWaiting(), 6U);
    EXPECT_TRUE(interface->GetCard()->HasFrame());
    Check();
    uint16_t returned = 0;
    for (int packet = 1; packet <= 12; ++packet)
    {
        // 1040 bytes at 10 Mb/s
        Simulator::Schedule(MicroSeconds(832 * packet + 1), [&, packet] {
            // A place becomes free with each packet, and the buffer returns with its last one.
            returned = CountReturned();
            EXPECT_EQ(returned, packet < 6 ? 0 : packet < 8 ? 1 : 2) << packet;
            Check();
        });
    }
    Simulator::Run();
    EXPECT_EQ(returned, 2);
    EXPECT_EQ(interface->GetNWaiting(), 0U);
    EXPECT_EQ(interface->GetCounters().sent, 12U);
    EXPECT_EQ(interface->GetCounters().cut, 2U);
    EXPECT_TRUE(drops.empty());
    EXPECT_EQ(sequences,
              (std::vector<int>{0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 0, 1000}));
}

TEST_F(LinuxKernelInterfaceTest, ADeviceWithoutFlowControlDropsSegments)
{
    const NodeContainer nodes(2);
    Connect(InstallSimple(nodes, false));
    OfferFrame(MakeHeader(), MakeFrame(from, to, 10 * MSS));
    interface->Transmit();
    Check();
    EXPECT_EQ(interface->GetCounters().sent, 4U);
    ASSERT_EQ(drops.size(), 6U);
    EXPECT_EQ(drops[0], std::pair(LinuxKernelDropReason::DEVICE, 1040U));
    EXPECT_EQ(CountReturned(), 1);
}

TEST_F(LinuxKernelInterfaceTest, WhatTheCardCannotDoIsADrop)
{
    const NodeContainer nodes(2);
    Connect(InstallSimple(nodes, true));
    OfferFrame(MakeHeader(0), MakeFrame(from, to, 3000));
    Bytes beyond = MakeHeader();
    beyond[7] = 0xff;
    OfferFrame(beyond, MakeFrame(from, to, 100), 1, DATA + 0x4000);
    OfferFrame(MakeHeader(), Bytes(10), 2, DATA + 0x5000);
    OfferFrame(Bytes(12), Bytes(10), 3, DATA + 0x6000);
    interface->Transmit();
    Check();
    ASSERT_EQ(drops.size(), 4U);
    EXPECT_EQ(drops[0], std::pair(LinuxKernelDropReason::OFFLOAD, 3040U));
    EXPECT_EQ(drops[1], std::pair(LinuxKernelDropReason::OFFLOAD, 140U));
    EXPECT_EQ(drops[2], std::pair(LinuxKernelDropReason::OFFLOAD, 10U));
    EXPECT_EQ(drops[3], std::pair(LinuxKernelDropReason::MALFORMED, 10U));
    EXPECT_EQ(CountReturned(), 4) << "the driver gets all buffers back";
    EXPECT_EQ(interface->GetCounters().cut, 0U);
    EXPECT_STREQ(GetLinuxKernelDropReasonName(LinuxKernelDropReason::OFFLOAD), "OFFLOAD");
}

// The device receives for its own address only, so that answers would be lost.
TEST_F(LinuxKernelInterfaceTest, RefusesAnotherSender)
{
    const NodeContainer nodes(2);
    Connect(InstallSimple(nodes, true));
    isRefused = true;
    OfferFrame(MakeHeader(), MakeFrame("02:00:00:00:00:77", to, MSS));
    interface->Transmit();
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_EQ(failures[0].find("the kernel sends from address 02:00:00:00:00:77: expected 00:00"),
              0U)
        << failures[0];
}

// ns3::TcpSocketBase sends no MSS option, and misses marks of data with ECN.
TEST_F(LinuxKernelInterfaceTest, RefusesOwnEcnTowardsAHostWithoutMss)
{
    const NodeContainer nodes(2);
    const auto devices = InstallSimple(nodes, true);
    Connect(devices);
    Bytes syn = MakeFrame(to, from, 0);
    syn.erase(syn.begin(), syn.begin() + 14);
    std::swap_ranges(syn.begin() + 12, syn.begin() + 16, syn.begin() + 16); // from 10.1.1.2
    syn[20 + 13] = 2;                                                       // SYN
    devices.Get(1)->Send(Create<Packet>(syn.data(), syn.size()), from, 0x0800);
    Simulator::Run();
    EXPECT_EQ(interface->GetCounters().mssAdded, 1U);
    Bytes frame = MakeFrame(from, to, MSS);
    frame[14 + 1] = 2;  // ECT(0)
    frame[14 + 15] = 9; // from 10.1.1.9: the kernel only forwards it
    OfferFrame(MakeHeader(), frame);
    interface->Transmit();
    EXPECT_TRUE(failures.empty());
    isRefused = true;
    frame[14 + 15] = 1;
    OfferFrame(MakeHeader(), frame);
    interface->Transmit();
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_EQ(failures[0].find("the kernel sends data with ECN to ns-3's TCP at 10.1.1.2"), 0U)
        << failures[0];
}

TEST_F(LinuxKernelInterfaceTest, DropsWhatIsLongerThanTheMtu)
{
    const NodeContainer nodes(2);
    const auto devices = InstallSimple(nodes, true);
    Connect(devices);
    devices.Get(1)->SetMtu(9000);
    devices.Get(1)->Send(Create<Packet>(1505), from, 0x0800);
    Simulator::Run();
    EXPECT_EQ(drops.size(), 1U);
    EXPECT_EQ(drops.at(0), (std::pair(LinuxKernelDropReason::TOO_LONG, uint32_t{1505})));
    EXPECT_EQ(interface->GetCounters().rxDropped, 1U);
    Check();
    devices.Get(0)->SetMtu(600);
    devices.Get(1)->Send(Create<Packet>(100), from, 0x0800);
    Simulator::Run();
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_EQ(failures[0],
              "the MTU of the NetDevice has changed to 600 bytes: expected 1500, which the "
              "kernel's card has");
    EXPECT_DEATH(interface->SetAttribute("CompleteWhenSent", BooleanValue(true)),
                 "an attribute is set after the start of the simulation: expected it before");
}

// TCP small queues count the bytes of an skb until its buffer returns.
TEST_F(LinuxKernelInterfaceTest, ABufferIsSentWhenAllItsSegmentsAreAcknowledged)
{
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    const auto devices = MakeWifi(mac);
    Connect(devices, true);
    std::vector<uint16_t> returned; // at each acknowledgment
    const auto sender = DynamicCast<WifiNetDevice>(devices.Get(0))->GetMac();
    sender->TraceConnectWithoutContext(
        "AckedMpdu",
        Callback<void, Ptr<const WifiMpdu>>(
            [&](Ptr<const WifiMpdu>) { returned.push_back(CountReturned()); }));
    OfferFrame(MakeHeader(), MakeFrame(from, to, 4 * MSS));
    OfferFrame(MakeHeader(), MakeFrame(from, to, 2 * MSS), 1, DATA + 0x4000);
    interface->Transmit();
    EXPECT_EQ(interface->GetCounters().sent, 6U) << "the MAC has them";
    EXPECT_EQ(CountReturned(), 0);
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    // The interface hears of each acknowledgment before the test does.
    EXPECT_EQ(returned, (std::vector<uint16_t>{0, 0, 0, 1, 1, 2}));
    Check();
    EXPECT_TRUE(drops.empty());
}

// cfg80211_classify8021d(): EF is 46, whose first three bits are 5.
TEST_F(LinuxKernelInterfaceTest, ADsFieldSelectsTheAccessCategory)
{
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac", "QosSupported", BooleanValue(true));
    const auto devices = MakeWifi(mac);
    Connect(devices);
    std::vector<int> tids;
    DynamicCast<WifiNetDevice>(devices.Get(0))
        ->GetMac()
        ->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>(
                [&](Ptr<const WifiMpdu> mpdu) { tids.push_back(mpdu->GetHeader().GetQosTid()); }));
    uint16_t number = 0;
    for (const uint8_t dsField : {0, 46 << 2, 1 << 5})
    {
        Bytes frame = MakeFrame(from, to, 100);
        frame[15] = dsField;
        OfferFrame(Bytes(12, 0), frame, number, DATA + 0x1000 * number);
        interface->Transmit();
        ++number;
        Simulator::Stop(Seconds(1));
        Simulator::Run();
    }
    EXPECT_EQ(tids, (std::vector<int>{0, 5, 1}));
    Check();
}

// mac80211 frees the skb of a station without an association.
TEST_F(LinuxKernelInterfaceTest, AFrameThatTheMacRefusesIsDone)
{
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac", "ActiveProbing", BooleanValue(false));
    const auto devices = MakeWifi(mac);
    Connect(devices, true);
    OfferFrame(MakeHeader(), MakeFrame(from, to, MSS));
    interface->Transmit();
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    EXPECT_EQ(CountReturned(), 1);
}
