// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_PROGRESS_H
#define STUDY_PROGRESS_H

#include <chrono>
#include <cstddef>
#include <string>

namespace ns3
{

/**
 * @ingroup study
 * @param done steps that have ended
 * @param total number of steps
 * @param elapsed since the first began
 * @param step what is going on
 * @param width characters that there is room for
 * @return a line with a bar, the time that the rest takes if a step takes what those before took,
 * and the step
 */
std::string FormatProgress(std::size_t done,
                           std::size_t total,
                           std::chrono::seconds elapsed,
                           const std::string& step,
                           std::size_t width);

/**
 * @ingroup study
 * A line on standard error with the progress of a study, if standard error is a terminal.
 */
class StudyProgress
{
  public:
    /// @param total number of steps
    explicit StudyProgress(std::size_t total);

    /// Clears the line.
    ~StudyProgress();
    StudyProgress(const StudyProgress&) = delete;
    StudyProgress& operator=(const StudyProgress&) = delete;

    /// A step begins.
    /// @param step what it is
    void Begin(const std::string& step);

    /// A step has ended.
    void End();

    /// Write the line again, with the present time.
    void Show() const;

  private:
    std::size_t m_total;                           ///< number of steps
    std::size_t m_done{0};                         ///< steps that have ended
    std::string m_step;                            ///< what began last
    std::chrono::steady_clock::time_point m_start; ///< of the first step
    bool m_isTerminal;                             ///< whether somebody can see the line
};

} // namespace ns3

#endif /* STUDY_PROGRESS_H */
