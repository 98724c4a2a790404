// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-call-grammar.h"

#include "tcp-script-event-grammar.h"
#include "tcp-script-message-grammar.h"

namespace ns3::tcpscript
{

namespace
{

// Calls are written as strace prints them, which packetdrill's parser reads (parser.y,
// syscall_spec). packetdrill takes any arguments and lets each call look at them when it runs; here
// the grammar knows the arguments of each function, and what it does not know is refused at once,
// with the words that could have stood there.

using Call = TcpScriptCall;
using Function = TcpScriptCall::Function;

const auto OPEN = Need("'('", x3::lit('('));
const auto CLOSE = Need("')'", x3::lit(')'));
const auto COMMA = Need("','", x3::lit(','));
/// An argument that packetdrill fills in itself: address, length or buffer.
const auto ANY = Need("'...'", x3::lit("..."));
const auto DESCRIPTOR = Need("a file descriptor, such as 3", x3::int_[Set(&Call::descriptor)]);
const auto COUNT = Need("a number from 0 to 4294967295", NUMBER[Set(&Call::number)]);
/// An address and its length. A script has one peer, so that neither needs to be written.
const auto ADDRESS = COMMA >> ANY >> COMMA >> ANY;

/// A function by one of its names: variants such as recv() and read() do the same here.
auto
Named(const char* word, Function function)
{
    return Word(word)[Set(&Call::function, function)] >> OPEN;
}

/// One of a few words, kept as the call's option.
auto
Choice(const char* word)
{
    return Word(word)[([word](auto& context) { x3::_val(context).option = word; })];
}

/// One of a few words, added to the call's flags.
auto
Flag(const char* word)
{
    return Word(word)[([word](auto& context) { x3::_val(context).flags.push_back(word); })];
}

/// The address family is that of the setting ip_version, hence `...`; type and protocol are those
/// of TCP, the only one that scripts are for. Another protocol tests the error.
const auto SOCKET = Named("socket", Function::SOCKET) >> ANY >> COMMA >>
                    Need("SOCK_STREAM", Word("SOCK_STREAM")) >> COMMA >>
                    Need("IPPROTO_TCP or IPPROTO_UDP", Word("IPPROTO_TCP") | Choice("IPPROTO_UDP"));

/// accept() gives an address back; packetdrill does not look at it either.
const auto WITH_ADDRESS = (Named("bind", Function::BIND) | Named("connect", Function::CONNECT) |
                           Named("accept", Function::ACCEPT)) >>
                          DESCRIPTOR >> ADDRESS;

/// A null pointer tests EFAULT.
const auto BUFFER = Need("'...' or NULL", "..." | Word("NULL")[Set(&Call::isNull, true)]);

/// Some scripts write MSG_FASTOPEN as a number.
const auto ADD_FAST_OPEN = [](auto& context) {
    x3::_val(context).flags.emplace_back("MSG_FASTOPEN");
};

/// Flags that scripts use. A system that has not got one says so when the call is made.
const auto FLAG_NAMES =
    Need("0 or flags: MSG_PEEK, MSG_DONTWAIT, MSG_WAITALL, MSG_MORE, MSG_NOSIGNAL, MSG_EOR, "
         "MSG_FASTOPEN, MSG_ZEROCOPY, MSG_ERRQUEUE",
         (x3::lit("0x20000000") >> x3::eps[ADD_FAST_OPEN]) | "0x0" | x3::lit('0') |
             ((Flag("MSG_PEEK") | Flag("MSG_DONTWAIT") | Flag("MSG_WAITALL") | Flag("MSG_MORE") |
               Flag("MSG_NOSIGNAL") | Flag("MSG_EOR") | Flag("MSG_FASTOPEN") |
               Flag("MSG_ZEROCOPY") | Flag("MSG_ERRQUEUE")) %
              '|'));

/// Unlike recv() and send(), these take any file.
const auto OF_ANY_FILE = x3::eps[([](auto& context) { x3::_val(context).isOfAnyFile = true; })];

const auto TRANSFER = (Named("write", Function::WRITE) | Named("read", Function::READ)) >>
                      OF_ANY_FILE >> DESCRIPTOR >> COMMA >> BUFFER >> COMMA >> COUNT;

const auto TRANSFER_WITH_FLAGS = (Named("send", Function::WRITE) | Named("recv", Function::READ)) >>
                                 DESCRIPTOR >> COMMA >> BUFFER >> COMMA >> COUNT >> COMMA >>
                                 FLAG_NAMES;

const auto TRANSFER_WITH_ADDRESS = (Named("sendto", Function::WRITE) |
                                    Named("recvfrom", Function::READ)) >>
                                   DESCRIPTOR >> COMMA >> BUFFER >> COMMA >> COUNT >> COMMA >>
                                   FLAG_NAMES >> COMMA >>
                                   Need("'...' or AF_UNSPEC", "..." | Choice("AF_UNSPEC")) >> COMMA
                                   >> ANY;

/// To TCP the bytes of all buffers of a list are one run of bytes, but a kernel that does not copy
/// them has a fragment for each.
const auto ADD_COUNT = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) <= UINT32_MAX - x3::_val(context).number;
    x3::_val(context).number += x3::_attr(context);
    x3::_val(context).parts.push_back(x3::_attr(context));
};

/// struct iovec, as in [{..., 1000}, {..., 500}].
const auto PARTS = Need("'['", x3::lit('[')) >>
                   (Need("'{'", x3::lit('{')) >> ANY >> COMMA >>
                    Need("a number of bytes, up to 4294967295 in all", NUMBER[ADD_COUNT]) >>
                    Need("'}'", x3::lit('}'))) %
                       ',' >>
                   Need("',' or ']'", x3::lit(']'));

/// packetdrill refuses another number, too.
const auto CHECK_BUFFERS = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) == x3::_val(context).parts.size();
};
const auto CHECK_ANNOUNCED = [](auto& context) {
    x3::_pass(context) = x3::_val(context).announced == x3::_val(context).parts.size();
};

const auto TRANSFER_OF_PARTS = (Named("writev", Function::WRITE) |
                                Named("readv", Function::READ)) >>
                               OF_ANY_FILE >> DESCRIPTOR >> COMMA >> PARTS >> COMMA >>
                               Need("the number of buffers", NUMBER[CHECK_BUFFERS]);

const auto SET_MESSAGE = [](auto& context) { x3::_val(context).message = x3::_attr(context); };

/// struct msghdr, with its buffers.
const auto MESSAGE =
    Need("'{'", x3::lit('{')) >> Need("msg_name(...)=...", Word("msg_name") >> OPEN >> ANY) >> CLOSE
    >> Need("'='", x3::lit('=')) >> ANY >> COMMA >>
    Need("msg_iov(n)=[...]", Word("msg_iov") >> OPEN >> NUMBER[Set(&Call::announced)]) >> CLOSE >>
    Need("'='", x3::lit('=')) >> PARTS >>
    Need("as many buffers as msg_iov(n) says", x3::eps[CHECK_ANNOUNCED]) >> COMMA;

const auto RECEIVE_MESSAGE = Named("recvmsg", Function::READ) >> DESCRIPTOR >> COMMA >> MESSAGE >>
                             RECEIVED[SET_MESSAGE] >> Need("',' or '}'", x3::lit('}')) >> COMMA
                             >> FLAG_NAMES;

/// Control data of a message that is sent would be that of other protocols.
const auto SEND_MESSAGE = Named("sendmsg", Function::WRITE) >> DESCRIPTOR >> COMMA >> MESSAGE >>
                          Need("msg_flags=0", Word("msg_flags") >> '=' >> '0') >>
                          Need("'}': no control data", x3::lit('}')) >> COMMA >> FLAG_NAMES;

const auto LISTEN = Named("listen", Function::LISTEN) >> DESCRIPTOR >> COMMA >> COUNT;

const auto CLOSE_CALL = Named("close", Function::CLOSE) >> DESCRIPTOR;

/// The direction is kept as the call's option.
const auto SHUTDOWN = Named("shutdown", Function::SHUTDOWN) >> DESCRIPTOR >> COMMA >>
                      Need("SHUT_RD, SHUT_WR or SHUT_RDWR",
                           Choice("SHUT_RD") | Choice("SHUT_WR") | Choice("SHUT_RDWR"));

/// Options of any socket.
const auto SOCKET_LEVEL = Word("SOL_SOCKET") >> COMMA >>
                          Need("SO_REUSEADDR, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_ERROR, "
                               "SO_MARK, SO_ZEROCOPY or SO_TIMESTAMPING",
                               Choice("SO_REUSEADDR") | Choice("SO_SNDBUF") | Choice("SO_RCVBUF") |
                                   Choice("SO_KEEPALIVE") | Choice("SO_ERROR") | Choice("SO_MARK") |
                                   Choice("SO_ZEROCOPY") | Choice("SO_TIMESTAMPING"));

/// The sockets of ns-3 have none but the first three: scripts may ask, and hear that there is no
/// such option.
const auto TCP_LEVEL =
    (Word("SOL_TCP") | Word("IPPROTO_TCP")) >> COMMA >>
    Need("TCP_NODELAY, TCP_MAXSEG, TCP_CORK, TCP_USER_TIMEOUT, TCP_NOTSENT_LOWAT, TCP_INQ, "
         "TCP_FASTOPEN, TCP_FASTOPEN_CONNECT, TCP_FASTOPEN_NO_COOKIE, TCP_SYNCNT, TCP_KEEPIDLE, "
         "TCP_KEEPINTVL or TCP_KEEPCNT",
         Choice("TCP_NODELAY") | Choice("TCP_MAXSEG") | Choice("TCP_CORK") |
             Choice("TCP_USER_TIMEOUT") | Choice("TCP_NOTSENT_LOWAT") | Choice("TCP_INQ") |
             Choice("TCP_FASTOPEN_CONNECT") | Choice("TCP_FASTOPEN_NO_COOKIE") |
             Choice("TCP_FASTOPEN") | Choice("TCP_SYNCNT") | Choice("TCP_KEEPIDLE") |
             Choice("TCP_KEEPINTVL") | Choice("TCP_KEEPCNT"));

/// TOS sets the ECN field as well; the other one switches path MTU discovery.
const auto IP_LEVEL = (Word("SOL_IP") | Word("IPPROTO_IP")) >> COMMA >>
                      Need("IP_TOS, IP_MTU_DISCOVER or IP_FREEBIND",
                           Choice("IP_TOS") | Choice("IP_MTU_DISCOVER") | Choice("IP_FREEBIND"));

const auto LEVEL_AND_OPTION =
    Need("SOL_SOCKET, SOL_TCP, IPPROTO_TCP or SOL_IP", SOCKET_LEVEL | TCP_LEVEL | IP_LEVEL);

/// Values that scripts write by name: SO_ERROR gives an errno, IP_MTU_DISCOVER a mode.
struct OptionValues : x3::symbols<uint32_t>
{
    OptionValues()
    {
        add("IP_PMTUDISC_DONT", 0)("IP_PMTUDISC_WANT", 1)("IP_PMTUDISC_DO", 2);
        for (const auto& [name, number] : TCP_SCRIPT_ERRORS)
        {
            add(name, number);
        }
    }
} const OPTION_VALUES;

/// Flags of SO_TIMESTAMPING (linux/net_tstamp.h).
struct StampFlags : x3::symbols<uint32_t>
{
    StampFlags()
    {
        add("SOF_TIMESTAMPING_TX_SOFTWARE", 1 << 1)("SOF_TIMESTAMPING_RX_SOFTWARE", 1 << 3);
        add("SOF_TIMESTAMPING_SOFTWARE", 1 << 4)("SOF_TIMESTAMPING_OPT_ID", 1 << 7);
        add("SOF_TIMESTAMPING_TX_SCHED", 1 << 8)("SOF_TIMESTAMPING_TX_ACK", 1 << 9);
        add("SOF_TIMESTAMPING_OPT_TSONLY", 1 << 11);
    }
} const STAMP_FLAGS;

const auto ADD_VALUE = [](auto& context) { x3::_val(context).number |= x3::_attr(context); };

const auto OPTION_VALUE =
    Need("'['", x3::lit('[')) >>
    Need("a number from 0 to 4294967295, the name of an error that a socket can have, "
         "IP_PMTUDISC_DONT, IP_PMTUDISC_WANT, IP_PMTUDISC_DO or flags of SO_TIMESTAMPING",
         NUMBER[Set(&Call::number)] |
             x3::lexeme[OPTION_VALUES[Set(&Call::number)] >> !NAME_CHARACTER] |
             (x3::lexeme[STAMP_FLAGS[ADD_VALUE] >> !NAME_CHARACTER] % '|')) >>
    Need("']'", x3::lit(']'));

/// Bytes of a text, of which those that cannot be printed are written as in "\xf7".
const auto ADD_BYTE = [](auto& context) {
    x3::_val(context).text += static_cast<char>(x3::_attr(context));
};
const auto BYTES = x3::lexeme[x3::lit('"') >>
                              *((x3::lit("\\x") >> x3::uint_parser<uint8_t, 16, 2, 2>{}[ADD_BYTE]) |
                                (x3::char_ - '"' - '\\' - x3::eol)[ADD_BYTE]) >>
                              '"'];

struct Sizes : x3::symbols<uint32_t>
{
    Sizes()
    {
        add("1", 1)("4", 4);
    }
} const SIZES;

/// The value is an int, except that some scripts give an option of one byte, and that a key has
/// bytes.
const auto SETSOCKOPT = Named("setsockopt", Function::SETSOCKOPT) >> DESCRIPTOR >> COMMA >>
                        (((Word("SOL_TCP") | Word("IPPROTO_TCP")) >> ',' >>
                          Choice("TCP_FASTOPEN_KEY") >> COMMA >> Need("a text in quotes", BYTES) >>
                          COMMA >> COUNT) |
                         (LEVEL_AND_OPTION >> COMMA >> OPTION_VALUE >> COMMA >>
                          Need("4 or 1, the size of the value", SIZES[Set(&Call::optionSize)])));

/// What stands in brackets is what the call must store there.
const auto GETSOCKOPT = Named("getsockopt", Function::GETSOCKOPT) >> DESCRIPTOR >> COMMA >>
                        LEVEL_AND_OPTION >> COMMA >> OPTION_VALUE >> COMMA >>
                        Need("[4], the size of the value", '[' >> x3::lit('4') >> ']');

/// Of all flags only O_NONBLOCK has a meaning here; scripts set O_RDWR with it.
const auto FCNTL = Named("fcntl", Function::FCNTL) >> DESCRIPTOR >> COMMA >>
                   Need("F_GETFL or F_SETFL",
                        Choice("F_GETFL") | (Choice("F_SETFL") >> COMMA >>
                                             Need("O_RDONLY, O_WRONLY, O_RDWR or O_NONBLOCK",
                                                  (Flag("O_NONBLOCK") | Word("O_RDONLY") |
                                                   Word("O_WRONLY") | Word("O_RDWR")) %
                                                      '|')));

/// Both names are of one request: how many bytes can be read.
const auto IOCTL = Named("ioctl", Function::IOCTL) >> DESCRIPTOR >> COMMA >>
                   Need("SIOCINQ or FIONREAD", Choice("SIOCINQ") | Choice("FIONREAD")) >> COMMA
                   >> OPTION_VALUE;

const auto ADD_ENTRY = [](auto& context) {
    x3::_val(context).entries.push_back(x3::_attr(context));
};

const auto CHECK_ENTRIES = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) == x3::_val(context).entries.size();
};
const auto TIMEOUT = Need("a timeout, milliseconds", x3::int_[Set(&Call::timeout)]);

const auto POLL = Named("poll", Function::POLL) >>
                  Need("'['", x3::lit('[')) >> POLL_ENTRY[ADD_ENTRY] % ',' >>
                  Need("',' or ']'", x3::lit(']')) >> COMMA >>
                  Need("the number of descriptors", NUMBER[CHECK_ENTRIES]) >> COMMA >> TIMEOUT;

const auto SECOND = Need("a file descriptor, such as 3", x3::int_[Set(&Call::second)]);

/// The size means nothing since Linux 2.6.8.
const auto EPOLL_CREATE = Named("epoll_create", Function::EPOLL_CREATE) >> COUNT;

const auto EPOLL_CTL = Named("epoll_ctl", Function::EPOLL_CTL) >> DESCRIPTOR >> COMMA >>
                       Need("EPOLL_CTL_ADD, EPOLL_CTL_MOD or EPOLL_CTL_DEL",
                            Choice("EPOLL_CTL_ADD") | Choice("EPOLL_CTL_MOD") |
                                Choice("EPOLL_CTL_DEL")) >>
                       COMMA >> SECOND >> COMMA >> WATCHED[ADD_ENTRY];

const auto EPOLL_WAIT = Named("epoll_wait", Function::EPOLL_WAIT) >> DESCRIPTOR >> COMMA >>
                        HAPPENED[ADD_ENTRY] >> COMMA >> COUNT >> COMMA >> TIMEOUT;

const auto OPEN_CALL = Named("open", Function::OPEN) >> Need("a path in quotes", BYTES) >> COMMA >>
                       Need("O_RDONLY, O_WRONLY or O_RDWR",
                            Choice("O_RDONLY") | Choice("O_WRONLY") | Choice("O_RDWR"));

const auto PIPE = Named("pipe", Function::PIPE) >> Need("'['", x3::lit('[')) >> DESCRIPTOR >> COMMA
                  >> SECOND >> Need("']'", x3::lit(']'));

/// The file is sent from its beginning.
const auto SENDFILE = Named("sendfile", Function::SENDFILE) >> DESCRIPTOR >> COMMA >> SECOND >>
                      COMMA >> Need("[0]", '[' >> x3::lit('0') >> ']') >> COMMA >> COUNT;

const auto SPLICE = Named("splice", Function::SPLICE) >> DESCRIPTOR >> COMMA >>
                    Need("NULL", Word("NULL")) >> COMMA >> SECOND >> COMMA >>
                    Need("NULL", Word("NULL")) >> COMMA >> COUNT >> COMMA >>
                    Need("0", x3::lit('0'));

/// The name of errno, and its explanation as strace prints it.
const auto ERROR_NAME = IDENTIFIER[Set(&Call::error)];
const auto EXPLANATION = '(' >> x3::omit[*(x3::char_ - ')')] >> CLOSE;

/// Results may be those of calls that count bytes, up to 4294967295, or -1.
const x3::int_parser<int64_t> INTEGER;
const auto RESULT = Need("'=' and the result", x3::lit('=')) >>
                    Need("a number",
                         (x3::lit("0x") >> x3::uint_parser<uint32_t, 16>{}[Set(&Call::result)]) |
                             INTEGER[Set(&Call::result)]) >>
                    -ERROR_NAME >> -EXPLANATION;

/// The function's name distinguishes the alternatives; from the parenthesis on, `Need` leaves no
/// way back, so that the mistake is named where it is and not at the beginning of the call.
const auto CALL = x3::rule<struct CallRule, Call>{"call"} =
    Need("'<', '>', '%{', or a call: socket, bind, listen, connect, accept, read, readv, recv, "
         "recvfrom, recvmsg, write, writev, send, sendto, sendmsg, close, shutdown, setsockopt, "
         "getsockopt, fcntl, ioctl, poll, epoll_create, epoll_ctl, epoll_wait, open, pipe, "
         "sendfile or splice",
         SOCKET | WITH_ADDRESS | TRANSFER | TRANSFER_WITH_FLAGS | TRANSFER_WITH_ADDRESS |
             TRANSFER_OF_PARTS | RECEIVE_MESSAGE | SEND_MESSAGE | LISTEN | CLOSE_CALL | SHUTDOWN |
             SETSOCKOPT | GETSOCKOPT | FCNTL | IOCTL | POLL | EPOLL_CREATE | EPOLL_CTL |
             EPOLL_WAIT | OPEN_CALL | PIPE | SENDFILE | SPLICE) >>
    CLOSE >> RESULT;

} // namespace

TcpScriptCall
ParseCall(Iterator& position, Iterator end)
{
    TcpScriptCall call;
    x3::phrase_parse(position, end, CALL, SKIPPER, call, x3::skip_flag::dont_post_skip);
    return call;
}

} // namespace ns3::tcpscript
