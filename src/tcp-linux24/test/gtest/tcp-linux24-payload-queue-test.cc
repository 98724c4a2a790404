// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Segments that are cut from what an application wrote: their bytes and packet tags.

#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/tag.h"
#include "ns3/tcp-linux24-payload-queue.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <ostream>

using namespace ns3;

namespace
{

/// A tag that nobody but its owner can make.
class OwnTag : public Tag
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::PayloadQueueTestTag").SetParent<Tag>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        return 0;
    }

    void Serialize(TagBuffer /* buffer */) const override
    {
    }

    void Deserialize(TagBuffer /* buffer */) override
    {
    }

    void Print(std::ostream& /* os */) const override
    {
    }
};

/// @param priority of the tag of a write of 100 bytes
/// @return the write
Ptr<Packet>
MakeWrite(uint8_t priority)
{
    const auto packet = Create<Packet>(100);
    SocketPriorityTag tag;
    tag.SetPriority(priority);
    packet->AddPacketTag(tag);
    return packet;
}

/// @param segment cut from the queue
/// @return the priority in its tag; 0 without one
uint8_t
GetPriority(Ptr<const Packet> segment)
{
    SocketPriorityTag tag;
    return segment->PeekPacketTag(tag) ? tag.GetPriority() : 0;
}

} // namespace

TEST(TcpLinux24PayloadQueue, TagsAreThoseOfTheFirstByte)
{
    TcpLinux24PayloadQueue queue;
    queue.Append(MakeWrite(4));
    queue.Append(MakeWrite(6));
    EXPECT_EQ(GetPriority(queue.Copy(0, 200)), 4);
    EXPECT_EQ(GetPriority(queue.Copy(99, 101)), 4);
    EXPECT_EQ(GetPriority(queue.Copy(100, 101)), 6);
    EXPECT_EQ(queue.Copy(99, 150)->GetSize(), 51u);
    EXPECT_EQ(GetPriority(queue.Copy(0, 1)), 4) << "cut again";
}

TEST(TcpLinux24PayloadQueueDeathTest, TagThatCannotBeCopied)
{
    TcpLinux24PayloadQueue queue;
    const auto packet = Create<Packet>(100);
    packet->AddPacketTag(OwnTag());
    queue.Append(packet);
    EXPECT_DEATH(queue.Copy(0, 100),
                 "a packet tag of type ns3::PayloadQueueTestTag: expected a type with "
                 "AddConstructor\\(\\)");
}
