// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-transfer.h"
#include "ns3/config.h"
#include "ns3/frame-probe.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;

// A program may well keep its probe until it ends.
TEST(FrameProbeTest, OutlivesTheSimulation)
{
    const auto testbed = CreateObject<Malone2008Testbed>();
    const FrameProbe probe(testbed->GetStationRadio(0));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(probe.GetDropped(), 0);
}

// As long as the queue has frames, the interval of each begins when the one before has left.
TEST(FrameProbeTest, FrameThatFindsTheQueueFullHasNotLeftIt)
{
    Config::SetGlobal("radio", StringValue("dcf"));
    const auto testbed = CreateObject<Malone2008Testbed>();
    testbed->AssignStreams(0);
    const auto radio = testbed->GetStationRadio(0);
    radio->SetAttribute("MaxPackets", UintegerValue(5));
    const FrameProbe probe(radio);
    const auto offer = [&] {
        for (int i = 0; i < 8; ++i)
        {
            radio->Send(Create<Packet>(1000), testbed->GetAccessPointRadio()->GetAddress(), 0x88b5);
        }
    };
    const Time start = testbed->GetStart();
    Simulator::Schedule(start, offer);
    Simulator::Schedule(start + MilliSeconds(3), offer); // some have left, not all
    Simulator::Stop(start + Seconds(1));
    Simulator::Run();
    EXPECT_GT(probe.GetDropped(), 3);
    const auto& deliveries = probe.GetDeliveries();
    ASSERT_GT(deliveries.size(), 5);
    for (std::size_t i = 1; i < deliveries.size(); ++i)
    {
        EXPECT_NEAR(deliveries[i].access, deliveries[i].time - deliveries[i - 1].time, 1e-9) << i;
    }
    Simulator::Destroy();
    Config::Reset();
}

// Its host has sockets of ns-3, which cut several segments out of one packet of the application.
TEST(FrameProbeTest, TellsSegmentsOfOnePacketApart)
{
    const auto testbed = CreateObjectWithAttributes<Malone2008Testbed>("Uploads",
                                                                       UintegerValue(0),
                                                                       "Downloads",
                                                                       UintegerValue(2));
    testbed->AssignStreams(0);
    const Time start = testbed->GetStart();
    const FrameProbe probe(testbed->GetAccessPointRadio());
    std::vector<std::unique_ptr<BulkTransfer>> downloads;
    for (uint32_t i = 0; i < testbed->GetDownloads(); ++i)
    {
        downloads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                           testbed->GetHost(),
                                                           testbed->GetStation(i),
                                                           testbed->GetStationAddress(i),
                                                           5001 + i));
        downloads.back()->Schedule(start, Seconds(2));
    }
    Simulator::Stop(start + Seconds(2));
    Simulator::Run();
    EXPECT_GT(probe.GetDeliveries().size(), 300);
    for (const FrameProbe::Delivery& delivery : probe.GetDeliveries())
    {
        // The intervals end together, and each begins no later than the next one.
        EXPECT_GE(delivery.drain, delivery.service);
        EXPECT_GE(delivery.service, delivery.access);
        EXPECT_LT(delivery.sent, delivery.time);
    }
    // A frame counts where it was sent, though its acknowledgment may come in the next interval.
    for (int i = 0; i < 400; ++i)
    {
        const double begin = start.GetSeconds() + 0.005 * i;
        for (const double share : {probe.GetCollisionShare(begin, begin + 0.005),
                                   probe.GetFirstCollisionShare(begin, begin + 0.005)})
        {
            EXPECT_GE(share, 0) << begin;
            EXPECT_LE(share, 1) << begin;
        }
    }
    Simulator::Destroy();
}
