// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-packet-grammar.h"

namespace ns3::tcpscript
{

namespace
{

// Packets are written as tcpdump prints them, in the form of packetdrill's parser (parser.y,
// tcp_packet_spec). Of its parts this grammar leaves out ports, since a script has one connection,
// and encapsulation; options are those that ns-3's TCP header knows.

using Option = TcpScriptOption;
using Icmp = TcpScriptIcmp;

const auto NUMBER_32 = "a number from 0 to 4294967295";

/// tcpdump's letters. packetdrill has more for Accurate ECN, which no kernel of 2.4 has.
struct FlagLetters : x3::symbols<uint8_t>
{
    FlagLetters()
    {
        add("F", TcpScriptPacket::FIN)("S", TcpScriptPacket::SYN)("R", TcpScriptPacket::RST)(
            "P",
            TcpScriptPacket::PSH);
        add(".", TcpScriptPacket::ACK)("E", TcpScriptPacket::ECE)("W", TcpScriptPacket::CWR)(
            "U",
            TcpScriptPacket::URG);
    }
} const FLAG_LETTERS;

/// The two ECN bits of the IP header; `ect01` leaves open which of ECT(0) and ECT(1).
struct EcnNames : x3::symbols<TcpScriptPacket::Ecn>
{
    EcnNames()
    {
        add("noecn", TcpScriptPacket::Ecn::NOT_ECT)("ect0", TcpScriptPacket::Ecn::ECT0)(
            "ect1",
            TcpScriptPacket::Ecn::ECT1);
        add("ect01", TcpScriptPacket::Ecn::ECT)("ce", TcpScriptPacket::Ecn::CE);
    }
} const ECN_NAMES;

const auto ADD_FLAG = [](auto& context) { x3::_val(context).flags |= x3::_attr(context); };

/// The script has first byte, end and length. Two of them are enough; the third is a check on
/// whoever writes the script, as in packetdrill. Numbers wrap, so that the end may be the smaller.
const auto SET_END = [](auto& context) {
    TcpScriptPacket& packet = x3::_val(context);
    packet.length = x3::_attr(context) - packet.begin;
};

const auto SET_ECHOED_END = [](auto& context) {
    Icmp& icmp = x3::_val(context);
    icmp.length = x3::_attr(context) - icmp.begin;
};

/// Both packets and ICMP errors have a length.
const auto CHECK_LENGTH = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) == x3::_val(context).length;
};

const auto ADD_BLOCK = [](auto& context) {
    x3::_val(context).blocks.emplace_back(x3::_attr(context), 0);
};

const auto END_BLOCK = [](auto& context) {
    x3::_val(context).blocks.back().second = x3::_attr(context);
};

const auto ADD_OPTION = [](auto& context) {
    x3::_val(context).options->push_back(x3::_attr(context));
};

auto
Kind(const char* word, Option::Kind kind)
{
    return Word(word)[Set(&Option::kind, kind)];
}

/// RFC 1323, 2.3. ns-3's option holds no larger one.
const auto SET_SCALE = [](auto& context) {
    constexpr uint8_t MAX_SCALE = 14;
    x3::_pass(context) = x3::_attr(context) <= MAX_SCALE;
    x3::_val(context).value = x3::_attr(context);
};

const auto SACK_BLOCK = NUMBER[ADD_BLOCK] >> Need("':'", x3::lit(':')) >>
                        Need(NUMBER_32, NUMBER[END_BLOCK]);

/// packetdrill needs both numbers. Here each may be left open in a packet of the socket, whose
/// clock a script seldom knows.
const auto TIMESTAMPS = Kind("TS", Option::Kind::TIMESTAMPS) >>
                        -(Word("val") >>
                          Need("a timestamp or *", NUMBER[Set(&Option::value)] | '*')) >>
                        -(Word("ecr") >>
                          Need("a timestamp or *", NUMBER[Set(&Option::echo)] | '*'));

/// Whole bytes, hexadecimal; in lower case, as packets are written.
const auto DIGITS = x3::lexeme[*(x3::char_("0-9a-fA-F")) >> !NAME_CHARACTER];
const auto SET_BYTES = [](auto& context) {
    const auto& digits = x3::_attr(context);
    x3::_pass(context) = digits.size() % 2 == 0;
    for (const char digit : digits)
    {
        x3::_val(context).bytes += static_cast<char>(std::tolower(digit));
    }
};
/// No cookie is a request for one.
const auto FAST_OPEN = (Kind("FOEXP", Option::Kind::FAST_OPEN_EXPERIMENTAL) |
                        Kind("FO", Option::Kind::FAST_OPEN)) >>
                       Need("a cookie of whole bytes, such as 12ab34cd", DIGITS[SET_BYTES]);

/// RFC 2385, 3.0.
const auto SET_DIGEST = [](auto& context) {
    constexpr std::size_t DIGEST_DIGITS = 32;
    SET_BYTES(context);
    x3::_pass(context) = x3::_val(context).bytes.size() == DIGEST_DIGITS;
};
const auto MD5 = Kind("md5", Option::Kind::MD5_SIGNATURE) >>
                 Need("a digest of 16 bytes, hexadecimal", DIGITS[SET_DIGEST]);

const auto OPTION = x3::rule<struct OptionRule, Option>{"option"} =
    (Kind("mss", Option::Kind::MAXIMUM_SEGMENT_SIZE) >>
     Need("a segment size from 0 to 65535", x3::ushort_[Set(&Option::value)])) |
    (Kind("wscale", Option::Kind::WINDOW_SCALE) >>
     Need("a window scale from 0 to 14", x3::uint_parser<uint8_t>{}[SET_SCALE])) |
    Kind("sackOK", Option::Kind::SACK_PERMITTED) |
    (Kind("sack", Option::Kind::SACK) >> Need("a SACK block, such as 1:1449", SACK_BLOCK) >>
     *SACK_BLOCK) |
    TIMESTAMPS | FAST_OPEN | MD5 | Kind("nop", Option::Kind::NO_OPERATION) |
    Kind("eol", Option::Kind::END_OF_LIST);

/// `...` means any options (packetdrill: FLAG_OPTIONS_NOCHECK), no brackets mean none.
const auto OPTIONS =
    ("..." >> x3::eps[([](auto& context) { x3::_val(context).options.reset(); })]) |
    (Need("an option: mss, wscale, sackOK, sack, TS, FO, md5, nop, eol or ...",
          OPTION[ADD_OPTION]) >>
     *(',' >>
       Need("an option: mss, wscale, sackOK, sack, TS, FO, md5, nop or eol", OPTION[ADD_OPTION])));

const auto DIRECTION = x3::lit('<')[Set(&TcpScriptPacket::injected, true)] | '>';

/// A lone dash is a segment without any flag, as an attacker sends it.
const auto FLAGS = x3::lexeme[(x3::lit('-') | +FLAG_LETTERS[ADD_FLAG]) >> &SPACE];

/// First byte, end and length of data.
template <typename SetBegin, typename SetEnd>
auto
Range(const SetBegin& setBegin, const SetEnd& setEnd)
{
    return Need("a sequence number, such as 1:1449(1448)", NUMBER[setBegin]) >>
           Need("':'", x3::lit(':')) >> Need(NUMBER_32, NUMBER[setEnd]) >>
           Need("'('", x3::lit('(')) >>
           Need("a length that is end minus begin", NUMBER[CHECK_LENGTH]) >>
           Need("')'", x3::lit(')'));
}

const auto SEQUENCE = Range(Set(&TcpScriptPacket::begin), SET_END);

/// A window that is left out may be any: the field says little without the scale.
const auto WINDOW = Word("win") >>
                    Need("a window or *", NUMBER[Set(&TcpScriptPacket::window)] | '*');

/// Behind the direction, in brackets or parentheses, both of which packetdrill reads.
const auto ECN = Need("noecn, ect0, ect1, ect01 or ce",
                      x3::lexeme[ECN_NAMES >> !NAME_CHARACTER][Set(&TcpScriptPacket::ecn)]);

const auto PACKET = x3::rule<struct PacketRule, TcpScriptPacket>{"packet"} =
    DIRECTION >>
    -(('[' >> ECN >> Need("']'", x3::lit(']'))) | ('(' >> ECN >> Need("')'", x3::lit(')')))) >>
    Need("flags, out of S F R P . E W, or -, or U before urg", FLAGS) >> SEQUENCE >>
    -(Word("ack") >> Need(NUMBER_32, NUMBER[Set(&TcpScriptPacket::ack)])) >> -WINDOW >>
    -(Word("urg") >>
      Need("an urgent pointer from 0 to 65535", x3::ushort_[Set(&TcpScriptPacket::urgent)])) >>
    -('<' >> OPTIONS >> Need("',' or '>'", x3::lit('>')));

/// An ICMP error quotes the segment that it is about (parser.y, icmp_packet_spec); behind its MTU
/// stands which one. Only routers send such errors, so that none is ever expected of the socket.
const auto ICMP = x3::rule<struct IcmpRule, Icmp>{"icmp"} =
    Need("'<': only the peer sends ICMP", x3::lit('<')) >> Word("icmp") >>
    Need("an ICMP type, such as unreachable", IDENTIFIER[Set(&Icmp::type)]) >>
    -((IDENTIFIER - Word("mtu"))[Set(&Icmp::code)]) >>
    -(Word("mtu") >> Need("an MTU from 0 to 65535", x3::ushort_[Set(&Icmp::mtu)])) >>
    -('[' >> Range(Set(&Icmp::begin), SET_ECHOED_END) >> Need("']'", x3::lit(']')));

} // namespace

TcpScriptPacket
ParsePacket(Iterator& position, Iterator end)
{
    TcpScriptPacket packet;
    x3::phrase_parse(position, end, PACKET, SKIPPER, packet, x3::skip_flag::dont_post_skip);
    return packet;
}

std::optional<TcpScriptIcmp>
ParseIcmp(Iterator& position, Iterator end)
{
    // A packet of TCP begins in the same way; only the second word tells them apart.
    Iterator ahead = position;
    if (!x3::phrase_parse(ahead, end, (x3::lit('<') | '>') >> Word("icmp"), SKIPPER))
    {
        return std::nullopt;
    }
    TcpScriptIcmp icmp;
    x3::phrase_parse(position, end, ICMP, SKIPPER, icmp, x3::skip_flag::dont_post_skip);
    return icmp;
}

} // namespace ns3::tcpscript
