// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A laptop uploads over an 802.11b link behind a USB 1.1 bus. Its TCP is a real Linux kernel; the
 * access point's is ns-3's.
 *
 * \verbatim
     laptop (Linux) == USB 1.1 == adapter ~~~ 802.11b ~~~ access point (ns-3)
   \endverbatim
 *
 * Prints the kernel, the goodput, and what became of the packets between kernel and NetDevice.
 * `./ns3 kernel` builds the kernel.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-kernel-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/usb-bus-module.h"
#include "ns3/wifi-module.h"

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// The upload begins when the laptop is associated.
const Time START = Seconds(1);
const Time LONGEST = Seconds(1000000); ///< simulated time

NetDeviceContainer
InstallRadios(const NodeContainer& nodes)
{
    MobilityHelper mobility;
    mobility.Install(nodes);
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
    return radios;
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    Time duration = Seconds(5);
    std::string congestion = "cubic";
    std::string release;
    CommandLine cmd(__FILE__);
    cmd.AddValue("duration", "simulated time, more than 1 s; in seconds without a unit", duration);
    cmd.AddValue("congestion", "congestion control of the kernel", congestion);
    cmd.AddValue("release", "file for the kernel's release", release);
    cmd.Parse(argc, argv);
    if (duration <= START || duration > LONGEST)
    {
        std::cerr << "linux-kernel-example: --duration=" << duration.GetSeconds()
                  << "s: expected more than 1 and at most 1000000 seconds\n";
        return 2;
    }

    // Linux drops packets without checksums.
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    NodeContainer nodes(2);
    const NetDeviceContainer radios = InstallRadios(nodes);
    UsbHelper usb;
    const Ptr<NetDevice> device = usb.Install(radios.Get(0)).Get(0);
    InternetStackHelper().Install(nodes.Get(1));
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    addresses.Assign(radios.Get(1)); // 10.1.1.1

    LinuxKernelHelper linux;
    const Ptr<LinuxKernel> kernel = linux.Install(nodes.Get(0));
    const auto interface = kernel->AddInterface(device, addresses.NewAddress());
    kernel->SetSysctl("net.ipv4.tcp_congestion_control", congestion);
    kernel->Run(Seconds(0), "uname -r", release);
    kernel->Run(START, "linux-kernel-agent send 10.1.1.1 5001 1000000000000");

    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 5001));
    const auto received = DynamicCast<PacketSink>(sink.Install(nodes.Get(1)).Get(0));
    Simulator::Stop(duration);
    Simulator::Run();
    const double bits = 8.0 * static_cast<double>(received->GetTotalRx());
    const auto& packets = interface->GetCounters();
    std::cout << "goodput: " << 1e-6 * bits / (duration - START).GetSeconds() << " Mb/s\n"
              << "from the kernel: " << packets.taken << " packets, " << packets.sent << " sent, "
              << packets.txDropped << " dropped\n"
              << "to the kernel: " << packets.offered << " packets, " << packets.delivered
              << " delivered, " << packets.rxDropped << " dropped\n"
              << "turns of the kernel: " << kernel->GetTurns() << "\n";
    Simulator::Destroy();
    return 0;
}
