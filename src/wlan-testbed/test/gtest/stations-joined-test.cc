// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/config.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

/// The parameter is the class of a testbed.
class StationsJoinedDeathTest : public testing::TestWithParam<std::string>
{
  protected:
    /// A testbed that an earlier test could not build has left its nodes, and the test asks for
    /// node 0.
    StationsJoinedDeathTest()
    {
        Simulator::Destroy();
    }

    ~StationsJoinedDeathTest() override
    {
        Config::Reset();
    }

    /// Begin the traffic at once.
    static void Simulate()
    {
        ObjectFactory testbed(GetParam());
        testbed.Set("Start", TimeValue(Seconds(0)));
        testbed.Create();
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        Simulator::Destroy();
    }
};

TEST_P(StationsJoinedDeathTest, TrafficBeginsWhenStationsHaveJoined)
{
    EXPECT_DEATH(Simulate(),
                 GetParam() + ": Start=0s: expected a time at which the station at node 0 has "
                              "joined its access point");
    Config::SetGlobal("radio", StringValue("dcf")); // whose stations belong to it from the start
    Simulate();
}

INSTANTIATE_TEST_SUITE_P(Testbeds,
                         StationsJoinedDeathTest,
                         testing::Values("ns3::Gopal2005Testbed",
                                         "ns3::Kuang2003Testbed",
                                         "ns3::Malone2008Testbed",
                                         "ns3::Vacirca2005Testbed"));

} // namespace ns3
