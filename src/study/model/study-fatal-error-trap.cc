// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-fatal-error-trap.h"

#include <boost/algorithm/string/trim_all.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <utility>

namespace ns3
{

namespace
{

/// Passes on lines when they are complete. ns-3 begins the report of a fatal error with the time on
/// std::clog, in the middle of a line.
class LineBuffer : public std::streambuf
{
  public:
    explicit LineBuffer(std::streambuf* target)
        : m_target(target)
    {
    }

  private:
    int_type overflow(int_type character) override
    {
        if (traits_type::eq_int_type(character, traits_type::eof()))
        {
            return traits_type::not_eof(character);
        }
        m_line += traits_type::to_char_type(character);
        if (m_line.back() == '\n')
        {
            m_target->sputn(m_line.data(), static_cast<std::streamsize>(m_line.size()));
            m_target->pubsync();
            m_line.clear();
        }
        return character;
    }

    std::streambuf* m_target; ///< where complete lines go
    std::string m_line;       ///< the line so far
};

/// @return what ns-3 wrote in the field msg="..." of a fatal error, or else all of it in one line
std::string
ExtractMessage(const std::string& text)
{
    const std::string opening{"msg=\""};
    // ns-3 writes: msg="TEXT", file=NAME, line=NUMBER. The text itself may contain quotes.
    const auto begin = text.rfind(opening);
    const auto end = text.rfind("\", ");
    if (begin == std::string::npos || end == std::string::npos || end < begin)
    {
        return boost::algorithm::trim_fill_copy(text, " ");
    }
    const auto first = begin + opening.size();
    return boost::algorithm::trim_fill_copy(text.substr(first, end - first), " ");
}

/// @return why std::terminate() was called
std::string
DescribeException()
{
    try
    {
        if (const auto exception = std::current_exception())
        {
            std::rethrow_exception(exception);
        }
    }
    catch (const std::exception& error)
    {
        return error.what();
    }
    catch (...)
    {
        return "threw something other than a std::exception";
    }
    return "terminated without a reason";
}

} // namespace

StudyFatalErrorTrap* StudyFatalErrorTrap::g_active{nullptr};

StudyFatalErrorTrap::StudyFatalErrorTrap(Handler handler)
    : m_handler(std::move(handler)),
      m_lines(std::make_unique<LineBuffer>(std::clog.rdbuf())),
      m_cerrBuffer(std::cerr.rdbuf(m_captured.rdbuf())),
      m_clogBuffer(std::clog.rdbuf(m_lines.get())),
      m_previousHandler(std::set_terminate(HandleTerminate))
{
    // Once in a program: the function is of no effect without a trap.
    [[maybe_unused]] static const int registered = std::atexit(HandleExit);
    g_active = this;
}

StudyFatalErrorTrap::~StudyFatalErrorTrap()
{
    g_active = nullptr;
    std::set_terminate(m_previousHandler);
    std::clog.rdbuf(m_clogBuffer);
    std::cerr.rdbuf(m_cerrBuffer);
    std::cerr << m_captured.str();
}

StudyFatalErrorTrap::Handler
StudyFatalErrorTrap::ExitWith(const std::string& context, int exitStatus)
{
    return [context, exitStatus](const std::string& message) {
        // _Exit() below flushes no stream; what the study has printed must not be lost.
        std::cout.flush();
        std::fprintf(stderr, "%s: %s\n", context.c_str(), message.c_str());
        std::_Exit(exitStatus);
    };
}

void
StudyFatalErrorTrap::HandleExit()
{
    if (g_active)
    {
        g_active->m_handler("ended the program by exit()");
    }
}

void
StudyFatalErrorTrap::HandleTerminate()
{
    std::string message = ExtractMessage(g_active->m_captured.str());
    if (message.empty())
    {
        message = DescribeException();
    }
    g_active->m_handler(message);
    std::abort();
}

} // namespace ns3
