// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_PRESET_TEST_HOST_H
#define TCP_PRESET_TEST_HOST_H

#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/tcp-socket-factory-helper.h"

#include <string>

namespace ns3
{

/// @return a node with an internet stack and factories of Linux and of stock sockets
inline Ptr<Node>
MakeHost()
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    TcpSocketFactoryHelper::InstallStock(node, TypeId::LookupByName("ns3::TcpCubic"));
    TcpSocketFactoryHelper().InstallLinux(node);
    return node;
}

/// @param message of a fatal error
/// @return all that is written when it is the only error
inline std::string
Only(const std::string& message)
{
    return "^msg=\"" + message + "\", [^\n]*\nNS_FATAL, terminating\n(terminate called [^\n]*\n)?$";
}

} // namespace ns3

#endif // TCP_PRESET_TEST_HOST_H
