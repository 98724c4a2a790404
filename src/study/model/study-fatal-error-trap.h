// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_FATAL_ERROR_TRAP_H
#define STUDY_FATAL_ERROR_TRAP_H

#include <exception>
#include <functional>
#include <memory>
#include <sstream>
#include <streambuf>
#include <string>

namespace ns3
{

/**
 * @ingroup study
 * Turns ns-3's fatal errors into one clear line.
 *
 * NS_FATAL_ERROR, NS_ABORT_MSG and NS_ASSERT write a line with file and line number, then end the
 * program by a signal. While a trap exists, what ns-3 writes to std::cerr is held back; at a fatal
 * error its message is all that the trap passes on. A call of exit() counts as a fatal error.
 * Otherwise the text is written when the trap is destroyed. Log lines still appear at once, each
 * when it is complete. One trap may exist at a time.
 */
class StudyFatalErrorTrap
{
  public:
    /// Takes the message of a fatal error, in one line, and ends the program.
    using Handler = std::function<void(const std::string& message)>;

    /**
     * @param context start of the error line: the program and what it is doing
     * @param exitStatus exit status of the program
     * @return a handler that writes one line to standard error and ends the program
     */
    static Handler ExitWith(const std::string& context, int exitStatus);

    /// @param handler called at a fatal error; if it returns, the program is aborted
    explicit StudyFatalErrorTrap(Handler handler);
    ~StudyFatalErrorTrap();
    StudyFatalErrorTrap(const StudyFatalErrorTrap&) = delete;
    StudyFatalErrorTrap& operator=(const StudyFatalErrorTrap&) = delete;

  private:
    /// Calls the handler at a call of exit(), which would end the program as if all were well.
    static void HandleExit();

    /// Calls the handler.
    [[noreturn]] static void HandleTerminate();

    static StudyFatalErrorTrap* g_active; ///< the trap that exists, for the handler

    Handler m_handler;                        ///< ends the program at a fatal error
    std::ostringstream m_captured;            ///< what was written to std::cerr
    std::unique_ptr<std::streambuf> m_lines;  ///< passes on whole lines of std::clog
    std::streambuf* m_cerrBuffer;             ///< where std::cerr wrote before
    std::streambuf* m_clogBuffer;             ///< where std::clog wrote before
    std::terminate_handler m_previousHandler; ///< handler to put back
};

} // namespace ns3

#endif /* STUDY_FATAL_ERROR_TRAP_H */
