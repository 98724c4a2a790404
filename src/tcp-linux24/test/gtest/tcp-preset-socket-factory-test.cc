// SPDX-License-Identifier: GPL-2.0-only

// What the factories of sockets refuse, each with one error, and what they take from the user's
// environment.

#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-linux24-helper.h"
#include "ns3/tcp-stock-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <string>

namespace ns3
{

namespace
{

/// @return a node with an internet stack and factories of Linux and of stock sockets
Ptr<Node>
MakeHost()
{
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    TcpLinux24Helper::InstallStock(node, TypeId::LookupByName("ns3::TcpCubic"));
    TcpLinux24Helper().Install(node);
    return node;
}

/// @param message of a fatal error @return all that is written when it is the only error
std::string
Only(const std::string& message)
{
    return "^msg=\"" + message + "\", [^\n]*\nNS_FATAL, terminating\n(terminate called [^\n]*\n)?$";
}

TEST(TcpPresetSocketFactoryDeathTest, CongestionControlOfAnotherKind)
{
    for (const TypeId& type : {UniformRandomVariable::GetTypeId(), TcpCongestionOps::GetTypeId()})
    {
        EXPECT_DEATH(TcpLinux24Helper::InstallStock(MakeHost(), type),
                     Only("CongestionControl=" + type.GetName() +
                          ": expected a congestion control, that is a class derived from "
                          "ns3::TcpCongestionOps"));
    }
}

TEST(TcpPresetSocketFactoryDeathTest, CongestionControlThatDoesNotExist)
{
    const auto factory = MakeHost()->GetObject<TcpStockSocketFactory>();
    const StringValue unknown("ns3::TcpCubical");
    EXPECT_FALSE(factory->SetAttributeFailSafe("CongestionControl", unknown));
    EXPECT_DEATH(factory->SetAttribute("CongestionControl", unknown),
                 Only("Attribute name=CongestionControl could not be set for this object: "
                      "tid=ns3::TcpStockSocketFactory"));
    TypeIdValue still;
    factory->GetAttribute("CongestionControl", still);
    EXPECT_EQ(still.Get().GetName(), "ns3::TcpCubic");
}

TEST(TcpPresetSocketFactoryDeathTest, AttributeThatTheSocketsDoNotHave)
{
    const auto factory = MakeHost()->GetObject<TcpStockSocketFactory>();
    EXPECT_DEATH(factory->SetSocketAttribute("RetransStampFromSyn", StringValue("true")),
                 Only("no attribute \"RetransStampFromSyn\" in ns3::TcpSocketBase"));
    EXPECT_DEATH(factory->SetSocketAttribute("Sack", StringValue("perhaps")),
                 Only("ns3::TcpSocketBase::Sack cannot be perhaps: bool"));
}

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
        TcpLinux24Helper helper;
        helper.SetSocketAttribute("SegmentSize", UintegerValue(1000));
        const auto node = MakeHost();
        helper.Install(node);
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
