// SPDX-License-Identifier: GPL-2.0-only

// A packet through the round robin of data and acknowledgements.

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

int
main()
{
    const auto disc = CreateObject<AckDataWrrQueueDisc>();
    disc->Initialize();
    Ipv4Header header;
    header.SetProtocol(17);
    header.SetPayloadSize(1000);
    disc->Enqueue(
        Create<Ipv4QueueDiscItem>(Create<Packet>(1000), Mac48Address::Allocate(), 0x0800, header));
    const auto item = disc->Dequeue();
    std::cout << (item ? item->GetSize() : 0) << " bytes\n";
    disc->Dispose();
    Simulator::Destroy();
    return item && item->GetSize() == 1020 ? 0 : 1;
}
