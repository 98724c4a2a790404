// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What DcfNetDevice, WavelanNetDevice and their helpers refuse with a line.

#include "ns3/dcf-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/wavelan-helper.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

TEST(DeviceRefusalDeathTest, NoChannel)
{
    EXPECT_DEATH(CreateObject<DcfNetDevice>()->SetChannel(nullptr),
                 "DcfNetDevice: the channel must not be null");
    EXPECT_DEATH(CreateObject<WavelanNetDevice>()->SetChannel(nullptr),
                 "WavelanNetDevice: the channel must not be null");
}

TEST(DeviceRefusalDeathTest, CardOnAChannelOf80211)
{
    const Ptr<MediumNetDevice> card = CreateObject<WavelanNetDevice>();
    EXPECT_DEATH(card->SetChannel(CreateObject<DcfChannel>()),
                 "channel ns3::DcfChannel: expected a channel of WaveLAN cards");
}

TEST(DeviceRefusalDeathTest, ChannelAfterDispose)
{
    const auto device = CreateObject<WavelanNetDevice>();
    device->Dispose();
    EXPECT_DEATH(device->SetChannel(CreateObject<MediumChannel>()), "has been disposed of");
}

/// A peer that is on no node, as it has not been added to one.
TEST(DeviceRefusalDeathTest, PeerWithoutNode)
{
    DcfHelper helper;
    const auto sender = helper.Install(CreateObject<Node>()).Get(0);
    const auto peer = CreateObject<DcfNetDevice>();
    peer->SetAddress(Mac48Address::Allocate());
    peer->SetChannel(helper.GetChannel());
    const auto run = [&] {
        Simulator::Schedule(Seconds(1),
                            [&] { sender->Send(Create<Packet>(100), peer->GetAddress(), 0x88b5); });
        Simulator::Run();
    };
    EXPECT_DEATH(run(), "has a channel, but is on no node");
}

/// Its end would be reported late.
TEST(DeviceRefusalDeathTest, FrameThatIsOverBeforeOthersSenseIt)
{
    WavelanHelper helper;
    helper.SetDeviceAttribute("Preamble", TimeValue(Time(0)));
    helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    helper.SetChannelAttribute("CarrierSenseTime", TimeValue(MicroSeconds(50)));
    const auto card = helper.Install(CreateObject<Node>(), WavelanCard::ISA).Get(0);
    const auto run = [&card] {
        Simulator::Schedule(Seconds(1), [&card] {
            card->Send(Create<Packet>(1000), Mac48Address::GetBroadcast(), 0x88b5);
        });
        Simulator::Run();
    };
    EXPECT_DEATH(run(), "a frame of 8144 ns, which must be longer than .* CarrierSenseTime, 50000");
}

/// Simulator::Destroy() disposes of a channel that a user has set.
TEST(DeviceRefusalDeathTest, GivenChannelOfAnotherSimulation)
{
    WavelanHelper helper;
    helper.SetChannel(CreateObject<MediumChannel>());
    helper.Install(CreateObject<Node>(), WavelanCard::ISA);
    Simulator::Destroy();
    EXPECT_DEATH(
        helper.Install(CreateObject<Node>(), WavelanCard::ISA),
        "channel of SetChannel.. was disposed of by Simulator::Destroy..; set another one");
}

} // namespace

} // namespace ns3
