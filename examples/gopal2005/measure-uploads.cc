// SPDX-License-Identifier: GPL-2.0-only

#include "measure-uploads.h"

#include "../common/least-duration.h"

#include "ns3/gopal2005-uploads.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <utility>
#include <vector>

namespace ns3
{

Gopal2005Parameters
DisableMacRetries(Gopal2005Parameters p)
{
    p.stationAttempts = 1;
    if (p.IsOneWayTcp())
    {
        p.accessPointAttempts = 1; // in ns-2 the limit is that of all nodes
    }
    // On the testbed "retries disabled only for TCP data. Full retries for TCP ACKs".
    return p;
}

RunResult
MeasureUploads(const Gopal2005Parameters& parameters, const StudyOptions& options, uint32_t trials)
{
    RequireDuration(options, MilliSeconds(500), "in which transfers begin");
    Gopal2005Testbed testbed(parameters);
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed.AssignStreams(0));
    double throughput = 0;
    double ended = 0;
    double timeouts = 0;
    uint32_t made = 0;
    // Transfers that were cut off would go on in the next trial.
    for (bool isWhole = true; made < trials && isWhole; ++made)
    {
        constexpr uint32_t FIRST_PORT = 5001;
        const Gopal2005Uploads uploads(
            testbed,
            parameters.start + options.duration,
            jitter,
            static_cast<uint16_t>(FIRST_PORT + made * parameters.uploads));
        Simulator::Run(); // until the transfers of this trial are over
        throughput += uploads.GetThroughputMbps();
        ended += uploads.GetEnded();
        timeouts += uploads.GetTimeouts();
        isWhole = uploads.GetEnded() == parameters.uploads;
    }
    RunResult result;
    result.metrics = {{"goodput", "Mb/s", throughput / made},
                      {"ended", "", ended / made / parameters.uploads}};
    if (parameters.IsOneWayTcp())
    {
        result.metrics.push_back({"timeouts", "", timeouts / made});
    }
    return result;
}

ClaimEstimator
GainOf(const std::string& point, const std::string& base)
{
    return [point, base](const StudyResults& results) {
        const std::string metric = "goodput";
        const double baseMean = results.GetMean(base, metric);
        const double ratio = results.GetMean(point, metric) / baseMean;
        // The residuals have the mean 0, so that the mean of the samples is the ratio.
        std::vector<double> samples;
        for (const auto& [run, metrics] : results.GetRuns(point))
        {
            const double residual =
                results.GetValue(point, run, metric) - ratio * results.GetValue(base, run, metric);
            samples.push_back(ratio + residual / baseMean);
        }
        return SampleStatistics(std::move(samples)).EstimateMean();
    };
}

} // namespace ns3
