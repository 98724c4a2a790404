// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * How much the eight cells of kuang2003, table 2, depend on parameters the paper leaves open: each
 * is moved over its plausible range while the others stay. The first three are fitted to the
 * table (kuang2003-usb-modes); see the chapter on usb-bus.
 *
 * Prints a row per setting and a column per cell; a star marks a value more than 3 % from the
 * printed one. There is no claim to meet.
 */

#include "laptop-upload.h"
#include "usb-mode.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/study-table.h"
#include "ns3/user-attribute.h"

#include <cmath>
#include <functional>

using namespace ns3;

namespace
{

/// As far as a value may be from the printed one.
constexpr double TOLERANCE = 0.03;

/// One parameter moved.
struct Setting
{
    std::string name;                                ///< key, also what is printed
    std::function<void(Kuang2003Parameters&)> apply; ///< moves it
};

Setting
Gap(const std::string& name, Time Kuang2003Parameters::* gap, int us)
{
    return {name + "-" + std::to_string(us) + "us",
            [gap, us](Kuang2003Parameters& p) { p.*gap = MicroSeconds(us); }};
}

Setting
Default(const std::string& label, const std::string& attribute, const std::string& value)
{
    return {label + "-" + value, [attribute, value](Kuang2003Parameters&) {
                Config::SetDefault(attribute, StringValue(value));
            }};
}

Setting
Buffers(uint32_t buffers)
{
    return {"TxBuffers-" + std::to_string(buffers),
            [buffers](Kuang2003Parameters& p) { p.txBuffers = buffers; }};
}

/// Profile B: a FIFO of four packets drained at 68 us each, and no pause after the first packet.
Setting
SlowFifo()
{
    return {"slow-FIFO-profile", [](Kuang2003Parameters& p) {
                p.headerGap = Time(0);
                Config::SetDefault("ns3::UsbWifiAdapter::FifoPackets", StringValue("4"));
                Config::SetDefault("ns3::UsbWifiAdapter::FifoDrain", StringValue("68us"));
            }};
}

Setting
DelayedAck(uint32_t segments)
{
    return {"ACK-every-" + std::to_string(segments),
            [segments](Kuang2003Parameters& p) { p.delayedAckSegments = segments; }};
}

Setting
Window(uint32_t segments)
{
    return {"window-" + std::to_string(segments),
            [segments](Kuang2003Parameters& p) { p.receiveBuffer = segments * p.segmentSize; }};
}

const std::vector<Setting>&
GetSettings()
{
    const auto header = [](int us) {
        return Gap("HeaderGap", &Kuang2003Parameters::headerGap, us);
    };
    const auto commit = [](int us) {
        return Gap("CommitGap", &Kuang2003Parameters::commitGap, us);
    };
    const std::string device = "ns3::UsbNetDevice::";
    const std::string bus = "ns3::UhciHostController::";
    static const std::vector<Setting> settings{
        {"as-in-the-study", [](Kuang2003Parameters&) {}},
        header(0),
        header(10),
        header(50),
        header(170),
        header(250),
        commit(0),
        commit(10),
        commit(50),
        commit(200),
        commit(700),
        Buffers(1),
        Buffers(3),
        Buffers(4),
        SlowFifo(),
        Default("IsrLatency", bus + "IsrLatency", "5us"),
        Default("IsrLatency", bus + "IsrLatency", "50us"),
        Default("TxResubmitDelay", device + "TxResubmitDelay", "20us"),
        Default("TxResubmitDelay", device + "TxResubmitDelay", "150us"),
        Default("TxResubmitDelay", device + "TxResubmitDelay", "300us"),
        Default("RxResubmitDelay", device + "RxResubmitDelay", "10us"),
        Default("RxResubmitDelay", device + "RxResubmitDelay", "300us"),
        Default("TdOverhead", bus + "TdOverhead", "1us"),
        Default("TdOverhead", bus + "TdOverhead", "3us"),
        Default("BitStuffing", bus + "BitStuffing", "Random"),
        Default("BitStuffing", bus + "BitStuffing", "Worst"),
        DelayedAck(1),
        DelayedAck(4),
        Window(8),
    };
    return settings;
}

std::string
GetPointName(const Setting& setting, const UsbMode& mode)
{
    return setting.name + "." + mode.GetName();
}

RunResult
MeasureCell(const StudyPoint& point, const StudyOptions& options)
{
    for (const auto* moved : {"ns3::UsbWifiAdapter::HeaderGap",
                              "ns3::UsbWifiAdapter::CommitGap",
                              "ns3::UsbWifiAdapter::TxBuffers",
                              "ns3::TcpSocket::DelAckCount",
                              "ns3::TcpSocket::RcvBufSize"})
    {
        RefuseUserValue(moved);
    }
    const size_t dot = point.name.find('.');
    Kuang2003Parameters parameters;
    GetUsbMode(point.name.substr(dot + 1)).Apply(parameters);
    for (const auto& setting : GetSettings())
    {
        if (setting.name == point.name.substr(0, dot))
        {
            setting.apply(parameters);
        }
    }
    return MeasureLaptopUpload(parameters, options);
}

/// Ours, with a star if it is too far from the printed value.
std::string
FormatCell(double mean, double printed)
{
    const bool isFar = std::abs(mean / printed - 1) > TOLERANCE;
    return StudyTable::Format(mean, 2) + (isFar ? "*" : " ");
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("throughput, Mb/s", StudyTable::LEFT);
    std::vector<std::string> paper{"paper"};
    for (const auto& mode : GetUsbModes())
    {
        table.AddColumn(std::string(mode.fsbr ? "FSBR on" : "FSBR off") + " \n" +
                            (mode.depthFirst ? "depth" : "breadth") + " \n" +
                            (mode.queuedBulk ? "queued" : "queueless") + " ",
                        StudyTable::RIGHT);
        paper.push_back(StudyTable::Format(mode.throughput, 2) + " ");
    }
    table.AddRow(paper);
    for (const auto& setting : GetSettings())
    {
        std::vector<std::string> row{setting.name};
        for (const auto& mode : GetUsbModes())
        {
            const double mean = results.GetMean(GetPointName(setting, mode), "throughput");
            row.push_back(FormatCell(mean, mode.throughput));
        }
        table.AddRow(row);
    }
    table.Print(os);
    os << "* more than 3 % from the paper's value\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-usb-sensitivity",
                "kuang2003, table 2: what the eight cells depend on",
                [](const StudyPoint& point, uint32_t, const StudyOptions& options) {
                    return MeasureCell(point, options);
                });
    for (const auto& setting : GetSettings())
    {
        for (const auto& mode : GetUsbModes())
        {
            study.AddPoint({GetPointName(setting, mode), setting.name + ", " + mode.GetLabel()});
        }
    }
    study.SetDefaultRuns(1, Seconds(5));
    study.SetFullRuns(10, Kuang2003Parameters().duration);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
