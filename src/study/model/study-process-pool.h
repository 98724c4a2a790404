// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_PROCESS_POOL_H
#define STUDY_PROCESS_POOL_H

#include <cstddef>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup study
 * @return processors that this process may use (sched_getaffinity), 1 or more
 */
std::size_t CountUsableCores();

/**
 * @ingroup study
 * Does tasks in processes beside this one, several at a time.
 *
 * The processes are copies of this one (fork). Each does one task after another, so that what a
 * task computes but once, such as the tables of a model, is there for the next. A process that
 * crashes takes its one task with it and is replaced. All end when this process does, on Linux even
 * if it is killed (PR_SET_PDEATHSIG).
 */
class StudyProcessPool
{
  public:
    /// Sends the reason why a task failed, and ends its process.
    using FailFunction = std::function<void(const std::string& reason)>;

    /// Does a task, in one of the processes. What it throws is the reason why the task failed.
    using TaskFunction = std::function<std::string(std::size_t task, const FailFunction& fail)>;

    /// What is called in this process.
    struct Observer
    {
        /// A task begins.
        std::function<void(std::size_t task)> begins;
        /// A task has returned bytes.
        std::function<void(std::size_t task, const std::string& bytes)> returns;
        /// A task has returned nothing: it has thrown, called FailFunction or crashed.
        std::function<void(std::size_t task, const std::string& reason)> fails;
        /// Called once a second, or more often.
        std::function<void()> ticks;
    };

    /// @param limit processes at a time, 1 or more
    explicit StudyProcessPool(std::size_t limit);

    /**
     * Do tasks, which begin in the order of their numbers.
     * @param count tasks, numbered from 0
     * @param task does one
     * @param observer notified of each task; if it throws, all processes are ended
     * @throws StudyError if no process can be started
     */
    void Run(std::size_t count, const TaskFunction& task, const Observer& observer) const;

  private:
    std::size_t m_limit; ///< processes at a time
};

} // namespace ns3

#endif /* STUDY_PROCESS_POOL_H */
