// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-receiver.h"

namespace ns3
{

TcpOffset
TcpLinux24Receiver::GetRcvNxt() const
{
    return m_rcvNxt;
}

TcpLinux24SackList
TcpLinux24Receiver::GetSacks() const
{
    return m_sacks.Get();
}

uint32_t
TcpLinux24Receiver::GetSackBytes() const
{
    return m_sacks.GetOptionBytes();
}

std::optional<TcpTick>
TcpLinux24Receiver::GetEcho() const
{
    return m_options.timestamps ? std::optional(m_tsRecent) : std::nullopt;
}

TcpOffset
TcpLinux24Receiver::GetRcvWup() const
{
    return m_window.GetRcvWup();
}

uint32_t
TcpLinux24Receiver::GetRcvWnd() const
{
    return m_window.GetRcvWnd();
}

uint32_t
TcpLinux24Receiver::GetRcvSsthresh() const
{
    return m_window.GetRcvSsthresh();
}

uint32_t
TcpLinux24Receiver::GetRcvMss() const
{
    return m_policy->GetRcvMss();
}

uint32_t
TcpLinux24Receiver::GetQuick() const
{
    return m_policy->GetQuick();
}

uint32_t
TcpLinux24Receiver::GetAto() const
{
    return m_policy->GetAto();
}

bool
TcpLinux24Receiver::IsPingpong() const
{
    return m_policy->IsPingpong();
}

bool
TcpLinux24Receiver::IsAckScheduled() const
{
    return m_policy->IsScheduled();
}

bool
TcpLinux24Receiver::IsFinReceived() const
{
    return m_finReceived;
}

bool
TcpLinux24Receiver::HasHoles() const
{
    return m_queue.HasHoles();
}

uint32_t
TcpLinux24Receiver::GetReadable() const
{
    return static_cast<uint32_t>(m_rcvNxt - m_copied - (m_finReceived ? 1 : 0));
}

uint32_t
TcpLinux24Receiver::GetRcvbuf() const
{
    return m_window.GetRcvbuf();
}

uint32_t
TcpLinux24Receiver::GetMemory() const
{
    return m_queue.GetMemory();
}

uint32_t
TcpLinux24Receiver::GetSkippedAcks() const
{
    return m_policy->GetSkipped();
}

} // namespace ns3
