// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A laptop uploads over 802.11b from behind a USB bus, once with iperf3 on real kernels and once
 * with the sockets of Linux 2.4.
 *
 * \verbatim
     laptop == USB 1.1 == adapter ~~~ 802.11b ~~~ access point, which is the server
   \endverbatim
 *
 * The radio limits both, so that their goodputs are nearly the same. `--pcap` writes what the
 * server's radio hears; two runs write the same bytes. `./ns3 kernel` builds the kernel.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-kernel-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/usb-bus-module.h"
#include "ns3/wifi-module.h"

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>

using namespace ns3;

namespace
{

/// The upload begins when the laptop is associated.
const Time START = Seconds(1);
/// Time in which iperf3's two connections end.
const Time END = Seconds(2);
constexpr uint16_t PORT = 5201;

/// The laptop's device and the server's radio.
struct Devices
{
    Ptr<NetDevice> laptop; ///< of the USB bus
    Ptr<NetDevice> server; ///< a WifiNetDevice
};

/// @return the devices of both nodes
Devices
InstallDevices(const NodeContainer& nodes, const std::string& pcap)
{
    MobilityHelper().Install(nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("DsssRate11Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    NetDeviceContainer radios = wifi.Install(phy, mac, nodes.Get(0));
    mac.SetType("ns3::ApWifiMac");
    radios.Add(wifi.Install(phy, mac, nodes.Get(1)));
    WifiHelper::AssignStreams(radios, 1);
    if (!pcap.empty())
    {
        phy.EnablePcap(pcap, radios.Get(1), false, true);
    }
    UsbHelper usb;
    usb.SetControllerType("ns3::UhciHostController");
    return {usb.Install(radios.Get(0)).Get(0), radios.Get(1)};
}

/// iperf3 on a real kernel of each node.
/// @return what its receiver reports, Mb/s
double
RunIperf3(const NodeContainer& nodes,
          const Devices& devices,
          const Time& duration,
          const std::string& output)
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true)); // Linux drops packets without
    LinuxKernelHelper linux;
    const Ptr<LinuxKernel> laptop = linux.Install(nodes.Get(0));
    const Ptr<LinuxKernel> server = linux.Install(nodes.Get(1));
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    server->AddInterface(devices.server, addresses.NewAddress()); // 10.1.1.1
    laptop->AddInterface(devices.laptop, addresses.NewAddress());
    server->Run(Seconds(0), "iperf3 -s -1");
    laptop->Run(START,
                "iperf3 -f m -c 10.1.1.1 -t " +
                    std::to_string(static_cast<int64_t>(duration.GetSeconds())),
                output);
    Simulator::Stop(START + duration + END);
    Simulator::Run();
    Simulator::Destroy();
    std::ifstream report(output);
    const std::regex rate("([0-9.]+) Mbits/sec.*receiver");
    double goodput = 0;
    for (std::string line; std::getline(report, line);)
    {
        std::cout << line << "\n";
        if (std::smatch match; std::regex_search(line, match, rate))
        {
            goodput = std::stod(match[1]);
        }
    }
    return goodput;
}

/// The sockets of Linux 2.4 on both nodes.
/// @return bytes received in the duration, Mb/s
double
RunSockets(const NodeContainer& nodes, const Devices& devices, const Time& duration)
{
    InternetStackHelper().Install(nodes);
    TcpSocketFactoryHelper().InstallLinux(nodes);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const Ipv4Address server = addresses.Assign(devices.server).GetAddress(0);
    addresses.Assign(devices.laptop);
    const std::string sockets = "ns3::TcpLinux24SocketFactory";
    BulkSendHelper source(sockets, InetSocketAddress(server, PORT));
    source.SetAttribute("SendSize", UintegerValue(16384)); // few segments have PSH
    source.Install(nodes.Get(0)).Start(START);
    PacketSinkHelper sink(sockets, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto received = DynamicCast<PacketSink>(sink.Install(nodes.Get(1)).Get(0));
    Simulator::Stop(START + duration);
    Simulator::Run();
    const double bits = 8.0 * static_cast<double>(received->GetTotalRx());
    Simulator::Destroy();
    return 1e-6 * bits / duration.GetSeconds();
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    Time duration = Seconds(10);
    std::string tcp = "kernel";
    std::string output = "iperf3-upload.txt";
    std::string pcap;
    CommandLine cmd(__FILE__);
    cmd.AddValue("duration", "simulated time of the upload, whole seconds", duration);
    cmd.AddValue("tcp", "kernel for iperf3 on real kernels, or linux-2.4", tcp);
    cmd.AddValue("output", "file for the output of iperf3", output);
    cmd.AddValue("pcap", "file for a capture at the server's radio; empty: none", pcap);
    cmd.Parse(argc, argv);
    if (duration < Seconds(1) || duration > Seconds(86400) ||
        duration != Seconds(static_cast<int64_t>(duration.GetSeconds())))
    {
        std::cerr << "iperf3-upload: --duration=" << duration.GetSeconds()
                  << "s: expected a whole number of seconds from 1 to 86400\n";
        return 2;
    }
    if (tcp != "kernel" && tcp != "linux-2.4")
    {
        std::cerr << "iperf3-upload: --tcp=" << tcp << ": expected kernel or linux-2.4\n";
        return 2;
    }
    NodeContainer nodes(2); // laptop, server
    const Devices devices = InstallDevices(nodes, pcap);
    const double goodput = tcp == "kernel" ? RunIperf3(nodes, devices, duration, output)
                                           : RunSockets(nodes, devices, duration);
    if (goodput <= 0)
    {
        std::cerr << "iperf3-upload: " << output
                  << ": iperf3 reports no goodput; it may have to be installed\n";
        return 1;
    }
    std::cout << "goodput: " << goodput << " Mb/s\n";
    return 0;
}
