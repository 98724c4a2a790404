// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-packet.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <list>
#include <sstream>

namespace ns3
{

namespace
{

using Option = TcpScriptOption;

/// Room for options in a TCP header, bytes (RFC 793).
constexpr size_t MAX_OPTION_BYTES = 40;
/// Room for data in an IPv4 packet behind full headers, bytes.
constexpr uint32_t MAX_DATA_BYTES = 65535 - 20 - 60;

/// In the order in which tcpdump and packetdrill print them.
constexpr std::array<std::pair<TcpScriptPacket::Flag, char>, 8> FLAG_LETTERS{
    {{TcpScriptPacket::FIN, 'F'},
     {TcpScriptPacket::SYN, 'S'},
     {TcpScriptPacket::RST, 'R'},
     {TcpScriptPacket::PSH, 'P'},
     {TcpScriptPacket::ECE, 'E'},
     {TcpScriptPacket::CWR, 'W'},
     {TcpScriptPacket::URG, 'U'},
     {TcpScriptPacket::ACK, '.'}}};

/// @return letters of the flags as in a script
std::string
FormatFlags(uint8_t flags)
{
    std::string letters;
    for (const auto& [flag, letter] : FLAG_LETTERS)
    {
        if (flags & flag)
        {
            letters += letter;
        }
    }
    return letters.empty() ? "-" : letters;
}

/// @return the mark as in a script; empty if any will do
std::string
FormatEcn(const std::optional<TcpScriptPacket::Ecn>& ecn)
{
    static constexpr std::array names{"noecn", "ect1", "ect0", "ce", "ect01"};
    return ecn ? std::string("[") + names.at(static_cast<size_t>(*ecn)) + "] " : "";
}

/// A mark that is not known on one side is not compared.
bool
EcnFits(const std::optional<TcpScriptPacket::Ecn>& expected,
        const std::optional<TcpScriptPacket::Ecn>& actual)
{
    const bool isEct = actual == TcpScriptPacket::Ecn::ECT0 || actual == TcpScriptPacket::Ecn::ECT1;
    return !expected || !actual || expected == actual ||
           (expected == TcpScriptPacket::Ecn::ECT && isEct);
}

std::string
FormatNumber(const std::optional<uint32_t>& number)
{
    return number ? std::to_string(*number) : "*";
}

std::string
FormatOption(const Option& option)
{
    std::string text;
    switch (option.kind)
    {
    case Option::Kind::END_OF_LIST:
        return "eol";
    case Option::Kind::NO_OPERATION:
        return "nop";
    case Option::Kind::MAXIMUM_SEGMENT_SIZE:
        return "mss " + FormatNumber(option.value);
    case Option::Kind::WINDOW_SCALE:
        return "wscale " + FormatNumber(option.value);
    case Option::Kind::SACK_PERMITTED:
        return "sackOK";
    case Option::Kind::SACK:
        text = "sack";
        for (const auto& [first, end] : option.blocks)
        {
            text += " " + std::to_string(first) + ":" + std::to_string(end);
        }
        return text;
    case Option::Kind::TIMESTAMPS:
        return "TS val " + FormatNumber(option.value) + " ecr " + FormatNumber(option.echo);
    case Option::Kind::MD5_SIGNATURE:
        return "md5 " + option.bytes;
    case Option::Kind::FAST_OPEN:
        return "FO" + (option.bytes.empty() ? "" : " " + option.bytes);
    case Option::Kind::FAST_OPEN_EXPERIMENTAL:
        return "FOEXP" + (option.bytes.empty() ? "" : " " + option.bytes);
    }
    return text;
}

/// Messages show packets as a script has them, so that a line of output can become a line of
/// script.
std::string
FormatOptions(const std::vector<Option>& options)
{
    std::string text;
    for (const auto& option : options)
    {
        text += (text.empty() ? " <" : ",") + FormatOption(option);
    }
    return text.empty() ? text : text + ">";
}

/// The options that are more than padding, by kind. packetdrill compares options in their order, as
/// one kernel always lays them out alike; ns-3's sockets have another order and padding.
std::list<Option>
SortWithoutPadding(const std::vector<Option>& options)
{
    std::list<Option> sorted;
    std::ranges::copy_if(options, std::back_inserter(sorted), [](const Option& option) {
        return option.kind != Option::Kind::NO_OPERATION &&
               option.kind != Option::Kind::END_OF_LIST;
    });
    // Stable as std::stable_sort(), of which clang++ warns with the library of g++ 12.
    sorted.sort([](const Option& a, const Option& b) { return a.kind < b.kind; });
    return sorted;
}

/// What the script leaves open fits anything.
bool
Fits(const std::optional<uint32_t>& expected, const std::optional<uint32_t>& actual)
{
    return !expected || expected == actual;
}

bool
OptionFits(const Option& expected, const Option& actual)
{
    return expected.kind == actual.kind && Fits(expected.value, actual.value) &&
           Fits(expected.echo, actual.echo) && expected.blocks == actual.blocks &&
           expected.bytes == actual.bytes;
}

bool
OptionsFit(const TcpScriptPacket& expected, const TcpScriptPacket& actual)
{
    return !expected.options || std::ranges::equal(SortWithoutPadding(*expected.options),
                                                   SortWithoutPadding(*actual.options),
                                                   OptionFits);
}

std::string
FindOptionMistake(const TcpScriptPacket& packet)
{
    // The script cannot leave open what it sends itself.
    size_t bytes = 0;
    for (const auto& option : packet.options.value_or(std::vector<Option>{}))
    {
        bytes += GetTcpScriptOptionBytes(option);
        if (packet.injected && option.kind == Option::Kind::TIMESTAMPS &&
            !(option.value && option.echo))
        {
            return "both timestamps in an injected packet, as in TS val 1 ecr 2";
        }
    }
    return bytes > MAX_OPTION_BYTES ? "at most 40 bytes of options" : "";
}

/// Compares numbers with numbers or texts with texts.
template <typename T>
bool
Compares(TcpScriptCondition::Operator relation, const T& actual, const T& value)
{
    using Operator = TcpScriptCondition::Operator;
    switch (relation)
    {
    case Operator::EQUAL:
        return actual == value;
    case Operator::NOT_EQUAL:
        return actual != value;
    case Operator::LESS:
        return actual < value;
    case Operator::LESS_OR_EQUAL:
        return actual <= value;
    case Operator::GREATER:
        return actual > value;
    case Operator::GREATER_OR_EQUAL:
        return actual >= value;
    }
    return false;
}

} // namespace

std::size_t
GetTcpScriptOptionBytes(const Option& option)
{
    switch (option.kind)
    {
    case Option::Kind::END_OF_LIST:
    case Option::Kind::NO_OPERATION:
        return 1;
    case Option::Kind::MAXIMUM_SEGMENT_SIZE:
        return 4;
    case Option::Kind::WINDOW_SCALE:
        return 3;
    case Option::Kind::SACK_PERMITTED:
        return 2;
    case Option::Kind::SACK:
        return 2 + 8 * option.blocks.size();
    case Option::Kind::TIMESTAMPS:
        return 10;
    case Option::Kind::MD5_SIGNATURE:
    case Option::Kind::FAST_OPEN:
        return 2 + option.bytes.size() / 2;
    case Option::Kind::FAST_OPEN_EXPERIMENTAL:
        return 4 + option.bytes.size() / 2;
    }
    return 0;
}

bool
IsTcpScriptOptionOfBytes(const Option& option)
{
    return option.kind == Option::Kind::MD5_SIGNATURE || option.kind == Option::Kind::FAST_OPEN ||
           option.kind == Option::Kind::FAST_OPEN_EXPERIMENTAL;
}

std::string
FormatTcpScriptPacket(const TcpScriptPacket& packet)
{
    std::ostringstream text;
    text << (packet.injected ? '<' : '>') << ' ' << FormatEcn(packet.ecn)
         << FormatFlags(packet.flags) << ' ' << packet.begin << ':' << packet.begin + packet.length
         << '(' << packet.length << ')';
    if (packet.ack)
    {
        text << " ack " << *packet.ack;
    }
    if (packet.window)
    {
        text << " win " << *packet.window;
    }
    if (packet.flags & TcpScriptPacket::URG)
    {
        text << " urg " << packet.urgent;
    }
    text << (packet.options ? FormatOptions(*packet.options) : " <...>");
    return text.str();
}

std::string
FormatTcpScriptValue(const TcpScriptValue& value)
{
    // Digits enough for each whole number that a double holds exactly.
    std::ostringstream text;
    text.precision(15);
    if (const auto* number = std::get_if<double>(&value))
    {
        text << *number;
    }
    else
    {
        text << '"' << std::get<std::string>(value) << '"';
    }
    return text.str();
}

std::string
FindTcpScriptPacketDifference(const TcpScriptPacket& expected, const TcpScriptPacket& actual)
{
    // All differences are named, not only the first: together they tell what the packet was.
    std::string names;
    const auto note = [&names](bool same, const std::string& name) {
        names += same ? "" : (names.empty() ? "" : ", ") + name;
    };
    note(expected.injected == actual.injected, "direction");
    note(EcnFits(expected.ecn, actual.ecn), "ECN");
    note(expected.flags == actual.flags, "flags");
    note(expected.begin == actual.begin, "sequence number");
    note(expected.length == actual.length, "length");
    note(expected.ack == actual.ack, "ack");
    note(Fits(expected.window, actual.window), "win");
    note(expected.urgent == actual.urgent, "urg");
    note(OptionsFit(expected, actual), "options");
    return names;
}

bool
HoldsTcpScriptCondition(const TcpScriptCondition& condition, const TcpScriptValue& actual)
{
    // A number and a name differ and have no order.
    if (condition.value.index() != actual.index())
    {
        return condition.relation == TcpScriptCondition::Operator::NOT_EQUAL;
    }
    return Compares(condition.relation, actual, condition.value);
}

std::string
FindTcpScriptPacketMistake(const TcpScriptPacket& packet)
{
    // As in packetdrill, a packet of the peer may have either without the other: the number is 0 if
    // it is left out, and means nothing without the flag.
    const bool isAck = packet.flags & TcpScriptPacket::ACK;
    if (packet.ack.has_value() != isAck && !packet.injected)
    {
        return "the flag '.' and an ack number together, or neither";
    }
    // Of the following, what an expected packet may leave open must be written in one that is sent:
    // options and the choice of ECT as in packetdrill (parser.y, tcp_packet_spec), the window too.
    if (packet.injected && packet.ecn == TcpScriptPacket::Ecn::ECT)
    {
        return "ect0 or ect1 in an injected packet";
    }
    if (packet.urgent > 0 && !(packet.flags & TcpScriptPacket::URG))
    {
        return "the flag U where urg is";
    }
    if (packet.injected && !packet.window)
    {
        return "win and a number in an injected packet";
    }
    if (packet.injected && packet.length > MAX_DATA_BYTES)
    {
        return "at most 65455 bytes of data in an injected packet";
    }
    if (packet.window > 65535)
    {
        return "a window of at most 65535";
    }
    if (packet.injected && !packet.options)
    {
        return "the options of an injected packet written out";
    }
    return FindOptionMistake(packet);
}

} // namespace ns3
