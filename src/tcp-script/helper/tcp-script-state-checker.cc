// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-state-checker.h"

#include "tcp-script-info.h"

#include "ns3/tcp-script-packet.h"

#include <array>
#include <cstddef>
#include <utility>

namespace ns3
{

TcpScriptStateChecker::TcpScriptStateChecker(TcpScriptLookup state, Tell tell, Note note)
    : m_state(std::move(state)),
      m_tell(std::move(tell)),
      m_note(std::move(note))
{
}

void
TcpScriptStateChecker::Check(uint32_t line, const TcpScriptAssertion& assertion) const
{
    static constexpr std::array operators{"==", "!=", "<", "<=", ">", ">="};
    for (const auto& condition : assertion)
    {
        const auto actual = m_state(condition.name);
        m_tell(line,
               condition.name + " is " +
                   (actual ? FormatTcpScriptValue(*actual) : std::string("unknown")));
        if (!actual || !HoldsTcpScriptCondition(condition, *actual))
        {
            m_note(line,
                   condition.name + " " + operators.at(static_cast<size_t>(condition.relation)) +
                       " " + FormatTcpScriptValue(condition.value),
                   actual ? FormatTcpScriptValue(*actual) : "no value of that name");
        }
    }
}

void
TcpScriptStateChecker::Execute(const TcpScriptPython& python)
{
    for (const auto& statement : python)
    {
        try
        {
            Execute(statement);
        }
        catch (const TcpScriptNoValueError& error)
        {
            m_note(statement.line, statement.text, error.what());
        }
    }
}

void
TcpScriptStateChecker::Execute(const TcpScriptStatement& statement)
{
    if (statement.kind == TcpScriptStatement::Kind::PRINT)
    {
        return; // may name anything
    }
    // What the script has named so far helps to understand a failure.
    std::string values;
    const auto value =
        EvaluateTcpScriptExpression(statement.expression, [this, &values](const std::string& name) {
            const auto found = LookUp(name);
            if (found && !GetTcpScriptConstant(name))
            {
                values +=
                    (values.empty() ? "" : ", ") + name + " = " + FormatTcpScriptValue(*found);
            }
            return found;
        });
    const std::string with = values.empty() ? "" : " with " + values;
    if (statement.kind == TcpScriptStatement::Kind::ASSIGN)
    {
        m_tell(statement.line, statement.name + " = " + FormatTcpScriptValue(value) + with);
        m_variables[statement.name] = value;
    }
    else if (IsTcpScriptValueTrue(value))
    {
        m_tell(statement.line, statement.text + " holds" + with);
    }
    else
    {
        m_note(statement.line, statement.text, values);
    }
}

std::optional<TcpScriptValue>
TcpScriptStateChecker::LookUp(const std::string& name) const
{
    // A script's own variables hide all other names, as in Python.
    const auto variable = m_variables.find(name);
    if (variable != m_variables.end())
    {
        return variable->second;
    }
    if (const auto constant = GetTcpScriptConstant(name))
    {
        return constant;
    }
    const auto field = GetTcpScriptInfo(name, m_state);
    return field ? field : m_state(name);
}

} // namespace ns3
