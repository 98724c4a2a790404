// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-socket.h"

#include "../agent/linux-kernel-messages.h"
#include "linux-kernel-sockets.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <span>
#include <sstream>
#include <sys/socket.h>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxKernelSocket");

NS_OBJECT_ENSURE_REGISTERED(LinuxKernelSocket);

namespace
{

socket_message_end
ToEnd(const InetSocketAddress& address)
{
    return {address.GetIpv4().Get(), address.GetPort()};
}

InetSocketAddress
FromEnd(const socket_message_end& end)
{
    return {Ipv4Address(end.address), static_cast<uint16_t>(end.port)};
}

/// Most bytes of a Send(): the size of a packet is below 2^31.
constexpr uint32_t MOST_WRITE = 1 << 24;

/// ns-3 has fewer errors than Linux.
Socket::SocketErrno
ToSocketErrno(int reason)
{
    switch (reason)
    {
    case EADDRINUSE:
        return Socket::ERROR_ADDRINUSE;
    case EADDRNOTAVAIL:
        return Socket::ERROR_ADDRNOTAVAIL;
    case EHOSTUNREACH:
    case ENETUNREACH:
        return Socket::ERROR_NOROUTETOHOST;
    default:
        return Socket::ERROR_NOTCONN;
    }
}

} // namespace

TypeId
LinuxKernelSocket::GetTypeId()
{
    using S = LinuxKernelSocket;
    static TypeId tid =
        TypeId("ns3::LinuxKernelSocket")
            .SetParent<Socket>()
            .SetGroupName("LinuxKernel")
            .AddConstructor<LinuxKernelSocket>()
            .AddAttribute("SendBuffer",
                          "SO_SNDBUF, bytes, from 2304 to net.core.wmem_max (212992 unless "
                          "SetSysctl() changes it), which the kernel doubles for its own data. 0: "
                          "the kernel chooses the size (net.ipv4.tcp_wmem).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&S::SetEarly<&S::m_sendBuffer, uint32_t>,
                                               &S::GetEarly<&S::m_sendBuffer, uint32_t>),
                          MakeUintegerChecker<uint32_t>(0, INT32_MAX))
            .AddAttribute("ReceiveBuffer",
                          "SO_RCVBUF, bytes, from 1152 to net.core.rmem_max (212992 unless "
                          "SetSysctl() changes it), which the kernel doubles for its own data. 0: "
                          "the kernel chooses the size (net.ipv4.tcp_rmem).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&S::SetEarly<&S::m_receiveBuffer, uint32_t>,
                                               &S::GetEarly<&S::m_receiveBuffer, uint32_t>),
                          MakeUintegerChecker<uint32_t>(0, INT32_MAX))
            .AddAttribute("NoDelay",
                          "TCP_NODELAY: no Nagle algorithm.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&S::SetEarly<&S::m_noDelay, bool>,
                                              &S::GetEarly<&S::m_noDelay, bool>),
                          MakeBooleanChecker())
            .AddAttribute("CongestionControl",
                          "TCP_CONGESTION, such as bbr. Empty: that of the kernel "
                          "(net.ipv4.tcp_congestion_control).",
                          StringValue(),
                          MakeStringAccessor(&S::SetEarly<&S::m_congestion, std::string>,
                                             &S::GetEarly<&S::m_congestion, std::string>),
                          MakeStringChecker())
            .AddAttribute("WriteSize",
                          "Bytes that Send() accepts before the kernel has taken them: the buffer "
                          "of a program that blocks in write(). A packet of more bytes, up to 16 "
                          "MiB, is accepted when nothing waits.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&LinuxKernelSocket::m_writeSize),
                          MakeUintegerChecker<uint32_t>(1, MOST_WRITE))
            .AddAttribute("Backlog",
                          "Maximum number of connections that wait to be accepted: the argument "
                          "of listen(), which the kernel limits to net.core.somaxconn (4096 unless "
                          "SetSysctl() changes it).",
                          UintegerValue(128),
                          MakeUintegerAccessor(&S::SetEarly<&S::m_backlog, uint32_t>,
                                               &S::GetEarly<&S::m_backlog, uint32_t>),
                          MakeUintegerChecker<uint32_t>(1, INT32_MAX));
    return tid;
}

LinuxKernelSocket::LinuxKernelSocket() = default;

LinuxKernelSocket::~LinuxKernelSocket() = default;

void
LinuxKernelSocket::SetKernel(Ptr<Node> node, std::weak_ptr<LinuxKernelSockets> sockets)
{
    m_node = node;
    m_sockets = std::move(sockets);
}

void
LinuxKernelSocket::DoDispose()
{
    Detach();
    m_node = nullptr;
    m_received.clear();
    Socket::DoDispose();
}

/// No more messages from or to the agent.
void
LinuxKernelSocket::Detach()
{
    m_state = State::CLOSED;
    const auto sockets = m_sockets.lock();
    m_sockets.reset();
    if (sockets && m_number > 0)
    {
        // The table may hold the last reference.
        const Ptr<LinuxKernelSocket> self(this);
        sockets->Remove(m_number);
    }
}

int
LinuxKernelSocket::GetLinuxErrno() const
{
    return m_linuxErrno;
}

Socket::SocketErrno
LinuxKernelSocket::GetErrno() const
{
    return m_errno;
}

Socket::SocketType
LinuxKernelSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
LinuxKernelSocket::GetNode() const
{
    return m_node;
}

int
LinuxKernelSocket::Refuse(SocketErrno reason)
{
    m_errno = reason;
    return -1;
}

void
LinuxKernelSocket::RequireNew() const
{
    NS_ABORT_MSG_IF(m_state != State::NEW,
                    "LinuxKernelSocket: an attribute is set after Connect() or Listen(): expected "
                    "it before");
}

int
LinuxKernelSocket::Bind(const Address& address)
{
    if (!InetSocketAddress::IsMatchingType(address))
    {
        return Refuse(ERROR_AFNOSUPPORT);
    }
    if (m_state != State::NEW || m_local)
    {
        return Refuse(ERROR_INVAL);
    }
    m_local = InetSocketAddress::ConvertFrom(address);
    return 0;
}

int
LinuxKernelSocket::Bind()
{
    // The kernel chooses address and port when it connects or listens.
    return m_state == State::NEW ? 0 : Refuse(ERROR_INVAL);
}

int
LinuxKernelSocket::Bind6()
{
    return Refuse(ERROR_AFNOSUPPORT);
}

void
LinuxKernelSocket::BindToNetDevice(Ptr<NetDevice>)
{
    NS_FATAL_ERROR("LinuxKernelSocket: node " << m_node->GetId()
                                              << ": BindToNetDevice() is not offered: bind to an "
                                                 "address of the interface");
}

void
LinuxKernelSocket::Tell(uint32_t kind, uint32_t size, uint32_t value)
{
    socket_message message{};
    message.kind = kind;
    message.socket = m_number;
    message.size = size;
    message.value = value;
    m_sockets.lock()->Send(message);
}

void
LinuxKernelSocket::SetOption(uint32_t option, uint32_t value)
{
    if (value > 0)
    {
        Tell(SOCKET_MESSAGE_OPTION, value, option);
    }
}

/// Make the kernel's socket with the options that have been set so far.
void
LinuxKernelSocket::Open()
{
    m_number = m_sockets.lock()->Add(this);
    Tell(SOCKET_MESSAGE_OPEN);
    SetOption(SOCKET_MESSAGE_SEND_BUFFER, m_sendBuffer);
    SetOption(SOCKET_MESSAGE_RECEIVE_BUFFER, m_receiveBuffer);
    SetOption(SOCKET_MESSAGE_NO_DELAY, m_noDelay);
    TellIpOptions();
    socket_message message{};
    message.socket = m_number;
    if (!m_congestion.empty())
    {
        message.kind = SOCKET_MESSAGE_OPTION;
        message.value = SOCKET_MESSAGE_CONGESTION;
        const auto* name = reinterpret_cast<const uint8_t*>(m_congestion.data());
        m_sockets.lock()->Send(message, std::span(name, m_congestion.size()));
    }
    if (m_local)
    {
        message = {};
        message.kind = SOCKET_MESSAGE_BIND;
        message.socket = m_number;
        message.local = ToEnd(*m_local);
        m_sockets.lock()->Send(message);
    }
}

void
LinuxKernelSocket::TellIpOptions()
{
    NS_ABORT_MSG_IF(GetPriority() != IpTos2Priority(GetIpTos()),
                    "LinuxKernelSocket: SetPriority(" << +GetPriority()
                                                      << ") is not offered: expected SetIpTos(), "
                                                         "from which the kernel takes it");
    if (GetIpTos() != m_tos)
    {
        m_tos = GetIpTos();
        Tell(SOCKET_MESSAGE_OPTION, m_tos, SOCKET_MESSAGE_TOS);
    }
    if (IsManualIpTtl() && GetIpTtl() != m_ttl)
    {
        m_ttl = GetIpTtl();
        // -1 is the kernel's own.
        const uint32_t ttl = m_ttl > 0 ? m_ttl : std::numeric_limits<uint32_t>::max();
        Tell(SOCKET_MESSAGE_OPTION, ttl, SOCKET_MESSAGE_TTL);
    }
}

int
LinuxKernelSocket::Connect(const Address& address)
{
    if (!InetSocketAddress::IsMatchingType(address))
    {
        return Refuse(ERROR_AFNOSUPPORT);
    }
    if (m_state != State::NEW || m_sockets.expired())
    {
        return Refuse(m_state == State::CLOSED ? ERROR_BADF : ERROR_ISCONN);
    }
    m_peer = InetSocketAddress::ConvertFrom(address);
    NS_LOG_INFO("node " << m_node->GetId() << " connects to " << m_peer->GetIpv4() << ":"
                        << m_peer->GetPort());
    Open();
    m_state = State::CONNECTING;
    socket_message message{};
    message.kind = SOCKET_MESSAGE_CONNECT;
    message.socket = m_number;
    message.remote = ToEnd(*m_peer);
    m_sockets.lock()->Send(message);
    return 0;
}

int
LinuxKernelSocket::Listen()
{
    if (m_state != State::NEW || m_sockets.expired())
    {
        return Refuse(m_state == State::CLOSED ? ERROR_BADF : ERROR_INVAL);
    }
    Open();
    m_state = State::LISTENING;
    Tell(SOCKET_MESSAGE_LISTEN, 0, m_backlog);
    return 0;
}

int
LinuxKernelSocket::Close()
{
    if (m_state == State::CLOSED)
    {
        return Refuse(ERROR_BADF);
    }
    if (m_number > 0)
    {
        Tell(SOCKET_MESSAGE_CLOSE);
    }
    Detach();
    return 0;
}

int
LinuxKernelSocket::ShutdownSend()
{
    if (m_state == State::LISTENING)
    {
        // PacketSink says in this way that nobody writes to, or closes, what is accepted.
        m_closesAtEnd = true;
        return 0;
    }
    if (m_state != State::CONNECTED && m_state != State::CONNECTING)
    {
        return Refuse(ERROR_NOTCONN);
    }
    m_isSendShut = true;
    Tell(SOCKET_MESSAGE_SHUTDOWN, 0, SHUT_WR);
    return 0;
}

void
LinuxKernelSocket::CloseAtEnd()
{
    if (m_closesAtEnd && m_hasEnded && m_received.empty() && m_state == State::CONNECTED)
    {
        NS_LOG_INFO("node " << m_node->GetId() << " closes a socket whose data is read");
        Close();
    }
}

int
LinuxKernelSocket::ShutdownRecv()
{
    if (m_state != State::CONNECTED && m_state != State::CONNECTING)
    {
        return Refuse(ERROR_NOTCONN);
    }
    m_isReceiveShut = true;
    Tell(SOCKET_MESSAGE_SHUTDOWN, 0, SHUT_RD);
    return 0;
}

uint32_t
LinuxKernelSocket::GetTxAvailable() const
{
    return m_writeSize - std::min(m_unwritten, m_writeSize);
}

int
LinuxKernelSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags != 0, "LinuxKernelSocket: Send(" << flags << "): expected no flags");
    if (m_state != State::CONNECTED && m_state != State::CONNECTING)
    {
        return Refuse(ERROR_NOTCONN);
    }
    if (m_isSendShut)
    {
        return Refuse(ERROR_SHUTDOWN);
    }
    const uint32_t size = packet->GetSize();
    if (size > MOST_WRITE)
    {
        return Refuse(ERROR_MSGSIZE);
    }
    if (size > GetTxAvailable() && m_unwritten > 0)
    {
        return Refuse(ERROR_AGAIN);
    }
    // A program may change them at any time, and ns-3's setters are not virtual.
    TellIpOptions();
    if (size > 0)
    {
        std::vector<uint8_t> bytes(size);
        packet->CopyData(bytes.data(), size);
        m_unwritten += size;
        socket_message message{};
        message.kind = SOCKET_MESSAGE_WRITE;
        message.socket = m_number;
        m_sockets.lock()->Send(message, bytes);
    }
    return static_cast<int>(size);
}

int
LinuxKernelSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address&)
{
    // As Linux does on a connected stream.
    return Send(packet, flags);
}

uint32_t
LinuxKernelSocket::GetRxAvailable() const
{
    return m_rxAvailable;
}

Ptr<Packet>
LinuxKernelSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags != 0, "LinuxKernelSocket: Recv(" << flags << "): expected no flags");
    if (m_received.empty() || maxSize == 0)
    {
        // 0 bytes are the end of the peer's data, as in ns-3's own sockets.
        m_errno = ERROR_AGAIN;
        return nullptr;
    }
    Ptr<Packet> packet = m_received.front();
    if (packet->GetSize() <= maxSize)
    {
        m_received.pop_front();
    }
    else
    {
        m_received.front() = packet->CreateFragment(maxSize, packet->GetSize() - maxSize);
        packet = packet->CreateFragment(0, maxSize);
    }
    m_rxAvailable -= packet->GetSize();
    m_readOn += packet->GetSize();
    // A message for each packet would cost more than the packet.
    if (!m_sockets.expired() && m_readOn >= SOCKET_MESSAGE_READ / 2)
    {
        Tell(SOCKET_MESSAGE_READ_ON, std::exchange(m_readOn, 0));
    }
    CloseAtEnd();
    return packet;
}

Ptr<Packet>
LinuxKernelSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    GetPeerName(from);
    return Recv(maxSize, flags);
}

int
LinuxKernelSocket::GetSockName(Address& address) const
{
    address = m_local.value_or(InetSocketAddress(Ipv4Address::GetAny(), 0));
    return 0;
}

int
LinuxKernelSocket::GetPeerName(Address& address) const
{
    if (!m_peer)
    {
        return -1;
    }
    address = *m_peer;
    return 0;
}

bool
LinuxKernelSocket::SetAllowBroadcast(bool allowBroadcast)
{
    return !allowBroadcast;
}

bool
LinuxKernelSocket::GetAllowBroadcast() const
{
    return false;
}

/// @param message that a connection to this socket has been accepted
/// @return its socket
Ptr<LinuxKernelSocket>
LinuxKernelSocket::Fork(const socket_message& message) const
{
    const auto socket = CreateObject<LinuxKernelSocket>();
    socket->SetKernel(m_node, m_sockets);
    socket->m_writeSize = m_writeSize;
    socket->m_number = message.socket;
    socket->m_state = State::CONNECTED;
    socket->m_local = FromEnd(message.local);
    socket->m_peer = FromEnd(message.remote);
    // In the kernel, too, a connection has what its listener has.
    socket->SetIpTos(GetIpTos());
    socket->m_tos = m_tos;
    if (IsManualIpTtl())
    {
        socket->SetIpTtl(GetIpTtl());
    }
    socket->m_ttl = m_ttl;
    socket->m_closesAtEnd = m_closesAtEnd;
    return socket;
}

void
LinuxKernelSocket::NotifyAccepted(Ptr<LinuxKernelSocket> socket)
{
    NS_LOG_INFO("node " << m_node->GetId() << " accepts " << socket->m_peer->GetIpv4() << ":"
                        << socket->m_peer->GetPort());
    if (m_state != State::LISTENING || !NotifyConnectionRequest(*socket->m_peer))
    {
        socket->Close();
        return;
    }
    NotifyNewConnectionCreated(socket, *socket->m_peer);
    // As in TcpSocketBase::ProcessSynRcvd(); the application may have closed it.
    if (socket->m_state == State::CONNECTED && socket->GetTxAvailable() > 0)
    {
        socket->NotifySend(socket->GetTxAvailable());
    }
}

void
LinuxKernelSocket::Handle(const socket_message& message, const std::vector<uint8_t>& data)
{
    // The application may have closed the socket in the meantime.
    if (m_state == State::CLOSED)
    {
        return;
    }
    switch (message.kind)
    {
    case SOCKET_MESSAGE_CONNECTED:
        m_state = State::CONNECTED;
        m_local = FromEnd(message.local);
        NotifyConnectionSucceeded();
        if (m_state == State::CONNECTED && GetTxAvailable() > 0)
        {
            NotifySend(GetTxAvailable());
        }
        break;
    case SOCKET_MESSAGE_LISTENS:
        m_local = FromEnd(message.local); // the kernel may have chosen the port
        break;
    case SOCKET_MESSAGE_WRITTEN:
        m_unwritten -= message.size;
        NotifyDataSent(message.size);
        if (m_state == State::CONNECTED)
        {
            NotifySend(GetTxAvailable());
        }
        break;
    case SOCKET_MESSAGE_DATA:
        if (!m_isReceiveShut)
        {
            m_received.push_back(Create<Packet>(data.data(), message.size));
            m_rxAvailable += message.size;
            NotifyDataRecv();
        }
        break;
    case SOCKET_MESSAGE_END:
        if (!m_isReceiveShut)
        {
            m_hasEnded = true;
            NotifyNormalClose();
            CloseAtEnd();
        }
        break;
    case SOCKET_MESSAGE_FAILED:
        HandleFailure(static_cast<int>(message.value));
        break;
    case SOCKET_MESSAGE_REFUSED:
        HandleRefusal(message.size, static_cast<int>(message.value));
        break;
    default:
        break;
    }
}

void
LinuxKernelSocket::HandleFailure(int reason)
{
    NS_LOG_INFO("node " << m_node->GetId() << ": a socket has failed: " << strerror(reason));
    const bool wasConnected = m_state == State::CONNECTED;
    m_linuxErrno = reason;
    m_errno = ToSocketErrno(reason);
    Detach();
    if (wasConnected)
    {
        NotifyErrorClose();
    }
    else
    {
        NotifyConnectionFailed();
    }
}

/// What cannot be bound or set is a mistake of the program, of which ns-3's calls tell at once.
void
LinuxKernelSocket::HandleRefusal(uint32_t kind, int reason) const
{
    std::ostringstream what;
    if (kind == SOCKET_MESSAGE_OPTION)
    {
        what << "the options of a socket, CongestionControl=" << m_congestion
             << ", SendBuffer=" << m_sendBuffer << ", ReceiveBuffer=" << m_receiveBuffer
             << ", cannot be set: ";
        if (reason == ERANGE)
        {
            m_sockets.lock()->Fail(what.str() +
                                   "expected 0, or SendBuffer from 2304 to net.core.wmem_max and "
                                   "ReceiveBuffer from 1152 to net.core.rmem_max");
        }
    }
    else
    {
        const auto local = m_local.value_or(InetSocketAddress(Ipv4Address::GetAny(), 0));
        what << local.GetIpv4() << ":" << local.GetPort() << " cannot be bound: ";
    }
    m_sockets.lock()->Fail(what.str() + strerror(reason));
}

} // namespace ns3
