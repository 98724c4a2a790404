// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, then and now: the same laptop, bus, adapter, channel and host, once with the TCP of
 * Linux 2.4.18, as in the paper, and once with a real kernel of today, with CUBIC and with BBR. All
 * else of the kernel is as it comes: its buffers grow by themselves.
 *
 * \verbatim
     laptop == USB 1.1 == adapter ~~~ 802.11b ~~~ access point === LAN === host
     Linux 2.4.18, or a real kernel                                       SunOS 5.8
   \endverbatim
 *
 * Prints a row for each question: K2 (which bus modes are slow), K3 and K4 (what TCP makes of held
 * ACKs), K7 (what TCP costs on the air), K9 (the poor channel). There is no claim to meet.
 * `./ns3 kernel` builds the kernel.
 */

#include "../common/testbed-series.h"
#include "../kuang2003/ack-holding-account.h"
#include "../kuang2003/ack-holding-run.h"
#include "../kuang2003/laptop-run.h"
#include "../kuang2003/poor-channel-upload.h"
#include "../kuang2003/usb-mode.h"

#include "ns3/air-probe.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/linux-kernel-counters.h"
#include "ns3/linux-kernel.h"
#include "ns3/study-table.h"
#include "ns3/study.h"
#include "ns3/tcp-trace-probe.h"

#include <optional>
#include <utility>

using namespace ns3;

namespace
{

/// A TCP of the laptop.
struct Laptop
{
    std::string name;       ///< key
    std::string label;      ///< what is printed
    std::string tcp;        ///< value of LaptopTcp
    std::string congestion; ///< of a real kernel
};

const std::vector<Laptop> LAPTOPS{
    {"then", "Linux\n2.4.18", "Linux24_18", ""},
    {"cubic", "a kernel of today\nCUBIC", "LinuxKernel", "cubic"},
    {"bbr", "\nBBR", "LinuxKernel", "bbr"},
};

/// What the laptop meets.
struct Situation
{
    std::string name;     ///< key
    std::string label;    ///< what is printed
    TestbedValues values; ///< of the testbed
    bool holds{false};    ///< the adapter holds ACKs twice
};

/// A row of the table.
struct Row
{
    std::string finding;   ///< of claims.md
    std::string label;     ///< what is printed
    std::string paper;     ///< what it printed
    std::string situation; ///< name of a Situation
    std::string metric;    ///< of its runs
    int decimals{2};       ///< of the printed means
};

const std::string HOLD = "hold";
const std::string KEPT = "kept";
const std::string ONCE = "once";

const std::vector<Situation>&
GetSituations()
{
    static const std::vector<Situation> situations = [] {
        std::vector<Situation> all;
        for (const UsbMode& mode : GetUsbModes())
        {
            all.push_back({mode.GetName(), mode.GetLabel(), {}});
            mode.Apply(all.back().values);
        }
        all.push_back({HOLD, "ACKs held twice for 0.5 s", {{"FrameLossRate", "0"}}, true});
        all.push_back({KEPT, "with MAC retransmission", {{"QueuedBulk", "true"}}});
        all.push_back({ONCE,
                       "without MAC retransmission",
                       {{"QueuedBulk", "true"}, {"MacRetransmission", "false"}}});
        all.push_back({"automatic", "poor channel, automatic rate", GetPoorChannel()});
        for (const std::string rate : {"1", "2"})
        {
            all.push_back({"fixed-" + rate, "poor channel, " + rate + " Mb/s", GetPoorChannel()});
            all.back().values["AutomaticRate"] = "false";
            all.back().values["DataMode"] = "DsssRate" + rate + "Mbps";
        }
        return all;
    }();
    return situations;
}

std::vector<Row>
GetRows()
{
    std::vector<Row> rows;
    for (const UsbMode& mode : GetUsbModes())
    {
        rows.push_back({"K2",
                        mode.GetLabel() + ", Mb/s",
                        StudyTable::Format(mode.throughput, 2),
                        mode.GetName(),
                        "throughput"});
    }
    const auto add = [&rows](const std::string& finding,
                             const std::string& label,
                             const std::string& paper,
                             const std::string& metric) {
        rows.push_back({finding, label, paper, HOLD, metric, 1});
    };
    add("K3", "first hold: timeouts", "1", "timeouts-1");
    add("K3", "first hold: loss probes", "", "loss-probes-1");
    add("K4", "first hold: undone", "0", "undos-1");
    add("K4", "first hold: segments sent again", "many", "retransmissions-1");
    add("K4", "second hold: undone", "1", "undos-2");
    add("K4", "second hold: segments sent again", "1", "retransmissions-2");
    add("K5", "first hold: sent after its ACK, at the device", "some", "covered-at-device-1");
    rows.push_back({"K7", "throughput with MAC retransmission, Mb/s", "", KEPT, "throughput"});
    rows.push_back({"K7", "MAC retransmissions, %", "4.58 to 4.73", KEPT, "retry-rate"});
    rows.push_back({"K7", "throughput without, Mb/s", "23 % less", ONCE, "throughput"});
    rows.push_back({"K9", "poor channel, automatic rate, Mb/s", "0.29", "automatic", "throughput"});
    rows.push_back({"K9", "poor channel, 1 Mb/s, Mb/s", "0.77", "fixed-1", "throughput"});
    rows.push_back({"K9", "poor channel, 2 Mb/s, Mb/s", "1.46", "fixed-2", "throughput"});
    rows.push_back({"K10", "idle for the delayed ACK, times a second", "", "automatic", "idles"});
    rows.push_back({"K10", "length, ms", "about 100", "automatic", "idle-length", 0});
    return rows;
}

/// @param laptop of the point
/// @param situation name of a Situation
/// @return name of the point
std::string
GetPointName(const Laptop& laptop, const std::string& situation)
{
    return situation + "." + laptop.name;
}

/// A transfer of a laptop with a real kernel that meets the same holds as AckHoldingRun.
RunResult
MeasureHold(LaptopTransfer& transfer, const StudyOptions& options)
{
    Kuang2003Testbed& testbed = transfer.GetTestbed();
    const auto windows = GetHoldWindows(testbed, options);
    ScheduleHolds(testbed, windows);
    LinuxKernelCounters counters(testbed.GetKernel());
    for (const AckHoldingWindow& window : windows)
    {
        counters.ReadAt(Seconds(window.begin));
    }
    // The last reading has to end before the simulation does.
    counters.ReadAt(Seconds(windows.back().end) - MilliSeconds(10));
    const auto device = TcpTraceProbe::AtDevice(testbed.GetUsbDevice());
    StudyOptions untraced = options;
    untraced.trace = false; // LaptopProbes watch TCP and a queue in the simulation
    RunResult result = RunLaptopTransfer(transfer, untraced);
    std::vector<Series> series;
    AddTcpSeries(series, "device", "at the device", *device);
    for (std::size_t i = 0; i < windows.size(); ++i)
    {
        const auto add = [&](const std::string& name, std::vector<std::string> sources) {
            int64_t sum = 0;
            for (const auto& source : sources)
            {
                sum += counters.GetGrowth(source, i, i + 1);
            }
            result.metrics.push_back(
                {name + "-" + std::to_string(i + 1), "", static_cast<double>(sum)});
        };
        add("timeouts", {"TcpExt.TCPTimeouts"});
        add("loss-probes", {"TcpExt.TCPLossProbes"});
        // F-RTO, Eifel and D-SACK, in Loss and in Recovery.
        add("undos",
            {"TcpExt.TCPSpuriousRTOs",
             "TcpExt.TCPLossUndo",
             "TcpExt.TCPFullUndo",
             "TcpExt.TCPDSACKUndo"});
        add("spurious-rtos", {"TcpExt.TCPSpuriousRTOs"});
        add("loss-undos", {"TcpExt.TCPLossUndo"});
        add("dsack-undos", {"TcpExt.TCPDSACKUndo"});
        add("retransmissions", {"Tcp.RetransSegs"});
        result.metrics.push_back(
            {"covered-at-device-" + std::to_string(i + 1),
             "segments",
             static_cast<double>(CountAckHolding(series.at(0), windows[i]).covered)});
    }
    if (options.trace)
    {
        result.series = std::move(series);
        SetHoldParts(result, windows);
    }
    return result;
}

RunResult
Measure(const Laptop& laptop, const Situation& situation, StudyOptions options)
{
    TestbedValues values = situation.values;
    values["LaptopTcp"] = laptop.tcp;
    if (situation.holds && laptop.congestion.empty())
    {
        RunResult result = AckHoldingRun(values, options).Run();
        result.metrics.push_back({"loss-probes-1", "", 0});
        return result;
    }
    ObjectFactory factory("ns3::Kuang2003Testbed");
    Vary(factory, values);
    LaptopTransfer transfer(BulkTransfer::Transport::TCP, factory, options.duration);
    if (!laptop.congestion.empty())
    {
        transfer.GetTestbed().GetKernel()->SetSysctl("net.ipv4.tcp_congestion_control",
                                                     laptop.congestion);
    }
    if (situation.holds)
    {
        return MeasureHold(transfer, options);
    }
    options.trace = false; // only holds are drawn
    // A real kernel has no IP layer of ns-3 to watch, and hands its packets to the device at once.
    const Kuang2003Testbed& testbed = transfer.GetTestbed();
    const auto tcp = laptop.congestion.empty() ? TcpTraceProbe::AtIp(testbed.GetLaptop())
                                               : TcpTraceProbe::AtDevice(testbed.GetUsbDevice());
    const auto host = TcpTraceProbe::AtPeer(testbed.GetHost()->GetDevice(0), testbed.GetLaptop());
    const AirProbe air(transfer.GetTestbed().GetRadios());
    std::optional<LinuxKernelCounters> counters;
    if (!laptop.congestion.empty())
    {
        const Time start = transfer.GetTestbed().GetStart();
        counters.emplace(transfer.GetTestbed().GetKernel());
        counters->ReadAt(start);
        counters->ReadAt(start + options.duration - MilliSeconds(10));
    }
    RunResult result = RunLaptopTransfer(transfer, options);
    AddIdles(result, *tcp, *host, options.duration);
    result.metrics.push_back({"retry-rate", "%", 100 * air.GetLog().GetRetryRate()});
    const std::vector<std::pair<std::string, std::string>> sources{
        {"timeouts", "TcpExt.TCPTimeouts"},
        {"sent-again", "Tcp.RetransSegs"}};
    for (const auto& [name, source] : sources)
    {
        if (counters)
        {
            const auto growth = static_cast<double>(counters->GetGrowth(source, 0, 1));
            result.metrics.push_back({name, "", growth});
        }
    }
    return result;
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("finding", StudyTable::LEFT);
    table.AddColumn("", StudyTable::LEFT);
    table.AddColumn("paper", StudyTable::RIGHT);
    for (const Laptop& laptop : LAPTOPS)
    {
        table.AddColumn(laptop.label, StudyTable::RIGHT);
    }
    for (const Row& row : GetRows())
    {
        std::vector<std::string> cells{row.finding, row.label, row.paper};
        for (const Laptop& laptop : LAPTOPS)
        {
            const auto statistics =
                results.GetStatistics(GetPointName(laptop, row.situation), row.metric);
            cells.push_back(StudyTable::Format(statistics.EstimateMean(), row.decimals));
        }
        table.AddRow(cells);
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-today", "kuang2003, then and now: a real kernel on the laptop");
    for (const Situation& situation : GetSituations())
    {
        for (const Laptop& laptop : LAPTOPS)
        {
            const std::string tcp = laptop.congestion.empty() ? laptop.tcp : laptop.congestion;
            study.AddPoint({GetPointName(laptop, situation.name), situation.label + ", " + tcp},
                           [&laptop, &situation](const StudyOptions& options) {
                               return Measure(laptop, situation, options);
                           });
        }
    }
    study.SetDefaultRuns(5, Kuang2003Testbed::DURATION);
    study.SetFullRuns(20, Kuang2003Testbed::DURATION);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
