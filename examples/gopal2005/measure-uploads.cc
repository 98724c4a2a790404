// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "measure-uploads.h"

#include "ns3/gopal2005-uploads.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/// @param results runs
/// @param metric that is compared
/// @param gain of which points
/// @return a value for each run, whose mean is the ratio of the two means
SampleStatistics
GetGain(const StudyResults& results, const std::string& metric, const Comparison& gain)
{
    std::vector<double> numerators;
    std::vector<double> denominators;
    for (const auto& [run, metrics] : results.GetRuns(gain.point))
    {
        numerators.push_back(results.GetValue(gain.point, run, metric));
        denominators.push_back(results.GetValue(gain.base, run, metric));
    }
    return LinearizeRatio(numerators, denominators);
}

} // namespace

void
DisableMacRetries(TestbedValues& values, bool isSimulation)
{
    values["StationAttempts"] = "1";
    if (isSimulation)
    {
        values["AccessPointAttempts"] = "1"; // in ns-2 the limit is that of all nodes
    }
    // On the testbed "Retries disabled only for TCP data. Full retries for TCP ACKs."
}

RunResult
MeasureUploads(const TestbedValues& values, const StudyOptions& options, uint32_t trials)
{
    RequireDuration(options, MilliSeconds(500), "in which transfers begin");
    ObjectFactory cell("ns3::Gopal2005Testbed");
    Vary(cell, values);
    const auto testbed = cell.Create<Gopal2005Testbed>();
    const uint32_t transfers = testbed->GetNStations();
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed->AssignStreams(0));
    double throughput = 0;
    double flow = 0;
    double ended = 0;
    double timeouts = 0;
    uint32_t made = 0;
    // Transfers that were cut off would go on in the next trial.
    for (bool isWhole = true; made < trials && isWhole; ++made)
    {
        constexpr uint32_t FIRST_PORT = 5001;
        const Gopal2005Uploads uploads(testbed,
                                       testbed->GetStart() + options.duration,
                                       jitter,
                                       static_cast<uint16_t>(FIRST_PORT + made * transfers));
        Simulator::Run(); // until the transfers of this trial are over
        throughput += uploads.GetThroughputMbps();
        flow += uploads.GetMeanFlowMbps();
        ended += uploads.GetEnded();
        timeouts += uploads.GetTimeouts();
        isWhole = uploads.GetEnded() == transfers;
    }
    RunResult result;
    result.metrics = {{"goodput", "Mb/s", throughput / made},
                      {"flow-goodput", "Mb/s", flow / made},
                      {"ended", "", ended / made / transfers}};
    if (testbed->IsOneWayTcp())
    {
        result.metrics.push_back({"timeouts", "", timeouts / made});
    }
    return result;
}

ClaimEstimator
GainOf(const std::string& metric, const Comparison& gain)
{
    return [metric, gain](const StudyResults& results) {
        return GetGain(results, metric, gain).EstimatePositiveMean();
    };
}

ClaimEstimator
GainOfBest(const std::string& metric,
           const std::vector<std::string>& points,
           const std::vector<std::string>& others)
{
    return [metric, points, others](const StudyResults& results) {
        const auto getBest = [&](const std::vector<std::string>& candidates) {
            return *std::ranges::max_element(candidates, {}, [&](const std::string& point) {
                return results.GetMean(point, metric);
            });
        };
        return GainOf(metric, {getBest(points), getBest(others)})(results);
    };
}

ClaimEstimator
RatioOfGains(const std::string& metric, const Comparison& gain, const Comparison& other)
{
    return [metric, gain, other](const StudyResults& results) {
        return LinearizeRatio(GetGain(results, metric, gain).GetSamples(),
                              GetGain(results, metric, other).GetSamples())
            .EstimatePositiveMean();
    };
}

StudyPanel
FillPanel(StudyPanel panel,
          const std::string& metric,
          const std::vector<std::string>& kinds,
          const std::vector<uint32_t>& values,
          const std::function<std::string(size_t, uint32_t)>& getPoint)
{
    for (size_t kind = 0; kind < kinds.size(); ++kind)
    {
        StudyCurve curve{kinds[kind], metric, {}};
        for (const uint32_t value : values)
        {
            curve.points.emplace_back(value, getPoint(kind, value));
        }
        panel.curves.push_back(curve);
    }
    return panel;
}

} // namespace ns3
