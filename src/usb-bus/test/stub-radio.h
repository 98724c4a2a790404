// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUB_RADIO_H
#define STUB_RADIO_H

#include "ns3/mac48-address.h"
#include "ns3/queue.h"
#include "ns3/simple-net-device.h"
#include "ns3/traced-callback.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <deque>

namespace ns3
{

/**
 * A radio that is no WifiNetDevice: it takes a fixed time for each frame, one after the other, and
 * tells by trace sources of its own what becomes of them. It traces copies of the packets.
 */
class StubRadio : public SimpleNetDevice
{
  public:
    static TypeId GetTypeId();

    /// From the start of a frame to its end, unless the test says otherwise.
    static const Time SERVICE;

    bool Send(Ptr<Packet> packet, const Address& destination, uint16_t protocol) override;

    Time service{SERVICE};     ///< see SERVICE
    uint32_t capacity{100};    ///< frames, the one that is being sent included
    bool hasPeer{true};        ///< otherwise all frames are refused
    bool isAcknowledged{true}; ///< otherwise frames to one receiver are given up
    uint64_t acknowledged{0};  ///< frames

  private:
    /// A frame that waits.
    struct Item
    {
        Ptr<Packet> packet;
        Mac48Address destination;
        uint16_t protocol;
    };

    static Ptr<const WifiMpdu> MakeMpdu(const Item& item);
    void Finish();

    std::deque<Item> m_queue;
    TracedCallback<Ptr<const WifiMpdu>> m_ackedMpdu;
    TracedCallback<WifiMacDropReason, Ptr<const WifiMpdu>> m_droppedMpdu;
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;
};

} // namespace ns3

#endif // STUB_RADIO_H
