// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "receive-backlog.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiveBacklog");

NS_OBJECT_ENSURE_REGISTERED(ReceiveBacklog);

namespace
{

/// Seconds. The bound keeps a random time within the range of ns3::Time, which would overflow
/// without an error.
constexpr double LONGEST_PACKET_TIME = 1000;

} // namespace

TypeId
ReceiveBacklog::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ReceiveBacklog")
            .SetParent<Object>()
            .SetGroupName("LinuxBridge")
            .AddConstructor<ReceiveBacklog>()
            .AddAttribute("PacketTime",
                          "Time that the host takes for a packet, from the end of its reception "
                          "until the protocols receive it, s; 0 to 1000.",
                          StringValue("ns3::ConstantRandomVariable[Constant=50e-6]"),
                          MakePointerAccessor(&ReceiveBacklog::m_packetTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ByteTime",
                          "Additional time for each byte of a packet, as with a card that the "
                          "processor reads itself (programmed I/O); 0 to 1 s.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ReceiveBacklog::m_byteTime),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("MaxWaiting",
                          "Number of waiting packets above which a packet is dropped, not counting "
                          "the one that the host works on (Linux: net.core.netdev_max_backlog).",
                          UintegerValue(300),
                          MakeUintegerAccessor(&ReceiveBacklog::SetMaxWaiting,
                                               &ReceiveBacklog::GetMaxWaiting),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Throttle",
                "Whether a backlog that was full drops all packets until it is empty, as "
                "netif_rx() of Linux 2.4 does.",
                BooleanValue(true),
                MakeBooleanAccessor(&ReceiveBacklog::SetThrottle, &ReceiveBacklog::GetThrottle),
                MakeBooleanChecker())
            .AddAttribute("Promiscuous",
                          "Whether the packets for promiscuous handlers wait, too; those for "
                          "bridges always do. A Wi-Fi device then also hands up packets for other "
                          "stations. It cannot change during the simulation.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ReceiveBacklog::SetPromiscuous,
                                              &ReceiveBacklog::IsPromiscuous),
                          MakeBooleanChecker())
            .AddAttribute("Disk",
                          "Disk whose transfers delay the host's work, because they mask "
                          "interrupts; null: none.",
                          PointerValue(),
                          MakePointerAccessor(&ReceiveBacklog::m_disk),
                          MakePointerChecker<IdeWriteback>())
            .AddTraceSource("Drop",
                            "A packet was dropped.",
                            MakeTraceSourceAccessor(&ReceiveBacklog::m_dropTrace),
                            "ns3::ReceiveBacklog::DropTracedCallback")
            .AddTraceSource("Held",
                            "Number of waiting packets, including the one that the host works on.",
                            MakeTraceSourceAccessor(&ReceiveBacklog::m_held),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

ReceiveBacklog::ReceiveBacklog()
    : m_tap(
          *this,
          [this](const TappedPacket& packet) { return Offer(packet); },
          [this](const TappedPacket& packet) { m_packets.back().AddCall(packet); })
{
}

ReceiveBacklog::~ReceiveBacklog() = default;

void
ReceiveBacklog::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    m_tap.Start();
    RequireOwnDisk();
    Object::DoInitialize();
}

// A helper gives the same object to all of its nodes.
void
ReceiveBacklog::RequireOwnDisk() const
{
    for (auto node = NodeList::Begin(); m_disk && node != NodeList::End(); ++node)
    {
        const auto other = (*node)->GetObject<ReceiveBacklog>();
        NS_ABORT_MSG_IF(other && PeekPointer(other) != this && other->m_disk == m_disk,
                        "ReceiveBacklog: Disk of node " << GetObject<Node>()->GetId()
                                                        << " is that of node " << (*node)->GetId()
                                                        << ", too: expected one for each host");
    }
}

void
ReceiveBacklog::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_finish.Cancel();
    m_counters.forgotten += m_packets.size();
    m_packets.clear();
    m_tap.Stop();
    m_disk = nullptr;
    Object::DoDispose();
}

std::string
ReceiveBacklog::GetDeviceRefusal(Ptr<NetDevice> device) const
{
    return m_tap.GetRefusal(device);
}

void
ReceiveBacklog::AddDevice(Ptr<NetDevice> device)
{
    const std::string refusal = GetDeviceRefusal(device);
    if (!refusal.empty())
    {
        NS_FATAL_ERROR("ReceiveBacklog: "
                       << (device ? device->GetInstanceTypeId().GetName() : "null")
                       << " cannot be added: " << refusal);
    }
    m_tap.Add(device);
}

bool
ReceiveBacklog::Offer(const TappedPacket& packet)
{
    ++m_counters.received;
    // netif_rx() does not count the packet that the softirq has taken out of the queue.
    const auto waiting = static_cast<uint32_t>(m_packets.empty() ? 0 : m_packets.size() - 1);
    if (const auto refusal = m_throttle.Offer(waiting))
    {
        NS_LOG_DEBUG("drop packet " << packet.packet->GetUid() << " of device "
                                    << packet.device->GetIfIndex() << ", "
                                    << GetReceiveBacklogDropReasonName(*refusal) << ": " << waiting
                                    << " packets wait, the limit is " << GetMaxWaiting());
        const bool isFull = *refusal == ReceiveBacklogDropReason::BACKLOG_FULL;
        ++(isFull ? m_counters.full : m_counters.throttled);
        m_dropTrace(packet.packet, *refusal, packet.device);
        return false;
    }
    m_packets.push_back(packet);
    m_held = GetNHeld();
    if (m_packets.size() == 1)
    {
        Serve();
        return true;
    }
    NS_LOG_LOGIC("packet " << packet.packet->GetUid() << " of device "
                           << packet.device->GetIfIndex() << " waits behind "
                           << m_packets.size() - 1 << " packets");
    return true;
}

void
ReceiveBacklog::Serve()
{
    const Packet& packet = *m_packets.front().packet;
    const Time time = DrawTime(packet);
    NS_LOG_LOGIC("the host works on packet " << packet.GetUid() << " of " << packet.GetSize()
                                             << " bytes for " << time.As(Time::US));
    const Time now = Simulator::Now();
    const Time end = m_disk ? m_disk->GetEnd(now, time) : now + time;
    m_finish = Simulator::Schedule(end - now, &ReceiveBacklog::Finish, this);
}

// A random variable has no bounds that could be checked before it is drawn.
Time
ReceiveBacklog::DrawTime(const Packet& packet) const
{
    const double seconds = m_packetTime->GetValue();
    NS_ABORT_MSG_IF(!(seconds >= 0 && seconds <= LONGEST_PACKET_TIME),
                    "ReceiveBacklog: PacketTime=" << seconds << " s: expected 0 to "
                                                  << LONGEST_PACKET_TIME);
    return Seconds(seconds) + packet.GetSize() * m_byteTime;
}

// The packet leaves the backlog before the protocols receive it: while they handle it, a device may
// bring the next one. For the same reason the host begins its next packet first.
void
ReceiveBacklog::Finish()
{
    const TappedPacket next = std::move(m_packets.front());
    m_packets.pop_front();
    m_held = GetNHeld();
    ++m_counters.delivered;
    if (!m_packets.empty())
    {
        Serve();
    }
    NS_LOG_LOGIC("deliver packet " << next.packet->GetUid() << " of device "
                                   << next.device->GetIfIndex() << " to the node; "
                                   << m_packets.size() << " packets are left");
    m_tap.Deliver(next);
}

const ReceiveBacklogCounters&
ReceiveBacklog::GetCounters() const
{
    return m_counters;
}

uint32_t
ReceiveBacklog::GetNHeld() const
{
    return static_cast<uint32_t>(m_packets.size());
}

// Each packet has exactly one fate.
bool
ReceiveBacklog::IsConserved() const
{
    return m_counters.received == m_counters.delivered + m_counters.full + m_counters.throttled +
                                      m_counters.forgotten + GetNHeld();
}

void
ReceiveBacklog::SetPromiscuous(bool isPromiscuous)
{
    m_tap.SetPromiscuous(isPromiscuous);
}

bool
ReceiveBacklog::IsPromiscuous() const
{
    return m_tap.IsPromiscuous();
}

void
ReceiveBacklog::SetMaxWaiting(uint32_t packets)
{
    m_throttle.SetLimit(packets);
}

uint32_t
ReceiveBacklog::GetMaxWaiting() const
{
    return m_throttle.GetLimit();
}

void
ReceiveBacklog::SetThrottle(bool throttles)
{
    m_throttle.SetThrottles(throttles);
}

bool
ReceiveBacklog::GetThrottle() const
{
    return m_throttle.GetThrottles();
}

int64_t
ReceiveBacklog::AssignStreams(int64_t stream)
{
    m_packetTime->SetStream(stream);
    return 1;
}

} // namespace ns3
