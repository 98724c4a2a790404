// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-flows.h"

#include "flow-shares.h"

#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>

namespace ns3
{

namespace
{

/// A flow that has less than this share of what each would have if all had the same never recovers.
constexpr double STUCK_SHARE = 0.05;
/// Port at which Iperf listens; each station has one of its own, from here on.
constexpr uint16_t PORT = 5001;

} // namespace

bool
UploadPhase::Contains(double time) const
{
    return time >= begin && time < end;
}

double
UploadFlows::Flow::GetHalf() const
{
    return static_cast<double>(transfer.GetReceivedBytes() - bytesBefore);
}

bool
UploadFlows::Flow::HasBegun() const
{
    return transfer.GetReceivedBytes() > 0;
}

UploadFlows::UploadFlows(const Malone2008Testbed& testbed, Time change, Time end, int64_t stream)
    : m_testbed(testbed),
      m_change(change),
      m_timeouts(testbed.GetHost())
{
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(stream);
    for (uint32_t i = 0; i < testbed.GetNStations(); ++i)
    {
        const Time first = i < testbed.GetUploads() ? testbed.GetStart() : change;
        Begin(i, first + testbed.GetStartSpread() * jitter->GetValue(), end);
    }
}

void
UploadFlows::Begin(uint32_t i, Time begin, Time end)
{
    auto flow = std::make_unique<Flow>(Flow{BulkTransfer(BulkTransfer::Transport::TCP,
                                                         m_testbed.GetStation(i),
                                                         m_testbed.GetHost(),
                                                         m_testbed.GetHostAddress(),
                                                         PORT + i),
                                            nullptr});
    flow->transfer.Schedule(begin, end - begin);
    flow->rtts = RttProbe::Connect(flow->transfer.GetSender(), begin);
    m_timeouts.Watch(flow->transfer.GetSender(), begin);
    Simulator::Schedule((begin + end) / 2, [flow = flow.get()] {
        flow->bytesBefore = flow->transfer.GetReceivedBytes();
    });
    m_flows.push_back(std::move(flow));
}

void
UploadFlows::AddMetrics(RunResult& result) const
{
    AddShares(result);
    AddTimeouts(result);
    AddFlowsWithoutTimeouts(result);
}

void
UploadFlows::AddShares(RunResult& result) const
{
    const uint32_t uploads = m_testbed.GetUploads();
    std::vector<double> rates;
    std::vector<double> halves;
    for (uint32_t i = 0; i < uploads; ++i)
    {
        rates.push_back(m_flows[i]->transfer.GetThroughputMbps());
        halves.push_back(m_flows[i]->GetHalf());
    }
    const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
    const double least = GetLeastShare(halves);
    const Flow& last = *m_flows[GetLeast()];
    const std::vector<Metric> metrics{{"goodput", "Mb/s", sum},
                                      {"jain", "", GetJainIndex(rates)},
                                      {"least-goodput", "Mb/s", last.transfer.GetThroughputMbps()},
                                      {"least-share", "", least},
                                      {"stuck", "", static_cast<double>(least < STUCK_SHARE)}};
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
}

void
UploadFlows::AddFlowsWithoutTimeouts(RunResult& result) const
{
    uint32_t begun = 0;
    uint32_t withoutTimeout = 0;
    uint32_t withoutSpurious = 0;
    for (uint32_t i = 0; i < m_testbed.GetUploads(); ++i)
    {
        if (!m_flows[i]->HasBegun())
        {
            continue;
        }
        const auto timeouts = GetTimeouts(i);
        ++begun;
        withoutTimeout += timeouts.empty();
        withoutSpurious += std::ranges::find(timeouts,
                                             TimeoutCause::SPURIOUS,
                                             &TimeoutClassifier::Timeout::cause) == timeouts.end();
    }
    result.metrics.push_back({"flows-begun", "", static_cast<double>(begun)});
    result.metrics.push_back({"flows-without-timeout", "", static_cast<double>(withoutTimeout)});
    result.metrics.push_back({"flows-without-spurious", "", static_cast<double>(withoutSpurious)});
}

void
UploadFlows::AddTimeouts(RunResult& result) const
{
    const uint32_t uploads = m_testbed.GetUploads();
    const bool changes = m_testbed.IsChanging();
    std::map<TimeoutCause, uint32_t> causes;
    uint32_t timeouts = 0;
    uint32_t spurious = 0;
    uint32_t later = 0;
    for (uint32_t i = 0; i < m_flows.size(); ++i)
    {
        for (const auto& timeout : GetTimeouts(i))
        {
            later += changes && timeout.time >= m_change.GetSeconds();
            timeouts += i < uploads;
            spurious += i < uploads && timeout.cause == TimeoutCause::SPURIOUS;
            ++causes[timeout.cause];
        }
    }
    const auto add = [&result](const std::string& name, double value) {
        result.metrics.push_back({name, "", value});
    };
    const auto idle =
        std::ranges::count_if(m_flows, [](const auto& flow) { return !flow->HasBegun(); });
    add("never-began", static_cast<double>(idle));
    add("timeouts", timeouts);
    add("first-spurious", spurious);
    const auto shown = GetTimeouts(MEASURING);
    const auto countShown = [&shown](TimeoutCause cause) {
        return static_cast<double>(
            std::ranges::count(shown, cause, &TimeoutClassifier::Timeout::cause));
    };
    add("monitor-timeouts", static_cast<double>(shown.size()));
    add("monitor-spurious", countShown(TimeoutCause::SPURIOUS));
    add("monitor-data-lost", countShown(TimeoutCause::DATA_LOST));
    add("later-timeouts", later);
    add("timeouts-spurious", causes[TimeoutCause::SPURIOUS]);
    add("timeouts-data-lost", causes[TimeoutCause::DATA_LOST]);
    add("timeouts-acks-lost", causes[TimeoutCause::ACKS_LOST]);
    add("timeouts-unknown", causes[TimeoutCause::UNKNOWN]);
    const auto least = GetTimeouts(GetLeast());
    const auto leastSpurious =
        std::ranges::count(least, TimeoutCause::SPURIOUS, &TimeoutClassifier::Timeout::cause);
    add("least-timeouts", static_cast<double>(least.size()));
    add("least-spurious", static_cast<double>(leastSpurious));
}

std::vector<UploadFlows::Clearance>
UploadFlows::GetClearances(const UploadPhase& phase) const
{
    const auto& samples = GetSamples(MEASURING);
    std::vector<Clearance> clearances;
    // The timeout that a sample leads to is the one before the next sample, so that the last sample
    // of a run has none.
    for (std::size_t i = 0; i + 1 < samples.size(); ++i)
    {
        const auto& [time, rtt, rto] = samples[i];
        if (phase.Contains(time))
        {
            clearances.push_back({rtt, rto - rtt, samples[i + 1].rto - rtt});
        }
    }
    return clearances;
}

const std::vector<RttProbe::Sample>&
UploadFlows::GetSamples(uint32_t flow) const
{
    return m_flows[flow]->rtts->GetSamples();
}

std::vector<TimeoutClassifier::Timeout>
UploadFlows::GetTimeouts(uint32_t flow) const
{
    return m_timeouts.GetTimeouts(flow);
}

uint32_t
UploadFlows::GetLeast() const
{
    const auto first = m_flows.begin();
    const auto least =
        std::ranges::min_element(first, first + m_testbed.GetUploads(), {}, [](const auto& flow) {
            return flow->GetHalf();
        });
    return least - first;
}

} // namespace ns3
