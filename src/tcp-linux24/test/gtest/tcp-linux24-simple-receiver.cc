// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-simple-receiver.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr size_t MOST_BLOCKS = 3;    ///< beside timestamps
constexpr size_t MOST_RECENT = 16;   ///< arrivals that the order of the blocks depends on
constexpr uint32_t ACK_INTERVAL = 2; ///< segments in order for one ACK

} // namespace

TcpLinux24SimpleReceiver::TcpLinux24SimpleReceiver(const TcpLinux24ReceiverSetup& setup)
    : m_setup(setup)
{
    m_received.add(Range(-1, 0)); // the SYN
}

std::optional<TcpLinux24Ack>
TcpLinux24SimpleReceiver::Receive(const TcpLinux24Segment& segment, TcpTick tsval)
{
    if (segment.start <= m_lastAck && GetTicksBetween(tsval, m_echo) >= 0)
    {
        m_echo = tsval;
    }
    const TcpOffset before = GetNext();
    if (segment.syn || segment.GetLength() == 0 || Has(segment))
    {
        const bool report = m_setup.dsack && segment.GetLength() > 0 && !segment.syn;
        m_duplicate = report ? std::optional(TcpRange{segment.start, segment.end}) : std::nullopt;
        return MakeAck();
    }
    const bool holes = boost::icl::interval_count(m_received) > 1;
    m_received.add(Range(segment.start, segment.end));
    if (GetNext() == before)
    {
        m_recent.push_front(segment.start);
        m_recent.resize(std::min(m_recent.size(), MOST_RECENT));
        return MakeAck();
    }
    ++m_unacknowledged;
    if (holes || segment.fin || m_unacknowledged >= ACK_INTERVAL)
    {
        return MakeAck();
    }
    return {};
}

bool
TcpLinux24SimpleReceiver::IsAckDelayed() const
{
    return m_unacknowledged > 0;
}

TcpLinux24Ack
TcpLinux24SimpleReceiver::MakeAck()
{
    TcpLinux24Ack ack;
    ack.ack = GetNext();
    ack.window = m_setup.window;
    if (m_setup.timestamps)
    {
        ack.echo = m_echo;
    }
    if (m_setup.sack)
    {
        AddBlocks(ack);
    }
    m_duplicate.reset();
    m_lastAck = ack.ack;
    m_unacknowledged = 0;
    return ack;
}

TcpOffset
TcpLinux24SimpleReceiver::GetNext() const
{
    return m_received.begin()->upper();
}

bool
TcpLinux24SimpleReceiver::Has(const TcpLinux24Segment& segment) const
{
    return boost::icl::contains(m_received, Range(segment.start, segment.end));
}

void
TcpLinux24SimpleReceiver::AddBlocks(TcpLinux24Ack& ack) const
{
    if (m_duplicate)
    {
        ack.sacks.push_back(*m_duplicate);
    }
    for (const TcpOffset start : m_recent)
    {
        const auto range = m_received.find(start);
        const TcpRange block{range->lower(), range->upper()};
        const auto others = ack.sacks.begin() + (m_duplicate ? 1 : 0);
        const bool known = std::find(others, ack.sacks.end(), block) != ack.sacks.end();
        if (block.end > ack.ack && !known && ack.sacks.size() < MOST_BLOCKS)
        {
            ack.sacks.push_back(block);
        }
    }
}

} // namespace ns3
