// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "time-travel-link.h"

#include "socket-io.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace ns3
{

namespace
{

/// enum um_timetravel_ops
enum Operation : uint32_t
{
    ACK,
    START,
    REQUEST,
    WAIT,
    GET,
    UPDATE,
    RUN,
    FREE_UNTIL,
    GET_TOD,
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

TimeTravelLink::TimeTravelLink(int fd, Clock now, uint64_t timeOfDay)
    : m_fd(fd),
      m_now(std::move(now)),
      m_timeOfDay(timeOfDay)
{
}

TimeTravelLink::~TimeTravelLink()
{
    close(m_fd);
}

int
TimeTravelLink::GetFd() const
{
    return m_fd;
}

bool
TimeTravelLink::Read()
{
    Message message;
    if (!ReadWhole(m_fd, &message, sizeof(message)))
    {
        return false;
    }
    ++m_messages;
    uint64_t answer = 0;
    switch (message.operation)
    {
    case ACK:
        m_isTaken = m_isTaken || message.sequence == m_run;
        return true;
    case START:
        break;
    case UPDATE:
        Reach(message.time);
        break;
    case REQUEST:
        m_request = message.time < NEVER ? std::optional<uint64_t>(message.time) : std::nullopt;
        break;
    case WAIT:
        m_isWaiting = true;
        break;
    case GET:
        answer = GetTime();
        break;
    case GET_TOD:
        answer = m_timeOfDay + m_now();
        break;
    default:
        throw std::runtime_error("it sent the calendar operation " +
                                 std::to_string(message.operation));
    }
    Send(ACK, message.sequence, answer);
    return true;
}

/// The kernel is about to reach another party, whose answer may come at any later time: it has to
/// ask again before it advances. It reads this before the answer to its own message.
void
TimeTravelLink::Reach(uint64_t time)
{
    m_reached = time;
    if (m_freeUntil > 0)
    {
        m_freeUntil = 0;
        Send(FREE_UNTIL, ++m_sequence, time);
    }
}

/// A kernel that has run free may be ahead of the simulation, and must not go back.
uint64_t
TimeTravelLink::GetTime() const
{
    return std::max({m_now(), m_reached, m_freeUntil});
}

void
TimeTravelLink::Run(uint64_t freeUntil)
{
    m_isWaiting = false;
    m_isTaken = false;
    m_request.reset();
    const uint64_t now = GetTime();
    m_freeUntil = 0;
    // The kernel sends no second UPDATE of the same time (__time_travel_propagate_time), so that at
    // this time it could reach out unnoticed, and run on.
    if (freeUntil > now && now != m_reached)
    {
        m_freeUntil = freeUntil;
        Send(FREE_UNTIL, ++m_sequence, freeUntil);
    }
    m_run = ++m_sequence;
    Send(RUN, m_run, now);
}

uint64_t
TimeTravelLink::GetReached() const
{
    return m_reached;
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
    return m_isWaiting && m_isTaken;
}

std::optional<uint64_t>
TimeTravelLink::GetRequest() const
{
    return m_request;
}

uint64_t
TimeTravelLink::GetMessages() const
{
    return m_messages;
}

} // namespace ns3
