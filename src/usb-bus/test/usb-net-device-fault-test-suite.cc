// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The driver under every failure of the bus, at every step: each packet is delivered or dropped
// exactly once, and traffic goes on.

#include "usb-test-bed.h"

#include "ns3/enum.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/// Size of a short run: its packets, and the URBs that may fail.
constexpr uint32_t PACKETS = 6;

using Point = StubHostController::FailurePoint;

constexpr UsbTransferStatus FAILURES[] = {UsbTransferStatus::STALLED,
                                          UsbTransferStatus::TIMED_OUT,
                                          UsbTransferStatus::CRC_ERROR,
                                          UsbTransferStatus::OVERFLOW_ERROR,
                                          UsbTransferStatus::UNLINKED};

constexpr Point POINTS[] = {Point::BEFORE, Point::MIDWAY, Point::AFTER};

/// @param queued mode of the driver
UsbTestBed::Options
InMode(bool queued)
{
    UsbTestBed::Options options;
    if (queued)
    {
        options.device.emplace_back("QueueMode", EnumValue(UsbNetDevice::QueueMode::QUEUED).Copy());
        options.device.emplace_back("InUrbs", UintegerValue(3).Copy());
    }
    return options;
}

/// What to check of a failure: number of the URB, status, point, and a text that names them.
using FailureCheck = std::function<void(uint32_t, UsbTransferStatus, Point, const std::string&)>;

/// Calls @p check for each URB, failure and point.
void
ForEachFailure(const FailureCheck& check)
{
    for (uint32_t k = 1; k <= PACKETS; ++k)
    {
        for (const auto status : FAILURES)
        {
            for (const auto point : POINTS)
            {
                check(k,
                      status,
                      point,
                      "URB " + std::to_string(k) + " " + GetUsbTransferStatusName(status) +
                          " point " + std::to_string(static_cast<int>(point)));
            }
        }
    }
}

class UsbTransmitFaultTest : public TestCase
{
  public:
    explicit UsbTransmitFaultTest(bool queued)
        : TestCase(std::string("Every OUT URB fails in every way, ") +
                   (queued ? "queued" : "queueless")),
          m_queued(queued)
    {
    }

  private:
    void DoRun() override
    {
        ForEachFailure(
            [this](uint32_t k, UsbTransferStatus status, Point point, const std::string& where) {
                UsbTestBed bed(InMode(m_queued));
                bed.bus->Fail(false, k, status, point);
                Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(PACKETS); });
                UsbTestBed::RunUntil(Seconds(1));
                const auto counters = bed.driver->GetTxCounters();
                NS_TEST_EXPECT_MSG_EQ(counters.offered, PACKETS, where << ": the queue runs again");
                NS_TEST_EXPECT_MSG_EQ(counters.held, 0, where << ": nothing stays behind");
                NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, where);
                // After all its data has moved, the adapter has the frame whatever the host
                // believes.
                const uint32_t lost = point == Point::AFTER ? 0 : 1;
                NS_TEST_EXPECT_MSG_EQ(bed.GetDrops(), lost, where << ": the packet of that URB");
                NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, PACKETS - lost, where << ": the others");
                NS_TEST_EXPECT_MSG_EQ(bed.bus->GetHaltsCleared(false),
                                      (status == UsbTransferStatus::STALLED ? 1 : 0),
                                      where << ": a halt is cleared once");
            });
    }

    bool m_queued; ///< mode of the driver
};

class UsbReceiveFaultTest : public TestCase
{
  public:
    explicit UsbReceiveFaultTest(bool queued)
        : TestCase(std::string("Every IN URB fails in every way, ") +
                   (queued ? "three URBs" : "one URB")),
          m_queued(queued)
    {
    }

  private:
    void DoRun() override
    {
        ForEachFailure([this](uint32_t k,
                              UsbTransferStatus status,
                              Point point,
                              const std::string& where) {
            if (status == UsbTransferStatus::UNLINKED)
            {
                return; // the driver takes no IN URB back, so none comes
            }
            UsbTestBed bed(InMode(m_queued));
            bed.bus->Fail(true, k, status, point);
            bed.SendFromPeer(PACKETS, MilliSeconds(2), bed.radio->GetAddress(), 300);
            bed.SendFromPeer(1, Time(0), Mac48Address::GetBroadcast(), 900);
            UsbTestBed::RunUntil(Seconds(1));
            const auto counters = bed.driver->GetRxCounters();
            NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().offered, PACKETS + 1, where);
            NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().delivered,
                                  PACKETS + 1,
                                  where << ": reception goes on");
            NS_TEST_EXPECT_MSG_EQ(counters.held, 0, where << ": nothing stays behind");
            NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, where);
            NS_TEST_EXPECT_MSG_EQ(counters.GetDropped(), bed.GetDrops(), where << ": all traced");
            NS_TEST_EXPECT_MSG_EQ(bed.received + bed.GetDrops(), PACKETS + 1, where);
            NS_TEST_EXPECT_MSG_GT_OR_EQ(bed.received, PACKETS, where << ": one is lost at most");
        });
    }

    bool m_queued; ///< number of URBs
};

class UsbRecoveryTimeTest : public TestCase
{
  public:
    UsbRecoveryTimeTest()
        : TestCase("A halt is cleared after 2 ms, another failure pauses its direction for 125 ms")
    {
    }

  private:
    /// @return from the failing completion to the next submission
    static Time GetPause(UsbTransferStatus status)
    {
        UsbTestBed bed;
        bed.bus->Fail(false, 1, status, Point::BEFORE);
        return GetPause(bed, status, 2);
    }

    /// @return from a halt that comes during a pause to the next submission
    static Time GetPauseOfLaterHalt()
    {
        auto options = InMode(true);
        options.device.emplace_back("MaxTxUrbs", UintegerValue(2).Copy());
        UsbTestBed bed(options);
        bed.bus->Fail(false, 1, UsbTransferStatus::TIMED_OUT, Point::BEFORE);
        bed.bus->Fail(false, 2, UsbTransferStatus::STALLED, Point::BEFORE);
        return GetPause(bed, UsbTransferStatus::STALLED, 3);
    }

    /// @param bed whose URBs are to fail @param status of the last failure @param packets offered
    static Time GetPause(UsbTestBed& bed, UsbTransferStatus status, uint32_t packets)
    {
        std::vector<Time> submitted;
        Time failed;
        bed.bus->TraceConnectWithoutContext(
            "UrbSubmitted",
            Callback<void, Ptr<const Urb>>([&submitted](Ptr<const Urb> urb) {
                if (!urb->request.endpoint.in)
                {
                    submitted.push_back(Simulator::Now());
                }
            }));
        bed.bus->TraceConnectWithoutContext(
            "UrbCompleted",
            Callback<void, Ptr<const Urb>>([&failed, status](Ptr<const Urb> urb) {
                failed = urb->status == status ? Simulator::Now() : failed;
            }));
        Simulator::Schedule(MilliSeconds(1), [&bed, packets] { bed.Offer(packets); });
        UsbTestBed::RunUntil(Seconds(1));
        return submitted.at(packets - 1) - failed;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetPause(UsbTransferStatus::STALLED), MilliSeconds(2), "halt");
        NS_TEST_EXPECT_MSG_EQ(GetPause(UsbTransferStatus::TIMED_OUT), MilliSeconds(125), "pause");
        NS_TEST_EXPECT_MSG_EQ(GetPause(UsbTransferStatus::UNLINKED), MicroSeconds(45), "none");
        NS_TEST_EXPECT_MSG_EQ(GetPause(UsbTransferStatus::OVERFLOW_ERROR),
                              MicroSeconds(45),
                              "babble is only counted");
        NS_TEST_EXPECT_MSG_EQ(GetPauseOfLaterHalt(), MilliSeconds(2), "from the halt on");
    }
};

class UsbUnplugTest : public TestCase
{
  public:
    explicit UsbUnplugTest(bool queued)
        : TestCase(std::string("Unplugged at every step, ") + (queued ? "queued" : "queueless")),
          m_queued(queued)
    {
    }

  private:
    void DoRun() override
    {
        // Two frames take some 3 ms; every 50 us covers each state of both directions.
        for (Time when = MilliSeconds(1); when < MilliSeconds(8); when += MicroSeconds(50))
        {
            UsbTestBed bed(InMode(m_queued));
            uint32_t linkChanges = 0;
            bed.driver->AddLinkChangeCallback(Callback<void>([&linkChanges] { ++linkChanges; }));
            Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(PACKETS); });
            bed.SendFromPeer(PACKETS, MilliSeconds(1), bed.radio->GetAddress());
            Simulator::Schedule(when, [&bed] { bed.bus->Detach(bed.adapter); });
            UsbTestBed::RunUntil(Seconds(1));
            NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "unplugged at " << when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(bed.driver->GetTxCounters().held, 0, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetTxCounters().held, 0, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(bed.adapter->GetRxCounters().held, 0, when.As(Time::US));
            NS_TEST_EXPECT_MSG_EQ(bed.driver->GetTxCounters().offered, PACKETS, "queue drains");
            NS_TEST_EXPECT_MSG_EQ(bed.driver->IsLinkUp(), false, "down");
            NS_TEST_EXPECT_MSG_EQ(linkChanges, 1, "told once");
            NS_TEST_EXPECT_MSG_EQ(bed.driver->GetAddress(), bed.radio->GetAddress(), "kept");
        }
    }

    bool m_queued; ///< mode of the driver
};

class UsbReplugTest : public TestCase
{
  public:
    UsbReplugTest()
        : TestCase("Plugged in again, driver and adapter work as before")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed bed;
        Simulator::Schedule(MilliSeconds(1), [&bed] { bed.Offer(1); });
        Simulator::Schedule(MilliSeconds(50), [&bed] { bed.bus->Detach(bed.adapter); });
        Simulator::Schedule(MilliSeconds(60), [&bed] {
            bed.bus->Attach(bed.adapter);
            bed.driver->Attach(bed.adapter);
            bed.Offer(3);
        });
        bed.SendFromPeer(2, MilliSeconds(90), bed.radio->GetAddress());
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(bed.peerReceived, 4, "out, before and after");
        NS_TEST_EXPECT_MSG_EQ(bed.received, 2, "in, before and after");
        NS_TEST_EXPECT_MSG_EQ(bed.GetDrops(), 0, "no packet was under way");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

/// The frames are the host's already, more of them than a driver that starts has room for.
class UsbReplugInDeliveryTest : public TestCase
{
  public:
    UsbReplugInDeliveryTest()
        : TestCase("Plugged in again while frames are on their way to the network layer")
    {
    }

  private:
    void DoRun() override
    {
        UsbTestBed::Options options;
        options.device.emplace_back("RxDeliverDelay", TimeValue(MilliSeconds(50)).Copy());
        UsbTestBed bed(options);
        bed.SendFromPeer(10, MilliSeconds(2), bed.radio->GetAddress());
        Simulator::Schedule(MilliSeconds(40), [this, &bed] {
            NS_TEST_EXPECT_MSG_EQ(bed.driver->GetRxCounters().held, 10, "all are on their way");
            bed.bus->Detach(bed.adapter);
            bed.bus->Attach(bed.adapter);
            bed.driver->Attach(bed.adapter);
        });
        UsbTestBed::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(bed.received, 10, "and arrive");
        NS_TEST_EXPECT_MSG_EQ(bed.IsConserved(), true, "nothing lost silently");
    }
};

class UsbNetDeviceFaultTestSuite : public TestSuite
{
  public:
    UsbNetDeviceFaultTestSuite()
        : TestSuite("usb-net-device-fault", Type::UNIT)
    {
        for (const bool queued : {false, true})
        {
            AddTestCase(new UsbTransmitFaultTest(queued), Duration::QUICK);
            AddTestCase(new UsbReceiveFaultTest(queued), Duration::QUICK);
            AddTestCase(new UsbUnplugTest(queued), Duration::QUICK);
        }
        AddTestCase(new UsbRecoveryTimeTest, Duration::QUICK);
        AddTestCase(new UsbReplugTest, Duration::QUICK);
        AddTestCase(new UsbReplugInDeliveryTest, Duration::QUICK);
    }
};

UsbNetDeviceFaultTestSuite g_usbNetDeviceFaultTestSuite; ///< registers itself

} // namespace
