// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "slot-probe.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlotProbe");

namespace
{

/// @param radios WifiNetDevices
/// @param i index of one of them
/// @return its PHY
Ptr<WifiPhy>
GetPhy(const NetDeviceContainer& radios, uint32_t i)
{
    const auto radio = i < radios.GetN() ? DynamicCast<WifiNetDevice>(radios.Get(i)) : nullptr;
    NS_ABORT_MSG_UNLESS(radio && radio->GetPhy(),
                        "SlotProbe: device " << i << " of " << radios.GetN()
                                             << " is none: expected WifiNetDevices, at least one");
    return radio->GetPhy();
}

/// @param phy of a radio
/// @return a histogram of its times
SlotHistogram
MakeHistogram(Ptr<WifiPhy> phy)
{
    const Time difs = phy->GetSifs() + 2 * phy->GetSlot(); // IEEE 802.11-1999, 9.2.10
    return SlotHistogram(difs.GetNanoSeconds(), phy->GetSlot().GetNanoSeconds());
}

} // namespace

SlotProbe::SlotProbe(const NetDeviceContainer& radios, Time start)
    : m_radios(radios),
      m_start(start),
      m_histogram(MakeHistogram(GetPhy(radios, 0)))
{
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        const auto phy = GetPhy(radios, i);
        phy->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&SlotProbe::TxBegin, this));
        phy->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&SlotProbe::TxEnd, this));
    }
}

SlotProbe::~SlotProbe()
{
    // The radios may outlive the probe; their traces must not call it then.
    for (uint32_t i = 0; i < m_radios.GetN(); ++i)
    {
        if (DynamicCast<WifiNetDevice>(m_radios.Get(i))->GetPhys().empty())
        {
            continue; // Simulator::Destroy() has disposed of the radio
        }
        const auto phy = GetPhy(m_radios, i);
        phy->TraceDisconnectWithoutContext("PhyTxBegin", MakeCallback(&SlotProbe::TxBegin, this));
        phy->TraceDisconnectWithoutContext("PhyTxEnd", MakeCallback(&SlotProbe::TxEnd, this));
    }
}

void
SlotProbe::TxBegin(Ptr<const Packet>, double)
{
    // Frames of all radios count, since each of them may be the one that answers without backoff.
    m_histogram.Begin(Simulator::Now().GetNanoSeconds());
}

void
SlotProbe::TxEnd(Ptr<const Packet> packet)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    NS_LOG_LOGIC("end of a frame" << (header.IsAck() ? ", a MAC acknowledgment" : ""));
    m_histogram.End(Simulator::Now().GetNanoSeconds(), header.IsAck());
    // The histogram must follow the medium from the beginning, or it would take a frame that began
    // before m_start for one that it has not seen begin; only its counts wait for m_start.
    if (Simulator::Now() < m_start)
    {
        m_histogram.Clear();
    }
}

const SlotHistogram&
SlotProbe::GetHistogram() const
{
    return m_histogram;
}

} // namespace ns3
