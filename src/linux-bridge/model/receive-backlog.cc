// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "receive-backlog.h"

#include "bridge-loop.h"
#include "bridged-wifi-mac.h"
#include "node-entrance.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/simple-channel.h"
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

constexpr auto UNDER_BUS = "it is the radio under a USB bus, expected the ns3::UsbNetDevice";

/// A UsbNetDevice is known by its attributes, so that its module need not be linked. Its adapter
/// takes what the radio receives.
/// @param device on a node
/// @return whether it is the radio under a USB bus
bool
IsUnderBus(Ptr<NetDevice> device)
{
    const auto node = device->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        PointerValue adapter;
        PointerValue radio;
        if (node->GetDevice(i)->GetAttributeFailSafe("Adapter", adapter) && adapter.GetObject() &&
            adapter.GetObject()->GetAttributeFailSafe("Radio", radio) &&
            radio.GetObject() == device)
        {
            return true;
        }
    }
    return false;
}

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
                          "stations.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ReceiveBacklog::m_isPromiscuous),
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

ReceiveBacklog::ReceiveBacklog() = default;

ReceiveBacklog::~ReceiveBacklog() = default;

// Devices are attached as late as possible, because a device may have become the port of a bridge
// after it was added.
void
ReceiveBacklog::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    m_nPorts = CountPorts();
    for (const auto& device : m_devices)
    {
        Attach(device);
    }
    Object::DoInitialize();
}

void
ReceiveBacklog::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_finish.Cancel();
    m_counters.forgotten += m_frames.size();
    m_frames.clear();
    m_devices.clear();
    m_bridges.clear();
    m_entrance = nullptr;
    m_disk = nullptr;
    Object::DoDispose();
}

// The reason is a separate text, so that a program can check it before it adds a device.
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
    // A bridge receives nothing itself: it forwards the frames that its ports receive.
    if (device->IsBridge())
    {
        return "it is a bridge, whose ports are to be added";
    }
    if (std::find(m_devices.begin(), m_devices.end(), device) != m_devices.end())
    {
        return "it was added before";
    }
    if (IsUnderBus(device))
    {
        return UNDER_BUS;
    }
    if (IsMeshRadio(device))
    {
        return "it is a radio of a mesh point, expected the ns3::MeshPointDevice";
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

// Node::AddDevice() gives the new device the callback for packets to the host. The callback for all
// packets follows only when somebody registers a promiscuous handler for the device.
void
ReceiveBacklog::LearnEntrance()
{
    const auto node = GetObject<Node>();
    m_entrance = CreateObject<NodeEntrance>();
    node->AddDevice(m_entrance);
    const auto handler = MakeCallback(&NodeEntrance::Ignore, PeekPointer(m_entrance));
    node->RegisterProtocolHandler(handler, 0, m_entrance, true);
    node->UnregisterProtocolHandler(handler);
    node->RegisterDeviceAdditionListener(MakeCallback(&ReceiveBacklog::NotifyDeviceAdded, this));
}

// A bridge has no ports yet when the node gets it. A helper adds them at the same instant.
void
ReceiveBacklog::NotifyDeviceAdded(Ptr<NetDevice> device)
{
    const auto bridge = DynamicCast<BridgeNetDevice>(device);
    if (!bridge || !m_entrance)
    {
        return;
    }
    m_bridges.push_back(bridge);
    if (IsInitialized())
    {
        Simulator::ScheduleNow(&ReceiveBacklog::UpdatePorts, Ptr<ReceiveBacklog>(this));
    }
}

uint32_t
ReceiveBacklog::CountPorts() const
{
    uint32_t ports = 0;
    for (const auto& bridge : m_bridges)
    {
        ports += bridge->GetNBridgePorts();
    }
    return ports;
}

// A bridge does not announce a new port. As its promiscuous handler, which AddBridgePort() has
// registered, the node receives from the device directly until the callback is replaced again.
void
ReceiveBacklog::UpdatePorts()
{
    const uint32_t ports = CountPorts();
    if (ports == m_nPorts)
    {
        return;
    }
    NS_LOG_DEBUG("bridges of the node have " << ports << " ports, they had " << m_nPorts);
    m_nPorts = ports;
    for (const auto& device : m_devices)
    {
        Attach(device);
    }
}

void
ReceiveBacklog::Attach(Ptr<NetDevice> device)
{
    // The bus may have been installed after the backlog.
    NS_ABORT_MSG_IF(IsUnderBus(device),
                    "ReceiveBacklog: device " << device->GetIfIndex() << " of node "
                                              << device->GetNode()->GetId() << ", "
                                              << device->GetInstanceTypeId().GetName()
                                              << ", cannot be added: " << UNDER_BUS);
    const bool isPort = FindBridgeOfPort(device) != nullptr;
    NS_LOG_DEBUG("packets of device " << device->GetIfIndex() << " wait for the host from now on"
                                      << (isPort ? "; the device is a port of a bridge" : ""));
    device->SetReceiveCallback(MakeCallback(&ReceiveBacklog::Receive, this));
    // A Wi-Fi device with this callback also hands up frames for other stations, so it is set only
    // where it is needed. A bridge needs it: it receives as a promiscuous handler of its ports.
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

// A device with both callbacks calls one right after the other for a packet to its host. A packet
// for another host gets one call only.
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
    if (!m_entrance) // disposed of, while its devices run on
    {
        return;
    }
    UpdatePorts();
    if (IsSecondCall(frame))
    {
        NS_LOG_LOGIC("packet " << frame.packet->GetUid() << " is for the host and for "
                               << "promiscuous handlers: it takes the time once");
        m_lastCall.device = nullptr;
        if (m_lastCall.isTaken)
        {
            // Only the promiscuous callback passes the destination and the type.
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
    // netif_rx() does not count the packet that the softirq has taken out of the queue.
    const auto waiting = static_cast<uint32_t>(m_frames.empty() ? 0 : m_frames.size() - 1);
    const auto refusal = m_throttle.Offer(waiting);
    // A packet for another host gets one call. If a packet with the same number follows it, it is
    // another fragment of the same datagram and no second call.
    m_lastCall = {frame.type == NetDevice::PACKET_OTHERHOST ? nullptr : PeekPointer(frame.device),
                  frame.packet->GetUid(),
                  Simulator::Now(),
                  frame.first,
                  !refusal};
    if (refusal)
    {
        NS_LOG_DEBUG("drop packet " << frame.packet->GetUid() << " of device "
                                    << frame.device->GetIfIndex() << ", "
                                    << GetReceiveBacklogDropReasonName(*refusal) << ": " << waiting
                                    << " packets wait, the limit is " << GetMaxWaiting());
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
        return;
    }
    NS_LOG_LOGIC("packet " << frame.packet->GetUid() << " of device " << frame.device->GetIfIndex()
                           << " waits behind " << m_frames.size() - 1 << " packets");
}

void
ReceiveBacklog::Serve()
{
    const Packet& packet = *m_frames.front().packet;
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
    const Frame frame = std::move(m_frames.front());
    m_frames.pop_front();
    m_held = GetNHeld();
    ++m_counters.delivered;
    if (!m_frames.empty())
    {
        Serve();
    }
    NS_LOG_LOGIC("deliver packet " << frame.packet->GetUid() << " of device "
                                   << frame.device->GetIfIndex() << " to the node; "
                                   << m_frames.size() << " packets are left");
    // In the order in which the device called.
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

// Each packet has exactly one fate.
bool
ReceiveBacklog::IsConserved() const
{
    return m_counters.received == m_counters.delivered + m_counters.full + m_counters.throttled +
                                      m_counters.forgotten + GetNHeld();
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
