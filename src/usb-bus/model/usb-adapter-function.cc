// SPDX-License-Identifier: GPL-2.0-only

#include "usb-adapter-function.h"

#include <algorithm>

namespace ns3
{

UsbAdapterFunction::UsbAdapterFunction()
{
    SetParameters(UsbAdapterParameters{});
}

void
UsbAdapterFunction::SetParameters(const UsbAdapterParameters& parameters)
{
    m_parameters = parameters;
    // Looking ahead may finish any number of messages: room for a few spares the allocator.
    m_messages.reserve(m_parameters.txBuffers + 8);
    m_frames.reserve(m_parameters.rxBuffers);
}

const UsbAdapterParameters&
UsbAdapterFunction::GetParameters() const
{
    return m_parameters;
}

void
UsbAdapterFunction::Reset()
{
    m_state = State{};
    m_messages.clear();
    m_frames.clear();
}

UsbAnswer
UsbAdapterFunction::Answer(const UsbToken& token)
{
    if (token.pid == UsbPid::OUT && token.endpoint == m_parameters.outEndpoint)
    {
        return AnswerOut(token);
    }
    if (token.pid == UsbPid::IN && token.endpoint == m_parameters.inEndpoint)
    {
        return AnswerIn(token);
    }
    return {UsbHandshake::STALL};
}

UsbAnswer
UsbAdapterFunction::AnswerOut(const UsbToken& token)
{
    if (token.toggle != m_state.outToggle && !token.ping)
    {
        ++m_state.repeats; // USB 1.1, 8.6.4: the host has missed our ACK
        if (token.offset != m_state.lastOffset)
        {
            GiveUpMessage(); // or it has given the transfer up, and the toggle deceives us
            return {UsbHandshake::ACK};
        }
        return {.handshake = UsbHandshake::ACK,
                .message = m_state.repeatEndsMessage ? m_state.lastMessage : 0};
    }
    if (RefusesOut(token))
    {
        return {UsbHandshake::NAK};
    }
    if (token.ping)
    {
        return {UsbHandshake::ACK};
    }
    m_state.outToggle = !m_state.outToggle;
    m_state.lastOffset = token.offset;
    m_state.repeatEndsMessage = false;
    FillFifo(token.end);
    if (token.offset == 0)
    {
        BeginMessage(token);
    }
    else if (!m_state.receiving || token.offset != m_state.received)
    {
        return {UsbHandshake::ACK}; // the rest of a message whose beginning was lost
    }
    m_state.received += token.bytes;
    m_state.repeatEndsMessage = EndMessage(token);
    return {.handshake = UsbHandshake::ACK,
            .message = m_state.repeatEndsMessage ? m_state.lastMessage : 0};
}

uint32_t
UsbAdapterFunction::Repeat(const UsbToken& first, UsbBitTime /* interval */, uint32_t count)
{
    const bool inMessage = m_state.receiving && first.offset == m_state.received;
    if (!inMessage || first.toggle != m_state.outToggle || m_parameters.fifoPackets > 0 ||
        first.start < m_state.nakUntil)
    {
        return 0;
    }
    m_state.received += count * first.bytes;
    m_state.lastOffset = m_state.received - first.bytes;
    m_state.outToggle = first.toggle != (count % 2 != 0);
    return count;
}

bool
UsbAdapterFunction::RefusesOut(const UsbToken& token) const
{
    if (token.start < m_state.nakUntil)
    {
        return true;
    }
    if (m_parameters.fifoPackets > 0 && GetFifo(token.start) >= m_parameters.fifoPackets)
    {
        return true;
    }
    const bool holdsOldPart = m_state.receiving && !m_state.overrun;
    return token.offset == 0 && m_parameters.overrunPolicy == UsbOverrunPolicy::NAK &&
           m_state.txInUse - (holdsOldPart ? 1 : 0) >= m_parameters.txBuffers;
}

void
UsbAdapterFunction::BeginMessage(const UsbToken& token)
{
    GiveUpMessage(); // if the host gave the previous one up half-way
    m_state.receiving = true;
    m_state.received = 0;
    m_state.overrun = m_state.txInUse >= m_parameters.txBuffers;
    if (!m_state.overrun)
    {
        ++m_state.txInUse;
    }
    m_state.nakUntil = token.end + m_parameters.headerGap;
}

void
UsbAdapterFunction::GiveUpMessage()
{
    if (m_state.receiving && !m_state.overrun)
    {
        --m_state.txInUse;
    }
    m_state.receiving = false;
}

bool
UsbAdapterFunction::EndMessage(const UsbToken& token)
{
    if (token.offset + token.bytes < token.messageSize)
    {
        return false;
    }
    const UsbBitTime commit = token.end + m_parameters.commitGap;
    m_state.receiving = false;
    m_state.nakUntil = std::max(m_state.nakUntil, commit);
    m_messages.push_back({++m_state.lastMessage, commit, m_state.overrun});
    return true;
}

uint32_t
UsbAdapterFunction::GetFifo(UsbBitTime now) const
{
    if (m_state.fifo == 0 || now < m_state.nextDrain)
    {
        return m_state.fifo;
    }
    const UsbBitTime drain = std::max<UsbBitTime>(m_parameters.fifoDrain, 1);
    const UsbBitTime out = (now - m_state.nextDrain) / drain + 1;
    return out >= m_state.fifo ? 0 : m_state.fifo - static_cast<uint32_t>(out);
}

void
UsbAdapterFunction::FillFifo(UsbBitTime now)
{
    if (m_parameters.fifoPackets == 0)
    {
        return;
    }
    const UsbBitTime drain = std::max<UsbBitTime>(m_parameters.fifoDrain, 1);
    const uint32_t left = GetFifo(now);
    m_state.nextDrain = left == 0 ? now + drain : m_state.nextDrain + (m_state.fifo - left) * drain;
    m_state.fifo = left + 1;
}

UsbAnswer
UsbAdapterFunction::AnswerIn(const UsbToken& token)
{
    if (token.start >= m_state.holdFrom && token.start < m_state.holdUntil)
    {
        return {UsbHandshake::NAK};
    }
    if (token.toggle != m_state.inToggle && m_state.sentBefore)
    {
        return m_state.lastAnswer.bytes > token.bytes ? UsbAnswer{UsbHandshake::BABBLE}
                                                      : m_state.lastAnswer;
    }
    const RxFrame* frame = GetOldestFrame();
    if (!frame || token.start < frame->readyAt)
    {
        return {UsbHandshake::NAK};
    }
    const uint32_t left = frame->bytes - m_state.sent;
    const uint32_t bytes = std::min(left, m_parameters.maxPacket);
    if (bytes > token.bytes)
    {
        return {UsbHandshake::BABBLE};
    }
    m_state.lastAnswer = {UsbHandshake::ACK, bytes, token.toggle};
    m_state.inToggle = !token.toggle;
    m_state.sentBefore = true;
    m_state.sent += bytes;
    if (bytes < m_parameters.maxPacket)
    {
        ++m_state.framesSent;
        m_state.sent = 0;
        m_state.lastAnswer.message = ++m_state.lastRxFrame;
    }
    return m_state.lastAnswer;
}

UsbBitTime
UsbAdapterFunction::GetNextChange(UsbBitTime now) const
{
    UsbBitTime next = USB_NEVER;
    const auto consider = [&next, now](UsbBitTime time) {
        if (time > now && time < next)
        {
            next = time;
        }
    };
    consider(m_state.nakUntil);
    if (m_parameters.fifoPackets > 0 && GetFifo(now) >= m_parameters.fifoPackets)
    {
        const UsbBitTime drain = std::max<UsbBitTime>(m_parameters.fifoDrain, 1);
        const UsbBitTime past = now < m_state.nextDrain ? 0 : (now - m_state.nextDrain) / drain + 1;
        consider(m_state.nextDrain + past * drain);
    }
    if (const RxFrame* frame = GetOldestFrame())
    {
        consider(frame->readyAt);
    }
    consider(m_state.holdUntil); // a packet to repeat may wait for it, too
    return next;
}

UsbBitTime
UsbAdapterFunction::GetNextWake() const
{
    return m_messages.empty() ? USB_NEVER : m_messages.front().commit;
}

void
UsbAdapterFunction::Save()
{
    m_saved = m_state;
    m_savedMessages = m_messages.size();
}

void
UsbAdapterFunction::Restore()
{
    m_state = m_saved;
    m_messages.erase(m_messages.begin() + m_savedMessages, m_messages.end());
}

uint64_t
UsbAdapterFunction::GetLastMessage() const
{
    return m_state.lastMessage;
}

std::optional<UsbAdapterFunction::Message>
UsbAdapterFunction::TakeDueMessage(UsbBitTime now)
{
    if (m_messages.empty() || m_messages.front().commit > now)
    {
        return std::nullopt;
    }
    const Message message = m_messages.front();
    m_messages.erase(m_messages.begin());
    return message;
}

void
UsbAdapterFunction::ReleaseTxBuffer()
{
    --m_state.txInUse;
}

void
UsbAdapterFunction::TakeTxBuffer()
{
    ++m_state.txInUse;
}

uint32_t
UsbAdapterFunction::GetTxBuffersInUse() const
{
    return m_state.txInUse;
}

bool
UsbAdapterFunction::HasRxBuffer() const
{
    return GetRxBuffersInUse() < m_parameters.rxBuffers;
}

void
UsbAdapterFunction::AddRxFrame(uint32_t bytes, UsbBitTime readyAt)
{
    m_frames.erase(m_frames.begin(), m_frames.begin() + m_state.framesSent);
    m_state.framesSent = 0;
    m_frames.push_back({bytes, readyAt});
}

uint32_t
UsbAdapterFunction::GetRxBuffersInUse() const
{
    return static_cast<uint32_t>(m_frames.size() - m_state.framesSent);
}

const UsbAdapterFunction::RxFrame*
UsbAdapterFunction::GetOldestFrame() const
{
    return m_state.framesSent < m_frames.size() ? &m_frames[m_state.framesSent] : nullptr;
}

uint64_t
UsbAdapterFunction::GetLastRxFrame() const
{
    return m_state.lastRxFrame;
}

void
UsbAdapterFunction::HoldRx(UsbBitTime from, UsbBitTime until)
{
    if (from > m_state.holdUntil)
    {
        m_state.holdFrom = from;
    }
    m_state.holdUntil = std::max(m_state.holdUntil, until);
}

void
UsbAdapterFunction::ClearHalt(bool in)
{
    if (in)
    {
        m_state.inToggle = false;
        m_state.sentBefore = false;
    }
    else
    {
        m_state.outToggle = false;
    }
}

uint64_t
UsbAdapterFunction::GetRepeats() const
{
    return m_state.repeats;
}

} // namespace ns3
