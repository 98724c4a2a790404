// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsss-mode.h"

#include "ns3/enum.h"

#include <cstddef>

namespace ns3
{

const std::string&
GetModeName(DsssRate mode)
{
    return DSSS_MODES.at(static_cast<std::size_t>(mode));
}

Ptr<const AttributeChecker>
MakeDsssModeChecker(bool isOptional)
{
    const auto checker = Create<EnumChecker<DsssRate>>();
    for (std::size_t i = 0; i < DSSS_MODES.size(); ++i)
    {
        checker->Add(static_cast<DsssRate>(i), DSSS_MODES[i]);
    }
    if (isOptional)
    {
        checker->Add(DsssRate::NONE, "None");
    }
    return checker;
}

} // namespace ns3
