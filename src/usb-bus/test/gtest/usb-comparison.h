// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_COMPARISON_H
#define USB_COMPARISON_H

#include "usb-bench.h"

#include <gtest/gtest.h>
#include <map>

/// @file
/// What must be equal on two buses with the same schedule, and what must hold on each of them.

namespace ns3
{

/// Compare frames one by one; a record of the lazy controller may stand for a run of them.
template <typename Lazy, typename Naive>
void
ExpectSameFrames(const Lazy& lazy, const Naive& naive)
{
    size_t next = 0;
    for (const auto& record : lazy.frames)
    {
        UsbFrameRecord sum{.frame = record.frame, .frames = 0};
        for (int64_t i = 0; i < record.frames && next < naive.frames.size(); ++i, ++next)
        {
            const UsbFrameRecord& one = naive.frames[next];
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
inline void
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

/// The bytes that went over the bus are those that the transfers report.
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

/**
 * Lead one random life on a bus that is looked ahead on, at every pace, and on one whose controller
 * walks its lists item by item, and compare what host and device have seen.
 * @tparam Lazy scenario on the controller that looks ahead
 * @tparam Naive scenario on the one that walks
 * @param seed of both
 * @param errors whether packets are damaged
 * @param watching whether the lazy bus must report each transaction, or may take packets together
 */
template <typename Lazy, typename Naive>
void
ExpectLazyEqualsNaive(uint32_t seed, bool errors, bool watching)
{
    using Pace = UsbBenchPace;
    Naive naive(seed, errors);
    naive.Run(Pace::FRAMES);
    for (const Pace pace :
         {Pace::LOOK_AHEAD, Pace::PLAN, Pace::HORIZON, Pace::FRAMES, Pace::RANDOM})
    {
        SCOPED_TRACE(testing::Message() << "pace " << static_cast<int>(pace));
        Lazy lazy(seed, errors);
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
        if (testing::Test::HasFatalFailure())
        {
            return;
        }
    }
}

/// Every endpoint of the device has moved the bytes that its transfers report, none of them twice.
template <typename Bench>
void
ExpectDeviceAndHostAgreeOnBytes(Bench& bench)
{
    std::map<uint32_t, uint64_t> bytes;
    for (const auto& transfer : bench.transfers)
    {
        const UsbEndpoint& endpoint = transfer.request.endpoint;
        bytes[ScriptedFunction::GetIndex(endpoint.number, endpoint.in)] += transfer.length;
    }
    for (uint8_t number = 1; number < 9; ++number)
    {
        for (const bool in : {false, true})
        {
            const auto& pipe = bench.function.GetPipe(number, in);
            EXPECT_EQ(pipe.bytes, bytes[ScriptedFunction::GetIndex(number, in)]);
            EXPECT_EQ(pipe.duplicates, 0) << "pipe " << +number << (in ? " in" : " out");
        }
    }
}

} // namespace ns3

#endif // USB_COMPARISON_H
