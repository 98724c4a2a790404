// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "time-travel-link.h"

#include "../agent/linux-kernel-page.h"
#include "socket-io.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// enum um_timetravel_ops
enum Operation : uint32_t
{
    ACK = 0,
    START = 1,
    WAIT = 3,
    RUN = 6,
};

/// struct um_timetravel_msg
struct Message
{
    uint32_t operation;
    uint32_t sequence;
    uint64_t time;
};

/// A kernel without a timer asks for this time (S64_MAX in time_travel_sleep()).
constexpr uint64_t NEVER = std::numeric_limits<int64_t>::max();

} // namespace

TimeTravelLink::TimeTravelLink(int fd, kernel_page& page, Clock now, uint64_t boot)
    : m_fd(fd),
      m_page(page),
      m_now(std::move(now))
{
    m_page.request = NEVER;
    m_page.reached = boot;
    m_page.now = GetTime();
}

TimeTravelLink::~TimeTravelLink()
{
    close(m_fd);
}

bool
TimeTravelLink::Read()
{
    Message message;
    if (!ReadWhole(m_fd, &message, sizeof(message)))
    {
        return false;
    }
    switch (message.operation)
    {
    case START:
        if (!m_page.is_attached)
        {
            throw std::runtime_error("it has not loaded the library beside the agent: expected a "
                                     "program that is linked dynamically");
        }
        Send(ACK, message.sequence, 0);
        break;
    case WAIT:
        m_isWaiting = true;
        break;
    default:
        throw std::runtime_error("it sent the calendar operation " +
                                 std::to_string(message.operation));
    }
    return true;
}

/// A kernel that has run free may be ahead of the simulation, and must not go back.
uint64_t
TimeTravelLink::GetTime() const
{
    return std::max({m_now(), m_page.reached, m_page.free_until});
}

void
TimeTravelLink::Run(uint64_t freeUntil)
{
    m_isWaiting = false;
    m_isCalled = false;
    ++m_turns;
    const uint64_t now = GetTime();
    m_page.now = now;
    m_page.free_until = freeUntil > now ? freeUntil : 0;
    Send(RUN, 0, now);
}

void
TimeTravelLink::NoteCall()
{
    m_isCalled = true;
    m_page.now = GetTime();
}

uint64_t
TimeTravelLink::GetReached() const
{
    return m_page.reached;
}

void
TimeTravelLink::Send(uint32_t operation, uint32_t sequence, uint64_t time) const
{
    const Message message{operation, sequence, time};
    WriteWhole(m_fd, &message, sizeof(message));
}

bool
TimeTravelLink::IsWaiting() const
{
    return m_isWaiting;
}

std::optional<uint64_t>
TimeTravelLink::GetRequest() const
{
    const uint64_t request = m_isCalled ? std::min(m_page.request, GetTime()) : m_page.request;
    return request < NEVER ? std::optional<uint64_t>(request) : std::nullopt;
}

bool
TimeTravelLink::TakeKick(std::size_t card)
{
    return std::exchange(m_page.has_frames[card], 0) != 0;
}

uint64_t
TimeTravelLink::GetTurns() const
{
    return m_turns;
}

} // namespace ns3
