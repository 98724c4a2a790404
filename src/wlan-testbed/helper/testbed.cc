// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed.h"

#include "ns3/fatal-error.h"
#include "ns3/user-attribute.h"

#include <stdexcept>
#include <string>

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
    std::string refusal;
    const auto isOther = [own = GetInstanceTypeId()](TypeId type) {
        return type.IsChildOf(Testbed::GetTypeId()) && type != own && !own.IsChildOf(type);
    };
    try
    {
        RefuseUserValuesOf(isOther, "this testbed");
        Build();
    }
    catch (const std::invalid_argument& mistake)
    {
        refusal = mistake.what();
    }
    // Within the handler the program would end with the text of the exception, too.
    if (!refusal.empty())
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": " << refusal);
    }
}

} // namespace ns3
