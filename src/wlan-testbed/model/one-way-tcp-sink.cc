// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "one-way-tcp-sink.h"

namespace ns3
{

OneWayTcpSink::OneWayTcpSink(uint32_t skipped)
    : m_skipped(skipped)
{
}

bool
OneWayTcpSink::Receive(int64_t number)
{
    m_isAckWaiting = true;
    const bool hadHole = !m_ahead.empty();
    if (number != m_next)
    {
        if (number > m_next)
        {
            m_ahead.insert(number);
        }
        return true;
    }
    ++m_next;
    while (m_ahead.erase(m_next) > 0)
    {
        ++m_next;
    }
    // The SYN is acknowledged at once, too.
    if (hadHole || number == 0 || m_inRow >= m_skipped)
    {
        return true;
    }
    ++m_inRow;
    return false;
}

int64_t
OneWayTcpSink::TakeAck()
{
    m_inRow = 0;
    m_isAckWaiting = false;
    return m_next - 1;
}

bool
OneWayTcpSink::IsAckWaiting() const
{
    return m_isAckWaiting;
}

int64_t
OneWayTcpSink::GetInOrder() const
{
    return m_next;
}

} // namespace ns3
