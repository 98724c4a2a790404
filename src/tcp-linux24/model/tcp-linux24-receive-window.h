// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_RECEIVE_WINDOW_H
#define TCP_LINUX24_RECEIVE_WINDOW_H

#include "tcp-linux24-receiver-options.h"
#include "tcp-linux24-segment.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The window a receiver offers, and how it grows (net/ipv4/tcp_input.c: tcp_init_buffer_space,
 * tcp_grow_window, tcp_clamp_window; net/ipv4/tcp_output.c: __tcp_select_window). A quarter of the
 * buffer is set aside for bookkeeping (tcp_adv_win_scale 2). In 2.0.32 (net/ipv4/tcp_output.c:
 * tcp_new_window) it is half of the buffer, and the window is all of the rest from the beginning.
 */
class TcpLinux24ReceiveWindow
{
  public:
    /// @param options host and connection
    explicit TcpLinux24ReceiveWindow(const TcpLinux24ReceiverOptions& options);

    /**
     * First window of a connection (tcp_select_initial_window): four segments, if the buffer has
     * room. If a step of the scale is a segment or more, as much as the buffer and 15 bits allow.
     * @param mss advertised MSS, bytes
     * @param rcvbuf receive buffer, bytes of memory
     * @param scale shift of the window field, see GetScale()
     * @param clamp largest window, bytes
     * @return window, bytes
     */
    static uint32_t GetFirstWindow(uint32_t mss,
                                   uint32_t rcvbuf,
                                   uint8_t scale = 0,
                                   uint32_t clamp = UINT32_MAX);

    /**
     * @param rcvbuf receive buffer, bytes of memory
     * @param mss as for GetFirstWindow()
     * @return shift with which a window field can offer about three quarters of the buffer, 0 to 14
     *         (tcp_select_initial_window)
     */
    static uint8_t GetScale(uint32_t rcvbuf, uint32_t mss);

    /**
     * A segment came in order: raise the limit of the window if segments like it fit the buffer.
     * @param length payload, bytes
     * @param segmentMemory memory of the segment, bytes
     * @param rcvMss the peer's segment size, bytes
     * @param memory memory of all received segments, this one included, bytes
     * @return true if the limit was raised
     */
    bool Grow(uint32_t length, uint32_t segmentMemory, uint32_t rcvMss, uint32_t memory);
    /**
     * Memory ran out: lower the limit (tcp_clamp_window).
     * @param memory memory of all received segments, bytes
     * @param readable bytes in order and not read
     * @param outOfOrder bytes in the out-of-order queue
     * @param rcvMss the peer's segment size, bytes
     */
    void Clamp(uint32_t memory, uint32_t readable, uint32_t outOfOrder, uint32_t rcvMss);

    /**
     * 2.6: the buffer should have room for more (tcp_rcv_space_adjust). It grows up to maxRcvbuf.
     * @param space payload, bytes
     */
    void GrowBuffer(uint32_t space);

    /**
     * Window for the next ACK, were nothing promised yet (__tcp_select_window).
     * @param rcvMss the peer's segment size, bytes
     * @param memory memory of all received segments, bytes
     * @return window, bytes
     */
    uint32_t Select(uint32_t rcvMss, uint32_t memory) const;
    /// @param memory memory of all received segments, bytes
    /// @return true if less than half is free
    bool IsScarce(uint32_t memory) const;
    /// @param rcvNxt next position expected
    /// @return bytes left of the last offer
    uint32_t GetRemaining(TcpOffset rcvNxt) const;
    /// An ACK left.
    /// @param window offered, bytes
    /// @param rcvNxt acknowledgment number
    void Offer(uint32_t window, TcpOffset rcvNxt);

    TcpOffset GetRcvWup() const;     ///< @return rcv_wup: acknowledgment number last sent
    uint32_t GetRcvWnd() const;      ///< @return rcv_wnd: window last offered, bytes
    uint32_t GetRcvSsthresh() const; ///< @return rcv_ssthresh: limit of the window, bytes
    uint32_t GetRcvbuf() const;      ///< @return rcvbuf, bytes of memory
    uint32_t GetClamp() const;       ///< @return window_clamp: limit of the limit, bytes

  private:
    /**
     * tcp_win_from_space(): three quarters of the free memory are for payload; in 2.0.32 half of
     * it.
     * @param memory in use, bytes
     * @return bytes of payload that fit the rest of the buffer; below 0 if more than the buffer is
     * in use
     */
    int64_t GetSpace(uint32_t memory) const;
    /**
     * __tcp_grow_window(): a segment that uses its memory well opens the window by two segments.
     * The emptier the buffer, the more waste is borne.
     * @param length payload, bytes
     * @param segmentMemory memory of the segment, bytes
     * @param rcvMss the peer's segment size, bytes
     * @return bytes by which the limit of the window may rise; 0 for a segment that wastes too much
     */
    uint32_t GetIncrement(uint32_t length, uint32_t segmentMemory, uint32_t rcvMss) const;

    uint32_t m_rcvbuf;      ///< buffer, bytes of memory
    uint32_t m_maxRcvbuf;   ///< it may grow to so much
    uint32_t m_maxWindow;   ///< see TcpLinux24ReceiverOptions::windowClamp
    uint32_t m_overhead;    ///< memory of a segment beside its payload, bytes
    uint32_t m_unit;        ///< of windows, bytes; 1: whole segments
    bool m_isHalved{false}; ///< half of the buffer is for payload, as in 2.0.32
    uint32_t m_mss;         ///< see TcpLinux24ReceiverOptions::mss
    uint32_t m_clamp;       ///< see GetClamp
    uint32_t m_rcvSsthresh; ///< see GetRcvSsthresh
    uint32_t m_rcvWnd;      ///< see GetRcvWnd
    TcpOffset m_rcvWup{0};  ///< see GetRcvWup
};

} // namespace ns3

#endif // TCP_LINUX24_RECEIVE_WINDOW_H
