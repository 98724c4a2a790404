// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Computed by hand. Times in ns, but short ones, so that they can be read.

#include "ns3/masked-transfers.h"

#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

/// Looks at 100, 200, ...; data of 50 or older; transfers of 10 bytes take 4, with gaps of 6.
constexpr MaskedTransfersOptions OPTIONS{.interval = 100,
                                         .age = 50,
                                         .bytes = 10,
                                         .transfer = 4,
                                         .gap = 6};

} // namespace

TEST(MaskedTransfers, WorkWithoutDataIsNotDelayed)
{
    MaskedTransfers transfers(OPTIONS);
    EXPECT_EQ(transfers.GetEnd(0, 1000), 1000);
    EXPECT_EQ(transfers.GetCounters().delay, 0);
}

// 25 bytes are three transfers: at 100, 110 and 120.
TEST(MaskedTransfers, WorkProceedsBeforeBetweenAndAfterTransfers)
{
    MaskedTransfers transfers(OPTIONS);
    transfers.Write(20, 15);
    transfers.Write(50, 10); // just old enough at 100
    EXPECT_EQ(transfers.GetEnd(60, 40), 100) << "ends when the flush begins";
    EXPECT_EQ(transfers.GetEnd(60, 41), 105) << "one more behind the first transfer";
    EXPECT_EQ(transfers.GetEnd(90, 22), 120) << "10 before, and 6 in each of two gaps";
    EXPECT_EQ(transfers.GetEnd(95, 20), 127) << "5 before, 12 in two gaps, 3 after 124";
    EXPECT_EQ(transfers.GetEnd(102, 1), 105) << "begins while interrupts are masked";
    EXPECT_EQ(transfers.GetEnd(106, 3), 109) << "within a gap";
    EXPECT_EQ(transfers.GetEnd(106, 5), 115);
    EXPECT_EQ(transfers.GetEnd(124, 50), 174) << "over";
    EXPECT_EQ(transfers.GetCounters().transfers, 3u);
    EXPECT_EQ(transfers.GetCounters().bytes, 25u);
}

TEST(MaskedTransfers, YoungDataWaitsForTheNextLook)
{
    MaskedTransfers transfers(OPTIONS);
    transfers.Write(51, 10); // 49 old at 100
    EXPECT_EQ(transfers.GetEnd(99, 10), 109);
    EXPECT_EQ(transfers.GetEnd(199, 10), 213);
}

// 300 bytes take 30 transfers and end at 394. What the looks at 200 and 300 find follows then.
TEST(MaskedTransfers, LongFlushDelaysTheNextOne)
{
    MaskedTransfers transfers(OPTIONS);
    transfers.Write(50, 300);
    transfers.Write(150, 10);
    transfers.Write(250, 10);
    EXPECT_EQ(transfers.GetEnd(394, 1), 399) << "behind a transfer from 394 to 398";
}

TEST(MaskedTransfers, TransfersWithoutGapStopTheHost)
{
    MaskedTransfersOptions options = OPTIONS;
    options.gap = 0;
    MaskedTransfers transfers(options);
    transfers.Write(0, 100);
    EXPECT_EQ(transfers.GetEnd(99, 2), 141) << "ten transfers of 4";
    EXPECT_EQ(transfers.GetCounters().delay, 40);
}

// Linux 2.0.32: tcpdump writes 84 bytes of each packet, of which there are 150 per second. A sector
// of 256 words takes 153.6 us in PIO mode 0.
TEST(MaskedTransfers, FlushOfTcpdumpInPioMode0)
{
    MaskedTransfers transfers({});
    for (int64_t i = 0; i < 750; ++i)
    {
        transfers.Write(i * 5'000'000'000 / 750, 84); // from the second on 62916 bytes: 123 sectors
    }
    constexpr int64_t LOOK = 35'000'000'000;
    EXPECT_EQ(transfers.GetEnd(LOOK - 5'000'000'000, 1000) - LOOK + 5'000'000'000, 1000 + 153'600)
        << "what was written at 0 s is 30 s old at 30 s";
    EXPECT_EQ(transfers.GetEnd(LOOK, 1000) - LOOK, 1000 + 123 * 153'600);
}

TEST(MaskedTransfers, RefusesValues)
{
    const auto make = [](auto change) {
        MaskedTransfersOptions options = OPTIONS;
        change(options);
        return MaskedTransfers(options);
    };
    EXPECT_THROW(make([](auto& o) { o.interval = 0; }), std::invalid_argument);
    EXPECT_THROW(make([](auto& o) { o.age = -1; }), std::invalid_argument);
    EXPECT_THROW(make([](auto& o) { o.bytes = 0; }), std::invalid_argument);
    EXPECT_THROW(make([](auto& o) { o.transfer = -1; }), std::invalid_argument);
    EXPECT_THROW(make([](auto& o) { o.gap = -1; }), std::invalid_argument);
}
