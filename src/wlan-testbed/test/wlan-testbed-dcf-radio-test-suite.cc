// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// DcfNetDevice as the radio of a testbed: how it is chosen, what is refused, and what the buffer of
// a bridge's port holds in front of it.

#include "testbed-run.h"

#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/dcf-helper.h"
#include "ns3/dcf-net-device.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/// The global value chooses the radio; what it does not model is refused with one line.
class RadioMistakesCase : public TestCase
{
  public:
    RadioMistakesCase()
        : TestCase("the user's radio, and captures of the air, which DcfNetDevice does not model")
    {
    }

  private:
    void Refuse(const std::function<void()>& build, const std::string& part)
    {
        std::string line;
        SimulateRun(1, [&] {
            try
            {
                build();
            }
            catch (const std::invalid_argument& error)
            {
                line = error.what();
            }
        });
        const bool isNamed =
            line.starts_with("radio=dcf: expected wifi") && line.find(part) != std::string::npos;
        NS_TEST_EXPECT_MSG_EQ(isNamed, true, "the line is '" << line << "'");
    }

    /// @return whether the radios of a testbed are DcfNetDevices
    static bool HasDcf()
    {
        const auto testbed = CreateObject<Malone2008Testbed>();
        const bool hasDcf = DynamicCast<DcfNetDevice>(testbed->GetAccessPointRadio()) != nullptr;
        Simulator::Destroy();
        return hasDcf;
    }

    void DoRun() override
    {
        const auto capture = [] {
            Config::SetGlobal("radio", StringValue("dcf"));
            CreateObject<Kuang2003Testbed>()->EnablePcap("none");
        };
        Refuse(capture, "captures");
        Config::SetGlobal("radio", StringValue("dcf"));
        NS_TEST_EXPECT_MSG_EQ(HasDcf(), true, "the user's choice");
        Config::Reset();
        NS_TEST_EXPECT_MSG_EQ(HasDcf(), false, "the default");
    }
};

/// The buffer of an access point's port holds as many packets with DcfNetDevice as with
/// WifiNetDevice, whose MAC keeps the frame that it sends.
class DcfBufferCase : public TestCase
{
  public:
    /// @param packets size of the buffer
    explicit DcfBufferCase(uint32_t packets)
        : TestCase("A buffer of " + std::to_string(packets) + " packets at a DcfNetDevice"),
          m_packets(packets)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint16_t PROTOCOL = 0x88b5; // for local experiments
        const NodeContainer nodes(3);         // host, access point, station
        CsmaHelper ethernet;
        ethernet.SetChannelAttribute("DataRate", StringValue("1Gbps"));
        const auto wire = ethernet.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
        DcfHelper dcf;
        const auto radio = dcf.InstallAccessPoint(nodes.Get(1)).Get(0);
        const auto station = dcf.InstallStations(nodes.Get(2)).Get(0);
        LinuxBridgeHelper().Install(nodes.Get(1), NetDeviceContainer(radio, wire.Get(1)));
        LinuxBridgeHelper::InstallBuffer(radio, m_packets);
        uint32_t received = 0;
        const Node::ProtocolHandler count = [&received](Ptr<NetDevice>,
                                                        Ptr<const Packet>,
                                                        uint16_t,
                                                        const Address&,
                                                        const Address&,
                                                        NetDevice::PacketType) { ++received; };
        nodes.Get(2)->RegisterProtocolHandler(count, PROTOCOL, station);
        // 0.8 us a frame on the wire: all come while the first one is on the air.
        Simulator::Schedule(Seconds(1), [&] {
            for (uint32_t i = 0; i < 40; ++i)
            {
                wire.Get(0)->Send(Create<Packet>(100), station->GetAddress(), PROTOCOL);
            }
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received, m_packets, "of a burst arrive");
        Simulator::Destroy();
    }

    uint32_t m_packets;
};

class DcfRadioTestSuite : public TestSuite
{
  public:
    DcfRadioTestSuite()
        : TestSuite("wlan-testbed-dcf-radio", Type::SYSTEM)
    {
        AddTestCase(new RadioMistakesCase, Duration::QUICK);
        AddTestCase(new DcfBufferCase(1), Duration::QUICK);
        AddTestCase(new DcfBufferCase(5), Duration::QUICK);
    }
};

DcfRadioTestSuite g_dcfRadioTestSuite;

} // namespace
