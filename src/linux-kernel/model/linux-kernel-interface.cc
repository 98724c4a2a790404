// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-interface.h"

#include "dsack-option.h"
#include "ethernet-frame.h"
#include "mss-option.h"
#include "tcp-segment-view.h"
#include "transmit-offload.h"
#include "vhost-user-card.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/queue-item.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <net/ethernet.h>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxKernelInterface");

NS_OBJECT_ENSURE_REGISTERED(LinuxKernelInterface);

namespace
{

constexpr uint16_t LEAST_MTU = 68;      ///< of IPv4 (RFC 791)
constexpr uint16_t IP_AND_TCP = 40;     ///< bytes of their headers
constexpr std::size_t TAG = 4;          ///< of a VLAN (IEEE 802.1Q), bytes
constexpr std::size_t DESTINATION = 16; ///< its place in an IPv4 header
constexpr std::size_t SOURCE = 12;      ///< its place in an IPv4 header
constexpr uint8_t ECN = 3;              ///< bits of the DS field (RFC 3168)

/// A packet for the NetDevice, which may select a queue by its DS field.
class KernelItem : public QueueItem
{
  public:
    /// @param packet of the kernel
    /// @param dsField of its IP header
    KernelItem(Ptr<Packet> packet, uint8_t dsField)
        : QueueItem(packet),
          m_dsField(dsField)
    {
    }

    bool GetUint8Value(Uint8Values field, uint8_t& value) const override
    {
        value = m_dsField;
        return field == IP_DSFIELD;
    }

  private:
    uint8_t m_dsField; ///< of the IP header
};

/// @return the DS field of an IP packet; 0 for another packet
uint8_t
GetDsField(std::span<const uint8_t> bytes, uint16_t protocol)
{
    if (bytes.size() < 2 || (protocol != ETHERTYPE_IP && protocol != ETHERTYPE_IPV6))
    {
        return 0;
    }
    return protocol == ETHERTYPE_IP ? bytes[1]
                                    : static_cast<uint8_t>(bytes[0] << 4 | bytes[1] >> 4);
}

} // namespace

TypeId
LinuxKernelInterface::GetTypeId()
{
    using I = LinuxKernelInterface;
    static TypeId tid =
        TypeId("ns3::LinuxKernelInterface")
            .SetParent<Object>()
            .SetGroupName("LinuxKernel")
            .AddConstructor<LinuxKernelInterface>()
            .AddAttribute(
                "AddMss",
                "Whether a SYN to the kernel without an MSS option gets one, with the value for "
                "the MTU. ns-3's TCP sends no such option, so Linux would send it segments of "
                "536 bytes; the TCP of any real host sends one. A SYN to an address that was not "
                "passed to AddInterface() stays as it is.",
                BooleanValue(true),
                MakeBooleanAccessor(&I::SetEarly<&I::m_addsMss>, &I::GetEarly<&I::m_addsMss>),
                MakeBooleanChecker())
            .AddAttribute("RemoveDsack",
                          "Whether the D-SACK blocks (RFC 2883), on which ns-3's TCP fails an "
                          "assertion, are removed from segments to a host for whose SYN AddMss "
                          "has added an option.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&I::SetEarly<&I::m_removesDsack>,
                                              &I::GetEarly<&I::m_removesDsack>),
                          MakeBooleanChecker())
            .AddAttribute("CompleteWhenSent",
                          "Whether, for the kernel's TCP small queues, a frame counts as sent "
                          "when the MAC has received its acknowledgment or has given the frame "
                          "up, as above a Wi-Fi driver; otherwise as soon as the NetDevice has "
                          "accepted it. For a WifiNetDevice only.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&I::SetEarly<&I::m_completesWhenSent>,
                                              &I::GetEarly<&I::m_completesWhenSent>),
                          MakeBooleanChecker())
            .AddAttribute("ChecksumOffload",
                          "Whether the card completes the checksums of packets that the kernel "
                          "sends (VIRTIO_NET_F_CSUM). The kernel then also passes packets whose "
                          "data is in several places of its memory (scatter-gather).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&I::SetEarly<&I::m_offloadsChecksums>,
                                              &I::GetEarly<&I::m_offloadsChecksums>),
                          MakeBooleanChecker())
            .AddAttribute("SegmentationOffload",
                          "Whether the card cuts large TCP/IPv4 packets of the kernel into "
                          "segments (TSO: VIRTIO_NET_F_HOST_TSO4 and VIRTIO_NET_F_HOST_ECN). For "
                          "the kernel (TCP small queues), such a packet counts as sent when all "
                          "of its segments do. Needs ChecksumOffload.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&I::SetEarly<&I::m_offloadsSegments>,
                                              &I::GetEarly<&I::m_offloadsSegments>),
                          MakeBooleanChecker())
            .AddTraceSource("FromKernel",
                            "The NetDevice has accepted a packet of the kernel.",
                            MakeTraceSourceAccessor(&LinuxKernelInterface::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("ToKernel",
                            "A packet was put into a receive buffer of the kernel.",
                            MakeTraceSourceAccessor(&LinuxKernelInterface::m_rxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet between kernel and NetDevice was dropped.",
                            MakeTraceSourceAccessor(&LinuxKernelInterface::m_dropTrace),
                            "ns3::LinuxKernelInterface::DropTracedCallback");
    return tid;
}

LinuxKernelInterface::LinuxKernelInterface() = default;

LinuxKernelInterface::~LinuxKernelInterface() = default;

template <bool LinuxKernelInterface::* Flag>
void
LinuxKernelInterface::SetEarly(bool value)
{
    NS_ABORT_MSG_IF(m_card,
                    "LinuxKernelInterface: an attribute is set after the start of the simulation: "
                    "expected it before");
    this->*Flag = value;
}

template <bool LinuxKernelInterface::* Flag>
bool
LinuxKernelInterface::GetEarly() const
{
    return this->*Flag;
}

void
LinuxKernelInterface::SetDevice(Ptr<NetDevice> device, Ipv4Address address, Ipv4Mask mask)
{
    const char* missing = !device || !device->GetNode() ? "a NetDevice on a node"
                          : !Mac48Address::IsMatchingType(device->GetAddress())
                              ? "a NetDevice with a 48-bit address"
                              : nullptr;
    if (missing)
    {
        NS_FATAL_ERROR("LinuxKernelInterface: "
                       << (device ? device->GetInstanceTypeId().GetName() : "null") << ": expected "
                       << missing);
    }
    // A mask such as 255.0.255.0 has no length.
    if (mask.GetInverse() & (mask.GetInverse() + 1))
    {
        NS_FATAL_ERROR("LinuxKernelInterface: mask "
                       << mask << ": expected one whose ones come before its zeros");
    }
    m_device = device;
    m_address = address;
    m_mask = mask;
}

Ipv4Address
LinuxKernelInterface::GetAddress() const
{
    return m_address;
}

Ptr<NetDevice>
LinuxKernelInterface::GetDevice() const
{
    return m_device;
}

std::vector<std::string>
LinuxKernelInterface::GetCommands(const std::string& name) const
{
    std::vector<std::string> commands;
    const std::string arp = m_device->NeedsArp() ? "" : " arp off";
    if (m_address != Ipv4Address::GetAny())
    {
        std::ostringstream address;
        address << m_address << "/" << m_mask.GetPrefixLength();
        commands.push_back("ip address add " + address.str() + " dev " + name);
    }
    commands.push_back("ip link set " + name + " up" + arp);
    return commands;
}

const LinuxKernelInterfaceCounters&
LinuxKernelInterface::GetCounters() const
{
    return m_counters;
}

std::size_t
LinuxKernelInterface::GetNWaiting() const
{
    return m_held.size();
}

void
LinuxKernelInterface::Connect(int fd,
                              std::function<void(VhostUserCard& card, uint32_t queue)> call,
                              std::function<void(const std::string& reason)> fail)
{
    m_call = std::move(call);
    m_fail = std::move(fail);
    if (m_device->GetMtu() < LEAST_MTU)
    {
        m_fail("MTU " + std::to_string(m_device->GetMtu()) + " of a " +
               m_device->GetInstanceTypeId().GetName() + ": expected " + std::to_string(LEAST_MTU) +
               " or more");
    }
    if (m_offloadsSegments && !m_offloadsChecksums)
    {
        m_fail("SegmentationOffload=true with ChecksumOffload=false: expected both, since each "
               "segment needs a checksum");
    }
    m_mtu = m_device->GetMtu();
    std::array<uint8_t, ETHER_ADDR_LEN> address;
    Mac48Address::ConvertFrom(m_device->GetAddress()).CopyTo(address.data());
    const OffloadFeatures offloads{m_offloadsChecksums, m_offloadsSegments, m_offloadsSegments};
    m_card = std::make_unique<VhostUserCard>(fd, address, m_mtu, offloads);
    if (m_completesWhenSent &&
        !m_unsent.Watch(m_device, [this](uint16_t buffer) { NoteSent(buffer); }))
    {
        m_fail("CompleteWhenSent: " + m_device->GetInstanceTypeId().GetName() +
               ": expected a WifiNetDevice");
    }
    m_device->GetNode()->RegisterProtocolHandler(MakeCallback(&LinuxKernelInterface::Receive, this),
                                                 0,
                                                 m_device);
    if (const auto queues = m_device->GetObject<NetDeviceQueueInterface>())
    {
        for (std::size_t i = 0; i < queues->GetNTxQueues(); ++i)
        {
            queues->GetTxQueue(i)->SetWakeCallback(MakeCallback(&LinuxKernelInterface::Wake, this));
        }
    }
}

VhostUserCard*
LinuxKernelInterface::GetCard() const
{
    return m_card.get();
}

void
LinuxKernelInterface::DoDispose()
{
    m_card.reset();
    m_call = nullptr;
    m_fail = nullptr;
    m_device = nullptr;
    m_held.clear();
    m_unfinished.clear();
    m_unsent.Stop();
    m_completion.Cancel();
    Object::DoDispose();
}

/// The NetDevice may wake its queue in the middle of its own work.
void
LinuxKernelInterface::Wake()
{
    Simulator::ScheduleNow([self = Ptr<LinuxKernelInterface>(this)] {
        if (self->m_card)
        {
            self->Transmit();
        }
    });
}

void
LinuxKernelInterface::Transmit()
{
    Attempt([this] { TakeFrames(); });
}

/// End the simulation if the kernel's driver makes a mistake.
void
LinuxKernelInterface::Attempt(const std::function<void()>& action)
{
    std::string mistake;
    try
    {
        action();
    }
    catch (const std::runtime_error& error)
    {
        mistake = error.what();
    }
    if (!mistake.empty())
    {
        m_fail(mistake);
    }
}

void
LinuxKernelInterface::TakeFrames()
{
    while (SendHeld())
    {
        const auto frame = m_card->TakeFrame();
        if (!frame)
        {
            break;
        }
        Pass(frame->header, frame->bytes, frame->buffer);
    }
    CallIfReturned();
}

/// Do what the kernel asks of the card for a frame. What comes out waits to be sent.
void
LinuxKernelInterface::Pass(const VirtioNetHeader& header,
                           const std::vector<uint8_t>& bytes,
                           uint16_t buffer)
{
    const TransmitOffload offload(m_card->GetOffloads(), m_mtu);
    const auto [frames, refusal] = offload.Apply(header, bytes);
    if (!refusal.empty())
    {
        NS_LOG_DEBUG("a frame of " << bytes.size() << " bytes cannot be sent: " << refusal);
        ++m_counters.taken;
        const auto parts = ParseEthernetFrame(bytes);
        Drop(parts ? parts->payload : Create<Packet>(bytes.data(), bytes.size()),
             LinuxKernelDropReason::OFFLOAD,
             m_counters.txDropped);
        Return(buffer);
        return;
    }
    if (frames.size() > 1)
    {
        NS_LOG_DEBUG("a frame of " << bytes.size() << " bytes is cut into " << frames.size()
                                   << " segments of " << header.gsoSize << " bytes");
        ++m_counters.cut;
    }
    m_unfinished[buffer] += frames.size();
    for (const auto& frame : frames)
    {
        Hold(frame, buffer);
    }
}

/// ns-3's TCP takes a mark (CE) for old unless its sequence number is above 0
/// (TcpSocketBase::m_ecnCESeq). The numbers of every second connection of Linux begin at 2^31 or
/// more, which is below 0.
void
LinuxKernelInterface::RequireNoEcn(std::span<const uint8_t> packet) const
{
    const bool isOwn =
        m_address == Ipv4Address::GetAny() || m_address.Get() == GetDoubleWord(packet, SOURCE);
    if (isOwn && (packet[1] & ECN) != 0 && FindTcpSegment(packet))
    {
        std::ostringstream mistake;
        mistake << "the kernel sends data with ECN to ns-3's TCP at "
                << Ipv4Address(GetDoubleWord(packet, DESTINATION))
                << ", which misses the marks of every second connection: expected UseEcn=Off "
                   "there, or net.ipv4.tcp_ecn=0 here";
        m_fail(mistake.str());
    }
}

std::vector<uint8_t>
LinuxKernelInterface::AdaptToStockTcp(const std::vector<uint8_t>& frame)
{
    auto changed = frame;
    const std::span<uint8_t> packet = std::span(changed).subspan(ETHER_HDR_LEN);
    if (packet.size() > DESTINATION + sizeof(uint32_t) &&
        m_withoutMss.contains(GetDoubleWord(packet, DESTINATION)))
    {
        RequireNoEcn(packet);
        if (m_removesDsack)
        {
            m_counters.dsackRemoved += RemoveDsack(packet);
        }
    }
    return changed;
}

void
LinuxKernelInterface::Hold(const std::vector<uint8_t>& frame, uint16_t buffer)
{
    ++m_counters.taken;
    const bool isForStock = !m_withoutMss.empty() && frame.size() > ETHER_HDR_LEN;
    const auto parts = ParseEthernetFrame(isForStock ? AdaptToStockTcp(frame) : frame);
    if (!parts)
    {
        Drop(Create<Packet>(frame.data(), frame.size()),
             LinuxKernelDropReason::MALFORMED,
             m_counters.txDropped);
        Finish(buffer);
        return;
    }
    if (const auto own = Mac48Address::ConvertFrom(m_device->GetAddress()); parts->from != own)
    {
        std::ostringstream mistake;
        mistake << "the kernel sends from address " << parts->from << ": expected " << own
                << ", that of the NetDevice, which receives for no other";
        m_fail(mistake.str());
    }
    const uint8_t dsField = GetDsField(std::span(frame).subspan(ETHER_HDR_LEN), parts->protocol);
    if (dsField > 0)
    {
        // cfg80211_classify8021d(): the user priority is in the first three bits.
        SocketPriorityTag priority;
        priority.SetPriority(dsField >> 5);
        parts->payload->AddPacketTag(priority);
    }
    m_held.push_back({parts->payload, parts->to, parts->protocol, buffer, dsField});
}

/// A frame of a buffer is done. The kernel gets the buffer back with the last one.
void
LinuxKernelInterface::Finish(uint16_t buffer)
{
    const auto frames = m_unfinished.find(buffer);
    if (frames != m_unfinished.end() && --frames->second == 0)
    {
        m_unfinished.erase(frames);
        Return(buffer);
    }
}

void
LinuxKernelInterface::Return(uint16_t buffer)
{
    m_card->ReturnBuffer(buffer);
    m_hasReturned = true;
}

void
LinuxKernelInterface::CallIfReturned()
{
    if (m_card && std::exchange(m_hasReturned, false))
    {
        Call(VhostUserCard::TRANSMIT);
    }
}

/// The MAC is in the middle of its work, and may tell of more frames of an A-MPDU.
void
LinuxKernelInterface::NoteSent(uint16_t buffer)
{
    if (!m_card)
    {
        return;
    }
    Finish(buffer);
    if (!m_completion.IsPending())
    {
        m_completion = Simulator::ScheduleNow(&LinuxKernelInterface::CallIfReturned, this);
    }
}

Ptr<NetDeviceQueue>
LinuxKernelInterface::GetQueue(const Held& frame) const
{
    const auto queues = m_device->GetObject<NetDeviceQueueInterface>();
    if (!queues || queues->GetNTxQueues() == 0)
    {
        return nullptr;
    }
    const auto select = queues->GetSelectQueueCallback();
    return queues->GetTxQueue(select ? select(Create<KernelItem>(frame.packet, frame.dsField)) : 0);
}

/// @return whether no frame waits any more
bool
LinuxKernelInterface::SendHeld()
{
    while (!m_held.empty())
    {
        const Ptr<Packet>& packet = m_held.front().packet;
        const auto queue = GetQueue(m_held.front());
        if (queue && queue->IsStopped())
        {
            NS_LOG_DEBUG("packet " << packet->GetUid() << " and " << m_held.size() - 1
                                   << " more wait: the device's queue is stopped");
            return false;
        }
        const Held frame = m_held.front();
        m_held.pop_front();
        Send(frame);
    }
    return true;
}

void
LinuxKernelInterface::Send(const Held& frame)
{
    RequireMtu();
    const Ptr<Packet>& packet = frame.packet;
    const auto original = packet->Copy();
    const uint64_t uid = packet->GetUid();
    // A MAC does not tell of frames to a group, which are not acknowledged.
    const bool waits = m_completesWhenSent && !frame.to.IsGroup();
    if (waits)
    {
        m_unsent.Add(uid, frame.buffer);
    }
    else
    {
        Finish(frame.buffer);
    }
    if (!m_device->Send(packet, frame.to, frame.protocol))
    {
        m_unsent.Complete(uid);
        Drop(original, LinuxKernelDropReason::DEVICE, m_counters.txDropped);
        return;
    }
    ++m_counters.sent;
    NS_LOG_DEBUG("packet " << uid << ", " << original->GetSize() << " bytes, from the kernel to "
                           << frame.to);
    m_txTrace(original);
}

void
LinuxKernelInterface::Receive(Ptr<NetDevice>,
                              Ptr<const Packet> packet,
                              uint16_t protocol,
                              const Address& from,
                              const Address& to,
                              NetDevice::PacketType)
{
    Attempt([&] { PutPacket(packet, protocol, from, to); });
}

void
LinuxKernelInterface::PutPacket(Ptr<const Packet> packet,
                                uint16_t protocol,
                                const Address& from,
                                const Address& to)
{
    RequireMtu();
    ++m_counters.offered;
    // The buffers of the kernel have room for a packet of the MTU, and for a VLAN.
    if (packet->GetSize() > m_mtu + TAG)
    {
        Drop(packet, LinuxKernelDropReason::TOO_LONG, m_counters.rxDropped);
        return;
    }
    std::vector<uint8_t> frame(packet->GetSize());
    packet->CopyData(frame.data(), packet->GetSize());
    if (m_addsMss && protocol == ETHERTYPE_IP)
    {
        CompleteSyn(frame);
    }
    // The addresses of a link without ARP mean nothing; the kernel accepts only its own.
    AddEthernetHeader(frame,
                      Mac48Address::ConvertFrom(from),
                      Mac48Address::ConvertFrom(m_device->NeedsArp() ? to : m_device->GetAddress()),
                      protocol);
    if (!m_card->PutFrame(frame))
    {
        Drop(packet, LinuxKernelDropReason::NO_BUFFER, m_counters.rxDropped);
        return;
    }
    ++m_counters.delivered;
    NS_LOG_DEBUG("packet " << packet->GetUid() << ", " << packet->GetSize() << " bytes, from "
                           << from << " to the kernel");
    m_rxTrace(packet);
    Call(VhostUserCard::RECEIVE);
}

void
LinuxKernelInterface::CompleteSyn(std::vector<uint8_t>& frame)
{
    if (frame.size() < DESTINATION + sizeof(uint32_t) ||
        (m_address != Ipv4Address::GetAny() &&
         m_address.Get() != GetDoubleWord(frame, DESTINATION)))
    {
        return;
    }
    if (AddMssOption(frame, m_mtu - IP_AND_TCP))
    {
        ++m_counters.mssAdded;
        m_withoutMss.insert(GetDoubleWord(frame, SOURCE));
    }
}

/// The kernel's card has the MTU of the start of the simulation.
void
LinuxKernelInterface::RequireMtu() const
{
    if (m_device->GetMtu() != m_mtu)
    {
        m_fail("the MTU of the NetDevice has changed to " + std::to_string(m_device->GetMtu()) +
               " bytes: expected " + std::to_string(m_mtu) + ", which the kernel's card has");
    }
}

void
LinuxKernelInterface::Call(uint32_t queue)
{
    if (m_card->WantsCall(static_cast<VhostUserCard::Queue>(queue)))
    {
        m_call(*m_card, queue);
    }
}

void
LinuxKernelInterface::Drop(Ptr<const Packet> packet,
                           LinuxKernelDropReason reason,
                           uint64_t& counter)
{
    ++counter;
    NS_LOG_DEBUG(
        "packet " << packet->GetUid()
                  << (&counter == &m_counters.rxDropped ? " for the kernel" : " of the kernel")
                  << " is dropped: " << GetLinuxKernelDropReasonName(reason));
    m_dropTrace(packet, reason);
}

} // namespace ns3
