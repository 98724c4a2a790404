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
 * calls, like a program that blocks in write() and reads at once. A call of the application takes
 * effect in the kernel at the same simulated time, or a few readings of the clock (256 ns each)
 * later. A callback reports its outcome.
 *
 * Send() accepts up to WriteSize bytes that the kernel's send buffer has not taken yet. Up to 64
 * KiB of data that the application does not read stay here; further data stay in the kernel, whose
 * window closes.
 *
 * IPv6 and BindToNetDevice() are not supported. SendTo() ignores its address, as Linux does on a
 * connected stream. Set all attributes except WriteSize before Connect() or Listen(). SetIpTos()
 * and SetIpTtl() take effect with the next Send(). Flags of Send() and Recv() other than 0 end the
 * simulation with one error line, and so do an option that the kernel refuses and an address that
 * cannot be bound.
 *
 * If the application closes the socket before it has read all data, the connection ends with a FIN
 * where Linux would send a RST, because the agent has read up to 64 KiB already.
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

    /**
     * LinuxKernel::CreateSocket() calls it once for each socket.
     * @param node with a kernel
     * @param sockets of the kernel; when they are gone, the socket counts as closed
     */
    void SetKernel(Ptr<Node> node, std::weak_ptr<LinuxKernelSockets> sockets);
    /// @return Linux's errno of the last failure, such as 111 for ECONNREFUSED; 0 if nothing has
    /// failed
    int GetLinuxErrno() const;

    using Socket::Recv;
    using Socket::RecvFrom;
    using Socket::Send;
    using Socket::SendTo;

    /**
     * @return the last error in ns-3's terms: an errno that ns-3 does not have counts as
     * ERROR_NOTCONN; see GetLinuxErrno()
     */
    SocketErrno GetErrno() const override;
    /// @return NS3_SOCK_STREAM
    SocketType GetSocketType() const override;
    /// @return the node of the kernel
    Ptr<Node> GetNode() const override;
    /**
     * The kernel binds in Connect() or Listen(). An address that cannot be bound ends the
     * simulation then.
     * @param address an InetSocketAddress; port 0 lets the kernel choose
     * @return 0; -1 for another type of address (ERROR_AFNOSUPPORT), and for a socket that was
     * bound or used before (ERROR_INVAL)
     */
    int Bind(const Address& address) override;
    /**
     * The kernel chooses address and port.
     * @return 0; -1 after Connect() or Listen() (ERROR_INVAL)
     */
    int Bind() override;
    /// @return -1: IPv6 is not offered (ERROR_AFNOSUPPORT)
    int Bind6() override;
    /**
     * Close the socket. No callback is called any more.
     * @return 0; -1 if it is closed (ERROR_BADF)
     */
    int Close() override;
    /**
     * shutdown(SHUT_WR). On a listening socket the call has the meaning of ns-3, on which
     * PacketSink relies: from then on, a socket that is accepted closes after the peer's data has
     * ended, as soon as all of it is read.
     * @return 0; -1 without a connection (ERROR_NOTCONN)
     */
    int ShutdownSend() override;
    /**
     * shutdown(SHUT_RD); data and the end of the peer are no longer reported.
     * @return 0; -1 without a connection (ERROR_NOTCONN)
     */
    int ShutdownRecv() override;
    /**
     * The outcome is the callback of SetConnectCallback().
     * @param address an InetSocketAddress
     * @return 0; -1 for another type of address (ERROR_AFNOSUPPORT), a socket in use (ERROR_ISCONN)
     * or a closed one (ERROR_BADF)
     */
    int Connect(const Address& address) override;
    /// @return 0; -1 for a socket in use (ERROR_INVAL) or a closed one (ERROR_BADF)
    int Listen() override;
    /// @return bytes that Send() accepts now: WriteSize minus the bytes that the kernel has not
    /// taken yet
    uint32_t GetTxAvailable() const override;
    /**
     * Only the number of bytes is passed to the kernel if all of them are 0, as in the packets of
     * ns-3's applications.
     * @param packet data, taken as a whole or not at all
     * @param flags 0; any other value ends the simulation
     * @return bytes of the packet; -1 without a connection (ERROR_NOTCONN), after ShutdownSend()
     * (ERROR_SHUTDOWN), if other data waits and the packet does not fit (ERROR_AGAIN), or if it is
     * longer than 16 MiB (ERROR_MSGSIZE)
     */
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    /**
     * @param packet data
     * @param flags 0
     * @param to not used
     * @return as Send()
     */
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    /// @return bytes that wait here to be read, not counting those in the kernel
    uint32_t GetRxAvailable() const override;
    /**
     * @param maxSize most bytes
     * @param flags 0; any other value ends the simulation
     * @return data of one message of the agent, or their first part; null if there are none
     * (ERROR_AGAIN)
     */
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    /**
     * @param maxSize most bytes
     * @param flags 0
     * @param from set to the peer, if there is one
     * @return as Recv()
     */
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    /**
     * @param address set to the local end; 0.0.0.0:0 before it is bound or connected
     * @return 0
     */
    int GetSockName(Address& address) const override;
    /**
     * @param address set to the other end
     * @return 0; -1 before Connect()
     */
    int GetPeerName(Address& address) const override;
    /**
     * Ends the simulation with one line: bind to an address of the interface.
     * @param device not used
     */
    void BindToNetDevice(Ptr<NetDevice> device) override;
    /**
     * @param allowBroadcast TCP has no broadcast
     * @return whether it is false
     */
    bool SetAllowBroadcast(bool allowBroadcast) override;
    /// @return false
    bool GetAllowBroadcast() const override;

  protected:
    /// Stops all callbacks without a system call: the kernel's socket stays open.
    void DoDispose() override;

  private:
    friend class LinuxKernelSockets;

    /// The state of the socket.
    enum class State : uint8_t
    {
        NEW,        ///< not connected and not listening; attributes may be set
        CONNECTING, ///< Connect() was called; data may be sent
        CONNECTED,  ///< by Connect() or by a listening socket
        LISTENING,  ///< Listen() was called
        CLOSED      ///< closed, failed or disposed of
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

    /// End the simulation if the socket is in use.
    void RequireNew() const;
    /**
     * A message of the agent, in an event of its own.
     * @param message what has happened
     * @param data that came with it
     */
    void Handle(const socket_message& message, const std::vector<uint8_t>& data);
    /// @param reason errno; the socket is closed, and the application is notified
    void HandleFailure(int reason);
    /**
     * End the simulation: a mistake of the program, of which ns-3's own calls tell at once.
     * @param kind message that was refused
     * @param reason errno
     */
    void HandleRefusal(uint32_t kind, int reason) const;
    /**
     * @param message that a connection to this socket has been accepted
     * @return its socket
     */
    Ptr<LinuxKernelSocket> Fork(const socket_message& message) const;
    /// @param socket of a connection; closed at once if the application refuses it
    void NotifyAccepted(Ptr<LinuxKernelSocket> socket);
    /// Make the kernel's socket with the options that have been set so far.
    void Open();
    /**
     * @param option see agent/linux-kernel-messages.h
     * @param value for it; 0 leaves the choice to the kernel
     */
    void SetOption(uint32_t option, uint32_t value);
    /// Set IP_TOS and IP_TTL in the kernel if they have changed.
    void TellIpOptions();
    /**
     * @param kind of a message without data
     * @param size of the message
     * @param value of the message
     */
    void Tell(uint32_t kind, uint32_t size = 0, uint32_t value = 0);
    /// Close a socket whose listener was shut down for writing, as a reader does that has come to
    /// the end.
    void CloseAtEnd();
    /// Close this end without a system call.
    void Detach();
    /**
     * @param reason becomes GetErrno()
     * @return -1
     */
    int Refuse(SocketErrno reason);

    uint32_t m_sendBuffer;    ///< attribute SendBuffer
    uint32_t m_receiveBuffer; ///< attribute ReceiveBuffer
    bool m_noDelay;           ///< attribute NoDelay
    std::string m_congestion; ///< attribute CongestionControl
    uint32_t m_writeSize;     ///< attribute WriteSize
    uint32_t m_backlog;       ///< attribute Backlog

    Ptr<Node> m_node;                            ///< with the kernel
    std::weak_ptr<LinuxKernelSockets> m_sockets; ///< of the kernel; expired: closed
    uint32_t m_number{0};                        ///< in m_sockets
    State m_state{State::NEW};                   ///< see State
    std::optional<InetSocketAddress> m_local;    ///< its end; none: not bound
    std::optional<InetSocketAddress> m_peer;     ///< the other end
    uint32_t m_unwritten{0};                     ///< bytes that the kernel has not taken
    uint8_t m_tos{0};                            ///< IP_TOS that the kernel knows
    uint8_t m_ttl{0};                            ///< IP_TTL that the kernel knows; 0: its own
    bool m_isSendShut{false};                    ///< for writing
    bool m_isReceiveShut{false};                 ///< for reading
    bool m_closesAtEnd{false};                   ///< see CloseAtEnd; of a listener: what it accepts
    bool m_hasEnded{false};                      ///< the peer writes no more
    std::deque<Ptr<Packet>> m_received;          ///< not read yet
    uint32_t m_rxAvailable{0};                   ///< bytes of m_received
    uint32_t m_readOn{0};                        ///< bytes read of which the kernel has not heard
    SocketErrno m_errno{ERROR_NOTERROR};         ///< see GetErrno
    int m_linuxErrno{0};                         ///< see GetLinuxErrno
};

} // namespace ns3

#endif // LINUX_KERNEL_SOCKET_H
