// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-receiver.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

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
    m_frames.set_capacity(4 * urbs);
    m_toPost.clear(); // URBs of a device that is gone
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
    return m_offered;
}

uint32_t
UsbNetReceiver::GetHeld() const
{
    return static_cast<uint32_t>(m_frames.size());
}

uint64_t
UsbNetReceiver::GetRunts() const
{
    return m_runts;
}

void
UsbNetReceiver::Completed(Ptr<Urb> urb)
{
    TakeFrame(*urb);
    Recover(urb->status);
    const bool comesBack = urb->status == UsbTransferStatus::COMPLETE ||
                           urb->status == UsbTransferStatus::OVERFLOW_ERROR;
    if (comesBack && m_resubmitDelay.IsZero())
    {
        Post(urb); // from the callback itself, as the kernel's driver does
    }
    else if (comesBack)
    {
        m_toPost.push_back({Simulator::Now() + m_resubmitDelay, urb});
        PromiseUpdate(m_toPost.back().when);
    }
    ScheduleProcess();
}

void
UsbNetReceiver::TakeFrame(Urb& urb)
{
    UsbNetFrame frame;
    std::swap(frame, urb.frame);
    if (!frame.packet)
    {
        m_runts += urb.status == UsbTransferStatus::COMPLETE ? 1 : 0;
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
        ++m_runts;
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
