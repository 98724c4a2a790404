// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What a host gives its sockets: attribute values, traces.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

/// A kernel presets attributes; what a user sets wins.
class PresetTestCase : public TestCase
{
  public:
    PresetTestCase()
        : TestCase("presets of kernels")
    {
    }

  private:
    void DoRun() override
    {
        CheckLinux24();
        CheckLinux20();
    }

    void CheckLinux24()
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        const auto first = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<BooleanValue>(first, "RetransStampFromSyn"),
                              true,
                              "fault of 2.4.18");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<TimeValue>(first, "TickInterval"),
                              MilliSeconds(10),
                              "HZ is 100");

        TcpSocketFactoryHelper helper;
        helper.SetKernel(TcpLinux24Kernel::LINUX26_8);
        helper.SetSocketAttribute("Bic", BooleanValue(false));
        helper.InstallLinux(bed.nodes.Get(0));
        Config::SetDefault("ns3::TcpLinux24Socket::ForwardAck", BooleanValue(false));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10)); // as ns-3 has it
        const auto second = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        Config::Reset();
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<BooleanValue>(second, "RetransStampFromSyn"),
                              false,
                              "repaired");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<TimeValue>(second, "TickInterval"),
                              MilliSeconds(1),
                              "HZ is 1000");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<BooleanValue>(second, "Bic"),
                              false,
                              "the user wins by the helper");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<BooleanValue>(second, "ForwardAck"),
                              false,
                              "the user wins by Config");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<UintegerValue>(first, "InitialCwnd"), 2, "of Linux");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<UintegerValue>(second, "InitialCwnd"),
                              10,
                              "the user's, though usual");
        NS_TEST_EXPECT_MSG_EQ(GetSocketValue<TimeValue>(second, "TickOffset"),
                              GetSocketValue<TimeValue>(first, "TickOffset"),
                              "one clock for a host");
    }

    void CheckLinux20()
    {
        TcpTestBed bed(TcpTestHost::LINUX20, TcpTestHost::LINUX24);
        const auto socket = bed.MakeSocket(TcpTestHost::LINUX20, 0);
        const auto generation = GetSocketValue<EnumValue<TcpLinuxGeneration>>(socket, "Generation");
        NS_TEST_EXPECT_MSG_EQ((generation == TcpLinuxGeneration::LINUX20), true, "2.0.32");
        for (const char* name : {"Sack", "Timestamp", "WindowScaling", "LocalDropFeedback"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetSocketValue<BooleanValue>(socket, name),
                                  false,
                                  name << " came later");
        }
        const auto cwnd = GetSocketValue<UintegerValue>(socket, "InitialCwnd");
        NS_TEST_EXPECT_MSG_EQ(cwnd, 1, "first window");
    }
};

/// Each Linux host draws its uptime from a stream of its own; other hosts need none.
class StreamTestCase : public TestCase
{
  public:
    StreamTestCase()
        : TestCase("streams of hosts")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(4);
        const TcpSocketFactoryHelper helper;
        for (const uint32_t k : {0U, 1U, 3U})
        {
            helper.InstallLinux(nodes.Get(k));
        }
        TcpSocketFactoryHelper::InstallSunOs58(nodes.Get(2));
        NS_TEST_EXPECT_MSG_EQ(TcpSocketFactoryHelper::AssignStreams(nodes, 70), 3, "used");
        NS_TEST_EXPECT_MSG_EQ(GetStream(nodes.Get(0)), 70, "first");
        NS_TEST_EXPECT_MSG_EQ(GetStream(nodes.Get(1)), 71, "second");
        NS_TEST_EXPECT_MSG_EQ(GetStream(nodes.Get(3)), 72, "third");
    }

    /// @param node with Linux
    /// @return the stream of its uptime
    static int64_t GetStream(Ptr<Node> node)
    {
        PointerValue uptime;
        node->GetObject<TcpLinux24SocketFactory>()->GetAttribute("Uptime", uptime);
        return uptime.Get<RandomVariableStream>()->GetStream();
    }
};

/// What fits the send buffer of an application that writes more than there is room for.
class PartialWriteTestCase : public TestCase
{
  public:
    PartialWriteTestCase()
        : TestCase("partial writes")
    {
    }

  private:
    void DoRun() override
    {
        Check(false, -1);
        Check(true, 5792); // four segments, whose memory is 2000 bytes each
    }

    void Check(bool partial, int written)
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("PartialWrites", BooleanValue(partial));
        bed.SetLinuxAttribute("SegmentOverhead", UintegerValue(552));
        bed.SetLinuxAttribute("SndBufSize", UintegerValue(8000));
        bed.Connect();
        int result = 0;
        Simulator::Schedule(Seconds(11),
                            [&] { result = bed.client.socket->Send(Create<Packet>(20000)); });
        bed.Run(Seconds(12));
        NS_TEST_EXPECT_MSG_EQ(result, written, "bytes taken");
    }
};

/// A whole window of ACKs is lost, so that the timeout is spurious (TV17, TV17b by a socket).
class SpuriousTimeoutTestCase : public TestCase
{
  public:
    /// @param kernel of the sender
    /// @param undone whether the first timeout is taken back
    SpuriousTimeoutTestCase(TcpLinux24Kernel kernel, bool undone)
        : TestCase(std::string("first spurious timeout is ") + (undone ? "" : "not ") + "undone"),
          m_kernel(kernel),
          m_undone(undone)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::SUN_OS58);
        TcpSocketFactoryHelper helper;
        helper.SetKernel(m_kernel);
        helper.InstallLinux(bed.nodes.Get(0));
        bed.LoseToClient([](const TcpHeader&, uint32_t) {
            return Simulator::Now() > Seconds(11.1) && Simulator::Now() < Seconds(11.25);
        });
        bed.Connect();
        uint32_t undos = 0;
        bed.client.socket->TraceConnectWithoutContext(
            "Undo",
            Callback<void, TcpLinux24Undo, uint32_t, uint32_t>(
                [&](TcpLinux24Undo, uint32_t, uint32_t) { ++undos; }));
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(1000000, true); });
        bed.Run(Seconds(12));
        NS_TEST_EXPECT_MSG_EQ(bed.client.timeouts, 1, "one timeout");
        NS_TEST_EXPECT_MSG_EQ(undos, (m_undone ? 1 : 0), "reductions taken back");
    }

    TcpLinux24Kernel m_kernel; ///< see the constructor
    bool m_undone;             ///< see the constructor
};

/// A host gives up a connection whose SYN-ACK nobody answers: with stock sockets after six
/// retransmissions, 3 s doubled each time. Nobody else holds the new socket, which is freed then.
class UnansweredSynAckTestCase : public TestCase
{
  public:
    UnansweredSynAckTestCase()
        : TestCase("FreeBSD gives up a SYN-ACK that nobody answers")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::STOCK, TcpTestHost::FREEBSD62);
        uint32_t lost = 0;
        bed.LoseToClient([&lost](const TcpHeader& header, uint32_t) {
            lost += (header.GetFlags() & TcpHeader::SYN) != 0;
            return true;
        });
        bed.Connect();
        bed.Run(Seconds(1000));
        NS_TEST_EXPECT_MSG_GT_OR_EQ(lost, 7, "the SYN-ACK and its retransmissions");
        NS_TEST_EXPECT_MSG_EQ(bed.client.failed, true, "no connection");
    }
};

/// Nobody gets ECN, whoever asks for it.
class EcnTestCase : public TestCase
{
  public:
    /// @param client, server of the test
    EcnTestCase(TcpTestHost client, TcpTestHost server)
        : TestCase("ECN, hosts " + std::to_string(static_cast<int>(client)) +
                   std::to_string(static_cast<int>(server))),
          m_hosts{client, server}
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 200000;
        TcpTestBed bed(m_hosts[0], m_hosts[1]);
        bed.LoseToServer([&](const TcpHeader& header, uint32_t) { return See(0, header); });
        bed.LoseToClient([&](const TcpHeader& header, uint32_t) { return See(1, header); });
        bed.Connect();
        // a socket of Linux refuses this setting
        Ptr<Socket> sockets[] = {bed.client.socket, bed.listener};
        for (uint32_t i = 0; i < 2; ++i)
        {
            if (m_hosts[i] == TcpTestHost::STOCK)
            {
                sockets[i]->SetAttribute("UseEcn", EnumValue(TcpSocketState::On));
            }
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            bed.nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Tx",
                Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                    [&](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                        Ipv4Header header;
                        packet->PeekHeader(header);
                        m_capable += header.GetEcn() != Ipv4Header::ECN_NotECT;
                    }));
        }
        bed.client.closeOnEof = bed.server.closeOnEof = false;
        Simulator::Schedule(Seconds(11), [&] {
            bed.client.Send(BYTES, true);
            bed.server.Send(BYTES, true);
        });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes of the client");
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, BYTES, "bytes of the server");
        NS_TEST_EXPECT_MSG_EQ(m_capable, 0, "packets marked as ECN capable");
        const bool stockClient = m_hosts[0] == TcpTestHost::STOCK;
        NS_TEST_EXPECT_MSG_EQ(m_flags[0], (stockClient ? 1 : 0), "only a stock SYN asks");
        NS_TEST_EXPECT_MSG_EQ(m_flags[1], 0, "and no SYN-ACK agrees");
    }

    /// @param host that sent
    /// @param header of TCP
    /// @return false
    bool See(uint32_t host, const TcpHeader& header)
    {
        m_flags[host] += (header.GetFlags() & (TcpHeader::ECE | TcpHeader::CWR)) != 0;
        return false;
    }

    TcpTestHost m_hosts[2]; ///< client, server
    uint32_t m_flags[2]{};  ///< segments of theirs with ECE or CWR
    uint32_t m_capable{0};  ///< packets marked so
};

/// The send buffer starts small and grows with the window, or has its size from the start.
class SendBufferTestCase : public TestCase
{
  public:
    /// @param initial InitialSndBufSize
    explicit SendBufferTestCase(uint32_t initial)
        : TestCase("send buffer, at first " + std::to_string(initial)),
          m_initial(initial)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 2000000;
        constexpr uint32_t SEGMENT = 1448;
        // A segment takes 1448 + 452 bytes of memory; one that is begun fits.
        constexpr uint32_t SMALL = 9 * SEGMENT;  // 16384 bytes of memory
        constexpr uint32_t LARGE = 69 * SEGMENT; // 131072 bytes of memory
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("InitialSndBufSize", UintegerValue(m_initial));
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetTxAvailable(),
                                  (m_initial > 0 ? SMALL : LARGE),
                                  "at first");
            bed.client.Send(BYTES, false);
        });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.client.socket->GetTxAvailable(), LARGE, "in the end");
    }

    uint32_t m_initial; ///< see the constructor
};

/// Suite of what a host gives.
class TcpLinux24HostTestSuite : public TestSuite
{
  public:
    TcpLinux24HostTestSuite()
        : TestSuite("tcp-linux24-host", Type::UNIT)
    {
        AddTestCase(new StreamTestCase);
        AddTestCase(new PresetTestCase);
        AddTestCase(new PartialWriteTestCase);
        AddTestCase(new SpuriousTimeoutTestCase(TcpLinux24Kernel::LINUX24_18, false));
        AddTestCase(new SpuriousTimeoutTestCase(TcpLinux24Kernel::LINUX24_19, true));
        AddTestCase(new UnansweredSynAckTestCase);
        AddTestCase(new EcnTestCase(TcpTestHost::LINUX24, TcpTestHost::LINUX24));
        AddTestCase(new EcnTestCase(TcpTestHost::LINUX24, TcpTestHost::STOCK));
        AddTestCase(new EcnTestCase(TcpTestHost::STOCK, TcpTestHost::LINUX24));
        AddTestCase(new SendBufferTestCase(16384));
        AddTestCase(new SendBufferTestCase(0));
    }
};

TcpLinux24HostTestSuite g_suite; ///< registers itself

} // namespace
