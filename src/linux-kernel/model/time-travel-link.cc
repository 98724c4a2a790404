// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "time-travel-link.h"

#include "socket-io.h"

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
        m_isTaken = m_isTaken || message.sequence == m_sequence;
        return true;
    case START:
    case UPDATE:
        break;
    case REQUEST:
        m_request = message.time < NEVER ? std::optional<uint64_t>(message.time) : std::nullopt;
        break;
    case WAIT:
        m_isWaiting = true;
        break;
    case GET:
        answer = m_now();
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

void
TimeTravelLink::Run()
{
    m_isWaiting = false;
    m_isTaken = false;
    m_request.reset();
    Send(RUN, ++m_sequence, m_now());
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
