// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef URB_H
#define URB_H

#include "usb-transfer.h"

#include "ns3/callback.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * The network frame that a URB carries between a driver and a network adapter. The URB's length
 * includes the headers that the frame has on the bus; the packet does not contain them.
 */
struct UsbNetFrame
{
    Ptr<Packet> packet;       ///< the datagram; null in a URB that carries none
    Mac48Address source;      ///< of a received frame, or of a relayed one
    Mac48Address destination; ///< link-layer destination
    uint16_t protocol{0};     ///< Ethertype
    NetDevice::PacketType type{NetDevice::PACKET_HOST}; ///< for whom a received frame is
    bool relayed{false}; ///< OUT: sent for source (SendFrom()), not for the adapter itself
};

/**
 * @ingroup usb-bus
 * USB request block: a driver passes it to the host controller, and gets it back when the transfer
 * is complete or has failed. A URB may be submitted again once it is back, even from its own
 * completion callback; drivers keep a few URBs and reuse them.
 */
class Urb : public SimpleRefCount<Urb>
{
  public:
    /// Called in interrupt context when the URB is back.
    using CompletionCallback = Callback<void, Ptr<Urb>>;

    UsbTransferRequest request; ///< what is asked; not to be changed while in progress
    UsbTransferStatus status{UsbTransferStatus::IDLE}; ///< state or result
    uint32_t actualLength{0};                          ///< bytes moved when the URB came back
    Time submitted;                                    ///< when it was last submitted
    UsbNetFrame frame;             ///< OUT: set by the driver; IN: set by the adapter
    CompletionCallback completion; ///< may be null
    Time completionTime;           ///< how long the callback keeps the interrupt handler, which
                                   ///< looks at the next URB only afterwards
};

} // namespace ns3

#endif // URB_H
