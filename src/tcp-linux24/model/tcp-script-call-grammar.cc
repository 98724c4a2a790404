// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-grammar.h"

namespace ns3::tcpscript
{

namespace
{

using Call = TcpScriptCall;
using Function = TcpScriptCall::Function;
using Condition = TcpScriptCondition;

const auto OPEN = Need("'('", x3::lit('('));
const auto CLOSE = Need("')'", x3::lit(')'));
const auto COMMA = Need("','", x3::lit(','));
const auto ANY = Need("'...'", x3::lit("..."));
const auto DESCRIPTOR = Need("a file descriptor, such as 3", x3::int_[Set(&Call::descriptor)]);
const auto COUNT = Need("a number from 0 to 4294967295", NUMBER[Set(&Call::number)]);
const auto ADDRESS = COMMA >> ANY >> COMMA >> ANY;

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

const auto SOCKET = Named("socket", Function::SOCKET) >> ANY >> COMMA >>
                    Need("SOCK_STREAM", Word("SOCK_STREAM")) >> COMMA >>
                    Need("IPPROTO_TCP", Word("IPPROTO_TCP"));

const auto WITH_ADDRESS = (Named("bind", Function::BIND) | Named("connect", Function::CONNECT) |
                           Named("accept", Function::ACCEPT)) >>
                          DESCRIPTOR >> ADDRESS;

const auto TRANSFER = (Named("write", Function::WRITE) | Named("read", Function::READ)) >>
                      DESCRIPTOR >> COMMA >> ANY >> COMMA >> COUNT;

const auto LISTEN = Named("listen", Function::LISTEN) >> DESCRIPTOR >> COMMA >> COUNT;

const auto CLOSE_CALL = Named("close", Function::CLOSE) >> DESCRIPTOR;

const auto SHUTDOWN = Named("shutdown", Function::SHUTDOWN) >> DESCRIPTOR >> COMMA >>
                      Need("SHUT_RD, SHUT_WR or SHUT_RDWR",
                           Choice("SHUT_RD") | Choice("SHUT_WR") | Choice("SHUT_RDWR"));

const auto SOCKET_OPTION =
    (Word("SOL_SOCKET") >> COMMA >>
     Need("SO_REUSEADDR, SO_SNDBUF or SO_RCVBUF",
          Choice("SO_REUSEADDR") | Choice("SO_SNDBUF") | Choice("SO_RCVBUF"))) |
    ((Word("SOL_TCP") | Word("IPPROTO_TCP")) >> COMMA >>
     Need("TCP_NODELAY or TCP_MAXSEG", Choice("TCP_NODELAY") | Choice("TCP_MAXSEG")));

const auto SETSOCKOPT = Named("setsockopt", Function::SETSOCKOPT) >> DESCRIPTOR >> COMMA >>
                        Need("SOL_SOCKET, SOL_TCP or IPPROTO_TCP", SOCKET_OPTION) >> COMMA >>
                        Need("'['", x3::lit('[')) >> COUNT >> Need("']'", x3::lit(']')) >> COMMA >>
                        Need("4, the size of the value", x3::lit('4'));

const auto FCNTL = Named("fcntl", Function::FCNTL) >> DESCRIPTOR >> COMMA >>
                   Need("F_GETFL or F_SETFL",
                        Choice("F_GETFL") | (Choice("F_SETFL") >> COMMA >>
                                             Need("flags", x3::omit[IDENTIFIER % '|'])));

/// The name of errno, and its explanation as strace prints it.
const auto ERROR_NAME = IDENTIFIER[Set(&Call::error)];
const auto EXPLANATION = '(' >> x3::omit[*(x3::char_ - ')')] >> CLOSE;

const x3::int_parser<int64_t> INTEGER;
const auto RESULT = Need("'=' and the result", x3::lit('=')) >>
                    Need("a number",
                         (x3::lit("0x") >> x3::uint_parser<uint32_t, 16>{}[Set(&Call::result)]) |
                             INTEGER[Set(&Call::result)]) >>
                    -ERROR_NAME >> -EXPLANATION;

const auto CALL = x3::rule<struct CallRule, Call>{"call"} =
    Need("'<', '>', '%{', or a call: socket, bind, listen, connect, accept, read, write, close, "
         "shutdown, setsockopt or fcntl",
         SOCKET | WITH_ADDRESS | TRANSFER | LISTEN | CLOSE_CALL | SHUTDOWN | SETSOCKOPT | FCNTL) >>
    CLOSE >> RESULT;

struct Operators : x3::symbols<Condition::Operator>
{
    Operators()
    {
        add("==", Condition::Operator::EQUAL)("!=", Condition::Operator::NOT_EQUAL);
        add("<", Condition::Operator::LESS)("<=", Condition::Operator::LESS_OR_EQUAL);
        add(">", Condition::Operator::GREATER)(">=", Condition::Operator::GREATER_OR_EQUAL);
    }
} const OPERATORS;

const auto QUOTED = x3::rule<struct Quoted, std::string>{"quoted"} =
    x3::lexeme['"' >> *(x3::char_ - '"' - x3::eol) >> '"'];

const auto CONDITION = x3::rule<struct ConditionRule, Condition>{"condition"} =
    Need("the name of a state variable", IDENTIFIER[Set(&Condition::name)]) >>
    Need("==, !=, <, <=, > or >=", OPERATORS[Set(&Condition::relation)]) >>
    Need("a number or a name in quotes",
         x3::double_[Set(&Condition::value)] | QUOTED[Set(&Condition::value)]);

const auto ADD_CONDITION = [](auto& context) { x3::_val(context).push_back(x3::_attr(context)); };

const auto ASSERTION = x3::rule<struct AssertionRule, TcpScriptAssertion>{
    "assertion"} = "%{" >> CONDITION[ADD_CONDITION] % ',' >> Need("',' or '}%'", x3::lit("}%"));

} // namespace

TcpScriptCall
ParseCall(Iterator& position, Iterator end)
{
    TcpScriptCall call;
    x3::phrase_parse(position, end, CALL, SKIPPER, call, x3::skip_flag::dont_post_skip);
    return call;
}

TcpScriptAssertion
ParseAssertion(Iterator& position, Iterator end)
{
    TcpScriptAssertion assertion;
    x3::phrase_parse(position, end, ASSERTION, SKIPPER, assertion, x3::skip_flag::dont_post_skip);
    return assertion;
}

} // namespace ns3::tcpscript
