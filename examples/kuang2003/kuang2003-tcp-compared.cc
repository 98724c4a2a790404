// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What of the laptop's TCP matters for the findings of kuang2003: the testbed with the TCP of Linux
 * 2.4.18, with single traits of it changed, with other kernels, and with ns-3's own TCP. Each meets
 * a WLAN with and without MAC retransmission (K7) and an adapter that holds ACKs (K3 to K6).
 *
 * Prints a row per TCP. There is no claim to meet.
 */

#include "ack-holding-run.h"
#include "laptop-run.h"

#include "ns3/air-probe.h"
#include "ns3/config.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/string.h"
#include "ns3/study-table.h"
#include "ns3/user-attribute.h"

#include <functional>

using namespace ns3;

namespace
{

/// Bytes of data in a segment without the timestamp option, which takes 12 with its padding.
const std::string WITHOUT_TIMESTAMPS = "1460";

/// A TCP for the laptop.
struct Sender
{
    std::string name;                          ///< key
    std::string label;                         ///< what is printed
    std::function<void(TestbedValues&)> apply; ///< chooses it
};

/// What a TCP meets.
struct Situation
{
    std::string name;          ///< key
    std::string label;         ///< what is printed
    std::string frameLossRate; ///< of every frame on the air; empty: that of the testbed
    bool macRetransmission;    ///< of the laptop's frames
    bool ackHolding{false};    ///< the adapter holds ACKs twice
};

const std::vector<Situation>&
GetSituations()
{
    static const std::vector<Situation> situations{
        {"kept", "with MAC retransmission", "", true},
        {"once", "without", "", false},
        {"once-3", "without, 3 % noise", "0.03", false},
        {"once-10", "without, 10 % noise", "0.1", false},
        {"hold", "ACKs held", "0", true, true},
    };
    return situations;
}

/// @param tcp value of LaptopTcp of the testbed
Sender
Tcp(const std::string& name, const std::string& label, const std::string& tcp)
{
    return {name, label, [tcp](TestbedValues& p) { p["LaptopTcp"] = tcp; }};
}

/// A TCP with the default of an attribute changed. The host has it, too, if it is one of TcpSocket.
Sender
Changed(const Sender& sender,
        const std::string& name,
        const std::string& label,
        const std::string& attribute,
        const std::string& value)
{
    return {name, label, [sender, attribute, value](TestbedValues& p) {
                sender.apply(p);
                Config::SetDefault(attribute, StringValue(value));
            }};
}

const std::vector<Sender>&
GetSenders()
{
    const Sender linux24 = Tcp("linux-2.4.18", "Linux 2.4.18", "Linux24_18");
    const Sender linux26 = Tcp("linux-2.6.8", "Linux 2.6.8", "Linux26_8");
    const Sender reno = Tcp("TcpLinuxReno", "ns-3 TcpLinuxReno", "ns3::TcpLinuxReno");
    const Sender cubic = Tcp("TcpCubic", "ns-3 TcpCubic", "ns3::TcpCubic");
    const std::string ours = "ns3::TcpLinux24Socket::";
    const std::string stock = "ns3::TcpSocketBase::";
    const auto fast = [&](const Sender& sender) {
        return Changed(sender,
                       sender.name + "-200ms",
                       "  MinRto 200 ms",
                       stock + "MinRto",
                       "200ms");
    };
    const auto eachAcked = [](const Sender& sender, const std::string& label) {
        return Sender{sender.name + "-each", label, [sender](TestbedValues& p) {
                          sender.apply(p);
                          p["DelayedAckSegments"] = "1";
                      }};
    };
    static const std::vector<Sender> senders{
        linux24,
        {"no-stamp-fault",
         "  retrans_stamp repaired",
         [](TestbedValues& p) { p["RetransStampFault"] = "false"; }},
        {"no-timestamps",
         "  no timestamps",
         [stock](TestbedValues& p) {
             Config::SetDefault(stock + "Timestamp", StringValue("false"));
             p["SegmentSize"] = WITHOUT_TIMESTAMPS; // data takes the option's place
         }},
        Changed(linux24, "no-sack", "  no SACK", stock + "Sack", "false"),
        Changed(linux24, "no-fack", "  no FACK", ours + "ForwardAck", "false"),
        Changed(linux24, "1ms-ticks", "  ticks of 1 ms", ours + "TickInterval", "1ms"),
        eachAcked(linux24, "  each segment acknowledged"),
        Tcp("linux-2.0.32", "Linux 2.0.32", "Linux20_32"),
        Tcp("linux-2.4.19", "Linux 2.4.19", "Linux24_19"),
        linux26,
        Changed(linux26, "frto", "  F-RTO", ours + "Frto", "true"),
        reno,
        fast(reno),
        eachAcked(fast(reno), "  also each acknowledged"),
        cubic,
        fast(cubic),
    };
    return senders;
}

std::string
GetPointName(const Sender& sender, const Situation& situation)
{
    return sender.name + "." + situation.name;
}

RunResult
MeasureLossy(const TestbedValues& values, const StudyOptions& options)
{
    ObjectFactory laptop("ns3::Kuang2003Testbed");
    Vary(laptop, values);
    LaptopTransfer transfer(BulkTransfer::Transport::TCP, laptop, options.duration);
    const AirProbe air(transfer.GetTestbed().GetRadios());
    RunResult result = RunLaptopTransfer(transfer, options);
    result.metrics.push_back({"retry-rate", "%", 100 * air.GetLog().GetRetryRate()});
    return result;
}

RunResult
MeasureCase(const Sender& sender, const Situation& situation, const StudyOptions& options)
{
    RefuseUserValues({"ns3::TcpSocketBase::Timestamp",
                      "ns3::TcpSocketBase::Sack",
                      "ns3::TcpSocketBase::MinRto",
                      "ns3::TcpLinux24Socket::ForwardAck",
                      "ns3::TcpLinux24Socket::TickInterval",
                      "ns3::TcpLinux24Socket::Frto"});
    TestbedValues values;
    sender.apply(values);
    if (!situation.frameLossRate.empty())
    {
        values["FrameLossRate"] = situation.frameLossRate;
    }
    values["MacRetransmission"] = situation.macRetransmission ? "true" : "false";
    // Each situation has the USB mode of the study that asks its finding.
    values["QueuedBulk"] = situation.ackHolding ? "false" : "true";
    return situation.ackHolding ? AckHoldingRun(values, options).Run()
                                : MeasureLossy(values, options);
}

void
PrintLossy(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("throughput, Mb/s", StudyTable::LEFT);
    table.AddColumn("MAC\nretries, %", StudyTable::RIGHT);
    for (const auto& situation : GetSituations())
    {
        if (!situation.ackHolding)
        {
            table.AddColumn(situation.label, StudyTable::RIGHT);
        }
    }
    for (const auto& sender : GetSenders())
    {
        const auto estimate = [&](const Situation& situation, const std::string& metric) {
            return StudyTable::Format(
                results.GetStatistics(GetPointName(sender, situation), metric).EstimateMean(),
                2);
        };
        std::vector<std::string> row{sender.label, estimate(GetSituations().front(), "retry-rate")};
        for (const auto& situation : GetSituations())
        {
            if (!situation.ackHolding)
            {
                row.push_back(estimate(situation, "throughput"));
            }
        }
        table.AddRow(row);
    }
    table.Print(os);
}

void
PrintHolding(std::ostream& os, const StudyResults& results)
{
    const std::vector<std::pair<std::string, std::string>> columns{
        {"timeouts-1", "first hold\ntimeouts"},
        {"undos-1", "\nundone"},
        {"retransmissions-1", "\nsent again"},
        {"covered-at-device-1", "after its ACK\nat the device"},
        {"duplicate-acks-1", "duplicate\nACKs"},
        {"recoveries-1", "fast\nretransm."},
        {"undos-2", "second hold\nundone"},
        {"retransmissions-2", "\nsent again"},
    };
    StudyTable table;
    table.AddColumn("ACKs held for 0.5 s, per run", StudyTable::LEFT);
    for (const auto& [metric, heading] : columns)
    {
        table.AddColumn(heading, StudyTable::RIGHT);
    }
    for (const auto& sender : GetSenders())
    {
        std::vector<std::string> row{sender.label};
        for (const auto& [metric, heading] : columns)
        {
            const double mean =
                results.GetMean(GetPointName(sender, GetSituations().back()), metric);
            row.push_back(StudyTable::Format(mean, 1));
        }
        table.AddRow(row);
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-tcp-compared", "kuang2003: which features of the laptop's TCP matter");
    for (const auto& sender : GetSenders())
    {
        for (const auto& situation : GetSituations())
        {
            study.AddPoint({GetPointName(sender, situation), sender.label + ", " + situation.label},
                           [&sender, &situation](const StudyOptions& options) {
                               return MeasureCase(sender, situation, options);
                           });
        }
    }
    study.SetDefaultRuns(5, Kuang2003Testbed::DURATION);
    study.SetFullRuns(20, Kuang2003Testbed::DURATION);
    study.SetTablePrinter([](std::ostream& os, const StudyResults& results) {
        PrintLossy(os, results);
        os << "\n";
        PrintHolding(os, results);
    });
    return study.Main(argc, argv);
}
