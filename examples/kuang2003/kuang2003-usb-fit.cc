// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, table 2: which of its eight cells are predictions. No document has the adapter's
 * pauses and buffers or the basic rates of the cell, so that they are fitted to this table
 * (kuang2003-usb-modes). Here they are fitted to two cells, and the six others are predicted (B6).
 *
 * The points are a grid of the four values; a run of a point has a simulation for each mode of the
 * bus. A set of values fits if its means are within 3 % of the paper in both fitted cells: one that
 * the bus limits, and one that the radio limits.
 *
 * Must show (B6): in each of the six other cells, all sets that fit are within 3 % of the paper.
 */

#include "laptop-upload.h"
#include "usb-mode.h"

#include "ns3/ipv4-address-generator.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/study-table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Share of the paper's mean by which a mean may differ from it.
constexpr double TOLERANCE = 0.03;

/// One set of the four values.
struct ValueSet
{
    std::string name;     ///< of its point
    std::string label;    ///< of its point
    TestbedValues values; ///< of the testbed
};

/// @return the grid
const std::vector<ValueSet>&
GetSets()
{
    static const auto sets = [] {
        const std::string slow = "DsssRate1Mbps,DsssRate2Mbps";
        const std::vector<std::pair<std::string, std::string>> rates{
            {"1", "DsssRate1Mbps"},
            {"2", slow},
            {"5.5", slow + ",DsssRate5_5Mbps"},
            {"11", slow + ",DsssRate5_5Mbps,DsssRate11Mbps"}};
        std::vector<ValueSet> all;
        for (const std::string header : {"0us", "50us", "250us"})
        {
            for (const std::string commit : {"0us", "50us", "200us"})
            {
                for (const std::string buffers : {"1", "2", "4"})
                {
                    for (const auto& [rate, basicRates] : rates)
                    {
                        all.push_back({"header-" + header + "-commit-" + commit + "-buffers-" +
                                           buffers + "-acks-" + rate,
                                       "HeaderGap " + header + ", CommitGap " + commit + ", " +
                                           buffers + " buffers, MAC ACKs at " + rate + " Mb/s",
                                       {{"HeaderGap", header},
                                        {"CommitGap", commit},
                                        {"TxBuffers", buffers},
                                        {"BasicRates", basicRates}}});
                    }
                }
            }
        }
        return all;
    }();
    return sets;
}

/// @return by how much the mean of a set differs from the paper, as a share of it
double
GetDeviation(const StudyResults& results, const ValueSet& set, const UsbMode& mode)
{
    return std::abs(results.GetMean(set.name, mode.GetName()) / mode.throughput - 1);
}

/// @return the sets that fit two cells
std::vector<ValueSet>
FindFits(const StudyResults& results, const UsbMode& first, const UsbMode& second)
{
    std::vector<ValueSet> fits;
    std::ranges::copy_if(GetSets(), std::back_inserter(fits), [&](const ValueSet& set) {
        return GetDeviation(results, set, first) <= TOLERANCE &&
               GetDeviation(results, set, second) <= TOLERANCE;
    });
    return fits;
}

/// @return the sets that fit the two fitted cells
std::vector<ValueSet>
FindFits(const StudyResults& results)
{
    const auto& modes = GetUsbModes();
    const auto first = std::ranges::find(modes, true, &UsbMode::fitted);
    const auto second = std::ranges::find(std::next(first), modes.end(), true, &UsbMode::fitted);
    return FindFits(results, *first, *second);
}

/// @return the set among those that fit two cells which is farthest from the paper in another cell
ValueSet
FindFarthest(const StudyResults& results, const std::vector<ValueSet>& fits, const UsbMode& mode)
{
    return *std::ranges::max_element(fits, {}, [&](const ValueSet& set) {
        return GetDeviation(results, set, mode);
    });
}

/// @return of the cells that are not fitted, the number in which all sets that fit match the paper
int
CountPredicted(const StudyResults& results, const UsbMode& first, const UsbMode& second)
{
    const auto fits = FindFits(results, first, second);
    return static_cast<int>(std::ranges::count_if(GetUsbModes(), [&](const UsbMode& mode) {
        const bool isFitted =
            mode.GetName() == first.GetName() || mode.GetName() == second.GetName();
        return !fits.empty() && !isFitted &&
               GetDeviation(results, FindFarthest(results, fits, mode), mode) <= TOLERANCE;
    }));
}

/// The number of predicted cells for each pair of cells that the values may be fitted to.
void
PrintTable(std::ostream& os, const StudyResults& results)
{
    if (results.GetPoints().size() < GetSets().size())
    {
        return;
    }
    const auto& modes = GetUsbModes();
    StudyTable table;
    table.AddColumn("fitted to this cell and to", StudyTable::LEFT);
    for (size_t i = 1; i < modes.size(); ++i)
    {
        table.AddColumn((modes[i].fsbr ? "FSBR on\n" : "FSBR off\n") +
                            std::string(modes[i].depthFirst ? "depth\n" : "breadth\n") +
                            (modes[i].queuedBulk ? "queued" : "queueless"),
                        StudyTable::RIGHT);
    }
    for (size_t row = 0; row + 1 < modes.size(); ++row)
    {
        std::vector<std::string> cells{modes[row].GetLabel()};
        for (size_t i = 1; i < modes.size(); ++i)
        {
            cells.push_back(i > row ? std::to_string(CountPredicted(results, modes[row], modes[i]))
                                    : "");
        }
        table.AddRow(cells);
    }
    os << "Number of the six other cells that are predicted\n\n";
    table.Print(os);
    os << "\n"
       << FindFits(results).size() << " of " << GetSets().size()
       << " sets fit the two cells that the claims leave out\n";
}

/// @return the throughput in each mode of the bus
RunResult
Measure(const ValueSet& set, const StudyOptions& options)
{
    RunResult result;
    for (const auto& mode : GetUsbModes())
    {
        TestbedValues values = set.values;
        mode.Apply(values);
        Ipv4AddressGenerator::Reset(); // the networks of all simulations have the same addresses
        const auto upload = MeasureLaptopUpload(values, options).metrics;
        const auto& throughput = *std::ranges::find(upload, "throughput", &Metric::name);
        result.metrics.push_back({mode.GetName(), throughput.unit, throughput.value});
    }
    return result;
}

void
AddClaims(Study& study)
{
    for (const auto& mode : GetUsbModes())
    {
        if (mode.fitted)
        {
            continue;
        }
        study.AddClaim({.id = "B6",
                        .cell = mode.GetLabel() + ", predicted, the worst set",
                        .paper = mode.throughput,
                        .unit = "Mb/s",
                        .band = Interval::Within(mode.throughput, TOLERANCE),
                        .estimate = [mode](const StudyResults& results) {
                            const auto fits = FindFits(results);
                            if (fits.empty())
                            {
                                return Estimate{std::numeric_limits<double>::quiet_NaN(), {}, 0};
                            }
                            const auto set = FindFarthest(results, fits, mode);
                            return MeanOf(set.name, mode.GetName())(results);
                        }});
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-usb-fit",
                "kuang2003, table 2: values fitted to two cells predict the six others");
    for (const auto& set : GetSets())
    {
        study.AddPoint({set.name, set.label},
                       [&set](const StudyOptions& options) { return Measure(set, options); });
    }
    study.SetDefaultRuns(2, Seconds(2));
    study.SetFullRuns(4, Kuang2003Testbed::DURATION);
    study.SetTablePrinter(PrintTable);
    AddClaims(study);
    return study.Main(argc, argv);
}
