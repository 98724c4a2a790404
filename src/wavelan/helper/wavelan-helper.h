// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_HELPER_H
#define WAVELAN_HELPER_H

#include "ns3/medium-channel.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/wavelan-net-device.h"

#include <string>

/**
 * @file
 * @ingroup wavelan
 * ns3::WavelanHelper declaration.
 */

namespace ns3
{

/// @ingroup wavelan
/// The two cards of xylomenos1999 (III.A).
enum class WavelanCard : uint8_t
{
    ISA,    ///< desktop: gap of 32 bit times, several transmit buffers
    PCMCIA, ///< laptop: gap of 96 bit times, one transmit buffer, which UDP overruns
};

/**
 * @ingroup wavelan
 * Puts WavelanNetDevices on nodes, with flow control towards their queue discs. All devices of one
 * helper are on one channel.
 */
class WavelanHelper
{
  public:
    WavelanHelper();

    /// @param name attribute of devices of both cards, wins over the card's @param value for it
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the channel, which must not have been used yet @param value for it
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);
    /// @return the channel, which the first device makes
    Ptr<MediumChannel> GetChannel();

    /// @param nodes get a device each @param card its card @return the devices
    NetDeviceContainer Install(const NodeContainer& nodes, WavelanCard card);

    /// @param devices WavelanNetDevices; others are left alone @param stream first stream
    /// @return number of streams that were assigned
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    ObjectFactory m_isaFactory;
    ObjectFactory m_pcmciaFactory;
    ObjectFactory m_channelFactory;
    Ptr<MediumChannel> m_channel;
};

} // namespace ns3

#endif // WAVELAN_HELPER_H
