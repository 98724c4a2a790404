// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Downloads and uploads share an 802.11b access point. Each station has one TCP connection with the
 * wired host; the access point routes, and its radio has the chosen queue disc.
 *
 * \verbatim
     host ---- access point ~~~ stations: --down downloads, --up uploads
   \endverbatim
 *
 * Trickles of 100 bytes each half second, and short connections of 20 kB, may go beside them in
 * either direction.
 *
 * Prints the mean goodput of a download and of an upload.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"
#include "ns3/wifi-ext-module.h"
#include "ns3/wifi-module.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Start of the transfers, and of the measurement.
constexpr int START_SECONDS = 1;
constexpr int WARM_UP_SECONDS = 10;
/// Largest number of short connections in a run.
constexpr int MAX_SHORTS = 60000;
/// Port of the transfers.
constexpr uint16_t PORT = 9;

/// Radios of the access point (the first) and the stations.
NetDeviceContainer
InstallRadios(Ptr<Node> accessPoint, const NodeContainer& stations)
{
    MobilityHelper mobility;
    mobility.Install(NodeContainer(NodeContainer(accessPoint), stations));
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("DsssRate11Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    NetDeviceContainer radios = wifi.Install(phy, mac, accessPoint);
    // Packets wait in the queue disc, not below it.
    DynamicCast<WifiNetDevice>(radios.Get(0))
        ->GetMac()
        ->GetTxopQueue(AC_BE_NQOS)
        ->SetMaxSize(QueueSize("1p"));
    mac.SetType("ns3::StaWifiMac");
    radios.Add(wifi.Install(phy, mac, stations));
    return radios;
}

Ptr<QueueDisc>
InstallQueueDisc(const std::string& name, Ptr<NetDevice> radio)
{
    TrafficControlHelper queue;
    if (name == "fifo")
    {
        queue.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
    }
    else
    {
        queue.SetRootQueueDisc("ns3::AckDataWrrQueueDisc",
                               "AdaptiveWeights",
                               BooleanValue(name == "adaptive"));
    }
    return queue.Install(radio).Get(0);
}

/// A transfer that begins at START_SECONDS.
/// @return the receiver
Ptr<PacketSink>
Transfer(Ptr<Node> from, Ptr<Node> to, const InetSocketAddress& address)
{
    BulkSendHelper source("ns3::TcpSocketFactory", address);
    source.Install(from).Start(Seconds(START_SECONDS));
    PacketSinkHelper sink("ns3::TcpSocketFactory", address);
    return DynamicCast<PacketSink>(sink.Install(to).Get(0));
}

/// 100 bytes each half second, from START_SECONDS on.
void
Trickle(Ptr<Node> from, Ptr<Node> to, const InetSocketAddress& address)
{
    OnOffHelper source("ns3::TcpSocketFactory", address);
    source.SetConstantRate(DataRate("1600bps"), 100);
    source.Install(from).Start(Seconds(START_SECONDS));
    PacketSinkHelper sink("ns3::TcpSocketFactory", address);
    sink.Install(to);
}

/// 20 kB, from @p start on.
void
SendShort(Ptr<Node> from, Ptr<Node> to, const InetSocketAddress& address, Time start)
{
    BulkSendHelper source("ns3::TcpSocketFactory", address);
    source.SetAttribute("MaxBytes", UintegerValue(20000));
    source.Install(from).Start(start);
    PacketSinkHelper sink("ns3::TcpSocketFactory", address);
    sink.Install(to);
}

/// @return bytes that have arrived at all of them
uint64_t
GetTotal(const std::vector<Ptr<PacketSink>>& sinks)
{
    uint64_t bytes = 0;
    for (const auto& sink : sinks)
    {
        bytes += sink->GetTotalRx();
    }
    return bytes;
}

void
PrintClass(Ptr<AckDataWrrQueueDisc> disc, AckDataWrrQueueDisc::TrafficClass trafficClass)
{
    const auto statistics = disc->GetClassStatistics(trafficClass);
    std::cout << (trafficClass == AckDataWrrQueueDisc::TrafficClass::DATA ? "DATA: " : "ACK: ")
              << statistics.receivedPackets << " offered, " << statistics.dequeuedPackets
              << " sent, " << statistics.droppedPackets << " dropped, "
              << disc->GetNQueued(trafficClass) << " waiting\n";
}

void
SetDefaults()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(65536));
    Config::SetDefault("ns3::WifiMacQueue::MaxDelay", TimeValue(Seconds(1000)));
}

/// The options of the user.
struct Options
{
    std::string queue{"wrr"};   ///< queue disc
    int64_t down{2};            ///< downloads
    int64_t up{2};              ///< uploads
    int64_t tricklesDown{0};    ///< trickles beside the downloads
    int64_t tricklesUp{0};      ///< trickles beside the uploads
    int64_t shorts{0};          ///< short connections each second, the first one a download
    Time duration{Seconds(30)}; ///< measured
};

/// @return the options; ends the program if they make no sense
Options
Parse(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("queue", "fifo, wrr or adaptive", options.queue);
    cmd.AddValue("down", "downloads, 1 to 20", options.down);
    cmd.AddValue("up", "uploads, 1 to 20", options.up);
    cmd.AddValue("tricklesDown", "trickling downloads, 0 to 20", options.tricklesDown);
    cmd.AddValue("tricklesUp", "trickling uploads, 0 to 20", options.tricklesUp);
    cmd.AddValue("shorts",
                 "short connections each second, 0 to 20, half of them up",
                 options.shorts);
    cmd.AddValue("duration", "measured time, 1 to 100000 s, after 10 s", options.duration);
    cmd.Parse(argc, argv);
    const auto require = [](bool holds, const std::string& text) {
        if (!holds)
        {
            std::cerr << "ack-data-wrr-example: " << text << "\n";
            std::exit(2);
        }
    };
    const std::string& queue = options.queue;
    require(cmd.GetNExtraNonOptions() == 0, "options are written --NAME=VALUE");
    require(queue == "fifo" || queue == "wrr" || queue == "adaptive",
            "--queue=" + queue + ": expected fifo, wrr or adaptive");
    const auto requireRange =
        [&require](const std::string& name, double value, int least, double most) {
            std::ostringstream text;
            text << "--" << name << "=" << value << ": expected " << least << " to " << most;
            require(value >= least && value <= most, text.str());
        };
    requireRange("down", options.down, 1, 20);
    requireRange("up", options.up, 1, 20);
    requireRange("tricklesDown", options.tricklesDown, 0, 20);
    requireRange("tricklesUp", options.tricklesUp, 0, 20);
    requireRange("shorts", options.shorts, 0, 20);
    requireRange("duration", options.duration.GetSeconds(), 1, 100000);
    // Each has a separate port.
    const double shorts = options.shorts * (WARM_UP_SECONDS + options.duration.GetSeconds());
    require(shorts <= MAX_SHORTS,
            "--shorts=" + std::to_string(options.shorts) + ": expected at most " +
                std::to_string(MAX_SHORTS) + " short connections until the end, with 10 s before");
    return options;
}

/// The network, and a transfer of each station.
struct Scenario
{
    explicit Scenario(const Options& options)
        : stations(static_cast<uint32_t>(options.down + options.up))
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        const NetDeviceContainer wires = link.Install(wired);
        const NetDeviceContainer radios = InstallRadios(wired.Get(1), stations);
        InternetStackHelper internet;
        internet.Install(NodeContainer(wired, stations));
        disc = InstallQueueDisc(options.queue, radios.Get(0));
        Ipv4AddressHelper wiredAddresses("10.0.0.0", "255.255.255.0");
        Ipv4AddressHelper wirelessAddresses("10.0.1.0", "255.255.255.0");
        const auto host = wiredAddresses.Assign(wires).GetAddress(0);
        const auto wireless = wirelessAddresses.Assign(radios);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        const auto down = static_cast<uint32_t>(options.down);
        for (uint32_t i = 0; i < down; ++i)
        {
            const InetSocketAddress address(wireless.GetAddress(1 + i), PORT);
            downloads.push_back(Transfer(wired.Get(0), stations.Get(i), address));
        }
        for (uint32_t i = down; i < stations.GetN(); ++i)
        {
            const InetSocketAddress address(host, PORT + i);
            uploads.push_back(Transfer(stations.Get(i), wired.Get(0), address));
        }
        // Above the ports of the transfers, with the stations in turn.
        constexpr uint16_t TRICKLE_PORT = PORT + 100;
        for (uint32_t i = 0; i < options.tricklesDown; ++i)
        {
            const uint32_t station = i % stations.GetN();
            const uint16_t port = TRICKLE_PORT + i;
            Trickle(wired.Get(0), stations.Get(station), {wireless.GetAddress(1 + station), port});
        }
        for (uint32_t i = 0; i < options.tricklesUp; ++i)
        {
            const uint16_t port = TRICKLE_PORT + 100 + i;
            Trickle(stations.Get(i % stations.GetN()), wired.Get(0), {host, port});
        }
        constexpr uint16_t SHORT_PORT = TRICKLE_PORT + 200;
        const double seconds = WARM_UP_SECONDS + options.duration.GetSeconds();
        const auto shorts = static_cast<uint32_t>(options.shorts * seconds);
        for (uint32_t i = 0; i < shorts; ++i)
        {
            const uint32_t station = i / 2 % stations.GetN();
            const bool isUp = i % 2 == 1;
            const uint16_t port = SHORT_PORT + i;
            SendShort(isUp ? stations.Get(station) : wired.Get(0),
                      isUp ? wired.Get(0) : stations.Get(station),
                      {isUp ? host : wireless.GetAddress(1 + station), port},
                      Seconds(START_SECONDS) + Seconds(1) * i / options.shorts);
        }
    }

    NodeContainer wired{2};                 ///< host, access point
    NodeContainer stations;                 ///< downloads, then uploads
    Ptr<QueueDisc> disc;                    ///< of the access point's radio
    std::vector<Ptr<PacketSink>> downloads; ///< their receivers
    std::vector<Ptr<PacketSink>> uploads;   ///< their receivers
};

void
Run(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    SetDefaults();
    const Options options = Parse(argc, argv);
    const Scenario scenario(options);
    Run(Seconds(WARM_UP_SECONDS));
    const uint64_t downBefore = GetTotal(scenario.downloads);
    const uint64_t upBefore = GetTotal(scenario.uploads);
    Run(options.duration);
    const double megabits = 8e-6 / options.duration.GetSeconds();
    const double down = megabits * (GetTotal(scenario.downloads) - downBefore) / options.down;
    const double up = megabits * (GetTotal(scenario.uploads) - upBefore) / options.up;
    std::cout << "download: " << down << " Mb/s, upload: " << up << " Mb/s each, ratio "
              << down / up << "\n";
    if (const auto wrr = DynamicCast<AckDataWrrQueueDisc>(scenario.disc))
    {
        PrintClass(wrr, AckDataWrrQueueDisc::TrafficClass::DATA);
        PrintClass(wrr, AckDataWrrQueueDisc::TrafficClass::ACK);
        std::cout << "weights: " << wrr->GetWeights().data << " : " << wrr->GetWeights().ack
                  << "\n";
    }
    Simulator::Destroy();
    return 0;
}
