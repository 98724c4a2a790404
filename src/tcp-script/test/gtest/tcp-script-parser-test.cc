// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The language of packet scripts: what each form means, and where and why others are refused.

#include "ns3/tcp-script-icmp.h"
#include "ns3/tcp-script-message.h"
#include "ns3/tcp-script-packet.h"
#include "ns3/tcp-script-parser.h"

#include <chrono>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TcpScriptEvent
ParseOne(const std::string& text)
{
    const TcpScript script = ParseTcpScript(text, "one.pkt");
    EXPECT_EQ(script.events.size(), 1u);
    return script.events.at(0);
}

TcpScriptPacket
ParsePacketOf(const std::string& text)
{
    return std::get<TcpScriptPacket>(ParseOne(text).action);
}

TcpScriptCall
ParseCallOf(const std::string& text)
{
    return std::get<TcpScriptCall>(ParseOne(text).action);
}

std::string
GetError(const std::string& text)
{
    try
    {
        ParseTcpScript(text, "wrong.pkt");
    }
    catch (const TcpScriptError& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

// RFC 9293, 3.1: the data offset leaves 40 bytes for options.
TEST(TcpScriptParser, FortyBytesOfOptionsFit)
{
    EXPECT_NO_THROW(
        ParseTcpScript("0 < . 1:1(0) ack 1 win 5 <TS val 1 ecr 2,nop,nop,sack 1:9 2:9 3:9,nop,nop>",
                       "full.pkt"));
}

TEST(TcpScriptParser, Times)
{
    const std::string call = " close(3) = 0";
    const auto absolute = ParseOne("1.25" + call).time;
    EXPECT_EQ(absolute.kind, TcpScriptTime::Kind::ABSOLUTE);
    EXPECT_EQ(absolute.earliest, 1'250'000'000);
    EXPECT_EQ(absolute.latest, 1'250'000'000);
    const auto relative = ParseOne("+.010" + call).time;
    EXPECT_EQ(relative.kind, TcpScriptTime::Kind::RELATIVE);
    EXPECT_EQ(relative.earliest, 10'000'000);
    EXPECT_EQ(ParseOne("* > . 1:1(0) ack 1").time.kind, TcpScriptTime::Kind::ANY);
    const auto range = ParseOne("+.1~+.3 > . 1:1(0) ack 1").time;
    EXPECT_EQ(range.earliest, 100'000'000);
    EXPECT_EQ(range.latest, 300'000'000);
    EXPECT_EQ(ParseOne("0.000000001" + call).time.earliest, 1);
}

TEST(TcpScriptParser, InjectedSynAck)
{
    const auto packet = ParsePacketOf(
        "+0 < S. 0:0(0) ack 1 win 5792 <mss 1460,sackOK,TS val 100 ecr 200,nop,wscale 0>");
    EXPECT_TRUE(packet.injected);
    EXPECT_EQ(packet.flags, TcpScriptPacket::SYN | TcpScriptPacket::ACK);
    EXPECT_EQ(packet.begin, 0u);
    EXPECT_EQ(packet.length, 0u);
    EXPECT_EQ(packet.ack, 1u);
    EXPECT_EQ(packet.window, 5792u);
    ASSERT_TRUE(packet.options);
    ASSERT_EQ(packet.options->size(), 5u);
    EXPECT_EQ(packet.options->at(0).kind, TcpScriptOption::Kind::MAXIMUM_SEGMENT_SIZE);
    EXPECT_EQ(packet.options->at(0).value, 1460u);
    EXPECT_EQ(packet.options->at(2).value, 100u);
    EXPECT_EQ(packet.options->at(2).echo, 200u);
    EXPECT_EQ(packet.options->at(4).kind, TcpScriptOption::Kind::WINDOW_SCALE);
    EXPECT_EQ(packet.options->at(4).value, 0u);
}

TEST(TcpScriptParser, WhatAnExpectedPacketLeavesOpen)
{
    const auto any = ParsePacketOf("+0 > P. 1:1449(1448) ack 1 <...>");
    EXPECT_FALSE(any.options);
    EXPECT_FALSE(any.window);
    EXPECT_EQ(any.length, 1448u);
    EXPECT_FALSE(ParsePacketOf("+0 > . 1:1(0) ack 1 win *").window);
    const auto none = ParsePacketOf("+0 > . 1:1(0) ack 1");
    ASSERT_TRUE(none.options);
    EXPECT_TRUE(none.options->empty());
    const auto stamped = ParsePacketOf("+0 > . 1:1(0) ack 1 <nop,nop,TS val * ecr 7>");
    EXPECT_FALSE(stamped.options->at(2).value);
    EXPECT_EQ(stamped.options->at(2).echo, 7u);
    EXPECT_FALSE(ParsePacketOf("+0 > . 1:1(0) ack 1 <TS>").options->at(0).echo);
}

TEST(TcpScriptParser, FlagsAndSackBlocks)
{
    using Packet = TcpScriptPacket;
    EXPECT_EQ(ParsePacketOf("0 < SFRPEW 0:0(0) win 0").flags,
              Packet::SYN | Packet::FIN | Packet::RST | Packet::PSH | Packet::ECE | Packet::CWR);
    EXPECT_EQ(ParsePacketOf("0 > - 5:5(0)").flags, 0);
    const auto packet = ParsePacketOf("0 < . 1:1(0) ack 1 win 9 <nop,nop,sack 11:21 31:41>");
    const std::vector<std::pair<uint32_t, uint32_t>> blocks{{11, 21}, {31, 41}};
    EXPECT_EQ(packet.options->at(2).blocks, blocks);
    // The sequence numbers of a segment may wrap around.
    EXPECT_EQ(ParsePacketOf("0 < . 4294967290:4(10) ack 1 win 9").length, 10u);
}

TEST(TcpScriptParser, FastOpenCookies)
{
    const auto script = ParseTcpScript("0 < S 0:0(0) win 5 <FO 12AB>\n"
                                       "+0 > S. 0:0(0) ack 1 <mss 1460,FOEXP>\n",
                                       "test.pkt");
    const auto& request = std::get<TcpScriptPacket>(script.events.at(0).action).options->at(0);
    EXPECT_EQ(request.kind, TcpScriptOption::Kind::FAST_OPEN);
    EXPECT_EQ(request.bytes, "12ab");
    const auto& answer = std::get<TcpScriptPacket>(script.events.at(1).action).options->at(1);
    EXPECT_EQ(answer.kind, TcpScriptOption::Kind::FAST_OPEN_EXPERIMENTAL);
    EXPECT_EQ(answer.bytes, "");
    for (const char* wrong : {"FO 123", "FO xyz", "FO 12abcg"})
    {
        const std::string text = std::string("0 < S 0:0(0) win 5 <") + wrong + ">\n";
        EXPECT_THROW(ParseTcpScript(text, "test.pkt"), TcpScriptError) << wrong;
    }
}

TEST(TcpScriptParser, Calls)
{
    using Function = TcpScriptCall::Function;
    EXPECT_EQ(ParseCallOf("0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3").result, 3);
    const auto connecting =
        ParseCallOf("0 connect(3, ..., ...) = -1 EINPROGRESS (Operation now in progress)");
    EXPECT_EQ(connecting.function, Function::CONNECT);
    EXPECT_EQ(connecting.result, -1);
    EXPECT_EQ(connecting.error, "EINPROGRESS");
    const auto writing = ParseCallOf("0 write(4, ..., 5000) = 5000");
    EXPECT_EQ(writing.function, Function::WRITE);
    EXPECT_EQ(writing.descriptor, 4);
    EXPECT_EQ(writing.number, 5000u);
    EXPECT_EQ(ParseCallOf("0 shutdown(4, SHUT_RDWR) = 0").option, "SHUT_RDWR");
    const auto option = ParseCallOf("0 setsockopt(3, SOL_TCP, TCP_NODELAY, [1], 4) = 0");
    EXPECT_EQ(option.option, "TCP_NODELAY");
    EXPECT_EQ(option.number, 1u);
    EXPECT_EQ(ParseCallOf("0 fcntl(3, F_GETFL) = 0x2 (flags O_RDWR)").result, 2);
    EXPECT_EQ(ParseCallOf("0 fcntl(3, F_SETFL, O_RDWR|O_NONBLOCK) = 0").option, "F_SETFL");
}

TEST(TcpScriptParser, CallsOfSystemsWithFiles)
{
    using Function = TcpScriptCall::Function;
    using Names = std::vector<std::string>;
    EXPECT_EQ(ParseCallOf("0 epoll_create(1) = 5").function, Function::EPOLL_CREATE);
    const auto watching =
        ParseCallOf("0 epoll_ctl(5, EPOLL_CTL_ADD, 4, {events=EPOLLIN|EPOLLET, fd=4}) = 0");
    EXPECT_EQ(watching.descriptor, 5);
    EXPECT_EQ(watching.second, 4);
    EXPECT_EQ(watching.entries.at(0).events, (Names{"EPOLLIN", "EPOLLET"}));
    const auto waiting = ParseCallOf("0 epoll_wait(5, {events=EPOLLOUT, fd=4}, 1, 0) = 1");
    EXPECT_EQ(waiting.entries.at(0).returned, Names{"EPOLLOUT"});
    EXPECT_EQ(waiting.entries.at(0).descriptor, 4);
    EXPECT_EQ(ParseCallOf("0 epoll_wait(5, {events=0, ptr=0}, 1, 0) = 0").result, 0);
    const auto file = ParseCallOf("0 open(\"a file\", O_RDONLY) = 5");
    EXPECT_EQ(file.text, "a file");
    EXPECT_EQ(file.option, "O_RDONLY");
    const auto sending = ParseCallOf("0 sendfile(4, 5, [0], 9) = 9");
    EXPECT_EQ(sending.descriptor, 4);
    EXPECT_EQ(sending.second, 5);
    EXPECT_EQ(sending.number, 9u);
    EXPECT_EQ(ParseCallOf("0 pipe([5, 6]) = 0").second, 6);
    const auto moving = ParseCallOf("0 splice(4, NULL, 6, NULL, 99, 0) = 99");
    EXPECT_EQ(moving.second, 6);
    EXPECT_EQ(moving.number, 99u);
    EXPECT_EQ(ParseCallOf("0 socket(..., SOCK_STREAM, IPPROTO_UDP) = -1").option, "IPPROTO_UDP");
    EXPECT_EQ(ParseCallOf("0 setsockopt(3, SOL_TCP, TCP_FASTOPEN_KEY, \"a\\xf7\", 2) = 0").text,
              "a\xf7");
    // Bits 8 and 1 of linux/net_tstamp.h
    EXPECT_EQ(ParseCallOf("0 setsockopt(3, SOL_SOCKET, SO_TIMESTAMPING, "
                          "[SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_TX_SOFTWARE], 4) = 0")
                  .number,
              0x102u);
}

TEST(TcpScriptParser, CallsThatContradictThemselves)
{
    const std::string message = "recvmsg(4, {msg_name(...)=..., msg_iov(2)=[{..., 9}], msg_flags=0";
    const std::vector<std::string> calls{
        "writev(4, [{..., 10}, {..., 5}], 1) = 15",
        "readv(4, [{..., 4294967295}, {..., 1}], 2) = 5",
        "poll([{fd=3, events=POLLIN, revents=0}], 2, 0) = 0",
        "fcntl(4, F_SETFL, O_RDWR|O_NONBLCK) = 0",
        "setsockopt(4, SOL_SOCKET, SO_TIMESTAMPING, [EPIPE|IP_PMTUDISC_DO], 4) = 0",
        "setsockopt(4, SOL_TCP, TCP_NODELAY, [1], 2) = 0",
        message + "}, 0) = 9"};
    for (const std::string& call : calls)
    {
        EXPECT_THROW(ParseCallOf("0 " + call), TcpScriptError) << call;
    }
    const std::string stamp = "0 recvmsg(4, {msg_name(...)=..., msg_iov(1)=[{..., 9}], "
                              "msg_flags=0, msg_control=[{cmsg_level=SOL_SOCKET, "
                              "cmsg_type=SCM_TIMESTAMPING, cmsg_data={scm_sec=0,scm_nsec=";
    EXPECT_NO_THROW(ParseCallOf(stamp + "999999999}}]}, 0) = 9"));
    EXPECT_THROW(ParseCallOf(stamp + "1000000000}}]}, 0) = 9"), TcpScriptError);
}

TEST(TcpScriptParser, MessagesThatAreReceived)
{
    const std::string begin = "0 recvmsg(4, {msg_name(...)=..., msg_iov(2)=[{..., 10}, {..., 5}], ";
    const auto plain = ParseCallOf(begin + "msg_flags=0}, 0) = 15");
    EXPECT_EQ(plain.number, 15u);
    EXPECT_EQ(plain.parts, (std::vector<uint32_t>{10, 5}));
    ASSERT_TRUE(plain.message);
    EXPECT_TRUE(plain.message->flags.empty());
    EXPECT_FALSE(plain.message->controls);
    const auto none = ParseCallOf(begin + "msg_flags=0, msg_control=[]}, MSG_ERRQUEUE) = 0");
    EXPECT_TRUE(none.message->controls->empty());
    const auto full = ParseCallOf(
        begin + "msg_flags=MSG_ERRQUEUE|MSG_TRUNC, msg_control=["
                "{cmsg_level=SOL_TCP, cmsg_type=TCP_CM_INQ, cmsg_data=7},"
                "{cmsg_level=SOL_SOCKET, cmsg_type=SCM_TIMESTAMPING, "
                "cmsg_data={scm_sec=2,scm_nsec=30}},"
                "{cmsg_level=SOL_IP, cmsg_type=IP_RECVERR, cmsg_data={ee_errno=ENOMSG, "
                "ee_origin=SO_EE_ORIGIN_ZEROCOPY, ee_type=0, ee_code=SO_EE_CODE_ZEROCOPY_COPIED, "
                "ee_info=SCM_TSTAMP_ACK, ee_data=6}}]}, MSG_ERRQUEUE) = 0");
    // linux/errqueue.h and asm/errno.h
    EXPECT_EQ(FormatTcpScriptMessage(*full.message),
              "msg_flags=MSG_ERRQUEUE|MSG_TRUNC, msg_control=[{TCP_CM_INQ 7}, "
              "{SCM_TIMESTAMPING 2.00000003 s}, {IP_RECVERR ee_errno=42,ee_origin=5,ee_type=0,"
              "ee_code=1,ee_info=2,ee_data=6}]");
    EXPECT_THROW(ParseCallOf(begin + "msg_flags=0, msg_control=[{cmsg_level=SOL_UDP}]}, 0) = 0"),
                 TcpScriptError);
}

TEST(TcpScriptMessage, AStampMayDifferByTheTolerance)
{
    const TcpScriptMessage expected{.flags = {}, .controls = {{TcpScriptStamp{1000}}}};
    const auto make = [](int64_t time) {
        return TcpScriptMessage{.flags = {}, .controls = {{TcpScriptStamp{time}}}};
    };
    EXPECT_TRUE(IsTcpScriptMessage(expected, make(990), 10));
    EXPECT_TRUE(IsTcpScriptMessage(expected, make(1010), 10));
    EXPECT_FALSE(IsTcpScriptMessage(expected, make(989), 10));
    EXPECT_FALSE(IsTcpScriptMessage(expected, {.flags = {}, .controls = {}}, 10));
    EXPECT_FALSE(IsTcpScriptMessage(expected, {.flags = {"MSG_TRUNC"}, .controls = {}}, 10));
    // Without a list any control message will do, but flags count.
    EXPECT_TRUE(IsTcpScriptMessage({}, make(5), 0));
    EXPECT_FALSE(IsTcpScriptMessage({}, {.flags = {"MSG_TRUNC"}, .controls = {}}, 0));
}

TEST(TcpScriptParser, Conditions)
{
    const auto assertion =
        std::get<TcpScriptAssertion>(ParseOne("+0 %{ cwnd == 2, state == \"Open\" }%").action);
    ASSERT_EQ(assertion.size(), 2u);
    EXPECT_EQ(assertion[0].name, "cwnd");
    EXPECT_EQ(assertion[0].value, TcpScriptValue(2.0));
    EXPECT_EQ(assertion[1].value, TcpScriptValue(std::string("Open")));
    EXPECT_TRUE(HoldsTcpScriptCondition(assertion[0], 2.0));
    EXPECT_FALSE(HoldsTcpScriptCondition(assertion[0], 3.0));
    EXPECT_FALSE(HoldsTcpScriptCondition(assertion[0], std::string("2")));
    const auto less = std::get<TcpScriptAssertion>(ParseOne("+0 %{ rto <= .21 }%").action);
    EXPECT_TRUE(HoldsTcpScriptCondition(less[0], 0.21));
    EXPECT_FALSE(HoldsTcpScriptCondition(less[0], 0.22));
}

TEST(TcpScriptParser, CallsThatBlockHaveAnEnd)
{
    const auto relative = ParseOne("+.1...0.250 accept(3, ..., ...) = 4").time;
    EXPECT_EQ(relative.kind, TcpScriptTime::Kind::RELATIVE);
    EXPECT_EQ(relative.earliest, 100'000'000);
    EXPECT_EQ(relative.end, 250'000'000);
    EXPECT_EQ(ParseOne("0...0.000 read(4, ..., 1000) = 1000").time.end, 0);
    EXPECT_FALSE(ParseOne("0 read(4, ..., 1000) = 1000").time.end);
}

TEST(TcpScriptParser, TransfersInTheirForms)
{
    using Function = TcpScriptCall::Function;
    const auto peeking = ParseCallOf("0 recv(4, ..., 500, MSG_PEEK|MSG_DONTWAIT) = 500");
    EXPECT_EQ(peeking.function, Function::READ);
    EXPECT_EQ(peeking.number, 500u);
    EXPECT_EQ(peeking.flags, (std::vector<std::string>{"MSG_PEEK", "MSG_DONTWAIT"}));
    EXPECT_TRUE(ParseCallOf("0 send(4, NULL, 5, 0) = -1 EFAULT").isNull);
    EXPECT_EQ(ParseCallOf("0 sendto(4, ..., 7, 0, ..., ...) = 7").function, Function::WRITE);
    const auto message = ParseCallOf("0 sendmsg(4, {msg_name(...)=..., msg_iov(2)=[{..., 100}, "
                                     "{..., 20}], msg_flags=0}, MSG_MORE) = 120");
    EXPECT_EQ(message.function, Function::WRITE);
    EXPECT_EQ(message.number, 120u);
    EXPECT_EQ(message.flags, std::vector<std::string>{"MSG_MORE"});
    EXPECT_EQ(ParseCallOf("0 readv(4, [{..., 1}, {..., 2}, {..., 3}], 3) = 6").number, 6u);
    const auto option = ParseCallOf("0 getsockopt(4, SOL_SOCKET, SO_ERROR, [ECONNRESET], [4]) = 0");
    EXPECT_EQ(option.function, Function::GETSOCKOPT);
    EXPECT_EQ(option.number, 104u);
    const auto polled = ParseCallOf(
        "0 poll([{fd=4, events=POLLIN|POLLOUT, revents=POLLOUT}, {fd=5, events=0}], 2, -1) = 1");
    ASSERT_EQ(polled.entries.size(), 2u);
    EXPECT_EQ(polled.entries[0].descriptor, 4);
    EXPECT_EQ(polled.entries[0].events, (std::vector<std::string>{"POLLIN", "POLLOUT"}));
    EXPECT_EQ(polled.entries[0].returned, std::vector<std::string>{"POLLOUT"});
    EXPECT_TRUE(polled.entries[1].events.empty());
}

TEST(TcpScriptParser, MarksUrgentDataAndIcmp)
{
    EXPECT_EQ(ParsePacketOf("0 < [ce] . 1:1(0) ack 1 win 5").ecn, TcpScriptPacket::Ecn::CE);
    EXPECT_EQ(ParsePacketOf("0 > (ect01) . 1:1(0) ack 1").ecn, TcpScriptPacket::Ecn::ECT);
    const auto urgent = ParsePacketOf("0 < U. 1:101(100) ack 1 win 257 urg 100");
    EXPECT_EQ(urgent.flags, TcpScriptPacket::URG | TcpScriptPacket::ACK);
    EXPECT_EQ(urgent.urgent, 100u);
    const auto icmp = std::get<TcpScriptIcmp>(
        ParseOne("0 < icmp unreachable frag_needed mtu 900 [1:11(10)]").action);
    EXPECT_EQ(icmp.type, "unreachable");
    EXPECT_EQ(icmp.code, "frag_needed");
    EXPECT_EQ(icmp.mtu, 900u);
    EXPECT_EQ(icmp.begin, 1u);
    EXPECT_EQ(icmp.length, 10u);
    EXPECT_EQ(GetTcpScriptIcmpNumbers(icmp, false)->type, 3);
    EXPECT_EQ(GetTcpScriptIcmpNumbers(icmp, false)->code, 4);
    EXPECT_FALSE(GetTcpScriptIcmpNumbers(icmp, true));
    const auto plain = std::get<TcpScriptIcmp>(ParseOne("0 < icmp packet_too_big mtu 1280").action);
    EXPECT_EQ(plain.code, "");
    EXPECT_EQ(GetTcpScriptIcmpNumbers(plain, true)->type, 2);
}

TEST(TcpScriptParser, CommandsBeforeBetweenAndAfterEvents)
{
    const TcpScript script = ParseTcpScript("--strict_segments\n`first\n second // no comment`\n"
                                            "0 close(3) = 0\n+0 `between`\n`last`\n",
                                            "s.pkt");
    ASSERT_EQ(script.settings.size(), 1u);
    EXPECT_EQ(script.settings[0].value, "");
    ASSERT_EQ(script.setup.size(), 1u);
    EXPECT_EQ(script.setup[0].line, 2u);
    EXPECT_EQ(script.setup[0].text, "first\n second // no comment");
    ASSERT_EQ(script.events.size(), 2u);
    EXPECT_EQ(std::get<TcpScriptCommand>(script.events[1].action).text, "between");
    ASSERT_EQ(script.cleanup.size(), 1u);
    EXPECT_EQ(script.cleanup[0].line, 6u);
}

TEST(TcpScriptParser, PythonBlocks)
{
    const auto block = std::get<TcpScriptPython>(
        ParseOne("0 %{\n print(tcpi_rtt); limit = 5\nlimit += 1 # six\n"
                 "assert 1 <= cwnd <= limit, 'cwnd; %d' % cwnd\nassert \\\n  cwnd }%")
            .action);
    using Kind = TcpScriptStatement::Kind;
    ASSERT_EQ(block.size(), 5u);
    EXPECT_EQ(block[0].kind, Kind::PRINT);
    EXPECT_EQ(block[0].line, 2u);
    EXPECT_EQ(block[1].kind, Kind::ASSIGN);
    EXPECT_EQ(block[1].name, "limit");
    EXPECT_EQ(block[2].line, 3u);
    EXPECT_EQ(block[3].kind, Kind::ASSERT);
    EXPECT_EQ(block[3].line, 4u);
    EXPECT_EQ(block[4].line, 5u);
    EXPECT_EQ(block[4].expression.name, "cwnd");
    const std::string deep(101, '(');
    EXPECT_EQ(GetError("0 %{ assert " + deep + "1" + std::string(101, ')') + " }%"),
              "wrong.pkt:1:113: expected at most 100 open parentheses");
}

TEST(TcpScriptParser, SettingsCommentsAndLines)
{
    const TcpScript script = ParseTcpScript("// head\n--mtu=1500\n"
                                            "--ns3::TcpSocket::InitialCwnd=2\n"
                                            "/* two\nlines */ 0 close(3) = 0 // rest\n"
                                            "+1 < . 1:1(0)\n   ack 1 win 5\n",
                                            "s.pkt");
    ASSERT_EQ(script.settings.size(), 2u);
    EXPECT_EQ(script.settings[0].name, "mtu");
    EXPECT_EQ(script.settings[1].name, "ns3::TcpSocket::InitialCwnd");
    EXPECT_EQ(script.settings[1].value, "2");
    EXPECT_EQ(script.settings[1].line, 3u);
    ASSERT_EQ(script.events.size(), 2u);
    EXPECT_EQ(script.events[0].line, 5u);
    EXPECT_EQ(script.events[1].line, 6u);
}

// As in packetdrill, where flags and number are independent.
TEST(TcpScriptParser, AckNumberWithoutItsFlag)
{
    const auto packet = ParsePacketOf("0 < F 2:2(0) ack 2 win 5");
    EXPECT_EQ(packet.flags, TcpScriptPacket::FIN);
    EXPECT_EQ(packet.ack, 2u);
}

TEST(TcpScriptParser, ErrorsSayWhereAndWhatWasExpected)
{
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"close(3) = 0", "1:1: expected a time: seconds up to 1000000, + and seconds, or *"},
        {"0 close(3) = 0\n+0 `ls", "2:7: expected '`' behind the command"},
        {"0 ls(3) = 0", "1:3: expected '<', '>', '%{', or a call: "},
        {"0 closed(3) = 0", "1:3: expected '<', '>', '%{', or a call: "},
        {"0 close(three) = 0", "1:9: expected a file descriptor, such as 3"},
        {"0 close(3)", "1:11: expected '=' and the result"},
        {"0 shutdown(3, SHUT) = 0", "1:15: expected SHUT_RD, SHUT_WR or SHUT_RDWR"},
        {"0 setsockopt(3, SOL_TCP, TCP_MD5, [1], 4) = 0",
         "1:26: expected TCP_NODELAY, TCP_MAXSEG, TCP_CORK, "},
        {"\n0 > X 1:1(0)", "2:5: expected flags, out of S F R P . E W, or -"},
        {"0 > . 1:2(0) ack 1", "1:11: expected a length that is end minus begin"},
        {"0 > . 1:1(0)", "1:3: expected the flag '.' and an ack number together, or neither"},
        {"0 > F 2:2(0) ack 2", "1:3: expected the flag '.' and an ack number together, or neither"},
        {"0 < . 1:1(0) ack 1", "1:3: expected win and a number in an injected packet"},
        {"0 < . 1:1(0) ack 1 win 65536", "1:3: expected a window of at most 65535"},
        {"0 < . 1:1(0) ack 1 win 5 <...>", "1:3: expected the options of an injected packet"},
        {"0 < . 1:1(0) ack 1 win 5 <TS val 5>", "1:3: expected both timestamps in an injected"},
        {"0 > . 1:1(0) ack 1 <nop,mss>", "1:28: expected a segment size from 0 to 65535"},
        {"0 > . 1:1(0) ack 1 <nop nop>", "1:25: expected ',' or '>'"},
        {"0 > . 1:1(0) ack 1 <wscale 256>", "1:28: expected a window scale from 0 to 14"},
        {"0 < S 0:0(0) win 5 <wscale 15>", "1:28: expected a window scale from 0 to 14"},
        {"0 > . 1:1(0) ack 1 <sack 1:9 2:9 3:9 4:9 5:9>", "1:3: expected at most 40 bytes of"},
        {"* < . 1:1(0) ack 1 win 5", "1:1: expected one point in time: only an expected packet"},
        {"2~1 > . 1:1(0) ack 1", "1:1: expected a range that does not end early"},
        {"+1~2 > . 1:1(0) ack 1", "1:4: expected '+' as before '~'"},
        {"1e3 close(3) = 0", "1:2: expected '<', '>', '%{', or a call"},
        {"9999999 close(3) = 0", "1:1: expected a time: seconds up to 1000000"},
        {"0 %{ cwnd = 2 }%", "1:11: expected ==, !=, <, <=, > or >="},
        {"0 %{ cwnd == }%", "1:14: expected a number or a name in quotes"},
        {"--mtu\n0 close(3) = 0", "1:6: expected '='"},
        {"0...1 > . 1:1(0) ack 1", "1:1: expected a time without an end: only a call can block"},
        {"0...x close(3) = 0", "1:5: expected a number of seconds up to 1000000"},
        {"1...0.5 read(3, ..., 1) = 1", "1:1: expected a range that does not end early"},
        {"0 < icmp", "1:9: expected an ICMP type, such as unreachable"},
        {"0 < icmp wrong", "1:3: expected an ICMP error: unreachable, packet_too_big, "},
        {"0 < icmp unreachable nowhere", "1:3: expected a code of ICMP unreachable, such as "},
        {"0 < icmp unreachable mtu 70000", "1:26: expected an MTU from 0 to 65535"},
        {"0 < icmp unreachable [1:9(9)]", "1:27: expected a length that is end minus begin"},
        {"0 > icmp unreachable", "1:3: expected '<': only the peer sends ICMP"},
        {"0 < [ect2] . 1:1(0) ack 1 win 5", "1:6: expected noecn, ect0, ect1, ect01 or ce"},
        {"0 < [ect01] . 1:1(0) ack 1 win 5", "1:3: expected ect0 or ect1 in an injected packet"},
        {"0 < . 1:1(0) ack 1 win 5 urg 5", "1:3: expected the flag U where urg is"},
        {"0 < . 1:70001(70000) ack 1 win 5", "1:3: expected at most 65455 bytes of data"},
        {"0 %{ assert }%", "1:13: expected an expression of numbers, texts and names"},
        {"0 %{ assert cwnd == }%", "1:21: expected a number, a text, a name or '('"},
        {"0 %{ assert (cwnd }%", "1:19: expected ')'"},
        {"0 %{ assert 1 2 }%", "1:15: expected the end of the statement"},
        {"0 %{ assert 1", "1:14: expected the end of the statement"},
        {"0 %{ print(1); cwnd }%", "1:21: expected '=' or '+='"},
        {"0 recv(3, ..., 5, MSG_FAST) = 5", "1:19: expected 0 or flags: MSG_PEEK, "},
        {"0 ioctl(3, SIOCX, [1]) = 0", "1:12: expected SIOCINQ or FIONREAD"},
        {"0 poll([{fd=3, events=POLLX}], 1, 0) = 1", "1:23: expected 0, POLLIN, "},
        {"0 > . 1:99999999999(0)", "1:9: expected a number from 0 to 4294967295"},
    };
    for (const auto& [text, message] : wrong)
    {
        EXPECT_EQ(GetError(text).substr(0, 10 + message.size()), "wrong.pkt:" + message) << text;
    }
}

TEST(TcpScriptParser, DamagedScriptsAreParsedOrRefused)
{
    const std::string script =
        "--mtu=1500\n/* \xc3\xa4 */ 0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
        "+.1 < S. 0:0(0) ack 1 win 5 <mss 9,sackOK,TS val 1 ecr 2>\n"
        "*   > . 1:9(8) ack 1 win * <nop,sack 1:2 3:4> // b\n"
        "1 setsockopt(3, SOL_TCP, TCP_NODELAY, [1], 4) = -1 EX (c d)\n"
        "1 %{ a == 1.5, b != \"c\" }%\n"
        "+0...1 recv(3, ..., 9, MSG_PEEK) = -1 EWOULDBLOCK\n"
        "+0 < icmp unreachable frag_needed mtu 900 [1:11(10)]\n"
        "+0 > [ect0] U. 1:11(10) ack 1 urg 5 <...>\n"
        "+0 `sysctl -q \"x\"=$((1+2))`\n"
        "+0 %{ assert (a + 1) * 2 == -3 and not 'b', 'x'\nc += 0x1f % 4 }%\n";
    ASSERT_EQ(GetError(script), "accepted");
    const std::string replacements("\0 *9-~/\"<\xff", 10);
    for (size_t k = 0; k < script.size(); ++k)
    {
        GetError(script.substr(0, k));
        GetError(script.substr(k));
        for (const char replacement : replacements)
        {
            std::string damaged = script;
            damaged[k] = replacement;
            GetError(damaged); // any other exception fails the test
        }
    }
}

TEST(TcpScriptParser, LongScriptsTakeTimeInProportion)
{
    std::string text;
    for (int k = 0; k < 20000; ++k)
    {
        text += "+.001 < . 1:1(0) ack 1001 win 32000 <nop,nop,sack 2001:3001 4001:5001>\n";
    }
    const auto start = std::chrono::steady_clock::now();
    const TcpScript script = ParseTcpScript(text, "long.pkt");
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    ASSERT_EQ(script.events.size(), 20000u);
    EXPECT_EQ(script.events.back().line, 20000u);
    // Counting the lines anew for each event took over 20 s.
    EXPECT_LT(seconds.count(), 5.0);
}

TEST(TcpScriptParser, NamesAreReplacedInWordsOfAnyLength)
{
    const std::string text = "// " + std::string(1'000'000, 'a') + "\n+LATER close(F_D) = 0\n";
    const TcpScript script =
        ParseTcpScript(text, "a.pkt", {{"LATER", "5"}, {"F_D", "3"}, {"a", "b"}});
    ASSERT_EQ(script.events.size(), 1u);
    EXPECT_EQ(script.events[0].line, 2u);
    EXPECT_THROW(ParseTcpScript("+LATER_ close(3) = 0\n", "a.pkt", {{"LATER", "5"}}),
                 TcpScriptError)
        << "another word";
}

TEST(TcpScriptParser, FilesThatCannotBeRead)
{
    // Nothing can be in a device.
    EXPECT_THROW(ReadTcpScript("/dev/null/a.pkt"), TcpScriptError);
    EXPECT_THROW(ReadTcpScript("/"), TcpScriptError);
}

TEST(TcpScriptPacket, PrintsWhatItParses)
{
    for (const std::string text : {"> P. 1:1449(1448) ack 1 <...>",
                                   "> S 0:0(0) <mss 1460,sackOK,TS val 0 ecr 0,nop,wscale 2>",
                                   "< . 1:1(0) ack 1449 win 5792 <nop,nop,sack 2897:4345>",
                                   "> - 7:7(0)",
                                   "> FR. 4294967295:0(1) ack 0"})
    {
        EXPECT_EQ(FormatTcpScriptPacket(ParsePacketOf("0 " + text)), text);
    }
}

TEST(TcpScriptPacket, NamesTheDifference)
{
    const auto difference = [](const std::string& expected, const std::string& actual) {
        return FindTcpScriptPacketDifference(ParsePacketOf("0 > " + expected),
                                             ParsePacketOf("0 > " + actual));
    };
    EXPECT_EQ(difference(". 1:1(0) ack 1", ". 1:1(0) ack 1 win 77"), "");
    EXPECT_EQ(difference(". 1:1(0) ack 1", ". 1:1(0) ack 1 <TS val 1 ecr 2>"), "options");
    EXPECT_EQ(difference(". 1:1(0) ack 1 <...>", ". 1:1(0) ack 1 <TS val 1 ecr 2>"), "");
    EXPECT_EQ(difference(". 1:1(0) ack 1 <TS ecr 2>", ". 1:1(0) ack 1 <TS val 1 ecr 2,nop>"), "");
    EXPECT_EQ(difference(". 1:1(0) ack 1 <TS ecr 3>", ". 1:1(0) ack 1 <TS val 1 ecr 2>"),
              "options");
    EXPECT_EQ(difference("S 0:0(0) <mss 9,sackOK>", "S 0:0(0) <sackOK,mss 9>"), "");
    EXPECT_EQ(difference("P. 1:9(8) ack 1 win 5", "F. 2:4(2) ack 2 win 6"),
              "flags, sequence number, length, ack, win");
    EXPECT_EQ(difference(". 1:1(0) ack 1 <sack 1:2 3:4>", ". 1:1(0) ack 1 <sack 3:4 1:2>"),
              "options");
    EXPECT_EQ(difference("U. 1:9(8) ack 1 urg 8", "U. 1:9(8) ack 1 urg 7"), "urg");
    EXPECT_EQ(difference("U. 1:9(8) ack 1 urg 8", "U. 1:9(8) ack 1 urg 8"), "");
}

// RFC 3168, 5: ECT(0) and ECT(1) both say that the transport is capable of ECN.
TEST(TcpScriptPacket, Ect01FitsEitherCodePoint)
{
    const auto difference = [](const std::string& expected, const std::string& actual) {
        return FindTcpScriptPacketDifference(ParsePacketOf("0 > " + expected + ". 1:1(0) ack 1"),
                                             ParsePacketOf("0 > " + actual + ". 1:1(0) ack 1"));
    };
    const std::vector<std::string> marks{"[noecn] ", "[ect0] ", "[ect1] ", "[ce] "};
    for (const auto& actual : marks)
    {
        const bool isEct = actual == "[ect0] " || actual == "[ect1] ";
        EXPECT_EQ(difference("[ect01] ", actual), isEct ? "" : "ECN") << actual;
        EXPECT_EQ(difference("", actual), "") << "a script without a mark";
        for (const auto& expected : marks)
        {
            EXPECT_EQ(difference(expected, actual), expected == actual ? "" : "ECN");
        }
    }
}
