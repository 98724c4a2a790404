// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The lazy controller against one that walks every item of its lists, on random schedules; and
// what must hold whatever happens: bytes are conserved, looking ahead changes nothing.

#include "uhci-naive.h"
#include "uhci-scenario.h"
#include "usb-comparison.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t SEEDS = 150;

} // namespace

class UhciProperty : public testing::TestWithParam<uint32_t>
{
  protected:
    static void Compare(bool errors, bool watching)
    {
        ExpectLazyEqualsNaive<UhciScenario<UhciEngine>, UhciScenario<NaiveUhci>>(GetParam(),
                                                                                 errors,
                                                                                 watching);
    }
};

TEST_P(UhciProperty, LazyEqualsNaive)
{
    Compare(false, true);
}

TEST_P(UhciProperty, LazyEqualsNaiveWithErrors)
{
    Compare(true, true);
}

TEST_P(UhciProperty, PacketsTakenTogetherEqualNaive)
{
    Compare(false, false);
}

TEST_P(UhciProperty, DeviceAndHostAgreeOnBytes)
{
    UhciScenario<UhciEngine> scenario(GetParam(), false);
    scenario.Run(UsbBenchPace::LOOK_AHEAD);
    ExpectDeviceAndHostAgreeOnBytes(scenario.bench);
}

TEST_P(UhciProperty, FunctionIsWokenInTime)
{
    UhciScenario<UhciEngine> scenario(GetParam(), false);
    scenario.Run(UsbBenchPace::LOOK_AHEAD);
    std::vector<UsbBitTime> ends;
    for (uint8_t number = 0; number < 9; ++number)
    {
        const auto& pipe = scenario.bench.function.GetPipe(number, false);
        ends.insert(ends.end(), pipe.messageEnds.begin(), pipe.messageEnds.end());
    }
    std::sort(ends.begin(), ends.end());
    EXPECT_EQ(scenario.bench.wakes, ends);
}

TEST(UhciRepeat, ScenariosMakeUseOfIt)
{
    uint64_t repeats = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        UhciScenario<UhciEngine> scenario(seed, false);
        scenario.bench.watchesTransactions = false;
        scenario.Run(UsbBenchPace::FRAMES);
        repeats += scenario.bench.function.repeats;
    }
    EXPECT_GT(repeats, 100);
}

TEST(UhciPlan, ScenariosKeepIt)
{
    uint32_t kept = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        UhciScenario<UhciEngine> scenario(seed, false);
        scenario.Run(UsbBenchPace::PLAN);
        kept += scenario.bench.plansKept;
    }
    EXPECT_GT(kept, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         UhciProperty,
                         testing::Range(1U, SEEDS + 1),
                         testing::PrintToStringParamName());
