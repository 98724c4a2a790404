// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * vacirca2005, figures 2 to 4: goodput of uploads and downloads at an access point with a FIFO,
 * over the number of transmissions of a frame (M_t) and the access point's buffer (Q).
 *
 * Must show: V1 to V5, see the claims. Without options the program runs less than the paper, the
 * points of the claims four times for 50 s. --full runs the paper's grid for 500 s each, of which
 * the first 50 do not count.
 */

#include "cell-case.h"
#include "cell-panels.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

/// Sizes of the access point's buffer (figures 2 and 4).
constexpr uint32_t QUEUES[] = {10, 20, 50, 100, 200};
/// Of these, those that are run without --full; 100 is that of figure 3.
constexpr uint32_t SHORT_QUEUES[] = {50, 100, 200};
/// Numbers of transmissions that claims compare.
constexpr uint32_t CLAIMED_ATTEMPTS[] = {1, 2, 8};

CellCase
Case(uint32_t connections, uint32_t attempts, uint32_t queue)
{
    return {connections, connections, attempts, queue};
}

std::string
Point(uint32_t connections, uint32_t attempts, uint32_t queue)
{
    return Case(connections, attempts, queue).GetName();
}

bool
IsShort(uint32_t queue)
{
    return std::ranges::find(SHORT_QUEUES, queue) != std::end(SHORT_QUEUES);
}

/// A claim about one value of Q.
struct Finding
{
    std::string id;                ///< "V1"
    uint32_t connections;          ///< each way
    uint32_t queue;                ///< Q
    std::string what;              ///< the quantity
    Interval band;                 ///< reproduced when in it
    ClaimEstimator estimate;       ///< its value
    std::optional<double> paper{}; ///< the paper's
};

void
AddFinding(Study& study, Finding finding)
{
    study.AddClaim({.id = finding.id,
                    .cell = Case(finding.connections, 1, finding.queue).GetScenario() + ", Q " +
                            std::to_string(finding.queue) + ", " + finding.what,
                    .paper = finding.paper,
                    .unit = "",
                    .band = finding.band,
                    .estimate = std::move(finding.estimate),
                    .onlyFull = !IsShort(finding.queue)});
}

/// V1: one transmission.
void
AddFirstAttempts(Study& study)
{
    for (const uint32_t queue : QUEUES)
    {
        // Small buffers: uploads are favoured.
        const bool isLarge = queue >= 50;
        AddFinding(study,
                   {"V1",
                    2,
                    queue,
                    "M_t 1: down/up",
                    isLarge ? Interval{0.7, 1.4} : Interval{0, 1},
                    MeanOf(Point(2, 1, queue), "ratio"),
                    isLarge ? std::optional<double>(1) : std::nullopt});
        AddFinding(study,
                   {"V1",
                    4,
                    queue,
                    "M_t 1: down/up",
                    {1, UNLIMITED},
                    MeanOf(Point(4, 1, queue), "ratio")});
    }
}

/// V2: a second transmission.
void
AddSecondAttempts(Study& study)
{
    for (const uint32_t n : {2, 4})
    {
        for (const uint32_t queue : QUEUES)
        {
            AddFinding(study,
                       {"V2",
                        n,
                        queue,
                        "down/up at M_t 2 over 1",
                        {1, UNLIMITED},
                        RatioOf("ratio", Point(n, 2, queue), Point(n, 1, queue))});
        }
        AddFinding(study,
                   {"V2",
                    n,
                    200,
                    "M_t 2: down/up over that at Q 50",
                    {1, UNLIMITED},
                    RatioOf("ratio", Point(n, 2, 200), Point(n, 2, 50))});
    }
}

/// Ratio of downloads to uploads where every station and the access point send as much as any
/// other: "1:(n+1)", where n is the number of stations (III).
double
GetSaturatedShare(const CellCase& cellCase)
{
    return 1.0 / (cellCase.uplinks + cellCase.GetDownlinkStations() + 1);
}

/// V3: many transmissions.
void
AddManyAttempts(Study& study)
{
    constexpr uint32_t MOST = 8;
    for (const uint32_t n : {2, 4})
    {
        for (const uint32_t queue : {10, 20, 50, 100})
        {
            AddFinding(study,
                       {"V3",
                        n,
                        queue,
                        "M_t 8: down/up",
                        {0, GetSaturatedShare(Case(n, MOST, queue))},
                        MeanOf(Point(n, MOST, queue), "ratio")});
        }
        AddFinding(study,
                   {"V3",
                    n,
                    200,
                    "M_t 8: down/up over that at Q 50",
                    {1, UNLIMITED},
                    RatioOf("ratio", Point(n, MOST, 200), Point(n, MOST, 50))});
        AddFinding(study,
                   {"V3", n, 200, "M_t 8: down/up", {0, 1}, MeanOf(Point(n, MOST, 200), "ratio")});
    }
}

/// V4: one connection each way.
void
AddOneEachWay(Study& study)
{
    constexpr uint32_t QUEUE = 100;
    study.AddClaim({.id = "V4",
                    .cell = "dl1-ul1, Q 100, M_t 1: total",
                    .paper = 370,
                    .unit = "segments/s",
                    .band = Interval::Within(370, 0.15),
                    .estimate = MeanOf(Point(1, 1, QUEUE), "total")});
    AddFinding(study,
               {"V4",
                1,
                QUEUE,
                "M_t 1: down/up",
                {1.5, 2.7},
                MeanOf(Point(1, 1, QUEUE), "ratio"),
                250.0 / 120});
    AddFinding(study,
               {"V4",
                1,
                QUEUE,
                "total at M_t 8 over 1",
                {1, UNLIMITED},
                RatioOf("total", Point(1, 8, QUEUE), Point(1, 1, QUEUE))});
    for (uint32_t attempts = 2; attempts <= 8; ++attempts)
    {
        constexpr uint32_t LAST_FOR_DOWNLOADS = 3;
        constexpr uint32_t LAST_SHORT = 4;
        const bool isUp = attempts > LAST_FOR_DOWNLOADS;
        study.AddClaim({.id = "V4",
                        .cell = "dl1-ul1, Q 100, M_t " + std::to_string(attempts) + ": down/up",
                        .unit = "",
                        .band = isUp ? Interval{0, 1} : Interval{1, UNLIMITED},
                        .estimate = MeanOf(Point(1, attempts, QUEUE), "ratio"),
                        .onlyFull = attempts > LAST_SHORT});
    }
}

/// V5: causes of loss.
void
AddLosses(Study& study, uint32_t queue)
{
    const auto add = [&study,
                      queue](const std::string& direction, uint32_t from, uint32_t to, bool falls) {
        AddFinding(
            study,
            {"V5",
             4,
             queue,
             direction + "link loss at M_t " + std::to_string(to) + " over " + std::to_string(from),
             falls ? Interval{0, 1} : Interval{1, UNLIMITED},
             RatioOf(direction + "-again", Point(4, to, queue), Point(4, from, queue))});
    };
    add("up", 1, 2, true);
    add("up", 2, 8, true);
    add("down", 1, 2, true);
    add("down", 2, 8, false);
    const std::string point = Point(4, 1, queue);
    AddFinding(study,
               {"V5",
                4,
                queue,
                "M_t 1: uplink loss minus downlink loss, %",
                {0, UNLIMITED},
                [point](const StudyResults& results) {
                    auto losses = results.GetSamples(point, "up-again");
                    const auto down = results.GetSamples(point, "down-again");
                    std::ranges::transform(losses, down, losses.begin(), std::minus());
                    return SampleStatistics(losses).EstimateMean();
                }});
}

void
AddPoints(Study& study)
{
    for (const uint32_t attempts : {1, 2, 3, 4, 8})
    {
        AddCases(study, {Case(1, attempts, 100)});
    }
    for (const uint32_t attempts : CLAIMED_ATTEMPTS)
    {
        for (const uint32_t queue : SHORT_QUEUES)
        {
            AddCases(study, {Case(2, attempts, queue), Case(4, attempts, queue)});
        }
    }
    for (uint32_t attempts = 1; attempts <= 8; ++attempts)
    {
        AddCases(study, {Case(1, attempts, 100)}, true);
        for (const uint32_t queue : QUEUES)
        {
            AddCases(study, {Case(2, attempts, queue), Case(4, attempts, queue)}, true);
        }
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study = MakeCellStudy("vacirca2005-fifo",
                                "vacirca2005, figures 2 to 4: uploads, downloads and a FIFO");
    AddPoints(study);
    AddFirstAttempts(study);
    AddSecondAttempts(study);
    AddManyAttempts(study);
    AddOneEachWay(study);
    for (const uint32_t queue : QUEUES)
    {
        AddLosses(study, queue);
    }
    AddPanels(study, {"fifo", "figure 2", "figure 3", "figure 4"});
    return study.Main(argc, argv);
}
