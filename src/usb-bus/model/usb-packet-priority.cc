// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-packet-priority.h"

#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/queue-item.h"
#include "ns3/socket.h"

#include <array>
#include <net/ethernet.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbPacketPriority");

namespace
{

/// A packet on its way to the driver. Its IP header is in the packet, where the items of IP hold it
/// apart.
class WholePacketItem final : public QueueDiscItem
{
  public:
    using QueueDiscItem::QueueDiscItem;

    void AddHeader() override
    {
        // It is there already.
    }

    bool Mark() override
    {
        return false;
    }

    bool GetUint8Value(Uint8Values field, uint8_t& value) const override
    {
        std::array<uint8_t, 2> bytes{};
        GetPacket()->CopyData(bytes.data(), bytes.size());
        const uint8_t version = bytes[0] >> 4;
        if (field == IP_DSFIELD && GetProtocol() == ETHERTYPE_IP && version == 4)
        {
            value = bytes[1];
            return true;
        }
        if (field == IP_DSFIELD && GetProtocol() == ETHERTYPE_IPV6 && version == 6)
        {
            value = static_cast<uint8_t>(bytes[0] << 4 | bytes[1] >> 4);
            return true;
        }
        return false;
    }
};

} // namespace

Ptr<NetDeviceQueueInterface>
GetQosQueues(Ptr<NetDevice> radio)
{
    const auto queues = radio->GetObject<NetDeviceQueueInterface>();
    const bool choose = queues && queues->GetNTxQueues() > 1 && queues->GetSelectQueueCallback();
    return choose ? queues : nullptr;
}

void
SetUsbPacketPriority(const NetDeviceQueueInterface& queues,
                     Ptr<Packet> packet,
                     const Address& destination,
                     uint16_t protocol)
{
    SocketPriorityTag priority;
    // A packet socket sets the priority itself.
    if (packet->PeekPacketTag(priority))
    {
        return;
    }
    const auto queue =
        queues.GetSelectQueueCallback()(Create<WholePacketItem>(packet, destination, protocol));
    NS_LOG_LOGIC("packet " << packet->GetUid() << " would go to queue " << queue
                           << " of the bare radio");
}

} // namespace ns3
