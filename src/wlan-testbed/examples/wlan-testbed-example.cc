// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A testbed without a study: one TCP upload over the laptop's, with an attribute that a user may
 * set.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
   \endverbatim
 *
 * Must show: some 5 Mb/s; less with --ns3::UsbWifiAdapter::TxBuffers=1, since the radio then waits
 * for the bus after each frame.
 */

#include "ns3/command-line.h"
#include "ns3/laptop-transfer.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    double duration = 10;
    CommandLine cmd(__FILE__);
    cmd.AddValue("duration", "how long the laptop sends, s", duration);
    cmd.Parse(argc, argv);

    LaptopTransfer transfer(BulkTransfer::Transport::TCP, Kuang2003Parameters(), Seconds(duration));
    transfer.Run();
    std::cout << transfer.GetTransfer().GetThroughputMbps() << " Mb/s, "
              << transfer.GetTestbed().GetInterfaceQueue()->GetNPackets()
              << " packets in the interface queue\n";
    Simulator::Destroy();
    return 0;
}
