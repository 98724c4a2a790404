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
MakeFrame(const Mac48Address& to, std::size_t data)
{
    Bytes frame(14 + 40 + data);
    to.CopyTo(frame.data());
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

    /// Make the interface of the first device. The driver accepts all offloads.
    void Connect(const NetDeviceContainer& devices, bool completesWhenSent = false)
    {
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
            [](const std::string& reason) { FAIL() << reason; });
        Start(*interface->GetCard());
        Command(2, Numbers({1 | 1U << 11 | 1U << 13, 1})); // SET_FEATURES
    }

    /// No packet is lost without a word.
    void Check() const
    {
        const auto& counters = interface->GetCounters();
        EXPECT_EQ(counters.taken, counters.sent + counters.txDropped + interface->GetNWaiting());
        EXPECT_EQ(drops.size(), counters.txDropped);
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
    Mac48Address to;            ///< of the other device
    std::vector<int> sequences; ///< of the packets that the device has accepted
    std::vector<std::pair<LinuxKernelDropReason, uint32_t>> drops; ///< and sizes
};

} // namespace

TEST_F(LinuxKernelInterfaceTest, SegmentsWaitForTheDevice)
{
    const NodeContainer nodes(2);
    Connect(InstallSimple(nodes, true));
    OfferFrame(MakeHeader(), MakeFrame(to, 9 * MSS + 1));
    OfferFrame(MakeHeader(), MakeFrame(to, 2 * MSS), 1, DATA + 0x4000);
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
    OfferFrame(MakeHeader(), MakeFrame(to, 10 * MSS));
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
    OfferFrame(MakeHeader(0), MakeFrame(to, 3000));
    Bytes beyond = MakeHeader();
    beyond[7] = 0xff;
    OfferFrame(beyond, MakeFrame(to, 100), 1, DATA + 0x4000);
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
    EXPECT_STREQ(GetLinuxKernelDropReasonName(LinuxKernelDropReason::OFFLOAD), "offload");
}

// TCP small queues count the bytes of an skb until its buffer returns.
TEST_F(LinuxKernelInterfaceTest, ABufferIsSentWhenAllItsSegmentsAreAcknowledged)
{
    const NodeContainer nodes(2);
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211a);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager");
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    const auto devices = wifi.Install(phy, mac, nodes);
    WifiHelper::AssignStreams(devices, 0);
    devices.Get(0)->SetMtu(1500);
    Connect(devices, true);
    std::vector<uint16_t> returned; // at each acknowledgment
    const auto sender = DynamicCast<WifiNetDevice>(devices.Get(0))->GetMac();
    sender->TraceConnectWithoutContext(
        "AckedMpdu",
        Callback<void, Ptr<const WifiMpdu>>(
            [&](Ptr<const WifiMpdu>) { returned.push_back(CountReturned()); }));
    OfferFrame(MakeHeader(), MakeFrame(to, 4 * MSS));
    OfferFrame(MakeHeader(), MakeFrame(to, 2 * MSS), 1, DATA + 0x4000);
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
