// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The TCPs of the testbeds against a real kernel, over a link that loses, repeats and reorders.
// Without the kernel that ./ns3 kernel builds, these tests are skipped.

#include "../../../linux-kernel/test/gtest/kernel-test.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/global-value.h"
#include "ns3/host-tcp.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/linux-kernel-counters.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/node-container.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-preset-socket-factory.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

constexpr uint16_t PORT = 5001;
constexpr std::size_t SIZE = 150'000;
/// At 20 % loss, an echoed timestamp may be 40 s old, and gives a timeout as long (RFC 7323, 4.1).
const Time END = Seconds(3000);
/// TCP_TIMEWAIT_LEN of the kernel
const Time TIME_WAIT = Seconds(60);
/// From this loss rate on, timeouts become longer than that.
constexpr double MANY_LOSSES = 0.2;

/// A channel that repeats and delays some packets, so that they overtake each other.
class JumblingChannel : public SimpleChannel
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::JumblingChannel")
                                .SetParent<SimpleChannel>()
                                .AddConstructor<JumblingChannel>();
        return tid;
    }

    JumblingChannel()
        : m_draw(CreateObject<UniformRandomVariable>())
    {
        m_draw->SetStream(30);
    }

    /// @param share of packets that come twice, and of those that come late
    void SetShare(double share)
    {
        m_share = share;
    }

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        constexpr double LONGEST = 0.02; // in which 17 segments pass, s
        const auto send = [=, this](double delay) {
            Simulator::Schedule(Seconds(delay), [=, this] {
                SimpleChannel::Send(packet->Copy(), protocol, to, from, sender);
            });
        };
        send(m_draw->GetValue() < m_share ? m_draw->GetValue(0, LONGEST) : 0);
        if (m_draw->GetValue() < m_share)
        {
            send(m_draw->GetValue(0, LONGEST));
        }
    }

  private:
    Ptr<UniformRandomVariable> m_draw;
    double m_share{0};
};

NS_OBJECT_ENSURE_REGISTERED(JumblingChannel);

/// A TCP of the simulation and what the link does to packets.
struct Case
{
    std::string tcp;
    double loss; ///< share of packets, each way
    bool kernelConnects;
    double jumbled{0};    ///< share of packets that come twice, and of those that come late
    uint16_t laterMtu{0}; ///< of the kernel's interface during the transfer; 0: as before
};

std::ostream&
operator<<(std::ostream& os, const Case& test)
{
    return os << test.tcp << ", " << test.loss << ", "
              << (test.kernelConnects ? "the kernel connects" : "the kernel listens") << ", "
              << test.jumbled << ", " << test.laterMtu;
}

class KernelAgainstModels : public KernelTest, public testing::WithParamInterface<Case>
{
  protected:
    void SetUp() override
    {
        KernelTest::SetUp();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    }

    /// One end of the connection: sends its own bytes, and keeps those of the other.
    struct End
    {
        Ptr<Socket> socket;
        Bytes sent;
        std::size_t next{0};
        Bytes received;
        Time lastRead{0};
        uint32_t closed{0};
        uint32_t resets{0}; ///< RSTs that came
        bool isShut{false};
    };

    void Use(End& end, Ptr<Socket> socket)
    {
        end.socket = socket;
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>([&end](Ptr<Socket> s) {
            while (const auto packet = s->Recv())
            {
                end.lastRead = Simulator::Now();
                const std::size_t before = end.received.size();
                end.received.resize(before + packet->GetSize());
                packet->CopyData(end.received.data() + before, packet->GetSize());
            }
        }));
        socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [this, &end](Ptr<Socket>, uint32_t) { Write(end); }));
        socket->SetCloseCallbacks(
            Callback<void, Ptr<Socket>>([&end](Ptr<Socket>) { ++end.closed; }),
            Callback<void, Ptr<Socket>>([&end](Ptr<Socket>) {
                ++end.resets;
                EXPECT_GT(Simulator::Now() - end.lastRead, TIME_WAIT);
            }));
        Write(end);
    }

    static void Write(End& end)
    {
        while (end.next < end.sent.size())
        {
            const auto size = std::min<std::size_t>(
                {end.sent.size() - end.next, end.socket->GetTxAvailable(), std::size_t{3000}});
            if (size == 0 || end.socket->Send(Create<Packet>(end.sent.data() + end.next, size)) < 0)
            {
                return;
            }
            end.next += size;
        }
        if (!end.isShut)
        {
            end.isShut = true;
            end.socket->ShutdownSend();
        }
    }

    static Bytes MakeBytes(uint32_t seed)
    {
        std::mt19937 generator(seed);
        Bytes bytes(SIZE);
        std::ranges::generate(bytes, [&] { return static_cast<uint8_t>(generator()); });
        return bytes;
    }
};

} // namespace

TEST_P(KernelAgainstModels, SameBytesBothWays)
{
    const Case& test = GetParam();
    NodeContainer nodes(2);
    SimpleNetDeviceHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannel("ns3::JumblingChannel");
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    link.SetNetDevicePointToPointMode(false);
    const auto devices = link.Install(nodes);
    DynamicCast<JumblingChannel>(devices.Get(0)->GetChannel())->SetShare(test.jumbled);
    for (uint32_t i = 0; i < 2; ++i)
    {
        devices.Get(i)->SetMtu(1500);
        const auto losses = CreateObject<RateErrorModel>();
        losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        losses->SetRate(test.loss);
        losses->AssignStreams(20 + i);
        DynamicCast<SimpleNetDevice>(devices.Get(i))->SetReceiveErrorModel(losses);
    }
    const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
    kernel->AssignStreams(10);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto interface = kernel->AddInterface(devices.Get(0), addresses.NewAddress());
    if (test.laterMtu > 0)
    {
        kernel->Run(Seconds(1.1), "ip link set eth0 mtu " + std::to_string(test.laterMtu));
    }
    InternetStackHelper().Install(nodes.Get(1));
    addresses.Assign(devices.Get(1));
    const auto factory = InstallHostTcp(nodes.Get(1), test.tcp);
    factory->SetSocketAttribute("SegmentSize", UintegerValue(1448));
    LinuxKernelCounters counters(kernel);
    const auto last = counters.ReadAt(END - Seconds(10));

    std::vector<End> ends(2);
    std::vector<Ptr<Socket>> sockets{
        Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId()),
        factory->CreateSocket()};
    for (uint32_t i = 0; i < 2; ++i)
    {
        ends[i].sent = MakeBytes(i);
    }
    const uint32_t client = test.kernelConnects ? 0 : 1;
    const uint32_t server = 1 - client;
    sockets[server]->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    sockets[server]->Listen();
    sockets[server]->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [&](Ptr<Socket> socket, const Address&) { Use(ends[server], socket); }));
    sockets[client]->SetConnectCallback(
        Callback<void, Ptr<Socket>>([&](Ptr<Socket> socket) { Use(ends[client], socket); }),
        MakeNullCallback<void, Ptr<Socket>>());
    Simulator::Schedule(Seconds(1), [&] {
        sockets[client]->Bind();
        sockets[client]->Connect(InetSocketAddress(server == 0 ? "10.1.1.1" : "10.1.1.2", PORT));
    });
    int64_t peerResets = 0;
    nodes.Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "Tx",
        Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
            [&](Ptr<const Packet> sent, Ptr<Ipv4>, uint32_t) {
                const auto packet = sent->Copy();
                Ipv4Header ip;
                TcpHeader tcp;
                packet->RemoveHeader(ip);
                packet->RemoveHeader(tcp);
                peerResets += (tcp.GetFlags() & TcpHeader::RST) != 0;
            }));
    Simulator::Stop(END);
    Simulator::Run();
    EXPECT_EQ(ends[0].received == ends[1].sent, true) << ends[0].received.size();
    EXPECT_EQ(ends[1].received == ends[0].sent, true) << ends[1].received.size();
    // A SYN-ACK that comes twice counts as an error, too, and is answered (RFC 5961, 4).
    EXPECT_EQ(counters.Get("Tcp.InErrs", last), counters.Get("TcpExt.TCPSYNChallenge", last));
    EXPECT_EQ(test.jumbled == 0 && counters.Get("Tcp.InErrs", last) > 0, false);
    EXPECT_EQ(counters.Get("Tcp.InCsumErrors", last), 0);
    // If the RTO exceeds TIME_WAIT, a repeated FIN can find that the kernel's end is gone. An ACK
    // that comes late can find that the other end is gone, whose RST ends TIME_WAIT (RFC 1337).
    const int64_t resets = counters.Get("Tcp.OutRsts", last);
    const bool mayReset = test.loss >= MANY_LOSSES || (test.jumbled > 0 && peerResets > 0);
    EXPECT_EQ(resets > 0 && !mayReset, false);
    EXPECT_GE(resets, ends[1].resets);
    EXPECT_EQ(ends[0].resets, 0);
    EXPECT_EQ(counters.Get("Tcp.EstabResets", last), 0);
    EXPECT_EQ(counters.Get("Ip.InHdrErrors", last), 0);
    const auto& packets = interface->GetCounters();
    EXPECT_EQ(packets.taken, packets.sent);
    EXPECT_EQ(packets.offered, packets.delivered);
}

// Not ns-3's own sockets: behind a half-close they leave losses unrepaired, or reset the
// connection.
INSTANTIATE_TEST_SUITE_P(Losses,
                         KernelAgainstModels,
                         testing::Values(Case{"Linux24_18", 0, true},
                                         Case{"Linux24_18", 0.01, false},
                                         Case{"Linux24_18", 0.2, true},
                                         Case{"Linux26_8", 0.05, true},
                                         Case{"Linux26_8", 0.2, false},
                                         Case{"Linux20_32", 0.05, false},
                                         Case{"Linux24_18", 0.01, true, 0.1},
                                         Case{"Linux26_8", 0.05, false, 0.3},
                                         Case{"Linux20_32", 0, true, 0.1},
                                         Case{"Linux24_18", 0.01, true, 0, 800},
                                         Case{"Linux26_8", 0.01, false, 0.1, 600}));
