// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-transfer.h"
#include "ns3/config.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/timeout-probe.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>

using namespace ns3;

namespace
{

void
Watch(Ptr<Application> sender)
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    node->AddApplication(sender);
    TimeoutProbe probe(node);
    probe.Watch(sender, Seconds(1));
    Simulator::Stop(Seconds(2));
    Simulator::Run();
}

} // namespace

// Neither the start that it waits for nor packets find it afterwards.
TEST(TimeoutProbeTest, MayEndBeforeTheSimulation)
{
    {
        const auto built =
            CreateObjectWithAttributes<Malone2008Testbed>("Uploads", UintegerValue(2));
        const Malone2008Testbed& testbed = *built;
        built->AssignStreams(0);
        const Time start = testbed.GetStart();
        auto probe = std::make_unique<TimeoutProbe>(testbed.GetHost());
        BulkTransfer upload(BulkTransfer::Transport::TCP,
                            testbed.GetStation(0),
                            testbed.GetHost(),
                            testbed.GetHostAddress());
        upload.Schedule(start, Seconds(2));
        probe->Watch(upload.GetSender(), start);
        // It would end the program by then, since its sender has no socket.
        const auto late = CreateObject<BulkSendApplication>();
        late->SetStartTime(start + Seconds(5));
        testbed.GetStation(1)->AddApplication(late);
        probe->Watch(late, start + Seconds(1));
        Simulator::Schedule(start + MilliSeconds(500), [&probe] { probe.reset(); });
        Simulator::Stop(start + Seconds(2));
        Simulator::Run();
        EXPECT_GT(upload.GetReceivedBytes(), 100000);
    }
    Simulator::Destroy();
}

// 552 bytes with TCP's header of 32 are one fragment of 576 bytes and one of 8.
TEST(TimeoutProbeTest, FragmentsHaveNoHeaderOfTcp)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(552));
    const NodeContainer nodes(2);
    SimpleNetDeviceHelper link;
    const NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    devices.Get(0)->SetMtu(596);
    const auto address =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(1);
    const auto sender = CreateObject<BulkSendApplication>();
    sender->SetAttribute("Remote", AddressValue(InetSocketAddress(address, 5001)));
    sender->SetAttribute("MaxBytes", UintegerValue(5520));
    nodes.Get(0)->AddApplication(sender);
    const auto receiver = CreateObject<PacketSink>();
    receiver->SetAttribute("Protocol", TypeIdValue(TcpSocketFactory::GetTypeId()));
    receiver->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 5001)));
    nodes.Get(1)->AddApplication(receiver);
    const TimeoutProbe probe(nodes.Get(1));
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_EQ(receiver->GetTotalRx(), 5520);
    Simulator::Destroy();
    Config::Reset();
}

TEST(TimeoutProbeDeathTest, RefusesNodesWithoutIpv4)
{
    const auto node = CreateObject<Node>();
    EXPECT_DEATH(TimeoutProbe probe(node), "TimeoutProbe: node 0 has no IPv4: expected");
    InternetStackHelper internet;
    internet.SetIpv4StackInstall(false);
    internet.Install(node);
    EXPECT_DEATH(TimeoutProbe probe(node), "TimeoutProbe: node 0 has no IPv4: expected");
}

TEST(TimeoutProbeDeathTest, RefusesIpv6Sockets)
{
    const auto sender = CreateObject<BulkSendApplication>();
    sender->SetAttribute("Remote",
                         AddressValue(Inet6SocketAddress(Ipv6Address::GetLoopback(), 5001)));
    sender->SetStartTime(Seconds(1));
    EXPECT_DEATH(Watch(sender),
                 "TimeoutProbe: connection 0 of node . has an IPv6 socket: expected IPv4");
}

TEST(TimeoutProbeDeathTest, RefusesSendersWithoutASocket)
{
    const auto late = CreateObject<BulkSendApplication>();
    late->SetStartTime(Seconds(5));
    EXPECT_DEATH(Watch(late),
                 "TimeoutProbe: ns3::BulkSendApplication has no socket at .*1.*s: expected an "
                 "ns3::BulkSendApplication");
    const auto other = CreateObject<OnOffApplication>();
    other->SetStartTime(Seconds(5));
    EXPECT_DEATH(Watch(other), "TimeoutProbe: ns3::OnOffApplication has no socket at");
}
