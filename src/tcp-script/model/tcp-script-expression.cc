// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-expression.h"

#include "tcp-script-packet.h"

#include <cmath>
#include <cstdint>
#include <map>

namespace ns3
{

namespace
{

using Expression = TcpScriptExpression;
using Operator = TcpScriptExpression::Operator;
using Value = TcpScriptValue;

/// Numbers above lose whole ones; bits beyond have no meaning.
constexpr double MAX_WHOLE = 9007199254740992.0; // 2^53

/// Texts name states and are only compared.
double
GetNumber(const Value& value)
{
    if (const auto* number = std::get_if<double>(&value))
    {
        return *number;
    }
    throw TcpScriptNoValueError(FormatTcpScriptValue(value) + " is not a number");
}

/// @return a set of flags, such as tcpi_options
int64_t
GetBits(const Value& value)
{
    const double number = GetNumber(value);
    if (number != std::floor(number) || std::abs(number) > MAX_WHOLE)
    {
        throw TcpScriptNoValueError(FormatTcpScriptValue(value) + " is not a whole number");
    }
    return static_cast<int64_t>(number);
}

/// Python raises an exception where C++ would give infinity.
double
GetDivisor(const Value& value)
{
    const double divisor = GetNumber(value);
    if (divisor == 0)
    {
        throw TcpScriptNoValueError("division by zero");
    }
    return divisor;
}

/// Arithmetic of Python's float; whole numbers up to 2^53 are exact in it.
Value
Calculate(Operator sign, const Value& left, const Value& right)
{
    switch (sign)
    {
    case Operator::BIT_OR:
        return static_cast<double>(GetBits(left) | GetBits(right));
    case Operator::BIT_AND:
        return static_cast<double>(GetBits(left) & GetBits(right));
    case Operator::PLUS:
        return GetNumber(left) + GetNumber(right);
    case Operator::MINUS:
        return GetNumber(left) - GetNumber(right);
    case Operator::TIMES:
        return GetNumber(left) * GetNumber(right);
    case Operator::OVER:
        return GetNumber(left) / GetDivisor(right);
    case Operator::FLOOR_OVER:
        return std::floor(GetNumber(left) / GetDivisor(right));
    case Operator::MODULO: {
        // Python's remainder has the sign of the divisor.
        const double divisor = GetDivisor(right);
        return GetNumber(left) - divisor * std::floor(GetNumber(left) / divisor);
    }
    default: // comparisons and logic are evaluated elsewhere
        throw TcpScriptNoValueError("an operator of another rank");
    }
}

/// @return the relation if the operator is one
std::optional<TcpScriptCondition::Operator>
GetRelation(Operator sign)
{
    using Relation = TcpScriptCondition::Operator;
    static const std::map<Operator, Relation> relations{
        {Operator::EQUAL, Relation::EQUAL},
        {Operator::NOT_EQUAL, Relation::NOT_EQUAL},
        {Operator::LESS, Relation::LESS},
        {Operator::LESS_OR_EQUAL, Relation::LESS_OR_EQUAL},
        {Operator::GREATER, Relation::GREATER},
        {Operator::GREATER_OR_EQUAL, Relation::GREATER_OR_EQUAL},
    };
    const auto found = relations.find(sign);
    return found == relations.end() ? std::nullopt : std::optional(found->second);
}

/// The operands of a comparison chain are compared pair by pair, up to the first that fails: 1 <=
/// cwnd <= 3 means what mathematicians mean.
Value
EvaluateComparisons(const Expression& expression, const TcpScriptLookup& lookup)
{
    Value left = EvaluateTcpScriptExpression(expression.operands[0], lookup);
    for (size_t k = 0; k < expression.operators.size(); ++k)
    {
        const Value right = EvaluateTcpScriptExpression(expression.operands[k + 1], lookup);
        const TcpScriptCondition condition{.name = "",
                                           .relation = *GetRelation(expression.operators[k]),
                                           .value = right};
        if (!HoldsTcpScriptCondition(condition, left))
        {
            return 0.0;
        }
        left = right;
    }
    return 1.0;
}

/// Python's short circuit: `and` and `or` give the operand that decides, and evaluate none behind
/// it.
Value
EvaluateLogic(const Expression& expression, const TcpScriptLookup& lookup)
{
    const bool decides = expression.operators.front() == Operator::OR;
    Value value;
    for (const Expression& operand : expression.operands)
    {
        value = EvaluateTcpScriptExpression(operand, lookup);
        if (IsTcpScriptValueTrue(value) == decides)
        {
            break;
        }
    }
    return value;
}

Value
EvaluateJoined(const Expression& expression, const TcpScriptLookup& lookup)
{
    const Operator first = expression.operators.front();
    if (first == Operator::OR || first == Operator::AND)
    {
        return EvaluateLogic(expression, lookup);
    }
    // The operators of one node are of one rank, so that the first one tells what the node is.
    if (GetRelation(first))
    {
        return EvaluateComparisons(expression, lookup);
    }
    // All other operators are taken from left to right.
    Value value = EvaluateTcpScriptExpression(expression.operands[0], lookup);
    for (size_t k = 0; k < expression.operators.size(); ++k)
    {
        value = Calculate(expression.operators[k],
                          value,
                          EvaluateTcpScriptExpression(expression.operands[k + 1], lookup));
    }
    return value;
}

} // namespace

std::optional<TcpScriptValue>
GetTcpScriptConstant(const std::string& name)
{
    // Those that packetdrill defines for its Python (code.c, write_symbols), by the numbers of
    // Linux's tcp.h. Names of the newest features are left out: a script that uses one gets an
    // error.
    static const std::map<std::string, double> constants{
        {"True", 1},
        {"False", 0},
        {"TCP_INFINITE_SSTHRESH", 0x7fffffff},
        {"TCP_CA_Open", 0},
        {"TCP_CA_Disorder", 1},
        {"TCP_CA_CWR", 2},
        {"TCP_CA_Recovery", 3},
        {"TCP_CA_Loss", 4},
        {"TCP_ESTABLISHED", 1},
        {"TCP_SYN_SENT", 2},
        {"TCP_SYN_RECV", 3},
        {"TCP_FIN_WAIT1", 4},
        {"TCP_FIN_WAIT2", 5},
        {"TCP_TIME_WAIT", 6},
        {"TCP_CLOSE", 7},
        {"TCP_CLOSE_WAIT", 8},
        {"TCP_LAST_ACK", 9},
        {"TCP_LISTEN", 10},
        {"TCP_CLOSING", 11},
        {"TCPI_OPT_TIMESTAMPS", 1},
        {"TCPI_OPT_SACK", 2},
        {"TCPI_OPT_WSCALE", 4},
        {"TCPI_OPT_ECN", 8},
        {"TCPI_OPT_ECN_SEEN", 16},
        {"TCPI_OPT_SYN_DATA", 32},
    };
    const auto found = constants.find(name);
    return found == constants.end() ? std::nullopt : std::optional<TcpScriptValue>(found->second);
}

TcpScriptValue
EvaluateTcpScriptExpression(const TcpScriptExpression& expression, const TcpScriptLookup& lookup)
{
    switch (expression.kind)
    {
    case Expression::Kind::VALUE:
        return expression.value;
    case Expression::Kind::NAME:
        if (const auto value = lookup(expression.name))
        {
            return *value;
        }
        // Python would raise a NameError.
        throw TcpScriptNoValueError("no value is called " + expression.name);
    case Expression::Kind::NEGATIVE:
        return -GetNumber(EvaluateTcpScriptExpression(expression.operands[0], lookup));
    case Expression::Kind::NOT:
        return IsTcpScriptValueTrue(EvaluateTcpScriptExpression(expression.operands[0], lookup))
                   ? 0.0
                   : 1.0;
    case Expression::Kind::JOINED:
        break;
    }
    return EvaluateJoined(expression, lookup);
}

bool
IsTcpScriptValueTrue(const TcpScriptValue& value)
{
    const auto* number = std::get_if<double>(&value);
    return number ? *number != 0 : !std::get<std::string>(value).empty();
}

} // namespace ns3
