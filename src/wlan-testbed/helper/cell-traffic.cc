// SPDX-License-Identifier: GPL-2.0-only

#include "cell-traffic.h"

#include "ns3/bulk-send-application.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// Ports of the connections to the host, and of those from it, count from here.
constexpr uint16_t FIRST_PORT = 5001;
/// The sender has its socket so long after its start.
const Time SOCKET_DELAY = NanoSeconds(1);

} // namespace

CellFlow::CellFlow(Ptr<Node> sender, Ptr<Node> receiver, Ipv4Address address, uint16_t port)
    : m_transfer(BulkTransfer::Transport::TCP, sender, receiver, address, port)
{
}

void
CellFlow::Schedule(Time start, Time duration)
{
    m_transfer.Schedule(start, duration);
    Simulator::Schedule(start + SOCKET_DELAY, &CellFlow::WatchSender, this);
}

void
CellFlow::WatchSender()
{
    DynamicCast<BulkSendApplication>(m_transfer.GetSender())
        ->GetSocket()
        ->TraceConnectWithoutContext("Tx", MakeCallback(&CellFlow::NoteSegment, this));
}

void
CellFlow::NoteSegment(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
    ++m_counters.segments;
    m_counters.retransmissions += m_begun && header.GetSequenceNumber() < m_highest;
    m_highest = m_begun ? std::max(m_highest, end) : end;
    m_begun = true;
}

void
CellFlow::Restart()
{
    m_counters = {.bytesReceived = m_transfer.GetReceivedBytes()};
}

CellFlowCounters
CellFlow::GetCounters() const
{
    CellFlowCounters counters = m_counters;
    counters.bytesReceived = m_transfer.GetReceivedBytes() - m_counters.bytesReceived;
    return counters;
}

CellTraffic::CellTraffic(CellTestbed& testbed, Time duration, int64_t stream)
    : m_parameters(testbed.GetParameters()),
      m_duration(duration)
{
    const Vacirca2005Parameters& p = m_parameters;
    auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(stream);
    const auto schedule = [&](CellFlow& flow) {
        const Time start = p.start + p.startSpread * jitter->GetValue();
        flow.Schedule(start, p.start + duration - start);
    };
    uint16_t port = FIRST_PORT;
    for (uint32_t i = 0; i < p.uplinks; ++i)
    {
        m_uplinks.push_back(std::make_unique<CellFlow>(testbed.GetStation(i),
                                                       testbed.GetHost(),
                                                       testbed.GetHostAddress(),
                                                       port++));
        schedule(*m_uplinks.back());
    }
    for (uint32_t i = 0; i < p.downlinks; ++i)
    {
        const uint32_t station = p.uplinks + i % p.downlinkStations;
        m_downlinks.push_back(std::make_unique<CellFlow>(testbed.GetHost(),
                                                         testbed.GetStation(station),
                                                         testbed.GetStationAddress(station),
                                                         port++));
        schedule(*m_downlinks.back());
    }
    Simulator::Schedule(GetCountedStart(), &CellTraffic::Restart, this);
}

void
CellTraffic::Restart()
{
    for (const Flows* flows : {&m_uplinks, &m_downlinks})
    {
        for (const auto& flow : *flows)
        {
            flow->Restart();
        }
    }
}

Time
CellTraffic::GetCountedStart() const
{
    return m_parameters.start + m_parameters.warmUp;
}

Time
CellTraffic::GetCounted() const
{
    return m_duration - m_parameters.warmUp;
}

CellTraffic::Direction
CellTraffic::Sum(const Flows& flows) const
{
    Direction sum;
    CellFlowCounters all;
    sum.least = flows.empty() ? 0 : std::numeric_limits<double>::infinity();
    const double perSegment = m_parameters.segmentSize * GetCounted().GetSeconds();
    for (const auto& flow : flows)
    {
        const CellFlowCounters counters = flow->GetCounters();
        const double goodput = static_cast<double>(counters.bytesReceived) / perSegment;
        sum.goodput += goodput;
        sum.least = std::min(sum.least, goodput);
        all.segments += counters.segments;
        all.retransmissions += counters.retransmissions;
    }
    sum.lossRate = all.segments == 0 ? 0
                                     : static_cast<double>(all.retransmissions) /
                                           static_cast<double>(all.segments);
    return sum;
}

CellTraffic::Direction
CellTraffic::GetUplink() const
{
    return Sum(m_uplinks);
}

CellTraffic::Direction
CellTraffic::GetDownlink() const
{
    return Sum(m_downlinks);
}

} // namespace ns3
