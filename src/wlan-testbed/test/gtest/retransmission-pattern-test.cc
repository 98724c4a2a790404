// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/retransmission-pattern.h"
#include "ns3/time-sequence.h"

#include <gsl/gsl_rng.h>
#include <gtest/gtest.h>
#include <memory>

namespace ns3
{

namespace
{

constexpr uint32_t MSS{100};

TEST(RetransmissionPattern, NothingSentAgain)
{
    TimeSequence sequence;
    sequence.Send(1, 0, MSS);
    sequence.Acknowledge(2, MSS, 1000);
    const RetransmissionPattern pattern(sequence.GetRows());
    EXPECT_EQ(pattern.GetSegments(), 1);
    EXPECT_TRUE(pattern.GetEvents().empty());
    EXPECT_TRUE(pattern.GetSpacings().empty());
    EXPECT_EQ(pattern.GetMeanGap(), 0);
    EXPECT_EQ(pattern.GetRegularity(), 0);
    EXPECT_EQ(RetransmissionPattern({}).GetSegments(), 0);
}

TEST(RetransmissionPattern, SpacingAndGapByHand)
{
    TimeSequence sequence;
    // Segments 0 to 4; number 1 is lost after 80 ms, sent again behind number 4.
    sequence.Send(1.00, 0, MSS);
    sequence.Send(1.01, 100, MSS);
    sequence.Send(1.09, 200, MSS);
    sequence.Send(1.10, 300, MSS);
    sequence.Send(1.11, 400, MSS);
    sequence.Acknowledge(1.115, 100, 1000);
    sequence.Send(1.12, 100, MSS);
    // Segments 5 to 7; number 5 is sent again alone 300 ms later, and once more.
    sequence.Send(1.13, 500, MSS);
    sequence.Send(1.14, 600, MSS);
    sequence.Send(1.15, 700, MSS);
    sequence.Send(1.45, 500, MSS);
    sequence.Send(2.45, 500, MSS);
    const RetransmissionPattern pattern(sequence.GetRows());
    EXPECT_EQ(pattern.GetSegments(), 8);
    EXPECT_EQ(pattern.GetRetransmissions(), 3);
    ASSERT_EQ(pattern.GetEvents().size(), 2);
    EXPECT_EQ(pattern.GetEvents()[0].segment, 1);
    EXPECT_DOUBLE_EQ(pattern.GetEvents()[0].time, 1.12);
    EXPECT_NEAR(pattern.GetEvents()[0].gap, 0.08, 1e-12);
    EXPECT_EQ(pattern.GetEvents()[1].segment, 5);
    EXPECT_NEAR(pattern.GetEvents()[1].gap, 0.3, 1e-12);
    EXPECT_EQ(pattern.GetSpacings(), std::vector<double>{4});
    EXPECT_EQ(pattern.GetRegularity(), 1);
    EXPECT_NEAR(pattern.GetMeanGap(), 0.19, 1e-12);
}

TEST(RetransmissionPattern, SentAgainOutOfOrder)
{
    TimeSequence sequence;
    for (int i = 0; i < 20; ++i)
    {
        sequence.Send(i, i * MSS, MSS);
    }
    sequence.Send(20, 12 * MSS, MSS);
    sequence.Send(21, 2 * MSS, MSS);
    sequence.Send(22, 14 * MSS, MSS);
    const RetransmissionPattern pattern(sequence.GetRows());
    EXPECT_EQ(pattern.GetSpacings(), (std::vector<double>{10, 2}));
}

/// @param isLost whether segment i is sent again
template <typename Lost>
double
MeasureRegularity(Lost isLost)
{
    TimeSequence sequence;
    for (int i = 0; i < 20000; ++i)
    {
        sequence.Send(2 * i, i * MSS, MSS);
        if (isLost(i))
        {
            sequence.Send(2 * i + 1, i * MSS, MSS);
        }
    }
    return RetransmissionPattern(sequence.GetRows()).GetRegularity();
}

TEST(RetransmissionPattern, RegularAndIndependentLosses)
{
    EXPECT_EQ(MeasureRegularity([](int i) { return i % 10 == 3; }), 1);
    // Spacings of 10 and 30 have a mean of 20: half of it and one and a half are in the range.
    EXPECT_EQ(MeasureRegularity([](int i) { return i == 0 || i == 10 || i == 40; }), 1);
    const std::unique_ptr<gsl_rng, decltype(&gsl_rng_free)> random(gsl_rng_alloc(gsl_rng_mt19937),
                                                                   gsl_rng_free);
    // Geometric with mean 20: 0.95^9 - 0.95^30 between 10 and 30.
    EXPECT_NEAR(MeasureRegularity([&](int) { return gsl_rng_uniform(random.get()) < 0.05; }),
                0.416,
                0.05);
}

} // namespace

} // namespace ns3
