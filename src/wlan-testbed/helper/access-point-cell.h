// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACCESS_POINT_CELL_H
#define ACCESS_POINT_CELL_H

#include "cell-radio.h"
#include "testbed.h"

#include "ns3/data-rate.h"
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
 * The common part of testbeds with an access point: stations in a room, an access point that
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
class AccessPointCell : public Testbed
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    AccessPointCell();
    ~AccessPointCell() override;

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
    /// @throws std::invalid_argument with a real kernel, whose queue cannot be watched
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
     * Fix the random streams of radios, wire and hosts, and draw the positions in the room from
     * them.
     * @param stream first stream number
     * @return number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    /// The network has 254 addresses, of which the host has one.
    static constexpr uint32_t MOST_STATIONS = 253;
    /// As many as TcpLinux24Socket::AckSkip takes.
    static constexpr uint32_t MOST_SKIPPED_ACKS = 1000;

    /**
     * Create the nodes and put them somewhere in the room.
     * @param stations how many
     * @param room metres; the positions of the stations and the access point are drawn in it
     * @param seats of the stations, metres from the access point; empty: drawn, see room
     * @throws std::invalid_argument if there is no station, or more than the network has addresses,
     * or there are fewer seats than stations, or one is not finite
     */
    void CreateNodes(uint32_t stations, const Vector& room, const std::vector<Vector>& seats = {});
    /**
     * TCP sends nothing through a buffer that holds no segment.
     * @param name of an attribute
     * @param bytes size of a buffer or window of TCP
     * @param segmentSize bytes
     * @throws std::invalid_argument if no segment fits
     */
    static void RequireSegmentFits(const std::string& name, uint32_t bytes, uint32_t segmentSize);
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
    void InstallWire(Ptr<Node> peer, DataRate rate, Time delay);
    /// Add the next queue disc, in the order of the radios.
    /// @param disc it
    void AddDisc(Ptr<QueueDisc> disc);
    /**
     * Give a radio a queue disc that holds all packets of a buffer but those in the radio.
     * @param name of the attribute that is the buffer
     * @param radio of this cell
     * @param packets of the buffer
     * @param disc class of the queue disc
     * @return the queue disc
     * @throws std::invalid_argument if the radio itself holds as many packets
     */
    static Ptr<QueueDisc> InstallBuffer(const std::string& name,
                                        Ptr<NetDevice> radio,
                                        uint32_t packets,
                                        const std::string& disc = "ns3::FifoQueueDisc");
    /// Give hosts an internet stack without IPv6.
    /// @param hosts the hosts
    void InstallInternet(const NodeContainer& hosts);
    /// Give hosts a real kernel in place of an internet stack and TCP.
    /// @param hosts the hosts
    void InstallKernels(const NodeContainer& hosts);
    /**
     * Give the kernel of a station its queue. GetStationDisc() then has none.
     * @param i station, from 0
     * @param packets that the kernel holds for the radio
     * @param cardFrames that the radio takes beside them
     */
    void SetKernelQueue(uint32_t i, uint32_t packets, uint32_t cardFrames);
    /// Join the access point's radio and its end of the wire.
    void InstallBridge();
    /**
     * Give the stations, and then the far end of the wire, addresses of 10.0.0.0/24. All queue
     * discs and kernels must be there before.
     * @return address of the far end
     */
    Ipv4Address AssignAddresses();
    /// Have the simulation end if a station has not joined the access point when its traffic
    /// begins, see ns3::RequireJoined().
    /// @param start of the traffic, from now
    void RequireJoined(Time start) const;
    /// @param address of the host
    void SetHostAddress(Ipv4Address address);

  private:
    /// Move stations and access point to new places: those drawn in the room, or the seats with the
    /// access point at the origin.
    void TakePlaces();
    /// Draw the places of this run, which replace those of CreateNodes(). Seats stay.
    /// @param stream first stream number
    /// @return number of streams used
    int64_t AssignPlaces(int64_t stream);

    std::vector<Vector> m_seats;                    ///< see CreateNodes
    NodeContainer m_stations;                       ///< in order
    NodeContainer m_accessPoint;                    ///< one
    NodeContainer m_host;                           ///< one
    NetDeviceContainer m_radios;                    ///< of stations and access point, in this order
    NetDeviceContainer m_wire;                      ///< at the access point, and its far end
    NodeContainer m_internetHosts;                  ///< see InstallInternet
    NodeContainer m_kernelHosts;                    ///< see InstallKernels
    Ptr<LinuxBridgeNetDevice> m_bridge;             ///< of the access point
    std::vector<Ptr<QueueDisc>> m_discs;            ///< of m_radios; see GetStationDisc
    std::vector<Ipv4Address> m_addresses;           ///< of the stations
    Ipv4Address m_hostAddress;                      ///< see GetHostAddress
    Ptr<RandomRectanglePositionAllocator> m_places; ///< in the room
};

} // namespace ns3

#endif // ACCESS_POINT_CELL_H
