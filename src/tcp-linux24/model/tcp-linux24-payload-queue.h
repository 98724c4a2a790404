// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_PAYLOAD_QUEUE_H
#define TCP_LINUX24_PAYLOAD_QUEUE_H

#include "tcp-linux24-segment.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <deque>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The bytes an application wrote and the peer has not acknowledged. Segments are cut from it
 * wherever the sender wants, as often as it wants.
 * Positions are those of the sender (TcpOffset), the first byte being 0. The packets stay as the
 * application wrote them until DiscardUpTo() has passed their last byte.
 */
class TcpLinux24PayloadQueue
{
  public:
    /// @param packet what the application wrote; kept and not copied. An empty one is ignored
    void Append(Ptr<Packet> packet);
    /**
     * Logarithmic in the number of writes that wait.
     * @param start first byte; it must be in the queue
     * @param end one past the last
     * @return a new packet, with a uid of its own, that holds these bytes. It has the packet tags
     * of the write that brought the first of them, as segments of TcpSocketBase have
     */
    Ptr<Packet> Copy(TcpOffset start, TcpOffset end) const;
    /// @param end bytes before this one are needed no more
    void DiscardUpTo(TcpOffset end);
    /// @return one past the last byte written
    TcpOffset GetEnd() const;

  private:
    /// What one write brought.
    struct Piece
    {
        TcpOffset start;    ///< first byte
        Ptr<Packet> packet; ///< the bytes

        /// @return one past the last byte
        TcpOffset GetEnd() const
        {
            return start + packet->GetSize();
        }
    };

    std::deque<Piece> m_pieces; ///< in order, without gaps
    TcpOffset m_end{0};         ///< see GetEnd
};

} // namespace ns3

#endif // TCP_LINUX24_PAYLOAD_QUEUE_H
