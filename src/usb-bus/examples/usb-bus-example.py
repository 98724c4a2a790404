# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A laptop with a USB 2.0 Wi-Fi 6 adapter uploads over TCP to its access point, as in usb-bus-example.cc.

Run it with tools/python.
"""

from lasthop import ns

ns.Config.SetDefault("ns3::TcpSocket::SegmentSize", ns.UintegerValue(1448))
nodes = ns.NodeContainer(2)
laptop, access_point = nodes.Get(0), nodes.Get(1)
ns.MobilityHelper().Install(nodes)
phy = ns.YansWifiPhyHelper()
phy.SetChannel(ns.YansWifiChannelHelper.Default().Create())
phy.Set("ChannelSettings", ns.StringValue("{36, 20, BAND_5GHZ, 0}"))
wifi, mac = ns.WifiHelper(), ns.WifiMacHelper()
wifi.SetStandard(ns.WIFI_STANDARD_80211ax)
mode, control = ns.StringValue("HeMcs7"), ns.StringValue("OfdmRate24Mbps")
wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager", "DataMode", mode, "ControlMode", control)
mac.SetType("ns3::StaWifiMac")
radios = wifi.Install(phy, mac, laptop)
mac.SetType("ns3::ApWifiMac")
radios.Add(wifi.Install(phy, mac, access_point))

usb = ns.UsbHelper()
usb.SetControllerType("ns3::EhciHostController")
for name, value in {"QueueMode": "Queued", "MaxTxUrbs": "32", "InUrbs": "8"}.items():
    usb.SetDeviceAttribute(name, ns.StringValue(value))
devices = usb.Install(radios.Get(0))
devices.Add(radios.Get(1))

ns.InternetStackHelper().Install(nodes)
interfaces = ns.Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices)
to = ns.InetSocketAddress(interfaces.GetAddress(1), 9).ConvertTo()
ns.BulkSendHelper("ns3::TcpSocketFactory", to).Install(laptop).Start(ns.Seconds(1))
sink = ns.PacketSinkHelper("ns3::TcpSocketFactory", to).Install(access_point).Get(0)

ns.Simulator.Stop(ns.Seconds(2))
ns.Simulator.Run()
print(f"throughput: {8e-6 * sink.GetTotalRx():.6g} Mb/s")
ns.Simulator.Destroy()
