// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What MediumChannel, WavelanNetDevice and EttcpSender refuse, each with one line that names the
// value and what it must be.

#include "ns3/boolean.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/ettcp-sender.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// @param name attribute of a card
/// @param value that it must refuse
void
InstallCardWith(const std::string& name, const AttributeValue& value)
{
    WavelanHelper helper;
    helper.SetDeviceAttribute(name, value);
    helper.Install(NodeContainer(1), WavelanCard::ISA);
}

TEST(MediumRefusalDeathTest, RateOfNothing)
{
    EXPECT_DEATH(InstallCardWith("DataRate", DataRateValue(DataRate(0))),
                 "DataRate=0bps: expected 1kbps to 1Gbps");
}

TEST(MediumRefusalDeathTest, RateWithoutTime)
{
    EXPECT_DEATH(InstallCardWith("DataRate", DataRateValue(DataRate("2Gbps"))),
                 "DataRate=2000000000bps: expected 1kbps to 1Gbps");
}

TEST(MediumRefusalDeathTest, NoRandomVariable)
{
    for (const std::string name : {"OverrunLosses", "SignalSpread", "Noise", "Quality"})
    {
        EXPECT_DEATH(InstallCardWith(name, PointerValue()),
                     name + "=null: expected a random variable");
    }
}

TEST(MediumRefusalDeathTest, AddressOfAnother)
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(2));
    EXPECT_DEATH(devices.Get(1)->SetAddress(devices.Get(0)->GetAddress()),
                 "expected neither a group address nor that of another station");
}

TEST(MediumRefusalDeathTest, AddressOfAGroup)
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(1));
    EXPECT_DEATH(
        devices.Get(0)->SetAddress(Mac48Address::GetBroadcast()),
        "address ff:ff:ff:ff:ff:ff: expected neither a group address nor that of another station");
}

TEST(MediumRefusalDeathTest, NoChannelAtTheStart)
{
    EXPECT_DEATH(CreateObject<DcfNetDevice>()->Initialize(), "the device has no channel");
    EXPECT_DEATH(CreateObject<WavelanNetDevice>()->Initialize(), "the device has no channel");
}

TEST(MediumRefusalDeathTest, ChannelOfASimulationThatIsOver)
{
    DcfHelper helper;
    helper.Install(NodeContainer(1));
    const Ptr<MediumChannel> channel = helper.GetChannel();
    Simulator::Destroy();
    const std::string line = "another simulation needs a new one";
    EXPECT_DEATH(CreateObject<DcfNetDevice>()->SetChannel(channel), line);
    EXPECT_DEATH(channel->AssignStreams(1), line);
    const auto begin = [] {
        DcfHelper early;
        const NetDeviceContainer devices = early.Install(NodeContainer(1));
        early.GetChannel()->Dispose();
        devices.Get(0)->Initialize();
    };
    EXPECT_DEATH(begin(), line);
}

TEST(MediumRefusalDeathTest, NumbersThatAreUnknown)
{
    DcfHelper helper;
    helper.Install(NodeContainer(2));
    const Ptr<MediumChannel> channel = helper.GetChannel();
    EXPECT_DEATH(channel->GetRxPower(0, 99), "has had 2 stations, from 0 on; there is no 99");
    EXPECT_DEATH(channel->IsBusy(2, 0), "has had 2 stations, from 0 on; there is no 2");
    EXPECT_DEATH(channel->GetWindow(0), "has 0 functions, from 0 on; there is no 0");
    EXPECT_DEATH(channel->GetDevice(2), "the channel has 2 devices");
}

/// Radios on a line, by LogDistancePropagationLossModel: 46.68 dB at 1 m and 30 dB per decade. With
/// 16.02 dBm, -82 dBm are received at 51.5 m.
class HiddenStationDeathTest : public testing::Test
{
  protected:
    void Install(const std::vector<double>& places)
    {
        dcf.SetChannelAttribute("PropagationLossModel",
                                PointerValue(CreateObject<LogDistancePropagationLossModel>()));
        const NodeContainer nodes(places.size());
        devices = dcf.Install(nodes);
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            const auto place = CreateObject<ConstantPositionMobilityModel>();
            place->SetPosition(Vector(places[i], 0, 0));
            nodes.Get(i)->AggregateObject(place);
        }
    }

    /// Send a packet.
    /// @param from, to devices
    /// @param at when
    void Send(uint32_t from, uint32_t to, Time at)
    {
        const Ptr<NetDevice> sender = devices.Get(from);
        const Address receiver = devices.Get(to)->GetAddress();
        Simulator::ScheduleWithContext(sender->GetNode()->GetId(), at, [sender, receiver] {
            sender->Send(Create<Packet>(100), receiver, 0x88b5);
        });
    }

    void SetUp() override
    {
        Simulator::Destroy(); // nodes are numbered from 0 on
    }

    void TearDown() override
    {
        devices = {};
        Simulator::Destroy();
    }

    DcfHelper dcf;
    NetDeviceContainer devices;
};

TEST_F(HiddenStationDeathTest, TwoSendersAtOneReceiver)
{
    // 100 m are -90.66 dBm.
    Install({-50, 0, 50});
    Send(0, 1, Seconds(1));
    EXPECT_DEATH(Simulator::Run(),
                 "node 2 .*:..:.*. does not hear node 0 .*: it receives it with -90.65.* dBm and "
                 "is received with -90.65.* dBm, but detects -82 dBm or more; .*"
                 "AllowHiddenStations must be set");
}

/// A station that only answers is hidden, too.
TEST_F(HiddenStationDeathTest, SenderOfAcknowledgments)
{
    Install({-50, 0, 50});
    Send(1, 0, Seconds(1));
    EXPECT_DEATH(Simulator::Run(), "node 2 .* does not hear node 0 ");
}

TEST_F(HiddenStationDeathTest, OneWay)
{
    Install({0, 0, 0});
    const auto loss = CreateObject<MatrixPropagationLossModel>();
    loss->SetDefaultLoss(60);
    const auto place = [this](uint32_t i) {
        return devices.Get(i)->GetNode()->GetObject<MobilityModel>();
    };
    loss->SetLoss(place(2), place(0), 110, false);
    dcf.GetChannel()->SetPropagationLossModel(loss);
    // Who does not send is heard by nobody anyway.
    Send(0, 1, Seconds(1));
    Simulator::Run();
    Send(2, 1, Seconds(1));
    EXPECT_DEATH(Simulator::Run(),
                 "node 0 .* does not hear node 2 .* receives it with -93.97.* dBm and is received "
                 "with -43.97");
}

/// What is 4 dB above noise is detected, and not all that is above Sensitivity.
TEST_F(HiddenStationDeathTest, BelowThePreambleThreshold)
{
    dcf.SetChannelAttribute("Noise", DoubleValue(-80));
    Install({0, 45});
    Send(0, 1, Seconds(1));
    // 45 m are -80.26 dBm.
    EXPECT_DEATH(Simulator::Run(), "with -80.2.* dBm, but detects -76 dBm or more");
}

TEST_F(HiddenStationDeathTest, PutElsewhere)
{
    Install({0, 50});
    Send(0, 1, Seconds(1));
    Simulator::Schedule(Seconds(2), [this] {
        devices.Get(1)->GetNode()->GetObject<MobilityModel>()->SetPosition(Vector(53, 0, 0));
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    Send(0, 1, Seconds(1));
    EXPECT_DEATH(Simulator::Run(), "node 1 .* does not hear node 0 ");
}

TEST_F(HiddenStationDeathTest, WalksAway)
{
    dcf.SetChannelAttribute("PropagationLossModel",
                            PointerValue(CreateObject<LogDistancePropagationLossModel>()));
    const NodeContainer nodes(2);
    devices = dcf.Install(nodes);
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto walk = CreateObject<ConstantVelocityMobilityModel>();
        nodes.Get(i)->AggregateObject(walk);
        walk->SetVelocity(Vector(10 * i, 0, 0));
    }
    Send(0, 1, Seconds(5));
    Simulator::Stop(Seconds(5.5));
    Simulator::Run();
    // 60 m.
    Send(0, 1, Seconds(0.5));
    EXPECT_DEATH(Simulator::Run(), "node 1 .* does not hear node 0 ");
}

TEST_F(HiddenStationDeathTest, Cards)
{
    const NodeContainer nodes(2);
    WavelanHelper wavelan;
    wavelan.SetChannelAttribute("PropagationLossModel",
                                PointerValue(CreateObject<MatrixPropagationLossModel>()));
    devices = wavelan.Install(nodes, WavelanCard::ISA);
    for (uint32_t i = 0; i < 2; ++i)
    {
        nodes.Get(i)->AggregateObject(CreateObject<ConstantPositionMobilityModel>());
    }
    // Whose loss is infinite between nodes that it does not know.
    Send(0, 1, Seconds(1));
    EXPECT_DEATH(Simulator::Run(), "does not hear node .* with -inf dBm");
}

/// Who knows what the figures mean can have them, and stations that have left hear nothing.
TEST_F(HiddenStationDeathTest, AllowedAndRemoved)
{
    dcf.SetChannelAttribute("AllowHiddenStations", BooleanValue(true));
    Install({-50, 0, 50, 500});
    Send(0, 1, Seconds(1));
    Simulator::Run();
    EXPECT_EQ(DynamicCast<DcfNetDevice>(devices.Get(1))->GetCounters().received, 1U);
    devices.Get(2)->Dispose();
    devices.Get(3)->Dispose();
    dcf.GetChannel()->SetAttribute("AllowHiddenStations", BooleanValue(false));
    Send(0, 1, Seconds(1));
    Simulator::Run();
    EXPECT_EQ(DynamicCast<DcfNetDevice>(devices.Get(1))->GetCounters().received, 2U);
}

/// @param remote that a program at 10.0.0.1 writes to
void
StartSender(const Address& remote)
{
    WavelanHelper wavelan;
    const NodeContainer nodes(2);
    const NetDeviceContainer devices = wavelan.Install(nodes, WavelanCard::ISA);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const auto sender = CreateObjectWithAttributes<EttcpSender>("Remote",
                                                                AddressValue(remote),
                                                                "Device",
                                                                PointerValue(devices.Get(0)));
    nodes.Get(0)->AddApplication(sender);
    Simulator::Run();
}

TEST(EttcpRefusalDeathTest, RemoteThatIsNoOtherHost)
{
    const std::string line = "Remote: expected the IPv4 address and port of another host";
    EXPECT_DEATH(StartSender(Address()), line);
    EXPECT_DEATH(StartSender(Inet6SocketAddress("2001:db8::1", 5001)), line);
    EXPECT_DEATH(StartSender(InetSocketAddress("10.0.0.1", 5001)), line);
    EXPECT_DEATH(StartSender(InetSocketAddress("127.0.0.1", 5001)), line);
}

} // namespace
