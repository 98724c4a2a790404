// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 9 and 10: four uploads with priority of ACKs and F-RTO, to which 4, 8 or 12
 * are added after 120 s.
 *
 * Must show: M6.
 */

#include "upload-claims.h"
#include "upload-run.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <functional>
#include <string>
#include <utility>
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

/// @param load more than the first uploads
/// @return name of its point
std::string
GetPoint(const Load& load)
{
    return "4to" + std::to_string(load.uploads);
}

RunResult
Measure(const Load& load, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    Vary(cell,
         "Uploads",
         UintegerValue(FIRST),
         "LaterUploads",
         UintegerValue(load.uploads - FIRST),
         "PrioritiseAcks",
         BooleanValue(true),
         "Frto",
         BooleanValue(true));
    return MeasureUploads(cell, options);
}

/// Round-trip time and collision probability of a number of uploads.
/// @param study takes the claims
/// @param load what the paper has
/// @param estimate makes an estimator of a metric, which is named without a prefix
void
AddLoadClaims(Study& study,
              const Load& load,
              const std::function<ClaimEstimator(const std::string&)>& estimate)
{
    const std::string cell = std::to_string(load.uploads) + " uploads, ";
    // The paper has "around 200 ms" and "900-1000 ms" (VI).
    study.AddClaim({.id = "M6",
                    .cell = cell + "round-trip time",
                    .paper = load.rtt,
                    .unit = "ms",
                    .band = load.uploads == 16 ? Interval{0.8 * 900, 1.2 * 1000}
                                               : Interval::Within(load.rtt, 0.2),
                    .estimate = estimate("rtt")});
    constexpr double POINTS = 6;
    const Interval band{load.collisions - POINTS, load.collisions + POINTS};
    study.AddClaim({.id = "M6",
                    .cell = cell + "collision probability per transmission",
                    .paper = load.collisions,
                    .unit = "%",
                    .band = band,
                    .estimate = estimate("collisions")});
    study.AddClaim({.id = "M6",
                    .cell = cell + "retries per delivered frame",
                    .paper = load.collisions,
                    .unit = "%",
                    .band = band,
                    .estimate = estimate("retries-per-frame")});
}

/// Timeouts, drops and RTO - RTT of a run that changes its load.
/// @param study takes the claims
/// @param load after the change
void
AddChangeClaims(Study& study, const Load& load)
{
    const std::string point = GetPoint(load);
    const std::string cell = "4 to " + std::to_string(load.uploads) + " uploads, ";
    AddTimeoutClaims(study, "M6", cell, point);
    study.AddClaim({.id = "M6",
                    .cell = cell + "spurious timeouts of all",
                    .paper = 0,
                    .unit = "",
                    .band = {0, 0},
                    .estimate = MeanOf(point, "timeouts-spurious"),
                    .kind = ClaimKind::STRICTER});
    // "Less a tenth of a percent of packets are dropped at either the station or access point"
    // (VI).
    for (const auto& [name, metric] :
         {std::pair{"stations'", "station-drops"}, std::pair{"access point's", "ap-drops"}})
    {
        study.AddClaim({.id = "M6",
                        .cell = cell + name + " drops at the retry limit",
                        .unit = "%",
                        .band = Interval::AtMost(0.1),
                        .estimate = MeanOf(point, metric)});
    }
    // "It does not actually ever fall below the observed RTT" (VI), of the 22 s of figure 10.
    AddClearanceClaims(study, "M6", cell + "22 s, ", point, "close-up-");
    AddClearanceClaims(study, "M6", cell, point, "change-", ClaimKind::STRICTER);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-more-flows",
                "malone2008, figures 9 and 10: four uploads, then 4, 8 or 12 more");
    study.SetDefaultRuns(4, Seconds(240));
    study.SetFullRuns(20, Seconds(240));
    std::vector<std::string> points;
    for (const Load& load : LOADS)
    {
        if (load.uploads > FIRST)
        {
            points.push_back(GetPoint(load));
            study.AddPoint({points.back(), std::to_string(load.uploads - FIRST) + " more uploads"},
                           [&load](const StudyOptions& options) { return Measure(load, options); });
        }
    }
    for (const Load& load : LOADS)
    {
        if (load.uploads == FIRST)
        {
            // All points begin with them.
            AddLoadClaims(study, load, [&points](const std::string& metric) {
                return MeanOverPoints(metric, points);
            });
            continue;
        }
        AddLoadClaims(study, load, [point = GetPoint(load)](const std::string& metric) {
            return MeanOf(point, "later-" + metric);
        });
        AddChangeClaims(study, load);
    }
    return study.Main(argc, argv);
}
