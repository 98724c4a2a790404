// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-assertion-grammar.h"

namespace ns3::tcpscript
{

namespace
{

using Condition = TcpScriptCondition;

// packetdrill has Python alone between %{ and }%. The short form is our own: conditions without
// `assert`, which the parser itself can check, so that a misspelt operator is found when the script
// is read and not when it runs.

/// The comparisons of Python.
struct Operators : x3::symbols<Condition::Operator>
{
    Operators()
    {
        add("==", Condition::Operator::EQUAL)("!=", Condition::Operator::NOT_EQUAL);
        add("<", Condition::Operator::LESS)("<=", Condition::Operator::LESS_OR_EQUAL);
        add(">", Condition::Operator::GREATER)(">=", Condition::Operator::GREATER_OR_EQUAL);
    }
} const OPERATORS;

/// A number is compared as a number, a name in quotes as a text.
const auto CONDITION = x3::rule<struct ConditionRule, Condition>{"condition"} =
    Need("the name of a state variable", IDENTIFIER[Set(&Condition::name)]) >>
    Need("==, !=, <, <=, > or >=", OPERATORS[Set(&Condition::relation)]) >>
    Need("a number or a name in quotes",
         x3::double_[Set(&Condition::value)] | QUOTED[Set(&Condition::value)]);

const auto ADD_CONDITION = [](auto& context) { x3::_val(context).push_back(x3::_attr(context)); };

/// An empty block asserts nothing, and is refused.
const auto ASSERTION = x3::rule<struct AssertionRule, TcpScriptAssertion>{
    "assertion"} = "%{" >> CONDITION[ADD_CONDITION] % ',' >> Need("',' or '}%'", x3::lit("}%"));

} // namespace

TcpScriptAssertion
ParseAssertion(Iterator& position, Iterator end)
{
    TcpScriptAssertion assertion;
    x3::phrase_parse(position, end, ASSERTION, SKIPPER, assertion, x3::skip_flag::dont_post_skip);
    return assertion;
}

} // namespace ns3::tcpscript
