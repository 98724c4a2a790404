// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_H
#define TCP_SCRIPT_H

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
 * @ingroup tcp-linux24
 * A file that is not a packet script, or that cannot be read. The text is one line: the file, line
 * and column, and what was expected there.
 */
class TcpScriptError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup tcp-linux24
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
};

/**
 * @ingroup tcp-linux24
 * A TCP option of a packet. Sequence numbers and timestamps are those of the script.
 */
struct TcpScriptOption
{
    /// The option kinds of RFC 793, 7323 and 2018.
    enum class Kind
    {
        END_OF_LIST,
        NO_OPERATION,
        MAXIMUM_SEGMENT_SIZE,
        WINDOW_SCALE,
        SACK_PERMITTED,
        SACK,
        TIMESTAMPS
    };

    Kind kind{Kind::END_OF_LIST};  ///< which option
    std::optional<uint32_t> value; ///< size, shift or timestamp; none in a timestamp: any
    std::optional<uint32_t> echo;  ///< timestamp echo; none: any
    std::vector<std::pair<uint32_t, uint32_t>> blocks; ///< SACK blocks, first byte and end

    /// Same kind and contents.
    bool operator==(const TcpScriptOption& other) const = default;
};

/**
 * @ingroup tcp-linux24
 * A TCP packet in script notation.
 */
struct TcpScriptPacket
{
    /// Flag bits as in the TCP header (RFC 793, RFC 3168).
    enum Flag : uint8_t
    {
        FIN = 1,
        SYN = 2,
        RST = 4,
        PSH = 8,
        ACK = 16,
        ECE = 64,
        CWR = 128
    };

    bool injected{false};           ///< from the script's peer to the socket
    uint8_t flags{0};               ///< sum of Flag
    uint32_t begin{0};              ///< sequence number
    uint32_t length{0};             ///< data bytes
    std::optional<uint32_t> ack;    ///< acknowledgment number; none: no ACK flag
    std::optional<uint32_t> window; ///< window field, not scaled; none: any
    /// Options in order; none: any.
    std::optional<std::vector<TcpScriptOption>> options{std::in_place};
};

/**
 * @ingroup tcp-linux24
 * A call on a socket and the result it must have.
 */
struct TcpScriptCall
{
    /// The functions of the socket interface that a script can call.
    enum class Function
    {
        SOCKET,
        BIND,
        LISTEN,
        CONNECT,
        ACCEPT,
        READ,
        WRITE,
        CLOSE,
        SHUTDOWN,
        SETSOCKOPT,
        FCNTL
    };

    Function function{Function::SOCKET}; ///< what is called
    int32_t descriptor{-1};              ///< the socket; -1 for socket()
    std::string option;                  ///< option, command or direction, by its C name
    uint32_t number{0};                  ///< byte count, backlog or option value
    int64_t result{0};                   ///< return value
    std::string error;                   ///< name of errno; empty: any
};

/// @ingroup tcp-linux24
/// A value of socket state: a number or a name.
using TcpScriptValue = std::variant<double, std::string>;

/**
 * @ingroup tcp-linux24
 * One comparison of socket state.
 */
struct TcpScriptCondition
{
    /// Comparison operators.
    enum class Operator
    {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    };

    std::string name;                   ///< of the state variable
    Operator relation{Operator::EQUAL}; ///< how it must compare
    TcpScriptValue value;               ///< with what
};

/// @ingroup tcp-linux24
/// Conditions that must all hold.
using TcpScriptAssertion = std::vector<TcpScriptCondition>;

/**
 * @ingroup tcp-linux24
 * One event of a packet script.
 */
struct TcpScriptEvent
{
    uint32_t line{0};   ///< where it begins, from 1
    TcpScriptTime time; ///< when
    std::variant<TcpScriptPacket, TcpScriptCall, TcpScriptAssertion> action; ///< what
};

/**
 * @ingroup tcp-linux24
 * A setting at the head of a packet script, `--name=value`.
 */
struct TcpScriptSetting
{
    uint32_t line{0};  ///< where it stands, from 1
    std::string name;  ///< without the dashes
    std::string value; ///< as written
};

/**
 * @ingroup tcp-linux24
 * A packet script.
 */
struct TcpScript
{
    std::string fileName;                   ///< as given, for messages
    std::vector<TcpScriptSetting> settings; ///< in order
    std::vector<TcpScriptEvent> events;     ///< in order
};

} // namespace ns3

#endif // TCP_SCRIPT_H
