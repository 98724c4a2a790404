// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// On which frame a receiver locks, and whether it decodes it: noise of -90 dBm (1e-9 mW), detection
// from -82 dBm and 4 dB above the rest on.

#include "../../model/medium-receiver.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

class MediumReceiverTest : public ::testing::Test
{
  protected:
    MediumReceiverTest()
    {
        receiver.SetLevels(-90, -82, 4);
    }

    /// @param dbm powers of frames, which all began together
    /// @param first that the receiver can lock on
    /// @return the frame on which it locks
    std::optional<std::size_t> Detect(const std::vector<double>& dbm, std::size_t first = 0)
    {
        std::vector<MediumTransmission> frames(dbm.size());
        for (uint32_t i = 0; i < frames.size(); ++i)
        {
            frames[i].sender = i;
        }
        const auto power = [&dbm](const MediumTransmission& frame) {
            return MediumReceiver::FromDb(dbm[frame.sender.value]);
        };
        return receiver.Detect(frames, first, power).frame;
    }

    MediumReceiver receiver;
};

TEST_F(MediumReceiverTest, LocksOnTheStrongestThatExceedsTheRest)
{
    EXPECT_EQ(Detect({-70}), 0);
    EXPECT_EQ(Detect({-83}), std::nullopt) << "below the sensitivity";
    EXPECT_EQ(Detect({-70, -74.2}), 0);
    EXPECT_EQ(Detect({-70, -73.9}), std::nullopt) << "less than 4 dB";
    EXPECT_EQ(Detect({-74.2, -70}), 1);
    EXPECT_EQ(Detect({-70, -76, -76}), std::nullopt) << "the two make -73 dBm";
    EXPECT_EQ(Detect({-74.2, -70}, 1), 1);
    EXPECT_EQ(Detect({-70, -74.2}, 1), std::nullopt) << "the strong one had begun before";
}

TEST_F(MediumReceiverTest, NoiseMayHideWhatIsStrongEnough)
{
    EXPECT_DOUBLE_EQ(receiver.GetLeastMilliwatts(), MediumReceiver::FromDb(-82));
    receiver.SetLevels(-84, -82, 4);
    EXPECT_NEAR(receiver.GetLeastMilliwatts(), 1e-8, 1e-20) << "4 dB above the noise";
    EXPECT_EQ(Detect({-81}), std::nullopt);
    EXPECT_EQ(Detect({-79.9}), 0);
}

/// A frame from 0 to 1000, whose header ends at 200, and another one. Powers are 1e-7 mW, so that
/// the ratio is 100 alone, and 100/101 with the other one.
class MediumReceiverDecodeTest : public MediumReceiverTest
{
  protected:
    /// @param begin, end of the other frame
    /// @return probability that the first one is decoded, if it is 0.25 with the other one, and 1
    /// without it
    double GetSuccessRate(MediumTime begin, MediumTime end)
    {
        const std::vector<MediumTransmission> frames{{.sender = 0, .end = 1000, .plcp = 200},
                                                     {.sender = 1, .begin = begin, .end = end}};
        return receiver.GetSuccessRate(
            frames,
            [](const MediumTransmission&) { return 1e-7; },
            [this](double ratio) {
                ratios.push_back(ratio);
                return ratio > 10 ? 1 : 0.25;
            });
    }

    std::vector<double> ratios; ///< that were asked about
};

TEST_F(MediumReceiverDecodeTest, AloneItHasOneRatio)
{
    const MediumTransmission frame{.end = 1000, .plcp = 200};
    const double success = receiver.GetSuccessRate(
        std::span(&frame, 1),
        [](const MediumTransmission&) { return 1e-7; },
        [](double ratio) { return ratio; });
    EXPECT_NEAR(success, 100, 1e-9);
}

TEST_F(MediumReceiverDecodeTest, EachPartBehindTheHeaderHasItsOwn)
{
    EXPECT_DOUBLE_EQ(GetSuccessRate(0, 1000), 0.25) << "all of it";
    EXPECT_DOUBLE_EQ(GetSuccessRate(0, 200), 1) << "the header alone";
    EXPECT_DOUBLE_EQ(GetSuccessRate(600, 2000), 0.5) << "half of it: the root";
    EXPECT_DOUBLE_EQ(GetSuccessRate(0, 400), std::pow(0.25, 0.25)) << "a quarter";
    for (const double ratio : ratios)
    {
        EXPECT_TRUE(std::abs(ratio - 100) < 1e-9 || std::abs(ratio - 100.0 / 101) < 1e-9) << ratio;
    }
}

} // namespace
