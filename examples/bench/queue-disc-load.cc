// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "queue-disc-load.h"

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ns3
{

namespace
{

/// Packets that wait all the time.
constexpr uint32_t BACKLOG = 50;
/// Items in circulation for each disc: so many more than wait that one has left when it is offered
/// again.
constexpr uint32_t ITEMS = 240;
/// Connections to which the packets belong.
constexpr uint16_t CONNECTIONS = 16;
/// Packets of a turn.
constexpr uint32_t TURN = 1000;
/// Simulated time between turns, for 100000 packets a second.
const Time INTERVAL = MilliSeconds(10);

Ptr<QueueDiscItem>
MakeItem(uint16_t connection, uint32_t number)
{
    const bool isData = connection % 2 == 0;
    TcpHeader tcp;
    tcp.SetSourcePort(5001);
    tcp.SetDestinationPort(connection);
    tcp.SetFlags(TcpHeader::ACK);
    tcp.SetSequenceNumber(SequenceNumber32(isData ? 1448 * number : 1));
    tcp.SetAckNumber(SequenceNumber32(isData ? 1 : 2896 * number));
    auto packet = Create<Packet>(isData ? 1448 : 0);
    packet->AddHeader(tcp);
    Ipv4Header ip;
    ip.SetSource("10.0.0.1");
    ip.SetDestination("10.0.0.2");
    ip.SetProtocol(6);
    ip.SetPayloadSize(packet->GetSize());
    return Create<Ipv4QueueDiscItem>(packet, Mac48Address(), 0x0800, ip);
}

} // namespace

QueueDiscLoad::~QueueDiscLoad()
{
    Simulator::Destroy();
}

void
QueueDiscLoad::Add(Ptr<QueueDisc> disc)
{
    disc->Initialize();
    Candidate candidate{disc, {}, BACKLOG, {}};
    for (uint32_t i = 0; i < ITEMS; ++i)
    {
        candidate.items.push_back(MakeItem(i % CONNECTIONS, i / CONNECTIONS));
    }
    for (uint32_t i = 0; i < BACKLOG; ++i)
    {
        disc->Enqueue(candidate.items[i]);
    }
    m_candidates.push_back(std::move(candidate));
}

std::vector<QueueDiscLoad::Cost>
QueueDiscLoad::Run(Time duration)
{
    Simulator::Schedule(INTERVAL, &QueueDiscLoad::TakeTurns, this);
    Simulator::Stop(duration);
    Simulator::Run();
    std::vector<Cost> costs;
    for (auto& [disc, items, next, nanoseconds] : m_candidates)
    {
        // The median is not moved by turns in which the machine was busy elsewhere.
        const auto middle = nanoseconds.begin() + nanoseconds.size() / 2;
        std::nth_element(nanoseconds.begin(), middle, nanoseconds.end());
        costs.push_back({*middle, disc->GetStats().nTotalDroppedPackets});
    }
    return costs;
}

void
QueueDiscLoad::TakeTurns()
{
    for (auto& candidate : m_candidates)
    {
        candidate.nanoseconds.push_back(TakeTurn(candidate));
    }
    Simulator::Schedule(INTERVAL, &QueueDiscLoad::TakeTurns, this);
}

double
QueueDiscLoad::TakeTurn(Candidate& candidate)
{
    auto& [disc, items, next, nanoseconds] = candidate;
    const auto begin = std::chrono::steady_clock::now();
    for (uint32_t i = 0; i < TURN; ++i)
    {
        disc->Enqueue(items[next]);
        next = next + 1 == ITEMS ? 0 : next + 1;
        disc->Dequeue();
    }
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    return time.count() / TURN;
}

} // namespace ns3
