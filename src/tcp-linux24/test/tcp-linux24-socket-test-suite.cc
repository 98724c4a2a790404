// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-test-bed.h"

#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <sstream>

using namespace ns3;

namespace
{

/// Every byte arrives once and in order, each way, and both ends close.
class TransferTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test @param ipv6 instead of IPv4
    TransferTestCase(TcpTestHost client, TcpTestHost server, bool ipv6)
        : TcpTestPairCase(ipv6 ? "transfer over IPv6" : "transfer", client, server),
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t UP = 300000;
        constexpr uint32_t DOWN = 200000;
        TcpTestBed bed(m_client, m_server, m_ipv6);
        bed.onAccept = [&] { bed.server.Send(DOWN, false); };
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(UP, true); });
        bed.Run(Seconds(30));
        NS_TEST_ASSERT_MSG_EQ(bed.client.connected, true, "client connected");
        NS_TEST_ASSERT_MSG_EQ(bed.accepted, 1, "server connected");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, UP, "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, DOWN, "bytes of the server");
        NS_TEST_EXPECT_MSG_EQ(bed.client.damaged || bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.client.closed && bed.server.closed, true, "both closed");
        NS_TEST_EXPECT_MSG_EQ(bed.client.reset || bed.server.reset, false, "no reset");
    }

    bool m_ipv6; ///< see the constructor
};

/// Suite of TcpLinux24Socket.
class TcpLinux24SocketTestSuite : public TestSuite
{
  public:
    TcpLinux24SocketTestSuite()
        : TestSuite("tcp-linux24-socket", Type::UNIT)
    {
        using enum TcpTestHost;
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            AddTestCase(new TransferTestCase(client, server, false));
            AddTestCase(new TransferTestCase(client, server, true));
        }
        AddTestCase(new TransferTestCase(LINUX24, SUN_OS58, false));
    }
};

TcpLinux24SocketTestSuite g_suite; ///< registers itself

} // namespace
