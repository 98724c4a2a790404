// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Rules of the usb-uhci driver: submission, reclamation claims, unlinking, data toggles, control
// transfers, refusals.

#include "uhci-reference.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

UsbTransferRequest
MakeControl(bool in, uint32_t length, bool lowSpeed = false)
{
    return {.type = UsbTransferType::CONTROL,
            .endpoint = {.address = 1, .number = 0, .in = in},
            .length = length,
            .lowSpeed = lowSpeed};
}

} // namespace

TEST(UhciHcd, SecondTransferNeedsTheQueueFlagOnBoth)
{
    for (const bool first : {false, true})
    {
        for (const bool second : {false, true})
        {
            UhciBench bench;
            ASSERT_TRUE(bench.Submit(MakeBulk(1, false, P, first)));
            EXPECT_EQ(bench.Submit(MakeBulk(1, false, P, second)).has_value(), first && second);
            EXPECT_EQ(bench.lastStatus == UsbTransferStatus::BUSY, !(first && second));
            EXPECT_TRUE(bench.Submit(MakeBulk(1, true, P, second))); // the other direction is free
        }
    }
}

TEST(UhciHcd, OneControlTransferAtATime)
{
    // Its endpoint works in both directions, and the queue flag is for bulk.
    UhciBench bench;
    UsbTransferRequest request = MakeControl(true, 64);
    request.queueBulk = true;
    ASSERT_TRUE(bench.Submit(request));
    EXPECT_FALSE(bench.Submit(request));
    request.endpoint.in = false;
    EXPECT_FALSE(bench.Submit(request));
    EXPECT_EQ(bench.lastStatus, UsbTransferStatus::BUSY);
    request.endpoint.number = 1;
    EXPECT_TRUE(bench.Submit(request));
}

TEST(UhciHcd, RefusesWhatCannotBe)
{
    UhciBench bench;
    auto isRefused = [&bench](UsbTransferRequest request) {
        EXPECT_FALSE(bench.Submit(request));
        return bench.lastStatus == UsbTransferStatus::INVALID;
    };
    UsbTransferRequest request = MakeBulk(1, false, 65536);
    EXPECT_TRUE(isRefused(request));
    request = MakeBulk(16, false, 64);
    EXPECT_TRUE(isRefused(request));
    request = MakeBulk(1, false, 64);
    request.endpoint.address = 128;
    EXPECT_TRUE(isRefused(request));
    request = MakeBulk(1, false, 64);
    request.lowSpeed = true; // never bulk at low speed
    EXPECT_TRUE(isRefused(request));
    request = MakeBulk(1, true, 65);
    request.type = UsbTransferType::INTERRUPT;
    EXPECT_TRUE(isRefused(request));
    request.length = 9;
    request.lowSpeed = true;
    EXPECT_TRUE(isRefused(request));
    request = MakeBulk(1, true, 1024);
    request.type = UsbTransferType::ISOCHRONOUS;
    EXPECT_TRUE(isRefused(request));
}

TEST(UhciHcd, PeriodicTrafficIsAdmittedUpToNinetyPercent)
{
    UhciBench bench;
    UsbTransferRequest request = MakeBulk(0, true, 64);
    request.type = UsbTransferType::INTERRUPT;
    for (uint8_t number = 0; number < 15; ++number)
    {
        request.endpoint.number = number;
        ASSERT_TRUE(bench.Submit(request));
    }
    request.endpoint.number = 15;
    EXPECT_FALSE(bench.Submit(request));
    EXPECT_EQ(bench.lastStatus, UsbTransferStatus::NO_BANDWIDTH);
    bench.Unlink(3);
    EXPECT_TRUE(bench.Submit(request));
}

TEST(UhciHcd, ReclamationIsOnWhileTransfersArePending)
{
    UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::ON)});
    EXPECT_FALSE(bench.hcd.IsReclaiming());
    UsbTransferRequest noClaim = MakeBulk(3, true, 64);
    noClaim.noFsbr = true;
    bench.Submit(noClaim);
    EXPECT_FALSE(bench.hcd.IsReclaiming());
    bench.Submit(MakeBulk(1, false, 64));
    bench.Submit(MakeBulk(2, false, P)); // done one frame later
    EXPECT_TRUE(bench.hcd.IsReclaiming());
    bench.Run(MS + 720);
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::COMPLETE);
    EXPECT_TRUE(bench.hcd.IsReclaiming());
    bench.Run(2 * MS + 719);
    EXPECT_TRUE(bench.hcd.IsReclaiming());
    bench.Run(2 * MS + 720); // the last completion
    EXPECT_EQ(bench.transfers[2].status, UsbTransferStatus::COMPLETE);
    EXPECT_FALSE(bench.hcd.IsReclaiming());
}

TEST(UhciHcd, AClaimLapsesAfterFiftyMillisecondsInTheNextHandlerRun)
{
    UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::ON)});
    bench.Submit(MakeBulk(2, true, 3000));
    UsbTransferRequest out = MakeBulk(1, false, 64);
    out.noFsbr = true;
    bench.At(49 * MS, [&] { bench.Submit(out); });
    bench.At(60 * MS, [&] { bench.Submit(out); });
    bench.At(90 * MS, [&] { bench.Submit(out); });
    bench.Run(50 * MS + 719);
    EXPECT_TRUE(bench.hcd.IsReclaiming());
    bench.Run(50 * MS + 720); // 50.06 ms old: lapsed
    EXPECT_FALSE(bench.hcd.IsReclaiming());
}

TEST(UhciHcd, ClaimsAreLookedAtEveryThirtyThreeMillisecondsAtMost)
{
    UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::ON)});
    bench.Submit(MakeBulk(2, true, 3000));
    UsbTransferRequest out = MakeBulk(1, false, 64);
    out.noFsbr = true;
    for (const int64_t frame : {40, 60, 72, 74})
    {
        bench.At(frame * MS - 6000, [&] { bench.Submit(out); });
    }
    bench.Run(72 * MS + 720); // ages were looked at in frame 40: not again before 73.06 ms
    EXPECT_TRUE(bench.hcd.IsReclaiming());
    bench.Run(75 * MS);
    EXPECT_FALSE(bench.hcd.IsReclaiming());
}

TEST(UhciHcd, AnUnlinkedTransferIsNotExecutedAnyMore)
{
    for (const bool queued : {false, true})
    {
        UhciBench bench(MakeDepthFirst());
        bench.Submit(MakeBulk(1, false, P, queued));
        constexpr UsbBitTime UNLINKED = 5000;
        bench.At(UNLINKED, [&] { bench.Unlink(0); });
        bench.Run(5 * MS);
        const auto& transfer = bench.transfers[0];
        EXPECT_EQ(transfer.status, UsbTransferStatus::UNLINKED);
        EXPECT_EQ(transfer.length, 9 * 64); // nine packets began before bit 5000
        EXPECT_EQ(transfer.lastEnd, 40 + 9 * 616);
        EXPECT_EQ(bench.function.GetPipe(1, false).bytes, transfer.length);
        EXPECT_EQ(transfer.interrupt, MS); // the 1 ms timer brings it back
        EXPECT_FALSE(bench.hcd.IsReclaiming());
    }
}

TEST(UhciHcd, TogglesGoOnWhereAnUnlinkedTransferStopped)
{
    // Nine of 25 packets went over; whoever comes next must begin with DATA1, waiting or new.
    UhciBench bench(MakeDepthFirst());
    bench.Submit(MakeBulk(1, false, P, true));
    bench.Submit(MakeBulk(1, false, 640, true));
    bench.At(5000, [&] { bench.Unlink(0); });
    bench.At(5001, [&] { bench.Submit(MakeBulk(1, false, 64, true)); });
    bench.Run(5 * MS);
    const auto& pipe = bench.function.GetPipe(1, false);
    EXPECT_EQ(pipe.bytes, 9 * 64 + 640 + 64);
    EXPECT_EQ(pipe.duplicates, 0);
}

TEST(UhciHcd, AQueueGoesOnWithoutItsMiddle)
{
    // The unlinked one has an odd number of packets: those before it keep their toggles.
    UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF)});
    for (const uint32_t length : {320, 192, 128})
    {
        bench.Submit(MakeBulk(1, false, length, true));
    }
    bench.At(1000, [&] { bench.Unlink(1); });
    bench.Run(20 * MS);
    EXPECT_EQ(bench.GetOutBytes(), std::vector<uint32_t>(7, 64));
    EXPECT_EQ(bench.transfers[1].status, UsbTransferStatus::UNLINKED);
    EXPECT_EQ(bench.transfers[1].length, 0);
    EXPECT_EQ(bench.transfers[2].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, 320 + 128);
    EXPECT_EQ(bench.function.GetPipe(1, false).duplicates, 0);
}

TEST(UhciHcd, TogglesAlternateAcrossTransfers)
{
    // Odd numbers of packets, and a transfer that ends short with queued ones behind it.
    UhciBench bench(MakeDepthFirst());
    bench.function.SetPackets(2, {64, 64, 10, 64, 0, 64, 64, 64});
    for (uint32_t i = 0; i < 3; ++i)
    {
        bench.Submit(MakeBulk(1, false, 320, true));
        bench.Submit(MakeBulk(2, true, 1024, true));
    }
    bench.Run(10 * MS);
    bool expected[2] = {false, false};
    for (const auto& transaction : bench.transactions)
    {
        bool& toggle = expected[transaction.pid == UsbPid::IN];
        EXPECT_EQ(transaction.toggle, toggle);
        toggle = !toggle;
    }
    EXPECT_EQ(bench.transfers[1].length, 138);
    EXPECT_EQ(bench.transfers[3].length, 64);
    EXPECT_EQ(bench.function.GetPipe(2, true).duplicates, 0);
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, 960);
}

TEST(UhciHcd, ZeroLengthPackets)
{
    UhciBench bench(MakeDepthFirst());
    UsbTransferRequest request = MakeBulk(1, false, 128);
    bench.Submit(request); // a multiple of the packet size gets no empty packet
    request.endpoint.number = 2;
    request.zeroPacket = true;
    bench.Submit(request);
    request.endpoint.number = 3;
    request.length = 0;
    bench.Submit(request);
    bench.Run(2 * MS);
    EXPECT_EQ(bench.transfers[0].transactions, 2);
    EXPECT_EQ(bench.transfers[1].transactions, 3);
    EXPECT_EQ(bench.transfers[2].transactions, 1);
    EXPECT_EQ(bench.transfers[2].lastEnd, 40 + 4 * 616 + 2 * 104);
}

struct ControlCase
{
    bool in;
    uint32_t length;
    std::vector<int32_t> packets;
    std::string stages; ///< PID and data toggle of each transaction
    uint32_t moved;
};

class UhciControl : public testing::TestWithParam<ControlCase>
{
};

TEST_P(UhciControl, Stages)
{
    const auto& c = GetParam();
    UhciBench bench(MakeDepthFirst());
    bench.function.SetPackets(0, c.packets);
    bench.Submit(MakeControl(c.in, c.length));
    bench.Run(5 * MS);
    std::string stages;
    for (const auto& transaction : bench.transactions)
    {
        stages += std::string(transaction.pid == UsbPid::SETUP ? "S"
                              : transaction.pid == UsbPid::IN  ? "I"
                                                               : "O") +
                  (transaction.toggle ? "1 " : "0 ");
    }
    EXPECT_EQ(stages, c.stages);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].length, c.moved);
    EXPECT_EQ(bench.transactions[0].bytes, 8);
}

// USB 1.1, 8.5.2. A short data stage is followed by the status stage all the same.
INSTANTIATE_TEST_SUITE_P(Cases,
                         UhciControl,
                         testing::Values(ControlCase{false, 0, {0}, "S0 I1 ", 0},
                                         ControlCase{false, 130, {0}, "S0 O1 O0 O1 I1 ", 130},
                                         ControlCase{true, 128, {64, 64}, "S0 I1 I0 O1 ", 128},
                                         ControlCase{true, 100, {64, 36}, "S0 I1 I0 O1 ", 100},
                                         ControlCase{true, 256, {64, 18}, "S0 I1 I0 O1 ", 82}),
                         [](const auto& info) {
                             return (info.param.in ? "In" : "Out") +
                                    std::to_string(info.param.length);
                         });

TEST(UhciHcd, LowSpeedControl)
{
    // 8-byte packets, each eight times as long as at full speed, with a preamble of 20 bits
    // before each packet of the host: token and data, or token and ACK (USB 1.1, 8.6.5).
    UhciBench bench(MakeDepthFirst());
    bench.function.SetPackets(0, std::vector<int32_t>{0});
    bench.Submit(MakeControl(false, 16, true));
    bench.Run(2 * MS);
    ASSERT_EQ(bench.transactions.size(), 4);
    EXPECT_EQ(bench.transactions[0].end, 40 + 8 * 168 + 40);
    EXPECT_EQ(bench.transactions[1].bytes, 8);
    EXPECT_EQ(bench.transactions[3].end, 40 + 3 * (8 * 168 + 40) + 8 * 104 + 40);
}

TEST(UhciHcd, OrderInTheFrame)
{
    UhciBench bench({.hcd = MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF)});
    bench.function.SetIsochronous(5);
    for (const uint8_t number : {3, 4, 5})
    {
        bench.function.SetPackets(number, [](uint32_t) { return 8; });
    }
    UsbTransferRequest periodic = MakeBulk(3, true, 8);
    periodic.type = UsbTransferType::INTERRUPT;
    bench.Submit(MakeBulk(1, false, 64)); // 0: last
    bench.Submit(MakeControl(false, 64)); // 1
    UsbTransferRequest lowSpeed = MakeControl(true, 0, true);
    lowSpeed.endpoint.number = 6;
    bench.Submit(lowSpeed); // 2
    bench.Submit(periodic); // 3: every frame
    periodic.endpoint.number = 4;
    periodic.interval = 2;
    bench.Submit(periodic); // 4: slow chain, before the fast one
    periodic.endpoint.number = 5;
    periodic.type = UsbTransferType::ISOCHRONOUS;
    bench.Submit(periodic); // 5: first
    bench.Run(MS);
    std::vector<uint32_t> order;
    for (const auto& transaction : bench.transactions)
    {
        order.push_back(transaction.transfer);
    }
    EXPECT_EQ(order, (std::vector<uint32_t>{5, 4, 3, 2, 1, 0}));
}

TEST(UhciHcd, AnAddressIsCleanForTheNextDevice)
{
    UhciBench bench(MakeDepthFirst());
    bench.function.SetOutHandshake(1, UsbHandshake::STALL);
    bench.Submit(MakeBulk(1, false, 192));
    bench.Submit(MakeBulk(2, true, 64));
    bench.Run(2 * MS);
    EXPECT_FALSE(bench.Submit(MakeBulk(1, false, 64)));
    UhciHcd::Completion completion{};
    ASSERT_TRUE(bench.hcd.Abort(1, bench.engine.GetFrame(), completion));
    EXPECT_EQ(completion.status, UsbTransferStatus::NO_DEVICE);
    EXPECT_FALSE(bench.hcd.Abort(1, bench.engine.GetFrame(), completion));
    bench.function.GetPipe(1, false) = {};
    ASSERT_TRUE(bench.Submit(MakeBulk(1, false, 64)));
    bench.Run(4 * MS);
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, 64); // DATA0, as the new device expects
}

TEST(UhciHcd, AnAbortedTransferIsNotExecutedAnyMore)
{
    for (const auto traversal : {Traversal::DEPTH_FIRST, Traversal::BREADTH_FIRST})
    {
        for (const bool in : {false, true})
        {
            UhciBenchSetup setup;
            setup.hcd = MakeHcdOptions(traversal, Reclamation::ON);
            UhciBench bench(setup);
            bench.function.SetPackets(1, [](uint32_t) { return 64; });
            bench.Submit(MakeBulk(1, in, P));
            bench.Run(5000);
            const uint32_t before = bench.function.GetPipe(1, in).bytes;
            EXPECT_GT(before, 0u);
            UhciHcd::Completion completion{};
            ASSERT_TRUE(bench.hcd.Abort(1, bench.engine.GetFrame(), completion));
            EXPECT_FALSE(bench.hcd.Abort(1, bench.engine.GetFrame(), completion));
            bench.engine.Touch();
            bench.Run(2 * MS); // the device is there, or another at its address
            EXPECT_EQ(bench.function.GetPipe(1, in).bytes, before);
            // The descriptors serve the next transfer of their kind.
            bench.function.GetPipe(1, in) = {};
            ASSERT_TRUE(bench.Submit(MakeBulk(1, in, P)));
            bench.Run(8 * MS);
            EXPECT_EQ(bench.function.GetPipe(1, in).bytes, P);
        }
    }
}

TEST(UhciHcd, DescriptorsAreNotUsedAgainInTheirFrame)
{
    // The controller may hold a pointer to them until the frame is over.
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    UhciHcd::Completion completion{};
    const auto submit = [&hcd](int64_t frame) {
        uint16_t slot = 0;
        EXPECT_EQ(hcd.Submit(MakeBulk(1, false, 64), 0, frame, slot),
                  UsbTransferStatus::IN_PROGRESS);
        return slot;
    };
    const uint16_t first = submit(5);
    ASSERT_TRUE(hcd.Abort(1, 5, completion));
    const uint16_t second = submit(5);
    EXPECT_NE(second, first);
    ASSERT_TRUE(hcd.Abort(1, 6, completion));
    EXPECT_EQ(submit(6), first);
}

TEST(UhciHcd, ClearingAHaltRestartsTheTogglesOfAllThatWait)
{
    // USB 1.1, 9.4.5: after ClearFeature(ENDPOINT_HALT) both sides begin with DATA0. The first
    // transfer has three packets, so the second one waited with DATA1.
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    uint16_t slot = 0;
    hcd.Submit(MakeBulk(1, false, 3 * 64, true), 0, 0, slot);
    const uint16_t first = slot;
    hcd.Submit(MakeBulk(1, false, 64, true), 0, 0, slot);
    const auto isOdd = [&hcd, &slot] {
        const auto& tds = hcd.GetSkeleton().GetMemory().tds;
        return std::find_if(tds.begin(),
                            tds.end(),
                            [slot](const UhciTd& td) { return td.active && td.urb == slot; })
            ->toggle;
    };
    EXPECT_TRUE(isOdd());
    hcd.Unlink(first, 0);
    hcd.ClearHalt(MakeBulk(1, false, 64).endpoint);
    EXPECT_FALSE(isOdd());
    hcd.Submit(MakeBulk(1, false, 64, true), 0, 0, slot);
    EXPECT_TRUE(isOdd());
}

TEST(UhciHcd, ClearingAHaltInMidTransferRestartsWhatIsLeftOfIt)
{
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    uint16_t slot = 0;
    hcd.Submit(MakeBulk(1, false, 4 * 64), 0, 0, slot);
    std::vector<UhciTd*> transfer;
    for (auto& td : hcd.GetSkeleton().GetMemory().tds)
    {
        if (td.active && td.urb == slot)
        {
            transfer.push_back(&td);
        }
    }
    ASSERT_EQ(transfer.size(), 4);
    transfer[0]->active = false;
    hcd.ClearHalt(MakeBulk(1, false, 64).endpoint);
    EXPECT_FALSE(transfer[1]->toggle);
    EXPECT_TRUE(transfer[2]->toggle);
    EXPECT_FALSE(transfer[3]->toggle);
}

TEST(UhciHcd, AfterAHaltClearedInMidTransferTheNextOneAlternates)
{
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    const UsbTransferRequest request = MakeBulk(1, false, 4 * 64);
    uint16_t first = 0;
    hcd.Submit(request, 0, 0, first);
    auto& tds = hcd.GetSkeleton().GetMemory().tds;
    std::vector<std::size_t> transfer;
    for (std::size_t i = 0; i < tds.size(); ++i)
    {
        if (tds[i].active && tds[i].urb == first)
        {
            transfer.push_back(i);
        }
    }
    ASSERT_EQ(transfer.size(), 4);
    tds[transfer[0]].active = false;
    hcd.ClearHalt(request.endpoint);
    // DATA0 and DATA1 follow; then the host takes back what is left, which is DATA0 again.
    UhciHcd::Completion completion{};
    tds[transfer[1]].active = false;
    tds[transfer[2]].active = false;
    ASSERT_TRUE(hcd.Abort(1, 0, completion));
    uint16_t second = 0;
    hcd.Submit(request, 0, 1, second);
    ASSERT_EQ(second, first) << "with the descriptors of the one before";
    const bool begin = tds[transfer[0]].toggle;
    for (std::size_t i = 0; i < transfer.size(); ++i)
    {
        EXPECT_EQ(tds[transfer[i]].toggle, begin != (i % 2 != 0)) << i;
    }
}

TEST(UhciHcd, RefusesWhatDoesNotFitIntoItsDescriptors)
{
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    uint16_t slot = 0;
    // 1024 descriptors each, of 65536: the 64th does not fit beside those of the skeleton.
    for (int i = 0; i < 63; ++i)
    {
        ASSERT_EQ(hcd.Submit(MakeBulk(1, true, 65535, true), 0, 0, slot),
                  UsbTransferStatus::IN_PROGRESS)
            << i;
    }
    EXPECT_EQ(hcd.Submit(MakeBulk(1, true, 65535, true), 0, 0, slot), UsbTransferStatus::NO_MEMORY);
    UhciHcd::Completion completion{};
    ASSERT_TRUE(hcd.Abort(1, 0, completion));
    EXPECT_EQ(hcd.Submit(MakeBulk(1, true, 65535, true), 0, 1, slot),
              UsbTransferStatus::IN_PROGRESS)
        << "with the descriptors of the one that is over";
    EXPECT_EQ(hcd.Submit(MakeBulk(1, true, 64, true), 0, 0, slot), UsbTransferStatus::IN_PROGRESS);
}

TEST(UhciHcd, ARefusalDoesNotHideDescriptorsThatAreFree)
{
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    uint16_t slot = 0;
    while (hcd.Submit(MakeBulk(1, true, 65535, true), 0, 0, slot) == UsbTransferStatus::IN_PROGRESS)
    {
    }
    UhciHcd::Completion completion{};
    ASSERT_TRUE(hcd.Abort(1, 0, completion));
    EXPECT_EQ(hcd.Submit(MakeBulk(1, true, 65000, true), 0, 1, slot),
              UsbTransferStatus::IN_PROGRESS)
        << "with the descriptors of the one that is over";
}

// 15 interrupt transfers of 64 bytes would fill 90 % of a frame.
TEST(UhciHcd, ATransferRefusedForLackOfDescriptorsTakesNoBandwidth)
{
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    uint16_t slot = 0;
    for (const uint32_t length : {65535, 64})
    {
        while (hcd.Submit(MakeBulk(1, true, length, true), 0, 0, slot) ==
               UsbTransferStatus::IN_PROGRESS)
        {
        }
    }
    UsbTransferRequest periodic = MakeBulk(2, true, 64);
    periodic.type = UsbTransferType::INTERRUPT;
    for (int i = 0; i <= 15; ++i)
    {
        ASSERT_EQ(hcd.Submit(periodic, 0, 0, slot), UsbTransferStatus::NO_MEMORY) << i;
    }
}

TEST(UhciHcd, ARefusedTransferTakesNoSlot)
{
    UhciHcd hcd(MakeHcdOptions(Traversal::BREADTH_FIRST, Reclamation::OFF));
    uint16_t slot = 0;
    for (int i = 0; i < 63; ++i)
    {
        ASSERT_EQ(hcd.Submit(MakeBulk(1, true, 65535, true), 0, 0, slot),
                  UsbTransferStatus::IN_PROGRESS);
    }
    // More often than there are slots: the 63 in use must not be given out again.
    for (int i = 0; i < 65536; ++i)
    {
        ASSERT_EQ(hcd.Submit(MakeBulk(1, true, 65535, true), 0, 0, slot),
                  UsbTransferStatus::NO_MEMORY);
    }
    ASSERT_EQ(hcd.Submit(MakeBulk(1, true, 64, true), 0, 0, slot), UsbTransferStatus::IN_PROGRESS);
    EXPECT_EQ(slot, 63);
}
