// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SOCKETS_H
#define TCP_SCRIPT_SOCKETS_H

#include "tcp-script-peer.h"

#include "ns3/socket-factory.h"
#include "ns3/socket.h"
#include "ns3/tcp-script.h"

#include <functional>
#include <map>
#include <queue>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The socket interface of a packet script: descriptors, return values and errno over ns-3 sockets.
 * No call blocks.
 */
class TcpScriptSockets
{
  public:
    /// What a call returned.
    struct Result
    {
        int64_t value{0};  ///< return value
        std::string error; ///< name of errno if the value is -1
    };

    /// Told of a socket, and whether it is connected, before anything else happens to it.
    using Observer = std::function<void(Ptr<Socket>, bool isConnected)>;

    /**
     * @param peer the other end; outlives this object
     * @param factory makes the sockets
     * @param onSocket told of each socket
     */
    TcpScriptSockets(TcpScriptPeer& peer, Ptr<SocketFactory> factory, Observer onSocket);

    TcpScriptSockets(const TcpScriptSockets&) = delete;
    TcpScriptSockets& operator=(const TcpScriptSockets&) = delete;
    ~TcpScriptSockets();

    /**
     * @param call a call of the script
     * @return what it returned
     */
    Result Execute(const TcpScriptCall& call);

    /// @return the youngest socket, closed or not; none before the first
    Ptr<Socket> GetCurrent() const;

  private:
    /// A descriptor.
    struct Entry
    {
        Ptr<Socket> socket;  ///< the ns-3 socket
        uint64_t written{0}; ///< bytes of the stream written
        uint64_t read{0};    ///< bytes of the stream read
    };

    using Operation = Result (TcpScriptSockets::*)(const TcpScriptCall&, Entry&);

    static Operation GetOperation(TcpScriptCall::Function function);
    int32_t Insert(Ptr<Socket> socket);
    void AcceptConnection(Ptr<Socket> socket, const Address& from);
    Result Create();
    Result Bind(const TcpScriptCall& call, Entry& entry);
    Result Listen(const TcpScriptCall& call, Entry& entry);
    Result Connect(const TcpScriptCall& call, Entry& entry);
    Result Accept(const TcpScriptCall& call, Entry& entry);
    Result Read(const TcpScriptCall& call, Entry& entry);
    Result Write(const TcpScriptCall& call, Entry& entry);
    Result Close(const TcpScriptCall& call, Entry& entry);
    Result Shutdown(const TcpScriptCall& call, Entry& entry);
    Result SetOption(const TcpScriptCall& call, Entry& entry);
    Result Control(const TcpScriptCall& call, Entry& entry);

    TcpScriptPeer& m_peer;              ///< the other end
    Ptr<SocketFactory> m_factory;       ///< makes the sockets
    Observer m_onSocket;                ///< told of each socket
    std::map<int32_t, Entry> m_entries; ///< by descriptor
    std::vector<Ptr<Socket>> m_sockets; ///< all that ever were
    std::queue<Ptr<Socket>> m_pending;  ///< connected, not accepted
};

} // namespace ns3

#endif // TCP_SCRIPT_SOCKETS_H
