// SPDX-License-Identifier: GPL-2.0-only

// How the UHCI driver lays transfers out in memory: descriptors, queue heads, queued bulk.

#include "uhci-hcd.h"

#include <algorithm>
#include <span>

namespace ns3
{

uint16_t
UhciHcd::AddTd(Transfer& transfer, uint16_t slot, UsbPid pid, uint32_t offset, uint32_t length)
{
    const uint16_t index = m_skeleton.AllocateTd();
    UhciTd& td = m_skeleton.GetMemory().tds[index];
    const UsbTransferRequest& request = transfer.request;
    const bool isochronous = request.type == UsbTransferType::ISOCHRONOUS;
    td.pid = pid;
    td.address = request.endpoint.address;
    td.endpoint = request.endpoint.number;
    td.lowSpeed = request.lowSpeed;
    td.isochronous = isochronous;
    td.periodic = isochronous || request.type == UsbTransferType::INTERRUPT;
    td.shortPacketDetect = !request.shortNotOk && !isochronous;
    td.maxLength = static_cast<uint16_t>(length);
    td.offset = offset;
    td.messageSize = request.length;
    td.urb = slot;
    td.active = true;
    transfer.tds.push_back(index);
    return index;
}

void
UhciHcd::BuildDataTds(Transfer& transfer, uint16_t slot, UsbPid pid)
{
    const UsbTransferRequest& request = transfer.request;
    const uint32_t packet = GetMaxPacket(request);
    const bool endsEmpty = request.zeroPacket && pid == UsbPid::OUT && request.length > 0 &&
                           request.length % packet == 0;
    const uint32_t whole = (request.length + packet - 1) / packet;
    const uint32_t count = request.length == 0 ? 1 : whole + endsEmpty;
    auto toggle = m_toggles[GetIndex(request.endpoint)];
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t offset = std::min(i * packet, request.length);
        const uint16_t td =
            AddTd(transfer, slot, pid, offset, std::min(packet, request.length - offset));
        m_skeleton.GetMemory().tds[td].toggle = toggle;
        toggle.flip();
    }
}

void
UhciHcd::BuildControlTds(Transfer& transfer, uint16_t slot)
{
    // USB 1.1, 8.5.2: SETUP is DATA0, the data stage alternates from DATA1, the status stage is
    // an empty DATA1 the other way.
    const bool in = transfer.request.endpoint.in && transfer.request.length > 0;
    AddTd(transfer, slot, UsbPid::SETUP, 0, 8);
    m_toggles[GetIndex(transfer.request.endpoint)] = true;
    if (transfer.request.length > 0)
    {
        BuildDataTds(transfer, slot, in ? UsbPid::IN : UsbPid::OUT);
    }
    const uint16_t status = AddTd(transfer, slot, in ? UsbPid::OUT : UsbPid::IN, 0, 0);
    m_skeleton.GetMemory().tds[status].toggle = true;
}

void
UhciHcd::BuildTds(Transfer& transfer, uint16_t slot)
{
    const UsbTransferRequest& request = transfer.request;
    const UsbPid pid = request.endpoint.in ? UsbPid::IN : UsbPid::OUT;
    for (const uint16_t td : transfer.tds)
    {
        m_skeleton.FreeTd(td);
    }
    transfer.tds.clear();
    switch (request.type)
    {
    case UsbTransferType::CONTROL:
        BuildControlTds(transfer, slot);
        break;
    case UsbTransferType::ISOCHRONOUS:
        for (uint32_t i = 0; i < request.packets; ++i)
        {
            AddTd(transfer, slot, pid, i * request.length, request.length);
        }
        break;
    case UsbTransferType::INTERRUPT:
    case UsbTransferType::BULK:
        BuildDataTds(transfer, slot, pid);
        break;
    }
    auto& tds = m_skeleton.GetMemory().tds;
    const bool depth = m_options.traversal == Traversal::DEPTH_FIRST;
    for (size_t i = 0; i + 1 < transfer.tds.size(); ++i)
    {
        tds[transfer.tds[i]].link = UhciLink::ToTd(transfer.tds[i + 1], depth);
    }
    tds[transfer.tds.back()].interruptOnComplete = true;
}

void
UhciHcd::RearmTds(const Transfer& transfer)
{
    auto& tds = m_skeleton.GetMemory().tds;
    for (const uint16_t td : std::span(transfer.tds).first(transfer.written))
    {
        tds[td].SetStatus({.active = true});
    }
    const UsbTransferType type = transfer.request.type;
    if (type != UsbTransferType::BULK && type != UsbTransferType::INTERRUPT)
    {
        return;
    }
    // They alternate already: only where they begin is to be seen to.
    auto toggle = m_toggles[GetIndex(transfer.request.endpoint)];
    if (tds[transfer.tds.front()].toggle != toggle)
    {
        FlipToggles(transfer);
    }
    const bool odd = transfer.tds.size() % 2 != 0;
    toggle = toggle != odd;
}

void
UhciHcd::Schedule(Transfer& transfer, int64_t frame)
{
    switch (transfer.request.type)
    {
    case UsbTransferType::ISOCHRONOUS:
        transfer.frame = frame + 1;
        for (size_t i = 0; i < transfer.tds.size(); ++i)
        {
            m_skeleton.InsertIsochronous(transfer.tds[i], transfer.frame + i);
        }
        break;
    case UsbTransferType::INTERRUPT:
        m_skeleton.InsertInterrupt(transfer.tds.front(), transfer.request.interval);
        break;
    case UsbTransferType::CONTROL:
    case UsbTransferType::BULK:
        ScheduleQueue(transfer);
        break;
    }
}

void
UhciHcd::ScheduleQueue(Transfer& transfer)
{
    UhciMemory& memory = m_skeleton.GetMemory();
    if (transfer.queued)
    {
        ScheduleQueuedBulk(transfer);
        return;
    }
    const bool depth = m_options.traversal == Traversal::DEPTH_FIRST;
    memory.tds[transfer.tds.back()].link = UhciLink::End(depth);
    transfer.first = true;
    transfer.qh = m_skeleton.AllocateQh();
    memory.qhs[transfer.qh].element = UhciLink::ToTd(transfer.tds.front());
    const auto section = transfer.request.type == UsbTransferType::BULK
                             ? UhciSkeleton::Section::BULK
                         : transfer.request.lowSpeed ? UhciSkeleton::Section::LOW_SPEED_CONTROL
                                                     : UhciSkeleton::Section::CONTROL;
    m_skeleton.Insert(transfer.qh, section);
}

void
UhciHcd::ScheduleQueuedBulk(Transfer& transfer)
{
    UhciMemory& memory = m_skeleton.GetMemory();
    const bool depth = m_options.traversal == Traversal::DEPTH_FIRST;
    const Transfer* last = FindLastOnEndpoint(transfer.request.endpoint);
    transfer.first = last == nullptr;
    transfer.bottomQh = m_skeleton.AllocateQh();
    if (last)
    {
        transfer.qh = last->bottomQh;
        transfer.helperQh = last->helperQh;
    }
    else
    {
        transfer.qh = m_skeleton.AllocateQh();
        transfer.helperQh = m_skeleton.AllocateQh();
        m_skeleton.Insert(transfer.qh, UhciSkeleton::Section::BULK);
        m_skeleton.InsertAfter(transfer.helperQh, transfer.qh);
    }
    memory.qhs[transfer.bottomQh].head = UhciLink::ToQh(transfer.helperQh);
    memory.tds[transfer.tds.back()].link = UhciLink::ToQh(transfer.bottomQh, depth);
    // Written last: from here on the controller flows into this transfer.
    memory.qhs[transfer.qh].element = UhciLink::ToTd(transfer.tds.front());
}

void
UhciHcd::Unschedule(Transfer& transfer, int64_t frame)
{
    switch (transfer.request.type)
    {
    case UsbTransferType::ISOCHRONOUS:
        for (size_t i = 0; i < transfer.tds.size(); ++i)
        {
            m_skeleton.RemoveIsochronous(transfer.tds[i], transfer.frame + i);
        }
        m_bandwidth.Release(transfer.request);
        break;
    case UsbTransferType::INTERRUPT:
        m_skeleton.RemoveInterrupt(transfer.tds.front(), transfer.request.interval);
        m_bandwidth.Release(transfer.request);
        break;
    case UsbTransferType::CONTROL:
    case UsbTransferType::BULK:
        UnscheduleQueue(transfer, frame);
        break;
    }
    DropClaim(transfer);
    UpdateReclamation();
}

void
UhciHcd::UnscheduleQueue(Transfer& transfer, int64_t frame)
{
    UhciMemory& memory = m_skeleton.GetMemory();
    if (!transfer.queued)
    {
        m_skeleton.Remove(transfer.qh);
        m_skeleton.FreeQh(transfer.qh, frame);
        return;
    }
    Transfer* successor = FindSuccessor(transfer);
    if (!transfer.first)
    {
        // Taken from the middle of its queue: whoever led here now leads past it.
        memory.qhs[transfer.qh].element = UhciLink::ToQh(transfer.bottomQh);
        for (const uint16_t slot : m_pending)
        {
            Transfer& other = m_transfers[slot];
            if (other.queued && &other != &transfer && other.bottomQh == transfer.qh)
            {
                other.bottomQh = transfer.bottomQh;
                memory.tds[other.tds.back()].link.index = transfer.bottomQh;
                UhciLink& element = memory.qhs[other.qh].element;
                if (element.queueHead && element.index == transfer.qh)
                {
                    element.index = transfer.bottomQh;
                }
            }
        }
        m_skeleton.FreeQh(transfer.qh, frame);
        return;
    }
    if (successor)
    {
        m_skeleton.Replace(transfer.qh, transfer.bottomQh);
        successor->first = true;
    }
    else
    {
        m_skeleton.Remove(transfer.qh);
        m_skeleton.Remove(transfer.helperQh);
        m_skeleton.FreeQh(transfer.bottomQh, frame);
        m_skeleton.FreeQh(transfer.helperQh, frame);
    }
    m_skeleton.FreeQh(transfer.qh, frame);
}

} // namespace ns3
