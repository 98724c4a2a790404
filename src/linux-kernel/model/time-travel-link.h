// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TIME_TRAVEL_LINK_H
#define TIME_TRAVEL_LINK_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

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
     * @param now the simulation's time
     * @param timeOfDay of the start of the simulation, ns since 1970
     */
    TimeTravelLink(int fd, Clock now, uint64_t timeOfDay);
    ~TimeTravelLink();
    TimeTravelLink(const TimeTravelLink&) = delete;
    TimeTravelLink& operator=(const TimeTravelLink&) = delete;

    /// @return the socket, for poll()
    int GetFd() const;
    /**
     * Read one message and answer it. It blocks until the whole message is there.
     * @return whether the kernel is still there
     * @throws std::runtime_error if the operation is none that a kernel may send
     */
    bool Read();
    /**
     * Let the kernel run. It reads the message, and answers it, at its own pace.
     * @param freeUntil nothing reaches the kernel before this time, ns, so that it may advance its
     * own time up to there without asking, until it reaches out itself
     */
    void Run(uint64_t freeUntil);

    /// @return whether the kernel waits for its turn, and has taken the last one
    bool IsWaiting() const;
    /// @return the time at which it has reached out last, which may lie ahead of the simulation's,
    /// ns; messages of its cards since then are of this time
    uint64_t GetReached() const;
    /// @return the time at which it wants to run, ns; none if it waits for an interrupt only
    std::optional<uint64_t> GetRequest() const;
    /// @return messages that were read
    uint64_t GetMessages() const;

  private:
    /**
     * The kernel is about to reach another party, whose answer may come at any later time: it may
     * run free no longer.
     * @param time of the kernel, ns
     */
    void Reach(uint64_t time);
    /// @return time that is sent to the kernel, ns: the simulation's, or its own if it is ahead
    uint64_t GetTime() const;
    /**
     * @param operation of enum um_timetravel_ops
     * @param sequence number of the message, or of the one that it answers
     * @param time ns
     */
    void Send(uint32_t operation, uint32_t sequence, uint64_t time) const;

    int m_fd;                          ///< see GetFd
    Clock m_now;                       ///< the simulation's time
    uint64_t m_timeOfDay;              ///< see the constructor, ns
    bool m_isWaiting{false};           ///< the kernel has sent WAIT since the last Run()
    bool m_isTaken{true};              ///< whether the last Run() has been answered
    std::optional<uint64_t> m_request; ///< see GetRequest
    uint32_t m_sequence{0};            ///< of the last message that it answers
    uint32_t m_run{0};                 ///< sequence of the last Run()
    uint64_t m_reached{0};             ///< see GetReached
    uint64_t m_freeUntil{0};           ///< it runs free until then; 0: it has to ask
    uint64_t m_messages{0};            ///< see GetMessages
};

} // namespace ns3

#endif // TIME_TRAVEL_LINK_H
