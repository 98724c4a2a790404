// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/config.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/repeated-transfer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

/// Uploads of 1000 bytes in kuang2003's testbed, for a second.
class RepeatedTransferTest : public testing::Test
{
  protected:
    RepeatedTransferTest()
    {
        Config::SetGlobal("radio", StringValue("dcf"));
        m_testbed = CreateObject<Kuang2003Testbed>();
    }

    ~RepeatedTransferTest() override
    {
        m_testbed = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /// @param port of the first connection
    /// @return number of connections that have ended
    std::size_t Run(uint16_t port)
    {
        RepeatedTransfer uploads(m_testbed->GetLaptop(),
                                 m_testbed->GetHost(),
                                 m_testbed->GetHostAddress(),
                                 port,
                                 1000);
        const Time start = m_testbed->GetStart();
        uploads.Schedule(start, start + Seconds(1));
        Simulator::Stop(start + Seconds(1));
        Simulator::Run();
        return uploads.GetCompletionTimes().size();
    }

    Ptr<Kuang2003Testbed> m_testbed; ///< with DcfNetDevices
};

using RepeatedTransferDeathTest = RepeatedTransferTest;

} // namespace

TEST_F(RepeatedTransferTest, EachConnectionHasAPort)
{
    EXPECT_GT(Run(5001), 5U);
}

TEST_F(RepeatedTransferTest, RefusesAPortThatIsNone)
{
    EXPECT_THROW(Run(0), std::invalid_argument);
}

TEST_F(RepeatedTransferDeathTest, EndsWhenThereIsNoPortLeft)
{
    EXPECT_DEATH(Run(65534),
                 "RepeatedTransfer: no port after 65535 for connection 3: expected a first port "
                 "that leaves one for each");
}
