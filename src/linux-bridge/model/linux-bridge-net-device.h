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
 * @ingroup linux-bridge
 * A learning bridge whose ports have queue discs, as those of a Linux bridge have.
 *
 * BridgeNetDevice gives frames to its ports below the traffic-control layer: a queue disc on a port
 * never sees one. This bridge passes them through the root queue disc of the port, with the flow
 * control of the device, and otherwise forwards as Linux does (LinuxBridgeForwarding). It is a
 * BridgeNetDevice for what asks for one, as global routing does.
 *
 * The host's own traffic, from an IP stack with an address on this device, takes the same way out.
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
     * Add a port; what cannot be one is a fatal error. To be called on this type: the function of
     * the base class is not virtual.
     * @param port a device of the same node
     */
    void AddBridgePort(Ptr<NetDevice> port);
    /**
     * @param port a device
     * @return why it cannot become a port; empty if it can. Needed: a node in common, 48-bit
     *         addresses, SendFrom(), no other bridge, and no loop
     */
    std::string GetPortRefusal(Ptr<NetDevice> port) const;

    /// @return what became of the frames that entered the bridge
    const LinuxBridgeCounters& GetCounters() const;
    /// @param n number of a port @return what became of the frames given to it
    LinuxBridgePortCounters GetPortCounters(uint32_t n) const;
    /// @return whether bridge and ports account for every frame
    bool IsConserved() const;
    /// @return addresses that are known at this moment
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
     * Signature of Drop.
     * @param packet what follows the frame's Ethernet header, and the header that a device put
     *               before it if that gave it up
     * @param reason why
     * @param port where it should have gone out; where it came in for RELAY_QUEUE_FULL; null for
     *             a frame that the bridge itself gave up
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
        const Ptr<const Packet>& packet; ///< what follows the Ethernet header
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
    void Execute(const LinuxBridgeVerdict& verdict, const Frame& frame, uint32_t ingress);
    uint32_t Forward(const LinuxBridgeVerdict& verdict, const Frame& frame, uint32_t ingress);
    bool Deliver(const Frame& frame);
    void Drop(const Frame& frame, LinuxBridgeDropReason reason);
    void SetMaxLearned(uint32_t addresses);
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
