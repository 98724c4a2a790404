// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * vacirca2005, figures 2 to 4: goodput of uploads and downloads at an access point with a FIFO,
 * over the number of transmissions of a frame (M_t) and the access point's buffer (Q).
 *
 * Must show: V1 to V5, see the claims. Without options it is shorter and sparser than the paper
 * (four runs of 50 s, the points of the claims); --full is the paper's grid, 500 s each, the first
 * 50 cut.
 */

#include "cell-case.h"
#include "cell-panels.h"

#include <limits>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

std::string
Point(uint32_t connections, uint32_t attempts, uint32_t queue)
{
    return CellCase{connections, connections, attempts, queue}.GetName();
}

void
AddClaim(Study& study,
         const std::string& id,
         const std::string& cell,
         const Interval& band,
         ClaimEstimator estimate,
         std::optional<double> paper = {},
         const std::string& unit = "")
{
    study.AddClaim({.id = id,
                    .cell = cell,
                    .paper = paper,
                    .unit = unit,
                    .band = band,
                    .estimate = std::move(estimate)});
}

void
AddFirstAttempts(Study& study)
{
    for (const uint32_t queue : {50, 100, 200})
    {
        AddClaim(study,
                 "V1",
                 "dl2-ul2, M_t 1, Q " + std::to_string(queue) + ": down/up",
                 {0.7, 1.4},
                 MeanOf(Point(2, 1, queue), "ratio"),
                 1);
    }
    AddClaim(study,
             "V1",
             "dl2-ul2, M_t 1, Q 10: down/up",
             {0, 1},
             MeanOf(Point(2, 1, 10), "ratio"));
    AddClaim(study,
             "V1",
             "dl4-ul4, M_t 1, Q 100: down/up",
             {1, UNLIMITED},
             MeanOf(Point(4, 1, 100), "ratio"));
    for (const uint32_t queue : {50, 100, 200})
    {
        AddClaim(study,
                 "V2",
                 "dl2-ul2, Q " + std::to_string(queue) + ": down/up at M_t 2 over 1",
                 {1, UNLIMITED},
                 RatioOf("ratio", Point(2, 2, queue), Point(2, 1, queue)));
    }
    AddClaim(study,
             "V2",
             "dl2-ul2, M_t 2: down/up at Q 200 over 50",
             {1, UNLIMITED},
             RatioOf("ratio", Point(2, 2, 200), Point(2, 2, 50)));
}

/// What downloads get of uploads where every station and the access point send as much (III).
double
GetSaturatedShare(const CellCase& cellCase)
{
    const Vacirca2005Parameters parameters = cellCase.GetParameters();
    return 1.0 / (parameters.uplinks + parameters.downlinkStations + 1);
}

void
AddManyAttempts(Study& study)
{
    for (const uint32_t n : {2, 4})
    {
        for (const uint32_t queue : {10, 20, 50, 100})
        {
            const CellCase cellCase{n, n, 8, queue};
            const bool isFitted = queue == 100; // see Vacirca2005Noise
            study.AddClaim({.id = "V3",
                            .cell = cellCase.GetScenario() + ", M_t 8, Q " + std::to_string(queue) +
                                    ": down/up" + (isFitted ? ", fitted" : ""),
                            .unit = "",
                            .band = {0, GetSaturatedShare(cellCase)},
                            .estimate = MeanOf(cellCase.GetName(), "ratio"),
                            .onlyFull = !isFitted});
        }
    }
    AddClaim(study,
             "V3",
             "dl2-ul2, M_t 8: down/up at Q 200 over 50",
             {1, UNLIMITED},
             RatioOf("ratio", Point(2, 8, 200), Point(2, 8, 50)));
    AddClaim(study,
             "V3",
             "dl2-ul2, M_t 8, Q 200: down/up",
             {0, 1},
             MeanOf(Point(2, 8, 200), "ratio"));
}

void
AddOneEachWay(Study& study)
{
    AddClaim(study,
             "V4",
             "dl1-ul1, M_t 1, Q 100: total, fitted",
             Interval::Within(370, 0.15),
             MeanOf(Point(1, 1, 100), "total"),
             370,
             "segments/s");
    AddClaim(study,
             "V4",
             "dl1-ul1, M_t 1, Q 100: down/up",
             {1.5, 2.7},
             MeanOf(Point(1, 1, 100), "ratio"),
             250.0 / 120);
    AddClaim(study,
             "V4",
             "dl1-ul1, Q 100: total at M_t 8 over 1",
             {1, UNLIMITED},
             RatioOf("total", Point(1, 8, 100), Point(1, 1, 100)));
    AddClaim(study,
             "V4",
             "dl1-ul1, M_t 4, Q 100: down/up",
             {0, 1},
             MeanOf(Point(1, 4, 100), "ratio"));
}

void
AddLosses(Study& study)
{
    const auto add =
        [&study](const std::string& direction, uint32_t from, uint32_t to, bool falls) {
            AddClaim(study,
                     "V5",
                     "dl4-ul4, Q 100: " + direction + "link loss at M_t " + std::to_string(to) +
                         " over " + std::to_string(from),
                     falls ? Interval{0, 1} : Interval{1, UNLIMITED},
                     RatioOf(direction + "-again", Point(4, to, 100), Point(4, from, 100)));
        };
    add("up", 1, 2, true);
    add("up", 2, 8, true);
    add("down", 1, 2, true);
    add("down", 2, 8, false);
}

void
AddPoints(Study& study)
{
    for (const uint32_t attempts : {1, 4, 8})
    {
        AddCases(study, {{1, 1, attempts, 100}});
    }
    AddCases(study, {{2, 2, 1, 10}});
    for (const uint32_t attempts : {1, 2, 8})
    {
        AddCases(study, {{2, 2, attempts, 50}, {2, 2, attempts, 100}, {2, 2, attempts, 200}});
        AddCases(study, {{4, 4, attempts, 100}});
    }
    for (uint32_t attempts = 1; attempts <= 8; ++attempts)
    {
        AddCases(study, {{1, 1, attempts, 100}}, true);
        for (const uint32_t queue : {10, 20, 50, 100, 200})
        {
            AddCases(study, {{2, 2, attempts, queue}, {4, 4, attempts, queue}}, true);
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
    AddManyAttempts(study);
    AddOneEachWay(study);
    AddLosses(study);
    AddPanels(study, {"fifo", "figure 2", "figure 3", "figure 4"});
    return study.Main(argc, argv);
}
