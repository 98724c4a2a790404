// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A bus under a radio that is no WifiNetDevice: each frame that it gets frees its buffer once,
// however the radio ends it, and a device that does not tell is refused.

#include "stub-radio.h"
#include "usb-test-bed.h"

#include "ns3/simple-channel.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
constexpr uint32_t FRAMES = 5;

/// A laptop with a stub radio on USB, and a peer with another.
class RadioPair
{
  public:
    RadioPair()
    {
        const auto channel = CreateObject<SimpleChannel>();
        for (auto* one : {&radio, &peer})
        {
            *one = CreateObject<StubRadio>();
            (*one)->SetAddress(Mac48Address::Allocate());
            (*one)->SetChannel(channel);
            CreateObject<Node>()->AddDevice(*one);
        }
        UsbHelper usb;
        usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
        usb.SetDeviceAttribute("MaxTxUrbs", UintegerValue(2 * FRAMES));
        usb.SetAdapterAttribute("TxBuffers", UintegerValue(FRAMES - 1));
        driver = DynamicCast<UsbNetDevice>(usb.Install(NetDeviceContainer(radio)).Get(0));
        adapter = driver->GetAdapter();
        adapter->TraceConnectWithoutContext(
            "TxFreed",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet>) { ++freed; }));
        const auto count = [](uint32_t& counter) {
            return NetDevice::ReceiveCallback(
                [&counter](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                    ++counter;
                    return true;
                });
        };
        driver->SetReceiveCallback(count(received));
        peer->SetReceiveCallback(count(peerReceived));
    }

    ~RadioPair()
    {
        Simulator::Destroy();
    }

    Ptr<StubRadio> radio;
    Ptr<StubRadio> peer;
    Ptr<UsbNetDevice> driver;
    Ptr<UsbWifiAdapter> adapter;
    uint32_t freed{0};        ///< transmit buffers
    uint32_t received{0};     ///< packets that reached the laptop's stack
    uint32_t peerReceived{0}; ///< packets that reached the peer
};

/// How a radio ends frames.
struct Ending
{
    const char* name;
    std::function<void(StubRadio&)> prepare;
    bool isGroup;
    UsbDropReason reason; ///< of the drops
    uint32_t drops;       ///< of FRAMES
};

class RadioEndingTest : public TestCase
{
  public:
    /// @param shareUid whether the packets are parts of one
    RadioEndingTest(const Ending& ending, bool shareUid)
        : TestCase(std::string("A buffer is freed once when another radio's frame is ") +
                   ending.name + (shareUid ? ", one uid" : "")),
          m_ending(ending),
          m_shareUid(shareUid)
    {
    }

  private:
    void DoRun() override
    {
        RadioPair pair;
        m_ending.prepare(*pair.radio);
        const Address to = m_ending.isGroup ? pair.radio->GetBroadcast() : pair.peer->GetAddress();
        Simulator::Schedule(MilliSeconds(10), [&pair, &to, this] {
            const auto whole = Create<Packet>(100);
            for (uint32_t i = 0; i < FRAMES; ++i)
            {
                pair.driver->Send(m_shareUid ? whole->Copy() : Create<Packet>(100), to, PROTOCOL);
            }
        });
        UsbTestBed::RunUntil(MilliSeconds(10) + StubRadio::SERVICE * (FRAMES + 1));
        const auto counters = pair.adapter->GetTxCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.offered, FRAMES, "all came over the bus");
        NS_TEST_EXPECT_MSG_EQ(pair.freed, FRAMES, "one event per frame");
        NS_TEST_EXPECT_MSG_EQ(counters.held, 0, "all buffers are free");
        NS_TEST_EXPECT_MSG_EQ(counters.GetDropped(m_ending.reason), m_ending.drops, "reason");
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, FRAMES - m_ending.drops, "the others were sent");
        NS_TEST_EXPECT_MSG_EQ(pair.peerReceived, FRAMES - m_ending.drops, "and received");
        NS_TEST_EXPECT_MSG_EQ(counters.IsConserved(), true, "nothing lost silently");
    }

    Ending m_ending; ///< what is tested
    bool m_shareUid; ///< see the constructor
};

std::vector<Ending>
GetEndings()
{
    const auto nothing = [](StubRadio&) {};
    return {
        {"acknowledged", nothing, false, UsbDropReason::MAC_FLUSHED, 0},
        {"sent to a group", nothing, true, UsbDropReason::MAC_FLUSHED, 0},
        {"given up",
         [](StubRadio& radio) { radio.isAcknowledged = false; },
         false,
         UsbDropReason::MAC_RETRY_LIMIT,
         FRAMES},
        {"refused by a full queue",
         // All others come while the first one is being sent.
         [](StubRadio& radio) { radio.capacity = 1; },
         false,
         UsbDropReason::MAC_QUEUE_FULL,
         FRAMES - 1},
        {"refused without a peer",
         [](StubRadio& radio) { radio.hasPeer = false; },
         false,
         UsbDropReason::MAC_NOT_ASSOCIATED,
         FRAMES},
    };
}

/// Buffers make the host wait, frames come back.
class RadioServiceTest : public TestCase
{
  public:
    RadioServiceTest()
        : TestCase("Another radio's frames wait in the adapter's buffers, and come over the bus")
    {
    }

  private:
    void DoRun() override
    {
        RadioPair pair;
        NS_TEST_EXPECT_MSG_EQ(pair.driver->GetAddress(), pair.radio->GetAddress(), "address");
        NS_TEST_EXPECT_MSG_EQ(pair.adapter->GetWifiNetDevice(), nullptr, "no WifiNetDevice");
        Simulator::Schedule(MilliSeconds(10), [&pair] {
            for (uint32_t i = 0; i < FRAMES; ++i)
            {
                pair.driver->Send(Create<Packet>(100), pair.peer->GetAddress(), PROTOCOL);
            }
            pair.peer->Send(Create<Packet>(100), pair.radio->GetAddress(), PROTOCOL);
        });
        UsbTestBed::RunUntil(MilliSeconds(10) + StubRadio::SERVICE / 2);
        NS_TEST_EXPECT_MSG_EQ(pair.adapter->GetTxCounters().held, FRAMES - 1, "all buffers");
        UsbTestBed::RunUntil(MilliSeconds(10) + StubRadio::SERVICE * (FRAMES + 1));
        NS_TEST_EXPECT_MSG_EQ(pair.adapter->GetTxCounters().delivered, FRAMES, "sent");
        NS_TEST_EXPECT_MSG_EQ(pair.radio->acknowledged, FRAMES, "acknowledged");
        NS_TEST_EXPECT_MSG_EQ(pair.received, 1, "through the driver");
        NS_TEST_EXPECT_MSG_EQ(pair.adapter->GetRxCounters().delivered, 1, "over the bus");
    }
};

class RadioMisuseTest : public TestCase
{
  public:
    RadioMisuseTest()
        : TestCase("A device that does not tell what becomes of frames is refused with one line")
    {
    }

  private:
    void Check(const std::string& expected, const std::function<void()>& action)
    {
        const std::string error = GetFatalError(action);
        NS_TEST_EXPECT_MSG_NE(error.find(expected), std::string::npos, "got: " << error);
    }

    void DoRun() override
    {
        const auto silent = CreateObject<SimpleNetDevice>();
        CreateObject<Node>()->AddDevice(silent);
        Check("not ns3::SimpleNetDevice, which has no trace source AckedMpdu",
              [&silent] { UsbHelper().Install(NetDeviceContainer(silent)); });
        Check("ns3::SimpleNetDevice refused: it has no trace source AckedMpdu",
              [&silent] { CreateObject<UsbWifiAdapter>()->SetRadio(silent); });
        Check("not ns3::StubRadio without a node",
              [] { UsbHelper().Install(NetDeviceContainer(CreateObject<StubRadio>())); });
        Check("ns3::StubRadio refused: it has no node",
              [] { CreateObject<UsbWifiAdapter>()->SetRadio(CreateObject<StubRadio>()); });
        Check("null refused: it has no radio",
              [] { CreateObject<UsbWifiAdapter>()->SetRadio(nullptr); });
        Check("has a ns3::UsbNetDevice already", [] {
            RadioPair pair;
            UsbHelper().Install(NetDeviceContainer(pair.radio));
        });
        Check("the adapter has a radio already", [] {
            RadioPair pair;
            pair.adapter->SetRadio(pair.peer);
        });
        Simulator::Destroy();
    }
};

class UsbRadioTestSuite : public TestSuite
{
  public:
    UsbRadioTestSuite()
        : TestSuite("usb-radio", Type::UNIT)
    {
        for (const auto& ending : GetEndings())
        {
            AddTestCase(new RadioEndingTest(ending, false), Duration::QUICK);
            AddTestCase(new RadioEndingTest(ending, true), Duration::QUICK);
        }
        AddTestCase(new RadioServiceTest, Duration::QUICK);
        AddTestCase(new RadioMisuseTest, Duration::QUICK);
    }
};

UsbRadioTestSuite g_usbRadioTestSuite; ///< registers itself

} // namespace
