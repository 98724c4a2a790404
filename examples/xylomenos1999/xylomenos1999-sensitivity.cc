// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What the findings of xylomenos1999 depend on: each row halves or doubles one value of hosts or
 * cards while the others stay. A star marks a value out of the claim's band. There is no claim to
 * meet.
 */

#include "ettcp-cells.h"

#include "ns3/study-table.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// One value of the testbed moved.
struct Setting
{
    std::string name;                                      ///< key, also what is printed
    std::function<void(Xylomenos1999Parameters&)> apply{}; ///< moves it
};

/// @param time any
/// @param factor above 0
/// @return product
Time
Scale(Time time, double factor)
{
    return PicoSeconds(static_cast<int64_t>(time.GetPicoSeconds() * factor));
}

/// @param host whose time to read is moved
/// @param factor of it
void
ScaleReading(Xylomenos1999Host& host, double factor)
{
    host.readTime = Scale(host.readTime, factor);
    host.readByteTime = Scale(host.readByteTime, factor);
}

/**
 * What was calibrated is by how much reading takes longer than a frame, by which the buffer fills.
 * @param p whose slow hosts are moved
 * @param factor of the difference at 1500 bytes
 */
void
ScaleExcess(Xylomenos1999Parameters& p, double factor)
{
    constexpr int64_t PAYLOAD = 1472;
    const Time frame = p.preamble + p.isaGap + 1518 * MicroSeconds(4); // 2 Mb/s
    for (Xylomenos1999Host& host : p.hosts)
    {
        const Time reading = host.readTime + PAYLOAD * host.readByteTime;
        if (reading > frame)
        {
            const Time moved = frame + Scale(reading - frame, factor);
            ScaleReading(host, moved.GetSeconds() / reading.GetSeconds());
        }
    }
}

/// @param settings take two rows
/// @param name of the value
/// @param apply multiplies it
void
AddHalfAndDouble(std::vector<Setting>& settings,
                 const std::string& name,
                 const std::function<void(Xylomenos1999Parameters&, double)>& apply)
{
    settings.push_back({name + "-halved", [apply](auto& p) { apply(p, 0.5); }});
    settings.push_back({name + "-doubled", [apply](auto& p) { apply(p, 2); }});
}

/// As AddHalfAndDouble, for a value that each host has.
void
AddOfEachHost(std::vector<Setting>& settings,
              const std::string& name,
              const std::function<void(Xylomenos1999Host&, double)>& apply)
{
    AddHalfAndDouble(settings, name, [apply](auto& p, double factor) {
        for (Xylomenos1999Host& host : p.hosts)
        {
            apply(host, factor);
        }
    });
}

/// Values that were calibrated by a result.
void
AddCalibrated(std::vector<Setting>& settings)
{
    AddHalfAndDouble(settings, "preamble", [](auto& p, double factor) {
        p.preamble = Scale(p.preamble, factor);
    });
    AddOfEachHost(settings, "write-time", [](auto& host, double factor) {
        host.writeTime = Scale(host.writeTime, factor);
    });
    AddHalfAndDouble(settings, "read-excess", ScaleExcess);
    AddOfEachHost(settings, "read-time", ScaleReading);
    AddHalfAndDouble(settings, "overrun-after", [](auto& p, double factor) {
        for (uint32_t& edge : p.overrunAfter)
        {
            edge = static_cast<uint32_t>(edge * factor);
        }
    });
}

/// Values that are assumed, or from other sources than the paper.
void
AddAssumed(std::vector<Setting>& settings)
{
    AddHalfAndDouble(settings, "reset-time", [](auto& p, double factor) {
        p.resetTime = Scale(p.resetTime, factor);
    });
    AddOfEachHost(settings, "driver-time", [](auto& host, double factor) {
        host.driverTime = Scale(host.driverTime, factor);
        host.driverByteTime = Scale(host.driverByteTime, factor);
    });
    AddHalfAndDouble(settings, "gaps", [](auto& p, double factor) {
        p.isaGap = Scale(p.isaGap, factor);
        p.pcmciaGap = Scale(p.pcmciaGap, factor);
    });
    AddHalfAndDouble(settings, "slot", [](auto& p, double factor) {
        p.slot = Scale(p.slot, factor);
    });
    AddHalfAndDouble(settings, "link-queue", [](auto& p, double factor) {
        p.linkQueue = static_cast<uint32_t>(p.linkQueue * factor);
    });
    AddHalfAndDouble(settings, "udp-send-buffer", [](auto& p, double factor) {
        p.sendBuffer = static_cast<uint32_t>(p.sendBuffer * factor);
    });
    AddHalfAndDouble(settings, "ring", [](auto& p, double factor) {
        p.ring = static_cast<uint32_t>(p.ring * factor);
    });
    settings.push_back({"receive-waiting-2", [](auto& p) { p.receiveWaiting = 2; }});
    settings.push_back({"min-window-2", [](auto& p) { p.minCw = 1; }});
    settings.push_back({"min-window-4", [](auto& p) { p.minCw = 3; }});
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> all = [] {
        std::vector<Setting> settings{{"testbed", [](auto&) {}}};
        AddCalibrated(settings);
        AddAssumed(settings);
        return settings;
    }();
    return all;
}

/// @return the tests on which the columns are
std::vector<Xylomenos1999Test>
GetTests()
{
    return {{1, true, false, 1500},
            {1, true, true, 1500},
            {1, true, false, 100},
            {2, true, false, 1500},
            {2, true, true, 1500},
            {2, false, false, 1500},
            {2, false, true, 1500}};
}

/// @param setting first part of the name
/// @param test second part
/// @return the name of a point
std::string
GetPoint(const std::string& setting, const std::string& test)
{
    return setting + "." + test;
}

RunResult
MeasureSetting(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    // With a user's value, rows that move it would all be the same.
    RefuseUserValues({"ns3::MediumChannel::Slot",
                      "ns3::WavelanNetDevice::Preamble",
                      "ns3::WavelanNetDevice::MinCw",
                      "ns3::WavelanNetDevice::ResetTime",
                      "ns3::FifoQueueDisc::MaxSize",
                      "ns3::ReceiveBacklog::MaxWaiting",
                      "ns3::EttcpSender::SendBuffer",
                      "ns3::EttcpReceiver::MaxWaiting"});
    for (const Setting& setting : GetSettings())
    {
        for (const Xylomenos1999Test& test : GetTests())
        {
            if (point.name == GetPoint(setting.name, test.GetName()))
            {
                Xylomenos1999Parameters parameters;
                setting.apply(parameters);
                return MeasureEttcpTest(parameters, test, options);
            }
        }
    }
    throw std::invalid_argument("no point " + point.name);
}

/// A finding.
struct Column
{
    std::string title;  ///< above it
    std::string test;   ///< of the metric
    std::string base;   ///< test to whose metric its is related; empty: none
    std::string metric; ///< of the test
    Interval band;      ///< of the claim
    int digits;         ///< behind the decimal point
};

const std::vector<Column>&
GetColumns()
{
    static const std::vector<Column> columns = [] {
        const EttcpLink isa{1, true};
        const EttcpLink toPcmcia{2, true};
        const EttcpLink fromPcmcia{2, false};
        const std::string none;
        return std::vector<Column>{
            {"X1 UDP \nISA, \nMb/s",
             isa.Udp(1500),
             none,
             "throughput",
             Interval::Within(1.8, 0.05),
             2},
            {"X1 UDP \nPCMCIA, \nMb/s",
             fromPcmcia.Udp(1500),
             none,
             "throughput",
             Interval::Within(1.28, 0.08),
             2},
            {"X2 TCP \nover UDP, \nISA", isa.Tcp(1500), isa.Udp(1500), "throughput", {0.2, 0.4}, 2},
            {"X3 UDP \nloss, %", isa.Udp(1500), none, "loss", {0.3, 0.6}, 2},
            {"X4 host \ndrops, %", isa.Udp(100), none, "host-drops", {85, 97}, 1},
            {"X5 data \ncollided, %", isa.Tcp(1500), none, "data-lost", {7, 13}, 1},
            {"X7 TCP \nover UDP, \nto PCMCIA",
             toPcmcia.Tcp(1500),
             toPcmcia.Udp(1500),
             "throughput",
             Interval::AtLeast(0.85),
             2},
            {"X7 TCP \nover UDP, \nfrom \nPCMCIA",
             fromPcmcia.Tcp(1500),
             fromPcmcia.Udp(1500),
             "throughput",
             Interval::AtLeast(1),
             2},
            {"X7 data \ncollided, \nmixed, %",
             toPcmcia.Tcp(1500),
             none,
             "data-lost",
             Interval::AtMost(1),
             1}};
    }();
    return columns;
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
        std::vector<std::string> row{setting.name};
        for (const Column& column : GetColumns())
        {
            const std::string point = GetPoint(setting.name, column.test);
            const auto estimate =
                column.base.empty()
                    ? MeanOf(point, column.metric)
                    : RatioOf(column.metric, point, GetPoint(setting.name, column.base));
            const Estimate mean = estimate(results);
            row.push_back(StudyTable::Format(mean, column.digits) +
                          (column.band.Contains(mean.value) ? " " : "*"));
        }
        table.AddRow(row);
    }
    table.Print(os);
    os << "* out of the band of the claim\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-sensitivity",
                "xylomenos1999: what the findings depend on",
                MeasureSetting);
    study.SetDefaultRuns(3, Seconds(100));
    study.SetFullRuns(5, Seconds(300));
    for (const Setting& setting : GetSettings())
    {
        for (const Xylomenos1999Test& test : GetTests())
        {
            study.AddPoint(
                {GetPoint(setting.name, test.GetName()), setting.name + ", " + test.GetName()});
        }
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
