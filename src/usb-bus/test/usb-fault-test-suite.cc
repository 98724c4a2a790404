// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Faults of an adapter on a bus: when their intervals are drawn, and that time goes on.

#include "usb-pair.h"

#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/usb-fault.h"

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

class UsbFaultTestSuite : public TestSuite
{
  public:
    UsbFaultTestSuite()
        : TestSuite("usb-fault", Type::SYSTEM)
    {
        AddTestCase(new UsbFaultStartTest, Duration::QUICK);
        AddTestCase(new UsbFaultIntervalTest, Duration::QUICK);
    }
};

UsbFaultTestSuite g_usbFaultTestSuite; ///< registers itself

} // namespace
