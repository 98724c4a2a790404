// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-device.h"

#include "ns3/ethernet-header.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbNetDevice");

UsbNetDevice::UsbNetDevice()
{
}

UsbNetDevice::~UsbNetDevice()
{
}

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
    m_transmitter.Close();
    m_receiver.Close();
    m_started = false;
    if (m_adapter)
    {
        m_adapter->Dispose();
    }
    m_adapter = nullptr;
    m_queue = nullptr;
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
        NS_FATAL_ERROR(
            "UsbNetDevice: " << (adapter ? "drives an adapter already" : "the adapter is null"));
    }
    adapter->SetDriver(&m_driver);
    m_adapter = adapter;
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

void
UsbNetDevice::Start()
{
    if (!m_initialized || !m_adapter || m_started || !m_adapter->GetHostController())
    {
        return;
    }
    m_started = true;
    const auto controller = m_adapter->GetHostController();
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
    const bool queued = m_queueMode == QueueMode::QUEUED;
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
    m_adapter->StartFaults();
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

void
UsbNetDevice::LinkChanged()
{
    if (!m_adapter->GetHostController())
    {
        m_started = false;
    }
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

void
UsbNetDevice::Transmit(UsbNetFrame frame)
{
    m_macTxTrace(frame.packet);
    if (IsSniffed(false))
    {
        UsbNetFrame seen = frame;
        seen.source = frame.relayed ? frame.source : Mac48Address::ConvertFrom(GetAddress());
        Sniff(seen, false);
    }
    const uint32_t length = m_adapter->GetMessageFormat().GetOutLength(frame.packet->GetSize());
    m_transmitter.Send(std::move(frame), length);
}

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
    NS_LOG_LOGIC("tx drop: " << GetUsbDropReasonName(reason));
    m_txCounters.CountDrop(reason);
    m_macTxDropTrace(packet);
    m_dropTrace(packet, reason);
}

void
UsbNetDevice::DropRx(Ptr<const Packet> packet, UsbDropReason reason)
{
    NS_LOG_LOGIC("rx drop: " << GetUsbDropReasonName(reason));
    m_rxCounters.CountDrop(reason);
    m_macRxDropTrace(packet);
    m_dropTrace(packet, reason);
}

void
UsbNetDevice::RunQueue(bool run)
{
    if (!m_queue)
    {
        return;
    }
    if (run)
    {
        m_queue->GetTxQueue(0)->Wake();
    }
    else
    {
        m_queue->GetTxQueue(0)->Stop();
    }
}

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
UsbNetDevice::GetTxFailures() const
{
    return m_transmitter.GetFailures();
}

uint64_t
UsbNetDevice::GetRxFailures() const
{
    return m_receiver.GetFailures();
}

uint64_t
UsbNetDevice::GetRxRunts() const
{
    return m_receiver.GetRunts();
}

} // namespace ns3
