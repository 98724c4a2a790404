// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-process-pool.h"

#include "study-error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <iterator>
#include <list>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

namespace ns3
{

namespace
{

/// Longest time between two progress reports, ms.
constexpr int TICK{1000};

/// What stands before the bytes of a message from a worker.
struct MessageHead
{
    bool hasReturned; ///< the bytes are what the task returned, not why it failed
    bool ends;        ///< the worker ends
    std::size_t size; ///< number of bytes
};

/// @return an error with the reason of the system
StudyError
SystemError(const std::string& what)
{
    return StudyError(what + ": " + std::strerror(errno));
}

/// @return whether the other end has taken all bytes
bool
WriteAll(int file, const void* bytes, std::size_t size)
{
    const auto* position = static_cast<const char*>(bytes);
    while (size > 0)
    {
        // MSG_NOSIGNAL: if the other end is gone, an error instead of SIGPIPE.
        const auto count = send(file, position, size, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
        {
            return false;
        }
        position += std::max<ssize_t>(count, 0);
        size -= static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    return true;
}

/// A process that does tasks, as its parent sees it.
class Worker
{
  public:
    Worker(const StudyProcessPool::TaskFunction& task, const std::list<Worker>& others)
    {
        std::array<int, 2> ends{};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        {
            throw SystemError("cannot make a connection to a process for runs");
        }
        m_socket = ends[0];
        // Otherwise both processes would write what is in the buffer.
        std::cout.flush();
        const pid_t parent = getpid();
        m_pid = fork();
        if (m_pid == 0)
        {
            // The process must have no end of a connection to another one.
            close(ends[0]);
            for (const auto& other : others)
            {
                close(other.m_socket);
            }
            Work(parent, ends[1], task);
        }
        const int error = errno;
        close(ends[1]);
        if (m_pid < 0)
        {
            close(m_socket);
            errno = error;
            throw SystemError("cannot start a process for runs");
        }
    }

    ~Worker()
    {
        close(m_socket);
        if (m_pid > 0)
        {
            kill(m_pid, SIGKILL);
            TryToReap(0);
        }
    }

    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// @return end of the connection to the process
    int GetSocket() const
    {
        return m_socket;
    }

    /// @return the task that it does; none: it is idle
    const std::optional<std::size_t>& GetTask() const
    {
        return m_task;
    }

    void Give(std::size_t task)
    {
        m_task = task;
        // If the process is gone, Read() notices it.
        WriteAll(m_socket, &task, sizeof(task));
    }

    /// Report the task if the process has sent a message, or has ended.
    /// @return whether the process can be given another task
    bool Read(const StudyProcessPool::Observer& observer)
    {
        // The end of the process does not close the connection if the run has left a process of its
        // own, which has the connection, too.
        const bool hasEnded = TryToReap(WNOHANG);
        MessageHead head{};
        const auto count = recv(m_socket, &head, sizeof(head), MSG_DONTWAIT);
        const bool isClosed = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
        std::string bytes(head.size, '\0');
        // The process sends the bytes at once, so the rest of them is on its way.
        if (count == sizeof(head) &&
            (bytes.empty() ||
             recv(m_socket, bytes.data(), bytes.size(), MSG_WAITALL) == std::ssize(bytes)))
        {
            const auto task = *std::exchange(m_task, std::nullopt);
            head.hasReturned ? observer.returns(task, bytes) : observer.fails(task, bytes);
            return !hasEnded && !head.ends;
        }
        if (!hasEnded && !isClosed)
        {
            return true;
        }
        if (m_task)
        {
            TryToReap(0);
            observer.fails(*std::exchange(m_task, std::nullopt), DescribeEnd(m_status));
        }
        return false;
    }

  private:
    /// Be the process: do tasks until the parent closes the connection.
    [[noreturn]] static void Work(pid_t parent,
                                  int socket,
                                  const StudyProcessPool::TaskFunction& task) noexcept
    {
        // Only the parent reports an interruption.
        std::signal(SIGINT, SIG_DFL);
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        std::size_t number = 0;
        const pid_t worker = getpid();
        const auto send = [socket, worker](const std::string& bytes, bool hasReturned, bool ends) {
            if (getpid() != worker)
            {
                // A child process that the run has forked also returns from it.
                _exit(EXIT_SUCCESS);
            }
            const MessageHead head{hasReturned, ends, bytes.size()};
            if (!WriteAll(socket, &head, sizeof(head)) ||
                !WriteAll(socket, bytes.data(), bytes.size()))
            {
                _exit(EXIT_FAILURE);
            }
        };
        const auto fail = [&send](const std::string& reason) {
            send(reason, false, true);
            // What the parent will write, remove or destroy at its end is left to it.
            _exit(EXIT_FAILURE);
        };
        // The parent may have ended before the call of prctl().
        while (getppid() == parent &&
               recv(socket, &number, sizeof(number), MSG_WAITALL) == sizeof(number))
        {
            try
            {
                send(task(number, fail), true, false);
            }
            catch (const std::exception& error)
            {
                send(error.what(), false, false);
            }
            catch (...)
            {
                send("threw something other than a std::exception", false, false);
            }
        }
        _exit(EXIT_SUCCESS);
    }

    /// @return whether the process has ended
    bool TryToReap(int options)
    {
        while (m_pid > 0)
        {
            const pid_t ended = waitpid(m_pid, &m_status, options);
            if (ended == 0)
            {
                return false;
            }
            if (ended > 0 || errno != EINTR)
            {
                m_pid = -1;
            }
        }
        return true;
    }

    static std::string DescribeEnd(int status)
    {
        if (WIFSIGNALED(status))
        {
            const int number = WTERMSIG(status);
            return "ended by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
        }
        return "ended with exit status " + std::to_string(WEXITSTATUS(status));
    }

    int m_socket{-1};                  ///< connection to the process
    pid_t m_pid{-1};                   ///< the process; -1 when it has ended
    int m_status{0};                   ///< with which it has ended
    std::optional<std::size_t> m_task; ///< that it does; none: it is idle
};

} // namespace

std::size_t
CountUsableCores()
{
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof(cores), &cores) == 0)
    {
        return static_cast<std::size_t>(std::max(CPU_COUNT(&cores), 1));
    }
#endif
    return std::max(std::thread::hardware_concurrency(), 1U);
}

StudyProcessPool::StudyProcessPool(std::size_t limit)
    : m_limit(limit)
{
}

void
StudyProcessPool::Run(std::size_t count, const TaskFunction& task, const Observer& observer) const
{
    // A parent may have set this to "ignore", which hides the exit status of child processes.
    std::signal(SIGCHLD, SIG_DFL);
    std::list<Worker> workers;
    std::size_t next = 0;
    const auto isIdle = [](const Worker& worker) { return !worker.GetTask(); };
    while (next < count || !std::ranges::all_of(workers, isIdle))
    {
        while (next < count)
        {
            auto worker = std::ranges::find_if(workers, isIdle);
            if (worker == workers.end())
            {
                if (workers.size() == m_limit)
                {
                    break;
                }
                worker = workers.emplace(workers.end(), task, workers);
            }
            observer.begins(next);
            worker->Give(next++);
        }
        std::vector<pollfd> sockets;
        for (const auto& worker : workers)
        {
            sockets.push_back({worker.GetSocket(), POLLIN, 0});
        }
        if (poll(sockets.data(), sockets.size(), TICK) < 0 && errno != EINTR)
        {
            throw SystemError("cannot wait for a run");
        }
        observer.ticks();
        for (auto worker = workers.begin(); worker != workers.end();)
        {
            const auto current = worker++;
            // All are looked at, because the end of a process need not show at its connection.
            if (!current->Read(observer))
            {
                workers.erase(current);
            }
        }
    }
}

} // namespace ns3
