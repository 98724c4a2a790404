// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-peer-window.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Least segment that a small offered window leads to, TCP header included (tcp_sync_mss).
constexpr uint32_t LEAST_SEGMENT = 68;
/// Bytes of a TCP header without options.
constexpr uint32_t HEADER_BYTES = 20;
/// Timestamp option with its padding, bytes.
constexpr uint32_t TIMESTAMP_BYTES = 12;

} // namespace

TcpLinux24PeerWindow::TcpLinux24PeerWindow(bool synWindowScaled)
    : m_synWindowScaled(synWindowScaled)
{
}

void
TcpLinux24PeerWindow::Start(const TcpLinux24Ack& ack)
{
    m_sequence = ack.sequence;
    m_window = m_largest = ack.window;
}

bool
TcpLinux24PeerWindow::Update(const TcpLinux24Ack& ack, TcpOffset una)
{
    const bool update = ack.ack > una || ack.sequence > m_sequence ||
                        (ack.sequence == m_sequence && ack.window > m_window);
    if (update)
    {
        m_window = ack.window;
        m_sequence = ack.sequence;
        // 2.4.18 scales the window of a SYN-ACK, too, and corrects snd_wnd alone
        // (tcp_rcv_synsent_state_process).
        m_largest = std::max({m_largest, m_window, m_synWindowScaled ? ack.scaledWindow : 0});
    }
    return update;
}

uint32_t
TcpLinux24PeerWindow::Get() const
{
    return m_window;
}

uint32_t
TcpLinux24PeerWindow::GetLargest() const
{
    return m_largest;
}

TcpOffset
TcpLinux24PeerWindow::GetEnd(TcpOffset una) const
{
    return una + TcpOffset{m_window};
}

uint32_t
TcpLinux24PeerWindow::LimitMss(uint32_t mss, bool timestamps) const
{
    const uint32_t least = LEAST_SEGMENT - HEADER_BYTES - (timestamps ? TIMESTAMP_BYTES : 0);
    return m_largest == 0 ? mss : std::min(mss, std::max(m_largest / 2, least));
}

// forced_push: no more than half the largest window without a PSH.
bool
TcpLinux24PeerWindow::IsPushDue(TcpOffset bytes) const
{
    return bytes > m_largest / 2;
}

} // namespace ns3
