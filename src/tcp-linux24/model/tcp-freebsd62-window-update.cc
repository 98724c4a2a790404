// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-freebsd62-window-update.h"

namespace ns3
{

TcpFreeBsd62WindowUpdate::TcpFreeBsd62WindowUpdate(uint32_t segmentSize, uint32_t bufferSize)
    : m_segmentSize(segmentSize),
      m_bufferSize(bufferSize)
{
}

void
TcpFreeBsd62WindowUpdate::NoteAdvertised(uint32_t next, uint32_t window)
{
    // The edge never moves back: a smaller window is advertised as the one that the peer has.
    const uint32_t edge = next + window;
    if (static_cast<int32_t>(edge - m_edge) > 0 || m_edge == 0)
    {
        m_edge = edge;
    }
}

bool
TcpFreeBsd62WindowUpdate::IsDue(uint32_t next, uint32_t window) const
{
    // Sequence numbers wrap around, so that only their difference has a sign.
    const int64_t growth = int64_t{window} - static_cast<int32_t>(m_edge - next);
    return window > 0 && (growth >= 2 * int64_t{m_segmentSize} || 2 * growth >= m_bufferSize);
}

} // namespace ns3
