// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_TOKENS_H
#define TCP_SCRIPT_TOKENS_H

#include <boost/spirit/home/x3.hpp>
#include <iterator>
#include <string>

/**
 * @file
 * @ingroup tcp-script
 * Words, numbers and spaces that the grammars of packet scripts share. Not for users.
 */

namespace ns3::tcpscript
{

namespace x3 = boost::spirit::x3;

using Iterator = std::string::const_iterator;

/// X3's own classes of characters fail an assertion when a byte is not ASCII, as in UTF-8.
const auto SPACE = x3::char_(" \t\n\v\f\r");
const auto NAME_START = x3::char_("a-zA-Z_");
const auto NAME_CHARACTER = x3::char_("a-zA-Z0-9_");

/// Space and comments, permitted between any two words.
const auto SKIPPER =
    SPACE | ("//" >> *(x3::char_ - x3::eol)) | ("/*" >> *(x3::char_ - "*/") >> "*/");

/// Ends the parse where it stands.
inline auto
Fail(const char* expected)
{
    return x3::eps[([expected](auto& context) {
        throw x3::expectation_failure<Iterator>(x3::_where(context).begin(), expected);
    })];
}

/// Something that must come now; X3's own operator knows no readable names of compound parsers.
template <typename Parser>
auto
Need(const char* expected, const Parser& parser)
{
    return x3::as_parser(parser) | Fail(expected);
}

/// A word, not the start of a longer one.
inline auto
Word(const char* word)
{
    return x3::lexeme[x3::lit(word) >> !NAME_CHARACTER];
}

/// Stores what was parsed in a member of the rule's attribute.
template <typename Owner, typename Member>
auto
Set(Member Owner::* member)
{
    return [member](auto& context) { x3::_val(context).*member = x3::_attr(context); };
}

/// Stores a constant in a member of the rule's attribute.
template <typename Owner, typename Member>
auto
Set(Member Owner::* member, Member value)
{
    return [member, value](auto& context) { x3::_val(context).*member = value; };
}

/// Decimal seconds, without sign or exponent.
struct SecondsPolicies : x3::ureal_policies<double>
{
    static constexpr bool allow_trailing_dot = false;

    /// In "0...1" the dots are no part of the number.
    template <typename It>
    static bool parse_dot(It& first, const It& last)
    {
        const bool isDot = first != last && *first == '.' && std::next(first) != last &&
                           *std::next(first) >= '0' && *std::next(first) <= '9';
        first += isDot ? 1 : 0;
        return isDot;
    }

    /// "1e3" is not a time.
    template <typename It>
    static bool parse_exp(It&, const It&)
    {
        return false;
    }

    /// "inf" is not a time.
    template <typename It, typename Attribute>
    static bool parse_inf(It&, const It&, Attribute&)
    {
        return false;
    }

    /// "nan" is not a time.
    template <typename It, typename Attribute>
    static bool parse_nan(It&, const It&, Attribute&)
    {
        return false;
    }
};

const x3::real_parser<double, SecondsPolicies> SECONDS;

/// Decimal, or hexadecimal after 0x.
const auto NUMBER = x3::rule<struct Number, uint32_t>{"number"} =
    x3::lexeme[("0x" >> x3::uint_parser<uint32_t, 16>{}) | x3::uint_parser<uint32_t>{}];

/// A name as in C.
const auto IDENTIFIER = x3::rule<struct Identifier, std::string>{"name"} =
    x3::lexeme[NAME_START >> *NAME_CHARACTER];

/// Text in double quotes, in one line.
const auto QUOTED = x3::rule<struct Quoted, std::string>{"quoted"} =
    x3::lexeme['"' >> *(x3::char_ - '"' - x3::eol) >> '"'];

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_TOKENS_H
