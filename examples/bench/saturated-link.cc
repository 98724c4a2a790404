// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "saturated-link.h"

#include "simulation-cost.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

/// The station is associated by then.
const Time START = Seconds(1);
/// Size of a frame, bytes.
constexpr uint32_t FRAME_BYTES = 1500;

} // namespace

SaturatedLink::SaturatedLink(const std::string& manager, double lossRate)
    : m_nodes(2)
{
    MobilityHelper().Install(m_nodes);
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    wifi.SetRemoteStationManager(manager);
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac");
    m_station = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, m_nodes.Get(0)).Get(0));
    mac.SetType("ns3::ApWifiMac");
    m_accessPoint = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, m_nodes.Get(1)).Get(0));
    NetDeviceContainer radios(m_station);
    radios.Add(m_accessPoint);
    const int64_t streams = WifiHelper::AssignStreams(radios, 0);
    const auto noise =
        CreateObjectWithAttributes<RateErrorModel>("ErrorUnit",
                                                   EnumValue(RateErrorModel::ERROR_UNIT_PACKET),
                                                   "ErrorRate",
                                                   DoubleValue(lossRate));
    noise->AssignStreams(streams);
    m_accessPoint->GetPhy()->SetPostReceptionErrorModel(noise);
    m_station->GetMac()->TraceConnectWithoutContext("AckedMpdu",
                                                    MakeCallback(&SaturatedLink::NoteAcked, this));
    m_station->GetMac()->TraceConnectWithoutContext(
        "DroppedMpdu",
        MakeCallback(&SaturatedLink::NoteDropped, this));
}

SaturatedLink::~SaturatedLink()
{
    Simulator::Destroy();
}

double
SaturatedLink::Run(Time duration)
{
    Simulator::Schedule(START, [this] {
        m_station->GetPhy()->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeCallback(&SaturatedLink::NoteAttempt, this));
        Send();
        Send();
    });
    const SimulationCost cost = MeasureSimulation(START, duration);
    return 1e6 * cost.cpuSeconds / static_cast<double>(m_attempts);
}

void
SaturatedLink::Send()
{
    m_station->Send(Create<Packet>(FRAME_BYTES), m_accessPoint->GetAddress(), 0x88b5);
}

void
SaturatedLink::NoteAcked(Ptr<const WifiMpdu> mpdu)
{
    if (mpdu->GetHeader().IsData())
    {
        Send();
    }
}

void
SaturatedLink::NoteDropped(WifiMacDropReason, Ptr<const WifiMpdu> mpdu)
{
    NoteAcked(mpdu);
}

void
SaturatedLink::NoteAttempt(Ptr<const Packet>, double)
{
    ++m_attempts;
}

} // namespace ns3
