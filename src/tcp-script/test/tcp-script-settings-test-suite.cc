// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Settings of a packet script, and what a program adds to its runner.

#include "stock-socket-script.h"
#include "tcp-script-test-folder.h"

#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"
#include "ns3/test.h"

#include <optional>
#include <string>

using namespace ns3;

namespace
{

class TcpScriptSettingsTest : public TestCase
{
  public:
    TcpScriptSettingsTest()
        : TestCase("Wrong settings are refused, right ones leave no trace")
    {
    }

  private:
    void DoRun() override
    {
        ExpectRefusal("mtu=67", "a number of bytes from 68 to 65535");
        ExpectRefusal("mtu=15x", "a number of bytes from 68 to 65535");
        ExpectRefusal("mtu=1279",
                      "a number of bytes from 1280 to 65535",
                      "--ip_version=ipv6"); // behind it all the same
        ExpectRefusal("ip_version=ipv5", "ipv4 or ipv6");
        ExpectRefusal("remote_ip=224.0.0.1", "an address of a host on a link");
        ExpectRefusal("local_ip=0.0.0.0", "an address of a host on a link");
        ExpectRefusal("tolerance_usecs=-1", "a number of microseconds from 0 to 10000000");
        ExpectRefusal("remote_isn=4294967296", "a sequence number from 0 to 4294967295");
        ExpectRefusal("colour=1",
                      "the setting ip_version, mtu, tolerance_usecs, remote_isn or an "
                      "attribute of ns-3");
        ExpectRefusal("ns3::TcpSocket::Colour=1",
                      "the name of an attribute, such as ns3::TcpSocket::InitialCwnd");
        ExpectRefusal("ns3::TcpSocket::TcpNoDelay=perhaps", "a value as bool");
        NS_TEST_EXPECT_MSG_EQ(GetInitialCwnd(), "10", "before");
        const auto script = ParseTcpScript("--ns3::TcpSocket::InitialCwnd=3\n" + HANDSHAKE +
                                               "+0 %{ cwnd == 3, InitialCwnd == 3 }%",
                                           "s");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(), script), "", "set");
        NS_TEST_EXPECT_MSG_EQ(GetInitialCwnd(), "10", "restored");
        const auto twice = ParseTcpScript("--ns3::TcpSocket::InitialCwnd=3\n"
                                          "--ns3::TcpSocket::InitialCwnd=4\n" +
                                              HANDSHAKE + "+0 %{ cwnd == 4 }%",
                                          "s");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(), twice), "", "the later one prevails");
        NS_TEST_EXPECT_MSG_EQ(GetInitialCwnd(), "10", "not what the first one has set");
    }

    /// @param setting, expected of the refusal
    /// @param next another setting, which is right
    void ExpectRefusal(const std::string& setting,
                       const std::string& expected,
                       const std::string& next = "")
    {
        std::string message = "accepted";
        try
        {
            MakeRunner().Run(
                ParseTcpScript("--" + setting + "\n" + next + "\n0 close(3) = 0", "s"));
        }
        catch (const TcpScriptError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message, "s:1: --" + setting + ": expected " + expected, setting);
    }

    static std::string GetInitialCwnd()
    {
        TypeId::AttributeInformation information;
        TypeId::LookupByName("ns3::TcpSocket").LookupAttributeByName("InitialCwnd", &information);
        return information.initialValue->SerializeToString(information.checker);
    }
};

class TcpScriptExtensionTest : public TestCase
{
  public:
    TcpScriptExtensionTest()
        : TestCase("State names and preparation of the node can be added; factories are checked")
    {
    }

  private:
    void DoRun() override
    {
        TcpScriptRunner runner = MakeRunner();
        uint32_t installed = 0;
        runner.SetNodeInstaller([&installed](Ptr<Node>) { ++installed; });
        runner.SetStateResolver([](Ptr<Socket>, const std::string& name) {
            return name == "answer" ? std::optional<TcpScriptValue>(42.0) : std::nullopt;
        });
        const auto script = ParseTcpScript(HANDSHAKE + "+0 %{ answer == 42, cwnd == 10 }%", "s");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(runner, script),
                              "",
                              "name of the user beside the others");
        NS_TEST_EXPECT_MSG_EQ(installed, 1, "once a run");

        const TcpScriptRunner datagrams(TypeId::LookupByName("ns3::UdpSocketFactory"));
        const auto opening = ParseTcpScript("0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
                                            "+0 %{ cwnd == 1 }%\n",
                                            "s");
        NS_TEST_EXPECT_MSG_EQ(
            RunTcpScript(datagrams, opening),
            "s:1: result of the call; expected 3; got -1 EPROTONOSUPPORT\n"
            "s:2: state of the socket; expected cwnd == 1; got no value of that name\n",
            "not a stream");
        bool refused = false;
        try
        {
            TcpScriptRunner(TypeId::LookupByName("ns3::Node")).Run(opening);
        }
        catch (const TcpScriptError&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "not a socket factory");
    }
};

class TcpScriptSettingsTestSuite : public TestSuite
{
  public:
    TcpScriptSettingsTestSuite()
        : TestSuite("tcp-script-settings", Type::UNIT)
    {
        AddTestCase(new TcpScriptSettingsTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptExtensionTest, TestCase::Duration::QUICK);
    }
};

const TcpScriptSettingsTestSuite g_tcpScriptSettingsTestSuite; ///< registers the suite

} // namespace
