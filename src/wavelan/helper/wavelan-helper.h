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
 * the attributes that were passed to SetChannelAttribute(). A PropagationLossModel among them is
 * the same object, and keeps its state. Values that were set on the channel itself are lost.
 */
class WavelanHelper : public MediumHelper
{
  public:
    WavelanHelper();

    /**
     * Fatal if a WavelanNetDevice has no such attribute, or if the value is out of its range.
     * @param name attribute of the devices installed from now on, for both types of card. It
     * overrides the value of the card, which overrides Config::SetDefault()
     * @param value for it. For a random variable, a string gives each device its own variable; a
     * pointer gives all devices the same variable, with the same stream
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @return the channel, which the first device creates
    Ptr<MediumChannel> GetChannel();
    /// @param channel of the devices installed from now on, until Simulator::Destroy(); null for a
    /// new channel
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
    /// Connects Drop, which stands for MacTxDrop, PhyTxDrop and PhyRxDrop.
    /// @param device a WavelanNetDevice
    /// @param write takes its packets
    void ConnectDrops(Ptr<NetDevice> device, const DropWriter& write) const override;

  private:
    ObjectFactory m_isaFactory;    ///< devices of WavelanCard::ISA
    ObjectFactory m_pcmciaFactory; ///< devices of WavelanCard::PCMCIA, with its gap and buffer
};

} // namespace ns3

#endif // WAVELAN_HELPER_H
