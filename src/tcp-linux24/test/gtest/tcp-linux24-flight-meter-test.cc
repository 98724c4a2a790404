// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a receiver knows of the sender's window: its flights, and whether they grow.

#include "ns3/tcp-linux24-flight-meter.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using namespace ns3;

namespace
{

constexpr TcpOffset MSS = 1448;

/// One round of ten ticks that begins at a position: its ACK leaves, and the data that it releases
/// comes.
/// @param meter to be told
/// @param position of the ACK; moves by the flight
/// @param segments of the flight
/// @param now when the ACK leaves; moves by the round
void
PlayRound(TcpLinux24FlightMeter& meter, TcpOffset& position, TcpOffset segments, TcpTick& now)
{
    meter.AckSent(position, now);
    position += segments * MSS;
    meter.DataReceived(position, now, now + 10);
    now += 10;
}

/// @param flights of rounds in segments
/// @return a meter that has seen them
TcpLinux24FlightMeter
MakeMeter(const std::vector<TcpOffset>& flights)
{
    TcpLinux24FlightMeter meter;
    TcpOffset position = 0;
    TcpTick now = 1000;
    for (const TcpOffset segments : flights)
    {
        PlayRound(meter, position, segments, now);
    }
    return meter;
}

} // namespace

TEST(TcpLinux24FlightMeter, FlightOfThreeRounds)
{
    EXPECT_FALSE(MakeMeter({}).GetFlight());
    EXPECT_FALSE(MakeMeter({10, 10}).GetFlight()) << "too few to tell slow start";
    EXPECT_EQ(MakeMeter({10, 10, 11}).GetFlight(), 11 * MSS);
    EXPECT_EQ(MakeMeter({10, 10, 11, 12}).GetFlight(), 12 * MSS);
}

TEST(TcpLinux24FlightMeter, GrowthOverTwoRounds)
{
    EXPECT_FALSE(MakeMeter({2, 4}).IsGrowing()) << "nothing is known yet";
    EXPECT_TRUE(MakeMeter({2, 4, 8}).IsGrowing()) << "an ACK for each segment";
    EXPECT_TRUE(MakeMeter({8, 12, 18}).IsGrowing()) << "one for two";
    EXPECT_TRUE(MakeMeter({10, 10, 15}).IsGrowing()) << "by half";
    EXPECT_FALSE(MakeMeter({10, 10, 14}).IsGrowing());
    EXPECT_FALSE(MakeMeter({8, 9, 10}).IsGrowing()) << "congestion avoidance";
    EXPECT_FALSE(MakeMeter({20, 20, 5}).IsGrowing());
}

TEST(TcpLinux24FlightMeter, RoundEndsWithTheEchoOfItsAck)
{
    TcpLinux24FlightMeter meter;
    TcpOffset end = 0;
    for (TcpTick ack = 100; ack < 400; ack += 100)
    {
        meter.AckSent(end, ack);
        meter.AckSent(end + 2 * MSS, ack + 5); // not the one that began the round
        meter.DataReceived(end + MSS, ack - 1, ack + 10);
        EXPECT_FALSE(meter.GetFlight()) << "sent before that ACK had come";
        meter.DataReceived(end + 4 * MSS, ack, ack + 98);
        end += 4 * MSS;
    }
    EXPECT_EQ(meter.GetFlight(), 4 * MSS);
}

TEST(TcpLinux24FlightMeter, FlightsOfOneSegment)
{
    EXPECT_EQ(MakeMeter({1, 1, 1}).GetFlight(), MSS);
    // A path shorter than a tick: each segment echoes the present, whatever the window is.
    TcpLinux24FlightMeter meter;
    for (TcpOffset k = 1; k < 9; ++k)
    {
        meter.DataReceived(k * MSS, 7, 7);
        meter.AckSent(k * MSS, 7);
    }
    EXPECT_EQ(meter.GetFlight(), MSS);
}

TEST(TcpLinux24FlightMeter, NeedsTimestamps)
{
    TcpLinux24FlightMeter meter;
    for (TcpTick now = 1; now < 100; ++now)
    {
        meter.AckSent(now * MSS, now);
        meter.DataReceived((now + 1) * MSS, std::nullopt, now);
        meter.DataReceived((now + 2) * MSS, 0, now);       // a peer that has none to echo
        meter.DataReceived((now + 2) * MSS, now + 1, now); // nonsense
    }
    EXPECT_FALSE(meter.GetFlight());
}

TEST(TcpLinux24FlightMeter, TimestampsWrapAround)
{
    TcpLinux24FlightMeter meter;
    TcpOffset position = (TcpOffset{1} << 32) - 5 * MSS; // so would sequence numbers
    TcpTick now = UINT32_MAX - 14;
    for (const TcpOffset segments : {4, 6, 9})
    {
        PlayRound(meter, position, segments, now);
    }
    EXPECT_EQ(now, 15u);
    EXPECT_EQ(meter.GetFlight(), 9 * MSS);
    EXPECT_TRUE(meter.IsGrowing());
}

TEST(TcpLinux24FlightMeter, SilenceAndTroubleBeginAnew)
{
    TcpOffset position = 0;
    TcpTick now = 1000;
    TcpLinux24FlightMeter meter;
    const auto play = [&](int rounds) {
        for (int i = 0; i < rounds; ++i)
        {
            PlayRound(meter, position, 10, now);
        }
    };
    play(3);
    position += MSS;
    meter.DataReceived(position, now - 1, now + 11);
    EXPECT_TRUE(meter.GetFlight()) << "a round of ten ticks, and one by rounding";
    position += MSS;
    meter.DataReceived(position, now - 1, now + 11 + 12);
    EXPECT_FALSE(meter.GetFlight()) << "the window may have shrunk meanwhile";
    now += 23;
    play(2);
    EXPECT_FALSE(meter.GetFlight());
    play(1);
    EXPECT_EQ(meter.GetFlight(), 10 * MSS);
    meter.Restart();
    EXPECT_FALSE(meter.GetFlight());
    play(3);
    EXPECT_TRUE(meter.GetFlight());
}
