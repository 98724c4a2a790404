// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-progress.h"

#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Goes to the start of the line and clears it up to its end (ECMA-48, EL).
constexpr auto CLEAR_LINE = "\r\033[K";

/// Of the bar, characters.
constexpr std::size_t BAR{20};

/// @return a duration in the largest units that are precise enough
std::string
Format(std::chrono::seconds duration)
{
    const auto seconds = duration.count();
    if (seconds < 60)
    {
        return std::to_string(seconds) + " s";
    }
    if (seconds < 3600)
    {
        return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
    }
    return std::to_string(seconds / 3600) + " h " + std::to_string(seconds % 3600 / 60) + " min";
}

} // namespace

std::string
FormatProgress(std::size_t done,
               std::size_t total,
               std::chrono::seconds elapsed,
               const std::string& step,
               std::size_t width)
{
    const std::size_t filled = total > 0 ? BAR * done / total : BAR;
    std::string line = "[" + std::string(filled, '#') + std::string(BAR - filled, '.') + "] " +
                       std::to_string(done) + "/" + std::to_string(total) + ", ";
    if (done == 0)
    {
        line += Format(elapsed) + " gone";
    }
    else
    {
        // What the present step has taken already counts for the rest.
        const auto rest = elapsed * static_cast<double>(total - done) / static_cast<double>(done);
        line += Format(std::chrono::duration_cast<std::chrono::seconds>(rest)) + " left";
    }
    line += ", " + step;
    return line.substr(0, width);
}

StudyProgress::StudyProgress(std::size_t total)
    : m_total(total),
      m_start(std::chrono::steady_clock::now()),
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
StudyProgress::Begin(const std::string& step)
{
    m_step = step;
    Show();
}

void
StudyProgress::End()
{
    ++m_done;
    Show();
}

void
StudyProgress::Show() const
{
    if (!m_isTerminal)
    {
        return;
    }
    winsize size{};
    const bool isKnown = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    // The last column would make some terminals begin a new line.
    const std::size_t width = isKnown ? size.ws_col - 1 : 79;
    const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::steady_clock::now() - m_start);
    const std::string line = FormatProgress(m_done, m_total, elapsed, m_step, width);
    std::fprintf(stderr, "%s%s", CLEAR_LINE, line.c_str());
    std::fflush(stderr);
}

} // namespace ns3
