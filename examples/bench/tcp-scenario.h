// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCENARIO_H
#define TCP_SCENARIO_H

#include "simulation-cost.h"

#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"

#include <string>

namespace ns3
{

/// @ingroup lasthop-bench
/// Two hosts on a link without losses, with one kind of TCP socket on both.
class TcpScenario
{
  public:
    /// @param linux24 sockets of Linux 2.4.18; otherwise TcpSocketBase with equal settings
    explicit TcpScenario(bool linux24);
    ~TcpScenario();

    /// A saturated transfer.
    /// @param duration simulated
    /// @return its cost
    SimulationCost RunTransfer(Time duration);
    /**
     * Many idle connections, after one segment over each.
     * @param connections how many
     * @return heap that one connection keeps at both ends together, bytes
     */
    double MeasureConnectionMemory(uint32_t connections);

  private:
    NodeContainer m_nodes;  ///< sender, receiver
    std::string m_factory;  ///< of the sockets
    Ipv4Address m_receiver; ///< of the receiver
};

} // namespace ns3

#endif // TCP_SCENARIO_H
