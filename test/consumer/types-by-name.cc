// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Types that a program knows by name alone, as from a queue disc's helper or the command line. No
// symbol of their module is in the program, which must load the module nevertheless.

#include "ns3/type-id.h"

#include <iostream>

int
main()
{
    ns3::TypeId type;
    const bool isKnown = ns3::TypeId::LookupByNameFailSafe("ns3::AckSuppressionQueueDisc", &type);
    std::cout << (isKnown ? "known" : "unknown") << "\n";
    return isKnown ? 0 : 1;
}
