// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_EXPRESSION_H
#define TCP_SCRIPT_EXPRESSION_H

#include "tcp-script.h"

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * An expression has no value: a name is unknown, a divisor is 0, or a text is where only a number
 * can be. The text says which.
 */
class TcpScriptNoValueError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup tcp-script
 * Values of names; none if a name is unknown.
 */
using TcpScriptLookup = std::function<std::optional<TcpScriptValue>(const std::string& name)>;

/**
 * @ingroup tcp-script
 * @param name name of a constant that packetdrill defines, such as TCP_CA_Open or TCP_ESTABLISHED
 * (linux/tcp.h), True or False
 * @return its value; none if there is none of that name
 */
std::optional<TcpScriptValue> GetTcpScriptConstant(const std::string& name);

/**
 * @ingroup tcp-script
 * Numbers are those of Python's float; comparisons and `not` give 1 or 0. A number and a text are
 * never equal and have no order.
 *
 * @param expression what to evaluate
 * @param lookup asked for each name
 * @return the value
 * @throws TcpScriptNoValueError if there is none
 */
TcpScriptValue EvaluateTcpScriptExpression(const TcpScriptExpression& expression,
                                           const TcpScriptLookup& lookup);

/**
 * @ingroup tcp-script
 * @param value a value
 * @return whether Python takes it for true: a number other than 0, a text that is not empty
 */
bool IsTcpScriptValueTrue(const TcpScriptValue& value);

} // namespace ns3

#endif // TCP_SCRIPT_EXPRESSION_H
