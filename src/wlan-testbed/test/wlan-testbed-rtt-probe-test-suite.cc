// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// RttProbe on a wire whose delay is known.

#include "testbed-run.h"

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-transfer.h"
#include "ns3/error-model.h"
#include "ns3/host-tcp.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/malone2008-rto.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rtt-probe.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

/// When transfers begin.
const Time START = Seconds(1);
/// One way.
const Time DELAY = MilliSeconds(30);
/// Of Linux 2.4, s.
constexpr double TICK = 0.01;

/// Loses all packets of a time.
class OutageErrorModel : public ErrorModel
{
  public:
    /// @param begin of the outage
    /// @param end of it
    OutageErrorModel(Time begin, Time end)
        : m_begin(begin),
          m_end(end)
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return Simulator::Now() >= m_begin && Simulator::Now() < m_end;
    }

    void DoReset() override
    {
    }

    Time m_begin; ///< of the outage
    Time m_end;   ///< of it
};

/// What the probe says of an upload of five seconds over a wire, and what the socket said.
struct ProbedUpload
{
    std::vector<double> rtts;              ///< from sending to the ACK of new data, s
    std::vector<RttProbe::Sample> samples; ///< of the probe
    std::vector<double> timeouts;          ///< of the probe
};

/// @param losses at the receiver; none: all packets arrive
/// @return what was seen
ProbedUpload
Upload(Ptr<ErrorModel> losses)
{
    ProbedUpload seen;
    NodeContainer hosts(2);
    InternetStackHelper().Install(hosts);
    PointToPointHelper wire;
    wire.SetDeviceAttribute("DataRate", StringValue("2Mbps"));
    wire.SetChannelAttribute("Delay", TimeValue(DELAY));
    const auto devices = wire.Install(hosts);
    if (losses)
    {
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
    }
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        InstallHostTcp(hosts.Get(i), "Linux24_18");
    }
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    BulkTransfer upload(BulkTransfer::Transport::TCP,
                        hosts.Get(0),
                        hosts.Get(1),
                        addresses.GetAddress(1));
    upload.Schedule(START, Seconds(5));
    const auto probe = RttProbe::Connect(upload.GetSender(), START);
    // By the packets: an ACK echoes the tick at which what it answers was sent.
    std::map<uint32_t, Time> sent; // the first segment of a tick
    SequenceNumber32 acknowledged(0);
    Simulator::Schedule(START + NanoSeconds(1), [&] {
        using Trace = Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>;
        const auto socket = DynamicCast<BulkSendApplication>(upload.GetSender())->GetSocket();
        const auto getStamps = [](const TcpHeader& header) {
            return DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
        };
        socket->TraceConnectWithoutContext(
            "Tx",
            Trace([&, getStamps](auto, const TcpHeader& header, auto) {
                sent.emplace(getStamps(header)->GetTimestamp(), Simulator::Now());
            }));
        socket->TraceConnectWithoutContext(
            "Rx",
            Trace([&, getStamps](auto, const TcpHeader& header, auto) {
                if (seen.rtts.empty())
                {
                    sent.emplace(getStamps(header)->GetEcho(), START); // the SYN
                }
                else if (header.GetAckNumber() <= acknowledged)
                {
                    return;
                }
                acknowledged = header.GetAckNumber();
                const Time rtt = Simulator::Now() - sent.at(getStamps(header)->GetEcho());
                seen.rtts.push_back(rtt.GetSeconds());
            }));
    });
    Simulator::Stop(START + Seconds(5));
    Simulator::Run();
    seen.samples = probe->GetSamples();
    seen.timeouts = probe->GetTimeouts();
    return seen;
}

/// The samples, and the timeout that was expected before each.
class RttProbeSamplesTestCase : public TestCase
{
  public:
    RttProbeSamplesTestCase()
        : TestCase("round-trip times and the timeouts by the samples before them")
    {
    }

  private:
    void DoRun() override
    {
        SimulateRun(1, [this] {
            const auto seen = Upload(nullptr);
            NS_TEST_ASSERT_MSG_GT(seen.samples.size(), 20, "samples");
            NS_TEST_ASSERT_MSG_EQ(seen.samples.size() + 1, seen.rtts.size(), "all but the first");
            NS_TEST_EXPECT_MSG_EQ(seen.timeouts.size(), 0, "nothing is lost");
            Malone2008Rto rto;
            double last = 0;
            uint32_t equal = 0;
            rto.Add(std::floor(seen.rtts[0] / TICK) * TICK); // a tick begins at START
            for (std::size_t i = 0; i < seen.samples.size(); ++i)
            {
                const auto& sample = seen.samples[i];
                NS_TEST_EXPECT_MSG_EQ_TOL(sample.rtt, seen.rtts[i + 1], TICK, "in whole ticks");
                NS_TEST_EXPECT_MSG_EQ_TOL(sample.rto, rto.Get(), 1e-9, "before this sample");
                equal += i > 0 && sample.rtt == seen.samples[i - 1].rtt;
                rto.Add(sample.rtt);
                NS_TEST_EXPECT_MSG_GT_OR_EQ(sample.rtt, 2 * DELAY.GetSeconds(), "of the wire");
                NS_TEST_EXPECT_MSG_GT_OR_EQ(sample.time, last, "in order");
                last = sample.time;
            }
            NS_TEST_EXPECT_MSG_GT(seen.samples.back().time, 5.5, "until the end");
            NS_TEST_EXPECT_MSG_GT(equal, 0, "none is left out because it is equal to the last");
        });
    }
};

/// What counts as a timeout.
class RttProbeTimeoutsTestCase : public TestCase
{
  public:
    RttProbeTimeoutsTestCase()
        : TestCase("a lost segment that is sent again at once is no timeout, an outage is")
    {
    }

  private:
    void DoRun() override
    {
        SimulateRun(1, [this] {
            const auto single = CreateObject<ReceiveListErrorModel>();
            single->SetList({40});
            // A macro of the test would evaluate a call again after a failure.
            const auto timeouts = Upload(single).timeouts;
            NS_TEST_EXPECT_MSG_EQ(timeouts.size(), 0, "fast retransmission");
        });
        SimulateRun(1, [this] {
            // All is lost for 2 s, longer than the timeout of 0.2 s and more and its double.
            const auto timeouts =
                Upload(CreateObject<OutageErrorModel>(Seconds(3), Seconds(5))).timeouts;
            NS_TEST_ASSERT_MSG_GT(timeouts.size(), 1, "the second in vain, too");
            NS_TEST_EXPECT_MSG_GT(timeouts.front(), 3.2, "not before the least timeout");
            NS_TEST_EXPECT_MSG_LT(timeouts.front(), 5, "during the outage");
        });
    }
};

/// Tests of RttProbe.
class WlanTestbedRttProbeTestSuite : public TestSuite
{
  public:
    WlanTestbedRttProbeTestSuite()
        : TestSuite("wlan-testbed-rtt-probe", Type::SYSTEM)
    {
        AddTestCase(new RttProbeSamplesTestCase, Duration::QUICK);
        AddTestCase(new RttProbeTimeoutsTestCase, Duration::QUICK);
    }
};

/// The suite registers itself.
const WlanTestbedRttProbeTestSuite g_wlanTestbedRttProbeTestSuite;

} // namespace
