// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Attributes of the host controllers: those of one kind are none of the other's, and a value that
// its registers do not know is refused.

#include "usb-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ehci-host-controller.h"
#include "ns3/test.h"
#include "ns3/uhci-host-controller.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"

#include <string>

using namespace ns3;

namespace
{

/// Attributes that only UHCI has cannot be set for EHCI; the error names the attribute.
class UsbControllerAttributesTest : public TestCase
{
  public:
    UsbControllerAttributesTest()
        : TestCase("attributes of UHCI are none of EHCI's")
    {
    }

  private:
    void DoRun() override
    {
        const auto uhci = UhciHostController::GetTypeId();
        const auto ehci = EhciHostController::GetTypeId();
        TypeId::AttributeInformation info;
        for (const auto* name : {"Traversal", "Fsbr", "FsbrTimeout", "VfOnTerminateEndsFrame"})
        {
            NS_TEST_EXPECT_MSG_EQ(uhci.LookupAttributeByName(name, &info), true, name);
            NS_TEST_EXPECT_MSG_EQ(ehci.LookupAttributeByName(name, &info), false, name);
        }
        for (const auto* name : {"BitStuffing",
                                 "TdOverhead",
                                 "FramePhase",
                                 "PeriodicLimit",
                                 "TransactionErrorRate",
                                 "HandshakeErrorShare",
                                 "IsrLatency",
                                 "ResumeTime"})
        {
            NS_TEST_EXPECT_MSG_EQ(uhci.LookupAttributeByName(name, &info), true, name);
            NS_TEST_EXPECT_MSG_EQ(ehci.LookupAttributeByName(name, &info), true, name);
        }
        NS_TEST_EXPECT_MSG_EQ(
            Config::SetDefaultFailSafe("ns3::EhciHostController::Fsbr", BooleanValue(false)),
            false,
            "a default that no EHCI would read");
        const auto error = GetFatalError([] {
            UsbHelper usb;
            usb.SetControllerType("ns3::EhciHostController", "Fsbr", BooleanValue(false));
        });
        NS_TEST_EXPECT_MSG_EQ((error.find("Fsbr") != std::string::npos), true, error);
    }
};

/// The register of the interrupt threshold has seven values (EHCI 1.0, 2.3.1).
class UsbInterruptThresholdTest : public TestCase
{
  public:
    UsbInterruptThresholdTest()
        : TestCase("an interrupt threshold that EHCI does not know is refused")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t threshold = 1; threshold <= 64; threshold *= 2)
        {
            const auto error = GetFatalError([threshold] { Make(threshold); });
            NS_TEST_EXPECT_MSG_EQ(error, "", threshold);
        }
        const auto error = GetFatalError([] { Make(3); });
        const std::string expected = "InterruptThreshold is 3: expected 1, 2, 4, 8, 16, 32 or 64";
        NS_TEST_EXPECT_MSG_EQ((error.find(expected) != std::string::npos), true, error);
    }

    static void Make(uint32_t threshold)
    {
        CreateObjectWithAttributes<EhciHostController>("InterruptThreshold",
                                                       UintegerValue(threshold));
    }
};

class UsbControllerSettingsTestSuite : public TestSuite
{
  public:
    UsbControllerSettingsTestSuite()
        : TestSuite("usb-controller-settings", Type::UNIT)
    {
        AddTestCase(new UsbControllerAttributesTest, Duration::QUICK);
        AddTestCase(new UsbInterruptThresholdTest, Duration::QUICK);
    }
};

UsbControllerSettingsTestSuite g_usbControllerSettingsTestSuite; ///< registers itself

} // namespace
