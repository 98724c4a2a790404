// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/host-tcp.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/// @param tcp to install on a new host
/// @return the line with which it is refused; empty: it is not
std::string
Install(const std::string& tcp)
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    std::string said;
    try
    {
        InstallHostTcp(node, tcp);
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    Simulator::Destroy();
    return said;
}

} // namespace

TEST(HostTcpTest, TakesKernelsAndCongestionControls)
{
    for (const auto* tcp :
         {"Linux20_32", "Linux24_18", "Linux24_19", "Linux26_8", "FreeBsd6_2", "ns3::TcpCubic"})
    {
        EXPECT_EQ(Install(tcp), "");
    }
}

TEST(HostTcpTest, RefusesOtherNamesByOneLineWithAllThatItTakes)
{
    const std::string expected =
        ": expected Linux20_32, Linux24_18, Linux24_19, Linux26_8, "
        "FreeBsd6_2, SunOs5_8 or a class of ns3::TcpCongestionOps, such as "
        "ns3::TcpCubic";
    // ns3::Node exists but is no congestion control, ns3::TcpCongestionOps is the base of them.
    for (const auto* tcp : {"Nope", "", "ns3::TcpNope", "ns3::Node", "ns3::TcpCongestionOps"})
    {
        EXPECT_EQ(Install(tcp), tcp + expected);
    }
}

} // namespace ns3
