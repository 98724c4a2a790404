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
    if (!mac.GetQosSupported())
    {
        return {};
    }
    const auto access = mac.GetChannelAccessManager(SINGLE_LINK_OP_ID);
    const Time now = Simulator::Now();
    for (const AcIndex category : {AC_VO, AC_VI, AC_BE, AC_BK})
    {
        const auto txop = mac.GetQosTxop(category);
        switch (txop->GetAccessStatus(SINGLE_LINK_OP_ID))
        {
        case Txop::GRANTED:
            return {category, txop->GetTxopStartTime(SINGLE_LINK_OP_ID) == now};
        case Txop::REQUESTED:
            if (access->GetBackoffEndFor(txop) <= now)
            {
                return {category, true};
            }
            break;
        case Txop::NOT_REQUESTED:
            break;
        }
    }
    return {last.category, false};
}

} // namespace ns3
