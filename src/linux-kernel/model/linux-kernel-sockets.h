// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_SOCKETS_H
#define LINUX_KERNEL_SOCKETS_H

#include "linux-kernel-socket.h"

#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct socket_mailbox;
struct socket_message;

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelSockets declaration.
 */

namespace ns3
{

class VhostUserCard;

/**
 * @ingroup linux-kernel
 * The sockets of a kernel that applications of the simulation use. It passes messages between them
 * and the kernel's agent, which makes the system calls, over a network card of its own and from the
 * agent's mailbox (agent/linux-kernel-messages.h). Messages wait until the agent is ready, and
 * while it has not handled SOCKET_MESSAGE_WINDOW earlier ones.
 */
class LinuxKernelSockets
{
  public:
    /// Messages may be sent before Connect(); they wait.
    LinuxKernelSockets();
    /// All sockets count as closed from now on.
    ~LinuxKernelSockets();
    LinuxKernelSockets(const LinuxKernelSockets&) = delete;
    LinuxKernelSockets& operator=(const LinuxKernelSockets&) = delete;

    /**
     * Connect to the driver of the card.
     * @param fd connected socket of vhost-user, which belongs to the card from now on
     * @param call lets the card call the kernel because of returned buffers of a queue
     * @param fail ends the simulation with a reason; does not return
     */
    void Connect(int fd,
                 std::function<void(VhostUserCard& card, uint32_t queue)> call,
                 std::function<void(const std::string& reason)> fail);
    /// @return the card; null before Connect()
    VhostUserCard* GetCard() const;
    /// @return where the agent's mailbox is in the file of the kernel's memory, bytes; 0: there is
    /// none
    uint64_t GetMailboxOffset() const;
    /// @return whether the agent has put messages into its mailbox
    bool HasMail() const;
    /**
     * Read the messages of the agent. Sockets hear of them in an event of their own. Frames of
     * other programs on this card are ignored.
     */
    void Receive();

    /**
     * Ends the simulation if half of the numbers are in use, so that a new one is always found.
     * @param socket gets a number, and is kept alive until Remove()
     * @return the number, from 1 on; those from SOCKET_MESSAGE_ACCEPTED on are the agent's, for
     * accepted connections
     */
    uint32_t Add(Ptr<LinuxKernelSocket> socket);
    /// @param number of a socket that gets no further messages
    void Remove(uint32_t number);
    /**
     * Send a message to the agent.
     * @param message without data
     */
    void Send(const socket_message& message);
    /**
     * Send data to the agent.
     * @param message whose size, and whether all bytes are 0, follows from the data
     * @param data up to 65536 bytes
     */
    void Send(socket_message message, std::span<const uint8_t> data);
    /**
     * Send an order to the program that makes system calls (agent/linux-kernel-calls.c). Orders do
     * not wait for the window of messages.
     * @param order one line, which fits into a frame of the card
     */
    void SendOrder(const std::string& order);
    /// @param handler called, in an event of its own, with each answer to an order
    void SetAnswerHandler(std::function<void(const std::string& answer)> handler);
    /// End the simulation with a reason.
    /// @param reason the reason
    void Fail(const std::string& reason) const;

  private:
    /// A frame that waits for the agent.
    using Frame = std::vector<uint8_t>;

    /**
     * Put a frame into the card, and let the kernel see it.
     * @param frame from its Ethernet header on
     * @throws std::runtime_error if the card has no receive buffer
     */
    void Put(const Frame& frame);
    /// @param queue with returned buffers, of which the kernel is notified
    void Call(uint32_t queue);
    /// @param answer passed to the handler, if there still is one
    void HandleAnswer(const std::string& answer) const;
    /**
     * @param message that waits for the agent
     * @param data of the message
     */
    void Push(const socket_message& message, std::span<const uint8_t> data);
    /// Send what waits, as far as the window allows.
    void Flush();
    /**
     * @return the agent's mailbox; null if there is none
     * @throws std::runtime_error if it is outside the kernel's memory
     */
    socket_mailbox* GetMailbox() const;
    /**
     * Read the messages in the mailbox.
     * @throws std::runtime_error if there are more than fit in
     */
    void ReceiveMail();
    /**
     * @param message of the agent
     * @param data of the message
     */
    void Handle(const socket_message& message, std::span<const uint8_t> data);
    /// @param message that a connection was accepted; closed at once if its listener is gone
    void Accept(const socket_message& message);
    /**
     * @param number of a socket
     * @return the socket; null if it is gone
     */
    Ptr<LinuxKernelSocket> Find(uint32_t number) const;

    std::unique_ptr<VhostUserCard> m_card;                ///< see GetCard
    std::function<void(VhostUserCard&, uint32_t)> m_call; ///< see Connect
    std::function<void(const std::string&)> m_fail;       ///< see Connect
    std::function<void(const std::string&)> m_onAnswer;   ///< see SetAnswerHandler
    std::map<uint32_t, Ptr<LinuxKernelSocket>> m_sockets; ///< by number
    uint32_t m_lastNumber{0};                             ///< that Add() gave
    uint64_t m_mailbox{0};                                ///< address in the kernel; 0: none
    std::deque<Frame> m_waiting;                          ///< for the agent
    bool m_isReady{false};                                ///< the agent is
    uint32_t m_sent{0};                                   ///< messages to the agent
    uint32_t m_handled{0};                                ///< messages that it has handled
    uint32_t m_uncalled{0}; ///< buffers returned to the driver without a call
};

} // namespace ns3

#endif // LINUX_KERNEL_SOCKETS_H
