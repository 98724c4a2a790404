// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A packet from one 802.11b radio to another.

#include "ns3/dcf-helper.h"
#include "ns3/simulator.h"

using namespace ns3;

int
main()
{
    DcfHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(2));
    Simulator::Schedule(Seconds(1), [&devices] {
        devices.Get(0)->Send(Create<Packet>(100), devices.Get(1)->GetAddress(), 0x88b5);
    });
    Simulator::Run();
    const uint64_t received = DynamicCast<DcfNetDevice>(devices.Get(1))->GetCounters().received;
    Simulator::Destroy();
    return received == 1 ? 0 : 1;
}
