// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A laptop with a USB 2.0 Wi-Fi 6 adapter uploads over TCP to its access point.
 *
 * \verbatim
     laptop == USB 2.0 == adapter ~~~ 802.11ax ~~~ access point
   \endverbatim
 *
 * Prints the throughput and what the bus did. `--bus=none` runs the same scenario on the bare
 * WifiNetDevice, `--bus=full-speed` on a USB 1.1 bus.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/usb-bus-module.h"
#include "ns3/wifi-module.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// Longest simulated time.
const Time LONGEST = Seconds(1000000);
/// The upload begins when the laptop is associated.
const Time START = Seconds(1);

/// Values of a present-day driver; options of the command line override them.
void
SetDefaults()
{
    Config::SetDefault("ns3::UsbNetDevice::QueueMode", StringValue("Queued"));
    Config::SetDefault("ns3::UsbNetDevice::MaxTxUrbs", UintegerValue(32));
    Config::SetDefault("ns3::UsbNetDevice::InUrbs", UintegerValue(8));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
}

NetDeviceContainer
InstallRadio(Ptr<Node> laptop, Ptr<Node> accessPoint)
{
    MobilityHelper mobility;
    mobility.Install(NodeContainer(laptop, accessPoint));
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    phy.Set("ChannelSettings", StringValue("{36, 20, BAND_5GHZ, 0}"));
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211ax);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("HeMcs7"),
                                 "ControlMode",
                                 StringValue("OfdmRate24Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    NetDeviceContainer radios = wifi.Install(phy, mac, laptop);
    mac.SetType("ns3::ApWifiMac");
    radios.Add(wifi.Install(phy, mac, accessPoint));
    return radios;
}

Ptr<NetDevice>
InstallBus(const std::string& bus, Ptr<NetDevice> radio)
{
    if (bus == "none")
    {
        return radio;
    }
    UsbHelper usb;
    usb.SetControllerType(bus == "high-speed" ? "ns3::EhciHostController"
                                              : "ns3::UhciHostController");
    return usb.Install(radio).Get(0);
}

void
PrintBus(Ptr<UsbNetDevice> device)
{
    const UsbBusStatistics bus = device->GetAdapter()->GetHostController()->GetStatistics();
    std::cout << "bus: " << bus.bytesOut << " bytes out, " << bus.bytesIn << " bytes in, "
              << bus.busyFrames << " of " << bus.frames << " (micro)frames busy, " << bus.naks
              << " NAKs, " << bus.interrupts << " interrupts\n";
}

/// @return what is wrong with the arguments; empty if nothing
std::string
FindMistake(const CommandLine& cmd, const std::string& bus, Time duration)
{
    std::ostringstream mistake;
    if (cmd.GetNExtraNonOptions() > 0)
    {
        mistake << cmd.GetExtraNonOption(0) << ": options are written --NAME=VALUE";
    }
    else if (bus != "high-speed" && bus != "full-speed" && bus != "none")
    {
        mistake << "--bus=" << bus << ": expected high-speed, full-speed or none";
    }
    else if (duration <= START || duration > LONGEST)
    {
        mistake << "--duration=" << duration.GetSeconds() << "s: expected more than "
                << START.GetSeconds() << " and at most " << LONGEST.GetSeconds() << " seconds";
    }
    return mistake.str();
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    std::string bus = "high-speed";
    Time duration = Seconds(5);
    CommandLine cmd(__FILE__);
    cmd.AddValue("bus", "high-speed, full-speed or none", bus);
    cmd.AddValue("duration", "simulated time, more than 1 s; in seconds without a unit", duration);
    SetDefaults();
    cmd.Parse(argc, argv);
    const std::string mistake = FindMistake(cmd, bus, duration);
    if (!mistake.empty())
    {
        std::cerr << "usb-bus-example: " << mistake << "\n";
        return 2;
    }

    NodeContainer nodes(2);
    const NetDeviceContainer radios = InstallRadio(nodes.Get(0), nodes.Get(1));
    const Ptr<NetDevice> device = InstallBus(bus, radios.Get(0));
    InternetStackHelper internet;
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(NetDeviceContainer(device, radios.Get(1)));

    BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(interfaces.GetAddress(1), 9));
    source.Install(nodes.Get(0)).Start(START);
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
    const auto received = DynamicCast<PacketSink>(sink.Install(nodes.Get(1)).Get(0));
    Simulator::Stop(duration);
    Simulator::Run();
    std::cout << "throughput: " << 8e-6 * received->GetTotalRx() / (duration - START).GetSeconds()
              << " Mb/s, bus: " << bus << "\n";
    if (const auto usbDevice = DynamicCast<UsbNetDevice>(device))
    {
        PrintBus(usbDevice);
    }
    Simulator::Destroy();
    return 0;
}
