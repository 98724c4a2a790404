// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed.h"

#include "ns3/fatal-error.h"

#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Testbed);

TypeId
Testbed::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Testbed").SetParent<Object>().SetGroupName("WlanTestbed");
    return tid;
}

Testbed::Testbed() = default;

Testbed::~Testbed() = default;

void
Testbed::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    // ns-3 would lose an object whose construction throws. It ends a program at such a mistake.
    try
    {
        Build();
    }
    catch (const std::invalid_argument& mistake)
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": " << mistake.what());
    }
}

} // namespace ns3
