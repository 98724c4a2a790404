// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What TCP knows of the queue disc below, by packet scripts: that it refuses a SYN, and what waits
// in it.

#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-linux24-script-kernel.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"

#include <memory>
#include <string>

using namespace ns3;

namespace
{

/// A refused SYN puts the attempt into CWR with the least ssthresh, and is repeated after 3 s
/// (tcp_connect, tcp_transmit_skb, tcp_enter_cwr).
class RefusedSynTestCase : public TestCase
{
  public:
    /// @param feedback whether TCP hears of it
    explicit RefusedSynTestCase(bool feedback)
        : TestCase(std::string("refused SYN, feedback ") + (feedback ? "on" : "off")),
          m_feedback(feedback)
    {
    }

  private:
    void DoRun() override
    {
        TcpScriptRunner runner(TcpLinux24SocketFactory::GetTypeId());
        runner.SetKernel(std::make_shared<TcpLinux24ScriptKernel>());
        runner.SetNodeInstaller([](Ptr<Node> node) { InstallQueueDisc(node->GetDevice(1)); });
        const std::string state = m_feedback ? "\"CWR\", ssthresh == 2" : "\"Open\"";
        const std::string script =
            "--ns3::TcpLinux24Socket::TickOffset=0s\n"
            "--ns3::TcpLinux24Socket::LocalDropFeedback=" +
            std::string(m_feedback ? "true" : "false") +
            "\n10 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
            "+0 connect(3, ..., ...) = 0\n"
            "+0 %{ state == " +
            state +
            ", cwnd == 2, packets_out == 1 }%\n"
            "13 > S 0:0(0) <...>\n"
            "+0 %{ state == \"Loss\", cwnd == 1, ssthresh == 2 }%\n"
            "+.1 < S. 0:0(0) ack 1 win 65535 <mss 1460,sackOK,TS val 100 ecr 1300>\n"
            "+0 > . 1:1(0) ack 1 <...>\n"
            "+0 %{ tcp_state == \"ESTABLISHED\", cwnd == 1, packets_out == 0 }%\n";
        const auto parsed = ParseTcpScript(script, "refused-syn");
        for (const TcpScriptMismatch& mismatch : runner.Run(parsed))
        {
            NS_TEST_EXPECT_MSG_EQ(FormatTcpScriptMismatch(mismatch, parsed.fileName), "", "");
        }
    }

    /// A queue disc that has no room from 9 s to 11 s.
    static void InstallQueueDisc(Ptr<NetDevice> device)
    {
        device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
        TrafficControlHelper trafficControl;
        trafficControl.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100000B"));
        const auto queueDisc = trafficControl.Install(device).Get(0);
        const auto limit = [queueDisc](const std::string& size) {
            queueDisc->SetAttribute("MaxSize", StringValue(size));
        };
        Simulator::Schedule(Seconds(9), [limit] { limit("1B"); });
        Simulator::Schedule(Seconds(11), [limit] { limit("100000B"); });
    }

    bool m_feedback; ///< see the constructor
};

/// ACKs come in a burst while nothing leaves the queue disc (TV49 by a socket): the memory test
/// refuses retransmissions, but not new data.
class MemoryTestTestCase : public TestCase
{
  public:
    /// @param tested whether there is a memory test
    explicit MemoryTestTestCase(bool tested)
        : TestCase(std::string("memory test of retransmissions ") + (tested ? "on" : "off")),
          m_tested(tested)
    {
    }

  private:
    void DoRun() override
    {
        TcpScriptRunner runner(TcpLinux24SocketFactory::GetTypeId());
        runner.SetKernel(std::make_shared<TcpLinux24ScriptKernel>());
        runner.SetNodeInstaller([](Ptr<Node> node) { InstallQueueDisc(node->GetDevice(1)); });
        const auto script = ParseTcpScript(MakeScript(), "memory-test");
        for (const TcpScriptMismatch& mismatch : runner.Run(script))
        {
            NS_TEST_EXPECT_MSG_EQ(FormatTcpScriptMismatch(mismatch, script.fileName), "", "");
        }
    }

    /// A queue disc whose packets wait from 20.4 s to 21 s.
    static void InstallQueueDisc(Ptr<NetDevice> device)
    {
        const auto interface = CreateObject<NetDeviceQueueInterface>();
        device->AggregateObject(interface);
        TrafficControlHelper trafficControl;
        trafficControl.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
        trafficControl.Install(device);
        const auto queue = interface->GetTxQueue(0);
        Simulator::Schedule(Seconds(20.4), [queue] { queue->Stop(); });
        Simulator::Schedule(Seconds(21), [queue] { queue->Wake(); });
    }

    std::string MakeScript() const
    {
        std::string script = "--ns3::TcpLinux24Socket::TickOffset=0s\n"
                             "--ns3::TcpSocket::InitialCwnd=16\n"
                             "--ns3::TcpSocket::SndBufSize=32768\n";
        script += m_tested ? "" : "--ns3::TcpLinux24Socket::RetransmitMemoryTest=false\n";
        script += "10 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
                  "+0 connect(3, ..., ...) = 0\n"
                  "+0 > S 0:0(0) <...>\n"
                  "10.004 < S. 0:0(0) ack 1 win 65535 <mss 1460,sackOK,TS val 100 ecr 1000>\n"
                  "+0 > . 1:1(0) ack 1 <...>\n"
                  "20 write(3, ..., 30000) = 26064\n";
        for (uint32_t k = 0; k < 16; ++k)
        {
            script += MakeSegment(k);
        }
        script += "20.21" + MakeSegment(0).substr(2);
        for (uint32_t k = 2; k <= 16; k += 2)
        {
            script += "20.5 < . 1:1(0) ack " + std::to_string(1 + k * MSS) +
                      " win 65535 <TS val 100 ecr 2000>\n";
        }
        // Segments 0 and 1 are acknowledged by then; 13 to 15 are refused.
        for (uint32_t k = 2; k < 18; ++k)
        {
            if (!m_tested || k < 13 || k > 15)
            {
                script += k == 2 ? "21" + MakeSegment(k).substr(2) : MakeSegment(k);
            }
        }
        return script + "21.5 %{ state == \"Disorder\" }%\n";
    }

    /// @param k number of a segment
    /// @return event that it is sent now
    static std::string MakeSegment(uint32_t k)
    {
        const std::string start = std::to_string(1 + k * MSS);
        return std::string("+0 > ") + (k == 17 ? "P. " : ". ") + start + ":" +
               std::to_string(1 + (k + 1) * MSS) + "(" + std::to_string(MSS) + ") ack 1 <...>\n";
    }

    static constexpr uint32_t MSS = 1448; ///< bytes

    bool m_tested; ///< see the constructor
};

/// Suite of queue discs under packet scripts.
class TcpLinux24ScriptQueueTestSuite : public TestSuite
{
  public:
    TcpLinux24ScriptQueueTestSuite()
        : TestSuite("tcp-linux24-script-queue", Type::UNIT)
    {
        AddTestCase(new RefusedSynTestCase(true));
        AddTestCase(new RefusedSynTestCase(false));
        AddTestCase(new MemoryTestTestCase(true));
        AddTestCase(new MemoryTestTestCase(false));
    }
};

TcpLinux24ScriptQueueTestSuite g_suite; ///< registers itself

} // namespace
