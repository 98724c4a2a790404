// SPDX-License-Identifier: GPL-2.0-only

#ifndef VACIRCA2005_TESTBED_H
#define VACIRCA2005_TESTBED_H

#include "vacirca2005-parameters.h"

#include "ns3/gilbert-elliott-error-model.h"
#include "ns3/ipv4-address.h"
#include "ns3/linux-bridge-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/position-allocator.h"
#include "ns3/queue-disc.h"

#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Vacirca2005Testbed declaration.
 */

namespace ns3
{

class YansWifiPhyHelper;

/**
 * @ingroup wlan-testbed
 * The testbed of vacirca2005, figure 1: stations around an access point that bridges to a wired
 * host.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === host
      ...      ~~~'               LinuxBridgeNetDevice
                                  queue disc of Q packets towards the stations
   \endverbatim
 *
 * Each PC has a FIFO of Vacirca2005Parameters::linkQueue packets above its card, and takes time for
 * each packet that it receives (ReceiveBacklog). Addresses are resolved by ARP once and do not age.
 */
class Vacirca2005Testbed
{
  public:
    /**
     * @param parameters values of the testbed
     * @throws std::invalid_argument if the access point's buffer is below two packets, or there are
     * downlinks and no station for them
     */
    explicit Vacirca2005Testbed(const Vacirca2005Parameters& parameters);

    /// @return number of stations
    uint32_t GetNStations() const;
    /// @param i station, from 0 @return its node
    Ptr<Node> GetStation(uint32_t i) const;
    /// @param i station, from 0 @return its address
    Ipv4Address GetStationAddress(uint32_t i) const;
    /// @param i station, from 0 @return its radio
    Ptr<NetDevice> GetStationRadio(uint32_t i) const;
    /// @param i station, from 0 @return the queue disc above its radio
    Ptr<QueueDisc> GetStationDisc(uint32_t i) const;
    /// @return the access point, which has no IP address
    Ptr<Node> GetAccessPoint() const;
    /// @return the access point's radio
    Ptr<NetDevice> GetAccessPointRadio() const;
    /// @return the radios of the stations and, last, of the access point
    const NetDeviceContainer& GetRadios() const;
    /// @return the queue disc above the access point's radio
    Ptr<QueueDisc> GetAccessPointDisc() const;
    /// @return the access point's bridge
    Ptr<LinuxBridgeNetDevice> GetBridge() const;
    /// @return the wired host
    Ptr<Node> GetHost() const;
    /// @return the wired host's address
    Ipv4Address GetHostAddress() const;
    /// @return the values of the testbed
    const Vacirca2005Parameters& GetParameters() const;

    /**
     * Fix the random streams of everything in the testbed, and draw the places in the room from
     * them.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    void Place();
    void TakePlaces();
    void BuildRadios();
    void BuildNoise();
    void InstallRadio(const YansWifiPhyHelper& phy, const std::string& macType, Ptr<Node> node);
    void BuildWire();
    void BuildInternet();
    void InstallTcp();
    void InstallDiscs();
    void KeepAddressResolution();
    void InstallBacklogs();

    Vacirca2005Parameters m_parameters;             ///< values of the testbed
    NodeContainer m_stations;                       ///< in order
    NodeContainer m_accessPoint;                    ///< one
    NodeContainer m_host;                           ///< one
    NetDeviceContainer m_radios;                    ///< of stations and access point, in this order
    Ptr<LinuxBridgeNetDevice> m_bridge;             ///< of the access point
    NetDeviceContainer m_wire;                      ///< of access point and host
    std::vector<Ptr<QueueDisc>> m_discs;            ///< of m_radios
    std::vector<Ipv4Address> m_addresses;           ///< of stations and host
    Ptr<RandomRectanglePositionAllocator> m_places; ///< in the room
    Ptr<GilbertElliottErrorModel> m_noise;          ///< of all radios; none without noise
};

} // namespace ns3

#endif // VACIRCA2005_TESTBED_H
