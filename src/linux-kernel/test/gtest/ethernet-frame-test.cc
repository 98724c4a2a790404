// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/ethernet-frame.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const std::vector<uint8_t> FRAME{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 'a', 'b'};

} // namespace

TEST(EthernetFrame, HasReceiverTypeAndPayload)
{
    const auto frame = ParseEthernetFrame(FRAME);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->to, Mac48Address("02:00:00:00:00:01"));
    EXPECT_EQ(frame->protocol, 0x800);
    uint8_t payload[2];
    ASSERT_EQ(frame->payload->CopyData(payload, 2), 2U);
    EXPECT_EQ(payload[0], 'a');
    EXPECT_EQ(frame->payload->GetSize(), 2U);
}

TEST(EthernetFrame, NoneIsShorterThanItsHeader)
{
    EXPECT_FALSE(ParseEthernetFrame({}));
    EXPECT_FALSE(ParseEthernetFrame({FRAME.begin(), FRAME.begin() + 13}));
    EXPECT_TRUE(ParseEthernetFrame({FRAME.begin(), FRAME.begin() + 14}));
}

// IEEE 802.3, 3.2.6: values below 0x600 are lengths.
TEST(EthernetFrame, ALengthIsNoType)
{
    auto frame = FRAME;
    frame[12] = 5;
    frame[13] = 255;
    EXPECT_FALSE(ParseEthernetFrame(frame));
    frame[12] = 6;
    frame[13] = 0;
    EXPECT_TRUE(ParseEthernetFrame(frame));
}

TEST(EthernetFrame, IsMadeFromItsParts)
{
    std::vector<uint8_t> bytes{'a', 'b'};
    AddEthernetHeader(bytes,
                      Mac48Address("02:00:00:00:00:02"),
                      Mac48Address("02:00:00:00:00:01"),
                      0x800);
    EXPECT_EQ(bytes, FRAME);
}
