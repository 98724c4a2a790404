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
    /// Make a cell of WifiNetDevices, on a channel of its own if cells are apart.
    /// @param nodes of the cell
    /// @return their devices
    NetDeviceContainer InstallWifi(const NodeContainer& nodes);
    /// Make a cell of DcfNetDevices.
    /// @param nodes of the cell
    /// @return their devices
    NetDeviceContainer InstallDcf(const NodeContainer& nodes);
    /// Let all devices but the first always have packets for the first.
    /// @param devices of a cell
    void AddFillers(const NetDeviceContainer& devices);
    /// Give a cell IP, and let all nodes but the first send to the first, by TCP or UDP.
    /// @param nodes of a cell
    /// @param devices of the nodes
    void AddApplications(const NodeContainer& nodes, const NetDeviceContainer& devices);
    /// Fill the queue of a device now, and again before it runs empty.
    /// @param device that sends
    /// @param receiver link-layer address of the first device of its cell
    static void Fill(Ptr<NetDevice> device, Address receiver);
    /// Read the counters of the DcfNetDevices that send.
    /// @param begins whether the senders' counts begin here; otherwise they end
    void CountDcf(bool begins);
    /// Count the attempts of the WifiNetDevices that send, from now on: each ends with an ACK, or
    /// fails as RTS or as data.
    void ConnectWifi();

    RadioOptions m_options;             ///< see the constructor
    Ptr<YansWifiChannel> m_channel;     ///< the last one of ns-3's
    NetDeviceContainer m_devices;       ///< of the first cell
    int64_t m_stream{0};                ///< random stream of the next backoffs
    int64_t m_phyStream{100'000};       ///< first random stream of the next cell of ns-3's PHYs
    uint32_t m_network{0};              ///< of the next cell
    uint64_t m_received{0};             ///< bytes
    bool m_counts{false};               ///< whether CountAttempts() was called
    std::vector<RadioSender> m_senders; ///< see GetSenders; empty unless they count
};

} // namespace ns3

#endif // RADIO_SCENARIO_H
