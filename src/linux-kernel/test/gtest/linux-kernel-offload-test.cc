// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A kernel whose card completes checksums and cuts packets. Without the kernel that ./ns3 kernel
// builds, these tests are skipped.

#include "kernel-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/linux-kernel-counters.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;

constexpr std::size_t PPP = 2; ///< bytes of the link's header

/// What the card of the sender does.
struct Card
{
    bool completesChecksums;
    bool cuts;
};

/// What a link has carried.
struct Wire
{
    uint64_t packets{0};
    uint64_t wrong{0};   ///< with a wrong checksum
    uint64_t reduced{0}; ///< with the flag CWR
    std::size_t longest{0};
    std::ostringstream log; ///< each packet and its time
};

/// What a transfer has done.
struct Outcome
{
    Wire wire;                             ///< from the sender
    LinuxKernelInterfaceCounters counters; ///< of the sender
    Bytes received;
    std::string features; ///< that ethtool shows
};

class LinuxKernelOffloadTest : public KernelTest
{
  protected:
    /// @return the ones' complement sum of words: 0xffff if their checksum is right
    static uint32_t Sum(const Bytes& bytes, std::size_t from, std::size_t to, uint32_t sum = 0)
    {
        for (std::size_t i = from; i < to; i += 2)
        {
            sum += static_cast<uint32_t>(bytes[i] << 8) + (i + 1 < to ? bytes[i + 1] : 0);
        }
        while (sum > 0xffff)
        {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return sum;
    }

    /// Note a packet of the wire, and check its checksums.
    static void Sniff(Wire* wire, Ptr<const Packet> packet)
    {
        Bytes bytes(packet->GetSize());
        packet->CopyData(bytes.data(), packet->GetSize());
        bytes.erase(bytes.begin(), bytes.begin() + PPP);
        ++wire->packets;
        wire->longest = std::max(wire->longest, bytes.size());
        const uint8_t protocol = bytes[9];
        const auto pseudo = static_cast<uint32_t>(bytes.size() - 20) + protocol;
        const bool isRight =
            Sum(bytes, 0, 20) == 0xffff && Sum(bytes, 12, bytes.size(), pseudo) == 0xffff;
        wire->wrong += !isRight;
        wire->reduced += protocol == 6 && (bytes[33] & 0x80) && !(bytes[33] & 2);
        wire->log << Simulator::Now().GetNanoSeconds() << " ";
        wire->log.write(reinterpret_cast<const char*>(bytes.data()),
                        static_cast<std::streamsize>(bytes.size()));
    }

    static Bytes MakeBytes()
    {
        std::mt19937 generator(1);
        Bytes bytes(1'500'000);
        std::ranges::generate(bytes, [&] { return static_cast<uint8_t>(generator()); });
        return bytes;
    }

    /**
     * A kernel uploads random bytes to another one over 100 Mb/s and 2 ms, with losses. The queue
     * of the device has fewer places than a packet of the kernel has segments.
     * @param card of the sender
     * @param marks whether the queue disc of the sender marks packets (ECN)
     */
    void Upload(const Card& card, bool marks, Outcome& outcome)
    {
        RngSeedManager::SetRun(1);
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("2ms"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("4p"));
        const auto devices = link.Install(nodes);
        const auto losses = CreateObject<RateErrorModel>();
        losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        losses->SetRate(0.002);
        losses->AssignStreams(20);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        devices.Get(0)->TraceConnectWithoutContext("PhyTxBegin",
                                                   MakeBoundCallback(&Sniff, &outcome.wire));
        LinuxKernelHelper().Install(nodes);
        LinuxKernelHelper::AssignStreams(nodes, 10);
        const auto sender = nodes.Get(0)->GetObject<LinuxKernel>();
        const auto receiver = nodes.Get(1)->GetObject<LinuxKernel>();
        const auto interface = sender->AddInterface(devices.Get(0), "10.1.1.1");
        interface->SetAttribute("ChecksumOffload", BooleanValue(card.completesChecksums));
        interface->SetAttribute("SegmentationOffload", BooleanValue(card.cuts));
        receiver->AddInterface(devices.Get(1), "10.1.1.2");
        if (marks)
        {
            sender->SetSysctl("net.ipv4.tcp_ecn", "1");
            sender->SetUp("tc qdisc replace dev eth0 root fq_codel ce_threshold 1ms");
        }
        // A datagram has a checksum as well; nobody listens to it.
        sender->Run(MilliSeconds(500), "bash -c 'echo hello >/dev/udp/10.1.1.2/7'");
        const auto ethtool = sender->Run(MilliSeconds(500), "ethtool -k eth0");
        LinuxKernelCounters counters(receiver);
        counters.ReadAt(Seconds(9));
        Receive(nodes, outcome.received);
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        outcome.counters = interface->GetCounters();
        EXPECT_EQ(outcome.counters.taken,
                  outcome.counters.sent + outcome.counters.txDropped + interface->GetNWaiting());
        EXPECT_EQ(outcome.counters.txDropped, 0U);
        EXPECT_EQ(outcome.counters.sent, outcome.wire.packets);
        EXPECT_EQ(counters.Get("Tcp.InCsumErrors", 0), 0);
        EXPECT_EQ(counters.Get("Udp.InCsumErrors", 0), 0);
        EXPECT_EQ(counters.Get("Udp.NoPorts", 0), 1) << "the datagram has come";
        EXPECT_EQ(counters.Get("IpExt.InCsumErrors", 0), 0);
        EXPECT_EQ(counters.Get("Ip.InHdrErrors", 0), 0);
        outcome.features = sender->GetOutput(ethtool);
        m_hasEthtool = sender->GetEnd(ethtool).second != 127;
        m_sockets.clear();
        Simulator::Destroy();
    }

    /// The second node receives what the first one sends.
    void Receive(const NodeContainer& nodes, Bytes& received)
    {
        const auto make = [&](uint32_t node) {
            return Socket::CreateSocket(nodes.Get(node), TcpSocketFactory::GetTypeId());
        };
        m_sent = MakeBytes();
        m_next = 0;
        m_sockets = {make(0), make(1)};
        m_sockets[1]->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5001));
        m_sockets[1]->Listen();
        m_sockets[1]->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([&](Ptr<Socket> socket, const Address&) {
                m_sockets.push_back(socket);
                socket->SetRecvCallback(Callback<void, Ptr<Socket>>([&](Ptr<Socket> reader) {
                    while (const auto packet = reader->Recv())
                    {
                        const std::size_t before = received.size();
                        received.resize(before + packet->GetSize());
                        packet->CopyData(received.data() + before, packet->GetSize());
                    }
                }));
            }));
        const auto write = [this] {
            while (m_next < m_sent.size())
            {
                const auto size = std::min<std::size_t>(
                    {m_sent.size() - m_next, m_sockets[0]->GetTxAvailable(), std::size_t{65536}});
                if (size == 0)
                {
                    return;
                }
                m_sockets[0]->Send(Create<Packet>(m_sent.data() + m_next, size));
                m_next += size;
            }
        };
        m_sockets[0]->SetSendCallback(
            Callback<void, Ptr<Socket>, uint32_t>([write](Ptr<Socket>, uint32_t) { write(); }));
        Simulator::Schedule(Seconds(1), [this, write] {
            m_sockets[0]->Connect(InetSocketAddress("10.1.1.2", 5001));
            write();
        });
    }

    /// @return whether ethtool shows that a feature is on
    static bool IsOn(const Outcome& outcome, const std::string& feature)
    {
        return outcome.features.find(feature + ": on") != std::string::npos;
    }

    Bytes m_sent;
    std::size_t m_next{0};              ///< byte that is sent next
    std::vector<Ptr<Socket>> m_sockets; ///< sender, listener, receiver
    bool m_hasEthtool{false};           ///< whether the host has it
};

using LinuxKernelOffloadDeathTest = LinuxKernelOffloadTest;

} // namespace

TEST_F(LinuxKernelOffloadTest, UploadsTheSameBytes)
{
    Outcome none;
    Upload({false, false}, false, none);
    Outcome checksums;
    Upload({true, false}, false, checksums);
    Outcome all;
    Upload({true, true}, false, all);
    for (const Outcome* outcome : {&none, &checksums, &all})
    {
        EXPECT_EQ(outcome->received == m_sent, true) << outcome->received.size();
        EXPECT_EQ(outcome->wire.wrong, 0U);
        EXPECT_EQ(outcome->wire.longest, 1500U);
    }
    EXPECT_EQ(none.counters.cut, 0U);
    EXPECT_EQ(checksums.counters.cut, 0U);
    // 1036 full segments
    EXPECT_GT(all.counters.cut, 50U);
    EXPECT_LT(all.counters.cut, 600U);
    if (!m_hasEthtool)
    {
        GTEST_SKIP() << "ethtool is not installed";
    }
    EXPECT_FALSE(IsOn(none, "tx-checksumming")) << none.features;
    EXPECT_TRUE(IsOn(checksums, "tx-checksumming")) << checksums.features;
    EXPECT_FALSE(IsOn(checksums, "tcp-segmentation-offload"));
    EXPECT_TRUE(IsOn(all, "tx-checksumming")) << all.features;
    EXPECT_TRUE(IsOn(all, "tcp-segmentation-offload"));
    EXPECT_TRUE(IsOn(all, "tx-tcp-segmentation"));
    EXPECT_TRUE(IsOn(all, "tx-tcp-ecn-segmentation"));
    EXPECT_FALSE(IsOn(all, "tx-tcp6-segmentation"));
}

TEST_F(LinuxKernelOffloadTest, MarkedPacketsRepeatThemselves)
{
    Outcome first;
    Upload({true, true}, true, first);
    Outcome second;
    Upload({true, true}, true, second);
    EXPECT_EQ(first.received == m_sent, true) << first.received.size();
    EXPECT_EQ(first.wire.wrong, 0U);
    EXPECT_GT(first.counters.cut, 50U);
    EXPECT_GT(first.wire.reduced, 0U) << "the window is reduced at a mark";
    EXPECT_EQ(first.wire.log.str() == second.wire.log.str(), true)
        << "the same packets at the same nanosecond";
}

TEST_F(LinuxKernelOffloadDeathTest, SegmentationNeedsChecksums)
{
    Outcome outcome;
    EXPECT_DEATH(Upload({false, true}, false, outcome),
                 "LinuxKernel: node 0, .*SegmentationOffload=true with ChecksumOffload=false: "
                 "expected both");
}
