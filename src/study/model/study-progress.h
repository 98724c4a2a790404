// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_PROGRESS_H
#define STUDY_PROGRESS_H

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

/**
 * @file
 * @ingroup study
 * ns3::StudyProgress and ns3::FormatProgress declarations.
 */

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
 * A line on standard error that tells how far a study is, if standard error is a terminal. It moves
 * each second, in a long run, too.
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
    /// Writes the line each second. @param stop asks to end
    void Tick(std::stop_token stop);
    /// Writes the line.
    void Write() const;

    std::size_t m_total;                           //!< number of steps
    std::size_t m_begun{0};                        //!< steps begun
    std::string m_step;                            //!< what the last of them is
    std::chrono::steady_clock::time_point m_start; //!< of the first step
    std::mutex m_mutex;                            //!< of what Tick() reads
    std::condition_variable_any m_stopped;         //!< wakes Tick() at the end
    std::jthread m_thread;                         //!< of Tick(), none without a terminal
};

} // namespace ns3

#endif /* STUDY_PROGRESS_H */
