// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TIME_TRAVEL_LINK_H
#define TIME_TRAVEL_LINK_H

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
 * Only the beginning of a turn (RUN) and its end (WAIT) are messages. A library in the kernel's
 * process answers all others with what a page of shared memory says
 * (agent/linux-kernel-calendar.c).
 *
 * The calendar is LinuxKernel, which reads this connection until IsWaiting(), and calls Run() in an
 * event at the time of GetRequest(). A kernel that runs free (FREE_UNTIL) may be ahead of the
 * simulation; then GetReached() tells at which time its frames leave.
 */
class TimeTravelLink
{
  public:
    /// @return the simulation's time, ns
    using Clock = std::function<uint64_t()>;

    /**
     * @param fd connected socket, which is closed at the end
     * @param page shared with the kernel's process, which lives longer than this object
     * @param now the simulation's time
     * @param boot the kernel's clock begins with this time, ns; until then, it is ahead of the
     * simulation
     */
    TimeTravelLink(int fd, kernel_page& page, Clock now, uint64_t boot);
    ~TimeTravelLink();
    TimeTravelLink(const TimeTravelLink&) = delete;
    TimeTravelLink& operator=(const TimeTravelLink&) = delete;

    /**
     * Read one message. It blocks until the whole message is there.
     * @return whether the kernel is still there
     * @throws std::runtime_error if the operation is not START or WAIT, or if the kernel's process
     * has not loaded the library
     */
    bool Read();
    /**
     * Let the kernel run. It reads the message at its own pace.
     * @param freeUntil nothing reaches the kernel before this time, ns, so that it may advance its
     * own time up to there without asking, until it reaches out itself
     */
    void Run(uint64_t freeUntil);
    /// A card is about to call the kernel, which will ask for a turn at once.
    void NoteCall();

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
    /// @return turns that the kernel has had
    uint64_t GetTurns() const;

  private:
    /// @return time that is sent to the kernel, ns: the simulation's, or its own if it is ahead
    uint64_t GetTime() const;
    /**
     * @param operation of enum um_timetravel_ops
     * @param sequence of the message that it answers
     * @param time ns
     */
    void Send(uint32_t operation, uint32_t sequence, uint64_t time) const;

    int m_fd;                ///< see the constructor
    kernel_page& m_page;     ///< shared with the kernel's process
    Clock m_now;             ///< the simulation's time
    bool m_isWaiting{false}; ///< the kernel has sent WAIT since the last Run()
    bool m_isCalled{false};  ///< a card has called it since then
    uint64_t m_turns{0};     ///< see GetTurns
};

} // namespace ns3

#endif // TIME_TRAVEL_LINK_H
