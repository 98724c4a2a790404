// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-bridge-net-device.h"

#include "bridge-loop.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxBridgeNetDevice");

NS_OBJECT_ENSURE_REGISTERED(LinuxBridgeNetDevice);

namespace
{

/// Pseudo-ingress for the frames of the host's own stack.
constexpr uint32_t HOST = std::numeric_limits<uint32_t>::max();

/// Length of a MAC address.
constexpr std::size_t ADDRESS_BYTES = 6;

/// @param address of 48 bits
/// @return the address as a number, the first byte most significant
uint64_t
ToNumber(const Address& address)
{
    std::array<uint8_t, Address::MAX_SIZE> bytes{};
    address.CopyTo(bytes.data());
    uint64_t number = 0;
    for (std::size_t i = 0; i < ADDRESS_BYTES; ++i)
    {
        number = number << 8 | bytes[i];
    }
    return number;
}

/// @return the present instant
BridgeForwardingDatabase::Duration
GetNow()
{
    return BridgeForwardingDatabase::Duration(Simulator::Now().GetNanoSeconds());
}

/// @param device of Wi-Fi
/// @return whether its links are on different channels
bool
HasSeveralChannels(const WifiNetDevice& device)
{
    const auto phys = device.GetPhys();
    return std::ranges::any_of(phys, [&phys](const Ptr<WifiPhy>& phy) {
        return phy->GetChannel() != phys.front()->GetChannel();
    });
}

/// @param name of an attribute of the base class
/// @return what reads it, without a search for the name at each frame
Ptr<const AttributeAccessor>
FindAccessor(const std::string& name)
{
    TypeId::AttributeInformation info;
    NS_ABORT_MSG_UNLESS(BridgeNetDevice::GetTypeId().LookupAttributeByName(name, &info),
                        "LinuxBridgeNetDevice: ns3::BridgeNetDevice has no attribute " << name);
    return info.accessor;
}

} // namespace

TypeId
LinuxBridgeNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxBridgeNetDevice")
            .SetParent<BridgeNetDevice>()
            .SetGroupName("LinuxBridge")
            .AddConstructor<LinuxBridgeNetDevice>()
            .AddAttribute("MaxLearned",
                          "Maximum number of learned addresses (Linux: fdb_max_learned); the "
                          "bridge learns no further address until a stored one has expired. 0: "
                          "no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxBridgeNetDevice::SetMaxLearned),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Drop",
                            "A frame was dropped, by the bridge or on its way out of a port.",
                            MakeTraceSourceAccessor(&LinuxBridgeNetDevice::m_dropTrace),
                            "ns3::LinuxBridgeNetDevice::DropTracedCallback");
    return tid;
}

LinuxBridgeNetDevice::LinuxBridgeNetDevice()
{
    // The base class calls it for the frames of ports that it alone has.
    BridgeNetDevice::SetPromiscReceiveCallback(
        NetDevice::PromiscReceiveCallback([this](Ptr<NetDevice>,
                                                 Ptr<const Packet>,
                                                 uint16_t,
                                                 const Address&,
                                                 const Address&,
                                                 PacketType) {
            CheckPorts();
            return true;
        }));
}

LinuxBridgeNetDevice::~LinuxBridgeNetDevice() = default;

void
LinuxBridgeNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    CheckPorts();
    CheckSharedPorts();
    CheckLoops();
    BridgeNetDevice::DoInitialize();
}

// The base class tells nobody of a change, so that they are read at each frame.
void
LinuxBridgeNetDevice::UpdateAttributes()
{
    static const auto learningAccessor = FindAccessor("EnableLearning");
    static const auto ageAccessor = FindAccessor("ExpirationTime");
    BooleanValue learning;
    learningAccessor->Get(this, learning);
    m_forwarding.SetLearning(learning.Get());
    TimeValue age;
    ageAccessor->Get(this, age);
    m_forwarding.GetDatabase().SetAgeingTime(
        BridgeForwardingDatabase::Duration(age.Get().GetNanoSeconds()));
    UpdateLocalAddresses();
}

// br_fdb_changeaddr(), br_fdb_change_mac_address(): devices notify nobody of a new address.
void
LinuxBridgeNetDevice::UpdateLocalAddresses()
{
    LocalAddresses addresses{ToNumber(GetAddress())};
    for (const auto& port : m_egress)
    {
        addresses.push_back(ToNumber(port->GetDevice()->GetAddress()));
    }
    if (addresses != m_localAddresses)
    {
        m_forwarding.GetDatabase().SetLocal({addresses.begin(), addresses.end()});
        m_localAddresses = std::move(addresses);
    }
}

// The node keeps the protocol handlers of the ports, because it cannot remove one while it calls
// them. A frame that comes later is dropped, and as no address is known any more, so is one of the
// host.
void
LinuxBridgeNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (uint32_t i = 0; i < m_egress.size(); ++i)
    {
        m_egress[i]->Detach();
        m_forwarding.GetDatabase().Flush(i);
    }
    m_egress.clear();
    m_receive.Nullify();
    m_promiscReceive.Nullify();
    BridgeNetDevice::DoDispose();
}

// br_add_if() of Linux refuses a bridge, a device without an Ethernet address, and the port of
// another bridge. The other reasons are those of ns-3 and of the missing spanning tree.
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
    const auto wifi = DynamicCast<WifiNetDevice>(port);
    if (wifi && !wifi->GetMac())
    {
        return "it has no MAC"; // WifiHelper installs one
    }
    if (IsMeshRadio(port))
    {
        return "it is a radio of a mesh point";
    }
    // BridgeNetDevice asks a port for its channel, for which ns-3 ends the program without a word
    // about the bridge.
    if (wifi && HasSeveralChannels(*wifi))
    {
        return "its links have several channels";
    }
    if (!Mac48Address::IsMatchingType(port->GetAddress()))
    {
        return "its address is not of 48 bits";
    }
    // A bridge sends with the source address of the frame, not with that of the port.
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
    // The base class has registered its own receiver, which would forward each frame once more.
    const auto node = GetNode();
    node->UnregisterProtocolHandler(MakeCallback(&LinuxBridgeNetDevice::ReceiveFromDevice,
                                                 static_cast<BridgeNetDevice*>(this)));
    node->RegisterProtocolHandler(MakeCallback(&LinuxBridgeNetDevice::ReceiveFromPort, this),
                                  0,
                                  port,
                                  true);
    NS_LOG_DEBUG("device " << port->GetIfIndex() << ", " << port->GetInstanceTypeId().GetName()
                           << ", becomes port " << m_egress.size() << " of the bridge at node "
                           << node->GetId());
    m_egress.push_back(Create<LinuxBridgePort>(port, m_dropTrace));
    UpdateLocalAddresses();
    const Ptr<LinuxBridgeNetDevice> self(this);
    port->AddLinkChangeCallback(Callback<void>([self] { self->FlushPortsThatAreDown(); }));
}

// BridgeNetDevice::AddBridgePort() is not virtual: called through a pointer to the base class, it
// makes a port that this bridge does not know, and which would forward by the rules of the base
// class. It notifies nobody, so the bridge detects it at the next frame.
void
LinuxBridgeNetDevice::CheckPorts() const
{
    if (GetNBridgePorts() == m_egress.size())
    {
        return;
    }
    uint32_t i = 0;
    while (GetPortNumber(PeekPointer(GetBridgePort(i))) < m_egress.size())
    {
        ++i;
    }
    NS_FATAL_ERROR("LinuxBridgeNetDevice: device "
                   << GetBridgePort(i)->GetIfIndex() << " of node " << GetNode()->GetId()
                   << " was added by BridgeNetDevice::AddBridgePort(); expected "
                      "LinuxBridgeNetDevice::AddBridgePort()");
}

// AddBridgePort() refuses the port of another bridge, but BridgeNetDevice::AddBridgePort() does
// not. Each of the two bridges would forward all frames.
void
LinuxBridgeNetDevice::CheckSharedPorts() const
{
    for (const auto& port : m_egress)
    {
        const auto other = FindBridgeOfPort(port->GetDevice(), this);
        NS_ABORT_MSG_IF(other,
                        "LinuxBridgeNetDevice: device "
                            << port->GetDevice()->GetIfIndex() << " of node " << GetNode()->GetId()
                            << " is also a port of the " << other->GetInstanceTypeId().GetName()
                            << " that is device " << other->GetIfIndex()
                            << ": expected one bridge");
    }
}

// AddBridgePort() has looked for loops before, but a device may have joined a channel since then,
// and a bridge of another kind may have closed a loop.
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

// As br_stp_disable_port() of Linux: stations behind a link that is down may come back elsewhere.
// The callback does not say whose link has changed.
void
LinuxBridgeNetDevice::FlushPortsThatAreDown()
{
    for (uint32_t i = 0; i < m_egress.size(); ++i)
    {
        NS_LOG_DEBUG("the link of port " << i << " is "
                                         << (m_egress[i]->GetDevice()->IsLinkUp()
                                                 ? "up"
                                                 : "down: its addresses are forgotten"));
        if (!m_egress[i]->GetDevice()->IsLinkUp())
        {
            m_forwarding.GetDatabase().Flush(i);
        }
    }
}

// A bridge has few ports, so a linear search is enough.
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
    CheckPorts();
    UpdateAttributes();
    ++m_counters.received;
    // Promiscuous handlers see a frame whether or not the bridge forwards it.
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet, protocol, source, destination, type);
    }
    const uint32_t number = GetPortNumber(PeekPointer(port));
    const Frame frame{packet, protocol, source, destination};
    if (m_egress.empty()) // disposed of
    {
        Drop(frame, LinuxBridgeDropReason::NO_EGRESS);
        return;
    }
    Execute(Judge(*m_egress[number], number, frame), frame, number);
}

// LinuxBridgeForwarding knows addresses and ports only. The relays of an access point depend on the
// device of the ingress port and are handled here.
LinuxBridgeVerdict
LinuxBridgeNetDevice::Judge(LinuxBridgePort& ingress, uint32_t number, const Frame& frame)
{
    ingress.CheckRelay(frame.packet, frame.destination);
    const auto verdict =
        m_forwarding.Receive(number, ToNumber(frame.source), ToNumber(frame.destination), GetNow());
    if (verdict.learned)
    {
        LogLearning(*verdict.learned, number, frame);
        CheckReturn(*verdict.learned);
    }
    // In Linux the frames that an access point relays between its stations never reach the bridge.
    // In ns-3 they do, and flooding one would deliver a copy to the other ports.
    if (verdict.flood && !verdict.deliver && ingress.Relays(frame.destination))
    {
        return {.drop = LinuxBridgeDropReason::SAME_PORT};
    }
    return verdict;
}

// A bridge of another kind can close a loop while the simulation runs. A frame that comes back
// through it seems to be from a station that has moved, or from the bridge itself. Both are rare,
// so that the search costs nothing.
void
LinuxBridgeNetDevice::CheckReturn(BridgeForwardingDatabase::LearnResult result) const
{
    if (result == BridgeForwardingDatabase::LearnResult::MOVED ||
        result == BridgeForwardingDatabase::LearnResult::LOCAL)
    {
        CheckLoops();
    }
}

// A refreshed entry is not worth a message: each frame of a known station refreshes one.
void
LinuxBridgeNetDevice::LogLearning(BridgeForwardingDatabase::LearnResult result,
                                  uint32_t ingress,
                                  const Frame& frame) const
{
    switch (result)
    {
    case BridgeForwardingDatabase::LearnResult::ADDED:
        NS_LOG_DEBUG(Mac48Address::ConvertFrom(frame.source) << " learned on port " << ingress);
        break;
    case BridgeForwardingDatabase::LearnResult::MOVED:
        NS_LOG_DEBUG(Mac48Address::ConvertFrom(frame.source) << " moved to port " << ingress);
        break;
    case BridgeForwardingDatabase::LearnResult::FULL:
        NS_LOG_DEBUG(Mac48Address::ConvertFrom(frame.source)
                     << " not learned on port " << ingress << ": MaxLearned addresses are known");
        break;
    case BridgeForwardingDatabase::LearnResult::LOCAL:
        NS_LOG_DEBUG(Mac48Address::ConvertFrom(frame.source)
                     << " not learned on port " << ingress << ": it is an address of the bridge");
        break;
    case BridgeForwardingDatabase::LearnResult::REFRESHED:
        break;
    }
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
        // One frame entered, and each copy beyond the first was made here.
        m_counters.copied += forwarded + delivered - 1;
        return;
    }
    // The frame was for the host, which did not take it, or to be flooded without another port.
    Drop(frame,
         verdict.deliver ? LinuxBridgeDropReason::NO_HANDLER : LinuxBridgeDropReason::NO_EGRESS);
}

uint32_t
LinuxBridgeNetDevice::Forward(const LinuxBridgeVerdict& verdict,
                              const Frame& frame,
                              uint32_t ingress)
{
    const auto send = [this, &frame](uint32_t number) {
        // Each port gets a separate copy, to which its device adds a header.
        m_egress[number]->Send(frame.packet->Copy(),
                               frame.source,
                               frame.destination,
                               frame.protocol);
    };
    if (verdict.egress)
    {
        NS_LOG_LOGIC("frame " << frame.packet->GetUid() << " from "
                              << Mac48Address::ConvertFrom(frame.source) << " to "
                              << Mac48Address::ConvertFrom(frame.destination)
                              << " is forwarded to port " << *verdict.egress);
        send(*verdict.egress);
        return 1;
    }
    uint32_t copies = 0;
    for (uint32_t i = 0; verdict.flood && i < m_egress.size(); ++i)
    {
        if (i != ingress)
        {
            NS_LOG_LOGIC("frame " << frame.packet->GetUid() << " from "
                                  << Mac48Address::ConvertFrom(frame.source) << " to "
                                  << Mac48Address::ConvertFrom(frame.destination)
                                  << " is flooded to port " << i);
            send(i);
            ++copies;
        }
    }
    return copies;
}

bool
LinuxBridgeNetDevice::Deliver(const Frame& frame)
{
    NS_LOG_LOGIC("frame " << frame.packet->GetUid() << " from "
                          << Mac48Address::ConvertFrom(frame.source) << " to "
                          << Mac48Address::ConvertFrom(frame.destination)
                          << (m_receive.IsNull() ? " finds no stack in the host"
                                                 : " is delivered to the host"));
    return !m_receive.IsNull() && m_receive(this, frame.packet, frame.protocol, frame.source);
}

void
LinuxBridgeNetDevice::Drop(const Frame& frame, LinuxBridgeDropReason reason)
{
    NS_LOG_DEBUG("drop frame " << frame.packet->GetUid() << " from "
                               << Mac48Address::ConvertFrom(frame.source) << " to "
                               << Mac48Address::ConvertFrom(frame.destination) << ": "
                               << GetLinuxBridgeDropReasonName(reason));
    m_counters.CountDrop(reason);
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
    CheckPorts();
    UpdateAttributes();
    ++m_counters.sent;
    // NetDevice::Send() reports whether a device has accepted the packet: here, whether a port has.
    const uint64_t before = m_counters.forwarded;
    const Ptr<const Packet> payload = packet;
    const Frame frame{payload, protocolNumber, source, dest};
    Execute(m_forwarding.Send(ToNumber(dest), GetNow()), frame, HOST);
    return m_counters.forwarded != before;
}

// The base class keeps the callbacks private, so this class needs its own copies.
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

// The number is that of BridgeNetDevice::GetBridgePort(); a wrong one throws std::out_of_range.
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

// Not const, because counting removes the entries that have aged.
std::size_t
LinuxBridgeNetDevice::GetNLearned()
{
    UpdateAttributes();
    return m_forwarding.GetDatabase().GetNLearned(GetNow());
}

} // namespace ns3
