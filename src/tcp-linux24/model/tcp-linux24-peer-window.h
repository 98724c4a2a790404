// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_PEER_WINDOW_H
#define TCP_LINUX24_PEER_WINDOW_H

#include "tcp-linux24-segment.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The window that the peer offers, as Linux 2.4 keeps it: which segments may change it, and what
 * follows from the largest one so far, by which a sender judges the size of the peer's buffer
 * (net/ipv4/tcp_input.c: tcp_ack_update_window; net/ipv4/tcp_output.c: tcp_sync_mss;
 * include/net/tcp.h: forced_push).
 */
class TcpLinux24PeerWindow
{
  public:
    /// @param synWindowScaled see TcpLinux24Options: 2.4 takes the window of a SYN-ACK for scaled
    explicit TcpLinux24PeerWindow(bool synWindowScaled);

    /// A passive opener starts with the window of the last ACK of the handshake.
    /// @param ack the last ACK
    void Start(const TcpLinux24Ack& ack);
    /**
     * A segment that only shrinks the window changes nothing: it may be an old one.
     * @param ack an acceptable segment
     * @param una snd_una before it
     * @return whether it updates the window
     */
    bool Update(const TcpLinux24Ack& ack, TcpOffset una);

    /// @return snd_wnd, bytes
    uint32_t Get() const;
    /// @return max_window, bytes; 0 before the first window came
    uint32_t GetLargest() const;
    /// @param una snd_una
    /// @return first position that the peer has no room for
    TcpOffset GetEnd(TcpOffset una) const;
    /**
     * A peer whose buffer is small never gets segments of more than half its window, lest sender
     * and receiver wait for each other.
     * @param mss that the path allows, data bytes
     * @param timestamps whether segments carry the option
     * @return data bytes of a full segment, SACK blocks not counted
     */
    uint32_t LimitMss(uint32_t mss, bool timestamps) const;
    /// @param bytes written since the last PSH
    /// @return whether it is time for another, which makes the peer hand over what it has
    bool IsPushDue(TcpOffset bytes) const;

  private:
    bool m_synWindowScaled;  ///< see the constructor
    uint32_t m_window{0};    ///< see Get
    uint32_t m_largest{0};   ///< see GetLargest
    TcpOffset m_sequence{0}; ///< snd_wl1: of the segment that changed the window last
};

} // namespace ns3

#endif // TCP_LINUX24_PEER_WINDOW_H
