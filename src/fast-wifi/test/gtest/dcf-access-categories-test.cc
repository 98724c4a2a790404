// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Access categories of a station, and packets that have left their queues (IEEE 802.11-2007).

#include "../../model/dcf-access-categories.h"
#include "../../model/dcf-departures.h"

#include "ns3/socket.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Result = MediumAttempt::Result;

/// @param priority of a packet
/// @return the packet
Ptr<Packet>
MakePacket(uint8_t priority)
{
    const auto packet = Create<Packet>(100);
    SocketPriorityTag tag;
    tag.SetPriority(priority);
    packet->AddPacketTag(tag);
    return packet;
}

} // namespace

// Table 7-37 for DSSS, whose aCWmin is 31.
TEST(DcfAccessCategories, EdcaHasFourFromVoiceToBackground)
{
    DcfAccessCategories categories;
    categories.SetEdca();
    std::vector<AcIndex> indices;
    for (const DcfAccessCategory& category : categories)
    {
        indices.push_back(category.index);
    }
    EXPECT_EQ(indices, (std::vector<AcIndex>{AC_VO, AC_VI, AC_BE, AC_BK}));
    EXPECT_EQ(categories.Find(AC_VO)->parameters.cwMin, 7u);  // (aCWmin + 1) / 4 - 1
    EXPECT_EQ(categories.Find(AC_VI)->parameters.cwMin, 15u); // (aCWmin + 1) / 2 - 1
    EXPECT_EQ(categories.Find(AC_BE)->parameters.aifsn, 3u);
    EXPECT_EQ(categories.Find(AC_BK)->parameters.aifsn, 7u);
    EXPECT_EQ(categories.Find(AC_BE_NQOS), nullptr);
}

// Table 9-1
TEST(DcfAccessCategories, TheUserPriorityDecidesTheCategory)
{
    DcfAccessCategories categories;
    categories.SetEdca();
    const std::vector<AcIndex> expected{AC_BE, AC_BK, AC_BK, AC_BE, AC_VI, AC_VI, AC_VO, AC_VO};
    for (uint8_t priority = 0; priority < 8; ++priority)
    {
        EXPECT_EQ(categories.Classify(MakePacket(priority)).index, expected[priority])
            << unsigned{priority};
    }
    categories.SetDcf({});
    EXPECT_EQ(categories.Classify(MakePacket(6)).index, AC_BE_NQOS);
}

TEST(DcfAccessCategories, FunctionsHaveNumbersInARow)
{
    DcfAccessCategories categories;
    categories.SetEdca();
    uint32_t number = 5;
    for (DcfAccessCategory& category : categories)
    {
        category.function = MediumFunction(number++);
    }
    EXPECT_EQ(categories.Get(MediumFunction(5)).index, AC_VO);
    EXPECT_EQ(categories.Get(MediumFunction(8)).index, AC_BK);
}

TEST(DcfAccessCategories, EachHasAStreamOfItsOwn)
{
    DcfAccessCategories categories;
    categories.SetEdca();
    EXPECT_EQ(categories.AssignStreams(7), 4);
    EXPECT_EQ(categories.Find(AC_VO)->slots->GetStream(), 7);
    EXPECT_EQ(categories.Find(AC_BK)->slots->GetStream(), 10);
    // A category whose numbers are gone keeps its stream for the others' sake.
    categories.Find(AC_VO)->slots = nullptr;
    EXPECT_EQ(categories.AssignStreams(20), 4);
    EXPECT_EQ(categories.Find(AC_VI)->slots->GetStream(), 21);
}

TEST(DcfAccessCategories, PacketsOfAllQueuesAreCounted)
{
    DcfAccessCategories categories;
    categories.SetEdca();
    categories.Find(AC_VO)->queue.Push({});
    categories.Find(AC_BK)->queue.Push({});
    categories.Find(AC_BK)->queue.Push({});
    EXPECT_EQ(categories.GetNWaiting(), 3u);
    MediumAttempt attempt;
    attempt.result = Result::ACKNOWLEDGED;
    attempt.completion = 1000;
    categories.Find(AC_BK)->queue.Note(attempt, 500);
    EXPECT_EQ(categories.GetNWaiting(), 2u);
    EXPECT_EQ(categories.GetLength(999), 3u) << "the sender does not know its ACK yet";
    EXPECT_EQ(categories.GetLength(1000), 2u);
}

TEST(DcfAccessCategories, ParametersHaveRanges)
{
    EXPECT_TRUE((DcfAccessParameters{1, 0, 0}.IsValid()));
    EXPECT_TRUE((DcfAccessParameters{255, 32767, 32767}.IsValid()));
    EXPECT_FALSE((DcfAccessParameters{0, 31, 1023}.IsValid()));
    EXPECT_FALSE((DcfAccessParameters{256, 31, 1023}.IsValid()));
    EXPECT_FALSE((DcfAccessParameters{2, 32, 31}.IsValid()));
    EXPECT_FALSE((DcfAccessParameters{2, 31, 32768}.IsValid()));
}

TEST(DcfDepartures, EachIsTakenOnce)
{
    DcfDepartures departures;
    const uint64_t sent = departures.Add({nullptr, {}, Result::ACKNOWLEDGED});
    const uint64_t lost = departures.Add({nullptr, {}, Result::RETRY_LIMIT});
    departures.Add({nullptr, {}, Result::INTERNAL_LIMIT});
    EXPECT_EQ(departures.GetNDrops(), 2u);
    ASSERT_TRUE(departures.Take(lost));
    EXPECT_FALSE(departures.Take(lost));
    EXPECT_EQ(departures.GetNDrops(), 1u);
    const auto first = departures.TakeFirst();
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->IsDrop());
    EXPECT_FALSE(departures.Take(sent));
    const auto second = departures.TakeFirst();
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->IsDrop());
    EXPECT_EQ(departures.GetNDrops(), 0u);
    EXPECT_FALSE(departures.TakeFirst());
}
