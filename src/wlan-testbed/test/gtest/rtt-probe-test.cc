// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-send-application.h"
#include "ns3/onoff-application.h"
#include "ns3/rtt-probe.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

void
Listen(Ptr<Application> sender)
{
    RttProbe::Connect(sender, Seconds(1));
    Simulator::Run();
}

} // namespace

TEST(RttProbeDeathTest, RefusesSendersWithoutASocket)
{
    EXPECT_DEATH(Listen(CreateObject<OnOffApplication>()),
                 "ns3::OnOffApplication has no socket at .*1.*s: expected an "
                 "ns3::BulkSendApplication");
    EXPECT_DEATH(Listen(CreateObject<BulkSendApplication>()),
                 "ns3::BulkSendApplication has no socket at");
}
