// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-traffic.h"

#include "ns3/bulk-send-application.h"
#include "ns3/ipv4-header.h"
#include "ns3/linux-kernel.h"
#include "ns3/log.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <netinet/in.h>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CellTraffic");

namespace
{

/// The connections' ports count from here, which is ttcp's default port.
constexpr uint16_t FIRST_PORT = 5001;
/// A BulkSendApplication makes its socket in the event of its start, in which nobody can connect to
/// the socket's traces yet.
const Time SOCKET_DELAY = NanoSeconds(1);

} // namespace

CellFlow::CellFlow(Ptr<Node> sender, Ptr<Node> receiver, Ipv4Address address, uint16_t port)
    : m_port(port),
      m_transfer(BulkTransfer::Transport::TCP, sender, receiver, address, port)
{
    std::ostringstream name;
    name << "node " << sender->GetId() << " to " << address << ":" << port;
    m_name = name.str();
}

void
CellFlow::Schedule(Time start, Time stop, Time horizon, OverCallback over)
{
    m_start = start;
    m_stop = stop;
    m_end = horizon;
    m_over = over;
    // The receiver reads on after the stop, up to the horizon, since the sender's socket still has
    // data to deliver.
    m_transfer.Schedule(start, stop - start, horizon - stop);
    m_transfer.GetSender()->TraceConnectWithoutContext("Tx",
                                                       MakeCallback(&CellFlow::NoteWritten, this));
    m_transfer.GetReceiver()->TraceConnectWithoutContext("Rx",
                                                         MakeCallback(&CellFlow::NoteRead, this));
    Simulator::Schedule(start + SOCKET_DELAY, &CellFlow::WatchSender, this);
    Simulator::Schedule(stop, &CellFlow::EndWhenRead, this);
}

void
CellFlow::NoteWritten(Ptr<const Packet> packet)
{
    // The trace tells what the socket has accepted, all of which it delivers in the end.
    m_writtenBytes += packet->GetSize();
}

void
CellFlow::NoteRead(Ptr<const Packet> /* packet */, const Address& /* from */)
{
    EndWhenRead();
}

void
CellFlow::EndWhenRead()
{
    // A connection counts as there until its last byte has been read. Until then it takes its share
    // of the channel, whether its sender still writes or not.
    if (Simulator::Now() < m_stop || GetReceivedBytes() < m_writtenBytes || m_over.IsNull())
    {
        return;
    }
    NS_LOG_INFO(m_name << " ends: all " << m_writtenBytes << " bytes are read");
    m_end = Simulator::Now();
    // Once only: the event at m_stop and the arrival of the last byte may both come here.
    const OverCallback over = m_over;
    m_over = OverCallback();
    over();
}

uint64_t
CellFlow::GetReceivedBytes() const
{
    return m_transfer.GetReceivedBytes();
}

void
CellFlow::WatchSender()
{
    NS_LOG_INFO(m_name << " begins");
    // The segments of a real kernel are seen at its interface only.
    if (const auto kernel = m_transfer.GetSender()->GetNode()->GetObject<LinuxKernel>())
    {
        kernel->GetInterfaces().front()->TraceConnectWithoutContext(
            "FromKernel",
            MakeCallback(&CellFlow::NoteDatagram, this));
        return;
    }
    DynamicCast<BulkSendApplication>(m_transfer.GetSender())
        ->GetSocket()
        ->TraceConnectWithoutContext("Tx", MakeCallback(&CellFlow::NoteSegment, this));
}

/// A packet of the sender's node, which may be of another connection, or no IP.
void
CellFlow::NoteDatagram(Ptr<const Packet> packet)
{
    const auto segment = packet->Copy();
    Ipv4Header ip;
    TcpHeader tcp;
    if (segment->RemoveHeader(ip) == 0 || ip.GetProtocol() != IPPROTO_TCP)
    {
        return;
    }
    segment->RemoveHeader(tcp);
    if (tcp.GetDestinationPort() == m_port && segment->GetSize() > 0)
    {
        NoteData(tcp.GetSequenceNumber(), segment->GetSize());
    }
}

void
CellFlow::NoteSegment(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() > 0)
    {
        NoteData(header.GetSequenceNumber(), packet->GetSize());
    }
}

void
CellFlow::NoteData(SequenceNumber32 begin, uint32_t size)
{
    // The paper's loss probability is "estimated exploiting TCP packet retransmissions" (III): a
    // segment counts as lost if any of it has been sent before.
    const SequenceNumber32 end = begin + size;
    ++m_counters.segments;
    m_counters.retransmissions += m_begun && begin < m_highest;
    m_highest = m_begun ? std::max(m_highest, end) : end;
    m_begun = true;
}

void
CellFlow::Restart()
{
    // m_begun and m_highest stay: what was sent before the warm-up ended may be sent again after
    // it.
    m_counters = {.bytesReceived = GetReceivedBytes()};
}

CellFlowCounters
CellFlow::GetCounters() const
{
    CellFlowCounters counters = m_counters;
    counters.bytesReceived = GetReceivedBytes() - m_counters.bytesReceived;
    return counters;
}

Time
CellFlow::GetActive(Time from) const
{
    // 0 for a connection that was over before, or begins after the end of the run.
    return std::max(m_end - std::max(m_start, from), Time());
}

CellTraffic::CellTraffic(Ptr<Vacirca2005Testbed> testbed, Time duration, int64_t stream)
    : m_testbed(testbed),
      m_duration(duration),
      m_jitter(CreateObject<UniformRandomVariable>()),
      m_sojourn(CreateObject<ExponentialRandomVariable>())
{
    // Two streams, so that the start times are the same whether connections come and go or not.
    m_jitter->SetStream(stream);
    m_sojourn->SetStream(stream + 1);
    uint16_t port = FIRST_PORT;
    // Each period of a connection that comes and goes is a TCP connection of its own, with a slow
    // start of its own.
    const auto add = [this, &port](Flows& flows,
                                   Share& share,
                                   Ptr<Node> sender,
                                   Ptr<Node> receiver,
                                   Ipv4Address address) {
        for (const Period& period : DrawPeriods())
        {
            flows.push_back(std::make_unique<CellFlow>(sender, receiver, address, port++));
            Schedule(*flows.back(), share, period);
        }
    };
    // As in the paper's scenarios, the first stations send and the others receive (III): in dl2-ul2
    // STA1 and STA2 to host A, host A to STA3 and STA4.
    for (uint32_t i = 0; i < testbed->GetUplinks(); ++i)
    {
        add(m_uplinks,
            m_uplinkShare,
            testbed->GetStation(i),
            testbed->GetHost(),
            testbed->GetHostAddress());
    }
    for (uint32_t i = 0; i < testbed->GetDownlinks(); ++i)
    {
        // dl4-ul4 has four downlinks "between HOST A and STA5-7": one of the three has two of them.
        const uint32_t station = testbed->GetUplinks() + i % testbed->GetDownlinkStations();
        add(m_downlinks,
            m_downlinkShare,
            testbed->GetHost(),
            testbed->GetStation(station),
            testbed->GetStationAddress(station));
    }
    // "All the metrics have been computed on the last 450 seconds of the experiments to remove the
    // transient phase of TCP connections" (II).
    Simulator::Schedule(GetCountedStart(), &CellTraffic::Restart, this);
}

void
CellTraffic::Schedule(CellFlow& flow, Share& share, const Period& period)
{
    const auto& [start, stop] = period;
    flow.Schedule(start,
                  stop,
                  m_testbed->GetStart() + m_duration,
                  MakeCallback(&CellTraffic::Change, this).Bind(&share, -1));
    Simulator::Schedule(start, &CellTraffic::Change, this, &share, 1);
}

void
CellTraffic::Change(Share* share, int connections)
{
    // What was read up to now belongs to the number of connections before the change.
    Account();
    share->connections += connections;
    NS_LOG_INFO("connections: " << m_uplinkShare.connections << " up, "
                                << m_downlinkShare.connections << " down");
}

void
CellTraffic::Account()
{
    std::tie(m_uplinkShare, m_downlinkShare) = GetShares();
}

std::pair<CellTraffic::Share, CellTraffic::Share>
CellTraffic::GetShares() const
{
    Share up = m_uplinkShare;
    Share down = m_downlinkShare;
    up.bytesReceived = GetReceivedBytes(m_uplinks);
    down.bytesReceived = GetReceivedBytes(m_downlinks);
    // Fairness between directions has a meaning only while both have connections.
    if (up.connections == 0 || down.connections == 0)
    {
        return {up, down};
    }
    const auto uplink = static_cast<double>(up.bytesReceived - m_uplinkShare.bytesReceived);
    const auto downlink = static_cast<double>(down.bytesReceived - m_downlinkShare.bytesReceived);
    // The goal of the paper's future work is a ratio "proportional to the ratio between active
    // downlink and uplink connections" (IV), that is, as much for each existing connection.
    const double each = (uplink + downlink) / (up.connections + down.connections);
    up.bytes += uplink;
    down.bytes += downlink;
    up.fairBytes += each * up.connections;
    down.fairBytes += each * down.connections;
    return {up, down};
}

uint64_t
CellTraffic::GetReceivedBytes(const Flows& flows)
{
    return std::accumulate(flows.begin(), flows.end(), uint64_t{0}, [](uint64_t sum, auto& flow) {
        return sum + flow->GetCounters().bytesReceived;
    });
}

std::vector<CellTraffic::Period>
CellTraffic::DrawPeriods()
{
    const Time end = m_testbed->GetStart() + m_duration;
    Time now = m_testbed->GetStart() + m_testbed->GetStartSpread() * m_jitter->GetValue();
    const Time on = m_testbed->GetMeanOn();
    const Time off = m_testbed->GetMeanOff();
    if (off.IsZero())
    {
        return {{now, end}};
    }
    std::vector<Period> periods;
    // The process begins in its stationary state: on with the probability that it has in the long
    // run. An exponentially distributed time has no memory, so that its rest is distributed alike.
    bool isOn = m_jitter->GetValue() < (on / (on + off)).GetDouble();
    while (now < end)
    {
        const Time next = now + m_sojourn->GetValue() * (isOn ? on : off);
        // A connection that is over before its socket can be watched would not be counted.
        if (isOn && next - now > SOCKET_DELAY)
        {
            periods.emplace_back(now, std::min(next, end));
        }
        now = next;
        isOn = !isOn;
    }
    return periods;
}

void
CellTraffic::Restart()
{
    NS_LOG_INFO("the warm-up is over, counting begins");
    for (const Flows* flows : {&m_uplinks, &m_downlinks})
    {
        for (const auto& flow : *flows)
        {
            flow->Restart();
        }
    }
    // The existing connections go on; what they have delivered so far does not count.
    m_uplinkShare = {.connections = m_uplinkShare.connections};
    m_downlinkShare = {.connections = m_downlinkShare.connections};
}

Time
CellTraffic::GetCountedStart() const
{
    return m_testbed->GetStart() + m_testbed->GetWarmUp();
}

Time
CellTraffic::GetCounted() const
{
    return m_duration - m_testbed->GetWarmUp();
}

CellTraffic::Direction
CellTraffic::Sum(const Flows& flows, const Share& share) const
{
    Direction sum;
    CellFlowCounters all;
    double segments = 0;
    std::optional<double> least;
    for (const auto& flow : flows)
    {
        const CellFlowCounters counters = flow->GetCounters();
        const Time time = flow->GetActive(GetCountedStart());
        if (time.IsZero())
        {
            continue; // over before the warm-up was
        }
        // Goodput is "the throughput at TCP layer, excluding retransmitted packets" (footnote 2),
        // which is what the receiver reads; the figures count it in packets.
        const double read =
            static_cast<double>(counters.bytesReceived) / m_testbed->GetSegmentSize();
        segments += read;
        const double goodput = read / time.GetSeconds();
        least = std::min(least.value_or(goodput), goodput);
        all.segments += counters.segments;
        all.retransmissions += counters.retransmissions;
    }
    if (flows.empty())
    {
        return {};
    }
    // The ratio of sums hides a connection that starves, as the first of several uploads may; the
    // least goodput shows it. The paper has sums only.
    sum.least = least.value_or(0);
    const double counted = GetCounted().GetSeconds();
    sum.goodput = segments / counted;
    sum.contested = share.bytes / m_testbed->GetSegmentSize() / counted;
    sum.fairContested = share.fairBytes / m_testbed->GetSegmentSize() / counted;
    sum.lossRate = all.segments == 0 ? 0
                                     : static_cast<double>(all.retransmissions) /
                                           static_cast<double>(all.segments);
    return sum;
}

CellTraffic::Direction
CellTraffic::GetUplink() const
{
    return Sum(m_uplinks, GetShares().first);
}

CellTraffic::Direction
CellTraffic::GetDownlink() const
{
    return Sum(m_downlinks, GetShares().second);
}

} // namespace ns3
