// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A node gets the TCP of Linux, and makes a socket of it.

#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory-helper.h"

#include <iostream>

using namespace ns3;

int
main()
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    TcpSocketFactoryHelper().InstallLinux(node);
    const auto factory = TypeId::LookupByName("ns3::TcpLinux24SocketFactory");
    const auto type = Socket::CreateSocket(node, factory)->GetInstanceTypeId().GetName();
    std::cout << type << "\n";
    Simulator::Destroy();
    return type == "ns3::TcpLinux24Socket" ? 0 : 1;
}
