// SPDX-License-Identifier: GPL-2.0-only

#include "rate-probe.h"

#include "ns3/simulator.h"
#include "ns3/wifi-mac-header.h"

namespace ns3
{

Ptr<RateProbe>
RateProbe::Connect(Ptr<WifiNetDevice> radio)
{
    auto probe = Create<RateProbe>();
    probe->m_phy = PeekPointer(radio->GetPhy());
    probe->m_phy->TraceConnectWithoutContext("MonitorSnifferTx",
                                             MakeCallback(&RateProbe::Send, probe));
    return probe;
}

const LevelSequence&
RateProbe::GetLevels() const
{
    return m_levels;
}

uint64_t
RateProbe::GetFrames() const
{
    return m_frames;
}

Time
RateProbe::GetAirtime() const
{
    return m_airtime;
}

void
RateProbe::Send(Ptr<const Packet> packet, uint16_t, WifiTxVector vector, MpduInfo, uint16_t)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (!header.IsData() || !header.HasData())
    {
        return;
    }
    ++m_frames;
    m_airtime += WifiPhy::CalculateTxDuration(packet->GetSize(), vector, m_phy->GetPhyBand());
    m_levels.Set(Simulator::Now().GetSeconds(),
                 static_cast<double>(vector.GetMode().GetDataRate(vector)) / 1e6);
}

} // namespace ns3
