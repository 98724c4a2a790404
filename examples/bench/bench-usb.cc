// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of the USB in a simulation: the same saturated TCP upload on a bare WifiNetDevice and
 * through a UsbNetDevice, in many short pairs, and an hour of silence on both. Full speed has FSBR
 * and queued bulk under 802.11b; high speed has the adapter of today under 802.11ax. The time is
 * that for which this thread had a processor, and the ratio is the median over the pairs, so that
 * other work of the machine hardly matters.
 *
 * \verbatim
     station [== USB == adapter] ~~~ 802.11b or 802.11ax ~~~ access point
   \endverbatim
 *
 * Must show: processor time at most 1.10 times that of the bare device at full speed and 1.35 times
 * at high speed, events at most 1.15 and 1.75 times, peak heap at most 5 MiB more, no event of the
 * bus in the idle hour.
 */

#include "upload-scenario.h"

#include "ns3/cell-radio.h"
#include "ns3/study-table.h"
#include "ns3/study.h"

#include <algorithm>
#include <array>
#include <vector>

using namespace ns3;

namespace
{

using Speed = UploadScenario::Speed;

/// The comparisons.
const std::string UPLOAD = "upload";
const std::string HIGH_SPEED_UPLOAD = "high-speed-upload";
/// One upload alone, for a profiler.
const std::string BARE = "bare";
const std::string HIGH_SPEED_BARE = "high-speed-bare";
/// Likewise, through the bus.
const std::string USB = "usb";
const std::string HIGH_SPEED_USB = "high-speed-usb";
/// Names of the metrics that are claims.
const std::string TIME_RATIO = "time_ratio";
const std::string EVENT_RATIO = "event_ratio";
const std::string MEMORY_DELTA = "memory_delta_mib";
const std::string IDLE_EVENTS = "idle_events";
/// Pairs of uploads in a run, with the bus and without; each second one begins with the bus.
constexpr int PAIRS = 40;
/// At high speed so many times as many packets are sent in a second, so that a share of it will do.
constexpr int HIGH_SPEED_SHARE = 10;

/// Metrics of an upload.
/// @param name of the variant
/// @param upload its cost
std::vector<Metric>
Describe(const std::string& name, const SimulationCost& upload)
{
    const auto kilobytes = static_cast<double>(upload.bytes) / 1000;
    return {{name + "_cpu_us_per_kb", "us/kB", 1e6 * upload.cpuSeconds / kilobytes},
            {name + "_events_per_kb", "1/kB", static_cast<double>(upload.events) / kilobytes},
            {name + "_peak_heap_mib", "MiB", upload.peakHeapMib}};
}

/// Metrics of both parts.
/// @param name of the variant
/// @param upload, idle their costs
std::vector<Metric>
Describe(const std::string& name, const SimulationCost& upload, const SimulationCost& idle)
{
    auto metrics = Describe(name, upload);
    metrics.push_back({name + "_idle_hour_events", "events", static_cast<double>(idle.events)});
    return metrics;
}

/// @param a, b two measurements of the same upload
/// @return the one that was disturbed less
const SimulationCost&
Faster(const SimulationCost& a, const SimulationCost& b)
{
    return a.cpuSeconds < b.cpuSeconds ? a : b;
}

/// @param upload the cost
/// @return processor time for each byte delivered
double
GetSecondsPerByte(const SimulationCost& upload)
{
    return upload.cpuSeconds / static_cast<double>(upload.bytes);
}

RunResult
Compare(Speed speed, Time duration)
{
    SimulationCost bareUpload{.cpuSeconds = 1e9};
    SimulationCost usbUpload{.cpuSeconds = 1e9};
    std::vector<double> ratios;
    for (int i = 0; i < PAIRS; ++i)
    {
        const bool usbFirst = i % 2 != 0;
        const SimulationCost first = UploadScenario(speed, usbFirst).RunUpload(duration);
        const SimulationCost second = UploadScenario(speed, !usbFirst).RunUpload(duration);
        const SimulationCost& usb = usbFirst ? first : second;
        const SimulationCost& bare = usbFirst ? second : first;
        ratios.push_back(GetSecondsPerByte(usb) / GetSecondsPerByte(bare));
        usbUpload = Faster(usbUpload, usb);
        bareUpload = Faster(bareUpload, bare);
    }
    const auto median = ratios.begin() + PAIRS / 2;
    std::nth_element(ratios.begin(), median, ratios.end());
    const Time hour = Hours(1);
    const auto bare = Describe(BARE, bareUpload, UploadScenario(speed, false).RunIdle(hour));
    const auto usb = Describe(USB, usbUpload, UploadScenario(speed, true).RunIdle(hour));
    RunResult result;
    result.metrics = {{TIME_RATIO, "", *median},
                      {EVENT_RATIO, "", usb[1].value / bare[1].value},
                      {MEMORY_DELTA, "MiB", usb[2].value - bare[2].value},
                      {IDLE_EVENTS, "events", usb[3].value - bare[3].value}};
    result.metrics.insert(result.metrics.end(), bare.begin(), bare.end());
    result.metrics.insert(result.metrics.end(), usb.begin(), usb.end());
    return result;
}

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    RequireWifi(GetCellRadioOption(), "this measurement");
    const bool isHigh = point.name.starts_with("high-speed");
    const Speed speed = isHigh ? Speed::HIGH : Speed::FULL;
    const Time duration = isHigh ? options.duration / HIGH_SPEED_SHARE : options.duration;
    if (point.name == UPLOAD || point.name == HIGH_SPEED_UPLOAD)
    {
        return Compare(speed, duration);
    }
    const bool usb = point.name == USB || point.name == HIGH_SPEED_USB;
    RunResult result;
    result.metrics = Describe(usb ? USB : BARE, UploadScenario(speed, usb).RunUpload(duration));
    return result;
}

void
AddLimit(Study& study,
         const std::string& point,
         const std::string& metric,
         const std::string& cell,
         const std::string& unit,
         const Interval& band)
{
    study.AddClaim({.id = "cost",
                    .cell = point + ": " + cell,
                    .paper = {},
                    .unit = unit,
                    .band = band,
                    .estimate = MeanOf(point, metric),
                    .decimals = 3});
}

/// @param point a comparison
/// @param time, events ratios that it may have
void
AddLimits(Study& study, const std::string& point, double time, double events)
{
    AddLimit(study, point, TIME_RATIO, "processor time per byte, ratio", "", {0, time});
    AddLimit(study, point, EVENT_RATIO, "events per byte, ratio", "", {0, events});
    AddLimit(study, point, MEMORY_DELTA, "peak heap, difference", "MiB", {-5, 5});
    AddLimit(study, point, IDLE_EVENTS, "idle hour, difference", "events", {0, 0});
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("mean", StudyTable::LEFT);
    table.AddColumn("bare", StudyTable::RIGHT);
    table.AddColumn("with USB", StudyTable::RIGHT);
    table.AddColumn("unit", StudyTable::LEFT);
    const std::vector<std::array<std::string, 3>> rows{
        {"processor time", "cpu_us_per_kb", "us/kB"},
        {"events", "events_per_kb", "1/kB"},
        {"peak heap", "peak_heap_mib", "MiB"},
        {"events, idle hour", "idle_hour_events", ""},
    };
    for (const auto& point : {UPLOAD, HIGH_SPEED_UPLOAD})
    {
        for (const auto& [label, metric, unit] : rows)
        {
            table.AddRow({point + ": " + label,
                          StudyTable::Format(results.GetMean(point, "bare_" + metric)),
                          StudyTable::Format(results.GetMean(point, "usb_" + metric)),
                          unit});
        }
    }
    table.Print(os);
}

/// Means of all metrics, for the JSON file.
std::vector<Metric>
GetMeans(const StudyResults& results)
{
    std::vector<Metric> means;
    for (const auto& point : {UPLOAD, HIGH_SPEED_UPLOAD})
    {
        for (Metric metric : results.GetRuns(point).begin()->second)
        {
            metric.value = results.GetMean(point, metric.name);
            metric.name = point + "_" + metric.name;
            means.push_back(metric);
        }
    }
    return means;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("bench-usb", "cost of the USB bus against a bare WifiNetDevice", Measure);
    study.AddPoint({UPLOAD, "saturated TCP uploads over 802.11b in pairs, then an idle hour"});
    study.AddPoint({HIGH_SPEED_UPLOAD, "likewise over 802.11ax, with a high-speed bus"});
    study.AddPoint({BARE, "one upload without the bus, for a profiler"});
    study.AddPoint({USB, "one upload through the bus, for a profiler"});
    study.AddPoint({HIGH_SPEED_BARE, "one upload over 802.11ax without the bus, for a profiler"});
    study.AddPoint({HIGH_SPEED_USB, "one upload over 802.11ax through the bus, for a profiler"});
    study.SetDefaultRuns(5, Seconds(1));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(2));
    AddLimits(study, UPLOAD, 1.10, 1.15);
    AddLimits(study, HIGH_SPEED_UPLOAD, 1.35, 1.75);
    study.SetTablePrinter(PrintTable);
    study.SetStudyMetrics(GetMeans);
    return study.Main(argc, argv);
}
