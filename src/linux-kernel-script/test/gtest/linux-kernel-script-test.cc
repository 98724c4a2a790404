// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/linux-kernel-script-system.h"
#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel-script
 * Tests of ns3::LinuxKernelScriptSystem, which play scripts against a real kernel.
 */

namespace ns3
{

namespace
{

/// A server with a connection, descriptor 4, at 0.1 s.
const std::string SERVER = R"(
0   socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0  setsockopt(3, SOL_SOCKET, SO_REUSEADDR, [1], 4) = 0
+0  bind(3, ..., ...) = 0
+0  listen(3, 1) = 0
0.1 < S 0:0(0) win 32792 <mss 1000>
+0  > S. 0:0(0) ack 1 <mss 1460>
+0  < . 1:1(0) ack 1 win 32792
+0  accept(3, ..., ...) = 4
)";

/// A test that is skipped without the kernel that ./ns3 kernel builds.
class LinuxKernelScriptTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        const char* cache = std::getenv("XDG_CACHE_HOME");
        const char* home = std::getenv("HOME");
        const std::string folder = cache ? cache : std::string(home ? home : "") + "/.cache";
        if (!std::filesystem::exists(folder + "/lasthop/linux-kernel/default/linux"))
        {
            GTEST_SKIP() << "there is no kernel: ./ns3 kernel builds one";
        }
    }

    /// @return the mismatches, as a user sees them
    static std::vector<std::string> Run(const std::string& text)
    {
        TcpScriptRunner runner(LinuxKernelScriptSystem::GetMaker());
        runner.SetTolerance(MilliSeconds(4));
        const TcpScript script = ParseTcpScript(text, "test.pkt");
        std::vector<std::string> lines;
        for (const auto& mismatch : runner.Run(script))
        {
            lines.push_back(FormatTcpScriptMismatch(mismatch, script.fileName));
        }
        return lines;
    }
};

} // namespace

TEST_F(LinuxKernelScriptTest, ServesAConnection)
{
    EXPECT_EQ(Run(SERVER + R"(
+0...0.2 read(4, ..., 2000) = 1000
0.3 < P. 1:1001(1000) ack 1 win 32792
+0  > . 1:1(0) ack 1001
0.4 write(4, ..., 2000) = 2000
+0  > P. 1:2001(2000) ack 1001
+0  %{ assert tcpi_unacked == 2, tcpi_unacked
assert tcpi_ca_state == TCP_CA_Open }%
0.5 < . 1001:1001(0) ack 2001 win 32792
0.6 < F. 1001:1001(0) ack 2001 win 32792
* > . 2001:2001(0) ack 1002
0.7 read(4, ..., 10) = 0
0.8 close(4) = 0
+0  > F. 2001:2001(0) ack 1002
+0  < . 1002:1002(0) ack 2002 win 32792
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, Connects)
{
    EXPECT_EQ(Run(R"(
0    socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0   fcntl(3, F_SETFL, O_RDWR|O_NONBLOCK) = 0
+0   connect(3, ..., ...) = -1 EINPROGRESS (Operation now in progress)
+0   > S 0:0(0) <...>
+.01 < S. 0:0(0) ack 1 win 5840 <mss 1000>
+0   > . 1:1(0) ack 1
+0   getsockopt(3, SOL_SOCKET, SO_ERROR, [0], [4]) = 0
+0   poll([{fd=3, events=POLLIN|POLLOUT, revents=POLLOUT}], 1, 0) = 1
+0   read(3, ..., 10) = -1 EAGAIN
+.01 < R. 1:1(0) ack 1 win 0
+0   read(3, ..., 10) = -1 ECONNRESET
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, NamesWhatTheKernelDoesOtherwise)
{
    const auto lines = Run(SERVER + R"(
+.1 write(4, ..., 1000) = 999
+0  > P. 1:1001(1000) ack 2
+0  %{ assert tcpi_unacked == 7 }%
+.1 read(4, ..., 10) = 0
+.1...0.6 setsockopt(4, SOL_TCP, TCP_NODELAY, [1], 4) = 0
+0  `exit 3`
)");
    const std::vector<std::string> expected{
        "result of the call; expected 999; got 1000",
        "ack; expected > P. 1:1001(1000) ack 2; got > P. 1:1001(1000) ack 1",
        "state of the socket; expected tcpi_unacked == 7; got tcpi_unacked = 1",
        "the call has not returned by 0.3",
        "the call did not block",
        "exit status of the command; expected 0; got 3"};
    ASSERT_EQ(lines.size(), expected.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const std::string begin = "test.pkt:" + std::to_string(11 + i) + ": ";
        EXPECT_TRUE(lines[i].starts_with(begin + expected[i])) << lines[i];
    }
}

TEST_F(LinuxKernelScriptTest, RunsCommandsInTheKernel)
{
    EXPECT_EQ(Run("`sysctl -q net.ipv4.tcp_sack=0 net.ipv4.tcp_timestamps=0`\n" + SERVER + R"(
+0  `grep -q 0 /proc/sys/net/ipv4/tcp_sack`
+0  `ip link show tun0 | grep -q 'mtu 1500'`
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, RepeatsItself)
{
    const std::string text = SERVER + "+.1 write(4, ..., 1000) = 1\n";
    EXPECT_EQ(Run(text), Run(text));
}

TEST_F(LinuxKernelScriptTest, WatchesSocketsWithEpoll)
{
    EXPECT_EQ(Run(SERVER + R"(
+.1 epoll_create(1) = 5
+0  epoll_ctl(5, EPOLL_CTL_ADD, 4, {events=EPOLLIN, fd=4}) = 0
+0  epoll_wait(5, {events=0, ptr=0}, 1, 0) = 0
+0...0.05 epoll_wait(5, {events=0, ptr=0}, 1, 50) = 0
+.1...0.3 epoll_wait(5, {events=EPOLLIN, fd=4}, 1, -1) = 1
0.5 < P. 1:1001(1000) ack 1 win 32792
+0  > . 1:1(0) ack 1001
+0  epoll_ctl(5, EPOLL_CTL_MOD, 4, {events=EPOLLOUT, fd=4}) = 0
+0  epoll_wait(5, {events=EPOLLOUT, fd=4}, 1, 0) = 1
+0  epoll_ctl(9, EPOLL_CTL_DEL, 4, {events=0, fd=4}) = -1 EBADF
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, ComparesControlMessages)
{
    const auto lines = Run(SERVER + R"(
+.1 setsockopt(4, SOL_TCP, TCP_INQ, [1], 4) = 0
+0  < P. 1:1001(1000) ack 1 win 32792
+0  > . 1:1(0) ack 1001
+0  recvmsg(4, {msg_name(...)=..., msg_iov(1)=[{..., 600}], msg_flags=0, msg_control=[
     {cmsg_level=SOL_TCP, cmsg_type=TCP_CM_INQ, cmsg_data=400}]}, 0) = 600
+0  recvmsg(4, {msg_name(...)=..., msg_iov(1)=[{..., 300}], msg_flags=0, msg_control=[
     {cmsg_level=SOL_TCP, cmsg_type=TCP_CM_INQ, cmsg_data=99}]}, 0) = 300
+0  read(4, ..., 100) = 100
)");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "test.pkt:16: message that the call gave back; "
              "expected msg_flags=0, msg_control=[{TCP_CM_INQ 99}]; "
              "got msg_flags=0, msg_control=[{TCP_CM_INQ 100}]");
}

TEST_F(LinuxKernelScriptTest, MovesDataBetweenFiles)
{
    // The one folder of the kernel that can be written to.
    const std::string file = P_tmpdir "/greeting";
    EXPECT_EQ(Run("`printf hello > " + file + "`\n" + SERVER + "+.1 open(\"" + file +
                  R"(", O_RDONLY) = 5
+0  sendfile(4, 5, [0], 9) = 5
+0  > P. 1:6(5) ack 1
+0  pipe([6, 7]) = 0
+0  < P. 1:1001(1000) ack 6 win 32792
+0  > . 6:6(0) ack 1001
+0  splice(4, NULL, 7, NULL, 300, 0) = 300
+0  read(4, ..., 2000) = 700
+0  read(6, ..., 300) = 300
+0  close(6) = 0
+0  close(7) = 0
+0  pipe([6, 7]) = 0
+0  write(7, ..., 10) = 10
+0  read(6, ..., 20) = 10
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, CallsAreThoseOfTheScript)
{
    // read() and write() take any file, recv() and send() only sockets; poll() tells of a
    // descriptor that is not open; an option of TCP has four bytes.
    EXPECT_EQ(Run(SERVER + R"(
+.1 pipe([5, 6]) = 0
+0  write(6, ..., 100) = 100
+0  recv(5, ..., 100, 0) = -1 ENOTSOCK
+0  read(5, ..., 200) = 100
+0  close(6) = 0
+0  poll([{fd=6, events=POLLIN, revents=POLLNVAL}], 1, 0) = 1
+0  setsockopt(4, SOL_TCP, TCP_NODELAY, [1], 1) = -1 EINVAL
+0  setsockopt(4, SOL_IP, IP_TOS, [4], 1) = 0
+0  fcntl(4, F_SETFL, O_RDWR|O_NONBLOCK) = 0
+0  read(4, ..., 4294967295) = -1 EAGAIN
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, ASignatureThatNobodyExpectsIsNoData)
{
    const auto lines = Run(SERVER + R"(
+.1 < . 1:101(100) ack 1 win 257 <md5 000102030405060708090a0b0c0d0e0f,nop,nop>
+0  > . 1:1(0) ack 101
)");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines[0].starts_with("test.pkt:12: nothing sent")) << lines[0];
}

TEST_F(LinuxKernelScriptTest, DescriptorsThatAreOpenAreNotGivenAgain)
{
    const auto lines = Run("0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n+0 pipe([4, 3]) = 0\n");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0],
              "test.pkt:2: value that the call gave back; expected a descriptor from 0 on that is "
              "not open; got 3");
}

TEST_F(LinuxKernelScriptTest, OrdersAndAnswersMayBeLongerThanAFrame)
{
    constexpr int ENTRIES = 400;
    std::string polled;
    std::string buffers;
    for (int i = 0; i < ENTRIES; ++i)
    {
        polled += std::string(i == 0 ? "" : ",") + "{fd=4, events=POLLOUT, revents=POLLOUT}";
        buffers += std::string(i == 0 ? "" : ",") + "{..., 1}";
    }
    EXPECT_EQ(Run(SERVER + "+.1 poll([" + polled + "], 400, 0) = 400\n+0 writev(4, [" + buffers +
                  "], 400) = 400\n+0 > P. 1:401(400) ack 1\n+0 `true " + std::string(5000, 'x') +
                  "`\n"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, PacketsOfADeviceThatIsDownAreLost)
{
    EXPECT_EQ(Run(R"(
0   socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0  `ip link set tun0 down`
+.1 < S 0:0(0) win 32792 <mss 1000>
+0  `ip link del tun0`
+.1 < S 0:0(0) win 32792 <mss 1000>
)"),
              std::vector<std::string>());
}

TEST_F(LinuxKernelScriptTest, RefusesIpv6)
{
    std::string line;
    try
    {
        Run("--mtu=1500\n--ip_version=ipv6\n" + SERVER);
    }
    catch (const TcpScriptError& error)
    {
        line = error.what();
    }
    EXPECT_EQ(line, "test.pkt:2: --ip_version=ipv6: expected ipv4, since the kernel has no IPv6");
}

} // namespace ns3
