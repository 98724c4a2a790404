// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Sockets of kernels that the simulation's programs use. Without the kernel that ./ns3 kernel
// builds, these tests are skipped.

#include "kernel-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/linux-kernel-socket.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;

using Bytes = std::vector<uint8_t>;

/// Two kernels on a link of 10 Mb/s and 5 ms.
class LinuxKernelSocketTest : public KernelTest
{
  protected:
    void SetUp() override
    {
        KernelTest::SetUp();
        if (IsSkipped())
        {
            return;
        }
        nodes.Create(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", StringValue("5ms"));
        devices = link.Install(nodes);
        LinuxKernelHelper().Install(nodes);
        LinuxKernelHelper::AssignStreams(nodes, 10);
        for (uint32_t i = 0; i < 2; ++i)
        {
            nodes.Get(i)->GetObject<LinuxKernel>()->AddInterface(devices.Get(i), ADDRESSES.at(i));
        }
    }

    /// @param rate share of packets that each device loses
    void SetLosses(double rate)
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto losses = CreateObject<RateErrorModel>();
            losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            losses->SetRate(rate);
            losses->AssignStreams(20 + i);
            devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        }
    }

    Ptr<LinuxKernelSocket> MakeSocket(uint32_t node)
    {
        return DynamicCast<LinuxKernelSocket>(
            Socket::CreateSocket(nodes.Get(node), TcpSocketFactory::GetTypeId()));
    }

    /// @param node that listens from the start
    /// @param accepted called with each connection
    Ptr<LinuxKernelSocket> Listen(uint32_t node, std::function<void(Ptr<Socket>)> accepted)
    {
        const auto listener = MakeSocket(node);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        EXPECT_EQ(listener->Listen(), 0);
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [accepted](Ptr<Socket> socket, const Address&) { accepted(socket); }));
        return listener;
    }

    /// Of each packet with data. The kernel's own TTL is 64 (net.ipv4.ip_default_ttl).
    using TosAndTtl = std::vector<std::pair<int, int>>;

    /// @param node sends
    /// @param fields takes those of its packets with 1000 bytes of data or more
    void TraceFields(uint32_t node, TosAndTtl& fields)
    {
        const auto kernel = nodes.Get(node)->GetObject<LinuxKernel>();
        kernel->GetInterfaces().at(0)->TraceConnectWithoutContext(
            "FromKernel",
            Callback<void, Ptr<const Packet>>([&fields](Ptr<const Packet> packet) {
                Bytes bytes(packet->GetSize());
                packet->CopyData(bytes.data(), packet->GetSize());
                if (packet->GetSize() > 1000)
                {
                    fields.emplace_back(bytes[1], bytes[8]);
                }
            }));
    }

    static InetSocketAddress GetAddress(uint32_t node)
    {
        return {ADDRESSES.at(node), PORT};
    }

    /// Append what a socket has.
    static void Read(Ptr<Socket> socket, Bytes& bytes)
    {
        while (const auto packet = socket->Recv())
        {
            const std::size_t before = bytes.size();
            bytes.resize(before + packet->GetSize());
            packet->CopyData(bytes.data() + before, packet->GetSize());
        }
    }

    /// Send as much as the socket takes, and shut it behind the last byte.
    static void Write(Ptr<Socket> socket, const Bytes& bytes, std::size_t& next)
    {
        while (next < bytes.size())
        {
            const auto size = std::min<std::size_t>(
                {bytes.size() - next, socket->GetTxAvailable(), std::size_t{5000}});
            if (size == 0)
            {
                return;
            }
            EXPECT_EQ(socket->Send(Create<Packet>(bytes.data() + next, size)),
                      static_cast<int>(size));
            next += size;
            if (next == bytes.size())
            {
                EXPECT_EQ(socket->ShutdownSend(), 0);
            }
        }
    }

    static Bytes MakeBytes(std::size_t count, uint32_t seed)
    {
        std::mt19937 generator(seed);
        Bytes bytes(count);
        std::ranges::generate(bytes, [&] { return static_cast<uint8_t>(generator()); });
        // Zeros pass the card as a number.
        std::fill(bytes.begin() + static_cast<int64_t>(count / 3),
                  bytes.begin() + static_cast<int64_t>(count / 2),
                  0);
        return bytes;
    }

    inline static const std::vector<Ipv4Address> ADDRESSES{"10.1.1.1", "10.1.1.2"};
    NodeContainer nodes;
    NetDeviceContainer devices;
};

using LinuxKernelSocketDeathTest = LinuxKernelSocketTest;

} // namespace

// Each side sends its own bytes at the same time, over a lossy link, and shuts its own direction.
TEST_F(LinuxKernelSocketTest, CarriesTheSameBytesBothWays)
{
    SetLosses(0.05);
    const std::vector<Bytes> sent{MakeBytes(200'000, 1), MakeBytes(150'001, 2)};
    std::vector<Bytes> received(2);
    std::vector<std::size_t> next(2);
    std::vector<uint32_t> ends(2);
    std::vector<Ptr<Socket>> sockets(2);
    const auto use = [&](uint32_t i, Ptr<Socket> socket) {
        sockets[i] = socket;
        socket->SetRecvCallback(
            Callback<void, Ptr<Socket>>([&, i](Ptr<Socket> s) { Read(s, received[i]); }));
        socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [&, i](Ptr<Socket> s, uint32_t) { Write(s, sent[i], next[i]); }));
        socket->SetCloseCallbacks(
            Callback<void, Ptr<Socket>>([&, i](Ptr<Socket>) { ++ends[i]; }),
            Callback<void, Ptr<Socket>>([](Ptr<Socket>) { ADD_FAILURE() << "error"; }));
    };
    const auto listener = Listen(1, [&](Ptr<Socket> socket) {
        use(1, socket);
        Write(socket, sent[1], next[1]);
    });
    const auto client = MakeSocket(0);
    use(0, client);
    Simulator::Schedule(Seconds(1), [&] {
        EXPECT_EQ(client->Connect(GetAddress(1)), 0);
        // Before the connection is there, data wait.
        Write(client, sent[0], next[0]);
    });
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    EXPECT_EQ(received[0] == sent[1], true) << received[0].size();
    EXPECT_EQ(received[1] == sent[0], true) << received[1].size();
    EXPECT_EQ(ends, (std::vector<uint32_t>{1, 1}));
    Address name;
    sockets[1]->GetPeerName(name);
    EXPECT_EQ(InetSocketAddress::ConvertFrom(name).GetIpv4(), ADDRESSES[0]);
    sockets[0]->GetSockName(name);
    EXPECT_EQ(InetSocketAddress::ConvertFrom(name).GetIpv4(), ADDRESSES[0]);
    EXPECT_EQ(sockets[0]->Close(), 0);
    EXPECT_EQ(sockets[0]->Close(), -1);
    EXPECT_EQ(sockets[0]->GetErrno(), Socket::ERROR_BADF);
}

// As PacketSink, which closes nothing that it has accepted.
TEST_F(LinuxKernelSocketTest, ClosesAfterThePeerIfTheListenerIsShutDown)
{
    const Bytes sent = MakeBytes(20'000, 4);
    Bytes received;
    std::size_t next = 0;
    uint32_t ends = 0;
    Ptr<Socket> reader;
    const auto listener = Listen(1, [&](Ptr<Socket> socket) { reader = socket; });
    EXPECT_EQ(listener->ShutdownSend(), 0);
    const auto client = MakeSocket(0);
    client->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
        [&](Ptr<Socket> s, uint32_t) { Write(s, sent, next); }));
    client->SetCloseCallbacks(
        Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { ++ends; }),
        Callback<void, Ptr<Socket>>([](Ptr<Socket>) { ADD_FAILURE() << "error"; }));
    Simulator::Schedule(Seconds(1), [&] { client->Connect(GetAddress(1)); });
    Simulator::Schedule(Seconds(3), [&] {
        EXPECT_EQ(ends, 0U) << "not all is read";
        Read(reader, received);
    });
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_EQ(received == sent, true) << received.size();
    EXPECT_EQ(ends, 1U);
    EXPECT_EQ(reader->Close(), -1) << "it is closed";
}

TEST_F(LinuxKernelSocketTest, IsRefused)
{
    const auto client = MakeSocket(0);
    EXPECT_EQ(client->Bind6(), -1);
    EXPECT_EQ(client->Send(Create<Packet>(1)), -1);
    EXPECT_EQ(client->GetErrno(), Socket::ERROR_NOTCONN);
    double failed = 0;
    client->SetConnectCallback(
        Callback<void, Ptr<Socket>>([](Ptr<Socket>) { ADD_FAILURE() << "connected"; }),
        Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { failed = Simulator::Now().GetSeconds(); }));
    Simulator::Schedule(Seconds(1), [&] { client->Connect(GetAddress(1)); });
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_NEAR(failed, 1.01, 0.001) << "a round trip";
    EXPECT_EQ(client->GetLinuxErrno(), ECONNREFUSED);
    EXPECT_EQ(client->GetErrno(), Socket::ERROR_NOTCONN);
}

// The window closes, and opens again without loss.
TEST_F(LinuxKernelSocketTest, AReaderThatSleepsHoldsTheSender)
{
    const Bytes sent = MakeBytes(3'000'000, 3);
    Bytes received;
    std::size_t next = 0;
    std::size_t asleep = 0;
    Ptr<Socket> reader;
    const auto listener = Listen(1, [&](Ptr<Socket> socket) { reader = socket; });
    const auto client = MakeSocket(0);
    client->SetAttribute("SendBuffer", UintegerValue(100'000));
    client->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
        [&](Ptr<Socket> s, uint32_t) { Write(s, sent, next); }));
    Simulator::Schedule(Seconds(1), [&] { client->Connect(GetAddress(1)); });
    Simulator::Schedule(Seconds(10), [&] {
        asleep = next;
        EXPECT_EQ(reader->GetRxAvailable(), 65536U);
        reader->SetRecvCallback(
            Callback<void, Ptr<Socket>>([&](Ptr<Socket> s) { Read(s, received); }));
        Read(reader, received);
    });
    Simulator::Stop(Seconds(30));
    Simulator::Run();
    EXPECT_LT(asleep, 2'000'000U);
    EXPECT_EQ(received == sent, true) << received.size();
}

// More messages at one instant than the agent takes at a time.
TEST_F(LinuxKernelSocketTest, ManyConnectAtOnce)
{
    uint32_t accepted = 0;
    uint32_t connected = 0;
    const auto listener = Listen(1, [&](Ptr<Socket>) { ++accepted; });
    Simulator::Schedule(Seconds(1), [&] {
        for (int i = 0; i < 100; ++i)
        {
            const auto socket = MakeSocket(0);
            socket->SetAttribute("SendBuffer", UintegerValue(10'000));
            socket->SetConnectCallback(
                Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { ++connected; }),
                Callback<void, Ptr<Socket>>([](Ptr<Socket>) { ADD_FAILURE() << "failed"; }));
            socket->Connect(GetAddress(1));
        }
    });
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_EQ(connected, 100U);
    EXPECT_EQ(accepted, 100U);
}

TEST_F(LinuxKernelSocketTest, LearnsThePortThatTheKernelChooses)
{
    const auto listener = MakeSocket(1);
    EXPECT_EQ(listener->Listen(), 0);
    const auto client = MakeSocket(0);
    bool isConnected = false;
    client->SetConnectCallback(
        Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { isConnected = true; }),
        MakeNullCallback<void, Ptr<Socket>>());
    Simulator::Schedule(Seconds(1), [&] {
        Address name;
        listener->GetSockName(name);
        const uint16_t port = InetSocketAddress::ConvertFrom(name).GetPort();
        EXPECT_NE(port, 0);
        client->Connect(InetSocketAddress(ADDRESSES[1], port));
    });
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    EXPECT_TRUE(isConnected);
}

TEST_F(LinuxKernelSocketTest, OutlivesItsKernel)
{
    const auto unused = MakeSocket(0);
    const auto listener = Listen(0, [](Ptr<Socket>) {});
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(unused->Connect(GetAddress(1)), -1);
    EXPECT_EQ(listener->Close(), -1);
}

TEST_F(LinuxKernelSocketTest, TakesOneWriteMore)
{
    const auto listener = Listen(1, [](Ptr<Socket>) {});
    const auto client = MakeSocket(0);
    client->SetAttribute("WriteSize", UintegerValue(1000));
    Simulator::Schedule(Seconds(1), [&] {
        client->Connect(GetAddress(1));
        EXPECT_EQ(client->Send(Create<Packet>((1 << 24) + 1)), -1);
        EXPECT_EQ(client->GetErrno(), Socket::ERROR_MSGSIZE);
        EXPECT_EQ(client->Send(Create<Packet>(600)), 600);
        EXPECT_EQ(client->GetTxAvailable(), 400U);
        EXPECT_EQ(client->Send(Create<Packet>(600)), -1);
        EXPECT_EQ(client->GetErrno(), Socket::ERROR_AGAIN);
    });
    // As a program that blocks in write().
    Simulator::Schedule(Seconds(2), [&] {
        EXPECT_EQ(client->Send(Create<Packet>(5000)), 5000);
        EXPECT_EQ(client->GetTxAvailable(), 0U);
    });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    EXPECT_EQ(client->GetTxAvailable(), 1000U);
}

// ns-3's applications begin to send in a connection that was accepted when they hear of room.
TEST_F(LinuxKernelSocketTest, HearsOfRoomInAConnectionThatItAccepts)
{
    Bytes received;
    const auto listener = Listen(1, [](Ptr<Socket> socket) {
        socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [](Ptr<Socket> socket, uint32_t) { socket->Send(Create<Packet>(1000)); }));
    });
    const auto client = MakeSocket(0);
    client->SetRecvCallback([&](Ptr<Socket> socket) { Read(socket, received); });
    Simulator::Schedule(Seconds(1), [&] { client->Connect(GetAddress(1)); });
    Simulator::Stop(Seconds(1.1));
    Simulator::Run();
    EXPECT_GE(received.size(), 1000U);
}

// close() of a program comes when its write() has returned, and that of connect() before.
TEST_F(LinuxKernelSocketTest, SendsWhatWasWrittenBeforeItWasConnected)
{
    Bytes received;
    uint32_t ends = 0;
    const auto listener = Listen(1, [&](Ptr<Socket> socket) {
        socket->SetRecvCallback([&](Ptr<Socket> socket) { Read(socket, received); });
        socket->SetCloseCallbacks(Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { ++ends; }),
                                  MakeNullCallback<void, Ptr<Socket>>());
    });
    const auto client = MakeSocket(0);
    Simulator::Schedule(Seconds(1), [&] {
        client->Connect(GetAddress(1));
        EXPECT_EQ(client->Send(Create<Packet>(1000)), 1000);
        EXPECT_EQ(client->Close(), 0);
    });
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    EXPECT_EQ(received.size(), 1000U);
    EXPECT_EQ(ends, 1U);
}

// setsockopt(IP_TOS) works at any time.
TEST_F(LinuxKernelSocketTest, ChangesItsTosInAConnection)
{
    const auto listener = Listen(1, [](Ptr<Socket>) {});
    const auto client = MakeSocket(0);
    TosAndTtl fields;
    TraceFields(0, fields);
    Simulator::Schedule(Seconds(1), [&] { client->Connect(GetAddress(1)); });
    Simulator::Schedule(Seconds(2), [&] { client->Send(Create<Packet>(1000)); });
    Simulator::Schedule(Seconds(3), [&] {
        client->SetIpTos(0x20);
        client->Send(Create<Packet>(1000));
    });
    Simulator::Schedule(Seconds(4), [&] {
        client->SetIpTos(0);
        client->Send(Create<Packet>(1000));
    });
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_EQ(fields, (TosAndTtl{{0, 64}, {0x20, 64}, {0, 64}}));
}

// As in Linux, where accept() returns a socket with the options of the listener.
TEST_F(LinuxKernelSocketTest, GivesItsTosToConnections)
{
    Ptr<Socket> accepted;
    const auto listener = MakeSocket(1);
    listener->SetIpTos(0x20);
    listener->SetIpTtl(33);
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    listener->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [&accepted](Ptr<Socket> socket, const Address&) { accepted = socket; }));
    Simulator::Schedule(Seconds(0.5), [&] { EXPECT_EQ(listener->Listen(), 0); });
    const auto client = MakeSocket(0);
    TosAndTtl fields;
    TraceFields(1, fields);
    Simulator::Schedule(Seconds(1), [&] { client->Connect(GetAddress(1)); });
    Simulator::Schedule(Seconds(2), [&] {
        EXPECT_EQ(accepted->GetIpTos(), 0x20);
        EXPECT_EQ(accepted->GetIpTtl(), 33);
        accepted->Send(Create<Packet>(1000));
    });
    Simulator::Schedule(Seconds(3), [&] {
        accepted->SetIpTos(0);
        accepted->SetIpTtl(0);
        accepted->Send(Create<Packet>(1000));
    });
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    EXPECT_EQ(fields, (TosAndTtl{{0x20, 33}, {0, 64}}));
}

TEST_F(LinuxKernelSocketTest, HasTheBuffersThatItAsksFor)
{
    const auto listener = Listen(1, [](Ptr<Socket>) {});
    std::vector<Ptr<LinuxKernelSocket>> clients;
    for (const auto& [send, receive] :
         {std::pair(2304U, 1152U), std::pair(212'992U, 212'992U), std::pair(4'000'000U, 0U)})
    {
        clients.push_back(MakeSocket(0));
        clients.back()->SetAttribute("SendBuffer", UintegerValue(send));
        clients.back()->SetAttribute("ReceiveBuffer", UintegerValue(receive));
        Simulator::Schedule(Seconds(1),
                            [client = clients.back()] { client->Connect(GetAddress(1)); });
    }
    const auto kernel = nodes.Get(0)->GetObject<LinuxKernel>();
    kernel->SetSysctl("net.core.wmem_max", "4000000");
    const auto program = kernel->Run(Seconds(2), "ss -tmH");
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    const std::string sockets = kernel->GetOutput(program);
    for (const std::string buffers : {"rb2304,t0,tb4608,", "rb425984,t0,tb425984,", "tb8000000,"})
    {
        EXPECT_NE(sockets.find(buffers), std::string::npos) << buffers << " in " << sockets;
    }
}

// The kernel resets a connection whose reader closes it with data unread.
TEST_F(LinuxKernelSocketTest, HearsOfAReset)
{
    const auto listener = Listen(1, [](Ptr<Socket> socket) {
        Simulator::Schedule(Seconds(1), [socket] { socket->Close(); });
    });
    const auto client = MakeSocket(0);
    uint32_t resets = 0;
    client->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { ++resets; }));
    client->SetAttribute("CongestionControl", StringValue("bbr"));
    Simulator::Schedule(Seconds(1), [&] {
        client->Connect(GetAddress(1));
        client->Send(Create<Packet>(60'000));
    });
    Simulator::Schedule(Seconds(3), [&] { client->Send(Create<Packet>(60'000)); });
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_EQ(resets, 1U);
    EXPECT_TRUE(client->GetLinuxErrno() == ECONNRESET || client->GetLinuxErrno() == EPIPE)
        << client->GetLinuxErrno();
}

TEST_F(LinuxKernelSocketDeathTest, MistakesAreOneLine)
{
    const auto run = [this](const std::function<void()>& prepare) {
        prepare();
        Simulator::Stop(Seconds(5));
        Simulator::Run();
    };
    const auto ignore = [](Ptr<Socket>) {};
    EXPECT_DEATH(run([&] {
                     Listen(0, ignore);
                     Listen(0, ignore);
                 }),
                 "LinuxKernel: node 0, .*0.0.0.0:5001 cannot be bound: Address already in use");
    EXPECT_DEATH(run([&] {
                     const auto socket = MakeSocket(0);
                     socket->SetAttribute("CongestionControl", StringValue("nope"));
                     Simulator::Schedule(Seconds(1), [=] { socket->Connect(GetAddress(1)); });
                 }),
                 "LinuxKernel: node 0, .*CongestionControl=nope, .* cannot be set: No such file or "
                 "directory");
    // SOCK_MIN_SNDBUF is 4608, SOCK_MIN_RCVBUF 2304, and the largest are 212992 by default.
    for (const auto& [buffer, size] : {std::pair("SendBuffer", 2303),
                                       std::pair("SendBuffer", 212993),
                                       std::pair("SendBuffer", INT32_MAX),
                                       std::pair("ReceiveBuffer", 1151),
                                       std::pair("ReceiveBuffer", 212993)})
    {
        EXPECT_DEATH(run([&] {
                         const auto socket = MakeSocket(0);
                         socket->SetAttribute(buffer, UintegerValue(size));
                         Simulator::Schedule(Seconds(1), [=] { socket->Connect(GetAddress(1)); });
                     }),
                     std::string("LinuxKernel: node 0, .*") + buffer + "=" + std::to_string(size) +
                         ", .*cannot be set: expected 0, or SendBuffer from 2304 to "
                         "net.core.wmem_max and ReceiveBuffer from 1152 to net.core.rmem_max");
    }
    EXPECT_DEATH(
        {
            const auto socket = MakeSocket(0);
            socket->Connect(GetAddress(1));
            socket->SetAttribute("NoDelay", BooleanValue(true));
        },
        "an attribute is set after Connect.. or Listen..: expected it before");
    EXPECT_DEATH(
        {
            const auto socket = MakeSocket(0);
            socket->SetPriority(6);
            socket->Connect(GetAddress(1));
        },
        "LinuxKernelSocket: SetPriority.6. is not offered: expected SetIpTos..");
    EXPECT_DEATH(MakeSocket(0)->BindToNetDevice(devices.Get(0)),
                 "BindToNetDevice.. is not offered");
}
