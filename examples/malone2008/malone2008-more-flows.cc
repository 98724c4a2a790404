// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 9 and 10: four uploads with priority of ACKs and F-RTO, to which 4, 8 or 12
 * are added after 120 s.
 *
 * Must show: M6.
 */

#include "upload-run.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What the paper says of a number of uploads (VI).
struct Load
{
    uint32_t uploads;  ///< together
    double rtt;        ///< ms; the middle, where a range is printed
    double collisions; ///< that the monitor station observes, %
};

const std::vector<Load> LOADS{{4, 200, 18}, {8, 400, 35}, {12, 600, 47}, {16, 950, 54}};
constexpr uint32_t FIRST = 4; ///< uploads from the beginning

/// @param load more than the first uploads @return name of its point
std::string
GetPoint(const Load& load)
{
    return "4to" + std::to_string(load.uploads);
}

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    Malone2008Parameters parameters;
    parameters.prioritiseAcks = true;
    parameters.frto = true;
    parameters.laterUploads = std::stoul(point.name.substr(3)) - FIRST;
    return MeasureUploads(parameters, options);
}

void
AddClaims(Study& study, const Load& load, const std::string& point, const std::string& prefix)
{
    const std::string cell = std::to_string(load.uploads) + " uploads, ";
    // The paper has "around 200 ms" and "900-1000 ms" (VI).
    study.AddClaim({.id = "M6",
                    .cell = cell + "round-trip time",
                    .paper = load.rtt,
                    .unit = "ms",
                    .band = load.uploads == 16 ? Interval{0.8 * 900, 1.2 * 1000}
                                               : Interval::Within(load.rtt, 0.2),
                    .estimate = MeanOf(point, prefix + "rtt")});
    constexpr double POINTS = 6;
    const Interval band{load.collisions - POINTS, load.collisions + POINTS};
    study.AddClaim({.id = "M6",
                    .cell = cell + "collision probability per transmission",
                    .paper = load.collisions,
                    .unit = "%",
                    .band = band,
                    .estimate = MeanOf(point, prefix + "collisions")});
    study.AddClaim({.id = "M6",
                    .cell = cell + "retries per delivered frame",
                    .paper = load.collisions,
                    .unit = "%",
                    .band = band,
                    .estimate = MeanOf(point, prefix + "retries-per-frame")});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-more-flows",
                "malone2008, figures 9 and 10: four uploads, then 4, 8 or 12 more",
                Measure);
    study.SetDefaultRuns(4, Seconds(240));
    study.SetFullRuns(20, Seconds(240));
    for (const Load& load : LOADS)
    {
        if (load.uploads == FIRST)
        {
            AddClaims(study, load, "4to8", "");
            continue;
        }
        const std::string point = GetPoint(load);
        study.AddPoint({point, std::to_string(load.uploads - FIRST) + " more uploads"});
        AddClaims(study, load, point, "later-");
        // "There are no timeouts in the measurements shown" (VI), which are of one flow.
        study.AddClaim({.id = "M6",
                        .cell = "4 to " + std::to_string(load.uploads) +
                                " uploads, timeouts of the flow that is shown",
                        .paper = 0,
                        .unit = "",
                        .band = {0, 0},
                        .estimate = MeanOf(point, "monitor-timeouts")});
        study.AddClaim({.id = "M6",
                        .cell = "4 to " + std::to_string(load.uploads) +
                                " uploads, timeouts of the first four",
                        .paper = 0,
                        .unit = "",
                        .band = {0, 0},
                        .estimate = MeanOf(point, "timeouts")});
        study.AddClaim({.id = "M6",
                        .cell = "4 to " + std::to_string(load.uploads) +
                                " uploads, stations' drops at the retry limit",
                        .unit = "%",
                        .band = Interval::AtMost(0.1),
                        .estimate = MeanOf(point, "station-drops")});
        study.AddClaim({.id = "M6",
                        .cell = "4 to " + std::to_string(load.uploads) +
                                " uploads, access point's drops at the retry limit",
                        .unit = "%",
                        .band = Interval::AtMost(0.1),
                        .estimate = MeanOf(point, "ap-drops")});
        study.AddClaim(
            {.id = "M6",
             .cell = "4 to " + std::to_string(load.uploads) + " uploads, least RTO - RTT",
             .unit = "ms",
             .band = Interval::AtLeast(0),
             .estimate = MeanOf(point, "later-clearance-least")});
    }
    return study.Main(argc, argv);
}
