// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Test vectors 16 to 24 of the UHCI bus: P handed in again and again, queueless (the next one when
// the last one is back) and queued, with an ideal device and with one that pauses. Conditions as
// in uhci-vectors-test.cc. Profile A pauses 100 us after first and last packet of a message.

#include "uhci-reference.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

using namespace ns3;

namespace
{

constexpr UsbBitTime PROFILE_A_GAP = 1200;
constexpr uint32_t PAYLOAD_BITS = 11584;

struct StreamVector
{
    int number;
    bool queued;
    Traversal traversal;
    Reclamation reclamation;
    UsbBitTime gap;
    bool idleIn;
    Bytes bytes;
    double ends[3];
    double interrupts[3];
    double mbitPerSecond;   ///< of 1448 bytes of payload in each P; 0: not stated
    bool keepsPlace{false}; ///< the OUT queue stays in the list while it is empty
};

std::ostream&
operator<<(std::ostream& os, const StreamVector& vector)
{
    return os << "vector " << vector.number;
}

/// n times the bytes of one packet with what is between it and the next.
Bytes
Repeat(const Bytes& cycle, size_t n)
{
    Bytes bytes;
    for (size_t i = 0; i < n; ++i)
    {
        bytes.insert(bytes.end(), cycle.begin(), cycle.end());
    }
    while (bytes.back() == 0)
    {
        bytes.pop_back();
    }
    return bytes;
}

Bytes
MakeQueuelessBreadthCycle()
{
    Bytes cycle(25, 64);
    cycle.push_back(0);
    return cycle;
}

const StreamVector VECTORS[] = {StreamVector{16,
                                             false,
                                             DEPTH,
                                             OFF,
                                             0,
                                             false,
                                             Repeat({1216, 384, 0}, 3),
                                             {1.311333, 4.311333, 7.311333},
                                             {2, 5, 8},
                                             3.8613},
                                StreamVector{17,
                                             false,
                                             DEPTH,
                                             OFF,
                                             PROFILE_A_GAP,
                                             false,
                                             Repeat({64, 1216, 320, 0}, 3),
                                             {2.26, 6.26, 10.26},
                                             {3, 7, 11},
                                             2.8960},
                                StreamVector{18,
                                             true,
                                             DEPTH,
                                             OFF,
                                             0,
                                             false,
                                             {1216, 1216, 1216, 1152},
                                             {1.311333, 2.619333, 3.927333},
                                             {2, 3, 4},
                                             0},
                                StreamVector{19,
                                             true,
                                             DEPTH,
                                             OFF,
                                             PROFILE_A_GAP,
                                             false,
                                             Repeat({64, 1216, 320}, 3),
                                             {2.26, 5.26, 8.26},
                                             {3, 6, 9},
                                             3.8613},
                                StreamVector{20,
                                             false,
                                             BREADTH,
                                             OFF,
                                             PROFILE_A_GAP,
                                             false,
                                             Repeat(MakeQueuelessBreadthCycle(), 3),
                                             {24.054667, 50.054667, 76.054667},
                                             {25, 51, 77},
                                             0.44554},
                                StreamVector{21,
                                             true,
                                             BREADTH,
                                             OFF,
                                             PROFILE_A_GAP,
                                             false,
                                             Bytes(75, 64),
                                             {24.054667, 49.054667, 74.054667},
                                             {25, 50, 75},
                                             0.46336},
                                StreamVector{22,
                                             false,
                                             BREADTH,
                                             FSBR,
                                             0,
                                             true,
                                             {1088, 512, 1024, 576, 1024, 576},
                                             {1.456667, 3.513333, 5.513333},
                                             {2, 4, 6},
                                             5.7920},
                                StreamVector{23,
                                             false,
                                             BREADTH,
                                             FSBR,
                                             PROFILE_A_GAP,
                                             true,
                                             {960, 640, 896, 704, 896, 704},
                                             {1.57, 3.626667, 5.626667},
                                             {2, 4, 6},
                                             5.7920},
                                // The numbers of vector 24 are those of a queue that is refilled
                                // where it stands; see Vector24WithoutTheFinishedQueue.
                                StreamVector{24,
                                             true,
                                             DEPTH,
                                             FSBR,
                                             PROFILE_A_GAP,
                                             true,
                                             {1088, 512, 1024, 576, 1024, 576},
                                             {1.419333, 3.470667, 5.470667},
                                             {2, 4, 6},
                                             5.7920,
                                             true}};

/// The vectors whose steady rate the specification states.
std::vector<StreamVector>
GetSteadyVectors()
{
    std::vector<StreamVector> vectors;
    std::copy_if(std::begin(VECTORS),
                 std::end(VECTORS),
                 std::back_inserter(vectors),
                 [](const auto& vector) { return vector.mbitPerSecond > 0; });
    return vectors;
}

const auto GET_NAME = [](const auto& info) { return "Vector" + std::to_string(info.param.number); };

} // namespace

class UhciStreamVector : public testing::TestWithParam<StreamVector>
{
  protected:
    UhciStreamVector()
        : v(GetParam()),
          bench({.hcd = MakeHcdOptions(v.traversal, v.reclamation)})
    {
        bench.function.SetGaps(v.gap, v.gap);
    }

    void Stream(uint32_t packets, uint32_t outstanding)
    {
        if (v.idleIn)
        {
            bench.Submit(MakeBulk(2, true, 3000));
        }
        remaining = packets;
        if (v.keepsPlace)
        {
            HandInBeforeHandler(packets);
            return;
        }
        for (uint32_t i = 0; i < outstanding; ++i)
        {
            Send();
        }
        bench.onDone = [this](uint32_t) { Send(); };
        bench.Run((30 * packets + 5) * MS);
        ASSERT_EQ(sent.size(), packets);
    }

    /// The next P joins the queue of the last one just before the handler takes that one out.
    void HandInBeforeHandler(uint32_t packets)
    {
        Send();
        for (uint32_t i = 1; i < packets; ++i)
        {
            bench.At(2 * i * MS + 719, [this] { Send(); });
        }
        bench.Run(2 * (packets + 1) * MS);
        ASSERT_EQ(sent.size(), packets);
    }

    void Send()
    {
        if (remaining > 0)
        {
            --remaining;
            const auto transfer = bench.Submit(MakeBulk(1, false, P, v.queued));
            ASSERT_TRUE(transfer);
            sent.push_back(*transfer);
        }
    }

    const StreamVector& v;
    UhciBench bench;
    uint32_t remaining{0};
    std::vector<uint32_t> sent;
};

class UhciSteadyState : public UhciStreamVector
{
};

TEST_P(UhciStreamVector, ThreePackets)
{
    Stream(3, v.queued ? 3 : 1);
    EXPECT_EQ(bench.GetOutBytes(), v.bytes);
    for (size_t i = 0; i < 3; ++i)
    {
        const auto& transfer = bench.transfers[sent[i]];
        EXPECT_NEAR(static_cast<double>(transfer.lastEnd) / MS, v.ends[i], 5.1e-7);
        EXPECT_EQ(static_cast<double>(transfer.interrupt) / MS, v.interrupts[i]);
        EXPECT_EQ(transfer.length, P);
    }
    EXPECT_EQ(bench.function.GetPipe(1, false).bytes, 3 * P);
    EXPECT_EQ(bench.function.GetPipe(1, false).duplicates, 0);
}

TEST_P(UhciSteadyState, Rate)
{
    constexpr uint32_t PACKETS = 40;
    constexpr uint32_t FIRST = 4;
    Stream(PACKETS, v.queued ? 2 : 1);
    const UsbBitTime bits =
        bench.transfers[sent[PACKETS - 1]].interrupt - bench.transfers[sent[FIRST]].interrupt;
    const double us = static_cast<double>(bits) / 12;
    const double rate = PAYLOAD_BITS * (PACKETS - 1 - FIRST) / us;
    EXPECT_NEAR(rate, v.mbitPerSecond, v.mbitPerSecond < 1 ? 5.1e-6 : 5.1e-5);
}

INSTANTIATE_TEST_SUITE_P(Spec, UhciStreamVector, testing::ValuesIn(VECTORS), GET_NAME);
INSTANTIATE_TEST_SUITE_P(Spec, UhciSteadyState, testing::ValuesIn(GetSteadyVectors()), GET_NAME);

TEST(UhciStreamVectorDetails, Vector24WithoutTheFinishedQueue)
{
    // The driver takes the finished OUT queue out of the list at bit 720, when the controller is in
    // the IN queue that it fetched at bit 680. The latched head link leads past the new queue,
    // which is found one refused IN later than in the vector: first packet from bit 808, further
    // ones from bit 2784, 15 in all.
    UhciBench bench({.hcd = MakeHcdOptions(DEPTH, FSBR)});
    bench.function.SetGaps(PROFILE_A_GAP, PROFILE_A_GAP);
    bench.Submit(MakeBulk(2, true, 3000));
    bench.Submit(MakeBulk(1, false, P));
    bench.onDone = [&](uint32_t) { bench.Submit(MakeBulk(1, false, P)); };
    bench.Run(6 * MS);
    EXPECT_EQ(bench.GetOutBytes(), (Bytes{1088, 512, 960, 640, 960, 640}));
    EXPECT_EQ(bench.transactions[25].start, 2 * MS + 808);
    EXPECT_EQ(bench.transactions[26].start, 2 * MS + 2784);
    EXPECT_EQ(bench.transfers[2].lastEnd, 3 * MS + 104 + 10 * 616);
}

TEST(UhciStreamVectorDetails, RefusalsOfProfileA)
{
    // Vectors 17 and 19: where the refused transactions end.
    UhciBench queueless({.hcd = MakeHcdOptions(DEPTH, OFF)});
    queueless.function.SetGaps(PROFILE_A_GAP, PROFILE_A_GAP);
    queueless.Submit(MakeBulk(1, false, P));
    queueless.Run(MS);
    EXPECT_EQ(queueless.transfers[0].lastNakEnd, 1272);
    UhciBench queued({.hcd = MakeHcdOptions(DEPTH, OFF)});
    queued.function.SetGaps(PROFILE_A_GAP, PROFILE_A_GAP);
    queued.Submit(MakeBulk(1, false, P, true));
    queued.Submit(MakeBulk(1, false, P, true));
    queued.Run(3 * MS);
    EXPECT_EQ(queued.transfers[1].lastNakEnd, 2 * MS + 3736);
    queued.Run(8 * MS);
    EXPECT_EQ(queued.transfers[1].lastEnd, 5 * MS + 3120); // the last one meets no refusal
    EXPECT_EQ(queued.GetFrame(5).naks, 0);
}
