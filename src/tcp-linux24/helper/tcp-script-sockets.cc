// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-sockets.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// First descriptor after standard input, output and error.
constexpr int32_t FIRST_DESCRIPTOR = 3;
/// O_RDWR, what F_GETFL gives for a new socket.
constexpr int64_t READ_WRITE = 2;
/// Values TCP_MAXSEG permits, bytes (Linux 2.4.18, tcp_setsockopt).
constexpr uint32_t MIN_MAXSEG = 8;
constexpr uint32_t MAX_MAXSEG = 32767;

std::string
GetErrorName(Socket::SocketErrno error)
{
    switch (error)
    {
    case Socket::ERROR_ISCONN:
        return "EISCONN";
    case Socket::ERROR_NOTCONN:
        return "ENOTCONN";
    case Socket::ERROR_MSGSIZE:
        return "EMSGSIZE";
    case Socket::ERROR_SHUTDOWN:
        return "EPIPE";
    case Socket::ERROR_OPNOTSUPP:
        return "EOPNOTSUPP";
    case Socket::ERROR_AFNOSUPPORT:
        return "EAFNOSUPPORT";
    case Socket::ERROR_INVAL:
        return "EINVAL";
    case Socket::ERROR_BADF:
        return "EBADF";
    case Socket::ERROR_NOROUTETOHOST:
        return "EHOSTUNREACH";
    case Socket::ERROR_NODEV:
        return "ENODEV";
    case Socket::ERROR_ADDRNOTAVAIL:
        return "EADDRNOTAVAIL";
    case Socket::ERROR_ADDRINUSE:
        return "EADDRINUSE";
    default:
        return "EAGAIN";
    }
}

TcpScriptSockets::Result
MakeResult(Ptr<Socket> socket, int value)
{
    return value >= 0 ? TcpScriptSockets::Result{value, ""}
                      : TcpScriptSockets::Result{-1, GetErrorName(socket->GetErrno())};
}

} // namespace

TcpScriptSockets::TcpScriptSockets(TcpScriptPeer& peer,
                                   Ptr<SocketFactory> factory,
                                   Observer onSocket)
    : m_peer(peer),
      m_factory(factory),
      m_onSocket(std::move(onSocket))
{
}

TcpScriptSockets::~TcpScriptSockets()
{
    for (const auto& socket : m_sockets)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
    }
}

Ptr<Socket>
TcpScriptSockets::GetCurrent() const
{
    return m_sockets.empty() ? nullptr : m_sockets.back();
}

TcpScriptSockets::Operation
TcpScriptSockets::GetOperation(TcpScriptCall::Function function)
{
    using Function = TcpScriptCall::Function;
    static const std::map<Function, Operation> operations{
        {Function::BIND, &TcpScriptSockets::Bind},
        {Function::LISTEN, &TcpScriptSockets::Listen},
        {Function::CONNECT, &TcpScriptSockets::Connect},
        {Function::ACCEPT, &TcpScriptSockets::Accept},
        {Function::READ, &TcpScriptSockets::Read},
        {Function::WRITE, &TcpScriptSockets::Write},
        {Function::CLOSE, &TcpScriptSockets::Close},
        {Function::SHUTDOWN, &TcpScriptSockets::Shutdown},
        {Function::SETSOCKOPT, &TcpScriptSockets::SetOption},
        {Function::FCNTL, &TcpScriptSockets::Control},
    };
    return operations.at(function);
}

TcpScriptSockets::Result
TcpScriptSockets::Execute(const TcpScriptCall& call)
{
    if (call.function == TcpScriptCall::Function::SOCKET)
    {
        return Create();
    }
    const auto found = m_entries.find(call.descriptor);
    if (found == m_entries.end())
    {
        return {-1, "EBADF"};
    }
    return (this->*GetOperation(call.function))(call, found->second);
}

int32_t
TcpScriptSockets::Insert(Ptr<Socket> socket)
{
    int32_t descriptor = FIRST_DESCRIPTOR;
    while (m_entries.contains(descriptor))
    {
        ++descriptor;
    }
    m_entries[descriptor].socket = socket;
    return descriptor;
}

TcpScriptSockets::Result
TcpScriptSockets::Create()
{
    const Ptr<Socket> socket = m_factory->CreateSocket();
    if (socket->GetSocketType() != Socket::NS3_SOCK_STREAM)
    {
        return {-1, "EPROTONOSUPPORT"};
    }
    m_sockets.push_back(socket);
    m_onSocket(socket, false);
    return {Insert(socket), ""};
}

TcpScriptSockets::Result
TcpScriptSockets::Bind(const TcpScriptCall&, Entry& entry)
{
    return MakeResult(entry.socket, entry.socket->Bind(m_peer.GetLocalAddress()));
}

TcpScriptSockets::Result
TcpScriptSockets::Listen(const TcpScriptCall&, Entry& entry)
{
    m_peer.ConnectToSocket();
    entry.socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&TcpScriptSockets::AcceptConnection, this));
    return MakeResult(entry.socket, entry.socket->Listen());
}

void
TcpScriptSockets::AcceptConnection(Ptr<Socket> socket, const Address&)
{
    m_sockets.push_back(socket);
    m_pending.push(socket);
    m_onSocket(socket, true);
}

TcpScriptSockets::Result
TcpScriptSockets::Connect(const TcpScriptCall& call, Entry& entry)
{
    m_peer.ListenForSocket();
    const Result result = MakeResult(entry.socket, entry.socket->Connect(m_peer.GetPeerAddress()));
    // A kernel's call that does not block would say that the handshake has only begun.
    const bool startsOnly = result.value == 0 && call.error == "EINPROGRESS";
    return startsOnly ? Result{-1, "EINPROGRESS"} : result;
}

TcpScriptSockets::Result
TcpScriptSockets::Accept(const TcpScriptCall&, Entry&)
{
    if (m_pending.empty())
    {
        return {-1, "EAGAIN"};
    }
    const Ptr<Socket> socket = m_pending.front();
    m_pending.pop();
    return {Insert(socket), ""};
}

TcpScriptSockets::Result
TcpScriptSockets::Read(const TcpScriptCall& call, Entry& entry)
{
    const Ptr<Packet> data = entry.socket->Recv(call.number, 0);
    if (!data)
    {
        return {-1, GetErrorName(entry.socket->GetErrno())};
    }
    if (!TcpScriptPeer::IsData(data, entry.read))
    {
        return {-1, "EBADMSG"};
    }
    entry.read += data->GetSize();
    return {data->GetSize(), ""};
}

TcpScriptSockets::Result
TcpScriptSockets::Write(const TcpScriptCall& call, Entry& entry)
{
    const uint32_t size = std::min(call.number, entry.socket->GetTxAvailable());
    if (size == 0 && call.number > 0)
    {
        return {-1, "EAGAIN"};
    }
    const int sent = entry.socket->Send(TcpScriptPeer::MakeData(entry.written, size), 0);
    entry.written += std::max(sent, 0);
    return MakeResult(entry.socket, sent);
}

TcpScriptSockets::Result
TcpScriptSockets::Close(const TcpScriptCall& call, Entry& entry)
{
    const Ptr<Socket> socket = entry.socket;
    m_entries.erase(call.descriptor);
    return MakeResult(socket, socket->Close());
}

TcpScriptSockets::Result
TcpScriptSockets::Shutdown(const TcpScriptCall& call, Entry& entry)
{
    int value = 0;
    if (call.option != "SHUT_WR")
    {
        value = entry.socket->ShutdownRecv();
    }
    if (call.option != "SHUT_RD" && value == 0)
    {
        value = entry.socket->ShutdownSend();
    }
    return MakeResult(entry.socket, value);
}

TcpScriptSockets::Result
TcpScriptSockets::SetOption(const TcpScriptCall& call, Entry& entry)
{
    if (call.option == "TCP_MAXSEG" && (call.number < MIN_MAXSEG || call.number > MAX_MAXSEG))
    {
        return {-1, "EINVAL"};
    }
    bool accepted = true;
    if (call.option == "TCP_NODELAY")
    {
        accepted = entry.socket->SetAttributeFailSafe("TcpNoDelay", BooleanValue(call.number != 0));
    }
    else if (call.option != "SO_REUSEADDR")
    {
        static const std::map<std::string, std::string> attributes{
            {"SO_SNDBUF", "SndBufSize"},
            {"SO_RCVBUF", "RcvBufSize"},
            {"TCP_MAXSEG", "SegmentSize"},
        };
        accepted = entry.socket->SetAttributeFailSafe(attributes.at(call.option),
                                                      UintegerValue(call.number));
    }
    return accepted ? Result{0, ""} : Result{-1, "ENOPROTOOPT"};
}

TcpScriptSockets::Result
TcpScriptSockets::Control(const TcpScriptCall& call, Entry&)
{
    return {call.option == "F_GETFL" ? READ_WRITE : 0, ""};
}

} // namespace ns3
