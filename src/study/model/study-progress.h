// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_PROGRESS_H
#define STUDY_PROGRESS_H

#include <cstddef>
#include <string>

/**
 * @file
 * @ingroup study
 * ns3::StudyProgress declaration.
 */

namespace ns3
{

/**
 * @ingroup study
 * A line on standard error that tells how far a study is, if standard error is a terminal.
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

    /**
     * Show that the next step begins.
     * @param step what it is
     */
    void Show(const std::string& step);

  private:
    std::size_t m_total;   //!< number of steps
    std::size_t m_done{0}; //!< steps begun
    bool m_isTerminal;     //!< whether standard error is a terminal
};

} // namespace ns3

#endif /* STUDY_PROGRESS_H */
