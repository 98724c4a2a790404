// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef NODE_ENTRANCE_H
#define NODE_ENTRANCE_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device.h"

namespace ns3
{

/**
 * @ingroup linux-bridge
 * The entrance of the node for packets. A node gives its receive callbacks to its devices only, so
 * the entrance is a device that keeps them. It has no channel and never receives.
 *
 * ReceiveBacklog adds one to its node, takes the packets of the real devices, and passes each of
 * them to these callbacks when its host has had the time for it. Handlers still see the device that
 * received the packet.
 */
class NodeEntrance : public SimpleNetDevice
{
  public:
    /// @param cb of the node, for packets to the host; kept and never called by this device
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override
    {
        receive = cb;
    }

    /// @param cb of the node, for all packets; kept and never called by this device
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override
    {
        promiscReceive = cb;
    }

    /// A protocol handler that does nothing. The node sets a device's promiscuous callback when the
    /// first promiscuous handler is registered.
    void Ignore(Ptr<NetDevice>,
                Ptr<const Packet>,
                uint16_t,
                const Address&,
                const Address&,
                NetDevice::PacketType)
    {
    }

    NetDevice::ReceiveCallback receive;               ///< of the node, packets for the host
    NetDevice::PromiscReceiveCallback promiscReceive; ///< of the node, all packets
};

} // namespace ns3

#endif // NODE_ENTRANCE_H
