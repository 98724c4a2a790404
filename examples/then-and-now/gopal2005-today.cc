// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * gopal2005, then and now: one to three uploads of 6 MB on the ORBIT testbed, once with the TCP of
 * Linux 2.6.8 and an ACK for each segment, as in the paper, once with each second ACK skipped, and
 * with real kernels of today in all hosts, with CUBIC and with BBR. Each case is without and with
 * MAC retransmission of the stations' frames.
 *
 * \verbatim
     STA1 .. STA3 ~~~ 802.11b ~~~ access point === Ethernet === host
   \endverbatim
 *
 * Prints the goodput, and the ACKs that the host sends for each segment that reaches it. There is
 * no claim to meet. `./ns3 kernel` builds the kernel.
 */

#include "ns3/gopal2005-testbed.h"
#include "ns3/gopal2005-uploads.h"
#include "ns3/linux-kernel.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/study-table.h"
#include "ns3/study.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// In which the transfers begin.
const Time LEAST_DURATION = Seconds(4);

/// A TCP of all hosts.
struct Hosts
{
    std::string name;       ///< key
    std::string label;      ///< what is printed
    TestbedValues values;   ///< of the testbed
    std::string congestion; ///< of real kernels
};

const std::vector<Hosts> HOSTS{
    {"then", "Linux 2.6.8, all ACKs", {}, ""},
    {"skip", "Linux 2.6.8, half of the ACKs", {{"SkippedAcks", "1"}}, ""},
    {"cubic", "a kernel of today, CUBIC", {{"Tcp", "LinuxKernel"}}, "cubic"},
    {"bbr", "a kernel of today, BBR", {{"Tcp", "LinuxKernel"}}, "bbr"},
};

/// A point of the study.
struct Case
{
    uint32_t uploads; ///< at the same time
    bool hasRetries;  ///< of the MAC, for what stations send
    Hosts hosts;      ///< all of them

    /// @return its name
    std::string GetPoint() const
    {
        return std::to_string(uploads) + "-flows" + (hasRetries ? "." : ".no-retries.") +
               hosts.name;
    }

    /// @return what is printed, without the hosts
    std::string GetLabel() const
    {
        return std::to_string(uploads) + (uploads == 1 ? " upload" : " uploads") +
               (hasRetries ? "" : ", no MAC retransmission");
    }
};

const std::vector<Case>&
GetCases()
{
    static const std::vector<Case> cases = [] {
        std::vector<Case> all;
        for (const bool hasRetries : {true, false})
        {
            for (const uint32_t uploads : {1U, 2U, 3U})
            {
                for (const Hosts& hosts : HOSTS)
                {
                    all.push_back({uploads, hasRetries, hosts});
                }
            }
        }
        return all;
    }();
    return cases;
}

/// Packets of a device.
class PacketCount
{
  public:
    /// @param device to watch
    /// @param source trace source of it
    PacketCount(Ptr<NetDevice> device, const std::string& source)
    {
        device->TraceConnectWithoutContext(
            source,
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) { ++m_packets; }));
    }

    PacketCount(const PacketCount&) = delete;
    PacketCount& operator=(const PacketCount&) = delete;

    /// @return packets so far
    double Get() const
    {
        return static_cast<double>(m_packets);
    }

  private:
    uint64_t m_packets{0};
};

RunResult
Measure(const Case& one, const StudyOptions& options)
{
    RequireDuration(options, LEAST_DURATION, "in which the transfers begin");
    TestbedValues values = one.hosts.values;
    values["Uploads"] = std::to_string(one.uploads);
    if (!one.hasRetries)
    {
        // "Retries disabled only for TCP data. Full retries for TCP ACKs."
        values["StationAttempts"] = "1";
    }
    ObjectFactory cell("ns3::Gopal2005Testbed");
    Vary(cell, values);
    const auto testbed = cell.Create<Gopal2005Testbed>();
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed->AssignStreams(0));
    for (uint32_t i = 0; i <= testbed->GetNStations() && !one.hosts.congestion.empty(); ++i)
    {
        const auto node = i < testbed->GetNStations() ? testbed->GetStation(i) : testbed->GetHost();
        node->GetObject<LinuxKernel>()->SetSysctl("net.ipv4.tcp_congestion_control",
                                                  one.hosts.congestion);
    }
    const auto wire = testbed->GetHost()->GetDevice(0);
    const PacketCount acks(wire, "MacTx");
    const PacketCount segments(wire, "MacRx");
    const Gopal2005Uploads uploads(testbed, testbed->GetStart() + options.duration, jitter);
    Simulator::Run(); // until the transfers are over
    RunResult result;
    result.metrics = {
        {"goodput", "Mb/s", uploads.GetThroughputMbps()},
        {"acks", "", acks.Get() / std::max(segments.Get(), 1.0)},
        {"ended", "", static_cast<double>(uploads.GetEnded()) / testbed->GetNStations()},
    };
    return result;
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("", StudyTable::LEFT);
    table.AddColumn("hosts", StudyTable::LEFT);
    table.AddColumn("goodput\nMb/s", StudyTable::RIGHT);
    table.AddColumn("ACKs for\na segment", StudyTable::RIGHT);
    for (const Case& one : GetCases())
    {
        const auto format = [&](const std::string& metric) {
            const auto statistics = results.GetStatistics(one.GetPoint(), metric);
            return StudyTable::Format(statistics.EstimateMean(), 2);
        };
        table.AddRow({one.GetLabel(), one.hosts.label, format("goodput"), format("acks")});
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("gopal2005-today", "gopal2005, then and now: real kernels in all hosts");
    for (const Case& one : GetCases())
    {
        study.AddPoint({one.GetPoint(), one.GetLabel() + ", " + one.hosts.label},
                       [&one](const StudyOptions& options) { return Measure(one, options); });
    }
    study.SetDefaultRuns(3, Seconds(120));
    study.SetFullRuns(10, Seconds(600));
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
