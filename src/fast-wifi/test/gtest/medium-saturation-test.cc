// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Saturated stations against Bianchi's model (IEEE Journal on Selected Areas in Communications
// 18(3), 2000) with a finite number of attempts, and what must hold under any load.

#include "medium-script.h"

#include <cmath>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

namespace
{

using Result = MediumAttempt::Result;

/// Counts what saturated stations do.
class SaturatedEnvironment : public MediumEnvironment
{
  public:
    uint64_t attempts{0};
    uint64_t failures{0};
    uint64_t dropped{0};
    uint64_t delivered{0};
    MediumFrame frame;

    MediumFrame GetFrame(MediumFunction) override
    {
        return frame;
    }

    uint32_t DrawSlots(MediumFunction, uint32_t window) override
    {
        return std::uniform_int_distribution<uint32_t>(0, window)(m_random);
    }

    std::optional<std::size_t> Detect(MediumStation,
                                      std::span<const MediumTransmission>,
                                      std::size_t) override
    {
        return {};
    }

    bool Decode(MediumStation, std::span<const MediumTransmission>) override
    {
        return false;
    }

    bool Note(const MediumAttempt& attempt) override
    {
        ++attempts;
        failures += attempt.result != Result::ACKNOWLEDGED;
        dropped += attempt.result == Result::RETRY_LIMIT;
        delivered += attempt.delivered;
        return true;
    }

  private:
    std::mt19937 m_random{1};
};

/// Bianchi's fixed point.
struct BianchiModel
{
    uint32_t stations;
    MediumRules rules;

    /// @param p probability that an attempt fails
    /// @return probability of an attempt in a slot
    double GetAttemptProbability(double p) const
    {
        double attempts = 0;
        double slots = 0;
        double weight = 1;
        for (uint32_t stage = 0; stage < rules.maxAttempts; ++stage)
        {
            const double window =
                std::min<double>(rules.cwMax, std::ldexp(rules.cwMin + 1.0, stage) - 1);
            attempts += weight;
            slots += weight * (1 + window / 2);
            weight *= p;
        }
        return attempts / slots;
    }

    static double GetExcess(double p, void* model)
    {
        const auto* self = static_cast<const BianchiModel*>(model);
        return 1 - std::pow(1 - self->GetAttemptProbability(p), self->stations - 1) - p;
    }

    /// @return probability that an attempt collides
    double Solve()
    {
        gsl_root_fsolver* solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
        gsl_function function{&BianchiModel::GetExcess, this};
        gsl_root_fsolver_set(solver, &function, 0, 1);
        while (gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                      gsl_root_fsolver_x_upper(solver),
                                      1e-9,
                                      0) == GSL_CONTINUE)
        {
            gsl_root_fsolver_iterate(solver);
        }
        const double root = gsl_root_fsolver_root(solver);
        gsl_root_fsolver_free(solver);
        return root;
    }
};

class MediumSaturationTest : public ::testing::TestWithParam<uint32_t>
{
};

TEST_P(MediumSaturationTest, CollidesAsBianchiSays)
{
    // The model counts a busy period as one slot for all, as EDCA does, and lets all stations go on
    // at the same instant after a collision, as is so without ACKTimeout.
    MediumRules rules;
    rules.earlyDecrement = true;
    rules.shortRetryLimit = rules.maxAttempts;
    SaturatedEnvironment environment;
    environment.frame = GetFrame1500(0);
    environment.frame.ackTimeout = 0;
    MediumAccess medium(environment, {});
    medium.AddStation();
    for (uint32_t i = 0; i < GetParam(); ++i)
    {
        const MediumFunction function = medium.AddFunction(medium.AddStation(), rules);
        medium.Start(function, 0);
        medium.Request(function, 0);
    }
    while (environment.attempts < 200'000)
    {
        medium.Advance(medium.GetNextInstant());
    }
    const double p = BianchiModel{GetParam(), rules}.Solve();
    const auto attempts = static_cast<double>(environment.attempts);
    EXPECT_NEAR(static_cast<double>(environment.failures) / attempts, p, 0.006);
    // A frame is given up after seven failures in a row.
    const double frames = attempts * (1 - p) / (1 - std::pow(p, 7));
    EXPECT_NEAR(static_cast<double>(environment.dropped) / frames, std::pow(p, 7), 0.002);
}

INSTANTIATE_TEST_SUITE_P(Stations, MediumSaturationTest, ::testing::Values(1, 2, 5, 10, 16, 32));

/// Random frames at random times.
class MediumLoadTest : public ::testing::TestWithParam<uint32_t>
{
  protected:
    static constexpr uint32_t STATIONS = 5;

    /// @param often whether the medium is advanced at many instants
    /// @return what was noted
    static MediumScript Run(uint32_t seed, bool often)
    {
        MediumScript script;
        script.receptions[1] = {0, true};
        script.receptions[2] = {0, false};
        MediumTiming timing;
        MediumAccess medium(script, timing);
        std::mt19937 random(seed);
        const auto draw = [&random](uint32_t most) {
            return std::uniform_int_distribution<uint32_t>(0, most)(random);
        };
        for (MediumStation station = 0; station < STATIONS; ++station)
        {
            medium.AddStation();
            for (uint32_t category = 0; category < 2; ++category)
            {
                MediumRules rules;
                rules.earlyDecrement = seed % 2 == 0;
                rules.idleAccess = seed % 2 == 0 ? MediumRules::IdleAccess::SLOT_BOUNDARY
                                                 : MediumRules::IdleAccess::WAIT_GAP;
                rules.gap += category * draw(2) * 20 * US;
                rules.cwMin = draw(1) == 0 ? 7 : 15;
                rules.maxAttempts = 1 + draw(6);
                std::deque<uint32_t> slots;
                std::generate_n(std::back_inserter(slots), 2000, [&] { return draw(15); });
                const MediumFunction function = 2 * station.value + category;
                script.slots[function] = slots;
                medium.Start(medium.AddFunction(station, rules), 0);
            }
        }
        MediumTime now = 0;
        for (int i = 0; i < 1000; ++i)
        {
            const MediumTime next = now + draw(3000) * US / 2;
            for (; often && now < next; now += 7 * US)
            {
                medium.Advance(now);
            }
            now = next;
            medium.Advance(now);
            const MediumFunction function = draw(2 * STATIONS - 1);
            MediumStation receiver = draw(STATIONS - 1);
            receiver = receiver == function.value / 2 ? MEDIUM_EVERYBODY : receiver;
            MediumFrame frame = draw(1) == 0 || receiver == MEDIUM_EVERYBODY
                                    ? GetFrame1500(receiver)
                                    : GetProtected1500(receiver);
            frame.data -= draw(1000) * US;
            script.frames[function].push_back(frame);
            medium.Request(function, now);
        }
        medium.Advance(now + 1'000'000 * US);
        EXPECT_EQ(medium.GetNextInstant(), MEDIUM_NEVER);
        for (const auto& [function, frames] : script.frames)
        {
            EXPECT_TRUE(frames.empty()) << function;
        }
        return script;
    }
};

TEST_P(MediumLoadTest, ResultDoesNotDependOnWhenItIsComputed)
{
    const MediumScript lazy = Run(GetParam(), false);
    const MediumScript often = Run(GetParam(), true);
    ASSERT_EQ(lazy.attempts.size(), often.attempts.size());
    for (std::size_t i = 0; i < lazy.attempts.size(); ++i)
    {
        const MediumAttempt& a = lazy.attempts[i];
        const MediumAttempt& b = often.attempts[i];
        EXPECT_EQ(std::tie(a.function, a.begin, a.completion, a.result, a.delivered),
                  std::tie(b.function, b.begin, b.completion, b.result, b.delivered));
    }
}

TEST_P(MediumLoadTest, ExchangesDoNotOverlapAndFramesAreConserved)
{
    const MediumScript script = Run(GetParam(), false);
    MediumTime end = 0;
    MediumTime begin = 0;
    std::size_t final = 0;
    for (const MediumAttempt& attempt : script.attempts)
    {
        final += attempt.IsFinal();
        EXPECT_GE(attempt.completion, attempt.begin);
        const bool together = attempt.begin <= begin + 4 * US;
        // At least SIFS and two slots lie between exchanges.
        EXPECT_TRUE(together || attempt.begin >= end + 50 * US)
            << attempt.begin << " after " << end;
        begin = together ? begin : attempt.begin;
        // A sender that missed an answer waits longer than the medium is busy.
        if (attempt.result == Result::ACKNOWLEDGED || attempt.result == Result::SENT)
        {
            end = std::max(end, attempt.completion);
        }
    }
    EXPECT_EQ(final, 1000);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MediumLoadTest, ::testing::Range(1U, 21U));

} // namespace
