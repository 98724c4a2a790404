// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SATURATED_CELL_H
#define SATURATED_CELL_H

#include "rate-probe.h"

#include "ns3/address.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-standards.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::SaturatedCell declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Stations that always have a full datagram for their access point, on a channel without errors, so
 * all losses are collisions. All stations are at the same position, and no frame survives a
 * collision. There is no internet stack; the packets have the size that UDP would give them. The
 * radios call the cell, so it must live until the simulator is destroyed or has stopped.
 */
class SaturatedCell
{
  public:
    /// Bytes of an IP datagram that fills the MTU of Ethernet.
    static constexpr uint32_t FULL_PACKET = 1500;

    /**
     * @param standard of all radios
     * @param stations how many contend
     * @param manager type of the rate adaptation of all radios
     * @param mode of ns3::ConstantRateWifiManager; empty for others
     * @param packet bytes of each packet, with the header of IP if it stands for a datagram; at
     * least 1
     * @throws std::invalid_argument if it is 0, or a user wants radios that are no WifiNetDevices
     */
    SaturatedCell(WifiStandard standard,
                  uint32_t stations,
                  const std::string& manager,
                  const std::string& mode = "",
                  uint32_t packet = FULL_PACKET);
    SaturatedCell(const SaturatedCell&) = delete;
    SaturatedCell& operator=(const SaturatedCell&) = delete;

    /// Run the simulator, once.
    /// @param warmUp time in which rates are learned, 0 or more
    /// @param duration that counts, more than 0
    /// @throws std::invalid_argument if one of them is out of its range
    void Run(Time warmUp, Time duration);
    /// @return UDP payload that the access point received from all stations, Mb/s
    double GetThroughputMbps() const;
    /// @return packets that the access point received from all stations, all their bytes, Mb/s
    double GetPacketThroughputMbps() const;
    /// @return datagrams that the access point received
    uint64_t GetDatagrams() const;
    /// @return data frames that the stations sent, retries included
    uint64_t GetFrames() const;
    /// @param index of a station, from 0
    /// @return its radio
    Ptr<WifiNetDevice> GetStation(uint32_t index) const;

  private:
    /// Install the radios, all on one channel, with random streams from 1 on.
    /// @param standard, manager, mode see the constructor
    /// @throws std::invalid_argument if a user wants radios that are no WifiNetDevices
    void Install(WifiStandard standard, const std::string& manager, const std::string& mode);
    /// Watch a station's radio, and give it another packet whenever its MAC is done with one.
    /// @param station from 0
    void Saturate(uint32_t station);
    /// Give each station its first packets, when all are associated.
    void Begin();
    /// Give a station a packet for the access point.
    /// @param station from 0
    void SendNext(uint32_t station);
    /// The access point has received a packet.
    /// @param device, packet, protocol, from not used
    /// @return true: the packet is taken
    bool NoteReceived(Ptr<NetDevice> device,
                      Ptr<const Packet> packet,
                      uint16_t protocol,
                      const Address& from);
    /// @return data frames that the stations have sent since the construction, retries included
    uint64_t CountFrames() const;

    uint32_t m_packet;                    ///< see SaturatedCell
    NodeContainer m_nodes;                ///< access point, stations
    NetDeviceContainer m_radios;          ///< of m_nodes
    std::vector<Ptr<RateProbe>> m_probes; ///< of the stations
    uint64_t m_received{0};               ///< datagrams at the access point
    uint64_t m_frames{0};                 ///< sent in the time that counts
    Time m_duration;                      ///< that counts
};

} // namespace ns3

#endif /* SATURATED_CELL_H */
