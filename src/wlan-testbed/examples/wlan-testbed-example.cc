// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * A testbed without a study: one TCP upload from the laptop of kuang2003 to the wired host. Users
 * may set attributes of the testbed.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
   \endverbatim
 *
 * Must show: some 5 Mb/s; less with --ns3::Kuang2003Testbed::TxBuffers=1, since the radio then
 waits
 * for the bus after each frame. NS_LOG="Kuang2003Testbed=info:BulkTransfer=info" tells the layout.
 */

#include "ns3/command-line.h"
#include "ns3/laptop-transfer.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <cstdlib>
#include <exception>
#include <iostream>

using namespace ns3;

namespace
{

/// Longest time for which the laptop may send, s.
constexpr double LONGEST = 1e6;

/// @param duration for which the laptop sends, s
void
Run(double duration)
{
    LaptopTransfer transfer(BulkTransfer::Transport::TCP,
                            ObjectFactory("ns3::Kuang2003Testbed"),
                            Seconds(duration));
    transfer.Run();
    std::cout << transfer.GetTransfer().GetThroughputMbps() << " Mb/s, "
              << transfer.GetTestbed().GetInterfaceQueue()->GetNPackets()
              << " packets in the interface queue\n";
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status, too.
    std::set_terminate([] { std::_Exit(2); });
    double duration = 10;
    CommandLine cmd(__FILE__);
    cmd.AddValue("duration", "how long the laptop sends, s", duration);
    cmd.Parse(argc, argv);
    if (!(duration > 0 && duration <= LONGEST))
    {
        std::cerr << "wlan-testbed-example: --duration=" << duration
                  << ": expected more than 0 and at most " << LONGEST << " seconds\n";
        return 2;
    }
    Run(duration);
    return 0;
}
