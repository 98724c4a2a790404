// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-hcd.h"

#include <algorithm>

namespace ns3
{

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

uint32_t
UhciHcd::GetIndex(const UsbEndpoint& endpoint)
{
    return endpoint.address * 32 + endpoint.number * 2 + (endpoint.in ? 1 : 0);
}

UhciHcd::Transfer*
UhciHcd::FindLastOnEndpoint(const UsbEndpoint& endpoint)
{
    const auto it = std::ranges::find_if(m_pending.rbegin(), m_pending.rend(), [&](uint16_t slot) {
        return m_transfers[slot].request.endpoint == endpoint &&
               m_transfers[slot].status == UsbTransferStatus::IN_PROGRESS;
    });
    return it == m_pending.rend() ? nullptr : &m_transfers[*it];
}

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

bool
UhciHcd::IsBusy(const UsbTransferRequest& request)
{
    UsbEndpoint endpoint = request.endpoint;
    const Transfer* last = FindLastOnEndpoint(endpoint);
    if (request.type == UsbTransferType::CONTROL && !last)
    {
        endpoint.in = !endpoint.in; // a control endpoint works in both directions
        last = FindLastOnEndpoint(endpoint);
    }
    return last && !(last->queued && IsQueued(request));
}

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
        m_free.push_back({slot, frame});
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

uint16_t
UhciHcd::TakeSlot(const UsbTransferRequest& request, int64_t frame)
{
    auto choice = m_free.end();
    for (auto it = m_free.begin(); it != m_free.end() && it->frame < frame; ++it)
    {
        if (choice == m_free.end() || m_transfers[it->slot].request == request)
        {
            choice = it; // best one whose descriptors fit as they are
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
        // The controller may hold a latched pointer to them until the frame is over.
        m_skeleton.GetMemory().tds[td].active = false;
    }
    transfer.status = UsbTransferStatus::UNLINKED;
    transfer.frame = frame;
    ++m_unlinked;
    m_skeleton.SetFrameTimer(true);
}

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
    completion = Finish(*it, frame);
    completion.status = UsbTransferStatus::NO_DEVICE;
    return true;
}

void
UhciHcd::ResetPipes(uint8_t address)
{
    // The address may go to another device, whose pipes begin with DATA0.
    for (uint32_t pipe = address * 32U; pipe < (address + 1) * 32U; ++pipe)
    {
        m_toggles[pipe] = false;
        m_halted[pipe] = false;
    }
}

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
    // Those before are over, and get theirs for RearmTds(), which relies on their alternating.
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

} // namespace ns3
