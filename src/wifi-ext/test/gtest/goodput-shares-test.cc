// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What connections have of a link: what their packets cost, and what a turn of each queue gives.

#include "../../model/goodput-shares.h"
#include "tcp-packet-maker.h"

#include <chrono>
#include <gtest/gtest.h>

using namespace ns3;
using namespace std::chrono_literals;

namespace
{

using Counts = GoodputShares::Counts;
using Costs = WeightedRoundRobin::Costs;

constexpr uint32_t QUANTUM = 1500;
/// Bytes of an ACK, and of the headers of a segment, without options.
constexpr uint32_t HEADERS = 40;

/// A link whose connections are active after 4096 bytes, and last after 2 s.
class GoodputSharesTest : public testing::Test
{
  protected:
    GoodputSharesTest()
    {
        shares.Start({});
    }

    /// An upload acknowledges 1 MB in the given time, in steps of 100 ms.
    void Upload(uint16_t port, std::chrono::milliseconds duration)
    {
        for (auto end = now + duration; now <= end; now += 100ms)
        {
            acknowledged += 20000;
            shares.Observe(MakeAck(port, acknowledged), now);
        }
    }

    /// @return cost of the ACK, which is offered and sent
    uint32_t Send(const TcpPacket& packet)
    {
        shares.Observe(packet, now);
        return shares.Carry(packet, HEADERS + packet.payload, QUANTUM).bytes;
    }

    GoodputShares shares;       ///< of the link
    GoodputShares::Clock now{}; ///< the present
    uint32_t acknowledged{0};   ///< by uploads
};

TEST_F(GoodputSharesTest, DataCostsItsPayload)
{
    EXPECT_EQ(Send(MakeData(1, 1, 1460)), 1460U);
}

TEST_F(GoodputSharesTest, SmallSegmentsCostTheirHeaders)
{
    EXPECT_EQ(Send(MakeData(1, 1, 1)), HEADERS);
    EXPECT_EQ(Send({.kind = TcpPacketKind::OTHER, .payload = 0}), HEADERS);
}

TEST_F(GoodputSharesTest, AckCostsWhatItNewlyAcknowledges)
{
    EXPECT_EQ(Send(MakeAck(1, 1000)), QUANTUM) << "the first one: nobody knows";
    EXPECT_EQ(Send(MakeAck(1, 3920)), 2920U);
    EXPECT_EQ(Send(MakeAck(1, 3920)), HEADERS) << "a duplicate: its length";
    EXPECT_EQ(Send(MakeAck(1, 3930)), HEADERS) << "few bytes: its length";
}

TEST_F(GoodputSharesTest, CostOfAnAckIsLimited)
{
    Send(MakeAck(1, 0));
    EXPECT_EQ(Send(MakeAck(1, 2 * GoodputShares::MAX_ACK_COST)), GoodputShares::MAX_ACK_COST);
}

TEST_F(GoodputSharesTest, OpaqueAcksAreOneUpload)
{
    EXPECT_EQ(shares.GetActive(), Counts{});
    for (int i = 0; i < 3; ++i) // the first one shows no progress yet
    {
        shares.ObserveOpaqueAck(now);
    }
    EXPECT_EQ(shares.GetActive(), (Counts{0, 1}));
    EXPECT_EQ(shares.CarryOpaqueAck().bytes, 2400U);
    EXPECT_TRUE(shares.CarryOpaqueAck().isGuest) << "active for less than 2 s";
}

TEST_F(GoodputSharesTest, QueueWithoutConnectionHasOneQuantum)
{
    EXPECT_EQ(shares.GetWeights(), (Counts{1, 1}));
    EXPECT_EQ(shares.GetTurns(QUANTUM).own, (Costs{QUANTUM, QUANTUM}));
    EXPECT_EQ(shares.GetTurns(QUANTUM).guests, (Costs{0, 0}));
}

TEST_F(GoodputSharesTest, GuestsAloneHaveTheWholeTurn)
{
    Upload(1, 500ms);
    EXPECT_EQ(shares.GetGuests(), (Counts{0, 1}));
    EXPECT_EQ(shares.GetTurns(QUANTUM).own, (Costs{QUANTUM, QUANTUM}));
    EXPECT_EQ(shares.GetTurns(QUANTUM).guests, (Costs{0, 0}));
}

TEST_F(GoodputSharesTest, GuestsBesideALastingConnectionHaveTheirOwnCredit)
{
    Upload(1, 3s);
    Upload(2, 500ms);
    EXPECT_EQ(shares.GetActive(), (Counts{0, 2}));
    EXPECT_EQ(shares.GetGuests(), (Counts{0, 1}));
    EXPECT_EQ(shares.GetWeights(), (Counts{1, 2}));
    EXPECT_EQ(shares.GetTurns(QUANTUM).own, (Costs{QUANTUM, QUANTUM}));
    EXPECT_EQ(shares.GetTurns(QUANTUM).guests, (Costs{0, QUANTUM}));
    EXPECT_FALSE(shares.Carry(MakeAck(1, acknowledged), HEADERS, QUANTUM).isGuest);
    EXPECT_TRUE(shares.Carry(MakeAck(2, acknowledged), HEADERS, QUANTUM).isGuest);
    EXPECT_FALSE(shares.IsKnown(MakeAck(3, 1)));
}

} // namespace
