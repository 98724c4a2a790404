// SPDX-License-Identifier: GPL-2.0-only

// What a host gives its sockets: attribute values, news of its queue disc, traces.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <set>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/// @param socket of Linux @param name of an attribute of type Boolean @return its value
bool
GetFlag(Ptr<Socket> socket, const std::string& name)
{
    BooleanValue value;
    socket->GetAttribute(name, value);
    return value.Get();
}

/// @param socket of Linux @param name of an attribute of type Time @return its value
Time
GetTime(Ptr<Socket> socket, const std::string& name)
{
    TimeValue value;
    socket->GetAttribute(name, value);
    return value.Get();
}

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
        NS_TEST_EXPECT_MSG_EQ(GetFlag(first, "RetransStampFromSyn"), true, "fault of 2.4.18");
        NS_TEST_EXPECT_MSG_EQ(GetTime(first, "TickInterval"), MilliSeconds(10), "HZ is 100");

        TcpLinux24Helper helper;
        helper.SetKernel(TcpLinux24Kernel::LINUX26_8);
        helper.SetSocketAttribute("Bic", BooleanValue(false));
        helper.Install(bed.nodes.Get(0));
        Config::SetDefault("ns3::TcpLinux24Socket::ForwardAck", BooleanValue(false));
        const auto second = bed.MakeSocket(TcpTestHost::LINUX24, 0);
        Config::SetDefault("ns3::TcpLinux24Socket::ForwardAck", BooleanValue(true));
        NS_TEST_EXPECT_MSG_EQ(GetFlag(second, "RetransStampFromSyn"), false, "repaired");
        NS_TEST_EXPECT_MSG_EQ(GetTime(second, "TickInterval"), MilliSeconds(1), "HZ is 1000");
        NS_TEST_EXPECT_MSG_EQ(GetFlag(second, "Bic"), false, "the user wins by the helper");
        NS_TEST_EXPECT_MSG_EQ(GetFlag(second, "ForwardAck"), false, "the user wins by Config");
        NS_TEST_EXPECT_MSG_EQ(GetTime(second, "TickOffset"),
                              GetTime(first, "TickOffset"),
                              "one clock for a host");
    }

    void CheckLinux20()
    {
        TcpTestBed bed(TcpTestHost::LINUX20, TcpTestHost::LINUX24);
        const auto socket = bed.MakeSocket(TcpTestHost::LINUX20, 0);
        EnumValue<TcpLinuxGeneration> generation;
        socket->GetAttribute("Generation", generation);
        NS_TEST_EXPECT_MSG_EQ((generation.Get() == TcpLinuxGeneration::LINUX20), true, "2.0.32");
        for (const char* name : {"Sack", "Timestamp", "WindowScaling", "LocalDropFeedback"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetFlag(socket, name), false, name << " came later");
        }
        UintegerValue cwnd;
        socket->GetAttribute("InitialCwnd", cwnd);
        NS_TEST_EXPECT_MSG_EQ(cwnd.Get(), 1, "first window");
    }
};

/// Counts the segments that get into the client's queue disc while a copy of them waits there.
class SecondCopies
{
  public:
    /// @param node the client
    explicit SecondCopies(Ptr<Node> node)
    {
        const auto queueDisc =
            node->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(node->GetDevice(0));
        using Item = Ptr<const QueueDiscItem>;
        queueDisc->TraceConnectWithoutContext("Enqueue", Callback<void, Item>([this](Item item) {
                                                  const auto segment = GetSegment(item);
                                                  count += m_waiting.contains(segment) ? 1 : 0;
                                                  m_waiting.insert(segment);
                                              }));
        queueDisc->TraceConnectWithoutContext("Dequeue", Callback<void, Item>([this](Item item) {
                                                  m_waiting.extract(GetSegment(item));
                                              }));
    }

    uint32_t count{0}; ///< so far

  private:
    using Segment = std::pair<SequenceNumber32, uint32_t>; ///< sequence number, size

    static Segment GetSegment(Ptr<const QueueDiscItem> item)
    {
        TcpHeader header;
        item->GetPacket()->PeekHeader(header);
        return {header.GetSequenceNumber(), item->GetPacket()->GetSize()};
    }

    std::multiset<Segment> m_waiting; ///< in the queue disc
};

/// On a link that gets slow timeouts find the segment in the queue disc: 2.0.32 does not send it again.
class SecondCopyTestCase : public TestCase
{
  public:
    /// @param client of the test @param copies whether it sends a segment that waits already
    SecondCopyTestCase(TcpTestHost client, bool copies)
        : TestCase("segments sent again while they wait, " +
                   GetTcpTestName(client, TcpTestHost::LINUX24)),
          m_client(client),
          m_copies(copies)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 50000;
        constexpr uint32_t SEGMENT = 1000;
        TcpTestBed bed(m_client, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("InitialCwnd", UintegerValue(8));
        bed.LimitClientQueue(100);
        const SecondCopies copies(bed.nodes.Get(0));
        uint32_t retransmissions = 0;
        bed.Connect();
        bed.client.socket->TraceConnectWithoutContext(
            "SegmentRetransmission",
            Callback<void, TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>(
                [&](TcpRange, TcpLinux24Retransmission, Ptr<const Packet>) { ++retransmissions; }));
        // The first segment is timed on a fast link.
        Simulator::Schedule(Seconds(10.9), [&] { bed.client.Send(SEGMENT, false); });
        Simulator::Schedule(Seconds(11), [&] {
            bed.nodes.Get(0)->GetDevice(0)->SetAttribute("DataRate", StringValue("20kb/s"));
            bed.client.Send(BYTES - SEGMENT, true);
        });
        bed.Run(Seconds(200));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_GT(retransmissions, 0, "needless timeouts");
        NS_TEST_EXPECT_MSG_EQ((copies.count > 0), m_copies, "a second copy in the queue");
    }

    TcpTestHost m_client; ///< see the constructor
    bool m_copies;        ///< see the constructor
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

/// A queue disc that refuses packets: with feedback nothing is lost.
class LocalDropTestCase : public TestCase
{
  public:
    /// @param feedback whether TCP hears of it
    explicit LocalDropTestCase(bool feedback)
        : TestCase(std::string("local drops, feedback ") + (feedback ? "on" : "off")),
          m_feedback(feedback)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 2000000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("LocalDropFeedback", BooleanValue(m_feedback));
        bed.LimitClientQueue(10);
        bed.Connect();
        uint32_t reductions = 0;
        uint32_t retransmissions = 0;
        bed.client.socket->TraceConnectWithoutContext(
            "CaState",
            Callback<void, TcpLinux24State, TcpLinux24State, TcpLinux24Reason>(
                [&](TcpLinux24State, TcpLinux24State to, TcpLinux24Reason reason) {
                    const bool local = reason == TcpLinux24Reason::LOCAL_DROP;
                    reductions += to == TcpLinux24State::CWR && local ? 1 : 0;
                }));
        bed.client.socket->TraceConnectWithoutContext(
            "SegmentRetransmission",
            Callback<void, TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>(
                [&](TcpRange, TcpLinux24Retransmission, Ptr<const Packet>) { ++retransmissions; }));
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ((reductions > 0), m_feedback, "CWR after a local drop");
        NS_TEST_EXPECT_MSG_EQ((retransmissions > 0), !m_feedback, "lost on the way out");
    }

    bool m_feedback; ///< see the constructor
};

/// A whole window of ACKs is lost, so that the timeout is spurious (TV17, TV17b by a socket).
class SpuriousTimeoutTestCase : public TestCase
{
  public:
    /// @param kernel of the sender @param undone whether the first timeout is taken back
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
        TcpLinux24Helper helper;
        helper.SetKernel(m_kernel);
        helper.Install(bed.nodes.Get(0));
        bed.LoseToClient([](const TcpHeader&, uint32_t) {
            return Simulator::Now() > Seconds(11.1) && Simulator::Now() < Seconds(11.25);
        });
        bed.Connect();
        uint32_t undos = 0;
        uint32_t timeouts = 0;
        bed.client.socket->TraceConnectWithoutContext(
            "Undo",
            Callback<void, TcpLinux24Undo, uint32_t, uint32_t>(
                [&](TcpLinux24Undo, uint32_t, uint32_t) { ++undos; }));
        bed.client.socket->TraceConnectWithoutContext(
            "SegmentRetransmission",
            Callback<void, TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>(
                [&](TcpRange, TcpLinux24Retransmission reason, Ptr<const Packet>) {
                    timeouts += reason == TcpLinux24Retransmission::TIMEOUT ? 1 : 0;
                }));
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(1000000, true); });
        bed.Run(Seconds(12));
        NS_TEST_EXPECT_MSG_EQ(timeouts, 1, "one timeout");
        NS_TEST_EXPECT_MSG_EQ(undos, (m_undone ? 1 : 0), "reductions taken back");
    }

    TcpLinux24Kernel m_kernel; ///< see the constructor
    bool m_undone;             ///< see the constructor
};

/// Suite of what a host gives.
class TcpLinux24HostTestSuite : public TestSuite
{
  public:
    TcpLinux24HostTestSuite()
        : TestSuite("tcp-linux24-host", Type::UNIT)
    {
        AddTestCase(new PresetTestCase);
        AddTestCase(new LocalDropTestCase(true));
        AddTestCase(new LocalDropTestCase(false));
        AddTestCase(new PartialWriteTestCase);
        AddTestCase(new SecondCopyTestCase(TcpTestHost::LINUX20, false));
        AddTestCase(new SecondCopyTestCase(TcpTestHost::LINUX24, true));
        AddTestCase(new SpuriousTimeoutTestCase(TcpLinux24Kernel::LINUX24_18, false));
        AddTestCase(new SpuriousTimeoutTestCase(TcpLinux24Kernel::LINUX24_19, true));
    }
};

TcpLinux24HostTestSuite g_suite; ///< registers itself

} // namespace
