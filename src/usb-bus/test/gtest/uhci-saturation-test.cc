// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// How much fits into a frame when there is always more to send. Counted by hand: packet k + 1
// starts at bit SOF + k x cost and must start no later than frame - guard - largest cost.

#include "uhci-bench.h"

#include <gtest/gtest.h>
#include <ostream>

using namespace ns3;

namespace
{

constexpr UsbBitTime FRAME = 12000;

struct SaturationCase
{
    const char* name;
    UsbBitStuffing stuffing;
    uint32_t fetchBits;
    uint32_t packet;
    uint32_t packets; ///< in each frame
};

std::ostream&
operator<<(std::ostream& os, const SaturationCase& c)
{
    return os << c.name;
}

/// Keep @p outstanding transfers of @p length going and look at frames 2 to 20.
void
Saturate(UhciBench& bench, bool in, uint32_t length, uint32_t outstanding)
{
    bench.function.SetPackets(1, [packet = 64](uint32_t) { return packet; });
    bench.onDone = [&bench](uint32_t transfer) {
        bench.Submit(UsbTransferRequest(bench.transfers[transfer].request));
    };
    for (uint32_t i = 0; i < outstanding; ++i)
    {
        bench.Submit(MakeBulk(1, in, length, true));
    }
    bench.Run(21 * FRAME);
}

} // namespace

class UhciSaturation : public testing::TestWithParam<std::tuple<SaturationCase, UhciHcd::Traversal>>
{
  protected:
    UhciBench::Setup MakeSetup() const
    {
        const auto& [c, traversal] = GetParam();
        UhciBench::Setup setup;
        setup.timing.stuffing = c.stuffing;
        setup.timing.fetchBits = c.fetchBits;
        setup.hcd = MakeHcdOptions(traversal, UhciHcd::Reclamation::ON);
        setup.hcd.maxPacket = c.packet;
        return setup;
    }
};

TEST_P(UhciSaturation, PacketsPerFrame)
{
    const auto& c = std::get<0>(GetParam());
    UhciBench bench(MakeSetup());
    Saturate(bench, false, 6400, 3);
    const auto bytes = bench.GetOutBytes(2);
    ASSERT_EQ(bytes.size(), 19);
    for (const uint32_t inFrame : bytes)
    {
        EXPECT_EQ(inFrame, c.packets * c.packet);
    }
    for (const auto& record : bench.frames)
    {
        EXPECT_LE(record.bytesOut, 1216); // a full-speed bus carries no more
        EXPECT_LE(record.usedBits, FRAME);
    }
}

// Costs: 616, 620 and 704 bits of 64-byte packets; 360, 362 and 405 of 32-byte ones.
// Fetch times: 0.98 us are 11 whole bits, 2 us 24, 4 us 48.
INSTANTIATE_TEST_SUITE_P(
    Cases,
    UhciSaturation,
    testing::Combine(
        testing::Values(SaturationCase{"Plain", UsbBitStuffing::NONE, 0, 64, 19},
                        SaturationCase{"RandomStuffing", UsbBitStuffing::RANDOM, 0, 64, 19},
                        SaturationCase{"WorstStuffing", UsbBitStuffing::WORST, 0, 64, 16},
                        SaturationCase{"Fetch980ns", UsbBitStuffing::NONE, 11, 64, 19},
                        SaturationCase{"Fetch2us", UsbBitStuffing::NONE, 24, 64, 18},
                        SaturationCase{"Fetch4us", UsbBitStuffing::NONE, 48, 64, 17},
                        SaturationCase{"Packets32", UsbBitStuffing::NONE, 0, 32, 32},
                        SaturationCase{"Packets32Random", UsbBitStuffing::RANDOM, 0, 32, 32},
                        SaturationCase{"Packets32Worst", UsbBitStuffing::WORST, 0, 32, 28}),
        testing::Values(UhciHcd::Traversal::BREADTH_FIRST, UhciHcd::Traversal::DEPTH_FIRST)),
    [](const auto& info) {
        const bool depth = std::get<1>(info.param) == UhciHcd::Traversal::DEPTH_FIRST;
        return std::string(std::get<0>(info.param).name) + (depth ? "Depth" : "Breadth");
    });

TEST(UhciSaturation, InStream)
{
    UhciBench bench;
    Saturate(bench, true, 6400, 3);
    const auto bytes = bench.GetInBytes(2);
    ASSERT_EQ(bytes.size(), 19);
    for (const uint32_t inFrame : bytes)
    {
        EXPECT_EQ(inFrame, 19 * 64);
    }
}

TEST(UhciSaturation, BreadthFirstWithoutReclamationMovesOnePacketPerFrame)
{
    UhciBench bench(
        {.hcd = MakeHcdOptions(UhciHcd::Traversal::BREADTH_FIRST, UhciHcd::Reclamation::OFF)});
    Saturate(bench, false, 6400, 3);
    EXPECT_EQ(bench.GetOutBytes(), std::vector<uint32_t>(21, 64));
}
