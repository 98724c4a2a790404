// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_TEST_ITEMS_H
#define TCP_TEST_ITEMS_H

#include "ns3/mac48-address.h"
#include "ns3/queue-item.h"

#include <cstdint>

namespace ns3
{

/// A queue disc item that has every header in its packet, as of a bridge that does not look into
/// it.
class FrameItem : public QueueDiscItem
{
  public:
    using QueueDiscItem::QueueDiscItem;

    void AddHeader() override;
    bool Mark() override;
};

/// A TCP segment of the tests.
struct TestSegment
{
    uint32_t payload{0};        ///< bytes
    uint8_t flags{0x10};        ///< of the TCP header; default ACK
    uint16_t port{49152};       ///< destination port, by which connections differ
    uint32_t sequence{1};       ///< sequence number
    uint32_t acknowledgment{1}; ///< acknowledgment number
    uint32_t padding{0};        ///< of the link layer, behind the IP datagram
    uint32_t sackEnd{0};        ///< end of a SACK block of 100 bytes; 0: no option
};

/// Kinds of items.
enum class TestItemKind : uint8_t
{
    IPV4,         ///< Ipv4QueueDiscItem
    IPV6,         ///< Ipv6QueueDiscItem
    BRIDGED_IPV4, ///< derived from Ipv4QueueDiscItem and another class
    FRAME_IPV4,   ///< FrameItem with IPv4
    FRAME_IPV6,   ///< FrameItem with IPv6
    FRAME_VLAN,   ///< FrameItem with a VLAN tag and IPv4
};

/// @param segment what is in it
/// @param kind of item
/// @param destination of the frame
/// @return the item
Ptr<QueueDiscItem> MakeTcpItem(const TestSegment& segment,
                               TestItemKind kind = TestItemKind::IPV4,
                               const Address& destination = Mac48Address());
/// @param payload bytes
/// @param destination of the frame
/// @return an Ipv4QueueDiscItem with UDP
Ptr<QueueDiscItem> MakeUdpItem(uint32_t payload, const Address& destination = Mac48Address());
/// @param destination of the frame
/// @return an ArpQueueDiscItem
Ptr<QueueDiscItem> MakeArpItem(const Address& destination = Mac48Address());

} // namespace ns3

#endif // TCP_TEST_ITEMS_H
