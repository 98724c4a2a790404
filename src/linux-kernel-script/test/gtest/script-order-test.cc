// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Orders for the program in the kernel, written by hand from agent/linux-kernel-calls.c and the
// kernel's headers for x86-64.

#include "ns3/inet-socket-address.h"
#include "ns3/script-answer.h"
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
Format(const std::string& call)
{
    const auto script = ParseTcpScript("0 " + call, "test.pkt");
    const auto& parsed = std::get<TcpScriptCall>(script.events.at(0).action);
    return FormatScriptOrder(
        parsed,
        {.local = InetSocketAddress("192.168.0.1", 8080),
         .peer = InetSocketAddress("192.0.2.1", 8080),
         .getFile = [](int32_t descriptor) -> int64_t { return descriptor == 3 ? 7 : -1; }});
}

} // namespace

TEST(ScriptOrder, NamesFilesAndAddresses)
{
    EXPECT_EQ(Format("socket(..., SOCK_STREAM, IPPROTO_TCP) = 3"), "socket 6");
    EXPECT_EQ(Format("socket(..., SOCK_STREAM, IPPROTO_UDP) = -1"), "socket 17");
    EXPECT_EQ(Format("bind(3, ..., ...) = 0"), "bind 7 192.168.0.1 8080");
    EXPECT_EQ(Format("connect(3, ..., ...) = 0"), "connect 7 192.0.2.1 8080");
    EXPECT_EQ(Format("listen(3, 5) = 0"), "listen 7 5");
    EXPECT_EQ(Format("accept(3, ..., ...) = 4"), "accept 7");
    EXPECT_EQ(Format("close(4) = -1"), "close -1");
}

TEST(ScriptOrder, HasTheNumbersOfNames)
{
    EXPECT_EQ(Format("read(3, ..., 1000) = 1000"), "read 7 1000 -1 1");
    EXPECT_EQ(Format("read(3, NULL, 10) = -1"), "read 7 10 -1 0");
    // MSG_PEEK is 2, MSG_DONTWAIT 0x40, MSG_MORE 0x8000, MSG_FASTOPEN 0x20000000
    EXPECT_EQ(Format("recv(3, ..., 10, MSG_PEEK|MSG_DONTWAIT) = 1"), "read 7 10 66 1");
    EXPECT_EQ(Format("send(3, ..., 10, MSG_MORE) = 10"), "write 7 32768 1 none 0 10");
    EXPECT_EQ(Format("sendto(3, ..., 10, MSG_FASTOPEN, ..., ...) = 10"),
              "write 7 536870912 1 192.0.2.1 8080 10");
    EXPECT_EQ(Format("sendto(3, ..., 0, MSG_FASTOPEN, AF_UNSPEC, ...) = -1"),
              "write 7 536870912 1 unspecified 0 0");
    EXPECT_EQ(Format("shutdown(3, SHUT_WR) = 0"), "shutdown 7 1");
    // SOL_SOCKET is 1, SO_SNDBUF 7; IPPROTO_TCP is 6, TCP_FASTOPEN 23
    EXPECT_EQ(Format("setsockopt(3, SOL_SOCKET, SO_SNDBUF, [2000], 4) = 0"),
              "setsockopt 7 1 7 2000 4");
    EXPECT_EQ(Format("getsockopt(3, SOL_TCP, TCP_FASTOPEN, [1], [4]) = 0"), "getsockopt 7 6 23");
    // F_GETFL is 3, F_SETFL 4, O_RDWR 2, O_NONBLOCK 04000; FIONREAD is 0x541b
    EXPECT_EQ(Format("fcntl(3, F_GETFL) = 2"), "fcntl 7 3 2");
    EXPECT_EQ(Format("fcntl(3, F_SETFL, O_RDWR|O_NONBLOCK) = 0"), "fcntl 7 4 2050");
    EXPECT_EQ(Format("ioctl(3, SIOCINQ, [5]) = 0"), "ioctl 7 21531");
}

TEST(ScriptOrder, PollHasItsTimeout)
{
    const std::string call = "poll([{fd=3, events=POLLIN|POLLOUT, revents=POLLIN}, "
                             "{fd=9, events=POLLIN, revents=0}], 2, 100) = 1";
    EXPECT_EQ(Format(call), "poll 100 7 5 -1 1");
    const auto script = ParseTcpScript("0 " + call, "test.pkt");
    const auto& parsed = std::get<TcpScriptCall>(script.events.at(0).action);
    EXPECT_EQ(MakePollResult(parsed, {.value = 1, .error = 0, .given = "1 0"}).actual, "");
    const auto other = MakePollResult(parsed, {.value = 1, .error = 0, .given = "4 0"});
    EXPECT_EQ(other.expected, "fd=3, revents=POLLIN");
    EXPECT_EQ(other.actual, "fd=3, revents=POLLOUT");
}

TEST(ScriptOrder, BuffersOfAMessageStayApart)
{
    const std::string message = "(3, {msg_name(...)=..., msg_iov(2)=[{..., 40}, {..., 0}], "
                                "msg_flags=0}, MSG_ZEROCOPY) = 40";
    // MSG_ZEROCOPY is 0x4000000, MSG_ERRQUEUE 0x2000
    EXPECT_EQ(Format("sendmsg" + message), "write 7 67108864 1 none 0 40 0");
    EXPECT_EQ(Format("recvmsg(3, {msg_name(...)=..., msg_iov(1)=[{..., 9}], msg_flags=0}, "
                     "MSG_ERRQUEUE) = 0"),
              "receive 7 9 8192");
}

TEST(ScriptOrder, NamesOtherFiles)
{
    // EPOLLOUT is 4, EPOLLET 1 << 31; EPOLL_CTL_MOD is 3
    EXPECT_EQ(Format("epoll_create(1) = 5"), "epoll_create 1");
    EXPECT_EQ(Format("epoll_ctl(3, EPOLL_CTL_MOD, 3, {events=EPOLLOUT|EPOLLET, fd=3}) = 0"),
              "epoll_ctl 7 3 7 2147483652 3");
    EXPECT_EQ(Format("epoll_wait(3, {events=0, ptr=0}, 1, 0) = 0"), "epoll_wait 7 1 0");
    EXPECT_EQ(Format("epoll_wait(3, {events=0, ptr=0}, 1, -1) = 0"), "epoll_wait 7 1 -1");
    EXPECT_EQ(Format("open(\"a b\", O_RDWR) = 5"), "open 2 a b");
    EXPECT_EQ(Format("pipe([5, 6]) = 0"), "pipe");
    EXPECT_EQ(Format("sendfile(3, 9, [0], 5) = 5"), "sendfile 7 -1 5");
    EXPECT_EQ(Format("splice(3, NULL, 9, NULL, 5, 0) = 5"), "splice 7 -1 5");
    // TCP_FASTOPEN_KEY is 33
    EXPECT_EQ(Format("setsockopt(3, SOL_TCP, TCP_FASTOPEN_KEY, \"\\x0a\\xf7\", 2) = 0"),
              "setbytes 7 6 33 2 0af7");
}

TEST(ScriptOrder, ComparesEventsOfEpoll)
{
    const auto script =
        ParseTcpScript("0 epoll_wait(5, {events=EPOLLIN|EPOLLOUT, fd=4}, 1, 0) = 1", "test.pkt");
    const auto& call = std::get<TcpScriptCall>(script.events.at(0).action);
    EXPECT_EQ(MakeEpollResult(call, {.value = 1, .error = 0, .given = "5 4"}).actual, "");
    const auto other = MakeEpollResult(call, {.value = 1, .error = 0, .given = "4 4"});
    EXPECT_EQ(other.expected, "events=EPOLLIN|EPOLLOUT, fd=4");
    EXPECT_EQ(other.actual, "events=EPOLLOUT, fd=4");
    // No event is no event, whatever the script wants.
    EXPECT_EQ(MakeEpollResult(call, {.value = 0, .error = 0, .given = ""}).actual,
              "events=0, fd=0");
}

TEST(ScriptOrder, ReadsControlMessages)
{
    // MSG_ERRQUEUE; SOL_SOCKET and SCM_TIMESTAMPING: 2 s and 5 ns; SOL_IP and IP_RECVERR
    const std::string given = "8192 1 37 x02000000000000000500000000000000"
                              " 0 11 x2a000000040000000200000007000000";
    const auto parse = [](const std::string& end) {
        const auto script =
            ParseTcpScript("0 recvmsg(3, {msg_name(...)=..., msg_iov(1)=[{..., 0}], msg_flags=0" +
                               end + "}, 0) = 0",
                           "test.pkt");
        return std::get<TcpScriptCall>(script.events.at(0).action);
    };
    const auto listing = parse(", msg_control=[]");
    const auto result =
        MakeMessageResult(listing, {.value = 0, .error = 0, .given = given}, 1000000000);
    EXPECT_EQ(result.expected, "");
    EXPECT_EQ(result.message.flags, std::vector<std::string>{"MSG_ERRQUEUE"});
    ASSERT_EQ(result.message.controls->size(), 2U);
    EXPECT_EQ(std::get<TcpScriptStamp>(result.message.controls->at(0)).time, 1000000005);
    const auto report = std::get<TcpScriptReport>(result.message.controls->at(1));
    EXPECT_EQ(report.error, 42U);
    EXPECT_EQ(report.origin, 4U);
    EXPECT_EQ(report.info, 2U);
    EXPECT_EQ(report.data, 7U);
    // A kind that has no name in scripts is no silent success.
    const LinuxKernelCalls::Answer other{.value = 0, .error = 0, .given = "64 1 2 x 1 3 x00"};
    EXPECT_EQ(MakeMessageResult(listing, other, 0).actual, "level 1, type 3");
    EXPECT_EQ(MakeMessageResult(listing, other, 0).message.flags, std::vector<std::string>{"64"});
    EXPECT_EQ(MakeMessageResult(parse(""), other, 0).actual, "");
}
