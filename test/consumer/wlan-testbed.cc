// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// An upload of the laptop of kuang2003, without a study.

#include "ns3/laptop-transfer.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

int
main()
{
    LaptopTransfer transfer(BulkTransfer::Transport::TCP,
                            ObjectFactory("ns3::Kuang2003Testbed"),
                            Seconds(0.2));
    transfer.Run();
    const uint64_t bytes = transfer.GetTransfer().GetReceivedBytes();
    std::cout << bytes << " bytes\n";
    Simulator::Destroy();
    return bytes > 0 ? 0 : 1;
}
