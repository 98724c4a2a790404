// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sender-bench.h"

#include "ns3/tcp-linux24-translator.h"

#include <gtest/gtest.h>

namespace ns3
{

// The SYN has position -1. With 2^32 - 2 for its number, position 1 has number 0.
TEST(TcpLinux24Translator, PositionsDoNotWrapAround)
{
    TcpLinux24SenderBench bench({});
    TcpLinux24Translator translator;
    translator.Start(0xfffffffe, {}, &bench.sender);
    EXPECT_EQ(translator.ToSequence(-1), SequenceNumber32(0xfffffffe));
    EXPECT_EQ(translator.ToSequence(0), SequenceNumber32(0xffffffff));
    EXPECT_EQ(translator.ToSequence(1), SequenceNumber32(0));
    EXPECT_EQ(translator.ToSentOffset(SequenceNumber32(5)), 6);
    EXPECT_EQ(translator.ToSentOffset(SequenceNumber32(0xfffffff0)), -15);
}

TEST(TcpLinux24Translator, SynOptionsAreReadAsTheyWereWritten)
{
    TcpLinux24SenderBench bench({});
    TcpLinux24Translator translator;
    translator.Start(0, {.sack = true, .timestamps = true, .windowScale = true}, &bench.sender);
    translator.SetReceiveShift(7);
    TcpHeader header;
    translator.WriteSynOptions(header, 1460);
    EXPECT_FALSE(TcpLinux24Translator::ReadSynOptions(header).timestamp.has_value());
    translator.WriteTimestamp(header, 1234);
    const TcpLinux24SynOptions options = TcpLinux24Translator::ReadSynOptions(header);
    EXPECT_EQ(options.mss, 1460u);
    EXPECT_TRUE(options.sack);
    EXPECT_EQ(options.shift, 7u);
    EXPECT_EQ(options.timestamp, 1234u);
    EXPECT_EQ(translator.ReadEcho(header), 0u) << "the peer is not known yet";
}

TEST(TcpLinux24Translator, OnlyOptionsAgreedOnAreRead)
{
    TcpLinux24SenderBench bench({});
    TcpLinux24Translator translator;
    translator.Start(0, {.timestamps = true}, &bench.sender);
    TcpHeader header;
    header.SetWindowSize(1000);
    translator.WriteTimestamp(header, 1234);
    EXPECT_EQ(translator.ReadTimestamp(header), 1234u);
    EXPECT_EQ(translator.ReadWindow(header), 1000u);
    translator.Agree(SequenceNumber32(99), {.windowScale = true, .sendShift = 2});
    EXPECT_FALSE(translator.ReadTimestamp(header).has_value());
    EXPECT_EQ(translator.ReadWindow(header), 4000u);
    EXPECT_EQ(translator.ToPeerSequence(0), SequenceNumber32(100));
}

TEST(TcpLinux24Translator, SegmentsBecomeArrivals)
{
    TcpLinux24SenderBench bench({});
    bench.Establish();
    const TcpLinux24Receiver receiver({}, bench.sender.GetRtt());
    TcpLinux24Translator translator;
    translator.Start(499, {}, &bench.sender);
    translator.Agree(SequenceNumber32(99), {});
    translator.SetReceiver(&receiver);
    TcpHeader header;
    header.SetFlags(TcpHeader::ACK | TcpHeader::PSH | TcpHeader::FIN);
    header.SetSequenceNumber(SequenceNumber32(150));
    header.SetAckNumber(SequenceNumber32(500));
    const TcpLinux24Arrival arrival = translator.ReadArrival(10, header);
    EXPECT_EQ(arrival.start, 50);
    EXPECT_EQ(arrival.GetEnd(), 61) << "ten bytes and the FIN";
    EXPECT_TRUE(arrival.push);
    EXPECT_FALSE(arrival.syn);
    EXPECT_FALSE(arrival.timestamp.has_value());
    const TcpLinux24Ack ack = translator.ReadAck(header, true);
    EXPECT_EQ(ack.ack, 0);
    EXPECT_EQ(ack.sequence, 50);
    EXPECT_TRUE(ack.hasData);
}

} // namespace ns3
