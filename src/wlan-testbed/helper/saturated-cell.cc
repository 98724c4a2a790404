// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "saturated-cell.h"

#include "cell-radio.h"
#include "infrastructure-cell.h"

#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/simulator.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SaturatedCell");

namespace
{

/// All stations are associated by then.
const Time ASSOCIATED = Seconds(1);
/// Bytes of the headers of IP and UDP.
constexpr uint32_t HEADERS = 28;
/// Packets in a card: while one is sent, the next is there.
constexpr uint32_t QUEUED = 2;
/// For local experiments (IEEE Std 802-2014, 9.2.3).
constexpr uint16_t PROTOCOL = 0x88b5;

/// @param name of a time
/// @param time that is refused
/// @param expected times that are not
[[noreturn]] void
Refuse(const std::string& name, Time time, const std::string& expected)
{
    std::ostringstream mistake;
    mistake << "SaturatedCell: " << name << "=" << time.GetSeconds() << " s: expected " << expected;
    throw std::invalid_argument(mistake.str());
}

} // namespace

SaturatedCell::SaturatedCell(WifiStandard standard,
                             uint32_t stations,
                             const std::string& manager,
                             const std::string& mode,
                             uint32_t packet)
    : m_packet(packet),
      m_nodes(1 + stations)
{
    if (packet == 0)
    {
        throw std::invalid_argument("SaturatedCell: packet=0: expected at least one byte");
    }
    NS_LOG_INFO(stations << " stations with " << manager << " around node "
                         << m_nodes.Get(0)->GetId());
    // All nodes are at the origin: no frame is stronger than another, and none arrives late.
    MobilityHelper().Install(m_nodes);
    Install(standard, manager, mode);
    m_radios.Get(0)->SetReceiveCallback(MakeCallback(&SaturatedCell::NoteReceived, this));
    for (uint32_t i = 0; i < stations; ++i)
    {
        Saturate(i);
    }
}

void
SaturatedCell::Install(WifiStandard standard, const std::string& manager, const std::string& mode)
{
    RequireWifi(GetCellRadioOption(), "this saturated cell");
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    m_radios = InstallInfrastructureCell(phy, standard, manager, mode, m_nodes);
    WifiHelper::AssignStreams(m_radios, 1);
}

void
SaturatedCell::Saturate(uint32_t station)
{
    const auto radio = GetStation(station);
    m_probes.push_back(RateProbe::Connect(radio));
    CallAtDataEnd(radio, [this, station](Mac48Address) { SendNext(station); });
}

void
SaturatedCell::Begin()
{
    for (uint32_t station = 0; station < m_probes.size(); ++station)
    {
        for (uint32_t i = 0; i < QUEUED; ++i)
        {
            SendNext(station);
        }
    }
}

void
SaturatedCell::SendNext(uint32_t station)
{
    GetStation(station)->Send(Create<Packet>(m_packet), m_radios.Get(0)->GetAddress(), PROTOCOL);
}

bool
SaturatedCell::NoteReceived(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
{
    ++m_received;
    return true;
}

uint64_t
SaturatedCell::CountFrames() const
{
    // Every attempt is a frame on the air, so that datagrams over frames is the share that got
    // through.
    uint64_t frames = 0;
    for (const auto& probe : m_probes)
    {
        frames += probe->GetFrames();
    }
    return frames;
}

void
SaturatedCell::Run(Time warmUp, Time duration)
{
    if (warmUp.IsStrictlyNegative())
    {
        Refuse("warmUp", warmUp, "0 s or more");
    }
    if (!duration.IsStrictlyPositive())
    {
        Refuse("duration", duration, "more than 0 s");
    }
    // Stop() once for each part: the counters are read between the two, at an instant at which no
    // event of the simulator runs.
    Simulator::Schedule(ASSOCIATED, &SaturatedCell::Begin, this);
    Simulator::Stop(ASSOCIATED + warmUp);
    Simulator::Run();
    NS_LOG_INFO("the warm-up is over, counting begins");
    m_received = 0;
    const uint64_t before = CountFrames();
    Simulator::Stop(duration);
    Simulator::Run();
    m_frames = CountFrames() - before;
    NS_LOG_INFO(m_received << " datagrams in " << m_frames << " data frames");
    m_duration = duration;
}

double
SaturatedCell::GetThroughputMbps() const
{
    // The packets have no UDP header, but the size of packets with one: the payload is what counts.
    const uint32_t payload = m_packet > HEADERS ? m_packet - HEADERS : 0;
    return GetPacketThroughputMbps() * payload / m_packet;
}

double
SaturatedCell::GetPacketThroughputMbps() const
{
    const uint64_t bytes = m_received * m_packet;
    return 8e-6 * static_cast<double>(bytes) / m_duration.GetSeconds();
}

uint64_t
SaturatedCell::GetDatagrams() const
{
    return m_received;
}

uint64_t
SaturatedCell::GetFrames() const
{
    return m_frames;
}

Ptr<WifiNetDevice>
SaturatedCell::GetStation(uint32_t index) const
{
    return DynamicCast<WifiNetDevice>(m_radios.Get(1 + index));
}

} // namespace ns3
