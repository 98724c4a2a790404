// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "routed-queue-disc.h"

#include "cell-radio.h"

#include "ns3/abort.h"
#include "ns3/bridged-queue-disc-item.h"
#include "ns3/enum.h"
#include "ns3/llc-snap-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <net/ethernet.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RoutedQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(RoutedQueueDisc);

namespace
{

/// A packet that has its IP header already.
class RecycledItem : public QueueDiscItem
{
  public:
    using QueueDiscItem::QueueDiscItem;

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

/// @return the present, s
double
GetNow()
{
    return Simulator::Now().GetSeconds();
}

/// @param agent not NONE
/// @return its rules
RoutingAgentRules
GetRules(RoutingAgent agent)
{
    return agent == RoutingAgent::AODV ? RoutingAgentRules::Aodv() : RoutingAgentRules::Dsr();
}

} // namespace

TypeId
RoutedQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RoutedQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("WlanTestbed")
            .AddConstructor<RoutedQueueDisc>()
            .AddAttribute("MaxSize",
                          "Limit of the interface queue, in packets. Packets that wait for a route "
                          "do not count.",
                          QueueSizeValue(QueueSize("50p")),
                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize),
                          MakeQueueSizeChecker())
            .AddAttribute("Agent",
                          "Routing agent of the node.",
                          EnumValue(RoutingAgent::AODV),
                          MakeEnumAccessor<RoutingAgent>(&RoutedQueueDisc::m_agent),
                          MakeEnumChecker(RoutingAgent::AODV, "AODV", RoutingAgent::DSR, "DSR"));
    return tid;
}

// The limit does not count the packets that wait for a route.
RoutedQueueDisc::RoutedQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES),
      m_jitter(CreateObject<UniformRandomVariable>())
{
    NS_LOG_FUNCTION(this);
}

RoutedQueueDisc::~RoutedQueueDisc()
{
    NS_LOG_FUNCTION(this);
}

void
RoutedQueueDisc::ListenTo(Ptr<NetDevice> radio, bool isStation)
{
    NS_LOG_FUNCTION(this << radio << isStation);
    m_radio = radio;
    m_isStation = isStation;
    const bool isConnected = CellRadio::Of(radio)->FindMacTraces()->TraceConnectWithoutContext(
        "DroppedMpdu",
        MakeCallback(&RoutedQueueDisc::NoteDropped, this));
    NS_ABORT_MSG_UNLESS(isConnected,
                        "RoutedQueueDisc: " << radio->GetInstanceTypeId().GetName()
                                            << " has no trace source DroppedMpdu, which tells of "
                                               "frames that are given up");
}

int64_t
RoutedQueueDisc::AssignStreams(int64_t stream)
{
    m_jitter->SetStream(stream);
    return 1;
}

uint64_t
RoutedQueueDisc::GetNFailures() const
{
    return m_failures;
}

bool
RoutedQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(GetNQueueDiscClasses() > 0, "RoutedQueueDisc accepts no child queue discs");
    NS_ABORT_MSG_IF(GetNPacketFilters() > 0, "RoutedQueueDisc accepts no packet filter");
    NS_ABORT_MSG_IF(GetNInternalQueues() > 0, "RoutedQueueDisc creates its own internal queue");
    NS_ABORT_MSG_IF(GetMaxSize().GetUnit() != QueueSizeUnit::PACKETS,
                    "RoutedQueueDisc: MaxSize=" << GetMaxSize() << ": expected packets");
    return true;
}

void
RoutedQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    m_store = CreateObject<OrderedItemQueue>();
    AddInternalQueue(m_store);
    m_queue.emplace(GetRules(m_agent), GetMaxSize().GetValue());
}

void
RoutedQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_advance.Cancel();
    // After Simulator::Destroy() a WifiNetDevice has no MAC.
    if (const auto traces = m_radio ? CellRadio::Of(m_radio)->FindMacTraces() : nullptr)
    {
        traces->TraceDisconnectWithoutContext("DroppedMpdu",
                                              MakeCallback(&RoutedQueueDisc::NoteDropped, this));
    }
    m_radio = nullptr;
    m_queue.reset();
    m_store = nullptr;
    QueueDisc::DoDispose();
}

// Broadcasts, and frames of ARP, which ns-2 has below the agent, need no route. They have a
// neighbor that is never lost.
Mac48Address
RoutedQueueDisc::GetNeighbor(const QueueDiscItem& item) const
{
    const Mac48Address destination = Mac48Address::ConvertFrom(item.GetAddress());
    if (destination.IsGroup() || item.GetProtocol() != ETHERTYPE_IP)
    {
        return Mac48Address::GetBroadcast();
    }
    return m_isStation ? Mac48Address() : destination;
}

bool
RoutedQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    Advance();
    Discard(
        m_queue->Push(m_store->Insert(item), GetNeighbor(*item), GetNow(), m_jitter->GetValue()));
    ScheduleAdvance();
    return true;
}

Ptr<QueueDiscItem>
RoutedQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    Advance();
    ScheduleAdvance();
    const auto position = m_queue->Pop();
    return position ? m_store->Take(*position) : nullptr;
}

// QueueDisc would take the packet out and keep it aside, where no loss of a neighbor reaches it.
Ptr<const QueueDiscItem>
RoutedQueueDisc::DoPeek()
{
    NS_LOG_FUNCTION(this);
    Advance();
    ScheduleAdvance();
    const auto position = m_queue->Peek();
    return position ? **position : nullptr;
}

// xmit_failure_ of Mac802_11::RetransmitRTS() and RetransmitDATA(). The radio takes its next packet
// after this.
void
RoutedQueueDisc::NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu)
{
    const WifiMacHeader& header = mpdu->GetHeader();
    if (reason != WIFI_MAC_DROP_REACHED_RETRY_LIMIT || !header.IsData() || !header.HasData() ||
        header.GetAddr1().IsGroup())
    {
        return;
    }
    LlcSnapHeader llc;
    mpdu->GetPacket()->PeekHeader(llc);
    if (llc.GetType() != ETHERTYPE_IP)
    {
        return;
    }
    NS_LOG_LOGIC("the route to " << header.GetAddr1() << " is lost, " << GetNPackets()
                                 << " packets are here");
    ++m_failures;
    Advance();
    const Mac48Address neighbor = m_isStation ? Mac48Address() : header.GetAddr1();
    m_queue->Lose(neighbor);
    if (GetRules(m_agent).isRecycling)
    {
        Recycle(*mpdu);
    }
    Discard(m_queue->Purge(neighbor, GetNow(), m_jitter->GetValue()));
    ScheduleAdvance();
}

/// The agent takes the packet of a frame back, as a new one.
/// @param mpdu the frame
void
RoutedQueueDisc::Recycle(const WifiMpdu& mpdu)
{
    const WifiMacHeader& header = mpdu.GetHeader();
    const Ptr<Packet> packet = mpdu.GetPacket()->Copy();
    LlcSnapHeader llc;
    packet->RemoveHeader(llc);
    Ptr<QueueDiscItem> item = Create<RecycledItem>(packet, header.GetAddr3(), llc.GetType());
    if (!m_isStation)
    {
        item =
            MakeBridgedQueueDiscItem(packet, header.GetAddr3(), header.GetAddr1(), llc.GetType());
    }
    Enqueue(item);
}

void
RoutedQueueDisc::Discard(const Queue::Drops& drops)
{
    for (const auto& [position, reason] : drops)
    {
        DropAfterDequeue(m_store->Take(position),
                         reason == Queue::Reason::LINK_LOST     ? LINK_DROP
                         : reason == Queue::Reason::BUFFER_FULL ? BUFFER_DROP
                                                                : LIMIT_DROP);
    }
}

/// Packets have waited long enough, by now.
void
RoutedQueueDisc::Advance()
{
    Discard(m_queue->Advance(GetNow()));
}

/// An idle radio does not ask for packets that have waited.
void
RoutedQueueDisc::ScheduleAdvance()
{
    m_advance.Cancel();
    const auto due = m_queue->GetNextDue();
    if (!due)
    {
        return;
    }
    // Rounded up, so that it is due by then.
    const Time delay = Seconds(*due) - Simulator::Now() + NanoSeconds(1);
    m_advance = Simulator::Schedule(Max(delay, NanoSeconds(1)), [this] {
        Advance();
        ScheduleAdvance();
        Run();
    });
}

} // namespace ns3
