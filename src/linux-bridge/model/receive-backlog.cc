// SPDX-License-Identifier: GPL-2.0-only

#include "receive-backlog.h"

#include "bridge-loop.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
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

/// Seconds. A time that does not fit into ns3::Time would be another one, or end the program.
constexpr double LONGEST_PACKET_TIME = 1000;

} // namespace

/**
 * Where packets enter the node. A node gives its receive callbacks to its devices and to nobody
 * else, so this is a device that keeps them. It has no channel and never receives.
 */
class ReceiveBacklog::NodeEntrance : public SimpleNetDevice
{
  public:
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override
    {
        receive = cb;
    }

    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override
    {
        promiscReceive = cb;
    }

    /// A handler of protocols, registered for the callback that the node gives then.
    void Ignore(Ptr<NetDevice>,
                Ptr<const Packet>,
                uint16_t,
                const Address&,
                const Address&,
                NetDevice::PacketType)
    {
    }

    NetDevice::ReceiveCallback receive;               ///< of the node, packets for the host
    NetDevice::PromiscReceiveCallback promiscReceive; ///< of the node, all packets
};

TypeId
ReceiveBacklog::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ReceiveBacklog")
            .SetParent<Object>()
            .SetGroupName("WifiExt")
            .AddConstructor<ReceiveBacklog>()
            .AddAttribute("PacketTime",
                          "Seconds of work for a packet, from the end of its reception until the "
                          "protocols have it; 0 to 1000.",
                          StringValue("ns3::ConstantRandomVariable[Constant=50e-6]"),
                          MakePointerAccessor(&ReceiveBacklog::m_packetTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("OctetTime",
                          "Work for each octet of a packet, beside PacketTime: a card that the "
                          "processor reads (programmed I/O); 0 to 1 s.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ReceiveBacklog::m_octetTime),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("MaxWaiting",
                          "A packet is dropped when more than so many wait, not counting the one "
                          "that the host works on (Linux: net.core.netdev_max_backlog).",
                          UintegerValue(300),
                          MakeUintegerAccessor(&ReceiveBacklog::m_maxWaiting),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Throttle",
                          "Whether a backlog that was full drops everything until it is empty, as "
                          "netif_rx() of Linux 2.4 does.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&ReceiveBacklog::m_throttles),
                          MakeBooleanChecker())
            .AddAttribute("Promiscuous",
                          "Whether promiscuous handlers wait for packets, too. Bridges on the "
                          "devices always do. A Wi-Fi device then hands up packets for others.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ReceiveBacklog::m_isPromiscuous),
                          MakeBooleanChecker())
            .AddTraceSource("Drop",
                            "A packet was dropped.",
                            MakeTraceSourceAccessor(&ReceiveBacklog::m_dropTrace),
                            "ns3::ReceiveBacklog::DropTracedCallback")
            .AddTraceSource("Held",
                            "Packets that wait, with the one that the host works on.",
                            MakeTraceSourceAccessor(&ReceiveBacklog::m_held),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

ReceiveBacklog::ReceiveBacklog() = default;

ReceiveBacklog::~ReceiveBacklog() = default;

// The last moment before packets come: bridges may have been added after the devices.
void
ReceiveBacklog::DoInitialize()
{
    m_throttle.emplace(m_maxWaiting, m_throttles);
    for (const auto& device : m_devices)
    {
        Attach(device);
    }
    Object::DoInitialize();
}

void
ReceiveBacklog::DoDispose()
{
    m_finish.Cancel();
    m_frames.clear();
    m_devices.clear();
    m_entrance = nullptr;
    Object::DoDispose();
}

std::string
ReceiveBacklog::GetDeviceRefusal(Ptr<NetDevice> device) const
{
    const auto node = GetObject<Node>();
    if (!node)
    {
        return "the backlog is not aggregated to a node";
    }
    if (!device || device->GetNode() != node)
    {
        return "it is not a device of the backlog's node";
    }
    if (device->IsBridge())
    {
        return "it is a bridge, whose ports are to be added";
    }
    if (std::find(m_devices.begin(), m_devices.end(), device) != m_devices.end())
    {
        return "it was added before";
    }
    return {};
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
    if (!m_entrance)
    {
        LearnEntrance();
    }
    m_devices.push_back(device);
    if (IsInitialized())
    {
        Attach(device);
    }
}

void
ReceiveBacklog::LearnEntrance()
{
    const auto node = GetObject<Node>();
    m_entrance = CreateObject<NodeEntrance>();
    node->AddDevice(m_entrance);
    const auto handler = MakeCallback(&NodeEntrance::Ignore, PeekPointer(m_entrance));
    node->RegisterProtocolHandler(handler, 0, m_entrance, true);
    node->UnregisterProtocolHandler(handler);
}

void
ReceiveBacklog::Attach(Ptr<NetDevice> device)
{
    const bool isPort = FindBridgeOfPort(device) != nullptr;
    NS_LOG_INFO("device " << device->GetIfIndex() << (isPort ? ", port of a bridge" : ""));
    device->SetReceiveCallback(MakeCallback(&ReceiveBacklog::Receive, this));
    if (isPort || m_isPromiscuous)
    {
        device->SetPromiscReceiveCallback(MakeCallback(&ReceiveBacklog::PromiscReceive, this));
    }
}

bool
ReceiveBacklog::Receive(Ptr<NetDevice> device,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address& from)
{
    Offer({device, packet, protocol, from, {}, NetDevice::PACKET_HOST, Receiver::HOST});
    return true;
}

bool
ReceiveBacklog::PromiscReceive(Ptr<NetDevice> device,
                               Ptr<const Packet> packet,
                               uint16_t protocol,
                               const Address& from,
                               const Address& to,
                               NetDevice::PacketType type)
{
    Offer({device, packet, protocol, from, to, type, Receiver::ALL});
    return true;
}

bool
ReceiveBacklog::IsSecondCall(const Frame& frame) const
{
    return frame.type != NetDevice::PACKET_OTHERHOST &&
           m_lastCall.device == PeekPointer(frame.device) &&
           m_lastCall.uid == frame.packet->GetUid() && m_lastCall.receiver != frame.first &&
           m_lastCall.time == Simulator::Now();
}

void
ReceiveBacklog::Offer(const Frame& frame)
{
    NS_LOG_FUNCTION(this << frame.device << frame.packet);
    if (IsSecondCall(frame))
    {
        m_lastCall.device = nullptr;
        if (m_lastCall.isTaken)
        {
            Frame& last = m_frames.back();
            last.second = frame.first;
            if (frame.first == Receiver::ALL)
            {
                last.to = frame.to;
                last.type = frame.type;
            }
        }
        return;
    }
    ++m_counters.received;
    const auto waiting = static_cast<uint32_t>(m_frames.empty() ? 0 : m_frames.size() - 1);
    const auto refusal = m_throttle->Offer(waiting);
    // What is for another host gets one call. A packet with its number that follows is another
    // fragment of the same packet.
    m_lastCall = {frame.type == NetDevice::PACKET_OTHERHOST ? nullptr : PeekPointer(frame.device),
                  frame.packet->GetUid(),
                  Simulator::Now(),
                  frame.first,
                  !refusal};
    if (refusal)
    {
        NS_LOG_LOGIC("drop " << frame.packet->GetUid() << ": "
                             << GetReceiveBacklogDropReasonName(*refusal));
        const bool isFull = *refusal == ReceiveBacklogDropReason::BACKLOG_FULL;
        ++(isFull ? m_counters.full : m_counters.throttled);
        m_dropTrace(frame.packet, *refusal, frame.device);
        return;
    }
    m_frames.push_back(frame);
    m_held = GetNHeld();
    if (m_frames.size() == 1)
    {
        Serve();
    }
}

void
ReceiveBacklog::Serve()
{
    m_finish =
        Simulator::Schedule(DrawTime(*m_frames.front().packet), &ReceiveBacklog::Finish, this);
}

Time
ReceiveBacklog::DrawTime(const Packet& packet) const
{
    const double seconds = m_packetTime->GetValue();
    NS_ABORT_MSG_IF(!(seconds >= 0 && seconds <= LONGEST_PACKET_TIME),
                    "ReceiveBacklog: PacketTime=" << seconds << " s: expected 0 to "
                                                  << LONGEST_PACKET_TIME);
    return Seconds(seconds) + packet.GetSize() * m_octetTime;
}

// Other packets may come while the protocols have this one, so it leaves first.
void
ReceiveBacklog::Finish()
{
    const Frame frame = std::move(m_frames.front());
    m_frames.pop_front();
    m_held = GetNHeld();
    ++m_counters.delivered;
    if (!m_frames.empty())
    {
        Serve();
    }
    Deliver(frame, frame.first);
    if (frame.second)
    {
        Deliver(frame, *frame.second);
    }
}

void
ReceiveBacklog::Deliver(const Frame& frame, Receiver receiver)
{
    if (receiver == Receiver::HOST)
    {
        m_entrance->receive(frame.device, frame.packet, frame.protocol, frame.from);
    }
    else
    {
        m_entrance->promiscReceive(frame.device,
                                   frame.packet,
                                   frame.protocol,
                                   frame.from,
                                   frame.to,
                                   frame.type);
    }
}

const ReceiveBacklogCounters&
ReceiveBacklog::GetCounters() const
{
    return m_counters;
}

uint32_t
ReceiveBacklog::GetNHeld() const
{
    return static_cast<uint32_t>(m_frames.size());
}

bool
ReceiveBacklog::IsConserved() const
{
    return m_counters.received ==
           m_counters.delivered + m_counters.full + m_counters.throttled + GetNHeld();
}

int64_t
ReceiveBacklog::AssignStreams(int64_t stream)
{
    m_packetTime->SetStream(stream);
    return 1;
}

} // namespace ns3
