// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Numbers of a packet script and those on the wire, computed by hand.

#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-script-translator.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Option = TcpScriptOption;
using Packet = TcpScriptPacket;

/// @return a segment of the socket with a timestamp
TcpHeader
MakeSegment(uint32_t sequence, uint32_t timestamp)
{
    TcpHeader header;
    header.SetFlags(TcpHeader::ACK);
    header.SetSequenceNumber(SequenceNumber32(sequence));
    header.SetAckNumber(SequenceNumber32(0));
    const auto option = CreateObject<TcpOptionTS>();
    option->SetTimestamp(timestamp);
    header.AppendOption(option);
    return header;
}

/// @return what a script expects that writes this timestamp; none: it leaves it open
Packet
Expect(std::optional<uint32_t> timestamp)
{
    Packet packet;
    Option& option = packet.options->emplace_back();
    option.kind = Option::Kind::TIMESTAMPS;
    option.value = timestamp;
    return packet;
}

/// @return the timestamp of the socket in numbers of the script
uint32_t
TranslateTimestamp(TcpScriptTranslator& translator, uint32_t sent, const Packet& expected)
{
    return *translator.ToScript(MakeSegment(1, sent), 0, &expected).options->at(0).value;
}

/// @return the echo on the wire of a packet of the peer that echoes the written timestamp
uint32_t
TranslateEcho(const TcpScriptTranslator& translator, uint32_t written)
{
    Packet packet = Expect(7);
    packet.options->at(0).echo = written;
    const TcpHeader header = translator.ToHeader(packet);
    return DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetEcho();
}

} // namespace

TEST(TcpScriptTranslator, SequenceNumbersCountFromTheInitialOnesAndWrap)
{
    TcpScriptTranslator translator({.peerIsn = 4294967290});
    translator.SetSocketIsn(SequenceNumber32(4294967295));
    TcpHeader header;
    header.SetFlags(TcpHeader::ACK);
    header.SetSequenceNumber(SequenceNumber32(1000));
    header.SetAckNumber(SequenceNumber32(4));
    header.SetUrgentPointer(99);
    const Packet packet = translator.ToScript(header, 100, nullptr);
    EXPECT_EQ(packet.urgent, 99u);
    EXPECT_EQ(packet.begin, 1001u);
    EXPECT_EQ(packet.length, 100u);
    EXPECT_EQ(packet.ack, 10u);
    EXPECT_EQ(translator.GetDataOffset(header), 1000u);
    EXPECT_EQ(translator.ToSocketSequence(1001), SequenceNumber32(1000));
}

TEST(TcpScriptTranslator, PacketsOfThePeerHaveTheNumbersOfTheWire)
{
    TcpScriptTranslator translator({.peerIsn = 100});
    translator.SetSocketIsn(SequenceNumber32(5000));
    Packet packet;
    packet.flags = Packet::ACK;
    packet.begin = 1;
    packet.ack = 1449;
    packet.window = 257;
    Option& option = packet.options->emplace_back();
    option.kind = Option::Kind::SACK;
    option.blocks = {{2897, 4345}};
    const TcpHeader header = translator.ToHeader(packet);
    EXPECT_EQ(header.GetSequenceNumber(), SequenceNumber32(101));
    EXPECT_EQ(header.GetAckNumber(), SequenceNumber32(6449));
    EXPECT_EQ(header.GetWindowSize(), 257);
    const auto sack = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    const auto blocks = sack->GetSackList();
    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks.front().first, SequenceNumber32(7897));
    EXPECT_EQ(blocks.front().second, SequenceNumber32(9345));

    packet.flags = Packet::RST;
    EXPECT_EQ(translator.ToHeader(packet).GetAckNumber(), SequenceNumber32(6449)) << "as written";
    packet.ack.reset();
    EXPECT_EQ(translator.ToHeader(packet).GetAckNumber(), SequenceNumber32(0)) << "no ACK flag";
}

TEST(TcpScriptTranslator, OnlySynsHaveTheNumbersThatAScriptGivesThem)
{
    // The script: < S 1000:1000(0), > S. 300:300(0) ack 1001, < . 1:1(0) ack 1, > . 1:1(0) ack 1.
    TcpScriptTranslator translator({.peerIsn = 50});
    translator.SetPeerSyn(1000);
    Packet syn;
    syn.flags = Packet::SYN;
    syn.begin = 1000;
    EXPECT_EQ(translator.ToHeader(syn).GetSequenceNumber(), SequenceNumber32(1050));

    translator.SetSocketIsn(SequenceNumber32(7000));
    TcpHeader synAck;
    synAck.SetFlags(TcpHeader::SYN | TcpHeader::ACK);
    synAck.SetSequenceNumber(SequenceNumber32(7000));
    synAck.SetAckNumber(SequenceNumber32(1051));
    Packet expected;
    expected.flags = Packet::SYN | Packet::ACK;
    expected.begin = 300;
    EXPECT_EQ(translator.ToScript(synAck, 0, &expected).begin, 300u);
    EXPECT_EQ(translator.ToScript(synAck, 0, nullptr).ack, 1001u);
    EXPECT_EQ(translator.GetDataOffset(synAck), 0u) << "data of the SYN's own segment";
    // Sent again, it keeps its number, whatever the script expects then.
    expected.begin = 301;
    EXPECT_EQ(translator.ToScript(synAck, 0, &expected).begin, 300u);

    Packet ack;
    ack.flags = Packet::ACK;
    ack.begin = 1;
    ack.ack = 1;
    EXPECT_EQ(translator.ToHeader(ack).GetSequenceNumber(), SequenceNumber32(1051));
    EXPECT_EQ(translator.ToHeader(ack).GetAckNumber(), SequenceNumber32(7001));
    TcpHeader answer;
    answer.SetFlags(TcpHeader::ACK);
    answer.SetSequenceNumber(SequenceNumber32(7001));
    answer.SetAckNumber(SequenceNumber32(1051));
    EXPECT_EQ(translator.ToScript(answer, 0, nullptr).begin, 1u);
    EXPECT_EQ(translator.ToScript(answer, 0, nullptr).ack, 1u);
}

TEST(TcpScriptTranslator, TheFirstWrittenTimestampFixesTheOrigin)
{
    TcpScriptTranslator translator({});
    EXPECT_EQ(TranslateTimestamp(translator, 5000, Expect(std::nullopt)), 5000u) << "left open";
    EXPECT_EQ(TranslateTimestamp(translator, 5003, Expect(100)), 100u);
    EXPECT_EQ(TranslateTimestamp(translator, 5013, Expect(109)), 110u) << "one tick late";
    EXPECT_EQ(TranslateEcho(translator, 110), 5013u);
}

TEST(TcpScriptTranslator, DifferencesUpToTheToleranceAreNone)
{
    TcpScriptTranslator translator({.timestampTolerance = 2});
    EXPECT_EQ(TranslateTimestamp(translator, 1, Expect(4294967295)), 4294967295u);
    EXPECT_EQ(TranslateTimestamp(translator, 3, Expect(4294967295)), 4294967295u)
        << "two ticks late, across the wrap";
    EXPECT_EQ(TranslateTimestamp(translator, 4, Expect(4294967295)), 2u) << "three ticks late";
}

TEST(TcpScriptTranslator, TimestampsThatDoNotCountAreEchoedAsTheyWereSent)
{
    TcpScriptTranslator translator({.areTimestampsCompared = false});
    EXPECT_EQ(TranslateTimestamp(translator, 5000, Expect(100)), 100u);
    EXPECT_EQ(TranslateTimestamp(translator, 9999, Expect(101)), 101u);
    EXPECT_EQ(TranslateEcho(translator, 100), 5000u);
    EXPECT_EQ(TranslateEcho(translator, 101), 9999u);
    EXPECT_EQ(TranslateEcho(translator, 55), 55u) << "of nothing that was sent";
}
