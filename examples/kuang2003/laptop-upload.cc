// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-upload.h"

#include "laptop-run.h"

#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <vector>

namespace ns3
{

namespace
{

/// Start-up time that the bottleneck metrics leave out; a run of less than twice this time leaves
/// out its first half.
const Time WARM_UP = Seconds(1);
/// First of the random streams of the testbed; the one before it draws the start.
constexpr int64_t FIRST_STREAM = 1;
/// Time from one look at the interface queue to the next. It is no multiple of the bus's frame, so
/// that the looks fall into all phases of a frame.
const Time SAMPLING_INTERVAL = MicroSeconds(9730);

/// The interface queue looked at in regular intervals.
class BacklogSampler
{
  public:
    explicit BacklogSampler(Ptr<QueueDisc> queue)
        : m_queue(queue)
    {
    }

    void Sample()
    {
        m_sum += m_queue->GetNPackets();
        ++m_samples;
        Simulator::Schedule(SAMPLING_INTERVAL, &BacklogSampler::Sample, this);
    }

    double GetMean() const
    {
        return m_samples == 0 ? 0 : m_sum / m_samples;
    }

  private:
    Ptr<QueueDisc> m_queue; ///< of the laptop
    double m_sum{0};        ///< packets
    uint32_t m_samples{0};  ///< looks
};

/// @return when the transfer of this run begins
Time
DrawStart()
{
    auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(FIRST_STREAM - 1);
    const std::string testbed = "ns3::Kuang2003Testbed::";
    return GetDefault<TimeValue>(testbed + "Start") +
           GetDefault<TimeValue>(testbed + "StartJitter") * jitter->GetValue();
}

} // namespace

RunResult
MeasureLaptopUpload(const TestbedValues& values, const StudyOptions& options)
{
    const Time start = DrawStart();
    ObjectFactory laptop("ns3::Kuang2003Testbed", "Start", TimeValue(start));
    Vary(laptop, values);
    LaptopTransfer transfer(BulkTransfer::Transport::TCP, laptop, options.duration, FIRST_STREAM);
    const Kuang2003Testbed& testbed = transfer.GetTestbed();
    BacklogSampler backlog(testbed.GetInterfaceQueue());
    const Time warm = start + Min(WARM_UP, options.duration / 2);
    Simulator::Schedule(warm, &BacklogSampler::Sample, &backlog);
    UsbBusStatistics before;
    Simulator::Schedule(start, [&] { before = testbed.GetBus()->GetStatistics(); });
    Simulator::Schedule(warm, [&] { testbed.GetAdapter()->RestartOccupancies(); });
    RunResult result = RunLaptopTransfer(transfer, options);

    const UsbBusStatistics after = testbed.GetBus()->GetStatistics();
    const Time now = Simulator::Now();
    const auto frames = static_cast<double>(after.frames - before.frames);
    const auto bytes = static_cast<double>(transfer.GetTransfer().GetReceivedBytes());
    const auto segments = bytes / testbed.GetSegmentSize();
    const double busSeconds = static_cast<double>(after.dataBits - before.dataBits) / 12e6;
    const UsbWifiAdapter& adapter = *testbed.GetAdapter();
    const std::vector<Metric> metrics{
        {"radio-starved", "", adapter.GetMacOccupancy().GetEmptyFraction(now)},
        {"adapter-frames", "frames", adapter.GetTxOccupancy().GetMean(now)},
        {"interface-queue", "packets", backlog.GetMean()},
        {"bus-frames-per-segment", "frames", segments > 0 ? frames / segments : 0},
        {"bus-data-time", "", busSeconds / options.duration.GetSeconds()},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
    return result;
}

} // namespace ns3
