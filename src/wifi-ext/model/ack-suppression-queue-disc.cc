// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-suppression-queue-disc.h"

#include "device-queues.h"
#include "queue-disc-item-classifier.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/ht-configuration.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-net-device.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckSuppressionQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(AckSuppressionQueueDisc);

namespace
{

/// @return a time in the type of the suppression
std::chrono::nanoseconds
Convert(Time time)
{
    return std::chrono::nanoseconds(time.GetNanoSeconds());
}

/// @return the present time
std::chrono::nanoseconds
GetNow()
{
    return Convert(Simulator::Now());
}

/// The MAC of 802.11n and later takes all packets of the next A-MPDUs, and so none waits in the
/// disc. A queue of the MAC that is too short for that makes the A-MPDUs short instead.
void
RefuseAggregation(const QueueDisc& disc)
{
    const auto served = FindServedDevice(disc);
    const auto device = served ? DynamicCast<WifiNetDevice>(FindRadio(served)) : nullptr;
    NS_ABORT_MSG_IF(device && device->GetHtConfiguration(),
                    "AckSuppressionQueueDisc: Mode=Replace on a device of 802.11n or later, whose "
                    "A-MPDUs leave no ACK in the disc to be replaced: expected Delay or Hold");
}

} // namespace

TypeId
AckSuppressionQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AckSuppressionQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("WifiExt")
            .AddConstructor<AckSuppressionQueueDisc>()
            .AddAttribute("MaxSize",
                          "Limit in packets or bytes. ACKs that are held back count. An ACK that "
                          "takes the place of another one needs no room.",
                          QueueSizeValue(QueueSize("1000p")),
                          MakeQueueSizeAccessor(&AckSuppressionQueueDisc::SetLimit,
                                                &AckSuppressionQueueDisc::GetLimit),
                          MakeQueueSizeChecker())
            .AddAttribute(
                "Mode",
                "What happens to an ACK whose only news is a higher number. Replace: it takes "
                "the place of the previous ACK in the queue. Hold: it is held back; every "
                "Ratio-th ACK leaves, and the latest one leaves after Delay. Delay: it waits for "
                "Delay, and later ACKs take its place.",
                EnumValue(Mode::REPLACE),
                MakeEnumAccessor<Mode>(&AckSuppressionQueueDisc::SetMode,
                                       &AckSuppressionQueueDisc::GetMode),
                MakeEnumChecker(Mode::REPLACE, "Replace", Mode::HOLD, "Hold", Mode::DELAY, "Delay"))
            // The defaults of both are those of Broadcom's driver, TCPACK_SUPP_RATIO and
            // TCPACK_DELAY_TIME.
            .AddAttribute("Ratio",
                          "In mode Hold, one of this many ACKs of a connection leaves.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&AckSuppressionQueueDisc::m_ratio),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute(
                "Delay",
                "Longest time for which an ACK is held back, in modes Hold and Delay. The "
                "upper bound is the largest delay of an ACK that RFC 9293, 3.8.6.3, "
                "allows a receiver.",
                TimeValue(MilliSeconds(10)),
                MakeTimeAccessor(&AckSuppressionQueueDisc::m_delay),
                MakeTimeChecker(Seconds(0), MilliSeconds(500)))
            .AddAttribute(
                "IdleTimeout",
                "Time without an ACK after which a connection is forgotten. ACKs with old "
                "numbers do not count. The next ACK is kept. It must be longer than "
                "Delay.",
                TimeValue(Seconds(60)),
                MakeTimeAccessor(&AckSuppressionQueueDisc::m_idleTimeout),
                MakeTimeChecker(Seconds(1), Hours(24)))
            .AddAttribute("MaxConnections",
                          "Maximum number of connections that the disc remembers. A new one "
                          "replaces the one whose last ACK is the oldest.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&AckSuppressionQueueDisc::m_maxConnections),
                          MakeUintegerChecker<uint32_t>(1, 65536));
    return tid;
}

// The disc enforces its limit itself, because it must first know whether an ACK needs room.
AckSuppressionQueueDisc::AckSuppressionQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
    NS_LOG_FUNCTION(this);
}

// ns-3 deletes the discs of a node without disposing of them.
AckSuppressionQueueDisc::~AckSuppressionQueueDisc()
{
    NS_LOG_FUNCTION(this);
    m_release.Cancel();
}

// An abort, because ns-3 ignores a setter that returns false for a default value.
void
AckSuppressionQueueDisc::SetLimit(QueueSize size)
{
    NS_ABORT_MSG_IF(size.GetValue() == 0,
                    "AckSuppressionQueueDisc: MaxSize=" << size << ": expected at least 1p or 1B");
    SetMaxSize(size);
}

QueueSize
AckSuppressionQueueDisc::GetLimit() const
{
    return GetMaxSize();
}

void
AckSuppressionQueueDisc::SetMode(Mode mode)
{
    m_mode = mode;
    // Before the disc starts, it may not have its device yet.
    if (IsInitialized())
    {
        CheckMode();
    }
}

AckSuppressionQueueDisc::Mode
AckSuppressionQueueDisc::GetMode() const
{
    return m_mode;
}

void
AckSuppressionQueueDisc::CheckMode() const
{
    if (m_mode == Mode::REPLACE) // the other modes act on an idle device, too
    {
        CheckDeviceQueues(*this);
        RefuseAggregation(*this);
    }
}

bool
AckSuppressionQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(GetNQueueDiscClasses() > 0,
                    "AckSuppressionQueueDisc accepts no child queue discs");
    NS_ABORT_MSG_IF(GetNPacketFilters() > 0, "AckSuppressionQueueDisc accepts no packet filter");
    NS_ABORT_MSG_IF(GetNInternalQueues() > 0,
                    "AckSuppressionQueueDisc creates its own internal queue");
    CheckMode();
    RefuseDiscOfBridgePort(*this);
    return true;
}

void
AckSuppressionQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    m_store = CreateObject<OrderedItemQueue>();
    AddInternalQueue(m_store);
    m_device = FindServedDevice(*this);
    m_hasSend = static_cast<bool>(GetSendCallback());
    m_suppression.Start(GetSettings());
}

AckSuppression<OrderedItemQueue::Position>::Settings
AckSuppressionQueueDisc::GetSettings() const
{
    return {.mode = m_mode,
            .ratio = m_ratio,
            .delay = Convert(m_delay),
            .idleTimeout = Convert(m_idleTimeout),
            .maxConnections = m_maxConnections};
}

// A held ACK must not announce itself to a device that is gone.
void
AckSuppressionQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_release.Cancel();
    m_suppression.Start({});
    m_store = nullptr;
    m_device = nullptr;
    QueueDisc::DoDispose();
}

// LinuxBridgePort empties the queue of a disc that is removed, which may be installed again.
void
AckSuppressionQueueDisc::Advance()
{
    if (m_store->IsEmpty() && m_suppression.GetNextDue())
    {
        NS_LOG_DEBUG("the ACKs that were held back are gone");
        m_suppression.Start(GetSettings());
    }
    m_suppression.Advance(GetNow());
}

// In 64 bits, as sums of two 32-bit numbers may wrap.
bool
AckSuppressionQueueDisc::HasRoom(const QueueDiscItem& item, const QueueDiscItem* superseded) const
{
    const QueueSize limit = GetMaxSize();
    const bool inPackets = limit.GetUnit() == QueueSizeUnit::PACKETS;
    const uint64_t before = inPackets ? GetNPackets() : GetNBytes();
    const uint64_t more = inPackets ? 1 : item.GetSize();
    const uint64_t less = superseded ? (inPackets ? 1 : superseded->GetSize()) : 0;
    // After MaxSize has become smaller, more packets may wait than it allows.
    return more <= less || before + more - less <= limit.GetValue();
}

// The order matters: a due ACK leaves before the arriving packet, and the disc determines which ACK
// the packet would supersede before a full queue refuses it.
bool
AckSuppressionQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    // ns-3 lets attributes change at any time without notification.
    m_suppression.Configure(GetSettings());
    Advance();
    const TcpPacket packet = ClassifyItem(*item, item->GetSize());
    const bool isPureAck = packet.kind == TcpPacketKind::PURE_ACK;
    const TcpAck ack = isPureAck ? ReadItemAck(*item, packet) : TcpAck{};
    const auto found = m_suppression.FindSuperseded(packet, ack);
    if (!HasRoom(*item, found ? PeekPointer(**found) : nullptr))
    {
        NS_LOG_LOGIC("drop " << item->GetSize() << " bytes: " << GetNPackets()
                             << " packets wait, the limit is " << GetMaxSize());
        ScheduleRelease();
        DropBeforeEnqueue(item, LIMIT_DROP);
        return false;
    }
    if (isPureAck)
    {
        NS_LOG_LOGIC("an ACK of " << ack.acknowledgment << " to port "
                                  << packet.flow.destinationPort << ", news: "
                                  << GetAckNewsName(m_suppression.Judge(packet, ack)));
    }
    // The new item is stored before the old one is taken out: the place in the order is that of
    // AckSuppression, not that in the store.
    const auto superseded = m_suppression.Push(packet, ack, m_store->Insert(item), GetNow());
    if (superseded)
    {
        NS_LOG_LOGIC("the ACK of " << ack.acknowledgment << " to port "
                                   << packet.flow.destinationPort
                                   << " takes the place of an earlier one");
        ++m_suppressed;
        // QueueDisc must count a packet that has been enqueued as dequeued before it is dropped.
        DropAfterDequeue(m_store->Take(*superseded), SUPERSEDED_DROP);
    }
    ScheduleRelease();
    return true;
}

// The device may request a packet at the instant at which one becomes due, before its event.
Ptr<QueueDiscItem>
AckSuppressionQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    Advance();
    ScheduleRelease();
    const auto position = m_suppression.Pop();
    if (!position)
    {
        NS_LOG_LOGIC("nothing may leave, " << GetNPackets() << " ACKs are held back");
        return nullptr;
    }
    return m_store->Take(*position);
}

// QueueDisc would take the packet out and keep it aside, where it could no longer be superseded.
Ptr<const QueueDiscItem>
AckSuppressionQueueDisc::DoPeek()
{
    NS_LOG_FUNCTION(this);
    Advance();
    ScheduleRelease();
    const auto position = m_suppression.Select();
    return position ? **position : nullptr;
}

// The device requests packets when it can send. If an ACK becomes due while the device is idle, an
// event must wake the device.
void
AckSuppressionQueueDisc::ScheduleRelease()
{
    const auto due = m_suppression.GetNextDue();
    const Time delay = due ? NanoSeconds(due->count()) - Simulator::Now() : Time(0);
    if (m_release.IsPending() && due && Simulator::GetDelayLeft(m_release) == delay)
    {
        return;
    }
    m_release.Cancel();
    if (due)
    {
        m_release = Simulator::Schedule(delay, &AckSuppressionQueueDisc::ReleaseDue, this);
    }
}

void
AckSuppressionQueueDisc::ReleaseDue()
{
    // The disc was taken off its device, or the device was disposed of: nothing leaves any more.
    if ((m_hasSend && !GetSendCallback()) || (m_device && !m_device->GetNode()))
    {
        NS_LOG_DEBUG("the device is gone, " << GetNPackets() << " packets stay in the disc");
        return;
    }
    NS_LOG_LOGIC("held ACKs go on after " << m_delay.As(Time::MS));
    // ns-3 gives it to the discs that it wakes: a root, or the children of MqQueueDisc. Nobody
    // would fetch the ACK from a child of another disc before the next packet comes.
    NS_ABORT_MSG_UNLESS(GetSendCallback(),
                        "AckSuppressionQueueDisc: a held ACK cannot leave: with Mode "
                        "Hold or Delay, expected a root queue disc or a child of MqQueueDisc");
    Advance();
    ScheduleRelease();
    Run();
}

uint64_t
AckSuppressionQueueDisc::GetNSuppressed() const
{
    return m_suppressed;
}

uint64_t
AckSuppressionQueueDisc::GetNKept(AckNews news) const
{
    return m_suppression.GetKept(news);
}

std::size_t
AckSuppressionQueueDisc::GetNConnections() const
{
    return m_suppression.GetNConnections();
}

} // namespace ns3
