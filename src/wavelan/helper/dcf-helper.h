// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_HELPER_H
#define DCF_HELPER_H

#include "ns3/dcf-channel.h"
#include "ns3/dcf-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

/**
 * @file
 * @ingroup wavelan
 * ns3::DcfHelper declaration.
 */

namespace ns3
{

/**
 * @ingroup wavelan
 * Puts DcfNetDevices on nodes, with flow control towards their queue discs. The devices of one
 * helper are one cell, on one channel.
 */
class DcfHelper
{
  public:
    DcfHelper();

    /// @param name attribute of the devices @param value for it
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the channel, which must not have been used yet @param value for it
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);
    /// @return the channel, which the first device makes
    Ptr<DcfChannel> GetChannel();

    /// @param nodes get a device each, with the attribute Role as it was set @return the devices
    NetDeviceContainer Install(const NodeContainer& nodes);
    /// @param nodes become stations of the access point @return their devices
    NetDeviceContainer InstallStations(const NodeContainer& nodes);
    /// @param node becomes the access point @return its device
    NetDeviceContainer InstallAccessPoint(Ptr<Node> node);

    /// @param devices DcfNetDevices; others are left alone @param stream first stream
    /// @return number of streams that were assigned
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    NetDeviceContainer InstallAs(DcfNetDevice::Role role, const NodeContainer& nodes);

    ObjectFactory m_deviceFactory;
    ObjectFactory m_channelFactory;
    Ptr<DcfChannel> m_channel;
};

} // namespace ns3

#endif // DCF_HELPER_H
