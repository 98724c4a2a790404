// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Exchanges of 802.11b on a medium, by hand: a slot of 20 us, SIFS 10, DIFS 50, EIFS 364.

#include "medium-script.h"

#include <gtest/gtest.h>
#include <type_traits>

using namespace ns3;

namespace
{

using Result = MediumAttempt::Result;

// The number of one thing is refused where that of another one, or a place in a list, is asked for.
static_assert(!std::is_convertible_v<MediumStation, MediumFunction>);
static_assert(!std::is_convertible_v<MediumFunction, MediumStation>);
static_assert(!std::is_convertible_v<MediumStation, std::size_t>);

/// Time of GetFrame1500() with its ACK.
constexpr MediumTime EXCHANGE = (1310 + 10 + 304) * US;

/// Stations with one function each, of the same number, whose backoff of the start is over.
class MediumAccessTest : public ::testing::Test
{
  protected:
    void Build(uint32_t stations, const MediumRules& rules = {}, const MediumTiming& timing = {})
    {
        medium = std::make_unique<MediumAccess>(script, timing);
        for (uint32_t i = 0; i < stations; ++i)
        {
            medium->AddStation();
            medium->Start(medium->AddFunction(i, rules), 0);
        }
        script.windows.clear();
    }

    /// @param id function
    /// @param frame that it gets
    /// @param now when
    /// @param slots that it will draw
    void Offer(MediumFunction id,
               const MediumFrame& frame,
               MediumTime now,
               std::deque<uint32_t> slots = {})
    {
        script.slots[id].insert(script.slots[id].end(), slots.begin(), slots.end());
        medium->Advance(now);
        script.frames[id].push_back(frame);
        medium->Request(id, now);
    }

    /// @param attempt number of it
    /// @param function, begin, completion, result that it must have
    void Expect(std::size_t attempt,
                MediumFunction function,
                MediumTime begin,
                MediumTime completion,
                Result result)
    {
        medium->Flush(begin);
        ASSERT_LT(attempt, script.attempts.size());
        const MediumAttempt& is = script.attempts[attempt];
        EXPECT_EQ(is.function, function);
        EXPECT_EQ(is.begin, begin);
        EXPECT_EQ(is.completion, completion);
        EXPECT_EQ(is.result, result);
    }

    MediumScript script;
    std::unique_ptr<MediumAccess> medium;
};

TEST_F(MediumAccessTest, SendsAfterDifsWithoutBackoff)
{
    Build(2);
    EXPECT_EQ(medium->GetNextInstant(), MEDIUM_NEVER);
    Offer(0, GetFrame1500(1), 1000 * US);
    EXPECT_EQ(medium->GetNextBegin(), 1050 * US);
    EXPECT_EQ(medium->GetNextInstant(), 2360 * US);
    Expect(0, 0, 1050 * US, 1050 * US + EXCHANGE, Result::ACKNOWLEDGED);
    EXPECT_TRUE(script.attempts[0].delivered);
    EXPECT_EQ(medium->GetNextInstant(), MEDIUM_NEVER);
}

TEST_F(MediumAccessTest, BackoffFollowsEachFrame)
{
    Build(2);
    Offer(0, GetFrame1500(1), 1000 * US, {4});
    Offer(0, GetFrame1500(1), 2000 * US);
    Expect(0, 0, 1050 * US, 2674 * US, Result::ACKNOWLEDGED);
    Expect(1, 0, (2674 + 50 + 80) * US, 2804 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, PostBackoffRunsWithoutAFrame)
{
    Build(2);
    Offer(0, GetFrame1500(1), 1000 * US, {4});
    medium->Advance(1050 * US);
    // The post-backoff ends at 2674 + 50 + 80 = 2804 us; after it, access is immediate again.
    Offer(0, GetFrame1500(1), 2750 * US, {4});
    Expect(1, 0, 2804 * US, 2804 * US + EXCHANGE, Result::ACKNOWLEDGED);
    Offer(0, GetFrame1500(1), 10'000 * US);
    Expect(2, 0, 10'050 * US, 10'050 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// A card of the DCF that draws a backoff only when a frame waits, or finds the medium busy.
TEST_F(MediumAccessTest, WithoutPostBackoffALaterFrameWaitsForDifsOnly)
{
    Build(2, {.postBackoff = false});
    Offer(0, GetFrame1500(1), 1000 * US);
    Expect(0, 0, 1050 * US, 2674 * US, Result::ACKNOWLEDGED);
    EXPECT_TRUE(script.windows.empty());
    // A post-backoff would still run.
    Offer(0, GetFrame1500(1), 2680 * US);
    Expect(1, 0, 2730 * US, 2730 * US + EXCHANGE, Result::ACKNOWLEDGED);
    EXPECT_TRUE(script.windows.empty());
}

TEST_F(MediumAccessTest, WithoutPostBackoffAFrameThatWaitsDrawsABackoff)
{
    Build(2, {.postBackoff = false});
    Offer(0, GetFrame1500(1), 1000 * US, {4});
    Offer(0, GetFrame1500(1), 2000 * US); // during the exchange of the first one
    Expect(0, 0, 1050 * US, 2674 * US, Result::ACKNOWLEDGED);
    Expect(1, 0, (2674 + 50 + 80) * US, 2804 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// The slots that remain to another station let this one pass it each time.
TEST_F(MediumAccessTest, WithoutPostBackoffANextFrameAtTheEndOfAnExchangeGoesFirst)
{
    Build(3, {.postBackoff = false});
    Offer(0, GetFrame1500(1), 1000 * US);
    Offer(2, GetFrame1500(1), 1500 * US, {3}); // the medium is busy
    medium->Advance(1050 * US);
    Offer(0, GetFrame1500(1), 2674 * US);
    Expect(1, 0, (2674 + 50) * US, 2724 * US + EXCHANGE, Result::ACKNOWLEDGED);
    Expect(2, 2, (2724 + 1624 + 50 + 60) * US, 4458 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, FrameOnABusyMediumDrawsABackoff)
{
    Build(3);
    Offer(0, GetFrame1500(1), 1000 * US, {31});
    Offer(1, GetFrame1500(0), 1500 * US, {5});
    Offer(2, GetFrame1500(0), 2365 * US, {3}); // between data and ACK: the NAV is set
    Expect(1, 2, (2674 + 50 + 60) * US, 2784 * US + EXCHANGE, Result::ACKNOWLEDGED);
    // Two slots are left to station 1: three passed before station 2 sent.
    Expect(2, 1, (2784 + 1624 + 50 + 40) * US, 4498 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, StationsSenseFramesOfOthersLate)
{
    Build(3);
    Offer(0, GetFrame1500(1), 1000 * US, {31});
    medium->Flush(1050 * US);
    // The data: its sender knows at once, the others after the time of carrier sense of 4 us.
    EXPECT_TRUE(medium->IsBusy(0, 1050 * US));
    for (const MediumStation other : {1, 2})
    {
        EXPECT_FALSE(medium->IsBusy(other, 1054 * US - 1));
        EXPECT_TRUE(medium->IsBusy(other, 1054 * US));
    }
    // SIFS: only who takes no part has a NAV.
    EXPECT_TRUE(medium->IsBusy(1, 2360 * US - 1));
    EXPECT_FALSE(medium->IsBusy(0, 2360 * US));
    EXPECT_FALSE(medium->IsBusy(1, 2360 * US));
    EXPECT_TRUE(medium->IsBusy(2, 2360 * US));
    // The ACK, from 2370 us to 2674 us.
    EXPECT_TRUE(medium->IsBusy(1, 2370 * US));
    EXPECT_FALSE(medium->IsBusy(0, 2374 * US - 1));
    EXPECT_TRUE(medium->IsBusy(0, 2374 * US));
    EXPECT_TRUE(medium->IsBusy(0, 2674 * US - 1));
    for (const MediumStation station : {0, 1, 2})
    {
        EXPECT_FALSE(medium->IsBusy(station, 2674 * US));
    }
}

TEST_F(MediumAccessTest, ReceiverFindsTheMediumIdleBeforeItsAck)
{
    Build(2);
    Offer(0, GetFrame1500(1), 1000 * US, {31});
    // ns-3: neither receives nor has a NAV, so that it sends after the ACK without a backoff.
    Offer(1, GetFrame1500(0), 2360 * US, {9});
    Expect(1, 1, (2674 + 50) * US, 2724 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, CollisionGoesUnseenByOthers)
{
    Build(4);
    Offer(0, GetFrame1500(3), 1000 * US, {31});
    Offer(1, GetFrame1500(3), 1500 * US, {5, 2});
    Offer(2, GetFrame1500(3), 1500 * US, {5, 7});
    Offer(3, GetFrame1500(0), 1500 * US, {5 + 1});
    const MediumTime begin = (2674 + 50 + 100) * US;
    const MediumTime end = begin + 1310 * US;
    Expect(1, 1, begin, end + 222 * US, Result::MISSED);
    Expect(2, 2, begin, end + 222 * US, Result::MISSED);
    EXPECT_TRUE(script.attempts[1].collided);
    EXPECT_FALSE(script.attempts[1].delivered);
    EXPECT_EQ(medium->GetWindow(1), 63);
    // Station 3 locked on neither frame: DIFS and the slot that is left.
    const MediumTime third = end + 70 * US;
    Expect(3, 3, third, third + EXCHANGE, Result::ACKNOWLEDGED);
    // The two others wait ACKTimeout, within which the medium became busy: nothing counted.
    Expect(4, 1, third + EXCHANGE + 90 * US, third + 2 * EXCHANGE + 90 * US, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, SendersThatCollidedWaitForTheAckTimeout)
{
    Build(3);
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1000 * US, {3});
    const MediumTime end = 2360 * US;
    Expect(0, 0, 1050 * US, end + 222 * US, Result::MISSED);
    Expect(1, 1, 1050 * US, end + 222 * US, Result::MISSED);
    EXPECT_EQ(script.windows, (std::vector<uint32_t>{63, 63}));
    Expect(2, 1, end + (222 + 50 + 60) * US, end + 332 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, ReceiverCapturesTheStrongerFrame)
{
    Build(4);
    script.receptions[2] = {0, true};  // the first of the frames as they are given: its own
    script.receptions[3] = {1, false}; // locked on the other frame, and could not decode it
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    Offer(1, GetFrame1500(MEDIUM_EVERYBODY), 1000 * US, {31});
    Expect(0, 0, 1050 * US, 2674 * US, Result::ACKNOWLEDGED);
    Expect(1, 1, 1050 * US, 2360 * US, Result::SENT);
}

TEST_F(MediumAccessTest, EifsFollowsAFrameReceivedWrongly)
{
    Build(3);
    script.receptions[2] = {0, false};
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1000 * US, {31});
    Offer(2, GetFrame1500(0), 1500 * US, {1});
    Expect(2, 2, (2360 + 364 + 20) * US, 2744 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, AStationWithoutEifsWaitsForDifs)
{
    Build(3);
    medium->SetEifs(2, false);
    script.receptions[2] = {0, false};
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1000 * US, {31});
    Offer(2, GetFrame1500(0), 1500 * US, {1});
    Expect(2, 2, (2360 + 50 + 20) * US, 2430 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, StartsWithinTheTimeOfCarrierSenseCollide)
{
    MediumTiming timing;
    timing.senseTime = 4 * US;
    Build(3, {}, timing);
    Offer(0, GetFrame1500(2), 1000 * US);
    Offer(1, GetFrame1500(2), 1003 * US);
    Expect(0, 0, 1050 * US, 2582 * US, Result::MISSED);
    Expect(1, 1, 1053 * US, 2585 * US, Result::MISSED);

    script.attempts.clear();
    script.frames.clear();
    Build(3, {}, timing);
    Offer(0, GetFrame1500(2), 10'000 * US);
    Offer(1, GetFrame1500(2), 10'005 * US);
    Expect(0, 0, 10'050 * US, 10'050 * US + EXCHANGE, Result::ACKNOWLEDGED);
    // No backoff was drawn, as the medium was idle when the frame came.
    Expect(1, 1, (11'674 + 50) * US, 11'724 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, RtsReservesTheMedium)
{
    Build(3);
    Offer(0, GetProtected1500(1), 1000 * US, {31});
    EXPECT_EQ(medium->GetNextInstant(), (1050 + 352 + 10 + 304 + 10 + 1310) * US);
    Expect(0,
           0,
           1050 * US,
           (1050 + 352 + 10 + 304 + 10 + 1310 + 10 + 304) * US,
           Result::ACKNOWLEDGED);
    EXPECT_EQ(script.attempts[0].dataBegin, (1050 + 676) * US);
}

// The sender may try again 222 + 50 us after its RTS, and others may send after 50 us.
TEST_F(MediumAccessTest, RtsThatNobodyAnswersEndsTheExchange)
{
    for (const MediumStation receiver : {MediumStation{0}, MediumStation{1}, MEDIUM_NOBODY})
    {
        script = {};
        Build(3);
        medium->RemoveStation(1, 0);
        Offer(0, GetProtected1500(receiver), 1000 * US);
        EXPECT_EQ(medium->GetNextInstant(), (1050 + 352) * US) << receiver;
        Expect(0, 0, 1050 * US, (1050 + 352 + 222) * US, Result::MISSED);
    }
}

TEST_F(MediumAccessTest, EnvironmentMayAskBack)
{
    Build(4);
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1000 * US, {31});
    script.frames[3].push_back(GetFrame1500(0));
    uint32_t asked = 0;
    script.onReceive = [&] {
        EXPECT_TRUE(medium->IsExecuting());
        medium->Advance(2000 * US);
        medium->Request(3, 2000 * US);
        ++asked;
    };
    medium->Advance(2000 * US);
    EXPECT_GT(asked, 0);
    EXPECT_FALSE(medium->IsExecuting());
    EXPECT_EQ(script.attempts.size(), 2);
    // The frame came on a busy medium, and drew no slot: DIFS after the collision.
    Expect(2, 3, 2410 * US, 2410 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, StationThatLeftIsNotAsked)
{
    Build(3);
    Offer(0, GetFrame1500(1), 1000 * US, {4});
    Offer(1, GetFrame1500(2), 1500 * US, {0});
    Offer(2, GetFrame1500(0), 1500 * US, {3});
    medium->RemoveStation(1, 2000 * US);
    script.frames.erase(1); // nothing is left that it could be asked for
    // Station 1 would have been next, without a slot.
    Expect(1, 2, (2674 + 50 + 60) * US, 2784 * US + EXCHANGE, Result::ACKNOWLEDGED);
    medium->Request(1, 10'000 * US);
    EXPECT_EQ(medium->GetNextBegin(), MEDIUM_NEVER);
}

TEST_F(MediumAccessTest, StationThatLeftSendsNoAck)
{
    Build(2);
    Offer(0, GetFrame1500(1), 1000 * US);
    medium->RemoveStation(1, 1049 * US);
    Expect(0, 0, 1050 * US, (1050 + 1310 + 222) * US, Result::MISSED);
    EXPECT_FALSE(script.attempts[0].delivered);
}

TEST_F(MediumAccessTest, StationThatLeavesInAnExchangeEndsIt)
{
    Build(2);
    Offer(0, GetFrame1500(1), 1000 * US);
    medium->RemoveStation(1, 1051 * US);
    Expect(0, 0, 1050 * US, 1050 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, RtsThatCollideWasteOnlyThemselves)
{
    Build(3);
    Offer(0, GetProtected1500(2), 1000 * US, {31});
    Offer(1, GetProtected1500(2), 1000 * US, {31});
    EXPECT_EQ(medium->GetNextInstant(), (1050 + 352) * US);
    Expect(0, 0, 1050 * US, (1050 + 352 + 222) * US, Result::MISSED);
    Offer(2, GetFrame1500(0), 1402 * US);
    Expect(2, 2, 1452 * US, 1452 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

/// Stations that can lose each frame; none does, unless the test says so.
class MediumLossTest : public MediumAccessTest
{
  protected:
    void BuildLossy(uint32_t stations)
    {
        MediumTiming timing;
        timing.lossy = true;
        Build(stations, {}, timing);
        for (MediumStation id = 0; id < stations; ++id)
        {
            script.receptions[id] = {0, true};
        }
    }

    /// Let a station lose frames from now on.
    /// @param station that loses
    /// @param kind of them
    void Lose(MediumStation station, MediumTransmission::Kind kind)
    {
        script.lost.insert({station, kind});
    }

    static constexpr MediumTime RTS_END = (1050 + 352) * US; ///< of a frame of 1000 us
    static constexpr MediumTime CTS_END = RTS_END + (10 + 304) * US;
    static constexpr MediumTime DATA_END = CTS_END + (10 + 1310) * US;
};

// 9.2.3.4: the receiver of the data sent the CTS, and waits all the same.
TEST_F(MediumLossTest, WhoSentTheCtsWaitsForEifsAfterTheData)
{
    BuildLossy(3);
    Lose(1, MediumTransmission::Kind::DATA);
    Offer(0, GetProtected1500(1), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1500 * US, {0});
    Expect(0, 0, 1050 * US, DATA_END + 222 * US, Result::MISSED);
    Expect(1, 1, DATA_END + 364 * US, DATA_END + 364 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// 9.2.5.4: the CTS that its addressee loses is a PHY-RXSTART, so that the NAV of the RTS stays.
TEST_F(MediumLossTest, CtsKeepsTheNavOfTheRts)
{
    BuildLossy(4);
    Lose(0, MediumTransmission::Kind::CTS);
    Offer(0, GetProtected1500(1), 1000 * US, {200});
    Offer(2, GetFrame1500(3), 1100 * US, {0});
    // EIFS follows the CTS at its addressee.
    Expect(0, 0, 1050 * US, CTS_END, Result::MISSED);
    const MediumTime navEnd = DATA_END + (10 + 304) * US;
    Expect(1, 2, navEnd + 50 * US, navEnd + 50 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumLossTest, StationThatLostTheRtsLearnsTheNavFromTheCts)
{
    BuildLossy(4);
    Lose(2, MediumTransmission::Kind::RTS);
    Lose(0, MediumTransmission::Kind::CTS);
    Offer(0, GetProtected1500(1), 1000 * US, {200});
    Offer(2, GetFrame1500(3), 1100 * US, {0});
    const MediumTime navEnd = DATA_END + (10 + 304) * US;
    Expect(1, 2, navEnd + 50 * US, navEnd + 50 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumLossTest, EifsFollowsALostGroupFrame)
{
    BuildLossy(3);
    Lose(1, MediumTransmission::Kind::DATA);
    Offer(0, GetFrame1500(MEDIUM_EVERYBODY), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1100 * US, {0});
    Expect(0, 0, 1050 * US, 2360 * US, Result::SENT);
    Expect(1, 1, (2360 + 364) * US, 2724 * US + EXCHANGE, Result::ACKNOWLEDGED);
    // Each station was asked once about the frame.
    ASSERT_EQ(script.asked.size(), 2 + 2 + 2);
    EXPECT_EQ(script.asked[0].listener, 1);
    EXPECT_EQ(script.asked[1].listener, 2);
}

// 9.2.3.4: EIFS ends with a frame that is received rightly, here in the next busy period.
TEST_F(MediumLossTest, EifsEndsWithAFrameReceivedRightly)
{
    BuildLossy(3);
    Lose(1, MediumTransmission::Kind::DATA);
    script.receptions[2] = {}; // it gets no NAV
    Offer(0, GetFrame1500(1), 1000 * US, {31});
    Expect(0, 0, 1050 * US, (2360 + 222) * US, Result::MISSED);
    script.lost.clear();
    script.receptions[2] = {0, true};
    MediumFrame brief = GetFrame1500(MEDIUM_EVERYBODY);
    brief.data = 100 * US;
    Offer(2, brief, 2365 * US, {31});
    Expect(1, 2, 2415 * US, 2515 * US, Result::SENT);
    // The lost frame alone would keep it silent until 2360 + 364 us.
    Offer(1, GetFrame1500(2), 2516 * US);
    Expect(2, 1, 2566 * US, 2566 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// 9.2.5.4 with a CTS at 11 Mb/s: 2 * 10 + (192 + 11) + 192 + 2 * 20 us.
TEST_F(MediumLossTest, NavIsResetByTheTimeOfTheCts)
{
    BuildLossy(4);
    Lose(1, MediumTransmission::Kind::RTS);
    MediumFrame frame = GetProtected1500(1);
    frame.rts = (192 + 15) * US;
    frame.cts = (192 + 11) * US;
    Offer(0, frame, 1000 * US, {200});
    Offer(2, GetFrame1500(3), 1100 * US, {0});
    const MediumTime reset = (1050 + 207 + 455) * US;
    Expect(1, 2, reset + 50 * US, reset + 50 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// 9.2.5.4: everybody decodes a frame that nobody answers.
TEST_F(MediumAccessTest, FrameToNobodySetsTheNav)
{
    Build(3);
    Offer(0, GetFrame1500(MEDIUM_NOBODY), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1100 * US, {0});
    Expect(0, 0, 1050 * US, (2360 + 222) * US, Result::MISSED);
    Expect(1, 1, (2360 + 10 + 304 + 50) * US, 2724 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// 9.2.8: the loser of a capture hears the ACK for the winner, and waits no longer.
TEST_F(MediumAccessTest, AnotherAckEndsTheWaitForAnAck)
{
    Build(3);
    script.receptions[2] = {0, true};
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    Offer(1, GetFrame1500(2), 1000 * US, {2});
    Expect(0, 0, 1050 * US, 2674 * US, Result::ACKNOWLEDGED);
    Expect(1, 1, 1050 * US, 2674 * US, Result::MISSED);
    Expect(2, 1, (2674 + 50 + 40) * US, 2764 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

// 9.2.8: the loser of a capture waits for its own timeout only, if the ACK of the other station
// begins in the instant in which this timeout ends.
TEST_F(MediumAccessTest, AnAckAtTheTimeoutIsTooLate)
{
    Build(3);
    script.receptions[2] = {0, true};
    Offer(0, GetFrame1500(2), 1000 * US, {31});
    MediumFrame shorter = GetFrame1500(2);
    shorter.data = 1290 * US;
    Offer(1, shorter, 1000 * US, {2});
    Expect(0, 0, 1050 * US, 2674 * US, Result::ACKNOWLEDGED);
    Expect(1, 1, 1050 * US, 2562 * US, Result::MISSED);
}

// 9.2.5.7: the RTS of station 0 is lost in a collision at its receiver, but decoded by station 3.
TEST_F(MediumAccessTest, NoCtsWhileTheNavIsNotOver)
{
    Build(4);
    script.receptions[2] = {};
    script.receptions[3] = {0, true};
    Offer(0, GetProtected1500(2), 1000 * US, {200, 200});
    Offer(1, GetProtected1500(2), 1000 * US, {200, 200});
    medium->Advance(1050 * US);
    // Station 2 locked on neither, and sends DIFS after them: within the NAV that station 3 has,
    // and before its reset.
    Offer(2, GetProtected1500(3), 1402 * US, {3});
    EXPECT_EQ(medium->GetNextInstant(), (1402 + 50 + 352) * US);
    Expect(2, 2, 1452 * US, (1452 + 352 + 222) * US, Result::MISSED);
}

// Of two frames that are captured, the ACK of the short one overlaps the long one, and decides.
TEST_F(MediumAccessTest, FramesAreComputedInTheOrderOfTime)
{
    for (const uint32_t longer : {0U, 1U})
    {
        script = {};
        Build(4);
        const uint32_t shorter = 1 - longer;
        const auto longFrame = GetFrame1500(2 + longer);
        MediumFrame shortFrame = GetFrame1500(2 + shorter);
        shortFrame.data = 600 * US;
        script.receptions[2] = {0, true};
        script.receptions[3] = {1, true};
        script.onDecode = [&](MediumStation listener, std::span<const MediumTransmission> heard) {
            // The long frame, the short one, and its ACK.
            EXPECT_EQ(heard.size(), listener == 2 + longer ? 3 : 2);
        };
        Offer(longer, longFrame, 1000 * US, {31});
        Offer(shorter, shortFrame, 1000 * US, {31});
        medium->Flush(1050 * US);
        ASSERT_EQ(script.attempts.size(), 2);
        for (const MediumAttempt& attempt : script.attempts)
        {
            EXPECT_TRUE(attempt.delivered) << attempt.function;
            // The sender of the short frame misses nothing. That of the long frame hears its own.
            EXPECT_EQ(attempt.dataBegin, 1050 * US);
        }
    }
}

TEST_F(MediumAccessTest, OthersForgetTheNavOfAnUnansweredRts)
{
    MediumTiming timing;
    timing.lossy = true;
    Build(3, {}, timing);
    script.receptions[1] = {0, false};
    script.receptions[2] = {0, true};
    Offer(0, GetProtected1500(1), 1000 * US, {31, 31});
    medium->Advance(1050 * US);
    Offer(2, GetFrame1500(0), 1500 * US, {0});
    script.receptions[0] = {0, true};
    const MediumTime rtsEnd = 1402 * US;
    Expect(1, 2, rtsEnd + (556 + 50) * US, rtsEnd + 606 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

TEST_F(MediumAccessTest, WindowGrowsUntilTheFrameIsGivenUp)
{
    MediumTiming timing;
    timing.lossy = true;
    for (const bool reset : {false, true})
    {
        MediumRules rules;
        rules.shortRetryLimit = reset ? rules.maxAttempts : 0;
        script = {};
        Build(2, rules, timing);
        Offer(0, GetFrame1500(1), 1000 * US);
        medium->Advance(1'000'000 * US);
        ASSERT_EQ(script.attempts.size(), 7);
        EXPECT_EQ(script.attempts[5].result, Result::MISSED);
        EXPECT_EQ(script.attempts[6].result, Result::RETRY_LIMIT);
        EXPECT_EQ(script.windows,
                  (std::vector<uint32_t>{63, 127, 255, 511, 1023, 1023, reset ? 31U : 1023U}));
        // 272 us and the slots, here none, lie between the attempts.
        EXPECT_EQ(script.attempts[1].begin - script.attempts[0].begin, (1310 + 222 + 50) * US);
        EXPECT_EQ(medium->GetNextInstant(), MEDIUM_NEVER);
    }
}

// Who receives a group frame under collision depends on the size and rate of each frame that
// overlaps it, for which its sender is asked. A frame without ACK leaves its queue after one
// attempt.
TEST_F(MediumAccessTest, ReceptionsAreDecidedWhileAllFramesWait)
{
    Build(3);
    Offer(0, GetFrame1500(MEDIUM_EVERYBODY), 1000 * US);
    Offer(1, GetFrame1500(MEDIUM_EVERYBODY), 1000 * US);
    Expect(1, 1, 1050 * US, (1050 + 1310) * US, Result::SENT);
    EXPECT_EQ(script.observed, 2 * 2);
    EXPECT_EQ(script.waiting, 2 * 2);
}

TEST_F(MediumAccessTest, GroupFrameHasNoAck)
{
    Build(2);
    Offer(0, GetFrame1500(MEDIUM_EVERYBODY), 1000 * US, {2});
    Offer(1, GetFrame1500(0), 1500 * US, {1});
    Expect(0, 0, 1050 * US, 2360 * US, Result::SENT);
    Expect(1, 1, (2360 + 70) * US, 2430 * US + EXCHANGE, Result::ACKNOWLEDGED);
}

/// One station of EDCA with two functions, and one that receives.
class MediumEdcaTest : public MediumAccessTest
{
  protected:
    void SetUp() override
    {
        BuildWith(MediumRules::IdleAccess::SLOT_BOUNDARY);
    }

    void BuildWith(MediumRules::IdleAccess idleAccess)
    {
        MediumRules rules;
        rules.earlyDecrement = true;
        rules.idleAccess = idleAccess;
        Build(2, rules);
        rules.cwMin = 7;
        medium->Start(medium->AddFunction(0, rules), 0);
        script.windows.clear();
    }
};

TEST_F(MediumEdcaTest, AccessIsAtTheBoundaryOfASlot)
{
    // After AIFS, 50 us from time 0, the boundaries are at 50 + n * 20 us.
    Offer(0, GetFrame1500(1), 1000 * US);
    EXPECT_EQ(medium->GetNextBegin(), 1010 * US);
}

TEST_F(MediumEdcaTest, FrameAtABoundaryIsSentThere)
{
    Offer(0, GetFrame1500(1), 1010 * US);
    EXPECT_EQ(medium->GetNextBegin(), 1010 * US);
}

TEST_F(MediumEdcaTest, FrameAtABoundaryWaitsForTheNextBeforeNs3Release46)
{
    BuildWith(MediumRules::IdleAccess::NEXT_SLOT);
    Offer(0, GetFrame1500(1), 1010 * US);
    EXPECT_EQ(medium->GetNextBegin(), 1030 * US);
}

TEST_F(MediumEdcaTest, SlotCountsAtItsBegin)
{
    Offer(0, GetFrame1500(1), 1000 * US, {2});
    Offer(1, GetFrame1500(0), 1500 * US, {5});
    Offer(0, GetFrame1500(1), 1500 * US, {31});
    const MediumTime end = 1010 * US + EXCHANGE;
    Expect(1, 0, end + 90 * US, end + 90 * US + EXCHANGE, Result::ACKNOWLEDGED);
    // Three boundaries have passed, at 50, 70 and 90 us, which leaves two slots of five.
    Expect(2,
           1,
           end + (90 + 50 + 40) * US + EXCHANGE,
           end + 180 * US + 2 * EXCHANGE,
           Result::ACKNOWLEDGED);
}

TEST_F(MediumEdcaTest, FunctionsOfAStationCollideWithin)
{
    Offer(0, GetFrame1500(1), 1000 * US, {31});
    Offer(2, GetFrame1500(1), 1000 * US, {6});
    Expect(0, 0, 1010 * US, 1010 * US + EXCHANGE, Result::ACKNOWLEDGED);
    Expect(1, 2, 1010 * US, 1010 * US, Result::INTERNAL);
    EXPECT_EQ(script.windows, (std::vector<uint32_t>{31, 15}));
    const MediumTime next = 1010 * US + EXCHANGE + (50 + 120) * US;
    Expect(2, 2, next, next + EXCHANGE, Result::ACKNOWLEDGED);
}

/// The rules of WaveLAN: no ACK, a window that doubles when another one seizes the medium first.
class MediumWavelanTest : public MediumAccessTest
{
  protected:
    static MediumRules GetRules(MediumTime gap)
    {
        MediumRules rules;
        rules.gap = gap;
        rules.cwMin = 7;
        rules.cwMax = 31;
        rules.postBackoff = false;
        rules.idleAccess = MediumRules::IdleAccess::DRAW;
        rules.deference = MediumRules::Deference::REDRAW;
        return rules;
    }

    static MediumFrame GetFrame(MediumStation receiver)
    {
        MediumFrame frame;
        frame.receiver = receiver;
        frame.data = 6000 * US;
        return frame;
    }
};

TEST_F(MediumWavelanTest, WindowDoublesAtEachLostContention)
{
    Build(3, GetRules(16 * US));
    // Station 0 sends four frames with slots 1, 0, 0, 0; station 1 draws 3, and loses four times.
    Offer(0, GetFrame(2), 1000 * US, {1, 0, 0, 0});
    EXPECT_EQ(medium->GetNextBegin(), 1020 * US);
    for (int i = 0; i < 3; ++i)
    {
        Offer(0, GetFrame(2), 1000 * US);
    }
    Offer(1, GetFrame(2), 1010 * US, {3, 9, 20, 31, 30});
    EXPECT_EQ(script.windows, (std::vector<uint32_t>{7, 7}));
    medium->Advance(30'000 * US);
    ASSERT_EQ(script.attempts.size(), 5);
    EXPECT_EQ(script.windows, (std::vector<uint32_t>{7, 7, 7, 15, 7, 31, 7, 31, 31}));
    EXPECT_EQ(script.attempts[1].begin, (1020 + 6000 + 16) * US);
    EXPECT_EQ(script.attempts[4].function, 1);
    EXPECT_EQ(script.attempts[4].begin, (1020 + 4 * 6000 + 4 * 16 + 30 * 20) * US);
    EXPECT_TRUE(script.attempts[4].delivered);
    EXPECT_EQ(medium->GetWindow(1), 7);
}

// It is known when carrier sense tells of the third frame of the other station.
TEST_F(MediumWavelanTest, AFrameThatLosesTheMediumTooOftenIsGivenUp)
{
    Build(3, GetRules(16 * US));
    MediumRules rules = GetRules(48 * US);
    rules.maxAttempts = 2;
    medium->SetRules(1, rules);
    for (int i = 0; i < 3; ++i)
    {
        Offer(0, GetFrame(2), 1000 * US, {0});
    }
    Offer(1, GetFrame(2), 1010 * US, {0, 15});
    Offer(1, GetFrame(2), 1010 * US, {2});
    // The first frame of the other ends at 7000 us, and the second at 13016 us.
    medium->Advance(7100 * US);
    EXPECT_EQ(medium->GetWindow(1), 15);
    medium->Advance(13'030 * US);
    EXPECT_EQ(medium->GetNextInstant(), 13'036 * US + 1);
    medium->Advance(13'036 * US + 1);
    Expect(3, 1, 13'032 * US, 13'036 * US, Result::RETRY_LIMIT);
    EXPECT_EQ(medium->GetWindow(1), 7) << "of the next frame";
    const MediumTime next = 19'032 * US + (48 + 2 * 20) * US;
    Expect(4, 1, next, next + 6000 * US, Result::SENT);
}

// IEEE 802.3, 4.2.3.2.5: BackOff() waits from the collision on, whatever the medium is.
TEST_F(MediumWavelanTest, SlotsOfARetryCountOnABusyMedium)
{
    MediumFrame frame = GetFrame(2);
    frame.data = 500 * US;
    for (const int frames : {3, 4})
    {
        script = {};
        Build(3, GetRules(16 * US));
        MediumRules rules = GetRules(48 * US);
        rules.deference = MediumRules::Deference::RETRY;
        medium->SetRules(1, rules);
        // The other station begins at 1000, 1516, 2032 and perhaps 2548 us.
        for (int i = 0; i < frames; ++i)
        {
            Offer(0, frame, 1000 * US, {0});
        }
        Offer(1, frame, 1010 * US, {0, 15, 31});
        // The first failure, at 1516 us: 15 slots end at 1816 us, while the medium is busy.
        medium->Advance(1600 * US);
        EXPECT_EQ(medium->GetWindow(1), 15);
        // The second, at 2032 us: 31 slots end at 2652 us.
        medium->Advance(2100 * US);
        EXPECT_EQ(medium->GetWindow(1), 31);
        // Without a fourth frame the medium is idle from 2532 us on. The fourth is no failure, as
        // the slots are not over; it ends at 3048 us.
        const MediumTime begin = frames == 3 ? 2652 * US : (3048 + 48) * US;
        Expect(frames, 1, begin, begin + 500 * US, Result::SENT);
        EXPECT_EQ(medium->GetWindow(1), 7);
    }
}

TEST_F(MediumWavelanTest, GapsOfTwoCardsKeepThemApart)
{
    Build(3, GetRules(16 * US));
    medium->SetRules(1, GetRules(48 * US));
    Offer(2, GetFrame(0), 1000 * US);
    medium->Advance(1000 * US);
    Offer(0, GetFrame(2), 2000 * US, {2});
    Offer(1, GetFrame(2), 2000 * US, {1});
    // 7000 + 16 + 40 us against 7000 + 48 + 20 us: 12 us, which carrier sense resolves.
    Expect(1, 0, 7056 * US, 13'056 * US, Result::SENT);
    EXPECT_FALSE(script.attempts[1].collided);
}

// xylomenos1999, III.A: a card that cannot sense another one yet sends, too.
TEST_F(MediumWavelanTest, CardsThatBeginOnAnIdleMediumCollide)
{
    for (const MediumTime later : {0, 4000})
    {
        script = {};
        Build(3, GetRules(16 * US));
        Offer(0, GetFrame(2), 1000 * US, {0});
        medium->Advance(1000 * US + later);
        Offer(1, GetFrame(2), 1000 * US + later, {0});
        medium->Advance(1000 * US + 4001);
        ASSERT_EQ(script.attempts.size(), 2) << later;
        EXPECT_EQ(script.attempts[1].begin, 1000 * US + later);
        for (const MediumAttempt& attempt : script.attempts)
        {
            EXPECT_TRUE(attempt.collided);
            EXPECT_FALSE(attempt.delivered);
        }
    }
    // A nanosecond later it senses the frame, and waits for the gap behind it.
    script = {};
    Build(3, GetRules(16 * US));
    Offer(0, GetFrame(2), 1000 * US, {0});
    Offer(1, GetFrame(2), 1000 * US + 4001, {0});
    Expect(0, 0, 1000 * US, 7000 * US, Result::SENT);
    Expect(1, 1, 7016 * US, 13'016 * US, Result::SENT);
    EXPECT_FALSE(script.attempts[1].collided);
}

TEST_F(MediumWavelanTest, BeginsAreToldOnce)
{
    Build(3, GetRules(16 * US));
    script.wantsBegin = true;
    Offer(0, GetFrame(2), 1000 * US, {0});
    EXPECT_EQ(medium->GetNextInstant(), 1000 * US);
    EXPECT_TRUE(medium->TakeBegins(999 * US).empty());
    ASSERT_EQ(medium->TakeBegins(1000 * US).size(), 1);
    EXPECT_EQ(medium->GetNextInstant(), 7000 * US);
    Offer(1, GetFrame(2), 1002 * US, {0});
    EXPECT_EQ(medium->GetNextInstant(), 1000 * US); // now
    const auto begins = medium->TakeBegins(1002 * US);
    ASSERT_EQ(begins.size(), 1);
    EXPECT_EQ(begins[0].function, 1);
    EXPECT_EQ(begins[0].at, 1002 * US);
    EXPECT_TRUE(medium->TakeBegins(1003 * US).empty());
}

TEST_F(MediumWavelanTest, CollisionIsNotSeenBySenders)
{
    Build(3, GetRules(16 * US));
    Offer(0, GetFrame(2), 1000 * US, {2});
    Offer(1, GetFrame(2), 1000 * US, {2});
    Expect(0, 0, 1040 * US, 7040 * US, Result::SENT);
    Expect(1, 1, 1040 * US, 7040 * US, Result::SENT);
    EXPECT_FALSE(script.attempts[0].delivered);
    EXPECT_FALSE(script.attempts[1].delivered);
}

} // namespace
