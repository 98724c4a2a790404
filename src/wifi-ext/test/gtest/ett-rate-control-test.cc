// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the rate control learns on channels whose answer is known, and its parts by hand.

#include "../../model/busy-slot-average.h"
#include "../../model/ett-rate-control.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

/// 802.11b, long preamble, ACKs at 1 Mb/s: DIFS 50, SIFS 10, preambles 192 each, ACK 112 us.
constexpr double FIXED = 50 + 10 + 192 + 192 + 112;
/// Of 802.11b.
constexpr MeanBackoff BACKOFF{20, 31, 1023};
/// Of 802.11b, us.
constexpr std::array<AttemptTime, 4> TIMES{AttemptTime{FIXED, 8},
                                           AttemptTime{FIXED, 4},
                                           AttemptTime{FIXED, 8 / 5.5},
                                           AttemptTime{FIXED, 8 / 11.0}};
constexpr std::size_t LIMIT = 8;
/// RTS 352, CTS 304, twice SIFS, us.
constexpr double RTS_TIME = 352 + 304 + 2 * 10;

/// A station whose frames arrive if they are sent at a low rate.
struct Link
{
    Link()
    {
        control.SetRates(TIMES);
        control.SetRetryLimit(LIMIT);
        control.SetBackoff(BACKOFF);
        control.NoteSize(1528, parameters);
    }

    /// Send frames.
    /// @param frames how many
    /// @param highest rate that arrives
    void Send(uint32_t frames, std::size_t highest)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            SendOne(highest);
        }
    }

    void SendOne(std::size_t highest)
    {
        for (std::size_t attempt = 0; attempt < LIMIT; ++attempt)
        {
            const RateChoice choice = control.Select(parameters);
            probes += choice.reason == RateChangeReason::PROBE;
            if (choice.rate <= highest)
            {
                ++delivered.at(choice.rate);
                control.NoteDelivered(parameters);
                return;
            }
            ++failed;
            control.NoteFailed(parameters);
        }
        ++givenUp;
        control.NoteGivenUp();
    }

    EttParameters parameters;
    EttRateControl control;
    std::array<uint32_t, 4> delivered{}; ///< frames by rate
    uint32_t failed{0};                  ///< attempts
    uint32_t probes{0};                  ///< attempts
    uint32_t givenUp{0};                 ///< frames
};

/// A medium that loses frames whatever their rate, unless an RTS has reserved it.
struct Medium : Link
{
    /// @param data, rts share of frames that it loses
    /// @param highest rate that arrives otherwise
    Medium(double data, double rts, std::size_t highest)
        : losesData(data),
          losesRts(rts),
          highest(highest)
    {
        control.SetRtsTime(RTS_TIME);
    }

    /// Send frames.
    /// @param frames how many
    void Send(uint32_t frames)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            SendOne();
        }
    }

    void SendOne()
    {
        for (std::size_t attempt = 0; attempt < LIMIT; ++attempt)
        {
            const std::size_t rate = control.Select(parameters).rate;
            const bool usesRts = control.UsesRts();
            rts += usesRts;
            if (usesRts)
            {
                const bool isAnswered = !losesRts(generator);
                control.NoteRts(isAnswered, parameters);
                if (!isAnswered)
                {
                    continue;
                }
            }
            reserved += usesRts;
            ++attempts.at(rate);
            if (rate <= highest && (usesRts || !losesData(generator)))
            {
                control.NoteDelivered(parameters);
                return;
            }
            control.NoteFailed(parameters);
        }
        control.NoteGivenUp();
    }

    /// @return data frames
    uint32_t CountAttempts() const
    {
        return std::accumulate(attempts.begin(), attempts.end(), 0U);
    }

    std::mt19937 generator{1};             ///< the sequence of losses is that of any run
    std::bernoulli_distribution losesData; ///< without RTS
    std::bernoulli_distribution losesRts;  ///< frames
    std::size_t highest;                   ///< rate
    std::array<uint32_t, 4> attempts{};    ///< data frames by rate
    uint32_t rts{0};                       ///< frames
    uint32_t reserved{0};                  ///< data frames
};

} // namespace

TEST(EttRateControl, BeginsWithWhatIsNotKnown)
{
    Link link;
    const std::array<double, 4> expected{1, 5 / 6.0, 4 / 6.0, 0.5};
    for (std::size_t rate = 0; rate < 4; ++rate)
    {
        EXPECT_NEAR(link.control.GetDelivery(rate, link.parameters), expected[rate], 1e-6);
        EXPECT_NEAR(link.control.GetRetryDelivery(rate, link.parameters), expected[rate], 1e-6);
    }
    // (310 + 556 + 1528 * 8 / 11) / 0.5 is less than the same of any other rate.
    const RateChoice first = link.control.Select(link.parameters);
    EXPECT_EQ(first.rate, 3U);
    EXPECT_EQ(first.reason, RateChangeReason::BETTER_RATE);
    link.control.NoteFailed(link.parameters);
    EXPECT_EQ(link.control.Select(link.parameters).reason, RateChangeReason::RETRY_CHAIN);
    EXPECT_DOUBLE_EQ(link.control.GetDelivery(3, link.parameters), 0.25);
}

TEST(EttRateControl, ARateIsAtLeastAsGoodAtFirstAsAfterAFailure)
{
    Link link;
    link.control.Select(link.parameters);
    link.control.NoteFailed(link.parameters);
    const std::size_t rate = link.control.Select(link.parameters).rate;
    const double before = link.control.GetDelivery(rate, link.parameters);
    link.control.NoteFailed(link.parameters);
    EXPECT_DOUBLE_EQ(link.control.GetDelivery(rate, link.parameters), before);
    EXPECT_DOUBLE_EQ(link.control.GetRetryDelivery(rate, link.parameters), before / 2)
        << "what was expected counts as much as the one failure";

    Link good;
    good.control.Select(good.parameters);
    good.control.NoteFailed(good.parameters);
    EXPECT_EQ(good.control.Select(good.parameters).rate, rate);
    good.control.NoteDelivered(good.parameters);
    // The success is one frame old.
    EXPECT_NEAR(good.control.GetRetryDelivery(rate, good.parameters), (before + 0.95) / 1.95, 1e-6);
    EXPECT_NEAR(good.control.GetDelivery(rate, good.parameters), (before + 0.95) / 1.95, 1e-6);
}

TEST(EttRateControl, FramesBeforeTheFirstAttemptHaveNoPartInTheSize)
{
    EttRateControl control;
    const EttParameters parameters;
    control.SetRates(TIMES);
    control.NoteSize(47, parameters);
    control.NoteSize(1528, parameters);
    EXPECT_EQ(control.GetMeanSize(0), 1528);
    control.Select(parameters);
    control.NoteDelivered(parameters);
    control.NoteSize(528, parameters);
    EXPECT_NEAR(control.GetMeanSize(0), 1528 - 0.05 * 1000, 1e-9);
}

TEST(EttRateControl, FindsTheHighestRateThatWorks)
{
    for (std::size_t highest = 0; highest < 4; ++highest)
    {
        Link link;
        link.Send(10000, highest);
        EXPECT_EQ(link.givenUp, 0U) << highest;
        EXPECT_GT(link.delivered.at(highest), 9900U) << highest;
        // 10000 frames have 39 probes at the longest distance, and 7 on the way there.
        EXPECT_LE(link.failed, (3 - highest) * (39 + 7 + 4)) << highest;
    }
}

TEST(EttRateControl, NothingToProbeAboveAPerfectTopRate)
{
    Link link;
    link.Send(100, 3);
    const uint32_t before = link.probes;
    link.Send(10000, 3);
    EXPECT_EQ(link.probes, before);
    EXPECT_EQ(link.failed, 0U);
}

TEST(EttRateControl, FollowsAChannelThatOpensAndCloses)
{
    Link link;
    link.Send(5000, 1);
    link.delivered = {};
    link.Send(256 + 100, 3);
    link.delivered = {};
    link.Send(100, 3);
    EXPECT_GE(link.delivered[3], 99U);
    link.Send(20, 0);
    EXPECT_LE(link.givenUp, 1U) << "the chain was all at 11 Mb/s once";
    link.delivered = {};
    link.failed = 0;
    link.Send(100, 0);
    EXPECT_EQ(link.delivered[0], 100U);
    EXPECT_LE(link.failed, 60U);
}

TEST(EttRateControl, SmallFramesNeedNoHighRates)
{
    Link link;
    link.Send(500, 3);
    EttRateControl small;
    small.SetRates(TIMES);
    small.SetRetryLimit(LIMIT);
    small.SetBackoff(BACKOFF);
    small.NoteSize(42, link.parameters);
    // (310 + 556 + 42 * 8) / 1 is less than (310 + 556 + 42 * 4) * 6 / 5, and so on.
    EXPECT_EQ(small.Select(link.parameters).reason, RateChangeReason::PROBE);
    small.NoteFailed(link.parameters);
    EXPECT_EQ(small.Select(link.parameters).rate, 0U);
}

TEST(EttRateControl, CollisionsDoNotCountAgainstARate)
{
    // As many as sixteen saturated stations have; the sequence of failures is that of any run.
    constexpr double COLLISIONS = 0.45;
    std::mt19937 generator(1);
    std::bernoulli_distribution collides(COLLISIONS);
    for (std::size_t highest = 0; highest < 4; ++highest)
    {
        Link link;
        std::array<uint32_t, 4> attempts{};
        for (uint32_t frame = 0; frame < 5000; ++frame)
        {
            for (std::size_t attempt = 0; attempt < LIMIT; ++attempt)
            {
                const std::size_t rate = link.control.Select(link.parameters, {0, COLLISIONS}).rate;
                ++attempts[rate];
                if (rate <= highest && !collides(generator))
                {
                    link.control.NoteDelivered(link.parameters);
                    break;
                }
                link.control.NoteFailed(link.parameters);
                if (attempt + 1 == LIMIT)
                {
                    link.control.NoteGivenUp();
                }
            }
        }
        const uint32_t all = std::accumulate(attempts.begin(), attempts.end(), 0U);
        EXPECT_GT(attempts[highest], 0.92 * all) << highest;
    }
}

TEST(EttRateControl, ACollisionHasNoMoreWeightThanItIsLikely)
{
    Link link;
    link.control.Select(link.parameters, {0, 0.5});
    link.control.NoteDelivered(link.parameters);
    // 0.5 counts for one sample, and the delivery is one of two attempts that did not collide.
    link.parameters.collisionDoubt = 0;
    EXPECT_DOUBLE_EQ(link.control.GetDelivery(3, link.parameters), 1) << "(0.5 + 2) / 2, at most 1";
    link.control.Select(link.parameters, {0, 0.5});
    link.control.NoteFailed(link.parameters);
    // One frame makes the two samples count 1.9.
    EXPECT_NEAR(link.control.GetDelivery(3, link.parameters), 1.9 * 1.25 / 2.9, 1e-6);
}

TEST(EttRateControl, FailuresWithinTheDoubtAreCollisionsForTheRateInUse)
{
    Link link;
    EXPECT_EQ(link.control.Select(link.parameters, {0, 0.05}).rate, 3U);
    EXPECT_NEAR(link.control.GetDelivery(2, link.parameters), 4 / 6.0, 1e-6) << "not in use";
    // 11 Mb/s is in use: 0.5, with the weight of one sample; 0.05 / 0.95 is 1 / 19.
    Link other;
    EXPECT_EQ(other.control.Select(other.parameters, {0, 0.05}).rate, 3U);
    const double allowed = 2 * std::sqrt(1 / 19.0);
    const double expected = other.control.GetDelivery(3, other.parameters);
    EXPECT_LT(expected, 1);
    EXPECT_NEAR(expected, 0.5 + allowed * std::sqrt(expected), 1e-6);
    other.parameters.collisionDoubt = 0;
    EXPECT_NEAR(other.control.GetDelivery(3, other.parameters), 0.5, 1e-6);
}

TEST(EttRateControl, AfterAnRtsNothingCollides)
{
    Link link;
    link.parameters.collisionDoubt = 0;
    link.control.Select(link.parameters, {0, 0.5});
    link.control.NoteReserved();
    link.control.NoteDelivered(link.parameters);
    EXPECT_NEAR(link.control.GetDelivery(3, link.parameters), 1.5 / 2, 1e-6);
    link.control.Select(link.parameters, {0, 0.5});
    link.control.NoteDelivered(link.parameters);
    EXPECT_GT(link.control.GetDelivery(3, link.parameters), 0.9) << "the next one has none";
}

TEST(EttRateControl, AnRtsTellsWhetherALossIsOfTheRate)
{
    Link link;
    link.control.SetRtsTime(RTS_TIME);
    EXPECT_EQ(link.control.Select(link.parameters).rate, 3U);
    EXPECT_FALSE(link.control.UsesRts()) << "nothing was lost";
    link.control.NoteFailed(link.parameters);
    // The loss is one of the rate, 0.25, as likely as not.
    EXPECT_NEAR(link.control.GetRtsDelivery(3, link.parameters), (1 + 0.25) / 2, 1e-6);
    EXPECT_NEAR(link.control.GetRtsDelivery(2, link.parameters), 4 / 6.0, 1e-6);
    // A trial supposes that 11 Mb/s delivers: 676 + 1667 us are less than 2778 at 5.5 Mb/s alone.
    EXPECT_EQ(link.control.Select(link.parameters).rate, 3U);
    EXPECT_TRUE(link.control.UsesRts());
    link.control.NoteRts(false, link.parameters);
    EXPECT_EQ(link.control.GetFailedAttempts(), 2U);
    EXPECT_NEAR(link.control.GetAnswered(), 0.5, 1e-6);
    EXPECT_NEAR(link.control.GetDelivery(3, link.parameters), 0.25, 1e-6) << "was not tried";
    EXPECT_NEAR(link.control.GetRetryDelivery(2, link.parameters), 2 / 6.0, 1e-6)
        << "what spoils an RTS spoils data";
    for (const std::size_t other : {0, 1, 2})
    {
        EXPECT_NEAR(link.control.GetDelivery(other, link.parameters), 1 - 0.75 * 0.5, 1e-6)
            << "half of the losses of 11 Mb/s hit all rates";
    }
    EXPECT_TRUE(link.control.Select(link.parameters).rate == 3 && link.control.UsesRts());
    link.control.NoteRts(true, link.parameters);
    EXPECT_NEAR(link.control.GetAnswered(), 2 / 3.0, 1e-6);
    const double before = link.control.GetRtsDelivery(3, link.parameters);
    link.control.NoteDelivered(link.parameters);
    EXPECT_NEAR(link.control.GetRtsDelivery(3, link.parameters), (before + 1) / 2, 1e-6);
    EXPECT_NEAR(link.control.GetDelivery(3, link.parameters), 0.25, 1e-6);
}

TEST(EttRateControl, AnRtsOfTheUsersIsNoChoice)
{
    Link link;
    link.control.SetRtsTime(RTS_TIME);
    link.control.Select(link.parameters);
    link.control.NoteRts(false, link.parameters);
    EXPECT_EQ(link.control.GetFailedAttempts(), 0U) << "the rate was not tried";
    link.control.Select(link.parameters);
    link.control.NoteRts(true, link.parameters);
    link.control.NoteDelivered(link.parameters);
    EXPECT_NEAR(link.control.GetDelivery(3, link.parameters), 1.5 / 2, 1e-6);
}

TEST(EttRateControl, NoRtsWhereLossesAreOfTheRate)
{
    for (std::size_t highest = 0; highest < 4; ++highest)
    {
        Medium medium(0, 0, highest);
        medium.Send(5000);
        EXPECT_LT(medium.rts, 100U) << highest;
        EXPECT_GT(medium.attempts.at(highest), 4900U) << highest;
    }
}

TEST(EttRateControl, LossesThatHitAllRatesDoNotCountAgainstARate)
{
    for (const double losses : {0.3, 0.6, 0.9})
    {
        Medium medium(losses, losses, 3);
        medium.Send(5000);
        EXPECT_GT(medium.attempts[3], 0.85 * medium.CountAttempts()) << losses;
    }
    Medium lower(0.3, 0.3, 1);
    lower.Send(5000);
    EXPECT_GT(lower.attempts[1], 0.9 * lower.CountAttempts());
}

TEST(EttRateControl, AnRtsReservesTheMediumFromHiddenStations)
{
    Medium medium(0.8, 0.3, 3);
    medium.Send(5000);
    EXPECT_GT(medium.reserved, 0.8 * medium.CountAttempts());
    EXPECT_GT(medium.attempts[3], 0.95 * medium.CountAttempts());
    Medium none(0, 0, 3);
    none.control.Select(none.parameters);
    EXPECT_FALSE(none.control.UsesRts());
}

TEST(EttRateControl, AFullMediumIsNoReasonToSaveAFrame)
{
    // One rate and one attempt: V = (b + t) (1 + (1 - p) / p L).
    EttParameters parameters{.lossCost = 10, .usesRts = false};
    EttRateControl control;
    control.SetRates(std::span(TIMES).first(1));
    control.SetRetryLimit(1);
    control.SetBackoff(BACKOFF);
    control.NoteSize(1528, parameters);
    const auto getLossCost = [&] {
        control.Select(parameters);
        const double p = control.GetDelivery(0, parameters);
        const double time = 20 * 15.5 + FIXED + 8 * 1528;
        return (control.GetRetryChain().GetExpectedTime() / time - 1) * p / (1 - p);
    };
    control.Select(parameters);
    control.NoteFailed(parameters);
    control.NoteGivenUp();
    EXPECT_NEAR(getLossCost(), 10, 1e-9) << "no RTS has been lost";
    control.NoteRts(false, parameters); // 1 of 2
    EXPECT_NEAR(control.GetAnswered(), 0.5, 0.02);
    EXPECT_NEAR(getLossCost(), 1 + 9 * (1 + std::log(control.GetAnswered())), 1e-9);
    control.NoteRts(false, parameters); // 1 of 3, less than 1 / e
    EXPECT_NEAR(control.GetAnswered(), 0.333, 0.02);
    EXPECT_NEAR(getLossCost(), 1, 1e-9);
}

TEST(EttRateControl, ARetryWaitsWhileAFrameOfAnotherCategoryIsSent)
{
    constexpr std::size_t VOICE = 3;
    Link link;
    link.control.SetBackoff({20, 7, 15}, VOICE);
    link.control.NoteSize(200, link.parameters, VOICE);
    link.Send(100, 1);
    const RateChoice first = link.control.Select(link.parameters, {0, 0});
    EXPECT_EQ(first.rate, 1U);
    link.control.NoteFailed(link.parameters);
    const RateChoice voice = link.control.Select(link.parameters, {VOICE, 0});
    EXPECT_NE(voice.reason, RateChangeReason::RETRY_CHAIN) << "a new frame";
    EXPECT_EQ(voice.rate, 1U) << "what the others' frames have shown";
    link.control.NoteDelivered(link.parameters);
    const RateChoice retry = link.control.Select(link.parameters, {0, 0});
    EXPECT_EQ(retry.reason, RateChangeReason::RETRY_CHAIN) << "the frame that waited";
    link.control.NoteFailed(link.parameters);
    EXPECT_NE(link.control.Select(link.parameters, {VOICE, 0}).reason,
              RateChangeReason::RETRY_CHAIN);
    link.control.NoteOtherGivenUp();
    link.control.NoteDelivered(link.parameters);
    EXPECT_NE(link.control.Select(link.parameters, {0, 0}).reason, RateChangeReason::RETRY_CHAIN)
        << "the frame that waited was given up";
}

TEST(EttRateControl, CollisionsOfOneCategoryDoNotCountAgainstARateForAnother)
{
    constexpr std::size_t BACKGROUND = 1;
    std::mt19937 generator(1);
    std::bernoulli_distribution isBackground(0.5);
    constexpr double COLLISIONS = 0.8;
    std::bernoulli_distribution collides(COLLISIONS);
    Link link;
    link.control.SetBackoff(BACKOFF, BACKGROUND);
    link.control.NoteSize(1528, link.parameters, BACKGROUND);
    link.Send(500, 2);
    link.Send(600, 3);
    uint32_t lower = 0;
    constexpr uint32_t ATTEMPTS = 5000;
    for (uint32_t i = 0; i < ATTEMPTS; ++i)
    {
        // Most attempts in the background collide, and no other one.
        const bool isInBackground = isBackground(generator);
        const AttemptContention contention =
            isInBackground ? AttemptContention{BACKGROUND, COLLISIONS} : AttemptContention{};
        const std::size_t rate = link.control.Select(link.parameters, contention).rate;
        lower += !isInBackground && rate < 3;
        if (isInBackground && collides(generator))
        {
            link.control.NoteFailed(link.parameters);
        }
        else
        {
            link.control.NoteDelivered(link.parameters);
        }
    }
    EXPECT_LT(lower, 0.01 * ATTEMPTS);
}

TEST(BusySlotAverage, ByHand)
{
    BusySlotAverage average;
    EXPECT_EQ(average.Get(), 0);
    average.NoteIdle(3, true);
    EXPECT_DOUBLE_EQ(average.Get(), 1 / 4.0);
    average.NoteIdle(5, false);
    // The first one counts for 49/50 by now. Own transmissions hide those of others.
    EXPECT_NEAR(average.Get(), 0.98 / (0.98 * 4 + 5), 1e-12);
    for (uint32_t i = 0; i < 10000; ++i)
    {
        average.NoteIdle(9, true);
    }
    EXPECT_NEAR(average.Get(), 0.1, 1e-12);
    for (uint32_t i = 0; i < 10000; ++i)
    {
        average.NoteIdle(0, true);
    }
    EXPECT_EQ(average.Get(), BusySlotAverage::MOST);
}

TEST(BusySlotAverage, ForgetsInFiftyTransmissions)
{
    BusySlotAverage average;
    for (uint32_t i = 0; i < 1000; ++i)
    {
        average.NoteIdle(1, true);
    }
    for (uint32_t i = 0; i < 50; ++i)
    {
        average.NoteIdle(2, false);
    }
    // All have two slots.
    EXPECT_NEAR(average.Get(), 0.5 * std::pow(0.98, 50), 1e-6);
}

TEST(EttRateControl, StateIsBounded)
{
    EXPECT_LE(sizeof(EttRateControl), 1152U);
}

TEST(DeliveryAverage, ByHand)
{
    DeliveryAverage average(0.5);
    average.Add(true, 0, 0.1, 1);
    EXPECT_NEAR(average.Get(), 0.75, 1e-6); // (0.5 + 1) / 2
    EXPECT_NEAR(average.GetSamples(0, 0.1), 2, 1e-6);
    EXPECT_NEAR(average.GetSamples(1, 0.1), 1.8, 1e-6);
    average.Add(true, 1, 0.1, 1);
    EXPECT_NEAR(average.Get(), (1.8 * 0.75 + 1) / 2.8, 1e-6);
    average.Add(false, 1000, 0.1, 1);
    EXPECT_NEAR(average.Get(), (1.8 * 0.75 + 1) / 2.8 / 2, 1e-6) << "old samples count as one";
    average.Add(true, 2000, 0.1, 0);
    EXPECT_NEAR(average.Get(), 1, 1e-6) << "or not at all";
}

TEST(DeliveryAverage, ManySamplesMakeItAMovingAverage)
{
    DeliveryAverage average;
    for (uint32_t frame = 0; frame < 1000; ++frame)
    {
        average.Add(true, frame, 0.1, 0);
    }
    EXPECT_NEAR(average.GetSamples(999, 0.1), 10, 1e-4);
    average.Add(false, 1000, 0.1, 0);
    EXPECT_NEAR(average.Get(), 0.9, 1e-4);
}

TEST(MeanBackoff, HalfTheWindow)
{
    const std::vector<double> expected{310, 630, 1270, 2550, 5110, 10230, 10230, 10230};
    for (std::size_t attempt = 0; attempt < expected.size(); ++attempt)
    {
        EXPECT_DOUBLE_EQ(BACKOFF.Get(attempt), expected[attempt]);
    }
}

TEST(RetryChain, ByHand)
{
    // Rate 0 always arrives in 10 us, rate 1 in 2 us every second time: 4 us on average.
    const std::array<AttemptOutlook, 2> rates{AttemptOutlook{10, 1, 1}, {2, 0.5, 0.5}};
    RetryChain chain;
    chain.Plan(rates, {}, 3, 10);
    // A loss costs 40 us: last 10 or 22, before 10 or 2 + 5, first 10 or 2 + 3.5.
    EXPECT_EQ(chain.GetRate(0), 1U);
    EXPECT_EQ(chain.GetRate(1), 1U);
    EXPECT_EQ(chain.GetRate(2), 0U);
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 5.5);
    chain.Plan(rates, {}, 3, 1);
    EXPECT_EQ(chain.GetRate(2), 1U) << "10 or 2 + 2";
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 4);
}

TEST(RetryChain, RetriesHaveTheirOwnProbability)
{
    const std::array<AttemptOutlook, 2> rates{AttemptOutlook{10, 1, 1}, {2, 0.9, 0.1}};
    RetryChain chain;
    chain.Plan(rates, {}, 4, 10);
    EXPECT_EQ(chain.GetRate(0), 1U);
    for (std::size_t attempt = 1; attempt < 4; ++attempt)
    {
        EXPECT_EQ(chain.GetRate(attempt), 0U);
    }
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 2 + (1 - 0.9) * 10);
}

TEST(RetryChain, BackoffIsPartOfTheTime)
{
    // A failure costs the doubled backoff: 1.5 + 10 + 1.5 + 3.5 for sure, or 1.5 + 2 and half of
    // 3.5 + 10.
    const std::array<AttemptOutlook, 2> rates{AttemptOutlook{10, 1, 1}, {2, 0.5, 0.5}};
    const MeanBackoff backoff{1, 3, 1023};
    RetryChain chain;
    chain.Plan(rates, backoff, 2, 100);
    EXPECT_EQ(chain.GetRate(0), 1U);
    EXPECT_EQ(chain.GetRate(1), 0U);
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 1.5 + 2 + 0.5 * (3.5 + 10));
    const MeanBackoff slow{10, 3, 1023};
    chain.Plan(rates, slow, 2, 100);
    EXPECT_EQ(chain.GetRate(0), 0U) << "10, or 2 and half of 35 + 10";
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 15 + 10);
}

TEST(RetryChain, AnRtsIsSentWhereItPays)
{
    const double never = std::numeric_limits<double>::infinity();
    std::array<AttemptOutlook, 2> rates{AttemptOutlook{10, 1, 1, never, 0, false},
                                        {2, 0.5, 0.5, 3, 0.9, false}};
    RetryChain chain;
    chain.Plan(rates, {}, 2, 10);
    // Last 10, 2 + 0.5 x 40, or with RTS 3 + 0.1 x 40; first 10 or 2 + 0.5 x 7.
    EXPECT_EQ(chain.GetRate(1), 1U);
    EXPECT_TRUE(chain.UsesRts(1));
    EXPECT_FALSE(chain.UsesRts(0));
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 5.5);
    rates[1].firstMayUseRts = true;
    chain.Plan(rates, {}, 2, 9);
    // A loss costs 9 x 3 / 0.9: last 3 + 0.1 x 30; first 2 + 0.5 x 6, or 3 + 0.1 x 6.
    EXPECT_TRUE(chain.UsesRts(0));
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 3.6);
}

TEST(RetryChain, LowerOfTwoEqualRatesIsKept)
{
    RetryChain chain;
    chain.Plan(std::array<AttemptOutlook, 2>{AttemptOutlook{2, 0.5, 0.5}, {2, 0.5, 0.5}}, {}, 3, 4);
    for (std::size_t attempt = 0; attempt < 3; ++attempt)
    {
        EXPECT_EQ(chain.GetRate(attempt), 0U) << attempt;
    }
    // A loss costs 2 x 4 us: 6 us for sure, or 2 + 0.5 x 8.
    chain.Plan(std::array<AttemptOutlook, 2>{AttemptOutlook{6, 1, 1}, {2, 0.5, 0.5}}, {}, 1, 2);
    EXPECT_EQ(chain.GetRate(0), 0U);
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 6);
}

TEST(RetryChain, LongerThanItsPlan)
{
    const std::array<AttemptOutlook, 1> rates{AttemptOutlook{10, 0.5, 0.5}};
    RetryChain chain;
    chain.Plan(rates, {}, 100, 1);
    EXPECT_EQ(chain.GetRate(99), 0U);
    EXPECT_DOUBLE_EQ(chain.GetExpectedTime(), 20);
}

TEST(ProbeSchedule, FailuresMakeProbesRare)
{
    ProbeSchedule schedule;
    const ProbeSchedule::Interval interval;
    uint32_t frame = 10;
    for (const uint32_t expected : {4, 8, 16, 32, 64, 128, 256, 256})
    {
        EXPECT_TRUE(schedule.IsDue(2, 1, frame));
        schedule.Note(2, frame, false, 0, interval);
        EXPECT_FALSE(schedule.IsDue(2, 1, frame + expected - 1));
        frame += expected;
    }
    EXPECT_TRUE(schedule.IsDue(2, 1, frame));
    schedule.Note(2, frame, true, 0, interval);
    EXPECT_FALSE(schedule.IsDue(2, 1, frame + 3));
    EXPECT_TRUE(schedule.IsDue(2, 1, frame + 4));
}

TEST(ProbeSchedule, AFailureThatMayBeACollisionCountsLess)
{
    ProbeSchedule schedule;
    const ProbeSchedule::Interval interval;
    uint32_t frame = 10;
    // Times 1.5, rounded half away from zero.
    for (const uint32_t expected : {4, 6, 9, 14, 21, 32})
    {
        schedule.Note(2, frame, false, 0.5, interval);
        EXPECT_FALSE(schedule.IsDue(2, 1, frame + expected - 1));
        frame += expected;
        EXPECT_TRUE(schedule.IsDue(2, 1, frame));
    }
}

TEST(ProbeSchedule, AHigherRateWaitsForThoseBetween)
{
    ProbeSchedule schedule;
    const ProbeSchedule::Interval interval;
    schedule.Note(3, 0, false, 0, interval);
    schedule.Note(2, 100, false, 0, interval);
    schedule.Note(2, 104, false, 0, interval);
    EXPECT_FALSE(schedule.IsDue(0, 1, 107)) << "any rate waits 4 frames";
    EXPECT_TRUE(schedule.IsDue(0, 1, 108)) << "a lower rate waits for no other";
    schedule.Note(3, 112, false, 0, interval);
    EXPECT_FALSE(schedule.IsDue(3, 1, 127)) << "8 frames, times 8 / 4 for rate 2";
    EXPECT_TRUE(schedule.IsDue(3, 1, 128));
    EXPECT_TRUE(schedule.IsDue(3, 2, 120)) << "rate 2 is the best one and not between";
    schedule.Note(2, 116, true, 0, interval);
    EXPECT_TRUE(schedule.IsDue(3, 1, 120)) << "rate 2 has worked and counts no more";
}

TEST(ProbeSchedule, TheLongestDistanceHoldsForAllTogether)
{
    ProbeSchedule schedule;
    const ProbeSchedule::Interval interval;
    uint32_t frame = 0;
    for (int i = 0; i < 6; ++i)
    {
        for (const std::size_t rate : {1, 2, 3})
        {
            frame += 1000;
            schedule.Note(rate, frame, false, 0, interval);
        }
    }
    EXPECT_FALSE(schedule.IsDue(3, 0, frame + 255)) << "128 frames, times 32 and 32";
    EXPECT_TRUE(schedule.IsDue(3, 0, frame + 256));
}
