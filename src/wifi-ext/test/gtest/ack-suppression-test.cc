// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Which packets leave in which order, for sequences written by hand, and what holds for random
// ones.

#include "../../model/ack-suppression.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace ns3
{

namespace
{

using Suppression = AckSuppression<int>;
using Clock = Suppression::Clock;
using Mode = AckSuppressionMode;
using Items = std::vector<int>;

constexpr Clock MS = std::chrono::milliseconds(1);

/// A packet of the tests.
struct Offered
{
    uint32_t number;                             ///< of acknowledgment
    uint16_t port{1};                            ///< by which connections differ
    TcpPacketKind kind{TcpPacketKind::PURE_ACK}; ///< of packet
    uint8_t flags{TCP_FLAG_ACK};                 ///< of the TCP header
    uint16_t window{100};                        ///< of the TCP header
};

/// A suppression that numbers its packets from 1.
class SuppressionBench
{
  public:
    explicit SuppressionBench(const Suppression::Settings& settings)
    {
        suppression.Start(settings);
    }

    /// @return number of the packet that was suppressed; 0: none
    int Push(const Offered& offered)
    {
        TcpPacket packet;
        packet.kind = offered.kind;
        packet.flags = offered.flags;
        packet.acknowledgment = offered.number;
        packet.window = offered.window;
        packet.flow.sourcePort = offered.port;
        TcpAck ack;
        ack.acknowledgment = offered.number;
        ack.window = offered.window;
        ack.isPlain = offered.flags == TCP_FLAG_ACK;
        suppression.Advance(now);
        const auto found = suppression.FindSuperseded(packet, ack);
        const auto superseded = suppression.Push(packet, ack, ++last, now);
        EXPECT_EQ(found, superseded) << "what was announced";
        return superseded.value_or(0);
    }

    /// @return all packets that may leave
    Items Drain()
    {
        suppression.Advance(now);
        Items items;
        while (const auto item = suppression.Pop())
        {
            items.push_back(*item);
        }
        return items;
    }

    Suppression suppression;
    Clock now{0};
    int last{0}; ///< number of the last packet
};

TEST(AckSuppressionTest, ReplaceKeepsThePlace)
{
    SuppressionBench bench({.mode = Mode::REPLACE});
    EXPECT_EQ(bench.Push({.number = 100}), 0); // 1, the first of its connection is kept
    EXPECT_EQ(bench.Push({.number = 200}), 0); // 2
    EXPECT_EQ(bench.Push({.number = 7, .port = 2, .kind = TcpPacketKind::DATA}), 0); // 3
    EXPECT_EQ(bench.Push({.number = 300}), 2); // 4 takes the place of 2
    EXPECT_EQ(bench.Push({.number = 400}), 4); // 5
    EXPECT_EQ(bench.Drain(), (Items{1, 5, 3}));
    // What has left cannot be replaced.
    EXPECT_EQ(bench.Push({.number = 500}), 0);
    EXPECT_EQ(bench.Drain(), Items{6});
}

TEST(AckSuppressionTest, WhatTellsMoreIsKept)
{
    const std::vector<Offered> offered{
        {.number = 100},
        {.number = 200},                // 2: the first of three with this number
        {.number = 200},                // a duplicate
        {.number = 200},                // another
        {.number = 200, .window = 101}, // window update
        {.number = 150},                // overtaken
        {.number = 300, .flags = 0x50}, // ECE
        {.number = 400, .flags = 0x90}, // CWR
        {.number = 500, .window = 0},   // closed
        {.number = 600},                // opened
        {.number = 700, .kind = TcpPacketKind::DATA},
        {.number = 700}, // the first of several, perhaps
        {.number = 800}, // 13
        {.number = 800, .kind = TcpPacketKind::OTHER, .flags = 0x11}, // FIN
        {.number = 900}, // of another connection, for all that is known
    };
    for (const Mode mode : {Mode::REPLACE, Mode::HOLD, Mode::DELAY})
    {
        SuppressionBench bench({.mode = mode});
        Items all;
        for (const Offered& packet : offered)
        {
            EXPECT_EQ(bench.Push(packet), 0) << packet.number;
            all.push_back(bench.last);
        }
        EXPECT_EQ(bench.Drain(), all) << "nothing waits and nothing is overtaken";
        EXPECT_EQ(bench.suppression.GetKept(AckNews::FIRST), 2);
        EXPECT_EQ(bench.suppression.GetKept(AckNews::DUPLICATE), 3);
        EXPECT_EQ(bench.suppression.GetKept(AckNews::WINDOW_UPDATE), 1);
        EXPECT_EQ(bench.suppression.GetKept(AckNews::OLD_NUMBER), 1);
        EXPECT_EQ(bench.suppression.GetKept(AckNews::FLAGS), 2);
        EXPECT_EQ(bench.suppression.GetKept(AckNews::ZERO_WINDOW), 2);
    }
}

// As in RFC 9293, 3.8.6.1, a sender waits for the ACK that opens the window again.
TEST(AckSuppressionTest, AckThatOpensAWindowIsKeptWhenDataHasClosedIt)
{
    for (const Mode mode : {Mode::REPLACE, Mode::HOLD, Mode::DELAY})
    {
        SuppressionBench bench({.mode = mode});
        bench.Push({.number = 5000});
        bench.Push({.number = 6000, .kind = TcpPacketKind::DATA, .window = 0});
        bench.Push({.number = 6001}); // 3
        EXPECT_EQ(bench.Push({.number = 6002}), 0);
        EXPECT_EQ(bench.suppression.GetKept(AckNews::ZERO_WINDOW), 1);
        const Items left = bench.Drain();
        EXPECT_EQ(std::ranges::count(left, 3), 1) << "it leaves at once";
    }
}

TEST(AckSuppressionTest, HoldLetsEveryThirdGoOn)
{
    SuppressionBench bench({.mode = Mode::HOLD, .ratio = 3, .delay = 10 * MS});
    bench.Push({.number = 100});
    EXPECT_EQ(bench.Drain(), Items{1});
    EXPECT_EQ(bench.Push({.number = 200}), 0);
    EXPECT_EQ(bench.Push({.number = 300}), 2);
    EXPECT_EQ(bench.Drain(), Items{});
    EXPECT_EQ(bench.Push({.number = 400}), 3);
    EXPECT_EQ(bench.Push({.number = 500}), 0);
    // The third has gone on for good, the next is held.
    EXPECT_EQ(bench.Drain(), Items{4});
    EXPECT_EQ(bench.suppression.GetNextDue(), 10 * MS);
    bench.now = 10 * MS - Clock(1);
    EXPECT_EQ(bench.Drain(), Items{});
    bench.now = 10 * MS;
    EXPECT_EQ(bench.Drain(), Items{5});
    EXPECT_EQ(bench.suppression.GetNextDue(), std::nullopt);
    // After the time the count begins anew.
    EXPECT_EQ(bench.Push({.number = 600}), 0);
    EXPECT_EQ(bench.Push({.number = 700}), 6);
    EXPECT_EQ(bench.Push({.number = 800}), 7);
    EXPECT_EQ(bench.Drain(), Items{8});
}

TEST(AckSuppressionTest, HoldWithARatioOfOneSuppressesNothing)
{
    SuppressionBench bench({.mode = Mode::HOLD, .ratio = 1});
    for (uint32_t i = 1; i <= 5; ++i)
    {
        EXPECT_EQ(bench.Push({.number = 100 * i}), 0);
    }
    EXPECT_EQ(bench.Drain(), (Items{1, 2, 3, 4, 5}));
}

TEST(AckSuppressionTest, DelayCountsFromTheFirst)
{
    SuppressionBench bench({.mode = Mode::DELAY, .delay = 10 * MS});
    bench.Push({.number = 100});
    EXPECT_EQ(bench.Drain(), Items{1});
    bench.Push({.number = 200});
    bench.now = 6 * MS;
    EXPECT_EQ(bench.Push({.number = 300}), 2);
    bench.now = 9 * MS;
    EXPECT_EQ(bench.Push({.number = 400}), 3);
    EXPECT_EQ(bench.Drain(), Items{});
    bench.now = 10 * MS;
    bench.suppression.Advance(bench.now);
    // It waits for the device now, and a newer one still takes its place.
    EXPECT_EQ(bench.Push({.number = 500}), 4);
    EXPECT_EQ(bench.Drain(), Items{5});
}

TEST(AckSuppressionTest, ConnectionsAreApart)
{
    SuppressionBench bench({.mode = Mode::REPLACE});
    for (uint32_t i = 1; i <= 3; ++i)
    {
        for (uint16_t port = 1; port <= 100; ++port)
        {
            EXPECT_EQ(bench.Push({.number = 100 * i, .port = port}), i == 3 ? 100 + port : 0);
        }
    }
    Items expected;
    for (int i = 1; i <= 100; ++i)
    {
        expected.push_back(i);
    }
    for (int i = 201; i <= 300; ++i)
    {
        expected.push_back(i);
    }
    EXPECT_EQ(bench.Drain(), expected);
    EXPECT_EQ(bench.suppression.GetNConnections(), 100);
}

TEST(AckSuppressionTest, ConnectionsThatHaveEndedAreForgotten)
{
    SuppressionBench bench(
        {.mode = Mode::HOLD, .delay = 10 * MS, .idleTimeout = 1000 * MS, .maxConnections = 3});
    for (uint16_t port = 1; port <= 3; ++port)
    {
        bench.Push({.number = 100, .port = port});
        bench.Push({.number = 200, .port = port});
    }
    EXPECT_EQ(bench.Drain(), (Items{1, 3, 5}));
    // A fourth connection replaces the first, whose held ACK goes on.
    bench.Push({.number = 100, .port = 4});
    EXPECT_EQ(bench.suppression.GetNConnections(), 3);
    EXPECT_EQ(bench.Drain(), (Items{2, 7}));
    // A FIN comes behind the held ACK.
    bench.Push({.number = 200, .port = 2, .kind = TcpPacketKind::OTHER, .flags = 0x11});
    EXPECT_EQ(bench.suppression.GetNConnections(), 2);
    EXPECT_EQ(bench.Drain(), (Items{4, 8}));
    bench.now = 1001 * MS;
    EXPECT_EQ(bench.Drain(), Items{6});
    EXPECT_EQ(bench.suppression.GetNConnections(), 0);
    EXPECT_EQ(bench.suppression.GetNextDue(), std::nullopt);
}

TEST(AckSuppressionTest, ConnectionHeardLongestAgoIsForgotten)
{
    SuppressionBench bench({.mode = Mode::REPLACE, .idleTimeout = 1000 * MS, .maxConnections = 2});
    bench.Push({.number = 100, .port = 1});
    bench.now = 600 * MS;
    bench.Push({.number = 100, .port = 2});
    bench.now = 900 * MS;
    bench.Push({.number = 200, .port = 1}); // 3
    // The third replaces the second, as the first has been heard since.
    bench.Push({.number = 100, .port = 3});
    EXPECT_EQ(bench.Push({.number = 300, .port = 1}), 3);
    EXPECT_EQ(bench.suppression.GetKept(AckNews::FIRST), 3);
    bench.Push({.number = 200, .port = 2});
    EXPECT_EQ(bench.suppression.GetKept(AckNews::FIRST), 4) << "it is new again";
    // One second after their last ACKs, and not after their first.
    bench.now = 1800 * MS;
    bench.suppression.Advance(bench.now);
    EXPECT_EQ(bench.suppression.GetNConnections(), 2);
    bench.now = 1901 * MS;
    bench.suppression.Advance(bench.now);
    EXPECT_EQ(bench.suppression.GetNConnections(), 0);
}

TEST(AckSuppressionTest, OldNumberDoesNotTurnTheConnectionBack)
{
    SuppressionBench bench({.mode = Mode::REPLACE});
    for (const uint32_t number : {100, 300, 150, 200, 250})
    {
        EXPECT_EQ(bench.Push({.number = number}), 0) << number;
    }
    EXPECT_EQ(bench.suppression.GetKept(AckNews::OLD_NUMBER), 3);
}

TEST(AckSuppressionTest, NumberWithoutTheAckFlagMeansNothing)
{
    SuppressionBench bench({.mode = Mode::REPLACE});
    EXPECT_EQ(bench.Push({.number = 0x90000000}), 0);
    // Bit 3 is PSH. In 32 bits, 0 is onward from 0x90000000.
    EXPECT_EQ(bench.Push({.number = 0, .kind = TcpPacketKind::DATA, .flags = 0x08}), 0);
    EXPECT_EQ(bench.Push({.number = 0x90000100}), 0);
    EXPECT_EQ(bench.Push({.number = 0x90000200}), 3);
}

// No SYN shows that the numbers are those of another connection, as after a route has changed.
TEST(AckSuppressionTest, OldNumbersAloneBelongToAnotherConnection)
{
    SuppressionBench bench({.mode = Mode::REPLACE, .idleTimeout = 1000 * MS});
    EXPECT_EQ(bench.Push({.number = 3000000000}), 0);
    for (uint32_t i = 1; i <= 9; ++i)
    {
        bench.now += 120 * MS;
        // The last one comes 1080 ms after the first number, which is forgotten by then.
        EXPECT_EQ(bench.Push({.number = 1000000000 + 100 * i}), 0) << i;
    }
    EXPECT_EQ(bench.suppression.GetKept(AckNews::OLD_NUMBER), 8);
    EXPECT_EQ(bench.suppression.GetKept(AckNews::FIRST), 2);
    EXPECT_EQ(bench.Push({.number = 1000001000}), 0);
    EXPECT_EQ(bench.Push({.number = 1000001100}), 11);
}

TEST(AckSuppressionTest, EachOfSynFinAndRstEndsAConnection)
{
    for (const uint8_t flag : {TCP_FLAG_SYN, TCP_FLAG_FIN, TCP_FLAG_RST})
    {
        SuppressionBench bench({.mode = Mode::REPLACE});
        bench.Push({.number = 100});
        bench.Push({.number = 100, .kind = TcpPacketKind::OTHER, .flags = flag});
        EXPECT_EQ(bench.suppression.GetNConnections(), 0) << +flag;
    }
}

TEST(AckSuppressionTest, SettingsChangeBetweenPackets)
{
    Suppression::Settings settings{.mode = Mode::HOLD, .ratio = 3, .delay = 10 * MS};
    SuppressionBench bench(settings);
    bench.Push({.number = 100});
    bench.Push({.number = 200});
    settings.mode = Mode::REPLACE;
    settings.maxConnections = 2;
    bench.suppression.Configure(settings);
    EXPECT_EQ(bench.Push({.number = 300}), 2) << "held before";
    EXPECT_EQ(bench.Push({.number = 400}), 3) << "no third goes on";
    EXPECT_EQ(bench.Drain(), Items{1});
    bench.now = 10 * MS;
    EXPECT_EQ(bench.Drain(), Items{4}) << "its time has stayed";
    EXPECT_EQ(bench.Push({.number = 500}), 0);
    EXPECT_EQ(bench.Push({.number = 600}), 5);
    EXPECT_EQ(bench.Drain(), Items{6});
    bench.Push({.number = 100, .port = 2});
    settings.maxConnections = 1;
    bench.suppression.Configure(settings);
    bench.Push({.number = 100, .port = 3});
    EXPECT_EQ(bench.suppression.GetNConnections(), 1);
}

/// Random packets of few connections: what a receiver learns is the same with and without
/// suppression.
TEST(AckSuppressionTest, NothingIsLostButSupersededNumbers)
{
    for (const Mode mode : {Mode::REPLACE, Mode::HOLD, Mode::DELAY})
    {
        std::mt19937 random(9);
        SuppressionBench bench({.mode = mode, .delay = 3 * MS, .maxConnections = 4});
        std::map<int, Offered> waiting;
        std::map<uint16_t, uint32_t> numbers;
        std::map<uint16_t, int> latest; // packet of a connection that has left last
        uint64_t suppressed = 0;
        uint64_t left = 0;
        const auto leave = [&](const Items& items) {
            for (const int item : items)
            {
                ASSERT_EQ(waiting.count(item), 1);
                const uint16_t port = waiting.at(item).port;
                EXPECT_GT(item, latest[port]) << "packets of a connection stay in order";
                latest[port] = item;
                waiting.erase(item);
                ++left;
            }
        };
        for (int i = 0; i < 20000; ++i)
        {
            const auto port = static_cast<uint16_t>(1 + random() % 6);
            Offered packet{.number = numbers[port] += random() % 4 ? 0x10000000 : 0, .port = port};
            if (random() % 20 == 0)
            {
                packet.kind = TcpPacketKind::DATA;
            }
            else if (random() % 50 == 0)
            {
                packet.flags = 0x50;
            }
            const int superseded = bench.Push(packet);
            waiting[bench.last] = packet;
            if (superseded)
            {
                ++suppressed;
                const Offered& older = waiting.at(superseded);
                EXPECT_EQ(older.port, port);
                EXPECT_EQ(older.kind, TcpPacketKind::PURE_ACK);
                EXPECT_EQ(older.flags, TCP_FLAG_ACK);
                EXPECT_LT(static_cast<int32_t>(older.number - packet.number), 0);
                waiting.erase(superseded);
            }
            bench.now += MS / 4;
            if (random() % 3 == 0)
            {
                const auto item = bench.suppression.Pop();
                leave(item ? Items{*item} : Items{});
            }
            if (random() % 50 == 0)
            {
                leave(bench.Drain());
            }
        }
        bench.now += 3 * MS;
        leave(bench.Drain());
        EXPECT_TRUE(waiting.empty());
        EXPECT_EQ(left + suppressed, 20000);
        EXPECT_GT(suppressed, 1000);
    }
}

} // namespace

} // namespace ns3
