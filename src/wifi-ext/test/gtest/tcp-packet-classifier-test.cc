// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What counts as a pure TCP ACK: headers of RFC 791, RFC 8200 and RFC 9293 written by hand.

#include "packet-builder.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t IPV6 = 0x86dd;
constexpr uint16_t VLAN = 0x8100;
constexpr uint8_t PSH = 0x08;
constexpr uint8_t URG = 0x20;
constexpr uint8_t ECE = 0x40;
constexpr uint8_t CWR = 0x80;

/// Kind of a segment in an IPv4 datagram, which must be that in an IPv6 packet.
TcpPacketKind
KindOfSegment(const SegmentFields& fields)
{
    const TcpPacketKind kind = GetKindOf(IPV4, MakeIpv4(MakeTcp(fields)));
    EXPECT_EQ(GetKindOf(IPV6, MakeIpv6(MakeTcp(fields))), kind);
    return kind;
}

} // namespace

TEST(TcpPacketClassifier, PureAckIsAckWithoutPayload)
{
    EXPECT_EQ(KindOfSegment({}), TcpPacketKind::PURE_ACK);
    for (const uint8_t flag : {PSH, URG, ECE, CWR})
    {
        EXPECT_EQ(KindOfSegment({.flags = static_cast<uint8_t>(TCP_FLAG_ACK | flag)}),
                  TcpPacketKind::PURE_ACK);
    }
}

TEST(TcpPacketClassifier, PiggyBackedAckIsData)
{
    EXPECT_EQ(KindOfSegment({.payload = 1}), TcpPacketKind::DATA); // as a zero-window probe
    EXPECT_EQ(KindOfSegment({.payload = 1460}), TcpPacketKind::DATA);
    EXPECT_EQ(KindOfSegment({.flags = TCP_FLAG_ACK | TCP_FLAG_FIN, .payload = 10}),
              TcpPacketKind::DATA);
    EXPECT_EQ(KindOfSegment({.flags = TCP_FLAG_SYN, .payload = 10}), TcpPacketKind::DATA);
}

TEST(TcpPacketClassifier, SynFinRstAreOther)
{
    for (const uint8_t flag : {TCP_FLAG_SYN, TCP_FLAG_FIN, TCP_FLAG_RST})
    {
        EXPECT_EQ(KindOfSegment({.flags = flag}), TcpPacketKind::OTHER);
        EXPECT_EQ(KindOfSegment({.flags = static_cast<uint8_t>(flag | TCP_FLAG_ACK)}),
                  TcpPacketKind::OTHER);
    }
}

TEST(TcpPacketClassifier, SegmentThatNoStateAcceptsIsMalformed)
{
    EXPECT_EQ(KindOfSegment({.flags = 0}), TcpPacketKind::MALFORMED);
    EXPECT_EQ(KindOfSegment({.flags = PSH}), TcpPacketKind::MALFORMED);
}

TEST(TcpPacketClassifier, OptionsDoNotMatter)
{
    const Bytes timestamps = FromHex("0101080a 00000001 00000002");
    const Bytes threeSackBlocks = FromHex("0101051a") + Bytes(24, 7);
    const Bytes endOfList = FromHex("00ffffff");
    const Bytes unknown = FromHex("fd04beef");
    for (const Bytes& options :
         {timestamps, timestamps + threeSackBlocks, endOfList, unknown, Bytes(40, 1)})
    {
        EXPECT_EQ(KindOfSegment({.options = options}), TcpPacketKind::PURE_ACK);
        EXPECT_EQ(KindOfSegment({.options = options, .payload = 100}), TcpPacketKind::DATA);
    }
}

TEST(TcpPacketClassifier, WrongOptionsAreMalformed)
{
    for (const char* options : {"08000000", "08010000", "01010108", "080a0000", "02050101"})
    {
        EXPECT_EQ(KindOfSegment({.options = FromHex(options)}), TcpPacketKind::MALFORMED)
            << options;
    }
}

TEST(TcpPacketClassifier, PayloadIsThatOfTheIpLength)
{
    // A 40-byte datagram in an Ethernet frame has 6 bytes of padding, in a VLAN frame 2.
    EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp()), 6), TcpPacketKind::PURE_ACK);
    EXPECT_EQ(GetKindOf(IPV6, MakeIpv6(MakeTcp()), 1000), TcpPacketKind::PURE_ACK);
    EXPECT_EQ(Classify(IPV4, MakeIpv4(MakeTcp({.payload = 3})), 3).payload, 3);
}

TEST(TcpPacketClassifier, FieldsOfTheHeader)
{
    const TcpPacket packet = Classify(IPV4, MakeIpv4(MakeTcp({.payload = 200})));
    EXPECT_EQ(packet.flags, TCP_FLAG_ACK);
    EXPECT_EQ(packet.payload, 200);
    EXPECT_EQ(packet.sequence, 100);
    EXPECT_EQ(packet.acknowledgment, 1000);
    EXPECT_EQ(packet.flow, (TcpFlowId{{0, 0x0a000001}, {0, 0x0a000002}, 5001, 49152}));
    EXPECT_EQ(Classify(IPV6, MakeIpv6(MakeTcp())).flow,
              (TcpFlowId{{0x20010db800000000, 1}, {0x20010db800000000, 2}, 5001, 49152}));
}

TEST(TcpPacketClassifier, OtherProtocols)
{
    for (const int protocol : {1, 2, 17, 50, 89, 132})
    {
        EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp(), static_cast<uint8_t>(protocol))),
                  TcpPacketKind::OTHER);
        EXPECT_EQ(GetKindOf(IPV6, MakeIpv6(MakeTcp(), static_cast<uint8_t>(protocol))),
                  TcpPacketKind::OTHER);
    }
    for (const int etherType : {0x0000, 0x002e, 0x05dc, 0x0806, 0x8863, 0x888e})
    {
        EXPECT_EQ(GetKindOf(static_cast<uint16_t>(etherType), MakeIpv4(MakeTcp())),
                  TcpPacketKind::OTHER);
    }
}

TEST(TcpPacketClassifier, Ipv4OptionsAreSkipped)
{
    const Bytes routerAlert = FromHex("94040000");
    EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp(), 6, 0, routerAlert)), TcpPacketKind::PURE_ACK);
    EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp({.payload = 1}), 6, 0, Bytes(40, 1))),
              TcpPacketKind::DATA);
}

TEST(TcpPacketClassifier, Ipv4Fragments)
{
    for (const int fragment : {0x2000, 0x2001, 0x0001, 0x00b9})
    {
        const auto word = static_cast<uint16_t>(fragment);
        EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp(), 6, word)), TcpPacketKind::DATA);
        EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp(), 17, word)), TcpPacketKind::OTHER);
    }
    // "Don't fragment" and the reserved bit are no fragments.
    EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(MakeTcp(), 6, 0xc000)), TcpPacketKind::PURE_ACK);
}

TEST(TcpPacketClassifier, Ipv6ExtensionHeaders)
{
    const Bytes ack = MakeTcp();
    const Bytes hopByHop = FromHex("3c00 050200000100");            // then destination options
    const Bytes destination = FromHex("0601") + Bytes(14, 1);       // 16 bytes, then TCP
    const Bytes authentication = FromHex("0604") + Bytes(22, 0x0f); // 24 bytes, then TCP
    EXPECT_EQ(GetKindOf(IPV6, MakeIpv6(hopByHop + destination + ack, 0)), TcpPacketKind::PURE_ACK);
    EXPECT_EQ(GetKindOf(IPV6, MakeIpv6(authentication + ack, 51)), TcpPacketKind::PURE_ACK);
    for (const int next : {0, 43, 60, 135, 139, 140})
    {
        EXPECT_EQ(GetKindOf(IPV6, MakeIpv6(destination + ack, static_cast<uint8_t>(next))),
                  TcpPacketKind::PURE_ACK);
        EXPECT_EQ(
            GetKindOf(IPV6,
                      MakeIpv6(destination + MakeTcp({.payload = 5}), static_cast<uint8_t>(next))),
            TcpPacketKind::DATA);
        // IPv4 has no extension headers.
        EXPECT_EQ(GetKindOf(IPV4, MakeIpv4(destination + ack, static_cast<uint8_t>(next))),
                  TcpPacketKind::OTHER);
    }
    EXPECT_EQ(GetKindOf(IPV6, MakeIpv6({}, 59)), TcpPacketKind::OTHER); // no next header
    EXPECT_TRUE(MakeOtherPacket(17).isOpaque);                          // UDP
    EXPECT_TRUE(MakeOtherPacket(50).isOpaque);                          // ESP
    EXPECT_FALSE(MakeOtherPacket(1).isOpaque);                          // ICMP
    EXPECT_FALSE(MakeOtherPacket(59).isOpaque);                         // no next header
}

TEST(TcpPacketClassifier, Ipv6Fragments)
{
    const auto kindOf = [](const std::string& fragmentHeader) {
        return GetKindOf(IPV6, MakeIpv6(FromHex(fragmentHeader) + MakeTcp(), 44));
    };
    EXPECT_EQ(kindOf("0600 0001 12345678"), TcpPacketKind::DATA);     // first
    EXPECT_EQ(kindOf("0600 05a0 12345678"), TcpPacketKind::DATA);     // last
    EXPECT_EQ(kindOf("1100 0001 12345678"), TcpPacketKind::OTHER);    // of UDP
    EXPECT_EQ(kindOf("0600 0000 12345678"), TcpPacketKind::PURE_ACK); // whole (RFC 6946)
    EXPECT_EQ(kindOf("0600 0006 12345678"), TcpPacketKind::PURE_ACK); // reserved bits
}

TEST(TcpPacketClassifier, VlanTagsAreLookedThrough)
{
    const Bytes ack = MakeIpv4(MakeTcp());
    EXPECT_EQ(GetKindOf(VLAN, FromHex("a00a 0800") + ack), TcpPacketKind::PURE_ACK);
    EXPECT_EQ(GetKindOf(0x88a8, FromHex("0064 8100 00c8 0800") + ack), TcpPacketKind::PURE_ACK);
    EXPECT_EQ(GetKindOf(VLAN, FromHex("0001 86dd") + MakeIpv6(MakeTcp({.payload = 9}))),
              TcpPacketKind::DATA);
    EXPECT_EQ(GetKindOf(VLAN, FromHex("0001 0806") + ack), TcpPacketKind::OTHER);
    EXPECT_EQ(GetKindOf(VLAN, FromHex("0001 08")), TcpPacketKind::MALFORMED);
    EXPECT_EQ(GetKindOf(VLAN, FromHex("00018100")), TcpPacketKind::MALFORMED);
}

TEST(TcpPacketClassifier, EveryTruncationIsMalformed)
{
    const Bytes options = FromHex("0101080a 00000001 00000002");
    const Bytes hopByHop = FromHex("0600 050200000100");
    const std::vector<std::pair<uint16_t, Bytes>> frames{
        {IPV4, MakeIpv4(MakeTcp({.options = options}))},
        {IPV4, MakeIpv4(MakeTcp({.payload = 10}))},
        {IPV6, MakeIpv6(MakeTcp({.options = options}))},
        {IPV6, MakeIpv6(hopByHop + MakeTcp(), 0)},
        {VLAN, FromHex("00010800") + MakeIpv4(MakeTcp())},
    };
    for (const auto& [etherType, frame] : frames)
    {
        for (std::size_t size = 0; size < frame.size(); ++size)
        {
            // A buffer of its own, so that a sanitizer sees a read behind it.
            const Bytes part(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
            EXPECT_EQ(GetKindOf(etherType, part), TcpPacketKind::MALFORMED) << size;
        }
    }
}

TEST(TcpPacketClassifier, HeaderOutOfSightIsMalformedAndPayloadOutOfSightIsNot)
{
    const Bytes frame = MakeIpv4(MakeTcp({.options = Bytes(12, 1), .payload = 1000}));
    for (std::size_t visible = 0; visible < frame.size(); visible += 4)
    {
        const TcpPacket packet = ClassifyFrame(IPV4, {frame.data(), visible, frame.size()});
        EXPECT_EQ(packet.kind, visible < 52 ? TcpPacketKind::MALFORMED : TcpPacketKind::DATA);
        EXPECT_EQ(packet.payload, visible < 52 ? 0 : 1000);
    }
}

TEST(TcpPacketClassifier, WrongLengthsAndVersions)
{
    const auto kindWith = [](uint16_t etherType, Bytes frame, std::size_t at, uint8_t value) {
        frame.at(at) = value;
        return GetKindOf(etherType, frame);
    };
    const Bytes ipv4 = MakeIpv4(MakeTcp());
    const Bytes ipv6 = MakeIpv6(MakeTcp());
    EXPECT_EQ(kindWith(IPV4, ipv4, 0, 0x65), TcpPacketKind::MALFORMED);  // version 6
    EXPECT_EQ(kindWith(IPV4, ipv4, 0, 0x44), TcpPacketKind::MALFORMED);  // 16-byte header
    EXPECT_EQ(kindWith(IPV4, ipv4, 3, 19), TcpPacketKind::MALFORMED);    // shorter than its header
    EXPECT_EQ(kindWith(IPV4, ipv4, 3, 39), TcpPacketKind::MALFORMED);    // cuts the TCP header
    EXPECT_EQ(kindWith(IPV4, ipv4, 3, 41), TcpPacketKind::MALFORMED);    // longer than the frame
    EXPECT_EQ(kindWith(IPV4, ipv4, 32, 0x40), TcpPacketKind::MALFORMED); // TCP header of 16 bytes
    EXPECT_EQ(kindWith(IPV4, ipv4, 32, 0x60), TcpPacketKind::MALFORMED); // of 24, where 20 are
    EXPECT_EQ(kindWith(IPV6, ipv6, 0, 0x45), TcpPacketKind::MALFORMED);  // version 4
    EXPECT_EQ(kindWith(IPV6, ipv6, 5, 0), TcpPacketKind::MALFORMED);     // empty, or a jumbogram
    EXPECT_EQ(kindWith(IPV6, ipv6, 6, 0), TcpPacketKind::MALFORMED); // ports as extension header
}
