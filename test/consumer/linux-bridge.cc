// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A frame that a bridge floods.

#include "ns3/linux-bridge-helper.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

int
main()
{
    NodeContainer nodes(3);
    SimpleNetDeviceHelper simple;
    NetDeviceContainer ports;
    NetDeviceContainer hosts;
    for (uint32_t i = 1; i < nodes.GetN(); ++i)
    {
        const auto link = simple.Install(NodeContainer(nodes.Get(0), nodes.Get(i)));
        ports.Add(link.Get(0));
        hosts.Add(link.Get(1));
    }
    const auto bridge =
        DynamicCast<LinuxBridgeNetDevice>(LinuxBridgeHelper().Install(nodes.Get(0), ports).Get(0));
    Simulator::Schedule(Seconds(1), [&hosts] {
        hosts.Get(0)->Send(Create<Packet>(100), hosts.Get(1)->GetAddress(), 0x88b5);
    });
    Simulator::Run();
    const auto forwarded = bridge->GetCounters().forwarded;
    const bool isConserved = bridge->IsConserved();
    std::cout << forwarded << " forwarded\n";
    Simulator::Destroy();
    return forwarded == 1 && isConserved ? 0 : 1;
}
