// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of real Linux kernels on two nodes against that of ns-3's own TCP: the same bulk
 * transfer over the same path, with one after the other, in many short pairs. The time is the real
 * time in which simulation and kernels run, one after another; a ratio is the median over the
 * pairs.
 *
 * Must show: at most 1.5 times the time of ns-3's TCP over 802.11b at 11 Mb/s and over 802.11ax at
 * 300 Mb/s; over point-to-point at most 150 us a segment for kernels and cards, which is 100 us a
 * frame with an ACK for every second segment.
 */

#include "cost-limit.h"
#include "host-scenario.h"

#include "ns3/cell-radio.h"
#include "ns3/study.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

using Path = HostScenario::Path;

/// A path and what is simulated of it.
struct Comparison
{
    std::string name;  ///< key
    std::string label; ///< what is printed
    Path path;         ///< see Path
    double share;      ///< of the duration, as fast paths have more packets in a second
};

const std::vector<Comparison> COMPARISONS{
    {"wire", "point to point, 100 Mb/s", Path::WIRE, 0.1},
    {"wifi-b", "802.11b, 11 Mb/s", Path::WIFI_B, 1},
    {"wifi-ax", "802.11ax, 80 MHz, HE-MCS 7", Path::WIFI_AX_300, 0.05},
};
/// Data bytes of a segment.
constexpr double SEGMENT = 1448;
/// Pairs of transfers in a run; each second one begins with the kernels.
constexpr int PAIRS = 3;

/// What a transfer cost.
struct Cost
{
    double perSegment{0}; ///< real time, us
    double turns{0};      ///< of the kernels, for each segment
    double throughput{0}; ///< Mb/s
};

Cost
Measure(Path path, bool kernels, Time duration)
{
    HostScenario scenario(path, kernels);
    const SimulationCost cost = scenario.Run(duration);
    const double segments = static_cast<double>(cost.bytes) / SEGMENT;
    return {1e6 * cost.wallSeconds / segments,
            static_cast<double>(scenario.GetTurns()) / segments,
            8e-6 * static_cast<double>(cost.bytes) / duration.GetSeconds()};
}

double
GetMedian(std::vector<double> values)
{
    const auto median = values.begin() + static_cast<int64_t>(values.size() / 2);
    std::nth_element(values.begin(), median, values.end());
    return *median;
}

RunResult
Compare(const Comparison& comparison, Time duration)
{
    std::vector<double> ratios;
    std::vector<double> extras;
    Cost stock;
    Cost kernels;
    for (int i = 0; i < PAIRS; ++i)
    {
        const bool kernelsFirst = i % 2 != 0;
        const Cost first = Measure(comparison.path, kernelsFirst, duration);
        const Cost second = Measure(comparison.path, !kernelsFirst, duration);
        kernels = kernelsFirst ? first : second;
        stock = kernelsFirst ? second : first;
        ratios.push_back(kernels.perSegment / stock.perSegment);
        extras.push_back(kernels.perSegment - stock.perSegment);
    }
    RunResult result;
    result.metrics = {{"ratio", "", GetMedian(ratios)},
                      {"extra_us", "us", GetMedian(extras)},
                      {"kernels_us", "us", kernels.perSegment},
                      {"stock_us", "us", stock.perSegment},
                      {"turns", "", kernels.turns},
                      {"kernels_throughput", "Mb/s", kernels.throughput},
                      {"stock_throughput", "Mb/s", stock.throughput}};
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("bench-linux-kernel", "cost of real Linux kernels against ns-3's TCP");
    for (const auto& comparison : COMPARISONS)
    {
        study.AddPoint({comparison.name, comparison.label},
                       [&comparison](const StudyOptions& options) {
                           RequireWifi(GetCellRadioOption(), "this measurement");
                           return Compare(
                               comparison,
                               Seconds(comparison.share * options.duration.GetSeconds()));
                       });
    }
    study.SetDefaultRuns(5, Seconds(10));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(20));
    AddCostLimit(study, "wifi-b", "ratio", "802.11b: real time per segment, ratio", 1.5);
    AddCostLimit(study, "wifi-ax", "ratio", "802.11ax: real time per segment, ratio", 1.5);
    AddCostLimit(study, "wire", "extra_us", "point to point: us per segment for kernels", 150);
    return study.Main(argc, argv);
}
