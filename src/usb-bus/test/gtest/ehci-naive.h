// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_NAIVE_H
#define EHCI_NAIVE_H

#include "../../model/ehci-engine.h"
#include "naive-usb-controller.h"

#include <algorithm>
#include <deque>

namespace ns3
{

/**
 * A high-speed controller that walks its lists one item at a time, written down from the state
 * machines of EHCI 1.0 (4.8 to 4.11) rather than from EhciEngine, which it is compared with: no
 * look-ahead, nothing skipped, every NAK executed.
 */
class NaiveEhci : public NaiveUsbController
{
  public:
    NaiveEhci(const UsbTiming& timing, EhciMemory& memory, const EhciEngine::Options& options)
        : NaiveUsbController(timing),
          m_memory(memory),
          m_options(options),
          m_asyncListAddr(memory.asyncHead)
    {
        StartMicroframe();
    }

    void AdvanceTo(UsbBitTime limit)
    {
        while (m_over ? GetEnd() <= limit : m_clock < limit)
        {
            m_over ? EndMicroframe() : DoOneThing();
        }
    }

  private:
    /// Figure of 4.9.1.
    enum class Reload
    {
        WAIT_FOR_START_EVENT,
        WAIT_FOR_LIST_HEAD,
        DO_RELOAD,
    };

    UsbBitTime GetEnd() const
    {
        return (m_frame + 1) * m_timing.frameBits;
    }

    void StartMicroframe()
    {
        m_clock = m_frame * m_timing.frameBits + m_timing.sofBits;
        m_over = false;
        m_listsRead = false;
        m_record = {.frame = m_frame, .usedBits = m_timing.sofBits};
    }

    void EndMicroframe()
    {
        m_record.interrupt = m_record.interrupt || m_memory.asyncAdvanceDoorbell;
        if (m_observer)
        {
            m_observer->FramesDone(m_record);
        }
        ++m_frame;
        bool keep = m_record.interrupt;
        if (m_record.interrupt && m_frame % m_options.interruptThreshold == 0)
        {
            keep = false;
            m_interrupt = std::min(m_interrupt, m_frame * m_timing.frameBits);
        }
        StartMicroframe();
        m_record.interrupt = keep;
    }

    /// Execute a transaction or a sleep, or take one step that needs no bus time.
    void DoOneThing()
    {
        if (!m_listsRead)
        {
            ReadPeriodicList();
        }
        else if (!m_itds.empty())
        {
            DoItd();
        }
        else if (!m_interruptQhs.empty())
        {
            if (Fetch(m_interruptQhs.front()))
            {
                m_interruptQhs.pop_front();
            }
        }
        else if (!m_asynchronous)
        {
            m_asynchronous = true;
            Start();
        }
        else
        {
            DoAsynchronous();
        }
    }

    void ReadPeriodicList()
    {
        m_listsRead = true;
        m_asynchronous = false;
        m_itds.clear();
        m_interruptQhs.clear();
        for (const auto& [microframe, itd] : m_memory.itdFrames)
        {
            if (microframe == m_frame)
            {
                m_itds.push_back(itd);
            }
        }
        for (const uint16_t qh : m_memory.interruptQhs)
        {
            if (m_frame % m_memory.qhs[qh].interval == 0)
            {
                m_interruptQhs.push_back(qh);
            }
        }
    }

    void Start()
    {
        m_reclamation = true;
        // The figure has one arrow for a start event: from "wait for start event".
        m_reload = m_reload == Reload::WAIT_FOR_START_EVENT ? Reload::WAIT_FOR_LIST_HEAD : m_reload;
    }

    void DoAsynchronous()
    {
        const EhciQh& qh = m_memory.qhs[m_asyncListAddr];
        if (qh.head)
        {
            m_reload = m_reload == Reload::WAIT_FOR_LIST_HEAD ? Reload::DO_RELOAD
                                                              : Reload::WAIT_FOR_START_EVENT;
            if (!m_reclamation)
            {
                m_clock += m_options.asyncSleep;
                Start();
                m_over = m_clock >= GetEnd();
                return;
            }
            m_reclamation = false;
        }
        if (Fetch(m_asyncListAddr))
        {
            m_asyncListAddr = qh.horizontal;
        }
    }

    bool Fits(UsbBitTime bits) const
    {
        return m_clock + m_timing.fetchBits + bits <= GetEnd() - m_timing.guardBits;
    }

    void DoItd()
    {
        EhciItd& itd = m_memory.itds[m_itds.front()];
        if (itd.active && !Fits(m_timing.GetIsoBits(itd.length)))
        {
            m_over = true;
            return;
        }
        m_itds.pop_front();
        if (!itd.active)
        {
            return;
        }
        m_clock += m_timing.fetchBits;
        const UsbToken token{.pid = itd.pid,
                             .address = itd.address,
                             .endpoint = itd.endpoint,
                             .toggle = false,
                             .ping = false,
                             .bytes = itd.length,
                             .offset = itd.offset,
                             .messageSize = itd.length,
                             .urb = itd.urb,
                             .start = m_clock,
                             .end = m_clock + m_timing.GetIsoBits(itd.length)};
        const auto function = m_functions.find(itd.address);
        const UsbAnswer answer = function == m_functions.end() ? UsbAnswer{UsbHandshake::NO_ANSWER}
                                                               : function->second->Answer(token);
        const bool in = itd.pid == UsbPid::IN;
        itd.active = false;
        itd.actualLength = in ? std::min<uint32_t>(answer.bytes, itd.length) : itd.length;
        m_record.interrupt = m_record.interrupt || itd.interruptOnComplete;
        Finish(token, answer, m_timing.GetIsoBits(itd.actualLength));
    }

    /// Visit a queue head.
    /// @return false if there is no time for its transaction
    bool Fetch(uint16_t index)
    {
        EhciQh& qh = m_memory.qhs[index];
        EhciOverlay& o = qh.overlay;
        if (o.token.halted)
        {
            return true;
        }
        if (!o.token.active)
        {
            const bool alternative = o.token.bytesToTransfer != 0 && !o.alternate.terminate;
            const EhciQtdLink link = alternative ? o.alternate : o.next;
            if (link.terminate)
            {
                return true;
            }
            const EhciQtd& qtd = m_memory.qtds[link.index];
            if (!qtd.token.active)
            {
                return true;
            }
            const bool toggle = qh.toggleFromQtd ? qtd.token.toggle : o.token.toggle;
            const bool ping = o.token.ping;
            o.current = link.index;
            o.next = qtd.next;
            o.alternate = qtd.alternate;
            o.token = qtd.token;
            o.token.toggle = toggle;
            o.token.ping = ping;
            o.nakCount = qh.nakReload;
        }
        const bool counts = qh.interval == 0 && qh.nakReload != 0;
        if (counts && m_reload == Reload::DO_RELOAD)
        {
            o.nakCount = qh.nakReload;
        }
        if (counts && o.nakCount == 0)
        {
            return true;
        }
        const uint32_t bytes = std::min<uint32_t>(o.token.bytesToTransfer, qh.maxPacket);
        const uint32_t room = qh.interval == 0 ? std::max(bytes, m_timing.maxBulkPacket) : bytes;
        if (!Fits(m_timing.GetDataBits(room)))
        {
            m_over = true;
            return false;
        }
        Transact(qh, bytes);
        return true;
    }

    void Transact(EhciQh& qh, uint32_t bytes)
    {
        EhciToken& t = qh.overlay.token;
        const EhciQtd& qtd = m_memory.qtds[qh.overlay.current];
        m_reclamation = m_reclamation || qh.interval == 0;
        m_clock += m_timing.fetchBits;
        const bool asks = t.ping && qtd.pid == UsbPid::OUT && qh.interval == 0;
        const UsbToken token{.pid = qtd.pid,
                             .address = qh.address,
                             .endpoint = qh.endpoint,
                             .toggle = t.toggle,
                             .ping = asks,
                             .bytes = bytes,
                             .offset = qtd.offset + (qtd.length - t.bytesToTransfer),
                             .messageSize = qtd.messageSize,
                             .urb = qtd.urb,
                             .start = m_clock,
                             .end = m_clock + m_timing.GetDataBits(bytes)};
        const UsbAnswer answer = Ask(token, token.ping);
        UsbBitTime bits = m_timing.GetDataBits(bytes);
        if (asks)
        {
            bits = m_timing.nakBits;
        }
        else if (token.pid == UsbPid::IN)
        {
            const bool silent = answer.handshake != UsbHandshake::ACK && answer.bytes == 0;
            bits = silent ? m_timing.nakBits
                          : m_timing.GetDataBits(std::min<uint32_t>(answer.bytes, bytes));
        }
        WriteBack(qh, token, answer);
        Finish(token, answer, bits);
    }

    void Finish(const UsbToken& token, const UsbAnswer& answer, UsbBitTime bits)
    {
        m_clock += bits;
        ++m_record.transactions;
        m_record.usedBits += bits;
        if (answer.handshake == UsbHandshake::NAK)
        {
            ++m_record.naks;
        }
        else if (answer.handshake != UsbHandshake::ACK)
        {
            ++m_record.errors;
        }
        else if (!token.ping)
        {
            m_record.dataBits += bits;
            token.pid == UsbPid::IN ? m_record.bytesIn += answer.bytes
                                    : m_record.bytesOut += token.bytes;
        }
        if (m_observer)
        {
            m_observer->TransactionDone(token, answer, m_clock);
        }
    }

    void WriteBack(EhciQh& qh, const UsbToken& token, const UsbAnswer& answer)
    {
        EhciToken& t = qh.overlay.token;
        const bool pingable = token.pid == UsbPid::OUT && qh.interval == 0;
        const bool error = answer.handshake == UsbHandshake::NO_ANSWER ||
                           (answer.handshake == UsbHandshake::NAK && token.pid == UsbPid::SETUP);
        if (error)
        {
            t.transactionError = true;
            t.ping = t.ping || pingable;
            --t.errorCount;
            t.halted = t.errorCount == 0;
        }
        else if (answer.handshake == UsbHandshake::NAK)
        {
            t.ping = t.ping || pingable;
            t.errorCount = 3;
            if (token.pid == UsbPid::IN || token.ping)
            {
                qh.overlay.nakCount = std::max(qh.overlay.nakCount - 1, 0);
            }
        }
        else if (answer.handshake == UsbHandshake::ACK && token.ping)
        {
            t.ping = false;
            t.errorCount = 3;
        }
        else if (answer.handshake == UsbHandshake::ACK)
        {
            const uint32_t moved = token.pid == UsbPid::IN ? answer.bytes : token.bytes;
            t.bytesToTransfer -= moved;
            t.toggle = !t.toggle;
            t.errorCount = 3;
            qh.overlay.nakCount = qh.nakReload;
            const bool shortPacket = token.pid == UsbPid::IN && moved < qh.maxPacket;
            if (t.bytesToTransfer == 0 || shortPacket)
            {
                Retire(qh);
                m_record.interrupt = m_record.interrupt || shortPacket ||
                                     m_memory.qtds[qh.overlay.current].interruptOnComplete;
            }
        }
        else
        {
            t.halted = true;
            t.babble = answer.handshake == UsbHandshake::BABBLE;
        }
        if (t.halted)
        {
            m_record.interrupt = true;
            Retire(qh);
        }
    }

    void Retire(EhciQh& qh)
    {
        qh.overlay.token.active = false;
        m_memory.qtds[qh.overlay.current].token = qh.overlay.token;
    }

    EhciMemory& m_memory;
    EhciEngine::Options m_options;
    UsbBitTime m_clock{0};
    bool m_over{false};                  ///< nothing more in this microframe
    bool m_listsRead{false};             ///< periodic list of this microframe
    std::deque<uint16_t> m_itds;         ///< of it, not done
    std::deque<uint16_t> m_interruptQhs; ///< of it, not visited
    bool m_asynchronous{false};          ///< the periodic list is done
    uint16_t m_asyncListAddr;
    bool m_reclamation{false};
    Reload m_reload{Reload::WAIT_FOR_START_EVENT};
};

} // namespace ns3

#endif // EHCI_NAIVE_H
