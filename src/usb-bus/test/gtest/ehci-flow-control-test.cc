// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the high-speed controller does about refusals and errors: NakCnt (EHCI 1.0, 4.9), CErr
// (table 3-16) and the interrupt of a short packet (4.15.1.2). Instants are computed by hand,
// by the numbers of ehci-reference.h.

#include "ehci-reference.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// Refuse at these instants and at no others.
/// @return for ScriptedFunction::SetFlips
std::vector<UsbBitTime>
RefuseAt(const std::vector<UsbBitTime>& instants)
{
    std::vector<UsbBitTime> flips;
    for (const UsbBitTime instant : instants)
    {
        flips.insert(flips.end(), {instant, instant + 1});
    }
    return flips;
}

/// Damage the next @p count packets.
void
DamageNext(EhciBench& bench, uint32_t count)
{
    bench.engine.SetErrorDraw({.transactions = 1});
    bench.drawError = [left = count - 1]() mutable {
        return left-- > 0 ? UsbErrorDraw{.transactions = 1} : UsbErrorDraw{};
    };
}

} // namespace

TEST(EhciNakCount, ARefusedOutDoesNotCount)
{
    // Table 4-8: NakCnt goes down with a refused IN or PING, not with a refused OUT. So four PINGs
    // follow the data before the queue head is passed over and the list sleeps.
    EhciBench bench;
    const UsbBitTime pings = SOF + PACKET;
    bench.function.SetFlips(1, false, {0, pings + 4 * NAK + 1});
    bench.Submit(MakeBulk(1, false, 512));
    bench.Run(MICROFRAME, UsbBenchPace::FRAMES);
    EXPECT_EQ(bench.GetFrame(0).naks, 5);
    EXPECT_EQ(bench.transfers[0].lastEnd, pings + 4 * NAK + SLEEP + NAK + PACKET);
}

TEST(EhciNakCount, DataThatMovesReloadsIt)
{
    // 4.9: the controller reloads NakCnt when the endpoint has moved data. Three refusals, a
    // packet, and then four more refusals before the list sleeps.
    EhciBench bench;
    const UsbBitTime data = SOF + 3 * NAK;
    const UsbBitTime again = data + PACKET;
    bench.function.SetFlips(1, true, {0, data, data + 1, again + 3 * NAK + 1});
    bench.function.SetPackets(1, {512, 512});
    bench.Submit(MakeBulk(1, true, 1024));
    bench.Run(MICROFRAME, UsbBenchPace::FRAMES);
    EXPECT_EQ(bench.GetFrame(0).naks, 3 + 4);
    EXPECT_EQ(bench.transfers[0].lastEnd, again + 4 * NAK + SLEEP + PACKET);
}

/// How many endpoints send all the time.
class EhciReload : public testing::TestWithParam<uint32_t>
{
};

TEST_P(EhciReload, ReachesEveryQueueHeadHoweverLongTheListIs)
{
    // 4.9.1: NakCnt is reloaded in a whole turn of the list, from its head to its head, even if
    // the turn takes more than one microframe. No endpoint is forgotten behind those that send.
    constexpr UsbBitTime READY = 40 * MICROFRAME;
    EhciBench bench;
    bench.watchesTransactions = false;
    bench.onDone = [&bench](uint32_t transfer) {
        if (!bench.transfers[transfer].request.endpoint.in)
        {
            bench.Submit(bench.transfers[transfer].request);
        }
    };
    for (uint8_t endpoint = 1; endpoint <= 4; ++endpoint)
    {
        bench.function.SetFlips(endpoint, true, {0, READY});
        bench.function.SetPackets(endpoint, {100});
        bench.Submit(MakeBulk(endpoint, true, 512));
    }
    for (uint8_t endpoint = 1; endpoint <= GetParam(); ++endpoint)
    {
        for (uint32_t i = 0; i < 3; ++i)
        {
            bench.Submit(MakeBulk(endpoint, false, 5120));
        }
    }
    bench.Run(READY + 8 * MICROFRAME);
    for (uint32_t i = 0; i < 4; ++i)
    {
        // The rest of a turn, a turn that reloads, and up to a microframe until it begins.
        EXPECT_EQ(bench.transfers[i].status, UsbTransferStatus::COMPLETE) << "endpoint " << i + 1;
        EXPECT_LE(bench.transfers[i].interrupt, READY + 5 * MICROFRAME) << "endpoint " << i + 1;
    }
}

INSTANTIATE_TEST_SUITE_P(Senders,
                         EhciReload,
                         testing::Range(10U, 16U),
                         testing::PrintToStringParamName());

TEST(EhciErrorCount, ThreeErrorsInARowHaltTheQueue)
{
    EhciBench bench;
    bench.function.SetPackets(1, {512});
    DamageNext(bench, 3);
    bench.Submit(MakeBulk(1, true, 512));
    bench.Run(2 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::CRC_ERROR);
    EXPECT_EQ(bench.transfers[0].lastEnd, SOF + 3 * PACKET);
    EXPECT_EQ(Sum(bench, &UsbFrameRecord::errors), 3);
}

TEST(EhciErrorCount, ARefusalBreaksTheRow)
{
    // Table 3-16, note 2: a transaction without an error restores CErr, and a NAK is one.
    EhciBench bench;
    bench.function.SetPackets(1, {512});
    bench.function.SetFlips(1, true, RefuseAt({SOF + PACKET, SOF + 2 * PACKET + NAK}));
    DamageNext(bench, 4);
    bench.Submit(MakeBulk(1, true, 512));
    bench.Run(2 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].lastEnd, SOF + 5 * PACKET + 2 * NAK);
}

TEST(EhciErrorCount, APingThatIsAnsweredBreaksTheRow)
{
    EhciBench bench;
    for (const uint64_t data : {0, 2, 4})
    {
        bench.function.SetOutHandshake(data, UsbHandshake::NO_ANSWER);
    }
    bench.Submit(MakeBulk(1, false, 512));
    bench.Run(2 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.transfers[0].transactions, 7); // three in vain, a PING after each, and the data
}

TEST(EhciErrorCount, ADeviceThatAnswersNothingHaltsTheQueue)
{
    EhciBench bench;
    for (const uint64_t token : {0, 1, 2})
    {
        bench.function.SetOutHandshake(token, UsbHandshake::NO_ANSWER);
    }
    bench.Submit(MakeBulk(1, false, 512));
    bench.Run(2 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::TIMED_OUT);
    EXPECT_EQ(bench.transfers[0].transactions, 3);
}

TEST(EhciShortPacket, IsOneShorterThanTheEndpointsLargest)
{
    // 4.15.1.2: the data stage of 18 bytes fills its qTD, yet is shorter than the 64 bytes of the
    // endpoint: an interrupt, before that of the status stage, which the device puts off.
    EhciBench bench;
    bench.function.SetPackets(0, {18});
    bench.function.SetFlips(0, false, {SOF, MICROFRAME + MICROFRAME / 2});
    UsbTransferRequest request = MakeBulk(0, true, 18);
    request.type = UsbTransferType::CONTROL;
    bench.Submit(request);
    bench.Run(3 * MICROFRAME);
    EXPECT_EQ(bench.transfers[0].status, UsbTransferStatus::COMPLETE);
    EXPECT_EQ(bench.interrupts, (std::vector<UsbBitTime>{MICROFRAME, 2 * MICROFRAME}));
}
