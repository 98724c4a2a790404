// SPDX-License-Identifier: GPL-2.0-only

#include "upload-run.h"

#include "../common/least-duration.h"

#include "ns3/bulk-transfer.h"
#include "ns3/level-sequence.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rtt-probe.h"
#include "ns3/sample-statistics.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <cmath>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// Slow start and whatever begins a phase are over after this time.
const Time SETTLE = Seconds(10);
/// How often the access point's queue is looked at.
const Time SAMPLING = MilliSeconds(20);
/// A flow that has less than this share of what each would have if all had the same never recovers.
constexpr double STUCK_SHARE = 0.05;
/// Retries above which a frame counts as one of the "few packets" (IV).
constexpr uint32_t FEW_RETRIES = 5;

/// @param values in any order, at least one @param share from 0 to 1 @return the quantile
double
GetQuantile(std::vector<double> values, double share)
{
    gsl_sort(values.data(), 1, values.size());
    return gsl_stats_quantile_from_sorted_data(values.data(), 1, values.size(), share);
}

/// @param values any number @return their mean, NaN without values
double
GetMean(const std::vector<double>& values)
{
    return gsl_stats_mean(values.data(), 1, values.size());
}

/// The time before or after the change, in which things are counted.
struct Phase
{
    Time begin; ///< counting
    Time end;   ///< of counting

    /// @param time an instant, s @return whether it counts
    bool Contains(double time) const
    {
        return time >= begin.GetSeconds() && time < end.GetSeconds();
    }
};

/// What becomes of the data frames of a radio.
class FrameProbe
{
  public:
    /// @param radio whose frames
    explicit FrameProbe(Ptr<NetDevice> radio)
    {
        const auto device = DynamicCast<WifiNetDevice>(radio);
        const auto mac = device->GetMac();
        device->GetPhy()->TraceConnectWithoutContext("PhyTxBegin",
                                                     MakeCallback(&FrameProbe::NoteBegin, this));
        mac->TraceConnectWithoutContext("AckedMpdu", MakeCallback(&FrameProbe::NoteAcked, this));
        mac->TraceConnectWithoutContext("DroppedMpdu",
                                        MakeCallback(&FrameProbe::NoteDropped, this));
        const auto disc =
            radio->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(radio);
        disc->TraceConnectWithoutContext("Enqueue", MakeCallback(&FrameProbe::NoteOffered, this));
    }

    FrameProbe(const FrameProbe&) = delete;
    FrameProbe& operator=(const FrameProbe&) = delete;

    /// A frame that was delivered.
    struct Delivery
    {
        double time;      ///< of its acknowledgement, s
        double service;   ///< since it came into the driver's queue, s
        double drain;     ///< since it came into the interface's queue, s
        uint32_t retries; ///< of it
    };

    std::vector<Delivery> deliveries; ///< in order
    uint64_t dropped{0};              ///< at the limit of retries

    /// @param phase in which @return share of transmissions that were not acknowledged
    double GetCollisionShare(const Phase& phase) const
    {
        const auto sent =
            std::ranges::count_if(m_begins, [&phase](double time) { return phase.Contains(time); });
        const auto delivered =
            std::ranges::count_if(deliveries, [&phase](const Delivery& delivery) {
                return phase.Contains(delivery.time);
            });
        return sent == 0 ? 0 : 1 - static_cast<double>(delivered) / static_cast<double>(sent);
    }

  private:
    void NoteBegin(Ptr<const Packet> packet, double)
    {
        WifiMacHeader header;
        packet->PeekHeader(header);
        if (header.IsData() && !header.GetAddr1().IsGroup())
        {
            m_begins.push_back(Simulator::Now().GetSeconds());
        }
    }

    void NoteOffered(Ptr<const QueueDiscItem> item)
    {
        m_offered[item->GetPacket()->GetUid()] = Simulator::Now();
    }

    void NoteAcked(Ptr<const WifiMpdu> mpdu)
    {
        if (!mpdu->GetHeader().IsData())
        {
            return;
        }
        const auto offered = m_offered.find(mpdu->GetPacket()->GetUid());
        const Time since = offered == m_offered.end() ? mpdu->GetTimestamp() : offered->second;
        deliveries.push_back({Simulator::Now().GetSeconds(),
                              (Simulator::Now() - mpdu->GetTimestamp()).GetSeconds(),
                              (Simulator::Now() - since).GetSeconds(),
                              mpdu->GetRetryCount()});
        if (offered != m_offered.end())
        {
            m_offered.erase(offered);
        }
    }

    void NoteDropped(WifiMacDropReason, Ptr<const WifiMpdu> mpdu)
    {
        dropped += mpdu->GetHeader().IsData();
    }

    std::vector<double> m_begins;       ///< transmissions, s
    std::map<uint64_t, Time> m_offered; ///< packets by uid, since when they wait
};

/// A connection from a station to the host.
struct Upload
{
    BulkTransfer transfer;   ///< of data
    Ptr<RttProbe> rtts;      ///< at its sender
    Time start;              ///< when it begins
    uint64_t bytesBefore{0}; ///< received when its last half began
};

/// Looks at the length of the access point's queue.
class QueueSampler
{
  public:
    /// @param testbed whose access point
    explicit QueueSampler(const Malone2008Testbed& testbed)
        : m_testbed(testbed)
    {
        Simulator::Schedule(testbed.GetParameters().start, &QueueSampler::Look, this);
    }

    LevelSequence levels; ///< with their times

    /// @param phase in which @return the lengths
    std::vector<double> Get(const Phase& phase) const
    {
        std::vector<double> lengths;
        for (const auto& row : levels.GetRows())
        {
            if (phase.Contains(row[0]))
            {
                lengths.push_back(row[1]);
            }
        }
        return lengths;
    }

  private:
    void Look()
    {
        levels.Set(Simulator::Now().GetSeconds(), m_testbed.GetAccessPointQueue());
        Simulator::Schedule(SAMPLING, &QueueSampler::Look, this);
    }

    const Malone2008Testbed& m_testbed; ///< whose access point
};

/// @param samples of a connection @param phase in which @return their values by the function
template <typename F>
std::vector<double>
Select(const std::vector<RttProbe::Sample>& samples, const Phase& phase, F value)
{
    std::vector<double> values;
    for (const auto& sample : samples)
    {
        if (phase.Contains(sample.time))
        {
            values.push_back(value(sample));
        }
    }
    return values;
}

/// @param frames of a radio @param phase in which @param value of a delivery @return the values
template <typename F>
std::vector<double>
Select(const FrameProbe& frames, const Phase& phase, F value)
{
    std::vector<double> values;
    for (const auto& delivery : frames.deliveries)
    {
        if (phase.Contains(delivery.time))
        {
            values.push_back(value(delivery));
        }
    }
    return values;
}

constexpr double MS = 1e3; ///< ms in a second

/// Adds quantiles of some values, in ms, if there are any.
void
AddQuantiles(RunResult& result, const std::string& name, const std::vector<double>& values)
{
    if (values.empty())
    {
        return;
    }
    for (const auto& [suffix, share] : {std::pair{"p1", 0.01},
                                        std::pair{"p5", 0.05},
                                        std::pair{"p50", 0.5},
                                        std::pair{"p95", 0.95},
                                        std::pair{"p99", 0.99}})
    {
        result.metrics.push_back({name + "-" + suffix, "ms", MS * GetQuantile(values, share)});
    }
    const auto [least, greatest] = std::ranges::minmax(values);
    result.metrics.push_back({name + "-least", "ms", MS * least});
    result.metrics.push_back({name + "-greatest", "ms", MS * greatest});
}

} // namespace

RunResult
MeasureUploads(Malone2008Parameters parameters, const StudyOptions& options)
{
    RequireDuration(options, 4 * SETTLE, "in which the windows settle before and after the change");
    const bool changes = parameters.laterUploads > 0 || !parameters.laterMode.empty();
    parameters.change = std::min(parameters.change, options.duration / 2);
    Malone2008Testbed testbed(parameters);
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed.AssignStreams(0));
    const Time end = parameters.start + options.duration;
    const Time change = changes ? parameters.start + parameters.change : end;
    const Phase before{parameters.start + SETTLE, change};
    const Phase after{change + SETTLE, end};

    std::vector<std::unique_ptr<Upload>> uploads;
    for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
    {
        constexpr uint16_t PORT = 5001; // of Iperf
        const Time first = i < parameters.uploads ? parameters.start : change;
        auto upload =
            std::make_unique<Upload>(Upload{BulkTransfer(BulkTransfer::Transport::TCP,
                                                         testbed.GetStation(i),
                                                         testbed.GetHost(),
                                                         testbed.GetHostAddress(),
                                                         PORT + i),
                                            nullptr,
                                            first + parameters.startSpread * jitter->GetValue()});
        upload->transfer.Schedule(upload->start, end - upload->start);
        upload->rtts = RttProbe::Connect(upload->transfer.GetSender(), upload->start);
        Simulator::Schedule((upload->start + end) / 2, [flow = upload.get()] {
            flow->bytesBefore = flow->transfer.GetReceivedBytes();
        });
        uploads.push_back(std::move(upload));
    }
    std::vector<std::unique_ptr<FrameProbe>> frames;
    for (uint32_t i = 0; i < testbed.GetRadios().GetN(); ++i)
    {
        frames.push_back(std::make_unique<FrameProbe>(testbed.GetRadios().Get(i)));
    }
    const QueueSampler queue(testbed);
    Simulator::Stop(end);
    Simulator::Run();

    RunResult result;
    const auto add = [&result](const std::string& name, const std::string& unit, double value) {
        result.metrics.push_back({name, unit, value});
    };

    // Goodput of the first uploads, and of their second halves.
    double sum = 0;
    double squares = 0;
    double halves = 0;
    double leastHalf = std::numeric_limits<double>::infinity();
    uint64_t timeouts = 0;
    for (uint32_t i = 0; i < parameters.uploads; ++i)
    {
        const auto& flow = *uploads[i];
        const double rate = flow.transfer.GetThroughputMbps();
        sum += rate;
        squares += rate * rate;
        const auto half = static_cast<double>(flow.transfer.GetReceivedBytes() - flow.bytesBefore);
        halves += half;
        leastHalf = std::min(leastHalf, half);
        timeouts += flow.rtts->GetTimeouts().size();
    }
    uint64_t laterTimeouts = 0;
    for (const auto& flow : uploads)
    {
        laterTimeouts += std::ranges::count_if(flow->rtts->GetTimeouts(), [&](double time) {
            return changes && time >= change.GetSeconds();
        });
    }
    add("goodput", "Mb/s", sum);
    add("jain", "", sum * sum / parameters.uploads / squares);
    add("least-share", "", leastHalf * parameters.uploads / halves);
    add("stuck", "", leastHalf * parameters.uploads < STUCK_SHARE * halves);
    add("timeouts", "", static_cast<double>(timeouts));
    add("later-timeouts", "", static_cast<double>(laterTimeouts));

    const auto lengths = queue.Get(before);
    add("ap-queue-p5", "packets", GetQuantile(lengths, 0.05));
    add("ap-queue-p50", "packets", GetQuantile(lengths, 0.5));
    add("ap-queue-p95", "packets", GetQuantile(lengths, 0.95));

    // Drops and retries, of the stations together and of the access point.
    const auto dropShare = [](uint64_t dropped, std::size_t delivered) {
        return 100 * static_cast<double>(dropped) /
               static_cast<double>(std::max<std::size_t>(dropped + delivered, 1));
    };
    uint64_t dropped = 0;
    std::size_t delivered = 0;
    std::size_t often = 0;
    for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
    {
        dropped += frames[i]->dropped;
        delivered += frames[i]->deliveries.size();
        often += std::ranges::count_if(frames[i]->deliveries, [](const auto& delivery) {
            return delivery.retries > FEW_RETRIES;
        });
    }
    add("station-drops", "%", dropShare(dropped, delivered));
    add("ap-drops", "%", dropShare(frames.back()->dropped, frames.back()->deliveries.size()));
    add("many-retries", "%", dropShare(often, delivered - often));

    // The measuring station is the first (III).
    const auto& monitor = *frames.front();
    const auto& samples = uploads.front()->rtts->GetSamples();
    const auto rtt = [](const RttProbe::Sample& sample) { return sample.rtt; };
    const auto clearance = [](const RttProbe::Sample& sample) { return sample.rto - sample.rtt; };
    add("collisions", "%", 100 * monitor.GetCollisionShare(before));
    add("rtt", "ms", MS * GetMean(Select(samples, before, rtt)));
    AddQuantiles(result, "clearance", Select(samples, before, clearance));
    AddQuantiles(result, "service", Select(monitor, before, [](const auto& delivery) {
                     return delivery.service;
                 }));
    const auto drain = [](const auto& delivery) { return delivery.drain; };
    AddQuantiles(result, "ack-drain", Select(*frames.back(), before, drain));
    AddQuantiles(result, "data-drain", Select(monitor, before, drain));
    if (changes)
    {
        add("later-collisions", "%", 100 * monitor.GetCollisionShare(after));
        add("later-rtt", "ms", MS * GetMean(Select(samples, after, rtt)));
        AddQuantiles(result, "later-clearance", Select(samples, after, clearance));
    }
    return result;
}

} // namespace ns3
