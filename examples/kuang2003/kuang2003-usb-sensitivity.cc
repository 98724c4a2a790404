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
 * value out of the claim's band. There is no claim to meet. It needs ns-3's radio, because
 * DcfNetDevice sends no beacons whose interval could be varied.
 */

#include "../common/estimate-table.h"
#include "laptop-stream.h"
#include "laptop-upload.h"
#include "sensitivity-table.h"
#include "usb-mode.h"

#include "ns3/config.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/string.h"
#include "ns3/study-table.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <functional>
#include <iomanip>
#include <limits>
#include <sstream>
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

/// @param label first part of the name
/// @param attribute of the testbed
/// @param value of it
Setting
Move(const std::string& label, const std::string& attribute, const std::string& value)
{
    return {label + "-" + value,
            [attribute, value](TestbedValues& values) { values[attribute] = value; }};
}

Setting
Default(const std::string& label, const std::string& attribute, const std::string& value)
{
    return {label + "-" + value, [attribute, value](TestbedValues&) {
                RefuseUserValues({attribute});
                Config::SetDefault(attribute, StringValue(value));
            }};
}

/// A FIFO of four packets drained at 68 us each, in place of the pause after the first packet.
Setting
SlowFifo()
{
    return {"slow-FIFO-profile", [](TestbedValues& values) {
                values["HeaderGap"] = "0s";
                RefuseUserValues(
                    {"ns3::UsbWifiAdapter::FifoPackets", "ns3::UsbWifiAdapter::FifoDrain"});
                Config::SetDefault("ns3::UsbWifiAdapter::FifoPackets", StringValue("4"));
                Config::SetDefault("ns3::UsbWifiAdapter::FifoDrain", StringValue("68us"));
            }};
}

Setting
Window(uint32_t segments)
{
    return {"window-" + std::to_string(segments), [segments](TestbedValues& values) {
                const auto size = GetDefault<UintegerValue>("ns3::Kuang2003Testbed::SegmentSize");
                values["ReceiveBuffer"] = std::to_string(segments * size);
            }};
}

/// @param highest of the basic rates, Mb/s, at which data frames are acknowledged in the MAC
Setting
MacAckRate(const std::string& highest, const std::string& rates)
{
    return {"MAC-ACK-" + highest + "Mbps",
            [rates](TestbedValues& values) { values["BasicRates"] = rates; }};
}

/// @param percent of the frames that noise spoils
Setting
Noise(const std::string& percent)
{
    return {"noise-" + percent + "-percent", [percent](TestbedValues& values) {
                std::ostringstream rate;
                rate << std::setprecision(std::numeric_limits<double>::max_digits10)
                     << std::stod(percent) / 100;
                values["FrameLossRate"] = rate.str();
            }};
}

/// @param first moves a parameter
/// @param second moves another
Setting
Both(const Setting& first, const Setting& second)
{
    return {first.name + "-" + second.name, [first, second](TestbedValues& values) {
                first.apply(values);
                second.apply(values);
            }};
}

const std::vector<Setting>&
GetSettings()
{
    const auto header = [](int us) {
        return Move("HeaderGap", "HeaderGap", std::to_string(us) + "us");
    };
    const auto commit = [](int us) {
        return Move("CommitGap", "CommitGap", std::to_string(us) + "us");
    };
    const std::string device = "ns3::UsbNetDevice::";
    const std::string bus = "ns3::UhciHostController::";
    const Setting acks1 = MacAckRate("1", "DsssRate1Mbps");
    const Setting acks2 = MacAckRate("2", "DsssRate1Mbps,DsssRate2Mbps");
    static const std::vector<Setting> settings{
        {"as-in-the-study", [](TestbedValues&) {}},
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
        Move("TxBuffers", "TxBuffers", "1"),
        Move("TxBuffers", "TxBuffers", "3"),
        Move("TxBuffers", "TxBuffers", "4"),
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
        Move("ACK-every", "DelayedAckSegments", "1"),
        Move("ACK-every", "DelayedAckSegments", "4"),
        Window(8),
        acks1,
        acks2,
        MacAckRate("5.5", "DsssRate1Mbps,DsssRate2Mbps,DsssRate5_5Mbps"),
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

/// Measures a finding with values of the testbed.
using Measurement = std::function<RunResult(TestbedValues values, const StudyOptions& options)>;

Measurement
Upload(const UsbMode& mode)
{
    return [mode](TestbedValues values, const StudyOptions& options) {
        mode.Apply(values);
        return MeasureLaptopUpload(values, options);
    };
}

RunResult
MeasureRateBug(TestbedValues values, const StudyOptions& options)
{
    values["RateBug"] = "true";
    return MeasureLaptopUpload(values, options);
}

Measurement
Stream(BulkTransfer::Transport transport, bool macRetransmission)
{
    return [=](TestbedValues values, const StudyOptions& options) {
        values["MacRetransmission"] = macRetransmission ? "true" : "false";
        return MeasureLaptopStream(transport, values, options);
    };
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
    using Transport = BulkTransfer::Transport;
    Study study("kuang2003-usb-sensitivity",
                "kuang2003, tables 1 and 2, figure 5: what they depend on");
    for (const auto& setting : GetSettings())
    {
        const auto add =
            [&](const std::string& name, const std::string& label, const Measurement& measure) {
                study.AddPoint({GetRowPoint(setting.name, name), setting.name + ", " + label},
                               [&setting, measure](const StudyOptions& options) {
                                   TestbedValues values;
                                   setting.apply(values);
                                   return measure(values, options);
                               });
            };
        for (const auto& mode : GetUsbModes())
        {
            add(mode.GetName(), mode.GetLabel(), Upload(mode));
        }
        add(RATE_BUG, RATE_BUG, MeasureRateBug);
        add(TCP, TCP, Stream(Transport::TCP, true));
        add(TCP_ONCE, TCP_ONCE, Stream(Transport::TCP, false));
        add(UDP, UDP, Stream(Transport::UDP, true));
    }
    study.SetDefaultRuns(1, Seconds(5));
    study.SetFullRuns(10, Kuang2003Testbed::DURATION);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
