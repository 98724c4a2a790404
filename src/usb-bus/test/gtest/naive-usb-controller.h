// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef NAIVE_USB_CONTROLLER_H
#define NAIVE_USB_CONTROLLER_H

#include "../../model/usb-engine.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * What the controllers that walk their lists item by item have in common: who listens, the devices
 * on the wire, injected errors, and the interrupt. It is written down apart from
 * UsbLookAheadEngine, so that one can contradict the other.
 */
class NaiveUsbController
{
  public:
    void SetObserver(UsbBusObserver* observer)
    {
        m_observer = observer;
    }

    void SetFunction(uint8_t address, UsbFunction* function)
    {
        m_functions[address] = function;
    }

    void SetErrorDraw(const UsbErrorDraw& draw)
    {
        m_error = draw;
    }

    /// Nothing to do: this controller keeps no knowledge that a change could invalidate.
    void Touch()
    {
    }

    UsbBitTime GetInterruptTime() const
    {
        return m_interrupt;
    }

    void AcknowledgeInterrupt()
    {
        m_interrupt = USB_NEVER;
    }

    int64_t GetFrame() const
    {
        return m_frame;
    }

  protected:
    explicit NaiveUsbController(const UsbTiming& timing)
        : m_timing(timing)
    {
    }

    ~NaiveUsbController() = default;

    /**
     * Let the addressed device answer, over a wire that may damage the packet or the handshake.
     * @param token what the host asks
     * @param immune whether the transaction is none of those that injected errors strike
     * @return what the host sees
     */
    UsbAnswer Ask(const UsbToken& token, bool immune)
    {
        const auto function = m_functions.find(token.address);
        if (function == m_functions.end())
        {
            return {UsbHandshake::NO_ANSWER};
        }
        const bool strikes = !immune && m_error.transactions == 1;
        if (strikes && token.pid != UsbPid::IN && !m_error.handshakeLost)
        {
            m_error = m_observer->DrawError();
            return {UsbHandshake::NO_ANSWER};
        }
        UsbAnswer answer = function->second->Answer(token);
        if (token.pid == UsbPid::IN && answer.handshake == UsbHandshake::ACK &&
            answer.bytes > token.bytes)
        {
            return {.handshake = UsbHandshake::BABBLE, .bytes = answer.bytes};
        }
        if (immune || answer.handshake != UsbHandshake::ACK)
        {
            return answer;
        }
        if (strikes)
        {
            m_error = m_observer->DrawError();
            answer.handshake = UsbHandshake::NO_ANSWER;
            answer.message = token.pid == UsbPid::IN ? 0 : answer.message;
        }
        else if (m_error.transactions != UINT64_MAX)
        {
            --m_error.transactions;
        }
        return answer;
    }

    UsbTiming m_timing;
    UsbBusObserver* m_observer{nullptr};
    std::map<uint8_t, UsbFunction*> m_functions; ///< by address
    int64_t m_frame{0};                          ///< in progress; at high speed a microframe
    UsbFrameRecord m_record;                     ///< of it
    UsbBitTime m_interrupt{USB_NEVER};           ///< when the pending one was raised

  private:
    UsbErrorDraw m_error;
};

} // namespace ns3

#endif // NAIVE_USB_CONTROLLER_H
