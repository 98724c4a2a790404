// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TIME_TRAVEL_LINK_H
#define TIME_TRAVEL_LINK_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

struct kernel_page;

/**
 * @file
 * @ingroup linux-kernel
 * ns3::TimeTravelLink declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * The calendar's end of the connection with one kernel (include/uapi/linux/um_timetravel.h). The
 * kernel asks for a time at which it runs, and waits; the calendar grants it.
 *
 * The connection is a page of shared memory. A library in the kernel's process translates it into
 * the messages that the kernel expects (agent/linux-kernel-calendar.c).
 *
 * The calendar is LinuxKernel, which calls Await() until IsWaiting(), and calls Run() in an event
 * at the time of GetRequest(). A kernel that has advanced its own time may be ahead of the
 * simulation; then GetReached() tells at which time its frames leave.
 */
class TimeTravelLink
{
  public:
    /// @return the simulation's time, ns
    using Clock = std::function<uint64_t()>;

    /**
     * @param page shared with the kernel's process, which lives longer than this object
     * @param now the simulation's time
     * @param boot the kernel's clock begins with this time, ns; until then, it is ahead of the
     * simulation
     */
    TimeTravelLink(kernel_page& page, Clock now, uint64_t boot);
    TimeTravelLink(const TimeTravelLink&) = delete;
    TimeTravelLink& operator=(const TimeTravelLink&) = delete;

    /**
     * Wait until the kernel waits for its turn, or sends a message to one of the simulation's
     * sockets.
     * @param patience real time, after which it returns in any case
     */
    void Await(std::chrono::milliseconds patience);
    /// @return whether the kernel has sent messages to sockets since the last call
    bool TakeMessage();
    /**
     * Let the kernel run.
     * @param freeUntil nothing reaches the kernel before this time, ns, so that it may advance its
     * own time up to there without asking, until it reaches out itself
     */
    void Run(uint64_t freeUntil);
    /**
     * A card calls the kernel, which sees this before it runs, and asks for a turn at once.
     * @param card its number
     * @param queue of the card
     * @throws std::runtime_error if the kernel does not look at its calls
     */
    void Call(std::size_t card, uint32_t queue);

    /// @return whether the kernel waits for its turn
    bool IsWaiting() const;
    /// @return the time at which it has reached out last, which may lie ahead of the simulation's,
    /// ns; frames of its cards since then are of this time
    uint64_t GetReached() const;
    /// @return the time at which it wants to run, ns; none if it waits for an interrupt only
    std::optional<uint64_t> GetRequest() const;
    /**
     * @param card its number
     * @return whether the kernel has told the card of frames to send since the last call
     */
    bool TakeKick(std::size_t card);
    /**
     * The kernel does not run ahead once there is a message in the mailbox of its agent.
     * @param offset of the mailbox in the file of the kernel's memory, bytes; 0: there is none
     */
    void SetMailbox(uint64_t offset);
    /// @return whether the kernel has written to files of the host since the last call
    bool TakeWritten();
    /// @return turns that the kernel has had
    uint64_t GetTurns() const;

  private:
    /// @return the kernel's time from now on, ns: the simulation's, or its own if it is ahead
    uint64_t GetTime() const;

    kernel_page& m_page;    ///< shared with the kernel's process
    Clock m_now;            ///< the simulation's time
    bool m_isCalled{false}; ///< a card has called the kernel since its last turn
    uint64_t m_turns{0};    ///< see GetTurns
};

} // namespace ns3

#endif // TIME_TRAVEL_LINK_H
