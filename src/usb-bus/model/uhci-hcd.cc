// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-hcd.h"

#include <algorithm>
#include <span>

namespace ns3
{

namespace
{

/// @param td a descriptor
/// @return whether the controller has retired it and gone on to the next one
bool
IsDone(const UhciTd& td)
{
    return !td.active && !td.stalled && !td.shortPacket;
}

/// @param td a descriptor
/// @return bytes that it moved of the transfer's data
uint32_t
GetDataBytes(const UhciTd& td)
{
    return td.pid == UsbPid::SETUP ? 0 : td.actualLength;
}

} // namespace

UhciHcd::UhciHcd(const Options& options)
    : m_options(options),
      m_bandwidth(options.periodicLimitUs)
{
    UpdateReclamation();
}

UhciSkeleton&
UhciHcd::GetSkeleton()
{
    return m_skeleton;
}

// Toggles and halts are kept by pipe: an address, an endpoint number and a direction.
uint32_t
UhciHcd::GetIndex(const UsbEndpoint& endpoint)
{
    return endpoint.address * 32 + endpoint.number * 2 + (endpoint.in ? 1 : 0);
}

// The search begins with the newest, because the caller wants the transfer that a new one would
// follow.
UhciHcd::Transfer*
UhciHcd::FindLastOnEndpoint(const UsbEndpoint& endpoint)
{
    const auto it = std::ranges::find_if(m_pending.rbegin(), m_pending.rend(), [&](uint16_t slot) {
        return m_transfers[slot].request.endpoint == endpoint &&
               m_transfers[slot].status == UsbTransferStatus::IN_PROGRESS;
    });
    return it == m_pending.rend() ? nullptr : &m_transfers[*it];
}

// In a queue of bulk transfers the bottom queue head of one is the queue head of the next.
UhciHcd::Transfer*
UhciHcd::FindSuccessor(const Transfer& transfer)
{
    const auto it = std::ranges::find_if(m_pending, [&](uint16_t slot) {
        const Transfer& other = m_transfers[slot];
        return &other != &transfer && other.queued && other.status == transfer.status &&
               other.qh == transfer.bottomQh;
    });
    return it == m_pending.end() ? nullptr : &m_transfers[*it];
}

uint32_t
UhciHcd::GetMaxPacket(const UsbTransferRequest& request) const
{
    constexpr uint32_t LOW_SPEED = 8; // USB 1.1, 5.5.3 and 5.7.3
    return request.lowSpeed ? std::min(LOW_SPEED, m_options.maxPacket) : m_options.maxPacket;
}

bool
UhciHcd::IsQueued(const UsbTransferRequest& request)
{
    return request.queueBulk && request.type == UsbTransferType::BULK;
}

// usb-uhci accepts a second URB on an endpoint only if both of them carry USB_QUEUE_BULK; otherwise
// it answers -ENXIO (uhci_submit_urb(), search_dev_ep()). It also accepts a second isochronous one,
// which begins behind the first (find_iso_limits()); that is not modelled.
bool
UhciHcd::IsBusy(const UsbTransferRequest& request)
{
    UsbEndpoint endpoint = request.endpoint;
    const Transfer* last = FindLastOnEndpoint(endpoint);
    if (request.type == UsbTransferType::CONTROL && !last)
    {
        // A control endpoint has one message pipe for both directions (USB 1.1, 5.3.2.2).
        endpoint.in = !endpoint.in;
        last = FindLastOnEndpoint(endpoint);
    }
    return last && !(last->queued && IsQueued(request));
}

// The checks of uhci_submit_urb() and of the functions that it calls: the request itself, a halted
// endpoint (-EPIPE), a busy one (-ENXIO), and the bandwidth of periodic transfers (-ENOSPC). An
// isochronous transfer must fit into the frame list with a margin, because it is linked into it
// frame by frame.
UsbTransferStatus
UhciHcd::Check(const UsbTransferRequest& request)
{
    const bool periodic =
        request.type == UsbTransferType::INTERRUPT || request.type == UsbTransferType::ISOCHRONOUS;
    const bool fullSpeedOnly =
        request.type == UsbTransferType::ISOCHRONOUS || request.type == UsbTransferType::BULK;
    const uint32_t most = request.type == UsbTransferType::INTERRUPT     ? GetMaxPacket(request)
                          : request.type == UsbTransferType::ISOCHRONOUS ? 1023
                                                                         : 0xffff;
    if (request.endpoint.address > 127 || request.endpoint.number > 15 || request.length > most ||
        request.packets == 0 || request.packets > UhciMemory::FRAME_LIST_SIZE - 24 ||
        request.interval == 0 || (request.lowSpeed && fullSpeedOnly))
    {
        return UsbTransferStatus::INVALID;
    }
    if (m_halted[GetIndex(request.endpoint)])
    {
        return UsbTransferStatus::STALLED;
    }
    if (IsBusy(request))
    {
        return UsbTransferStatus::BUSY;
    }
    if (periodic && !m_bandwidth.Admit(request))
    {
        return UsbTransferStatus::NO_BANDWIDTH;
    }
    return UsbTransferStatus::IN_PROGRESS;
}

// The counter of changes tells the engine that its table of the reclamation loop is out of date.
// Descriptors are reused where a free slot's last transfer was the same in every respect, which is
// the rule for a network driver: only their status and toggles are then written anew.
UsbTransferStatus
UhciHcd::Submit(const UsbTransferRequest& request, UsbBitTime now, int64_t frame, uint16_t& slot)
{
    const UsbTransferStatus status = Check(request);
    if (status != UsbTransferStatus::IN_PROGRESS)
    {
        return status;
    }
    ++m_skeleton.GetMemory().changes;
    m_skeleton.Reclaim(frame);
    slot = TakeSlot(request, frame);
    Transfer& transfer = m_transfers[slot];
    const bool fitsAsItIs = transfer.request == request && !transfer.tds.empty();
    if (!fitsAsItIs && !HasRoom(request, transfer))
    {
        if (request.type == UsbTransferType::INTERRUPT ||
            request.type == UsbTransferType::ISOCHRONOUS)
        {
            m_bandwidth.Release(request);
        }
        if (transfer.tds.empty() && slot + 1U == m_transfers.size())
        {
            // The slot was made for this transfer. A free one without descriptors would be taken
            // before those that have some.
            m_transfers.pop_back();
        }
        else
        {
            // Its descriptors stay as they are. The controller knows nothing of this transfer, so
            // that the slot is free at once.
            m_free.insert(m_free.begin(), {slot, frame - 1});
        }
        return UsbTransferStatus::NO_MEMORY;
    }
    transfer.status = status;
    transfer.submitted = now;
    transfer.reaped = 0;
    transfer.moved = 0;
    transfer.queued = IsQueued(request);
    if (fitsAsItIs)
    {
        RearmTds(transfer);
    }
    else
    {
        transfer.request = request;
        BuildTds(transfer, slot);
    }
    Schedule(transfer, frame);
    m_pending.push_back(slot);
    transfer.claim = !request.noFsbr && (request.type == UsbTransferType::BULK ||
                                         request.type == UsbTransferType::CONTROL);
    m_claims += transfer.claim;
    UpdateReclamation();
    return status;
}

bool
UhciHcd::HasRoom(const UsbTransferRequest& request, const Transfer& transfer) const
{
    // The most that any kind of transfer takes: data, SETUP, status stage, an empty packet.
    const uint32_t most = request.length / GetMaxPacket(request) + request.packets + 3;
    return m_skeleton.GetRoomForTds() + transfer.tds.size() >= most;
}

// A bulk transfer that is chained behind one whose last descriptor is active changes nothing that
// the controller reads before that one is over. The first claim to reclamation is an exception,
// because it closes the loop.
bool
UhciHcd::WouldWait(const UsbTransferRequest& request)
{
    const bool closesLoop = m_options.reclamation == Reclamation::ON && m_claims == 0;
    if (!IsQueued(request) || closesLoop)
    {
        return false;
    }
    const Transfer* last = FindLastOnEndpoint(request.endpoint);
    return last && last->queued && m_skeleton.GetMemory().tds[last->tds.back()].active;
}

// The free slots are in order of time. Those of the frame in progress are left out, because the
// controller may still hold a pointer into their descriptors; usb-uhci, too, frees nothing before
// the next frame (clean_descs()).
uint16_t
UhciHcd::TakeSlot(const UsbTransferRequest& request, int64_t frame)
{
    auto choice = m_free.end();
    for (auto it = m_free.begin(); it != m_free.end() && it->frame < frame; ++it)
    {
        // The oldest slot will do, but one whose descriptors fit as they are is better.
        if (choice == m_free.end() || m_transfers[it->slot].request == request)
        {
            choice = it;
        }
    }
    if (choice == m_free.end())
    {
        m_transfers.emplace_back();
        return static_cast<uint16_t>(m_transfers.size() - 1);
    }
    const FreeSlot taken = *choice;
    m_free.erase(choice);
    return taken.slot;
}

// uhci_unlink_urb_async(): the transfer leaves the lists at once, but comes back only in a later
// frame, when the controller cannot be working on it any more. The frame timer asks for the
// interrupt in which that is found out.
void
UhciHcd::Unlink(uint16_t slot, int64_t frame)
{
    Transfer& transfer = m_transfers[slot];
    if (transfer.status != UsbTransferStatus::IN_PROGRESS)
    {
        return;
    }
    ++m_skeleton.GetMemory().changes;
    Unschedule(transfer, frame);
    ContinueToggle(transfer);
    for (const uint16_t td : transfer.tds)
    {
        // The controller may hold a latched pointer to the descriptor until the frame is over, and
        // must not execute it.
        m_skeleton.GetMemory().tds[td].active = false;
    }
    transfer.status = UsbTransferStatus::UNLINKED;
    transfer.frame = frame;
    ++m_unlinked;
    m_skeleton.SetFrameTimer(true);
}

// FRNUM counts only while the controller runs (UHCI Design Guide 1.1, 2.1.4), so that no
// transaction is missed. All descriptors of a transfer move, those that are done as well, because
// Unschedule() computes their places from the first. The order of submission keeps their order in
// each frame.
void
UhciHcd::Postpone(int64_t /* frame */, int64_t frames)
{
    for (const uint16_t slot : m_pending)
    {
        Transfer& transfer = m_transfers[slot];
        if (transfer.request.type != UsbTransferType::ISOCHRONOUS ||
            transfer.status == UsbTransferStatus::UNLINKED)
        {
            continue;
        }
        for (size_t i = 0; i < transfer.tds.size(); ++i)
        {
            m_skeleton.RemoveIsochronous(transfer.tds[i], transfer.frame + i);
            m_skeleton.InsertIsochronous(transfer.tds[i], transfer.frame + frames + i);
        }
        transfer.frame += frames;
    }
}

// The device has been unplugged: its transfers come back one by one, oldest first, without waiting
// for the next frame. Nothing on the bus answers to them any more.
bool
UhciHcd::Abort(uint8_t address, int64_t frame, Completion& completion)
{
    const auto it = std::ranges::find_if(m_pending, [&](uint16_t slot) {
        return m_transfers[slot].request.endpoint.address == address;
    });
    if (it == m_pending.end())
    {
        ResetPipes(address);
        return false;
    }
    const Transfer& transfer = m_transfers[*it];
    completion = Finish(*it, frame);
    completion.status = UsbTransferStatus::NO_DEVICE;
    // The controller may hold a latched pointer here, too, and the next device at this address may
    // be there before the frame is over.
    for (const uint16_t td : std::span(transfer.tds).first(transfer.written))
    {
        m_skeleton.GetMemory().tds[td].active = false;
    }
    return true;
}

void
UhciHcd::ResetPipes(uint8_t address)
{
    // The address may be given to another device, whose pipes begin with DATA0 and not halted
    // (USB 1.1, 9.1.1.5).
    for (uint32_t pipe = address * 32U; pipe < (address + 1) * 32U; ++pipe)
    {
        m_toggles[pipe] = false;
        m_halted[pipe] = false;
    }
}

// usb_clear_halt(): the endpoint's toggle starts again with DATA0 (USB 1.1, 9.4.5), and so must
// that of every descriptor that is already in its queue.
void
UhciHcd::ClearHalt(const UsbEndpoint& endpoint)
{
    ++m_skeleton.GetMemory().changes;
    m_halted[GetIndex(endpoint)] = false;
    bool toggle = false;
    for (const uint16_t slot : m_pending)
    {
        const Transfer& transfer = m_transfers[slot];
        if (transfer.request.endpoint == endpoint &&
            transfer.status == UsbTransferStatus::IN_PROGRESS)
        {
            toggle = RestampToggles(transfer, toggle);
        }
    }
    m_toggles[GetIndex(endpoint)] = toggle;
}

void
UhciHcd::FlipToggles(const Transfer& transfer)
{
    auto& tds = m_skeleton.GetMemory().tds;
    for (const uint16_t td : transfer.tds)
    {
        tds[td].toggle = !tds[td].toggle;
    }
}

/// @return the toggle that follows the last descriptor of the transfer
bool
UhciHcd::RestampToggles(const Transfer& transfer, bool toggle)
{
    auto& tds = m_skeleton.GetMemory().tds;
    const auto isActive = [&tds](uint16_t index) { return tds[index].active; };
    const auto next = std::ranges::find_if(transfer.tds, isActive);
    if (next == transfer.tds.end())
    {
        return toggle;
    }
    // The descriptors before the first active one are done, and their toggles mean nothing to the
    // controller. They are written all the same, because RearmTds() relies on the toggles of a
    // transfer to alternate from the first descriptor to the last.
    const bool isNextOdd = (next - transfer.tds.begin()) % 2 != 0;
    auto stamp = toggle != isNextOdd;
    for (const uint16_t index : transfer.tds)
    {
        tds[index].toggle = stamp;
        stamp = !stamp;
    }
    return stamp;
}

bool
UhciHcd::IsReclaiming() const
{
    return m_options.reclamation == Reclamation::ON && m_claims > 0;
}

// Full speed bandwidth reclamation (FSBR) is a trick of the driver and not a mode of the hardware:
// the loop is closed by clearing one T bit, and stays closed while any transfer claims it
// (enable_desc_loop() and disable_desc_loop() of usb-uhci).
void
UhciHcd::UpdateReclamation()
{
    m_skeleton.SetReclamation(IsReclaiming());
}

void
UhciHcd::DropClaim(Transfer& transfer)
{
    m_claims -= transfer.claim;
    transfer.claim = false;
}

// A transfer that has been pending for 50 ms loses its claim, so that an idle IN does not keep the
// controller spinning on the PCI bus. usb-uhci looks for such transfers in its interrupt handler
// only, and no more often than every 33 ms (uhci_check_timeouts(), HZ/30).
void
UhciHcd::ExpireClaims(UsbBitTime now)
{
    if (now - m_lastClaimCheck < m_options.reclamationCheckGap)
    {
        return;
    }
    m_lastClaimCheck = now;
    for (const uint16_t slot : m_pending)
    {
        if (now - m_transfers[slot].submitted >= m_options.reclamationTimeout)
        {
            DropClaim(m_transfers[slot]);
        }
    }
    UpdateReclamation();
}

// One descriptor as the submit functions of usb-uhci fill it in: the error counter at 3, and short
// packet detection unless USB_DISABLE_SPD is set. IOC is set later, on the last descriptor of the
// transfer.
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

// One descriptor for each packet. A transfer without data has one empty packet. A transfer whose
// length is a multiple of the packet size gets no empty packet at its end, unless the driver asks
// for one (USB_ZERO_PACKET): the Prism2 adapter knows the length of its messages.
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

// The descriptors of a transfer, linked in order. The Vf bit of the links makes the traversal depth
// first; only the last descriptor has IOC, so that a transfer asks for one interrupt.
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

// The descriptors of the slot's last transfer fit the new one as they are. What the controller
// wrote is reset; what it has not reached is still as the driver left it.
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
    // The toggles alternate already, but the transfer may have to begin with the other one.
    auto toggle = m_toggles[GetIndex(transfer.request.endpoint)];
    if (tds[transfer.tds.front()].toggle != toggle)
    {
        FlipToggles(transfer);
    }
    const bool odd = transfer.tds.size() % 2 != 0;
    toggle = toggle != odd;
}

// Where a transfer enters the lists depends on its type: isochronous descriptors are linked into
// the entries of the frame list from the next frame on, an interrupt descriptor into the chain of
// its interval, control and bulk transfers into the horizontal list of queue heads.
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

// A queue head of its own for each transfer. It enters at the tail of its section, so that an
// endpoint that submits one transfer at a time moves behind the others each time.
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

// Queued bulk (uhci_submit_bulk_urb() with USB_QUEUE_BULK). Each transfer owns a bottom queue head,
// to which its last descriptor links and which becomes the queue head of its successor. The
// hardware thus flows from one transfer into the next without software: at once in depth-first
// order, at the next visit in breadth-first order. All bottom queue heads lead on to an empty
// helper queue head right behind the first one, which keeps the queue's place in the horizontal
// list.
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
    // The element link is written last, because the controller can flow into the transfer from here
    // on.
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

// Takes a control or bulk transfer out of the horizontal list. There are three situations.
void
UhciHcd::UnscheduleQueue(Transfer& transfer, int64_t frame)
{
    UhciMemory& memory = m_skeleton.GetMemory();
    if (!transfer.queued)
    {
        // 1. The transfer has a queue head of its own.
        m_skeleton.Remove(transfer.qh);
        m_skeleton.FreeQh(transfer.qh, frame);
        return;
    }
    Transfer* successor = FindSuccessor(transfer);
    if (!transfer.first)
    {
        // 2. The transfer is taken from the middle of a queue, which only an unlink does. The
        // transfer before it now leads to the one behind it.
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
    // 3. The transfer is the oldest of its queue. Its successor takes its place in the horizontal
    // list, so that the queue keeps its turn; the last transfer takes the helper queue head along.
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

std::vector<uint16_t>::const_iterator
UhciHcd::FindFinished(int64_t frame)
{
    // The pending transfers are in order of submission, and the handler of usb-uhci, too, looks at
    // the oldest first. An interrupt that one transfer caused thus also collects an older one that
    // was over by then.
    return std::ranges::find_if(m_pending, [this, frame](uint16_t slot) {
        Transfer& transfer = m_transfers[slot];
        return transfer.status == UsbTransferStatus::UNLINKED ? transfer.frame < frame
                                                              : IsOver(transfer);
    });
}

bool
UhciHcd::HasFinished(int64_t frame)
{
    return FindFinished(frame) != m_pending.end();
}

bool
UhciHcd::ReapOldest(UsbBitTime now, int64_t frame, Completion& completion)
{
    ExpireClaims(now);
    const auto finished = FindFinished(frame);
    if (finished == m_pending.end())
    {
        return false;
    }
    completion = Finish(*finished, frame);
    return true;
}

// process_transfer() of usb-uhci: a transfer is over when all of its descriptors are done, when one
// was given up, or when a short packet has stopped its queue. What was found done is remembered, so
// that each descriptor is looked at only once.
bool
UhciHcd::IsOver(Transfer& transfer)
{
    const auto& tds = m_skeleton.GetMemory().tds;
    uint32_t moved = 0;
    auto stop = transfer.tds.begin() + transfer.reaped;
    for (; stop != transfer.tds.end() && IsDone(tds[*stop]); ++stop)
    {
        moved += GetDataBytes(tds[*stop]);
    }
    transfer.reaped = static_cast<uint32_t>(stop - transfer.tds.begin());
    transfer.moved += moved;
    if (stop == transfer.tds.end() || tds[*stop].stalled)
    {
        return true;
    }
    return !tds[*stop].active && !SkipToStatusStage(transfer);
}

bool
UhciHcd::SkipToStatusStage(Transfer& transfer)
{
    if (transfer.request.type != UsbTransferType::CONTROL)
    {
        return false;
    }
    ++m_skeleton.GetMemory().changes;
    // A control transfer whose data stage was short still has its status stage to do (USB 1.1,
    // 8.5.2): the driver leads the queue to the last descriptor.
    transfer.moved += GetDataBytes(m_skeleton.GetMemory().tds[transfer.tds[transfer.reaped]]);
    transfer.reaped = static_cast<uint32_t>(transfer.tds.size()) - 1;
    m_skeleton.GetMemory().qhs[transfer.qh].element = UhciLink::ToTd(transfer.tds.back());
    return true;
}

// The status bits become the error numbers of usb-uhci (uhci_map_status()): babble is -EOVERFLOW,
// an exhausted error counter -EILSEQ for IN and -ETIMEDOUT for OUT, a stalled endpoint -EPIPE.
UsbTransferStatus
UhciHcd::GetResult(const Transfer& transfer)
{
    if (transfer.status == UsbTransferStatus::UNLINKED)
    {
        return UsbTransferStatus::UNLINKED;
    }
    const auto& tds = m_skeleton.GetMemory().tds;
    if (transfer.reaped == transfer.tds.size())
    {
        return UsbTransferStatus::COMPLETE;
    }
    const UhciTd& last = tds[transfer.tds[transfer.reaped]];
    if (!last.stalled)
    {
        return UsbTransferStatus::COMPLETE; // A short packet ended the transfer.
    }
    if (last.babble)
    {
        return UsbTransferStatus::OVERFLOW_ERROR;
    }
    if (last.timedOut && last.errorCount == 0)
    {
        return last.pid == UsbPid::IN ? UsbTransferStatus::CRC_ERROR : UsbTransferStatus::TIMED_OUT;
    }
    return UsbTransferStatus::STALLED;
}

uint32_t
UhciHcd::CountWritten(Transfer& transfer)
{
    // The controller stops at the descriptor that ends a transfer and does not write beyond it. A
    // transfer that was taken out before its end may have been executed up to any descriptor, and
    // all of them were made inactive.
    const auto all = static_cast<uint32_t>(transfer.tds.size());
    const bool ended = transfer.status == UsbTransferStatus::IN_PROGRESS && IsOver(transfer);
    return ended ? std::min(transfer.reaped + 1, all) : all;
}

uint32_t
UhciHcd::CountMoved(const Transfer& transfer)
{
    uint32_t moved = transfer.moved;
    for (uint32_t i = transfer.reaped; i < transfer.written; ++i)
    {
        moved += GetDataBytes(m_skeleton.GetMemory().tds[transfer.tds[i]]);
    }
    return moved;
}

// process_urb() of usb-uhci: the transfer leaves the lists, and its claim to reclamation goes
// before the completion callback runs. A transfer that was unlinked is out of the lists already.
UhciHcd::Completion
UhciHcd::Finish(uint16_t slot, int64_t frame)
{
    Transfer& transfer = m_transfers[slot];
    ++m_skeleton.GetMemory().changes;
    Completion completion{slot, GetResult(transfer), 0};
    transfer.written = CountWritten(transfer);
    completion.actualLength = CountMoved(transfer);
    if (transfer.status == UsbTransferStatus::UNLINKED)
    {
        --m_unlinked;
        m_skeleton.SetFrameTimer(m_unlinked > 0);
    }
    else
    {
        ContinueToggle(transfer);
        Unschedule(transfer, frame);
    }
    if (completion.status == UsbTransferStatus::STALLED)
    {
        m_halted[GetIndex(transfer.request.endpoint)] = true;
    }
    Release(slot, frame);
    return completion;
}

void
UhciHcd::Release(uint16_t slot, int64_t frame)
{
    Transfer& transfer = m_transfers[slot];
    transfer.status = UsbTransferStatus::IDLE;
    m_pending.erase(std::ranges::find(m_pending, slot));
    m_free.push_back({slot, frame});
}

void
UhciHcd::ContinueToggle(const Transfer& transfer)
{
    if (transfer.request.type != UsbTransferType::BULK &&
        transfer.request.type != UsbTransferType::INTERRUPT)
    {
        return;
    }
    // Each descriptor took a toggle when it was made, and those that were never executed took
    // theirs for nothing. If their number is odd, the endpoint's next toggle is the other one, and
    // all descriptors of the transfers that wait behind this one are flipped (usb-uhci:
    // correct_data_toggles()).
    auto& tds = m_skeleton.GetMemory().tds;
    const auto done = transfer.tds.begin() + transfer.reaped;
    const auto unused = std::ranges::find_if(done, transfer.tds.end(), [&tds](uint16_t td) {
        return tds[td].active || tds[td].stalled;
    });
    const bool odd = (transfer.tds.end() - unused) % 2 != 0;
    if (!odd)
    {
        return;
    }
    m_toggles.flip(GetIndex(transfer.request.endpoint));
    const auto self = std::ranges::find_if(m_pending, [&](uint16_t slot) {
        return &m_transfers[slot] == &transfer;
    });
    for (auto it = std::next(self); it != m_pending.end(); ++it)
    {
        const Transfer& other = m_transfers[*it];
        if (other.request.endpoint == transfer.request.endpoint)
        {
            FlipToggles(other);
        }
    }
}

} // namespace ns3
