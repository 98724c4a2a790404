// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A packet from one WaveLAN card to another.

#include "ns3/simulator.h"
#include "ns3/wavelan-helper.h"

using namespace ns3;

int
main()
{
    WavelanHelper helper;
    const NetDeviceContainer devices = helper.Install(NodeContainer(2), WavelanCard::ISA);
    Simulator::Schedule(Seconds(1), [&devices] {
        devices.Get(0)->Send(Create<Packet>(100), devices.Get(1)->GetAddress(), 0x88b5);
    });
    Simulator::Run();
    const uint64_t received = DynamicCast<WavelanNetDevice>(devices.Get(1))->GetCounters().received;
    Simulator::Destroy();
    return received == 1 ? 0 : 1;
}
