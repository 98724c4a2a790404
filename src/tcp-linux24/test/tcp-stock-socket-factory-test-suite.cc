// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Stock sockets whose settings belong to a host.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-stock-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

using namespace ns3;

namespace
{

/// Sees which algorithm a socket runs.
class TcpSocketInspector : public TcpSocketBase
{
  public:
    /// @param socket of ns-3
    /// @return class of its congestion control
    static std::string GetCongestionControlName(Ptr<Socket> socket)
    {
        const auto base = DynamicCast<TcpSocketBase>(socket);
        return (PeekPointer(base)->*&TcpSocketInspector::m_congestionControl)
            ->GetInstanceTypeId()
            .GetName();
    }
};

/// @param node a host
/// @return a new socket of its TcpStockSocketFactory
Ptr<Socket>
MakeStockSocket(Ptr<Node> node)
{
    return Socket::CreateSocket(node, TcpStockSocketFactory::GetTypeId());
}

/// Two hosts differ; global defaults and sockets of other factories are as before.
class HostSettingsTestCase : public TestCase
{
  public:
    HostSettingsTestCase()
        : TestCase("settings of two hosts")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::STOCK, TcpTestHost::STOCK);
        const auto first = bed.nodes.Get(0);
        const auto second = bed.nodes.Get(1);
        const auto usual = Socket::CreateSocket(first, TcpSocketFactory::GetTypeId());
        TcpSocketFactoryHelper::InstallStock(first, TypeId::LookupByName("ns3::TcpCubic"));
        TcpSocketFactoryHelper::InstallStock(second, TypeId::LookupByName("ns3::TcpVegas"));
        const auto factory = first->GetObject<TcpStockSocketFactory>();
        const auto early = MakeStockSocket(first);
        factory->SetSocketAttribute("SegmentSize", UintegerValue(1000));
        factory->SetSocketAttribute("Sack", BooleanValue(false));
        factory->SetSocketAttribute("SegmentSize", UintegerValue(900));

        CheckSocket(MakeStockSocket(first), "ns3::TcpCubic", 900, false);
        const uint64_t size = GetSocketValue<UintegerValue>(usual, "SegmentSize");
        CheckSocket(early, "ns3::TcpCubic", size, true);
        CheckSocket(MakeStockSocket(second), "ns3::TcpVegas", size, true);
        const std::string algorithm = TcpSocketInspector::GetCongestionControlName(usual);
        CheckSocket(Socket::CreateSocket(first, TcpSocketFactory::GetTypeId()),
                    algorithm,
                    size,
                    true);
        TcpSocketFactoryHelper::InstallStock(first, TypeId::LookupByName("ns3::TcpBic"));
        NS_TEST_EXPECT_MSG_EQ(first->GetObject<TcpStockSocketFactory>(), factory, "still one");
        CheckSocket(MakeStockSocket(first), "ns3::TcpBic", 900, false);
    }

    /// @param socket of ns-3
    /// @param algorithm, size, sack it should have
    void CheckSocket(Ptr<Socket> socket, const std::string& algorithm, uint64_t size, bool sack)
    {
        NS_TEST_EXPECT_MSG_EQ(TcpSocketInspector::GetCongestionControlName(socket),
                              algorithm,
                              "congestion control");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<UintegerValue>(socket, "SegmentSize"),
                              size,
                              "bytes of a segment");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<BooleanValue>(socket, "Sack"), sack, "SACK");
    }
};

/// A user's default reaches the sockets, what is set at the factory wins.
class UserDefaultTestCase : public TestCase
{
  public:
    UserDefaultTestCase()
        : TestCase("defaults of a user")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::STOCK, TcpTestHost::STOCK);
        const auto node = bed.nodes.Get(0);
        Config::SetDefault("ns3::TcpStockSocketFactory::CongestionControl",
                           StringValue("ns3::TcpVegas"));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(4));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(700));
        const auto factory = CreateObject<TcpStockSocketFactory>();
        node->AggregateObject(factory);
        factory->SetSocketAttribute("SegmentSize", UintegerValue(900));
        const auto socket = MakeStockSocket(node);
        Config::Reset();
        NS_TEST_EXPECT_MSG_EQ(TcpSocketInspector::GetCongestionControlName(socket),
                              "ns3::TcpVegas",
                              "congestion control");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<UintegerValue>(socket, "InitialCwnd"),
                              4,
                              "the user's");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<UintegerValue>(socket, "SegmentSize"),
                              900,
                              "the host's");
    }
};

/// Sockets of the factory carry data, in segments of the size set for their host.
class StockTransferTestCase : public TestCase
{
  public:
    StockTransferTestCase()
        : TestCase("transfer in segments of 900 bytes")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 90000;
        TcpTestBed bed(TcpTestHost::STOCK, TcpTestHost::STOCK);
        TcpSocketFactoryHelper::InstallStock(bed.nodes.Get(0),
                                             TypeId::LookupByName("ns3::TcpCubic"));
        bed.nodes.Get(0)->GetObject<TcpStockSocketFactory>()->SetSocketAttribute(
            "SegmentSize",
            UintegerValue(900));
        uint32_t largest = 0;
        bed.LoseToServer([&largest](const TcpHeader&, uint32_t size) {
            largest = std::max(largest, size);
            return false;
        });
        bed.Connect();
        bed.client.socket->Close();
        bed.client.Attach(MakeStockSocket(bed.nodes.Get(0)));
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(largest, 900, "largest segment");
    }
};

/// Suite of TcpStockSocketFactory.
class TcpStockSocketFactoryTestSuite : public TestSuite
{
  public:
    TcpStockSocketFactoryTestSuite()
        : TestSuite("tcp-stock-socket-factory", Type::UNIT)
    {
        AddTestCase(new HostSettingsTestCase);
        AddTestCase(new UserDefaultTestCase);
        AddTestCase(new StockTransferTestCase);
    }
};

TcpStockSocketFactoryTestSuite g_suite; ///< registers itself

} // namespace
