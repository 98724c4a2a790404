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
 */
class TcpFreeBsd62Socket : public TcpSocketBase
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    using TcpSocketBase::Recv;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& header) override;
    void SendEmptyPacket(uint8_t flags) override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    uint16_t AdvertisedWindowSize(bool scale = true) const override;

  private:
    void NoteAdvertised();
    void NoteRead();
    uint32_t GetWindow() const;

    /// Bytes that the application has taken while a segment is processed: in FreeBSD it wakes up
    /// when that is done.
    uint32_t m_takenEarly{0};
    bool m_isReceiving{false};                        ///< a segment is processed
    std::optional<TcpFreeBsd62WindowUpdate> m_update; ///< from the first ACK on
};

} // namespace ns3

#endif // TCP_FREEBSD62_SOCKET_H
