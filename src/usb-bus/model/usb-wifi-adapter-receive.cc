// SPDX-License-Identifier: GPL-2.0-only

// UsbWifiAdapter: from the air to the host, and the faults on that way.

#include "usb-host-controller.h"
#include "usb-wifi-adapter.h"

namespace ns3
{

bool
UsbWifiAdapter::RadioListener::Receive(Ptr<NetDevice> device,
                                       Ptr<const Packet> packet,
                                       uint16_t protocol,
                                       const Address& source)
{
    // A promiscuous adapter has the same frame by the other callback, with more about it.
    if (adapter && !adapter->m_promiscuous)
    {
        // WifiNetDevice does not say here whom a frame was addressed to.
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
    const auto controller = GetHostController();
    if (!controller || !m_driver)
    {
        DropRx(frame.packet, UsbDropReason::UNPLUGGED);
        return;
    }
    const UsbHostController::Update update(PeekPointer(controller));
    if (!m_function.HasRxBuffer())
    {
        DropRx(frame.packet, UsbDropReason::RX_OVERRUN);
        return;
    }
    m_function.AddRxFrame(GetMessageFormat().GetInLength(frame.packet->GetSize()),
                          controller->GetBitTime() + controller->ToBits(m_rxProcessing));
    m_rxQueuedTrace(frame.packet);
    if (m_rxFrames.full())
    {
        m_rxFrames.set_capacity(2 * m_rxFrames.capacity());
    }
    m_rxFrames.push_back(std::move(frame));
    UpdateRxOccupancy();
}

void
UsbWifiAdapter::TransferSent(Ptr<Urb> urb, uint64_t message)
{
    if (message == m_lastSent)
    {
        return; // a repeat of the last packet
    }
    for (; m_lastSent + 1 < message; ++m_lastSent)
    {
        // A halt was cleared while the host had not taken the last packet of that frame.
        DropRx(m_rxFrames.front().packet, UsbDropReason::RX_TRUNCATED);
        m_rxFrames.pop_front();
    }
    m_lastSent = message;
    urb->frame = std::move(m_rxFrames.front());
    m_rxFrames.pop_front();
    ++m_rxCounters.delivered;
    m_rxSentTrace(urb->frame.packet);
    UpdateRxOccupancy();
}

void
UsbWifiAdapter::DropRx(Ptr<const Packet> packet, UsbDropReason reason)
{
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

const UsbOccupancy&
UsbWifiAdapter::GetRxOccupancy() const
{
    return m_rxOccupancy;
}

void
UsbWifiAdapter::HoldReceive(Time duration)
{
    const auto controller = GetHostController();
    if (controller)
    {
        const UsbHostController::Update update(PeekPointer(controller));
        const UsbBitTime now = controller->GetBitTime();
        m_function.HoldRx(now, now + controller->ToBits(duration));
    }
}

void
UsbWifiAdapter::ScheduleRxHold(Time start, Time duration)
{
    m_rxHold.ScheduleAt(start, duration);
}

void
UsbWifiAdapter::BlockInterrupts(Time duration)
{
    const auto controller = GetHostController();
    if (controller)
    {
        controller->BlockInterrupts(duration);
    }
}

void
UsbWifiAdapter::ScheduleIrqBlock(Time start, Time duration)
{
    m_irqBlock.ScheduleAt(start, duration);
}

int64_t
UsbWifiAdapter::AssignStreams(int64_t stream)
{
    const int64_t used = m_rxHold.AssignStreams(stream);
    return used + m_irqBlock.AssignStreams(stream + used);
}

} // namespace ns3
