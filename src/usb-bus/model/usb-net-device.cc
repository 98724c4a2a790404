// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-device.h"

#include "usb-host-check.h"
#include "usb-packet-priority.h"

#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/ethernet-header.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbNetDevice");
NS_OBJECT_ENSURE_REGISTERED(UsbNetDevice);

namespace
{

/// The smallest MTU of an IPv4 host (RFC 791).
constexpr uint16_t MIN_MTU = 68;
/// The largest datagram of a WifiNetDevice: the largest MSDU (IEEE 802.11-2007, 6.2.1.1.2) less the
/// header of LLC and SNAP. ns-3's constant is in another header as of 3.46.
constexpr uint16_t MAX_MTU = 2304 - 8;

// Names of the attributes that the driver reads when it starts.
constexpr char QUEUE_MODE[] = "QueueMode";
constexpr char MAX_TX_URBS[] = "MaxTxUrbs";
constexpr char IN_URBS[] = "InUrbs";
constexpr char IN_URB_SIZE[] = "InUrbSize";
constexpr char TX_RESUBMIT_DELAY[] = "TxResubmitDelay";
constexpr char RX_RESUBMIT_DELAY[] = "RxResubmitDelay";
constexpr char RX_DELIVER_DELAY[] = "RxDeliverDelay";
constexpr char HALT_DELAY[] = "HaltDelay";
constexpr char ERROR_PAUSE[] = "ErrorPause";

} // namespace

template <auto MEMBER, const char* NAME>
void
UsbNetDevice::SetStartValue(StartValue<MEMBER> value)
{
    if (m_started && value != this->*MEMBER)
    {
        NS_FATAL_ERROR("ns3::UsbNetDevice::"
                       << NAME << " of node " << m_adapter->GetRadio()->GetNode()->GetId()
                       << " is changed after the driver has read it: expected a value before "
                          "Simulator::Run(), or while the adapter is unplugged");
    }
    this->*MEMBER = value;
}

template <auto MEMBER>
UsbNetDevice::StartValue<MEMBER>
UsbNetDevice::GetStartValue() const
{
    return this->*MEMBER;
}

TypeId
UsbNetDevice::GetTypeId()
{
    static TypeId tid = AddTraces(AddAttributes(TypeId("ns3::UsbNetDevice")
                                                    .SetParent<NetDevice>()
                                                    .SetGroupName("UsbBus")
                                                    .AddConstructor<UsbNetDevice>()));
    return tid;
}

TypeId
UsbNetDevice::AddAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Adapter",
                      "The adapter that the driver serves, for paths of Config::Set().",
                      TypeId::ATTR_GET,
                      PointerValue(),
                      MakePointerAccessor(&UsbNetDevice::GetAdapter),
                      MakePointerChecker<UsbWifiAdapter>())
        .AddAttribute("Mtu",
                      "Largest packet, bytes. A longer one is dropped with reason TOO_LONG.",
                      UintegerValue(1500),
                      MakeUintegerAccessor(&UsbNetDevice::SetMtu, &UsbNetDevice::GetMtu),
                      MakeUintegerChecker<uint16_t>(MIN_MTU, MAX_MTU))
        .AddAttribute(
            QUEUE_MODE,
            "Queueless: the driver gives the bus one packet at a time. Queued: it gives up to "
            "MaxTxUrbs. Read when the driver starts, like all attributes except Mtu; it cannot "
            "change while the driver runs.",
            EnumValue(QueueMode::QUEUELESS),
            MakeEnumAccessor<QueueMode>(
                &UsbNetDevice::SetStartValue<&UsbNetDevice::m_queueMode, QUEUE_MODE>,
                &UsbNetDevice::GetStartValue<&UsbNetDevice::m_queueMode>),
            MakeEnumChecker(QueueMode::QUEUELESS, "Queueless", QueueMode::QUEUED, "Queued"))
        .AddAttribute(MAX_TX_URBS,
                      "Number of OUT URBs in progress at a time in mode Queued. Default: the "
                      "adapter's transmit buffers.",
                      UintegerValue(2),
                      MakeUintegerAccessor(
                          &UsbNetDevice::SetStartValue<&UsbNetDevice::m_maxTxUrbs, MAX_TX_URBS>,
                          &UsbNetDevice::GetStartValue<&UsbNetDevice::m_maxTxUrbs>),
                      MakeUintegerChecker<uint32_t>(1, 256))
        .AddAttribute(
            IN_URBS,
            "Number of IN URBs posted at a time. The driver of kuang2003 has one.",
            UintegerValue(1),
            MakeUintegerAccessor(&UsbNetDevice::SetStartValue<&UsbNetDevice::m_inUrbs, IN_URBS>,
                                 &UsbNetDevice::GetStartValue<&UsbNetDevice::m_inUrbs>),
            MakeUintegerChecker<uint32_t>(1, 256))
        .AddAttribute(IN_URB_SIZE,
                      "Bytes of an IN URB's buffer (hfa384x_usb.c: 3000). At least one packet of "
                      "the bus: 64 at full speed, 512 at high speed.",
                      UintegerValue(3000),
                      MakeUintegerAccessor(
                          &UsbNetDevice::SetStartValue<&UsbNetDevice::m_inUrbSize, IN_URB_SIZE>,
                          &UsbNetDevice::GetStartValue<&UsbNetDevice::m_inUrbSize>),
                      MakeUintegerChecker<uint32_t>(64, 65535))
        .AddAttribute(
            TX_RESUBMIT_DELAY,
            "Time from the completion of an OUT URB, through the wake of the queue and the soft "
            "interrupt, to the next submission. Estimated; any value from 20 to 300 us gives the "
            "same results in kuang2003's table 2.",
            TimeValue(MicroSeconds(45)),
            MakeTimeAccessor(
                &UsbNetDevice::SetStartValue<&UsbNetDevice::m_txResubmitDelay, TX_RESUBMIT_DELAY>,
                &UsbNetDevice::GetStartValue<&UsbNetDevice::m_txResubmitDelay>),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            RX_RESUBMIT_DELAY,
            "Time from the completion of an IN URB until it is posted again. Estimated; any "
            "value from 10 to 300 us gives the same results in kuang2003's table 2.",
            TimeValue(MicroSeconds(25)),
            MakeTimeAccessor(
                &UsbNetDevice::SetStartValue<&UsbNetDevice::m_rxResubmitDelay, RX_RESUBMIT_DELAY>,
                &UsbNetDevice::GetStartValue<&UsbNetDevice::m_rxResubmitDelay>),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            RX_DELIVER_DELAY,
            "Time from the completion of an IN URB until its packet reaches the network layer. "
            "Estimated.",
            TimeValue(MicroSeconds(30)),
            MakeTimeAccessor(
                &UsbNetDevice::SetStartValue<&UsbNetDevice::m_rxDeliverDelay, RX_DELIVER_DELAY>,
                &UsbNetDevice::GetStartValue<&UsbNetDevice::m_rxDeliverDelay>),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            HALT_DELAY,
            "Time from a STALL until the halt is cleared in process context.",
            TimeValue(MilliSeconds(2)),
            MakeTimeAccessor(&UsbNetDevice::SetStartValue<&UsbNetDevice::m_haltDelay, HALT_DELAY>,
                             &UsbNetDevice::GetStartValue<&UsbNetDevice::m_haltDelay>),
            MakeTimeChecker(Time(0), Seconds(10)))
        .AddAttribute(
            ERROR_PAUSE,
            "How long any other failure stops the transfers of its direction (hfa384x_usb.c: 1/8 "
            "s).",
            TimeValue(MilliSeconds(125)),
            MakeTimeAccessor(&UsbNetDevice::SetStartValue<&UsbNetDevice::m_errorPause, ERROR_PAUSE>,
                             &UsbNetDevice::GetStartValue<&UsbNetDevice::m_errorPause>),
            MakeTimeChecker(Time(0), Seconds(10)));
}

TypeId
UsbNetDevice::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource("MacTx",
                        "A packet goes to the adapter: the instant at which tcpdump sees it.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macTxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacTxDrop",
                        "A packet from the stack is dropped.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macTxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRx",
                        "A packet goes to the stack.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macRxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRxDrop",
                        "A packet from the adapter is dropped.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macRxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacPromiscRx",
                        "A packet goes to the stack's promiscuous receivers.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macPromiscRxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Sniffer",
                        "Packets to and from the stack with an Ethernet header (tcpdump -p). The "
                        "destination of received ones is this device's address unless a handler "
                        "receives promiscuously.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_snifferTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PromiscSniffer",
                        "Like Sniffer, and also the packets for other stations.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_promiscSnifferTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Drop",
                        "A packet is dropped, with the reason.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_dropTrace),
                        "ns3::UsbNetDevice::DropTracedCallback");
}

void
UsbNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
UsbNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
UsbNetDevice::GetChannel() const
{
    return m_adapter ? m_adapter->GetRadio()->GetChannel() : nullptr;
}

void
UsbNetDevice::SetAddress(Address address)
{
    if (!m_adapter)
    {
        NS_FATAL_ERROR("UsbNetDevice::SetAddress() before Attach()");
    }
    // The driver has no address of its own; it shows that of the radio.
    m_adapter->GetRadio()->SetAddress(address);
}

Address
UsbNetDevice::GetAddress() const
{
    return m_adapter ? m_adapter->GetRadio()->GetAddress() : Address();
}

bool
UsbNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU || mtu > MAX_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
UsbNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
UsbNetDevice::IsLinkUp() const
{
    return m_adapter && m_adapter->IsLinkUp();
}

void
UsbNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChanges.ConnectWithoutContext(callback);
}

bool
UsbNetDevice::IsBroadcast() const
{
    return true;
}

Address
UsbNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
UsbNetDevice::IsMulticast() const
{
    return true;
}

Address
UsbNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
UsbNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
UsbNetDevice::IsBridge() const
{
    return false;
}

bool
UsbNetDevice::IsPointToPoint() const
{
    return false;
}

Ptr<Node>
UsbNetDevice::GetNode() const
{
    return m_node;
}

void
UsbNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
UsbNetDevice::NeedsArp() const
{
    return true;
}

void
UsbNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_receive = cb;
}

void
UsbNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscReceive = cb;
    if (m_adapter)
    {
        m_adapter->EnablePromiscuous();
    }
}

bool
UsbNetDevice::SupportsSendFrom() const
{
    return m_adapter && m_adapter->GetRadio()->SupportsSendFrom();
}

UsbNetDevice::UsbNetDevice() = default;

UsbNetDevice::~UsbNetDevice() = default;

// The simulation begins. The driver starts now and not in Attach(), because attributes and random
// streams may be set in between.
void
UsbNetDevice::DoInitialize()
{
    m_initialized = true;
    Start();
    NetDevice::DoInitialize();
}

void
UsbNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    // What has crossed the bus by now is no longer held, also where the bus has not told yet.
    if (const auto controller = m_adapter ? m_adapter->GetHostController() : nullptr)
    {
        controller->Update([] {});
    }
    m_txCounters.CountDrop(UsbDropReason::DISPOSED, m_transmitter.GetHeld());
    m_rxCounters.CountDrop(UsbDropReason::DISPOSED, m_receiver.GetHeld());
    m_transmitter.Close();
    m_receiver.Close();
    m_started = false;
    if (m_adapter)
    {
        m_adapter->Dispose();
    }
    m_adapter = nullptr;
    m_queue = nullptr;
    m_radioQueues = nullptr;
    m_node = nullptr;
    m_receive = NetDevice::ReceiveCallback();
    m_promiscReceive = NetDevice::PromiscReceiveCallback();
    NetDevice::DoDispose();
}

void
UsbNetDevice::NotifyNewAggregate()
{
    if (!m_queue)
    {
        m_queue = GetObject<NetDeviceQueueInterface>();
    }
    NetDevice::NotifyNewAggregate();
}

void
UsbNetDevice::Attach(Ptr<UsbWifiAdapter> adapter)
{
    NS_LOG_FUNCTION(this << adapter);
    if (!adapter || (m_adapter && m_started))
    {
        NS_FATAL_ERROR("UsbNetDevice::Attach(): " << (adapter
                                                          ? "the device drives an adapter already"
                                                          : "the adapter is null"));
    }
    adapter->SetDriver(&m_driver);
    m_adapter = adapter;
    NS_LOG_LOGIC("drives the adapter at USB address " << +adapter->GetUsbAddress());
    if (!m_promiscReceive.IsNull())
    {
        m_adapter->EnablePromiscuous();
    }
    Start();
    m_linkChanges();
}

Ptr<UsbWifiAdapter>
UsbNetDevice::GetAdapter() const
{
    return m_adapter;
}

// What the probe function of a USB driver does: look at the bus, open the two bulk pipes, post the
// IN URBs, and let the queue run. It needs an adapter on a bus and a simulation that has begun, in
// whichever order they come.
void
UsbNetDevice::Start()
{
    if (!m_initialized || !m_adapter || m_started || !m_adapter->GetHostController())
    {
        return;
    }
    m_started = true;
    CheckRadioUnused(m_adapter->GetRadio());
    CheckRouting(this);
    const auto controller = m_adapter->GetHostController();
    // A buffer smaller than a packet of the bus would make every full packet babble.
    if (m_inUrbSize < controller->GetMaxBulkPacket())
    {
        NS_FATAL_ERROR("ns3::UsbNetDevice::InUrbSize is "
                       << m_inUrbSize << ": expected " << controller->GetMaxBulkPacket()
                       << " to 65535 bytes on this bus, so that a whole packet fits");
    }
    const auto clearHalt = MakeCallback(&UsbWifiAdapter::ClearHalt, m_adapter);
    const uint8_t address = m_adapter->GetUsbAddress();
    const UsbAdapterParameters endpoints;
    m_transmitter.SetCallbacks(MakeCallback(&UsbNetDevice::TxDone, this),
                               MakeCallback(&UsbNetDevice::RunQueue, this));
    m_transmitter.SetRecovery(m_haltDelay, m_errorPause);
    m_transmitter.Open(controller, {address, endpoints.outEndpoint, false}, clearHalt);
    // In mode Queueless the driver has one URB and submits it again when it is back, as
    // linux-wlan-ng does. Mode Queued is the change that the authors of kuang2003 made to it.
    const bool queued = m_queueMode == QueueMode::QUEUED;
    NS_LOG_LOGIC("started with " << (queued ? m_maxTxUrbs : 1) << " OUT URBs and " << m_inUrbs
                                 << " IN URBs of " << m_inUrbSize << " bytes");
    m_transmitter.Configure(queued ? m_maxTxUrbs : 1, queued, m_txResubmitDelay);
    m_receiver.SetCallbacks(MakeCallback(&UsbNetDevice::Deliver, this),
                            MakeCallback(&UsbNetDevice::DropRx, this));
    m_receiver.SetRecovery(m_haltDelay, m_errorPause);
    m_receiver.Open(controller, {address, endpoints.inEndpoint, true}, clearHalt);
    m_receiver.Configure(m_inUrbs,
                         m_inUrbSize,
                         m_rxResubmitDelay,
                         m_rxDeliverDelay,
                         m_adapter->GetMessageFormat());
    m_receiver.Start();
    m_radioQueues = GetQosQueues(m_adapter->GetRadio());
    m_adapter->Start();
    RunQueue(true);
}

UsbNetDevice::Driver::Driver(UsbNetDevice* owner)
    : device(owner)
{
}

void
UsbNetDevice::Driver::FrameTaken(Ptr<Urb> urb)
{
    device->m_transmitter.FrameTaken(urb);
}

void
UsbNetDevice::Driver::LinkChanged()
{
    device->LinkChanged();
}

// The adapter has gone, or its radio has been associated or disassociated. A driver without a bus
// starts anew when its adapter is attached again.
void
UsbNetDevice::LinkChanged()
{
    if (!m_adapter->GetHostController())
    {
        m_started = false;
    }
    NS_LOG_LOGIC("link " << (IsLinkUp() ? "up" : "down") << (m_started ? "" : ", unplugged"));
    m_linkChanges();
}

bool
UsbNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    ++m_txCounters.offered;
    if (const auto reason = GetRefusal(packet, dest))
    {
        DropTx(packet, *reason);
        return false;
    }
    Transmit({packet, Mac48Address(), Mac48Address::ConvertFrom(dest), protocolNumber});
    return true;
}

bool
UsbNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocolNumber)
{
    ++m_txCounters.offered;
    const auto refusal = GetRefusal(packet, dest);
    if (refusal || !SupportsSendFrom() || !Mac48Address::IsMatchingType(source))
    {
        DropTx(packet, refusal.value_or(UsbDropReason::SOURCE_ADDRESS));
        return false;
    }
    Transmit({.packet = packet,
              .source = Mac48Address::ConvertFrom(source),
              .destination = Mac48Address::ConvertFrom(dest),
              .protocol = protocolNumber,
              .relayed = true});
    return true;
}

// MacTx fires here, which is where tcpdump on the sender sees a packet: when it leaves the device
// queue, and not when TCP sends it (kuang2003, 4.2.2).
void
UsbNetDevice::Transmit(UsbNetFrame frame)
{
    NS_LOG_LOGIC("packet " << frame.packet->GetUid() << " of " << frame.packet->GetSize()
                           << " bytes goes to " << frame.destination);
    NS_ABORT_MSG_IF(m_queue && m_queue->GetTxQueue(0)->GetQueueLimits(),
                    "UsbNetDevice: queue limits have no effect, as most packets wait in the "
                    "adapter: expected none; set UsbWifiAdapter::TxBuffers");
    if (m_radioQueues)
    {
        SetUsbPacketPriority(*m_radioQueues, frame.packet, frame.destination, frame.protocol);
    }
    m_macTxTrace(frame.packet);
    if (IsSniffed(false))
    {
        UsbNetFrame seen = frame;
        // The adapter writes its own address into frames that are not relayed. A capture shows what
        // goes on the air.
        seen.source = frame.relayed ? frame.source : Mac48Address::ConvertFrom(GetAddress());
        Sniff(seen, false);
    }
    const uint32_t length = m_adapter->GetMessageFormat().GetOutLength(frame.packet->GetSize());
    m_transmitter.Send(std::move(frame), length);
}

// Why the driver cannot take a packet. The traffic-control layer does not offer one while the queue
// is stopped; a caller that goes around it gets QUEUE_STOPPED.
std::optional<UsbDropReason>
UsbNetDevice::GetRefusal(Ptr<const Packet> packet, const Address& dest) const
{
    if (packet->GetSize() > m_mtu)
    {
        return UsbDropReason::TOO_LONG;
    }
    if (!Mac48Address::IsMatchingType(dest))
    {
        return UsbDropReason::DESTINATION_ADDRESS;
    }
    if (!m_started || !IsLinkUp())
    {
        return UsbDropReason::LINK_DOWN;
    }
    if (m_transmitter.IsBusy())
    {
        return UsbDropReason::QUEUE_STOPPED;
    }
    return std::nullopt;
}

// The packet is delivered when the adapter has it. The driver does not learn what the radio does
// with it.
void
UsbNetDevice::TxDone(Ptr<const Packet> packet, std::optional<UsbDropReason> reason)
{
    if (reason)
    {
        DropTx(packet, *reason);
    }
    else
    {
        ++m_txCounters.delivered;
    }
}

void
UsbNetDevice::DropTx(Ptr<const Packet> packet, UsbDropReason reason)
{
    NS_LOG_LOGIC("packet " << packet->GetUid()
                           << " from the stack is dropped: " << GetUsbDropReasonName(reason));
    m_txCounters.CountDrop(reason);
    m_macTxDropTrace(packet);
    m_dropTrace(packet, reason);
}

void
UsbNetDevice::DropRx(Ptr<const Packet> packet, UsbDropReason reason)
{
    NS_LOG_LOGIC("packet " << packet->GetUid()
                           << " from the adapter is dropped: " << GetUsbDropReasonName(reason));
    m_rxCounters.CountDrop(reason);
    m_macRxDropTrace(packet);
    m_dropTrace(packet, reason);
}

// netif_wake_queue() and netif_stop_queue(). Without a NetDeviceQueueInterface there is no queue to
// stop, and packets that find no URB are dropped.
void
UsbNetDevice::RunQueue(bool run)
{
    if (!m_queue)
    {
        return;
    }
    if (run)
    {
        NS_LOG_DEBUG("the device queue is woken: an OUT URB is free");
        m_queue->GetTxQueue(0)->Wake();
    }
    else
    {
        NS_LOG_DEBUG("the device queue is stopped: no OUT URB may be submitted");
        m_queue->GetTxQueue(0)->Stop();
    }
}

// A frame goes up the stack. Frames for others reach the promiscuous receivers only, as those of
// any NetDevice do.
void
UsbNetDevice::Deliver(const UsbNetFrame& frame)
{
    const bool forUs = frame.type != NetDevice::PACKET_OTHERHOST;
    if (IsSniffed(!forUs))
    {
        Sniff(frame, !forUs);
    }
    if (m_receive.IsNull() && m_promiscReceive.IsNull())
    {
        DropRx(frame.packet, UsbDropReason::NO_RECEIVER);
        return;
    }
    NS_LOG_LOGIC("packet " << frame.packet->GetUid() << " of " << frame.packet->GetSize()
                           << " bytes from " << frame.source << " goes to the stack");
    ++m_rxCounters.delivered;
    if (forUs)
    {
        m_macRxTrace(frame.packet);
        if (!m_receive.IsNull())
        {
            m_receive(this, frame.packet, frame.protocol, frame.source);
        }
    }
    if (!m_promiscReceive.IsNull())
    {
        m_macPromiscRxTrace(frame.packet);
        m_promiscReceive(this,
                         frame.packet,
                         frame.protocol,
                         frame.source,
                         frame.destination,
                         frame.type);
    }
}

// A copy with an Ethernet header is made only if somebody looks at it.
bool
UsbNetDevice::IsSniffed(bool promiscuousOnly) const
{
    return (!promiscuousOnly && !m_snifferTrace.IsEmpty()) || !m_promiscSnifferTrace.IsEmpty();
}

void
UsbNetDevice::Sniff(const UsbNetFrame& frame, bool promiscuousOnly)
{
    const Ptr<Packet> copy = frame.packet->Copy();
    EthernetHeader header(false);
    header.SetSource(frame.source);
    header.SetDestination(frame.destination);
    header.SetLengthType(frame.protocol);
    copy->AddHeader(header);
    if (!promiscuousOnly)
    {
        m_snifferTrace(copy);
    }
    m_promiscSnifferTrace(copy);
}

UsbPacketCounters
UsbNetDevice::GetTxCounters() const
{
    UsbPacketCounters counters = m_txCounters;
    counters.held = m_transmitter.GetHeld();
    return counters;
}

UsbPacketCounters
UsbNetDevice::GetRxCounters() const
{
    UsbPacketCounters counters = m_rxCounters;
    counters.offered = m_receiver.GetOffered();
    counters.held = m_receiver.GetHeld();
    return counters;
}

uint64_t
UsbNetDevice::GetRxFailures() const
{
    return m_receiver.GetFailures();
}

} // namespace ns3
