// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * vacirca2005, then and now: uploads and downloads at one access point, once with the TCP of Linux
 * 2.4.18 in all hosts, as in the paper, and once with real kernels of today in all hosts, with
 * CUBIC and with BBR. The access point's buffer holds 100 packets, as a FIFO, the paper's round
 * robin of data and ACKs, or FqCoDel. All else of the kernels is as it comes.
 *
 * \verbatim
     STA1 .. STAn ~~~ 802.11b ~~~ access point === Ethernet === host A
   \endverbatim
 *
 * Prints the goodput of downloads over that of uploads, and the total, for each discipline. There
 * is no claim to meet. `./ns3 kernel` builds the kernel.
 */

#include "../vacirca2005/cell-case.h"

#include "ns3/cell-traffic.h"
#include "ns3/linux-kernel.h"
#include "ns3/simulator.h"
#include "ns3/study-table.h"
#include "ns3/study.h"
#include "ns3/vacirca2005-testbed.h"

#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Shortest run: the connections begin within its first second.
const Time LEAST_DURATION = Seconds(4);
/// What does not count of a run that is shorter than the paper's, as in the paper's studies.
constexpr int64_t SHARE_OF_WARM_UP = 4;

/// A TCP of all hosts.
struct Hosts
{
    std::string name;       ///< key
    std::string label;      ///< what is printed
    std::string tcp;        ///< attribute Tcp of the testbed
    std::string congestion; ///< of real kernels
};

const std::vector<Hosts> HOSTS{
    {"then", "Linux 2.4.18", "Linux24_18", ""},
    {"cubic", "a kernel of today, CUBIC", "LinuxKernel", "cubic"},
    {"bbr", "a kernel of today, BBR", "LinuxKernel", "bbr"},
};

/// Scenarios of the paper with M_t = 8 and Q = 100, by discipline.
const std::vector<CellCase>&
GetCells()
{
    static const std::vector<CellCase> cells = [] {
        std::vector<CellCase> all;
        for (const uint32_t connections : {1U, 4U})
        {
            for (const std::string discipline : {"fifo", "wrr", "fq-codel"})
            {
                all.push_back({.downlinks = connections,
                               .uplinks = connections,
                               .attempts = 8,
                               .queue = 100,
                               .discipline = discipline});
            }
        }
        return all;
    }();
    return cells;
}

std::string
GetPointName(const Hosts& hosts, const CellCase& cell)
{
    return cell.GetName() + "." + hosts.name;
}

RunResult
Measure(const Hosts& hosts, CellCase cell, const StudyOptions& options)
{
    RequireDuration(options, LEAST_DURATION, "in which all connections begin");
    cell.tcp = hosts.tcp;
    ObjectFactory factory = cell.MakeCell();
    VaryToAtMost(factory, "WarmUp", options.duration / SHARE_OF_WARM_UP);
    const auto testbed = factory.Create<Vacirca2005Testbed>();
    const int64_t streams = testbed->AssignStreams(0);
    for (uint32_t i = 0; i <= testbed->GetNStations() && !hosts.congestion.empty(); ++i)
    {
        const auto node = i < testbed->GetNStations() ? testbed->GetStation(i) : testbed->GetHost();
        node->GetObject<LinuxKernel>()->SetSysctl("net.ipv4.tcp_congestion_control",
                                                  hosts.congestion);
    }
    const CellTraffic traffic(testbed, options.duration, streams);
    Simulator::Stop(testbed->GetStart() + options.duration);
    Simulator::Run();
    const auto down = traffic.GetDownlink();
    const auto up = traffic.GetUplink();
    if (up.goodput == 0)
    {
        throw std::runtime_error("no segment of an upload arrived, so there is no ratio to "
                                 "uploads; a longer --duration may help");
    }
    RunResult result;
    result.metrics = {
        {"ratio", "", down.goodput / up.goodput},
        {"total", "segments/s", down.goodput + up.goodput},
        {"down", "segments/s", down.goodput},
        {"up", "segments/s", up.goodput},
        {"down-again", "%", 100 * down.lossRate},
        {"up-again", "%", 100 * up.lossRate},
        {"down-least", "segments/s", down.least},
        {"up-least", "segments/s", up.least},
    };
    return result;
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("M_t = 8, Q = 100", StudyTable::LEFT);
    table.AddColumn("hosts", StudyTable::LEFT);
    table.AddColumn("downloads\nover uploads", StudyTable::RIGHT);
    table.AddColumn("total\nsegments/s", StudyTable::RIGHT);
    table.AddColumn("sent again, %\ndown", StudyTable::RIGHT);
    table.AddColumn("\nup", StudyTable::RIGHT);
    for (const CellCase& cell : GetCells())
    {
        for (const Hosts& hosts : HOSTS)
        {
            const auto format = [&](const std::string& metric, int decimals) {
                const auto statistics = results.GetStatistics(GetPointName(hosts, cell), metric);
                return StudyTable::Format(statistics.EstimateMean(), decimals);
            };
            table.AddRow({cell.GetScenario() + ", " + cell.discipline,
                          hosts.label,
                          format("ratio", 2),
                          format("total", 0),
                          format("down-again", 2),
                          format("up-again", 2)});
        }
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("vacirca2005-today", "vacirca2005, then and now: real kernels in all hosts");
    for (const CellCase& cell : GetCells())
    {
        for (const Hosts& hosts : HOSTS)
        {
            study.AddPoint({GetPointName(hosts, cell), cell.GetLabel() + ", " + hosts.label},
                           [&hosts, &cell](const StudyOptions& options) {
                               return Measure(hosts, cell, options);
                           });
        }
    }
    study.SetDefaultRuns(3, Seconds(60));
    study.SetFullRuns(5, Seconds(500));
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
