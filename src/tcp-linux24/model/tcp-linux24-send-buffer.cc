// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-send-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
TcpLinux24SendBuffer::Start(const TcpLinuxSender* sender)
{
    m_sender = sender;
    m_early = 0;
    m_writerSleeping = false;
}

// sk->sndbuf begins with the middle number of tcp_wmem, unless the user's SO_SNDBUF has fixed it.
uint32_t
TcpLinux24SendBuffer::GetFirstSize(const TcpLinux24SendBufferLimits& limits)
{
    return limits.initial == 0 ? limits.most : std::min(limits.initial, limits.most);
}

uint32_t
TcpLinux24SendBuffer::GetSize(const TcpLinux24SendBufferLimits& limits) const
{
    const bool grows = limits.initial > 0 && m_sender;
    return grows ? std::min(m_sender->GetSendBuffer(), limits.most) : GetFirstSize(limits);
}

// The test of tcp_sendmsg, put the other way round: how much it would take before it finds no
// space. Each segment costs more than its data.
uint32_t
TcpLinux24SendBuffer::GetRoom(const TcpLinux24SendBufferLimits& limits, uint32_t fullSegment) const
{
    const uint32_t buffer = GetSize(limits);
    if (!m_sender)
    {
        return buffer;
    }
    const uint32_t memory = m_sender->GetQueueMemory() + m_early;
    const uint32_t room = m_sender->GetTailRoom(); // takes no further memory
    if (memory >= buffer)
    {
        return room;
    }
    // As in the kernel the last segment may exceed the buffer: a write stops only when the limit
    // has been reached.
    const uint64_t segment = fullSegment + limits.segmentOverhead;
    const uint64_t segments = (buffer - memory + segment - 1) / segment;
    return static_cast<uint32_t>(
        std::min<uint64_t>(room + segments * fullSegment, buffer - m_early));
}

bool
TcpLinux24SendBuffer::IsWorthWaking(const TcpLinux24SendBufferLimits& limits) const
{
    return m_sender->IsSpaceWorthWaking(GetSize(limits));
}

void
TcpLinux24SendBuffer::SetWriterSleeping(bool sleeping)
{
    m_writerSleeping = sleeping;
}

bool
TcpLinux24SendBuffer::IsWriterSleeping() const
{
    return m_writerSleeping;
}

void
TcpLinux24SendBuffer::WriteEarly(uint32_t bytes)
{
    m_early += bytes;
}

uint32_t
TcpLinux24SendBuffer::GetEarly() const
{
    return m_early;
}

uint32_t
TcpLinux24SendBuffer::TakeEarly()
{
    return std::exchange(m_early, 0);
}

} // namespace ns3
