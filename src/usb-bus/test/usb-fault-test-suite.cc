// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Faults of an adapter on a bus: when their intervals are drawn, and that time goes on.

#include "usb-pair.h"
#include "usb-test-bed.h"

#include "ns3/abort.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/usb-fault.h"

#include <string>

using namespace ns3;

namespace
{

/// Streams are assigned after devices were installed.
class UsbFaultStartTest : public TestCase
{
  public:
    UsbFaultStartTest()
        : TestCase("No random fault is drawn before the simulation begins")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        const auto interval = CreateObject<DeterministicRandomVariable>();
        interval->SetValueArray({1, 2});
        const auto hold = CreateObjectWithAttributes<UsbFault>("Interval", PointerValue(interval));
        const auto adapter =
            CreateObjectWithAttributes<UsbWifiAdapter>("RxHold", PointerValue(hold));
        adapter->SetWifiNetDevice(DynamicCast<WifiNetDevice>(pair.InstallRadio(pair.laptop)));
        pair.bus->Attach(adapter);
        const auto driver = CreateObject<UsbNetDevice>();
        driver->Attach(adapter);
        NS_TEST_EXPECT_MSG_EQ(interval->GetValue(), 1, "the first value is still to come");
        driver->Dispose();
    }
};

/// Time does not go on by 10^-12 s.
class UsbFaultIntervalTest : public TestCase
{
  public:
    UsbFaultIntervalTest()
        : TestCase("Faults in no time apart do not stop the simulation")
    {
    }

  private:
    void DoRun() override
    {
        UsbPair pair;
        const auto hold = CreateObjectWithAttributes<UsbFault>(
            "Interval",
            StringValue("ns3::ConstantRandomVariable[Constant=1e-12]"),
            "Duration",
            TimeValue(Time(0)));
        pair.adapter->SetAttribute("RxHold", PointerValue(hold));
        pair.bus->Detach(pair.adapter);
        pair.bus->Attach(pair.adapter);
        pair.driver->Attach(pair.adapter);
        UsbPair::Run(MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(100), "and goes on");
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount(), 1000, "one for each microsecond");
    }
};

/// ScheduleAt() names an instant, whatever happens to the adapter before it.
class UsbFaultReplugTest : public TestCase
{
  public:
    UsbFaultReplugTest()
        : TestCase("A scheduled fault occurs although the adapter was unplugged or given it again")
    {
    }

  private:
    /// @param hold whether to schedule a fault of 100 ms at 100 ms
    /// @return frames that the laptop has received by 150 ms, of one at 10 ms and one at 120 ms
    static std::size_t CountReceived(bool hold)
    {
        UsbPair pair;
        const auto fault = CreateObject<UsbFault>();
        pair.adapter->SetAttribute("RxHold", PointerValue(fault));
        fault->ScheduleAt(hold ? MilliSeconds(100) : Seconds(1), MilliSeconds(100));
        pair.SendFromPeer(1, MilliSeconds(10));
        Simulator::Schedule(MilliSeconds(50), [&pair] { pair.bus->Detach(pair.adapter); });
        Simulator::Schedule(MilliSeconds(60), [&pair] {
            pair.bus->Attach(pair.adapter);
            pair.driver->Attach(pair.adapter);
        });
        // The attribute has this value already.
        Simulator::Schedule(MilliSeconds(70), [&pair, fault] {
            pair.adapter->SetAttribute("RxHold", PointerValue(fault));
        });
        pair.SendFromPeer(1, MilliSeconds(120));
        UsbPair::Run(MilliSeconds(150));
        return pair.contexts.size();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(CountReceived(false), 2, "both");
        NS_TEST_EXPECT_MSG_EQ(CountReceived(true), 1, "the second is held until 200 ms");
    }
};

/// Bus time has a smaller range than ns3::Time: a fault "for ever" would have ended before it
/// began.
class UsbFaultRangeTest : public TestCase
{
  public:
    UsbFaultRangeTest()
        : TestCase("A fault that lasts or waits too long for the bus is refused")
    {
    }

  private:
    /// @param duration of a fault
    /// @return error; empty if none
    static std::string Hold(Time duration)
    {
        return GetFatalError([duration] {
            UsbPair pair;
            const auto hold = CreateObject<UsbFault>();
            pair.adapter->SetAttribute("RxHold", PointerValue(hold));
            hold->ScheduleAt(MilliSeconds(10), duration);
            pair.SendFromPeer(1, MilliSeconds(5));
            pair.SendFromPeer(1, MilliSeconds(15));
            UsbPair::Run(Seconds(1));
            NS_ABORT_MSG_IF(pair.contexts.size() != 1, pair.contexts.size() << " frames received");
        });
    }

    /// @param seconds between two faults
    /// @return error; empty if none
    static std::string Wait(const std::string& seconds)
    {
        return GetFatalError([seconds] {
            UsbPair pair;
            const auto hold = CreateObject<UsbFault>();
            hold->SetAttribute(
                "Interval",
                StringValue("ns3::ConstantRandomVariable[Constant=" + seconds + "]"));
            pair.adapter->SetAttribute("RxHold", PointerValue(hold));
            UsbPair::Run(Seconds(1));
        });
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Hold(Seconds(1e8)), "", "only the first frame arrives");
        NS_TEST_EXPECT_MSG_NE(Hold(Time::Max()).find("expected 0 to 1e+08 s"),
                              std::string::npos,
                              "for ever");
        NS_TEST_EXPECT_MSG_NE(Hold(Seconds(-1)).find("expected 0 to 1e+08 s"),
                              std::string::npos,
                              "a negative duration");
        NS_TEST_EXPECT_MSG_EQ(Wait("1e8"), "", "no fault within a second");
        NS_TEST_EXPECT_MSG_NE(Wait("1e12").find("at most 1e+08 s"),
                              std::string::npos,
                              "more than ns3::Time can hold");
    }
};

class UsbFaultTestSuite : public TestSuite
{
  public:
    UsbFaultTestSuite()
        : TestSuite("usb-fault", Type::SYSTEM)
    {
        AddTestCase(new UsbFaultStartTest, Duration::QUICK);
        AddTestCase(new UsbFaultIntervalTest, Duration::QUICK);
        AddTestCase(new UsbFaultReplugTest, Duration::QUICK);
        AddTestCase(new UsbFaultRangeTest, Duration::QUICK);
    }
};

UsbFaultTestSuite g_usbFaultTestSuite; ///< registers itself

} // namespace
