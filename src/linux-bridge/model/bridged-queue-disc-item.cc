// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bridged-queue-disc-item.h"

#include "ns3/hash.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"

#include <algorithm>
#include <array>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of an IPv4 header without options and of an IPv6 header.
constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t IPV6_HEADER = 40;

/// @param bytes at an offset of a header
/// @return the 16-bit number there, in network order
uint16_t
ReadU16(const uint8_t* bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

/// @param value appended in network order
/// @param end of the bytes to hash
/// @return the new end
uint8_t*
Append(uint32_t value, uint8_t* end)
{
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        *end++ = static_cast<uint8_t>(value >> shift);
    }
    return end;
}

/**
 * Hash the same fields as ns-3's own items, in the same order, so that a flow has the same hash at
 * a host and at a bridge. Of the transport header only the ports are read, as it may be truncated.
 * @param begin of the two addresses
 * @param end of the two addresses
 * @param protocol of the transport
 * @param packet the payload
 * @param hasPorts whether it begins with the transport header
 * @param perturbation of the queue disc
 * @return the hash
 */
uint32_t
HashFlow(uint8_t* begin,
         uint8_t* end,
         uint8_t protocol,
         const Packet& packet,
         bool hasPorts,
         uint32_t perturbation)
{
    std::array<uint8_t, 4> ports{};
    const bool isKnown = protocol == IPPROTO_TCP || protocol == IPPROTO_UDP;
    if (isKnown && hasPorts && packet.GetSize() >= ports.size())
    {
        packet.CopyData(ports.data(), ports.size());
    }
    *end++ = protocol;
    end = std::copy(ports.begin(), ports.end(), end);
    end = Append(perturbation, end);
    return Hash32(reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin));
}

/// @param header of the packet
/// @param packet its payload
/// @param perturbation of the queue disc
/// @return hash of the flow
uint32_t
HashPacket(const Ipv4Header& header, const Packet& packet, uint32_t perturbation)
{
    std::array<uint8_t, 17> bytes;
    header.GetSource().Serialize(bytes.data());
    header.GetDestination().Serialize(bytes.data() + 4);
    return HashFlow(bytes.data(),
                    bytes.data() + 8,
                    header.GetProtocol(),
                    packet,
                    header.GetFragmentOffset() == 0,
                    perturbation);
}

uint32_t
HashPacket(const Ipv6Header& header, const Packet& packet, uint32_t perturbation)
{
    std::array<uint8_t, 41> bytes;
    header.GetSource().Serialize(bytes.data());
    header.GetDestination().Serialize(bytes.data() + 16);
    return HashFlow(bytes.data(),
                    bytes.data() + 32,
                    header.GetNextHeader(),
                    packet,
                    true,
                    perturbation);
}

/**
 * A bridged IP packet.
 * @tparam Item Ipv4QueueDiscItem or Ipv6QueueDiscItem
 */
template <class Item>
class BridgedIpItem final : public Item, public BridgedFrame
{
  public:
    /// @param source address
    /// @param padding that followed the packet, or null
    /// @param args of the constructor of Item
    template <class... Args>
    BridgedIpItem(const Address& source, Ptr<Packet> padding, Args&&... args)
        : Item(std::forward<Args>(args)...),
          BridgedFrame(source),
          m_padding(std::move(padding))
    {
    }

    // The padding occupies the link, so a queue disc that counts bytes must see it.
    uint32_t GetSize() const override
    {
        return Item::GetSize() + (m_padding && !m_isWhole ? m_padding->GetSize() : 0);
    }

    // The queue disc calls this when the item leaves: the frame is put together again.
    void AddHeader() override
    {
        Item::AddHeader();
        m_isWhole = true;
        if (m_padding)
        {
            this->GetPacket()->AddAtEnd(m_padding);
        }
    }

    uint32_t Hash(uint32_t perturbation) const override
    {
        return HashPacket(this->GetHeader(), *this->GetPacket(), perturbation);
    }

    Ptr<Packet> CopyPayload() const override
    {
        const auto copy = this->GetPacket()->Copy();
        if (!m_isWhole)
        {
            copy->AddHeader(this->GetHeader());
            if (m_padding)
            {
                copy->AddAtEnd(m_padding);
            }
        }
        return copy;
    }

  private:
    Ptr<Packet> m_padding; ///< Ethernet padding behind the IP packet; null: none
    bool m_isWhole{false}; ///< header and padding are in the packet
};

/// A bridged frame without a well-formed IP packet.
class BridgedOtherItem final : public QueueDiscItem, public BridgedFrame
{
  public:
    BridgedOtherItem(const Address& source,
                     Ptr<Packet> packet,
                     const Address& destination,
                     uint16_t protocol)
        : QueueDiscItem(std::move(packet), destination, protocol),
          BridgedFrame(source)
    {
    }

    // The headers have never left the packet.
    void AddHeader() override
    {
    }

    // Only an IP header has a field for congestion marks.
    bool Mark() override
    {
        return false;
    }

    uint32_t Hash(uint32_t perturbation) const override
    {
        std::array<uint8_t, 8> bytes;
        Append(perturbation, Append(GetProtocol(), bytes.data()));
        return Hash32(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    Ptr<Packet> CopyPayload() const override
    {
        return GetPacket()->Copy();
    }
};

/// @param packet to be cut behind @p size bytes
/// @param size of the IP packet
/// @return the bytes that were cut off
Ptr<Packet>
RemovePadding(const Ptr<Packet>& packet, uint32_t size)
{
    const uint32_t padding = packet->GetSize() - size;
    if (padding == 0)
    {
        return nullptr;
    }
    const auto end = packet->CreateFragment(size, padding);
    packet->RemoveAtEnd(padding);
    return end;
}

/**
 * @param packet an IPv4 packet
 * @param[out] header that was removed from it
 * @param[out] padding that was removed from it
 * @return false, without a change, if the item could not reproduce the packet byte for byte
 */
bool
TakeApart(const Ptr<Packet>& packet, Ipv4Header& header, Ptr<Packet>& padding)
{
    std::array<uint8_t, IPV4_HEADER> raw;
    if (packet->CopyData(raw.data(), raw.size()) < raw.size())
    {
        return false;
    }
    // Ipv4Header keeps neither options nor the reserved bit, so such packets stay whole.
    const uint16_t length = ReadU16(&raw[2]);
    const bool isReservedBitSet = (raw[6] & 0x80) != 0;
    if (raw[0] != 0x45 || length < IPV4_HEADER || length > packet->GetSize() || isReservedBitSet)
    {
        return false;
    }
    // A checksum of 0 means that the sender has switched checksums off, ns-3's default.
    if (ReadU16(&raw[10]) != 0)
    {
        header.EnableChecksum();
        packet->PeekHeader(header);
        if (!header.IsChecksumOk())
        {
            return false;
        }
    }
    padding = RemovePadding(packet, length);
    packet->RemoveHeader(header);
    return true;
}

/// As above, with an IPv6 packet.
bool
TakeApart(const Ptr<Packet>& packet, Ipv6Header& header, Ptr<Packet>& padding)
{
    std::array<uint8_t, 6> raw;
    if (packet->GetSize() < IPV6_HEADER || packet->CopyData(raw.data(), raw.size()) < raw.size())
    {
        return false;
    }
    const uint32_t length = IPV6_HEADER + ReadU16(&raw[4]);
    if (raw[0] >> 4 != 6 || length > packet->GetSize())
    {
        return false;
    }
    padding = RemovePadding(packet, length);
    packet->RemoveHeader(header);
    return true;
}

/// @tparam Item type of the item
/// @tparam Header of the packet
/// @return an item; null if the packet is not well-formed
template <class Item, class Header>
Ptr<QueueDiscItem>
MakeIpItem(const Ptr<Packet>& packet, const Address& source, const Address& dest, uint16_t protocol)
{
    Header header;
    Ptr<Packet> padding;
    if (!TakeApart(packet, header, padding))
    {
        return nullptr;
    }
    return Create<BridgedIpItem<Item>>(source, padding, packet, dest, protocol, header);
}

} // namespace

BridgedFrame::BridgedFrame(const Address& source)
    : m_source(source)
{
}

const Address&
BridgedFrame::GetSource() const
{
    return m_source;
}

Ptr<QueueDiscItem>
MakeBridgedQueueDiscItem(Ptr<Packet> packet,
                         const Address& source,
                         const Address& destination,
                         uint16_t protocol)
{
    Ptr<QueueDiscItem> item;
    if (protocol == ETHERTYPE_IP)
    {
        item = MakeIpItem<Ipv4QueueDiscItem, Ipv4Header>(packet, source, destination, protocol);
    }
    else if (protocol == ETHERTYPE_IPV6)
    {
        item = MakeIpItem<Ipv6QueueDiscItem, Ipv6Header>(packet, source, destination, protocol);
    }
    if (!item)
    {
        item = Create<BridgedOtherItem>(source, packet, destination, protocol);
    }
    return item;
}

} // namespace ns3
