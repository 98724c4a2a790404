// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The high-speed controller on schedules that can be computed by hand, by the numbers of
// ehci-reference.h.

#include "ehci-naive.h"
#include "ehci-reference.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

using namespace ns3;

namespace
{

constexpr uint32_t PER_MICROFRAME = 13; ///< transactions of the largest size

/// Keep @p outstanding transfers of @p length on an endpoint.
void
Saturate(EhciBench& bench, uint8_t endpoint, bool in, uint32_t length, uint32_t outstanding)
{
    for (uint32_t i = 0; i < outstanding; ++i)
    {
        bench.Submit(MakeBulk(endpoint, in, length, true));
    }
}

/// Hand in another transfer for each that is over.
void
Repeat(EhciBench& bench)
{
    bench.onDone = [&bench](uint32_t transfer) { bench.Submit(bench.transfers[transfer].request); };
}

} // namespace

class EhciThreshold : public testing::TestWithParam<uint32_t>
{
};

TEST_P(EhciThreshold, InterruptsRiseAtIt)
{
    EhciBench bench({.engine = {.interruptThreshold = GetParam()}});
    bench.Submit(MakeBulk(1, false, 8192));
    bench.Run(20 * MICROFRAME);
    EXPECT_EQ(bench.GetOutBytes(), (std::vector<uint32_t>{13 * 512, 3 * 512}));
    EXPECT_EQ(bench.transfers[0].lastEnd, MICROFRAME + SOF + 3 * PACKET);
    EXPECT_EQ(bench.transfers[0].interrupt, std::max(2U, GetParam()) * MICROFRAME);
}

INSTANTIATE_TEST_SUITE_P(Microframes,
                         EhciThreshold,
                         testing::Values(1, 8),
                         testing::PrintToStringParamName());

TEST(EhciEngine, AShortTransferEndsInItsMicroframe)
{
    EhciBench bench;
    bench.Submit(MakeBulk(1, false, 1600));
    bench.Run(20 * MICROFRAME);
    EXPECT_EQ(bench.GetOutBytes(), std::vector<uint32_t>{1600});
    EXPECT_EQ(bench.transfers[0].lastEnd, 14744); // 184 + 3 x 4536 + 952
    EXPECT_EQ(bench.transfers[0].interrupt, MICROFRAME);
}

TEST(EhciEngine, FewerPacketsFitWithTheWorstStuffing)
{
    // 4536 + 4112 / 6 = 5221 bits, (60000 - 480 - 5221 - 184) / 5221 = 10.4.
    EhciBench::Setup setup;
    setup.timing.stuffing = UsbBitStuffing::WORST;
    EhciBench bench(setup);
    Saturate(bench, 1, false, 51200, 1);
    bench.Run(5 * MICROFRAME);
    EXPECT_EQ(bench.GetOutBytes(), std::vector<uint32_t>(5, 11 * 512));
}

// A transaction of the largest size may begin at bit 60000 - 480 - 4536 = 54984 of the microframe
// and no later. The fetch before each moves the eighth to it, 184 + 7 x 4536 + 8 x 2881 = 54984, or
// the first, 184 + 54800 = 54984.
TEST(EhciEngine, ThePacketsOfAMicroframeEndBeforeTheGuard)
{
    for (const auto& [fetch, packets] :
         {std::pair{2881U, 8U}, std::pair{2882U, 7U}, std::pair{54800U, 1U}, std::pair{54801U, 0U}})
    {
        EhciBench::Setup setup;
        setup.timing.fetchBits = fetch;
        EhciBench bench(setup);
        Saturate(bench, 1, false, 51200, 1);
        bench.Run(3 * MICROFRAME);
        EXPECT_EQ(bench.function.GetPipe(1, false).bytes, 3 * packets * 512) << fetch;
    }
}

// A periodic transaction needs room for itself alone: one of 64 bytes takes 440 + 512 = 952 bits
// and may begin at 60000 - 480 - 952 = 58568, which is 184 + 58384. One bit later it waits for its
// next microframe.
TEST(EhciEngine, AnInterruptTransactionEndsBeforeTheGuard)
{
    for (const auto& [fetch, packets] : {std::pair{58384U, 3U}, std::pair{58385U, 0U}})
    {
        EhciBench::Setup setup;
        setup.timing.fetchBits = fetch;
        EhciBench bench(setup);
        bench.function.SetPackets(8, [](uint32_t) { return 64; });
        UsbTransferRequest request = MakeBulk(8, true, 64);
        request.type = UsbTransferType::INTERRUPT;
        for (int i = 0; i < 3; ++i)
        {
            bench.Submit(request);
        }
        bench.Run(3 * MICROFRAME);
        EXPECT_EQ(bench.transactions.size(), packets) << fetch;
    }
}

TEST(EhciEngine, AShortPacketLeadsToTheNextTransferInTheSameMicroframe)
{
    EhciBench bench;
    bench.function.SetPackets(1, {512, 100, 512, 512, 60, 0, 512, 7});
    for (uint32_t i = 0; i < 6; ++i)
    {
        bench.Submit(MakeBulk(1, true, 3072));
    }
    bench.Run(4 * MICROFRAME);
    EXPECT_EQ(bench.GetInBytes(), (std::vector<uint32_t>{4 * 512 + 100 + 60 + 7}));
    const std::vector<uint32_t> lengths{612, 1084, 0, 519};
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(bench.transfers[i].status, UsbTransferStatus::COMPLETE);
        EXPECT_EQ(bench.transfers[i].length, lengths[i]);
        EXPECT_EQ(bench.transfers[i].interrupt, MICROFRAME);
    }
    EXPECT_EQ(bench.transfers[4].status, UsbTransferStatus::IN_PROGRESS);
    EXPECT_EQ(bench.function.GetPipe(1, true).duplicates, 0);
}

TEST(EhciEngine, AShortPacketThatIsNotOkStopsTheQueueForTheDriver)
{
    EhciBench bench;
    bench.function.SetPackets(1, {100, 100, 100});
    UsbTransferRequest request = MakeBulk(1, true, 3072);
    request.shortNotOk = true;
    for (uint32_t i = 0; i < 3; ++i)
    {
        bench.Submit(request);
    }
    bench.Run(8 * MICROFRAME);
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(bench.transfers[i].length, 100);
        EXPECT_EQ(bench.transfers[i].interrupt, (i + 1) * MICROFRAME);
    }
}

TEST(EhciEngine, AShortPacketBeforeTheLastQtdStopsTheQueueForTheDriver)
{
    EhciBench bench;
    bench.function.SetPackets(1, {100, 512, 512, 200});
    bench.Submit(MakeBulk(1, true, 30720)); // two qTDs of at most 20480 bytes
    bench.Submit(MakeBulk(1, true, 3072));
    bench.Run(8 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].length, 100);
    EXPECT_EQ(bench.transfers[0].interrupt, MICROFRAME);
    EXPECT_EQ(bench.transfers[1].length, 1224);
    EXPECT_EQ(bench.transfers[1].interrupt, 2 * MICROFRAME);
}

TEST(EhciEngine, AShortDataStageLeadsToTheStatusStage)
{
    EhciBench bench;
    bench.function.SetPackets(0, {18});
    UsbTransferRequest request = MakeBulk(0, true, 64);
    request.type = UsbTransferType::CONTROL;
    bench.Submit(request);
    bench.Run(2 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].length, 18);
    ASSERT_EQ(bench.transactions.size(), 3);
    EXPECT_EQ(bench.transactions[0].pid, UsbPid::SETUP);
    EXPECT_EQ(bench.transactions[1].pid, UsbPid::IN);
    EXPECT_EQ(bench.transactions[2].pid, UsbPid::OUT);
}

class EhciFairness : public testing::TestWithParam<uint32_t>
{
};

TEST_P(EhciFairness, SaturatedEndpointsShareTheBus)
{
    const uint32_t endpoints = GetParam();
    EhciBench bench;
    bench.watchesTransactions = false;
    Repeat(bench);
    for (uint32_t i = 1; i <= endpoints; ++i)
    {
        Saturate(bench, static_cast<uint8_t>(i), false, 5120, 3);
    }
    constexpr uint32_t MICROFRAMES = 800;
    bench.Run(MICROFRAMES * MICROFRAME);
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    uint64_t sum = 0;
    for (uint32_t i = 1; i <= endpoints; ++i)
    {
        const uint64_t bytes = bench.function.GetPipe(static_cast<uint8_t>(i), false).bytes;
        least = std::min(least, bytes);
        most = std::max(most, bytes);
        sum += bytes;
    }
    // Each endpoint has one transaction in turn, so that none is ever more than one ahead.
    EXPECT_LE(most - least, 512);
    EXPECT_EQ(sum, uint64_t{MICROFRAMES} * PER_MICROFRAME * 512);
}

INSTANTIATE_TEST_SUITE_P(Endpoints,
                         EhciFairness,
                         testing::Values(1, 2, 12, 13, 14, 15),
                         testing::PrintToStringParamName());

TEST(EhciEngine, BothDirectionsTogetherFillTheMicroframe)
{
    EhciBench bench;
    bench.watchesTransactions = false;
    Repeat(bench);
    bench.function.SetPackets(1, [](uint32_t) { return 512; });
    Saturate(bench, 1, true, 5120, 4);
    Saturate(bench, 1, false, 5120, 4);
    constexpr uint32_t MICROFRAMES = 100;
    bench.Run(MICROFRAMES * MICROFRAME);
    const uint64_t in = bench.function.GetPipe(1, true).bytes;
    const uint64_t out = bench.function.GetPipe(1, false).bytes;
    EXPECT_EQ(in + out, uint64_t{MICROFRAMES} * PER_MICROFRAME * 512);
    EXPECT_EQ(in, out);
}

TEST(EhciEngine, RefusalsAreCountedAndTheListSleeps)
{
    EhciBench bench;
    bench.Submit(MakeBulk(1, true, 512)); // has nothing to send
    bench.Run(MICROFRAME, UsbBenchPace::FRAMES);
    // RL = 4: four refusals, then the list counts as empty, and sleeps for 10 us; no transaction
    // may start after bit 60000 - 480 - 4536.
    uint32_t naks = 0;
    for (UsbBitTime bit = SOF; bit <= MICROFRAME - 480 - PACKET; bit += SLEEP)
    {
        for (uint32_t i = 0; i < 4 && bit <= MICROFRAME - 480 - PACKET; ++i, bit += NAK)
        {
            ++naks;
        }
    }
    EXPECT_EQ(bench.GetFrame(0).naks, naks);
    EXPECT_EQ(bench.GetFrame(0).usedBits, SOF + naks * NAK);
    EXPECT_EQ(naks, 40);
}

TEST(EhciEngine, ARefusedOutIsAskedForByPing)
{
    EhciBench bench;
    constexpr UsbBitTime OPEN = 20000;
    bench.function.SetFlips(1, false, {0, OPEN});
    bench.Submit(MakeBulk(1, false, 512));
    bench.Run(2 * MICROFRAME, UsbBenchPace::FRAMES);
    // Data and four PINGs are refused, the list sleeps; four PINGs, sleep, and so on: the first
    // PING after bit 20000 finds room, and the data follows.
    UsbBitTime bit = SOF + PACKET + 4 * NAK + SLEEP;
    uint32_t naks = 5;
    while (bit < OPEN)
    {
        for (uint32_t i = 0; i < 4 && bit < OPEN; ++i, bit += NAK)
        {
            ++naks;
        }
        bit += bit < OPEN ? SLEEP : 0;
    }
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::naks), naks);
    EXPECT_EQ(bench.transfers[0].lastEnd, bit + NAK + PACKET);
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, 512);
}

TEST(EhciEngine, AnHourOfRefusalsIsCountedNotWalked)
{
    constexpr uint64_t MICROFRAMES = 3600 * 8000;
    EhciBench bench;
    bench.watchesTransactions = false;
    bench.Submit(MakeBulk(1, true, 512));
    bench.Run(MICROFRAMES * MICROFRAME);
    // The first microframe ends when the counter has just been reloaded, so all others begin with
    // the queue head, and are alike.
    UsbBench<NaiveEhci, EhciBenchKit> naive;
    naive.Submit(MakeBulk(1, true, 512));
    naive.Run(6 * MICROFRAME, UsbBenchPace::FRAMES);
    for (size_t i = 2; i < naive.frames.size(); ++i)
    {
        EXPECT_EQ(naive.frames[i].naks, naive.frames[1].naks);
    }
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::naks),
              naive.frames[0].naks + (MICROFRAMES - 1) * naive.frames[1].naks);
    EXPECT_LT(bench.function.calls, 1000);
}

TEST(EhciEngine, AStallHaltsTheQueueUntilTheDriverHasSeenIt)
{
    EhciBench bench;
    bench.function.SetOutHandshake(1, UsbHandshake::STALL);
    bench.Submit(MakeBulk(1, false, 2048));
    bench.Submit(MakeBulk(1, false, 512));
    bench.Run(4 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::STALLED);
    EXPECT_EQ(bench.transfers[0].length, 512);
    EXPECT_EQ(bench.transfers[0].interrupt, MICROFRAME);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[1].interrupt, 2 * MICROFRAME);
    EXPECT_FALSE(bench.Submit(MakeBulk(1, false, 512)));
    EXPECT_EQ(bench.lastStatus, UsbTransferStatus::STALLED);
    bench.hcd.ClearHalt({.address = 1, .number = 1, .in = false});
    EXPECT_TRUE(bench.Submit(MakeBulk(1, false, 512)));
}

TEST(EhciEngine, PeriodicTransfersComeFirstAndAtTheirInterval)
{
    EhciBench bench;
    Repeat(bench);
    Saturate(bench, 1, false, 51200, 3);
    bench.function.SetPackets(8, [](uint32_t) { return 64; });
    UsbTransferRequest request = MakeBulk(8, true, 64);
    request.type = UsbTransferType::INTERRUPT;
    request.interval = 5; // rounded down to 4 microframes
    bench.Submit(request);
    bench.Run(40 * MICROFRAME);
    std::vector<UsbBitTime> starts;
    for (const auto& transaction : bench.transactions)
    {
        if (transaction.pid == UsbPid::IN)
        {
            starts.push_back(transaction.start);
        }
    }
    ASSERT_EQ(starts.size(), 10);
    for (size_t i = 0; i < starts.size(); ++i)
    {
        EXPECT_EQ(starts[i], static_cast<UsbBitTime>(4 * i) * MICROFRAME + SOF);
    }
}

TEST(EhciEngine, AnUnlinkedTransferLeavesAndComesBackInTheNextMicroframe)
{
    EhciBench bench;
    bench.function.SetPackets(1, {512, 512, 512, 512});
    for (uint32_t i = 0; i < 3; ++i)
    {
        bench.Submit(MakeBulk(1, true, 1024));
    }
    bench.At(SOF + 2 * PACKET + 100, [&bench] { bench.Unlink(1); });
    bench.Run(4 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::UNLINKED);
    EXPECT_EQ(bench.transfers[1].length, 512); // its transaction was on the wire
    EXPECT_EQ(bench.transfers[1].interrupt, MICROFRAME);
    EXPECT_EQ(bench.transfers[2].status, UsbTransferStatus::IN_PROGRESS);
}

namespace
{

/// @param number of an isochronous endpoint
/// @return eight packets to it
UsbTransferRequest
MakeIsochronous(uint8_t number = 9)
{
    UsbTransferRequest request = MakeBulk(number, false, 100);
    request.type = UsbTransferType::ISOCHRONOUS;
    request.packets = 8;
    return request;
}

} // namespace

// FRINDEX stands still while the controller is halted (EHCI 1.0, 2.3.4).
TEST(EhciEngine, IsochronousTransfersOutlastAHalt)
{
    EhciBench bench;
    bench.function.SetIsochronous(9);
    bench.function.SetIsochronous(8);
    bench.At(10 * MICROFRAME + 5, [&] { bench.Submit(MakeIsochronous()); }); // 11 to 18
    bench.At(12 * MICROFRAME + 30000, [&] { bench.engine.Halt(); });
    bench.At(13 * MICROFRAME, [&] { bench.Submit(MakeIsochronous(8)); }); // 13 to 20
    bench.At(100 * MICROFRAME + 9, [&] { bench.StartAgain(); });
    bench.Run(200 * MICROFRAME);
    EXPECT_EQ(bench.GetFrames(0), (std::vector<int64_t>{11, 12, 102, 103, 104, 105, 106, 107}));
    EXPECT_EQ(bench.GetFrames(1), (std::vector<int64_t>{102, 103, 104, 105, 106, 107, 108, 109}));
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
}

// An endpoint without high bandwidth has one transaction in a microframe (USB 2.0, 5.9.2).
TEST(EhciEngine, AnEndpointTakesOneIsochronousTransferAtATime)
{
    EhciBench bench;
    bench.function.SetIsochronous(9);
    bench.At(10 * MICROFRAME + 5, [&] {
        bench.Submit(MakeIsochronous()); // 11 to 18
        bench.Submit(MakeIsochronous());
        EXPECT_EQ(bench.lastStatus, UsbTransferStatus::BUSY);
    });
    bench.onDone = [&](uint32_t transfer) {
        if (transfer == 0)
        {
            bench.Submit(MakeIsochronous());
        }
    };
    bench.Run(40 * MICROFRAME);
    ASSERT_EQ(bench.transfers.size(), 2);
    EXPECT_EQ(bench.GetFrames(0), (std::vector<int64_t>{11, 12, 13, 14, 15, 16, 17, 18}));
    EXPECT_EQ(bench.GetFrames(1), (std::vector<int64_t>{20, 21, 22, 23, 24, 25, 26, 27}));
}

// The controller may still hold a descriptor of the microframe in which its device was unplugged,
// and walks this microframe again after a halt. The descriptor is not used again before that is
// over.
TEST(EhciEngine, AHaltDoesNotFreeTheDescriptorsOfItsMicroframe)
{
    EhciBench bench;
    bench.function.SetIsochronous(9);
    bench.At(10 * MICROFRAME + 5, [&] { bench.Submit(MakeIsochronous()); });
    bench.At(13 * MICROFRAME + 30000, [&] {
        bench.engine.Halt();
        UsbHcd::Completion completion{};
        EXPECT_TRUE(bench.hcd.Abort(1, bench.engine.GetFrame(), completion));
        EXPECT_EQ(completion.actualLength, 300); // microframes 11 to 13
    });
    bench.At(50 * MICROFRAME - 5, [&] { bench.StartAgain(); });
    bench.At(50 * MICROFRAME + 5, [&] { bench.Submit(MakeIsochronous()); });
    bench.Run(200 * MICROFRAME);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.GetFrames(1), (std::vector<int64_t>{51, 52, 53, 54, 55, 56, 57, 58}));
}

// The first packet is due in the microframe with which the idle time ends, which a skip over idle
// microframes must not pass.
TEST(EhciEngine, IdleTimeEndsWithTheNextIsochronousPacket)
{
    EhciBench bench;
    bench.function.SetIsochronous(9);
    bench.At(10 * MICROFRAME, [&] {
        bench.Submit(MakeIsochronous());
        bench.engine.Halt();
        bench.StartAgain();
    });
    bench.Run(30 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.GetFrames(0), (std::vector<int64_t>{11, 12, 13, 14, 15, 16, 17, 18}));
}
