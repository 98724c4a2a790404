// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_HELPER_H
#define LINUX_BRIDGE_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc-container.h"
#include "ns3/traffic-control-helper.h"

#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup linux-bridge
 * Joins devices of a node with a LinuxBridgeNetDevice, as BridgeHelper does with a BridgeNetDevice.
 * TrafficControlHelper and InstallBuffer() put queue discs on the ports.
 *
 * Install() gives the node a TrafficControlLayer if it has none. An IP stack brings its own layer
 * and must therefore be installed before.
 */
class LinuxBridgeHelper
{
  public:
    /// Make ns3::LinuxBridgeNetDevice with default attributes.
    LinuxBridgeHelper();

    /**
     * @param name attribute of the bridges, such as MaxLearned, EnableLearning or ExpirationTime;
     * an unknown one is fatal
     * @param value for it
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Fatal if a device cannot be a port, see LinuxBridgeNetDevice::GetPortRefusal().
     * @param node gets a bridge, and a traffic-control layer if it has none
     * @param ports devices of the node, not null; port numbers follow their order
     * @return the bridge
     */
    NetDeviceContainer Install(Ptr<Node> node, const NetDeviceContainer& ports);
    /**
     * Same as above, for a node by name. Fatal if no node has the name.
     * @param nodeName name of the node
     * @param ports devices of it
     * @return the bridge
     */
    NetDeviceContainer Install(const std::string& nodeName, const NetDeviceContainer& ports);

    /**
     * Give a device with one queue a buffer of exactly the given number of packets. One packet is
     * in the device until it has been sent, and all others are in a queue disc. In a Wi-Fi device,
     * the one packet is the frame for which the MAC contends. Other devices take a frame out of
     * their queue when they begin to send it, so they hold one more packet.
     *
     * @tparam Args names and values of attributes, alternating
     * @param port a device with flow control and without a queue disc
     * @param packets maximum number that wait or are being sent; at least 1 for a Wi-Fi device, at
     * least 2 for any other
     * @param disc type of the queue disc, which has an attribute MaxSize
     * @param args attributes of the queue disc
     * @return the queue disc; empty if the device alone holds all packets of the buffer
     */
    template <typename... Args>
    static QueueDiscContainer InstallBuffer(Ptr<NetDevice> port,
                                            uint32_t packets,
                                            const std::string& disc = "ns3::FifoQueueDisc",
                                            Args&&... args);

  private:
    /**
     * End the program with one line if a device cannot have such a buffer: if it does not have
     * exactly one queue with flow control, or if the device alone holds more packets. Gives the
     * node a traffic-control layer if it has none.
     * @param port a device, not null
     * @param packets of the whole buffer
     * @return number of packets that wait in the queue disc
     */
    static uint32_t CheckBuffer(Ptr<NetDevice> port, uint32_t packets);
    /// @param packets limit
    /// @return the same for an attribute MaxSize
    static QueueSize MakeLimit(uint32_t packets);

    ObjectFactory m_deviceFactory; ///< bridges
};

template <typename... Args>
QueueDiscContainer
LinuxBridgeHelper::InstallBuffer(Ptr<NetDevice> port,
                                 uint32_t packets,
                                 const std::string& disc,
                                 Args&&... args)
{
    const uint32_t waiting = CheckBuffer(port, packets);
    TrafficControlHelper helper;
    helper.SetQueueLimits("ns3::PacketQueueLimits");
    if (waiting > 0)
    {
        helper.SetRootQueueDisc(disc,
                                "MaxSize",
                                QueueSizeValue(MakeLimit(waiting)),
                                std::forward<Args>(args)...);
    }
    return helper.Install(port);
}

} // namespace ns3

#endif // LINUX_BRIDGE_HELPER_H
