// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_FREEBSD62_SOCKET_H
#define TCP_FREEBSD62_SOCKET_H

#include "tcp-freebsd62-window-update.h"

#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * A stock ns-3 socket that receives as FreeBSD 6.2 does: it acknowledges before the application
 * reads, and updates the window after it has read (TcpFreeBsd62WindowUpdate). It sends as the stock
 * socket does.
 *
 * In FreeBSD an application that sleeps in a read wakes up when the segment has been processed.
 * ns-3 calls it in the middle; the bytes that it takes then do not count for the ACK of this
 * segment. TcpFreeBsd62SocketFactory makes such sockets with the settings of the host.
 */
class TcpFreeBsd62Socket : public TcpSocketBase
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Sends a window update if the rule asks for one after this read.
     * @param maxSize most bytes
     * @param flags as for the stock socket
     * @return data, or null
     */
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    using TcpSocketBase::Recv;

  protected:
    /// @return a socket of the same kind for a new connection
    Ptr<TcpSocketBase> Fork() override;
    /**
     * @param packet data, which the application may take while it is processed
     * @param header of the segment
     */
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& header) override;
    /**
     * @param flags of an ACK or another segment without data; its window counts as advertised
     */
    void SendEmptyPacket(uint8_t flags) override;
    /**
     * @param seq first position
     * @param maxSize most bytes
     * @param withAck whether it has an ACK, whose window counts as advertised
     * @return bytes sent
     */
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    /**
     * @param scale whether the field is scaled
     * @return window field, without the room that the application has made while the segment is
     * processed
     */
    uint16_t AdvertisedWindowSize(bool scale = true) const override;

  private:
    /// The present window has been advertised to the peer.
    void NoteAdvertised();
    /// The application has read: send a window update if it is due.
    void NoteRead();
    /// @return the window that a segment would have now, bytes
    uint32_t GetWindow() const;

    /// Bytes that the application has taken while a segment is processed: in FreeBSD it wakes up
    /// when that is done.
    uint32_t m_takenEarly{0};
    bool m_isReceiving{false};                        ///< a segment is processed
    std::optional<TcpFreeBsd62WindowUpdate> m_update; ///< from the first ACK on
};

} // namespace ns3

#endif // TCP_FREEBSD62_SOCKET_H
