// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Whether any set of the values that malone2008 leaves open gives all that it found: the window
 * that Iperf asked for, whether TCP hears of drops in its own host, the largest contention window
 * of the stations and losses on the air, each with each. malone2008-sensitivity moves one value at
 * a time, but the findings depend on several together. A star marks a value out of the claim's
 * band; the last column counts the values in their bands, with the better one of the two readings
 * of the collision probability. There is no claim to meet: a set that is chosen by this table is
 * calibrated.
 */

#include "upload-run.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/sample-statistics.h"
#include "ns3/study-table.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// One value for each of the four.
struct Setting
{
    uint32_t window;  ///< kB that the host offers
    bool localDrops;  ///< whether TCP hears of drops in its own host
    uint32_t cwMax;   ///< largest contention window of the stations, slots
    uint32_t percent; ///< of full-size frames that noise destroys
    bool onlyFull;    ///< whether only --full has it

    /// @return key of its points, also what is printed
    std::string GetName() const
    {
        return std::to_string(window) + "kB-" + (localDrops ? "heard" : "unheard") + "-cwmax-" +
               std::to_string(cwMax) + "-loss-" + std::to_string(percent);
    }
};

/// A load of the cell.
struct Load
{
    std::string name;      ///< second part of the points' names
    bool isPriority;       ///< whether ACKs have priority
    uint32_t laterUploads; ///< beside the first four
};

const std::vector<Load> LOADS{{"fifo", false, 0},
                              {"priority", true, 0},
                              {"4to8", true, 4},
                              {"4to12", true, 8},
                              {"4to16", true, 12}};

/// What is printed of a load.
struct Column
{
    std::string title;  ///< above it
    std::string load;   ///< the load
    std::string metric; ///< of its points
    Interval band;      ///< of the claim
    int reading{0};     ///< of the collision probability: 1, 2; 0 for others
    int digits{0};      ///< behind the decimal point
};

/// @param value that the paper has
/// @return the band of a collision probability, %
Interval
Collisions(double value)
{
    return {value - 6, value + 6};
}

const std::vector<Column>&
GetColumns()
{
    static const std::vector<Column> columns{
        {"M2 not \nrecov.", "fifo", "stuck", Interval::AtLeast(0.01), 0, 2},
        {"M4 time- \nouts", "priority", "timeouts", {0, 0}, 0, 1},
        {"spuri- \nous", "priority", "timeouts-spurious", {0, 0}, 0, 1},
        {"above \nRTO", "priority", "clearance-below", {0, 0}, 0, 1},
        {"M6 RTT \n4, ms", "priority", "rtt", Interval::Within(200, 0.2)},
        {"RTT \n8, ms", "4to8", "later-rtt", Interval::Within(400, 0.2)},
        {"RTT \n12, ms", "4to12", "later-rtt", Interval::Within(600, 0.2)},
        {"RTT \n16, ms", "4to16", "later-rtt", {0.8 * 900, 1.2 * 1000}},
        {"M6 \nfailed, \n4, %", "priority", "collisions", Collisions(18), 1},
        {"8", "4to8", "later-collisions", Collisions(35), 1},
        {"12", "4to12", "later-collisions", Collisions(47), 1},
        {"16", "4to16", "later-collisions", Collisions(54), 1},
        {"M6 \nretries, \n4, %", "priority", "retries-per-frame", Collisions(18), 2},
        {"8", "4to8", "later-retries-per-frame", Collisions(35), 2},
        {"12", "4to12", "later-retries-per-frame", Collisions(47), 2},
        {"16", "4to16", "later-retries-per-frame", Collisions(54), 2},
        {"M6 timeouts \n4 to 8", "4to8", "timeouts", {0, 0}, 0, 1},
        {"12", "4to12", "timeouts", {0, 0}, 0, 1},
        {"16", "4to16", "timeouts", {0, 0}, 0, 1},
        {"M6 above \nRTO, 8", "4to8", "change-clearance-below", {0, 0}, 0, 1},
        {"12", "4to12", "change-clearance-below", {0, 0}, 0, 1},
        {"16", "4to16", "change-clearance-below", {0, 0}, 0, 1},
    };
    return columns;
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> all = [] {
        std::vector<Setting> settings;
        for (const uint32_t window : {64, 32})
        {
            for (const bool localDrops : {false, true})
            {
                for (const uint32_t cwMax : {1023, 255, 127, 63})
                {
                    for (const uint32_t percent : {0, 5, 10})
                    {
                        const bool isShort =
                            !localDrops && percent == 0 && (cwMax == 1023 || cwMax == 127);
                        settings.push_back({window, localDrops, cwMax, percent, !isShort});
                    }
                }
            }
        }
        return settings;
    }();
    return all;
}

/// @param setting of open values
/// @param load of the cell
/// @return the name of a point
std::string
GetPoint(const Setting& setting, const Load& load)
{
    return setting.GetName() + "." + load.name;
}

RunResult
Measure(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    for (const Setting& setting : GetSettings())
    {
        for (const Load& load : LOADS)
        {
            if (point.name == GetPoint(setting, load))
            {
                Vary(cell,
                     "ReceiveBuffer",
                     UintegerValue(setting.window * 1024),
                     "LocalDropsReachTcp",
                     BooleanValue(setting.localDrops),
                     "StationCwMax",
                     UintegerValue(setting.cwMax),
                     "FrameErrorRate",
                     DoubleValue(setting.percent / 100.0));
                // Sections V and VI: F-RTO with changing load only.
                Vary(cell,
                     "PrioritiseAcks",
                     BooleanValue(load.isPriority),
                     "Frto",
                     BooleanValue(load.laterUploads > 0),
                     "LaterUploads",
                     UintegerValue(load.laterUploads));
            }
        }
    }
    return MeasureUploads(cell, options);
}

/// @param results of all points
/// @param setting of open values
/// @return a row; empty without runs
std::vector<std::string>
GetRow(const StudyResults& results, const Setting& setting)
{
    std::vector<std::string> row{setting.GetName()};
    std::vector<int> inBand(3);
    for (const Column& column : GetColumns())
    {
        const std::string point = setting.GetName() + "." + column.load;
        if (std::ranges::count(results.GetPoints(), point) == 0)
        {
            return {};
        }
        const Estimate estimate =
            SampleStatistics(results.GetSamples(point, column.metric)).EstimateMean();
        const bool isIn = estimate.value >= column.band.low && estimate.value <= column.band.high;
        inBand[column.reading] += isIn;
        row.push_back(StudyTable::Format(estimate, column.digits) + (isIn ? " " : "*"));
    }
    row.push_back(std::to_string(inBand[0] + std::max(inBand[1], inBand[2])));
    return row;
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("open values", StudyTable::LEFT);
    int readings = 0;
    for (const Column& column : GetColumns())
    {
        table.AddColumn(column.title, StudyTable::RIGHT);
        readings += column.reading == 1;
    }
    const auto cells = static_cast<int>(GetColumns().size()) - readings;
    table.AddColumn("in band, \nof " + std::to_string(cells), StudyTable::RIGHT);
    for (const Setting& setting : GetSettings())
    {
        if (const auto row = GetRow(results, setting); !row.empty())
        {
            table.AddRow(row);
        }
    }
    table.Print(os);
    os << "* out of the band of claims M2, M4 and M6\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-open-values",
                "malone2008: the values that the paper leaves open, each with each",
                Measure);
    study.SetDefaultRuns(1, Seconds(60));
    study.SetFullRuns(5, Seconds(240));
    for (const Setting& setting : GetSettings())
    {
        for (const Load& load : LOADS)
        {
            study.AddPoint(
                {GetPoint(setting, load), setting.GetName() + ", " + load.name, setting.onlyFull});
        }
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
