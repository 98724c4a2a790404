// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_COMPARISON_H
#define USB_COMPARISON_H

#include "usb-bench.h"

#include <gtest/gtest.h>

/// @file
/// What must be the same on two buses that have led the same life, and what must hold on each.

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

} // namespace ns3

#endif // USB_COMPARISON_H
