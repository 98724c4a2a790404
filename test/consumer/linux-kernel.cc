// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A kernel that gets an interface, and is not started.

#include "ns3/linux-kernel-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"

#include <iostream>

using namespace ns3;

int
main()
{
    NodeContainer nodes(1);
    const auto devices = SimpleNetDeviceHelper().Install(nodes);
    const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
    const auto interface = kernel->AddInterface(devices.Get(0), Ipv4Address("10.1.1.1"));
    const auto commands = interface->GetCommands("eth0");
    for (const auto& command : commands)
    {
        std::cout << command << "\n";
    }
    return commands.front() == "ip address add 10.1.1.1/24 dev eth0" ? 0 : 1;
}
