// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * How much the findings of kuang2003 on a good channel depend on parameters the paper leaves open:
 * each is moved over its plausible range while the others stay. Gaps and buffers are fitted to
 * table 2 (kuang2003-usb-modes; see the chapter on usb-bus), basic rates and noise are calibrated
 * by table 2 and by the retries of UDP (kuang2003-collisions).
 *
 * Prints a row per setting and a column per finding: the eight cells of table 2 (K2), the driver
 * with the rate bug (K1a), the MAC's retries and what TCP loses without them (K7). A star marks a
 * value out of the claim's band. There is no claim to meet.
 */

#include "laptop-stream.h"
#include "laptop-upload.h"
#include "sensitivity-table.h"
#include "usb-mode.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/study-table.h"
#include "ns3/user-attribute.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::string RATE_BUG = "rate-bug";
const std::string TCP = "tcp";
const std::string TCP_ONCE = "tcp-no-retransmission";
const std::string UDP = "udp";

using Setting = SensitivitySetting;
using Column = SensitivityColumn;

const std::vector<Column>&
GetColumns()
{
    static const auto columns = [] {
        std::vector<Column> all;
        for (const auto& mode : GetUsbModes())
        {
            all.push_back({std::string(mode.fsbr ? "FSBR on" : "FSBR off") + " \n" +
                               (mode.depthFirst ? "depth" : "breadth") + " \n" +
                               (mode.queuedBulk ? "queued" : "queueless"),
                           StudyTable::Format(mode.throughput, 2),
                           mode.GetName(),
                           "throughput",
                           Interval::Within(mode.throughput, 0.03)});
        }
        const std::vector<Column> others{
            {"rate \nbug ", "1.525", RATE_BUG, "throughput", Interval::Within(1.525, 0.05)},
            {"UDP \nretries \n%", "0.47..0.98", UDP, "retry-rate", {0.47, 0.98}},
            {"TCP \nretries \n%", "4.58..4.73", TCP, "retry-rate", {3.5, 6}},
            {"TCP once \nover \nretried", "0.77", TCP_ONCE, "throughput", {0.69, 0.85}, 2, TCP},
        };
        all.insert(all.end(), others.begin(), others.end());
        return all;
    }();
    return columns;
}

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

/// A FIFO of four packets drained at 68 us each, in place of the pause after the first packet.
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

/// @param highest of the basic rates, Mb/s, at which data frames are acknowledged in the MAC
Setting
MacAckRate(const std::string& highest, const std::vector<std::string>& rates)
{
    return {"MAC-ACK-" + highest + "Mbps",
            [rates](Kuang2003Parameters& p) { p.basicRates = rates; }};
}

/// @param percent of the frames that noise spoils
Setting
Noise(const std::string& percent)
{
    return {"noise-" + percent + "-percent",
            [percent](Kuang2003Parameters& p) { p.frameLossRate = std::stod(percent) / 100; }};
}

/// @param first moves a parameter
/// @param second moves another
Setting
Both(const Setting& first, const Setting& second)
{
    return {first.name + "-" + second.name, [first, second](Kuang2003Parameters& p) {
                first.apply(p);
                second.apply(p);
            }};
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
    const Setting acks1 = MacAckRate("1", {"DsssRate1Mbps"});
    const Setting acks2 = MacAckRate("2", {"DsssRate1Mbps", "DsssRate2Mbps"});
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
        acks1,
        acks2,
        MacAckRate("5.5", {"DsssRate1Mbps", "DsssRate2Mbps", "DsssRate5_5Mbps"}),
        Noise("0"),
        Noise("0.24"),
        Noise("0.48"),
        Both(acks1, Noise("0")),
        Both(acks2, Noise("0")),
        Both(acks2, Noise("0.24")),
        Default("beacon-interval", "ns3::ApWifiMac::BeaconInterval", "51200us"),
        Default("beacon-interval", "ns3::ApWifiMac::BeaconInterval", "1024ms"),
    };
    return settings;
}

RunResult
Measure(const std::string& point, Kuang2003Parameters parameters, const StudyOptions& options)
{
    if (point == RATE_BUG)
    {
        parameters.rateBug = true;
        return MeasureLaptopUpload(parameters, options);
    }
    if (point == TCP || point == TCP_ONCE || point == UDP)
    {
        parameters.macRetransmission = point != TCP_ONCE;
        return MeasureLaptopStream(point == UDP ? BulkTransfer::Transport::UDP
                                                : BulkTransfer::Transport::TCP,
                                   parameters,
                                   options);
    }
    GetUsbMode(point).Apply(parameters);
    return MeasureLaptopUpload(parameters, options);
}

RunResult
MeasureCell(const StudyPoint& point, const StudyOptions& options)
{
    RefuseUserValues({"ns3::UsbWifiAdapter::HeaderGap",
                      "ns3::UsbWifiAdapter::CommitGap",
                      "ns3::UsbWifiAdapter::TxBuffers",
                      "ns3::TcpSocket::DelAckCount",
                      "ns3::TcpSocket::RcvBufSize"});
    Kuang2003Parameters parameters;
    ApplySensitivitySetting(GetSettings(), point.name, parameters);
    return Measure(GetSensitivityFinding(point.name), parameters, options);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    PrintSensitivityTable(os, "Mb/s, if not %", GetSettings(), GetColumns(), results);
    os << "* out of the band of claims K1a, K2 and K7\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-usb-sensitivity",
                "kuang2003, tables 1 and 2, figure 5: what they depend on",
                [](const StudyPoint& point, uint32_t, const StudyOptions& options) {
                    return MeasureCell(point, options);
                });
    for (const auto& setting : GetSettings())
    {
        for (const auto& mode : GetUsbModes())
        {
            study.AddPoint({GetSensitivityPoint(setting.name, mode.GetName()),
                            setting.name + ", " + mode.GetLabel()});
        }
        for (const auto& point : {RATE_BUG, TCP, TCP_ONCE, UDP})
        {
            study.AddPoint({GetSensitivityPoint(setting.name, point), setting.name + ", " + point});
        }
    }
    study.SetDefaultRuns(1, Seconds(5));
    study.SetFullRuns(10, Kuang2003Parameters().duration);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
