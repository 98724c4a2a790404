// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-payload-queue.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/tag.h"

#include <algorithm>
#include <memory>

namespace ns3
{

namespace
{

/// ns-3 copies packet tags only with the whole packet, its uid included.
/// @param from packet with tags
/// @param to packet that gets the same ones
void
CopyPacketTags(const Packet& from, Packet& to)
{
    PacketTagIterator tags = from.GetPacketTagIterator();
    while (tags.HasNext())
    {
        PacketTagIterator::Item item = tags.Next();
        const TypeId type = item.GetTypeId();
        NS_ABORT_MSG_UNLESS(type.HasConstructor(),
                            "TcpLinux24Socket::Send(): a packet tag of type "
                                << type.GetName() << ": expected a type with AddConstructor()");
        const std::unique_ptr<ObjectBase> object(type.GetConstructor()());
        auto& tag = dynamic_cast<Tag&>(*object);
        item.GetTag(tag);
        to.AddPacketTag(tag);
    }
}

} // namespace

// An empty piece would end where the one before it ends, which the search by ends could not bear.
void
TcpLinux24PayloadQueue::Append(Ptr<Packet> packet)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    m_pieces.push_back({m_end, packet});
    m_end += packet->GetSize();
}

// Segments are cut anew when the MSS falls or neighbors are joined, so that one may lie across
// several of the packets written, or in a part of one.
Ptr<Packet>
TcpLinux24PayloadQueue::Copy(TcpOffset start, TcpOffset end) const
{
    const auto payload = Create<Packet>();
    auto piece = std::ranges::upper_bound(m_pieces, start, {}, &Piece::GetEnd);
    if (start < end && piece != m_pieces.end())
    {
        CopyPacketTags(*piece->packet, *payload);
    }
    for (; start < end; ++piece)
    {
        NS_ASSERT_MSG(piece != m_pieces.end() && piece->start <= start, "bytes not in the queue");
        const TcpOffset stop = std::min(end, piece->GetEnd());
        payload->AddAtEnd(piece->packet->CreateFragment(start - piece->start, stop - start));
        start = stop;
    }
    return payload;
}

void
TcpLinux24PayloadQueue::DiscardUpTo(TcpOffset end)
{
    while (!m_pieces.empty() && m_pieces.front().GetEnd() <= end)
    {
        m_pieces.pop_front();
    }
}

TcpOffset
TcpLinux24PayloadQueue::GetEnd() const
{
    return m_end;
}

} // namespace ns3
