// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Orders for the program in the kernel, written by hand from agent/linux-kernel-calls.c and the
// kernel's headers for x86-64.

#include "ns3/inet-socket-address.h"
#include "ns3/script-order.h"
#include "ns3/tcp-script-parser.h"

#include <gtest/gtest.h>
#include <string>
#include <variant>

using namespace ns3;

namespace
{

/// @return the order of a call, in which descriptor 3 is file 7 and no other is open
std::string
Format(const std::string& call, bool mayBlock = false)
{
    const auto script = ParseTcpScript("0 " + call, "test.pkt");
    const auto& parsed = std::get<TcpScriptCall>(script.events.at(0).action);
    return FormatScriptOrder(
        parsed,
        mayBlock,
        {.local = InetSocketAddress("192.168.0.1", 8080),
         .peer = InetSocketAddress("192.0.2.1", 8080),
         .getFile = [](int32_t descriptor) -> int64_t { return descriptor == 3 ? 7 : -1; }});
}

} // namespace

TEST(ScriptOrder, NamesFilesAndAddresses)
{
    EXPECT_EQ(Format("socket(..., SOCK_STREAM, IPPROTO_TCP) = 3"), "socket");
    EXPECT_EQ(Format("bind(3, ..., ...) = 0"), "bind 7 192.168.0.1 8080");
    EXPECT_EQ(Format("connect(3, ..., ...) = 0"), "connect 7 192.0.2.1 8080");
    EXPECT_EQ(Format("listen(3, 5) = 0"), "listen 7 5");
    EXPECT_EQ(Format("accept(3, ..., ...) = 4"), "accept 7");
    EXPECT_EQ(Format("close(4) = -1"), "close -1");
}

TEST(ScriptOrder, HasTheNumbersOfNames)
{
    EXPECT_EQ(Format("read(3, ..., 1000) = 1000"), "read 7 1000 0 1");
    EXPECT_EQ(Format("read(3, NULL, 10) = -1"), "read 7 10 0 0");
    // MSG_PEEK is 2, MSG_DONTWAIT 0x40, MSG_MORE 0x8000, MSG_FASTOPEN 0x20000000
    EXPECT_EQ(Format("recv(3, ..., 10, MSG_PEEK|MSG_DONTWAIT) = 1"), "read 7 10 66 1");
    EXPECT_EQ(Format("send(3, ..., 10, MSG_MORE) = 10"), "write 7 10 32768 1");
    EXPECT_EQ(Format("sendto(3, ..., 10, MSG_FASTOPEN, ..., ...) = 10"),
              "write 7 10 536870912 1 192.0.2.1 8080");
    EXPECT_EQ(Format("sendto(3, ..., 0, MSG_FASTOPEN, AF_UNSPEC, ...) = -1"),
              "write 7 0 536870912 1 unspecified 0");
    EXPECT_EQ(Format("shutdown(3, SHUT_WR) = 0"), "shutdown 7 1");
    // SOL_SOCKET is 1, SO_SNDBUF 7; IPPROTO_TCP is 6, TCP_FASTOPEN 23
    EXPECT_EQ(Format("setsockopt(3, SOL_SOCKET, SO_SNDBUF, [2000], 4) = 0"),
              "setsockopt 7 1 7 2000");
    EXPECT_EQ(Format("getsockopt(3, SOL_TCP, TCP_FASTOPEN, [1], [4]) = 0"), "getsockopt 7 6 23");
    // F_GETFL is 3, F_SETFL 4, O_RDWR 2, O_NONBLOCK 04000; FIONREAD is 0x541b
    EXPECT_EQ(Format("fcntl(3, F_GETFL) = 2"), "fcntl 7 3 2");
    EXPECT_EQ(Format("fcntl(3, F_SETFL, O_RDWR|O_NONBLOCK) = 0"), "fcntl 7 4 2050");
    EXPECT_EQ(Format("ioctl(3, SIOCINQ, [5]) = 0"), "ioctl 7 21531");
}

TEST(ScriptOrder, PollWaitsOnlyIfItMayBlock)
{
    const std::string call = "poll([{fd=3, events=POLLIN|POLLOUT, revents=POLLIN}, "
                             "{fd=9, events=POLLIN, revents=0}], 2, 100) = 1";
    EXPECT_EQ(Format(call), "poll 0 7 5 -1 1");
    EXPECT_EQ(Format(call, true), "poll -1 7 5 -1 1");
    const auto script = ParseTcpScript("0 " + call, "test.pkt");
    const auto& parsed = std::get<TcpScriptCall>(script.events.at(0).action);
    EXPECT_EQ(MakePollResult(parsed, {.value = 1, .error = 0, .given = "1 0"}).actual, "");
    const auto other = MakePollResult(parsed, {.value = 1, .error = 0, .given = "4 0"});
    EXPECT_EQ(other.expected, "fd=3, revents=POLLIN");
    EXPECT_EQ(other.actual, "fd=3, revents=POLLOUT");
}
