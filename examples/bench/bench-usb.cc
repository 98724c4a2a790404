// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What the USB costs a simulation: the same saturated TCP upload on a bare WifiNetDevice and
 * through a UsbNetDevice (full speed, FSBR, queued bulk), one after the other in this process, and
 * an hour of silence on both.
 *
 * \verbatim
     station [== USB == adapter] ~~~ 802.11b ~~~ access point
   \endverbatim
 *
 * Must show: wall time at most 1.10 times that of the bare device, events at most 1.15 times, peak
 * heap at most 5 MiB more, no event of the bus in the idle hour.
 */

#include "upload-scenario.h"

#include "ns3/study.h"

using namespace ns3;

namespace
{

/// Name of the only point.
const std::string UPLOAD = "upload";

RunResult
Compare(const StudyOptions& options)
{
    const SimulationCost bare = UploadScenario(false).RunUpload(options.duration);
    const SimulationCost usb = UploadScenario(true).RunUpload(options.duration);
    const Time hour = Hours(1);
    const SimulationCost bareIdle = UploadScenario(false).RunIdle(hour);
    const SimulationCost usbIdle = UploadScenario(true).RunIdle(hour);
    const auto events = static_cast<double>(usb.events) / static_cast<double>(usb.bytes);
    const auto bareEvents = static_cast<double>(bare.events) / static_cast<double>(bare.bytes);
    const double wall = usb.wallSeconds / static_cast<double>(usb.bytes);
    const double bareWall = bare.wallSeconds / static_cast<double>(bare.bytes);
    RunResult result;
    result.metrics = {
        {"wall_ratio", "", wall / bareWall},
        {"event_ratio", "", events / bareEvents},
        {"memory_delta_mib", "MiB", usb.peakHeapMib - bare.peakHeapMib},
        {"idle_events",
         "events",
         static_cast<double>(usbIdle.events) - static_cast<double>(bareIdle.events)},
        {"bare_wall_us_per_kb", "us/kB", 1e9 * bareWall},
        {"usb_wall_us_per_kb", "us/kB", 1e9 * wall},
    };
    return result;
}

void
AddLimit(Study& study, const std::string& metric, const std::string& unit, const Interval& band)
{
    study.AddClaim({.id = "cost",
                    .cell = metric,
                    .paper = {},
                    .unit = unit,
                    .band = band,
                    .estimate = MeanOf(UPLOAD, metric)});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study(
        "bench-usb",
        "cost of the USB against a bare WifiNetDevice, per delivered byte",
        [](const StudyPoint&, uint32_t, const StudyOptions& options) { return Compare(options); });
    study.AddPoint({UPLOAD, "saturated TCP upload, then an idle hour"});
    study.SetDefaultRuns(5, Seconds(20));
    study.SetFullRuns(10, Seconds(60));
    AddLimit(study, "wall_ratio", "", {0, 1.10});
    AddLimit(study, "event_ratio", "", {0, 1.15});
    AddLimit(study, "memory_delta_mib", "MiB", {-5, 5});
    AddLimit(study, "idle_events", "events", {0, 0});
    study.SetStudyMetrics([](const StudyResults& results) {
        std::vector<Metric> metrics;
        for (const auto& metric : results.GetRuns(UPLOAD).begin()->second)
        {
            metrics.push_back({metric.name, metric.unit, results.GetMean(UPLOAD, metric.name)});
        }
        return metrics;
    });
    return study.Main(argc, argv);
}
