// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "queue-disc-item-classifier.h"

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/packet.h"

#include <boost/endian/conversion.hpp>
#include <net/ethernet.h>
#include <netinet/in.h>

namespace ns3
{

namespace
{

/// Longest TCP header, bytes.
constexpr uint32_t LONGEST_TCP_HEADER = 60;
/// Number of bytes read of other packets: enough for headers of VLAN, IP and TCP, and for some
/// extension headers. A TCP header further back is not seen.
constexpr uint32_t VISIBLE = 256;

/// The first bytes of a packet, in memory. The array is not initialized, as each packet passes here
/// and most fill a small part of it.
class FirstBytes
{
  public:
    FirstBytes(const Packet& packet, uint32_t visible)
        : m_size(packet.GetSize()),
          m_visible(packet.CopyData(m_bytes, visible))
    {
    }

    /// @return them
    PacketBytes Get() const
    {
        return {m_bytes, m_visible, m_size};
    }

  private:
    uint8_t m_bytes[VISIBLE]; ///< copied
    uint32_t m_size;          ///< of the packet
    uint32_t m_visible;       ///< of m_bytes
};

TcpPacket
ClassifyIpv4(const Ipv4Header& header, const Packet& packet)
{
    IpDatagram datagram;
    datagram.protocol = header.GetProtocol();
    datagram.isFragment = header.GetFragmentOffset() != 0 || !header.IsLastFragment();
    // Without TCP there is nothing to read in the packet. Fragments of other protocols may belong
    // to a datagram that is longer than they are, so they are not opaque.
    if (datagram.protocol != IPPROTO_TCP)
    {
        return datagram.isFragment ? TcpPacket{} : MakeOtherPacket(datagram.protocol);
    }
    datagram.payload = header.GetPayloadSize();
    datagram.addresses.source[1] = header.GetSource().Get();
    datagram.addresses.destination[1] = header.GetDestination().Get();
    return ClassifyIpPayload(datagram, FirstBytes(packet, LONGEST_TCP_HEADER).Get());
}

std::array<uint64_t, 2>
GetWords(const Ipv6Address& address)
{
    uint8_t bytes[16];
    address.GetBytes(bytes);
    return {boost::endian::load_big_u64(bytes), boost::endian::load_big_u64(bytes + 8)};
}

// No field of the IPv6 header tells fragments: ClassifyIpPayload() finds their extension header.
TcpPacket
ClassifyIpv6(const Ipv6Header& header, const Packet& packet)
{
    IpDatagram datagram;
    datagram.isIpv6 = true;
    datagram.protocol = header.GetNextHeader();
    datagram.payload = header.GetPayloadLength();
    datagram.addresses.source = GetWords(header.GetSource());
    datagram.addresses.destination = GetWords(header.GetDestination());
    return ClassifyIpPayload(datagram, FirstBytes(packet, VISIBLE).Get());
}

} // namespace

TcpPacket
ClassifyItem(const QueueDiscItem& item, uint32_t size)
{
    const Ptr<Packet> packet = item.GetPacket();
    // The size of an item includes the header that it holds apart. If it equals the size of the
    // packet, the header is in the packet: the item has none, or AddHeader() was called.
    if (size == packet->GetSize())
    {
        return ClassifyFrame(item.GetProtocol(), FirstBytes(*packet, VISIBLE).Get());
    }
    // The Ethertype spares a dynamic_cast to the wrong type.
    if (item.GetProtocol() == ETHERTYPE_IP)
    {
        if (const auto ipv4 = dynamic_cast<const Ipv4QueueDiscItem*>(&item))
        {
            return ClassifyIpv4(ipv4->GetHeader(), *packet);
        }
    }
    else if (item.GetProtocol() == ETHERTYPE_IPV6)
    {
        if (const auto ipv6 = dynamic_cast<const Ipv6QueueDiscItem*>(&item))
        {
            return ClassifyIpv6(ipv6->GetHeader(), *packet);
        }
    }
    return {};
}

TcpAck
ReadItemAck(const QueueDiscItem& item, const TcpPacket& packet)
{
    // The classifier has seen the whole TCP header within the visible bytes.
    const Ptr<Packet> content = item.GetPacket();
    const FirstBytes first(*content, VISIBLE);
    const PacketBytes header = first.Get().From(content->GetSize() - packet.fromTcpHeader);
    const std::size_t length = 4 * (header.data[12] >> 4);
    return ReadTcpAck({header.data, length});
}

} // namespace ns3
