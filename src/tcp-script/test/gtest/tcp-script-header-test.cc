// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Fast Open options byte by byte (RFC 7413), and the checksum of a header with them.

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/ipv4-address.h"
#include "ns3/packet.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-script-header.h"
#include "ns3/tcp-script-translator.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Option = TcpScriptOption;
using Bytes = std::vector<uint8_t>;

Option
MakeOption(Option::Kind kind, const std::string& cookie)
{
    Option option;
    option.kind = kind;
    option.bytes = cookie;
    return option;
}

/// A SYN of the peer with an MSS and the option.
TcpScriptPacket
MakeSyn(const Option& option)
{
    TcpScriptPacket packet;
    packet.flags = TcpScriptPacket::SYN;
    packet.window = 65535;
    Option mss;
    mss.kind = Option::Kind::MAXIMUM_SEGMENT_SIZE;
    mss.value = 1460;
    packet.options = {mss, option};
    return packet;
}

Ptr<Packet>
MakePacket(const TcpScriptPacket& syn, const Bytes& data, bool hasChecksum)
{
    TcpHeader header = TcpScriptTranslator({}).ToHeader(syn);
    if (hasChecksum)
    {
        header.EnableChecksums();
        header.InitializeChecksum(Ipv4Address("192.0.2.1"), Ipv4Address("192.168.0.1"), 6);
    }
    const auto packet = Create<Packet>(data.data(), data.size());
    packet->AddHeader(TcpScriptHeader(header, *syn.options));
    return packet;
}

Bytes
GetBytes(Ptr<const Packet> packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

} // namespace

TEST(TcpScriptHeader, HasTheBytesOfTheOption)
{
    const Option cookie = MakeOption(Option::Kind::FAST_OPEN, "12ab34cd");
    EXPECT_EQ(TcpScriptHeader::GetBytes(cookie), (Bytes{34, 6, 0x12, 0xab, 0x34, 0xcd}));
    EXPECT_EQ(TcpScriptHeader::GetBytes(MakeOption(Option::Kind::FAST_OPEN, "")), (Bytes{34, 2}));
    const Option experiment = MakeOption(Option::Kind::FAST_OPEN_EXPERIMENTAL, "12ab");
    EXPECT_EQ(TcpScriptHeader::GetBytes(experiment), (Bytes{254, 6, 0xf9, 0x89, 0x12, 0xab}));
    Bytes signature{19, 18}; // RFC 2385, 3.0
    signature.resize(18, 0xab);
    std::string digest;
    while (digest.size() < 32)
    {
        digest += "ab";
    }
    EXPECT_EQ(TcpScriptHeader::GetBytes(MakeOption(Option::Kind::MD5_SIGNATURE, digest)),
              signature);
    // 20 bytes, the MSS, the option, and an end of the list for 2 bytes of padding
    const Bytes bytes = GetBytes(MakePacket(MakeSyn(cookie), {}, false));
    ASSERT_EQ(bytes.size(), 32U);
    EXPECT_EQ(bytes[12] >> 4, 8);
    EXPECT_EQ(Bytes(bytes.begin() + 20, bytes.begin() + 30),
              (Bytes{2, 4, 1460 >> 8, 1460 & 0xff, 34, 6, 0x12, 0xab, 0x34, 0xcd}));
}

TEST(TcpScriptHeader, AReceiverReadsWhatWasWritten)
{
    for (const auto kind : {Option::Kind::FAST_OPEN, Option::Kind::FAST_OPEN_EXPERIMENTAL})
    {
        for (const char* cookie : {"", "12ab34cd", "00112233445566778899aabbccddeeff"})
        {
            const auto syn = MakeSyn(MakeOption(kind, cookie));
            TcpHeader header;
            MakePacket(syn, {}, false)->RemoveHeader(header);
            const auto read = TcpScriptTranslator({}).ToScript(header, 0, nullptr);
            ASSERT_GE(read.options->size(), 2U);
            EXPECT_EQ(read.options->at(1), syn.options->at(1)) << cookie;
        }
    }
    const auto syn =
        MakeSyn(MakeOption(Option::Kind::MD5_SIGNATURE, "00112233445566778899aabbccddeeff"));
    TcpHeader header;
    MakePacket(syn, {}, false)->RemoveHeader(header);
    EXPECT_EQ(TcpScriptTranslator({}).ToScript(header, 0, nullptr).options->at(1),
              syn.options->at(1));
}

TEST(TcpScriptHeader, TheChecksumIsRight)
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    for (const char* cookie : {"", "12ab34cd", "ffffffff", "00ff00ff00ff"})
    {
        // An odd number of bytes of data, too.
        for (const Bytes& data : {Bytes{}, Bytes{1, 2, 3}})
        {
            const auto syn = MakeSyn(MakeOption(Option::Kind::FAST_OPEN, cookie));
            TcpHeader header;
            header.EnableChecksums();
            header.InitializeChecksum(Ipv4Address("192.0.2.1"), Ipv4Address("192.168.0.1"), 6);
            MakePacket(syn, data, true)->RemoveHeader(header);
            EXPECT_TRUE(header.IsChecksumOk()) << cookie;
        }
    }
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
}
