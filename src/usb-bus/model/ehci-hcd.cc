// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ehci-hcd.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of a qTD: five pages of 4096, its buffer page-aligned (EHCI 1.0, 3.5.3).
constexpr uint32_t QTD_BYTES = 5 * 4096;
/// Largest control packet at high speed (USB 2.0, 5.5.3).
constexpr uint16_t CONTROL_PACKET = 64;
/// Largest interrupt and isochronous packet at high speed (USB 2.0, 5.6.3 and 5.7.3).
constexpr uint16_t PERIODIC_PACKET = 1024;
/// Largest bulk and control transfer of a URB here.
constexpr uint32_t LONGEST_TRANSFER = 0xffff;
/// Longest interval between polls of an interrupt endpoint, microframes.
constexpr uint16_t LONGEST_INTERVAL = 128;
/// Isochronous packets of a URB: the frame list has 1024 entries.
constexpr uint16_t MOST_PACKETS = 1000;
constexpr uint32_t SETUP_BYTES = 8;

bool
IsPeriodic(UsbTransferType type)
{
    return type == UsbTransferType::INTERRUPT || type == UsbTransferType::ISOCHRONOUS;
}

} // namespace

EhciHcd::EhciHcd(const Options& options)
    : m_options(options),
      m_bandwidth(options.periodicLimitUs, true),
      m_queues(1),
      m_qhs(128 * 32, 0),
      m_stopQtd(TakeQtd())
{
    // The head of the asynchronous list serves no endpoint and is halted for good, as in Linux
    // (ehci_init()). It is never taken out, so that the list always has its H bit.
    EhciQh head{.head = true};
    head.overlay.token.halted = true;
    m_memory.qhs.push_back(head);
    m_memory.asyncHead = 0;
}

EhciMemory&
EhciHcd::GetMemory()
{
    return m_memory;
}

uint32_t
EhciHcd::GetIndex(const UsbEndpoint& endpoint)
{
    return endpoint.address * 32 + endpoint.number * 2 + (endpoint.in ? 1 : 0);
}

UsbEndpoint
EhciHcd::GetQueueEndpoint(const UsbTransferRequest& request)
{
    UsbEndpoint endpoint = request.endpoint;
    // A control endpoint has one queue for both directions.
    endpoint.in = endpoint.in && request.type != UsbTransferType::CONTROL;
    return endpoint;
}

// Transfers in

// usb_submit_urb() of Linux checks most of these limits. A queue takes any number of transfers, so
// that an endpoint is busy only if it is asked for another type of transfer, or has an isochronous
// one: two of these would share their microframes.
UsbTransferStatus
EhciHcd::Check(const UsbTransferRequest& request) const
{
    const uint32_t most = IsPeriodic(request.type) ? PERIODIC_PACKET : LONGEST_TRANSFER;
    if (request.endpoint.address > 127 || request.endpoint.number > 15 || request.length > most ||
        request.packets == 0 || request.packets > MOST_PACKETS || request.interval == 0 ||
        request.lowSpeed) // Low speed needs split transactions, which are not modelled.
    {
        return UsbTransferStatus::INVALID;
    }
    if (m_halted[GetIndex(request.endpoint)])
    {
        return UsbTransferStatus::STALLED;
    }
    const uint16_t qh = m_qhs[GetIndex(GetQueueEndpoint(request))];
    const bool isOtherType =
        qh > 0 && m_queues[qh].type != request.type && !m_queues[qh].slots.empty();
    if (isOtherType ||
        (request.type == UsbTransferType::ISOCHRONOUS && HasIsochronous(request.endpoint)))
    {
        return UsbTransferStatus::BUSY;
    }
    return HasRoom(request) ? UsbTransferStatus::IN_PROGRESS : UsbTransferStatus::NO_MEMORY;
}

bool
EhciHcd::HasIsochronous(const UsbEndpoint& endpoint) const
{
    return std::ranges::any_of(m_pending, [&](uint16_t slot) {
        const Transfer& transfer = m_transfers[slot];
        return transfer.request.type == UsbTransferType::ISOCHRONOUS &&
               transfer.request.endpoint == endpoint &&
               transfer.status == UsbTransferStatus::IN_PROGRESS;
    });
}

bool
EhciHcd::HasRoom(const UsbTransferRequest& request) const
{
    constexpr size_t ALL = UINT16_MAX + 1;
    // Beside the full qTDs of its data, a transfer takes at most one for the remainder, one each
    // for SETUP, status stage and empty packet, and one for the new end of the queue.
    const uint32_t qtds = request.length / QTD_BYTES + 5;
    return ALL - m_memory.qtds.size() + m_freeQtds.size() >= qtds &&
           ALL - m_memory.itds.size() + m_freeItds.size() >= request.packets &&
           m_transfers.size() - m_freeSlots.size() < UINT16_MAX;
}

// The transfer is complete in memory when the function returns. There is no change counter as in
// UhciHcd: EhciEngine keeps no table of the list.
UsbTransferStatus
EhciHcd::Submit(const UsbTransferRequest& request,
                UsbBitTime /* now */,
                int64_t frame,
                uint16_t& slot)
{
    const UsbTransferStatus status = Check(request);
    if (status != UsbTransferStatus::IN_PROGRESS)
    {
        return status;
    }
    if (!Reserve(request))
    {
        return UsbTransferStatus::NO_BANDWIDTH;
    }
    slot = TakeSlot(frame);
    Transfer& transfer = m_transfers[slot];
    transfer.request = request;
    transfer.status = status;
    m_pending.push_back(slot);
    if (request.type == UsbTransferType::ISOCHRONOUS)
    {
        SubmitIsochronous(transfer, slot, frame);
    }
    else
    {
        SubmitToQueue(transfer, slot);
    }
    return status;
}

bool
EhciHcd::Reserve(const UsbTransferRequest& request)
{
    if (request.type == UsbTransferType::ISOCHRONOUS)
    {
        return m_bandwidth.Admit(request);
    }
    if (request.type != UsbTransferType::INTERRUPT)
    {
        return true;
    }
    // The queue is visited once in its interval, however many transfers wait in it, so that bus
    // time is reserved for the first of them only, and kept.
    Queue& queue = m_queues[FindOrMakeQh(request)];
    if (!queue.admitted)
    {
        queue.admitted = m_bandwidth.Admit(request);
        queue.reservation = request;
    }
    return queue.admitted;
}

// The descriptors of a slot return to their pool when the slot is used again, not when its transfer
// ends: until then the controller may hold a pointer to them.
uint16_t
EhciHcd::TakeSlot(int64_t frame)
{
    const auto choice =
        std::ranges::find_if(m_freeSlots, [frame](const auto& free) { return free.frame < frame; });
    if (choice == m_freeSlots.end())
    {
        m_transfers.emplace_back();
        return static_cast<uint16_t>(m_transfers.size() - 1);
    }
    const uint16_t slot = choice->slot;
    m_freeSlots.erase(choice);
    Transfer& transfer = m_transfers[slot];
    auto& pool = transfer.request.type == UsbTransferType::ISOCHRONOUS ? m_freeItds : m_freeQtds;
    pool.insert(pool.end(), transfer.parts.begin(), transfer.parts.end());
    transfer.parts.clear();
    return slot;
}

uint16_t
EhciHcd::TakeQtd()
{
    if (m_freeQtds.empty())
    {
        m_memory.qtds.emplace_back();
        return static_cast<uint16_t>(m_memory.qtds.size() - 1);
    }
    const uint16_t qtd = m_freeQtds.back();
    m_freeQtds.pop_back();
    m_memory.qtds[qtd] = EhciQtd{};
    return qtd;
}

uint16_t
EhciHcd::FindOrMakeQh(const UsbTransferRequest& request)
{
    uint16_t& qh = m_qhs[GetIndex(GetQueueEndpoint(request))];
    const bool interrupt = request.type == UsbTransferType::INTERRUPT;
    const uint16_t interval =
        interrupt ? std::bit_floor(std::min(request.interval, LONGEST_INTERVAL)) : 0;
    if (qh == 0 || m_queues[qh].type != request.type)
    {
        // The endpoint had transfers of another type before. Their queue head stays in the list,
        // empty, because the controller may be at it.
        qh = MakeQh(request);
        LinkQh(qh, interval);
    }
    else if (m_memory.qhs[qh].interval != interval && m_queues[qh].slots.empty())
    {
        std::erase(m_memory.interruptQhs, qh);
        LinkQh(qh, interval);
    }
    return qh;
}

// qh_make() of Linux: RL = 4 for bulk and control, no count of NAKs for interrupt endpoints, and
// DTC for control endpoints, whose toggle is given by the stage of the transfer.
uint16_t
EhciHcd::MakeQh(const UsbTransferRequest& request)
{
    const bool control = request.type == UsbTransferType::CONTROL;
    const bool interrupt = request.type == UsbTransferType::INTERRUPT;
    const auto index = static_cast<uint16_t>(m_memory.qhs.size());
    m_queues.push_back({.endQtd = TakeQtd(), .type = request.type});
    EhciQh qh{.toggleFromQtd = control,
              .address = request.endpoint.address,
              .endpoint = request.endpoint.number,
              .maxPacket = control     ? CONTROL_PACKET
                           : interrupt ? PERIODIC_PACKET
                                       : static_cast<uint16_t>(m_options.maxPacket),
              .nakReload = interrupt ? uint8_t{0} : m_options.nakReload};
    qh.overlay.next = EhciQtdLink::To(m_queues[index].endQtd);
    m_memory.qhs.push_back(qh);
    return index;
}

// An asynchronous queue head enters right behind the list head, as in qh_link_async(). A periodic
// one is sorted in by its interval, with the longest first.
void
EhciHcd::LinkQh(uint16_t index, uint16_t interval)
{
    EhciQh& qh = m_memory.qhs[index];
    qh.interval = interval;
    if (interval == 0)
    {
        EhciQh& head = m_memory.qhs[m_memory.asyncHead];
        qh.horizontal = head.horizontal;
        head.horizontal = index;
        return;
    }
    const auto place =
        std::ranges::find_if(m_memory.interruptQhs, [this, interval](uint16_t other) {
            return m_memory.qhs[other].interval < interval;
        });
    m_memory.interruptQhs.insert(place, index);
}

// qh_append_tds() of Linux. The controller may look at the inactive qTD at the end of the queue at
// any time. The first part of the new transfer is written into that very qTD, a new inactive one is
// put behind the last part, and the Active bits are set when everything else is in place: no
// pointer that the controller may hold ever changes.
void
EhciHcd::SubmitToQueue(Transfer& transfer, uint16_t slot)
{
    transfer.qh = FindOrMakeQh(transfer.request);
    Queue& queue = m_queues[transfer.qh];
    const bool in = transfer.request.endpoint.in;
    if (transfer.request.type == UsbTransferType::CONTROL)
    {
        AddControlQtds(transfer, slot);
    }
    else
    {
        AddDataQtds(transfer, slot, in ? UsbPid::IN : UsbPid::OUT);
    }
    queue.endQtd = TakeQtd();
    auto& qtds = m_memory.qtds;
    for (size_t i = 0; i + 1 < transfer.parts.size(); ++i)
    {
        qtds[transfer.parts[i]].next = EhciQtdLink::To(transfer.parts[i + 1]);
    }
    qtds[transfer.parts.back()].next = EhciQtdLink::To(queue.endQtd);
    qtds[transfer.parts.back()].interruptOnComplete = true;
    SetAlternates(transfer);
    for (const uint16_t part : transfer.parts)
    {
        qtds[part].token.active = true;
    }
    queue.slots.push_back(slot);
}

void
EhciHcd::AddQtd(Transfer& transfer, uint16_t slot, UsbPid pid, uint32_t offset, uint32_t length)
{
    const uint16_t index = transfer.parts.empty() ? m_queues[transfer.qh].endQtd : TakeQtd();
    EhciQtd& qtd = m_memory.qtds[index];
    qtd.pid = pid;
    qtd.length = static_cast<uint16_t>(length);
    qtd.offset = offset;
    qtd.messageSize = transfer.request.length;
    qtd.urb = slot;
    qtd.token.bytesToTransfer = qtd.length;
    transfer.parts.push_back(index);
}

// A qTD addresses five pages of 4 KiB, so that a transfer of up to 20 KiB needs one. The empty
// packet at the end is made as in UhciHcd::BuildDataTds().
void
EhciHcd::AddDataQtds(Transfer& transfer, uint16_t slot, UsbPid pid)
{
    const UsbTransferRequest& request = transfer.request;
    uint32_t offset = 0;
    do
    {
        const uint32_t length = std::min(QTD_BYTES, request.length - offset);
        AddQtd(transfer, slot, pid, offset, length);
        offset += length;
    } while (offset < request.length);
    if (request.zeroPacket && pid == UsbPid::OUT && request.length > 0 &&
        request.length % m_memory.qhs[transfer.qh].maxPacket == 0)
    {
        AddQtd(transfer, slot, pid, request.length, 0);
    }
}

void
EhciHcd::AddControlQtds(Transfer& transfer, uint16_t slot)
{
    // USB 2.0, 8.5.3: SETUP is DATA0, the data stage alternates from DATA1, the status stage is
    // an empty DATA1 the other way. A full qTD of 20 KiB has an even number of packets, so that
    // the data that follows it begins with the same toggle.
    const bool in = transfer.request.endpoint.in && transfer.request.length > 0;
    AddQtd(transfer, slot, UsbPid::SETUP, 0, SETUP_BYTES);
    if (transfer.request.length > 0)
    {
        AddDataQtds(transfer, slot, in ? UsbPid::IN : UsbPid::OUT);
    }
    AddQtd(transfer, slot, in ? UsbPid::OUT : UsbPid::IN, 0, 0);
    for (size_t i = 1; i < transfer.parts.size(); ++i)
    {
        m_memory.qtds[transfer.parts[i]].token.toggle = true;
    }
}

// The alternate next pointer is where the controller goes after a short packet (EHCI 1.0, 4.10.2).
// Linux writes none into the last qTD of a bulk IN: the controller then goes on with the next
// transfer of the queue by itself.
void
EhciHcd::SetAlternates(const Transfer& transfer)
{
    const UsbTransferRequest& request = transfer.request;
    const bool control = request.type == UsbTransferType::CONTROL;
    const uint16_t last = transfer.parts.back();
    for (const uint16_t part : transfer.parts)
    {
        EhciQtd& qtd = m_memory.qtds[part];
        if (qtd.pid == UsbPid::IN && control)
        {
            // The status stage follows a data stage of any length (USB 2.0, 8.5.3).
            qtd.alternate = part == last ? EhciQtdLink{} : EhciQtdLink::To(last);
        }
        else if (qtd.pid == UsbPid::IN && (part != last || request.shortNotOk))
        {
            // The rest of the transfer must not be executed. The queue stops until the driver has
            // taken the transfer out.
            qtd.alternate = EhciQtdLink::To(m_stopQtd);
        }
    }
}

void
EhciHcd::SubmitIsochronous(Transfer& transfer, uint16_t slot, int64_t frame)
{
    const UsbTransferRequest& request = transfer.request;
    m_memory.itdFrames.erase(m_memory.itdFrames.begin(), m_memory.itdFrames.lower_bound(frame));
    transfer.frame = frame + 1;
    for (uint16_t i = 0; i < request.packets; ++i)
    {
        if (m_freeItds.empty())
        {
            m_freeItds.push_back(static_cast<uint16_t>(m_memory.itds.size()));
            m_memory.itds.emplace_back();
        }
        const uint16_t index = m_freeItds.back();
        m_freeItds.pop_back();
        m_memory.itds[index] = {.pid = request.endpoint.in ? UsbPid::IN : UsbPid::OUT,
                                .address = request.endpoint.address,
                                .endpoint = request.endpoint.number,
                                .length = static_cast<uint16_t>(request.length),
                                .offset = i * request.length,
                                .urb = slot,
                                .interruptOnComplete = i + 1 == request.packets,
                                .active = true};
        transfer.parts.push_back(index);
        m_memory.itdFrames.emplace(transfer.frame + i, index);
    }
}

// The new transfer is not reached before the last qTD of its predecessor is retired.
bool
EhciHcd::WouldWait(const UsbTransferRequest& request)
{
    if (request.type == UsbTransferType::ISOCHRONOUS)
    {
        return false;
    }
    const uint16_t qh = m_qhs[GetIndex(GetQueueEndpoint(request))];
    if (qh == 0 || m_queues[qh].slots.empty() || m_queues[qh].type != request.type)
    {
        return false;
    }
    const Transfer& last = m_transfers[m_queues[qh].slots.back()];
    return m_memory.qtds[last.parts.back()].token.active;
}

// Transfers out

// A transfer is over when all its qTDs are retired, when one of them is halted, or when a short
// packet has ended it. The status stage of a control transfer must follow even after a short data
// stage.
bool
EhciHcd::IsOver(const Transfer& transfer) const
{
    if (transfer.request.type == UsbTransferType::ISOCHRONOUS)
    {
        return std::ranges::none_of(transfer.parts,
                                    [this](uint16_t itd) { return m_memory.itds[itd].active; });
    }
    for (const uint16_t part : transfer.parts)
    {
        const EhciQtd& qtd = m_memory.qtds[part];
        if (qtd.token.active)
        {
            return false;
        }
        if (qtd.token.halted)
        {
            return true;
        }
        if (qtd.pid == UsbPid::IN && qtd.token.bytesToTransfer > 0)
        {
            return transfer.request.type != UsbTransferType::CONTROL ||
                   !m_memory.qtds[transfer.parts.back()].token.active;
        }
    }
    return true;
}

// qtd_copy_status() of Linux: babble is -EOVERFLOW, an exhausted CErr -EPROTO, which is
// distinguished here by direction as in UhciHcd, and a halt with errors left -EPIPE.
UsbTransferStatus
EhciHcd::GetResult(const Transfer& transfer) const
{
    if (transfer.status == UsbTransferStatus::UNLINKED)
    {
        return UsbTransferStatus::UNLINKED;
    }
    if (transfer.request.type == UsbTransferType::ISOCHRONOUS)
    {
        return UsbTransferStatus::COMPLETE;
    }
    const auto halted = std::ranges::find_if(transfer.parts, [this](uint16_t part) {
        return m_memory.qtds[part].token.halted;
    });
    if (halted == transfer.parts.end())
    {
        return UsbTransferStatus::COMPLETE;
    }
    const EhciQtd& qtd = m_memory.qtds[*halted];
    if (qtd.token.babble)
    {
        return UsbTransferStatus::OVERFLOW_ERROR;
    }
    if (qtd.token.errorCount > 0)
    {
        return UsbTransferStatus::STALLED;
    }
    return qtd.pid == UsbPid::IN ? UsbTransferStatus::CRC_ERROR : UsbTransferStatus::TIMED_OUT;
}

uint32_t
EhciHcd::GetActualLength(const Transfer& transfer) const
{
    uint32_t length = 0;
    for (const uint16_t part : transfer.parts)
    {
        if (transfer.request.type == UsbTransferType::ISOCHRONOUS)
        {
            length += m_memory.itds[part].actualLength;
        }
        else if (m_memory.qtds[part].pid != UsbPid::SETUP)
        {
            const EhciQtd& qtd = m_memory.qtds[part];
            length += qtd.length - qtd.token.bytesToTransfer;
        }
    }
    return length;
}

// An unlinked transfer comes back in a later microframe than the one in which it was taken out.
std::vector<uint16_t>::iterator
EhciHcd::FindFinished(int64_t frame)
{
    return std::ranges::find_if(m_pending, [this, frame](uint16_t slot) {
        const Transfer& transfer = m_transfers[slot];
        return transfer.status == UsbTransferStatus::UNLINKED ? transfer.frame < frame
                                                              : IsOver(transfer);
    });
}

bool
EhciHcd::HasFinished(int64_t frame)
{
    return FindFinished(frame) != m_pending.end();
}

bool
EhciHcd::ReapOldest(UsbBitTime /* now */, int64_t frame, Completion& completion)
{
    const auto finished = FindFinished(frame);
    if (finished == m_pending.end())
    {
        return false;
    }
    completion = Finish(finished, frame);
    return true;
}

// While any unlinked transfer waits, the doorbell stays set: it asks for the interrupt in which the
// next one comes back.
UsbHcd::Completion
EhciHcd::Finish(std::vector<uint16_t>::iterator pending, int64_t frame)
{
    const uint16_t slot = *pending;
    m_pending.erase(pending);
    Transfer& transfer = m_transfers[slot];
    const bool isochronous = transfer.request.type == UsbTransferType::ISOCHRONOUS;
    const UsbTransferStatus result = GetResult(transfer);
    if (transfer.status == UsbTransferStatus::UNLINKED)
    {
        m_memory.asyncAdvanceDoorbell = std::ranges::any_of(m_pending, [this](uint16_t other) {
            return m_transfers[other].status == UsbTransferStatus::UNLINKED;
        });
    }
    else
    {
        TakeOut(slot, frame);
    }
    m_halted[GetIndex(transfer.request.endpoint)] =
        m_halted[GetIndex(transfer.request.endpoint)] || result == UsbTransferStatus::STALLED;
    transfer.status = UsbTransferStatus::IDLE;
    // A transfer that the controller has retired can be used again at once; the transactions of an
    // isochronous one may still be ahead in this microframe.
    m_freeSlots.push_back({slot, isochronous ? frame : -1});
    return {slot, result, GetActualLength(transfer)};
}

void
EhciHcd::TakeOut(uint16_t slot, int64_t frame)
{
    Transfer& transfer = m_transfers[slot];
    if (transfer.request.type == UsbTransferType::ISOCHRONOUS)
    {
        m_bandwidth.Release(transfer.request);
        for (const uint16_t itd : transfer.parts)
        {
            m_memory.itds[itd].active = false;
        }
        // The entries of the microframe in progress stay, inactive, because the controller may be
        // counting through them.
        std::erase_if(m_memory.itdFrames, [&](const auto& entry) {
            return entry.first > frame && m_memory.itds[entry.second].urb == slot;
        });
        return;
    }
    Queue& queue = m_queues[transfer.qh];
    queue.slots.erase(std::ranges::find(queue.slots, slot));
    if (queue.admitted && queue.slots.empty())
    {
        m_bandwidth.Release(queue.reservation);
        queue.admitted = false;
    }
    if (HasStoppedQueue(transfer))
    {
        Bypass(transfer);
    }
}

bool
EhciHcd::HasStoppedQueue(const Transfer& transfer) const
{
    return std::ranges::any_of(transfer.parts, [this](uint16_t part) {
        const EhciQtd& qtd = m_memory.qtds[part];
        const bool shortPacket = qtd.pid == UsbPid::IN && qtd.token.bytesToTransfer > 0;
        return qtd.token.active || qtd.token.halted ||
               (shortPacket && !qtd.alternate.terminate && qtd.alternate.index == m_stopQtd);
    });
}

void
EhciHcd::Bypass(Transfer& transfer)
{
    auto& qtds = m_memory.qtds;
    EhciOverlay& overlay = m_memory.qhs[transfer.qh].overlay;
    const bool current = std::ranges::find(transfer.parts, overlay.current) != transfer.parts.end();
    if (current && overlay.token.active)
    {
        qtds[overlay.current].token = overlay.token; // how far it came
        overlay.token.active = false;
    }
    for (const uint16_t part : transfer.parts)
    {
        qtds[part].token.active = false;
    }
    const Queue& queue = m_queues[transfer.qh];
    const Transfer* previous = nullptr;
    for (const uint16_t slot : queue.slots)
    {
        if (previous)
        {
            qtds[previous->parts.back()].next = EhciQtdLink::To(m_transfers[slot].parts.front());
        }
        previous = &m_transfers[slot];
    }
    if (previous)
    {
        qtds[previous->parts.back()].next = EhciQtdLink::To(queue.endQtd);
    }
    const bool stopped =
        overlay.token.halted || (overlay.token.bytesToTransfer > 0 && !overlay.alternate.terminate);
    if (overlay.token.active)
    {
        overlay.next = qtds[overlay.current].next;
    }
    else if (current || !stopped)
    {
        overlay.next = GetFirstToExecute(queue);
        overlay.alternate = {};
        overlay.token.halted = false;
        overlay.token.bytesToTransfer = 0;
    }
}

EhciQtdLink
EhciHcd::GetFirstToExecute(const Queue& queue) const
{
    for (const uint16_t slot : queue.slots)
    {
        if (!IsOver(m_transfers[slot]))
        {
            return EhciQtdLink::To(
                *std::ranges::find_if(m_transfers[slot].parts, [this](uint16_t part) {
                    return m_memory.qtds[part].token.active;
                }));
        }
    }
    return EhciQtdLink::To(queue.endQtd);
}

void
EhciHcd::Unlink(uint16_t slot, int64_t frame)
{
    Transfer& transfer = m_transfers[slot];
    if (transfer.status != UsbTransferStatus::IN_PROGRESS)
    {
        return;
    }
    TakeOut(slot, frame);
    transfer.status = UsbTransferStatus::UNLINKED;
    transfer.frame = frame;
    m_memory.asyncAdvanceDoorbell = true;
}

bool
EhciHcd::Abort(uint8_t address, int64_t frame, Completion& completion)
{
    const auto pending = std::ranges::find_if(m_pending, [this, address](uint16_t slot) {
        return m_transfers[slot].request.endpoint.address == address;
    });
    if (pending == m_pending.end())
    {
        ResetPipes(address);
        return false;
    }
    completion = Finish(pending, frame);
    completion.status = UsbTransferStatus::NO_DEVICE;
    return true;
}

// FRINDEX counts only while the controller runs (EHCI 1.0, 2.3.4), so that no transaction is
// missed. The entries of the halted microframe move as well, and so does the time until which they
// are in use.
void
EhciHcd::Postpone(int64_t frame, int64_t frames)
{
    std::multimap<int64_t, uint16_t> postponed;
    const auto first = m_memory.itdFrames.lower_bound(frame);
    std::for_each(first, m_memory.itdFrames.end(), [&](const auto& entry) {
        postponed.emplace_hint(postponed.end(), entry.first + frames, entry.second);
    });
    m_memory.itdFrames = std::move(postponed);
    for (FreeSlot& free : m_freeSlots)
    {
        free.frame += free.frame == frame ? frames : 0;
    }
}

void
EhciHcd::ResetPipes(uint8_t address)
{
    // The address may go to another device, whose pipes begin with DATA0.
    for (uint32_t pipe = address * 32U; pipe < (address + 1) * 32U; ++pipe)
    {
        m_halted[pipe] = false;
        if (m_qhs[pipe] > 0)
        {
            EhciToken& token = m_memory.qhs[m_qhs[pipe]].overlay.token;
            token.toggle = false;
            token.ping = false;
        }
    }
}

void
EhciHcd::ClearHalt(const UsbEndpoint& endpoint)
{
    m_halted[GetIndex(endpoint)] = false;
    const uint16_t qh = m_qhs[GetIndex(endpoint)];
    if (qh > 0)
    {
        m_memory.qhs[qh].overlay.token.toggle = false;
    }
}

} // namespace ns3
