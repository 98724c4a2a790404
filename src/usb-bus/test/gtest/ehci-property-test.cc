// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The lazy high-speed controller against one that walks every item of its lists, on random
// schedules; and what must hold whatever happens: bytes are conserved, looking ahead changes
// nothing.

#include "ehci-naive.h"
#include "ehci-scenario.h"
#include "usb-comparison.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <tuple>

using namespace ns3;

namespace
{

constexpr uint32_t SEEDS = 60;

} // namespace

class EhciProperty : public testing::TestWithParam<uint32_t>
{
  protected:
    static void Compare(bool errors, bool watching)
    {
        ExpectLazyEqualsNaive<EhciScenario<EhciEngine>, EhciScenario<NaiveEhci>>(GetParam(),
                                                                                 errors,
                                                                                 watching);
    }
};

TEST_P(EhciProperty, LazyEqualsNaive)
{
    Compare(false, true);
}

TEST_P(EhciProperty, LazyEqualsNaiveWithErrors)
{
    Compare(true, true);
}

TEST_P(EhciProperty, PlansThatAreKeptEqualNaive)
{
    Compare(false, false);
}

TEST_P(EhciProperty, DeviceAndHostAgreeOnBytes)
{
    EhciScenario<EhciEngine> scenario(GetParam(), false);
    scenario.Run(UsbBenchPace::LOOK_AHEAD);
    ExpectDeviceAndHostAgreeOnBytes(scenario.bench);
}

/// Properties that are checked without the naive controller, because both controllers share the
/// driver, whose faults a comparison would not show.
class EhciLaws : public testing::TestWithParam<std::tuple<uint32_t, bool>>
{
  protected:
    EhciLaws()
        : scenario(std::get<0>(GetParam()), std::get<1>(GetParam()))
    {
        scenario.Run(UsbBenchPace::FRAMES);
    }

    EhciScenario<EhciEngine> scenario;
};

TEST_P(EhciLaws, EveryTransferComesBack)
{
    for (const auto& transfer : scenario.bench.transfers)
    {
        EXPECT_NE(transfer.status, UsbTransferStatus::IN_PROGRESS);
        EXPECT_LE(transfer.length, transfer.request.length * transfer.request.packets);
    }
}

TEST_P(EhciLaws, AnEndpointServesItsTransfersInOrder)
{
    std::map<uint32_t, uint32_t> served; // transfer that each endpoint has come to
    for (const auto& transaction : scenario.bench.transactions)
    {
        const auto& request = scenario.bench.transfers[transaction.transfer].request;
        const bool in = request.endpoint.in && request.endpoint.number != 0;
        uint32_t& current = served[ScriptedFunction::GetIndex(request.endpoint.number, in)];
        ASSERT_GE(transaction.transfer, current) << "at bit " << transaction.start;
        current = transaction.transfer;
    }
}

TEST_P(EhciLaws, OneTransactionAtATimeAndNoneAtTheEndOfAMicroframe)
{
    constexpr UsbBitTime MICROFRAME = 60000;
    const UsbTiming timing = UsbTiming::HighSpeed();
    UsbBitTime free = 0;
    for (const auto& transaction : scenario.bench.transactions)
    {
        const UsbBitTime begin = transaction.start / MICROFRAME * MICROFRAME;
        ASSERT_GE(transaction.start, std::max(free, begin + timing.sofBits));
        ASSERT_LE(transaction.end, begin + MICROFRAME - timing.guardBits);
        free = transaction.end;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         EhciLaws,
                         testing::Combine(testing::Range(1U, SEEDS + 1), testing::Bool()),
                         [](const auto& info) {
                             return std::to_string(std::get<0>(info.param)) +
                                    (std::get<1>(info.param) ? "Errors" : "");
                         });

TEST(EhciScenario, IsNoIdleLife)
{
    uint32_t kept = 0;
    uint32_t shortTransfers = 0;
    uint32_t unlinked = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        EhciScenario<EhciEngine> scenario(seed, false);
        scenario.Run(UsbBenchPace::PLAN);
        kept += scenario.bench.plansKept;
        for (const auto& transfer : scenario.bench.transfers)
        {
            unlinked += transfer.status == UsbTransferStatus::UNLINKED;
            shortTransfers += transfer.status == UsbTransferStatus::COMPLETE &&
                              transfer.length < transfer.request.length;
        }
    }
    EXPECT_GT(kept, 100);
    EXPECT_GT(shortTransfers, 100);
    EXPECT_GT(unlinked, 50);
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         EhciProperty,
                         testing::Range(1U, SEEDS + 1),
                         testing::PrintToStringParamName());
