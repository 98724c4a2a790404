// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TcpTraceProbe on a wire, with and without window scaling.

#include "testbed-run.h"

#include "ns3/boolean.h"
#include "ns3/bulk-transfer.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/test.h"
#include "ns3/time-sequence.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

/// When transfers begin.
const Time START = Seconds(1);
/// One way.
const Time DELAY = MilliSeconds(30);

/// Two hosts on a wire.
struct Wire
{
    Wire()
        : hosts(2)
    {
        InternetStackHelper().Install(hosts);
        PointToPointHelper wire;
        wire.SetChannelAttribute("Delay", TimeValue(DELAY));
        addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(wire.Install(hosts));
    }

    NodeContainer hosts;
    Ipv4InterfaceContainer addresses;
};

/// @param probe that saw one connection @return windows by the instants at which they move, and the
/// ACKs that brought them, bytes
std::vector<double>
GetWindows(Ptr<TcpTraceProbe> probe)
{
    std::vector<double> windows;
    double acknowledged{0};
    const auto views = probe->GetViews();
    for (const auto& row : views.at(0).rows)
    {
        if (row[3] == static_cast<double>(TimeSequenceKind::ACK))
        {
            acknowledged = row[1];
        }
        else if (row[3] == static_cast<double>(TimeSequenceKind::WINDOW))
        {
            windows.push_back(row[1] - acknowledged);
        }
    }
    return windows;
}

/// The line of the receiver's window in a graph of a connection with window scaling.
class ScaledWindowTestCase : public TestCase
{
  public:
    ScaledWindowTestCase()
        : TestCase("the window of a SYN-ACK is not scaled, those behind it are")
    {
    }

  private:
    /// @return see GetWindows()
    static std::vector<double> Upload()
    {
        const Wire wire;
        BulkTransfer upload(BulkTransfer::Transport::TCP,
                            wire.hosts.Get(0),
                            wire.hosts.Get(1),
                            wire.addresses.GetAddress(1));
        upload.Schedule(START, Seconds(1));
        const auto probe = TcpTraceProbe::AtIp(wire.hosts.Get(0));
        Simulator::Stop(START + Seconds(1));
        Simulator::Run();
        return GetWindows(probe);
    }

    void DoRun() override
    {
        SimulateRun(1, [this] {
            const auto windows = Upload();
            NS_TEST_ASSERT_MSG_GT(windows.size(), 2, "it moves");
            // RFC 7323, 2.2: a buffer of 128 KiB is more than the 16 bits of a SYN can say.
            NS_TEST_EXPECT_MSG_EQ(windows.front(), 65535, "all that an unscaled field holds");
            NS_TEST_EXPECT_MSG_EQ(*std::max_element(windows.begin(), windows.end()),
                                  131072,
                                  "the whole buffer");
        });
    }
};

/// The same line if only the receiver, which has opened the connection, has offered to scale.
class UnscaledWindowTestCase : public TestCase
{
  public:
    UnscaledWindowTestCase()
        : TestCase("no window is scaled if the sender of the data has not offered it")
    {
    }

  private:
    void DoRun() override
    {
        SimulateRun(1, [this] {
            const Wire wire;
            const auto probe = TcpTraceProbe::AtIp(wire.hosts.Get(0));
            const auto listener =
                Socket::CreateSocket(wire.hosts.Get(0), TcpSocketFactory::GetTypeId());
            listener->SetAttribute("WindowScaling", BooleanValue(false));
            listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5001));
            listener->Listen();
            listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                        Callback<void, Ptr<Socket>, const Address&>(
                                            [](Ptr<Socket> accepted, const Address&) {
                                                accepted->Send(Create<Packet>(10000));
                                            }));
            const auto reader =
                Socket::CreateSocket(wire.hosts.Get(1), TcpSocketFactory::GetTypeId());
            Simulator::Schedule(START, [&] {
                reader->Connect(InetSocketAddress(wire.addresses.GetAddress(0), 5001));
            });
            Simulator::Stop(START + Seconds(1));
            Simulator::Run();
            const auto windows = GetWindows(probe);
            NS_TEST_ASSERT_MSG_GT(windows.size(), 2, "it moves");
            // RFC 7323, 2.2
            NS_TEST_EXPECT_MSG_LT_OR_EQ(*std::max_element(windows.begin(), windows.end()),
                                        65535,
                                        "what an unscaled field holds");
        });
    }
};

/// Tests of the probe that draws time-sequence graphs.
class WlanTestbedTcpTraceProbeTestSuite : public TestSuite
{
  public:
    WlanTestbedTcpTraceProbeTestSuite()
        : TestSuite("wlan-testbed-tcp-trace-probe", Type::SYSTEM)
    {
        AddTestCase(new ScaledWindowTestCase, Duration::QUICK);
        AddTestCase(new UnscaledWindowTestCase, Duration::QUICK);
    }
};

/// The suite registers itself.
const WlanTestbedTcpTraceProbeTestSuite g_wlanTestbedTcpTraceProbeTestSuite;

} // namespace
