// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A high-speed adapter in a Wi-Fi 6 cell: how much it receives, and how it serves as the radio of
// an access point.

#include "usb-test-bed.h"

#include "ns3/bridge-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/node.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

using namespace ns3;

namespace
{

/// A peer with a bare radio sends as fast as 300 Mb/s to a laptop, whose radio is on a bus or bare.
class Download
{
  public:
    static constexpr uint32_t BYTES = 1472;         ///< of a packet
    static constexpr double OFFERED = 300e6;        ///< bit/s
    static constexpr int64_t LENGTH_MS = 200;       ///< of the download
    static constexpr int64_t MEASURED_FROM_MS = 50; ///< after its slow start

    /// @param inUrbs of the driver; 0: no bus
    explicit Download(uint32_t inUrbs)
    {
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        phy.Set("ChannelSettings", StringValue("{42, 80, BAND_5GHZ, 0}"));
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211ax);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue("HeMcs9"),
                                     "ControlMode",
                                     StringValue("OfdmRate24Mbps"));
        WifiMacHelper mac;
        mac.SetType("ns3::AdhocWifiMac");
        NodeContainer nodes(2);
        MobilityHelper mobility;
        mobility.Install(nodes);
        radios = wifi.Install(phy, mac, nodes);
        int64_t stream = wifi.AssignStreams(radios, 10);
        Ptr<NetDevice> receiver = radios.Get(0);
        if (inUrbs > 0)
        {
            UsbHelper usb;
            usb.SetControllerType("ns3::EhciHostController");
            usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
            usb.SetDeviceAttribute("InUrbs", UintegerValue(inUrbs));
            usb.SetAdapterAttribute("RxBuffers", UintegerValue(64));
            receiver = usb.Install(radios.Get(0)).Get(0);
            driver = DynamicCast<UsbNetDevice>(receiver);
            stream += UsbHelper::AssignStreams(NetDeviceContainer(receiver), stream);
        }
        receiver->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                measured += Simulator::Now() >= MilliSeconds(MEASURED_FROM_MS);
                return true;
            }));
        Simulator::Schedule(MilliSeconds(1), &Download::Send, this);
        Simulator::Stop(MilliSeconds(LENGTH_MS));
        Simulator::Run();
    }

    ~Download()
    {
        Simulator::Destroy();
    }

    double GetMbps() const
    {
        return 8e-3 * BYTES * measured / (LENGTH_MS - MEASURED_FROM_MS);
    }

    NetDeviceContainer radios; ///< laptop's, peer's
    Ptr<UsbNetDevice> driver;  ///< null if bare
    uint64_t measured{0};      ///< packets

  private:
    void Send()
    {
        radios.Get(1)->Send(Create<Packet>(BYTES), radios.Get(0)->GetAddress(), 0x0800);
        Simulator::Schedule(Seconds(8 * BYTES / OFFERED), &Download::Send, this);
    }
};

/// A short packet does not make an IN queue wait for the driver, so that with enough URBs the radio
/// limits the throughput.
class UsbDownloadTest : public TestCase
{
  public:
    UsbDownloadTest()
        : TestCase("a download is as fast as the bare radio's from 8 IN URBs on")
    {
    }

  private:
    void DoRun() override
    {
        const double bare = Download(0).GetMbps();
        NS_TEST_ASSERT_MSG_GT(bare, 250, "the radio is faster than one URB at a time");
        for (const uint32_t urbs : {1, 2, 8, 32})
        {
            const Download download(urbs);
            const double rate = download.GetMbps();
            const auto driver = download.driver->GetRxCounters();
            const auto adapter = download.driver->GetAdapter()->GetRxCounters();
            if (urbs >= 8)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(rate, bare, 0.05 * bare, urbs << " URBs");
            }
            if (urbs == 1)
            {
                // It is posted again after the interrupt: one frame per microframe.
                NS_TEST_EXPECT_MSG_LT_OR_EQ(rate, 8e-6 * Download::BYTES * 8000, "one URB");
            }
            NS_TEST_EXPECT_MSG_EQ(driver.IsConserved(), true, urbs << " URBs");
            NS_TEST_EXPECT_MSG_EQ(adapter.IsConserved(), true, urbs << " URBs");
        }
    }
};

/// An adapter is the radio of a bridging access point, where frames keep their source address in
/// both directions.
class UsbAccessPointTest : public TestCase
{
  public:
    UsbAccessPointTest()
        : TestCase("a USB adapter is the radio of a bridging access point")
    {
    }

  private:
    static constexpr uint32_t PACKETS = 100; ///< each way

    void DoRun() override
    {
        NodeContainer nodes(3); // station, access point, wired host
        MobilityHelper mobility;
        mobility.Install(nodes);
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211ax);
        WifiMacHelper mac;
        mac.SetType("ns3::StaWifiMac");
        const auto station = wifi.Install(phy, mac, nodes.Get(0)).Get(0);
        mac.SetType("ns3::ApWifiMac");
        const NetDeviceContainer radio = wifi.Install(phy, mac, nodes.Get(1));
        int64_t stream = 10;
        stream +=
            wifi.AssignStreams(NetDeviceContainer(NetDeviceContainer(station), radio), stream);
        SimpleNetDeviceHelper wire;
        const NetDeviceContainer ends = wire.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
        UsbHelper usb;
        usb.SetControllerType("ns3::EhciHostController");
        usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
        usb.SetDeviceAttribute("MaxTxUrbs", UintegerValue(32));
        usb.SetDeviceAttribute("InUrbs", UintegerValue(8));
        usb.SetAdapterAttribute("TxBuffers", UintegerValue(32));
        const auto driver = DynamicCast<UsbNetDevice>(usb.Install(radio).Get(0));
        UsbHelper::AssignStreams(NetDeviceContainer(driver), stream);
        NS_TEST_ASSERT_MSG_EQ(driver->SupportsSendFrom(), true, "as the radio of an access point");
        BridgeHelper bridge;
        NetDeviceContainer ports(driver);
        ports.Add(ends.Get(0));
        bridge.Install(nodes.Get(1), ports);

        const auto host = ends.Get(1);
        Count(station, host->GetAddress(), m_atStation);
        Count(host, station->GetAddress(), m_atHost);
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            const Time when = Seconds(1) + MilliSeconds(i);
            Simulator::Schedule(when, [=] {
                station->Send(Create<Packet>(1000), host->GetAddress(), 0x0800);
                host->Send(Create<Packet>(1400), station->GetAddress(), 0x0800);
            });
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_atStation, PACKETS, "from the host, whose address they carry");
        NS_TEST_EXPECT_MSG_EQ(m_atHost, PACKETS, "from the station, whose address they carry");
        NS_TEST_EXPECT_MSG_EQ(driver->GetTxCounters().IsConserved(), true, "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(driver->GetRxCounters().IsConserved(), true, "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(driver->GetAdapter()->GetTxCounters().IsConserved(),
                              true,
                              "nor here");
        NS_TEST_EXPECT_MSG_EQ(driver->GetAdapter()->GetRxCounters().IsConserved(),
                              true,
                              "nor here");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(driver->GetTxCounters().delivered, PACKETS, "over the bus");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(driver->GetRxCounters().delivered, PACKETS, "over the bus");
        Simulator::Destroy();
    }

    /// Count what a device receives from an address.
    static void Count(Ptr<NetDevice> device, const Address& from, uint32_t& received)
    {
        device->SetReceiveCallback(NetDevice::ReceiveCallback(
            [from, &received](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address& source) {
                received += source == from;
                return true;
            }));
    }

    uint32_t m_atStation{0}; ///< packets
    uint32_t m_atHost{0};    ///< packets
};

/// A buffer that is shorter than a packet of the bus could never be filled.
class UsbShortInUrbTest : public TestCase
{
  public:
    UsbShortInUrbTest()
        : TestCase("an IN URB shorter than a packet is refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto error = GetFatalError([] {
            NodeContainer nodes(1);
            YansWifiPhyHelper phy;
            phy.SetChannel(YansWifiChannelHelper::Default().Create());
            WifiMacHelper mac;
            mac.SetType("ns3::AdhocWifiMac");
            MobilityHelper mobility;
            mobility.Install(nodes);
            UsbHelper usb;
            usb.SetControllerType("ns3::EhciHostController");
            usb.SetDeviceAttribute("InUrbSize", UintegerValue(511));
            usb.Install(WifiHelper().Install(phy, mac, nodes));
            Simulator::Stop(MilliSeconds(1));
            Simulator::Run();
        });
        const std::string expected =
            "ns3::UsbNetDevice::InUrbSize is 511: expected 512 to 65535 bytes";
        NS_TEST_EXPECT_MSG_EQ((error.find(expected) != std::string::npos), true, error);
    }
};

class UsbHighSpeedTestSuite : public TestSuite
{
  public:
    UsbHighSpeedTestSuite()
        : TestSuite("usb-high-speed", Type::SYSTEM)
    {
        AddTestCase(new UsbDownloadTest, Duration::QUICK);
        AddTestCase(new UsbAccessPointTest, Duration::QUICK);
        AddTestCase(new UsbShortInUrbTest, Duration::QUICK);
    }
};

UsbHighSpeedTestSuite g_usbHighSpeedTestSuite; ///< registers itself

} // namespace
