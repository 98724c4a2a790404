// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-transfer.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/onoff-application.h"
#include "ns3/simulator.h"
#include "ns3/timeout-probe.h"

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
    Malone2008Parameters parameters;
    parameters.uploads = 2;
    const Time start = parameters.start;
    {
        Malone2008Testbed testbed(parameters);
        testbed.AssignStreams(0);
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
