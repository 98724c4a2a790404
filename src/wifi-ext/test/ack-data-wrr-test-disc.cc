// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-data-wrr-test-disc.h"

#include "ns3/string.h"

namespace ns3
{

Ptr<AckDataWrrQueueDisc>
MakeDisc(const WrrAttributes& attributes)
{
    auto disc = CreateObject<AckDataWrrQueueDisc>();
    for (const auto& [name, value] : attributes)
    {
        disc->SetAttribute(name, StringValue(value));
    }
    disc->Initialize();
    return disc;
}

} // namespace ns3
