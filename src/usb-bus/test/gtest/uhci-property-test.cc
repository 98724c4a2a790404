// SPDX-License-Identifier: GPL-2.0-only

// The lazy controller against one that walks every item of its lists, on random schedules; and
// what must hold whatever happens: bytes are conserved, looking ahead changes nothing.

#include "uhci-naive.h"
#include "uhci-scenario.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t SEEDS = 150;

/// Compare frames one by one; a record of the lazy controller may stand for a run of them.
template <typename Lazy, typename Naive>
void
ExpectSameFrames(const Lazy& lazy, const Naive& naive)
{
    size_t next = 0;
    for (const auto& record : lazy.frames)
    {
        UhciFrameRecord sum{.frame = record.frame, .frames = 0};
        for (int64_t i = 0; i < record.frames && next < naive.frames.size(); ++i, ++next)
        {
            const UhciFrameRecord& one = naive.frames[next];
            ASSERT_EQ(one.frame, record.frame + i);
            ++sum.frames;
            sum.transactions += one.transactions;
            sum.naks += one.naks;
            sum.errors += one.errors;
            sum.bytesOut += one.bytesOut;
            sum.bytesIn += one.bytesIn;
            sum.dataBits += one.dataBits;
            sum.usedBits += one.usedBits;
            sum.interrupt = sum.interrupt || one.interrupt;
        }
        ASSERT_EQ(record.frames, sum.frames);
        EXPECT_EQ(record.transactions, sum.transactions) << "frame " << record.frame;
        EXPECT_EQ(record.naks, sum.naks) << "frame " << record.frame;
        EXPECT_EQ(record.errors, sum.errors) << "frame " << record.frame;
        EXPECT_EQ(record.bytesOut, sum.bytesOut) << "frame " << record.frame;
        EXPECT_EQ(record.bytesIn, sum.bytesIn) << "frame " << record.frame;
        EXPECT_EQ(record.dataBits, sum.dataBits) << "frame " << record.frame;
        EXPECT_EQ(record.usedBits, sum.usedBits) << "frame " << record.frame;
        EXPECT_EQ(record.interrupt, sum.interrupt) << "frame " << record.frame;
    }
    EXPECT_EQ(next, naive.frames.size());
}

template <typename Lazy, typename Naive>
void
ExpectSameTransactions(const Lazy& lazy, const Naive& naive)
{
    ASSERT_EQ(lazy.transactions.size(), naive.transactions.size());
    for (size_t i = 0; i < lazy.transactions.size(); ++i)
    {
        ASSERT_EQ(lazy.transactions[i], naive.transactions[i]) << "transaction " << i;
    }
}

template <typename Lazy, typename Naive>
void
ExpectSameTransfers(const Lazy& lazy, const Naive& naive)
{
    ASSERT_EQ(lazy.transfers.size(), naive.transfers.size());
    for (size_t i = 0; i < lazy.transfers.size(); ++i)
    {
        EXPECT_EQ(lazy.transfers[i].status, naive.transfers[i].status) << "transfer " << i;
        EXPECT_EQ(lazy.transfers[i].length, naive.transfers[i].length) << "transfer " << i;
        EXPECT_EQ(lazy.transfers[i].interrupt, naive.transfers[i].interrupt) << "transfer " << i;
    }
    EXPECT_EQ(lazy.interrupts, naive.interrupts);
}

/// What the device has seen.
void
ExpectSameDevice(ScriptedFunction& lazy, ScriptedFunction& naive)
{
    for (uint8_t number = 0; number < 10; ++number)
    {
        for (const bool in : {false, true})
        {
            const auto& a = lazy.GetPipe(number, in);
            const auto& b = naive.GetPipe(number, in);
            EXPECT_EQ(a.bytes, b.bytes);
            EXPECT_EQ(a.position, b.position);
            EXPECT_EQ(a.toggle, b.toggle);
            EXPECT_EQ(a.duplicates, b.duplicates);
            EXPECT_EQ(a.messageEnds, b.messageEnds);
        }
    }
}

/// Every byte that went over the bus is in some transfer's account, and the other way round.
template <typename Bench>
void
ExpectBytesConserved(const Bench& bench)
{
    uint64_t out = 0;
    uint64_t in = 0;
    for (const auto& transfer : bench.transfers)
    {
        const bool towardsHost = transfer.request.endpoint.in;
        (towardsHost ? in : out) += transfer.length;
        EXPECT_NE(transfer.status, UsbTransferStatus::IN_PROGRESS);
    }
    for (const auto& transaction : bench.transactions)
    {
        const bool setup = transaction.pid == UsbPid::SETUP;
        out += setup && transaction.handshake == UsbHandshake::ACK ? transaction.bytes : 0;
    }
    for (const auto& record : bench.frames)
    {
        out -= record.bytesOut;
        in -= record.bytesIn;
    }
    EXPECT_EQ(out, 0);
    EXPECT_EQ(in, 0);
}

} // namespace

class UhciProperty : public testing::TestWithParam<uint32_t>
{
  protected:
    using Pace = UhciBenchPace;

    static void Compare(bool errors, bool watching)
    {
        UhciScenario<NaiveUhci> naive(GetParam(), errors);
        naive.Run(Pace::FRAMES);
        for (const Pace pace : {Pace::LOOK_AHEAD, Pace::PLAN, Pace::FRAMES, Pace::RANDOM})
        {
            SCOPED_TRACE(testing::Message() << "pace " << static_cast<int>(pace));
            UhciScenario<UhciEngine> lazy(GetParam(), errors);
            lazy.bench.watchesTransactions = watching;
            lazy.Run(pace);
            if (watching)
            {
                ExpectSameTransactions(lazy.bench, naive.bench);
                ExpectBytesConserved(lazy.bench);
            }
            ExpectSameTransfers(lazy.bench, naive.bench);
            ExpectSameFrames(lazy.bench, naive.bench);
            ExpectSameDevice(lazy.bench.function, naive.bench.function);
            if (HasFatalFailure())
            {
                return;
            }
        }
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
    scenario.Run(Pace::LOOK_AHEAD);
    std::map<uint32_t, uint64_t> bytes;
    for (const auto& transfer : scenario.bench.transfers)
    {
        const UsbEndpoint& endpoint = transfer.request.endpoint;
        bytes[ScriptedFunction::GetIndex(endpoint.number, endpoint.in)] += transfer.length;
    }
    for (uint8_t number = 1; number < 9; ++number)
    {
        for (const bool in : {false, true})
        {
            const auto& pipe = scenario.bench.function.GetPipe(number, in);
            EXPECT_EQ(pipe.bytes, bytes[ScriptedFunction::GetIndex(number, in)]);
            EXPECT_EQ(pipe.duplicates, 0) << "pipe " << +number << (in ? " in" : " out");
        }
    }
}

TEST_P(UhciProperty, FunctionIsWokenInTime)
{
    UhciScenario<UhciEngine> scenario(GetParam(), false);
    scenario.Run(Pace::LOOK_AHEAD);
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
        scenario.Run(UhciBenchPace::FRAMES);
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
        scenario.Run(UhciBenchPace::PLAN);
        kept += scenario.bench.plansKept;
    }
    EXPECT_GT(kept, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         UhciProperty,
                         testing::Range(1U, SEEDS + 1),
                         testing::PrintToStringParamName());
