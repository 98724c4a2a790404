// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Test vectors of the UHCI bus on the reference conditions of UhciBench: start-of-frame 40 bits, no
// other overhead, software that reacts 60 us after a frame start. P is an OUT transfer of 25
// packets of 64 bytes. Times are milliseconds from the start of frame 0.

#include "uhci-reference.h"

#include <gtest/gtest.h>
#include <ostream>
#include <string>

using namespace ns3;

namespace
{

void
ExpectEnd(const UhciBench& bench, uint32_t transfer, double end, double interrupt)
{
    EXPECT_NEAR(static_cast<double>(bench.transfers[transfer].lastEnd) / MS, end, 5.1e-7);
    EXPECT_EQ(static_cast<double>(bench.transfers[transfer].interrupt) / MS, interrupt);
}

/// Base of all cases: the number of the vector names the case.
struct Vector
{
    int number;
    Traversal traversal;
    Reclamation reclamation;
};

std::ostream&
operator<<(std::ostream& os, const Vector& vector)
{
    return os << "vector " << vector.number;
}

const auto GET_NAME = [](const auto& info) { return "Vector" + std::to_string(info.param.number); };

} // namespace

struct SingleVector : Vector
{
    uint32_t length;
    UsbBitTime submitted;
    Bytes bytes;
    double end;
    double interrupt;
};

class UhciSingleVector : public testing::TestWithParam<SingleVector>
{
};

TEST_P(UhciSingleVector, OneOutTransfer)
{
    const auto& v = GetParam();
    UhciBench bench(MakeSetup(v.traversal, v.reclamation));
    bench.At(v.submitted, [&] { bench.Submit(MakeBulk(1, false, v.length)); });
    if (v.submitted == 0)
    {
        bench.Run(1); // nothing is fetched before bit 40
    }
    bench.Run(30 * MS);
    EXPECT_EQ(bench.GetOutBytes(), v.bytes);
    ExpectEnd(bench, 0, v.end, v.interrupt);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].length, v.length);
}

INSTANTIATE_TEST_SUITE_P(
    Spec,
    UhciSingleVector,
    testing::Values(SingleVector{{1, BREADTH, OFF}, P, 0, Bytes(25, 64), 24.054667, 25},
                    SingleVector{{2, DEPTH, OFF}, P, 0, {1216, 384}, 1.311333, 2},
                    SingleVector{{3, DEPTH, OFF}, 1568, 0, {1216, 352}, 1.290000, 2},
                    SingleVector{{4, BREADTH, FSBR}, P, 0, {1216, 384}, 1.311333, 2},
                    SingleVector{{35, DEPTH, OFF}, P, 6000, {0, 1216, 384}, 2.311333, 3},
                    SingleVector{{37, BREADTH, OFF}, 128, 0, {64, 64}, 1.054667, 2},
                    SingleVector{{38, DEPTH, OFF}, 128, 0, {128}, 0.106000, 1}),
    GET_NAME);

struct IdleInVector : Vector
{
    bool inFirst;
    Bytes bytes;
    uint64_t naks; ///< in frame 0
    double end;
    double interrupt;
};

class UhciIdleInVector : public testing::TestWithParam<IdleInVector>
{
};

TEST_P(UhciIdleInVector, OutBesideAnIdleIn)
{
    const auto& v = GetParam();
    UhciBench bench(MakeSetup(v.traversal, v.reclamation));
    if (v.inFirst)
    {
        bench.Submit(MakeBulk(2, true, 3000));
    }
    const uint32_t out = *bench.Submit(MakeBulk(1, false, P));
    if (!v.inFirst)
    {
        bench.Submit(MakeBulk(2, true, 3000));
    }
    bench.Run(30 * MS);
    EXPECT_EQ(bench.GetOutBytes(), v.bytes);
    EXPECT_EQ(bench.GetFrame(0).naks, v.naks);
    ExpectEnd(bench, out, v.end, v.interrupt);
}

INSTANTIATE_TEST_SUITE_P(
    Spec,
    UhciIdleInVector,
    testing::Values(IdleInVector{{5, BREADTH, FSBR}, false, {1088, 512}, 16, 1.451333, 2},
                    IdleInVector{{6, BREADTH, FSBR}, true, {1088, 512}, 17, 1.456667, 2},
                    IdleInVector{{7, BREADTH, OFF}, true, Bytes(25, 64), 1, 24.060000, 25},
                    IdleInVector{{8, DEPTH, OFF}, true, {1216, 384}, 1, 1.316667, 2}),
    GET_NAME);

struct TwoQueuesVector : Vector
{
    Bytes bytesA;
    Bytes bytesB;
    double endA;
    double endB;
    UsbBitTime interruptA;
    UsbBitTime interruptB;
};

class UhciTwoQueuesVector : public testing::TestWithParam<TwoQueuesVector>
{
};

TEST_P(UhciTwoQueuesVector, TwoOutTransfersOfTenPackets)
{
    const auto& v = GetParam();
    UhciBench bench(MakeSetup(v.traversal, v.reclamation));
    bench.Submit(MakeBulk(1, false, 640));
    bench.Submit(MakeBulk(2, false, 640));
    bench.Run(12 * MS);
    Bytes bytes[2] = {Bytes(v.bytesA.size()), Bytes(v.bytesB.size())};
    for (const auto& transaction : bench.transactions)
    {
        bytes[transaction.transfer].at(transaction.end / MS) += transaction.bytes;
    }
    EXPECT_EQ(bytes[0], v.bytesA);
    EXPECT_EQ(bytes[1], v.bytesB);
    // B's packet in frame 1 ends before the handler of A's interrupt runs, so that handler collects
    // both; B's own interrupt rises all the same.
    const UsbBitTime ends[2] = {bench.transfers[0].lastEnd, bench.transfers[1].lastEnd};
    EXPECT_NEAR(static_cast<double>(ends[0]) / MS, v.endA, 5.1e-7);
    EXPECT_NEAR(static_cast<double>(ends[1]) / MS, v.endB, 5.1e-7);
    std::set<UsbBitTime> interrupts{v.interruptA * MS, v.interruptB * MS};
    EXPECT_EQ(std::set(bench.interrupts.begin(), bench.interrupts.end()), interrupts);
}

INSTANTIATE_TEST_SUITE_P(
    Spec,
    UhciTwoQueuesVector,
    testing::Values(
        TwoQueuesVector{{9, DEPTH, OFF}, {640}, {576, 64}, 0.516667, 1.054667, 1, 2},
        TwoQueuesVector{{10, BREADTH, OFF}, Bytes(10, 64), Bytes(10, 64), 9.054667, 9.106, 10, 10},
        TwoQueuesVector{{11, BREADTH, FSBR}, {640}, {576, 64}, 0.978667, 1.054667, 1, 2}),
    GET_NAME);

struct NakVector : Vector
{
    UsbBitTime nakUntil; ///< the device refuses before; 0: it refuses the third token only
    Bytes bytes;
    uint64_t naks;
    UsbBitTime firstNakEnd;
    double end;
    double interrupt;
};

class UhciNakVector : public testing::TestWithParam<NakVector>
{
};

TEST_P(UhciNakVector, DeviceRefuses)
{
    const auto& v = GetParam();
    UhciBench bench(MakeSetup(v.traversal, v.reclamation));
    if (v.nakUntil > 0)
    {
        bench.function.SetFlips(1, false, {0, v.nakUntil});
    }
    else
    {
        bench.function.SetOutHandshake(2, UsbHandshake::NAK);
    }
    bench.Submit(MakeBulk(1, false, P));
    bench.Run(5000, UhciBench::Pace::FRAMES);
    EXPECT_EQ(bench.transfers[0].lastNakEnd, v.firstNakEnd);
    bench.Run(30 * MS);
    EXPECT_EQ(bench.GetOutBytes(), v.bytes);
    EXPECT_EQ(bench.GetFrame(0).naks, 1);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::naks), v.naks);
    ExpectEnd(bench, 0, v.end, v.interrupt);
}

namespace
{

Bytes
Concatenate(Bytes first, const Bytes& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(
    Spec,
    UhciNakVector,
    testing::Values(NakVector{{12, DEPTH, OFF}, 2 * MS, {0, 0, 1216, 384}, 2, 656, 3.311333, 4},
                    NakVector{{13, BREADTH, OFF},
                              2 * MS,
                              Concatenate({0, 0}, Bytes(25, 64)),
                              2,
                              656,
                              26.054667,
                              27},
                    NakVector{{14, DEPTH, OFF}, 0, {128, 1216, 256}, 1, 1888, 2.208667, 3},
                    NakVector{{15, DEPTH, FSBR}, 0, {1152, 448}, 1, 1888, 1.362667, 2}),
    GET_NAME);

struct InVector : Vector
{
    std::vector<int32_t> packets; ///< what the device has
    uint32_t transactions;
    Bytes bytes;
    double end;
    double interrupt;
};

class UhciInVector : public testing::TestWithParam<InVector>
{
};

TEST_P(UhciInVector, OneInTransfer)
{
    const auto& v = GetParam();
    UhciBench bench(MakeSetup(v.traversal, v.reclamation));
    bench.function.SetPackets(2, v.packets);
    bench.Submit(MakeBulk(2, true, 3000));
    bench.Run(4 * MS);
    EXPECT_EQ(bench.GetInBytes(), v.bytes);
    EXPECT_EQ(bench.transfers[0].transactions, v.transactions);
    ExpectEnd(bench, 0, v.end, v.interrupt);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].length, bench.function.GetPipe(2, true).bytes);
}

namespace
{

std::vector<int32_t>
MakePackets(uint32_t whole, int32_t last)
{
    std::vector<int32_t> packets(whole, 64);
    packets.push_back(last);
    return packets;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(
    Spec,
    UhciInVector,
    testing::Values(InVector{{25, DEPTH, OFF}, MakePackets(1, 56), 2, {120}, 0.100667, 1},
                    InVector{{26, BREADTH, OFF}, MakePackets(1, 56), 2, {64, 56}, 1.049333, 2},
                    InVector{{27, DEPTH, OFF}, MakePackets(2, 0), 3, {128}, 0.114667, 1},
                    InVector{{28, DEPTH, OFF}, MakePackets(24, 32), 25, {1216, 352}, 1.29, 2}),
    GET_NAME);

struct ErrorVector : Vector
{
    UsbHandshake handshake; ///< of the fifth packet
    uint32_t times;
    Bytes bytes;
    double end;
    double interrupt;
    UsbTransferStatus status;
};

class UhciErrorVector : public testing::TestWithParam<ErrorVector>
{
};

TEST_P(UhciErrorVector, FifthPacketFails)
{
    const auto& v = GetParam();
    UhciBench bench(MakeSetup(v.traversal, v.reclamation));
    for (uint32_t i = 0; i < v.times; ++i)
    {
        bench.function.SetOutHandshake(4 + i, v.handshake);
    }
    bench.Submit(MakeBulk(1, false, P));
    bench.Run(8 * MS);
    EXPECT_EQ(bench.GetOutBytes(), v.bytes);
    ExpectEnd(bench, 0, v.end, v.interrupt);
    EXPECT_EQ(bench.transfers[0].status, v.status);
    EXPECT_EQ(bench.interrupts.size(), 1);
    // A stalled pipe is halted: it refuses transfers until the halt is cleared.
    const bool halted = v.status == UsbTransferStatus::STALLED;
    EXPECT_EQ(bench.Submit(MakeBulk(1, false, P)).has_value(), !halted);
    EXPECT_EQ(bench.lastStatus,
              halted ? UsbTransferStatus::STALLED : UsbTransferStatus::IN_PROGRESS);
}

INSTANTIATE_TEST_SUITE_P(Spec,
                         UhciErrorVector,
                         testing::Values(ErrorVector{{29, DEPTH, OFF},
                                                     UsbHandshake::STALL,
                                                     1,
                                                     {256},
                                                     0.26,
                                                     1,
                                                     UsbTransferStatus::STALLED},
                                         ErrorVector{{30, DEPTH, OFF},
                                                     UsbHandshake::NO_ANSWER,
                                                     2,
                                                     {256, 0, 1216, 128},
                                                     3.106,
                                                     4,
                                                     UsbTransferStatus::COMPLETE},
                                         ErrorVector{{31, DEPTH, OFF},
                                                     UsbHandshake::NO_ANSWER,
                                                     3,
                                                     {256},
                                                     2.054667,
                                                     3,
                                                     UsbTransferStatus::TIMED_OUT}),
                         GET_NAME);
