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
 * Makes a LinuxBridgeNetDevice of devices of a node, as BridgeHelper makes a BridgeNetDevice.
 * Queue discs are put on the ports with TrafficControlHelper or InstallBuffer().
 *
 * Install() gives the node a TrafficControlLayer if it has none. An IP stack brings its own, so it
 * is to be installed before.
 */
class LinuxBridgeHelper
{
  public:
    LinuxBridgeHelper();

    /// @param name attribute of the bridges @param value for it
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param node gets a bridge
     * @param ports devices of the node
     * @return the bridge
     */
    NetDeviceContainer Install(Ptr<Node> node, const NetDeviceContainer& ports);
    /// As above. @param nodeName name of the node @param ports devices of it @return the bridge
    NetDeviceContainer Install(const std::string& nodeName, const NetDeviceContainer& ports);

    /**
     * Give a device that has one queue a buffer of exactly so many packets: all but the last in a
     * queue disc, the last in the device, where it stays until it has been sent. For a Wi-Fi device
     * that is the frame for which the MAC contends. Other devices take a frame out of their queue
     * when they begin to send it; one more packet is then in the device.
     *
     * @tparam Args attribute names and values, in turn
     * @param port a device with flow control, not yet with a queue disc
     * @param packets that wait or are being sent at most; 1 at least, 2 if it is no Wi-Fi device
     * @param disc type of the queue disc; has an attribute MaxSize
     * @param args attributes of the queue disc
     * @return the queue disc; nothing if the device alone holds so many packets
     */
    template <typename... Args>
    static QueueDiscContainer InstallBuffer(Ptr<NetDevice> port,
                                            uint32_t packets,
                                            const std::string& disc = "ns3::FifoQueueDisc",
                                            Args&&... args);

  private:
    static uint32_t CheckBuffer(Ptr<NetDevice> port, uint32_t packets);
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
