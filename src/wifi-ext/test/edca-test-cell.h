// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EDCA_TEST_CELL_H
#define EDCA_TEST_CELL_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/qos-utils.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Stations of 802.11a with QoS that always have a frame of each of some access categories for their
 * access point; voice and video begin a second after the others. All are at one place on a channel
 * without errors: whatever is lost has collided.
 */
class EdcaTestCell
{
  public:
    /// What was sent in an access category, in the time that counts.
    struct Count
    {
        double attempts{0};  ///< frames on the air, retries included
        double top{0};       ///< of them at 54 Mb/s
        double delivered{0}; ///< acknowledged frames

        /// @return share of the attempts that were not acknowledged
        double GetFailedShare() const;
    };

    /**
     * @param manager type of the rate adaptation of all radios
     * @param categories of the frames of each station
     * @param mode of ns3::ConstantRateWifiManager; empty for others
     */
    EdcaTestCell(const std::string& manager,
                 const std::vector<std::vector<AcIndex>>& categories,
                 const std::string& mode = "");
    ~EdcaTestCell();

    /// Run the simulator.
    /// @param warmUp in which rates are learnt
    /// @param duration that counts
    void Run(Time warmUp, Time duration);
    /// @param station from 0
    /// @param category of the frames
    /// @return what it has sent
    const Count& GetCount(std::size_t station, AcIndex category) const;
    /// @param category of the frames
    /// @return what all stations have sent
    Count GetTotal(AcIndex category) const;
    /// @param station from 0
    /// @return its radio
    Ptr<WifiNetDevice> GetStation(std::size_t station) const;

  private:
    void Listen(std::size_t station);
    void Begin();
    void Send(std::size_t station, AcIndex category);
    void NoteAttempt(std::size_t station, Ptr<const Packet> packet, const WifiTxVector& txVector);
    void NoteEnd(std::size_t station, Ptr<const WifiMpdu> mpdu, bool isDelivered);

    std::vector<std::vector<AcIndex>> m_categories; ///< by station
    NodeContainer m_nodes;                          ///< access point, stations
    NetDeviceContainer m_radios;                    ///< of m_nodes
    std::vector<std::array<Count, 4>> m_counts;     ///< by station and category
};

} // namespace ns3

#endif // EDCA_TEST_CELL_H
