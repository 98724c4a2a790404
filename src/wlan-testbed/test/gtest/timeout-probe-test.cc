// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-send-application.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/simulator.h"
#include "ns3/timeout-probe.h"

#include <gtest/gtest.h>

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
