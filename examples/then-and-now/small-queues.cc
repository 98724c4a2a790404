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
     station (Linux) ~~~ 802.11n, 802.11ac ~~~ access point === 1 Gb/s === host (Linux)
   \endverbatim
 *
 * With segmentation offload in software (GSO), the two packets hold a millisecond of data each.
 * Before Linux 4.17, devices without scatter-gather, as most Wi-Fi drivers, had none. Frames count
 * as sent when they are acknowledged, as in a driver. With segmentation offload of the card (TSO),
 * such a packet counts as sent when the last of its segments is acknowledged.
 *
 * Prints the goodput over the limit, without GSO, with it, and with TSO, and two claims about the
 gain from the
 * largest limit, by the figures of "CoTSQ" (PIMRC 2018), whose kernel had no GSO above Wi-Fi: 2 on
 * 802.11n (Q1) and up to 10 on 802.11ac (Q2). `./ns3 kernel` builds the kernel.
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
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <stdexcept>
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
};

const std::vector<Radio> RADIOS{
    {"n", "802.11n, 40 MHz, MCS 7", WIFI_STANDARD_80211n, "HtMcs7", "{38, 40, BAND_5GHZ, 0}", 1},
    {"ac",
     "802.11ac, 80 MHz, MCS 9",
     WIFI_STANDARD_80211ac,
     "VhtMcs9",
     "{42, 80, BAND_5GHZ, 0}",
     1},
    {"ac-3", "the same, 3 streams", WIFI_STANDARD_80211ac, "VhtMcs9", "{42, 80, BAND_5GHZ, 0}", 3},
};
/// Values of net.ipv4.tcp_limit_output_bytes: the first leaves two packets, the last is the
/// default.
const std::vector<uint32_t> LIMITS{1, 16384, 65536, 1048576};

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
};

const std::vector<Gain> GAINS{{"Q1", "802.11n, without GSO", "n", 2},
                              {"Q2", "802.11ac, 3 streams, without GSO", "ac-3", 10}};

std::string
GetPointName(const Radio& radio, const Segmentation& segmentation, uint32_t limit)
{
    return radio.name + "." + segmentation.name + "." + std::to_string(limit);
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
        uint32_t limit,
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
    const auto interface = station->AddInterface(radios.Get(0), "10.1.1.1");
    interface->SetAttribute("CompleteWhenSent", BooleanValue(true));
    interface->SetAttribute("ChecksumOffload", BooleanValue(segmentation.isOffloaded));
    interface->SetAttribute("SegmentationOffload", BooleanValue(segmentation.isOffloaded));
    station->SetSysctl("net.ipv4.tcp_limit_output_bytes", std::to_string(limit));
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
    for (const uint32_t limit : LIMITS)
    {
        table.AddColumn("limit\n" + std::to_string(limit) + " B", StudyTable::RIGHT);
    }
    for (const Radio& radio : RADIOS)
    {
        for (const Segmentation& segmentation : SEGMENTATIONS)
        {
            std::vector<std::string> row{radio.label, segmentation.label};
            for (const uint32_t limit : LIMITS)
            {
                const auto statistics =
                    results.GetStatistics(GetPointName(radio, segmentation, limit), "goodput");
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
    for (const Gain& gain : GAINS)
    {
        const auto radio = std::ranges::find(RADIOS, gain.radio, &Radio::name);
        study.AddClaim({.id = gain.claim,
                        .cell = gain.cell + ": largest limit over smallest",
                        .paper = gain.factor,
                        .unit = "",
                        .band = Interval::Within(gain.factor, WIDTH),
                        .estimate = RatioOf("goodput",
                                            GetPointName(*radio, without, LIMITS.back()),
                                            GetPointName(*radio, without, LIMITS.front()))});
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("small-queues",
                "TCP small queues of a real kernel above A-MPDUs",
                [](const StudyPoint& point, uint32_t, const StudyOptions& options) {
                    for (const Radio& radio : RADIOS)
                    {
                        for (const Segmentation& segmentation : SEGMENTATIONS)
                        {
                            for (const uint32_t limit : LIMITS)
                            {
                                if (point.name == GetPointName(radio, segmentation, limit))
                                {
                                    return Measure(radio, segmentation, limit, options);
                                }
                            }
                        }
                    }
                    throw std::invalid_argument(point.name + ": no such point");
                });
    for (const Radio& radio : RADIOS)
    {
        for (const Segmentation& segmentation : SEGMENTATIONS)
        {
            for (const uint32_t limit : LIMITS)
            {
                study.AddPoint({GetPointName(radio, segmentation, limit),
                                radio.label + ", " + segmentation.label + ", limit " +
                                    std::to_string(limit) + " bytes"});
            }
        }
    }
    AddClaims(study);
    study.SetDefaultRuns(3, Seconds(2));
    study.SetFullRuns(10, Seconds(5));
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
