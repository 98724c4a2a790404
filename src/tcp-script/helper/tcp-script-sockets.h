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
     * @param onChange called when a call that would block may return now
     */
    TcpScriptSockets(TcpScriptPeer& peer,
                     Ptr<SocketFactory> factory,
                     const TcpScriptKernel& kernel,
                     Observer onSocket,
                     std::function<void()> onChange);

    TcpScriptSockets(const TcpScriptSockets&) = delete;
    TcpScriptSockets& operator=(const TcpScriptSockets&) = delete;
    ~TcpScriptSockets();

    /**
     * @param call a call of the script
     * @return what it returned
     */
    Result Execute(const TcpScriptCall& call);

    /// The caller of a write that found too little room sleeps from now on.
    /// @param call the write
    void SleepForRoom(const TcpScriptCall& call);

    /**
     * A write that blocks goes on only when the socket wakes its writer.
     *
     * @param descriptor of the socket
     * @return whether the socket has room since the last write that found none
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

    using Operation = Result (TcpScriptSockets::*)(const TcpScriptCall&, Entry&);

    static Operation GetOperation(TcpScriptCall::Function function);
    Result Insert(const Entry& entry, const TcpScriptCall& call);
    void Watch(Ptr<Socket> socket);
    Entry* Find(Ptr<Socket> socket);
    void NoteConnected(Ptr<Socket> socket);
    void NoteRefused(Ptr<Socket> socket);
    void NotePeerDone(Ptr<Socket> socket);
    void NoteError(Ptr<Socket> socket);
    void NoteData(Ptr<Socket> socket);
    void NoteRoom(Ptr<Socket> socket, uint32_t room);
    void AcceptConnection(Ptr<Socket> socket, const Address& from);
    Result Create(const TcpScriptCall& call);
    Result Poll(const TcpScriptCall& call);
    Result Bind(const TcpScriptCall& call, Entry& entry);
    Result Listen(const TcpScriptCall& call, Entry& entry);
    Result Connect(const TcpScriptCall& call, Entry& entry);
    Result Accept(const TcpScriptCall& call, Entry& entry);
    Result Read(const TcpScriptCall& call, Entry& entry);
    Result Write(const TcpScriptCall& call, Entry& entry);
    Result Close(const TcpScriptCall& call, Entry& entry);
    Result Shutdown(const TcpScriptCall& call, Entry& entry);
    Result SetOption(const TcpScriptCall& call, Entry& entry);
    Result GetOption(const TcpScriptCall& call, Entry& entry);
    Result Control(const TcpScriptCall& call, Entry& entry);
    Result GetReadable(const TcpScriptCall& call, Entry& entry);
    std::vector<std::string> GetEvents(const Entry& entry) const;
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
