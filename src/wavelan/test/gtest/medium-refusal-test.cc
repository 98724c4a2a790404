// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What MediumChannel, WavelanNetDevice and EttcpSender refuse, each with one line that names the
// value and what it must be.

#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/ettcp-sender.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// @param name attribute of a card @param value that it must refuse
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
                 "DataRate must be 1kbps to 1Gbps, not 0bps");
}

TEST(MediumRefusalDeathTest, RateWithoutTime)
{
    EXPECT_DEATH(InstallCardWith("DataRate", DataRateValue(DataRate("2Gbps"))),
                 "DataRate must be 1kbps to 1Gbps, not 2000000000bps");
}

TEST(MediumRefusalDeathTest, NoRandomVariable)
{
    for (const std::string name : {"OverrunLosses", "SignalSpread", "Noise", "Quality"})
    {
        EXPECT_DEATH(InstallCardWith(name, PointerValue()),
                     name + " must be a random variable, not null");
    }
}

TEST(MediumRefusalDeathTest, AddressOfAnother)
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(2));
    EXPECT_DEATH(devices.Get(1)->SetAddress(devices.Get(0)->GetAddress()),
                 "must be that of no group and of no other station");
}

TEST(MediumRefusalDeathTest, AddressOfAGroup)
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(1));
    EXPECT_DEATH(devices.Get(0)->SetAddress(Mac48Address::GetBroadcast()),
                 "must be that of no group and of no other station, not ff:ff:ff:ff:ff:ff");
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
    const std::string line = "Remote must be the IPv4 address and port of another host";
    EXPECT_DEATH(StartSender(Address()), line);
    EXPECT_DEATH(StartSender(Inet6SocketAddress("2001:db8::1", 5001)), line);
    EXPECT_DEATH(StartSender(InetSocketAddress("10.0.0.1", 5001)), line);
    EXPECT_DEATH(StartSender(InetSocketAddress("127.0.0.1", 5001)), line);
}

} // namespace
