// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_NET_DEVICE_H
#define LINUX_BRIDGE_NET_DEVICE_H

#include "linux-bridge-forwarding.h"
#include "linux-bridge-port.h"

#include "ns3/bridge-net-device.h"

#include <boost/container/small_vector.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @defgroup linux-bridge Linux bridge
 * A learning bridge whose ports have queue discs, and a model of the time that a host takes for a
 * packet.
 */

/**
 * @ingroup linux-bridge
 * A learning bridge whose ports have queue discs, as the ports of a Linux bridge do.
 *
 * BridgeNetDevice hands frames to its ports below the traffic-control layer, so the queue disc of a
 * port never sees a frame. This bridge passes frames through the root queue disc of the port, with
 * the flow control of the device, and otherwise forwards as Linux does (LinuxBridgeForwarding). It
 * derives from BridgeNetDevice for code that looks for this type, such as global routing.
 *
 * The host's own traffic, from an IP stack with an address on this device, leaves in the same way.
 *
 * The attributes EnableLearning and ExpirationTime of BridgeNetDevice may change at any time. A new
 * ExpirationTime also applies to the addresses that are known, as in Linux.
 */
class LinuxBridgeNetDevice : public BridgeNetDevice
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    LinuxBridgeNetDevice();
    ~LinuxBridgeNetDevice() override;

    /**
     * Add a port. A device that cannot be a port is a fatal error; see GetPortRefusal(). Do not
     * call this function through a pointer to the base class, whose function is not virtual: a port
     * added in this way is a fatal error at the next frame.
     * @param port a device of the same node
     */
    void AddBridgePort(Ptr<NetDevice> port);
    /**
     * @param port a device
     * @return why it cannot become a port; empty if it can. The device must be on the bridge's
     *         node, have a 48-bit address, support SendFrom(), belong to no bridge, and close no
     *         loop
     */
    std::string GetPortRefusal(Ptr<NetDevice> port) const;

    /// @return accounting of the frames that entered the bridge
    const LinuxBridgeCounters& GetCounters() const;
    /**
     * @param n number of a port, as in GetBridgePort(); a wrong one throws std::out_of_range
     * @return accounting of the frames handed to it
     */
    LinuxBridgePortCounters GetPortCounters(uint32_t n) const;
    /// @return whether bridge and ports account for every frame
    bool IsConserved() const;
    /// @return number of addresses that are known at present
    std::size_t GetNLearned();

    /**
     * Send a frame of the host's own stack, with the bridge's address as the source.
     * @param packet to be sent
     * @param dest link-layer destination
     * @param protocolNumber Ethertype
     * @return whether a port has received it; the trace source Drop reports what the port's queue
     * disc or device drops later
     */
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    /**
     * @param packet to be sent
     * @param source link-layer source, which is not learned
     * @param dest link-layer destination
     * @param protocolNumber Ethertype
     * @return whether a port has got it
     */
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    /// @param cb of the node, for frames that the bridge hands to its own host
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    /// @param cb of the node, for all frames that the bridge receives
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;

    /**
     * Signature of the trace source Drop.
     * @param packet payload of the frame, with the header of the device if the device dropped it
     * @param reason of the drop
     * @param port through which the frame should have left; the ingress port for RELAY_QUEUE_FULL;
     *             null for a frame that the bridge itself dropped
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet,
                                       LinuxBridgeDropReason reason,
                                       Ptr<const NetDevice> port);

  protected:
    /**
     * Ends the program with an error line if ports are in a loop or were added through the base
     * class.
     */
    void DoInitialize() override;
    /**
     * Releases the ports and their queue discs. Frames that come later are dropped (NO_EGRESS).
     * Frames in a queue disc still leave through the device, as after `ip link delete` in Linux,
     * but the bridge no longer counts or traces them.
     */
    void DoDispose() override;

  private:
    /// Addresses of a bridge and its ports, without an allocation if these are few.
    using LocalAddresses = boost::container::small_vector<BridgeForwardingDatabase::Address, 9>;

    /// A frame on its way through the bridge.
    struct Frame
    {
        const Ptr<const Packet>& packet; ///< payload, which follows the Ethernet header
        uint16_t protocol;               ///< Ethertype
        const Address& source;           ///< of 48 bits
        const Address& destination;      ///< of 48 bits, a group or not
    };

    /// A frame arrives. The parameters are those of Node::ProtocolHandler.
    /// @param port that received it
    /// @param packet payload
    /// @param protocol Ethertype
    /// @param source, destination addresses
    /// @param type for promiscuous handlers; the bridge itself uses the destination
    void ReceiveFromPort(Ptr<NetDevice> port,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& source,
                         const Address& destination,
                         PacketType type);
    /// @param ingress port that received the frame
    /// @param number of this port
    /// @param frame just received, whose source is learned
    /// @return where it goes, or why it is dropped
    LinuxBridgeVerdict Judge(LinuxBridgePort& ingress, uint32_t number, const Frame& frame);
    /// Look for a loop if the frame may have come back through one.
    /// @param result what the database made of the source
    void CheckReturn(BridgeForwardingDatabase::LearnResult result) const;
    /// @param result what the database made of the source
    /// @param ingress number of the port that received the frame
    /// @param frame whose source it is
    void LogLearning(BridgeForwardingDatabase::LearnResult result,
                     uint32_t ingress,
                     const Frame& frame) const;
    /// @param verdict what is to become of the frame
    /// @param frame to forward, deliver or drop
    /// @param ingress number of the port that received it
    void Execute(const LinuxBridgeVerdict& verdict, const Frame& frame, uint32_t ingress);
    /// @param verdict says to which port, or that the frame is flooded
    /// @param frame to forward
    /// @param ingress number of the port that received it, which gets no copy
    /// @return number of ports that the frame was handed to
    uint32_t Forward(const LinuxBridgeVerdict& verdict, const Frame& frame, uint32_t ingress);
    /// @param frame for the host
    /// @return false if the host has no handler for its protocol
    bool Deliver(const Frame& frame);
    /// Count and trace a frame that no port has got.
    /// @param frame that is dropped
    /// @param reason why
    void Drop(const Frame& frame, LinuxBridgeDropReason reason);
    /// Read EnableLearning and ExpirationTime, which the base class keeps private, and the
    /// addresses.
    void UpdateAttributes();
    /// The addresses of the bridge and of its ports are local.
    void UpdateLocalAddresses();
    /// @param addresses see attribute MaxLearned
    void SetMaxLearned(uint32_t addresses);
    /// Stop the program with one line if a port was added through a pointer to the base class.
    void CheckPorts() const;
    /// Stop the program with one line if another bridge has one of the ports.
    void CheckSharedPorts() const;
    /// Stop the program with one line if two ports are in a loop.
    void CheckLoops() const;
    /// Forget the addresses behind ports whose link is down (br_stp_disable_port).
    void FlushPortsThatAreDown();
    /// @param device a port
    /// @return its number
    uint32_t GetPortNumber(const NetDevice* device) const;

    LocalAddresses m_localAddresses;                    ///< that m_forwarding has
    LinuxBridgeForwarding m_forwarding;                 ///< where frames go, by learned addresses
    std::vector<Ptr<LinuxBridgePort>> m_egress;         ///< by number of the port
    LinuxBridgeCounters m_counters;                     ///< see GetCounters
    NetDevice::ReceiveCallback m_receive;               ///< of the host, for its own frames
    NetDevice::PromiscReceiveCallback m_promiscReceive; ///< of the host, for all frames
    LinuxBridgePort::DropTrace m_dropTrace;             ///< trace source Drop
};

} // namespace ns3

#endif // LINUX_BRIDGE_NET_DEVICE_H
