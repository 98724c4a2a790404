// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsss-mode.h"

#include "ns3/enum.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

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

void
CheckDsssMode(const std::string& parameter, const std::string& mode)
{
    if (std::ranges::find(DSSS_MODES, mode) != DSSS_MODES.end())
    {
        return;
    }
    std::string line = parameter + "=" + mode + ": expected ";
    for (const auto& known : DSSS_MODES)
    {
        line += known == DSSS_MODES.front() ? "" : known == DSSS_MODES.back() ? " or " : ", ";
        line += known;
    }
    throw std::invalid_argument(line);
}

} // namespace ns3
