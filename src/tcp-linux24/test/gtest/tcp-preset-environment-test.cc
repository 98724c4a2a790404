// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the factories of sockets take from the user's environment.

#include "tcp-preset-test-host.h"

#include "ns3/socket.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <string>

namespace ns3
{

namespace
{

/// ns-3 reads the environment once, so each test begins a program anew.
class TcpPresetEnvironmentDeathTest : public testing::Test
{
  protected:
    TcpPresetEnvironmentDeathTest()
    {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
    }

    ~TcpPresetEnvironmentDeathTest() override
    {
        unsetenv("NS_ATTRIBUTE_DEFAULT");
    }

    /// @param text of the environment variable
    static void SetEnvironment(const std::string& text)
    {
        setenv("NS_ATTRIBUTE_DEFAULT", text.c_str(), 1);
    }

    /// Write some attributes of a socket of Linux 2.4.18, and end.
    [[noreturn]] static void Report()
    {
        TcpSocketFactoryHelper helper;
        helper.SetSocketAttribute("SegmentSize", UintegerValue(1000));
        const auto node = MakeHost();
        helper.InstallLinux(node);
        const auto socket = node->GetObject<TcpLinux24SocketFactory>()->CreateSocket();
        for (const char* name : {"InitialCwnd", "ConnCount", "SegmentSize"})
        {
            UintegerValue value;
            socket->GetAttribute(name, value);
            std::cerr << " " << name << "=" << value.Get();
        }
        std::exit(0);
    }
};

TEST_F(TcpPresetEnvironmentDeathTest, UsersValueWinsOverTheKernels)
{
    // 10 is ns-3's own default of InitialCwnd; Linux 2.4 has 2, and 6 attempts to connect.
    SetEnvironment("ns3::TcpSocket::InitialCwnd=10");
    EXPECT_EXIT(Report(),
                testing::ExitedWithCode(0),
                "^ InitialCwnd=10 ConnCount=6 SegmentSize=1000$");
}

TEST_F(TcpPresetEnvironmentDeathTest, HelpersValueWinsOverTheEnvironment)
{
    SetEnvironment("ns3::TcpSocket::SegmentSize=536;ns3::TcpSocket::ConnCount=3");
    EXPECT_EXIT(Report(),
                testing::ExitedWithCode(0),
                "^ InitialCwnd=2 ConnCount=3 SegmentSize=1000$");
}

TEST_F(TcpPresetEnvironmentDeathTest, BadValueIsRefused)
{
    SetEnvironment("ns3::TcpLinux24Socket::ForwardAck=perhaps");
    EXPECT_DEATH(Report(),
                 Only("NS_ATTRIBUTE_DEFAULT: ns3::TcpLinux24Socket::ForwardAck cannot be "
                      "'perhaps', expected bool"));
}

} // namespace

} // namespace ns3
