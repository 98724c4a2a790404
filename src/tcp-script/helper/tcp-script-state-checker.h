// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_STATE_CHECKER_H
#define TCP_SCRIPT_STATE_CHECKER_H

#include "ns3/tcp-script-expression.h"
#include "ns3/tcp-script.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * Evaluates what a script says about the state of its sockets: the assertions, and the Python,
 * whose variables it keeps. packetdrill collects the Python of a whole script and runs it at the
 * end (code.c); here a block sees the socket at its own time, and a mismatch stands where it
 * arises. A failed assertion ends no script, nor does a name that has no value.
 */
class TcpScriptStateChecker
{
  public:
    /// Told what a line of the script has found, in a few words.
    using Tell = std::function<void(uint32_t line, const std::string& text)>;
    /// Told that a condition does not hold: the condition, and the values that decided it.
    using Note =
        std::function<void(uint32_t line, const std::string& expected, const std::string& actual)>;

    /**
     * @param state asked for the state variables of the socket under test
     * @param tell told of each condition that is looked at and each assignment
     * @param note told of each mismatch
     */
    TcpScriptStateChecker(TcpScriptLookup state, Tell tell, Note note);

    /// @param line of the script
    /// @param assertion conditions that must all hold; each that does not is a mismatch
    void Check(uint32_t line, const TcpScriptAssertion& assertion) const;
    /// @param python statements, executed one after the other; each failed assertion is a mismatch
    void Execute(const TcpScriptPython& python);

  private:
    /**
     * @param statement of Python; an assertion that does not hold, or a name without a value, is a
     * mismatch
     */
    void Execute(const TcpScriptStatement& statement);
    /**
     * @param name in an expression
     * @return value of the script's variable of that name; else that of a constant of Linux's
     * tcp.h, a field of tcp_info, or a state variable
     */
    std::optional<TcpScriptValue> LookUp(const std::string& name) const;

    TcpScriptLookup m_state;                           ///< see the constructor
    Tell m_tell;                                       ///< see the constructor
    Note m_note;                                       ///< see the constructor
    std::map<std::string, TcpScriptValue> m_variables; ///< of Python, by name
};

} // namespace ns3

#endif // TCP_SCRIPT_STATE_CHECKER_H
