// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * What the findings of xylomenos1999 depend on: each row halves or doubles one value of hosts or
 * cards while the others stay. A star marks a value out of the claim's band. There is no claim to
 * meet.
 */

#include "../common/estimate-table.h"
#include "ettcp-cells.h"

#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr const char* HOSTS[] = {"Ios", "Mykonos", "Syros"};

/// One value of the testbed moved.
struct Setting
{
    std::string name;                            ///< key, also what is printed
    std::function<void(ObjectFactory&)> apply{}; ///< moves it in a testbed
};

/// @param name of an attribute of the testbed
/// @return the same with the class
std::string
Of(const std::string& name)
{
    return "ns3::Xylomenos1999Testbed::" + name;
}

/// @param testbed whose times are moved
/// @param names of attributes
/// @param factor of their defaults
void
ScaleTimes(ObjectFactory& testbed, const std::vector<std::string>& names, double factor)
{
    for (const std::string& name : names)
    {
        const Time time = GetDefault<TimeValue>(Of(name));
        const auto scaled = static_cast<int64_t>(time.GetPicoSeconds() * factor);
        Vary(testbed, name, TimeValue(PicoSeconds(scaled)));
    }
}

/// @param testbed whose whole numbers are moved
/// @param names of attributes
/// @param factor of their defaults
void
ScaleNumbers(ObjectFactory& testbed, const std::vector<std::string>& names, double factor)
{
    for (const std::string& name : names)
    {
        const auto number = static_cast<double>(GetDefault<UintegerValue>(Of(name)));
        Vary(testbed, name, UintegerValue(static_cast<uint64_t>(number * factor)));
    }
}

/**
 * What was calibrated is by how much reading takes longer than a frame, by which the buffer fills.
 * @param testbed whose slow hosts are moved
 * @param factor of the difference at 1500 bytes
 */
void
ScaleExcess(ObjectFactory& testbed, double factor)
{
    constexpr int64_t PAYLOAD = 1472;
    const Time frame = GetDefault<TimeValue>(Of("Preamble")) + GetDefault<TimeValue>(Of("IsaGap")) +
                       1518 * MicroSeconds(4); // 2 Mb/s
    for (const std::string host : HOSTS)
    {
        const std::vector<std::string> names{host + "ReadTime", host + "ReadByteTime"};
        const Time reading =
            GetDefault<TimeValue>(Of(names[0])) + PAYLOAD * GetDefault<TimeValue>(Of(names[1]));
        if (reading > frame)
        {
            const Time excess = reading - frame;
            const Time moved =
                frame + PicoSeconds(static_cast<int64_t>(excess.GetPicoSeconds() * factor));
            ScaleTimes(testbed, names, moved.GetSeconds() / reading.GetSeconds());
        }
    }
}

/// @param settings take two rows
/// @param name of the value
/// @param apply multiplies it
void
AddHalfAndDouble(std::vector<Setting>& settings,
                 const std::string& name,
                 const std::function<void(ObjectFactory&, double)>& apply)
{
    settings.push_back({name + "-halved", [apply](auto& testbed) { apply(testbed, 0.5); }});
    settings.push_back({name + "-doubled", [apply](auto& testbed) { apply(testbed, 2); }});
}

/// @param names of attributes that are times
/// @return what multiplies them
std::function<void(ObjectFactory&, double)>
Times(const std::vector<std::string>& names)
{
    return [names](auto& testbed, double factor) { ScaleTimes(testbed, names, factor); };
}

/// @param names last parts of attributes that are times, and that each host has
/// @return what multiplies them
std::function<void(ObjectFactory&, double)>
TimesOfHosts(const std::vector<std::string>& names)
{
    std::vector<std::string> all;
    for (const std::string host : HOSTS)
    {
        for (const std::string& name : names)
        {
            all.push_back(host + name);
        }
    }
    return Times(all);
}

/// @param names of attributes that are whole numbers
/// @return what multiplies them
std::function<void(ObjectFactory&, double)>
Numbers(const std::vector<std::string>& names)
{
    return [names](auto& testbed, double factor) { ScaleNumbers(testbed, names, factor); };
}

/// @param settings take a row
/// @param name of the row
/// @param attribute that has a value of its own in it
/// @param value of the attribute
void
AddNumber(std::vector<Setting>& settings,
          const std::string& name,
          const std::string& attribute,
          uint64_t value)
{
    settings.push_back({name, [attribute, value](auto& testbed) {
                            Vary(testbed, attribute, UintegerValue(value));
                        }});
}

/// Values that were calibrated by a result.
void
AddCalibrated(std::vector<Setting>& settings)
{
    AddHalfAndDouble(settings, "preamble", Times({"Preamble"}));
    AddHalfAndDouble(settings, "write-time", TimesOfHosts({"WriteTime"}));
    AddHalfAndDouble(settings, "read-excess", ScaleExcess);
    AddHalfAndDouble(settings, "read-time", TimesOfHosts({"ReadTime", "ReadByteTime"}));
    AddHalfAndDouble(settings, "overrun-after", Numbers({"MinOverrunAfter", "MaxOverrunAfter"}));
}

/// Values that are assumed, or from other sources than the paper.
void
AddAssumed(std::vector<Setting>& settings)
{
    AddHalfAndDouble(settings, "reset-time", Times({"ResetTime"}));
    AddHalfAndDouble(settings, "driver-time", TimesOfHosts({"DriverTime", "DriverByteTime"}));
    AddHalfAndDouble(settings, "gaps", Times({"IsaGap", "PcmciaGap"}));
    AddHalfAndDouble(settings, "slot", Times({"Slot"}));
    AddHalfAndDouble(settings, "link-queue", Numbers({"LinkQueue"}));
    AddHalfAndDouble(settings, "udp-send-buffer", Numbers({"SendBuffer"}));
    AddHalfAndDouble(settings, "ring", Numbers({"Ring"}));
    AddNumber(settings, "receive-waiting-2", "ReceiveWaiting", 2);
    AddNumber(settings, "min-window-2", "MinCw", 1);
    AddNumber(settings, "min-window-4", "MinCw", 3);
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
std::vector<EttcpTest>
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

/// @param setting of the testbed
/// @param test to be made
/// @param options of the run
/// @return as MeasureEttcpTest()
RunResult
MeasureSetting(const Setting& setting, const EttcpTest& test, const StudyOptions& options)
{
    ObjectFactory testbed = test.MakeTestbed();
    setting.apply(testbed);
    return MeasureEttcpTest(testbed, options);
}

std::vector<EstimateColumn>
GetColumns()
{
    const EttcpLink isa{1, true};
    const EttcpLink toPcmcia{2, true};
    const EttcpLink fromPcmcia{2, false};
    const auto rate = [](const std::string& test) { return MeanInRow(test, "throughput"); };
    const auto tcpOverUdp = [](const EttcpLink& link) {
        return RatioInRow("throughput", link.Tcp(1500), link.Udp(1500));
    };
    return {
        {"X1 UDP \nISA, \nMb/s", rate(isa.Udp(1500)), 2, Interval::Within(1.8, 0.05)},
        {"X1 UDP \nPCMCIA, \nMb/s", rate(fromPcmcia.Udp(1500)), 2, Interval::Within(1.28, 0.08)},
        {"X2 TCP \nover UDP, \nISA", tcpOverUdp(isa), 2, Interval{0.2, 0.4}},
        {"X3 UDP \nloss, %", MeanInRow(isa.Udp(1500), "loss"), 2, Interval{0.3, 0.6}},
        {"X4 host \ndrops, %", MeanInRow(isa.Udp(100), "host-drops"), 1, Interval{85, 97}},
        {"X5 data \ncollided, %", MeanInRow(isa.Tcp(1500), "data-lost"), 1, Interval{7, 13}},
        {"X7 TCP \nover UDP, \nto PCMCIA", tcpOverUdp(toPcmcia), 2, Interval::AtLeast(0.85)},
        {"X7 TCP \nover UDP, \nfrom \nPCMCIA", tcpOverUdp(fromPcmcia), 2, Interval::AtLeast(1)},
        {"X7 data \ncollided, \nmixed, %",
         MeanInRow(toPcmcia.Tcp(1500), "data-lost"),
         1,
         Interval::AtMost(1)}};
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
    os << "* out of the band of the claim\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-sensitivity", "xylomenos1999: what the findings depend on");
    study.SetDefaultRuns(3, Seconds(100));
    study.SetFullRuns(5, Seconds(300));
    for (const Setting& setting : GetSettings())
    {
        for (const EttcpTest& test : GetTests())
        {
            study.AddPoint(
                {GetRowPoint(setting.name, test.GetName()), setting.name + ", " + test.GetName()},
                [&setting, test](const StudyOptions& options) {
                    return MeasureSetting(setting, test, options);
                });
        }
    }
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
