// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_SOCKET_H
#define LINUX_KERNEL_SOCKET_H

#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct socket_message;

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelSocket declaration.
 */

namespace ns3
{

class LinuxKernelSockets;

/**
 * @ingroup linux-kernel
 * A TCP socket of a node's kernel for applications of ns-3. The kernel's agent makes the system
 * calls as a program would that blocks in write() and reads at once. A call of the application has
 * its effect in the kernel at the same simulated time, or a few readings of the clock (256 ns each)
 * later, and its outcome is a callback.
 *
 * Send() accepts up to WriteSize bytes that the kernel's send buffer has not taken yet. Data that
 * the application does not read stay here up to 64 KiB, and then in the kernel, whose window
 * closes.
 *
 * IPv6, and SendTo() and BindToNetDevice(), are not offered. Attributes but WriteSize are set
 * before Connect() or Listen(), and so are options of IP (SetIpTos(), SetIpTtl()), which have no
 * effect later.
 */
class LinuxKernelSocket : public Socket
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxKernelSocket();
    ~LinuxKernelSocket() override;

    /// @param node with a kernel
    /// @param sockets of the kernel
    void SetKernel(Ptr<Node> node, std::weak_ptr<LinuxKernelSockets> sockets);
    /// @return Linux's errno of what has failed last, such as 111 for ECONNREFUSED; 0 if nothing
    /// has
    int GetLinuxErrno() const;

    using Socket::Recv;
    using Socket::RecvFrom;
    using Socket::Send;
    using Socket::SendTo;

    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
    int Bind(const Address& address) override;
    int Bind() override;
    int Bind6() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Connect(const Address& address) override;
    int Listen() override;
    uint32_t GetTxAvailable() const override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    uint32_t GetRxAvailable() const override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    void BindToNetDevice(Ptr<NetDevice> device) override;
    bool SetAllowBroadcast(bool allowBroadcast) override;
    bool GetAllowBroadcast() const override;

  protected:
    void DoDispose() override;

  private:
    friend class LinuxKernelSockets;

    /// What has become of the socket.
    enum class State : uint8_t
    {
        NEW,
        CONNECTING,
        CONNECTED,
        LISTENING,
        CLOSED
    };

    /// Set a value that the kernel's socket gets when it is made.
    /// @tparam Member takes it
    /// @param value of an attribute
    template <auto Member, typename Value>
    void SetEarly(Value value)
    {
        RequireNew();
        this->*Member = value;
    }

    /// @tparam Member see SetEarly
    /// @return its value
    template <auto Member, typename Value>
    Value GetEarly() const
    {
        return this->*Member;
    }

    void RequireNew() const;
    void Handle(const socket_message& message, const std::vector<uint8_t>& data);
    void HandleFailure(int reason);
    void HandleRefusal(uint32_t kind, int reason) const;
    Ptr<LinuxKernelSocket> Fork(const socket_message& message) const;
    void NotifyAccepted(Ptr<LinuxKernelSocket> socket);
    void Open();
    void SetOption(uint32_t option, uint32_t value);
    void Tell(uint32_t kind, uint32_t size = 0, uint32_t value = 0);
    void Detach();
    int Refuse(SocketErrno reason);

    uint32_t m_sendBuffer;    ///< attribute SendBuffer
    uint32_t m_receiveBuffer; ///< attribute ReceiveBuffer
    bool m_noDelay;           ///< attribute NoDelay
    std::string m_congestion; ///< attribute CongestionControl
    uint32_t m_writeSize;     ///< attribute WriteSize
    uint32_t m_backlog;       ///< attribute Backlog

    Ptr<Node> m_node;
    std::weak_ptr<LinuxKernelSockets> m_sockets; ///< of the kernel; expired: closed
    uint32_t m_number{0};                        ///< in m_sockets
    State m_state{State::NEW};
    std::optional<InetSocketAddress> m_local; ///< its end; none: not bound
    std::optional<InetSocketAddress> m_peer;  ///< the other end
    uint32_t m_unwritten{0};                  ///< bytes that the kernel has not taken
    bool m_isSendShut{false};                 ///< for writing
    bool m_isReceiveShut{false};              ///< for reading
    std::deque<Ptr<Packet>> m_received;       ///< not read yet
    uint32_t m_rxAvailable{0};                ///< bytes of m_received
    uint32_t m_readOn{0};                     ///< bytes read of which the kernel has not heard
    SocketErrno m_errno{ERROR_NOTERROR};      ///< see GetErrno
    int m_linuxErrno{0};                      ///< see GetLinuxErrno
};

} // namespace ns3

#endif // LINUX_KERNEL_SOCKET_H
