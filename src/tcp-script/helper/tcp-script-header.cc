// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-header.h"

#include "ns3/buffer.h"
#include "ns3/node.h"
#include "ns3/tcp-script-packet.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpScriptHeader);

namespace
{

using Option = TcpScriptOption;

constexpr uint8_t MD5_SIGNATURE = 19; ///< RFC 2385, 3.0
constexpr uint8_t FAST_OPEN = 34;     ///< RFC 7413, 4.1.1
constexpr uint8_t EXPERIMENTAL = 254; ///< RFC 4727
/// Identifies Fast Open among experimental options (RFC 7413, appendix of its drafts; RFC 6994).
constexpr std::array<uint8_t, 2> MAGIC{0xf9, 0x89};
constexpr uint32_t FIXED_BYTES = 20;    ///< of a header without options
constexpr uint32_t CHECKSUM_PLACE = 16; ///< of the checksum in a header
constexpr uint8_t NO_OPERATION = 1;

/// A byte at its place in a word of the checksum.
uint32_t
ToWord(uint32_t place, uint8_t byte)
{
    return place % 2 == 0 ? byte << 8 : byte;
}

} // namespace

TypeId
TcpScriptHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpScriptHeader")
                            .SetParent<Header>()
                            .SetGroupName("TcpScript")
                            .AddConstructor<TcpScriptHeader>();
    return tid;
}

TcpScriptHeader::TcpScriptHeader(const TcpHeader& header, const std::vector<Option>& options)
    : m_header(header)
{
    uint32_t place = FIXED_BYTES;
    for (const Option& option : options)
    {
        if (IsTcpScriptOptionOfBytes(option))
        {
            uint32_t at = place;
            for (const uint8_t byte : GetBytes(option))
            {
                m_places[at++] = byte;
            }
        }
        // ns-3 adds the end of the list by itself, behind all others.
        const bool isEnd = option.kind == Option::Kind::END_OF_LIST;
        place += isEnd ? 0 : GetTcpScriptOptionBytes(option);
    }
}

std::vector<uint8_t>
TcpScriptHeader::GetBytes(const Option& option)
{
    const auto size = static_cast<uint8_t>(GetTcpScriptOptionBytes(option));
    const bool isMd5 = option.kind == Option::Kind::MD5_SIGNATURE;
    std::vector<uint8_t> bytes{isMd5 ? MD5_SIGNATURE : FAST_OPEN, size};
    if (option.kind == Option::Kind::FAST_OPEN_EXPERIMENTAL)
    {
        bytes = {EXPERIMENTAL, size, MAGIC[0], MAGIC[1]};
    }
    for (std::size_t i = 0; i + 1 < option.bytes.size(); i += 2)
    {
        const char* digits = option.bytes.data() + i;
        std::from_chars(digits, digits + 2, bytes.emplace_back(), 16);
    }
    return bytes;
}

std::optional<Option>
TcpScriptHeader::ReadOption(const TcpOption& option)
{
    constexpr const char* DIGITS = "0123456789abcdef";
    Buffer buffer;
    buffer.AddAtStart(option.GetSerializedSize());
    option.Serialize(buffer.Begin());
    std::vector<uint8_t> bytes(buffer.GetSize());
    buffer.CopyData(bytes.data(), bytes.size());
    std::size_t begin = 2;
    Option read;
    read.kind = Option::Kind::FAST_OPEN;
    if (bytes.size() >= begin + MAGIC.size() && bytes[0] == EXPERIMENTAL &&
        std::equal(MAGIC.begin(), MAGIC.end(), bytes.begin() + begin))
    {
        read.kind = Option::Kind::FAST_OPEN_EXPERIMENTAL;
        begin += MAGIC.size();
    }
    else if (bytes.size() >= begin && bytes[0] == MD5_SIGNATURE)
    {
        read.kind = Option::Kind::MD5_SIGNATURE;
    }
    else if (bytes.size() < begin || bytes[0] != FAST_OPEN)
    {
        return std::nullopt;
    }
    for (; begin < bytes.size(); ++begin)
    {
        read.bytes += DIGITS[bytes[begin] >> 4];
        read.bytes += DIGITS[bytes[begin] & 0xf];
    }
    return read;
}

TypeId
TcpScriptHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
TcpScriptHeader::Print(std::ostream& os) const
{
    m_header.Print(os);
}

uint32_t
TcpScriptHeader::GetSerializedSize() const
{
    return m_header.GetSerializedSize();
}

void
TcpScriptHeader::Serialize(Buffer::Iterator start) const
{
    m_header.Serialize(start);
    Buffer::Iterator at = start;
    at.Next(CHECKSUM_PLACE);
    // The checksum changes by what the bytes change (RFC 1624, equation 3).
    uint32_t sum = static_cast<uint16_t>(~at.ReadNtohU16());
    for (const auto& [place, byte] : m_places)
    {
        at = start;
        at.Next(place);
        at.WriteU8(byte);
        sum += static_cast<uint16_t>(~ToWord(place, NO_OPERATION)) + ToWord(place, byte);
    }
    if (Node::ChecksumEnabled())
    {
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        at = start;
        at.Next(CHECKSUM_PLACE);
        at.WriteHtonU16(static_cast<uint16_t>(~sum));
    }
}

uint32_t
TcpScriptHeader::Deserialize(Buffer::Iterator start)
{
    return m_header.Deserialize(start);
}

} // namespace ns3
