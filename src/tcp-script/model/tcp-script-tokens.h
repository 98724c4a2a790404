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

using Iterator = std::string::const_iterator; ///< place in the text of a script

/// X3's own classes of characters fail an assertion when a byte is not ASCII, as in UTF-8.
const auto SPACE = x3::char_(" \t\n\v\f\r");
/// First character of a name as in C.
const auto NAME_START = x3::char_("a-zA-Z_");
/// Any other character of a name.
const auto NAME_CHARACTER = x3::char_("a-zA-Z0-9_");

/// Space and comments, permitted between any two words.
const auto SKIPPER =
    SPACE | ("//" >> *(x3::char_ - x3::eol)) | ("/*" >> *(x3::char_ - "*/") >> "*/");

/**
 * @param expected what should stand here, in words for the error line
 * @return a parser that ends the parse where it stands, by x3::expectation_failure
 */
inline auto
Fail(const char* expected)
{
    return x3::eps[([expected](auto& context) {
        throw x3::expectation_failure<Iterator>(x3::_where(context).begin(), expected);
    })];
}

/**
 * Something that must come now; X3's own operator knows no readable names of compound parsers.
 * @tparam Parser any
 * @param expected what it is, in words for the error line
 * @param parser of it
 * @return a parser that fails the whole parse if it does not come
 */
template <typename Parser>
auto
Need(const char* expected, const Parser& parser)
{
    return x3::as_parser(parser) | Fail(expected);
}

/**
 * @param word keyword
 * @return a parser of this word, which is not the start of a longer one
 */
inline auto
Word(const char* word)
{
    return x3::lexeme[x3::lit(word) >> !NAME_CHARACTER];
}

/**
 * Stores what was parsed in a member of the rule's attribute.
 * @tparam Owner attribute of the rule
 * @tparam Member its member
 * @param member to store in
 * @return a semantic action of X3
 */
template <typename Owner, typename Member>
auto
Set(Member Owner::* member)
{
    return [member](auto& context) { x3::_val(context).*member = x3::_attr(context); };
}

/**
 * Stores a constant in a member of the rule's attribute, whatever was parsed.
 * @tparam Owner attribute of the rule
 * @tparam Member its member
 * @param member to store in
 * @param value constant
 * @return a semantic action of X3
 */
template <typename Owner, typename Member>
auto
Set(Member Owner::* member, Member value)
{
    return [member, value](auto& context) { x3::_val(context).*member = value; };
}

/// Decimal seconds, without sign or exponent.
struct SecondsPolicies : x3::ureal_policies<double>
{
    static constexpr bool allow_trailing_dot = false; ///< "1." is not a time

    /**
     * In "0...1" the dots are no part of the number.
     * @tparam It iterator over the script
     * @param first place of the dot; moved behind it if it is one of a number
     * @param last end of the script
     * @return whether a digit follows the dot
     */
    template <typename It>
    static bool parse_dot(It& first, const It& last)
    {
        const bool isDot = first != last && *first == '.' && std::next(first) != last &&
                           *std::next(first) >= '0' && *std::next(first) <= '9';
        first += isDot ? 1 : 0;
        return isDot;
    }

    /**
     * "1e3" is not a time.
     * @tparam It iterator over the script
     * @return false
     */
    template <typename It>
    static bool parse_exp(It&, const It&)
    {
        return false;
    }

    /**
     * "inf" is not a time.
     * @tparam It iterator over the script
     * @tparam Attribute of the number
     * @return false
     */
    template <typename It, typename Attribute>
    static bool parse_inf(It&, const It&, Attribute&)
    {
        return false;
    }

    /**
     * "nan" is not a time.
     * @tparam It iterator over the script
     * @tparam Attribute of the number
     * @return false
     */
    template <typename It, typename Attribute>
    static bool parse_nan(It&, const It&, Attribute&)
    {
        return false;
    }
};

/// Decimal seconds, such as 1.5 or .010.
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
