// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-test-link.h"

#include "ns3/mobility-helper.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

/// The station is associated by then.
const Time ASSOCIATED = Seconds(1);
/// Between two frames; each is sent or given up by then.
const Time INTERVAL = MilliSeconds(300);

} // namespace

std::vector<std::pair<std::string, WifiStandard>>
GetStandardsTo54Mbps()
{
    return {{"802.11a", WIFI_STANDARD_80211a},
            {"802.11g", WIFI_STANDARD_80211g},
            {"802.11n", WIFI_STANDARD_80211n},
            {"802.11ac", WIFI_STANDARD_80211ac},
            {"802.11ax", WIFI_STANDARD_80211ax},
            {"802.11be", WIFI_STANDARD_80211be}};
}

bool
RateLimitErrorModel::DoCorrupt(Ptr<Packet>)
{
    return last > highest;
}

void
RateLimitErrorModel::DoReset()
{
}

RateTestLink::RateTestLink(const WifiHelper& wifi, double highest)
    : m_nodes(2),
      m_errors(CreateObject<RateLimitErrorModel>())
{
    SetHighest(highest);
    MobilityHelper().Install(m_nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    m_station = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, m_nodes.Get(0)).Get(0));
    mac.SetType("ns3::ApWifiMac");
    m_accessPoint = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, m_nodes.Get(1)).Get(0));
    NetDeviceContainer radios(m_station);
    radios.Add(m_accessPoint);
    WifiHelper::AssignStreams(radios, 1);
    m_station->GetPhy()->TraceConnectWithoutContext("MonitorSnifferTx",
                                                    MakeCallback(&RateTestLink::NoteSent, this));
    m_station->GetRemoteStationManager()->TraceConnectWithoutContext(
        "RateChange",
        MakeCallback(&RateTestLink::NoteChange, this));
    m_accessPoint->SetReceiveCallback(MakeCallback(&RateTestLink::NoteReceived, this));
    m_accessPoint->GetPhy()->SetPostReceptionErrorModel(m_errors);
    Simulator::Stop(ASSOCIATED);
    Simulator::Run();
}

RateTestLink::~RateTestLink()
{
    Simulator::Destroy();
}

void
RateTestLink::SetHighest(double highest)
{
    m_errors->highest = highest;
}

void
RateTestLink::Send(uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        Simulator::Schedule(INTERVAL * i, &RateTestLink::SendOne, this);
    }
    Simulator::Stop(INTERVAL * count);
    Simulator::Run();
}

void
RateTestLink::SendOne()
{
    m_station->Send(Create<Packet>(1000), m_accessPoint->GetAddress(), 0x88b5);
}

Ptr<WifiNetDevice>
RateTestLink::GetStation() const
{
    return m_station;
}

void
RateTestLink::NoteSent(Ptr<const Packet> packet,
                       uint16_t,
                       WifiTxVector txVector,
                       MpduInfo,
                       uint16_t)
{
    const double rate = static_cast<double>(txVector.GetMode().GetDataRate(txVector)) / 1e6;
    m_errors->last = rate;
    WifiMacHeader header;
    packet->PeekHeader(header);
    rts += header.IsRts();
    if (!header.IsData() || !header.HasData())
    {
        return;
    }
    isAllNonHt &= txVector.GetModulationClass() < WIFI_MOD_CLASS_HT;
    rates.push_back(rate);
}

void
RateTestLink::NoteChange(Mac48Address, uint64_t from, uint64_t to, RateChangeReason reason)
{
    changes.emplace_back(static_cast<double>(from) / 1e6, static_cast<double>(to) / 1e6, reason);
}

bool
RateTestLink::NoteReceived(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
{
    ++received;
    return true;
}

} // namespace ns3
