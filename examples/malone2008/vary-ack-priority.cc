// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "vary-ack-priority.h"

#include "ns3/boolean.h"
#include "ns3/user-attribute.h"

namespace ns3
{

void
VaryAckPriority(ObjectFactory& cell, bool isPrioritised)
{
    Vary(cell, "PrioritiseAcks", BooleanValue(isPrioritised));
    if (!isPrioritised)
    {
        KeepDefaults(cell, {"ExtraSlots", "AckCwMin"});
    }
}

} // namespace ns3
