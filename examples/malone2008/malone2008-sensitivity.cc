// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What the findings of malone2008 depend on where the paper is silent: the window that Iperf asked
 * for, the receiver's ACKs, where packets wait, whether TCP hears of drops in its own host, the
 * contention windows, losses on the air, places, capture, start, and ARP. Each row moves one value
 * of the testbed while the others stay; with --full, rows of losses move the largest contention
 * window, too. A star marks a value out of the claim's band. There is no claim to meet.
 */

#include "upload-run.h"

#include "ns3/sample-statistics.h"
#include "ns3/study-table.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// One value of the testbed moved.
struct Setting
{
    std::string name;                                 ///< key, also what is printed
    std::function<void(Malone2008Parameters&)> apply; ///< moves it
    bool onlyFull{false};                             ///< whether only --full has it
    bool isGrowing{true};                             ///< whether there is a point to which 12 more
                                                      ///< uploads come
};

/// A finding.
struct Column
{
    std::string title;  ///< above it
    std::string point;  ///< second part of the points' names
    std::string metric; ///< of the point
    Interval band;      ///< of the claim
    int digits{0};      ///< behind the decimal point
};

const std::string FIFO = "fifo";
const std::string TO_16 = "4to16";

const std::vector<Column>&
GetColumns()
{
    static const std::vector<Column> columns{
        {"M2 queue \nFIFO, p5", FIFO, "ap-queue-p5", Interval::AtLeast(35)},
        {"M2 share \nnot \nrecovering", FIFO, "stuck", Interval::AtLeast(0.01), 2},
        {"uploads \nwithout a \nbyte", FIFO, "never-began", {0, 0}, 1},
        {"M6 RTT, \n4, ms", TO_16, "rtt", Interval::Within(200, 0.2)},
        {"M6 RTT, \n16, ms", TO_16, "later-rtt", {0.8 * 900, 1.2 * 1000}},
        {"M6 failed, \n4, %", TO_16, "collisions", {12, 24}},
        {"M6 failed, \n16, %", TO_16, "later-collisions", {48, 60}},
        {"M6 retries, \n4, %", TO_16, "retries-per-frame", {12, 24}},
        {"M6 retries, \n16, %", TO_16, "later-retries-per-frame", {48, 60}},
        {"M6 time- \nouts, 4", TO_16, "timeouts", {0, 0}, 1},
        {"M6 time- \nouts, 16", TO_16, "later-timeouts", {0, 0}, 1},
        {"spurious \nones", TO_16, "timeouts-spurious", {0, 0}, 1},
        {"M6 least \nRTO-RTT, \nms", TO_16, "change-clearance-least", Interval::AtLeast(0)},
    };
    return columns;
}

/// Add rows of losses on the air, each with several largest contention windows.
/// @param settings takes them
void
AddLosses(std::vector<Setting>& settings)
{
    for (const uint32_t percent : {2, 5, 10})
    {
        for (const uint32_t cwMax : {1023, 127, 63})
        {
            settings.push_back(
                {"loss-" + std::to_string(percent) + "-cwmax-" + std::to_string(cwMax),
                 [percent, cwMax](auto& p) {
                     p.frameErrorRate = percent / 100.0;
                     p.stationCwMax = cwMax;
                 },
                 true});
        }
    }
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> all = [] {
        std::vector<Setting> settings{
            {"testbed", [](auto&) {}},
            {"window-32kB", [](auto& p) { p.receiveBuffer = 32768; }},
            {"ack-every-second", [](auto& p) { p.hostTcp = "ns3::TcpLinuxReno"; }},
            {"no-wait-at-interface", [](auto& p) { p.interfaceWaits = false; }},
            {"local-drops", [](auto& p) { p.localDropsReachTcp = true; }},
            {"cwmax-127", [](auto& p) { p.stationCwMax = 127; }},
            {"cwmax-63", [](auto& p) { p.stationCwMax = 63; }},
            {"cwmax-31", [](auto& p) { p.stationCwMax = 31; }},
            {"ack-cwmin-15", [](auto& p) { p.ackCwMin = 15; }},
            {"capture-2dB", [](auto& p) { p.captureRatio = 2; }},
            {"capture-10dB", [](auto& p) { p.captureRatio = 10; }},
            {"room-8x6", [](auto& p) { p.room = {8, 6, 0}; }},
            {"start-at-once", [](auto& p) { p.startSpread = Time(0); }},
            {"mac-acks-2Mbps", [](auto& p) { p.fastMacAcks = false; }},
            {"arp", [](auto& p) { p.staticArp = false; }},
        };
        AddLosses(settings);
        // "For some experiments with larger numbers of stations" ARP fails (III).
        settings.push_back({"16-at-once", [](auto& p) { p.uploads = 16; }, true, false});
        settings.push_back({"16-at-once-arp",
                            [](auto& p) {
                                p.uploads = 16;
                                p.staticArp = false;
                            },
                            true,
                            false});
        return settings;
    }();
    return all;
}

/// @param setting first part of the name
/// @param point second part
/// @return the name of a point
std::string
GetPoint(const std::string& setting, const std::string& point)
{
    return setting + "." + point;
}

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    Malone2008Parameters parameters;
    for (const Setting& setting : GetSettings())
    {
        if (point.name == GetPoint(setting.name, FIFO))
        {
            setting.apply(parameters);
        }
        if (point.name == GetPoint(setting.name, TO_16))
        {
            setting.apply(parameters);
            parameters.prioritiseAcks = true;
            parameters.frto = true;
            parameters.laterUploads = 12;
        }
    }
    return MeasureUploads(parameters, options);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("setting", StudyTable::LEFT);
    for (const Column& column : GetColumns())
    {
        table.AddColumn(column.title, StudyTable::RIGHT);
    }
    for (const Setting& setting : GetSettings())
    {
        const auto isRun = [&](const std::string& point) {
            return std::ranges::count(results.GetPoints(), GetPoint(setting.name, point)) > 0;
        };
        if (!isRun(FIFO))
        {
            continue;
        }
        std::vector<std::string> row{setting.name};
        for (const Column& column : GetColumns())
        {
            if (!isRun(column.point))
            {
                row.push_back("- ");
                continue;
            }
            const auto samples =
                results.GetSamples(GetPoint(setting.name, column.point), column.metric);
            const Estimate estimate = SampleStatistics(samples).EstimateMean();
            const bool isOut =
                estimate.value < column.band.low || estimate.value > column.band.high;
            row.push_back(StudyTable::Format(estimate, column.digits) + (isOut ? "*" : " "));
        }
        table.AddRow(row);
    }
    table.Print(os);
    os << "* out of the band of claims M2 and M6\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-sensitivity", "malone2008: what the findings depend on", Measure);
    study.SetDefaultRuns(2, Seconds(60));
    for (const Setting& setting : GetSettings())
    {
        study.AddPoint({GetPoint(setting.name, FIFO), setting.name + ", FIFO", setting.onlyFull});
        if (setting.isGrowing)
        {
            study.AddPoint({GetPoint(setting.name, TO_16),
                            setting.name + ", 4 to 16 uploads",
                            setting.onlyFull});
        }
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
