// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What must hold on any path: everything arrives, counters agree with the tags of the segments, the
// timer runs. TcpLinux24LossyPath checks it after each step.

#include "tcp-linux24-lossy-path.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t SEGMENTS = 60;
constexpr uint32_t MSS = 1448;
constexpr uint64_t SEEDS = 60;

/// A kernel, its peer, a name for messages.
struct Profile
{
    const char* name;
    TcpLinux24Options options{};
    TcpLinux24ReceiverSetup peer{};
};

void
PrintTo(const Profile& profile, std::ostream* stream)
{
    *stream << profile.name;
}

TcpLinux24Options
MakeKernel268(bool frto)
{
    TcpLinux24Options options;
    options.ticksPerSecond = 1000;
    options.retransStampFromSyn = false;
    options.rttSeqFromUna = false;
    options.firstDeviation = 2;
    options.finalCutPush = false;
    options.bic = true;
    options.frto = frto;
    return options;
}

std::vector<Profile>
MakeProfiles()
{
    TcpLinux24Options withoutFack;
    withoutFack.fack = false;
    return {
        {"SunPeer"},
        {"LinuxPeer", {}, {.dsack = true}},
        {"SmallWindow", {}, {.window = 16 * MSS}},
        {"OddWindow", {}, {.window = 24576}},
        {"WithoutSack", {}, {.sack = false}},
        {"WithoutTimestamps", {}, {.timestamps = false}},
        {"WithoutOptions", {}, {.sack = false, .timestamps = false}},
        {"WithoutFack", withoutFack, {.dsack = true}},
        {"Kernel268", MakeKernel268(false), {.dsack = true}},
        {"Kernel268Frto", MakeKernel268(true), {.dsack = true}},
        {"Kernel268FrtoWithoutSack", MakeKernel268(true), {.sack = false}},
    };
}

class TcpLinux24SenderProperty : public ::testing::TestWithParam<Profile>
{
  protected:
    static TcpLinux24PathSetup MakeSetup()
    {
        TcpLinux24PathSetup setup;
        setup.bytes = SEGMENTS * MSS;
        setup.options = GetParam().options;
        setup.options.synRetries = 15; // five repeats are too few for one handshake in 500
        setup.peer = GetParam().peer;
        return setup;
    }

    /// Transfers over a path that differs in its random draws.
    /// @return refusals of the link queue
    static uint64_t RunSeeds(TcpLinux24PathSetup setup)
    {
        uint64_t refusals = 0;
        for (uint64_t seed = 1; seed <= SEEDS && !HasFailure(); ++seed)
        {
            SCOPED_TRACE("seed " + std::to_string(seed));
            setup.seed = seed;
            TcpLinux24LossyPath path{setup};
            path.Run();
            refusals += path.GetRefusals();
        }
        return refusals;
    }
};

INSTANTIATE_TEST_SUITE_P(Profiles,
                         TcpLinux24SenderProperty,
                         ::testing::ValuesIn(MakeProfiles()),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace

TEST_P(TcpLinux24SenderProperty, PerfectPathNeedsNoRetransmission)
{
    TcpLinux24LossyPath path{MakeSetup()};
    path.Run();
    EXPECT_EQ(path.GetRetransmissions(), 0u);
    EXPECT_EQ(path.GetTimeouts(), 0u);
}

TEST_P(TcpLinux24SenderProperty, EachSegmentLostOnce)
{
    for (uint64_t lost = 1; lost <= SEGMENTS && !HasFailure(); ++lost)
    {
        SCOPED_TRACE("loss of segment " + std::to_string(lost));
        auto setup = MakeSetup();
        setup.losses = {lost};
        TcpLinux24LossyPath path{setup};
        path.Run();
        if (setup.peer.sack)
        {
            EXPECT_EQ(path.GetRetransmissions(), 1u) << "only what was lost is sent again";
        }
        EXPECT_GE(path.GetRetransmissions(), 1u);
        EXPECT_LE(path.GetTimeouts(), 1u);
    }
}

TEST_P(TcpLinux24SenderProperty, PairsOfSegmentsLost)
{
    for (uint64_t first = 1; first <= SEGMENTS; ++first)
    {
        for (uint64_t second = first + 1; second <= first + 12 && !HasFailure(); ++second)
        {
            SCOPED_TRACE("loss of segments " + std::to_string(first) + ", " +
                         std::to_string(second));
            auto setup = MakeSetup();
            setup.losses = {first, second};
            TcpLinux24LossyPath(setup).Run();
        }
    }
}

TEST_P(TcpLinux24SenderProperty, PeriodicLoss)
{
    for (uint32_t period = 2; period <= SEGMENTS && !HasFailure(); ++period)
    {
        SCOPED_TRACE("each segment number " + std::to_string(period) + " lost");
        auto setup = MakeSetup();
        setup.lossPeriod = period;
        setup.close = period % 2 == 0;
        TcpLinux24LossyPath(setup).Run();
    }
}

TEST_P(TcpLinux24SenderProperty, RandomLossBothWays)
{
    for (uint32_t percent = 1; percent <= 20; ++percent)
    {
        SCOPED_TRACE(std::to_string(percent) + " percent");
        auto setup = MakeSetup();
        setup.dataLoss = percent;
        setup.ackLoss = percent;
        RunSeeds(setup);
    }
}

TEST_P(TcpLinux24SenderProperty, LossReorderingDuplicationAndSmallWrites)
{
    auto setup = MakeSetup();
    setup.bytes = 200 * MSS + 77;
    setup.dataLoss = 4;
    setup.ackLoss = 6;
    setup.duplication = 8;
    setup.reordering = 15;
    setup.close = true;
    RunSeeds(setup);
    for (const uint32_t size : {100U, 700U, 2000U, 9000U})
    {
        setup.writeSize = size;
        setup.bytes = 40 * size;
        setup.options.noDelay = size == 700;
        RunSeeds(setup);
    }
}

TEST_P(TcpLinux24SenderProperty, PathMtuThatChanges)
{
    auto setup = MakeSetup();
    setup.bytes = 200 * MSS + 77;
    setup.close = true;
    uint64_t tooLong = 0;
    for (const uint32_t period : {1U, 7U, 30U})
    {
        setup.mtuPeriod = period;
        for (uint64_t seed = 1; seed <= SEEDS && !HasFailure(); ++seed)
        {
            SCOPED_TRACE("period " + std::to_string(period) + ", seed " + std::to_string(seed));
            setup.seed = seed;
            setup.dataLoss = setup.ackLoss = static_cast<uint32_t>(seed % 5);
            TcpLinux24LossyPath path{setup};
            path.Run();
            tooLong += path.GetTooLong();
        }
    }
    EXPECT_GT(tooLong, 0u);
}

TEST_P(TcpLinux24SenderProperty, LinkQueueThatRefuses)
{
    auto setup = MakeSetup();
    setup.bytes = 200 * MSS;
    setup.dataLoss = 2;
    setup.close = true;
    setup.peer.window = std::min<uint32_t>(setup.peer.window, 64 * MSS);
    uint64_t refusals = 0;
    for (const uint32_t queue : {1, 2, 5, 12})
    {
        setup.linkQueue = queue;
        refusals += RunSeeds(setup);
    }
    EXPECT_GT(refusals, 0u);
}
