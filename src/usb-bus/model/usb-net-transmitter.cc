// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-transmitter.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbNetTransmitter");

void
UsbNetTransmitter::SetCallbacks(DoneCallback done, QueueCallback queue)
{
    m_done = done;
    m_queue = queue;
}

void
UsbNetTransmitter::Configure(uint32_t urbs, bool queueBulk, Time resubmitDelay)
{
    m_softInterrupt.Cancel(); // It may be that of a device that is gone.
    m_softPending = false;
    m_resubmitDelay = resubmitDelay;
    m_slots.resize(urbs);
    for (auto& slot : m_slots)
    {
        slot.urb = Create<Urb>();
        slot.urb->request.queueBulk = queueBulk;
        slot.urb->request.endpoint = GetEndpoint();
        slot.urb->completion = MakeCallback(&UsbNetTransmitter::Completed, this);
    }
}

void
UsbNetTransmitter::Close()
{
    UsbNetPipe::Close();
    m_softInterrupt.Cancel();
    m_softPending = false;
    for (auto& slot : m_slots)
    {
        slot.urb->completion = Urb::CompletionCallback();
    }
    m_slots.clear();
    m_done = DoneCallback();
    m_queue = QueueCallback();
}

bool
UsbNetTransmitter::IsBusy() const
{
    return m_used >= m_slots.size() || m_softPending || IsPaused();
}

void
UsbNetTransmitter::Send(UsbNetFrame frame, uint32_t length)
{
    const auto slot = std::ranges::find(m_slots, false, &Slot::used);
    slot->used = true;
    slot->taken = false;
    ++m_used;
    slot->urb->request.length = length;
    slot->urb->frame = std::move(frame);
    // A URB that is refused counts as one that has failed at once.
    if (!Submit(slot->urb))
    {
        Completed(slot->urb);
    }
    StopQueueIfBusy();
}

// The adapter has acknowledged the frame's last packet. The packet is delivered here, not when the
// URB comes back, which may be a millisecond later.
void
UsbNetTransmitter::FrameTaken(Ptr<Urb> urb)
{
    Find(urb).taken = true;
    m_done(urb->frame.packet, std::nullopt);
}

uint32_t
UsbNetTransmitter::GetHeld() const
{
    return static_cast<uint32_t>(
        std::ranges::count_if(m_slots, [](const Slot& slot) { return slot.used && !slot.taken; }));
}

void
UsbNetTransmitter::Completed(Ptr<Urb> urb)
{
    const bool wasBusy = m_used >= m_slots.size();
    Finish(Find(urb));
    Recover(urb->status);
    // If the queue is stopped, this completion wakes it. In Linux 2.4 netif_wake_queue() raises the
    // transmit soft interrupt, which calls the driver's transmit function when the hardware
    // interrupt has returned; TxResubmitDelay is the time until then. A queue that runs need not be
    // woken, and costs no event.
    if (wasBusy && !IsPaused() && !m_softPending)
    {
        NS_LOG_DEBUG("the soft interrupt runs in " << m_resubmitDelay.As(Time::US));
        m_softInterrupt.Schedule(m_resubmitDelay);
        m_softPending = true;
        PromiseUpdate(Simulator::Now() + m_resubmitDelay);
    }
    StopQueueIfBusy();
}

// A URB is back. If the adapter has not taken its frame, the packet is lost, and the status of the
// URB tells why.
void
UsbNetTransmitter::Finish(Slot& slot)
{
    const Ptr<Packet> packet = slot.urb->frame.packet;
    slot.urb->frame = UsbNetFrame{};
    slot.used = false;
    --m_used;
    if (slot.taken)
    {
        return;
    }
    switch (slot.urb->status)
    {
    case UsbTransferStatus::COMPLETE:
        // All bytes went over the bus, but the adapter did not make a frame of them.
        return m_done(packet, UsbDropReason::TX_DISCARDED);
    case UsbTransferStatus::NO_DEVICE:
        return m_done(packet, UsbDropReason::UNPLUGGED);
    default:
        return m_done(packet, UsbDropReason::TX_URB_FAILED);
    }
}

// The bus was promised an update at this instant (Completed()), and did not look beyond it.
void
UsbNetTransmitter::RunSoftInterrupt()
{
    Update([this] {
        m_softPending = false;
        RunQueue();
    });
}

void
UsbNetTransmitter::RunQueue()
{
    if (!IsBusy())
    {
        m_queue(true);
    }
}

void
UsbNetTransmitter::StopQueueIfBusy()
{
    if (IsBusy())
    {
        m_queue(false);
    }
}

void
UsbNetTransmitter::Resumed()
{
    RunQueue();
}

UsbNetTransmitter::Slot&
UsbNetTransmitter::Find(const Ptr<Urb>& urb)
{
    return *std::ranges::find(m_slots, urb, &Slot::urb);
}

} // namespace ns3
