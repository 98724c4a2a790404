// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "packet-builder.h"

#include <boost/algorithm/hex.hpp>
#include <boost/algorithm/string/erase.hpp>
#include <iterator>

namespace ns3
{

Bytes
operator+(Bytes left, const Bytes& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

Bytes
FromHex(const std::string& digits)
{
    Bytes bytes;
    boost::algorithm::unhex(boost::algorithm::erase_all_copy(digits, " "),
                            std::back_inserter(bytes));
    return bytes;
}

Bytes
Word(std::size_t value)
{
    return {static_cast<uint8_t>(value >> 8), static_cast<uint8_t>(value)};
}

Bytes
MakeTcp(const SegmentFields& fields)
{
    const std::size_t words = 5 + fields.options.size() / 4;
    const Bytes offsetAndFlags{static_cast<uint8_t>(words << 4), fields.flags};
    return Word(5001) + Word(49152) + FromHex("00000064 000003e8") + offsetAndFlags +
           FromHex("ffff 0000 0000") + fields.options + Bytes(fields.payload, 0xa5);
}

Bytes
MakeIpv4(const Bytes& content, uint8_t protocol, uint16_t fragment, const Bytes& options)
{
    const std::size_t header = 20 + options.size();
    const Bytes versionAndTos{static_cast<uint8_t>(0x40 | header / 4), 0};
    const Bytes ttlAndProtocol{64, protocol};
    return versionAndTos + Word(header + content.size()) + Word(1) + Word(fragment) +
           ttlAndProtocol + Word(0) + FromHex("0a000001 0a000002") + options + content;
}

Bytes
MakeIpv6(const Bytes& content, uint8_t next)
{
    const Bytes nextAndHopLimit{next, 64};
    return FromHex("60000000") + Word(content.size()) + nextAndHopLimit +
           FromHex("20010db8 00000000 00000000 00000001") +
           FromHex("20010db8 00000000 00000000 00000002") + content;
}

TcpPacket
Classify(uint16_t etherType, const Bytes& bytes, std::size_t padding)
{
    const Bytes padded = bytes + Bytes(padding, 0);
    return ClassifyFrame(etherType, {padded.data(), padded.size(), padded.size()});
}

TcpPacketKind
GetKindOf(uint16_t etherType, const Bytes& bytes, std::size_t padding)
{
    return Classify(etherType, bytes, padding).kind;
}

} // namespace ns3
