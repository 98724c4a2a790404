// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_HELPER_H
#define DCF_HELPER_H

#include "medium-helper.h"

#include "ns3/dcf-channel.h"
#include "ns3/dcf-net-device.h"
#include "ns3/node-container.h"

#include <string>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfHelper declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * Puts DcfNetDevices on nodes, with flow control towards their queue discs. The devices of one
 * helper are one cell, on one channel.
 *
 * Simulator::Destroy() disposes of the channel. Devices of the next simulation get a new one, with
 * the attributes that were passed to SetChannelAttribute(). A PropagationLossModel among them is
 * the same object, and keeps its state. Values that were set on the channel itself are lost.
 */
class DcfHelper : public MediumHelper
{
  public:
    /// Make ad hoc devices on a new channel, with default attributes.
    DcfHelper();

    /**
     * @param name attribute of the devices that are made later; an unknown one is fatal
     * @param value for it
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @return the channel, which the first device creates
    Ptr<DcfChannel> GetChannel();
    /// @param channel of the devices installed from now on, until Simulator::Destroy(); null for a
    /// new channel, which begins another cell
    void SetChannel(Ptr<DcfChannel> channel);

    /**
     * Each device gets an allocated MAC address, and a NetDeviceQueueInterface with one queue, or
     * with four queues if QosSupported is set. The DS field of a packet selects the queue, as after
     * WifiHelper::Install().
     * @param nodes get a device each, with the attribute Role as it was set
     * @return the devices
     */
    NetDeviceContainer Install(const NodeContainer& nodes);
    /// @param node gets a device
    /// @return it
    NetDeviceContainer Install(Ptr<Node> node);
    /// @param nodeName name of a node in ns3::Names; it gets a device
    /// @return it
    NetDeviceContainer Install(const std::string& nodeName);
    /// @param nodes become stations of the access point
    /// @return their devices
    NetDeviceContainer InstallStations(const NodeContainer& nodes);
    /// @param node becomes a station of the access point
    /// @return its device
    NetDeviceContainer InstallStations(Ptr<Node> node);
    /// @param nodeName of a node that becomes a station of the access point
    /// @return its device
    NetDeviceContainer InstallStations(const std::string& nodeName);
    /**
     * Fatal if the channel already has an access point.
     * @param node becomes the access point
     * @return its device
     */
    NetDeviceContainer InstallAccessPoint(Ptr<Node> node);
    /// @param nodeName of a node that becomes the access point
    /// @return its device
    NetDeviceContainer InstallAccessPoint(const std::string& nodeName);

    /**
     * The streams of the channels come last, so that devices have the same ones on any channel.
     * @param devices DcfNetDevices; others are left alone
     * @param stream first stream
     * @return number of streams that were assigned
     */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  protected:
    /**
     * @param device a DcfNetDevice
     * @param write gets packets of Drop, with the reason, and of PhyRxDrop
     */
    void ConnectDrops(Ptr<NetDevice> device, const DropWriter& write) const override;

  private:
    /**
     * @param role of these devices only; Install() keeps what the user set
     * @param nodes get a device each
     * @return the devices
     */
    NetDeviceContainer InstallAs(DcfNetDevice::Role role, const NodeContainer& nodes);

    ObjectFactory m_deviceFactory; ///< of the devices
};

} // namespace ns3

#endif // DCF_HELPER_H
