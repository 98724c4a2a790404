// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_NAIVE_H
#define UHCI_NAIVE_H

#include "../../model/uhci-engine.h"
#include "naive-usb-controller.h"

#include <algorithm>
#include <optional>

namespace ns3
{

/**
 * A controller that walks its lists one item at a time, straight from the decision tables of the
 * UHCI Design Guide 1.1: no look-ahead, nothing skipped, every NAK executed. UhciEngine is compared
 * with it.
 */
class NaiveUhci : public NaiveUsbController
{
  public:
    NaiveUhci(const UsbTiming& timing, UhciMemory& memory, const UhciEngine::Options& options)
        : NaiveUsbController(timing),
          m_memory(memory),
          m_options(options)
    {
        BeginFrame();
    }

    void SetLoopQh(uint16_t qh)
    {
        m_loopQh = qh;
    }

    void AdvanceTo(UsbBitTime limit)
    {
        while (true)
        {
            if (!m_next)
            {
                if (GetFrameStart() + m_timing.frameBits > limit)
                {
                    return;
                }
                CloseFrame();
            }
            else if (m_bit < limit)
            {
                Visit(*m_next);
            }
            else
            {
                return;
            }
        }
    }

  private:
    /// The queue a TD was reached through.
    struct Queue
    {
        uint16_t qh;
        UhciLink head; ///< latched
    };

    /// Where to go after a TD.
    enum class Next
    {
        HEAD,    ///< the head link of the queue
        TD_LINK, ///< the link of the TD
    };

    UsbBitTime GetFrameStart() const
    {
        return m_frame * m_timing.frameBits;
    }

    void BeginFrame()
    {
        m_bit = GetFrameStart() + m_timing.sofBits;
        m_record = {.frame = m_frame, .usedBits = m_timing.sofBits};
        m_queue.reset();
        m_atFrameList = true;
        m_next = UhciLink{}; // a stand-in; the entry is read when the walk begins
    }

    void CloseFrame()
    {
        if (m_observer)
        {
            m_observer->FramesDone(m_record);
        }
        ++m_frame;
        if (m_record.interrupt && m_interrupt == USB_NEVER)
        {
            m_interrupt = GetFrameStart();
        }
        BeginFrame();
    }

    void Follow(const UhciLink& link)
    {
        m_next = link.terminate ? std::nullopt : std::optional(link);
    }

    void FollowHead()
    {
        const Queue queue = *m_queue;
        m_queue.reset();
        Follow(queue.head);
        if (queue.qh == m_loopQh && m_next)
        {
            // A whole turn of the loop had nothing to do, but time passes nevertheless.
            m_bit += m_bit == m_loopBit;
            m_loopBit = m_bit;
            if (m_bit > GetFrameStart() + m_timing.GetLastStartBit())
            {
                m_next.reset();
            }
        }
    }

    void Visit(const UhciLink& link)
    {
        if (m_atFrameList)
        {
            m_atFrameList = false;
            Follow(m_memory.frameList[m_frame % UhciMemory::FRAME_LIST_SIZE]);
        }
        else if (link.queueHead)
        {
            VisitQh(link.index);
        }
        else
        {
            VisitTd(m_memory.tds[link.index]);
        }
    }

    void VisitQh(uint16_t index)
    {
        m_queue = Queue{index, m_memory.qhs[index].head};
        const UhciLink element = m_memory.qhs[index].element;
        if (element.terminate)
        {
            FollowHead();
        }
        else
        {
            Follow(element);
        }
    }

    void VisitTd(UhciTd& td)
    {
        if (!td.active)
        {
            m_record.interrupt = m_record.interrupt || td.interruptOnComplete;
            m_queue ? FollowHead() : Follow(td.link);
            return;
        }
        const UsbBitTime start = m_bit + m_timing.fetchBits;
        const UsbBitTime own = GetSuccessBits(td, td.maxLength);
        const UsbBitTime largest = m_timing.GetDataBits(m_timing.maxBulkPacket);
        const UsbBitTime room = td.periodic ? own : std::max(own, largest);
        if (start + room > GetFrameStart() + m_timing.frameBits - m_timing.guardBits)
        {
            m_next.reset();
            return;
        }
        Leave(td, Execute(td, start));
    }

    void Leave(const UhciTd& td, Next next)
    {
        if (!m_queue || next == Next::HEAD)
        {
            m_queue ? FollowHead() : Follow(td.link);
            return;
        }
        m_memory.qhs[m_queue->qh].element = td.link;
        if (!td.link.depthFirst)
        {
            FollowHead();
        }
        else if (!td.link.terminate)
        {
            Follow(td.link);
        }
        else if (m_options.vfOnTerminateEndsFrame)
        {
            m_next.reset();
        }
        else
        {
            FollowHead();
        }
    }

    Next Execute(UhciTd& td, UsbBitTime start)
    {
        const UsbToken token{.pid = td.pid,
                             .address = td.address,
                             .endpoint = td.endpoint,
                             .toggle = td.toggle,
                             .ping = false,
                             .bytes = td.maxLength,
                             .offset = td.offset,
                             .messageSize = td.messageSize,
                             .urb = td.urb,
                             .start = start,
                             .end = start + GetSuccessBits(td, td.maxLength)};
        const UsbAnswer answer = Ask(token, td.isochronous);
        m_bit = start + GetBits(td, answer);
        Count(td, answer, m_bit - start);
        const Next next = WriteBack(td, answer);
        if (m_observer)
        {
            m_observer->TransactionDone(token, answer, m_bit);
        }
        return next;
    }

    UsbBitTime GetSuccessBits(const UhciTd& td, uint32_t bytes) const
    {
        const UsbBitTime bits =
            td.isochronous ? m_timing.GetIsoBits(bytes) : m_timing.GetDataBits(bytes);
        return td.lowSpeed ? 8 * bits + 2 * 20 : bits; // token, and data or ACK
    }

    UsbBitTime GetBits(const UhciTd& td, const UsbAnswer& answer) const
    {
        if (td.pid != UsbPid::IN)
        {
            return GetSuccessBits(td, td.maxLength);
        }
        const bool silent = answer.handshake != UsbHandshake::ACK && answer.bytes == 0;
        if (td.isochronous || !silent)
        {
            // The host stops listening to a device that sends too much.
            return GetSuccessBits(td, std::min<uint32_t>(answer.bytes, td.maxLength));
        }
        return td.lowSpeed ? 8 * m_timing.nakBits + 20 : m_timing.nakBits;
    }

    void Count(const UhciTd& td, const UsbAnswer& answer, UsbBitTime bits)
    {
        ++m_record.transactions;
        m_record.usedBits += bits;
        if (answer.handshake == UsbHandshake::ACK)
        {
            m_record.dataBits += bits;
            const bool in = td.pid == UsbPid::IN;
            (in ? m_record.bytesIn : m_record.bytesOut) += in ? answer.bytes : td.maxLength;
        }
        else if (answer.handshake == UsbHandshake::NAK)
        {
            ++m_record.naks;
        }
        else
        {
            ++m_record.errors;
        }
    }

    Next WriteBack(UhciTd& td, const UsbAnswer& answer)
    {
        const bool setup = td.pid == UsbPid::SETUP;
        if (answer.handshake == UsbHandshake::ACK || td.isochronous)
        {
            return Accept(td, answer);
        }
        if (answer.handshake == UsbHandshake::STALL || answer.handshake == UsbHandshake::BABBLE)
        {
            td.babble = answer.handshake == UsbHandshake::BABBLE;
            GiveUp(td);
        }
        else if (answer.handshake == UsbHandshake::NO_ANSWER || setup)
        {
            td.timedOut = true;
            if (td.errorCount > 0 && --td.errorCount == 0)
            {
                GiveUp(td);
            }
        }
        return Next::HEAD;
    }

    void GiveUp(UhciTd& td)
    {
        td.active = false;
        td.stalled = true;
        m_record.interrupt = true;
    }

    Next Accept(UhciTd& td, const UsbAnswer& answer)
    {
        td.active = false;
        td.actualLength = td.pid == UsbPid::IN ? answer.bytes : td.maxLength;
        if (td.actualLength < td.maxLength && td.shortPacketDetect)
        {
            td.shortPacket = true;
            m_record.interrupt = true;
            return Next::HEAD;
        }
        m_record.interrupt = m_record.interrupt || td.interruptOnComplete;
        return Next::TD_LINK;
    }

    UhciMemory& m_memory;
    UhciEngine::Options m_options;
    UsbBitTime m_bit{0};
    bool m_atFrameList{true};
    std::optional<UhciLink> m_next; ///< nothing: the frame is over
    std::optional<Queue> m_queue;
    uint16_t m_loopQh{UINT16_MAX}; ///< closes the loop
    UsbBitTime m_loopBit{0};       ///< when it was last passed
};

} // namespace ns3

#endif // UHCI_NAIVE_H
