// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "timeout-classifier.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// @param a, b sequence numbers
/// @return whether a is behind b, as RFC 9293 compares modulo 2^32
bool
IsBehind(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) > 0;
}

} // namespace

std::string
ToString(TimeoutCause cause)
{
    switch (cause)
    {
    case TimeoutCause::SPURIOUS:
        return "spurious";
    case TimeoutCause::DATA_LOST:
        return "data lost";
    case TimeoutCause::ACKS_LOST:
        return "ACKs lost";
    case TimeoutCause::UNKNOWN:
        break;
    }
    return "unknown";
}

void
TimeoutClassifier::Send(double time, uint64_t id, uint32_t start, uint32_t end)
{
    ++m_now;
    m_dataUnderWay[id] = m_segments.size();
    m_segments.push_back({time, start, end, {}});
}

void
TimeoutClassifier::NoteTimeout()
{
    if (!m_segments.empty())
    {
        m_timeouts.push_back(m_segments.size() - 1);
    }
}

void
TimeoutClassifier::Deliver(uint64_t id)
{
    ++m_now;
    if (const auto found = m_dataUnderWay.find(id); found != m_dataUnderWay.end())
    {
        m_segments[found->second].delivered = m_now;
        m_lastDelivered = std::max(m_lastDelivered, found->second + 1);
        m_dataUnderWay.erase(found);
    }
}

void
TimeoutClassifier::Acknowledge(uint64_t id, uint32_t acknowledgment)
{
    ++m_now;
    m_acksUnderWay[id] = m_acks.size();
    m_acks.push_back({m_now, acknowledgment});
}

void
TimeoutClassifier::Return(uint64_t id)
{
    ++m_now;
    if (const auto found = m_acksUnderWay.find(id); found != m_acksUnderWay.end())
    {
        m_acks[found->second].isBack = true;
        m_lastBack = std::max(m_lastBack, found->second + 1);
        m_acksUnderWay.erase(found);
    }
}

TimeoutCause
TimeoutClassifier::GetCause(std::size_t timeout) const
{
    const uint32_t first = m_segments[timeout].start;
    bool hasArrived = false;
    bool mayArrive = false;
    for (std::size_t i = 0; i < timeout; ++i)
    {
        const Segment& segment = m_segments[i];
        if (!IsBehind(segment.start, first) && IsBehind(segment.end, first))
        {
            hasArrived |= segment.delivered.has_value();
            mayArrive |= !segment.delivered && i >= m_lastDelivered;
        }
    }
    if (!hasArrived)
    {
        return mayArrive ? TimeoutCause::UNKNOWN : TimeoutCause::DATA_LOST;
    }
    // From this event on the receiver answers what was sent because of the timeout.
    Order answer = std::numeric_limits<Order>::max();
    for (std::size_t i = timeout; i < m_segments.size(); ++i)
    {
        answer = std::min(answer, m_segments[i].delivered.value_or(answer));
    }
    bool isAcknowledged = false;
    mayArrive = false;
    for (std::size_t i = 0; i < m_acks.size() && m_acks[i].sent < answer; ++i)
    {
        if (!IsBehind(m_acks[i].next, first))
        {
            continue;
        }
        if (m_acks[i].isBack)
        {
            return TimeoutCause::SPURIOUS;
        }
        isAcknowledged = true;
        mayArrive |= i >= m_lastBack;
    }
    if (!isAcknowledged)
    {
        // The receiver delays its ACK.
        return TimeoutCause::SPURIOUS;
    }
    return mayArrive ? TimeoutCause::UNKNOWN : TimeoutCause::ACKS_LOST;
}

std::vector<TimeoutClassifier::Timeout>
TimeoutClassifier::Classify() const
{
    std::vector<Timeout> timeouts;
    for (const std::size_t timeout : m_timeouts)
    {
        const Segment& segment = m_segments[timeout];
        timeouts.push_back({segment.time, segment.start, GetCause(timeout)});
    }
    return timeouts;
}

} // namespace ns3
