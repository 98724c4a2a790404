// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-sockets.h"

#include "../agent/linux-kernel-calls.h"
#include "../agent/linux-kernel-messages.h"
#include "guest-memory.h"
#include "vhost-user-card.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxKernelSockets");

namespace
{

constexpr std::size_t ETHERNET = 14; ///< bytes of an Ethernet II header
constexpr std::size_t HEADER = ETHERNET + sizeof(socket_message);
constexpr uint32_t MOST_UNCALLED = 64; ///< buffers returned without a call
constexpr std::size_t MOST_BYTES = SOCKET_MESSAGE_FRAME - HEADER; ///< data of a message

/// @return a frame with an Ethernet header that has only a type
std::vector<uint8_t>
MakeFrame(uint16_t type, std::size_t size)
{
    std::vector<uint8_t> frame(ETHERNET + size);
    frame[ETHERNET - 2] = type >> 8;
    frame[ETHERNET - 1] = type & 0xff;
    return frame;
}

/// @return the type of a frame; 0 if it is too short for a header
uint16_t
GetType(const std::vector<uint8_t>& frame)
{
    return frame.size() < ETHERNET ? 0 : (frame[ETHERNET - 2] << 8) | frame[ETHERNET - 1];
}

} // namespace

LinuxKernelSockets::LinuxKernelSockets() = default;

LinuxKernelSockets::~LinuxKernelSockets()
{
    for (const auto& [number, socket] : std::exchange(m_sockets, {}))
    {
        socket->Detach();
    }
}

void
LinuxKernelSockets::Connect(int fd,
                            std::function<void(VhostUserCard& card, uint32_t queue)> call,
                            std::function<void(const std::string& reason)> fail)
{
    m_card = std::make_unique<VhostUserCard>(fd,
                                             std::array<uint8_t, 6>{2},
                                             SOCKET_MESSAGE_FRAME - ETHERNET);
    m_call = std::move(call);
    m_fail = std::move(fail);
}

VhostUserCard*
LinuxKernelSockets::GetCard() const
{
    return m_card.get();
}

socket_mailbox*
LinuxKernelSockets::GetMailbox() const
{
    return m_mailbox == 0 ? nullptr
                          : reinterpret_cast<socket_mailbox*>(
                                m_card->GetMemory().At(m_mailbox, SOCKET_MESSAGE_PAGE));
}

uint64_t
LinuxKernelSockets::GetMailboxOffset() const
{
    return m_mailbox == 0 ? 0 : m_card->GetMemory().GetOffset(m_mailbox);
}

bool
LinuxKernelSockets::HasMail() const
{
    const socket_mailbox* mailbox = GetMailbox();
    return mailbox && mailbox->count > 0;
}

uint32_t
LinuxKernelSockets::Add(Ptr<LinuxKernelSocket> socket)
{
    if (m_sockets.size() >= SOCKET_MESSAGE_ACCEPTED / 2)
    {
        Fail("its applications have " + std::to_string(m_sockets.size()) + " sockets");
    }
    do
    {
        m_lastNumber = m_lastNumber % (SOCKET_MESSAGE_ACCEPTED - 1) + 1;
    } while (m_sockets.contains(m_lastNumber));
    m_sockets[m_lastNumber] = socket;
    return m_lastNumber;
}

void
LinuxKernelSockets::Remove(uint32_t number)
{
    m_sockets.erase(number);
}

void
LinuxKernelSockets::Fail(const std::string& reason) const
{
    m_fail(reason);
}

void
LinuxKernelSockets::Send(const socket_message& message)
{
    Push(message, {});
    Flush();
}

void
LinuxKernelSockets::Send(socket_message message, std::span<const uint8_t> data)
{
    // Packets of ns-3's applications are all zeros, so only their number is sent.
    message.is_zero = std::ranges::all_of(data, [](uint8_t byte) { return byte == 0; });
    if (message.is_zero)
    {
        message.size = static_cast<uint32_t>(data.size());
        Push(message, {});
    }
    for (; !message.is_zero && !data.empty(); data = data.subspan(message.size))
    {
        message.size = static_cast<uint32_t>(std::min(data.size(), MOST_BYTES));
        Push(message, data.first(message.size));
    }
    Flush();
}

void
LinuxKernelSockets::Push(const socket_message& message, std::span<const uint8_t> data)
{
    Frame frame = MakeFrame(SOCKET_MESSAGE_ETHERTYPE, sizeof(message) + data.size());
    std::memcpy(frame.data() + ETHERNET, &message, sizeof(message));
    std::ranges::copy(data, frame.begin() + HEADER);
    m_waiting.push_back(std::move(frame));
}

void
LinuxKernelSockets::Flush()
{
    if (!m_isReady)
    {
        return;
    }
    std::string mistake;
    try
    {
        while (!m_waiting.empty() && m_sent - m_handled < SOCKET_MESSAGE_WINDOW)
        {
            const Frame frame = std::move(m_waiting.front());
            m_waiting.pop_front();
            ++m_sent;
            Put(frame);
        }
    }
    catch (const std::runtime_error& error)
    {
        mistake = error.what();
    }
    if (!mistake.empty())
    {
        m_fail(mistake);
    }
}

void
LinuxKernelSockets::Put(const Frame& frame)
{
    if (!m_card->PutFrame(frame))
    {
        throw std::runtime_error("the card of its sockets has no receive buffer");
    }
    Call(VhostUserCard::RECEIVE);
}

void
LinuxKernelSockets::Call(uint32_t queue)
{
    if (m_card->WantsCall(static_cast<VhostUserCard::Queue>(queue)))
    {
        m_call(*m_card, queue);
    }
}

void
LinuxKernelSockets::SendOrder(const std::string& order)
{
    Frame frame = MakeFrame(CALL_ETHERTYPE, order.size());
    std::ranges::copy(order, frame.begin() + ETHERNET);
    std::string mistake;
    try
    {
        Put(frame);
    }
    catch (const std::runtime_error& error)
    {
        mistake = error.what();
    }
    if (!mistake.empty())
    {
        m_fail(mistake);
    }
}

void
LinuxKernelSockets::SetAnswerHandler(std::function<void(const std::string& answer)> handler)
{
    m_onAnswer = std::move(handler);
}

/// The handler may have gone since the answer came.
void
LinuxKernelSockets::HandleAnswer(const std::string& answer) const
{
    if (m_onAnswer)
    {
        m_onAnswer(answer);
    }
}

void
LinuxKernelSockets::Receive()
{
    std::string mistake;
    try
    {
        if (HasMail())
        {
            ReceiveMail();
        }
        while (const auto frame = m_card->TakeFrame())
        {
            m_card->ReturnBuffer(frame->buffer);
            ++m_uncalled;
            const std::vector<uint8_t>& bytes = frame->bytes;
            socket_message message;
            if (GetType(bytes) == CALL_ETHERTYPE)
            {
                Simulator::ScheduleNow(&LinuxKernelSockets::HandleAnswer,
                                       this,
                                       std::string(bytes.begin() + ETHERNET, bytes.end()));
                continue;
            }
            if (bytes.size() < HEADER || GetType(bytes) != SOCKET_MESSAGE_ETHERTYPE)
            {
                continue; // a program of the kernel has sent it
            }
            std::memcpy(&message, bytes.data() + ETHERNET, sizeof(message));
            Handle(message, std::span(bytes).subspan(HEADER));
            if (socket_mailbox* mailbox = GetMailbox())
            {
                ++mailbox->frames_taken;
            }
        }
        // The driver frees buffers when it sends the next frame; it needs no call for each.
        if (m_uncalled >= MOST_UNCALLED)
        {
            m_uncalled = 0;
            Call(VhostUserCard::TRANSMIT);
        }
    }
    catch (const std::runtime_error& error)
    {
        mistake = error.what();
    }
    if (!mistake.empty())
    {
        m_fail(mistake);
    }
}

void
LinuxKernelSockets::ReceiveMail()
{
    socket_mailbox& mailbox = *GetMailbox();
    const uint32_t count = std::exchange(mailbox.count, 0);
    if (count > SOCKET_MESSAGE_MAILS)
    {
        throw std::runtime_error("the mailbox of its agent has " + std::to_string(count) +
                                 " messages: expected " + std::to_string(SOCKET_MESSAGE_MAILS) +
                                 " or fewer");
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        Handle(mailbox.messages[i], {});
    }
}

void
LinuxKernelSockets::Handle(const socket_message& message, std::span<const uint8_t> data)
{
    m_handled = message.handled;
    if (message.kind == SOCKET_MESSAGE_READY)
    {
        NS_LOG_INFO("the agent serves sockets");
        m_isReady = true;
        const uint64_t address = uint64_t{SOCKET_MESSAGE_PAGE} * message.value;
        if (address != 0)
        {
            m_card->GetMemory().At(address, SOCKET_MESSAGE_PAGE);
        }
        m_mailbox = address;
    }
    if (!m_waiting.empty())
    {
        Simulator::ScheduleNow(&LinuxKernelSockets::Flush, this);
    }
    if (message.kind == SOCKET_MESSAGE_NEW)
    {
        Accept(message);
        return;
    }
    // The application may have closed the socket meanwhile.
    if (const auto socket = Find(message.socket))
    {
        std::vector<uint8_t> bytes(data.begin(), data.end());
        if (message.is_zero)
        {
            bytes.assign(message.size, 0);
        }
        Simulator::ScheduleNow(&LinuxKernelSocket::Handle, socket, message, std::move(bytes));
    }
}

void
LinuxKernelSockets::Accept(const socket_message& message)
{
    if (const auto listener = Find(message.value))
    {
        const auto socket = listener->Fork(message);
        m_sockets[message.socket] = socket;
        Simulator::ScheduleNow(&LinuxKernelSocket::NotifyAccepted, listener, socket);
        return;
    }
    socket_message close{};
    close.kind = SOCKET_MESSAGE_CLOSE;
    close.socket = message.socket;
    Push(close, {});
    Simulator::ScheduleNow(&LinuxKernelSockets::Flush, this);
}

Ptr<LinuxKernelSocket>
LinuxKernelSockets::Find(uint32_t number) const
{
    const auto found = m_sockets.find(number);
    return found == m_sockets.end() ? nullptr : found->second;
}

} // namespace ns3
