// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_H
#define TCP_SCRIPT_H

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * A file that is not a packet script, or that cannot be read. The text is one line: the file, line
 * and column, and what was expected there.
 */
class TcpScriptError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup tcp-script
 * When an event of a packet script happens, in nanoseconds.
 */
struct TcpScriptTime
{
    /// What the times count from.
    enum class Kind
    {
        ABSOLUTE, ///< the start of the script
        RELATIVE, ///< the event before
        ANY       ///< written `*`: whenever the packet comes
    };

    Kind kind{Kind::ABSOLUTE}; ///< what the times count from
    int64_t earliest{0};       ///< first permitted time, ns
    int64_t latest{0};         ///< last permitted time, ns; the same unless a range is written
    /// When a call that blocks must return, ns, counted as the others; none: it does not block.
    std::optional<int64_t> end;
};

/**
 * @ingroup tcp-script
 * A TCP option of a packet. Sequence numbers and timestamps are those of the script.
 */
struct TcpScriptOption
{
    /// The option kinds of RFC 793, 7323, 2018, 2385 and 7413.
    enum class Kind
    {
        END_OF_LIST,           ///< `eol`
        NO_OPERATION,          ///< `nop`
        MAXIMUM_SEGMENT_SIZE,  ///< `mss`: bytes
        WINDOW_SCALE,          ///< `wscale`: shift
        SACK_PERMITTED,        ///< `sackOK`
        SACK,                  ///< `sack`: blocks
        TIMESTAMPS,            ///< `TS val ... ecr ...`: ticks
        MD5_SIGNATURE,         ///< `md5`: digest
        FAST_OPEN,             ///< `FO`: cookie
        FAST_OPEN_EXPERIMENTAL ///< `FOEXP`: cookie, in an experimental option
    };

    Kind kind{Kind::END_OF_LIST};  ///< which option
    std::optional<uint32_t> value; ///< size, shift or timestamp; none in a timestamp: any
    std::optional<uint32_t> echo;  ///< timestamp echo; none: any
    std::vector<std::pair<uint32_t, uint32_t>> blocks; ///< SACK blocks, first byte and end
    std::string bytes; ///< cookie or digest, hexadecimal; an empty cookie is a request for one

    /// @param other another option
    /// @return whether both have the same kind and contents
    bool operator==(const TcpScriptOption& other) const = default;
};

/**
 * @ingroup tcp-script
 * A TCP packet in script notation.
 */
struct TcpScriptPacket
{
    /// Flag bits as in the TCP header (RFC 793, RFC 3168).
    enum Flag : uint8_t
    {
        FIN = 1,  ///< `F`: the sender writes no more
        SYN = 2,  ///< `S`: a connection is opened
        RST = 4,  ///< `R`: a connection is refused or ended
        PSH = 8,  ///< `P`: the data is to be handed over
        ACK = 16, ///< `.`: the acknowledgment number counts
        URG = 32, ///< `U`: the urgent pointer counts
        ECE = 64, ///< `E`: congestion was experienced
        CWR = 128 ///< `W`: the congestion window was reduced
    };

    /// What the ECN field of the IP header has (RFC 3168).
    enum class Ecn : uint8_t
    {
        NOT_ECT = 0, ///< the transport does not support ECN
        ECT1 = 1,    ///< it does
        ECT0 = 2,    ///< it does, the usual mark
        CE = 3,      ///< a router was congested
        ECT = 4      ///< ECT(0) or ECT(1); expected packets only
    };

    bool injected{false};           ///< from the script's peer to the socket
    std::optional<Ecn> ecn;         ///< none: any; in an injected packet Not-ECT
    uint8_t flags{0};               ///< sum of Flag
    uint32_t begin{0};              ///< sequence number
    uint32_t length{0};             ///< data bytes
    std::optional<uint32_t> ack;    ///< acknowledgment number; none: no ACK flag
    std::optional<uint32_t> window; ///< window field, not scaled; none: any
    uint16_t urgent{0};             ///< urgent pointer, counted from the sequence number
    /// Options in order; none: any.
    std::optional<std::vector<TcpScriptOption>> options{std::in_place};
};

/**
 * @ingroup tcp-script
 * An ICMP or ICMPv6 error about a packet of the socket, from its peer's address.
 */
struct TcpScriptIcmp
{
    std::string type;   ///< by the name in a script, such as `unreachable`
    std::string code;   ///< by the name in a script, such as `frag_needed`; empty: 0
    uint32_t mtu{0};    ///< reported, bytes
    uint32_t begin{0};  ///< sequence number of the packet it is about
    uint32_t length{0}; ///< data bytes of the packet it is about
};

/// @ingroup tcp-script
/// Control message TCP_CM_INQ: bytes that can still be read.
struct TcpScriptUnread
{
    uint32_t bytes{0}; ///< in the receive buffer, and one for a FIN
};

/// @ingroup tcp-script
/// Control message SCM_TIMESTAMPING: when the kernel saw what the report behind it is about.
struct TcpScriptStamp
{
    int64_t time{0}; ///< ns since the start of the script; in TcpScriptSystem: of the simulation
};

/// @ingroup tcp-script
/// Control message IP_RECVERR: struct sock_extended_err of Linux, with the names of its fields.
struct TcpScriptReport
{
    uint32_t error{0};  ///< `ee_errno`
    uint32_t origin{0}; ///< `ee_origin`
    uint32_t type{0};   ///< `ee_type`
    uint32_t code{0};   ///< `ee_code`
    uint32_t info{0};   ///< `ee_info`
    uint32_t data{0};   ///< `ee_data`
};

/// @ingroup tcp-script
/// A control message.
using TcpScriptControl = std::variant<TcpScriptUnread, TcpScriptStamp, TcpScriptReport>;

/**
 * @ingroup tcp-script
 * What recvmsg() gives back besides data.
 */
struct TcpScriptMessage
{
    std::vector<std::string> flags; ///< `msg_flags`, by their C names
    /// `msg_control`, in order; none: any
    std::optional<std::vector<TcpScriptControl>> controls;
};

/**
 * @ingroup tcp-script
 * An entry of the list that poll() is given, or the one of epoll_ctl() and epoll_wait().
 */
struct TcpScriptPollEntry
{
    int32_t descriptor{-1};            ///< the socket
    std::vector<std::string> events;   ///< asked for, by their C names
    std::vector<std::string> returned; ///< expected, by their C names
};

/**
 * @ingroup tcp-script
 * A call on a socket and the result it must have.
 */
struct TcpScriptCall
{
    /// The functions of the socket interface that a script can call.
    enum class Function
    {
        SOCKET,     ///< socket()
        BIND,       ///< bind()
        LISTEN,     ///< listen()
        CONNECT,    ///< connect(), also to ask how far the opening is
        ACCEPT,     ///< accept()
        READ,       ///< read(), readv(), recv(), recvfrom(), recvmsg()
        WRITE,      ///< write(), writev(), send(), sendto(), sendmsg()
        CLOSE,      ///< close()
        SHUTDOWN,   ///< shutdown() of reading, writing or both
        SETSOCKOPT, ///< setsockopt() of a number
        GETSOCKOPT, ///< getsockopt() of a number
        FCNTL,      ///< fcntl() of F_GETFL and F_SETFL
        IOCTL,      ///< ioctl() of the bytes that can be read
        POLL,       ///< poll()
        // Only systems with files have those that follow.
        EPOLL_CREATE, ///< epoll_create()
        EPOLL_CTL,    ///< epoll_ctl() of one socket
        EPOLL_WAIT,   ///< epoll_wait() for one event
        OPEN,         ///< open() of a file
        PIPE,         ///< pipe(), whose ends are descriptor and second
        SENDFILE,     ///< sendfile() from second to descriptor
        SPLICE        ///< splice() from descriptor to second
    };

    Function function{Function::SOCKET}; ///< what is called
    int32_t descriptor{-1};              ///< the socket; -1 for socket()
    int32_t second{-1};                  ///< the other file, if the call is about two
    std::string option;                  ///< option, command, direction or protocol, by its C name
    std::string text;                    ///< path of open(); bytes of an option that is no number
    uint32_t number{0};                  ///< byte count, backlog, option value or its expected one
    uint32_t announced{0};               ///< number of buffers that msg_iov() says
    uint32_t optionSize{0};              ///< of setsockopt(), bytes
    int32_t timeout{0};                  ///< of poll() and epoll_wait(), ms
    bool isOfAnyFile{false};             ///< read(), readv(), write() or writev()
    std::vector<std::string> flags;      ///< of a transfer or of F_SETFL, by their C names
    std::vector<uint32_t> parts;         ///< sizes of several buffers, bytes; empty: number
    bool isNull{false};                  ///< whether the buffer is the null pointer
    std::optional<TcpScriptMessage> message; ///< what recvmsg() must give back besides data
    std::vector<TcpScriptPollEntry> entries; ///< of poll(), epoll_ctl() and epoll_wait()
    int64_t result{0};                       ///< return value
    std::string error;                       ///< name of errno; empty: any
};

/// @ingroup tcp-script
/// Errors that a connection can end with, and their numbers in Linux (asm/errno.h).
constexpr std::array<std::pair<const char*, uint32_t>, 6> TCP_SCRIPT_ERRORS{
    {{"EPIPE", 32},
     {"ENETUNREACH", 101},
     {"ECONNRESET", 104},
     {"ETIMEDOUT", 110},
     {"ECONNREFUSED", 111},
     {"EHOSTUNREACH", 113}}};

/// @ingroup tcp-script
/// A value of socket state: a number or a name.
using TcpScriptValue = std::variant<double, std::string>;

/**
 * @ingroup tcp-script
 * One comparison of socket state.
 */
struct TcpScriptCondition
{
    /// Comparison operators.
    enum class Operator
    {
        EQUAL,           ///< `==`
        NOT_EQUAL,       ///< `!=`
        LESS,            ///< `<`
        LESS_OR_EQUAL,   ///< `<=`
        GREATER,         ///< `>`
        GREATER_OR_EQUAL ///< `>=`
    };

    std::string name;                   ///< of the state variable
    Operator relation{Operator::EQUAL}; ///< how it must compare
    TcpScriptValue value;               ///< with what
};

/// @ingroup tcp-script
/// Conditions that must all hold.
using TcpScriptAssertion = std::vector<TcpScriptCondition>;

/**
 * @ingroup tcp-script
 * An expression of Python over state variables. Its operands are joined by operators of equal rank,
 * from left to right; comparisons form a chain as in `1 <= cwnd <= 3`.
 */
struct TcpScriptExpression
{
    /// What stands at this place.
    enum class Kind
    {
        VALUE,    ///< a number or a text
        NAME,     ///< a state variable, a constant or a variable of the script
        NEGATIVE, ///< minus the one operand
        NOT,      ///< whether the one operand is false
        JOINED    ///< operands with operators between them
    };

    /// Operators between two operands, as Python writes them.
    enum class Operator
    {
        OR,               ///< `or`
        AND,              ///< `and`
        EQUAL,            ///< `==`
        NOT_EQUAL,        ///< `!=`
        LESS,             ///< `<`
        LESS_OR_EQUAL,    ///< `<=`
        GREATER,          ///< `>`
        GREATER_OR_EQUAL, ///< `>=`
        BIT_OR,           ///< `|`, of whole numbers
        BIT_AND,          ///< `&`, of whole numbers
        PLUS,             ///< `+`
        MINUS,            ///< `-`
        TIMES,            ///< `*`
        OVER,             ///< `/`; by 0 there is no value
        FLOOR_OVER,       ///< `//`, rounded down; by 0 there is no value
        MODULO            ///< `%`, with the sign of the divisor; by 0 there is no value
    };

    Kind kind{Kind::VALUE};                    ///< what stands here
    TcpScriptValue value;                      ///< of VALUE
    std::string name;                          ///< of NAME
    std::vector<TcpScriptExpression> operands; ///< of the others
    std::vector<Operator> operators;           ///< one less than operands
};

/**
 * @ingroup tcp-script
 * One statement of a Python block.
 */
struct TcpScriptStatement
{
    /// Which statement.
    enum class Kind
    {
        ASSERT, ///< the expression must be true
        ASSIGN, ///< the variable gets the expression's value
        PRINT   ///< does nothing
    };

    uint32_t line{0};               ///< where it begins, from 1
    Kind kind{Kind::PRINT};         ///< which statement
    std::string name;               ///< of the variable
    TcpScriptExpression expression; ///< condition or new value
    std::string text;               ///< of the condition, as written
};

/// @ingroup tcp-script
/// A block of Python.
using TcpScriptPython = std::vector<TcpScriptStatement>;

/**
 * @ingroup tcp-script
 * A command of a shell, between backticks.
 */
struct TcpScriptCommand
{
    uint32_t line{0}; ///< where it begins, from 1
    std::string text; ///< as written
};

/**
 * @ingroup tcp-script
 * One event of a packet script.
 */
struct TcpScriptEvent
{
    uint32_t line{0};   ///< where it begins, from 1
    TcpScriptTime time; ///< when
    std::variant<TcpScriptPacket,
                 TcpScriptIcmp,
                 TcpScriptCall,
                 TcpScriptAssertion,
                 TcpScriptPython,
                 TcpScriptCommand>
        action; ///< what
};

/**
 * @ingroup tcp-script
 * A setting at the head of a packet script, `--name=value` or `--name`.
 */
struct TcpScriptSetting
{
    uint32_t line{0};  ///< where it stands, from 1
    std::string name;  ///< without the dashes
    std::string value; ///< as written; empty if the setting has none
};

/**
 * @ingroup tcp-script
 * A packet script.
 */
struct TcpScript
{
    std::string fileName;                   ///< as given, for messages
    std::vector<TcpScriptSetting> settings; ///< in order
    std::vector<TcpScriptCommand> setup;    ///< commands before the first event, in order
    std::vector<TcpScriptCommand> cleanup;  ///< commands without a time after an event, in order
    std::vector<TcpScriptEvent> events;     ///< in order
};

} // namespace ns3

#endif // TCP_SCRIPT_H
