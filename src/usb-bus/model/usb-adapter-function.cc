// SPDX-FileCopyrightText: 2026 The lasthop authors
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
    // While the engine looks ahead, any number of messages may end. Room for a few of them is
    // reserved, so that the vector seldom grows.
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
    // An endpoint that the adapter does not have answers by STALL (USB 1.1, 8.4.5).
    return {UsbHandshake::STALL};
}

// The OUT endpoint. A packet is a repeat, refused, or accepted; the order of the checks matters,
// because a repeat must be acknowledged even when no buffer is free.
UsbAnswer
UsbAdapterFunction::AnswerOut(const UsbToken& token)
{
    if (token.toggle != m_state.outToggle && !token.ping)
    {
        // The toggle is that of the last packet: the host has missed its ACK and repeats it. It is
        // acknowledged again and thrown away (USB 1.1, 8.6.4).
        ++m_state.repeats;
        if (token.offset != m_state.lastOffset)
        {
            // A new packet with an old toggle. The host has given a transfer up after an odd number
            // of packets; the packet is lost, and its message with it.
            GiveUpMessage();
            return {UsbHandshake::ACK};
        }
        return {.handshake = UsbHandshake::ACK,
                .message = m_state.repeatEndsMessage ? m_state.lastMessage : 0};
    }
    if (RefusesOut(token))
    {
        return {UsbHandshake::NAK};
    }
    // A PING asks whether an OUT would be accepted, and moves nothing (USB 2.0, 8.5.1).
    if (token.ping)
    {
        return {UsbHandshake::ACK};
    }
    m_state.outToggle = !m_state.outToggle;
    m_state.lastOffset = token.offset;
    m_state.repeatEndsMessage = false;
    if (m_parameters.fifoPackets > 0)
    {
        m_state.fifo.Fill(token.end, m_parameters.fifoDrain);
    }
    if (token.offset == 0)
    {
        BeginMessage(token);
    }
    else if (!m_state.receiving || token.offset != m_state.received)
    {
        // The beginning of this message was lost. Its other packets are acknowledged, because the
        // toggles are in order, and thrown away.
        return {UsbHandshake::ACK};
    }
    m_state.received += token.bytes;
    m_state.repeatEndsMessage = EndMessage(token);
    return {.handshake = UsbHandshake::ACK,
            .message = m_state.repeatEndsMessage ? m_state.lastMessage : 0};
}

// Packets from the middle of a message are accepted without further conditions once the gap after
// the first packet is over, unless the FIFO can fill up. Only counters and toggle move, as Answer()
// would move them packet by packet.
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

// There are three reasons to refuse a packet: the firmware is busy after the first or last packet
// of a message, the FIFO is full, or the packet begins a message and no transmit buffer is free. A
// message that the host has given up half-way still holds a buffer, which its successor takes over.
bool
UsbAdapterFunction::RefusesOut(const UsbToken& token) const
{
    if (token.start < m_state.nakUntil)
    {
        return true;
    }
    if (IsFifoFull(token.start))
    {
        return true;
    }
    return token.offset == 0 && m_parameters.overrunPolicy == UsbOverrunPolicy::NAK &&
           !HasTxBuffer(token.messageSize);
}

bool
UsbAdapterFunction::IsFifoFull(UsbBitTime now) const
{
    return m_parameters.fifoPackets > 0 &&
           m_state.fifo.GetPackets(now, m_parameters.fifoDrain) >= m_parameters.fifoPackets;
}

bool
UsbAdapterFunction::HasTxBuffer(uint32_t bytes) const
{
    const bool holdsOldPart = m_state.receiving && !m_state.overrun;
    const uint32_t frames = m_state.txInUse - (holdsOldPart ? 1 : 0);
    const uint64_t bytesInUse = m_state.txBytesInUse - (holdsOldPart ? m_state.size : 0);
    return frames < m_parameters.txBuffers && bytesInUse + bytes <= m_parameters.txBufferBytes;
}

void
UsbAdapterFunction::BeginMessage(const UsbToken& token)
{
    // The host may have given the previous message up half-way.
    GiveUpMessage();
    m_state.overrun = !HasTxBuffer(token.messageSize);
    m_state.receiving = true;
    m_state.received = 0;
    m_state.size = token.messageSize;
    if (!m_state.overrun)
    {
        TakeTxBuffers(1, m_state.size);
    }
    m_state.nakUntil = token.end + m_parameters.headerGap;
}

void
UsbAdapterFunction::GiveUpMessage()
{
    if (m_state.receiving && !m_state.overrun)
    {
        ReleaseTxBuffer(m_state.size);
    }
    m_state.receiving = false;
}

// The length of a message is in its descriptor, so that the adapter needs no short packet to find
// its end. The firmware takes CommitGap to hand the frame to the MAC, and refuses packets
// meanwhile.
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
    m_messages.push_back({++m_state.lastMessage, commit, m_state.size, m_state.overrun});
    return true;
}

// The IN endpoint sends the oldest frame in packets of full size and ends it by a short or an empty
// one, which is how the host finds the end (USB 1.1, 5.8.3).
UsbAnswer
UsbAdapterFunction::AnswerIn(const UsbToken& token)
{
    if (token.start >= m_state.holdFrom && token.start < m_state.holdUntil)
    {
        return {UsbHandshake::NAK};
    }
    // The host asks with the toggle of the packet it was sent last: it did not receive it, and the
    // same packet is sent again (USB 1.1, 8.6.4).
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
    // The URB has less room than the adapter sends: the host sees babble.
    if (bytes > token.bytes)
    {
        return {UsbHandshake::BABBLE};
    }
    m_state.lastAnswer = {UsbHandshake::ACK, bytes, token.toggle};
    m_state.inToggle = !token.toggle;
    m_state.sentBefore = true;
    m_state.sent += bytes;
    // A packet shorter than the largest ends the frame, an empty one included.
    if (bytes < m_parameters.maxPacket)
    {
        ++m_state.framesSent;
        m_state.sent = 0;
        m_state.lastAnswer.message = ++m_state.lastRxFrame;
    }
    return m_state.lastAnswer;
}

// A refusal may end by the passing of time when a gap is over, when the FIFO has room again, when a
// frame from the air is ready, or when a hold ends. The host controller counts NAKs instead of
// asking until then.
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
    if (IsFifoFull(now))
    {
        consider(m_state.fifo.GetNextDrain(now, m_parameters.fifoDrain));
    }
    if (const RxFrame* frame = GetOldestFrame())
    {
        consider(frame->readyAt);
    }
    // The hold counts even without a new frame, because a packet to repeat may wait for its end.
    consider(m_state.holdUntil);
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

// Messages that ended in the future are at the end of the list, and those that were there before
// have not been touched: the future takes none out.
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
UsbAdapterFunction::ReleaseTxBuffer(uint32_t bytes)
{
    --m_state.txInUse;
    m_state.txBytesInUse -= bytes;
}

void
UsbAdapterFunction::TakeTxBuffers(uint32_t frames, uint32_t bytes)
{
    m_state.txInUse += frames;
    m_state.txBytesInUse += bytes;
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

// Frames that were sent stay in the list until the next one comes, so that a future in which they
// were sent can be taken back.
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

// Two holds that overlap become one. A hold that begins after the last one has ended has a
// beginning of its own.
void
UsbAdapterFunction::HoldRx(UsbBitTime from, UsbBitTime until)
{
    if (from > m_state.holdUntil)
    {
        m_state.holdFrom = from;
    }
    m_state.holdUntil = std::max(m_state.holdUntil, until);
}

// Clearing a halt resets the data toggle to DATA0 (USB 1.1, 9.4.5).
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
