// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The adapter's bulk OUT endpoint: gaps, buffers, FIFO, overruns, repeats, PING.

#include "adapter-bench.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace
{

constexpr UsbBitTime GAP = 1200; // 100 us

/// No pause at all.
UsbAdapterParameters
Ideal()
{
    UsbAdapterParameters parameters;
    parameters.headerGap = 0;
    parameters.commitGap = 0;
    return parameters;
}

TEST(UsbAdapterFunctionOut, RefusesForTheHeaderGapAfterTheFirstPacket)
{
    AdapterBench bench;
    EXPECT_EQ(bench.Out(1000, 0).handshake, UsbHandshake::ACK); // ends at 1616
    EXPECT_EQ(bench.Out(1616, 64).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(1616 + GAP - 1, 64).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(1616), 1616 + GAP);
    EXPECT_EQ(bench.Out(1616 + GAP, 64).handshake, UsbHandshake::ACK);
}

TEST(UsbAdapterFunctionOut, TakesTogetherOnlyWhatFollowsAndIsNotRefused)
{
    constexpr uint32_t MESSAGE = 640; // ten packets
    constexpr UsbBitTime PASS = 680;
    AdapterBench bench;
    EXPECT_EQ(bench.adapter.Repeat(bench.OutToken(0, 0, MESSAGE), PASS, 3), 0) << "not begun";
    bench.Out(1000, 0, MESSAGE); // ends at 1616
    const UsbBitTime open = 1616 + GAP;
    EXPECT_EQ(bench.adapter.Repeat(bench.OutToken(open - 1, 64, MESSAGE), PASS, 3), 0) << "gap";
    EXPECT_EQ(bench.adapter.Repeat(bench.OutToken(open, 128, MESSAGE), PASS, 3), 0) << "offset";
    UsbToken repeated = bench.OutToken(open, 64, MESSAGE);
    repeated.toggle = !repeated.toggle;
    EXPECT_EQ(bench.adapter.Repeat(repeated, PASS, 3), 0) << "toggle";
    EXPECT_EQ(bench.adapter.Repeat(bench.OutToken(open, 64, MESSAGE), PASS, 3), 3);
    // Packets 1 to 3 are in: packet 4 has the toggle of packet 2.
    EXPECT_EQ(bench.adapter.Repeat(bench.OutToken(open + 9 * PASS, 256, MESSAGE), PASS, 1), 0);
    repeated = bench.OutToken(open + 9 * PASS, 256, MESSAGE);
    repeated.toggle = !repeated.toggle;
    EXPECT_EQ(bench.adapter.Repeat(repeated, PASS, 5), 5);
    EXPECT_EQ(bench.adapter.GetRepeats(), 0);
}

TEST(UsbAdapterFunctionOut, HandsTheMessageOnAfterTheCommitGap)
{
    AdapterBench bench;
    bench.Out(0, 0);
    EXPECT_EQ(bench.adapter.GetNextWake(), USB_NEVER);
    const UsbAnswer last = bench.Out(2000, 64); // ends at 2616
    EXPECT_GT(last.message, 0);
    EXPECT_EQ(bench.adapter.GetNextWake(), 2616 + GAP);
    EXPECT_FALSE(bench.adapter.TakeDueMessage(2616 + GAP - 1));
    const auto message = bench.adapter.TakeDueMessage(2616 + GAP);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->number, 1);
    EXPECT_FALSE(message->overrun);
    EXPECT_EQ(bench.Out(2616 + GAP - 1, 0).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(2616 + GAP, 0).handshake, UsbHandshake::ACK);
}

TEST(UsbAdapterFunctionOut, OfTwoGapsAfterASinglePacketTheLongerCounts)
{
    UsbAdapterParameters parameters;
    parameters.headerGap = 500;
    parameters.commitGap = 300;
    AdapterBench bench(parameters);
    EXPECT_GT(bench.Out(0, 0, 64).message, 0);
    EXPECT_EQ(bench.adapter.GetNextWake(), 616 + 300);
    EXPECT_EQ(bench.adapter.GetNextChange(0), 616 + 500);
}

// 25 packets of 616 bits, one pause after the first, one after the last.
TEST(UsbAdapterFunctionOut, FullFrameTakesItsPacketsAndTwoPauses)
{
    AdapterBench bench;
    EXPECT_EQ(bench.Message(0, 1600), 25 * 616 + GAP);
    EXPECT_EQ(bench.adapter.GetNextWake(), 25 * 616 + 2 * GAP);
}

TEST(UsbAdapterFunctionOut, RefusesAMessageWhileAllBuffersAreInUse)
{
    AdapterBench bench(Ideal());
    UsbBitTime now = bench.Message(bench.Message(0));
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 2);
    EXPECT_EQ(bench.Out(now, 0).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(now), USB_NEVER);
    bench.adapter.TakeDueMessage(now);
    EXPECT_EQ(bench.Out(now, 0).handshake, UsbHandshake::NAK); // the MAC has it, not the air
    bench.adapter.ReleaseTxBuffer(AdapterBench::MESSAGE);
    EXPECT_EQ(bench.Out(now, 0).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.Out(now + 616, 64).handshake, UsbHandshake::ACK);
}

/// @param bytes of its transmit buffer
/// @return an adapter with more buffers than fit in it
UsbAdapterParameters
Memory(uint32_t bytes)
{
    UsbAdapterParameters parameters = Ideal();
    parameters.txBuffers = 8;
    parameters.txBufferBytes = bytes;
    return parameters;
}

TEST(UsbAdapterFunctionOut, RefusesAMessageThatItsMemoryCannotHold)
{
    AdapterBench bench(Memory(400));
    // Three messages of 128 bytes leave 16 of 400.
    UsbBitTime now = bench.Message(bench.Message(bench.Message(0)));
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 3);
    EXPECT_EQ(bench.Out(now, 0, 17).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(now), USB_NEVER);
    EXPECT_EQ(bench.Out(now, 0, 16).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.Out(now + 616, 0, 1).handshake, UsbHandshake::NAK) << "all 400 are in use";
    bench.adapter.ReleaseTxBuffer(128);
    EXPECT_EQ(bench.Out(now + 616, 0, 129).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(now + 616, 0, 128).handshake, UsbHandshake::ACK);
}

TEST(UsbAdapterFunctionOut, AMessageGivenUpLeavesItsBytesToTheNext)
{
    AdapterBench bench(Memory(256));
    ASSERT_EQ(bench.Out(0, 0, 200).handshake, UsbHandshake::ACK); // the host goes no further
    EXPECT_EQ(bench.Out(616, 0, 257).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(616, 0, 256).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
}

TEST(UsbAdapterFunctionOut, KeepsTheBytesOfFramesThatTheMacHas)
{
    AdapterBench bench(Memory(256));
    bench.adapter.Reset(); // unplugged and plugged in again, while two frames are on their way
    bench.adapter.TakeTxBuffers(2, 200);
    EXPECT_EQ(bench.Out(0, 0, 57).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(0, 0, 56).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 3);
}

TEST(UsbAdapterFunctionOut, MayTakeAMessageWithNoBufferAndThrowItAway)
{
    UsbAdapterParameters parameters = Ideal();
    parameters.txBuffers = 1;
    parameters.overrunPolicy = UsbOverrunPolicy::DROP;
    AdapterBench bench(parameters);
    const UsbBitTime now = bench.Message(bench.Message(0));
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
    EXPECT_FALSE(bench.adapter.TakeDueMessage(now)->overrun);
    EXPECT_TRUE(bench.adapter.TakeDueMessage(now)->overrun);
    EXPECT_FALSE(bench.adapter.TakeDueMessage(now));
}

TEST(UsbAdapterFunctionOut, MayTakeAMessageThatItsMemoryCannotHoldAndThrowItAway)
{
    UsbAdapterParameters parameters = Ideal();
    parameters.txBuffers = 8;
    parameters.txBufferBytes = 255;
    parameters.overrunPolicy = UsbOverrunPolicy::DROP;
    AdapterBench bench(parameters);
    const UsbBitTime now = bench.Message(bench.Message(0));
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
    const auto first = bench.adapter.TakeDueMessage(now);
    EXPECT_FALSE(first->overrun);
    EXPECT_EQ(first->bytes, 128);
    EXPECT_TRUE(bench.adapter.TakeDueMessage(now)->overrun) << "255 bytes hold one of 128";
}

// Four packets enter at 616, 1232, 1848, 2464; the first leaves 816 bits (68 us) after it came.
TEST(UsbAdapterFunctionOut, RefusesWhileTheFifoIsFull)
{
    UsbAdapterParameters parameters = Ideal();
    parameters.fifoPackets = 2;
    parameters.fifoDrain = 816;
    AdapterBench bench(parameters);
    EXPECT_EQ(bench.Out(0, 0, 1600).handshake, UsbHandshake::ACK);    // in at 616, out at 1432
    EXPECT_EQ(bench.Out(616, 64, 1600).handshake, UsbHandshake::ACK); // in at 1232, out at 2248
    EXPECT_EQ(bench.Out(1232, 128, 1600).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(1232), 1432);
    EXPECT_EQ(bench.Out(1431, 128, 1600).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.Out(1432, 128, 1600).handshake, UsbHandshake::ACK); // in at 2048
    EXPECT_EQ(bench.Out(2048, 192, 1600).handshake, UsbHandshake::NAK);
    EXPECT_EQ(bench.adapter.GetNextChange(2048), 2248);
}

TEST(UsbAdapterFunctionOut, ThrowsARepeatAwayAndAcknowledgesIt)
{
    AdapterBench bench(Ideal());
    const UsbToken first = bench.OutToken(0, 0);
    bench.Out(0, 0);
    EXPECT_EQ(bench.adapter.Answer(first).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.adapter.GetRepeats(), 1);
    UsbToken last = bench.OutToken(700, 64);
    EXPECT_GT(bench.Out(700, 64).message, 0);
    EXPECT_GT(bench.adapter.Answer(last).message, 0)
        << "the host has yet to learn that it was the end";
    EXPECT_EQ(bench.adapter.GetLastMessage(), 1);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
}

TEST(UsbAdapterFunctionOut, MessageGivenUpHalfWayLeavesNothingBehind)
{
    AdapterBench bench(Ideal());
    bench.Out(0, 0, 1600);
    bench.Out(616, 64, 1600);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
    bench.Message(10000);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
    EXPECT_EQ(bench.adapter.GetLastMessage(), 1);
}

TEST(UsbAdapterFunctionOut, RestWithoutABeginningIsNoMessage)
{
    AdapterBench bench(Ideal());
    const UsbAnswer answer = bench.Out(0, 64);
    EXPECT_EQ(answer.handshake, UsbHandshake::ACK);
    EXPECT_EQ(answer.message, 0);
    EXPECT_EQ(bench.adapter.GetLastMessage(), 0);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 0);
}

TEST(UsbAdapterFunctionOut, PingAsksAndChangesNothing)
{
    AdapterBench bench;
    UsbToken ping = bench.OutToken(0, 0);
    ping.ping = true;
    EXPECT_EQ(bench.adapter.Answer(ping).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 0);
    bench.Out(0, 0);
    ping = bench.OutToken(700, 64);
    ping.ping = true;
    EXPECT_EQ(bench.adapter.Answer(ping).handshake, UsbHandshake::NAK);
}

TEST(UsbAdapterFunctionOut, LookingAheadLeavesNoTrace)
{
    AdapterBench bench;
    bench.Out(0, 0);
    const UsbToken next = bench.OutToken(4000, 64);
    bench.adapter.Save();
    EXPECT_GT(bench.adapter.Answer(next).message, 0);
    EXPECT_EQ(bench.adapter.GetNextWake(), 4616 + GAP);
    bench.adapter.Restore();
    EXPECT_EQ(bench.adapter.GetNextWake(), USB_NEVER);
    EXPECT_EQ(bench.adapter.GetLastMessage(), 0);
    EXPECT_GT(bench.adapter.Answer(next).message, 0);
}

TEST(UsbAdapterFunctionOut, OtherEndpointsStall)
{
    AdapterBench bench;
    UsbToken token = bench.OutToken(0, 0);
    token.endpoint = 7;
    EXPECT_EQ(bench.adapter.Answer(token).handshake, UsbHandshake::STALL);
    token = bench.InToken(0);
    token.endpoint = 2;
    EXPECT_EQ(bench.adapter.Answer(token).handshake, UsbHandshake::STALL);
    token.pid = UsbPid::SETUP;
    EXPECT_EQ(bench.adapter.Answer(token).handshake, UsbHandshake::STALL);
}

TEST(UsbAdapterFunctionOut, ClearedHaltRestartsTheToggle)
{
    AdapterBench bench(Ideal());
    bench.Out(0, 0, 1600);
    bench.adapter.ClearHalt(false);
    UsbToken first = bench.OutToken(700, 0);
    first.toggle = false;
    EXPECT_EQ(bench.adapter.Answer(first).handshake, UsbHandshake::ACK);
    EXPECT_EQ(bench.adapter.GetRepeats(), 0);
}

TEST(UsbAdapterFunctionOut, MessageThatTheHostGaveUpIsNotContinuedByTheNext)
{
    AdapterBench bench(Ideal());
    constexpr uint32_t SIZE = 5 * 64;
    bench.Out(0, 0, SIZE);
    const UsbToken lost = bench.OutToken(1000, 64, SIZE);
    bench.adapter.Answer(lost); // its ACK is lost three times, and the host gives up
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 1);
    // The host gave the first message up without turning its toggle. The first packet of the next
    // message therefore looks like a repeat, and the third like the next packet of the old message.
    UsbBitTime now = 2000;
    for (uint32_t offset = 0; offset < SIZE; offset += 64, now += 1000)
    {
        EXPECT_EQ(bench.Out(now, offset, SIZE).message, 0) << offset;
    }
    EXPECT_EQ(bench.adapter.GetNextWake(), USB_NEVER) << "no message with a gap";
    EXPECT_EQ(bench.adapter.GetTxBuffersInUse(), 0);
}

} // namespace
} // namespace ns3
