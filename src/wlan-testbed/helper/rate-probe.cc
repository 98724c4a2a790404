// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-probe.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-remote-station-manager.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RateProbe");

Ptr<RateProbe>
RateProbe::Connect(Ptr<WifiNetDevice> radio)
{
    // The callback holds the probe. A Ptr to the radio in the probe would keep both alive for ever.
    auto probe = Create<RateProbe>();
    probe->m_phy = PeekPointer(radio->GetPhy());
    // Unlike PhyTxBegin, this trace tells the rate of the frame, as a sniffer's header does.
    probe->m_phy->TraceConnectWithoutContext("MonitorSnifferTx",
                                             MakeCallback(&RateProbe::Send, probe));
    radio->GetRemoteStationManager()->TraceConnectWithoutContext(
        "MacTxFinalDataFailed",
        MakeCallback(&RateProbe::GiveUp, probe));
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

const RateFallLog&
RateProbe::GetFalls() const
{
    return m_falls;
}

void
RateProbe::Send(Ptr<const Packet> packet, uint16_t, WifiTxVector vector, MpduInfo, uint16_t)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (!header.IsData() || !header.HasData())
    {
        return; // acknowledgments and beacons have basic rates, which no adaptation chooses
    }
    ++m_frames;
    // Preamble, header and payload: the time for which the sender's radio needs power to transmit.
    m_airtime += WifiPhy::CalculateTxDuration(packet->GetSize(), vector, m_phy->GetPhyBand());
    const double rate = static_cast<double>(vector.GetMode().GetDataRate(vector)) / 1e6;
    NS_LOG_LOGIC("data frame " << header.GetSequenceNumber() << (header.IsRetry() ? " again" : "")
                               << " at " << rate << " Mb/s");
    m_levels.Set(Simulator::Now().GetSeconds(), rate);
    m_falls.Attempt(rate, header.IsRetry());
}

void
RateProbe::GiveUp(Mac48Address)
{
    // "TCP packet retransmissions are for packets that reached the maximum MAC-layer retransmission
    // limit" (kuang2003, 4.3.2 A).
    NS_LOG_DEBUG("the MAC gives the data frame up");
    m_falls.GiveUp();
}

} // namespace ns3
