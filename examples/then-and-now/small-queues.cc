// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * TCP small queues (tcp_small_queue_check() in Linux's net/ipv4/tcp_output.c) above aggregation: a
 * station with a real kernel uploads over 802.11n or 802.11ac. The kernel lets a connection have
 * about a millisecond of data below TCP, at the rate at which it would pace, but at most
 * net.ipv4.tcp_limit_output_bytes, and always two packets. A limit below an A-MPDU makes A-MPDUs
 * short.
 *
 * \verbatim
     station [=== USB 2.0] ~~~ 802.11n, 802.11ac ~~~ access point === 1 Gb/s === host
     (Linux)                                                                     (Linux)
   \endverbatim
 *
 * With segmentation offload in software (GSO), the two packets hold a millisecond of data each.
 * Before Linux 4.17, devices without scatter-gather, as most Wi-Fi drivers, had none. Frames count
 * as sent when they are acknowledged, as in a driver. With segmentation offload of the card (TSO),
 * such a packet counts as sent when the last of its segments is acknowledged. Above USB, a frame
 * counts as sent when the driver has taken it for one of its 32 URBs.
 *
 * The millisecond is the pacing rate, shifted right by 10 bits (sk_pacing_shift). mac80211 chose 8
 * bits for Wi-Fi (commit 36148c2bbfbe), which a program cannot ask for. Unless TCP paces, nothing
 * but this shift uses the rate (tcp_small_queue_check(), tcp_tso_autosize()). A rate that is four
 * times as high (tcp_pacing_ss_ratio, tcp_pacing_ca_ratio) therefore has the same effect.
 *
 * Prints the goodput over the limit, without GSO, with it, and with TSO, and two claims about the
 * gain from the largest limit, by the figures of "CoTSQ" (PIMRC 2018), whose kernel had no GSO
 * above Wi-Fi: 2 on 802.11n (Q1) and up to 10 on 802.11ac (Q2). Q2 is calibrated: the rate decides,
 * and the number of streams was chosen with the factor in sight. `./ns3 kernel` builds the kernel.
 */

#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/study-table.h"
#include "ns3/study.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

const Time START = Seconds(1);   ///< the station is associated
const Time WARM_UP = Seconds(2); ///< slow start is over
constexpr uint16_t PORT = 5001;
constexpr uint32_t MESSAGE = 65536; ///< bytes written at once

/// A radio.
struct Radio
{
    std::string name;  ///< key
    std::string label; ///< what is printed
    WifiStandard standard;
    std::string mode;    ///< of data
    std::string channel; ///< ChannelSettings
    uint32_t streams;    ///< spatial streams
    bool isBehindUsb;    ///< a high-speed bus is between the station and it
};

const std::vector<Radio> RADIOS{
    {"n",
     "802.11n, 40 MHz, MCS 7",
     WIFI_STANDARD_80211n,
     "HtMcs7",
     "{38, 40, BAND_5GHZ, 0}",
     1,
     false},
    {"n-usb",
     "the same behind USB 2.0",
     WIFI_STANDARD_80211n,
     "HtMcs7",
     "{38, 40, BAND_5GHZ, 0}",
     1,
     true},
    {"ac",
     "802.11ac, 80 MHz, MCS 9",
     WIFI_STANDARD_80211ac,
     "VhtMcs9",
     "{42, 80, BAND_5GHZ, 0}",
     1,
     false},
    {"ac-3",
     "the same, 3 streams",
     WIFI_STANDARD_80211ac,
     "VhtMcs9",
     "{42, 80, BAND_5GHZ, 0}",
     3,
     false},
};
/// Values of net.ipv4.tcp_limit_output_bytes: the first leaves two packets, the last is the
/// default.
const std::vector<uint32_t> LIMITS{1, 16384, 65536, 1048576};

/// How much data a connection may have below TCP.
struct Allowance
{
    uint32_t limit;       ///< net.ipv4.tcp_limit_output_bytes
    uint32_t pacingShift; ///< 10, or 8
};

constexpr uint32_t PRESET_SHIFT = 10; ///< sock_init_data()
constexpr uint32_t WIFI_SHIFT = 8;    ///< of mac80211

/// Whether the kernel's packets hold several segments, and who cuts them.
struct Segmentation
{
    std::string name;  ///< key
    std::string label; ///< what is printed
    bool isOff;        ///< a segment in each packet
    bool isOffloaded;  ///< the card cuts
};

const std::vector<Segmentation> SEGMENTATIONS{{"no-gso", "without GSO", true, false},
                                              {"gso", "with GSO", false, false},
                                              {"tso", "with TSO", false, true}};

/// A published gain from raising the limit.
struct Gain
{
    std::string claim; ///< its id
    std::string cell;  ///< what is printed
    std::string radio; ///< name of a Radio
    double factor;     ///< printed in the paper
    ClaimKind kind;    ///< whether the radio was chosen by the result
};

const std::vector<Gain> GAINS{
    {"Q1", "802.11n, without GSO", "n", 2, ClaimKind::COUNTED},
    {"Q2", "802.11ac, 3 streams, without GSO", "ac-3", 10, ClaimKind::CALIBRATED}};

/// @return what is measured: each limit, and the smaller shift with the largest limit
std::vector<Allowance>
GetAllowances()
{
    std::vector<Allowance> allowances;
    for (const uint32_t limit : LIMITS)
    {
        allowances.push_back({limit, PRESET_SHIFT});
    }
    allowances.push_back({LIMITS.back(), WIFI_SHIFT});
    return allowances;
}

/// @param radio name of a Radio
/// @param segmentation, allowance of the point
/// @return name of the point
std::string
GetPointName(const std::string& radio, const Segmentation& segmentation, const Allowance& allowance)
{
    return radio + "." + segmentation.name + "." + std::to_string(allowance.limit) +
           (allowance.pacingShift == PRESET_SHIFT ? "" : ".shift-8");
}

void
SetAllowance(Ptr<LinuxKernel> kernel, const Allowance& allowance)
{
    // Percent: the presets in tcp_sk_init(), times the power of two that the shift leaves out.
    const uint32_t factor = 1 << (PRESET_SHIFT - allowance.pacingShift);
    kernel->SetSysctl("net.ipv4.tcp_limit_output_bytes", std::to_string(allowance.limit));
    kernel->SetSysctl("net.ipv4.tcp_pacing_ss_ratio", std::to_string(200 * factor));
    kernel->SetSysctl("net.ipv4.tcp_pacing_ca_ratio", std::to_string(120 * factor));
}

Ptr<NetDevice>
InstallBus(Ptr<NetDevice> radio)
{
    UsbHelper usb;
    usb.SetControllerType("ns3::EhciHostController");
    usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
    usb.SetDeviceAttribute("MaxTxUrbs", UintegerValue(32));
    usb.SetDeviceAttribute("InUrbs", UintegerValue(8));
    const NetDeviceContainer device = usb.Install(radio);
    UsbHelper::AssignStreams(device, 50);
    return device.Get(0);
}

NetDeviceContainer
InstallRadios(const Radio& radio, const NodeContainer& nodes)
{
    MobilityHelper mobility;
    mobility.Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    phy.Set("ChannelSettings", StringValue(radio.channel));
    phy.Set("Antennas", UintegerValue(radio.streams));
    phy.Set("MaxSupportedTxSpatialStreams", UintegerValue(radio.streams));
    phy.Set("MaxSupportedRxSpatialStreams", UintegerValue(radio.streams));
    WifiHelper wifi;
    wifi.SetStandard(radio.standard);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(radio.mode));
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    NetDeviceContainer radios = wifi.Install(phy, mac, nodes.Get(0));
    mac.SetType("ns3::ApWifiMac");
    radios.Add(wifi.Install(phy, mac, nodes.Get(1)));
    WifiHelper::AssignStreams(radios, 0);
    return radios;
}

RunResult
Measure(const Radio& radio,
        const Segmentation& segmentation,
        const Allowance& allowance,
        const StudyOptions& options)
{
    RefuseUserValues({"ns3::LinuxKernelInterface::CompleteWhenSent",
                      "ns3::LinuxKernelInterface::ChecksumOffload",
                      "ns3::LinuxKernelInterface::SegmentationOffload",
                      "ns3::ConstantRateWifiManager::DataMode",
                      "ns3::WifiPhy::ChannelSettings",
                      "ns3::WifiPhy::Antennas",
                      "ns3::WifiPhy::MaxSupportedTxSpatialStreams",
                      "ns3::WifiPhy::MaxSupportedRxSpatialStreams",
                      "ns3::UsbNetDevice::QueueMode",
                      "ns3::UsbNetDevice::MaxTxUrbs",
                      "ns3::UsbNetDevice::InUrbs",
                      "ns3::CsmaChannel::DataRate",
                      "ns3::CsmaChannel::Delay",
                      "ns3::BulkSendApplication::SendSize"});
    NodeContainer nodes(3); // station, access point, host
    const auto radios = InstallRadios(radio, NodeContainer(nodes.Get(0), nodes.Get(1)));
    CsmaHelper wire;
    wire.SetChannelAttribute("DataRate", StringValue("1Gbps"));
    wire.SetChannelAttribute("Delay", StringValue("1us"));
    const auto wired = wire.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
    BridgeHelper().Install(nodes.Get(1), NetDeviceContainer(radios.Get(1), wired.Get(0)));
    const NodeContainer hosts(nodes.Get(0), nodes.Get(2));
    LinuxKernelHelper linux;
    linux.Install(hosts);
    LinuxKernelHelper::AssignStreams(hosts, 100);
    radios.Get(0)->SetMtu(1500);
    const auto station = nodes.Get(0)->GetObject<LinuxKernel>();
    const Ptr<NetDevice> device = radio.isBehindUsb ? InstallBus(radios.Get(0)) : radios.Get(0);
    const auto interface = station->AddInterface(device, "10.1.1.1");
    interface->SetAttribute("CompleteWhenSent", BooleanValue(!radio.isBehindUsb));
    interface->SetAttribute("ChecksumOffload", BooleanValue(segmentation.isOffloaded));
    interface->SetAttribute("SegmentationOffload", BooleanValue(segmentation.isOffloaded));
    SetAllowance(station, allowance);
    if (segmentation.isOff)
    {
        station->SetUp("ip link set dev eth0 gso_max_segs 1");
    }
    nodes.Get(2)->GetObject<LinuxKernel>()->AddInterface(wired.Get(1), "10.1.1.2");
    const std::string tcp = "ns3::TcpSocketFactory";
    BulkSendHelper source(tcp, InetSocketAddress("10.1.1.2", PORT));
    source.SetAttribute("SendSize", UintegerValue(MESSAGE));
    source.Install(nodes.Get(0)).Start(START);
    PacketSinkHelper helper(tcp, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sink = DynamicCast<PacketSink>(helper.Install(nodes.Get(2)).Get(0));
    uint64_t before = 0;
    Simulator::Schedule(START + WARM_UP, [&before, sink] { before = sink->GetTotalRx(); });
    Simulator::Stop(START + WARM_UP + options.duration);
    Simulator::Run();
    const auto bytes = static_cast<double>(sink->GetTotalRx() - before);
    RunResult result;
    result.metrics = {{"goodput", "Mb/s", 8e-6 * bytes / options.duration.GetSeconds()}};
    return result;
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("goodput, Mb/s", StudyTable::LEFT);
    table.AddColumn("", StudyTable::LEFT);
    for (const Allowance& allowance : GetAllowances())
    {
        const bool isPreset = allowance.pacingShift == PRESET_SHIFT;
        table.AddColumn((isPreset ? "limit\n" : "shift 8\n") + std::to_string(allowance.limit) +
                            " B",
                        StudyTable::RIGHT);
    }
    for (const Radio& radio : RADIOS)
    {
        for (const Segmentation& segmentation : SEGMENTATIONS)
        {
            std::vector<std::string> row{radio.label, segmentation.label};
            for (const Allowance& allowance : GetAllowances())
            {
                const auto statistics =
                    results.GetStatistics(GetPointName(radio.name, segmentation, allowance),
                                          "goodput");
                row.push_back(StudyTable::Format(statistics.EstimateMean(), 1));
            }
            table.AddRow(row);
        }
    }
    table.Print(os);
}

// The paper prints round factors; bands for such numbers are 15 % wide (chapter on studies).
void
AddClaims(Study& study)
{
    constexpr double WIDTH = 0.15;
    const Segmentation& without = SEGMENTATIONS.front();
    const Allowance smallest{LIMITS.front(), PRESET_SHIFT};
    const Allowance largest{LIMITS.back(), PRESET_SHIFT};
    for (const Gain& gain : GAINS)
    {
        study.AddClaim({.id = gain.claim,
                        .cell = gain.cell + ": largest limit over smallest",
                        .paper = gain.factor,
                        .unit = "",
                        .band = Interval::Within(gain.factor, WIDTH),
                        .estimate = RatioOf("goodput",
                                            GetPointName(gain.radio, without, largest),
                                            GetPointName(gain.radio, without, smallest)),
                        .kind = gain.kind});
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("small-queues", "TCP small queues of a real kernel above A-MPDUs");
    for (const Radio& radio : RADIOS)
    {
        for (const Segmentation& segmentation : SEGMENTATIONS)
        {
            for (const Allowance& allowance : GetAllowances())
            {
                study.AddPoint({GetPointName(radio.name, segmentation, allowance),
                                radio.label + ", " + segmentation.label + ", limit " +
                                    std::to_string(allowance.limit) + " bytes, pacing shift " +
                                    std::to_string(allowance.pacingShift)},
                               [&radio, &segmentation, allowance](const StudyOptions& options) {
                                   return Measure(radio, segmentation, allowance, options);
                               });
            }
        }
    }
    AddClaims(study);
    study.SetDefaultRuns(3, Seconds(2));
    study.SetFullRuns(10, Seconds(5));
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
