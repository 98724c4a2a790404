// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What the findings of malone2008 depend on where the paper is silent: the window that Iperf asked
 * for, the receiver's ACKs, where packets wait, whether TCP hears of drops in its own host, BIC and
 * its fault, the contention windows, losses on the air, places, capture, start, and ARP. Each row
 * moves one value of the testbed while the others stay; with --full, rows of losses move the
 * largest contention window, too. A star marks a value out of the claim's band. There is no claim
 * to meet.
 */

#include "../common/estimate-table.h"
#include "upload-run.h"
#include "vary-ack-priority.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// One value of the testbed moved.
struct Setting
{
    std::string name;       ///< key, also what is printed
    TestbedValues values{}; ///< of attributes of the testbed
    bool onlyFull{false};   ///< whether only --full has it
    bool isGrowing{true};   ///< whether there is a point to which 12 more uploads come
};

const std::string FIFO = "fifo";
const std::string TO_16 = "4to16";

std::vector<EstimateColumn>
GetColumns()
{
    return {
        {"M2 free \nplaces, \nFIFO, p95", MeanInRow(FIFO, "ap-free-p95"), 0, Interval::AtMost(4)},
        {"M2 share \nnot \nrecovering", MeanInRow(FIFO, "stuck"), 2, Interval::AtLeast(0.01)},
        {"uploads \nwithout a \nbyte", MeanInRow(FIFO, "never-began"), 1, Interval{0, 0}},
        {"M6 RTT, \n4, ms", MeanInRow(TO_16, "rtt"), 0, Interval::Within(200, 0.2)},
        {"M6 RTT, \n16, ms", MeanInRow(TO_16, "later-rtt"), 0, Interval{0.8 * 900, 1.2 * 1000}},
        {"M6 failed, \n4, %", MeanInRow(TO_16, "collisions"), 0, Interval{12, 24}},
        {"M6 failed, \n16, %", MeanInRow(TO_16, "later-collisions"), 0, Interval{48, 60}},
        {"M6 retries, \n4, %", MeanInRow(TO_16, "retries-per-frame"), 0, Interval{12, 24}},
        {"M6 retries, \n16, %", MeanInRow(TO_16, "later-retries-per-frame"), 0, Interval{48, 60}},
        {"M6 time- \nouts, 4", MeanInRow(TO_16, "timeouts"), 1, Interval{0, 0}},
        {"M6 time- \nouts, 16", MeanInRow(TO_16, "later-timeouts"), 1, Interval{0, 0}},
        {"spurious \nones", MeanInRow(TO_16, "timeouts-spurious"), 1, Interval{0, 0}},
        {"M6 least \nRTO-RTT, \nms",
         MeanInRow(TO_16, "close-up-clearance-least"),
         0,
         Interval::AtLeast(0)},
    };
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
                 {{"FrameErrorRate", std::to_string(percent / 100.0)},
                  {"StationCwMax", std::to_string(cwMax)}},
                 true});
        }
    }
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> all = [] {
        std::vector<Setting> settings{
            {"testbed"},
            {"window-32kB", {{"ReceiveBuffer", "32768"}}},
            {"ack-every-second", {{"HostTcp", "ns3::TcpLinuxReno"}}},
            {"wait-at-interface", {{"InterfaceWaits", "true"}}},
            {"local-drops", {{"LocalDropsReachTcp", "true"}}},
            {"bic-as-shipped", {{"BicMaximumFault", "true"}}},
            {"reno", {{"Bic", "false"}}},
            {"cwmax-127", {{"StationCwMax", "127"}}},
            {"cwmax-63", {{"StationCwMax", "63"}}},
            {"cwmax-31", {{"StationCwMax", "31"}}},
            {"ack-cwmin-15", {{"AckCwMin", "15"}}},
            {"capture-2dB", {{"CaptureRatio", "2"}}},
            {"capture-10dB", {{"CaptureRatio", "10"}}},
            {"room-8x6", {{"Room", "8:6:0"}}},
            {"start-at-once", {{"StartSpread", "0s"}}},
            {"mac-acks-2Mbps", {{"FastMacAcks", "false"}}},
            {"arp", {{"StaticArp", "false"}}},
        };
        AddLosses(settings);
        // "For some experiments with larger numbers of stations" ARP fails (III).
        settings.push_back({"16-at-once", {{"Uploads", "16"}}, true, false});
        settings.push_back(
            {"16-at-once-arp", {{"Uploads", "16"}, {"StaticArp", "false"}}, true, false});
        return settings;
    }();
    return all;
}

/// @param setting of the testbed
/// @param isGrowing whether 12 more uploads come
/// @param options of the run
/// @return metrics
RunResult
Measure(const Setting& setting, bool isGrowing, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    Vary(cell, "Frto", BooleanValue(isGrowing), "LaterUploads", UintegerValue(isGrowing ? 12 : 0));
    Vary(cell, setting.values);
    VaryAckPriority(cell, isGrowing);
    return MeasureUploads(cell, options);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    EstimateTable table(results);
    table.AddTextColumn("setting");
    for (const EstimateColumn& column : GetColumns())
    {
        table.AddColumn(column);
    }
    for (const Setting& setting : GetSettings())
    {
        table.AddRow(setting.name, {setting.name});
    }
    table.Print(os);
    os << "* out of the band of claims M2 and M6\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-sensitivity", "malone2008: what the findings depend on");
    study.SetDefaultRuns(2, Seconds(60));
    for (const Setting& setting : GetSettings())
    {
        study.AddPoint(
            {GetRowPoint(setting.name, FIFO), setting.name + ", FIFO", setting.onlyFull},
            [&setting](const StudyOptions& options) { return Measure(setting, false, options); });
        if (setting.isGrowing)
        {
            study.AddPoint({GetRowPoint(setting.name, TO_16),
                            setting.name + ", 4 to 16 uploads",
                            setting.onlyFull},
                           [&setting](const StudyOptions& options) {
                               return Measure(setting, true, options);
                           });
        }
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
