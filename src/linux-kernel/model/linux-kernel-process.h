// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_PROCESS_H
#define LINUX_KERNEL_PROCESS_H

#include <string>
#include <sys/types.h>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelProcess declaration.
 */

struct kernel_page;

namespace ns3
{

/**
 * @ingroup linux-kernel
 * The process of a kernel, and the folder with its sockets and files. Both end with this object,
 * and with the simulation, even if that is killed: a guard process notices that its pipe from the
 * simulation is closed.
 *
 * Nothing that the kernel listens to depends on when the simulation reads it. User-mode Linux gets
 * a signal when somebody reads from a pipe that is its console, so that console and reports are
 * plain files.
 */
class LinuxKernelProcess
{
  public:
    /// Make the folder, below $TMPDIR or /tmp, and the page in it.
    /// @throws std::runtime_error if that fails
    LinuxKernelProcess();
    ~LinuxKernelProcess();
    LinuxKernelProcess(const LinuxKernelProcess&) = delete;
    LinuxKernelProcess& operator=(const LinuxKernelProcess&) = delete;

    /// @return the folder
    const std::string& GetFolder() const;
    /// @return memory that the kernel's process shares (agent/linux-kernel-page.h)
    kernel_page& GetPage() const;
    /**
     * Start the kernel in the folder.
     * @param command program and arguments
     * @param environment "NAME=value" each
     * @throws std::runtime_error if there can be no process
     */
    void Start(const std::vector<std::string>& command,
               const std::vector<std::string>& environment);
    /**
     * @param patience real time, ms
     * @return whether the kernel and all of its processes end within this time
     */
    bool HasEnded(int patience) const;
    /// @return what the kernel has written on its console so far
    std::string ReadConsole() const;
    /// @return whole lines that the agent has written since the last call
    std::vector<std::string> ReadReports();

  private:
    /// Map the page into memory.
    /// @throws std::runtime_error if that fails
    void MapPage();

    std::string m_folder;         ///< see GetFolder
    kernel_page* m_page{nullptr}; ///< see GetPage
    pid_t m_guard{-1};            ///< the guard process; -1 before the start
    int m_lifeFd{-1};             ///< closed at the end, which the guard notices
    int m_endFd{-1};              ///< the other end is closed at the end of the kernel
    int m_reportsFd{-1};          ///< the agent's file
    std::string m_report;         ///< part of a line
};

} // namespace ns3

#endif // LINUX_KERNEL_PROCESS_H
