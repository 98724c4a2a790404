// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The cost of the USB in a simulation: the same saturated TCP upload on a bare WifiNetDevice and
 * through a UsbNetDevice (full speed, FSBR, queued bulk), in many short pairs, and an hour of
 * silence on both. The time is that for which this thread had a processor, and the ratio is the
 * median over the pairs, so that other work of the machine hardly matters.
 *
 * \verbatim
     station [== USB == adapter] ~~~ 802.11b ~~~ access point
   \endverbatim
 *
 * Must show: processor time at most 1.10 times that of the bare device, events at most 1.15 times,
 * peak heap at most 5 MiB more, no event of the bus in the idle hour.
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

/// The comparison.
const std::string UPLOAD = "upload";
/// One upload alone, for a profiler.
const std::string BARE = "bare";
/// Likewise, through the bus.
const std::string USB = "usb";
/// Names of the metrics that are claims.
const std::string TIME_RATIO = "time_ratio";
const std::string EVENT_RATIO = "event_ratio";
const std::string MEMORY_DELTA = "memory_delta_mib";
const std::string IDLE_EVENTS = "idle_events";
/// Pairs of uploads in a run, with the bus and without; each second one begins with the bus.
constexpr int PAIRS = 40;

/// Metrics of an upload. @param name of the variant @param upload its cost
std::vector<Metric>
Describe(const std::string& name, const SimulationCost& upload)
{
    const auto kilobytes = static_cast<double>(upload.bytes) / 1000;
    return {{name + "_cpu_us_per_kb", "us/kB", 1e6 * upload.cpuSeconds / kilobytes},
            {name + "_events_per_kb", "1/kB", static_cast<double>(upload.events) / kilobytes},
            {name + "_peak_heap_mib", "MiB", upload.peakHeapMib}};
}

/// Metrics of both parts. @param name of the variant @param upload, idle their costs
std::vector<Metric>
Describe(const std::string& name, const SimulationCost& upload, const SimulationCost& idle)
{
    auto metrics = Describe(name, upload);
    metrics.push_back({name + "_idle_hour_events", "events", static_cast<double>(idle.events)});
    return metrics;
}

/// @param a, b two measurements of the same upload @return the one that was disturbed less
const SimulationCost&
Faster(const SimulationCost& a, const SimulationCost& b)
{
    return a.cpuSeconds < b.cpuSeconds ? a : b;
}

/// @return processor time for each byte delivered @param upload the cost
double
GetSecondsPerByte(const SimulationCost& upload)
{
    return upload.cpuSeconds / static_cast<double>(upload.bytes);
}

RunResult
Compare(const StudyOptions& options)
{
    SimulationCost bareUpload{.cpuSeconds = 1e9};
    SimulationCost usbUpload{.cpuSeconds = 1e9};
    std::vector<double> ratios;
    for (int i = 0; i < PAIRS; ++i)
    {
        const bool usbFirst = i % 2 != 0;
        const SimulationCost first = UploadScenario(usbFirst).RunUpload(options.duration);
        const SimulationCost second = UploadScenario(!usbFirst).RunUpload(options.duration);
        const SimulationCost& usb = usbFirst ? first : second;
        const SimulationCost& bare = usbFirst ? second : first;
        ratios.push_back(GetSecondsPerByte(usb) / GetSecondsPerByte(bare));
        usbUpload = Faster(usbUpload, usb);
        bareUpload = Faster(bareUpload, bare);
    }
    const auto median = ratios.begin() + PAIRS / 2;
    std::nth_element(ratios.begin(), median, ratios.end());
    const Time hour = Hours(1);
    const auto bare = Describe(BARE, bareUpload, UploadScenario(false).RunIdle(hour));
    const auto usb = Describe(USB, usbUpload, UploadScenario(true).RunIdle(hour));
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
    if (point.name == UPLOAD)
    {
        return Compare(options);
    }
    RunResult result;
    result.metrics =
        Describe(point.name, UploadScenario(point.name == USB).RunUpload(options.duration));
    return result;
}

void
AddLimit(Study& study,
         const std::string& metric,
         const std::string& cell,
         const std::string& unit,
         const Interval& band)
{
    study.AddClaim({.id = "cost",
                    .cell = cell,
                    .paper = {},
                    .unit = unit,
                    .band = band,
                    .estimate = MeanOf(UPLOAD, metric),
                    .decimals = 3});
}

void
AddLimits(Study& study)
{
    AddLimit(study, TIME_RATIO, "processor time per byte, ratio", "", {0, 1.10});
    AddLimit(study, EVENT_RATIO, "events per byte, ratio", "", {0, 1.15});
    AddLimit(study, MEMORY_DELTA, "peak heap, difference", "MiB", {-5, 5});
    AddLimit(study, IDLE_EVENTS, "idle hour, difference", "events", {0, 0});
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
        {"processor time, upload", "cpu_us_per_kb", "us/kB"},
        {"events, upload", "events_per_kb", "1/kB"},
        {"peak heap, upload", "peak_heap_mib", "MiB"},
        {"events, idle hour", "idle_hour_events", ""},
    };
    for (const auto& [label, metric, unit] : rows)
    {
        table.AddRow({label,
                      StudyTable::Format(results.GetMean(UPLOAD, "bare_" + metric)),
                      StudyTable::Format(results.GetMean(UPLOAD, "usb_" + metric)),
                      unit});
    }
    table.Print(os);
}

/// Means of all metrics, for the JSON file.
std::vector<Metric>
GetMeans(const StudyResults& results)
{
    std::vector<Metric> means = results.GetRuns(UPLOAD).begin()->second;
    for (auto& metric : means)
    {
        metric.value = results.GetMean(UPLOAD, metric.name);
    }
    return means;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("bench-usb", "cost of the USB against a bare WifiNetDevice", Measure);
    study.AddPoint({UPLOAD, "saturated TCP uploads in pairs, then an idle hour"});
    study.AddPoint({BARE, "one upload without the bus, for a profiler"});
    study.AddPoint({USB, "one upload through the bus, for a profiler"});
    study.SetDefaultRuns(5, Seconds(1));
    study.SetTimed();
    study.SetFullRuns(10, Seconds(2));
    AddLimits(study);
    study.SetTablePrinter(PrintTable);
    study.SetStudyMetrics(GetMeans);
    return study.Main(argc, argv);
}
