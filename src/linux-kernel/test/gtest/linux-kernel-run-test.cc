// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Kernels in simulations. Without the kernel that ./ns3 kernel builds, these tests are skipped.

#include "kernel-test.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/error-model.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

class LinuxKernelTest : public KernelTest
{
  protected:
    std::string Path(const std::string& name) const
    {
        return m_folder + "/" + name;
    }

    std::string Read(const std::string& name) const
    {
        std::ifstream file(Path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// A kernel, 10.1.1.1, and a node with ns-3's stack, 10.1.1.2, on one wire.
    struct Pair
    {
        NodeContainer nodes;                 ///< kernel, ns-3
        Ptr<LinuxKernel> kernel;             ///< of the first node
        Ptr<LinuxKernelInterface> interface; ///< of the kernel
    };

    /// Send to port 5002 of the kernel, from 2 s on.
    /// @param node has ns-3's stack
    /// @param bytes how many
    static void InstallUpload(Ptr<Node> node, uint64_t bytes)
    {
        const auto source = CreateObjectWithAttributes<BulkSendApplication>(
            "Protocol",
            StringValue("ns3::TcpSocketFactory"),
            "Remote",
            AddressValue(InetSocketAddress("10.1.1.1", 5002)),
            "MaxBytes",
            UintegerValue(bytes));
        source->SetStartTime(Seconds(2));
        node->AddApplication(source);
    }

    static Pair MakePair()
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        NodeContainer nodes(2);
        const auto devices = CsmaHelper().Install(nodes);
        InternetStackHelper().Install(nodes.Get(1));
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
        const auto interface = kernel->AddInterface(devices.Get(0), addresses.NewAddress());
        addresses.Assign(devices.Get(1));
        return {nodes, kernel, interface};
    }

    /**
     * A kernel sends 1 MB to another one over 10 Mb/s and 5 ms, with losses.
     * @param run of the random numbers
     * @param lookahead of the kernels
     * @return every packet of both, with its time
     */
    std::string Transfer(uint32_t run, const std::string& lookahead = "10ms")
    {
        RngSeedManager::SetRun(run);
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", StringValue("5ms"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("20p"));
        const auto devices = link.Install(nodes);
        const auto losses =
            CreateObjectWithAttributes<RateErrorModel>("ErrorUnit",
                                                       StringValue("ERROR_UNIT_PACKET"),
                                                       "ErrorRate",
                                                       DoubleValue(0.01));
        losses->AssignStreams(20);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        LinuxKernelHelper linux;
        linux.SetAttribute("Lookahead", StringValue(lookahead));
        linux.Install(nodes);
        LinuxKernelHelper::AssignStreams(nodes, 10);
        const auto sender = nodes.Get(0)->GetObject<LinuxKernel>();
        const auto receiver = nodes.Get(1)->GetObject<LinuxKernel>();
        const auto a = sender->AddInterface(devices.Get(0), "10.1.1.1");
        const auto b = receiver->AddInterface(devices.Get(1), "10.1.1.2");
        std::ostringstream log;
        for (const auto& interface : {a, b})
        {
            for (const std::string trace : {"FromKernel", "ToKernel"})
            {
                interface->TraceConnect(trace,
                                        trace,
                                        MakeBoundCallback(&LinuxKernelTest::Note, &log));
            }
        }
        receiver->Run(MilliSeconds(100), "linux-kernel-agent receive 5001", Path("receive"));
        const auto program =
            sender->Run(Seconds(1), "linux-kernel-agent send 10.1.1.2 5001 1000000", Path("send"));
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        EXPECT_EQ(sender->GetEnd(program), (std::pair<bool, int>(true, 0)));
        for (const auto& interface : {a, b})
        {
            const auto& packets = interface->GetCounters();
            EXPECT_EQ(packets.taken, packets.sent + packets.txDropped);
            EXPECT_EQ(packets.offered, packets.delivered + packets.rxDropped);
            EXPECT_EQ(packets.txDropped, 0U) << "packets wait in the kernel's queues";
        }
        Simulator::Destroy();
        return log.str();
    }

    static void Note(std::ostringstream* log, std::string trace, Ptr<const Packet> packet)
    {
        *log << Simulator::Now().GetNanoSeconds() << " " << trace << " ";
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), packet->GetSize());
        log->write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        *log << "\n";
    }
};

using LinuxKernelDeathTest = LinuxKernelTest;

} // namespace

TEST_F(LinuxKernelTest, RunsProgramsAtTheirTimes)
{
    NodeContainer nodes(1);
    const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
    std::map<uint32_t, std::pair<double, int>> ends;
    kernel->Run(Seconds(1), "date -u +%s.%N", Path("time"));
    kernel->Run(MilliSeconds(2500), "sleep 1000; exit 3");
    kernel->Run(Seconds(2), "kill -9 $$");
    kernel->Run(Seconds(3), "echo changed >/etc/lasthop-test", Path("write"));
    kernel->Run(Seconds(4),
                "date -u +%F; cat /proc/sys/net/ipv4/tcp_congestion_control",
                Path("date"));
    kernel->SetSysctl("net.ipv4.tcp_congestion_control", "bbr");
    kernel->TraceConnectWithoutContext(
        "End",
        Callback<void, uint32_t, int>([&ends](uint32_t program, int status) {
            ends[program] = {Simulator::Now().GetSeconds(), status};
        }));
    Simulator::Stop(Seconds(2000));
    Simulator::Run();
    EXPECT_NEAR(std::stod(Read("time")), 1767225601, 0.001);
    ASSERT_EQ(ends.size(), 5U);
    EXPECT_NEAR(ends[1].first, 1002.5, 0.001);
    EXPECT_EQ(ends[1].second, 3);
    EXPECT_NEAR(ends[2].first, 2, 0.001);
    EXPECT_EQ(ends[2].second, 128 + 9);
    EXPECT_NE(ends[3].second, 0) << "the host's files are read only";
    EXPECT_FALSE(std::filesystem::exists("/etc/lasthop-test"));
    EXPECT_EQ(Read("date"), "2026-01-01\nbbr\n");
}

// Requests of ARP are repeated at ticks (neigh_timer_handler(), a timer in jiffies).
TEST_F(LinuxKernelTest, TicksFromItsBootOn)
{
    for (const int64_t boot : {0, 300'000, 250'700'000})
    {
        NodeContainer nodes(2);
        const auto devices = CsmaHelper().Install(nodes);
        LinuxKernelHelper linux;
        const auto time = CreateObjectWithAttributes<ConstantRandomVariable>(
            "Constant",
            DoubleValue(1e-9 * static_cast<double>(boot)));
        linux.SetAttribute("BootTime", PointerValue(time));
        const auto kernel = linux.Install(nodes.Get(0));
        const auto interface = kernel->AddInterface(devices.Get(0), "10.1.1.1");
        std::vector<int64_t> requests;
        interface->TraceConnectWithoutContext(
            "FromKernel",
            Callback<void, Ptr<const Packet>>([&requests](Ptr<const Packet>) {
                requests.push_back(Simulator::Now().GetNanoSeconds());
            }));
        kernel->Run(Seconds(1), "linux-kernel-agent send 10.1.1.9 5001 1");
        Simulator::Stop(Seconds(3.5));
        Simulator::Run();
        Simulator::Destroy();
        ASSERT_GE(requests.size(), 3U);
        EXPECT_NEAR(requests[0], 1e9, 1e8) << "at the start of the program";
        for (std::size_t i = 1; i < 3; ++i)
        {
            constexpr int64_t TICK = 1'000'000;
            const int64_t late = (requests[i] - boot + TICK / 2) % TICK - TICK / 2;
            EXPECT_LT(std::abs(late), 10'000) << "ns from a tick";
        }
    }
}

TEST_F(LinuxKernelTest, TransfersAndRepeatsItself)
{
    const std::string first = Transfer(1);
    // 1448 of 1502 bytes are payload, and the transfer takes 0.83 s without a loss.
    EXPECT_EQ(Read("receive").substr(0, 14), "1000000 bytes,");
    EXPECT_GT(first.size(), 2'000'000U) << "each packet at both ends";
    EXPECT_EQ(Transfer(1) == first, true) << "the same bytes at the same nanosecond";
    EXPECT_EQ(Transfer(1, "0s") == first, true) << "a kernel that runs ahead does the same";
    EXPECT_EQ(Transfer(2) == first, false) << "other random numbers";
}

TEST_F(LinuxKernelTest, TalksToStockNs3)
{
    const auto [nodes, kernel, interface] = MakePair();
    const InetSocketAddress any(Ipv4Address::GetAny(), 5001);
    const auto sink = CreateObjectWithAttributes<PacketSink>("Protocol",
                                                             StringValue("ns3::TcpSocketFactory"),
                                                             "Local",
                                                             AddressValue(any));
    nodes.Get(1)->AddApplication(sink);
    InstallUpload(nodes.Get(1), 300'000);
    const auto receive =
        kernel->Run(Seconds(1), "linux-kernel-agent receive 5002", Path("receive"));
    const auto send = kernel->Run(Seconds(1), "linux-kernel-agent send 10.1.1.2 5001 300000");
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_EQ(sink->GetTotalRx(), 300'000U);
    EXPECT_EQ(kernel->GetEnd(receive), (std::pair<bool, int>(true, 0)));
    EXPECT_EQ(Read("receive").substr(0, 13), "300000 bytes,");
    EXPECT_EQ(kernel->GetEnd(send), (std::pair<bool, int>(true, 0)));
    EXPECT_EQ(interface->GetCounters().rxDropped, 0U);
}

// ns-3's TCP would fail an assertion on a D-SACK block.
TEST_F(LinuxKernelTest, TakesAnUploadOfStockNs3OverALossyLink)
{
    const auto [nodes, kernel, interface] = MakePair();
    // Of data and of ACKs.
    for (const auto& [node, rate] : {std::pair(0, 0.02), std::pair(1, 0.3)})
    {
        const auto losses = CreateObject<RateErrorModel>();
        losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        losses->SetRate(rate);
        losses->AssignStreams(20 + node);
        nodes.Get(node)->GetDevice(0)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
    }
    InstallUpload(nodes.Get(1), 3'000'000);
    kernel->Run(Seconds(1), "linux-kernel-agent receive 5002", Path("receive"));
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    EXPECT_GT(interface->GetCounters().delivered, 300U);
    EXPECT_GT(interface->GetCounters().dsackRemoved, 0U);
}

// The kernel may have run ahead of the end of its program.
TEST_F(LinuxKernelTest, AnswersToTheEndOfAProgram)
{
    std::vector<std::vector<int64_t>> times;
    for (const std::string lookahead : {"10ms", "0s"})
    {
        Config::SetDefault("ns3::LinuxKernel::Lookahead", StringValue(lookahead));
        Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                           StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        const auto [nodes, kernel, interface] = MakePair();
        LinuxKernelHelper::AssignStreams(nodes, 10);
        auto& seen = times.emplace_back();
        kernel->Run(MilliSeconds(100), "ping -c 1 -q 10.1.1.2 >/dev/null; true");
        const auto socket = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
        kernel->TraceConnectWithoutContext(
            "End",
            Callback<void, uint32_t, int>([&seen, socket](uint32_t, int) {
                seen.push_back(Simulator::Now().GetNanoSeconds());
                // Nobody listens, so that the kernel answers with an ICMP error.
                socket->SendTo(Create<Packet>(100), 0, InetSocketAddress("10.1.1.1", 4000));
            }));
        interface->TraceConnectWithoutContext(
            "FromKernel",
            Callback<void, Ptr<const Packet>>(
                [&seen](Ptr<const Packet>) { seen.push_back(Simulator::Now().GetNanoSeconds()); }));
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Simulator::Destroy();
    }
    EXPECT_GE(times[0].size(), 3U);
    EXPECT_EQ(times[0], times[1]);
    Config::Reset();
}

// Fourteen kernels forward the packets of two others.
TEST_F(LinuxKernelTest, SixteenKernelsInARow)
{
    constexpr uint32_t KERNELS = 16;
    NodeContainer nodes(KERNELS);
    LinuxKernelHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto getAddress = [](uint32_t link, uint32_t end) {
        return "10.1." + std::to_string(link) + "." + std::to_string(end);
    };
    const auto getKernel = [&nodes](uint32_t i) { return nodes.Get(i)->GetObject<LinuxKernel>(); };
    for (uint32_t i = 0; i + 1 < KERNELS; ++i)
    {
        const auto devices = link.Install(nodes.Get(i), nodes.Get(i + 1));
        getKernel(i)->AddInterface(devices.Get(0), getAddress(i, 1).c_str());
        getKernel(i + 1)->AddInterface(devices.Get(1), getAddress(i, 2).c_str());
    }
    for (uint32_t i = 0; i < KERNELS; ++i)
    {
        getKernel(i)->SetSysctl("net.ipv4.ip_forward", "1");
        const bool isLast = i + 1 == KERNELS;
        getKernel(i)->SetUp("ip route add default via " +
                            (isLast ? getAddress(i - 1, 1) : getAddress(i, 2)));
        if (i > 1 && !isLast)
        {
            getKernel(i)->SetUp("ip route add 10.1.0.0/24 via " + getAddress(i - 1, 1));
        }
    }
    const auto receiver = getKernel(KERNELS - 1);
    receiver->Run(Seconds(0.1), "linux-kernel-agent receive 5001", Path("receive"));
    const auto sender = getKernel(0);
    const auto program =
        sender->Run(Seconds(1),
                    "linux-kernel-agent send " + getAddress(KERNELS - 2, 2) + " 5001 300000");
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    EXPECT_EQ(sender->GetEnd(program), (std::pair<bool, int>(true, 0)));
    EXPECT_EQ(Read("receive").substr(0, 13), "300000 bytes,");
    for (uint32_t i = 1; i + 1 < KERNELS; ++i)
    {
        const auto& interfaces = getKernel(i)->GetInterfaces();
        EXPECT_EQ(interfaces[0]->GetCounters().delivered, interfaces[1]->GetCounters().sent);
        EXPECT_EQ(interfaces[1]->GetCounters().delivered, interfaces[0]->GetCounters().sent);
    }
}

TEST_F(LinuxKernelTest, LendsItsSocketsToApplications)
{
    const auto [nodes, kernel, interface] = MakePair();
    std::vector<Ptr<PacketSink>> sinks;
    for (uint32_t i = 0; i < 2; ++i)
    {
        const Address any = InetSocketAddress(Ipv4Address::GetAny(), 5001);
        const auto sink = CreateObjectWithAttributes<PacketSink>("Local", AddressValue(any));
        sink->SetAttribute("Protocol", StringValue("ns3::TcpSocketFactory"));
        nodes.Get(i)->AddApplication(sink);
        sinks.push_back(sink);
        const Address remote = InetSocketAddress(i == 0 ? "10.1.1.2" : "10.1.1.1", 5001);
        const auto source =
            CreateObjectWithAttributes<BulkSendApplication>("Remote", AddressValue(remote));
        source->SetAttribute("Protocol", StringValue("ns3::TcpSocketFactory"));
        source->SetAttribute("MaxBytes", UintegerValue(1'000'000));
        source->SetAttribute("SendSize", UintegerValue(16384));
        source->SetStartTime(Seconds(1));
        nodes.Get(i)->AddApplication(source);
    }
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    EXPECT_EQ(interface->GetCounters().mssAdded, 2U) << "a SYN and a SYN-ACK of ns-3's TCP";
    // 685 segments of 1460 bytes, and at most one ACK for each of 1866 segments of 536 bytes. With
    // segments of 536 bytes, which ns-3's TCP would ask for, there are 1866, and 933 ACKs or more.
    EXPECT_LT(interface->GetCounters().sent, 2'700U);
    EXPECT_EQ(sinks[0]->GetTotalRx(), 1'000'000U);
    EXPECT_EQ(sinks[1]->GetTotalRx(), 1'000'000U);
}

// tcp_init() in net/ipv4/tcp.c: one 128th of the memory that is free at the boot, but at most 6 and
// 4 MiB.
TEST_F(LinuxKernelTest, SizesBuffersByItsMemory)
{
    const auto getLargest = [](uint32_t memory) {
        LinuxKernelHelper linux;
        linux.SetAttribute("Memory", UintegerValue(memory));
        const auto kernel = linux.Install(CreateObject<Node>());
        const auto program = kernel->Run(Seconds(0), "cd /proc/sys/net/ipv4; cat tcp_[rw]mem");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        std::istringstream words(kernel->GetOutput(program));
        Simulator::Destroy();
        std::pair<uint32_t, uint32_t> largest;
        uint32_t other;
        words >> other >> other >> largest.first >> other >> other >> largest.second;
        return largest;
    };
    const auto [receive, send] = getLargest(64);
    EXPECT_EQ(receive, send);
    EXPECT_LT(receive, 64U << 13);
    EXPECT_GT(receive, 50U << 13);
    EXPECT_EQ(getLargest(1024), (std::pair<uint32_t, uint32_t>(6 << 20, 4 << 20)));
}

TEST_F(LinuxKernelTest, HasAsManyInterfacesAsItMay)
{
    NodeContainer nodes(1);
    const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
    for (int i = 0; i < 48; ++i)
    {
        kernel->AddInterface(CsmaHelper().Install(nodes.Get(0)).Get(0));
    }
    kernel->Run(Seconds(0.1), "ls /sys/class/net | wc -l", Path("interfaces"));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    EXPECT_EQ(Read("interfaces"), "50\n") << "and the loopback and that of the sockets";
}

TEST_F(LinuxKernelDeathTest, FailureIsOneLine)
{
    EXPECT_DEATH(
        {
            NodeContainer nodes(1);
            const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
            for (int i = 0; i < 49; ++i)
            {
                kernel->AddInterface(CsmaHelper().Install(nodes.Get(0)).Get(0));
            }
            Simulator::Run();
        },
        "LinuxKernel: node 0, .*49 interfaces: expected 48 or fewer");
    EXPECT_DEATH(
        {
            NodeContainer nodes(1);
            LinuxKernelHelper().Install(nodes.Get(0))->SetAttribute("BootTime", PointerValue());
        },
        "name=BootTime could not be set");
    EXPECT_DEATH(
        {
            NodeContainer nodes(2);
            const auto devices = CsmaHelper().Install(nodes);
            const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
            kernel->AddInterface(devices.Get(0))
                ->SetAttribute("CompleteWhenSent", BooleanValue(true));
            Simulator::Run();
        },
        "CompleteWhenSent: ns3::CsmaNetDevice: expected a WifiNetDevice");
    EXPECT_DEATH(
        {
            NodeContainer nodes(2);
            const auto devices = CsmaHelper().Install(nodes);
            devices.Get(0)->SetMtu(67);
            LinuxKernelHelper().Install(nodes.Get(0))->AddInterface(devices.Get(0));
            Simulator::Run();
        },
        "LinuxKernel: node 0, .*MTU 67 of a ns3::CsmaNetDevice: expected 68 or more");
    const auto run = [](const std::function<void(Ptr<LinuxKernel>)>& prepare) {
        NodeContainer nodes(1);
        LinuxKernelHelper linux;
        linux.SetAttribute("Patience", StringValue("10s"));
        const auto kernel = linux.Install(nodes.Get(0));
        prepare(kernel);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
    };
    EXPECT_DEATH(run([](auto kernel) { kernel->SetUp("exit 4"); }),
                 "LinuxKernel: node 0, .*'exit 4' ended with status 4");
    EXPECT_DEATH(run([](auto kernel) { kernel->SetUp("sleep 1000"); }),
                 "LinuxKernel: node 0, .1.*s: a command of SetUp.. has not ended 1 s after the "
                 "boot: expected Run.. for programs");
    EXPECT_DEATH(run([](auto kernel) {
                     Simulator::Schedule(Seconds(1), [kernel] {
                         kernel->SetAttribute("TimeOfDay", TimeValue(Seconds(1)));
                     });
                 }),
                 "TimeOfDay is set after the start of the simulation: expected it before");
    EXPECT_DEATH(run([](auto) { Time::SetResolution(Time::US); }),
                 "LinuxKernel: the resolution of time is not 1 ns: expected no call");
    EXPECT_DEATH(run([](auto kernel) { kernel->SetSysctl("net.ipv4.nope", "1"); }),
                 "LinuxKernel: node 0, .*cannot set net/ipv4/nope: No such file or directory");
    // tcp_rmem has three numbers, and tcp_fin_timeout has one.
    for (const auto& [name, value] : {std::pair("tcp_rmem", "4096 131072 6291456 1"),
                                      std::pair("tcp_fin_timeout", "5 7"),
                                      std::pair("tcp_fin_timeout", " "),
                                      std::pair("tcp_fin_timeout", "5s")})
    {
        EXPECT_DEATH(
            run([&](auto kernel) { kernel->SetSysctl(std::string("net.ipv4.") + name, value); }),
            std::string("LinuxKernel: node 0, .*cannot set net/ipv4/") + name +
                ": Invalid argument");
    }
    EXPECT_DEATH(run([](auto kernel) { kernel->Run(Seconds(1), "while :; do :; done"); }),
                 "LinuxKernel: node 0, .1.*s: the kernel hangs: no message for 10 s of real time");
    EXPECT_DEATH(run([](auto kernel) {
                     Simulator::Schedule(Seconds(1), [kernel] { kernel->SetUp("late"); });
                 }),
                 "'late' comes after the start of the simulation: expected it before");
    EXPECT_DEATH(run([](auto kernel) { kernel->SetAttribute("Kernel", StringValue("/nope")); }),
                 "LinuxKernel: node 0, .0s: /nope is not a program: expected a kernel");
}

// TcpSocketBase takes marks for old if their sequence numbers are 2^31 or more.
TEST_F(LinuxKernelDeathTest, SendsNoEcnToStockNs3)
{
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    const auto [nodes, kernel, interface] = MakePair();
    InstallUpload(nodes.Get(1), 300'000);
    kernel->Run(Seconds(1), "linux-kernel-agent receive 5002", Path("receive"));
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_EQ(Read("receive").substr(0, 13), "300000 bytes,") << "its ACKs cannot be marked";
    Simulator::Destroy();
    const auto download = [] {
        const auto [nodes, kernel, interface] = MakePair();
        const InetSocketAddress any(Ipv4Address::GetAny(), 5001);
        const auto sink =
            CreateObjectWithAttributes<PacketSink>("Protocol",
                                                   StringValue("ns3::TcpSocketFactory"),
                                                   "Local",
                                                   AddressValue(any));
        nodes.Get(1)->AddApplication(sink);
        kernel->SetSysctl("net.ipv4.tcp_ecn", "1");
        kernel->Run(Seconds(1), "linux-kernel-agent send 10.1.1.2 5001 1");
        Simulator::Stop(Seconds(10));
        Simulator::Run();
    };
    EXPECT_DEATH(
        download(),
        "LinuxKernel: node 0, .1.*s: the kernel sends data with ECN to ns-3's TCP at 10.1.1.2, "
        "which misses the marks of every second connection: expected UseEcn=Off there");
    Config::Reset();
}

TEST_F(LinuxKernelDeathTest, RefusesStacksThatCannotBeBesideIt)
{
    NodeContainer nodes(2);
    const auto devices = CsmaHelper().Install(nodes);
    InternetStackHelper().Install(nodes.Get(1));
    const auto kernel = LinuxKernelHelper().Install(nodes.Get(0));
    EXPECT_DEATH(Simulator::Run(), "LinuxKernel: ChecksumEnabled=false: expected true");
    EXPECT_DEATH(kernel->AddInterface(devices.Get(1)), "on node 1: expected one of node 0");
    EXPECT_DEATH(kernel->AddInterface(devices.Get(0), "10.1.1.1", "255.0.255.0"),
                 "mask 255.0.255.0: expected one whose ones come before its zeros");
    EXPECT_DEATH(LinuxKernelHelper().Install(nodes.Get(0)), "node 0 has a kernel already");
    kernel->AddInterface(devices.Get(0));
    EXPECT_DEATH(kernel->AddInterface(devices.Get(0)), "the device is that of eth0 already");
    EXPECT_DEATH(kernel->Run(Seconds(-1), "true"), "'true' starts at -1s: expected 0 s or more");
    EXPECT_DEATH(kernel->SetUp("a\nb"), "expected one line of 1 to 8000 bytes");
    EXPECT_DEATH(
        {
            for (int i = 0; i < 1000; ++i)
            {
                kernel->Run(Seconds(1), "true");
            }
            kernel->Run(Seconds(1), "false");
        },
        "node 0: 'false' is one program more than the 1000 of Run..");
    EXPECT_DEATH(kernel->SetSysctl("a", std::string(8001, 'b')), "expected one line of 1 to 8000");
    EXPECT_DEATH(kernel->SetSysctl("net.ipv4.tcp_sack 0", "1"),
                 "'net.ipv4.tcp_sack 0': expected the name of a sysctl, without blanks");
    EXPECT_DEATH(LinuxKernelHelper().Install(nodes.Get(1)),
                 "node 1 has an internet stack: expected none");
    EXPECT_DEATH(InternetStackHelper().Install(nodes.Get(0)),
                 "ns3::(Tcp|Udp|Ipv4Raw)SocketFactory");
    EXPECT_DEATH(Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId()),
                 "a kernel provides no UDP sockets: expected TCP");
    EXPECT_DEATH(Socket::CreateSocket(nodes.Get(0), Ipv4RawSocketFactory::GetTypeId()),
                 "a kernel provides no raw sockets: expected a program of the kernel, such as");
    EXPECT_DEATH(
        {
            Simulator::Destroy();
            NodeContainer late(1);
            Simulator::Schedule(Seconds(1), [&] { LinuxKernelHelper().Install(late); });
            Simulator::Run();
        },
        "LinuxKernelHelper: node 0 gets a kernel at .1s, when it has been initialized: expected it "
        "before the start");
}
