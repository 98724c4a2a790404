// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of ClassifyFrame() and ReadTcpAck(): Ethertype (2 bytes), bytes of the packet out of
 * sight (1), and the packet. What must hold for any input is checked here; reads outside the packet
 * are found by AddressSanitizer.
 */

#include "../../src/wifi-ext/model/tcp-ack.h"
#include "../../src/wifi-ext/model/tcp-packet-classifier.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes before the packet.
constexpr std::size_t PREFIX = 3;

/// A copy of the visible bytes and no more, so that any read behind them is found.
TcpPacket
Classify(uint16_t etherType, const uint8_t* data, std::size_t visible, std::size_t size)
{
    const std::vector<uint8_t> copy(data, data + visible);
    return ClassifyFrame(etherType, {copy.data(), visible, size});
}

bool
AreEqual(const TcpPacket& one, const TcpPacket& other)
{
    return one.kind == other.kind && one.flags == other.flags && one.payload == other.payload &&
           one.sequence == other.sequence && one.acknowledgment == other.acknowledgment &&
           one.flow == other.flow;
}

/// Ends the program, which the fuzzer reports with the input.
/// @param holds what must be true
void
Require(bool holds)
{
    if (!holds)
    {
        std::abort();
    }
}

void
CheckFields(const TcpPacket& packet, std::size_t size)
{
    const bool control = packet.flags & (TCP_FLAG_SYN | TCP_FLAG_FIN | TCP_FLAG_RST);
    const bool ack = packet.flags & TCP_FLAG_ACK;
    Require(packet.payload <= size);
    Require(packet.payload == 0 || packet.kind == TcpPacketKind::DATA);
    Require(packet.kind != TcpPacketKind::PURE_ACK || (ack && !control));
    Require(packet.kind != TcpPacketKind::OTHER || packet.flags == 0 || control);
}

/// Read a pure ACK from a copy of its header and no more.
/// @param packet classified
void
CheckAck(const TcpPacket& packet, const uint8_t* data, std::size_t size)
{
    if (packet.kind == TcpPacketKind::PURE_ACK)
    {
        const uint8_t* header = data + size - packet.fromTcpHeader;
        const std::vector<uint8_t> copy(header, header + 4 * (header[12] >> 4));
        const TcpAck ack = ReadTcpAck(copy);
        Require(ack.acknowledgment == packet.acknowledgment);
        Require(ack.sackCount <= TcpAck::MOST_BLOCKS);
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < PREFIX)
    {
        return 0;
    }
    const auto etherType = static_cast<uint16_t>(data[0] << 8 | data[1]);
    const uint8_t* bytes = data + PREFIX;
    const std::size_t length = size - PREFIX;
    const std::size_t visible = length - std::min<std::size_t>(length, data[2]);
    const TcpPacket whole = Classify(etherType, bytes, length, length);
    const TcpPacket part = Classify(etherType, bytes, visible, length);
    CheckAck(whole, bytes, length);
    CheckFields(whole, length);
    CheckFields(part, length);
    // Bytes out of sight change nothing, or are missed.
    Require(AreEqual(part, whole) || part.kind == TcpPacketKind::MALFORMED);
    // Padding changes nothing, except that it makes a truncated datagram long enough.
    std::vector<uint8_t> padded(bytes, bytes + length);
    padded.resize(length + 46);
    const TcpPacket longer = Classify(etherType, padded.data(), padded.size(), padded.size());
    Require(AreEqual(longer, whole) || whole.kind == TcpPacketKind::MALFORMED);
    return 0;
}
