// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The controller's outcomes one by one: errors, halt and run, PING, and what idle time costs.

#include "uhci-reference.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr int64_t HOUR_FRAMES = 3600000;

} // namespace

struct IdleCase
{
    const char* name;
    Reclamation reclamation;
    bool interruptPipe;
    bool bulkPipe;
    uint64_t naks;
    uint64_t calls; ///< at most
};

class UhciIdle : public testing::TestWithParam<IdleCase>
{
};

TEST_P(UhciIdle, AnHourCostsAFewSteps)
{
    const auto& c = GetParam();
    UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, c.reclamation)});
    if (c.bulkPipe)
    {
        bench.Submit(MakeBulk(2, true, 3000));
    }
    if (c.interruptPipe)
    {
        UsbTransferRequest request = MakeBulk(3, true, 8);
        request.type = UsbTransferType::INTERRUPT;
        request.interval = 8;
        bench.Submit(request);
    }
    EXPECT_EQ(bench.engine.FindNextAction(720), USB_NEVER);
    bench.Run(HOUR_FRAMES * MS);
    EXPECT_LE(bench.function.calls, c.calls);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::frames), HOUR_FRAMES);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::naks), c.naks);
    EXPECT_TRUE(bench.interrupts.empty());
    // And the controller is still there.
    bench.Submit(MakeBulk(1, false, 64));
    bench.Run((HOUR_FRAMES + 3) * MS);
    EXPECT_EQ(bench.transfers.back().status, UsbTransferStatus::COMPLETE);
}

// With the loop closed an idle IN is polled from bit 40 to bit 11352 each 64 bits: 177 times. The
// list with an interrupt pipe repeats after 128 frames.
INSTANTIATE_TEST_SUITE_P(
    Cases,
    UhciIdle,
    testing::Values(
        IdleCase{"NoPipe", Reclamation::OFF, false, false, 0, 50},
        IdleCase{"BulkPipe", Reclamation::OFF, false, true, HOUR_FRAMES, 50},
        IdleCase{"BulkPipeInLoop", Reclamation::ON, false, true, 177 * HOUR_FRAMES, 100},
        IdleCase{"InterruptPipe", Reclamation::OFF, true, false, HOUR_FRAMES / 8, 1500}),
    [](const auto& info) { return info.param.name; });

TEST(UhciEngine, ALostHandshakeIsRepeatedAndTheRepeatDiscarded)
{
    UhciBench bench(MakeDepthFirst());
    bench.engine.SetErrorDraw({3, true});
    bench.Submit(MakeBulk(1, false, P));
    bench.Run(5 * MS);
    const auto& pipe = bench.function.GetPipe(1, false);
    EXPECT_EQ(pipe.bytes, P);
    EXPECT_EQ(pipe.duplicates, 1);
    EXPECT_EQ(bench.transfers[0].length, P);
    EXPECT_EQ(bench.transfers[0].transactions, 26);
    EXPECT_EQ(bench.transactions[2].handshake, UsbHandshake::NO_ANSWER);
    EXPECT_EQ(bench.transactions[2].toggle, bench.transactions[3].toggle);
    EXPECT_EQ(bench.transactions[3].start, MS + 40); // the error ended the queue's frame
    EXPECT_EQ(bench.GetOutBytes(), (std::vector<uint32_t>{128, 1216, 256}));
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::errors), 1);
}

TEST(UhciEngine, DamagedDataIsRepeatedAndNothingDiscarded)
{
    UhciBench bench(MakeDepthFirst());
    bench.engine.SetErrorDraw({3, false});
    bench.function.SetPackets(2, std::vector<int32_t>(10, 64));
    bench.Submit(MakeBulk(1, false, P));
    bench.Run(5 * MS);
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, P);
    EXPECT_EQ(bench.function.GetPipe(1, false).duplicates, 0);
    bench.engine.SetErrorDraw({3, false});
    bench.Submit(MakeBulk(2, true, 640));
    bench.Run(10 * MS);
    // The device sends the damaged packet again; it takes as long as a good one.
    EXPECT_EQ(bench.transfers[1].length, 640);
    EXPECT_EQ(bench.transfers[1].transactions, 11);
    EXPECT_EQ(bench.function.GetPipe(2, true).duplicates, 1);
    EXPECT_EQ(bench.transactions[28].handshake, UsbHandshake::NO_ANSWER);
    EXPECT_EQ(bench.transactions[28].end - bench.transactions[28].start, 616);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::errors), 2);
}

TEST(UhciEngine, BabbleEndsTheTransfer)
{
    UhciBench bench(MakeDepthFirst());
    bench.function.SetPackets(2, std::vector<int32_t>{64, 64});
    bench.Submit(MakeBulk(2, true, 72));
    bench.Submit(MakeBulk(1, false, 64));
    bench.Run(3 * MS);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::OVERFLOW_ERROR);
    EXPECT_EQ(bench.transfers[0].length, 64);
    EXPECT_EQ(bench.transfers[0].interrupt, MS);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
}

TEST(UhciEngine, ARefusedSetupIsAnError)
{
    UhciBench bench(MakeDepthFirst());
    for (uint64_t token = 0; token < 3; ++token)
    {
        bench.function.SetOutHandshake(token, UsbHandshake::NAK);
    }
    UsbTransferRequest request = MakeBulk(0, false, 0);
    request.type = UsbTransferType::CONTROL;
    bench.Submit(request);
    bench.Run(5 * MS);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::TIMED_OUT);
    EXPECT_EQ(bench.transfers[0].interrupt, 3 * MS);
}

TEST(UhciEngine, NobodyAtTheAddress)
{
    UhciBench bench(MakeDepthFirst());
    UsbTransferRequest request = MakeBulk(1, true, 64);
    request.endpoint.address = 2;
    bench.Submit(request);
    bench.Run(5 * MS);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::CRC_ERROR);
    EXPECT_EQ(bench.transfers[0].interrupt, 3 * MS);
    EXPECT_EQ(bench.transfers[0].transactions, 3);
}

TEST(UhciEngine, DepthFirstBitOnATerminatingLink)
{
    // Two queues of ten packets, vector 9 of the test vectors: the frame goes on or ends.
    UhciBench::Setup setup = MakeDepthFirst();
    setup.engine.vfOnTerminateEndsFrame = true;
    UhciBench bench(setup);
    bench.Submit(MakeBulk(1, false, 640));
    bench.Submit(MakeBulk(2, false, 640));
    bench.Run(4 * MS);
    EXPECT_EQ(bench.GetOutBytes(), (std::vector<uint32_t>{640, 640}));
}

TEST(UhciEngine, LowSpeedNeverOverrunsTheFrame)
{
    // Behind 1023 isochronous bytes (bit 8296) two low-speed packets of 1384 bits fit; a third
    // would begin at bit 11064, in time for a full-speed packet, and end at bit 12448.
    UhciBench bench(MakeDepthFirst());
    bench.function.SetIsochronous(9);
    bench.function.SetPackets(9, [](uint32_t) { return 1023; });
    bench.function.SetPackets(0, std::vector<int32_t>{0});
    UsbTransferRequest isochronous = MakeBulk(9, true, 1023);
    isochronous.type = UsbTransferType::ISOCHRONOUS;
    isochronous.packets = 20;
    bench.Submit(isochronous);
    UsbTransferRequest control = MakeBulk(0, false, 64);
    control.type = UsbTransferType::CONTROL;
    control.lowSpeed = true;
    bench.Submit(control);
    bench.Run(20 * MS);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
    for (const auto& transaction : bench.transactions)
    {
        EXPECT_LE(transaction.end % MS, 11968);
        EXPECT_EQ(transaction.end / MS, transaction.start / MS);
    }
    EXPECT_EQ(bench.transactions[2].end, 8296 + 2 * 1384);
    EXPECT_EQ(bench.transactions[3].start, MS + 40);
}

TEST(UhciEngine, HaltLosesNothing)
{
    // The last packet ends in a frame that is given up: its interrupt comes after the restart.
    UhciBench bench(MakeDepthFirst());
    bench.Submit(MakeBulk(1, false, P));
    constexpr UsbBitTime HALTED = MS + 6000;
    constexpr UsbBitTime STARTED = 20 * MS + 17;
    bench.At(HALTED, [&] { bench.engine.Halt(); });
    bench.At(MS + 7000, [&] { bench.Submit(MakeBulk(2, false, 64)); });
    bench.At(STARTED, [&] { bench.StartAgain(); });
    bench.Run(15 * MS);
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, P);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::bytesOut), P);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::IN_PROGRESS);
    bench.Run(25 * MS);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].interrupt, 22 * MS);
    EXPECT_EQ(bench.transfers[1].lastEnd, 21 * MS + 656);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::bytesOut), P + 64);
}

TEST(UhciEngine, ReceiveHoldLeavesTransmitAlone)
{
    // The device keeps its IN data back for 300 ms; order is kept, OUT goes on as without.
    constexpr UsbBitTime HOLD = 10 * MS;
    constexpr UsbBitTime RELEASE = HOLD + 300 * MS;
    std::vector<uint32_t> out[2];
    for (const bool held : {false, true})
    {
        UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF)});
        bench.function.SetPackets(2, [](uint32_t i) { return static_cast<int32_t>(i % 64); });
        bench.function.SetFlips(2,
                                true,
                                held ? std::vector{HOLD, RELEASE} : std::vector<UsbBitTime>{});
        bench.onDone = [&bench](uint32_t transfer) {
            bench.Submit(UsbTransferRequest(bench.transfers[transfer].request));
        };
        bench.Submit(MakeBulk(1, false, P));
        bench.Submit(MakeBulk(2, true, 3000));
        bench.Run(400 * MS);
        out[held] = bench.GetOutBytes();
        uint32_t next = 0;
        for (const auto& transaction : bench.transactions)
        {
            if (transaction.pid == UsbPid::IN)
            {
                EXPECT_EQ(transaction.bytes, next++ % 64);
                EXPECT_FALSE(held && transaction.start >= HOLD && transaction.start < RELEASE);
            }
        }
        EXPECT_GT(next, 40);
    }
    EXPECT_EQ(out[0], out[1]);
}

TEST(UhciEngine, RunningOnIsNoInterruption)
{
    UhciBench bench(UhciBench::Setup{});
    bench.Submit(MakeBulk(1, false, 1024));
    bench.Run(MS / 2, UhciBench::Pace::FRAMES);
    bench.engine.Run(MS / 2); // it is not halted
    bench.Run(3 * MS, UhciBench::Pace::FRAMES);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::bytesOut), 1024);
}

TEST(UhciEngine, RunsNoEarlierThanFromFrameZero)
{
    UhciBench bench(UhciBench::Setup{});
    bench.engine.Halt();
    bench.engine.Run(-5 * MS);
    EXPECT_EQ(bench.engine.GetFrame(), 0);
}

// FRNUM stands still while the controller is halted. The packets keep their order, and no frame is
// empty between them, wherever in the frame list the controller goes on.
TEST(UhciEngine, IsochronousTransfersOutlastAHalt)
{
    for (const int64_t start : {4, 5, 100, 1027, 2000})
    {
        UhciBench bench(MakeDepthFirst());
        bench.function.SetIsochronous(9);
        UsbTransferRequest request = MakeBulk(9, false, 100);
        request.type = UsbTransferType::ISOCHRONOUS;
        request.packets = 8;
        bench.Submit(request); // frames 0 to 7
        bench.At(3 * MS + 6000, [&] { bench.engine.Halt(); });
        UsbTransferRequest other = request;
        other.endpoint.number = 8;
        bench.function.SetIsochronous(8);
        bench.At(3 * MS + 7000, [&] { bench.Submit(other); }); // frames 4 to 11
        bench.At(start * MS - 10, [&] { bench.StartAgain(); });
        bench.Run((start + 12) * MS);
        const std::vector first{start + 1, start + 2, start + 3, start + 4};
        std::vector<int64_t> frames = bench.GetFrames(0);
        ASSERT_EQ(frames.size(), 8);
        EXPECT_EQ(std::vector(frames.begin(), frames.begin() + 4),
                  (std::vector<int64_t>{0, 1, 2, 3}));
        EXPECT_EQ(std::vector(frames.begin() + 4, frames.end()), first);
        frames = bench.GetFrames(1);
        ASSERT_EQ(frames.size(), 8);
        EXPECT_EQ(std::vector(frames.begin(), frames.begin() + 4), first);
        EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
        EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
    }
}
