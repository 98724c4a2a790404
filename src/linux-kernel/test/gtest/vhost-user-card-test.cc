// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A virtio network card, with a driver that this test plays.

#include "card-driver.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

class VhostUserCardTest : public testing::Test, protected CardDriver
{
  protected:
    VhostUserCardTest()
        : card(GetCardFd(), {2, 0, 0, 0, 0, 9}, 1500)
    {
        Start(card);
    }

    VhostUserCard card;
};

/// The same with all offloads that there are.
class VhostUserCardOffloadTest : public testing::Test, protected CardDriver
{
  protected:
    VhostUserCardOffloadTest()
        : card(GetCardFd(), {2, 0, 0, 0, 0, 9}, 1500, {true, true, true})
    {
        Start(card);
    }

    VhostUserCard card;
};

} // namespace

TEST_F(VhostUserCardTest, OffersNoOffloads)
{
    Send(1, 0, {});
    EXPECT_TRUE(card.Read());
    uint64_t features;
    std::memcpy(&features, ReadReply(1).data(), 8);
    EXPECT_EQ(features, 1U << 3 | 1U << 5 | 1U << 30 | uint64_t{1} << 32);
    Send(15, 0, {});
    EXPECT_TRUE(card.Read());
    std::memcpy(&features, ReadReply(15).data(), 8);
    EXPECT_EQ(features, 1U << 3 | 1U << 5 | 1U << 9 | 1U << 14);
}

TEST_F(VhostUserCardOffloadTest, OffersThem)
{
    Send(1, 0, {});
    EXPECT_TRUE(card.Read());
    uint64_t features;
    std::memcpy(&features, ReadReply(1).data(), 8);
    EXPECT_EQ(features, 1 | 1U << 3 | 1U << 5 | 1U << 11 | 1U << 13 | 1U << 30 | uint64_t{1} << 32)
        << "CSUM, HOST_TSO4, HOST_ECN";
    EXPECT_FALSE(card.GetOffloads().checksum) << "not yet accepted";
    Command(2, Numbers({1 | 1U << 11, 1})); // SET_FEATURES
    EXPECT_TRUE(card.GetOffloads().checksum);
    EXPECT_TRUE(card.GetOffloads().segmentation);
    EXPECT_FALSE(card.GetOffloads().ecnSegmentation) << "not accepted";
}

TEST_F(VhostUserCardOffloadTest, TakesTheHeaderOfAFrame)
{
    Offer(1, 12 + 14 + 65535, 0);
    const std::vector<uint8_t> header{1, 0x81, 54, 0, 0xb4, 5, 34, 0, 16, 0, 0, 0};
    std::memcpy(memory + (DATA - BASE), header.data(), header.size());
    const auto frame = card.TakeFrame();
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->bytes.size(), 14 + 65535U) << "the longest";
    EXPECT_EQ(frame->header.flags, 1);
    EXPECT_EQ(frame->header.gsoType, 0x81);
    EXPECT_EQ(frame->header.headerSize, 54);
    EXPECT_EQ(frame->header.gsoSize, 1460);
    EXPECT_EQ(frame->header.checksumStart, 34);
    EXPECT_EQ(frame->header.checksumOffset, 16);
}

TEST_F(VhostUserCardTest, TellsItsAddressAndMtu)
{
    std::vector<std::byte> question = Numbers({0, 12, 0});
    question.resize(24);
    Send(24, 0, question);
    EXPECT_TRUE(card.Read());
    const std::vector<std::byte> answer = ReadReply(24);
    ASSERT_EQ(answer.size(), 24U);
    EXPECT_EQ(answer[12], std::byte{2});
    EXPECT_EQ(answer[17], std::byte{9});
    EXPECT_EQ(answer[22], std::byte{0xdc}) << "1500 = 0x05dc";
    EXPECT_EQ(answer[23], std::byte{0x05});
}

TEST_F(VhostUserCardTest, TakesAFrame)
{
    EXPECT_FALSE(card.HasFrame());
    Offer(1, 12 + 60, 0);
    std::memset(memory + (DATA - BASE) + 12, 0x5a, 60);
    EXPECT_TRUE(card.HasFrame());
    const auto frame = card.TakeFrame();
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->bytes, std::vector<uint8_t>(60, 0x5a));
    EXPECT_EQ(Get<uint16_t>(BASE + QUEUE + 0x2002), 0) << "not returned yet";
    card.ReturnBuffer(frame->buffer);
    EXPECT_EQ(Get<uint16_t>(BASE + QUEUE + 0x2002), 1) << "returned";
    EXPECT_FALSE(card.TakeFrame().has_value());
}

TEST_F(VhostUserCardTest, PutsAFrame)
{
    const std::vector<uint8_t> frame(60, 0xa5);
    EXPECT_FALSE(card.PutFrame(frame)) << "there is no buffer";
    Offer(0, 2000, 2);
    EXPECT_TRUE(card.PutFrame(frame));
    EXPECT_EQ(Get<uint32_t>(BASE + 0x2008), 72U) << "written";
    EXPECT_EQ(Get<uint16_t>(DATA + 10), 1) << "one buffer";
    EXPECT_TRUE(std::equal(frame.begin(),
                           frame.end(),
                           reinterpret_cast<uint8_t*>(memory + (DATA - BASE) + 12)));
}

TEST_F(VhostUserCardTest, CallsOnceInATurn)
{
    EXPECT_TRUE(card.WantsCall(VhostUserCard::RECEIVE));
    card.NoteCall(VhostUserCard::RECEIVE);
    EXPECT_FALSE(card.WantsCall(VhostUserCard::RECEIVE));
    EXPECT_TRUE(card.WantsCall(VhostUserCard::TRANSMIT));
    card.NotifyRun();
    EXPECT_TRUE(card.WantsCall(VhostUserCard::RECEIVE));
    Write<uint16_t>(BASE + 0x1000, 1); // no interrupts, please
    EXPECT_FALSE(card.WantsCall(VhostUserCard::RECEIVE));
}

TEST_F(VhostUserCardTest, RefusesWhatADriverCannotMean)
{
    const auto expectRefused = [this](uint32_t request, const std::vector<std::byte>& payload) {
        Send(request, 8, payload);
        EXPECT_THROW(card.Read(), std::runtime_error) << request;
    };
    expectRefused(99, {});
    expectRefused(35, Numbers({1, 0})); // VRING_KICK, which is not a message here
    expectRefused(8, Numbers({2, 4}));
    expectRefused(8, Numbers({0, 3}));
    expectRefused(9, Numbers({0, 0, 1}));
    expectRefused(5, Pack({1}, {BASE, SIZE, BASE, 0})); // without a file
    expectRefused(2, Numbers({1 << 3 | 1, 1}));         // VIRTIO_NET_F_CSUM, which is not offered
    expectRefused(2, Numbers({0}));
    Offer(1, 11, 0);
    EXPECT_THROW(card.TakeFrame(), std::runtime_error) << "shorter than its header";
    Offer(1, 12 + 14 + 65536, 0);
    EXPECT_THROW(card.TakeFrame(), std::runtime_error) << "longer than an IP packet";
    Offer(0, 71, 2);
    EXPECT_THROW(card.PutFrame(std::vector<uint8_t>(60)), std::runtime_error) << "too small";
}

TEST_F(VhostUserCardTest, EndsWithTheKernel)
{
    End();
    EXPECT_FALSE(card.Read());
}
