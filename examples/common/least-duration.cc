// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "least-duration.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

void
RequireDuration(const StudyOptions& options, Time least, const std::string& reason)
{
    if (options.duration < least)
    {
        std::ostringstream mistake;
        mistake << "--duration=" << options.duration.GetSeconds() << ": expected at least "
                << least.GetSeconds() << " seconds, " << reason;
        throw std::invalid_argument(mistake.str());
    }
}

} // namespace ns3
