// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Driver, host controller, adapter and radio together, as UsbHelper installs them.

#include "usb-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mobility-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-engine.h"
#include "ns3/usb-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <vector>

using namespace ns3;

namespace
{

/// A laptop with radios on USB and a peer with bare ones, all in one ad hoc cell.
class UsbScenario
{
  public:
    UsbScenario(UsbHelper& usb, uint32_t adapters, const std::string& mode = "OfdmRate54Mbps")
    {
        auto channel = YansWifiChannelHelper::Default();
        YansWifiPhyHelper phy;
        phy.SetChannel(channel.Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211a);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager", "DataMode", StringValue(mode));
        WifiMacHelper mac;
        mac.SetType("ns3::AdhocWifiMac");
        laptop = CreateObject<Node>();
        const auto peer = CreateObject<Node>();
        MobilityHelper mobility;
        mobility.Install(laptop);
        mobility.Install(peer);
        NetDeviceContainer radios;
        for (uint32_t i = 0; i < adapters; ++i)
        {
            radios.Add(wifi.Install(phy, mac, laptop));
        }
        peers = wifi.Install(phy, mac, peer);
        // The adapter of kuang2003, for which the frames per packet were computed.
        usb.SetAdapterAttribute("TxBuffers", UintegerValue(2));
        usb.SetAdapterAttribute("RxBuffers", UintegerValue(8));
        usb.SetAdapterAttribute("HeaderGap", TimeValue(MicroSeconds(100)));
        usb.SetAdapterAttribute("CommitGap", TimeValue(MicroSeconds(100)));
        drivers = usb.Install(radios);
        int64_t stream = 10;
        stream += wifi.AssignStreams(radios, stream);
        stream += wifi.AssignStreams(peers, stream);
        UsbHelper::AssignStreams(drivers, stream);
        peers.Get(0)->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address& source) {
                arrivals.emplace_back(Simulator::Now(), source);
                return true;
            }));
    }

    ~UsbScenario()
    {
        Simulator::Destroy();
    }

    /// Driver @p i sends @p packets of 1500 bytes, each as soon as its queue runs.
    void Saturate(uint32_t i, uint32_t packets)
    {
        const auto driver = drivers.Get(i);
        const auto queue = driver->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        // Plain pointers, so that the queue holds no reference to itself or to its device.
        const auto feed = [this,
                           driver = PeekPointer(driver),
                           queue = PeekPointer(queue),
                           left = packets]() mutable {
            while (left > 0 && !queue->IsStopped())
            {
                --left;
                driver->Send(Create<Packet>(1500), peers.Get(0)->GetAddress(), 0x0800);
            }
        };
        const Callback<void> wake(feed);
        queue->SetWakeCallback(wake);
        // At the very start the driver has not posted its URBs.
        Simulator::Schedule(MicroSeconds(100500), [wake] { wake(); });
    }

    /// @return whether all drivers and adapters account for every packet
    bool IsConserved() const
    {
        bool conserved = true;
        for (uint32_t i = 0; i < drivers.GetN(); ++i)
        {
            const auto driver = DynamicCast<UsbNetDevice>(drivers.Get(i));
            const auto adapter = UsbHelper::GetAdapter(driver);
            conserved = conserved && driver->GetTxCounters().IsConserved() &&
                        driver->GetRxCounters().IsConserved() &&
                        adapter->GetTxCounters().IsConserved() &&
                        adapter->GetRxCounters().IsConserved();
        }
        return conserved;
    }

    Ptr<Node> laptop;
    NetDeviceContainer drivers;
    NetDeviceContainer peers;
    std::vector<std::pair<Time, Address>> arrivals; ///< at the peer
};

/// One column of kuang2003's table 2, as frames of 1 ms per packet of 1500 bytes.
struct Cell
{
    const char* traversal;
    bool fsbr;
    const char* queueMode;
    int64_t frames;           ///< from counting by hand; see usb-bus.rst
    Time claim{Seconds(100)}; ///< how long the idle IN URB keeps the loop closed
};

class UsbFramesPerPacketTest : public TestCase
{
  public:
    explicit UsbFramesPerPacketTest(const Cell& cell)
        : TestCase(std::string("Frames per packet: ") + cell.traversal +
                   (cell.fsbr ? " FSBR " : " ") + cell.queueMode +
                   (cell.claim < Seconds(1) ? " one way" : "")),
          m_cell(cell)
    {
    }

  private:
    void DoRun() override
    {
        UsbHelper usb;
        usb.SetControllerType("ns3::UhciHostController",
                              "Traversal",
                              StringValue(m_cell.traversal),
                              "Fsbr",
                              BooleanValue(m_cell.fsbr),
                              "FsbrTimeout",
                              TimeValue(m_cell.claim));
        usb.SetDeviceAttribute("QueueMode", StringValue(m_cell.queueMode));
        UsbScenario scenario(usb, 1);
        std::vector<Time> completions;
        UsbHelper::GetController(scenario.drivers.Get(0))
            ->TraceConnectWithoutContext(
                "UrbCompleted",
                Callback<void, Ptr<const Urb>>([&completions](Ptr<const Urb> urb) {
                    if (!urb->request.endpoint.in)
                    {
                        completions.push_back(Simulator::Now());
                    }
                }));
        scenario.Saturate(0, 20);
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(completions.size(), 20, "all packets crossed the bus");
        for (std::size_t i = 2; i < completions.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(completions[i] - completions[i - 1],
                                  MilliSeconds(m_cell.frames),
                                  "packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(scenario.arrivals.size(), 20, "and the air");
        NS_TEST_EXPECT_MSG_EQ(scenario.IsConserved(), true, "nothing lost silently");
    }

    Cell m_cell; ///< what is tested
};

class UsbTwoAdaptersTest : public TestCase
{
  public:
    UsbTwoAdaptersTest()
        : TestCase("Two adapters share a bus, and its rate")
    {
    }

  private:
    void DoRun() override
    {
        UsbHelper usb;
        usb.SetControllerType("ns3::UhciHostController", "Traversal", StringValue("BreadthFirst"));
        usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
        UsbScenario scenario(usb, 2);
        NS_TEST_EXPECT_MSG_EQ(UsbHelper::GetController(scenario.drivers.Get(0)),
                              UsbHelper::GetController(scenario.drivers.Get(1)),
                              "one bus per node");
        NS_TEST_EXPECT_MSG_NE(UsbHelper::GetAdapter(scenario.drivers.Get(0))->GetUsbAddress(),
                              UsbHelper::GetAdapter(scenario.drivers.Get(1))->GetUsbAddress(),
                              "an address each");
        const auto bus = UsbHelper::GetController(scenario.drivers.Get(0));
        UsbFrameRecord sum{.frames = 0};
        bus->TraceConnectWithoutContext(
            "Frame",
            Callback<void, Time, const UsbFrameRecord&>([&sum](Time, const UsbFrameRecord& frame) {
                sum.frames += frame.frames;
                sum.transactions += frame.transactions;
                sum.naks += frame.naks;
                sum.bytesOut += frame.bytesOut;
            }));
        scenario.Saturate(0, 100);
        scenario.Saturate(1, 100);
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(scenario.arrivals.size(), 200, "all packets of both");
        uint32_t first = 0;
        for (uint32_t i = 0; i < 100; ++i)
        {
            first += scenario.arrivals[i].second == scenario.drivers.Get(0)->GetAddress();
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(first, 50, 10, "half of the first hundred are each one's");
        const UsbBusStatistics& statistics = bus->GetStatistics();
        NS_TEST_EXPECT_MSG_EQ(static_cast<int64_t>(statistics.frames), sum.frames, "frames");
        NS_TEST_EXPECT_MSG_EQ_TOL(sum.frames, 2000, 2, "one each millisecond");
        NS_TEST_EXPECT_MSG_EQ(statistics.transactions, sum.transactions, "transactions");
        NS_TEST_EXPECT_MSG_EQ(statistics.naks, sum.naks, "NAKs");
        NS_TEST_EXPECT_MSG_EQ(statistics.bytesOut, sum.bytesOut, "bytes");
        NS_TEST_EXPECT_MSG_EQ(scenario.IsConserved(), true, "nothing lost silently");
    }
};

class UsbDamagedBusTest : public TestCase
{
  public:
    UsbDamagedBusTest()
        : TestCase("Damaged transactions lose no packet silently, and repeat run by run")
    {
    }

  private:
    struct Outcome
    {
        std::vector<Time> arrivals;
        UsbPacketCounters driver;
        UsbPacketCounters adapter;

        bool operator==(const Outcome& other) const
        {
            return arrivals == other.arrivals && driver.dropped == other.driver.dropped;
        }
    };

    Outcome Run(const std::string& mode, double errors)
    {
        UsbHelper usb;
        usb.SetControllerType("ns3::UhciHostController",
                              "TransactionErrorRate",
                              DoubleValue(errors),
                              "HandshakeErrorShare",
                              DoubleValue(0.5));
        usb.SetDeviceAttribute("QueueMode", StringValue(mode));
        UsbScenario scenario(usb, 1);
        scenario.Saturate(0, 200);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(scenario.IsConserved(), true, "nothing lost silently");
        const auto driver = DynamicCast<UsbNetDevice>(scenario.drivers.Get(0));
        std::vector<Time> times;
        for (const auto& [time, source] : scenario.arrivals)
        {
            times.push_back(time);
        }
        return {times, driver->GetTxCounters(), UsbHelper::GetAdapter(driver)->GetTxCounters()};
    }

    void DoRun() override
    {
        for (const std::string mode : {"Queueless", "Queued"})
        {
            for (const double errors : {0.01, 0.1, 0.3})
            {
                const Outcome outcome = Run(mode, errors);
                NS_TEST_EXPECT_MSG_EQ(outcome.driver.offered, 200, "traffic goes on");
                NS_TEST_EXPECT_MSG_EQ(outcome.driver.held, 0, "nothing stays behind");
                NS_TEST_EXPECT_MSG_EQ(outcome.driver.delivered, outcome.adapter.offered, "once");
                NS_TEST_EXPECT_MSG_EQ(outcome.arrivals.size(), outcome.adapter.delivered, "once");
                NS_TEST_EXPECT_MSG_EQ((outcome == Run(mode, errors)), true, "same streams");
            }
        }
    }
};

class UsbUnplugOnBusTest : public TestCase
{
  public:
    UsbUnplugOnBusTest()
        : TestCase("Unplugged while frames are on the bus")
    {
    }

  private:
    void DoRun() override
    {
        for (Time when = MilliSeconds(101); when < MilliSeconds(106); when += MicroSeconds(70))
        {
            UsbHelper usb;
            usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
            UsbScenario scenario(usb, 1);
            scenario.Saturate(0, 20);
            const auto adapter = UsbHelper::GetAdapter(scenario.drivers.Get(0));
            const auto bus = adapter->GetHostController();
            Simulator::Schedule(when, [adapter, bus] { bus->Detach(adapter); });
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            const auto driver = DynamicCast<UsbNetDevice>(scenario.drivers.Get(0));
            NS_TEST_EXPECT_MSG_EQ(scenario.IsConserved(), true, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(driver->GetTxCounters().offered, 20, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(driver->GetTxCounters().held, 0, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(driver->GetTxCounters().delivered,
                                  adapter->GetTxCounters().offered,
                                  when.As(Time::US));
        }
    }
};

/// 80 URBs of 53834 bytes need 842 descriptors each, 67360 in all, of which the model has 65536.
/// However soon the driver tries again, the program ends.
class UsbTooManyDescriptorsTest : public TestCase
{
  public:
    UsbTooManyDescriptorsTest()
        : TestCase("IN URBs for which there are too few descriptors are refused with one line")
    {
    }

  private:
    void DoRun() override
    {
        const auto error = GetFatalError([] { Run(80); });
        const std::string expected =
            "bulk IN from 1.1, 53834 bytes is refused: all 65536 transfer descriptors of the bus "
            "are "
            "in use; expected fewer or shorter URBs (InUrbs, InUrbSize, MaxTxUrbs)";
        NS_TEST_EXPECT_MSG_EQ((error.find(expected) != std::string::npos), true, error);
        NS_TEST_EXPECT_MSG_EQ(GetFatalError([] { Run(76); }), "", "76 fit");
    }

    static void Run(uint32_t urbs)
    {
        UsbHelper usb;
        usb.SetDeviceAttribute("InUrbs", UintegerValue(urbs));
        usb.SetDeviceAttribute("InUrbSize", UintegerValue(53834));
        usb.SetDeviceAttribute("ErrorPause", TimeValue(Time(0)));
        const UsbScenario scenario(usb, 1);
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
    }
};

class UsbEndToEndTestSuite : public TestSuite
{
  public:
    UsbEndToEndTestSuite()
        : TestSuite("usb-end-to-end", Type::SYSTEM)
    {
        for (const auto& cell : {Cell{"BreadthFirst", false, "Queueless", 26},
                                 Cell{"BreadthFirst", false, "Queued", 25},
                                 Cell{"DepthFirst", false, "Queueless", 4},
                                 Cell{"DepthFirst", false, "Queued", 3},
                                 Cell{"BreadthFirst", true, "Queueless", 2},
                                 Cell{"DepthFirst", true, "Queueless", 2},
                                 // Nothing comes in, so the IN URB's claim has lapsed; the loop
                                 // is open when the next packet comes, which costs a frame.
                                 Cell{"DepthFirst", true, "Queueless", 3, MilliSeconds(50)}})
        {
            AddTestCase(new UsbFramesPerPacketTest(cell), Duration::QUICK);
        }
        AddTestCase(new UsbTwoAdaptersTest, Duration::QUICK);
        AddTestCase(new UsbDamagedBusTest, Duration::QUICK);
        AddTestCase(new UsbUnplugOnBusTest, Duration::QUICK);
        AddTestCase(new UsbTooManyDescriptorsTest, Duration::QUICK);
    }
};

UsbEndToEndTestSuite g_usbEndToEndTestSuite; ///< registers itself

} // namespace
