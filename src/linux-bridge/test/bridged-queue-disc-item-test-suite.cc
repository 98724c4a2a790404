// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A bridged frame in a queue disc: what its item is, and that it leaves as it came.

#include "linux-bridge-test-bed.h"

#include "ns3/bridged-queue-disc-item.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;

namespace
{

const Mac48Address SOURCE("00:00:00:00:00:0a");
const Mac48Address DESTINATION("00:00:00:00:00:0b");

/// @param packet any
/// @param protocol of it
/// @return its item
Ptr<QueueDiscItem>
MakeItem(Ptr<Packet> packet, uint16_t protocol = 0x0800)
{
    return MakeBridgedQueueDiscItem(packet, SOURCE, DESTINATION, protocol);
}

class BridgedItemTest : public TestCase
{
  public:
    BridgedItemTest()
        : TestCase("An item is the IP packet without padding, and leaves as it came")
    {
    }

  private:
    /// @param size of padding behind a UDP packet of 33 bytes
    void CheckPadded(uint32_t size)
    {
        const auto packet = MakeUdpPacket("10.0.0.1", "10.0.0.2", 1000, 5);
        const std::vector<uint8_t> padding(size, 0xaa);
        packet->AddAtEnd(Create<Packet>(padding.data(), size));
        const auto bytes = GetBytes(packet);
        const auto item = MakeItem(packet);
        const auto ip = DynamicCast<Ipv4QueueDiscItem>(item);
        NS_TEST_ASSERT_MSG_NE(ip, nullptr, "an IPv4 item");
        NS_TEST_EXPECT_MSG_EQ(ip->GetPacket()->GetSize(), 13, "UDP and nothing else");
        NS_TEST_EXPECT_MSG_EQ(ip->GetSize(), 33 + size, "all that the link carries");
        const auto* frame = dynamic_cast<BridgedFrame*>(PeekPointer(item));
        NS_TEST_EXPECT_MSG_EQ(frame->GetSource(), Address(SOURCE), "kept");
        NS_TEST_EXPECT_MSG_EQ((GetBytes(frame->CopyPayload()) == bytes), true, "whole copy");
        item->AddHeader();
        NS_TEST_EXPECT_MSG_EQ((GetBytes(item->GetPacket()) == bytes), true, "byte for byte");
        NS_TEST_EXPECT_MSG_EQ((GetBytes(frame->CopyPayload()) == bytes), true, "whole copy");
        NS_TEST_EXPECT_MSG_EQ(ip->GetSize(), 33 + size, "the same size for the books");
    }

    void CheckHash()
    {
        for (uint32_t perturbation : {0, 12345})
        {
            const auto packet = MakeUdpPacket("10.0.0.1", "10.0.0.2", 1000, 5);
            const auto item = MakeItem(packet->Copy());
            Ipv4Header header;
            packet->RemoveHeader(header);
            const auto own = Create<Ipv4QueueDiscItem>(packet, DESTINATION, 0x0800, header);
            NS_TEST_EXPECT_MSG_EQ(item->Hash(perturbation),
                                  own->Hash(perturbation),
                                  "as the same packet at the host");
        }
        const auto hash = [](uint16_t port) {
            return MakeItem(MakeUdpPacket("10.0.0.1", "10.0.0.2", port, 5))->Hash();
        };
        NS_TEST_EXPECT_MSG_NE(hash(1), hash(2), "another flow");
        CheckFragmentHash();
        Ipv6Header header;
        header.SetNextHeader(17);
        header.SetPayloadLength(13);
        const auto packet = MakeUdpPacket("10.0.0.1", "10.0.0.2", 1000, 5);
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        const auto own = Create<Ipv6QueueDiscItem>(packet->Copy(), DESTINATION, 0x86dd, header);
        packet->AddHeader(header);
        packet->AddAtEnd(Create<Packet>(3));
        const auto bytes = GetBytes(packet);
        const auto item = MakeItem(packet, 0x86dd);
        NS_TEST_EXPECT_MSG_NE(DynamicCast<Ipv6QueueDiscItem>(item), nullptr, "an IPv6 item");
        NS_TEST_EXPECT_MSG_EQ(item->Hash(7), own->Hash(7), "as the same packet at the host");
        item->AddHeader();
        NS_TEST_EXPECT_MSG_EQ((GetBytes(item->GetPacket()) == bytes), true, "byte for byte");
    }

    /// Behind the first fragment there are data where the ports would be.
    void CheckFragmentHash()
    {
        const auto hash = [](uint16_t data) {
            const auto packet = MakeUdpPacket("10.0.0.1", "10.0.0.2", data, 5);
            Ipv4Header header;
            packet->RemoveHeader(header);
            header.SetFragmentOffset(1480);
            packet->AddHeader(header);
            return MakeItem(packet)->Hash();
        };
        NS_TEST_EXPECT_MSG_EQ(hash(1), hash(2), "of one flow, whatever they carry");
    }

    void CheckMark()
    {
        NS_TEST_EXPECT_MSG_EQ(MakeItem(MakeUdpPacket("10.0.0.1", "10.0.0.2", 1, 5, 0))->Mark(),
                              false,
                              "not ECN-capable");
        const auto item = MakeItem(MakeUdpPacket("10.0.0.1", "10.0.0.2", 1, 5, 2));
        NS_TEST_EXPECT_MSG_EQ(item->Mark(), true, "ECT(0)");
        item->AddHeader();
        NS_TEST_EXPECT_MSG_EQ(GetBytes(item->GetPacket()).at(1), 3, "CE");
        NS_TEST_EXPECT_MSG_EQ(MakeItem(Create<Packet>(28), 0x0806)->Mark(), false, "ARP");
    }

    /// Every truncation and every changed byte of a header: no crash, and it leaves as it came.
    void CheckMalformed()
    {
        const auto good = MakeUdpPacket("10.0.0.1", "10.0.0.2", 1000, 5);
        for (uint32_t i = 0; i < 33 * 256; ++i)
        {
            auto bytes = GetBytes(good);
            bytes[i / 256] = static_cast<uint8_t>(i % 256);
            bytes.resize(i % 7 == 0 ? i / 256 : bytes.size());
            for (const uint16_t protocol : {0x0800, 0x86dd})
            {
                const auto item =
                    MakeItem(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())),
                             protocol);
                item->Hash(1);
                NS_TEST_ASSERT_MSG_EQ(item->GetSize(), bytes.size(), "its size");
                item->AddHeader();
                NS_TEST_ASSERT_MSG_EQ((GetBytes(item->GetPacket()) == bytes), true, i);
            }
        }
    }

    void DoRun() override
    {
        for (const uint32_t size : {0, 1, 13})
        {
            CheckPadded(size);
        }
        CheckHash();
        CheckMark();
        CheckMalformed();
    }
};

} // namespace

/// @ingroup tests
class BridgedQueueDiscItemTestSuite : public TestSuite
{
  public:
    BridgedQueueDiscItemTestSuite()
        : TestSuite("bridged-queue-disc-item", Type::UNIT)
    {
        AddTestCase(new BridgedItemTest, Duration::QUICK);
    }
};

static BridgedQueueDiscItemTestSuite g_bridgedQueueDiscItemTestSuite;
