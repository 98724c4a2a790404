// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACCESS_POINT_CELL_H
#define ACCESS_POINT_CELL_H

#include "cell-radio.h"

#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/position-allocator.h"
#include "ns3/queue-disc.h"
#include "ns3/vector.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::AccessPointCell declaration.
 */

namespace ns3
{

/**
 * @defgroup wlan-testbed WLAN testbeds
 * The testbeds of five measurement studies, and the probes that measure in them.
 */

class LinuxBridgeNetDevice;

/**
 * @ingroup wlan-testbed
 * What testbeds with an access point have in common: stations in a room, an access point that
 * bridges between its radio and Ethernet, and a wired host.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ access point === Ethernet ... host
      ...      ~~~'    LinuxBridgeNetDevice
   \endverbatim
 *
 * A testbed derives from it and adds, in this order, radios, a wire, the internet stack, TCP, the
 * bridge, queue discs and addresses. Addresses are resolved by ARP once and do not age.
 */
class AccessPointCell
{
  public:
    AccessPointCell(const AccessPointCell&) = delete;
    AccessPointCell& operator=(const AccessPointCell&) = delete;

    /// @return number of stations
    uint32_t GetNStations() const;
    /// @param i station, from 0
    /// @return its node
    Ptr<Node> GetStation(uint32_t i) const;
    /// @param i station, from 0
    /// @return its address
    Ipv4Address GetStationAddress(uint32_t i) const;
    /// @param i station, from 0
    /// @return its radio
    Ptr<NetDevice> GetStationRadio(uint32_t i) const;
    /// @param i station, from 0
    /// @return the queue disc above its radio
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

    /**
     * Fix the random streams of radios, wire and hosts, and draw the places in the room from them.
     * @param stream first stream number
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    /**
     * Create the nodes and put them somewhere in the room.
     * @param stations how many, at least 1
     * @param room metres; the stations and the access point have places in it that are drawn
     * @param seats of the stations, metres from the access point; empty: drawn, see room
     * @throws std::invalid_argument if there is no station, or there are fewer seats than stations,
     * or a length of the room is negative, or it or a seat is not finite
     */
    AccessPointCell(uint32_t stations, const Vector& room, const std::vector<Vector>& seats);
    ~AccessPointCell();

    /**
     * @param segmentSize bytes of data
     * @throws std::invalid_argument if they are fewer than Linux takes for a segment (88), or more
     * than fit into a frame of Ethernet
     */
    static void CheckSegmentSize(uint32_t segmentSize);
    /**
     * @param captureRatio see CellRadios
     * @throws std::invalid_argument if it is negative or not finite
     */
    static void CheckCaptureRatio(double captureRatio);
    /**
     * @param name of a parameter
     * @param type that is to be a queue disc with a limit
     * @throws std::invalid_argument if it is no class of ns-3, or no queue disc, or one without an
     * attribute MaxSize
     */
    static void CheckQueueDisc(const std::string& name, const std::string& type);
    /**
     * @param name of a parameter
     * @param attempts transmissions of a frame
     * @throws std::invalid_argument if RetryLimitWifiManager does not take them
     */
    static void CheckAttempts(const std::string& name, uint32_t attempts);
    /**
     * @param name of a parameter
     * @param time its value
     * @throws std::invalid_argument if it is negative
     */
    static void CheckTime(const std::string& name, Time time);
    /**
     * @param name of a parameter
     * @param bytes size of a buffer or window of TCP
     * @param segmentSize bytes
     * @throws std::invalid_argument if no segment fits into it, or none of 536 bytes, so that a
     * receiver may never offer it, or if TCP cannot advertise it (65535 << 14, RFC 7323, 2.3)
     */
    static void CheckWindow(const std::string& name, uint32_t bytes, uint32_t segmentSize);
    /// @return the stations and the host
    NodeContainer GetHosts() const;
    /// @return the devices of the wire: the access point's, and the one at its far end
    const NetDeviceContainer& GetWire() const;
    /// Give the stations and then the access point a radio.
    /// @param radios what they are
    void InstallRadios(const CellRadios& radios);
    /**
     * Lay the Ethernet that ends at the access point.
     * @param peer the host, or what is between access point and host
     * @param rate as for InstallHostWire()
     * @param delay as for InstallHostWire()
     */
    void InstallWire(Ptr<Node> peer, const std::string& rate, Time delay);
    /// Add the next queue disc, in the order of the radios.
    /// @param disc it
    void AddDisc(Ptr<QueueDisc> disc);
    /// Give hosts an internet stack without IPv6.
    /// @param hosts the hosts
    void InstallInternet(const NodeContainer& hosts);
    /// Join the access point's radio and its end of the wire.
    void InstallBridge();
    /**
     * Give the stations, and then the far end of the wire, addresses of 10.0.0.0/24. All queue
     * discs must be there before.
     * @return address of the far end
     */
    Ipv4Address AssignAddresses();
    /// @param address of the host
    void SetHostAddress(Ipv4Address address);

  private:
    void CheckPlaces(const Vector& room) const;
    void TakePlaces();
    int64_t AssignPlaces(int64_t stream);

    std::vector<Vector> m_seats;                    ///< see the constructor
    NodeContainer m_stations;                       ///< in order
    NodeContainer m_accessPoint;                    ///< one
    NodeContainer m_host;                           ///< one
    NetDeviceContainer m_radios;                    ///< of stations and access point, in this order
    NetDeviceContainer m_wire;                      ///< at the access point, and its far end
    NodeContainer m_internetHosts;                  ///< see InstallInternet
    Ptr<LinuxBridgeNetDevice> m_bridge;             ///< of the access point
    std::vector<Ptr<QueueDisc>> m_discs;            ///< of m_radios
    std::vector<Ipv4Address> m_addresses;           ///< of the stations
    Ipv4Address m_hostAddress;                      ///< see GetHostAddress
    Ptr<RandomRectanglePositionAllocator> m_places; ///< in the room
};

} // namespace ns3

#endif // ACCESS_POINT_CELL_H
