// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RADIO_SCENARIO_H
#define RADIO_SCENARIO_H

#include "simulation-cost.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

class YansWifiChannel;

/// What sends in a RadioScenario.
enum class RadioLoad
{
    DEVICE, ///< the devices' own queues never run empty; there is no IP
    UDP,    ///< applications send somewhat more than the cell carries
    TCP,    ///< a bulk transfer each
};

/// @ingroup lasthop-bench
/// What a RadioScenario is made of.
struct RadioOptions
{
    bool wifi{false};                  ///< ns-3's radio, not ours
    uint32_t cells{1};                 ///< that do not hear each other
    uint32_t nodes{2};                 ///< of each cell
    RadioLoad load{RadioLoad::DEVICE}; ///< what sends
    bool apart{true}; ///< each cell of ns-3 has a channel; otherwise they are far from each other
    std::string rate{"11"}; ///< of data, Mb/s: 1, 2, 5.5 or 11
    bool rts{false};        ///< RTS and CTS before each frame of data
};

/// @ingroup lasthop-bench
/// What a sender did while the cost counted.
struct RadioSender
{
    uint64_t attempts{0}; ///< exchanges begun
    uint64_t failures{0}; ///< of these, without ACK
};

/// @ingroup lasthop-bench
/// Cells of 802.11b, ad hoc, in which all nodes but the first send 1500-byte packets to the first,
/// by DcfNetDevice or WifiNetDevice. Both take their backoffs from the same streams.
class RadioScenario
{
  public:
    /// @param options what it is made of
    explicit RadioScenario(const RadioOptions& options);
    ~RadioScenario();

    /// @param duration simulated
    /// @return its cost, start-up left out, and the bytes of payload that arrived
    SimulationCost Run(Time duration);
    /// Count what senders do, which costs ns-3's radio time. To be called before Run().
    void CountAttempts();
    /// @return what the senders of the first cell did
    const std::vector<RadioSender>& GetSenders() const;

  private:
    NetDeviceContainer InstallWifi(const NodeContainer& nodes);
    NetDeviceContainer InstallDcf(const NodeContainer& nodes);
    void AddFillers(const NetDeviceContainer& devices);
    void AddApplications(const NodeContainer& nodes, const NetDeviceContainer& devices);
    static void Fill(Ptr<NetDevice> device, Address receiver);
    void CountDcf(bool begins);
    void ConnectWifi();

    RadioOptions m_options;
    Ptr<YansWifiChannel> m_channel; ///< the last one of ns-3's
    NetDeviceContainer m_devices;   ///< of the first cell
    int64_t m_stream{0};
    uint32_t m_network{0};  ///< of the next cell
    uint64_t m_received{0}; ///< bytes
    bool m_counts{false};
    std::vector<RadioSender> m_senders;
};

} // namespace ns3

#endif // RADIO_SCENARIO_H
