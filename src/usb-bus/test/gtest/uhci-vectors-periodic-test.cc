// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Test vectors 32 to 34 and 39 to 42 of the UHCI bus: periodic transfers beside a bulk one,
// latched head links, high speed. Conditions as in uhci-vectors-test.cc.

#include "uhci-reference.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

UsbTransferRequest
MakePeriodic(UsbTransferType type, uint8_t endpoint, uint32_t length)
{
    return {.type = type,
            .endpoint = {.address = 1, .number = endpoint, .in = true},
            .length = length};
}

void
ExpectEnd(const UhciBench& bench, uint32_t transfer, double end, double interrupt)
{
    EXPECT_NEAR(static_cast<double>(bench.transfers[transfer].lastEnd) / MS, end, 5.1e-7);
    EXPECT_EQ(static_cast<double>(bench.transfers[transfer].interrupt) / MS, interrupt);
}

} // namespace

TEST(UhciPeriodicVector, Vector32)
{
    UhciBench bench(MakeDepthFirst());
    bench.function.SetIsochronous(3);
    bench.function.SetPackets(3, [](uint32_t) { return 1023; });
    UsbTransferRequest isochronous = MakePeriodic(UsbTransferType::ISOCHRONOUS, 3, 1023);
    isochronous.packets = 8;
    bench.Submit(isochronous);
    bench.Submit(MakeBulk(1, false, P));
    bench.Run(6 * MS);
    EXPECT_EQ(bench.GetOutBytes(), Bytes(5, 320));
    EXPECT_EQ(bench.GetInBytes(), Bytes(6, 1023));
    ExpectEnd(bench, 1, 4.948000, 5);
}

TEST(UhciPeriodicVector, Vector33)
{
    // The chain of period 8 is visited in frames 3, 11, ...: frame 3 is frame 0 of the vector.
    constexpr int64_t BASE = 3;
    UhciBench bench(MakeDepthFirst());
    bench.function.SetPackets(3, [](uint32_t) { return 8; });
    UsbTransferRequest interrupt = MakePeriodic(UsbTransferType::INTERRUPT, 3, 8);
    interrupt.interval = 8;
    bench.At(BASE * MS, [&] {
        bench.Submit(interrupt);
        bench.Submit(MakeBulk(1, false, P));
    });
    bench.onDone = [&](uint32_t transfer) {
        if (transfer != 1)
        {
            bench.Submit(interrupt);
        }
    };
    bench.Run((BASE + 20) * MS);
    EXPECT_EQ(bench.GetOutBytes(BASE), (Bytes{1216, 384}));
    EXPECT_EQ(bench.GetInBytes(BASE), (Bytes{8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 8}));
    EXPECT_EQ(bench.transactions[19].end, BASE * MS + 11912);
    ExpectEnd(bench, 1, BASE + 1.311333, BASE + 2);
}

TEST(UhciPeriodicVector, Vector34)
{
    // A transfer that is handed in by the handler is polled in the next frame: one for each frame.
    UhciBench bench(MakeDepthFirst());
    bench.function.SetPackets(3, [](uint32_t) { return 64; });
    bench.function.SetPackets(4, [](uint32_t) { return 64; });
    const UsbTransferRequest interrupt = MakePeriodic(UsbTransferType::INTERRUPT, 3, 64);
    bench.Submit(interrupt);
    const uint32_t out = *bench.Submit(MakeBulk(1, false, P));
    bench.At(720, [&] { bench.Submit(MakePeriodic(UsbTransferType::INTERRUPT, 4, 64)); });
    for (int64_t frame = 1; frame < 6; ++frame)
    {
        bench.At(frame * MS + 720, [&] { bench.Submit(interrupt); });
    }
    bench.Run(6 * MS);
    EXPECT_EQ(bench.GetOutBytes(), (Bytes{1152, 448}));
    EXPECT_EQ(bench.GetInBytes(), Bytes(6, 64));
    ExpectEnd(bench, out, 1.414000, 2);
}

class UhciLatchVector : public testing::Test
{
  protected:
    void RunWith(Reclamation reclamation)
    {
        bench.emplace(MakeDepthFirst(reclamation));
        bench->function.SetPackets(2, std::vector<int32_t>(10, 64));
        bench->Submit(MakeBulk(2, true, 640));
        bench->At(720, [&] { bench->Submit(MakeBulk(1, false, P)); });
        bench->Run(5 * MS);
        EXPECT_EQ(bench->GetInBytes(), Bytes{640});
        ExpectEnd(*bench, 0, 0.516667, 1);
    }

    std::optional<UhciBench> bench;
};

TEST_F(UhciLatchVector, Vector39)
{
    RunWith(Reclamation::OFF);
    EXPECT_EQ(bench->GetOutBytes(), (Bytes{0, 1216, 384}));
    ExpectEnd(*bench, 1, 2.311333, 3);
}

TEST_F(UhciLatchVector, Vector40)
{
    RunWith(Reclamation::ON);
    EXPECT_EQ(bench->GetOutBytes(), (Bytes{576, 1024}));
    ExpectEnd(*bench, 1, 1.824667, 2);
}
