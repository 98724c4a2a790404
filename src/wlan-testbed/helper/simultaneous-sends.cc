// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "simultaneous-sends.h"

#include "cell-radio.h"

#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/mobility-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/txop.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SimultaneousSends");

namespace
{

/// Bytes of a frame's payload. The length does not matter, so it is short.
constexpr uint32_t PAYLOAD = 100;
/// For local experiments (IEEE Std 802-2014, 9.2.3).
constexpr uint16_t PROTOCOL = 0x88b5;
/// Between rounds, longer than DIFS and the backoff of up to 31 slots of 20 us that follows each
/// transmission (IEEE 802.11-1999, 9.2.5.2), so that no station still counts down an old one.
const Time PAUSE = MilliSeconds(2);
/// A frame is sent until it succeeds. After a drop ns-3 would leave the contention window of the
/// next frame enlarged.
constexpr uint32_t ATTEMPTS = 1000;
/// As many as can be in one cell (association identifiers, IEEE 802.11-2020, 9.4.1.8).
constexpr uint32_t MOST_STATIONS = 2007;

} // namespace

SimultaneousSends::SimultaneousSends(uint32_t stations)
{
    if (stations == 0 || stations > MOST_STATIONS)
    {
        throw std::invalid_argument("stations=" + std::to_string(stations) + ": expected 1 to " +
                                    std::to_string(MOST_STATIONS));
    }
    m_nodes.Create(stations + 1);
    Install();
}

SimultaneousSends::~SimultaneousSends()
{
    for (uint32_t i = 0; i < m_radios.GetN(); ++i)
    {
        if (GetRadio(i)->GetPhys().empty())
        {
            continue; // Simulator::Destroy() has disposed of the radio
        }
        GetRadio(i)->GetPhy()->TraceDisconnectWithoutContext(
            "PhyTxBegin",
            MakeCallback(&SimultaneousSends::NoteTxBegin, this).Bind(i));
        GetRadio(i)->GetMac()->TraceDisconnectWithoutContext(
            "AckedMpdu",
            MakeCallback(&SimultaneousSends::NoteAcked, this));
    }
}

void
SimultaneousSends::Install()
{
    RequireWifi(GetCellRadioOption(), "frames that are sent at the same time");
    MobilityHelper().Install(m_nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("DsssRate11Mbps"));
    // Without an access point no beacon takes part in the contention.
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac", "FrameRetryLimit", UintegerValue(ATTEMPTS));
    m_radios = wifi.Install(phy, mac, m_nodes);
    for (uint32_t i = 0; i < m_radios.GetN(); ++i)
    {
        GetRadio(i)->GetPhy()->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeCallback(&SimultaneousSends::NoteTxBegin, this).Bind(i));
        GetRadio(i)->GetMac()->TraceConnectWithoutContext(
            "AckedMpdu",
            MakeCallback(&SimultaneousSends::NoteAcked, this));
    }
}

int64_t
SimultaneousSends::AssignStreams(int64_t stream)
{
    return WifiHelper::AssignStreams(m_radios, stream);
}

void
SimultaneousSends::Run(Time duration)
{
    m_end = duration;
    Simulator::Schedule(PAUSE, &SimultaneousSends::BeginRound, this);
    Simulator::Run();
}

void
SimultaneousSends::BeginRound()
{
    if (Simulator::Now() >= m_end)
    {
        Simulator::Stop();
        return;
    }
    m_collidedRounds += m_collided;
    m_collided = false;
    m_lastFirst = Time();
    const uint32_t stations = m_nodes.GetN() - 1;
    NS_LOG_LOGIC("round " << m_rounds + 1 << ": node " << stations << " makes the medium busy");
    GetRadio(stations)->Send(Create<Packet>(PAYLOAD), Mac48Address::GetBroadcast(), PROTOCOL);
}

void
SimultaneousSends::Offer()
{
    const uint32_t stations = m_nodes.GetN() - 1;
    m_pending = stations;
    ++m_rounds;
    for (uint32_t i = 0; i < stations; ++i)
    {
        GetRadio(i)->Send(Create<Packet>(PAYLOAD), GetRadio(stations)->GetAddress(), PROTOCOL);
    }
}

void
SimultaneousSends::NoteTxBegin(uint32_t station, Ptr<const Packet> packet, double)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (!header.IsData() || header.IsRetry())
    {
        return;
    }
    if (header.GetAddr1().IsGroup())
    {
        // The stations must sense the frame before they get theirs.
        Simulator::Schedule(GetRadio(station)->GetPhy()->GetSlot(),
                            &SimultaneousSends::Offer,
                            this);
        return;
    }
    const bool meets = Simulator::Now() == m_lastFirst;
    NS_LOG_LOGIC("first transmission of node " << station
                                               << (meets ? ", in the slot of another" : ""));
    m_collided = m_collided || meets;
    m_lastFirst = Simulator::Now();
}

void
SimultaneousSends::NoteAcked(Ptr<const WifiMpdu> mpdu)
{
    if (mpdu->GetHeader().IsData() && --m_pending == 0)
    {
        Simulator::Schedule(PAUSE, &SimultaneousSends::BeginRound, this);
    }
}

uint64_t
SimultaneousSends::GetRounds() const
{
    return m_rounds;
}

uint64_t
SimultaneousSends::GetCollidedRounds() const
{
    return m_collidedRounds + m_collided;
}

uint32_t
SimultaneousSends::GetContentionWindow() const
{
    return GetRadio(0)->GetMac()->GetTxop()->GetMinCw() + 1;
}

Ptr<WifiNetDevice>
SimultaneousSends::GetRadio(uint32_t node) const
{
    return DynamicCast<WifiNetDevice>(m_radios.Get(node));
}

} // namespace ns3
