// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_FREEBSD62_WINDOW_UPDATE_H
#define TCP_FREEBSD62_WINDOW_UPDATE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * When a receiver of FreeBSD 6.2 tells its peer that the application has read (tcp_output() in
 * sys/netinet/tcp_output.c, as in 4.4BSD): the window could grow by two segments, or by half of the
 * buffer, beyond what the peer knows of.
 *
 * Such an update is an ACK. Where each segment is read as soon as it has been processed, segment 1
 * waits for the delayed ACK; the ACK of segment 2 leaves before segment 2 is read, so that it
 * advertises one segment less than there is room for; when segment 3 is read the window could grow
 * by two segments, and an ACK leaves. The receiver thus sends two ACKs for three segments, where
 * every second segment alone would have one for two.
 */
class TcpFreeBsd62WindowUpdate
{
  public:
    /**
     * @param segmentSize bytes of a full segment (t_maxseg), at least 1
     * @param bufferSize bytes of the receive buffer (so_rcv.sb_hiwat)
     */
    TcpFreeBsd62WindowUpdate(uint32_t segmentSize, uint32_t bufferSize);

    /// A segment has left that told the peer of a window.
    /// @param next sequence number that it acknowledges
    /// @param window in it, bytes
    void NoteAdvertised(uint32_t next, uint32_t window);
    /// The application has read.
    /// @param next sequence number that is expected now
    /// @param window that could be advertised now, bytes
    /// @return whether the peer must be told
    bool IsDue(uint32_t next, uint32_t window) const;

  private:
    uint32_t m_segmentSize; ///< bytes
    uint32_t m_bufferSize;  ///< bytes
    uint32_t m_edge{0};     ///< first sequence number that the peer may not send yet (rcv_adv)
};

} // namespace ns3

#endif // TCP_FREEBSD62_WINDOW_UPDATE_H
