// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef HOST_SCENARIO_H
#define HOST_SCENARIO_H

#include "simulation-cost.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/// @ingroup lasthop-bench
/// A bulk transfer of TCP between two hosts, which have ns-3's internet stack or Linux kernels.
class HostScenario
{
  public:
    /// What joins the hosts.
    enum class Path
    {
        WIRE,       ///< point to point, 100 Mb/s
        WIFI_B,     ///< 802.11b at 11 Mb/s, from a station to its access point
        WIFI_AX_300 ///< 802.11ax at about 300 Mb/s, likewise
    };

    /// @param path what joins them
    /// @param kernels whether the hosts have Linux kernels
    HostScenario(Path path, bool kernels);
    ~HostScenario();

    /// @param duration simulated
    /// @return its cost, start-up left out
    SimulationCost Run(Time duration);
    /// @return turns of the kernels while the cost counted
    uint64_t GetTurns() const;

  private:
    /// Join the hosts by 802.11 with a fixed rate: the sender is the station.
    /// @param path not WIRE
    void InstallWifi(Path path);
    /// @return turns of both kernels since they began; 0 without kernels
    uint64_t CountTurns() const;

    bool m_kernels;               ///< see the constructor
    NodeContainer m_nodes;        ///< sender, receiver
    NetDeviceContainer m_devices; ///< of m_nodes
    uint64_t m_turns{0};          ///< see GetTurns; during the run, turns before the cost counted
};

} // namespace ns3

#endif // HOST_SCENARIO_H
