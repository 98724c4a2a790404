// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Packet scripts against the stock socket: right ones pass, wrong ones fail where they are wrong.

#include "stock-socket-script.h"
#include "tcp-script-test-folder.h"

#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

namespace
{

class TcpScriptMismatchTest : public TestCase
{
  public:
    TcpScriptMismatchTest()
        : TestCase("Each kind of mismatch is reported with its line")
    {
    }

  private:
    void DoRun() override
    {
        Expect("+0 %{ cwnd == 11, tcp_state == \"CLOSED\" }%",
               "w:7: state of the socket; expected cwnd == 11; got 10\n"
               "w:7: state of the socket; expected tcp_state == \"CLOSED\"; got \"ESTABLISHED\"\n");
        Expect("+0 %{ colour == 1 }%",
               "w:7: state of the socket; expected colour == 1; got no value of that name\n");
        Expect("+0 close(4) = 0", "w:7: result of the call; expected 0; got -1 EBADF\n");
        Expect("+0 setsockopt(3, SOL_TCP, TCP_MAXSEG, [0], 4) = 0",
               "w:7: result of the call; expected 0; got -1 EINVAL\n");
        Expect("+0 read(3, ..., 9) = 9", "w:7: result of the call; expected 9; got -1 EAGAIN\n");
        Expect("+0 close(3) = 0",
               "w:7: packet that was not expected, at 0.1 s; got > F. 1:1(0) ack 1 win 32768\n");
        Expect("+0 close(3) = 0\n+0 > F. 1:1(0) ack 2 win 5",
               "w:8: ack, win; expected > F. 1:1(0) ack 2 win 5; "
               "got > F. 1:1(0) ack 1 win 32768\n");
        Expect("+0 close(3) = 0\n+1 > F. 1:1(0) ack 1",
               "w:8: too early, at 0.1 s instead of 1.1 s; expected > F. 1:1(0) ack 1; "
               "got > F. 1:1(0) ack 1 win 32768\n");
        Expect("+0 close(3) = 0\n+.5 > . 1:1(0) ack 1",
               "w:8: packet that was not expected, at 0.1 s; got > F. 1:1(0) ack 1 win 32768\n"
               "w:8: nothing sent until 0.6 s; expected > . 1:1(0) ack 1\n");
        Expect("+.5 > . 1:1(0) ack 1",
               "w:7: nothing sent until 0.6 s; expected > . 1:1(0) ack 1\n");
        Expect("0.05 close(3) = 0\n* > F. 1:1(0) ack 1",
               "w:7: this time has passed already; expected 0.05 s; got 0.1 s\n");
        // the stock socket makes of a write what SegmentSize says, whatever the MTU
        Expect("+0 write(3, ..., 2000) = 2000\n+.01 close(4) = -1\n",
               "w:8: fragment of an IP packet, at 0.100000001 s; got 1480 bytes\n"
               "w:8: fragment of an IP packet, at 0.100000001 s; got 540 bytes\n",
               "--ns3::TcpSocket::SegmentSize=2000 ");
    }

    void Expect(const std::string& events,
                const std::string& mismatches,
                const std::string& settings = "")
    {
        const TcpScriptRunner runner = MakeRunner();
        const auto script = ParseTcpScript(settings + HANDSHAKE + events, "w");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(runner, script), mismatches, events);
    }
};

class TcpScriptToleranceTest : public TestCase
{
  public:
    TcpScriptToleranceTest()
        : TestCase("Packet times have the tolerance of the script, or else of the runner")
    {
    }

  private:
    void DoRun() override
    {
        const std::string events = HANDSHAKE + "+0 write(3, ..., 5) = 5\n+.002 > . 1:6(5) ack 1\n";
        TcpScriptRunner runner = MakeRunner();
        NS_TEST_EXPECT_MSG_NE(RunTcpScript(runner, ParseTcpScript(events, "t")), "", "2 ms early");
        runner.SetTolerance(MilliSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(runner, ParseTcpScript(events, "t")),
                              "",
                              "2 ms permitted");
        const auto strict = ParseTcpScript("--tolerance_usecs=1000\n" + events, "t");
        NS_TEST_EXPECT_MSG_NE(RunTcpScript(runner, strict), "", "1 ms permitted by the script");
    }
};

class TcpScriptTimestampToleranceTest : public TestCase
{
  public:
    TcpScriptTimestampToleranceTest()
        : TestCase("Timestamps have the tolerance of packets, in ticks of the socket's clock")
    {
    }

  private:
    void DoRun() override
    {
        // The clock of a stock socket ticks in milliseconds: it is at 100 behind the handshake.
        NS_TEST_EXPECT_MSG_EQ(Run(2000, 1000, 102), "", "2 ms are two ticks of 1 ms");
        NS_TEST_EXPECT_MSG_NE(Run(2000, 1000, 103), "", "but not three");
        NS_TEST_EXPECT_MSG_EQ(Run(2000, 2000, 101), "", "and one of 2 ms");
        NS_TEST_EXPECT_MSG_NE(Run(2000, 2000, 102), "", "but not two");
    }

    /// @param tolerance, tick of the script, microseconds @param timestamp that it expects at 100
    /// @return mismatches
    static std::string Run(uint32_t tolerance, uint32_t tick, uint32_t timestamp)
    {
        const auto script = ParseTcpScript("--tolerance_usecs=" + std::to_string(tolerance) +
                                               " --tcp_ts_tick_usecs=" + std::to_string(tick) +
                                               " --ns3::TcpSocketBase::Sack=false"
                                               " --ns3::TcpSocketBase::WindowScaling=false\n"
                                               "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
                                               "+0 connect(3, ..., ...) = 0\n"
                                               "+0 > S 0:0(0) <TS val 0 ecr 0>\n"
                                               "+.1 < S. 0:0(0) ack 1 win 5792 <TS val 7 ecr 0>\n"
                                               "+0 > . 1:1(0) ack 1 <TS val " +
                                               std::to_string(timestamp) + " ecr 7>\n",
                                           "o");
        return RunTcpScript(MakeRunner(), script);
    }
};

class TcpScriptLatenessTest : public TestCase
{
  public:
    TcpScriptLatenessTest()
        : TestCase("An event may be as late as a packet that is waited for: the tolerance and 1 ns")
    {
    }

  private:
    void DoRun() override
    {
        Expect("0.099", "");
        Expect("0.098999999", "");
        Expect("0.098999998",
               "d:8: this time has passed already; expected 0.098999998 s; got 0.1 s\n");
    }

    /// @param time of an event that comes after 0.1 s
    /// @param mismatches that must be found
    void Expect(const std::string& time, const std::string& mismatches)
    {
        const auto script = ParseTcpScript("--tolerance_usecs=1000\n" + HANDSHAKE + time +
                                               " close(3) = 0\n* > F. 1:1(0) ack 1\n",
                                           "d");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(), script), mismatches, time);
    }
};

class TcpScriptLongPacketTest : public TestCase
{
  public:
    TcpScriptLongPacketTest()
        : TestCase("Full segments add up to a longer packet that the script expects, others do not")
    {
    }

  private:
    void DoRun() override
    {
        Expect("+0 write(3, ..., 1072) = 1072\n+0 > . 1:1073(1072) ack 1\n", "");
        Expect("+0 write(3, ..., 1172) = 1172\n+0 > . 1:1173(1172) ack 1\n", "");
        Expect("+0 write(3, ..., 535) = 535\n+0 > . 1:1072(1071) ack 1\n",
               "l:9: length; expected > . 1:1072(1071) ack 1; got > . 1:536(535) ack 1 "
               "win 32768\n");
    }

    void Expect(const std::string& events, const std::string& mismatches)
    {
        const auto script = ParseTcpScript("--tolerance_usecs=1000\n" + HANDSHAKE + events, "l");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(), script), mismatches, events);
    }
};

class TcpScriptBlockingWriteTest : public TestCase
{
  public:
    TcpScriptBlockingWriteTest()
        : TestCase("A write that is woken twice goes on with what is left, and then returns")
    {
    }

  private:
    void DoRun() override
    {
        // The buffer takes 1000 of the 2500 bytes, another 1000 when these are acknowledged, and
        // the last 500 when those are.
        const std::string events = "+0...0.2 write(3, ..., 2500) = 2500\n"
                                   "+0 > . 1:537(536) ack 1\n"
                                   "+0 > . 537:1001(464) ack 1\n"
                                   "+.1 < . 1:1(0) ack 1001 win 5792\n"
                                   "+0 > . 1001:1537(536) ack 1\n"
                                   "+0 > . 1537:2001(464) ack 1\n"
                                   "+.1 < . 1:1(0) ack 2001 win 5792\n"
                                   "+0 > . 2001:2501(500) ack 1\n";
        const auto script = ParseTcpScript(
            "--tolerance_usecs=1000 --ns3::TcpSocket::SndBufSize=1000\n" + HANDSHAKE + events,
            "b");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(), script), "", "2500 bytes, each once");
    }
};

class TcpScriptBlockingToleranceTest : public TestCase
{
  public:
    TcpScriptBlockingToleranceTest()
        : TestCase("A call that blocks may return early by the tolerance and no nanosecond more")
    {
    }

  private:
    void DoRun() override
    {
        Expect(".199", "");
        Expect(".198999999",
               "e:8: the call returned too early; expected 0.3 s; got 0.298999999 s\n");
    }

    /// @param time between call and data, seconds
    /// @param mismatches that must be found
    void Expect(const std::string& time, const std::string& mismatches)
    {
        const auto script = ParseTcpScript("--tolerance_usecs=1000\n" + HANDSHAKE +
                                               "+0...0.2 read(3, ..., 5) = 5\n+" + time +
                                               " < . 1:6(5) ack 1 win 5792\n* > . 1:1(0) ack 6\n",
                                           "e");
        NS_TEST_EXPECT_MSG_EQ(RunTcpScript(MakeRunner(), script), mismatches, time);
    }
};

class TcpScriptMissingCallTest : public TestCase
{
  public:
    TcpScriptMissingCallTest()
        : TestCase("Sockets of ns-3 refuse calls and flags that only a kernel has")
    {
    }

  private:
    void DoRun() override
    {
        Expect("epoll_create(1) = 5", "5; got -1 ENOSYS");
        Expect("epoll_wait(5, {events=EPOLLIN, fd=3}, 1, 0) = 1", "1; got -1 ENOSYS");
        Expect("open(\"data\", O_RDONLY) = 5", "5; got -1 ENOSYS");
        Expect("pipe([5, 6]) = 0", "0; got -1 ENOSYS");
        Expect("sendfile(3, 5, [0], 9) = 9", "9; got -1 ENOSYS");
        Expect("splice(3, NULL, 6, NULL, 9, 0) = 9", "9; got -1 ENOSYS");
        Expect("socket(..., SOCK_STREAM, IPPROTO_UDP) = 5", "5; got -1 EPROTONOSUPPORT");
        Expect("send(3, ..., 9, MSG_ZEROCOPY) = 9", "9; got -1 EOPNOTSUPP");
        Expect("recv(3, ..., 9, MSG_ERRQUEUE) = 9", "9; got -1 EOPNOTSUPP");
        Expect("setsockopt(3, SOL_SOCKET, SO_ZEROCOPY, [1], 4) = 0", "0; got -1 ENOPROTOOPT");
        Expect("setsockopt(3, SOL_TCP, TCP_FASTOPEN_KEY, \"ab\", 2) = 0", "0; got -1 ENOPROTOOPT");
    }

    /// @param call with a result, and the end of the one mismatch that it makes
    /// @param end of the line
    void Expect(const std::string& call, const std::string& end)
    {
        const auto script = ParseTcpScript(HANDSHAKE + "+0 " + call + "\n", "e");
        const std::string lines = RunTcpScript(MakeRunner(), script);
        NS_TEST_EXPECT_MSG_EQ(lines.substr(lines.find(';')), "; expected " + end + "\n", call);
    }
};

class TcpScriptTestSuite : public TestSuite
{
  public:
    TcpScriptTestSuite()
        : TestSuite("tcp-script", Type::UNIT)
    {
        SetDataDir(NS_TEST_SOURCEDIR);
        AddTestCase(new TcpScriptFolderTest("scripts", MakeRunner), TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptMismatchTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptToleranceTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptLatenessTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptLongPacketTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptTimestampToleranceTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptBlockingWriteTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptBlockingToleranceTest, TestCase::Duration::QUICK);
        AddTestCase(new TcpScriptMissingCallTest, TestCase::Duration::QUICK);
    }
};

const TcpScriptTestSuite g_tcpScriptTestSuite; ///< registers the suite

} // namespace
