// SPDX-License-Identifier: GPL-2.0-only

// What the UHCI driver does with transfers the controller has finished.

#include "uhci-hcd.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// @return whether the controller went on to the next one @param td a descriptor
bool
IsDone(const UhciTd& td)
{
    return !td.active && !td.stalled && !td.shortPacket;
}

/// @return bytes that it moved of the transfer's data @param td a descriptor
uint32_t
GetDataBytes(const UhciTd& td)
{
    return td.pid == UsbPid::SETUP ? 0 : td.actualLength;
}

} // namespace

std::vector<uint16_t>::const_iterator
UhciHcd::FindFinished(int64_t frame)
{
    // m_pending is in order of submission: the kernel, too, looks at the oldest first.
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
    // A short data stage is followed by the status stage all the same (USB 1.1, 8.5.2).
    transfer.moved += GetDataBytes(m_skeleton.GetMemory().tds[transfer.tds[transfer.reaped]]);
    transfer.reaped = static_cast<uint32_t>(transfer.tds.size()) - 1;
    m_skeleton.GetMemory().qhs[transfer.qh].element = UhciLink::ToTd(transfer.tds.back());
    return true;
}

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
        return UsbTransferStatus::COMPLETE; // a short packet ended it
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
    // A queue stops at the descriptor that ends its transfer. What is taken out before it is over
    // may have been executed to any point, and has been made inactive.
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
    // Descriptors that were never executed gave toggles away; the endpoint goes on with the first
    // of them, and so must every transfer that waits behind this one.
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
