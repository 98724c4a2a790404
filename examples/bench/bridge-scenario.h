// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BRIDGE_SCENARIO_H
#define BRIDGE_SCENARIO_H

#include "simulation-cost.h"

namespace ns3
{

/// A bridge between two Ethernets, through which one host sends IPv4 packets to the other.
class BridgeScenario
{
  public:
    /// The bridge and its ports.
    enum class Kind : uint8_t
    {
        STOCK,        ///< BridgeNetDevice, which cannot use a queue disc
        LINUX,        ///< LinuxBridgeNetDevice, the same ports
        LINUX_FIFO,   ///< with a FifoQueueDisc on each port
        LINUX_FQCODEL ///< with a FqCoDelQueueDisc on each port
    };

    /// @param kind of bridge
    explicit BridgeScenario(Kind kind);
    /**
     * Forward 10000 frames of 1000 bytes a second.
     * @param duration simulated time that counts
     * @return its cost; `bytes` are those of the IPv4 packets that arrived
     */
    SimulationCost Run(Time duration) const;

  private:
    Kind m_kind; ///< see the constructor
};

} // namespace ns3

#endif // BRIDGE_SCENARIO_H
