// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Calls of the bus from any context, and objects that outlive each other in any order.

#include "usb-pair.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

using namespace ns3;

namespace
{

/// ns3::Node refuses packets outside its context, and IPv6 sends its first packets outside of any
/// context.
class UsbContextTest : public TestCase
{
  public:
    UsbContextTest()
        : TestCase("Frames reach the laptop in its context, whoever touched the bus before")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        pair.SendFromLaptop(10, Simulator::NO_CONTEXT);
        pair.SendFromPeer(100, MilliSeconds(100));
        const auto touch = [&pair] {
            pair.bus->Suspend();
            pair.bus->Resume();
            pair.adapter->HoldReceive(MilliSeconds(1));
            pair.adapter->BlockInterrupts(MilliSeconds(1));
        };
        Simulator::ScheduleWithContext(Simulator::NO_CONTEXT, MilliSeconds(150), touch);
        Simulator::ScheduleWithContext(pair.peer->GetId(), MilliSeconds(180), touch);
        UsbPair::Run(Seconds(1));
        NS_TEST_EXPECT_MSG_GT(pair.contexts.size(), 40, "frames came");
        const size_t own = std::count(pair.contexts.begin(), pair.contexts.end(), 0U);
        NS_TEST_EXPECT_MSG_EQ(pair.laptop->GetId(), 0, "the laptop is the first node");
        NS_TEST_EXPECT_MSG_EQ(own, pair.contexts.size(), "all in the laptop's context");
        NS_TEST_EXPECT_MSG_EQ(pair.driver->GetTxCounters().IsConserved(), true, "sent");
        NS_TEST_EXPECT_MSG_EQ(pair.driver->GetRxCounters().IsConserved(), true, "received");
    }
};

/// A user keeps the bus for its statistics.
class UsbKeptBusTest : public TestCase
{
  public:
    UsbKeptBusTest()
        : TestCase("A bus that outlives its simulator has its sums and schedules nothing")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<UsbHostController> bus;
        {
            UsbPair pair;
            bus = pair.bus;
            pair.SendFromLaptop(10, 0);
            UsbPair::Run(MicroSeconds(190500)); // in the middle of the last frame
        }
        NS_TEST_EXPECT_MSG_GT(bus->GetStatistics().urbsSubmitted, 9, "sums are there");
        const uint64_t before = Simulator::GetEventCount();
        UsbPair::Run(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount() - before, 1, "the end only");
        Simulator::Destroy();
    }
};

/// The radio keeps its callbacks even after the adapter is gone.
class UsbOutlivedAdapterTest : public TestCase
{
  public:
    UsbOutlivedAdapterTest()
        : TestCase("A radio that outlives its adapter")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        pair.SendFromPeer(20, MilliSeconds(100));
        Simulator::ScheduleWithContext(0, MilliSeconds(110), [&pair] {
            pair.bus->Detach(pair.adapter);
            pair.adapter = CreateObject<UsbWifiAdapter>();
            pair.adapter->SetWifiNetDevice(
                DynamicCast<WifiNetDevice>(pair.InstallRadio(pair.laptop)));
            pair.bus->Attach(pair.adapter);
            pair.driver->Attach(pair.adapter);
        });
        UsbPair::Run(Seconds(1));
        NS_TEST_EXPECT_MSG_GT(pair.contexts.size(), 5, "until then");
        NS_TEST_EXPECT_MSG_LT(pair.contexts.size(),
                              15,
                              "not to the first radio's address any more");
        NS_TEST_EXPECT_MSG_EQ(pair.driver->GetRxCounters().IsConserved(), true, "conserved");
    }
};

/// ns3::Node takes the radio's callback with each promiscuous protocol handler that is registered.
class UsbPromiscuousHandlersTest : public TestCase
{
  public:
    UsbPromiscuousHandlersTest()
        : TestCase("Two promiscuous handlers of one node")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        uint32_t seen = 0;
        Ptr<NetDevice> by;
        const Node::ProtocolHandler handler([&](Ptr<NetDevice> device,
                                                Ptr<const Packet>,
                                                uint16_t,
                                                const Address&,
                                                const Address&,
                                                NetDevice::PacketType) {
            ++seen;
            by = device;
        });
        pair.laptop->RegisterProtocolHandler(handler, 0, nullptr, true);
        pair.laptop->RegisterProtocolHandler(handler, 0, nullptr, true);
        pair.SendFromPeer(3, MilliSeconds(100));
        UsbPair::Run(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(seen, 6, "each frame by each handler");
        NS_TEST_EXPECT_MSG_EQ(by, pair.driver, "over the bus");
        by = nullptr;
    }
};

/// Statistics are the same whether or not somebody listens to single transactions, although a
/// listener makes the engine take its look-ahead back.
class UsbWatchedBusTest : public TestCase
{
  public:
    UsbWatchedBusTest()
        : TestCase("Statistics of a high-speed bus do not depend on who watches")
    {
    }

  private:
    void DoRun() override
    {
        const auto alone = Measure([](Ptr<UsbHostController>) {});
        const auto watched = Measure([](Ptr<UsbHostController> bus) {
            bus->TraceConnectWithoutContext(
                "Nak",
                Callback<void, Time, const UsbToken&>([](Time, const UsbToken&) {}));
        });
        NS_TEST_EXPECT_MSG_GT(alone.transactions, 100, "there was something");
        NS_TEST_EXPECT_MSG_EQ(watched.transactions, alone.transactions, "transactions");
        NS_TEST_EXPECT_MSG_EQ(watched.naks, alone.naks, "NAKs");
        NS_TEST_EXPECT_MSG_EQ(watched.usedBits, alone.usedBits, "bits");
        NS_TEST_EXPECT_MSG_EQ(watched.interrupts, alone.interrupts, "interrupts");
    }

    /// @param watch connects a listener
    /// @return sums of half a second
    static UsbBusStatistics Measure(const std::function<void(Ptr<UsbHostController>)>& watch)
    {
        UsbPair pair("ns3::EhciHostController");
        watch(pair.bus);
        pair.SendFromLaptop(20, 0);
        pair.SendFromPeer(50, MilliSeconds(120));
        UsbPair::Run(MilliSeconds(500));
        return pair.bus->GetStatistics();
    }
};

/// The bus does not plan beyond an instant at which an update is promised.
class UsbPromiseTest : public TestCase
{
  public:
    UsbPromiseTest()
        : TestCase("A promise that is withdrawn leaves the bus with a plan")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        // The message takes two milliseconds.
        Simulator::ScheduleWithContext(0, MilliSeconds(99), [&pair] {
            pair.bus->PromiseUpdate(MicroSeconds(100010));
        });
        pair.SendFromLaptop(1, 0);
        Simulator::ScheduleWithContext(0, MicroSeconds(100005), [&pair] {
            pair.bus->WithdrawPromises();
        });
        UsbPair::Run(MilliSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(pair.peerReceived, 1, "the frame reached the peer");
    }
};

/// An update that throws is over nevertheless, and the bus makes its plan.
class UsbUpdateThrowsTest : public TestCase
{
  public:
    UsbUpdateThrowsTest()
        : TestCase("An update that throws leaves the bus with a plan")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        bool caught = false;
        // The first message is on its way then; the second follows 10 ms later.
        Simulator::ScheduleWithContext(0, MicroSeconds(100500), [&pair, &caught] {
            try
            {
                pair.bus->Update([] { throw std::runtime_error("change failed"); });
            }
            catch (const std::runtime_error&)
            {
                caught = true;
            }
        });
        pair.SendFromLaptop(2, 0);
        UsbPair::Run(MilliSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(caught, true, "the exception reached the caller");
        NS_TEST_EXPECT_MSG_EQ(pair.peerReceived, 2, "both frames reached the peer");
    }
};

/// Unplugged while the queue waits for its soft interrupt, which must not outlive the device.
class UsbQuickReplugTest : public TestCase
{
  public:
    UsbQuickReplugTest()
        : TestCase("Plugged in again at once")
    {
    }

  private:
    void DoRun() override
    {
        for (Time when = MilliSeconds(100); when < MilliSeconds(104); when += MicroSeconds(20))
        {
            UsbPair pair;
            const auto queue = pair.driver->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
            uint32_t left = 60;
            const auto feed = [&pair, &left, queue = PeekPointer(queue)] {
                while (left > 0 && !queue->IsStopped())
                {
                    --left;
                    pair.driver->Send(Create<Packet>(1500), pair.peerRadio->GetAddress(), 0x0800);
                }
            };
            queue->SetWakeCallback(Callback<void>(feed));
            Simulator::ScheduleWithContext(0, MilliSeconds(99), feed);
            pair.SendFromPeer(20, MilliSeconds(95));
            Simulator::ScheduleWithContext(0, when, [&pair] {
                pair.bus->Detach(pair.adapter);
                pair.bus->Attach(pair.adapter);
                pair.driver->Attach(pair.adapter);
            });
            UsbPair::Run(Seconds(1));
            const auto tx = pair.driver->GetTxCounters();
            NS_TEST_EXPECT_MSG_EQ(tx.GetDropped(UsbDropReason::QUEUE_STOPPED),
                                  0,
                                  when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(left, 0, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(tx.held, 0, when.As(Time::US));
            NS_TEST_EXPECT_MSG_LT(pair.driver->GetRxFailures(), 2, "the unplugged URB only");
        }
    }
};

/// Unplugged while an IN URB is back and waits to be posted again, which must not happen then.
class UsbReplugBeforeResubmissionTest : public TestCase
{
  public:
    UsbReplugBeforeResubmissionTest()
        : TestCase("Plugged in again while an IN URB waits to be posted")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        uint32_t completions = 0;
        const auto replug = [&pair] {
            pair.bus->Detach(pair.adapter);
            pair.bus->Attach(pair.adapter);
            pair.driver->Attach(pair.adapter);
        };
        pair.bus->TraceConnectWithoutContext(
            "UrbCompleted",
            Callback<void, Ptr<const Urb>>([&completions, replug](Ptr<const Urb>) {
                if (++completions == 5)
                {
                    Simulator::Schedule(MicroSeconds(5), replug);
                }
            }));
        pair.SendFromPeer(50, MilliSeconds(100), MilliSeconds(5));
        UsbPair::Run(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(pair.driver->GetRxFailures(), 0, "no URB is refused");
        NS_TEST_EXPECT_MSG_EQ(pair.bus->GetStatistics().urbsInProgress, 1, "one URB is posted");
        NS_TEST_EXPECT_MSG_GT(pair.contexts.size(), 47, "all frames but those in the adapter");
    }
};

/// A user takes the driver out of a simulation that goes on.
class UsbDisposalTest : public TestCase
{
  public:
    UsbDisposalTest()
        : TestCase("What driver and adapter hold when they are disposed of is counted")
    {
    }

  private:
    void DoRun() override
    {
        uint64_t held = 0;
        for (uint32_t i = 0; i < 40; ++i)
        {
            // Odd steps, so that each phase of a frame on the bus is met.
            const Time end = MilliSeconds(110) + MicroSeconds(173 * i);
            UsbPair pair;
            pair.SendFromLaptop(20, pair.laptop->GetId());
            // Until the driver has no address any more.
            pair.SendFromPeer((end - MilliSeconds(100)).GetMicroSeconds() / 300,
                              MilliSeconds(100),
                              MicroSeconds(300));
            Simulator::Schedule(end, [&] {
                pair.bus->Update([] {}); // what has crossed the bus by now is not held
                held += pair.driver->GetTxCounters().held + pair.driver->GetRxCounters().held +
                        pair.adapter->GetTxCounters().held + pair.adapter->GetRxCounters().held;
                pair.driver->Dispose();
            });
            UsbPair::Run(MilliSeconds(200));
            for (const auto& counters : {pair.driver->GetTxCounters(),
                                         pair.driver->GetRxCounters(),
                                         pair.adapter->GetTxCounters(),
                                         pair.adapter->GetRxCounters()})
            {
                NS_TEST_EXPECT_MSG_EQ(counters.IsConserved(), true, end.As(Time::MS));
                NS_TEST_EXPECT_MSG_EQ(counters.held, 0, end.As(Time::MS));
                held -= counters.GetDropped(UsbDropReason::DISPOSED);
            }
            NS_TEST_EXPECT_MSG_EQ(held, 0, "as many as there were, " << end.As(Time::MS));
            m_dropped += pair.adapter->GetRxCounters().GetDropped(UsbDropReason::DISPOSED);
        }
        NS_TEST_EXPECT_MSG_GT(m_dropped, 0, "some were held");
    }

    uint64_t m_dropped{0}; ///< by adapters
};

class UsbLifetimeTestSuite : public TestSuite
{
  public:
    UsbLifetimeTestSuite()
        : TestSuite("usb-lifetime", Type::SYSTEM)
    {
        AddTestCase(new UsbContextTest, Duration::QUICK);
        AddTestCase(new UsbKeptBusTest, Duration::QUICK);
        AddTestCase(new UsbOutlivedAdapterTest, Duration::QUICK);
        AddTestCase(new UsbPromiscuousHandlersTest, Duration::QUICK);
        AddTestCase(new UsbWatchedBusTest, Duration::QUICK);
        AddTestCase(new UsbPromiseTest, Duration::QUICK);
        AddTestCase(new UsbUpdateThrowsTest, Duration::QUICK);
        AddTestCase(new UsbQuickReplugTest, Duration::QUICK);
        AddTestCase(new UsbReplugBeforeResubmissionTest, Duration::QUICK);
        AddTestCase(new UsbDisposalTest, Duration::QUICK);
    }
};

UsbLifetimeTestSuite g_usbLifetimeTestSuite; ///< registers itself

} // namespace
