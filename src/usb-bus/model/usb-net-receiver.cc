// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-receiver.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbNetReceiver");

void
UsbNetReceiver::SetCallbacks(DeliverCallback deliver, DropCallback drop)
{
    m_deliver = deliver;
    m_drop = drop;
}

void
UsbNetReceiver::Configure(uint32_t urbs,
                          uint32_t size,
                          Time resubmitDelay,
                          Time deliverDelay,
                          const UsbWifiMessageFormat& format)
{
    m_format = format;
    m_resubmitDelay = resubmitDelay;
    m_deliverDelay = deliverDelay;
    m_urbs.resize(urbs);
    // Frames of a device that is gone may still be on their way to the network layer.
    m_frames.set_capacity(std::max<std::size_t>(m_frames.capacity(), 4 * urbs));
    m_toPost.clear(); // The URBs may be those of a device that is gone.
    m_toPost.set_capacity(urbs);
    for (auto& urb : m_urbs)
    {
        urb = Create<Urb>();
        urb->request.endpoint = GetEndpoint();
        urb->request.length = size;
        urb->request.queueBulk = urbs > 1;
        urb->completion = MakeCallback(&UsbNetReceiver::Completed, this);
        urb->completionTime = resubmitDelay;
    }
}

void
UsbNetReceiver::Start()
{
    for (const auto& urb : m_urbs)
    {
        Post(urb);
    }
}

void
UsbNetReceiver::Close()
{
    UsbNetPipe::Close();
    m_process.Cancel();
    m_processTime = Time::Max();
    m_offered = GetOffered(); // the URBs will not come back
    for (auto& urb : m_urbs)
    {
        urb->completion = Urb::CompletionCallback();
    }
    m_urbs.clear();
    m_frames.clear();
    m_toPost.clear();
    m_deliver = DeliverCallback();
    m_drop = DropCallback();
}

uint64_t
UsbNetReceiver::GetOffered() const
{
    return m_offered + CountFramesInUrbs();
}

uint32_t
UsbNetReceiver::GetHeld() const
{
    return static_cast<uint32_t>(m_frames.size()) + CountFramesInUrbs();
}

// The adapter has delivered such a frame, and nobody else counts it until the URB is back.
uint32_t
UsbNetReceiver::CountFramesInUrbs() const
{
    return static_cast<uint32_t>(std::ranges::count_if(m_urbs, [](const auto& urb) {
        return urb->frame.packet != nullptr;
    }));
}

// An IN URB is back, in interrupt context. linux-wlan-ng submits it again from the callback;
// RxResubmitDelay is the time that this takes, and during which an adapter with a single URB is not
// polled. A URB that failed otherwise than by babble waits for the recovery (Resumed()).
void
UsbNetReceiver::Completed(Ptr<Urb> urb)
{
    TakeFrame(*urb);
    Recover(urb->status);
    const bool comesBack = urb->status == UsbTransferStatus::COMPLETE ||
                           urb->status == UsbTransferStatus::OVERFLOW_ERROR;
    if (comesBack && m_resubmitDelay.IsZero())
    {
        Post(urb);
    }
    else if (comesBack)
    {
        m_toPost.push_back({Simulator::Now() + m_resubmitDelay, urb});
        PromiseUpdate(m_toPost.back().when);
    }
    ScheduleProcess();
}

// Each URB brings one frame at most, and a frame is whole only if as many bytes came as its message
// has. The frame reaches the network layer after RxDeliverDelay, which stands for the tasklet that
// converts it.
void
UsbNetReceiver::TakeFrame(Urb& urb)
{
    UsbNetFrame frame;
    std::swap(frame, urb.frame);
    if (!frame.packet)
    {
        NS_LOG_DEBUG("a URB came back without a frame: " << GetUsbTransferStatusName(urb.status));
        return;
    }
    ++m_offered;
    if (urb.status == UsbTransferStatus::NO_DEVICE)
    {
        m_drop(frame.packet, UsbDropReason::UNPLUGGED);
    }
    else if (urb.status != UsbTransferStatus::COMPLETE)
    {
        m_drop(frame.packet, UsbDropReason::RX_URB_FAILED);
    }
    else if (urb.actualLength != m_format.GetInLength(frame.packet->GetSize()))
    {
        NS_LOG_LOGIC("runt: packet " << frame.packet->GetUid() << " needs a message of "
                                     << m_format.GetInLength(frame.packet->GetSize()) << " bytes, "
                                     << urb.actualLength << " came");
        m_drop(frame.packet, UsbDropReason::RX_TRUNCATED);
    }
    else
    {
        if (m_frames.full())
        {
            m_frames.set_capacity(2 * m_frames.capacity());
        }
        m_frames.push_back({Simulator::Now() + m_deliverDelay, std::move(frame)});
    }
}

// One event serves both lists: it is at the earlier of their first instants.
void
UsbNetReceiver::ScheduleProcess()
{
    const Time frame = m_frames.empty() ? Time::Max() : m_frames.front().when;
    const Time post = m_toPost.empty() ? Time::Max() : m_toPost.front().when;
    const Time next = Min(frame, post);
    if (m_processTime <= next)
    {
        return; // it is pending, or there is nothing to do
    }
    if (m_processTime != Time::Max())
    {
        m_process.Remove();
    }
    m_processTime = next;
    m_process.Schedule(next - Simulator::Now());
}

void
UsbNetReceiver::Process()
{
    m_processTime = Time::Max();
    const Time now = Simulator::Now();
    PostDue(now);
    while (!m_frames.empty() && m_frames.front().when <= now)
    {
        const UsbNetFrame frame = std::move(m_frames.front().what);
        m_frames.pop_front();
        m_deliver(frame);
    }
    ScheduleProcess();
}

// The bus was promised an update at this instant (Completed()), and did not look beyond it.
void
UsbNetReceiver::PostDue(Time now)
{
    if (m_toPost.empty() || m_toPost.front().when > now)
    {
        return;
    }
    Update([this, now] {
        while (!m_toPost.empty() && m_toPost.front().when <= now)
        {
            const Ptr<Urb> urb = m_toPost.front().what;
            m_toPost.pop_front();
            Post(urb);
        }
    });
}

void
UsbNetReceiver::Post(Ptr<Urb> urb)
{
    if (!IsPaused() && !Submit(urb))
    {
        Recover(urb->status);
    }
}

// The recovery is over. All URBs are posted again, except for those that are under way or will be
// posted anyway.
void
UsbNetReceiver::Resumed()
{
    for (const auto& urb : m_urbs)
    {
        const bool waits =
            std::ranges::any_of(m_toPost, [&urb](const auto& due) { return due.what == urb; });
        if (urb->status != UsbTransferStatus::IN_PROGRESS && !waits)
        {
            Post(urb);
        }
    }
}

} // namespace ns3
