// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * gopal2005, "NS results" and "Testbed results": goodput of 1 to 3 uploads over the number of ACKs
 * that the receiver skips, with and without MAC retries, of 100 kB and of 6 MB.
 *
 * Must show: G2 to G4.
 */

#include "measure-uploads.h"

#include "ns3/study.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// @param isSimulation whether in ns-2 @return numbers of skipped ACKs; gopal2005-adaptive-skipping
/// has more of them for ORBIT
std::vector<uint32_t>
GetSkips(bool isSimulation)
{
    return isSimulation ? std::vector<uint32_t>{0, 1, 2, 4} : std::vector<uint32_t>{0, 1};
}

/// A point of the study.
struct Case
{
    bool isSimulation; ///< ns-2's setting, else that of ORBIT
    bool isLong;       ///< 6 MB, else 100 kB
    bool hasRetries;   ///< of the MAC, for what stations send
    uint32_t uploads;  ///< at the same time
    uint32_t skipped;  ///< ACKs

    /// @return its name
    std::string GetPoint() const
    {
        return std::string(isSimulation ? "ns2." : "orbit.") + (isLong ? "6MB" : "100kB") +
               (hasRetries ? "." : ".no-retries.") + std::to_string(uploads) + "-flows.skip-" +
               std::to_string(skipped);
    }

    /// @return values of the testbed
    Gopal2005Parameters GetParameters() const
    {
        auto parameters = isSimulation ? Gopal2005Parameters::MakeSimulation()
                                       : Gopal2005Parameters::MakeTestbed();
        parameters.uploads = uploads;
        parameters.skippedAcks = skipped;
        parameters.bytes = isLong ? 6'000'000 : 100'000;
        return hasRetries ? parameters : DisableMacRetries(parameters);
    }

    /// @return trials of a run: more where lost frames make transfers of a size take very different
    /// times, and transfers are short
    uint32_t GetTrials() const
    {
        if (hasRetries)
        {
            return 1;
        }
        if (!isLong)
        {
            return 10;
        }
        return isSimulation && uploads == 1 ? 4 : 1;
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
            for (const bool isLong : {true, false})
            {
                for (const bool hasRetries : {true, false})
                {
                    for (const uint32_t uploads : {1, 2, 3})
                    {
                        for (const uint32_t skipped : GetSkips(isSimulation))
                        {
                            const Case one{isSimulation, isLong, hasRetries, uploads, skipped};
                            all.emplace(one.GetPoint(), one);
                        }
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
    const Case& one = GetCases().at(point.name);
    return MeasureUploads(one.GetParameters(), options, one.GetTrials());
}

std::string
GetFlows(uint32_t uploads)
{
    return std::to_string(uploads) + (uploads == 1 ? " flow" : " flows");
}

/// @param one a point with some ACKs skipped @param other ACKs skipped in the point it is
/// compared with @return ratio of their goodputs
ClaimEstimator
GainOver(const Case& one, uint32_t other)
{
    Case base = one;
    base.skipped = other;
    return GainOf(one.GetPoint(), base.GetPoint());
}

// The slides give gains of ns-2 without saying of which transfers. Abstract of the paper that they
// summarize (ICC 2005): "The largest improvement is seen for the case of a single TCP flow, and
// moderate gains are also achieved in cases with multiple streams. For the single TCP stream case
// with 1 ACK skip and no MAC retries, TCP throughput improves 30% for short-lived and 98% for
// long-lived TCP transmissions".
void
AddSimulationClaims(Study& study, uint32_t uploads)
{
    const std::string flows = GetFlows(uploads) + ", ";
    const bool isSingle = uploads == 1;
    study.AddClaim({.id = "G2",
                    .cell = flows + "goodput without skipping",
                    .paper = 2.2,
                    .unit = "Mb/s",
                    .band = Interval::Within(2.2, 0.15),
                    .estimate = MeanOf(Case{true, true, true, uploads, 0}.GetPoint(), "goodput")});
    study.AddClaim({.id = "G2",
                    .cell = flows + "one ACK skipped over none",
                    .paper = 1.3,
                    .unit = "",
                    .band = {1.15, 1.45},
                    .estimate = GainOver({true, true, true, uploads, 1}, 0)});
    study.AddClaim({.id = "G2",
                    .cell = flows + "no MAC retries, one ACK skipped over none",
                    .paper = isSingle ? std::optional(2.0) : std::nullopt,
                    .unit = "",
                    .band = isSingle ? Interval{1.6, 2.4} : Interval{1, 2.4},
                    .estimate = GainOver({true, true, false, uploads, 1}, 0)});
    study.AddClaim({.id = "G2",
                    .cell = flows + "100 kB, no MAC retries, one ACK skipped over none",
                    .paper = isSingle ? std::optional(1.3) : std::nullopt,
                    .unit = "",
                    .band = isSingle ? Interval{1.15, 1.45} : Interval{1, 2.4},
                    .estimate = GainOver({true, false, false, uploads, 1}, 0)});
    study.AddClaim({.id = "G3",
                    .cell = flows + "no MAC retries, four ACKs skipped over one",
                    .unit = "",
                    .band = {0, 1},
                    .estimate = GainOver({true, true, false, uploads, 4}, 1)});
}

// "Consistent throughput gains", "although moderate": below those of ns-2.
void
AddTestbedClaims(Study& study, uint32_t uploads)
{
    const std::string flows = GetFlows(uploads) + ", ";
    study.AddClaim({.id = "G4",
                    .cell = flows + "6 MB, goodput without skipping",
                    .paper = 4.8,
                    .unit = "Mb/s",
                    .band = Interval::Within(4.8, 0.08),
                    .estimate = MeanOf(Case{false, true, true, uploads, 0}.GetPoint(), "goodput")});
    for (const bool isLong : {true, false})
    {
        const std::string cell = flows + (isLong ? "6 MB, " : "100 kB, ");
        study.AddClaim({.id = "G4",
                        .cell = cell + "one ACK skipped over none",
                        .unit = "",
                        .band = {1, 1.3},
                        .estimate = GainOver({false, isLong, true, uploads, 1}, 0)});
        study.AddClaim({.id = "G4",
                        .cell = cell + "no MAC retries, one ACK skipped over none",
                        .unit = "",
                        .band = {1, 2},
                        .estimate = GainOver({false, isLong, false, uploads, 1}, 0)});
    }
}

/// A panel of the slides: goodput over skipped ACKs, for each number of flows.
void
AddPanel(Study& study, const Case& kind)
{
    StudyPanel panel{std::string(kind.isSimulation ? "ns-2, " : "ORBIT, ") +
                         (kind.isLong ? "6 MB, MAC retries " : "100 kB, MAC retries ") +
                         (kind.hasRetries ? "enabled" : "disabled"),
                     "skipped ACKs",
                     "goodput, Mb/s",
                     {}};
    for (const uint32_t uploads : {1, 2, 3})
    {
        StudyCurve curve{GetFlows(uploads), "goodput", {}};
        for (const uint32_t skipped : GetSkips(kind.isSimulation))
        {
            Case one = kind;
            one.uploads = uploads;
            one.skipped = skipped;
            curve.points.emplace_back(skipped, one.GetPoint());
        }
        panel.curves.push_back(curve);
    }
    study.AddPanel(panel);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("gopal2005-ack-skipping",
                "gopal2005: goodput of uploads over the number of skipped ACKs",
                Measure);
    // "Each throughput point in the graph is an average of 6 trials". Transfers take 2 minutes at
    // most.
    study.SetDefaultRuns(6, Seconds(600));
    study.SetFullRuns(6, Seconds(600));
    for (const auto& [name, one] : GetCases())
    {
        study.AddPoint({name, name});
    }
    for (const uint32_t uploads : {1, 2, 3})
    {
        AddSimulationClaims(study, uploads);
    }
    for (const uint32_t uploads : {1, 2, 3})
    {
        AddTestbedClaims(study, uploads);
    }
    for (const bool isSimulation : {true, false})
    {
        for (const bool isLong : {true, false})
        {
            for (const bool hasRetries : {true, false})
            {
                AddPanel(study, {isSimulation, isLong, hasRetries, 1, 0});
            }
        }
    }
    return study.Main(argc, argv);
}
