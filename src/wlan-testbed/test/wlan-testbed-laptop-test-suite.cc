// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-transfer.h"
#include "ns3/laptop-testbed.h"
#include "ns3/laptop-transfer.h"
#include "ns3/level-sequence.h"
#include "ns3/simulator.h"
#include "ns3/study-runner.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/time-sequence.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// How long transfers last.
const Time DURATION = Seconds(2);

/// What an upload showed.
struct Upload
{
    uint64_t bytes;             ///< application bytes that arrived
    uint64_t events;            ///< events of the simulator
    uint64_t busBytes;          ///< data bytes that devices took from the bus
    uint32_t queue;             ///< packets in the interface queue at the end
    std::vector<Series> series; ///< recorded, if asked for

    /// @param name of a series @return its rows
    const std::vector<std::vector<double>>& GetRows(const std::string& name) const;
};

const std::vector<std::vector<double>>&
Upload::GetRows(const std::string& name) const
{
    const auto found = std::find_if(series.begin(), series.end(), [&name](const Series& candidate) {
        return candidate.name == name;
    });
    NS_ABORT_MSG_IF(found == series.end(), "no series " << name);
    return found->rows;
}

/**
 * Make a TCP upload in the default USB mode.
 * @param run run number
 * @param isTraced record the series
 * @return what it showed
 */
Upload
MakeUpload(uint32_t run, bool isTraced)
{
    Upload upload{};
    const auto simulate = [&upload](const StudyPoint&, uint32_t, const StudyOptions& options) {
        LaptopTransfer transfer(BulkTransfer::Transport::TCP, Kuang2003Parameters(), options, 1);
        upload.series = transfer.Run().series;
        upload.bytes = transfer.GetTransfer().GetReceivedBytes();
        upload.events = Simulator::GetEventCount();
        upload.busBytes = transfer.GetTestbed().GetBus()->GetStatistics().bytesOut;
        upload.queue = transfer.GetTestbed().GetInterfaceQueue()->GetNPackets();
        return RunResult{};
    };
    StudyRunner("test", simulate, 1, {}).Run({"p", "P"}, run, {DURATION, isTraced, false, ""});
    return upload;
}

/// Equal run numbers give equal runs, others do not.
class LaptopTestbedDeterminismTestCase : public TestCase
{
  public:
    LaptopTestbedDeterminismTestCase()
        : TestCase("an upload depends on its run number alone")
    {
    }

  private:
    void DoRun() override
    {
        const Upload first = MakeUpload(1, false);
        const Upload other = MakeUpload(2, false);
        const Upload again = MakeUpload(1, false);
        const Upload traced = MakeUpload(1, true);
        // 5.1 Mb/s less a slow start of some round trips; at most what 802.11b lets through.
        NS_TEST_EXPECT_MSG_GT(first.bytes, 1.1e6, "the upload is delivered");
        NS_TEST_EXPECT_MSG_LT(first.bytes, 1.5e6, "below the radio's limit");
        NS_TEST_EXPECT_MSG_EQ(again.bytes, first.bytes, "same run, same bytes");
        NS_TEST_EXPECT_MSG_EQ(again.events, first.events, "same run, same events");
        NS_TEST_EXPECT_MSG_NE(other.events, first.events, "another run is another run");
        NS_TEST_EXPECT_MSG_EQ(traced.bytes, first.bytes, "tracing changes nothing");
        NS_TEST_EXPECT_MSG_EQ(traced.events, first.events, "tracing needs no event");
    }
};

/// The recorded series agree with each other and with the run.
class LaptopProbesTestCase : public TestCase
{
  public:
    LaptopProbesTestCase()
        : TestCase("series of an upload agree with it")
    {
    }

  private:
    void DoRun() override
    {
        const Upload upload = MakeUpload(1, true);
        CheckSequence(upload);
        CheckQueue(upload);
        CheckBus(upload);
    }

    /// @param rows of a time sequence @param kind which @return its events in order
    static std::vector<std::vector<double>> Select(const std::vector<std::vector<double>>& rows,
                                                   TimeSequenceKind kind)
    {
        std::vector<std::vector<double>> chosen;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen), [kind](const auto& row) {
            return row[3] == static_cast<double>(kind);
        });
        return chosen;
    }

    /// @param upload whose connection
    void CheckSequence(const Upload& upload)
    {
        const auto& tcp = upload.GetRows("tcp");
        const auto& device = upload.GetRows("device");
        const auto sent = Select(tcp, TimeSequenceKind::SEGMENT);
        const auto passed = Select(device, TimeSequenceKind::SEGMENT);
        const auto acks = Select(tcp, TimeSequenceKind::ACK);
        const auto edges = Select(tcp, TimeSequenceKind::WINDOW);
        const auto received = static_cast<double>(upload.bytes);
        const double segment = Kuang2003Parameters().segmentSize;
        NS_TEST_EXPECT_MSG_EQ(Select(tcp, TimeSequenceKind::RETRANSMISSION).size(),
                              0,
                              "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(sent.front()[1], 0, "the first byte has offset 0");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(sent.back()[1] + sent.back()[2], received, "sent >= received");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(acks.back()[1], received, "acknowledged <= received");
        // Every second segment is acknowledged; three more ACKs may be under way.
        NS_TEST_EXPECT_MSG_GT(acks.back()[1], received - 8 * segment, "ACKs come back soon");
        NS_TEST_EXPECT_MSG_EQ(edges.back()[1],
                              acks.back()[1] + Kuang2003Parameters().receiveBuffer,
                              "the sink reads at once, so the whole buffer is offered");
        CheckOrder(sent, passed);
        const auto onAir = Select(upload.GetRows("air"), TimeSequenceKind::SEGMENT);
        const auto arrived = Select(upload.GetRows("host"), TimeSequenceKind::SEGMENT);
        CheckOrder(passed, onAir);
        CheckOrder(onAir, arrived);
        NS_TEST_EXPECT_MSG_EQ(arrived.back()[1] + arrived.back()[2], received, "all was read");
    }

    /// @param upstream segments of a view @param downstream those of the next towards the host
    void CheckOrder(const std::vector<std::vector<double>>& upstream,
                    const std::vector<std::vector<double>>& downstream)
    {
        NS_TEST_ASSERT_MSG_GT_OR_EQ(upstream.size(), downstream.size(), "none appears on the way");
        for (std::size_t i = 0; i < downstream.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(downstream[i][1], upstream[i][1], "in order");
            NS_TEST_ASSERT_MSG_GT_OR_EQ(downstream[i][0], upstream[i][0], "later");
        }
    }

    /// @param upload whose interface queue
    void CheckQueue(const Upload& upload)
    {
        const auto sent = Select(upload.GetRows("tcp"), TimeSequenceKind::SEGMENT).size();
        const auto passed = Select(upload.GetRows("device"), TimeSequenceKind::SEGMENT).size();
        const auto& queue = upload.GetRows("queue");
        NS_TEST_EXPECT_MSG_EQ(sent - passed, upload.queue, "the rest is in the queue");
        NS_TEST_EXPECT_MSG_EQ(queue.back()[1], upload.queue, "the series ends with that");
        const double window = Kuang2003Parameters().receiveBuffer;
        for (const auto& row : queue)
        {
            NS_TEST_ASSERT_MSG_LT_OR_EQ(row[1] * Kuang2003Parameters().segmentSize,
                                        window,
                                        "no more than the receiver's window");
        }
        for (const auto& row : upload.GetRows("adapter"))
        {
            NS_TEST_ASSERT_MSG_LT_OR_EQ(row[1], Kuang2003Parameters().txBuffers, "buffers");
        }
    }

    /// @param upload whose bus
    void CheckBus(const Upload& upload)
    {
        const auto& bus = upload.GetRows("bus");
        double bytes{0};
        for (std::size_t i = 0; i + 1 < bus.size(); ++i)
        {
            bytes += bus[i][1] * (bus[i + 1][0] - bus[i][0]) * 1000;
            NS_TEST_ASSERT_MSG_LT_OR_EQ(bus[i][1], 19 * 64, "19 packets of 64 bytes fit a frame");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes,
                                  static_cast<double>(upload.busBytes),
                                  1e-3,
                                  "every byte is in a frame");
    }
};

/// A segment has the same uid at TCP, at the device, on the air and at the host.
class PacketUidTestCase : public TestCase
{
  public:
    PacketUidTestCase()
        : TestCase("a segment can be followed by its uid")
    {
    }

  private:
    /// Uids in the order in which a place saw them.
    using Uids = std::vector<uint64_t>;

    /// @param uids takes that of each packet that is too large for an ACK @param packet seen
    static void Note(Uids* uids, Ptr<const Packet> packet)
    {
        constexpr uint32_t LARGE = 1000;
        if (packet->GetSize() > LARGE &&
            std::find(uids->rbegin(), uids->rend(), packet->GetUid()) == uids->rend())
        {
            uids->push_back(packet->GetUid());
        }
    }

    static void NoteTcp(Uids* uids,
                        Ptr<const Packet> packet,
                        const TcpHeader&,
                        Ptr<const TcpSocketBase>)
    {
        Note(uids, packet);
    }

    static void NoteAir(Uids* uids, Ptr<const Packet> packet, double)
    {
        Note(uids, packet);
    }

    /// @param upstream uids of a place @param downstream those of the next one @param place its
    /// name
    void CheckOrder(const Uids& upstream, const Uids& downstream, const std::string& place)
    {
        NS_TEST_ASSERT_MSG_GT(downstream.size(), 100, "segments at " << place);
        NS_TEST_ASSERT_MSG_GT_OR_EQ(upstream.size(),
                                    downstream.size(),
                                    "none is made at " << place);
        NS_TEST_EXPECT_MSG_EQ(std::equal(downstream.begin(), downstream.end(), upstream.begin()),
                              true,
                              "the same segments in the same order at " << place);
    }

    void DoRun() override
    {
        Uids tcp;
        Uids device;
        Uids air;
        Uids host;
        const auto simulate = [&](const StudyPoint&, uint32_t, const StudyOptions& options) {
            const Kuang2003Parameters parameters;
            LaptopTransfer transfer(BulkTransfer::Transport::TCP, parameters, options);
            LaptopTestbed& testbed = transfer.GetTestbed();
            testbed.GetUsbDevice()->TraceConnectWithoutContext(
                "Sniffer",
                MakeBoundCallback(&PacketUidTestCase::Note, &device));
            DynamicCast<WifiNetDevice>(testbed.GetRadios().Get(0))
                ->GetPhy()
                ->TraceConnectWithoutContext("PhyTxBegin",
                                             MakeBoundCallback(&PacketUidTestCase::NoteAir, &air));
            testbed.GetHost()->GetDevice(0)->TraceConnectWithoutContext(
                "MacRx",
                MakeBoundCallback(&PacketUidTestCase::Note, &host));
            // The socket is there when the application has started.
            Simulator::Schedule(parameters.start + NanoSeconds(1), [&] {
                DynamicCast<BulkSendApplication>(transfer.GetTransfer().GetSender())
                    ->GetSocket()
                    ->TraceConnectWithoutContext(
                        "Tx",
                        MakeBoundCallback(&PacketUidTestCase::NoteTcp, &tcp));
            });
            transfer.Run();
            return RunResult{};
        };
        StudyRunner("test", simulate, 1, {})
            .Run({"p", "P"}, 1, {MilliSeconds(500), false, false, ""});
        CheckOrder(tcp, device, "the device");
        CheckOrder(device, air, "the radio");
        CheckOrder(air, host, "the host");
    }
};

/// Tests of LaptopTestbed, BulkTransfer and LaptopProbes with TCP.
class WlanTestbedLaptopTestSuite : public TestSuite
{
  public:
    WlanTestbedLaptopTestSuite()
        : TestSuite("wlan-testbed-laptop", Type::SYSTEM)
    {
        AddTestCase(new LaptopTestbedDeterminismTestCase, Duration::QUICK);
        AddTestCase(new LaptopProbesTestCase, Duration::QUICK);
        AddTestCase(new PacketUidTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
WlanTestbedLaptopTestSuite g_wlanTestbedLaptopTestSuite;

} // namespace
