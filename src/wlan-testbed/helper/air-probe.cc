// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "air-probe.h"

#include "cell-radio.h"

#include "ns3/callback.h"
#include "ns3/log.h"
#include "ns3/wifi-mac-header.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AirProbe");

namespace
{

/// @param packet frame as a PHY sends it
/// @return its MAC header
WifiMacHeader
PeekHeader(Ptr<const Packet> packet)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    return header;
}

} // namespace

AirProbe::AirProbe(const NetDeviceContainer& radios)
    : m_radios(radios)
{
    // The traces of the senders tell of every frame. A receiver would not tell of those that
    // collide, which are what K8 asks about.
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        const auto radio = CellRadio::Of(radios.Get(i));
        radio->ConnectTxBegin(GetTxBegin(i));
        radio->FindPhyTraces()->TraceConnectWithoutContext(
            "PhyTxEnd",
            MakeCallback(&AirProbe::TxEnd, this).Bind(i));
    }
}

AirProbe::~AirProbe()
{
    // The radios may outlive the probe; their traces must not call it then.
    for (uint32_t i = 0; i < m_radios.GetN(); ++i)
    {
        const auto radio = CellRadio::Of(m_radios.Get(i));
        const auto phy = radio->FindPhyTraces();
        if (!phy)
        {
            continue; // Simulator::Destroy() has disposed of the radio
        }
        radio->DisconnectTxBegin(GetTxBegin(i));
        phy->TraceDisconnectWithoutContext("PhyTxEnd",
                                           MakeCallback(&AirProbe::TxEnd, this).Bind(i));
    }
}

TxBeginCallbacks
AirProbe::GetTxBegin(uint32_t station)
{
    return {MakeCallback(&AirProbe::TxBegin, this).Bind(station),
            MakeCallback(&AirProbe::PhyTxBegin, this).Bind(station)};
}

void
AirProbe::PhyTxBegin(uint32_t station, Ptr<const Packet> packet, double)
{
    TxBegin(station, packet);
}

void
AirProbe::TxBegin(uint32_t station, Ptr<const Packet> packet)
{
    // The MAC's own acknowledgments and beacons are never repeated. A null frame is of type data
    // and has none.
    const WifiMacHeader header = PeekHeader(packet);
    if (header.IsData() && header.HasData())
    {
        NS_LOG_LOGIC("station " << station << " sends data frame " << header.GetSequenceNumber()
                                << (header.IsRetry() ? " again" : ""));
        m_log.Begin(station, header.IsRetry());
    }
}

void
AirProbe::TxEnd(uint32_t station, Ptr<const Packet> packet)
{
    // The end of a null frame, whose beginning is not in the log, changes nothing there.
    if (PeekHeader(packet).IsData())
    {
        m_log.End(station);
    }
}

const AirLog&
AirProbe::GetLog() const
{
    return m_log;
}

} // namespace ns3
