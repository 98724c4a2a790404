// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed-run.h"

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-transfer.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/laptop-transfer.h"
#include "ns3/level-probe.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/test.h"
#include "ns3/time-sequence.h"
#include "ns3/uhci-host-controller.h"
#include "ns3/uinteger.h"
#include "ns3/usb-frame-probe.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// How long transfers last.
const Time DURATION = Seconds(2);

/// Frames that the adapter holds for the air.
constexpr uint32_t BUFFERS = 2;
/// Bytes of data in a full segment.
constexpr uint32_t SEGMENT = 1448;
/// Bytes that the host's sockets hold.
constexpr uint32_t WINDOW = 17 * SEGMENT;

/// @return what makes the testbed
ObjectFactory
MakeLaptop()
{
    return ObjectFactory("ns3::Kuang2003Testbed",
                         "SegmentSize",
                         UintegerValue(SEGMENT),
                         "ReceiveBuffer",
                         UintegerValue(WINDOW),
                         "TxBuffers",
                         UintegerValue(BUFFERS));
}

/// Rows that a probe has recorded.
using Rows = std::vector<std::vector<double>>;

/// What probes saw of an upload.
struct View
{
    Rows tcp;     ///< at the laptop's IP
    Rows device;  ///< at the laptop's device
    Rows air;     ///< between the radios
    Rows host;    ///< at the host's device
    Rows queue;   ///< packets in the interface queue
    Rows bus;     ///< data bytes in each frame
    Rows adapter; ///< frames in the adapter
};

/// The probes of one upload.
class Probes
{
  public:
    /// @param testbed whose laptop sends
    explicit Probes(const Kuang2003Testbed& testbed)
        : m_tcp(TcpTraceProbe::AtIp(testbed.GetLaptop())),
          m_device(TcpTraceProbe::AtDevice(testbed.GetUsbDevice())),
          m_air(TcpTraceProbe::AtAir(testbed.GetRadios(), testbed.GetLaptop())),
          m_host(TcpTraceProbe::AtPeer(testbed.GetHost()->GetDevice(0), testbed.GetLaptop())),
          m_queue(LevelProbe::Connect(testbed.GetInterfaceQueue(), "PacketsInQueue")),
          m_adapter(LevelProbe::ConnectTimed(testbed.GetAdapter(), "TxInUse")),
          m_bus(UsbFrameProbe::Connect(DynamicCast<UhciHostController>(testbed.GetBus())))
    {
    }

    /// @return what they saw of the only connection
    View Get() const
    {
        return {m_tcp->GetViews().at(0).rows,
                m_device->GetViews().at(0).rows,
                m_air->GetViews().at(0).rows,
                m_host->GetViews().at(0).rows,
                m_queue->GetLevels().GetRows(),
                m_bus->GetLevels().GetRows(),
                m_adapter->GetLevels().GetRows()};
    }

  private:
    Ptr<TcpTraceProbe> m_tcp;    ///< see View
    Ptr<TcpTraceProbe> m_device; ///< see View
    Ptr<TcpTraceProbe> m_air;    ///< see View
    Ptr<TcpTraceProbe> m_host;   ///< see View
    Ptr<LevelProbe> m_queue;     ///< see View
    Ptr<LevelProbe> m_adapter;   ///< see View
    Ptr<UsbFrameProbe> m_bus;    ///< see View
};

/// What an upload showed.
struct Upload
{
    uint64_t bytes;           ///< application bytes that arrived
    uint64_t events;          ///< events of the simulator
    uint64_t busBytes;        ///< data bytes that devices took from the bus
    uint32_t queue;           ///< packets in the interface queue at the end
    std::optional<View> view; ///< recorded, if asked for
};

/**
 * Make a TCP upload in the default USB mode.
 * @param run run number
 * @param isTraced have probes look at it
 * @return what it showed
 */
Upload
MakeUpload(uint32_t run, bool isTraced)
{
    Upload upload{};
    SimulateRun(run, [&upload, isTraced] {
        LaptopTransfer transfer(BulkTransfer::Transport::TCP, MakeLaptop(), DURATION, 1);
        std::optional<Probes> probes;
        if (isTraced)
        {
            probes.emplace(transfer.GetTestbed());
        }
        transfer.Run();
        upload.bytes = transfer.GetTransfer().GetReceivedBytes();
        upload.events = Simulator::GetEventCount();
        upload.busBytes = transfer.GetTestbed().GetBus()->GetStatistics().bytesOut;
        upload.queue = transfer.GetTestbed().GetInterfaceQueue()->GetNPackets();
        if (probes)
        {
            upload.view = probes->Get(); // GetStatistics() had the bus report its last frames
        }
    });
    return upload;
}

/// Equal run numbers give equal runs, and different numbers give different runs.
class Kuang2003TestbedDeterminismTestCase : public TestCase
{
  public:
    Kuang2003TestbedDeterminismTestCase()
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

/// What probes record agrees with each other and with the run.
class ProbesTestCase : public TestCase
{
  public:
    ProbesTestCase()
        : TestCase("what probes see of an upload agrees with it")
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

    /// @param rows of a time sequence
    /// @param kind which
    /// @return its events in order
    static Rows Select(const Rows& rows, TimeSequenceKind kind)
    {
        Rows chosen;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen), [kind](const auto& row) {
            return row[3] == static_cast<double>(kind);
        });
        return chosen;
    }

    /// @param upload whose connection
    void CheckSequence(const Upload& upload)
    {
        const auto& tcp = upload.view->tcp;
        const auto& device = upload.view->device;
        const auto sent = Select(tcp, TimeSequenceKind::SEGMENT);
        const auto passed = Select(device, TimeSequenceKind::SEGMENT);
        const auto acks = Select(tcp, TimeSequenceKind::ACK);
        const auto edges = Select(tcp, TimeSequenceKind::WINDOW);
        const auto received = static_cast<double>(upload.bytes);
        NS_TEST_EXPECT_MSG_EQ(Select(tcp, TimeSequenceKind::RETRANSMISSION).size(),
                              0,
                              "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(sent.front()[1], 0, "the first byte has offset 0");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(sent.back()[1] + sent.back()[2], received, "sent >= received");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(acks.back()[1], received, "acknowledged <= received");
        // Every second segment is acknowledged; three more ACKs may be under way.
        NS_TEST_EXPECT_MSG_GT(acks.back()[1], received - 8 * SEGMENT, "ACKs come back soon");
        NS_TEST_EXPECT_MSG_EQ(edges.back()[1],
                              acks.back()[1] + WINDOW,
                              "the sink reads at once, so the whole buffer is offered");
        CheckOrder(sent, passed);
        const auto onAir = Select(upload.view->air, TimeSequenceKind::SEGMENT);
        const auto arrived = Select(upload.view->host, TimeSequenceKind::SEGMENT);
        CheckOrder(passed, onAir);
        CheckOrder(onAir, arrived);
        NS_TEST_EXPECT_MSG_EQ(arrived.back()[1] + arrived.back()[2], received, "all was read");
    }

    /// @param upstream segments of a view
    /// @param downstream those of the next towards the host
    void CheckOrder(const Rows& upstream, const Rows& downstream)
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
        const auto sent = Select(upload.view->tcp, TimeSequenceKind::SEGMENT).size();
        const auto passed = Select(upload.view->device, TimeSequenceKind::SEGMENT).size();
        const auto& queue = upload.view->queue;
        NS_TEST_EXPECT_MSG_EQ(sent - passed, upload.queue, "the rest is in the queue");
        NS_TEST_EXPECT_MSG_EQ(queue.back()[1], upload.queue, "the series ends with that");
        for (const auto& row : queue)
        {
            NS_TEST_ASSERT_MSG_LT_OR_EQ(row[1] * SEGMENT,
                                        WINDOW,
                                        "no more than the receiver's window");
        }
        for (const auto& row : upload.view->adapter)
        {
            NS_TEST_ASSERT_MSG_LT_OR_EQ(row[1], BUFFERS, "buffers");
        }
    }

    /// @param upload whose bus
    void CheckBus(const Upload& upload)
    {
        const auto& bus = upload.view->bus;
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

    /// @param uids takes that of each packet that is too large for an ACK
    /// @param packet seen
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

    /// @param upstream uids of a place
    /// @param downstream those of the next one
    /// @param place its name
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
        SimulateRun(1, [&] {
            LaptopTransfer transfer(BulkTransfer::Transport::TCP, MakeLaptop(), MilliSeconds(500));
            Kuang2003Testbed& testbed = transfer.GetTestbed();
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
            Simulator::Schedule(testbed.GetStart() + NanoSeconds(1), [&] {
                DynamicCast<BulkSendApplication>(transfer.GetTransfer().GetSender())
                    ->GetSocket()
                    ->TraceConnectWithoutContext(
                        "Tx",
                        MakeBoundCallback(&PacketUidTestCase::NoteTcp, &tcp));
            });
            transfer.Run();
        });
        CheckOrder(tcp, device, "the device");
        CheckOrder(device, air, "the radio");
        CheckOrder(air, host, "the host");
    }
};

/// Tests of Kuang2003Testbed, BulkTransfer and probes with TCP.
class WlanTestbedLaptopTestSuite : public TestSuite
{
  public:
    WlanTestbedLaptopTestSuite()
        : TestSuite("wlan-testbed-laptop", Type::SYSTEM)
    {
        AddTestCase(new Kuang2003TestbedDeterminismTestCase, Duration::QUICK);
        AddTestCase(new ProbesTestCase, Duration::QUICK);
        AddTestCase(new PacketUidTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
WlanTestbedLaptopTestSuite g_wlanTestbedLaptopTestSuite;

} // namespace
