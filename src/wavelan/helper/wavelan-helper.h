// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_HELPER_H
#define WAVELAN_HELPER_H

#include "ns3/medium-helper.h"
#include "ns3/node-container.h"
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
 *
 * Simulator::Destroy() disposes of the channel. Devices of the next simulation get a new one, with
 * the attributes that were given to SetChannelAttribute(). A PropagationLossModel among them is the
 * same object, with the state that it has. What was set at the channel itself is not kept.
 */
class WavelanHelper : public MediumHelper
{
  public:
    WavelanHelper();

    /// @param name attribute of devices of both cards, wins over the card's, which wins over
    /// Config::SetDefault()
    /// @param value for it
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @return the channel, which the first device makes
    Ptr<MediumChannel> GetChannel();
    /// @param channel that the devices get from now on, until Simulator::Destroy(); null for a new
    /// one
    void SetChannel(Ptr<MediumChannel> channel);

    /// @param nodes get a device each
    /// @param card its card
    /// @return the devices
    NetDeviceContainer Install(const NodeContainer& nodes, WavelanCard card);
    /// @param node gets a device
    /// @param card its card
    /// @return the device
    NetDeviceContainer Install(Ptr<Node> node, WavelanCard card);
    /// @param nodeName name of a node in ns3::Names; it gets a device
    /// @param card its card
    /// @return the device
    NetDeviceContainer Install(const std::string& nodeName, WavelanCard card);

    /// @param devices WavelanNetDevices; others are left alone
    /// @param stream first stream
    /// @return number of streams that were assigned
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  protected:
    void ConnectDrops(Ptr<NetDevice> device, const DropWriter& write) const override;

  private:
    ObjectFactory m_isaFactory;
    ObjectFactory m_pcmciaFactory;
};

} // namespace ns3

#endif // WAVELAN_HELPER_H
