// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-sockets.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScriptSockets");

namespace
{

/// First descriptor after standard input, output and error, as packetdrill's own process has them.
constexpr int32_t FIRST_DESCRIPTOR = 3;
/// O_RDWR, what F_GETFL gives for a new socket.
constexpr int64_t READ_WRITE = 2;
/// O_NONBLOCK in the same.
constexpr int64_t NON_BLOCKING = 04000;

/// Names of errno.h for ns-3's reasons. ns-3 tells two cases by one value where kernels have two;
/// the name is then that of the case which a TCP socket can have.
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
    case Socket::ERROR_SHUTDOWN: // writing after shutdown(); a kernel sends SIGPIPE, too
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
    default: // what ns-3's sockets leave when a call has nothing to do yet
        return "EAGAIN";
    }
}

TcpScriptSockets::Result
MakeResult(Ptr<Socket> socket, int value)
{
    return value >= 0
               ? TcpScriptSockets::Result{.value = value}
               : TcpScriptSockets::Result{.value = -1, .error = GetErrorName(socket->GetErrno())};
}

TcpScriptSockets::Result
MakeError(const std::string& name)
{
    return {.value = -1, .error = name};
}

/// @return of a call that has to wait
TcpScriptSockets::Result
MakeWait(const std::string& error)
{
    return {.value = -1, .error = error, .wouldBlock = true};
}

/// @return whether a transfer or F_SETFL has the flag
bool
HasFlag(const TcpScriptCall& call, const std::string& flag)
{
    return std::ranges::find(call.flags, flag) != call.flags.end();
}

/// @return of a call that gives a number back
TcpScriptSockets::Result
MakeGiven(const TcpScriptCall& call, uint32_t value)
{
    return value == call.number ? TcpScriptSockets::Result{}
                                : TcpScriptSockets::Result{.expected = std::to_string(call.number),
                                                           .actual = std::to_string(value)};
}

/// @return names of events as poll() is written in C
std::string
Join(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
    {
        text += (text.empty() ? "" : "|") + name;
    }
    return text.empty() ? "0" : text;
}

} // namespace

TcpScriptSockets::TcpScriptSockets(TcpScriptPeer& peer,
                                   Ptr<SocketFactory> factory,
                                   const TcpScriptKernel& kernel,
                                   Observer onSocket,
                                   std::function<void()> onChange)
    : m_peer(peer),
      m_factory(factory),
      m_kernel(kernel),
      m_onSocket(std::move(onSocket)),
      m_onChange(std::move(onChange))
{
}

TcpScriptSockets::~TcpScriptSockets()
{
    // ns-3's node keeps a socket as long as its connection lives, which may be longer than this
    // object.
    const auto none = MakeNullCallback<void, Ptr<Socket>>();
    for (const auto& socket : m_sockets)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
        socket->SetConnectCallback(none, none);
        socket->SetCloseCallbacks(none, none);
        socket->SetRecvCallback(none);
        socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    }
}

void
TcpScriptSockets::Watch(Ptr<Socket> socket)
{
    m_sockets.push_back(socket);
    socket->SetConnectCallback(MakeCallback(&TcpScriptSockets::NoteConnected, this),
                               MakeCallback(&TcpScriptSockets::NoteRefused, this));
    socket->SetCloseCallbacks(MakeCallback(&TcpScriptSockets::NotePeerDone, this),
                              MakeCallback(&TcpScriptSockets::NoteError, this));
    socket->SetRecvCallback(MakeCallback(&TcpScriptSockets::NoteData, this));
    socket->SetSendCallback(MakeCallback(&TcpScriptSockets::NoteRoom, this));
}

TcpScriptSockets::Entry*
TcpScriptSockets::Find(Ptr<Socket> socket)
{
    // A socket without an entry has been closed: nobody is left to be told of its news.
    const auto found = std::ranges::find_if(m_entries, [&socket](const auto& item) {
        return item.second.socket == socket;
    });
    if (found != m_entries.end())
    {
        return &found->second;
    }
    const auto waiting = std::ranges::find(m_pending, socket, &Entry::socket);
    return waiting == m_pending.end() ? nullptr : &*waiting;
}

void
TcpScriptSockets::NoteConnected(Ptr<Socket> socket)
{
    if (Entry* entry = Find(socket))
    {
        NS_LOG_INFO("The connection is open; the next connect() returns it.");
        entry->opening = Opening::NEWS;
    }
    m_onChange();
}

void
TcpScriptSockets::NoteRefused(Ptr<Socket> socket)
{
    if (Entry* entry = Find(socket))
    {
        // ns-3 has one callback for all failures. What comes while a packet of the peer is taken in
        // is the peer's refusal; what comes at another time is the socket's own timer.
        const bool isUnreachable = socket->GetErrno() == Socket::ERROR_NOROUTETOHOST;
        entry->opening = Opening::NONE;
        entry->error = isUnreachable          ? "EHOSTUNREACH"
                       : m_peer.IsInjecting() ? "ECONNREFUSED"
                                              : "ETIMEDOUT";
        NS_LOG_INFO("The connection fails: " << entry->error);
    }
    m_onChange();
}

void
TcpScriptSockets::NotePeerDone(Ptr<Socket> socket)
{
    if (Entry* entry = Find(socket))
    {
        NS_LOG_INFO("The peer sends no more: reading ends with 0.");
        entry->isPeerDone = true;
    }
    m_onChange();
}

void
TcpScriptSockets::NoteError(Ptr<Socket> socket)
{
    if (Entry* entry = Find(socket))
    {
        // As above: an RST is the peer's, all else is the socket giving up (tcp_write_err).
        const bool isUnreachable = socket->GetErrno() == Socket::ERROR_NOROUTETOHOST;
        entry->isPeerDone = true;
        entry->error = m_peer.IsInjecting() ? "ECONNRESET"
                       : isUnreachable      ? "EHOSTUNREACH"
                                            : "ETIMEDOUT";
        NS_LOG_INFO("The connection ends: " << entry->error);
    }
    m_onChange();
}

void
TcpScriptSockets::NoteData(Ptr<Socket>)
{
    m_onChange();
}

void
TcpScriptSockets::NoteRoom(Ptr<Socket> socket, uint32_t room)
{
    // The stock socket reports room of 0 bytes as well, which is of no use to a writer.
    if (Entry* entry = Find(socket); entry && room > 0)
    {
        entry->isWriterWoken = true;
    }
    m_onChange();
}

bool
TcpScriptSockets::HasWokenWriter(int32_t descriptor) const
{
    // A write on a descriptor that is gone, or that has an error to tell, returns at once.
    const auto found = m_entries.find(descriptor);
    return found == m_entries.end() || found->second.isWriterWoken || !found->second.error.empty();
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
        {Function::GETSOCKOPT, &TcpScriptSockets::GetOption},
        {Function::FCNTL, &TcpScriptSockets::Control},
        {Function::IOCTL, &TcpScriptSockets::GetReadable},
    };
    const auto found = operations.find(function);
    return found == operations.end() ? nullptr : found->second;
}

TcpScriptSockets::Result
TcpScriptSockets::Execute(const TcpScriptCall& call)
{
    // All calls but two are about one descriptor.
    if (call.function == TcpScriptCall::Function::SOCKET)
    {
        return Create(call);
    }
    if (call.function == TcpScriptCall::Function::POLL)
    {
        return Poll(call);
    }
    // ns-3 has no files but sockets, and no epoll.
    const Operation operation = GetOperation(call.function);
    if (!operation)
    {
        return MakeError("ENOSYS");
    }
    const auto found = m_entries.find(call.descriptor);
    if (found == m_entries.end())
    {
        return MakeError("EBADF");
    }
    // O_NONBLOCK and MSG_DONTWAIT win over the time that the script gives a call. This is asked
    // before, since close() takes the entry away.
    const bool mayBlock = !found->second.isNonBlocking && !HasFlag(call, "MSG_DONTWAIT");
    Result result = (this->*operation)(call, found->second);
    result.wouldBlock = result.wouldBlock && mayBlock;
    return result;
}

TcpScriptSockets::Result
TcpScriptSockets::Insert(const Entry& entry, const TcpScriptCall& call)
{
    // A script chooses the numbers of its descriptors by the results that it expects; packetdrill
    // maps them to those of its process. A number in use, or none, gives the lowest free one.
    int32_t descriptor = FIRST_DESCRIPTOR;
    if (call.result >= 0 && call.result <= INT32_MAX &&
        !m_entries.contains(static_cast<int32_t>(call.result)))
    {
        descriptor = static_cast<int32_t>(call.result);
    }
    while (m_entries.contains(descriptor))
    {
        ++descriptor;
    }
    m_entries[descriptor] = entry;
    return {.value = descriptor};
}

TcpScriptSockets::Result
TcpScriptSockets::Create(const TcpScriptCall& call)
{
    // There is no stream over another protocol.
    if (!call.option.empty())
    {
        return MakeError("EPROTONOSUPPORT");
    }
    const Ptr<Socket> socket = m_factory->CreateSocket();
    // The user has named the factory, which may be one of datagrams.
    if (socket->GetSocketType() != Socket::NS3_SOCK_STREAM)
    {
        return MakeError("EPROTONOSUPPORT");
    }
    Watch(socket);
    m_onSocket(socket, false);
    return Insert({.socket = socket}, call);
}

TcpScriptSockets::Result
TcpScriptSockets::TakeError(Entry& entry)
{
    // sk_err of a kernel: the first call that asks takes it away (sock_error).
    return MakeError(std::exchange(entry.error, ""));
}

TcpScriptSockets::Result
TcpScriptSockets::Bind(const TcpScriptCall&, Entry& entry)
{
    return MakeResult(entry.socket, entry.socket->Bind(m_peer.GetLocalAddress()));
}

TcpScriptSockets::Result
TcpScriptSockets::Listen(const TcpScriptCall&, Entry& entry)
{
    // A listener that listens again changes its backlog, which scripts cannot see (inet_listen).
    if (entry.isListening)
    {
        return {};
    }
    entry.isFresh = false;
    entry.isListening = true;
    entry.socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&TcpScriptSockets::AcceptConnection, this));
    return MakeResult(entry.socket, entry.socket->Listen());
}

void
TcpScriptSockets::AcceptConnection(Ptr<Socket> socket, const Address&)
{
    NS_LOG_INFO("A connection waits for accept().");
    Watch(socket);
    m_pending.push_back({.socket = socket, .isFresh = false});
    m_onSocket(socket, true);
    m_onChange();
}

TcpScriptSockets::Result
TcpScriptSockets::Connect(const TcpScriptCall& call, Entry& entry)
{
    if (!entry.error.empty())
    {
        return TakeError(entry);
    }
    // connect() is called again to ask how far the opening is, as inet_stream_connect of Linux
    // answers: once 0 when it is done, and from then on EISCONN.
    switch (entry.opening)
    {
    case Opening::UNDER_WAY:
        return MakeWait("EALREADY");
    case Opening::NEWS:
        entry.opening = Opening::DONE;
        return {};
    case Opening::DONE:
        return MakeError("EISCONN");
    case Opening::NONE:
        break;
    }
    entry.isFresh = false;
    entry.opening = Opening::UNDER_WAY;
    Result result = MakeResult(entry.socket, entry.socket->Connect(m_peer.GetPeerAddress()));
    if (result.value != 0)
    {
        entry.opening = Opening::NONE;
        return result;
    }
    // A kernel's call that does not block would say that the handshake has only begun.
    // packetdrill's scripts make the socket non-blocking first; here scripts may leave that out,
    // and say by the result that they expect which of both they mean.
    result.wouldBlock = true;
    if (call.error == "EINPROGRESS")
    {
        result.value = -1;
        result.error = "EINPROGRESS";
    }
    return result;
}

TcpScriptSockets::Result
TcpScriptSockets::Accept(const TcpScriptCall& call, Entry& entry)
{
    if (!entry.isListening)
    {
        return MakeError("EINVAL"); // inet_csk_accept
    }
    // The oldest connection first.
    if (m_pending.empty())
    {
        return MakeWait("EAGAIN");
    }
    const Entry connection = m_pending.front();
    m_pending.pop_front();
    return Insert(connection, call);
}

TcpScriptSockets::Result
TcpScriptSockets::Read(const TcpScriptCall& call, Entry& entry)
{
    // Nothing is asked of the socket (sock_read).
    if (call.number == 0)
    {
        return {};
    }
    if (HasFlag(call, "MSG_ERRQUEUE"))
    {
        return MakeError("EOPNOTSUPP");
    }
    // Data that came before an error is read first (tcp_recvmsg).
    const uint32_t readable = entry.socket->GetRxAvailable();
    if (readable == 0 && !entry.error.empty())
    {
        return TakeError(entry);
    }
    if (entry.isFresh || entry.isListening)
    {
        return MakeError("ENOTCONN");
    }
    // A kernel notices a bad buffer only when it copies into it.
    if (call.isNull && readable > 0 && call.number > 0)
    {
        return MakeError("EFAULT");
    }
    // No socket of ns-3 peeks; the stream's bytes are known, so that only their number counts.
    if (HasFlag(call, "MSG_PEEK") && readable > 0)
    {
        return {.value = std::min(call.number, readable)};
    }
    // ns-3's sockets tell the end in CLOSE_WAIT alone, the kernel does in every state
    // (tcp_recvmsg).
    if (readable == 0 && (entry.isReadShut || entry.isPeerDone))
    {
        return {};
    }
    const Ptr<Packet> data = entry.socket->Recv(call.number, 0);
    if (!data)
    {
        const std::string error = GetErrorName(entry.socket->GetErrno());
        return error == "EAGAIN" ? MakeWait(error) : MakeError(error);
    }
    // A stream whose bytes have known values shows a socket that hands some over twice or not at
    // all.
    if (!TcpScriptPeer::IsData(data, entry.read))
    {
        return MakeError("EBADMSG");
    }
    entry.read += data->GetSize();
    return {.value = data->GetSize()};
}

TcpScriptSockets::Result
TcpScriptSockets::Write(const TcpScriptCall& call, Entry& entry)
{
    const bool isMore = HasFlag(call, "MSG_MORE");
    // ns-3's sockets have neither Fast Open, which needs no connection, nor reports of
    // MSG_ZEROCOPY.
    if (HasFlag(call, "MSG_FASTOPEN") || HasFlag(call, "MSG_ZEROCOPY"))
    {
        return MakeError("EOPNOTSUPP");
    }
    if (!entry.error.empty())
    {
        return TakeError(entry);
    }
    if (entry.isFresh || entry.isListening)
    {
        return MakeError("EPIPE"); // sk_stream_wait_connect
    }
    if (call.isNull && call.number > 0)
    {
        return MakeError("EFAULT");
    }
    // ns-3's own sockets have no MSG_MORE: refused, so that no script passes for a wrong reason.
    const auto moreFlag = m_kernel.GetMoreFlag(entry.socket);
    if (isMore && !moreFlag)
    {
        return MakeError("EOPNOTSUPP");
    }
    // ns-3's sockets take a packet as a whole or not at all; a kernel takes what fits.
    entry.isWriterWoken = false;
    const uint32_t size = std::min(call.number, entry.socket->GetTxAvailable());
    if (size == 0 && call.number > 0)
    {
        return MakeWait("EAGAIN");
    }
    const int sent =
        entry.socket->Send(TcpScriptPeer::MakeData(entry.written, size), isMore ? *moreFlag : 0);
    entry.written += std::max(sent, 0);
    Result result = MakeResult(entry.socket, sent);
    result.wouldBlock = sent >= 0 && static_cast<uint32_t>(sent) < call.number;
    return result;
}

void
TcpScriptSockets::SleepForRoom(const TcpScriptCall& call)
{
    const auto found = m_entries.find(call.descriptor);
    if (found != m_entries.end())
    {
        // What does not fit is refused, and the socket wakes its writer when it would fit.
        Entry& entry = found->second;
        entry.socket->Send(
            TcpScriptPeer::MakeData(entry.written, entry.socket->GetTxAvailable() + 1),
            0);
    }
}

TcpScriptSockets::Result
TcpScriptSockets::Close(const TcpScriptCall& call, Entry& entry)
{
    // The socket lives on until its connection has ended, without a descriptor.
    const Ptr<Socket> socket = entry.socket;
    m_entries.erase(call.descriptor);
    return MakeResult(socket, socket->Close());
}

TcpScriptSockets::Result
TcpScriptSockets::Shutdown(const TcpScriptCall& call, Entry& entry)
{
    if (entry.isFresh)
    {
        return MakeError("ENOTCONN"); // inet_shutdown
    }
    // SHUT_RDWR is both.
    int value = 0;
    if (call.option != "SHUT_WR")
    {
        value = entry.socket->ShutdownRecv();
        entry.isReadShut = true;
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
    // Only options of IP take a byte (ip_setsockopt).
    if (call.optionSize == 1 && !call.option.starts_with("IP_"))
    {
        return MakeError("EINVAL");
    }
    // Which options there are, and what they do, the kernel knows.
    const std::string error =
        m_kernel.SetOption(entry.socket, entry.isFresh, call.option, call.number);
    return error.empty() ? Result{} : MakeError(error);
}

TcpScriptSockets::Result
TcpScriptSockets::GetOption(const TcpScriptCall& call, Entry& entry)
{
    std::optional<uint32_t> value;
    // The pending error is this object's, all other options are the kernel's.
    if (call.option == "SO_ERROR")
    {
        const auto error =
            std::ranges::find(TCP_SCRIPT_ERRORS,
                              std::exchange(entry.error, ""),
                              [](const auto& item) { return std::string(item.first); });
        value = error == TCP_SCRIPT_ERRORS.end() ? 0 : error->second;
    }
    else
    {
        value = m_kernel.GetOption(entry.socket, call.option);
    }
    return value ? MakeGiven(call, *value) : MakeError("ENOPROTOOPT");
}

TcpScriptSockets::Result
TcpScriptSockets::Control(const TcpScriptCall& call, Entry& entry)
{
    // What F_SETFL does not name is off, as in a kernel; O_NONBLOCK alone has a meaning here.
    if (call.option == "F_GETFL")
    {
        return {.value = READ_WRITE + (entry.isNonBlocking ? NON_BLOCKING : 0)};
    }
    entry.isNonBlocking = HasFlag(call, "O_NONBLOCK");
    return {};
}

TcpScriptSockets::Result
TcpScriptSockets::GetReadable(const TcpScriptCall& call, Entry& entry)
{
    return MakeGiven(call, entry.socket->GetRxAvailable());
}

std::vector<std::string>
TcpScriptSockets::GetEvents(const Entry& entry) const
{
    // tcp_poll: the end of the stream is readable, and so is a listener that has a connection.
    std::vector<std::string> events;
    const bool isConnected =
        !entry.isFresh && !entry.isListening && entry.opening != Opening::UNDER_WAY;
    if (entry.socket->GetRxAvailable() > 0 || entry.isPeerDone ||
        (entry.isListening && !m_pending.empty()))
    {
        events.emplace_back("POLLIN");
    }
    if (isConnected && entry.socket->GetTxAvailable() > 0)
    {
        events.emplace_back("POLLOUT");
    }
    if (!entry.error.empty())
    {
        events.emplace_back("POLLERR");
        events.emplace_back("POLLHUP");
    }
    return events;
}

TcpScriptSockets::Result
TcpScriptSockets::Poll(const TcpScriptCall& call)
{
    Result result;
    for (const TcpScriptPollEntry& polled : call.entries)
    {
        const auto found = m_entries.find(polled.descriptor);
        if (found == m_entries.end())
        {
            return MakeError("EBADF");
        }
        std::vector<std::string> returned = GetEvents(found->second);
        std::erase_if(returned, [&polled](const std::string& event) {
            // POSIX reports errors whether requested or not.
            const bool isAsked = std::ranges::find(polled.events, event) != polled.events.end();
            return !isAsked && event != "POLLERR" && event != "POLLHUP";
        });
        // poll() counts descriptors with events, not events.
        result.value += returned.empty() ? 0 : 1;
        if (result.expected.empty() && !std::ranges::is_permutation(returned, polled.returned))
        {
            const std::string name = "fd=" + std::to_string(polled.descriptor) + ", revents=";
            result.expected = name + Join(polled.returned);
            result.actual = name + Join(returned);
        }
    }
    result.wouldBlock = result.value == 0;
    return result;
}

} // namespace ns3
