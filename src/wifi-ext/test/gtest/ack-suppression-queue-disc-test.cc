// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Settings that AckSuppressionQueueDisc refuses, each with one error.

#include "ns3/ack-suppression-queue-disc.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/mobility-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

namespace
{

TEST(AckSuppressionQueueDiscDeathTest, RefusesWhatItCannotUse)
{
    const auto disc = CreateObject<AckSuppressionQueueDisc>();
    EXPECT_DEATH(disc->SetAttribute("MaxSize", StringValue("0p")),
                 "MaxSize=0p: expected at least 1p or 1B");
    EXPECT_DEATH(disc->SetAttribute("Mode", StringValue("Skip")), "Skip is not a valid enum value");
    EXPECT_DEATH(
        {
            disc->AddInternalQueue(CreateObject<DropTailQueue<QueueDiscItem>>());
            disc->Initialize();
        },
        "creates its own internal queue");
    EXPECT_DEATH(
        {
            const auto child = CreateObject<QueueDiscClass>();
            child->SetQueueDisc(CreateObject<FifoQueueDisc>());
            disc->AddQueueDiscClass(child);
            disc->Initialize();
        },
        "accepts no child queue discs");
}

/// @param number that it acknowledges
/// @return an item with a pure ACK
Ptr<QueueDiscItem>
MakeAck(uint32_t number)
{
    TcpHeader tcp;
    tcp.SetFlags(TcpHeader::ACK);
    tcp.SetAckNumber(SequenceNumber32(number));
    const auto packet = Create<Packet>();
    packet->AddHeader(tcp);
    Ipv4Header ip;
    ip.SetProtocol(6);
    ip.SetPayloadSize(packet->GetSize());
    return Create<Ipv4QueueDiscItem>(packet, Mac48Address(), 0x0800, ip);
}

TEST(AckSuppressionQueueDiscTest, AnAckThatReplacesAnotherNeedsNoRoom)
{
    const auto disc = CreateObject<AckSuppressionQueueDisc>();
    disc->Initialize();
    // The first of a connection is kept, the second may be replaced.
    for (const uint32_t acknowledgment : {100, 200})
    {
        disc->Enqueue(MakeAck(acknowledgment));
    }
    for (const auto* limit : {"2p", "1p", "40B"})
    {
        disc->SetAttribute("MaxSize", StringValue(limit));
        const uint32_t next = 300 + static_cast<uint32_t>(disc->GetNSuppressed());
        EXPECT_TRUE(disc->Enqueue(MakeAck(next))) << limit;
        EXPECT_EQ(disc->GetNPackets(), 2) << limit;
    }
    EXPECT_EQ(disc->GetNSuppressed(), 3);
    EXPECT_EQ(disc->GetStats().nTotalDroppedPacketsBeforeEnqueue, 0);
}

/// @return a helper of a disc in mode Replace below a PrioQueueDisc
TrafficControlHelper
MakeChildren()
{
    TrafficControlHelper control;
    const uint16_t root = control.SetRootQueueDisc("ns3::PrioQueueDisc");
    const auto classes = control.AddQueueDiscClasses(root, 3, "ns3::QueueDiscClass");
    control.AddChildQueueDiscs(root, classes, "ns3::AckSuppressionQueueDisc");
    return control;
}

/// @param mode of the disc
/// @return a helper of a root disc
TrafficControlHelper
MakeRoot(const std::string& mode)
{
    TrafficControlHelper control;
    control.SetRootQueueDisc("ns3::AckSuppressionQueueDisc", "Mode", StringValue(mode));
    return control;
}

/// Discs on an access point.
/// @param standard of the device
/// @param control helper of the discs
/// @param laterMode of a root disc while it runs
void
StartOnWifi(WifiStandard standard, TrafficControlHelper control, const std::string& laterMode = "")
{
    const NodeContainer nodes(1);
    MobilityHelper().Install(nodes);
    InternetStackHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    WifiHelper wifi;
    wifi.SetStandard(standard);
    const auto disc = control.Install(wifi.Install(phy, mac, nodes)).Get(0);
    if (!laterMode.empty())
    {
        Simulator::Schedule(MicroSeconds(1),
                            [=] { disc->SetAttribute("Mode", StringValue(laterMode)); });
    }
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(AckSuppressionQueueDiscDeathTest, ReplaceIsRefusedWhereTheMacAggregates)
{
    const std::string error =
        "Mode=Replace on a device of 802.11n or later, .*: expected Delay or Hold";
    for (const auto standard : {WIFI_STANDARD_80211n, WIFI_STANDARD_80211ac, WIFI_STANDARD_80211ax})
    {
        EXPECT_DEATH(StartOnWifi(standard, MakeRoot("Replace")), error);
        EXPECT_DEATH(StartOnWifi(standard, MakeRoot("Delay"), "Replace"), error);
        EXPECT_DEATH(StartOnWifi(standard, MakeChildren()), error);
        StartOnWifi(standard, MakeRoot("Delay"), "Hold");
        StartOnWifi(standard, MakeRoot("Hold"), "Delay");
    }
    for (const auto standard : {WIFI_STANDARD_80211b, WIFI_STANDARD_80211g})
    {
        StartOnWifi(standard, MakeRoot("Replace"));
        StartOnWifi(standard, MakeRoot("Delay"), "Replace");
        StartOnWifi(standard, MakeChildren());
    }
}

// As in a child of PrioQueueDisc, which ns-3 does not let send by itself. The second ACK is the
// first that is held back.
TEST(AckSuppressionQueueDiscDeathTest, RefusesToHoldWhereNobodyFetches)
{
    EXPECT_DEATH(
        {
            const auto disc = CreateObject<AckSuppressionQueueDisc>();
            disc->SetAttribute("Mode", StringValue("Hold"));
            disc->Initialize();
            for (const uint32_t acknowledgment : {100, 200})
            {
                disc->Enqueue(MakeAck(acknowledgment));
            }
            Simulator::Run();
        },
        "with Mode Hold or Delay, expected a root queue disc or a child of MqQueueDisc");
}

} // namespace

} // namespace ns3
