// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, then and now: uploads whose ACKs share the access point's queue, once with the TCP of
 * Linux 2.6.8 at the stations, as in the paper, and once with real kernels of today, with CUBIC and
 * with BBR. ACKs have no priority, or that of the paper. The host has FreeBSD 6.2, as in the paper.
 *
 * \verbatim
     STA1 .. STAn ~~~ 802.11b ~~~ access point === Ethernet === dummynet === host
   \endverbatim
 *
 * Prints shares and timeouts of the uploads. There is no claim to meet. `./ns3 kernel` builds the
 * kernel.
 */

#include "../malone2008/flow-shares.h"
#include "../malone2008/upload-run.h"
#include "../malone2008/vary-ack-priority.h"

#include "ns3/bulk-transfer.h"
#include "ns3/linux-kernel-counters.h"
#include "ns3/linux-kernel.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/study-table.h"
#include "ns3/study.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <memory>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Ports of the uploads at the host.
constexpr uint16_t PORT = 5001;
/// Time in which a short upload says little.
const Time LEAST_DURATION = Seconds(6);

/// A TCP of the stations.
struct Stations
{
    std::string name;       ///< key
    std::string label;      ///< what is printed
    std::string congestion; ///< of real kernels; empty: Linux 2.6.8
};

const std::vector<Stations> STATIONS{
    {"then", "Linux 2.6.8", ""},
    {"cubic", "a kernel of today, CUBIC", "cubic"},
    {"bbr", "a kernel of today, BBR", "bbr"},
};

/// A point of the study.
struct Case
{
    uint32_t uploads;  ///< at the same time
    bool hasPriority;  ///< of ACKs
    Stations stations; ///< their TCP

    /// @return its name
    std::string GetPoint() const
    {
        return std::to_string(uploads) + (hasPriority ? "-priority." : "-fifo.") + stations.name;
    }

    /// @return what is printed, without the TCP
    std::string GetLabel() const
    {
        return std::to_string(uploads) + " uploads, " + (hasPriority ? "priority" : "FIFO");
    }
};

const std::vector<Case>&
GetCases()
{
    static const std::vector<Case> cases = [] {
        std::vector<Case> all;
        for (const uint32_t uploads : {4U, 8U})
        {
            for (const bool hasPriority : {false, true})
            {
                for (const Stations& stations : STATIONS)
                {
                    all.push_back({uploads, hasPriority, stations});
                }
            }
        }
        return all;
    }();
    return cases;
}

/// Uploads of stations with real kernels.
class KernelUploads
{
  public:
    /// @param testbed whose stations upload
    /// @param congestion control of the kernels
    /// @param duration of the uploads
    /// @param jitter of the start times, from 0 to 1
    KernelUploads(Ptr<Malone2008Testbed> testbed,
                  const std::string& congestion,
                  Time duration,
                  Ptr<RandomVariableStream> jitter)
    {
        const Time start = testbed->GetStart();
        for (uint32_t i = 0; i < testbed->GetNStations(); ++i)
        {
            const auto kernel = testbed->GetStation(i)->GetObject<LinuxKernel>();
            kernel->SetSysctl("net.ipv4.tcp_congestion_control", congestion);
            m_counters.push_back(std::make_unique<LinuxKernelCounters>(kernel));
            m_counters.back()->ReadAt(start);
            // The last reading has to end before the simulation does.
            m_counters.back()->ReadAt(start + duration - MilliSeconds(10));
            m_transfers.push_back(std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                                 testbed->GetStation(i),
                                                                 testbed->GetHost(),
                                                                 testbed->GetHostAddress(),
                                                                 PORT + i));
            const Time wait = testbed->GetStartSpread() * jitter->GetValue();
            m_transfers.back()->Schedule(start + wait, duration - wait);
        }
        Simulator::Schedule(start + duration / 2, [this] { m_half = GetBytes(); });
    }

    KernelUploads(const KernelUploads&) = delete;
    KernelUploads& operator=(const KernelUploads&) = delete;

    /// @return metrics as those of MeasureUploads()
    RunResult GetResult() const
    {
        const auto after = GetBytes();
        std::vector<double> rates;
        std::vector<double> halves;
        for (std::size_t i = 0; i < m_transfers.size(); ++i)
        {
            rates.push_back(m_transfers[i]->GetThroughputMbps());
            halves.push_back(after[i] - m_half[i]);
        }
        RunResult result;
        result.metrics = {
            {"goodput", "Mb/s", std::accumulate(rates.begin(), rates.end(), 0.0)},
            {"jain", "", GetJainIndex(rates)},
            {"least-share", "", GetLeastShare(halves)},
            {"timeouts", "", Count("TcpExt.TCPTimeouts")},
            {"undone", "", Count("TcpExt.TCPSpuriousRTOs") + Count("TcpExt.TCPLossUndo")},
            {"sent-again", "", Count("Tcp.RetransSegs")},
        };
        return result;
    }

  private:
    /// @return bytes that have arrived, of each upload
    std::vector<double> GetBytes() const
    {
        std::vector<double> bytes;
        for (const auto& transfer : m_transfers)
        {
            bytes.push_back(static_cast<double>(transfer->GetReceivedBytes()));
        }
        return bytes;
    }

    /// @param name of a counter
    /// @return what all kernels have counted
    double Count(const std::string& name) const
    {
        int64_t sum = 0;
        for (const auto& counters : m_counters)
        {
            sum += counters->GetGrowth(name, 0, 1);
        }
        return static_cast<double>(sum);
    }

    std::vector<std::unique_ptr<BulkTransfer>> m_transfers;
    std::vector<std::unique_ptr<LinuxKernelCounters>> m_counters;
    std::vector<double> m_half; ///< bytes that have arrived at half time, of each upload
};

RunResult
Measure(const Case& one, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    Vary(cell, "Uploads", UintegerValue(one.uploads));
    VaryAckPriority(cell, one.hasPriority);
    if (one.stations.congestion.empty())
    {
        return MeasureUploads(cell, options);
    }
    RequireDuration(options, LEAST_DURATION, "in which the windows settle");
    Vary(cell, "Tcp", StringValue("LinuxKernel"));
    const auto testbed = cell.Create<Malone2008Testbed>();
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed->AssignStreams(0));
    const KernelUploads uploads(testbed, one.stations.congestion, options.duration, jitter);
    Simulator::Stop(testbed->GetStart() + options.duration);
    Simulator::Run();
    return uploads.GetResult();
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("", StudyTable::LEFT);
    table.AddColumn("stations", StudyTable::LEFT);
    table.AddColumn("goodput\nMb/s", StudyTable::RIGHT);
    table.AddColumn("Jain's\nindex", StudyTable::RIGHT);
    table.AddColumn("least share\n2nd half", StudyTable::RIGHT);
    table.AddColumn("timeouts", StudyTable::RIGHT);
    table.AddColumn("of these\nspurious", StudyTable::RIGHT);
    for (const Case& one : GetCases())
    {
        const auto format = [&](const std::string& metric, int decimals) {
            const auto statistics = results.GetStatistics(one.GetPoint(), metric);
            return StudyTable::Format(statistics.EstimateMean(), decimals);
        };
        // A kernel counts those that it has recognized.
        const bool isReal = !one.stations.congestion.empty();
        table.AddRow({one.GetLabel(),
                      one.stations.label,
                      format("goodput", 2),
                      format("jain", 2),
                      format("least-share", 2),
                      format("timeouts", 1),
                      format(isReal ? "undone" : "timeouts-spurious", 1)});
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-today", "malone2008, then and now: real kernels at the stations");
    for (const Case& one : GetCases())
    {
        study.AddPoint({one.GetPoint(), one.GetLabel() + ", " + one.stations.label},
                       [&one](const StudyOptions& options) { return Measure(one, options); });
    }
    study.SetDefaultRuns(3, Seconds(60));
    study.SetFullRuns(10, Seconds(120));
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
