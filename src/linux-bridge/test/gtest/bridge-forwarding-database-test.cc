// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The forwarding database: learning, roaming, ageing, overflow, local addresses.

#include "../../model/bridge-forwarding-database.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace ns3;
using namespace std::chrono_literals;

namespace
{

using Result = BridgeForwardingDatabase::LearnResult;

constexpr BridgeForwardingDatabase::Address STATION = 0x000000000001;
constexpr BridgeForwardingDatabase::Address OTHER = 0x000000000002;

} // namespace

TEST(BridgeForwardingDatabase, FindsThePortAnAddressWasSeenOn)
{
    BridgeForwardingDatabase database;
    EXPECT_EQ(database.Find(STATION, 0s), std::nullopt);
    EXPECT_EQ(database.Learn(STATION, 3, 0s), Result::ADDED);
    EXPECT_EQ(database.Find(STATION, 1s), 3U);
    EXPECT_EQ(database.Find(OTHER, 1s), std::nullopt);
    EXPECT_EQ(database.GetNLearned(1s), 1U);
}

TEST(BridgeForwardingDatabase, StationRoams)
{
    BridgeForwardingDatabase database;
    database.Learn(STATION, 0, 0s);
    EXPECT_EQ(database.Learn(STATION, 0, 1s), Result::REFRESHED);
    EXPECT_EQ(database.Learn(STATION, 1, 2s), Result::MOVED);
    EXPECT_EQ(database.Find(STATION, 2s), 1U);
    EXPECT_EQ(database.Learn(STATION, 0, 2s), Result::MOVED);
    EXPECT_EQ(database.Find(STATION, 2s), 0U);
    EXPECT_EQ(database.GetNLearned(2s), 1U);
}

TEST(BridgeForwardingDatabase, EntryAgesAfter300Seconds)
{
    BridgeForwardingDatabase database;
    database.Learn(STATION, 0, 10s);
    EXPECT_EQ(database.Find(STATION, 310s - 1ns), 0U);
    EXPECT_EQ(database.Find(STATION, 310s), std::nullopt); // has_expired(): at 300 s, not after
    database.Learn(STATION, 0, 309s);
    EXPECT_EQ(database.Find(STATION, 310s), 0U);
    EXPECT_EQ(database.Find(STATION, 609s), std::nullopt);
    EXPECT_EQ(database.Learn(STATION, 1, 700s), Result::ADDED); // not moved: nothing was known
}

TEST(BridgeForwardingDatabase, AgeingTimeOfZeroKnowsNothing)
{
    BridgeForwardingDatabase database;
    database.SetAgeingTime(0s);
    database.Learn(STATION, 0, 1s);
    EXPECT_EQ(database.Find(STATION, 1s), std::nullopt);
    EXPECT_EQ(database.GetNLearned(1s), 0U);
}

TEST(BridgeForwardingDatabase, FullTableLearnsNothingUntilOneAges)
{
    BridgeForwardingDatabase database;
    database.SetMaxLearned(2);
    database.SetAgeingTime(100s);
    EXPECT_EQ(database.Learn(1, 0, 0s), Result::ADDED);
    EXPECT_EQ(database.Learn(2, 0, 50s), Result::ADDED);
    EXPECT_EQ(database.Learn(3, 0, 99s), Result::FULL);
    EXPECT_EQ(database.Find(3, 99s), std::nullopt);
    EXPECT_EQ(database.Learn(2, 1, 99s), Result::MOVED); // known ones may roam
    EXPECT_EQ(database.Learn(3, 0, 100s), Result::ADDED);
    EXPECT_EQ(database.Find(1, 100s), std::nullopt);
    EXPECT_EQ(database.Find(2, 100s), 1U);
    EXPECT_EQ(database.GetNLearned(100s), 2U);
}

TEST(BridgeForwardingDatabase, OldestByLastSightGoesFirst)
{
    BridgeForwardingDatabase database;
    database.SetMaxLearned(2);
    database.SetAgeingTime(100s);
    database.Learn(1, 0, 0s);
    database.Learn(2, 0, 10s);
    database.Learn(1, 0, 60s); // seen again
    EXPECT_EQ(database.Learn(3, 0, 110s), Result::ADDED);
    EXPECT_EQ(database.Find(1, 110s), 0U);
    EXPECT_EQ(database.Find(2, 110s), std::nullopt);
}

TEST(BridgeForwardingDatabase, LocalAddressIsNeverLearned)
{
    BridgeForwardingDatabase database;
    database.Learn(STATION, 0, 0s);
    database.SetLocal({STATION});
    EXPECT_TRUE(database.IsLocal(STATION));
    EXPECT_FALSE(database.IsLocal(OTHER));
    EXPECT_EQ(database.Find(STATION, 0s), std::nullopt);
    EXPECT_EQ(database.Learn(STATION, 1, 0s), Result::LOCAL);
    EXPECT_EQ(database.Find(STATION, 0s), std::nullopt);
}

TEST(BridgeForwardingDatabase, FlushForgetsOnePort)
{
    BridgeForwardingDatabase database;
    database.Learn(1, 0, 0s);
    database.Learn(2, 1, 0s);
    database.Learn(3, 0, 0s);
    database.Flush(0);
    EXPECT_EQ(database.Find(1, 0s), std::nullopt);
    EXPECT_EQ(database.Find(2, 0s), 1U);
    EXPECT_EQ(database.GetNLearned(0s), 1U);
}

// Against a table that is simply searched: 20000 random operations, three limits.
TEST(BridgeForwardingDatabase, AgreesWithANaiveTable)
{
    struct Seen
    {
        uint32_t port;
        std::chrono::nanoseconds updated;
    };

    for (const std::size_t limit : {0, 3, 12})
    {
        BridgeForwardingDatabase database;
        database.SetMaxLearned(limit);
        database.SetAgeingTime(20s);
        std::map<uint64_t, Seen> naive;
        std::mt19937 random(7);
        std::chrono::nanoseconds now = 0s;
        for (int i = 0; i < 20000; ++i)
        {
            now += std::chrono::milliseconds(random() % 2000);
            std::erase_if(naive,
                          [now](const auto& entry) { return entry.second.updated + 20s <= now; });
            const uint64_t address = 1 + random() % 16;
            const uint32_t port = random() % 4;
            if (naive.contains(address) || limit == 0 || naive.size() < limit)
            {
                naive[address] = {port, now};
            }
            database.Learn(address, port, now);
            const uint64_t asked = 1 + random() % 16;
            const auto expected = naive.contains(asked)
                                      ? std::optional<uint32_t>(naive.at(asked).port)
                                      : std::nullopt;
            ASSERT_EQ(database.Find(asked, now), expected);
            ASSERT_EQ(database.GetNLearned(now), naive.size());
        }
    }
}
