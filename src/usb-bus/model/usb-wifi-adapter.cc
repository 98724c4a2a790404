// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-wifi-adapter.h"

#include "usb-host-controller.h"
#include "usb-mac-tracker.h"

#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy-state-helper.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-ppdu.h"
#include "ns3/wifi-psdu.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbWifiAdapter");
NS_OBJECT_ENSURE_REGISTERED(UsbWifiAdapter);

namespace
{

/// The driver reads the format of messages when it starts, so that the format cannot change later.
constexpr uint32_t FIXED = TypeId::ATTR_CONSTRUCT | TypeId::ATTR_GET;

/// Bytes that hold any message: a datagram of 2296 bytes with the longest DescriptorBytes, LlcBytes
/// and RoundingBytes. A shorter buffer might never have room for one.
constexpr uint32_t LONGEST_MESSAGE = 5120;

} // namespace

template <auto MEMBER>
void
UsbWifiAdapter::SetParameter(ParameterType<MEMBER> value)
{
    this->*MEMBER = value;
    ApplyParameters();
}

template <auto MEMBER>
UsbWifiAdapter::ParameterType<MEMBER>
UsbWifiAdapter::GetParameter() const
{
    return this->*MEMBER;
}

template <typename Change>
void
UsbWifiAdapter::UpdateBus(Change&& change)
{
    if (const auto controller = GetHostController())
    {
        controller->Update(std::forward<Change>(change));
    }
    else
    {
        change();
    }
}

TypeId
UsbWifiAdapter::GetTypeId()
{
    static TypeId tid = AddTraces(AddFaultAttributes(
        AddRxAttributes(AddTxAttributes(TypeId("ns3::UsbWifiAdapter")
                                            .SetParent<UsbPeripheral>()
                                            .SetGroupName("UsbBus")
                                            .AddConstructor<UsbWifiAdapter>()))));
    return tid;
}

TypeId
UsbWifiAdapter::AddTxAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Radio",
                      "The radio: a WifiNetDevice or another device, for paths of Config::Set().",
                      TypeId::ATTR_GET,
                      PointerValue(),
                      MakePointerAccessor(&UsbWifiAdapter::GetRadio),
                      MakePointerChecker<NetDevice>())
        .AddAttribute("WifiNetDevice",
                      "The radio: a WifiNetDevice that is on its node and has its MAC.",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      PointerValue(),
                      MakePointerAccessor(&UsbWifiAdapter::SetWifiNetDevice,
                                          &UsbWifiAdapter::GetWifiNetDevice),
                      MakePointerChecker<WifiNetDevice>())
        .AddAttribute(
            "TxBuffers",
            "Number of frames from the host that the adapter holds, including the one on the "
            "air. While all buffers are in use, the adapter refuses the first packet of a "
            "message. It never takes more frames than the radio's queue holds when the driver "
            "starts. The default leaves the limit to TxBufferBytes.",
            UintegerValue(1024),
            MakeUintegerAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_txBuffers>,
                                 &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_txBuffers>),
            MakeUintegerChecker<uint32_t>(1, 1024))
        .AddAttribute(
            "TxBufferBytes",
            "Size of the transmit memory that the messages of all frames from the host share, "
            "bytes. The default is that of an RTL8822B (rtw8822b.c).",
            UintegerValue(262144),
            MakeUintegerAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_txBufferBytes>,
                                 &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_txBufferBytes>),
            MakeUintegerChecker<uint32_t>(LONGEST_MESSAGE))
        .AddAttribute("HeaderGap",
                      "Time for which the endpoint refuses all packets after the first packet of "
                      "a message.",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_headerGap>,
                                       &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_headerGap>),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("CommitGap",
                      "Time for which the endpoint refuses all packets after the last packet of "
                      "a message; the MAC then gets the frame.",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_commitGap>,
                                       &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_commitGap>),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "FifoPackets",
            "Number of USB packets that fit into the FIFO behind the endpoint; 0: any number.",
            UintegerValue(0),
            MakeUintegerAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_fifoPackets>,
                                 &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_fifoPackets>),
            MakeUintegerChecker<uint32_t>(0, 65535))
        .AddAttribute("FifoDrain",
                      "Time that the firmware takes to remove one packet from the FIFO.",
                      TimeValue(MicroSeconds(68)),
                      MakeTimeAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_fifoDrain>,
                                       &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_fifoDrain>),
                      MakeTimeChecker(NanoSeconds(1), Seconds(1)))
        .AddAttribute(
            "OverrunPolicy",
            "What happens to a message for which there is no buffer.",
            EnumValue(UsbOverrunPolicy::NAK),
            MakeEnumAccessor<UsbOverrunPolicy>(
                &UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_overrunPolicy>,
                &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_overrunPolicy>),
            MakeEnumChecker(UsbOverrunPolicy::NAK, "Nak", UsbOverrunPolicy::DROP, "Drop"));
}

TypeId
UsbWifiAdapter::AddRxAttributes(TypeId tid)
{
    return tid
        .AddAttribute(
            "RxBuffers",
            "Number of frames for the host that the adapter holds; it drops further frames. The "
            "default is not verified.",
            UintegerValue(64),
            MakeUintegerAccessor(&UsbWifiAdapter::SetParameter<&UsbWifiAdapter::m_rxBuffers>,
                                 &UsbWifiAdapter::GetParameter<&UsbWifiAdapter::m_rxBuffers>),
            MakeUintegerChecker<uint32_t>(1, 65535))
        .AddAttribute("RxProcessing",
                      "Time from the end of a frame's reception until the host can fetch it.",
                      TimeValue(MicroSeconds(20)),
                      MakeTimeAccessor(&UsbWifiAdapter::m_rxProcessing),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("DescriptorBytes",
                      "Bytes of the descriptor in front of a frame on the bus (hfa384x.h).",
                      FIXED,
                      UintegerValue(60),
                      MakeUintegerAccessor(&UsbWifiAdapter::m_descriptorBytes),
                      MakeUintegerChecker<uint32_t>(0, 1024))
        .AddAttribute("LlcBytes",
                      "Bytes of LLC and SNAP in front of a datagram on the bus.",
                      FIXED,
                      UintegerValue(8),
                      MakeUintegerAccessor(&UsbWifiAdapter::m_llcBytes),
                      MakeUintegerChecker<uint32_t>(0, 1024))
        .AddAttribute("RoundingBytes",
                      "Messages to the adapter are padded to a multiple of this many bytes.",
                      FIXED,
                      UintegerValue(64),
                      MakeUintegerAccessor(&UsbWifiAdapter::m_roundingBytes),
                      MakeUintegerChecker<uint32_t>(1, 1024));
}

TypeId
UsbWifiAdapter::AddFaultAttributes(TypeId tid)
{
    return tid
        .AddAttribute("RxHold",
                      "Fault in which the adapter refuses all IN tokens (kuang2003, 4.2.1). "
                      "Null: the adapter does not have this fault.",
                      PointerValue(),
                      MakePointerAccessor(&UsbWifiAdapter::SetRxHold, &UsbWifiAdapter::GetRxHold),
                      MakePointerChecker<UsbFault>())
        .AddAttribute(
            "IrqBlock",
            "Fault in which the host's interrupt handler does not run. Null: the adapter does "
            "not have this fault.",
            PointerValue(),
            MakePointerAccessor(&UsbWifiAdapter::SetIrqBlock, &UsbWifiAdapter::GetIrqBlock),
            MakePointerChecker<UsbFault>());
}

TypeId
UsbWifiAdapter::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource(
            "TxAccepted",
            "The last byte of a frame from the host has arrived, at the instant of the first "
            "argument. Fires when the bus is next brought up to the present, up to CommitGap "
            "later.",
            MakeTraceSourceAccessor(&UsbWifiAdapter::m_txAcceptedTrace),
            "ns3::UsbWifiAdapter::TransferTracedCallback")
        .AddTraceSource("TxCommitted",
                        "The firmware hands a frame to the MAC.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_txCommittedTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("TxFreed",
                        "The MAC is done with a frame, sent or not; its buffer is free. The packet "
                        "has its LLC header.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_txFreedTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("RxQueued",
                        "A frame from the air has a receive buffer.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_rxQueuedTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource(
            "RxSent",
            "The last byte of a frame has gone to the host, at the instant of the first "
            "argument. Fires when the bus is next brought up to the present, at the "
            "latest at the interrupt.",
            MakeTraceSourceAccessor(&UsbWifiAdapter::m_rxSentTrace),
            "ns3::UsbWifiAdapter::TransferTracedCallback")
        .AddTraceSource("Drop",
                        "A frame is dropped, with the reason.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_dropTrace),
                        "ns3::UsbWifiAdapter::DropTracedCallback")
        .AddTraceSource("TxInUse",
                        "Number of complete frames from the host in the adapter, including those "
                        "in the MAC; the first argument is when the number changed.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_txInUse),
                        "ns3::UsbWifiAdapter::InUseTracedCallback")
        .AddTraceSource("RxInUse",
                        "Number of frames for the host in the adapter; the first argument is "
                        "when the number changed.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_rxInUse),
                        "ns3::UsbWifiAdapter::InUseTracedCallback");
}

UsbWifiAdapter::UsbWifiAdapter()
{
}

UsbWifiAdapter::~UsbWifiAdapter()
{
}

void
UsbWifiAdapter::DoDispose()
{
    NS_LOG_FUNCTION(this);
    // No listener is called any more, because it may have been disposed of already.
    m_driver = nullptr;
    m_txCounters.CountDrop(UsbDropReason::DISPOSED, GetTxCounters().held);
    m_rxCounters.CountDrop(UsbDropReason::DISPOSED, GetRxCounters().held);
    m_arrivals.clear();
    m_rxFrames.clear();
    SetRxHold(nullptr);
    SetIrqBlock(nullptr);
    if (m_mac)
    {
        m_listener->adapter = nullptr;
        m_mac->Disconnect();
        m_mac = nullptr;
    }
    m_radio = nullptr;
    UsbPeripheral::DoDispose();
}

void
UsbWifiAdapter::SetWifiNetDevice(Ptr<WifiNetDevice> device)
{
    if (m_radio || !device || !device->GetNode() || !device->GetMac())
    {
        NS_FATAL_ERROR("UsbWifiAdapter::SetWifiNetDevice(): "
                       << (m_radio   ? "the adapter has a WifiNetDevice already"
                           : !device ? "the WifiNetDevice is null"
                                     : "the WifiNetDevice is not on a node or has no MAC"));
    }
    SetRadio(device);
}

void
UsbWifiAdapter::SetRadio(Ptr<NetDevice> device)
{
    const std::string missing = !device              ? "radio"
                                : !device->GetNode() ? "node"
                                                     : UsbMacTracker::GetMissing(device);
    if (m_radio || !missing.empty())
    {
        NS_FATAL_ERROR("UsbWifiAdapter::SetRadio(): "
                       << (device ? device->GetInstanceTypeId().GetName() : "null") << " refused: "
                       << (m_radio ? "the adapter has a radio already" : "it has no " + missing));
    }
    m_radio = device;
    // The radio stays a device of its node and may outlive the adapter. Its callbacks therefore go
    // to an object that the radio itself keeps alive.
    m_listener = Create<RadioListener>();
    m_listener->adapter = this;
    m_radio->SetReceiveCallback(MakeCallback(&RadioListener::Receive, m_listener));
    m_radio->AddLinkChangeCallback(MakeCallback(&RadioListener::LinkChanged, m_listener));
    if (const auto wifi = GetWifiNetDevice())
    {
        for (const auto& phy : wifi->GetPhys())
        {
            const bool isConnected = phy->GetState()->TraceConnectWithoutContext(
                "RxOutcome",
                MakeCallback(&RadioListener::RxOutcome, m_listener));
            NS_ABORT_MSG_UNLESS(isConnected, "WifiPhyStateHelper has no trace source RxOutcome");
        }
    }
    m_mac = Create<UsbMacTracker>(device, MakeCallback(&UsbWifiAdapter::MacDone, this));
}

Ptr<WifiNetDevice>
UsbWifiAdapter::GetWifiNetDevice() const
{
    return DynamicCast<WifiNetDevice>(m_radio);
}

Ptr<NetDevice>
UsbWifiAdapter::GetRadio() const
{
    return m_radio;
}

void
UsbWifiAdapter::SetDriver(UsbAdapterDriver* driver)
{
    if (!m_radio || !GetHostController() || m_driver)
    {
        NS_FATAL_ERROR("USB driver refused: the adapter "
                       << (!m_radio   ? "has no radio"
                           : m_driver ? "has a driver already"
                                      : "is not attached to a UsbHostController"));
    }
    // The events of the bus have the context of the node on which the driver runs. One bus cannot
    // serve the drivers of two nodes.
    const uint32_t node = m_radio->GetNode()->GetId();
    const uint32_t host = GetHostController()->GetContext();
    if (host != Simulator::NO_CONTEXT && host != node)
    {
        NS_FATAL_ERROR("USB driver refused: the bus belongs to node "
                       << host << ", the " << m_radio->GetInstanceTypeId().GetName() << " to node "
                       << node);
    }
    NS_LOG_LOGIC("the adapter of node " << node << " has a driver now");
    m_driver = driver;
    GetHostController()->SetContext(node);
    ApplyParameters();
}

void
UsbWifiAdapter::Start()
{
    m_hasStarted = true;
    ApplyParameters();
    for (const auto& fault : {m_rxHold, m_irqBlock})
    {
        if (fault)
        {
            fault->Start();
        }
    }
}

void
UsbWifiAdapter::EnablePromiscuous()
{
    // The callback is set again on each call, because Node::RegisterProtocolHandler() replaces the
    // callback of every device when it is given a promiscuous handler.
    m_promiscuous = true;
    m_radio->SetPromiscReceiveCallback(MakeCallback(&RadioListener::PromiscReceive, m_listener));
}

bool
UsbWifiAdapter::IsLinkUp() const
{
    return GetHostController() && m_radio && m_radio->IsLinkUp();
}

UsbWifiMessageFormat
UsbWifiAdapter::GetMessageFormat() const
{
    return {m_descriptorBytes, m_llcBytes, m_roundingBytes};
}

void
UsbWifiAdapter::ClearHalt(bool in)
{
    NS_LOG_LOGIC("the data toggle of " << (in ? "IN" : "OUT") << " begins anew");
    UpdateBus([this, in] {
        if (in)
        {
            // A new toggle makes the endpoint forget the packet that the host has not taken.
            LoseSkippedFrames(m_function.GetLastRxFrame());
            UpdateRxOccupancy(Simulator::Now());
        }
        m_function.ClearHalt(in);
    });
}

void
UsbWifiAdapter::RadioListener::LinkChanged()
{
    if (adapter)
    {
        adapter->LinkChanged();
    }
}

void
UsbWifiAdapter::LinkChanged()
{
    if (m_driver)
    {
        m_driver->LinkChanged();
    }
}

UsbFunction&
UsbWifiAdapter::GetFunction()
{
    return m_function;
}

// Bus time has reached the instant at which the firmware hands a message on, CommitGap after its
// last packet. All messages that are due by now are taken.
void
UsbWifiAdapter::Wake()
{
    UpdateBus([this] {
        const UsbBitTime now = GetHostController()->GetBitTime();
        while (const auto message = m_function.TakeDueMessage(now))
        {
            Commit(*message);
        }
    });
}

// The last packet of a message has been acknowledged on the bus. From here on the frame is the
// adapter's, whatever becomes of the URB. The bus reports it when it is brought up to the present,
// which is no later than the commit. A message that is reported again is a repeat whose ACK the
// host had missed.
void
UsbWifiAdapter::TransferReceived(Ptr<Urb> urb, uint64_t message, Time at)
{
    if (message == m_lastArrival || !urb->frame.packet)
    {
        NS_LOG_LOGIC("message " << message << " repeats a frame or carries none");
        return;
    }
    NS_LOG_LOGIC("message " << message << " brings packet " << urb->frame.packet->GetUid());
    m_lastArrival = message;
    ++m_txCounters.offered;
    if (m_arrivals.full())
    {
        m_arrivals.set_capacity(2 * m_arrivals.capacity());
    }
    m_arrivals.push_back({message, urb->frame});
    m_txAcceptedTrace(at, urb->frame.packet);
    if (m_driver)
    {
        m_driver->FrameTaken(urb);
    }
    // The firmware was due to hand this message on before (see Commit()). It does so now, because
    // only now the frame is no longer the host's.
    if (message == m_late.number)
    {
        UpdateBus([this] {
            if (!m_late.overrun)
            {
                m_function.TakeTxBuffers(1, m_late.bytes);
            }
            Commit(m_late);
        });
    }
    UpdateTxOccupancies(at);
}

// The firmware is done with a message and hands its frame to the MAC. A message that found no
// buffer under the policy Drop was taken from the host and is thrown away here (kuang2003, footnote
// 5).
void
UsbWifiAdapter::Commit(const UsbAdapterFunction::Message& message)
{
    if (m_arrivals.empty() || m_arrivals.front().message != message.number)
    {
        // The ACK of the message's last packet was lost on the wire. The adapter has the frame, but
        // the host does not know it, so that the frame counts as the host's until the packet is
        // repeated.
        NS_LOG_LOGIC("message " << message.number
                                << " is whole, but the host has missed the last ACK");
        m_late = message;
        if (!message.overrun)
        {
            m_function.ReleaseTxBuffer(message.bytes);
        }
        return;
    }
    const UsbNetFrame frame = std::move(m_arrivals.front().frame);
    m_arrivals.pop_front();
    if (message.overrun)
    {
        DropTx(frame.packet, UsbDropReason::TX_OVERRUN);
    }
    else
    {
        HandToMac(frame, message.bytes);
    }
    UpdateTxOccupancies(Simulator::Now());
}

void
UsbWifiAdapter::HandToMac(const UsbNetFrame& frame, uint32_t bytes)
{
    m_txCommittedTrace(frame.packet);
    if (!GetHostController())
    {
        // A listener of the trace TxCommitted has unplugged the adapter.
        DropTx(frame.packet, UsbDropReason::UNPLUGGED);
        return;
    }
    NS_LOG_LOGIC("packet " << frame.packet->GetUid()
                           << " goes to the MAC; frames before it: " << m_mac->GetSize());
    m_mac->Send(frame, bytes);
}

// The MAC has sent the frame or given it up: its transmit buffer is free, and the OUT endpoint may
// accept the next message. The host is not told. linux-wlan-ng asks for no transmit reports, so
// that its driver never learns what became of a frame.
void
UsbWifiAdapter::MacDone(Ptr<const Packet> packet,
                        uint32_t bytes,
                        std::optional<UsbDropReason> reason)
{
    UpdateBus([&] {
        m_function.ReleaseTxBuffer(bytes);
        if (reason)
        {
            DropTx(packet, *reason);
        }
        else
        {
            ++m_txCounters.delivered;
        }
        NS_LOG_DEBUG("a transmit buffer is free; in use: " << m_function.GetTxBuffersInUse());
        m_txFreedTrace(packet);
        UpdateTxOccupancies(Simulator::Now());
    });
}

// The adapter has left the bus. Frames that wait in it are lost, except for those that the MAC has:
// the radio goes on and sends them, and they keep their buffers if the adapter is plugged in again.
void
UsbWifiAdapter::Detached()
{
    NS_LOG_LOGIC("unplugged with " << m_arrivals.size() << " frames from the host and "
                                   << m_rxFrames.size() << " for it");
    for (const auto& arrival : m_arrivals)
    {
        DropTx(arrival.frame.packet, UsbDropReason::UNPLUGGED);
    }
    for (const auto& frame : m_rxFrames)
    {
        DropRx(frame.packet, UsbDropReason::UNPLUGGED);
    }
    m_arrivals.clear();
    m_rxFrames.clear();
    m_function.Reset();
    if (m_mac)
    {
        m_function.TakeTxBuffers(m_mac->GetSize(), m_mac->GetBytes());
    }
    m_lastArrival = 0;
    m_late = {};
    m_lastSent = 0;
    m_hasStarted = false;
    for (const auto& fault : {m_rxHold, m_irqBlock})
    {
        if (fault)
        {
            fault->Stop();
        }
    }
    UpdateTxOccupancies(Simulator::Now());
    UpdateRxOccupancy(Simulator::Now());
    UsbAdapterDriver* driver = m_driver;
    m_driver = nullptr;
    if (driver)
    {
        driver->LinkChanged();
    }
}

void
UsbWifiAdapter::DropTx(Ptr<const Packet> packet, UsbDropReason reason)
{
    NS_LOG_LOGIC("packet " << packet->GetUid()
                           << " from the host is dropped: " << GetUsbDropReasonName(reason));
    m_txCounters.CountDrop(reason);
    m_dropTrace(packet, reason);
}

void
UsbWifiAdapter::UpdateTxOccupancies(Time at)
{
    const Time now = Simulator::Now();
    const uint32_t mac = m_mac ? m_mac->GetSize() : 0;
    // The frames in the adapter are those that wait for the firmware and those that the MAC is not
    // done with. The share of time in which the MAC has none tells how long the radio was starved.
    const uint32_t frames = static_cast<uint32_t>(m_arrivals.size()) + mac;
    m_txInUse.Set(frames, at);
    m_txOccupancy.Set(frames, now);
    m_macOccupancy.Set(mac, now);
}

void
UsbWifiAdapter::UpdateRxOccupancy(Time at)
{
    m_rxInUse.Set(static_cast<uint32_t>(m_rxFrames.size()), at);
}

UsbPacketCounters
UsbWifiAdapter::GetTxCounters() const
{
    UsbPacketCounters counters = m_txCounters;
    counters.held = m_arrivals.size() + (m_mac ? m_mac->GetSize() : 0);
    return counters;
}

const UsbOccupancy&
UsbWifiAdapter::GetTxOccupancy() const
{
    return m_txOccupancy;
}

const UsbOccupancy&
UsbWifiAdapter::GetMacOccupancy() const
{
    return m_macOccupancy;
}

void
UsbWifiAdapter::RestartOccupancies()
{
    m_txOccupancy.Restart(Simulator::Now());
    m_macOccupancy.Restart(Simulator::Now());
}

uint64_t
UsbWifiAdapter::GetRepeats() const
{
    return m_function.GetRepeats();
}

void
UsbWifiAdapter::ApplyParameters()
{
    const auto controller = GetHostController();
    if (!controller)
    {
        return; // Bit times need a bus. SetDriver() calls again when there is one.
    }
    UsbAdapterParameters parameters;
    parameters.maxPacket = controller->GetMaxBulkPacket();
    // The chip's memory is the radio's queue: where that is shorter, frames wait in the host.
    parameters.txBuffers = m_mac ? std::min(m_txBuffers, m_mac->GetQueueLimit()) : m_txBuffers;
    parameters.txBufferBytes = m_txBufferBytes;
    parameters.headerGap = controller->ToBits(m_headerGap);
    parameters.commitGap = controller->ToBits(m_commitGap);
    parameters.fifoPackets = m_fifoPackets;
    parameters.fifoDrain = controller->ToBits(m_fifoDrain);
    parameters.overrunPolicy = m_overrunPolicy;
    parameters.rxBuffers = m_rxBuffers;
    controller->Update([&] { m_function.SetParameters(parameters); });
    m_arrivals.set_capacity(std::max<std::size_t>(m_arrivals.capacity(), m_txBuffers + 8));
    m_rxFrames.set_capacity(std::max<std::size_t>(m_rxFrames.capacity(), m_rxBuffers));
}

// The two readings of the held acknowledgments of kuang2003, 4.2.1: the adapter does not give its
// frames to the host, or the host does not take them.
void
UsbWifiAdapter::SetRxHold(Ptr<UsbFault> fault)
{
    ReplaceFault(m_rxHold, fault, MakeCallback(&UsbWifiAdapter::HoldReceive, this));
}

Ptr<UsbFault>
UsbWifiAdapter::GetRxHold() const
{
    return m_rxHold;
}

void
UsbWifiAdapter::SetIrqBlock(Ptr<UsbFault> fault)
{
    ReplaceFault(m_irqBlock, fault, MakeCallback(&UsbWifiAdapter::BlockInterrupts, this));
}

Ptr<UsbFault>
UsbWifiAdapter::GetIrqBlock() const
{
    return m_irqBlock;
}

void
UsbWifiAdapter::ReplaceFault(Ptr<UsbFault>& fault, Ptr<UsbFault> other, UsbFault::Action action)
{
    if (fault == other)
    {
        return; // what it has scheduled stays
    }
    if (fault)
    {
        fault->Detach();
    }
    fault = other;
    if (fault)
    {
        fault->Attach(action);
        if (m_hasStarted)
        {
            fault->Start();
        }
    }
}

// MacRxMiddle misses some duplicates without QoS, see UsbDuplicateCache. QoS data has numbers of
// its own there. From HT on all data has QoS.
void
UsbWifiAdapter::RadioListener::RxOutcome(Ptr<const WifiPpdu> ppdu,
                                         RxSignalInfo /* signal */,
                                         const WifiTxVector& txVector,
                                         const std::vector<bool>& outcomes)
{
    const bool isOneFrame = outcomes.size() == 1 && outcomes.front();
    if (txVector.GetModulationClass() >= WIFI_MOD_CLASS_HT || !isOneFrame)
    {
        return;
    }
    const WifiMacHeader& header = ppdu->GetPsdu()->GetHeader(0);
    if (header.IsCtl() || header.IsQosData() || header.GetAddr1().IsGroup())
    {
        return;
    }
    if (cache.IsDuplicate(header.GetAddr1(),
                          header.GetAddr2(),
                          header.GetSequenceControl(),
                          header.IsRetry()))
    {
        duplicateAt = Simulator::Now();
    }
}

bool
UsbWifiAdapter::RadioListener::Receive(Ptr<NetDevice> device,
                                       Ptr<const Packet> packet,
                                       uint16_t protocol,
                                       const Address& source)
{
    // A promiscuous adapter is given the same frame through the other callback, which also tells
    // its destination.
    if (adapter && !adapter->m_promiscuous)
    {
        // The receive callback of a NetDevice does not tell the destination.
        adapter->QueueForHost({ConstCast<Packet>(packet),
                               Mac48Address::ConvertFrom(source),
                               Mac48Address::ConvertFrom(device->GetAddress()),
                               protocol,
                               NetDevice::PACKET_HOST});
    }
    return true;
}

bool
UsbWifiAdapter::RadioListener::PromiscReceive(Ptr<NetDevice> /* device */,
                                              Ptr<const Packet> packet,
                                              uint16_t protocol,
                                              const Address& source,
                                              const Address& destination,
                                              NetDevice::PacketType type)
{
    if (adapter)
    {
        adapter->QueueForHost({ConstCast<Packet>(packet),
                               Mac48Address::ConvertFrom(source),
                               Mac48Address::ConvertFrom(destination),
                               protocol,
                               type});
    }
    return true;
}

void
UsbWifiAdapter::QueueForHost(UsbNetFrame frame)
{
    ++m_rxCounters.offered;
    UpdateBus([&] { TakeRxBuffer(std::move(frame)); });
}

// A frame from the air needs a receive buffer until the host has fetched it. Without a free one it
// is dropped, because nothing can make the sender in the air wait: this is where a bus that is too
// slow loses frames of a download.
void
UsbWifiAdapter::TakeRxBuffer(UsbNetFrame&& frame)
{
    const auto controller = GetHostController();
    if (!controller || !m_driver)
    {
        DropRx(frame.packet, UsbDropReason::UNPLUGGED);
        return;
    }
    if (m_listener->duplicateAt == Simulator::Now())
    {
        DropRx(frame.packet, UsbDropReason::MAC_DUPLICATE);
        return;
    }
    if (!m_function.HasRxBuffer())
    {
        DropRx(frame.packet, UsbDropReason::RX_OVERRUN);
        return;
    }
    // The host can fetch the frame when the firmware has dealt with it (RxProcessing).
    m_function.AddRxFrame(GetMessageFormat().GetInLength(frame.packet->GetSize()),
                          controller->GetBitTime() + controller->ToBits(m_rxProcessing));
    NS_LOG_LOGIC("packet " << frame.packet->GetUid() << " from the air waits for the host; frames "
                           << "before it: " << m_rxFrames.size());
    m_rxQueuedTrace(frame.packet);
    if (m_rxFrames.full())
    {
        m_rxFrames.set_capacity(2 * m_rxFrames.capacity());
    }
    m_rxFrames.push_back(std::move(frame));
    UpdateRxOccupancy(Simulator::Now());
}

void
UsbWifiAdapter::TransferSent(Ptr<Urb> urb, uint64_t message, Time at)
{
    if (message == m_lastSent)
    {
        return; // The host repeats the last packet, because its ACK was lost.
    }
    // Only the host's toggle has been reset, not the adapter's: the endpoint went on.
    LoseSkippedFrames(message - 1);
    if (m_rxFrames.empty())
    {
        return; // A listener of the trace Drop has unplugged the adapter.
    }
    m_lastSent = message;
    urb->frame = std::move(m_rxFrames.front());
    NS_LOG_LOGIC("packet " << urb->frame.packet->GetUid() << " has gone to the host");
    m_rxFrames.pop_front();
    ++m_rxCounters.delivered;
    m_rxSentTrace(at, urb->frame.packet);
    UpdateRxOccupancy(at);
}

// The endpoint has sent the last packets of these frames, the host has missed them, and they are
// not sent again.
void
UsbWifiAdapter::LoseSkippedFrames(uint64_t last)
{
    while (m_lastSent < last && !m_rxFrames.empty())
    {
        // A listener of the trace Drop may unplug the adapter, which forgets all frames.
        const UsbNetFrame frame = std::move(m_rxFrames.front());
        m_rxFrames.pop_front();
        ++m_lastSent;
        DropRx(frame.packet, UsbDropReason::RX_TRUNCATED);
    }
}

void
UsbWifiAdapter::DropRx(Ptr<const Packet> packet, UsbDropReason reason)
{
    NS_LOG_LOGIC("packet " << packet->GetUid()
                           << " from the air is dropped: " << GetUsbDropReasonName(reason));
    m_rxCounters.CountDrop(reason);
    m_dropTrace(packet, reason);
}

UsbPacketCounters
UsbWifiAdapter::GetRxCounters() const
{
    UsbPacketCounters counters = m_rxCounters;
    counters.held = m_rxFrames.size();
    return counters;
}

void
UsbWifiAdapter::HoldReceive(Time duration)
{
    const auto controller = GetHostController();
    if (controller)
    {
        NS_LOG_LOGIC("fault: all IN tokens are refused for " << duration.As(Time::MS));
        controller->Update([&] {
            const UsbBitTime now = controller->GetBitTime();
            m_function.HoldRx(now, now + controller->ToBits(duration));
        });
    }
}

// The fault of kuang2003, 4.2.1, in its second reading: frames are on the host's side of the bus,
// but its interrupt handler does not run.
void
UsbWifiAdapter::BlockInterrupts(Time duration)
{
    const auto controller = GetHostController();
    if (controller)
    {
        controller->BlockInterrupts(duration);
    }
}

int64_t
UsbWifiAdapter::AssignStreams(int64_t stream)
{
    // A fault that the adapter does not have keeps its streams, so that having it moves no others.
    const int64_t first = stream;
    for (const auto& fault : {m_rxHold, m_irqBlock})
    {
        if (fault)
        {
            fault->AssignStreams(stream);
        }
        stream += UsbFault::STREAMS;
    }
    return stream - first;
}

} // namespace ns3
