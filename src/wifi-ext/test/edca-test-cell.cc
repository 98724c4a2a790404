// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "edca-test-cell.h"

#include "ns3/boolean.h"
#include "ns3/mobility-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

/// All stations are associated by then.
const Time ASSOCIATED = Seconds(1);
/// Voice and video leave so little to the others that these could not learn any more what works.
const Time HEAD_START = Seconds(1);
/// Of a frame.
constexpr uint32_t FRAME_BYTES = 1500;

} // namespace

double
EdcaTestCell::Count::GetFailedShare() const
{
    return attempts == 0 ? 0 : 1 - delivered / attempts;
}

EdcaTestCell::EdcaTestCell(const std::string& manager,
                           const std::vector<std::vector<AcIndex>>& categories,
                           const std::string& mode)
    : m_categories(categories),
      m_nodes(1 + categories.size()),
      m_counts(categories.size())
{
    MobilityHelper().Install(m_nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211a);
    if (mode.empty())
    {
        wifi.SetRemoteStationManager(manager);
    }
    else
    {
        wifi.SetRemoteStationManager(manager, "DataMode", StringValue(mode));
    }
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac", "QosSupported", BooleanValue(true));
    m_radios = wifi.Install(phy, mac, m_nodes.Get(0));
    mac.SetType("ns3::StaWifiMac", "QosSupported", BooleanValue(true));
    for (std::size_t i = 0; i < categories.size(); ++i)
    {
        m_radios.Add(wifi.Install(phy, mac, m_nodes.Get(1 + i)));
        Listen(i);
    }
    WifiHelper::AssignStreams(m_radios, 1);
}

EdcaTestCell::~EdcaTestCell()
{
    Simulator::Destroy();
}

void
EdcaTestCell::Listen(std::size_t station)
{
    const auto radio = GetStation(station);
    radio->GetPhy()->TraceConnectWithoutContext(
        "MonitorSnifferTx",
        Callback<void, Ptr<const Packet>, uint16_t, WifiTxVector, MpduInfo, uint16_t>(
            [this, station](Ptr<const Packet> packet,
                            uint16_t,
                            const WifiTxVector& txVector,
                            MpduInfo,
                            uint16_t) { NoteAttempt(station, packet, txVector); }));
    radio->GetMac()->TraceConnectWithoutContext(
        "AckedMpdu",
        Callback<void, Ptr<const WifiMpdu>>(
            [this, station](Ptr<const WifiMpdu> mpdu) { NoteEnd(station, mpdu, true); }));
    radio->GetMac()->TraceConnectWithoutContext(
        "DroppedMpdu",
        Callback<void, WifiMacDropReason, Ptr<const WifiMpdu>>(
            [this, station](WifiMacDropReason, Ptr<const WifiMpdu> mpdu) {
                NoteEnd(station, mpdu, false);
            }));
}

void
EdcaTestCell::Begin()
{
    for (std::size_t station = 0; station < m_categories.size(); ++station)
    {
        for (const AcIndex category : m_categories[station])
        {
            const Time delay = category > AC_BE ? HEAD_START : Time(0);
            // While one is sent, the next is there.
            Simulator::Schedule(delay, &EdcaTestCell::Send, this, station, category);
            Simulator::Schedule(delay, &EdcaTestCell::Send, this, station, category);
        }
    }
}

void
EdcaTestCell::Send(std::size_t station, AcIndex category)
{
    const auto packet = Create<Packet>(FRAME_BYTES);
    SocketPriorityTag priority;
    priority.SetPriority(wifiAcList.at(category).GetLowTid());
    packet->AddPacketTag(priority);
    GetStation(station)->Send(packet, m_radios.Get(0)->GetAddress(), 0x88b5);
}

void
EdcaTestCell::NoteAttempt(std::size_t station,
                          Ptr<const Packet> packet,
                          const WifiTxVector& txVector)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (header.IsQosData())
    {
        Count& count = m_counts[station][QosUtilsMapTidToAc(header.GetQosTid())];
        ++count.attempts;
        count.top += txVector.GetMode().GetDataRate(txVector) == 54'000'000 ? 1 : 0;
    }
}

void
EdcaTestCell::NoteEnd(std::size_t station, Ptr<const WifiMpdu> mpdu, bool isDelivered)
{
    if (mpdu->GetHeader().IsQosData())
    {
        const AcIndex category = QosUtilsMapTidToAc(mpdu->GetHeader().GetQosTid());
        m_counts[station][category].delivered += isDelivered ? 1 : 0;
        Send(station, category);
    }
}

void
EdcaTestCell::Run(Time warmUp, Time duration)
{
    Simulator::Schedule(ASSOCIATED, &EdcaTestCell::Begin, this);
    Simulator::Stop(ASSOCIATED + warmUp);
    Simulator::Run();
    m_counts.assign(m_counts.size(), {});
    Simulator::Stop(duration);
    Simulator::Run();
}

const EdcaTestCell::Count&
EdcaTestCell::GetCount(std::size_t station, AcIndex category) const
{
    return m_counts[station][category];
}

EdcaTestCell::Count
EdcaTestCell::GetTotal(AcIndex category) const
{
    Count total;
    for (const auto& counts : m_counts)
    {
        total.attempts += counts[category].attempts;
        total.top += counts[category].top;
        total.delivered += counts[category].delivered;
    }
    return total;
}

Ptr<WifiNetDevice>
EdcaTestCell::GetStation(std::size_t station) const
{
    return DynamicCast<WifiNetDevice>(m_radios.Get(1 + station));
}

} // namespace ns3
