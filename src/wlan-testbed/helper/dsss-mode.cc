// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsss-mode.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

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
