// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "repeated-transfer.h"

#include "ns3/abort.h"
#include "ns3/address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RepeatedTransfer");

RepeatedTransfer::RepeatedTransfer(Ptr<Node> sender,
                                   Ptr<Node> receiver,
                                   Ipv4Address address,
                                   uint16_t port,
                                   uint32_t size)
    : m_sender(sender),
      m_receiver(receiver),
      m_address(address),
      m_port(port),
      m_size(size)
{
    if (size == 0)
    {
        throw std::invalid_argument("RepeatedTransfer: size=0: expected at least one byte");
    }
    if (port == 0)
    {
        throw std::invalid_argument("RepeatedTransfer: port=0: expected 1 to 65535");
    }
}

void
RepeatedTransfer::Schedule(Time start, Time stop)
{
    m_stop = stop;
    Simulator::Schedule(start - Simulator::Now(), &RepeatedTransfer::Begin, this);
}

void
RepeatedTransfer::Begin()
{
    const Time now = Simulator::Now();
    if (now >= m_stop)
    {
        return;
    }
    // Receivers of earlier connections keep their ports.
    NS_ABORT_MSG_IF(m_port == 0,
                    "RepeatedTransfer: no port after 65535 for connection "
                        << m_transfers.size() + 1
                        << ": expected a first port that leaves one for each");
    m_begin = now;
    m_unread = m_size;
    auto transfer = std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                   m_sender,
                                                   m_receiver,
                                                   m_address,
                                                   m_port++);
    transfer->GetSender()->SetAttribute("MaxBytes", UintegerValue(m_size));
    transfer->GetReceiver()->TraceConnectWithoutContext(
        "Rx",
        MakeCallback(&RepeatedTransfer::NoteRead, this));
    // Applications that are installed while the simulation runs count their times from now on.
    transfer->Schedule(Time(0), m_stop - now);
    m_transfers.push_back(std::move(transfer));
}

void
RepeatedTransfer::NoteRead(Ptr<const Packet> packet, const Address&)
{
    m_unread -= std::min(m_unread, packet->GetSize());
    if (m_unread > 0)
    {
        return;
    }
    const Time taken = Simulator::Now() - m_begin;
    NS_LOG_INFO("connection " << m_transfers.size() << " of " << m_size << " bytes took "
                              << taken.As(Time::MS));
    m_completionTimes.push_back(taken.GetSeconds());
    Simulator::ScheduleNow(&RepeatedTransfer::Begin, this);
}

const std::vector<double>&
RepeatedTransfer::GetCompletionTimes() const
{
    return m_completionTimes;
}

double
RepeatedTransfer::GetAge() const
{
    return m_unread == 0 ? 0 : (Simulator::Now() - m_begin).GetSeconds();
}

} // namespace ns3
