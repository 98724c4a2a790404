// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_WRITER_H
#define TCP_LINUX24_WRITER_H

#include "tcp-linux-write-queue.h"
#include "tcp-linux24-peer-window.h"
#include "tcp-linux24-segment.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * How what the application writes becomes segments, and which small segment waits for more: the
 * algorithm of Nagle in Minshall's form, TCP_CORK and MSG_MORE (net/ipv4/tcp.c: tcp_sendmsg;
 * include/net/tcp.h: tcp_nagle_check, tcp_minshall_check, forced_push).
 */
class TcpLinux24Writer
{
  public:
    /// @param queue that takes the segments
    /// @param window of the peer
    /// @param noDelay see SetNoDelay
    /// @param pushesFull see TcpLinux24Options::fullSegmentPush
    /// Queue and window outlive this object.
    TcpLinux24Writer(TcpLinuxWriteQueue& queue,
                     const TcpLinux24PeerWindow& window,
                     bool noDelay,
                     bool pushesFull);

    /// @name What the application wants
    /// @{
    void SetNoDelay(bool noDelay); ///< @param noDelay TCP_NODELAY: nothing waits for an ACK
    void SetCork(bool cork);       ///< @param cork TCP_CORK: what is small waits for more
    void SetMore(bool more);       ///< @param more MSG_MORE: the same, for one write
    /// @}

    /// The application writes. The data fills the last segment, if that was not sent.
    /// @param bytes how much
    /// @param mss data bytes of a full segment
    void Append(uint32_t bytes, uint32_t mss);
    /// What was written has left as far as it could. If its end still waits, it gets PSH.
    void EndWrite();
    /// @param mss data bytes of a full segment
    /// @return bytes that the last segment still takes; 0: it was sent
    uint32_t GetTailRoom(uint32_t mss) const;

    /// @return whether nothing waits for an ACK; see SetNoDelay
    bool IsNoDelay() const;
    /// @param segment to be sent next
    /// @param mss data bytes of a full segment
    /// @return whether it is small and waits for more
    bool IsHeld(const TcpLinux24Segment& segment, uint32_t mss) const;
    /// A small segment was sent, which holds the next one back.
    /// @param end of it
    void NoteSmallSent(TcpOffset end);
    /// A segment gets PSH when it is sent.
    /// @param end of it
    void NotePushed(TcpOffset end);

  private:
    TcpLinuxWriteQueue& m_queue;          ///< see the constructor
    const TcpLinux24PeerWindow& m_window; ///< see the constructor
    bool m_noDelay;                       ///< see SetNoDelay
    bool m_pushesFull;                    ///< see the constructor
    bool m_cork{false};                   ///< see SetCork
    bool m_more{false};                   ///< see SetMore
    TcpOffset m_smallEnd{-1};             ///< snd_sml: end of the last small segment sent
    TcpOffset m_pushedEnd{0};             ///< pushed_seq: end of the last segment with PSH
};

} // namespace ns3

#endif // TCP_LINUX24_WRITER_H
