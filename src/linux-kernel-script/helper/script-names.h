// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SCRIPT_NAMES_H
#define SCRIPT_NAMES_H

#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel-script
 * Names of C in scripts, and their numbers.
 */

namespace ns3
{

/// Names and their numbers. Both are of one machine, so that the host's headers have them.
using ScriptNames = std::map<std::string, int>;

extern const ScriptNames SCRIPT_EVENTS;       ///< of poll()
extern const ScriptNames SCRIPT_EPOLL_EVENTS; ///< of epoll_ctl() and epoll_wait()

/**
 * @ingroup linux-kernel-script
 * @param names of flags; std::out_of_range is thrown for an unknown one
 * @param numbers of the names
 * @return the flags in one number
 */
int JoinFlags(const std::vector<std::string>& names, const ScriptNames& numbers);

} // namespace ns3

#endif // SCRIPT_NAMES_H
