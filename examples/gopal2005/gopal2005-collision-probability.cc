// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * gopal2005, slide "TCP Simultaneous-send problem": how likely stations that contend for the medium
 * at the same time choose the same slot, and slide "IEEE 802.11 DCF mode": how little of the
 * channel's time carries payload.
 *
 * Must show: G1, the simulated share of rounds with a collision of first transmissions agrees with
 * 1 - CW!/((CW-N)! CW^N) for 2 to 10 stations within its interval, and what the printed formula
 * counts; G5, less than 54 % of the channel for packets of 1 kB and less than 2 % for packets of 16
 * bytes.
 */

#include "ns3/saturated-cell.h"
#include "ns3/shared-slot-probability.h"
#include "ns3/simultaneous-sends.h"
#include "ns3/study-table.h"
#include "ns3/study.h"

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Slots of the smallest contention window of 802.11b.
constexpr uint32_t SLOTS = 32;
/// Percentage points within which the interval of the simulation must lie around the formula, so
/// that it is narrow enough to tell.
constexpr double TOLERANCE = 2;
/// Rate of the channel, Mb/s.
constexpr double CHANNEL = 11;
/// Sizes of packets of G5, bytes, and the share of the channel in percent below which they stay.
const std::vector<std::pair<uint32_t, double>> EFFICIENCIES{{1000, 54}, {16, 2}};
const Time WARM_UP = MilliSeconds(100);

/// @param stations how many contend
/// @return name of the point
std::string
StationPoint(uint32_t stations)
{
    return "n" + std::to_string(stations);
}

/// @param size of packets
/// @return name of the point
std::string
SizePoint(uint32_t size)
{
    return "size" + std::to_string(size);
}

RunResult
MeasureCollisions(uint32_t stations, const StudyOptions& options)
{
    RequireDuration(options, MilliSeconds(100), "in which stations contend several times");
    SimultaneousSends sends(stations);
    sends.AssignStreams(0);
    sends.Run(options.duration);
    const double share = 100 * static_cast<double>(sends.GetCollidedRounds()) /
                         static_cast<double>(sends.GetRounds());
    const double exact = 100 * GetSharedSlotProbability(stations, sends.GetContentionWindow());
    RunResult result;
    result.metrics = {
        {"rounds", "", static_cast<double>(sends.GetRounds())},
        {"collided", "%", share},
        {"difference", "points", share - exact},
    };
    return result;
}

/// @param point stations
/// @return an estimator of how far the exact probability is from the simulated one, as a share of
/// half of the simulation's 95 % interval: within it up to 1. It has no estimate while that half is
/// wider than the tolerance, since any probability would lie within
ClaimEstimator
DistanceInIntervals(const std::string& point)
{
    return [point](const StudyResults& results) {
        const Estimate difference = MeanOf(point, "difference")(results);
        const Interval& interval = difference.ci95;
        const double half = (interval.high - interval.low) / 2;
        if (half > TOLERANCE)
        {
            return Estimate{
                std::nan(""),
                Interval{},
                difference.samples,
                "half of the interval is above the tolerance, so that it tells nothing"};
        }
        const double distance = std::abs(difference.value) / half;
        return Estimate{distance,
                        interval.IsKnown() ? Interval{distance, distance} : Interval{},
                        difference.samples};
    };
}

RunResult
MeasureEfficiency(uint32_t size, const StudyOptions& options)
{
    SaturatedCell cell(WIFI_STANDARD_80211b,
                       1,
                       "ns3::ConstantRateWifiManager",
                       "DsssRate11Mbps",
                       size);
    cell.Run(WARM_UP, options.duration);
    RunResult result;
    result.metrics = {{"efficiency", "%", 100 * cell.GetPacketThroughputMbps() / CHANNEL}};
    return result;
}

/// Prints the simulation beside both formulas.
void
PrintFormulas(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    for (const char* heading :
         {"stations N", "simulated\n%", "exact\n%", "printed\n%", "printed for N - 1\n%"})
    {
        table.AddColumn(heading, StudyTable::RIGHT);
    }
    for (uint32_t n = 2; n <= 10; ++n)
    {
        const auto simulated = SampleStatistics(results.GetSamples(StationPoint(n), "collided"));
        table.AddRow({std::to_string(n),
                      StudyTable::Format(simulated.EstimateMean(), 2),
                      StudyTable::Format(100 * GetSharedSlotProbability(n, SLOTS), 2),
                      StudyTable::Format(100 * GetPrintedSharedSlotProbability(n, SLOTS), 2),
                      StudyTable::Format(100 * GetPrintedSharedSlotProbability(n - 1, SLOTS), 2)});
    }
    table.Print(os);
    os << "N of the printed formula counts the others with which a station contends: for 2 "
          "stations N is 1 and the probability 1/32, the 3 % of the slide.\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("gopal2005-collision-probability",
                "gopal2005: stations that choose the same slot, and the channel's efficiency");
    study.SetDefaultRuns(10, Seconds(10));
    study.SetTablePrinter(PrintFormulas);
    for (uint32_t n = 2; n <= 10; ++n)
    {
        study.AddPoint({StationPoint(n), std::to_string(n) + " stations"},
                       [n](const StudyOptions& options) { return MeasureCollisions(n, options); });
        study.AddClaim({.id = "G1",
                        .cell = std::to_string(n) + " stations, simulated minus exact probability",
                        .paper = 0,
                        .unit = "points",
                        .band = {-TOLERANCE, TOLERANCE},
                        .estimate = MeanOf(StationPoint(n), "difference")});
        study.AddClaim({.id = "G1",
                        .cell = std::to_string(n) + " stations, distance over half an interval",
                        .unit = "",
                        .band = Interval::AtMost(1),
                        .estimate = DistanceInIntervals(StationPoint(n))});
    }
    study.AddClaim({.id = "G1",
                    .cell = "2 stations, the slide's likelihood",
                    .paper = 3,
                    .unit = "%",
                    .band = {2.5, 3.5},
                    .estimate = MeanOf(StationPoint(2), "collided")});
    for (const auto& [size, limit] : EFFICIENCIES)
    {
        study.AddPoint({SizePoint(size), "packets of " + std::to_string(size) + " bytes"},
                       [size = size](const StudyOptions& options) {
                           return MeasureEfficiency(size, options);
                       });
        study.AddClaim({.id = "G5",
                        .cell = "packets of " + std::to_string(size) + " bytes, share of 11 Mb/s",
                        .unit = "%",
                        .band = Interval::AtMost(limit),
                        .estimate = MeanOf(SizePoint(size), "efficiency")});
    }
    return study.Main(argc, argv);
}
