// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * gopal2005, "NS results" and "Testbed results": goodput of 1 to 3 uploads over the number of ACKs
 * that the receiver skips, with and without MAC retries.
 *
 * Must show: G2 to G4.
 */

#include "../common/least-duration.h"

#include "ns3/bulk-transfer.h"
#include "ns3/gopal2005-testbed.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/study.h"

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

/// A point of the study.
struct Case
{
    bool isSimulation; ///< ns-2's setting, else that of ORBIT
    bool hasRetries;   ///< of the MAC, for what stations send
    uint32_t uploads;  ///< at the same time
    uint32_t skipped;  ///< ACKs

    /// @return its name
    std::string GetPoint() const
    {
        return std::string(isSimulation ? "ns2" : "orbit") + (hasRetries ? "" : ".no-retries") +
               "." + std::to_string(uploads) + "-flows.skip-" + std::to_string(skipped);
    }

    /// @return values of the testbed
    Gopal2005Parameters GetParameters() const
    {
        auto parameters = isSimulation ? Gopal2005Parameters::MakeSimulation()
                                       : Gopal2005Parameters::MakeTestbed();
        parameters.uploads = uploads;
        parameters.skippedAcks = skipped;
        if (!hasRetries)
        {
            parameters.stationAttempts = 1;
            // On the testbed "full retries for TCP ACKs"; in ns-2 the limit is that of all nodes.
            parameters.accessPointAttempts = isSimulation ? 1 : parameters.accessPointAttempts;
        }
        return parameters;
    }
};

/// @return all points
const std::map<std::string, Case>&
GetCases()
{
    static const std::map<std::string, Case> cases = [] {
        std::map<std::string, Case> all;
        for (const bool isSimulation : {true, false})
        {
            for (const bool hasRetries : {true, false})
            {
                for (const uint32_t uploads : {1, 2, 3})
                {
                    for (const uint32_t skipped : {0, 1, 2, 4})
                    {
                        const Case one{isSimulation, hasRetries, uploads, skipped};
                        all.emplace(one.GetPoint(), one);
                    }
                }
            }
        }
        return all;
    }();
    return cases;
}

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    RequireDuration(options, Seconds(2), "in which windows grow");
    const Gopal2005Parameters parameters = GetCases().at(point.name).GetParameters();
    Gopal2005Testbed testbed(parameters);
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed.AssignStreams(0));
    std::vector<std::unique_ptr<BulkTransfer>> uploads;
    for (uint32_t i = 0; i < parameters.uploads; ++i)
    {
        constexpr uint16_t PORT = 5001;
        uploads.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                         testbed.GetStation(i),
                                                         testbed.GetHost(),
                                                         testbed.GetHostAddress(),
                                                         PORT + i));
        uploads.back()->Schedule(parameters.start + parameters.startSpread * jitter->GetValue(),
                                 options.duration);
    }
    Simulator::Stop(parameters.start + parameters.startSpread + options.duration);
    Simulator::Run();
    double sum = 0;
    for (const auto& upload : uploads)
    {
        sum += upload->GetThroughputMbps();
    }
    RunResult result;
    result.metrics = {{"goodput", "Mb/s", sum}};
    return result;
}

void
AddClaims(Study& study, bool isSimulation, uint32_t uploads)
{
    const auto point = [&](bool hasRetries, uint32_t skipped) {
        return Case{isSimulation, hasRetries, uploads, skipped}.GetPoint();
    };
    const std::string flows = std::to_string(uploads) + (uploads == 1 ? " flow, " : " flows, ");
    const std::string id = isSimulation ? "G2" : "G4";
    const double base = isSimulation ? 2.2 : 4.8;
    study.AddClaim({.id = id,
                    .cell = flows + "goodput without skipping",
                    .paper = base,
                    .unit = "Mb/s",
                    .band = Interval::Within(base, isSimulation ? 0.15 : 0.08),
                    .estimate = MeanOf(point(true, 0), "goodput")});
    study.AddClaim({.id = id,
                    .cell = flows + "one ACK skipped over none",
                    .paper = isSimulation ? std::optional<double>(1.3) : std::nullopt,
                    .unit = "",
                    .band = isSimulation ? Interval{1.15, 1.45} : Interval{1, 1.3},
                    .estimate = RatioOf("goodput", point(true, 1), point(true, 0))});
    study.AddClaim({.id = id,
                    .cell = flows + "no MAC retries, one ACK skipped over none",
                    .paper = isSimulation ? std::optional<double>(2) : std::nullopt,
                    .unit = "",
                    .band = isSimulation ? Interval{1.6, 2.4} : Interval{1, 2},
                    .estimate = RatioOf("goodput", point(false, 1), point(false, 0))});
    if (isSimulation)
    {
        study.AddClaim({.id = "G3",
                        .cell = flows + "no MAC retries, four ACKs skipped over one",
                        .unit = "",
                        .band = {0, 1},
                        .estimate = RatioOf("goodput", point(false, 4), point(false, 1))});
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("gopal2005-ack-skipping",
                "gopal2005: goodput of uploads over the number of skipped ACKs",
                Measure);
    study.SetDefaultRuns(6, Seconds(20));
    for (const auto& [name, one] : GetCases())
    {
        study.AddPoint({name, name});
    }
    for (const bool isSimulation : {true, false})
    {
        for (const uint32_t uploads : {1, 2, 3})
        {
            AddClaims(study, isSimulation, uploads);
        }
    }
    return study.Main(argc, argv);
}
