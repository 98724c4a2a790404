// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Gopal2005Testbed with routing agents of ns-2: what becomes of frames that the MAC gives up.

#include "testbed-run.h"

#include "ns3/global-value.h"
#include "ns3/gopal2005-testbed.h"
#include "ns3/gopal2005-uploads.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/routed-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/// No upload takes as long.
const Time LIMIT = Seconds(200);

/// Uploads without MAC retries, of nodes with a routing agent of ns-2.
class RoutingAgentCase : public TestCase
{
  public:
    /// @param radio wifi or dcf
    /// @param agent AODV or DSR
    RoutingAgentCase(const std::string& radio, const std::string& agent)
        : TestCase(agent + " takes a frame that is given up for a broken link, " + radio),
          m_radio(radio),
          m_agent(agent)
    {
    }

  private:
    void DoRun() override
    {
        GlobalValue::Bind("radio", StringValue(m_radio));
        SimulateRun(1, [&] { Upload(); });
        GlobalValue::Bind("radio", StringValue("wifi"));
    }

    void Upload()
    {
        ObjectFactory cell("ns3::Gopal2005Testbed", "Bytes", UintegerValue(100'000));
        for (const auto& [name, value] : Gopal2005Testbed::GetSimulation())
        {
            cell.Set(name, StringValue(value));
        }
        cell.Set("Uploads", UintegerValue(2), "RoutingAgent", StringValue(m_agent));
        cell.Set("StationAttempts", UintegerValue(1), "AccessPointAttempts", UintegerValue(1));
        const auto testbed = cell.Create<Gopal2005Testbed>();
        const auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetStream(testbed->AssignStreams(0));
        const Gopal2005Uploads uploads(testbed, LIMIT, jitter);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(uploads.GetEnded(), 2, "TCP repairs what is lost");
        uint64_t failures = 0;
        uint64_t purged = 0;
        for (uint32_t i = 0; i <= testbed->GetNStations(); ++i)
        {
            const auto disc = DynamicCast<RoutedQueueDisc>(i < testbed->GetNStations()
                                                               ? testbed->GetStationDisc(i)
                                                               : testbed->GetAccessPointDisc());
            const QueueDisc::Stats& stats = disc->GetStats();
            failures += disc->GetNFailures();
            purged += stats.GetNDroppedPackets(RoutedQueueDisc::LINK_DROP);
            NS_TEST_EXPECT_MSG_EQ(stats.nTotalReceivedPackets,
                                  stats.nTotalSentPackets + stats.nTotalDroppedPackets +
                                      disc->GetNPackets(),
                                  "each packet is sent, dropped with a reason, or still there");
            NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPackets,
                                  stats.GetNDroppedPackets(RoutedQueueDisc::LINK_DROP),
                                  "no queue is full");
        }
        NS_TEST_EXPECT_MSG_GT(failures, 0, "frames collide");
        const bool isPurging = m_agent == "AODV";
        NS_TEST_EXPECT_MSG_EQ((purged > 0), isPurging, "AODV drops what waits, DSR does not");
        NS_TEST_EXPECT_MSG_EQ((uploads.GetTimeouts() > 0),
                              isPurging,
                              "DSR sends it again before TCP knows");
        // What DSR sends again is no new packet of the bridge.
        NS_TEST_EXPECT_MSG_EQ((m_agent == "DSR" || testbed->GetBridge()->IsConserved()),
                              true,
                              "the bridge loses none");
    }

    std::string m_radio; ///< see the constructor
    std::string m_agent; ///< see the constructor
};

/// The suite.
class RoutingAgentTestSuite : public TestSuite
{
  public:
    RoutingAgentTestSuite()
        : TestSuite("wlan-testbed-routing-agent", Type::SYSTEM)
    {
        for (const std::string agent : {"AODV", "DSR"})
        {
            AddTestCase(new RoutingAgentCase("wifi", agent), Duration::QUICK);
            AddTestCase(new RoutingAgentCase("dcf", agent), Duration::QUICK);
        }
    }
};

const RoutingAgentTestSuite g_routingAgentTestSuite; ///< registers itself

} // namespace
