// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A wired host sends over TCP to two stations of a bridging access point, whose Wi-Fi port has a
 * queue disc.
 *
 * \verbatim
     host ==== Ethernet ==== access point ~~~ 802.11b ~~~ two stations
                                (bridge)
   \endverbatim
 *
 * Prints the throughput, what passed the queue disc, and where frames were dropped.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-bridge-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/traffic-control-module.h"
#include "ns3/wifi-module.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Longest simulated time.
const Time LONGEST = Seconds(1000000);
/// The transfers begin when the stations are associated.
const Time START = Seconds(1);
/// Stations of the access point.
constexpr uint32_t STATIONS = 2;
/// Queue discs by their name on the command line.
const std::map<std::string, std::string> DISCS{{"fq_codel", "ns3::FqCoDelQueueDisc"},
                                               {"pfifo_fast", "ns3::PfifoFastQueueDisc"},
                                               {"cobalt", "ns3::CobaltQueueDisc"},
                                               {"fifo", "ns3::FifoQueueDisc"}};

/// @param accessPoint gets the first device
/// @param stations get the others
/// @return the devices
NetDeviceContainer
InstallRadio(Ptr<Node> accessPoint, const NodeContainer& stations)
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
    mac.SetType("ns3::StaWifiMac");
    radios.Add(wifi.Install(phy, mac, stations));
    return radios;
}

/// @return what is wrong with the arguments; empty if nothing
std::string
FindMistake(const CommandLine& cmd, const std::string& disc, int64_t buffer, Time duration)
{
    std::ostringstream mistake;
    if (cmd.GetNExtraNonOptions() > 0)
    {
        mistake << cmd.GetExtraNonOption(0) << ": options are written --NAME=VALUE";
    }
    else if (!DISCS.contains(disc))
    {
        mistake << "--disc=" << disc << ": expected fq_codel, pfifo_fast, cobalt or fifo";
    }
    else if (buffer < 2 || buffer > 100000)
    {
        mistake << "--buffer=" << buffer << ": expected 2 to 100000 packets";
    }
    else if (duration <= START || duration > LONGEST)
    {
        mistake << "--duration=" << duration.GetSeconds() << "s: expected more than "
                << START.GetSeconds() << " and at most " << LONGEST.GetSeconds() << " seconds";
    }
    return mistake.str();
}

/// @param bridge of the access point
/// @param disc of its Wi-Fi port
void
PrintBridge(Ptr<LinuxBridgeNetDevice> bridge, Ptr<QueueDisc> disc)
{
    const auto port = bridge->GetPortCounters(0);
    std::cout << "Wi-Fi port: " << port.offered << " frames, " << port.transmitted << " sent, "
              << port.held << " waiting, " << port.GetDropped() << " dropped\n"
              << "queue disc: " << disc->GetStats().nTotalReceivedPackets << " frames\n"
              << "every frame accounted for: " << (bridge->IsConserved() ? "yes" : "no") << "\n";
}

/// Saturated transfers.
/// @param host sender
/// @param stations receivers
/// @param interfaces of them
/// @return the applications that receive
std::vector<Ptr<PacketSink>>
InstallTransfers(Ptr<Node> host,
                 const NodeContainer& stations,
                 const Ipv4InterfaceContainer& interfaces)
{
    std::vector<Ptr<PacketSink>> sinks;
    for (uint32_t i = 0; i < STATIONS; ++i)
    {
        BulkSendHelper source("ns3::TcpSocketFactory",
                              InetSocketAddress(interfaces.GetAddress(i), 9));
        source.Install(host).Start(START);
        PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
        sinks.push_back(DynamicCast<PacketSink>(sink.Install(stations.Get(i)).Get(0)));
    }
    return sinks;
}

/// @param disc type of the queue disc
/// @param buffer packets
/// @param duration simulated
void
Run(const std::string& disc, uint32_t buffer, Time duration)
{
    NodeContainer nodes(2 + STATIONS); // host, access point, stations
    NodeContainer stations;
    stations.Add(nodes.Get(2));
    stations.Add(nodes.Get(3));
    const auto radios = InstallRadio(nodes.Get(1), stations);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
    const auto ethernet = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));

    LinuxBridgeHelper bridgeHelper;
    const auto bridge = DynamicCast<LinuxBridgeNetDevice>(
        bridgeHelper.Install(nodes.Get(1), NetDeviceContainer(radios.Get(0), ethernet.Get(1)))
            .Get(0));
    const auto root = LinuxBridgeHelper::InstallBuffer(radios.Get(0), buffer, disc).Get(0);

    InternetStackHelper internet;
    internet.Install(NodeContainer(NodeContainer(nodes.Get(0)), stations));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(NetDeviceContainer(ethernet.Get(0)));
    const auto interfaces =
        addresses.Assign(NetDeviceContainer(NetDeviceContainer(radios.Get(1)), radios.Get(2)));

    const auto sinks = InstallTransfers(nodes.Get(0), stations, interfaces);
    Simulator::Stop(duration);
    Simulator::Run();
    for (uint32_t i = 0; i < STATIONS; ++i)
    {
        std::cout << "station " << i + 1 << ": "
                  << 8e-6 * sinks[i]->GetTotalRx() / (duration - START).GetSeconds() << " Mb/s\n";
    }
    PrintBridge(bridge, root);
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    std::string disc = "fq_codel";
    int64_t buffer = 100;
    Time duration = Seconds(5);
    CommandLine cmd(__FILE__);
    cmd.AddValue("disc", "fq_codel, pfifo_fast, cobalt or fifo", disc);
    cmd.AddValue("buffer", "packets that the access point holds for the radio", buffer);
    cmd.AddValue("duration", "simulated time, more than 1 s; in seconds without a unit", duration);
    cmd.Parse(argc, argv);
    const std::string mistake = FindMistake(cmd, disc, buffer, duration);
    if (!mistake.empty())
    {
        std::cerr << "linux-bridge-example: " << mistake << "\n";
        return 2;
    }

    Run(DISCS.at(disc), static_cast<uint32_t>(buffer), duration);
    Simulator::Destroy();
    return 0;
}
