// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What malone2008 leaves for later (VII): uploads and downloads together, short connections, and
 * larger buffers, without and with priority of ACKs.
 *
 * Must show: B3.
 */

#include "long-flows.h"
#include "metric-table.h"
#include "upload-quantiles.h"
#include "vary-ack-priority.h"

#include "ns3/malone2008-testbed.h"
#include "ns3/repeated-transfer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A cell, and what is in it.
struct Mix
{
    std::string name;                        ///< of its points
    std::string label;                       ///< that a reader sees
    uint32_t uploads;                        ///< long ones
    uint32_t downloads;                      ///< long ones
    std::optional<uint32_t> buffer{};        ///< packets at each node, without windows that limit
    std::optional<uint32_t> shortUpload{};   ///< bytes of each, back to back from one more station
    std::optional<uint32_t> shortDownload{}; ///< bytes of each, back to back to one more station
};

const std::vector<Mix> DIRECTIONS{
    {"0up-4down", "4 downloads", 0, 4},
    {"4up-4down", "4 uploads, 4 downloads", 4, 4},
    {"2up-6down", "2 uploads, 6 downloads", 2, 6},
};
const std::vector<Mix> SHORT{
    {"short-up-10k", "uploads of 10 kB", 4, 0, {}, 10000, {}},
    {"short-up-100k", "uploads of 100 kB", 4, 0, {}, 100000, {}},
    {"short-down-10k", "downloads of 10 kB", 4, 0, {}, {}, 10000},
    {"short-down-100k", "downloads of 100 kB", 4, 0, {}, {}, 100000},
};
const std::vector<Mix> BUFFERS{
    {"buffer-10", "buffers of 10", 4, 0, 10, {}, {}},
    {"buffer-20", "buffers of 20", 4, 0, 20, {}, {}},
    {"buffer-100", "buffers of 100", 4, 0, 100, {}, {}},
    {"buffer-400", "buffers of 400", 4, 0, 400, {}, {}},
};

const std::string FIFO = "fifo";         ///< ACKs have no priority
const std::string PRIORITY = "priority"; ///< ACKs have priority
const std::vector<std::string> VARIANTS{FIFO, PRIORITY};

/// @return all cells
std::vector<Mix>
GetAll()
{
    std::vector<Mix> all = DIRECTIONS;
    all.insert(all.end(), SHORT.begin(), SHORT.end());
    all.insert(all.end(), BUFFERS.begin(), BUFFERS.end());
    return all;
}

/// @return name of a point
std::string
GetPoint(const Mix& mix, const std::string& variant)
{
    return mix.name + "-" + variant;
}

/// @param mix in a cell
/// @return what makes the testbed
ObjectFactory
MakeCell(const Mix& mix)
{
    // The host's sockets tell of round-trip times and timeouts of downloads, too.
    ObjectFactory cell = MakeOpenCell();
    Vary(cell,
         "Uploads",
         UintegerValue(mix.uploads + (mix.shortUpload ? 1 : 0)),
         "Downloads",
         UintegerValue(mix.downloads + (mix.shortDownload ? 1 : 0)));
    if (mix.buffer)
    {
        // The buffers shall limit a connection, not the windows: 2 MiB are 3 times the largest.
        constexpr uint32_t LARGE = 1U << 21;
        Vary(cell,
             "DriverQueue",
             UintegerValue(*mix.buffer),
             "SendBuffer",
             UintegerValue(LARGE),
             "ReceiveBuffer",
             UintegerValue(LARGE));
    }
    return cell;
}

/// Short connections between the last station and the host.
std::unique_ptr<RepeatedTransfer>
MakeShort(const Malone2008Testbed& testbed, const Mix& mix)
{
    constexpr uint16_t PORT = 20000;
    const uint32_t last = testbed.GetNStations() - 1;
    if (mix.shortUpload)
    {
        return std::make_unique<RepeatedTransfer>(testbed.GetStation(last),
                                                  testbed.GetHost(),
                                                  testbed.GetHostAddress(),
                                                  PORT,
                                                  *mix.shortUpload);
    }
    if (mix.shortDownload)
    {
        return std::make_unique<RepeatedTransfer>(testbed.GetHost(),
                                                  testbed.GetStation(last),
                                                  testbed.GetStationAddress(last),
                                                  PORT,
                                                  *mix.shortDownload);
    }
    return nullptr;
}

void
AddShortMetrics(RunResult& result, const RepeatedTransfer& transfers, Time lasting)
{
    std::vector<double> times = transfers.GetCompletionTimes();
    result.metrics.push_back(
        {"completed", "per minute", static_cast<double>(times.size()) / lasting.GetMinutes()});
    // The one that has not ended takes at least as long as it has taken.
    times.push_back(transfers.GetAge());
    result.metrics.push_back({"completion-p50", "s", GetQuantile(times, 0.5)});
    result.metrics.push_back({"completion-p95", "s", GetQuantile(times, 0.95)});
}

RunResult
Measure(const Mix& mix, bool hasPriority, const StudyOptions& options)
{
    RequireDuration(options, Seconds(2), "whose first quarter does not count");
    ObjectFactory cell = MakeCell(mix);
    VaryAckPriority(cell, hasPriority);

    const auto testbed = cell.Create<Malone2008Testbed>();
    const LongConnections connections(*testbed, options.duration, mix.uploads, mix.downloads);
    const auto transfers = MakeShort(*testbed, mix);
    const Time begin = testbed->GetStart() + options.duration / 4;
    if (transfers)
    {
        transfers->Schedule(begin, connections.GetEnd());
    }
    Simulator::Stop(connections.GetEnd());
    Simulator::Run();

    RunResult result;
    if (mix.uploads > 0)
    {
        AddFlowMetrics(result, "up-", connections.GetUploads());
    }
    if (mix.downloads > 0)
    {
        AddFlowMetrics(result, "down-", connections.GetDownloads());
    }
    if (mix.uploads > 0 && mix.downloads > 0)
    {
        double up = 0;
        double down = 0;
        for (const auto& flow : connections.GetUploads())
        {
            up += flow->GetGoodput() / mix.uploads;
        }
        for (const auto& flow : connections.GetDownloads())
        {
            down += flow->GetGoodput() / mix.downloads;
        }
        // As a share, it is finite where the uploads have nothing.
        result.metrics.push_back({"download-share", "", down / (up + down)});
    }
    if (transfers)
    {
        AddShortMetrics(result, *transfers, connections.GetEnd() - begin);
    }
    return result;
}

void
AddDirectionClaims(Study& study)
{
    // "We expect downloads to behave well" (VII): the yardsticks are those of M4.
    const std::string downloads = GetPoint(DIRECTIONS.front(), FIFO);
    study.AddClaim({.id = "B3-downloads",
                    .cell = "4 downloads, FIFO, Jain's index",
                    .unit = "",
                    .band = Interval::AtLeast(0.95),
                    .estimate = MeanOf(downloads, "down-jain")});
    study.AddClaim({.id = "B3-downloads",
                    .cell = "4 downloads, FIFO, timeouts",
                    .unit = "per minute",
                    .band = {0, 0},
                    .estimate = MeanOf(downloads, "down-timeouts")});
    study.AddClaim({.id = "B3-downloads",
                    .cell = "4 downloads, FIFO, minimum of RTO - RTT",
                    .unit = "ms",
                    .band = Interval::AtLeast(0),
                    .estimate = MeanOf(downloads, "down-clearance-least")});
    for (const Mix& mix : DIRECTIONS)
    {
        if (mix.uploads == 0)
        {
            continue;
        }
        const std::string cell = mix.label + ", share of a download beside an upload";
        // "Uploads can out-compete downloads unless measures are taken to restore fairness" (VII).
        study.AddClaim({.id = "B3-uploads",
                        .cell = cell + ", FIFO",
                        .unit = "",
                        .band = Interval::AtMost(0.5),
                        .estimate = MeanOf(GetPoint(mix, FIFO), "download-share")});
        study.AddClaim({.id = "B3-uploads",
                        .cell = cell + ", priority",
                        .unit = "",
                        .band = Interval::Within(0.5, 0.2),
                        .estimate = MeanOf(GetPoint(mix, PRIORITY), "download-share")});
    }
}

void
AddShortClaims(Study& study)
{
    for (const Mix& mix : SHORT)
    {
        for (const std::string metric : {"completion-p50", "completion-p95"})
        {
            study.AddClaim(
                {.id = "B3-short",
                 .cell = mix.label + ", " + metric + ", priority over FIFO",
                 .unit = "",
                 .band = Interval::AtMost(1),
                 .estimate = RatioOf(metric, GetPoint(mix, PRIORITY), GetPoint(mix, FIFO))});
        }
    }
}

void
AddBufferClaims(Study& study)
{
    for (const Mix& mix : BUFFERS)
    {
        for (const std::string& variant : VARIANTS)
        {
            // The estimator follows the round-trip times if it never falls below one.
            study.AddClaim({.id = "B3-buffers",
                            .cell = mix.label + ", " + variant + ", minimum of RTO - RTT",
                            .unit = "ms",
                            .band = Interval::AtLeast(0),
                            .estimate = MeanOf(GetPoint(mix, variant), "up-clearance-least")});
        }
    }
}

void
PrintMixes(std::ostream& os,
           const StudyResults& results,
           const std::string& heading,
           const std::vector<Mix>& mixes,
           const std::vector<MetricColumn>& columns)
{
    EstimateTable table(results);
    table.AddTextColumn(heading);
    table.AddTextColumn("ACKs");
    AddColumns(table, columns);
    for (const Mix& mix : mixes)
    {
        for (const std::string& variant : VARIANTS)
        {
            table.AddRow(GetPoint(mix, variant), {mix.label, variant});
        }
    }
    table.Print(os);
}

void
PrintTables(std::ostream& os, const StudyResults& results)
{
    PrintMixes(os,
               results,
               "up and down",
               DIRECTIONS,
               {{"up\nMb/s", "up-goodput", 2},
                {"down\nMb/s", "down-goodput", 2},
                {"up\nJain", "up-jain", 3},
                {"down\nJain", "down-jain", 3},
                {"up, timeouts\nper minute", "up-timeouts", 1},
                {"down, timeouts\nper minute", "down-timeouts", 1},
                {"up, least\nRTO - RTT, ms", "up-clearance-least", 0},
                {"down, least\nRTO - RTT, ms", "down-clearance-least", 0}});
    os << "\n";
    PrintMixes(os,
               results,
               "short connections beside 4 uploads",
               SHORT,
               {{"completed\nper minute", "completed", 1},
                {"p50\ns", "completion-p50", 2},
                {"p95\ns", "completion-p95", 2},
                {"4 uploads\nMb/s", "up-goodput", 2}});
    os << "\n";
    PrintMixes(os,
               results,
               "4 uploads",
               BUFFERS,
               {{"goodput\nMb/s", "up-goodput", 2},
                {"Jain", "up-jain", 3},
                {"timeouts\nper minute", "up-timeouts", 1},
                {"RTT p50\nms", "up-rtt-p50", 0},
                {"RTT p95\nms", "up-rtt-p95", 0},
                {"least RTO - RTT\nms", "up-clearance-least", 0}});
}

void
AddBufferPanel(Study& study,
               const std::string& title,
               const std::string& unit,
               const std::string& metric)
{
    StudyPanel panel{title, "packets of buffer", unit, {}};
    for (const std::string& variant : VARIANTS)
    {
        StudyCurve curve{variant, metric, {}};
        for (const Mix& mix : BUFFERS)
        {
            curve.points.emplace_back(*mix.buffer, GetPoint(mix, variant));
        }
        panel.curves.push_back(curve);
    }
    study.AddPanel(panel);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-mixes",
                "malone2008, future work: downloads, short connections, larger buffers");
    study.SetDefaultRuns(3, Seconds(30));
    study.SetFullRuns(10, Seconds(120));
    for (const Mix& mix : GetAll())
    {
        for (const std::string& variant : VARIANTS)
        {
            study.AddPoint({GetPoint(mix, variant), mix.label + ", " + variant},
                           [mix, hasPriority = variant == PRIORITY](const StudyOptions& options) {
                               return Measure(mix, hasPriority, options);
                           });
        }
    }
    AddDirectionClaims(study);
    AddShortClaims(study);
    AddBufferClaims(study);
    AddBufferPanel(study, "goodput of 4 uploads", "Mb/s", "up-goodput");
    AddBufferPanel(study, "fairness", "Jain's index", "up-jain");
    AddBufferPanel(study, "median round-trip time", "ms", "up-rtt-p50");
    AddBufferPanel(study, "least RTO - RTT", "ms", "up-clearance-least");
    study.SetTablePrinter(PrintTables);
    return study.Main(argc, argv);
}
