// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Testbeds with an access point on WifiNetDevice and on DcfNetDevice: alike, and all packets are
// accounted for. The two cannot be equal to the packet, as an access point of ns-3 sends beacons
// and each radio has other random streams.

#include "testbed-run.h"

#include "ns3/air-probe.h"
#include "ns3/boolean.h"
#include "ns3/bulk-transfer.h"
#include "ns3/cell-traffic.h"
#include "ns3/config.h"
#include "ns3/dcf-net-device.h"
#include "ns3/frame-probe.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/laptop-transfer.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-probe.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/user-attribute.h"
#include "ns3/vacirca2005-testbed.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Of the air of a cell, ns-3's beacons take this at most: each 102.4 ms some 1.3 ms at 1 Mb/s, and
/// a backoff.
constexpr double BEACONS = 0.02;

/// What is compared.
struct Outcome
{
    double goodput{0};         ///< all connections, bit/s
    uint64_t transmissions{0}; ///< data frames of the stations
    double failed{0};          ///< share of these without ACK
    double rtt{0};             ///< mean of a station, s
    double queue{0};           ///< mean at the access point, packets
    bool isConserved{true};    ///< each packet of a radio is accounted for
};

/// @param radios of either kind
/// @return whether each packet of a DcfNetDevice is accounted for
bool
IsConserved(const NetDeviceContainer& radios)
{
    return std::all_of(radios.Begin(), radios.End(), [](Ptr<NetDevice> radio) {
        const auto dcf = DynamicCast<DcfNetDevice>(radio);
        if (!dcf)
        {
            return true;
        }
        const DcfCounters c = dcf->GetCounters();
        return c.offered > 0 &&
               c.offered == c.acknowledged + c.group + c.dropped + dcf->GetNQueued();
    });
}

/// @param begin of what counts, s
/// @param end of what counts, s
void
AddFrames(Outcome& outcome,
          const std::vector<std::unique_ptr<FrameProbe>>& probes,
          double begin,
          double end)
{
    uint64_t delivered = 0;
    for (const auto& probe : probes)
    {
        const auto& sent = probe->GetTransmissions();
        const auto& arrived = probe->GetDeliveries();
        outcome.transmissions +=
            std::ranges::count_if(sent, [=](double t) { return t >= begin && t < end; });
        delivered += std::ranges::count_if(arrived, [=](const auto& d) {
            return d.time >= begin && d.time < end;
        });
    }
    outcome.failed =
        1 - static_cast<double>(delivered) / static_cast<double>(outcome.transmissions);
}

/// Four uploads of malone2008, of which the last part counts.
/// @param cell makes the testbed
/// @param kind of its radios
/// @param duration of the uploads
/// @param from what counts begins
Outcome
RunMalone(const ObjectFactory& cell, const std::string& kind, Time duration, Time from)
{
    Outcome outcome;
    SimulateRun(1, [&] {
        Config::SetGlobal("radio", StringValue(kind));
        const auto built = cell.Create<Malone2008Testbed>();
        const Malone2008Testbed& testbed = *built;
        built->AssignStreams(0);
        const Time start = testbed.GetStart();
        std::vector<std::unique_ptr<BulkTransfer>> uploads;
        std::vector<std::unique_ptr<FrameProbe>> probes;
        for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
        {
            uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                             testbed.GetStation(i),
                                                             testbed.GetHost(),
                                                             testbed.GetHostAddress(),
                                                             5001 + i));
            uploads.back()->Schedule(start, duration);
            probes.push_back(std::make_unique<FrameProbe>(testbed.GetStationRadio(i)));
        }
        const auto rtts = RttProbe::Connect(uploads.front()->GetSender(), start);
        const auto count = [&uploads] {
            double bits = 0;
            for (const auto& upload : uploads)
            {
                bits += 8.0 * static_cast<double>(upload->GetReceivedBytes());
            }
            return bits;
        };
        double before = 0;
        Simulator::Schedule(from, [&] { before = count(); });
        uint32_t looks = 0;
        const std::function<void()> look = [&] {
            outcome.queue += (testbed.GetAccessPointQueue() - outcome.queue) / ++looks;
            Simulator::Schedule(MilliSeconds(5), look);
        };
        Simulator::Schedule(from, look);
        const Time end = start + duration;
        Simulator::Stop(end);
        Simulator::Run();
        outcome.goodput = (count() - before) / (end - from).GetSeconds();
        AddFrames(outcome, probes, from.GetSeconds(), end.GetSeconds());
        uint32_t samples = 0;
        for (const auto& sample : rtts->GetSamples())
        {
            if (sample.time >= from.GetSeconds())
            {
                outcome.rtt += (sample.rtt - outcome.rtt) / ++samples;
            }
        }
        outcome.isConserved =
            IsConserved(testbed.GetRadios()) && testbed.GetBridge()->IsConserved();
    });
    return outcome;
}

/// A case that compares outcomes.
class RadioCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void Compare(const Outcome& wifi, const Outcome& dcf)
    {
        NS_TEST_EXPECT_MSG_EQ(dcf.isConserved, true, "packets are accounted for");
        // Beside the beacons, chance: who collides with whom.
        NS_TEST_EXPECT_MSG_EQ_TOL(dcf.goodput / wifi.goodput, 1 + BEACONS / 2, 0.04, "goodput");
        // Four deviations of the difference of two shares.
        const double share = (wifi.failed + dcf.failed) / 2;
        const double deviation = std::sqrt(share * (1 - share) *
                                           (1.0 / static_cast<double>(wifi.transmissions) +
                                            1.0 / static_cast<double>(dcf.transmissions)));
        NS_TEST_EXPECT_MSG_EQ_TOL(dcf.failed, wifi.failed, 4 * deviation, "failed transmissions");
    }
};

class MaloneRadioKindCase : public RadioCase
{
  public:
    /// @param name of the case
    /// @param isPrioritising whether ACKs have priority
    /// @param laterMode of the stations
    /// @param tolerance of round-trip times and queues, which follow the windows, relative
    MaloneRadioKindCase(const std::string& name,
                        bool isPrioritising,
                        const std::string& laterMode,
                        double tolerance)
        : RadioCase("malone2008, " + name),
          m_isPrioritising(isPrioritising),
          m_laterMode(laterMode),
          m_tolerance(tolerance)
    {
    }

  private:
    void DoRun() override
    {
        const ObjectFactory cell("ns3::Malone2008Testbed",
                                 "PrioritiseAcks",
                                 BooleanValue(m_isPrioritising),
                                 "LaterMode",
                                 StringValue(m_laterMode),
                                 "Change",
                                 TimeValue(Seconds(3)));
        // Windows go up and down for seconds, and at 1 Mb/s few seconds are few packets: shorter
        // runs differ by tenths.
        const Time duration = m_laterMode == "None" ? Seconds(25) : Seconds(60);
        const Time from = Seconds(5);
        const Outcome wifi = RunMalone(cell, "wifi", duration, from);
        const Outcome dcf = RunMalone(cell, "dcf", duration, from);
        Compare(wifi, dcf);
        NS_TEST_EXPECT_MSG_EQ_TOL(dcf.rtt, wifi.rtt, m_tolerance * wifi.rtt, "round-trip time");
        NS_TEST_EXPECT_MSG_EQ_TOL(dcf.queue,
                                  wifi.queue,
                                  std::max(0.5, m_tolerance * wifi.queue),
                                  "access point's queue");
    }

    bool m_isPrioritising;   ///< see the constructor
    std::string m_laterMode; ///< see the constructor
    double m_tolerance;      ///< see the constructor
};

/// dl2-ul2 of vacirca2005.
class VacircaRadioKindCase : public RadioCase
{
  public:
    VacircaRadioKindCase()
        : RadioCase("vacirca2005, dl2-ul2")
    {
    }

  private:
    static Outcome RunCell(const std::string& kind)
    {
        Outcome outcome;
        SimulateRun(1, [&] {
            Config::SetGlobal("radio", StringValue(kind));
            const Time duration = Seconds(8);
            const auto built =
                CreateObjectWithAttributes<Vacirca2005Testbed>("WarmUp", TimeValue(Seconds(2)));
            const Vacirca2005Testbed& testbed = *built;
            const int64_t streams = built->AssignStreams(0);
            const CellTraffic traffic(built, duration, streams);
            std::vector<std::unique_ptr<FrameProbe>> probes;
            for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
            {
                probes.push_back(std::make_unique<FrameProbe>(testbed.GetStationRadio(i)));
            }
            const Time end = testbed.GetStart() + duration;
            Simulator::Stop(end);
            Simulator::Run();
            outcome.goodput = traffic.GetUplink().goodput + traffic.GetDownlink().goodput;
            AddFrames(outcome, probes, traffic.GetCountedStart().GetSeconds(), end.GetSeconds());
            outcome.isConserved =
                IsConserved(testbed.GetRadios()) && testbed.GetBridge()->IsConserved();
        });
        return outcome;
    }

    void DoRun() override
    {
        Compare(RunCell("wifi"), RunCell("dcf"));
    }
};

/// A transfer of kuang2003's laptop, through its USB adapter.
class KuangRadioKindCase : public RadioCase
{
  public:
    /// @param name of the case
    /// @param transport of the transfer
    /// @param values of the testbed
    KuangRadioKindCase(const std::string& name,
                       BulkTransfer::Transport transport,
                       const TestbedValues& values)
        : RadioCase("kuang2003, " + name),
          m_transport(transport),
          m_values(values)
    {
    }

  private:
    Outcome RunLaptop(const std::string& kind)
    {
        Outcome outcome;
        SimulateRun(1, [&] {
            Config::SetGlobal("radio", StringValue(kind));
            ObjectFactory laptop("ns3::Kuang2003Testbed",
                                 "QueuedBulk",
                                 BooleanValue(true)); // so that the radio is the bottleneck
            Vary(laptop, m_values);
            LaptopTransfer transfer(m_transport, laptop, Seconds(8));
            const Kuang2003Testbed& testbed = transfer.GetTestbed();
            const AirProbe air(testbed.GetRadios());
            transfer.Run();
            outcome.goodput = 1e6 * transfer.GetTransfer().GetThroughputMbps();
            outcome.transmissions =
                air.GetLog().GetCounts(0).frames + air.GetLog().GetCounts(1).frames;
            outcome.failed = air.GetLog().GetRetryRate();
            const UsbNetDevice& driver = *testbed.GetUsbDevice();
            const UsbWifiAdapter& adapter = *testbed.GetAdapter();
            outcome.isConserved =
                IsConserved(testbed.GetRadios()) && driver.GetTxCounters().IsConserved() &&
                driver.GetRxCounters().IsConserved() && adapter.GetTxCounters().IsConserved() &&
                adapter.GetRxCounters().IsConserved();
        });
        return outcome;
    }

    void DoRun() override
    {
        const Outcome dcf = RunLaptop("dcf");
        Compare(RunLaptop("wifi"), dcf);
        const Outcome again = RunLaptop("dcf");
        NS_TEST_EXPECT_MSG_EQ(again.goodput, dcf.goodput, "the same seed");
        NS_TEST_EXPECT_MSG_EQ(again.transmissions, dcf.transmissions, "the same seed");
    }

    BulkTransfer::Transport m_transport; ///< see the constructor
    TestbedValues m_values;              ///< see the constructor
};

class RadioTestSuite : public TestSuite
{
  public:
    RadioTestSuite()
        : TestSuite("wlan-testbed-radio", Type::SYSTEM)
    {
        AddTestCase(new MaloneRadioKindCase("priority", true, "None", 0.2), Duration::QUICK);
        // Whose ACKs the full queue refuses is chance, and lasts.
        AddTestCase(new MaloneRadioKindCase("FIFO", false, "None", 1), Duration::QUICK);
        AddTestCase(new MaloneRadioKindCase("change to 1 Mbps", true, "DsssRate1Mbps", 0.3),
                    Duration::QUICK);
        AddTestCase(new VacircaRadioKindCase, Duration::QUICK);
        const auto addLaptop = [this](const std::string& name, auto transport, auto change) {
            AddTestCase(new KuangRadioKindCase(name, transport, change), Duration::QUICK);
        };
        using Transport = BulkTransfer::Transport;
        addLaptop("TCP", Transport::TCP, TestbedValues());
        addLaptop(
            "TCP at 2 Mbps, responses at 1 Mbps",
            Transport::TCP,
            TestbedValues{{"RateBug", "true"}, {"BasicRates", "DsssRate1Mbps,DsssRate5_5Mbps"}});
        addLaptop("UDP without retransmission",
                  Transport::UDP,
                  TestbedValues{{"MacRetransmission", "false"}, {"FrameLossRate", "0.02"}});
    }
};

RadioTestSuite g_radioTestSuite;

} // namespace
