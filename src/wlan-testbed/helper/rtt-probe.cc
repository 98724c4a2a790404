// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rtt-probe.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RttProbe");

Ptr<RttProbe>
RttProbe::Connect(Ptr<Application> sender, Time start)
{
    const auto probe = Create<RttProbe>();
    // The application makes its socket when it starts, and the SYN is under way before anybody
    // else's event at the same instant; nothing can have come back a nanosecond later.
    Simulator::Schedule(start - Simulator::Now() + NanoSeconds(1),
                        &RttProbe::Listen,
                        probe,
                        sender);
    return probe;
}

void
RttProbe::Listen(Ptr<Application> sender)
{
    const auto bulk = DynamicCast<BulkSendApplication>(sender);
    const auto socket = bulk ? bulk->GetSocket() : nullptr;
    NS_ABORT_MSG_UNLESS(socket,
                        "RttProbe: " << sender->GetInstanceTypeId().GetName()
                                     << " has no socket at " << Simulator::Now().As(Time::S)
                                     << ": expected an ns3::BulkSendApplication that has started");
    const auto linux = DynamicCast<TcpLinux24Socket>(socket);
    NS_ABORT_MSG_UNLESS(linux,
                        "RttProbe: " << socket->GetInstanceTypeId().GetName()
                                     << " traces neither each round-trip time nor the reason of a "
                                        "retransmission: expected an ns3::TcpLinux24Socket");
    const Ptr<RttProbe> self(this);
    linux->TraceConnectWithoutContext("RttSample", MakeCallback(&RttProbe::NoteRtt, self));
    linux->TraceConnectWithoutContext("SegmentRetransmission",
                                      MakeCallback(&RttProbe::NoteRetransmission, self));
}

void
RttProbe::NoteRtt(Time sample, Time)
{
    const double rtt = sample.GetSeconds();
    if (m_rto.IsKnown())
    {
        m_samples.push_back({Simulator::Now().GetSeconds(), rtt, m_rto.Get()});
        NS_LOG_LOGIC("round-trip time " << sample.As(Time::MS)
                                        << ", timeout by the paper's formula " << m_rto.Get()
                                        << " s");
    }
    m_rto.Add(rtt);
}

void
RttProbe::NoteRetransmission(TcpRange range, TcpLinux24Retransmission reason, Ptr<const Packet>)
{
    if (reason == TcpLinux24Retransmission::TIMEOUT)
    {
        NS_LOG_INFO("timeout, byte " << range.start << " is sent again");
        m_timeouts.push_back(Simulator::Now().GetSeconds());
    }
}

const std::vector<RttProbe::Sample>&
RttProbe::GetSamples() const
{
    return m_samples;
}

const std::vector<double>&
RttProbe::GetTimeouts() const
{
    return m_timeouts;
}

} // namespace ns3
