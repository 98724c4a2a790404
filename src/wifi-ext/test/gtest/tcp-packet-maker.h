// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_PACKET_MAKER_H
#define TCP_PACKET_MAKER_H

#include "../../model/tcp-packet-classifier.h"

#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext-test
 * Packets of connections that differ in one port, as the classifier describes them.
 */

namespace ns3
{

/// @param port of the connection
/// @return the connection
inline TcpFlowId
MakeFlow(uint16_t port)
{
    return {{0, 0x0a000001}, {0, 0x0a000002}, 80, port};
}

/// @param port of the connection
/// @param sequence of the first byte
/// @param payload bytes
/// @return a data segment
inline TcpPacket
MakeData(uint16_t port, uint32_t sequence, uint32_t payload = 1460)
{
    return {.kind = TcpPacketKind::DATA,
            .flags = TCP_FLAG_ACK,
            .payload = payload,
            .sequence = sequence,
            .flow = MakeFlow(port)};
}

/// @param port of the connection
/// @param acknowledgment next byte expected
/// @return a pure ACK
inline TcpPacket
MakeAck(uint16_t port, uint32_t acknowledgment)
{
    return {.kind = TcpPacketKind::PURE_ACK,
            .flags = TCP_FLAG_ACK,
            .acknowledgment = acknowledgment,
            .flow = MakeFlow(port)};
}

} // namespace ns3

#endif // TCP_PACKET_MAKER_H
