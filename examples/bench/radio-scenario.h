// SPDX-License-Identifier: GPL-2.0-only

#ifndef RADIO_SCENARIO_H
#define RADIO_SCENARIO_H

#include "simulation-cost.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <vector>

namespace ns3
{

/// @ingroup lasthop-bench
/// Cells of 802.11b at 11 Mb/s, ad hoc, in which all nodes but the first send 1500-byte packets to
/// the first, by DcfNetDevice or WifiNetDevice.
class RadioScenario
{
  public:
    /// What sends.
    enum class Load
    {
        DEVICE, ///< the devices' own queues never run empty; there is no IP
        UDP,    ///< applications send somewhat more than the cell carries
        TCP,    ///< a bulk transfer each
    };

    /**
     * @param wifi ns-3's radio
     * @param cells number of cells, which do not hear each other
     * @param nodes of each cell
     * @param load what sends
     * @param apart each cell of ns-3 has a channel of its own; otherwise they are far from each
     * other
     */
    RadioScenario(bool wifi, uint32_t cells, uint32_t nodes, Load load, bool apart);
    ~RadioScenario();

    /// @param duration simulated @return its cost, start-up left out, and the bytes of IP or of
    /// packets that arrived
    SimulationCost Run(Time duration);

  private:
    void AddFillers(const NetDeviceContainer& devices);
    void AddApplications(const NodeContainer& nodes, const NetDeviceContainer& devices, Load load);
    static void Fill(Ptr<NetDevice> device, Address receiver);

    int64_t m_stream{0};
    uint32_t m_network{0};  ///< of the next cell
    uint64_t m_received{0}; ///< bytes
};

} // namespace ns3

#endif // RADIO_SCENARIO_H
