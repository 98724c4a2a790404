// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_NET_DEVICE_H
#define LINUX_BRIDGE_NET_DEVICE_H

#include "linux-bridge-forwarding.h"
#include "linux-bridge-port.h"

#include "ns3/bridge-net-device.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @defgroup linux-bridge Linux bridge
 * A learning bridge whose ports have queue discs, and the time that a host needs for a packet.
 */

/**
 * @ingroup linux-bridge
 * A learning bridge whose ports have queue discs, as the ports of a Linux bridge do.
 *
 * BridgeNetDevice hands frames to its ports below the traffic-control layer, so the queue disc of a
 * port never sees a frame. This bridge passes frames through the root queue disc of the port, with
 * the flow control of the device, and otherwise forwards as Linux does (LinuxBridgeForwarding). It
 * derives from BridgeNetDevice for the sake of code that looks for one, as global routing does.
 *
 * The host's own traffic, from an IP stack with an address on this device, leaves in the same way.
 *
 * The attributes EnableLearning and ExpirationTime of BridgeNetDevice are read when the simulation
 * starts.
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
     * Add a port. A device that cannot be a port is a fatal error; see GetPortRefusal(). Call this
     * function on this type, as the function of the base class is not virtual; a port that was
     * added through a pointer to the base class is a fatal error at the next frame.
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
    /// @param n number of a port
    /// @return accounting of the frames handed to it
    LinuxBridgePortCounters GetPortCounters(uint32_t n) const;
    /// @return whether bridge and ports account for every frame
    bool IsConserved() const;
    /// @return number of addresses that are known at present
    std::size_t GetNLearned();

    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    void SetAddress(Address address) override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
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
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// A frame on its way through the bridge.
    struct Frame
    {
        const Ptr<const Packet>& packet; ///< payload, which follows the Ethernet header
        uint16_t protocol;               ///< Ethertype
        const Address& source;
        const Address& destination;
    };

    void ReceiveFromPort(Ptr<NetDevice> port,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& source,
                         const Address& destination,
                         PacketType type);
    LinuxBridgeVerdict Judge(LinuxBridgePort& ingress, uint32_t number, const Frame& frame);
    void LogLearning(BridgeForwardingDatabase::LearnResult result,
                     uint32_t ingress,
                     const Frame& frame) const;
    void Execute(const LinuxBridgeVerdict& verdict, const Frame& frame, uint32_t ingress);
    uint32_t Forward(const LinuxBridgeVerdict& verdict, const Frame& frame, uint32_t ingress);
    bool Deliver(const Frame& frame);
    void Drop(const Frame& frame, LinuxBridgeDropReason reason);
    void SetMaxLearned(uint32_t addresses);
    void CheckPorts() const;
    void CheckLoops() const;
    void FlushPortsThatAreDown();
    uint32_t GetPortNumber(const NetDevice* device) const;

    LinuxBridgeForwarding m_forwarding;
    std::vector<Ptr<LinuxBridgePort>> m_egress; ///< by number of the port
    LinuxBridgeCounters m_counters;
    NetDevice::ReceiveCallback m_receive;
    NetDevice::PromiscReceiveCallback m_promiscReceive;
    LinuxBridgePort::DropTrace m_dropTrace;
};

} // namespace ns3

#endif // LINUX_BRIDGE_NET_DEVICE_H
