// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * B5: ACK skipping that adapts to the sender, beside a fixed number of skipped ACKs, on gopal2005's
 * testbed: 1 to 3 uploads of 100 kB and 2 MB, with and without MAC retries.
 *
 * Must show: the adaptive one is nowhere worse than no skipping, and with long uploads as good as
 * the best fixed one.
 */

#include "measure-uploads.h"

#include "ns3/study.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// What is compared: fixed numbers of skipped ACKs, and as many at most where the sender does not
/// miss them.
struct Skipping
{
    std::string name;       ///< in points
    uint32_t acks;          ///< at most
    bool isAdaptive{false}; ///< AdaptiveAckSkip
};

const std::vector<Skipping> SKIPPINGS{{"none", 0},
                                      {"skip-1", 1},
                                      {"skip-2", 2},
                                      {"skip-4", 4},
                                      {"adaptive", 4, true}};

/// Bytes of an upload, with their names.
const std::vector<std::pair<std::string, uint64_t>> SIZES{{"100kB", 100'000}, {"2MB", 2'000'000}};

/// @return a cell of the comparison
std::string
GetCell(const std::string& size, bool hasRetries, uint32_t uploads)
{
    return size + (hasRetries ? "." : ".no-retries.") + std::to_string(uploads) + "-flows";
}

/// A point of the study.
struct Case
{
    TestbedValues values; ///< of the testbed
    uint32_t trials;      ///< of a run
};

/// Lost frames make short transfers of a size take very different times.
constexpr uint32_t TRIALS = 10;

/// @return all points
const std::map<std::string, Case>&
GetPoints()
{
    static const std::map<std::string, Case> points = [] {
        std::map<std::string, Case> all;
        for (const auto& [size, bytes] : SIZES)
        {
            for (const bool hasRetries : {true, false})
            {
                for (const uint32_t uploads : {1, 2, 3})
                {
                    for (const auto& skipping : SKIPPINGS)
                    {
                        TestbedValues values{
                            {"Bytes", std::to_string(bytes)},
                            {"Uploads", std::to_string(uploads)},
                            {"SkippedAcks", std::to_string(skipping.acks)},
                            {"AdaptiveSkipping", skipping.isAdaptive ? "true" : "false"}};
                        if (!hasRetries)
                        {
                            DisableMacRetries(values, false);
                        }
                        const bool isVarying = !hasRetries && bytes < 1'000'000;
                        all.emplace(GetCell(size, hasRetries, uploads) + "." + skipping.name,
                                    Case{values, isVarying ? TRIALS : 1});
                    }
                }
            }
        }
        return all;
    }();
    return points;
}

/// @param cell of the comparison
/// @return its points with a fixed number of skipped ACKs
std::vector<std::string>
GetFixed(const std::string& cell)
{
    std::vector<std::string> points;
    for (const auto& skipping : SKIPPINGS)
    {
        if (!skipping.isAdaptive)
        {
            points.push_back(cell + "." + skipping.name);
        }
    }
    return points;
}

void
AddClaims(Study& study, const std::string& size, bool hasRetries, uint32_t uploads)
{
    const std::string cell = GetCell(size, hasRetries, uploads);
    const std::string name = std::to_string(uploads) + (uploads == 1 ? " flow, " : " flows, ") +
                             size + (hasRetries ? ", " : ", no MAC retries, ");
    // "Not worse": as far as a difference of 2 % can be told from none.
    study.AddClaim({.id = "B5",
                    .cell = name + "adaptive skipping over none",
                    .unit = "",
                    .band = Interval::AtLeast(0.98),
                    .estimate = GainOf("goodput", {cell + ".adaptive", cell + ".none"})});
    if (size == "2MB")
    {
        study.AddClaim({.id = "B5",
                        .cell = name + "adaptive over the best fixed one",
                        .unit = "",
                        .band = Interval::AtLeast(0.95),
                        .estimate = GainOfBest("goodput", {cell + ".adaptive"}, GetFixed(cell))});
    }
}

void
AddPanel(Study& study, const std::string& size, bool hasRetries)
{
    std::vector<std::string> names;
    for (const auto& skipping : SKIPPINGS)
    {
        names.push_back(skipping.name);
    }
    study.AddPanel(
        FillPanel({.title = size + ", MAC retries " + (hasRetries ? "enabled" : "disabled"),
                   .xLabel = "uploads",
                   .yLabel = "goodput, Mb/s",
                   .curves = {}},
                  "goodput",
                  names,
                  {1, 2, 3},
                  [&](size_t kind, uint32_t uploads) {
                      return GetCell(size, hasRetries, uploads) + "." + names[kind];
                  }));
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("gopal2005-adaptive-skipping",
                "gopal2005: ACK skipping that adapts to the sender, and fixed numbers");
    study.SetDefaultRuns(6, Seconds(600));
    study.SetFullRuns(6, Seconds(600));
    for (const auto& [name, one] : GetPoints())
    {
        study.AddPoint({name, name}, [&one = one](const StudyOptions& options) {
            return MeasureUploads(one.values, options, one.trials);
        });
    }
    for (const auto& [size, bytes] : SIZES)
    {
        for (const bool hasRetries : {true, false})
        {
            for (const uint32_t uploads : {1, 2, 3})
            {
                AddClaims(study, size, hasRetries, uploads);
            }
            AddPanel(study, size, hasRetries);
        }
    }
    return study.Main(argc, argv);
}
