// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-net-device.h"

#include "bridge-loop.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxBridgeNetDevice");

NS_OBJECT_ENSURE_REGISTERED(LinuxBridgeNetDevice);

namespace
{

/// The host's own stack, where a frame may come from like from a port.
constexpr uint32_t HOST = std::numeric_limits<uint32_t>::max();

/// Of a MAC address of 48 bits.
constexpr std::size_t ADDRESS_OCTETS = 6;

/// @param address of 48 bits @return it as a number
uint64_t
ToNumber(const Address& address)
{
    std::array<uint8_t, Address::MAX_SIZE> octets{};
    address.CopyTo(octets.data());
    uint64_t number = 0;
    for (std::size_t i = 0; i < ADDRESS_OCTETS; ++i)
    {
        number = number << 8 | octets[i];
    }
    return number;
}

/// @return the present instant
BridgeForwardingDatabase::Duration
GetNow()
{
    return BridgeForwardingDatabase::Duration(Simulator::Now().GetNanoSeconds());
}

} // namespace

TypeId
LinuxBridgeNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxBridgeNetDevice")
            .SetParent<BridgeNetDevice>()
            .SetGroupName("WifiExt")
            .AddConstructor<LinuxBridgeNetDevice>()
            .AddAttribute("MaxLearned",
                          "Addresses learned at most (Linux: fdb_max_learned); further ones are "
                          "not learned until others have aged. 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxBridgeNetDevice::SetMaxLearned),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Drop",
                            "A frame was given up, by the bridge or on its way out of a port.",
                            MakeTraceSourceAccessor(&LinuxBridgeNetDevice::m_dropTrace),
                            "ns3::LinuxBridgeNetDevice::DropTracedCallback");
    return tid;
}

LinuxBridgeNetDevice::LinuxBridgeNetDevice() = default;

LinuxBridgeNetDevice::~LinuxBridgeNetDevice() = default;

void
LinuxBridgeNetDevice::DoInitialize()
{
    NS_ABORT_MSG_IF(GetNBridgePorts() != m_egress.size(),
                    "LinuxBridgeNetDevice: a port was added by BridgeNetDevice::AddBridgePort()");
    CheckLoops();
    BooleanValue learning;
    GetAttribute("EnableLearning", learning);
    m_forwarding.SetLearning(learning.Get());
    TimeValue age;
    GetAttribute("ExpirationTime", age);
    m_forwarding.GetDatabase().SetAgeingTime(
        BridgeForwardingDatabase::Duration(age.Get().GetNanoSeconds()));
    BridgeNetDevice::DoInitialize();
}

void
LinuxBridgeNetDevice::DoDispose()
{
    for (const auto& port : m_egress)
    {
        port->Detach();
    }
    m_egress.clear();
    m_receive.Nullify();
    m_promiscReceive.Nullify();
    BridgeNetDevice::DoDispose();
}

std::string
LinuxBridgeNetDevice::GetPortRefusal(Ptr<NetDevice> port) const
{
    if (!port || !port->GetNode() || port->GetNode() != GetNode())
    {
        return "it is not a device of the bridge's node";
    }
    if (port->IsBridge())
    {
        return "it is a bridge";
    }
    if (!Mac48Address::IsMatchingType(port->GetAddress()))
    {
        return "its address is not of 48 bits";
    }
    if (!port->SupportsSendFrom())
    {
        return "it does not support SendFrom(), sending with a foreign source address";
    }
    if (FindBridgeOfPort(port))
    {
        return "it is a port of a bridge already";
    }
    if (const auto other = FindBridgeLoop(port, this))
    {
        std::ostringstream refusal;
        refusal << "it closes a loop with port " << other->GetIfIndex();
        return refusal.str();
    }
    return {};
}

void
LinuxBridgeNetDevice::AddBridgePort(Ptr<NetDevice> port)
{
    const std::string refusal = GetPortRefusal(port);
    if (!refusal.empty())
    {
        NS_FATAL_ERROR("LinuxBridgeNetDevice: "
                       << (port ? port->GetInstanceTypeId().GetName() : "null")
                       << " cannot be a port: " << refusal);
    }
    BridgeNetDevice::AddBridgePort(port);
    // The base class has registered its own receiver.
    const auto node = GetNode();
    node->UnregisterProtocolHandler(MakeCallback(&LinuxBridgeNetDevice::ReceiveFromDevice,
                                                 static_cast<BridgeNetDevice*>(this)));
    node->RegisterProtocolHandler(MakeCallback(&LinuxBridgeNetDevice::ReceiveFromPort, this),
                                  0,
                                  port,
                                  true);
    m_egress.push_back(Create<LinuxBridgePort>(port, m_dropTrace));
    m_forwarding.GetDatabase().AddLocal(ToNumber(port->GetAddress()));
    m_forwarding.GetDatabase().AddLocal(ToNumber(GetAddress()));
    const Ptr<LinuxBridgeNetDevice> self(this);
    port->AddLinkChangeCallback(Callback<void>([self] { self->FlushPortsThatAreDown(); }));
}

// A channel may have been joined after AddBridgePort(), a bridge of another kind may close a loop.
void
LinuxBridgeNetDevice::CheckLoops() const
{
    for (const auto& port : m_egress)
    {
        const auto other = FindBridgeLoop(port->GetDevice(), this);
        NS_ABORT_MSG_IF(other,
                        "LinuxBridgeNetDevice: ports " << port->GetDevice()->GetIfIndex() << " and "
                                                       << other->GetIfIndex() << " of node "
                                                       << GetNode()->GetId() << " are in a loop");
    }
}

// Linux br_stp_disable_port().
void
LinuxBridgeNetDevice::FlushPortsThatAreDown()
{
    for (uint32_t i = 0; i < m_egress.size(); ++i)
    {
        if (!m_egress[i]->GetDevice()->IsLinkUp())
        {
            m_forwarding.GetDatabase().Flush(i);
        }
    }
}

uint32_t
LinuxBridgeNetDevice::GetPortNumber(const NetDevice* device) const
{
    const auto port = std::find_if(m_egress.begin(),
                                   m_egress.end(),
                                   [device](const Ptr<LinuxBridgePort>& egress) {
                                       return PeekPointer(egress->GetDevice()) == device;
                                   });
    return static_cast<uint32_t>(port - m_egress.begin());
}

void
LinuxBridgeNetDevice::ReceiveFromPort(Ptr<NetDevice> port,
                                      Ptr<const Packet> packet,
                                      uint16_t protocol,
                                      const Address& source,
                                      const Address& destination,
                                      PacketType type)
{
    NS_LOG_FUNCTION(this << port << packet << protocol << source << destination);
    ++m_counters.received;
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet, protocol, source, destination, type);
    }
    const uint32_t number = GetPortNumber(PeekPointer(port));
    const Frame frame{packet, protocol, source, destination};
    Execute(Judge(*m_egress[number], number, frame), frame, number);
}

LinuxBridgeVerdict
LinuxBridgeNetDevice::Judge(LinuxBridgePort& ingress, uint32_t number, const Frame& frame)
{
    ingress.CheckRelay(frame.packet, frame.destination);
    const auto verdict =
        m_forwarding.Receive(number, ToNumber(frame.source), ToNumber(frame.destination), GetNow());
    // Linux never sees what the access point relays from station to station.
    if (verdict.flood && !verdict.deliver && ingress.Relays(frame.destination))
    {
        return {.drop = LinuxBridgeDropReason::SAME_PORT};
    }
    return verdict;
}

void
LinuxBridgeNetDevice::Execute(const LinuxBridgeVerdict& verdict,
                              const Frame& frame,
                              uint32_t ingress)
{
    if (verdict.drop)
    {
        Drop(frame, *verdict.drop);
        return;
    }
    const uint32_t forwarded = Forward(verdict, frame, ingress);
    const uint32_t delivered = verdict.deliver && Deliver(frame) ? 1 : 0;
    m_counters.forwarded += forwarded;
    m_counters.delivered += delivered;
    if (forwarded + delivered > 0)
    {
        m_counters.copied += forwarded + delivered - 1;
        return;
    }
    Drop(frame,
         verdict.deliver ? LinuxBridgeDropReason::NO_HANDLER : LinuxBridgeDropReason::NO_EGRESS);
}

uint32_t
LinuxBridgeNetDevice::Forward(const LinuxBridgeVerdict& verdict,
                              const Frame& frame,
                              uint32_t ingress)
{
    const auto send = [this, &frame](uint32_t number) {
        m_egress[number]->Send(frame.packet->Copy(),
                               frame.source,
                               frame.destination,
                               frame.protocol);
    };
    if (verdict.egress)
    {
        send(*verdict.egress);
        return 1;
    }
    uint32_t copies = 0;
    for (uint32_t i = 0; verdict.flood && i < m_egress.size(); ++i)
    {
        if (i != ingress)
        {
            send(i);
            ++copies;
        }
    }
    return copies;
}

bool
LinuxBridgeNetDevice::Deliver(const Frame& frame)
{
    return !m_receive.IsNull() && m_receive(this, frame.packet, frame.protocol, frame.source);
}

void
LinuxBridgeNetDevice::Drop(const Frame& frame, LinuxBridgeDropReason reason)
{
    m_counters.drops.Count(reason);
    m_dropTrace(frame.packet, reason, nullptr);
}

bool
LinuxBridgeNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, GetAddress(), dest, protocolNumber);
}

bool
LinuxBridgeNetDevice::SendFrom(Ptr<Packet> packet,
                               const Address& source,
                               const Address& dest,
                               uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    ++m_counters.sent;
    const uint64_t before = m_counters.forwarded;
    const Ptr<const Packet> payload = packet;
    const Frame frame{payload, protocolNumber, source, dest};
    Execute(m_forwarding.Send(ToNumber(dest), GetNow()), frame, HOST);
    return m_counters.forwarded != before;
}

void
LinuxBridgeNetDevice::SetAddress(Address address)
{
    BridgeNetDevice::SetAddress(address);
    m_forwarding.GetDatabase().AddLocal(ToNumber(address));
}

void
LinuxBridgeNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_receive = cb;
}

void
LinuxBridgeNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscReceive = cb;
}

void
LinuxBridgeNetDevice::SetMaxLearned(uint32_t addresses)
{
    m_forwarding.GetDatabase().SetMaxLearned(addresses);
}

const LinuxBridgeCounters&
LinuxBridgeNetDevice::GetCounters() const
{
    return m_counters;
}

LinuxBridgePortCounters
LinuxBridgeNetDevice::GetPortCounters(uint32_t n) const
{
    return m_egress.at(n)->GetCounters();
}

bool
LinuxBridgeNetDevice::IsConserved() const
{
    return m_counters.IsConserved() &&
           std::all_of(m_egress.begin(), m_egress.end(), [](const Ptr<LinuxBridgePort>& port) {
               return port->GetCounters().IsConserved();
           });
}

std::size_t
LinuxBridgeNetDevice::GetNLearned()
{
    return m_forwarding.GetDatabase().GetNLearned(GetNow());
}

} // namespace ns3
