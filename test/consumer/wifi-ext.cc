// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A packet through the round robin of data and acknowledgments, and through their suppression.

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/ack-priority-helper.h"
#include "ns3/ack-suppression-queue-disc.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

namespace
{

/// @return whether a packet of 1020 bytes comes out of the disc
bool
Passes(Ptr<QueueDisc> disc)
{
    disc->Initialize();
    Ipv4Header header;
    header.SetProtocol(17);
    header.SetPayloadSize(1000);
    disc->Enqueue(
        Create<Ipv4QueueDiscItem>(Create<Packet>(1000), Mac48Address::Allocate(), 0x0800, header));
    const auto item = disc->Dequeue();
    std::cout << (item ? item->GetSize() : 0) << " bytes\n";
    disc->Dispose();
    return item && item->GetSize() == 1020;
}

} // namespace

int
main()
{
    AckPriorityHelper priority;
    priority.SetOtherCategory(AC_BE, {.aifsn = 6});
    const bool isPassed = Passes(CreateObject<AckDataWrrQueueDisc>()) &&
                          Passes(CreateObject<AckSuppressionQueueDisc>());
    Simulator::Destroy();
    return isPassed ? 0 : 1;
}
