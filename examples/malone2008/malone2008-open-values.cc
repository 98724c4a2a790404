// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What the findings of malone2008 depend on where the paper does not say which kernel and which
 * driver it had: BIC as shipped, BIC with the patch of the authors' institute, or Reno; where
 * packets wait; the largest contention window of the stations; and whether the limit of 11 counts
 * transmissions or retries. Each value is combined with each. A star marks a value out of the
 * claim's band; the last column counts the values in their bands, with the better one of the two
 * readings of the collision probability. There is no claim to meet: a set that is chosen by this
 * table is calibrated.
 */

#include "../common/estimate-table.h"
#include "upload-run.h"
#include "vary-ack-priority.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// One value for each of the four.
struct Setting
{
    std::string control;  ///< of congestion: "shipped", "patched" or "reno"
    bool interfaceWaits;  ///< whether the interface holds packets, too
    uint32_t cwMax;       ///< largest contention window of the stations, slots
    uint32_t attempts;    ///< transmissions of a frame
    bool onlyFull{false}; ///< whether only --full has it

    /// @return key of its points, also what is printed
    std::string GetName() const
    {
        return control + (interfaceWaits ? "-39" : "-20") + "-cwmax-" + std::to_string(cwMax) +
               "-tries-" + std::to_string(attempts);
    }
};

/// What happens in the cell.
struct Load
{
    std::string name;          ///< second part of the points' names
    bool isPriority;           ///< whether ACKs have priority
    uint32_t laterUploads{0};  ///< beside the first four
    std::string laterMode{""}; ///< of all stations; empty: no change
};

const std::vector<Load> LOADS{{"fifo", false},
                              {"priority", true},
                              {"4to8", true, 4},
                              {"4to12", true, 8},
                              {"4to16", true, 12},
                              {"1Mbps", true, 0, "DsssRate1Mbps"}};

/// What is printed of a point.
struct Column
{
    std::string title;  ///< above it
    std::string load;   ///< the load
    std::string metric; ///< of its points
    Interval band;      ///< of the claim
    int reading{0};     ///< of the collision probability: 1, 2; 0 for others
    int digits{0};      ///< behind the decimal point
    std::string over{}; ///< load whose metric divides that of the load; empty: none
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
        {"spread, \nover \nFIFO", "priority", "clearance-spread", {0, 1}, 0, 2, "fifo"},
        {"mean, \nover \nFIFO", "priority", "clearance-mean", {0.8, 1.2}, 0, 2, "fifo"},
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
        {"M6 timeouts \n4 to 8", "4to8", "monitor-timeouts", {0, 0}, 0, 1},
        {"12", "4to12", "monitor-timeouts", {0, 0}, 0, 1},
        {"16", "4to16", "monitor-timeouts", {0, 0}, 0, 1},
        {"M6 above \nRTO, 8", "4to8", "close-up-clearance-below", {0, 0}, 0, 1},
        {"12", "4to12", "close-up-clearance-below", {0, 0}, 0, 1},
        {"16", "4to16", "close-up-clearance-below", {0, 0}, 0, 1},
        {"drops, \n16, %", "4to16", "station-drops", Interval::AtMost(0.1), 0, 2},
        {"M7 time- \nouts", "1Mbps", "monitor-timeouts", {0, 0}, 0, 1},
        {"spuri- \nous", "1Mbps", "monitor-spurious", {0, 0}, 0, 1},
    };
    return columns;
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> all = [] {
        std::vector<Setting> settings;
        for (const std::string control : {"shipped", "patched", "reno"})
        {
            for (const bool interfaceWaits : {true, false})
            {
                for (const uint32_t cwMax : {1023, 127, 31})
                {
                    for (const uint32_t attempts : {11, 12})
                    {
                        const bool isShort = control == "patched" && !interfaceWaits &&
                                             cwMax != 127 && attempts == 11;
                        settings.push_back({control, interfaceWaits, cwMax, attempts, !isShort});
                    }
                }
            }
        }
        return settings;
    }();
    return all;
}

RunResult
Measure(const Setting& setting, const Load& load, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    Vary(cell,
         "Bic",
         BooleanValue(setting.control != "reno"),
         "BicMaximumFault",
         BooleanValue(setting.control == "shipped"),
         "InterfaceWaits",
         BooleanValue(setting.interfaceWaits),
         "StationCwMax",
         UintegerValue(setting.cwMax),
         "Attempts",
         UintegerValue(setting.attempts));
    // Section VI: F-RTO where load or rate change only.
    const bool isChanging = load.laterUploads > 0 || !load.laterMode.empty();
    VaryAckPriority(cell, load.isPriority);
    Vary(cell, "Frto", BooleanValue(isChanging), "LaterUploads", UintegerValue(load.laterUploads));
    if (!load.laterMode.empty())
    {
        Vary(cell, "LaterMode", StringValue(load.laterMode));
    }
    return MeasureUploads(cell, options);
}

/// @param column of the table
/// @return an estimator of what stands there
RowEstimator
GetEstimator(const Column& column)
{
    if (column.over.empty())
    {
        return MeanInRow(column.load, column.metric);
    }
    return
        [column](const StudyResults& results, const std::string& row) -> std::optional<Estimate> {
            const std::string point = GetRowPoint(row, column.load);
            const std::string other = GetRowPoint(row, column.over);
            if (!IsRun(results, point) || !IsRun(results, other))
            {
                return std::nullopt;
            }
            // Neither flow of figure 6 times out.
            return InRunsWhere("no-problems",
                               {point, other},
                               GeometricRatioOf(column.metric, point, other))(results);
        };
}

/// @param results of all points
/// @param row name of a setting
/// @return number of its values in their bands
int
CountInBand(const StudyResults& results, const std::string& row)
{
    std::vector<int> inBand(3);
    for (const Column& column : GetColumns())
    {
        const auto estimate = GetEstimator(column)(results, row);
        inBand[column.reading] += estimate && column.band.Contains(estimate->value);
    }
    return inBand[0] + std::max(inBand[1], inBand[2]);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    EstimateTable table(results);
    table.AddTextColumn("open values");
    int readings = 0;
    for (const Column& column : GetColumns())
    {
        table.AddColumn({column.title, GetEstimator(column), column.digits, column.band});
        readings += column.reading == 1;
    }
    const auto cells = static_cast<int>(GetColumns().size()) - readings;
    table.AddTextColumn("in band, \nof " + std::to_string(cells), StudyTable::RIGHT);
    for (const Setting& setting : GetSettings())
    {
        const std::string name = setting.GetName();
        table.AddRow(name, {name, std::to_string(CountInBand(results, name))});
    }
    table.Print(os);
    os << "* out of the band of claims M2, M4, M6 and M7\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-open-values",
                "malone2008: open values of kernel and driver, in all combinations");
    study.SetDefaultRuns(1, Seconds(60));
    study.SetFullRuns(10, Seconds(60));
    for (const Setting& setting : GetSettings())
    {
        for (const Load& load : LOADS)
        {
            study.AddPoint({GetRowPoint(setting.GetName(), load.name),
                            setting.GetName() + ", " + load.name,
                            setting.onlyFull},
                           [&setting, &load](const StudyOptions& options) {
                               return Measure(setting, load, options);
                           });
        }
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
