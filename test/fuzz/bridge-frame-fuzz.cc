// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of MakeBridgedQueueDiscItem(): Ethertype (2 bytes) and payload of a frame. Whatever
 * it is, the frame leaves the item byte for byte as it came, and has its size there.
 */

#include "../../src/linux-bridge/model/bridged-queue-disc-item.h"

#include "ns3/mac48-address.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes before the payload.
constexpr std::size_t PREFIX = 2;

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < PREFIX)
    {
        return 0;
    }
    const auto etherType = static_cast<uint16_t>(data[0] << 8 | data[1]);
    const std::vector<uint8_t> payload(data + PREFIX, data + size);
    const auto item = MakeBridgedQueueDiscItem(Create<Packet>(payload.data(), payload.size()),
                                               Mac48Address("00:00:00:00:00:01"),
                                               Mac48Address("00:00:00:00:00:02"),
                                               etherType);
    const auto* frame = dynamic_cast<const BridgedFrame*>(PeekPointer(item));
    const Ptr<Packet> copy = frame->CopyPayload();
    std::vector<uint8_t> bytes(copy->GetSize());
    copy->CopyData(bytes.data(), bytes.size());
    if (bytes != payload || item->GetSize() != payload.size())
    {
        std::abort();
    }
    item->Hash(1);
    return 0;
}
