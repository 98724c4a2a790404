// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Active connections: a sequence of segments by hand for each rule, and random traffic against a
// plain list of connections.

#include "../../model/tcp-connection-estimator.h"
#include "tcp-packet-maker.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace ns3;
using namespace std::chrono_literals;

namespace
{

using Counts = TcpConnectionEstimator::Counts;

/// Two full segments.
constexpr uint32_t STEP = 2920;

TcpPacket
MakeControl(uint16_t port, uint8_t flags)
{
    return {.kind = TcpPacketKind::OTHER, .flags = flags, .flow = MakeFlow(port)};
}

/// An estimator with a clock.
class Link
{
  public:
    explicit Link(const TcpConnectionEstimator::Settings& settings = {})
    {
        estimator.Start(settings);
    }

    void Send(const TcpPacket& packet)
    {
        estimator.Observe(packet, now);
    }

    /// An uplink connection acknowledges @p steps times, 10 ms apart.
    void Upload(uint16_t port, uint32_t from, int steps)
    {
        for (int i = 0; i < steps; ++i)
        {
            now += 10ms;
            Send(MakeAck(port, from + i * STEP));
        }
    }

    /// A downlink connection sends @p segments, 10 ms apart.
    void Download(uint16_t port, uint32_t from, int segments)
    {
        for (int i = 0; i < segments; ++i)
        {
            now += 10ms;
            Send(MakeData(port, from + i * 1460));
        }
    }

    Counts GetCounts()
    {
        estimator.Expire(now);
        return estimator.GetCounts();
    }

    TcpConnectionEstimator estimator;                         ///< under test
    TcpConnectionEstimator::Clock now{std::chrono::hours(1)}; ///< present time
};

} // namespace

TEST(TcpConnectionEstimator, DataIsDownlinkAndPureAcksAreUplink)
{
    Link link;
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    link.Download(1, 1000, 10);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
    link.Upload(2, 1000, 10);
    link.Upload(3, 1000, 10);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 2}));
}

TEST(TcpConnectionEstimator, ActiveAfterActiveBytesOfProgress)
{
    Link link;
    link.Download(1, 1000, 3); // 2920 bytes beyond the first segment
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    link.Download(1, 1000 + 3 * 1460, 1); // 4380
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
    // The third packet of a handshake, then an ACK of a request of 300 bytes.
    link.Send(MakeAck(2, 1));
    link.Send(MakeAck(2, 301));
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
}

TEST(TcpConnectionEstimator, RetransmissionsAndDuplicateAcksAreNoProgress)
{
    Link link;
    link.Download(1, 1000, 5);
    link.Upload(2, 1000, 5);
    ASSERT_EQ(link.GetCounts(), (Counts{1, 1}));
    for (int i = 0; i < 30; ++i)
    {
        link.now += 100ms;
        link.Send(MakeData(1, 1000));
        link.Send(MakeAck(2, 1000 + 4 * STEP));
    }
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
}

TEST(TcpConnectionEstimator, TricklesNeverCount)
{
    Link link;
    // 100 bytes each half second, for ten minutes; chat of 600 bytes each second; keep-alives.
    for (uint32_t i = 0; i < 1200; ++i)
    {
        link.now += 500ms;
        for (const uint16_t port : {1, 2, 3})
        {
            link.Send(MakeData(port, 1000 + 100 * i, 100));
            link.Send(MakeAck(port, 1000 + 100 * i));
        }
        link.Send(MakeData(4, 1000 + 600 * (i / 2), 600));
        link.Send(MakeAck(5, 77));
        ASSERT_EQ(link.GetCounts(), (Counts{0, 0})) << i;
    }
}

TEST(TcpConnectionEstimator, CountsUntilItsRateFalls)
{
    Link link;
    link.Download(1, 1000, 10);
    uint32_t sequence = 1000 + 10 * 1460;
    // One segment each 700 ms is 2086 bytes/s, more than the 2048 that leak.
    for (int i = 0; i < 100; ++i)
    {
        link.now += 700ms;
        link.Send(MakeData(1, sequence));
        sequence += 1460;
        ASSERT_EQ(link.GetCounts(), (Counts{1, 0})) << i;
    }
    // Then 200 bytes each 500 ms, 400 a second: 4096 are gone after 2.5 s.
    for (int i = 1; i <= 6; ++i)
    {
        link.now += 500ms;
        link.Send(MakeData(1, sequence, 200));
        sequence += 200;
        EXPECT_EQ(link.GetCounts(), (i < 5 ? Counts{1, 0} : Counts{0, 0})) << i;
    }
}

TEST(TcpConnectionEstimator, SenderWithoutReceiverCeasesToCount)
{
    Link link;
    link.Download(1, 1000, 5);
    ASSERT_EQ(link.GetCounts(), (Counts{1, 0}));
    link.now += 2s;
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
    link.now += 1ns;
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    // Retransmissions with growing pauses, each after everything was forgotten.
    for (auto pause = 3s; pause < 100s; pause *= 2)
    {
        link.now += pause;
        link.Send(MakeData(1, 1000));
        EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    }
    link.Download(1, 2460, 4);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
}

TEST(TcpConnectionEstimator, SynFinAndRstEndBothDirectionsAtOnce)
{
    for (const int flags :
         {TCP_FLAG_SYN | TCP_FLAG_ACK, TCP_FLAG_FIN | TCP_FLAG_ACK, +TCP_FLAG_RST})
    {
        Link link;
        link.Download(1, 1000, 5);
        link.Upload(1, 5000, 5);
        link.Upload(2, 5000, 5);
        ASSERT_EQ(link.GetCounts(), (Counts{1, 2}));
        link.Send(MakeControl(1, static_cast<uint8_t>(flags)));
        EXPECT_EQ(link.GetCounts(), (Counts{0, 1}));
        // After a FIN packets of it still wait.
        EXPECT_EQ(link.estimator.GetNFlows(), flags & TCP_FLAG_FIN ? 3 : 1);
    }
}

TEST(TcpConnectionEstimator, FinWithDataEndsTooAndTheOtherHalfGoesOn)
{
    Link link;
    link.Download(1, 1000, 5);
    link.Upload(1, 5000, 5);
    TcpPacket last = MakeData(1, 1000 + 5 * 1460);
    last.flags |= TCP_FLAG_FIN;
    link.Send(last);
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    link.Upload(1, 5000 + 5 * STEP, 3);
    EXPECT_EQ(link.GetCounts(), (Counts{0, 1}));
}

TEST(TcpConnectionEstimator, NewConnectionWithTheSamePortsStartsAnew)
{
    Link link;
    link.Download(1, 4000000000, 5);
    link.Send(MakeControl(1, TCP_FLAG_SYN | TCP_FLAG_ACK));
    link.Download(1, 77, 3);
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    link.Download(1, 77 + 3 * 1460, 1);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
}

TEST(TcpConnectionEstimator, SequenceNumbersWrap)
{
    Link link;
    link.Download(1, 0xffffff00, 5);
    link.Upload(2, 0xffffff00, 5);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 1}));
    EXPECT_EQ(link.estimator.GetNFlows(), 2);
}

TEST(TcpConnectionEstimator, PacketsWithoutTcpHeaderAreNoConnections)
{
    Link link;
    for (const auto kind : {TcpPacketKind::DATA, TcpPacketKind::OTHER, TcpPacketKind::MALFORMED})
    {
        link.Send({.kind = kind});
    }
    EXPECT_EQ(link.estimator.GetNFlows(), 0);
}

TEST(TcpConnectionEstimator, MemoryIsBoundedAndTheIdlestGoes)
{
    Link link({.maxFlows = 100});
    for (uint16_t port = 0; port < 50; ++port)
    {
        link.Download(port, 1000, 4);
    }
    ASSERT_EQ(link.GetCounts(), (Counts{50, 0}));
    // 60 flows of one packet each: the 10 connections that were idle longest are forgotten.
    for (uint16_t port = 1000; port < 1060; ++port)
    {
        link.Send(MakeData(port, 1000));
    }
    EXPECT_EQ(link.estimator.GetNFlows(), 100);
    EXPECT_EQ(link.GetCounts(), (Counts{40, 0}));
    link.now += 10s;
    EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
    EXPECT_EQ(link.estimator.GetNFlows(), 0);
}

// Segments each 10 ms: the fourth one makes the connection active, and 2 s later it lasts.
TEST(TcpConnectionEstimator, AConnectionIsAGuestUntilItHasLastedAnIdleTimeout)
{
    Link link;
    link.Download(1, 1000, 3);
    EXPECT_EQ(link.estimator.GetGuests(), (Counts{0, 0})) << "not active";
    EXPECT_FALSE(link.estimator.IsKnown(MakeData(1, 1000)));
    link.Download(1, 1000 + 3 * 1460, 200);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
    EXPECT_EQ(link.estimator.GetGuests(), (Counts{1, 0})) << "for 1.99 s";
    EXPECT_TRUE(link.estimator.IsGuest(MakeData(1, 1000)));
    EXPECT_TRUE(link.estimator.IsKnown(MakeData(1, 1000)));
    EXPECT_FALSE(link.estimator.IsGuest(MakeAck(1, 1000))) << "its other direction";
    link.Download(1, 1000 + 203 * 1460, 1);
    EXPECT_EQ(link.GetCounts(), (Counts{1, 0}));
    EXPECT_EQ(link.estimator.GetGuests(), (Counts{0, 0}));
    EXPECT_EQ(link.estimator.GetLasting(), (Counts{1, 0}));
    EXPECT_FALSE(link.estimator.IsGuest(MakeData(1, 1000)));
    EXPECT_TRUE(link.estimator.IsKnown(MakeData(1, 1000)));
}

TEST(TcpConnectionEstimator, APauseEndsAndAFinDemotesAConnectionThatLasted)
{
    for (const bool hasFin : {false, true})
    {
        Link link;
        link.Upload(1, 1000, 300);
        ASSERT_EQ(link.estimator.GetLasting(), (Counts{0, 1}));
        if (hasFin)
        {
            link.Send(MakeControl(1, TCP_FLAG_FIN | TCP_FLAG_ACK));
            EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
            EXPECT_EQ(link.estimator.GetGuests(), (Counts{0, 1})) << "its ACKs still wait";
        }
        link.now += 2s + 1ns;
        EXPECT_EQ(link.GetCounts(), (Counts{0, 0}));
        EXPECT_EQ(link.estimator.GetGuests(), (Counts{0, 0}));
        // Whether the station had finished or its half goes on: a guest again.
        link.Upload(1, 1000 + 300 * STEP, 3);
        EXPECT_EQ(link.GetCounts(), (Counts{0, 1}));
        EXPECT_EQ(link.estimator.GetGuests(), (Counts{0, 1}));
        EXPECT_EQ(link.estimator.GetLasting(), (Counts{0, 0}));
    }
}

// Each fifth of a second an upload of 20 kB, seven ACKs in 60 ms; nobody closes it. Of these, ten
// are remembered, and an eleventh from the second to the seventh ACK of the newest.
TEST(TcpConnectionEstimator, ShortUploadsBesideTwoLongOnesAreGuests)
{
    Link link;
    const auto start = link.now;
    for (int i = 0; i < 1000; ++i)
    {
        link.now = start + 10ms * i;
        link.Send(MakeAck(1, 1000 + i * STEP));
        link.Send(MakeAck(2, 1000 + i * STEP));
        if (i % 20 < 7)
        {
            link.Send(MakeAck(static_cast<uint16_t>(100 + i / 20), 1000 + i % 20 * STEP));
        }
        if (i >= 300)
        {
            ASSERT_EQ(link.estimator.GetLasting(), (Counts{0, 2})) << i;
            ASSERT_EQ(link.estimator.GetGuests(),
                      (Counts{0, i % 20 >= 2 && i % 20 <= 6 ? 11U : 10U}))
                << i;
        }
    }
}

// New ports with one ACK each show no progress, and cannot displace connections that do.
TEST(TcpConnectionEstimator, AcksToNewPortsAreUnknown)
{
    Link link;
    for (uint16_t i = 0; i < 6000; ++i)
    {
        link.now += 10ms / 6;
        link.Send(MakeAck(1000 + i, 1000));
        ASSERT_FALSE(link.estimator.IsKnown(MakeAck(1000 + i, 1000)));
        if (i % 60 == 0)
        {
            link.Send(MakeAck(1, 1000 + i * STEP));
        }
    }
    EXPECT_EQ(link.GetCounts(), (Counts{0, 1}));
    EXPECT_EQ(link.estimator.GetLasting(), (Counts{0, 1}));
    EXPECT_EQ(link.estimator.GetNFlows(), 1024);
}

// The same rules on a map that is searched from end to end.
TEST(TcpConnectionEstimator, AgreesWithAPlainListOnRandomTraffic)
{
    struct Known
    {
        uint32_t next;
        double level; // of 4096 bytes, which leak in 2 s
        bool isActive;
        TcpConnectionEstimator::Clock progress;
    };

    std::mt19937 random(3);
    std::uniform_int_distribution<uint16_t> port(1, 40);
    std::uniform_int_distribution<int> permille(0, 999);
    std::uniform_int_distribution<int> pause(
        0,
        12); // so that many flows are near the rate that counts
    std::array<std::map<uint16_t, uint32_t>, 2> numbers;
    std::array<std::map<uint16_t, Known>, 2> known;
    Link link;
    for (int i = 0; i < 100000; ++i)
    {
        link.now += std::chrono::milliseconds(pause(random));
        for (auto& flows : known)
        {
            std::erase_if(flows, [&link](const auto& flow) {
                return link.now - flow.second.progress > 2s;
            });
        }
        const uint16_t id = port(random);
        const int event = permille(random);
        if (event < 20)
        {
            link.Send(MakeControl(id, TCP_FLAG_FIN));
            for (auto& flows : known)
            {
                if (const auto flow = flows.find(id); flow != flows.end())
                {
                    flow->second.level = 0;
                    flow->second.isActive = false;
                }
            }
        }
        else
        {
            const std::size_t direction = event % 2;
            uint32_t& next = numbers.at(direction)[id];
            next += event < 300 ? 0 : 1460; // 0: again the same
            link.Send(direction == 0 ? MakeData(id, next - 1460) : MakeAck(id, next));
            const auto [flow, isNew] =
                known.at(direction).try_emplace(id, Known{next, 0, false, link.now});
            if (!isNew && next != flow->second.next)
            {
                Known& it = flow->second;
                const double pauseSeconds =
                    std::chrono::duration<double>(link.now - it.progress).count();
                const double left = std::max(0.0, it.level - 2048 * pauseSeconds);
                const double level = left + (next - it.next);
                it = {next,
                      std::min(level, 4096.0),
                      level >= 4096 || (it.isActive && left > 0),
                      link.now};
            }
        }
        std::array<uint32_t, 2> active{};
        for (std::size_t direction = 0; direction < 2; ++direction)
        {
            active.at(direction) = static_cast<uint32_t>(
                std::count_if(known.at(direction).begin(),
                              known.at(direction).end(),
                              [](const auto& flow) { return flow.second.isActive; }));
        }
        ASSERT_EQ(link.GetCounts(), (Counts{active[0], active[1]})) << "packet " << i;
    }
}

// An upload acknowledges 1000 at first, and 2920 more with each ACK.
TEST(TcpConnectionEstimator, AnAckThatIsSentCarriesWhatIsNew)
{
    Link link;
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000)), std::nullopt) << "unknown";
    link.Upload(1, 1000, 4);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000)), 3 * STEP) << "those that wait behind it";
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000)), 0) << "a duplicate";
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000 + 3 * STEP)), 3 * STEP) << "and for displaced";
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000 + STEP)), 0) << "an old one";
    EXPECT_EQ(link.estimator.Carry(MakeAck(2, 9000)), std::nullopt) << "another flow";
    EXPECT_EQ(link.estimator.Carry({.kind = TcpPacketKind::OTHER}), std::nullopt) << "no TCP";
}

// All that an upload has moved when its last ACK is sent was carried, and what was ahead at most.
TEST(TcpConnectionEstimator, WhatWaitsIsChargedOnceAsItGrows)
{
    Link link;
    link.Upload(1, 0, 11);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 0)), 10 * STEP);
    uint32_t carried = 10 * STEP;
    for (uint32_t i = 1; i < 1000; ++i)
    {
        link.Upload(1, (10 + i) * STEP, 1);
        const uint32_t one = link.estimator.Carry(MakeAck(1, i * STEP)).value_or(0);
        EXPECT_EQ(one, STEP) << i;
        carried += one;
    }
    EXPECT_EQ(carried, 1009 * STEP) << "all that arrived";
    // It waits until nothing is ahead, and grows again to what it has paid for.
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1009 * STEP)), 10 * STEP);
    link.Upload(1, 1010 * STEP, 12);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1010 * STEP)), STEP + STEP) << "11 ahead, 1 more";
}

TEST(TcpConnectionEstimator, DataCarriesAcknowledgmentsToo)
{
    Link link;
    link.Upload(1, 1000, 3);
    link.estimator.Carry(MakeAck(1, 1000));
    TcpPacket data = MakeData(1, 1);
    data.acknowledgment = 1000 + STEP;
    link.estimator.Carry(data);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000 + 2 * STEP)), STEP);
}

// A two-way transfer: data acknowledges more than any pure ACK, which must not look like a window
// of 4 GiB that waits.
TEST(TcpConnectionEstimator, DataThatIsAheadOfAllAcksPaysForNoWindow)
{
    Link link;
    link.Upload(1, 1000, 3);
    TcpPacket data = MakeData(1, 1);
    data.acknowledgment = 1000 + 5 * STEP;
    EXPECT_EQ(link.estimator.Carry(data), 5 * STEP);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000 + 2 * STEP)), 0) << "an old one";
    link.Upload(1, 1000 + 6 * STEP, 4);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000 + 6 * STEP)), STEP + 3 * STEP) << "3 wait";
}

// The same ports again, with numbers that are smaller, while an ACK of the connection before waits.
TEST(TcpConnectionEstimator, AnAckOfTheConnectionBeforeCarriesNothing)
{
    Link link;
    link.Upload(1, 1000000, 5);
    link.Send(MakeControl(1, TCP_FLAG_SYN | TCP_FLAG_ACK));
    link.Upload(1, 1, 1);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1000000 + 4 * STEP)), std::nullopt);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1)), std::nullopt) << "the first one";
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1)), 0) << "a duplicate";
    link.Upload(1, 1 + STEP, 2);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1 + STEP)), STEP + STEP) << "1 waits";
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 1 + 2 * STEP)), STEP);
}

TEST(TcpConnectionEstimator, CarriedNumbersWrapAndAreForgottenWithTheFlow)
{
    Link link;
    link.Upload(1, 0xffffff00, 2);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 0xffffff00)), STEP);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 0xffffff00 + STEP)), STEP);
    link.Send(MakeControl(1, TCP_FLAG_SYN | TCP_FLAG_ACK));
    link.Upload(1, 5, 1);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 5)), std::nullopt) << "a new connection, not a jump";
    link.now += 3s;
    link.Upload(1, 700000, 1);
    EXPECT_EQ(link.estimator.Carry(MakeAck(1, 700000)), std::nullopt) << "forgotten meanwhile";
}
