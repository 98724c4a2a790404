// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_CALLS_HELPER_H
#define LINUX_KERNEL_CALLS_HELPER_H

#include "ns3/linux-kernel.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelCalls declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Makes single system calls in a kernel when the simulation requests them. This is for tests of the
 * kernel, such as packet scripts. A program in the kernel makes each call in a separate thread.
 * agent/linux-kernel-calls.c lists the calls. If the program ends, the simulation ends, too, with
 * one error line.
 *
 * @code
 *   LinuxKernelCalls calls(kernel);
 *   calls.Start([&calls] {
 *       calls.Make("socket 6", [](const LinuxKernelCalls::Answer& answer) {
 *           std::cout << answer.value << "\n";
 *       });
 *   });
 * @endcode
 */
class LinuxKernelCalls
{
  public:
    /// What a call returned.
    struct Answer
    {
        int64_t value{0};    ///< return value; -1 for a failure
        int error{0};        ///< errno of a failure
        std::string given{}; ///< what the call gives besides, as the list says
    };

    /// Called when a call returns.
    using Done = std::function<void(const Answer& answer)>;

    /**
     * @param kernel that makes the calls; the simulation must not have started. The kernel's
     * answers go to this object, which replaces any other handler
     */
    explicit LinuxKernelCalls(Ptr<LinuxKernel> kernel);
    LinuxKernelCalls(const LinuxKernelCalls&) = delete;
    LinuxKernelCalls& operator=(const LinuxKernelCalls&) = delete;
    /// Calls that have not returned are forgotten.
    ~LinuxKernelCalls();

    /// @param ready called once when calls can be made; at once if they can be made already
    void Start(std::function<void()> ready);
    /**
     * Make a call. Several calls may be open at the same time, each in a thread of its own.
     * @param call its name and arguments, in one line, see agent/linux-kernel-calls.c
     * @param done called in an event when it returns; never if it blocks for good
     */
    void Make(const std::string& call, Done done);

  private:
    /// @param text an answer: number of the call, value, errno, and what the call gives besides
    void Handle(const std::string& text);
    /**
     * @param program that has ended; the simulation ends if it is the one that makes the calls
     * @param status its exit status
     */
    void NoteEnd(uint32_t program, int status) const;

    Ptr<LinuxKernel> m_kernel;               ///< see the constructor
    uint32_t m_program;                      ///< number of the program in the kernel
    bool m_isReady{false};                   ///< the program's greeting, number 0, has come
    uint32_t m_made{0};                      ///< calls so far
    std::map<uint32_t, Done> m_open;         ///< calls that have not returned, by number
    std::map<uint32_t, std::string> m_begun; ///< beginnings of long answers, by number
};

} // namespace ns3

#endif // LINUX_KERNEL_CALLS_HELPER_H
