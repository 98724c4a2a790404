// SPDX-License-Identifier: GPL-2.0-only

#include "study-progress.h"

#include <cstdio>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Goes to the start of the line and clears it up to its end (ECMA-48, EL).
constexpr auto CLEAR_LINE = "\r\033[K";

} // namespace

StudyProgress::StudyProgress(std::size_t total)
    : m_total(total),
      m_isTerminal(isatty(STDERR_FILENO) == 1)
{
}

StudyProgress::~StudyProgress()
{
    // What the study prints next must not begin behind the rest of this line.
    if (m_isTerminal)
    {
        std::fputs(CLEAR_LINE, stderr);
    }
}

void
StudyProgress::Show(const std::string& step)
{
    ++m_done;
    if (m_isTerminal)
    {
        std::fprintf(stderr, "%s[%zu/%zu] %s", CLEAR_LINE, m_done, m_total, step.c_str());
        std::fflush(stderr);
    }
}

} // namespace ns3
