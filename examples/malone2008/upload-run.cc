// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-run.h"

#include "upload-flows.h"
#include "upload-quantiles.h"
#include "upload-queues.h"
#include "upload-series.h"

#include "ns3/frame-probe.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/simulator.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <gsl/gsl_statistics_double.h>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Slow start and whatever begins a phase are over after this time,
const Time SETTLE = Seconds(10);
/// or, in short runs, after a third of each phase.
constexpr int64_t PARTS = 3;
/// Shortest phase in which windows settle at all.
const Time LEAST_PHASE = Seconds(3);
/// Retries above which a frame counts as one of the "few packets" (IV).
constexpr uint32_t FEW_RETRIES = 5;
/// What a segment has around it when the MAC takes it, bytes: headers of TCP with timestamps, IP
/// and LLC.
constexpr uint32_t PACKET_OVERHEAD = 32 + 20 + 8;
/// "Neither distribution gets close to negative overhead" (V): how close is near is a choice of
/// ours, the delay of the wired path, s.
constexpr double NEAR = 0.02;
constexpr double MS = 1e3; ///< ms in a second
/// Figures 10 and 12 show so much before and after the change, s.
constexpr double CLOSE_BEFORE = 2;
constexpr double CLOSE_AFTER = 22;

/// @param values any number of them
/// @return their mean; 0 if there is none
double
GetMean(const std::vector<double>& values)
{
    return values.empty() ? 0 : gsl_stats_mean(values.data(), 1, values.size());
}

/// Add quantiles of what the measuring station measures. A station that is locked out measures
/// nothing; its run has zeros, which do not count, as the metric "measured" is 0.
/// @param result takes the metrics
/// @param name of them
/// @param times s, any number of them
void
AddQuantilesOrZero(RunResult& result, const std::string& name, const std::vector<double>& times)
{
    AddQuantiles(result, name, times.empty() ? std::vector<double>{0} : times);
}

/// What became of the frames of some radios.
struct FrameCount
{
    uint64_t dropped{0};   ///< at the limit of retries
    uint64_t delivered{0}; ///< with few retries or many
    uint64_t often{0};     ///< of these, delivered after more than the few

    /// @param probe of one more radio
    void Add(const FrameProbe& probe)
    {
        dropped += probe.GetDropped();
        delivered += probe.GetDeliveries().size();
        often += std::ranges::count_if(probe.GetDeliveries(), [](const auto& delivery) {
            return delivery.retries > FEW_RETRIES;
        });
    }

    /// @param part of the frames
    /// @return percent of all
    double GetPercent(uint64_t part) const
    {
        return 100 * static_cast<double>(part) /
               static_cast<double>(std::max<uint64_t>(dropped + delivered, 1));
    }
};

/// One run with its probes.
class UploadRun
{
  public:
    /// @param testbed in which it is
    /// @param duration of the run
    UploadRun(Ptr<Malone2008Testbed> testbed, Time duration);

    /// Run the simulator.
    /// @return the metrics
    RunResult Run();
    /// @param figures that are wanted
    /// @return their series
    std::vector<Series> GetFigures(const UploadFigures& figures) const;
    /// @return what is to be enlarged in the figures: what follows the change
    std::vector<Interval> GetCloseUps() const;

  private:
    void AddQueue(RunResult& result) const;
    void AddFrames(RunResult& result) const;
    void AddRoundTrips(RunResult& result) const;
    void AddTimesInQueues(RunResult& result) const;
    /// @return whether the measuring station has delivered data and measured round-trip times in
    /// each phase
    bool HasMeasured() const;
    /// @param result takes figures of RTO - RTT
    /// @param prefix of their names
    /// @param phase of them
    void AddClearances(RunResult& result,
                       const std::string& prefix,
                       const UploadPhase& phase) const;
    /// @param frames of a radio
    /// @param value of a delivery
    /// @param least size of a packet, bytes
    /// @return the values of those before the change, s
    std::vector<double> Select(const FrameProbe& frames,
                               double FrameProbe::Delivery::* value,
                               uint32_t least = 0) const;
    /// @param value of a delivery
    /// @return the values of the measuring station's full-size data packets before the change, s:
    /// figures 1 and 8 are of data
    std::vector<double> GetData(double FrameProbe::Delivery::* value) const;

    Ptr<Malone2008Testbed> m_testbed;                  ///< the testbed
    int64_t m_streams;                                 ///< that it uses
    Time m_settle;                                     ///< at the beginning of each phase
    Time m_end;                                        ///< of the run
    Time m_change;                                     ///< or the end, if nothing changes
    UploadFlows m_flows;                               ///< from the stations
    UploadQueues m_queues;                             ///< over time
    UploadPhase m_before;                              ///< the change
    UploadPhase m_after;                               ///< the change, when it has settled
    UploadPhase m_fromChange;                          ///< from the change on
    UploadPhase m_closeUp;                             ///< what is enlarged after the change
    std::vector<std::unique_ptr<FrameProbe>> m_frames; ///< of stations and access point
};

UploadRun::UploadRun(Ptr<Malone2008Testbed> testbed, Time duration)
    : m_testbed(testbed),
      m_streams(testbed->AssignStreams(0)),
      m_settle(std::min(SETTLE, duration / ((testbed->IsChanging() ? 2 : 1) * PARTS))),
      m_end(testbed->GetStart() + duration),
      m_change(testbed->IsChanging() ? testbed->GetChange() : m_end),
      m_flows(*testbed, m_change, m_end, m_streams),
      m_queues(*testbed),
      m_before{(testbed->GetStart() + m_settle).GetSeconds(), m_change.GetSeconds()},
      m_after{(m_change + m_settle).GetSeconds(), m_end.GetSeconds()},
      m_fromChange{m_change.GetSeconds(), m_end.GetSeconds()},
      m_closeUp{m_change.GetSeconds(),
                std::min(m_change.GetSeconds() + CLOSE_AFTER, m_end.GetSeconds())}
{
    for (uint32_t i = 0; i < m_testbed->GetRadios().GetN(); ++i)
    {
        m_frames.push_back(std::make_unique<FrameProbe>(m_testbed->GetRadios().Get(i)));
    }
}

RunResult
UploadRun::Run()
{
    Simulator::Stop(m_end);
    Simulator::Run();
    RunResult result;
    m_flows.AddMetrics(result);
    AddQueue(result);
    AddFrames(result);
    AddRoundTrips(result);
    AddTimesInQueues(result);
    return result;
}

void
UploadRun::AddQueue(RunResult& result) const
{
    const auto lengths = m_queues.GetLengths(m_before);
    for (const auto& [name, share] : {std::pair{"ap-queue-p5", 0.05},
                                      std::pair{"ap-queue-p50", 0.5},
                                      std::pair{"ap-queue-p95", 0.95}})
    {
        result.metrics.push_back({name, "packets", GetQuantile(lengths, share)});
    }
    result.metrics.push_back(
        {"ap-free-p95", "packets", m_testbed->GetBuffers() - GetQuantile(lengths, 0.05)});
    const auto& stats = m_testbed->GetAccessPointDisc()->GetStats();
    const auto refused = static_cast<double>(stats.nTotalDroppedPacketsBeforeEnqueue);
    result.metrics.push_back({"ap-overflows", "packets", refused});
    result.metrics.push_back(
        {"ap-refused", "%", 100 * refused / std::max<double>(stats.nTotalReceivedPackets, 1)});
}

void
UploadRun::AddFrames(RunResult& result) const
{
    FrameCount stations;
    for (uint32_t i = 0; i < m_testbed->GetNStations(); ++i)
    {
        stations.Add(*m_frames[i]);
    }
    FrameCount accessPoint;
    accessPoint.Add(*m_frames.back());
    const auto& monitor = *m_frames[UploadFlows::MEASURING];
    const std::vector<Metric> metrics{
        {"station-drops", "%", stations.GetPercent(stations.dropped)},
        {"ap-drops", "%", accessPoint.GetPercent(accessPoint.dropped)},
        {"many-retries", "%", stations.GetPercent(stations.often)},
        {"ap-many-retries", "%", accessPoint.GetPercent(accessPoint.often)},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
    // A card counts retries; the paper does not say by what its "collision probability" divides.
    const auto addCollisions = [&](const std::string& prefix, const UploadPhase& phase) {
        const double failed = monitor.GetCollisionShare(phase.begin, phase.end);
        const double first = monitor.GetFirstCollisionShare(phase.begin, phase.end);
        result.metrics.push_back({prefix + "collisions", "%", 100 * failed});
        result.metrics.push_back({prefix + "first-collisions", "%", 100 * first});
        result.metrics.push_back({prefix + "retries-per-frame", "%", 100 * failed / (1 - failed)});
    };
    addCollisions("", m_before);
    if (m_testbed->IsChanging())
    {
        addCollisions("later-", m_after);
    }
}

bool
UploadRun::HasMeasured() const
{
    return !GetData(&FrameProbe::Delivery::time).empty() &&
           !m_flows.GetClearances(m_before).empty() &&
           (!m_testbed->IsChanging() || !m_flows.GetClearances(m_after).empty());
}

void
UploadRun::AddRoundTrips(RunResult& result) const
{
    const bool hasMeasured = HasMeasured();
    const bool hasTimeouts = !m_flows.GetTimeouts(UploadFlows::MEASURING).empty();
    result.metrics.push_back({"measured", "", static_cast<double>(hasMeasured)});
    result.metrics.push_back({"no-problems", "", static_cast<double>(hasMeasured && !hasTimeouts)});
    const auto add = [&result, this](const std::string& prefix, const UploadPhase& phase) {
        std::vector<double> rtts;
        for (const auto& clearance : m_flows.GetClearances(phase))
        {
            rtts.push_back(MS * clearance.rtt);
        }
        result.metrics.push_back({prefix + "rtt", "ms", GetMean(rtts)});
        AddClearances(result, prefix, phase);
    };
    add("", m_before);
    if (m_testbed->IsChanging())
    {
        add("later-", m_after);
        AddClearances(result, "change-", m_fromChange);
        AddClearances(result, "close-up-", m_closeUp);
    }
}

void
UploadRun::AddClearances(RunResult& result,
                         const std::string& prefix,
                         const UploadPhase& phase) const
{
    using Clearance = UploadFlows::Clearance;
    const auto clearances = m_flows.GetClearances(phase);
    for (const auto& [name, value] : {std::pair{"clearance", &Clearance::before},
                                      std::pair{"clearance-after", &Clearance::after}})
    {
        std::vector<double> values;
        std::ranges::transform(clearances, std::back_inserter(values), [value](const auto& c) {
            return c.*value;
        });
        const auto count = [&values](double limit) {
            return static_cast<double>(
                std::ranges::count_if(values, [limit](double v) { return v < limit; }));
        };
        const std::string full = prefix + name;
        AddQuantilesOrZero(result, full, values);
        result.metrics.push_back({full + "-mean", "ms", MS * GetMean(values)});
        if (value == &Clearance::after)
        {
            continue; // always at least 25 ms, see AddClearanceClaims()
        }
        result.metrics.push_back({full + "-near", "", count(NEAR)});
        result.metrics.push_back({full + "-below", "", count(0)});
        result.metrics.push_back({full + "-never-below", "", static_cast<double>(count(0) == 0)});
    }
}

std::vector<double>
UploadRun::Select(const FrameProbe& frames,
                  double FrameProbe::Delivery::* value,
                  uint32_t least) const
{
    std::vector<double> values;
    for (const auto& delivery : frames.GetDeliveries())
    {
        if (m_before.Contains(delivery.time) && delivery.size >= least)
        {
            values.push_back(delivery.*value);
        }
    }
    return values;
}

std::vector<double>
UploadRun::GetData(double FrameProbe::Delivery::* value) const
{
    return Select(*m_frames[UploadFlows::MEASURING],
                  value,
                  m_testbed->GetSegmentSize() + PACKET_OVERHEAD);
}

void
UploadRun::AddTimesInQueues(RunResult& result) const
{
    const auto& accessPoint = *m_frames.back();
    AddQuantilesOrZero(result, "service", GetData(&FrameProbe::Delivery::service));
    AddQuantilesOrZero(result, "access", GetData(&FrameProbe::Delivery::access));
    AddQuantilesOrZero(result, "data-drain", GetData(&FrameProbe::Delivery::drain));
    AddQuantiles(result, "ap-access", Select(accessPoint, &FrameProbe::Delivery::access));
    AddQuantiles(result, "ack-drain", Select(accessPoint, &FrameProbe::Delivery::drain));
}

std::vector<Series>
UploadRun::GetFigures(const UploadFigures& figures) const
{
    return GetSeries({m_flows, m_queues, m_frames, m_before}, figures);
}

std::vector<Interval>
UploadRun::GetCloseUps() const
{
    if (!m_testbed->IsChanging())
    {
        return {};
    }
    return {{m_closeUp.begin - CLOSE_BEFORE, m_closeUp.end}};
}

} // namespace

RunResult
MeasureUploads(ObjectFactory cell, const StudyOptions& options, const UploadFigures& figures)
{
    VaryToAtMost(cell, "Change", options.duration / 2);
    const auto testbed = cell.Create<Malone2008Testbed>();
    const bool isChanging = testbed->IsChanging();
    RequireDuration(options,
                    (isChanging ? 2 : 1) * LEAST_PHASE,
                    isChanging ? "in which the windows settle before and after the change"
                               : "in which the windows settle");
    UploadRun run(testbed, options.duration);
    RunResult result = run.Run();
    if (options.trace)
    {
        result.series = run.GetFigures(figures);
        result.parts = run.GetCloseUps();
        if (isChanging)
        {
            result.partTitles = {testbed->GetLaterUploads() > 0 ? "the change (figure 10)"
                                                                : "the change (figure 12)"};
        }
    }
    return result;
}

} // namespace ns3
