// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/test.h"
#include "ns3/time-sequence.h"
#include "ns3/xylomenos1999-testbed.h"

#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/// @param probe that has seen a connection @param isAck count ACKs, otherwise segments
/// @return how many it has seen
uint64_t
Count(const TcpTraceProbe& probe, bool isAck)
{
    uint64_t count = 0;
    const auto views = probe.GetViews();
    for (const auto& row : views.at(0).rows)
    {
        const auto kind = static_cast<TimeSequenceKind>(row.at(3));
        const bool isData =
            kind == TimeSequenceKind::SEGMENT || kind == TimeSequenceKind::RETRANSMISSION;
        count += isAck ? kind == TimeSequenceKind::ACK : isData;
    }
    return count;
}

/// What one view has and the other has not was lost on the air, as figures 5 and 6 are read.
class ViewsTestCase : public TestCase
{
  public:
    ViewsTestCase()
        : TestCase("views of a TCP test differ by what collided")
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        Xylomenos1999Testbed testbed(Xylomenos1999Parameters(), {1, false, true, 1500, 300});
        const auto sender = TcpTraceProbe::AtIp(testbed.GetNodes().Get(0));
        const auto receiver =
            TcpTraceProbe::AtPeerIp(testbed.GetNodes().Get(1), testbed.GetNodes().Get(0));
        testbed.Run(Seconds(100));
        const uint64_t data = testbed.GetData().collided;
        const uint64_t acks = testbed.GetAcks().collided;
        NS_TEST_EXPECT_MSG_EQ(testbed.IsConserved(), true, "each packet has a fate");
        NS_TEST_EXPECT_MSG_GT(data, 0, "equal cards collide");
        NS_TEST_EXPECT_MSG_EQ(Count(*sender, false) - Count(*receiver, false), data, "segments");
        NS_TEST_EXPECT_MSG_EQ(Count(*receiver, true) - Count(*sender, true), acks, "ACKs");
        Simulator::Destroy();
    }
};

/// The loss of a signal follows the floor plan.
class PlanTestCase : public TestCase
{
  public:
    PlanTestCase()
        : TestCase("the floor plan orders the losses")
    {
    }

  private:
    void DoRun() override
    {
        const Xylomenos1999Plan plan;
        for (uint32_t location = 1; location <= 3; ++location)
        {
            // 6 feet are 1.8288 m: 40.05 + 20 log10(1.8288).
            NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(location, location), 45.29, 0.01, "adjacent");
        }
        // 45 feet are 13.716 m, and there are two walls: 40.05 + 22.74 + 6.8.
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(1, 2), 69.59, 0.01, "two walls");
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(2, 3), 72.99, 0.01, "three walls");
        // 60 feet are 18.288 m.
        NS_TEST_EXPECT_MSG_EQ_TOL(plan.GetLoss(1, 3), 75.49, 0.01, "three walls, farther");
        NS_TEST_EXPECT_MSG_EQ(plan.GetLoss(3, 1), plan.GetLoss(1, 3), "both directions");
    }
};

/// Values that the testbed cannot have.
class RefusalTestCase : public TestCase
{
  public:
    RefusalTestCase()
        : TestCase("what cannot be is refused by name")
    {
    }

  private:
    void Refuse(const Xylomenos1999Parameters& parameters, const std::string& name)
    {
        try
        {
            Xylomenos1999Testbed(parameters, {1, true, true, 1500, 1});
            NS_TEST_EXPECT_MSG_EQ(name, "", "taken without an error");
        }
        catch (const std::invalid_argument& error)
        {
            NS_TEST_EXPECT_MSG_EQ(std::string(error.what()).rfind(name + "=", 0), 0, error.what());
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Xylomenos1999Parameters parameters;
        parameters.overrunAfter = {0, 5};
        Refuse(parameters, "overrunAfter");
        parameters.overrunAfter = {6, 5};
        Refuse(parameters, "overrunAfter");
        parameters = {};
        parameters.plan.adjacentFeet = 0;
        Refuse(parameters, "metres");
        parameters = {};
        parameters.minWindow = 0;
        Refuse(parameters, "minWindow");
        parameters = {};
        parameters.linkQueue = 0;
        Refuse(parameters, "linkQueue");
        parameters = {};
        parameters.signalStep = 0;
        Refuse(parameters, "signalStep");
    }
};

/// The testbed of xylomenos1999.
class Xylomenos1999TestSuite : public TestSuite
{
  public:
    Xylomenos1999TestSuite()
        : TestSuite("wlan-testbed-xylomenos1999", Type::SYSTEM)
    {
        AddTestCase(new ViewsTestCase, Duration::QUICK);
        AddTestCase(new PlanTestCase, Duration::QUICK);
        AddTestCase(new RefusalTestCase, Duration::QUICK);
    }
};

/// Static variable for test initialization
Xylomenos1999TestSuite g_xylomenos1999TestSuite;

} // namespace
