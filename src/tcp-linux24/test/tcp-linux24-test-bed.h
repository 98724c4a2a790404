// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_TEST_BED_H
#define TCP_LINUX24_TEST_BED_H

#include "ns3/address.h"
#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-linux24-socket.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/tcp-socket.h"
#include "ns3/test.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

/// What makes the sockets of a host.
enum class TcpTestHost
{
    LINUX24,   ///< TcpLinux24SocketFactory, kernel 2.4.18
    LINUX20,   ///< TcpLinux24SocketFactory, kernel 2.0.32
    STOCK,     ///< TcpSocketFactory
    SUN_OS58,  ///< TcpSunOs58SocketFactory
    FREEBSD62, ///< TcpFreeBsd62SocketFactory
};

/// Clients and servers that connections are tested between: each kernel with itself, the kernels
/// with each other, and each with stock sockets in both roles.
constexpr std::pair<TcpTestHost, TcpTestHost> TCP_TEST_PAIRS[] = {
    {TcpTestHost::LINUX24, TcpTestHost::LINUX24},
    {TcpTestHost::LINUX24, TcpTestHost::STOCK},
    {TcpTestHost::STOCK, TcpTestHost::LINUX24},
    {TcpTestHost::LINUX20, TcpTestHost::LINUX20},
    {TcpTestHost::LINUX20, TcpTestHost::LINUX24},
    {TcpTestHost::LINUX24, TcpTestHost::LINUX20},
    {TcpTestHost::LINUX20, TcpTestHost::STOCK},
    {TcpTestHost::STOCK, TcpTestHost::LINUX20},
};

/// @param client, server of a test
/// @return their names
std::string GetTcpTestName(TcpTestHost client, TcpTestHost server);

/// A test of connections between two hosts, which stand at the end of its name.
class TcpTestPairCase : public TestCase
{
  protected:
    /// @param name of the test without the hosts
    /// @param client, server of it
    TcpTestPairCase(const std::string& name, TcpTestHost client, TcpTestHost server)
        : TestCase(name + ", " + GetTcpTestName(client, server)),
          m_client(client),
          m_server(server)
    {
    }

    const TcpTestHost m_client; ///< active opener
    const TcpTestHost m_server; ///< passive opener
};

/// @tparam Value of the attribute, such as UintegerValue
/// @param socket of a test
/// @param name of an attribute
/// @return its value
template <typename Value>
auto
GetSocketValue(Ptr<Socket> socket, const std::string& name)
{
    Value value;
    socket->GetAttribute(name, value);
    return value.Get();
}

/// Loses the packets that a test wants lost.
class TcpTestLoss : public ErrorModel
{
  public:
    /// @param header of TCP
    /// @param size of the data
    /// @return true to lose a packet
    using Choice = std::function<bool(const TcpHeader& header, uint32_t size)>;

    /// @param choice asked for each packet of TCP
    /// @param ipv6 which header is before that of TCP
    TcpTestLoss(Choice choice, bool ipv6);

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    Choice m_choice; ///< see the constructor
    bool m_ipv6;     ///< see the constructor
};

/// One end of a connection: sends a known byte stream, checks that of the peer.
class TcpTestEnd
{
  public:
    /// @param socket of this end
    void Attach(Ptr<Socket> socket);
    /// @param bytes to send from now on, then close if asked to
    /// @param close after them
    void Send(uint64_t bytes, bool close);
    /// Take what can be read, and go on doing so.
    /// @param reading false: let it lie
    void SetReading(bool reading);
    /// Close now.
    void Close();

    Ptr<Socket> socket;          ///< of this end
    uint64_t bytesReceived{0};   ///< read so far
    uint64_t bytesArrived{0};    ///< in segments that came to the socket
    uint64_t bytesDropped{0};    ///< of segments that came and were not taken; of Linux sockets
    uint32_t retransmissions{0}; ///< of segments; of Linux sockets
    uint32_t timeouts{0};        ///< of these, at the RTO
    std::map<TcpLinux24Reason, uint32_t> stateChanges; ///< of congestion control, by reason
    bool damaged{false};                               ///< a byte read was not the one sent
    bool closed{false};                                ///< NotifyNormalClose came
    bool reset{false};                                 ///< NotifyErrorClose came
    bool connected{false};                             ///< the connection was set up
    bool failed{false};                                ///< it could not be set up
    bool closeOnEof{true};                             ///< close when the peer does
    bool halfClose{false}; ///< shut down sending where Send() asks for a close
    /// Last state reported by the trace.
    TcpSocket::TcpStates_t state{TcpSocket::CLOSED};

  private:
    void Fill();              ///< Write as much as fits
    void Read();              ///< Read all there is
    uint64_t m_unsent{0};     ///< bytes still to be written
    uint64_t m_written{0};    ///< bytes written
    bool m_closeAfter{false}; ///< see Send
    bool m_reading{true};     ///< see SetReading
};

/// Two hosts, a channel or a router between them.
class TcpTestBed
{
  public:
    /// @param client, server what makes their sockets
    /// @param ipv6 instead of IPv4
    /// @param routed whether a router is between them
    TcpTestBed(TcpTestHost client, TcpTestHost server, bool ipv6 = false, bool routed = false);
    ~TcpTestBed();

    /// @param attribute of Linux sockets
    /// @param value for it
    void SetLinuxAttribute(const std::string& attribute, const AttributeValue& value);
    /// @param choice of packets lost on the way to the server
    void LoseToServer(TcpTestLoss::Choice choice);
    /// @param choice of packets lost on the way to the client
    void LoseToClient(TcpTestLoss::Choice choice);
    /// @param channel between the hosts from now on, with the delay of the first one
    void SetChannel(Ptr<SimpleChannel> channel);
    /// @param packets that wait in a queue disc of the client, one more in its device
    void LimitClientQueue(uint32_t packets);
    /// The server listens, the client connects at 10 s.
    /// @param listen false: nobody listens
    void Connect(bool listen = true);
    /// @param host what makes the socket
    /// @param node where
    /// @return a new socket
    Ptr<Socket> MakeSocket(TcpTestHost host, uint32_t node);
    /// @param node which
    /// @param port of it
    /// @return its address
    Address GetAddress(uint32_t node, uint16_t port) const;
    /// @param node which
    /// @return sockets its TCP knows
    size_t GetSocketCount(uint32_t node) const;
    /// @param end of the simulation
    void Run(Time end);

    static constexpr uint16_t PORT = 5001; ///< of the server

    NodeContainer nodes;            ///< client, server, router with a device to either
    TcpTestEnd client;              ///< active opener
    TcpTestEnd server;              ///< passive opener, of the last connection
    uint32_t accepted{0};           ///< connections the server accepted
    Ptr<Socket> listener;           ///< of the server
    std::function<void()> onAccept; ///< called when a connection is there

  private:
    void InstallLinux(); ///< Factories with the attributes set so far
    void Accept(Ptr<Socket> socket, const Address& from); ///< @param socket new @param from peer
    /// @param node gets a device
    /// @return the device
    Ptr<SimpleNetDevice> AddDevice(Ptr<Node> node);
    /// @param host that a new channel connects with the router
    void ConnectToRouter(uint32_t host);
    /// @param devices of one subnet
    void AssignAddresses(const NetDeviceContainer& devices);

    TcpTestHost m_hosts[2];              ///< client, server
    bool m_ipv6;                         ///< see the constructor
    TcpSocketFactoryHelper m_helpers[2]; ///< of Linux on client, server
    Ptr<SimpleNetDevice> m_devices[2];   ///< client, server
    uint32_t m_subnets{0};               ///< with addresses
};

} // namespace ns3

#endif // TCP_LINUX24_TEST_BED_H
