// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// ns-3 does not check the initial values of attributes, so that one out of range would be used.

#include "ns3/attribute.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3;

namespace
{

/// The modules below this one, and itself, by the group names of their TypeIds.
const std::set<std::string> GROUPS{"FastWifi",
                                   "LinuxBridge",
                                   "LinuxKernel",
                                   "Study",
                                   "TcpLinux24",
                                   "UsbBus",
                                   "Wavelan",
                                   "WifiExt",
                                   "WlanTestbed"};

} // namespace

TEST(AttributeDefaultTest, EachIsWithinItsRange)
{
    uint32_t checked = 0;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (!GROUPS.contains(tid.GetGroupName()))
        {
            continue; // some defaults of ns-3's own classes are out of their ranges
        }
        for (std::size_t k = 0; k < tid.GetAttributeN(); ++k)
        {
            const auto attribute = tid.GetAttribute(k);
            EXPECT_TRUE(attribute.checker->CreateValidValue(*attribute.initialValue))
                << tid.GetName() << "::" << attribute.name;
            ++checked;
        }
    }
    EXPECT_GT(checked, 100);
}
