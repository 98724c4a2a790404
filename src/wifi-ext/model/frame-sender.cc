// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "frame-sender.h"

#include "ns3/channel-access-manager.h"
#include "ns3/qos-txop.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-utils.h"

namespace ns3
{

FrameSender
FindFrameSender(const WifiMac& mac, const FrameSender& last)
{
    // Without QoS one backoff serves all frames (the DCF), and each frame contends anew.
    if (!mac.GetQosSupported())
    {
        return {};
    }
    const auto access = mac.GetChannelAccessManager(SINGLE_LINK_OP_ID);
    const Time now = Simulator::Now();
    // In descending order of priority, which decides collisions inside the device (IEEE
    // 802.11-2020, 10.23.2.4).
    for (const AcIndex category : {AC_VO, AC_VI, AC_BE, AC_BK})
    {
        const auto txop = mac.GetQosTxop(category);
        switch (txop->GetAccessStatus(SINGLE_LINK_OP_ID))
        {
        case Txop::GRANTED:
            // Only the first frame of a TXOP has contended for the medium.
            return {category, txop->GetTxopStartTime(SINGLE_LINK_OP_ID) == now};
        case Txop::REQUESTED:
            // The grant follows when the frame is sent, provided that the backoff has ended.
            if (access->GetBackoffEndFor(txop) <= now)
            {
                return {category, true};
            }
            break;
        case Txop::NOT_REQUESTED:
            break;
        }
    }
    // No category waits for access: the holder of the TXOP recovers from a failure within it.
    return {last.category, false};
}

} // namespace ns3
