// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-receive-window.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// MAX_TCP_WINDOW: largest first window, bytes.
constexpr uint32_t MAX_FIRST_WINDOW = 32767;

/// @param mss bytes
/// @return segments in the first window (RFC 1414)
uint32_t
GetFirstSegments(uint32_t mss)
{
    if (mss > 3 * 1460)
    {
        return 2;
    }
    return mss > 1460 ? 3 : 4;
}

/// MAX_WINDOW of 2.0.32, bytes.
constexpr uint32_t LINUX20_MAX_WINDOW = 32767;

/// tcp_win_from_space.
/// @param memory bytes, may be negative
/// @return bytes of payload it is for
constexpr int64_t
GetPayloadShare(int64_t memory)
{
    return memory - (memory >> 2);
}

} // namespace

TcpLinux24ReceiveWindow::TcpLinux24ReceiveWindow(const TcpLinux24ReceiverOptions& options)
    : m_rcvbuf(options.rcvbuf),
      m_maxRcvbuf(options.maxRcvbuf),
      m_maxWindow(options.windowClamp),
      m_overhead(options.segmentOverhead),
      m_unit(1U << options.windowUnit),
      m_mss(options.mss),
      m_clamp(options.windowClamp),
      m_rcvWnd(options.firstWindow)
{
    // 2.0.32 offers half of the buffer from the start, at most what 16 bits with a sign hold.
    if (options.generation == TcpLinuxGeneration::LINUX20)
    {
        m_isHalved = true;
        const auto half = static_cast<uint32_t>(GetSpace(0));
        m_rcvSsthresh = m_clamp = std::min({m_clamp, half, LINUX20_MAX_WINDOW});
        m_rcvWnd = 0; // that of the SYN counts for nothing
        return;
    }
    const auto full = static_cast<uint32_t>(GetSpace(0));
    m_clamp = std::min(m_clamp, full);
    // One segment is kept back for the application (tcp_app_win).
    if (m_clamp > 2 * m_mss && m_clamp + m_mss > full)
    {
        m_clamp = std::max(2 * m_mss, full - m_mss);
    }
    m_rcvSsthresh = std::min(m_rcvWnd, m_clamp);
}

// tcp_select_initial_window: whole segments, and not more of them than a sender in slow start can
// use, unless the scale is too coarse for so few.
uint32_t
TcpLinux24ReceiveWindow::GetFirstWindow(uint32_t mss,
                                        uint32_t rcvbuf,
                                        uint8_t scale,
                                        uint32_t clamp)
{
    auto space = std::min(static_cast<uint32_t>(GetPayloadShare(rcvbuf)), clamp);
    if (space > mss)
    {
        space = space / mss * mss;
    }
    space = std::min(space, MAX_FIRST_WINDOW);
    return mss > (1U << scale) ? std::min(space, GetFirstSegments(mss) * mss) : space;
}

// tcp_select_initial_window. The last step of the scale is taken back if, less a segment, no more
// than 15 bits of the field would be used; nothing else is kept back (tcp_app_win is 31).
uint8_t
TcpLinux24ReceiveWindow::GetScale(uint32_t rcvbuf, uint32_t mss)
{
    constexpr uint8_t MAX_SCALE = 14; // RFC 1323
    constexpr uint32_t HALF_FIELD = 1U << 15;
    uint8_t scale = 0;
    auto space = static_cast<uint32_t>(GetPayloadShare(rcvbuf));
    if (space > mss)
    {
        space = space / mss * mss;
    }
    for (; space > UINT16_MAX && scale < MAX_SCALE; ++scale)
    {
        space /= 2;
    }
    return scale > 0 && space >= mss && space - (mss >> scale) < HALF_FIELD ? scale - 1 : scale;
}

int64_t
TcpLinux24ReceiveWindow::GetSpace(uint32_t memory) const
{
    if (m_isHalved)
    {
        return static_cast<int64_t>(m_rcvbuf / 2) - memory / 2;
    }
    return GetPayloadShare(static_cast<int64_t>(m_rcvbuf) - memory);
}

// tcp_grow_window: a segment whose memory is well used opens the window by two of them.
uint32_t
TcpLinux24ReceiveWindow::GetIncrement(uint32_t length,
                                      uint32_t segmentMemory,
                                      uint32_t rcvMss) const
{
    int64_t share = GetPayloadShare(segmentMemory);
    if (share <= length)
    {
        return 2 * m_mss;
    }
    // Wasteful segments: the emptier the buffer, the more waste is borne (__tcp_grow_window).
    share /= 2;
    for (int64_t window = GetSpace(0) / 2; m_rcvSsthresh <= window; window /= 2)
    {
        if (share <= length)
        {
            return 2 * rcvMss;
        }
        share /= 2;
    }
    return 0;
}

bool
TcpLinux24ReceiveWindow::Grow(uint32_t length,
                              uint32_t segmentMemory,
                              uint32_t rcvMss,
                              uint32_t memory)
{
    // At its limit, or the buffer has no room for more.
    if (m_rcvSsthresh >= m_clamp || m_rcvSsthresh >= GetSpace(memory))
    {
        return false;
    }
    const uint32_t increment = GetIncrement(length, segmentMemory, rcvMss);
    m_rcvSsthresh = std::min(m_rcvSsthresh + increment, m_clamp);
    return increment > 0;
}

// tcp_clamp_window: the application reads too slowly, or small packets waste the buffer. What is in
// the buffer now shows how much payload it really holds. Holes are no fault of the reader: a buffer
// that may grow does so instead.
void
TcpLinux24ReceiveWindow::Clamp(uint32_t memory,
                               uint32_t readable,
                               uint32_t outOfOrder,
                               uint32_t rcvMss)
{
    if (outOfOrder > 0 && m_rcvbuf < m_maxRcvbuf)
    {
        m_rcvbuf = std::min(memory, m_maxRcvbuf);
    }
    if (memory <= m_rcvbuf)
    {
        return;
    }
    // With twice the buffer in use, so much of it is overhead that half must do.
    uint32_t share = readable + outOfOrder;
    if (memory >= 2 * m_rcvbuf)
    {
        share /= 2;
    }
    if (share > rcvMss)
    {
        share -= rcvMss;
    }
    // With holes the loss may be the reason that nobody reads: the limit stays for later.
    if (outOfOrder == 0)
    {
        m_clamp = std::min(m_clamp, std::max(share, 2 * m_mss));
    }
    m_rcvSsthresh = std::min(m_clamp, 2 * m_mss);
}

// tcp_rcv_space_adjust: room for so many full segments with their overhead.
void
TcpLinux24ReceiveWindow::GrowBuffer(uint32_t space)
{
    constexpr uint32_t STEP = 128;
    uint32_t segmentMemory = m_mss + m_overhead;
    while (GetPayloadShare(segmentMemory) < m_mss)
    {
        segmentMemory += STEP;
    }
    const uint64_t segments = std::max(space / m_mss, 1U);
    const uint64_t memory = std::min<uint64_t>(segments * segmentMemory, m_maxRcvbuf);
    if (memory > m_rcvbuf)
    {
        m_rcvbuf = static_cast<uint32_t>(memory);
        m_clamp = std::min(space, m_maxWindow);
    }
}

// __tcp_select_window: in whole segments, and unchanged as long as the change would be less than
// one (silly window syndrome). 2.6 rounds up to what a scaled field can say, so that a window never
// becomes 0 by its scale.
uint32_t
TcpLinux24ReceiveWindow::Select(uint32_t rcvMss, uint32_t memory) const
{
    const int64_t mss = std::min<int64_t>(rcvMss, std::min<int64_t>(m_clamp, GetSpace(0)));
    int64_t free = GetSpace(memory);
    // Less than a segment is offered as nothing.
    if (IsScarce(memory) && free < mss)
    {
        return 0;
    }
    free = std::min<int64_t>(free, m_rcvSsthresh);
    if (m_unit > 1)
    {
        return static_cast<uint32_t>((free + m_unit - 1) / m_unit * m_unit);
    }
    if (m_rcvWnd > free - mss && m_rcvWnd <= free)
    {
        return m_rcvWnd;
    }
    return static_cast<uint32_t>(free / mss * mss);
}

// Less than half of the space is free.
bool
TcpLinux24ReceiveWindow::IsScarce(uint32_t memory) const
{
    return GetSpace(memory) < std::min<int64_t>(m_clamp, GetSpace(0)) / 2;
}

// This much of the last offer the peer may still use (tcp_receive_window).
uint32_t
TcpLinux24ReceiveWindow::GetRemaining(TcpOffset rcvNxt) const
{
    return static_cast<uint32_t>(std::max<TcpOffset>(m_rcvWup + m_rcvWnd - rcvNxt, 0));
}

// What is offered once is kept in mind, as it cannot be taken back (tcp_select_window).
void
TcpLinux24ReceiveWindow::Offer(uint32_t window, TcpOffset rcvNxt)
{
    m_rcvWnd = window;
    m_rcvWup = rcvNxt;
}

TcpOffset
TcpLinux24ReceiveWindow::GetRcvWup() const
{
    return m_rcvWup;
}

uint32_t
TcpLinux24ReceiveWindow::GetRcvWnd() const
{
    return m_rcvWnd;
}

uint32_t
TcpLinux24ReceiveWindow::GetRcvSsthresh() const
{
    return m_rcvSsthresh;
}

uint32_t
TcpLinux24ReceiveWindow::GetRcvbuf() const
{
    return m_rcvbuf;
}

uint32_t
TcpLinux24ReceiveWindow::GetClamp() const
{
    return m_clamp;
}

} // namespace ns3
