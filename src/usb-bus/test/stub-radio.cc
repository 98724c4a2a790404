// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "stub-radio.h"

#include "ns3/error-model.h"
#include "ns3/llc-snap-header.h"
#include "ns3/node.h"
#include "ns3/queue.h"
#include "ns3/simple-channel.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-header.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(StubRadio);

const Time StubRadio::SERVICE = MilliSeconds(20);

TypeId
StubRadio::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StubRadio")
                            .SetParent<SimpleNetDevice>()
                            .AddConstructor<StubRadio>()
                            .AddTraceSource("AckedMpdu",
                                            "As of WifiMac.",
                                            MakeTraceSourceAccessor(&StubRadio::m_ackedMpdu),
                                            "ns3::WifiMpdu::TracedCallback")
                            .AddTraceSource("DroppedMpdu",
                                            "As of WifiMac.",
                                            MakeTraceSourceAccessor(&StubRadio::m_droppedMpdu),
                                            "ns3::WifiMac::DroppedMpduCallback")
                            .AddTraceSource("PhyTxEnd",
                                            "As of WifiPhy.",
                                            MakeTraceSourceAccessor(&StubRadio::m_phyTxEnd),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

Ptr<const WifiMpdu>
StubRadio::MakeMpdu(const Item& item)
{
    const auto packet = item.packet->Copy();
    packet->AddHeader(LlcSnapHeader());
    WifiMacHeader header(WIFI_MAC_DATA);
    header.SetAddr1(item.destination);
    return Create<WifiMpdu>(packet, header);
}

bool
StubRadio::Send(Ptr<Packet> packet, const Address& destination, uint16_t protocol)
{
    const Item item{packet, Mac48Address::ConvertFrom(destination), protocol};
    if (!hasPeer)
    {
        return false;
    }
    if (m_queue.size() >= capacity)
    {
        m_droppedMpdu(WIFI_MAC_DROP_FAILED_ENQUEUE, MakeMpdu(item));
        return false;
    }
    m_queue.push_back(item);
    if (m_queue.size() == 1)
    {
        Simulator::Schedule(service, &StubRadio::Finish, this);
    }
    return true;
}

void
StubRadio::Finish()
{
    const Item item = m_queue.front();
    m_queue.pop_front();
    if (!m_queue.empty())
    {
        Simulator::Schedule(service, &StubRadio::Finish, this);
    }
    const auto mpdu = MakeMpdu(item);
    m_phyTxEnd(mpdu->GetProtocolDataUnit());
    if (item.destination.IsGroup() || isAcknowledged)
    {
        SimpleNetDevice::Send(item.packet->Copy(), item.destination, item.protocol);
    }
    if (item.destination.IsGroup())
    {
        return;
    }
    if (isAcknowledged)
    {
        ++acknowledged;
        m_ackedMpdu(mpdu);
    }
    else
    {
        m_droppedMpdu(WIFI_MAC_DROP_REACHED_RETRY_LIMIT, mpdu);
    }
}

} // namespace ns3
