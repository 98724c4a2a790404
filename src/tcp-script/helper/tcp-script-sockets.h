// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SOCKETS_H
#define TCP_SCRIPT_SOCKETS_H

#include "tcp-script-kernel.h"
#include "tcp-script-peer.h"
#include "tcp-script-system.h"

#include "ns3/socket-factory.h"
#include "ns3/socket.h"
#include "ns3/tcp-script.h"

#include <deque>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * The socket interface of a packet script: descriptors, return values and errno over ns-3 sockets.
 * No call blocks; the results say which would, and the caller can repeat these.
 * What ns-3's sockets cannot tell is found in other ways. A failure while a packet of the peer is
 * taken in is the peer's refusal (ECONNREFUSED, ECONNRESET), at any other time the socket's own
 * timer (ETIMEDOUT). Bytes read must be those of their place in the stream, or the call returns
 * EBADMSG. MSG_PEEK returns the number of bytes without reading. MSG_FASTOPEN is refused
 * (EOPNOTSUPP).
 */
class TcpScriptSockets
{
  public:
    /// What a call returned.
    using Result = TcpScriptSystem::Result;

    /// Told of a socket, and whether it is connected, before anything else happens to it.
    using Observer = std::function<void(Ptr<Socket>, bool isConnected)>;

    /**
     * @param peer the other end; outlives this object
     * @param factory makes the sockets
     * @param kernel that they are of; outlives this object
     * @param onSocket told of each socket
     * @param onChange called when a call that would block may return now, in the middle of the
     * socket's work
     */
    TcpScriptSockets(TcpScriptPeer& peer,
                     Ptr<SocketFactory> factory,
                     const TcpScriptKernel& kernel,
                     Observer onSocket,
                     std::function<void()> onChange);

    TcpScriptSockets(const TcpScriptSockets&) = delete;
    TcpScriptSockets& operator=(const TcpScriptSockets&) = delete;
    /// Takes the callbacks back, because a node keeps a socket as long as its connection lives.
    ~TcpScriptSockets();

    /**
     * @param call a call of the script
     * @return what it returned: ENOSYS for a function that ns-3 has not got, EBADF for an unknown
     * descriptor; Result::wouldBlock unless O_NONBLOCK or MSG_DONTWAIT forbids to block
     */
    Result Execute(const TcpScriptCall& call);

    /// The caller of a write that found too little room sleeps from now on.
    /// @param call the write
    void SleepForRoom(const TcpScriptCall& call);

    /**
     * A write that blocks goes on only when the socket wakes its writer.
     * @param descriptor of the socket
     * @return whether the socket has room since the last write that found none, or a write would
     * return at once: it has an error to tell, or the descriptor is gone
     */
    bool HasWokenWriter(int32_t descriptor) const;

    /// @return the youngest socket, closed or not; none before the first
    Ptr<Socket> GetCurrent() const;

  private:
    /// How far the opening of a connection is.
    enum class Opening
    {
        NONE,      ///< not begun by connect()
        UNDER_WAY, ///< SYN sent
        NEWS,      ///< done, and connect() not called since
        DONE       ///< connect() has told
    };

    /// A descriptor.
    struct Entry
    {
        Ptr<Socket> socket;             ///< the ns-3 socket
        uint64_t written{0};            ///< bytes of the stream written
        uint64_t read{0};               ///< bytes of the stream read
        bool isNonBlocking{false};      ///< O_NONBLOCK
        bool isFresh{true};             ///< neither listening nor with a connection
        bool isListening{false};        ///< after listen()
        bool isReadShut{false};         ///< after shutdown() of reading
        bool isPeerDone{false};         ///< the peer's FIN came
        bool isWriterWoken{false};      ///< see HasWokenWriter
        Opening opening{Opening::NONE}; ///< by connect()
        std::string error{};            ///< that the next call returns; empty: none
    };

    /// Executes a call about the descriptor of an entry.
    using Operation = Result (TcpScriptSockets::*)(const TcpScriptCall&, Entry&);

    /**
     * @param function of a call about one descriptor
     * @return what executes it; null if ns-3 has no such function
     */
    static Operation GetOperation(TcpScriptCall::Function function);
    /**
     * A script chooses the numbers of its descriptors by the results that it expects.
     * @param entry new
     * @param call that made it
     * @return the number that the call expects if it is free; else the lowest free one from 3 on
     */
    Result Insert(const Entry& entry, const TcpScriptCall& call);
    /// @param socket whose callbacks come here from now on
    void Watch(Ptr<Socket> socket);
    /**
     * @param socket of a callback
     * @return its descriptor, or its connection that waits for accept(); null if it was closed
     */
    Entry* Find(Ptr<Socket> socket);
    /// @param socket whose connection is open; the next connect() tells
    void NoteConnected(Ptr<Socket> socket);
    /// @param socket whose connection has failed
    void NoteRefused(Ptr<Socket> socket);
    /// @param socket whose peer sends no more
    void NotePeerDone(Ptr<Socket> socket);
    /// @param socket whose connection has ended by an error
    void NoteError(Ptr<Socket> socket);
    /// @param socket with something to read
    void NoteData(Ptr<Socket> socket);
    /**
     * @param socket that wakes its writer
     * @param room in its send buffer, bytes; 0 wakes nobody
     */
    void NoteRoom(Ptr<Socket> socket, uint32_t room);
    /**
     * @param socket new, waits for accept()
     * @param from not used
     */
    void AcceptConnection(Ptr<Socket> socket, const Address& from);
    /**
     * @param call socket()
     * @return descriptor; EPROTONOSUPPORT if the factory makes no stream sockets, or for another
     * protocol
     */
    Result Create(const TcpScriptCall& call);
    /**
     * tcp_poll: the end of the stream is readable, and so is a listener with a connection.
     * @param call poll()
     * @return number of descriptors with events; Result::expected if they are not as written
     */
    Result Poll(const TcpScriptCall& call);
    /**
     * @param call bind()
     * @param entry socket
     * @return 0 or -1 with errno
     */
    Result Bind(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call listen()
     * @param entry socket
     * @return 0 or -1 with errno
     */
    Result Listen(const TcpScriptCall& call, Entry& entry);
    /**
     * As inet_stream_connect() of Linux: EALREADY while the opening is under way, once 0 when it is
     * done, EISCONN from then on.
     * @param call connect()
     * @param entry socket
     * @return 0 or -1 with errno
     */
    Result Connect(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call accept()
     * @param entry listener
     * @return descriptor of the oldest connection, or EAGAIN
     */
    Result Accept(const TcpScriptCall& call, Entry& entry);
    /**
     * tcp_recvmsg(): data before an error, an error before the end.
     * @param call read() and its relatives
     * @param entry socket
     * @return bytes, 0 at the end, or -1 with errno
     */
    Result Read(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call write() and its relatives
     * @param entry socket
     * @return bytes that there was room for, or -1 with errno
     */
    Result Write(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call close()
     * @param entry socket, gone afterwards
     * @return 0 or -1 with errno
     */
    Result Close(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call shutdown()
     * @param entry socket
     * @return 0 or -1 with errno
     */
    Result Shutdown(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call setsockopt()
     * @param entry socket
     * @return 0 or -1 with errno, by the kernel
     */
    Result SetOption(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call getsockopt()
     * @param entry socket
     * @return the value, by the kernel; SO_ERROR takes the pending error away
     */
    Result GetOption(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call fcntl(), of which O_NONBLOCK has a meaning
     * @param entry socket
     * @return 0, or the flags
     */
    Result Control(const TcpScriptCall& call, Entry& entry);
    /**
     * @param call ioctl() SIOCINQ
     * @param entry socket
     * @return bytes that can be read
     */
    Result GetReadable(const TcpScriptCall& call, Entry& entry);
    /**
     * @param entry socket
     * @return names of events that poll() reports of it
     */
    std::vector<std::string> GetEvents(const Entry& entry) const;
    /**
     * sock_error(): the first call that asks takes the error away.
     * @param entry socket with an error
     * @return -1 with the error
     */
    static Result TakeError(Entry& entry);

    TcpScriptPeer& m_peer;              ///< the other end
    Ptr<SocketFactory> m_factory;       ///< makes the sockets
    const TcpScriptKernel& m_kernel;    ///< of the sockets
    Observer m_onSocket;                ///< told of each socket
    std::function<void()> m_onChange;   ///< a call may return now
    std::map<int32_t, Entry> m_entries; ///< by descriptor
    std::vector<Ptr<Socket>> m_sockets; ///< all that ever were
    std::deque<Entry> m_pending;        ///< connected, not accepted
};

} // namespace ns3

#endif // TCP_SCRIPT_SOCKETS_H
