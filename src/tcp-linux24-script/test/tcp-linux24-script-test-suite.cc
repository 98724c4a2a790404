// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Packet scripts against the sockets of Linux, SunOS and FreeBSD.

#include "../../tcp-script/test/tcp-script-test-folder.h"

#include "ns3/tcp-linux24-script-kernel.h"
#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"
#include "ns3/test.h"

#include <memory>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

const std::string LINUX24 = "ns3::TcpLinux24SocketFactory";

TcpScriptRunner
MakeRunner(const std::string& factory)
{
    TcpScriptRunner runner(TypeId::LookupByName(factory));
    runner.SetKernel(std::make_shared<TcpLinux24ScriptKernel>());
    return runner;
}

class TcpLinux24ScriptWrapTest : public TestCase
{
  public:
    TcpLinux24ScriptWrapTest()
        : TestCase("Sequence numbers may wrap anywhere: every script of Linux passes all the same")
    {
    }

  private:
    void DoRun() override
    {
        const auto runner = MakeRunner(LINUX24);
        // of the socket and of the peer: at the end, before it, and where the sign changes
        const std::pair<uint32_t, uint32_t> numbers[] = {{UINT32_MAX, UINT32_MAX},
                                                         {4294966000, 4294966500},
                                                         {2147483640, 2147483000}};
        for (const auto& script : ReadTcpScripts(CreateDataDirFilename("scripts/linux24")))
        {
            for (const auto& [own, peers] : numbers)
            {
                TcpScript wrapping = script;
                wrapping.settings.push_back({0, "remote_isn", std::to_string(peers)});
                wrapping.settings.push_back(
                    {0, "ns3::TcpLinux24Socket::InitialSequenceNumber", std::to_string(own)});
                NS_TEST_EXPECT_MSG_EQ(RunTcpScript(runner, wrapping), "", own << ", " << peers);
            }
        }
    }
};

class TcpLinux24ScriptMismatchTest : public TestCase
{
  public:
    TcpLinux24ScriptMismatchTest()
        : TestCase("A call that the socket of Linux refuses is reported with its line")
    {
    }

  private:
    void DoRun() override
    {
        const auto script =
            ParseTcpScript("0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
                           "+0 connect(3, ..., ...) = 0\n"
                           "+0 > S 0:0(0) <...>\n"
                           "+.1 < S. 0:0(0) ack 1 win 5792 <mss 536>\n"
                           "+0 > . 1:1(0) ack 1\n"
                           "+0 setsockopt(3, SOL_SOCKET, SO_RCVBUF, [20000], 4) = 0",
                           "w");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(LINUX24), script),
                              "w:6: result of the call; expected 0; got -1 EINVAL\n",
                              "a receive buffer has its size before the connection");
    }
};

class TcpLinux24ScriptTestSuite : public TestSuite
{
  public:
    TcpLinux24ScriptTestSuite()
        : TestSuite("tcp-linux24-script", Type::UNIT)
    {
        SetDataDir(NS_TEST_SOURCEDIR);
        const std::pair<std::string, std::string> folders[] = {
            {"scripts/linux24", LINUX24},
            {"scripts/linux20", LINUX24},
            {"scripts/sunos58", "ns3::TcpSunOs58SocketFactory"},
            {"scripts/freebsd62", "ns3::TcpFreeBsd62SocketFactory"}};
        for (const auto& [folder, factory] : folders)
        {
            const auto makeRunner = [factory = factory] { return MakeRunner(factory); };
            AddTestCase(new TcpScriptFolderTest(folder, makeRunner), TestCase::Duration::QUICK);
        }
        AddTestCase(new TcpLinux24ScriptWrapTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpLinux24ScriptMismatchTest, TestCase::Duration::QUICK);
    }
};

const TcpLinux24ScriptTestSuite g_tcpLinux24ScriptTestSuite; ///< registers the suite

} // namespace
